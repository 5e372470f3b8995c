"""Which models a room is furnished from, what they are called, and the colors they are painted in.

The models are those that a COCO-trained detector recognizes in renders from most sides; `category` is COCO's name where
COCO has one.
"""

from __future__ import annotations

from dataclasses import dataclass

PALETTE: dict[str, tuple[int, int, int]] = {
    "red": (190, 30, 35),
    "orange": (235, 120, 20),
    "yellow": (235, 200, 40),
    "green": (40, 140, 60),
    "blue": (35, 75, 185),
    "purple": (115, 50, 150),
    "brown": (120, 72, 38),
    "black": (26, 26, 28),
    "white": (240, 240, 240),
    "grey": (128, 128, 130),
    "beige": (222, 202, 168),
    "pink": (240, 140, 175),
    "turquoise": (45, 175, 168),
}
"""True colors: the middle of each name, so that shade does not turn one into another."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing a room may hold: interchangeable models, and the colors it comes in ("" leaves the model's own)."""

    category: str
    models: tuple[str, ...]
    colors: tuple[str, ...] = ("",)
    material: str = ""  # what most of it is made of; "" where pictures of it do not tell
    shape: str = ""  # where people name it: "round", "rectangular"
    has_front: bool = True


COUCH = Kind("couch", ("BlendSwap-CC-0/sofa2", "Scopia/simple_sofa"), ("red", "blue", "green", "purple"))
TV_STAND = Kind("tv stand", ("BlendSwap-CC-BY/tvStand",))
TV = Kind("tv", ("Scopia/wall-flat-tv", "Scopia/tv"))
BED = Kind("bed", ("BlendSwap-CC-0/bed3", "BlendSwap-CC-BY/lettoCloud"), ("blue", "green", "purple", "orange"))
REFRIGERATOR = Kind("refrigerator", ("BlendSwap-CC-0/largeFridge", "KatorLegaz/fridge"))
TABLE = Kind("dining table", ("BlendSwap-CC-BY/table", "Scopia/table4"), ("brown",))
CHAIR = Kind(
    "chair",
    (
        "BlendSwap-CC-0/plasticChair",
        "BlendSwap-CC-BY/chair3",
        "Scopia/white_kitchen_chair",
        "BlendSwap-CC-BY/ella_chair_f",
    ),
    ("blue", "green", "red", "yellow", "white"),
)
OFFICE_CHAIR = Kind("chair", ("Scopia/office_chair",), ("black", "blue", "orange"))
PLANT = Kind(
    "potted plant",
    ("BlendSwap-CC-0/plant", "BlendSwap-CC-0/decorativePlant", "BlendSwap-CC-BY/spatifilum", "Scopia/maceta"),
)
ARMCHAIR = Kind("chair", ("BlendSwap-CC-0/chair", "BlendSwap-CC-0/modernArmchair"), ("orange", "red", "yellow"))
LAPTOP = Kind("laptop", ("BlendSwap-CC-BY/laptop", "KatorLegaz/apple-ibook-2001"))
TEDDY_BEAR = Kind("teddy bear", ("BlendSwap-CC-0/teddyBear",))
VASE = Kind("vase", ("Scopia/vase1",))
BOWL = Kind("bowl", ("Scopia/bowl",))
