"""What a program holds in its hands."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class SceneObject:
    """One object of the scene; equal and ordered by id, hashable."""

    id: int
    category: str = field(compare=False)
    xyz: tuple[float, float, float] = field(compare=False)  # centre of the box, map frame, m
    room: str = field(default="", compare=False)  # "" where rooms are not known
