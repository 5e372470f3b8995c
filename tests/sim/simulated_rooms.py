"""Hand-made rooms of plain boxes for the simulation's tests: no furniture catalogue needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from situated_qa.assets import cache_folder
from situated_qa.geometry import Box, Intrinsics, Transform
from situated_qa.sim import shapes
from situated_qa.sim.apartments import FurnishedRoom, PlacedObject
from situated_qa.sim.placement import FloorPlan

CAMERA = Intrinsics(80, 60, 60.0, 60.0, 39.5, 29.5)
# The optical frame of a camera that looks along +x.
AHEAD = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


def looking_along_x(x: float, y: float, z: float) -> Transform:
    return Transform(AHEAD, np.array([x, y, z]))


def furniture() -> Path | None:
    """The furniture catalogue's folder, where it was fetched."""
    folder = cache_folder() / "furniture"
    return folder if any(folder.glob("*.sh3f")) else None


def cuboid(
    id: int, category: str, center: tuple[float, float, float], extents: tuple[float, float, float], **more: object
) -> PlacedObject:
    """An upright box as an object; `rgb`, `color` and `supporter` may be given."""
    rgb = more.get("rgb", (200, 30, 30))
    low, high = np.array(center) - np.array(extents) / 2, np.array(center) + np.array(extents) / 2
    mesh = shapes.box(low, high, rgb)  # type: ignore[arg-type]
    box = Box(np.array(center), np.array(extents), 0.0)
    return PlacedObject(id, category, "", box, mesh, rgb, more.get("color", "red"), True, more.get("supporter"))  # type: ignore[arg-type]


def room_of(*objects: PlacedObject, width: float = 6.0, depth: float = 5.0) -> FurnishedRoom:
    """A room with a floor and a wall at x = width; objects without supporter stand on the floor."""
    plan = FloorPlan(width, depth, [item.box for item in objects if item.supporter is None])
    wood = np.full((8, 8, 3), 150, np.uint8)
    structure = (
        shapes.floor((0.0, 0.0), (width, depth), wood, tile_m=1.0),
        shapes.box((width, 0.0, 0.0), (width + 0.1, depth, 2.6), (220, 220, 210)),
    )
    return FurnishedRoom(0, (width, depth, 2.6), objects, structure, plan)
