"""The floor of a home as grids: which room, how far from things, where a robot fits, whether it gets everywhere."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.sim.home_plan import WALL_M, HomeDoor, HomePlan
from situated_qa.sim.interiors import CELL_M
from situated_qa.sim.placement import distance_to


def clearance(plan: HomePlan, solid: list[Box]) -> np.ndarray:
    """(rows, columns) m; exact at walls, which lie on the grid's lines, and at furniture within 1 m."""
    from scipy import ndimage

    rows, columns = (round(side / CELL_M) for side in (plan.size[1], plan.size[0]))
    floor = room_index(plan) >= 0
    for door in plan.doors:
        if door.open:
            across = (WALL_M, door.width) if door.along == 1 else (door.width, WALL_M)
            low = [round((door.center[k] - across[k] / 2) / CELL_M) for k in range(2)]
            high = [round((door.center[k] + across[k] / 2) / CELL_M) for k in range(2)]
            floor[low[1] : high[1], low[0] : high[0]] = True
    # From cell middle to the middle of the nearest wall cell is half a cell more than to its edge.
    distance = (ndimage.distance_transform_edt(np.pad(floor, 1))[1:-1, 1:-1] - 0.5) * CELL_M
    reach = 1.0
    for box in solid:
        low_xy, high_xy = box.footprint().min(axis=0) - reach, box.footprint().max(axis=0) + reach
        x0, y0 = np.maximum((low_xy / CELL_M).astype(int), 0)
        x1, y1 = np.minimum((high_xy / CELL_M).astype(int) + 1, (columns, rows))
        ys, xs = np.mgrid[y0:y1, x0:x1]
        away = distance_to(box, (np.stack([xs, ys], axis=-1) + 0.5) * CELL_M)
        distance[y0:y1, x0:x1] = np.minimum(distance[y0:y1, x0:x1], away)
    return np.maximum(distance, 0.0)


def room_index(plan: HomePlan) -> np.ndarray:
    """(rows, columns) int16 index into the plan's rooms; -1 for walls and doorways."""
    rows, columns = (round(side / CELL_M) for side in (plan.size[1], plan.size[0]))
    index = np.full((rows, columns), -1, np.int16)
    for number, room in enumerate(plan.rooms):
        (x0, y0), (x1, y1) = ([round(value / CELL_M) for value in corner] for corner in (room.low, room.high))
        index[y0:y1, x0:x1] = number
    return index


def largest(free: np.ndarray) -> np.ndarray:
    """The largest connected region of a bool grid, cells joined by their sides."""
    from scipy import ndimage

    labels, count = ndimage.label(free)
    if count == 0:
        return np.zeros(free.shape, bool)
    return np.asarray(labels == 1 + int(np.argmax(np.bincount(labels.ravel())[1:])))


def floor_plan(plan: HomePlan, solid: list[Box], robot_radius_m: float) -> FloorPlan:
    """The floor as questions and tools see it."""
    doors = tuple(Door(door.rooms, np.array(door.center), door.width, door.open) for door in plan.doors)
    names = tuple(room.name for room in plan.rooms)
    free = largest(clearance(plan, solid) >= robot_radius_m)
    return FloorPlan(CELL_M, np.zeros(2), free, room_index(plan), names, doors)


def all_reached(plan: HomePlan, floor: FloorPlan) -> bool:
    """Whether the one walkable region has some floor of every room, and passes every open door."""
    for number in range(len(plan.rooms)):
        if int((floor.walkable & (floor.room_index == number)).sum()) * CELL_M**2 < 0.5:
            return False
    return all(_passable(door, floor) for door in plan.doors if door.open)


def _passable(door: HomeDoor, floor: FloorPlan) -> bool:
    x, y = door.center
    half = door.width / 2
    low = floor.cells_of(np.array([x - half, y - WALL_M / 2] if door.along == 0 else [x - WALL_M / 2, y - half]))
    high = floor.cells_of(np.array([x + half, y + WALL_M / 2] if door.along == 0 else [x + WALL_M / 2, y + half]))
    opening = floor.walkable[low[0] : high[0], low[1] : high[1]]
    return bool(opening.any(axis=1 if door.along == 0 else 0).all())
