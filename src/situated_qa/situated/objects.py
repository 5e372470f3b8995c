"""The objects of a scene as programs see them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True, repr=False)
class SceneObject:
    """One object of the scene as one asker sees it; equal and ordered by id, hashable."""

    id: int
    category: str = field(compare=False)
    xyz: tuple[float, float, float] = field(compare=False)  # center of the box, map frame, m
    room: str = field(default="", compare=False)  # "" where rooms are not known
    color: str = field(default="not known", compare=False)  # its name, or "not known"
    distance: float = field(default=0.0, compare=False)  # from the asker to its surface, m
    clock: int = field(default=12, compare=False)  # 1 … 12: its direction from the asker, 12 straight ahead

    def __repr__(self) -> str:
        """As programs print it, too: "<chair 5, black, 1.2 m, 3 o'clock>"."""
        color = "" if self.color == "not known" else f"{self.color}, "
        return f"<{self.category} {self.id}, {color}{self.distance:.1f} m, {self.clock} o'clock>"
