"""Sight against one that goes point by point and step by step, with nothing left out and nothing shared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.visibility import Sight, seen_shares

CELL_M = 0.1
KINDS = ("cabinet", "sofa", "chair", "wardrobe", "box", "picture")


def plan() -> FloorPlan:
    """Two rooms of 3 m by 3 m beside each other, a wall of 0.2 m, a door of 0.8 m, and a third room without a wall."""
    rooms = np.full((30, 92), -1)
    rooms[:, :30], rooms[:, 32:62], rooms[:, 62:] = 0, 1, 2
    walkable = rooms >= 0
    walkable[11:19, 30:32] = True  # the door
    walkable[:10, 60:64] = False  # furniture along part of the open side
    return FloorPlan(
        CELL_M, np.zeros(2), walkable, rooms, ("a", "b", "c"), (Door(("a", "b"), np.array([3.1, 1.5]), 0.8),)
    )


def things(rng: np.random.Generator, count: int) -> list[ObjectNode]:
    nodes = []
    for id in range(count):
        size = rng.uniform([0.2, 0.2, 0.2], [0.7, 0.7, 1.9])
        center = np.array([rng.uniform(0.2, 9.0), rng.uniform(0.2, 2.8), size[2] / 2])
        box = Box(center, size, float(rng.uniform(-3, 3)))
        room = "a" if center[0] < 3.1 else "b" if center[0] < 6.2 else "c"
        nodes.append(ObjectNode(id, KINDS[id % len(KINDS)], box, center, room=room))
    return nodes


def turned(box: Box, x: float, y: float) -> tuple[float, float]:
    return (
        math.cos(box.yaw) * x + math.sin(box.yaw) * y,
        math.cos(box.yaw) * y - math.sin(box.yaw) * x,
    )


def in_box(box: Box, point) -> list[float]:
    x, y = turned(box, point[0] - box.center[0], point[1] - box.center[1])
    return [x, y, point[2] - box.center[2]]


def face_points(box: Box, eye) -> list[np.ndarray]:
    at, half = in_box(box, eye), box.extents / 2
    inside = all(abs(a) <= h for a, h in zip(at, half, strict=True))
    found = []
    for axis in range(3):
        for sign in (-1, 1):
            if not inside and sign * at[axis] <= half[axis]:
                continue
            for i in range(4):
                for j in range(4):
                    local = [0.0, 0.0, 0.0]
                    one, two = (k for k in range(3) if k != axis)
                    local[axis] = sign * half[axis]
                    local[one], local[two] = ((i - 1.5) / 2) * half[one], ((j - 1.5) / 2) * half[two]
                    c, s = math.cos(box.yaw), math.sin(box.yaw)
                    x, y = c * local[0] - s * local[1], s * local[0] + c * local[1]
                    found.append(box.center + np.array([x, y, local[2]]))
    return found


def blocked(box: Box, eye, point) -> bool:
    """Whether the middle of the line from the eye to a point passes through a box, shrunk by 1 mm."""
    a, b = in_box(box, eye), in_box(box, point)
    enter, leave = -math.inf, math.inf
    for k in range(3):
        half = box.extents[k] / 2 - 1e-3
        step = b[k] - a[k] or 1e-12
        one, two = sorted(((-half - a[k]) / step, (half - a[k]) / step))
        enter, leave = max(enter, one), min(leave, two)
    return enter < leave and leave > 0 and enter < 1 - 1e-3 / math.dist(a, b)


def through_rooms(floor: FloorPlan, eye, point, room: str) -> bool:
    """One look, with a step at least every quarter of a cell."""
    length = math.dist(eye[:2], point[:2])
    steps = 2 ** math.ceil(math.log2(max(2.0, 4 * length / CELL_M)))
    last, walked, wall_at = None, False, None
    for number in range(steps + 1):
        away = length * number / steps
        x, y = (eye[k] + (point[k] - eye[k]) * number / steps for k in range(2))
        row, column = math.floor(y / CELL_M + 1e-9), math.floor(x / CELL_M + 1e-9)
        space, can_walk = "door", False  # outside of the grid nothing is in the way
        if 0 <= row < 30 and 0 <= column < 92:
            index, can_walk = floor.room_index[row, column], bool(floor.walkable[row, column])
            space = floor.room_names[index] if index >= 0 else ("door" if can_walk else "wall")
            if math.dist((3.1, 1.5), ((column + 0.5) * CELL_M, (row + 0.5) * CELL_M)) <= 0.45:
                space = "door"  # the disc of the open door
        if space == "wall":
            if last is not None and wall_at is None:
                wall_at = away
            if wall_at is not None and away - wall_at > 0.5:
                return False
        else:
            if space != "door" and wall_at is not None:
                return False
            meet = last not in (None, "door") and space != "door" and space != last
            if meet and not (can_walk and walked):
                return False
            last = space
        walked = can_walk
    return wall_at is None or (length - wall_at <= 0.5 and (length <= wall_at or last in (room, "door")))


def expected(graph: SceneGraph, eye) -> dict[int, float]:
    shares = {}
    for node in graph.objects:
        free = points = 0
        for point in face_points(node.box, eye):
            points += 1
            hidden = any(
                blocked(other.box, eye, point)
                for other in graph.objects
                if other.id != node.id
                and other.category not in ("chair", "picture")  # hide nothing
                and not all(
                    abs(v) <= h + 1e-3 for v, h in zip(in_box(other.box, eye), other.box.extents / 2, strict=True)
                )
                and not stands_in(node.box, other.box)
            )
            walls = graph.floor_plan is None or through_rooms(graph.floor_plan, eye, point, node.room)
            free += not hidden and walls
        shares[node.id] = free / points
    return shares


def stands_in(inner: Box, outer: Box) -> bool:
    low, high = outer.axis_aligned()
    if not ((inner.center >= low).all() and (inner.center <= high).all()):
        return False
    steps = [-0.375, -0.125, 0.125, 0.375]
    count = 0
    for x in steps:
        for y in steps:
            for z in steps:
                local = np.array([x, y, z]) * inner.extents
                c, s = math.cos(inner.yaw), math.sin(inner.yaw)
                point = inner.center + [c * local[0] - s * local[1], s * local[0] + c * local[1], local[2]]
                count += all(abs(v) <= h + 1e-3 for v, h in zip(in_box(outer, point), outer.extents / 2, strict=True))
    return count >= 32


EYES = [(1.5, 1.5, 1.5), (4.5, 1.0, 0.6), (8.0, 2.5, 1.2), (-1.0, 1.5, 1.5), (3.1, 1.5, 1.5)]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("with_plan", [True, False])
def test_shares_are_those_of_every_point_looked_at_alone(eye: tuple[float, float, float], with_plan: bool) -> None:
    nodes = things(np.random.default_rng(len(EYES) + EYES.index(eye)), 22)
    graph = SceneGraph(tuple(nodes), floor_plan=plan() if with_plan else None)
    shares = seen_shares(graph, np.array(eye))
    assert shares == pytest.approx(expected(graph, eye))
    assert sum(share > 0 for share in shares.values()) > 0
    assert sum(share < 1 for share in shares.values()) > 0


def test_two_looks_around_are_the_views_of_one_graph() -> None:
    """A look in one direction is what that direction holds of the look all around."""
    graph = SceneGraph(tuple(things(np.random.default_rng(3), 22)), floor_plan=plan())
    sight, eye = Sight(graph), np.array([1.5, 1.5, 1.5])
    around = sight.shares(eye)
    parts = [sight.shares(eye, heading_rad=heading) for heading in np.arange(3) * 2 * np.pi / 3]  # 120° each
    assert {id: sum(part[id] for part in parts) for id in around} == pytest.approx(around)
    first = next(iter(around))
    around[first] = -1.0
    assert sight.shares(eye)[first] >= 0  # what was given away is not what is kept
    hides_nothing = sight.shares(eye, not_in_the_way=tuple(range(22)))
    assert all(hides_nothing[id] >= share for id, share in sight.shares(eye).items())
    assert hides_nothing != sight.shares(eye)
