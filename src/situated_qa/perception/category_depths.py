"""How deep things are, of which often only the front is seen.

A row of the categories' knowledge, in a table of its own until it moves to the others. Figures are of ordinary
furniture and household goods as shops sell them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Depth:
    """The smaller horizontal side of things of one kind."""

    least_m: float = 0.0  # none is shallower, m
    usual_m: float = 0.0  # m
    round: bool = False  # as deep as it is wide
    in_a_wall: bool = False  # set into a wall and flush with it

    def __post_init__(self) -> None:
        if not 0.0 <= self.least_m <= self.usual_m:
            raise ValueError(f"the least depth lies between 0 and the usual one, got {self.least_m}, {self.usual_m}")


_NOT_KNOWN = Depth()
_ROUND = Depth(round=True)

DEPTHS: dict[str, Depth] = {
    "armchair": Depth(0.6, 0.8),
    "bathtub": Depth(0.6, 0.7),
    "bed": Depth(0.8, 1.0),
    "bookcase": Depth(0.2, 0.3),
    "bookshelf": Depth(0.2, 0.3),
    "cabinet": Depth(0.3, 0.45),
    "chair": Depth(0.35, 0.5),
    "chest": Depth(0.3, 0.45),
    "couch": Depth(0.65, 0.85),
    "cupboard": Depth(0.3, 0.45),
    "curtain": Depth(0.05, 0.1),
    "desk": Depth(0.45, 0.7),
    "dishwasher": Depth(0.5, 0.6),
    "door": Depth(0.08, 0.1, in_a_wall=True),
    "dresser": Depth(0.35, 0.45),
    "dryer": Depth(0.45, 0.6),
    "fireplace": Depth(0.2, 0.35),
    "freezer": Depth(0.5, 0.6),
    "kitchen cabinet": Depth(0.5, 0.6),
    "microwave": Depth(0.28, 0.35),
    "monitor": Depth(0.04, 0.06),
    "nightstand": Depth(0.3, 0.4),
    "oven": Depth(0.5, 0.6),
    "printer": Depth(0.25, 0.4),
    "radiator": Depth(0.06, 0.12),
    "radio": Depth(0.06, 0.1),
    "range hood": Depth(0.3, 0.45),
    "refrigerator": Depth(0.5, 0.62),
    "shelf": Depth(0.15, 0.3),
    "shower": Depth(0.7, 0.9),
    "sideboard": Depth(0.35, 0.45),
    "sofa": Depth(0.65, 0.85),
    "stove": Depth(0.5, 0.6),
    "suitcase": Depth(0.18, 0.25),
    "toaster": Depth(0.12, 0.17),
    "toilet": Depth(0.35, 0.4),
    "tv": Depth(0.05, 0.08),
    "television": Depth(0.05, 0.08),
    "tv stand": Depth(0.3, 0.4),
    "wall cabinet": Depth(0.28, 0.35),
    "wardrobe": Depth(0.45, 0.6),
    "washing machine": Depth(0.45, 0.6),
    "window": Depth(0.05, 0.06, in_a_wall=True),
} | dict.fromkeys(
    (
        *("ball", "basin", "blender", "bottle", "bowl", "bucket", "cactus", "can", "candle", "cup", "flowerpot"),
        *("glass", "jar", "kettle", "lamp", "mug", "orange", "pitcher", "plant", "pot", "sports ball", "teapot"),
        *("toilet brush", "trash can", "vase", "wine glass"),
    ),
    _ROUND,
)


def depth_of(category: str) -> Depth:
    """The depths of a category, or of its head noun: of a "desk lamp" those of a "lamp"; empty where not known."""
    words = category.lower().replace("_", " ").split()
    if " ".join(words) in DEPTHS:
        return DEPTHS[" ".join(words)]
    return DEPTHS.get(words[-1], _NOT_KNOWN) if words else _NOT_KNOWN
