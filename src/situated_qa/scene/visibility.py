"""What can be seen from a place: rays from an eye to the surfaces of objects, stopped by other objects and by walls.

Objects hide what is behind their boxes. Boxes say too much of things that are mostly air: of a table or desk only the
top hides anything, chairs, plants, lamps and glass hide nothing, and what stands in an open shelf is not hidden by it.
Walls are where the floor plan has neither room nor walkable floor; a look passes from one room into the next through
open doors only. Without a floor plan, wall and door objects stop looks where there are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_structural
from situated_qa.settings import check_settings, setting

_TOP_ONLY = frozenset({"table", "desk", "counter", "bench", "console", "island"})
_TOP_SHARE = 0.25  # of a table's height: top and frame
_AIRY = frozenset(
    {"chair", "stool", "armchair", "plant", "lamp", "light", "chandelier", "window", "glass", "rug", "carpet", "mat"}
    | {"rack", "stand", "ladder", "railing", "mirror", "picture", "painting", "poster", "person", "fan", "easel"}
)
_DOORS = frozenset({"door", "doorway", "doorframe"})
_INSIDE_SHARE = 0.5  # of a thing's box within another's: it stands in it, and may be seen in it
_PER_SIDE = 4  # points along each side of a face
_EDGE_M = 1e-3


@dataclass(frozen=True)
class SightSettings:
    """What counts as seen.

    Raises:
        SettingsError: a value is out of range.
    """

    eye_height_m: float = setting(1.5, "height of the asker's eyes above the floor, m", minimum=0.1, maximum=2.5)
    field_of_view_rad: float = setting(
        2.0944, "horizontal angle seen at once without turning, rad", minimum=0.1, maximum=6.2832
    )
    seen_share: float = setting(
        0.1, "share of the surface on the eye's side that must be in free view", minimum=0.0, maximum=1.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


def seen_shares(
    graph: SceneGraph,
    eye: np.ndarray,
    *,
    heading_rad: float | None = None,
    settings: SightSettings | None = None,
    not_in_the_way: Sequence[int] = (),
) -> dict[int, float]:
    """How much of each object is in free view.

    Args:
        eye: (3,) where the eye is, map frame, m. Objects whose boxes it is in hide nothing.
        heading_rad: where it looks, in the map; all around where None.
        not_in_the_way: ids of objects that hide nothing, such as the one an asker sits on.

    Returns:
        By id, 0 … 1, of the surface on the eye's side; floors, walls and ceilings are left out.
    """
    settings = settings or SightSettings()
    targets = [node for node in graph.objects if not is_structural(node.category)]
    if not targets:
        return {}
    points, owners = _surface(targets, eye)
    free = np.ones(len(points), dtype=bool)
    if heading_rad is not None:
        x, y = (points - eye)[:, :2].T
        off = np.abs((np.arctan2(y, x) - heading_rad + np.pi) % (2 * np.pi) - np.pi)
        free = off <= settings.field_of_view_rad / 2 + 1e-9
    if graph.floor_plan is not None:
        rooms = np.array([_room_index(graph.floor_plan, node) for node in targets])
        free[free] = _free_of_walls(graph.floor_plan, eye, points[free], rooms[owners[free]])
    occluders = [
        (node.id, box)
        for node in graph.objects
        if node.id not in not_in_the_way and (box := _hiding(node, graph.floor_plan)) is not None
    ]
    ids = np.array([node.id for node in targets])
    exempt = {id: _around(box, targets) | {id} for id, box in occluders}
    for id, box in occluders:
        if _within(box, eye[None])[0]:
            continue
        asked = np.flatnonzero(free & ~np.isin(ids[owners], list(exempt[id])))
        free[asked] = ~_crosses(box, eye, points[asked])
    total = np.bincount(owners, minlength=len(targets))
    seen = np.bincount(owners[free], minlength=len(targets))
    return {node.id: float(seen[k] / total[k]) for k, node in enumerate(targets)}


def _surface(nodes: Sequence[ObjectNode], eye: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(N, 3) points on the faces that are turned to the eye, and (N,) whose they are. All six faces from inside."""
    steps = (np.arange(_PER_SIDE) + 0.5) / _PER_SIDE - 0.5
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    points, owners = [], []
    for k, node in enumerate(nodes):
        box = node.box
        at = _into(box, eye[None])[0]
        half = box.extents / 2
        faces = [(axis, sign) for axis in range(3) for sign in (-1, 1) if sign * at[axis] > half[axis]]
        for axis, sign in faces or [(axis, sign) for axis in range(3) for sign in (-1, 1)]:
            others = [other for other in range(3) if other != axis]
            local = np.zeros((len(u), 3))
            local[:, axis] = sign * half[axis]
            local[:, others[0]], local[:, others[1]] = u * box.extents[others[0]], v * box.extents[others[1]]
            points.append(_out_of(box, local))
            owners.append(np.full(len(u), k))
    return np.concatenate(points), np.concatenate(owners)


def _into(box: Box, points: np.ndarray) -> np.ndarray:
    """(N, 3) map points in the box's own axes, from its centre."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    return (points - box.center) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _out_of(box: Box, local: np.ndarray) -> np.ndarray:
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    return local @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + box.center


def _within(box: Box, points: np.ndarray) -> np.ndarray:
    return (np.abs(_into(box, points)) <= box.extents / 2 + _EDGE_M).all(axis=1)


def _hiding(node: ObjectNode, plan: FloorPlan | None) -> Box | None:
    """The part of an object's box that nobody sees through; None where there is none."""
    words = node.category.lower().replace("_", " ").split()
    last = words[-1] if words else ""
    kinds = {last, last.rstrip("s")}
    if is_structural(node.category):
        return node.box if plan is None and "wall" in kinds else None
    if kinds & _DOORS:
        return node.box if plan is None and node.attributes.get("state", "closed") != "open" else None
    if kinds & _AIRY:
        return None
    if kinds & _TOP_ONLY:
        height = node.box.extents[2] * _TOP_SHARE
        return Box(
            np.array([*node.box.center[:2], node.box.top - height / 2]),
            np.array([*node.box.extents[:2], height]),
            node.box.yaw,
        )
    return node.box


def _around(box: Box, nodes: Sequence[ObjectNode]) -> set[int]:
    """Ids of the objects that stand in a box: at least half of the points in theirs lie within it."""
    low, high = box.axis_aligned()
    steps = (np.arange(_PER_SIDE) + 0.5) / _PER_SIDE - 0.5
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    inside = set()
    for node in nodes:
        if (node.box.center >= low).all() and (node.box.center <= high).all():
            share = _within(box, _out_of(node.box, grid * node.box.extents)).mean()
            if share >= _INSIDE_SHARE:
                inside.add(node.id)
    return inside


def _crosses(box: Box, eye: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(N,) bool: whether the line from the eye to each of (N, 3) points passes through a box before it arrives."""
    start = _into(box, eye[None])[0]
    along = _into(box, points) - start
    half = box.extents / 2 - _EDGE_M  # to touch is not to pass through
    if (half <= 0).any():
        half = np.maximum(half, _EDGE_M / 10)
    safe = np.where(np.abs(along) < 1e-12, 1e-12, along)
    one, two = (-half - start) / safe, (half - start) / safe
    enter = np.minimum(one, two).max(axis=1)
    leave = np.maximum(one, two).min(axis=1)
    lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
    return (enter < leave) & (leave > 0) & (enter < 1 - _EDGE_M / lengths)


# --- walls -----------------------------------------------------------------------------------------------------------


def _room_index(plan: FloorPlan, node: ObjectNode) -> int:
    """The index of the object's room in the floor plan, -1 where it is not known."""
    if node.room in plan.room_names:
        return plan.room_names.index(node.room)
    cell = plan.cells_of(node.box.center)
    return int(plan.room_index[tuple(cell)]) if plan.inside(cell) else -1


def _free_of_walls(plan: FloorPlan, eye: np.ndarray, points: np.ndarray, rooms: np.ndarray) -> np.ndarray:
    """(N,) bool: whether a look from the eye gets to each of (N, 3) points through rooms and open doors.

    A thing at a wall reaches into the wall's cells, so what counts is that the look ends in the thing's own room.

    Args:
        rooms: (N,) index of the room that each point's object is in, -1 where not known.
    """
    if not len(points):
        return np.zeros(0, dtype=bool)
    spaces = np.pad(_spaces(plan), 1, constant_values=_DOOR)  # outside the grid nothing is in the way
    walkable = np.pad(plan.walkable, 1)
    reach = np.linalg.norm(points[:, :2] - eye[:2], axis=1)
    enters, leaves = _over_grid(plan, eye, points)
    steps = max(2, int(np.ceil(float((reach * (leaves - enters)).max()) / (plan.cell_m / 2))))
    free = np.ones(len(points), dtype=bool)
    last = np.full(len(points), _START)  # the room or doorway looked into last
    could_walk = np.zeros(len(points), dtype=bool)
    wall_at = np.full(len(points), np.inf)  # m from the eye to the first wall
    for step in np.linspace(0.0, 1.0, steps + 1):
        part = enters + (leaves - enters) * step
        at = eye[:2] + (points[:, :2] - eye[:2]) * part[:, None]
        cells = np.clip(plan.cells_of(at) + 1, 0, np.array(spaces.shape) - 1)
        space, can_walk = spaces[tuple(cells.T)], walkable[tuple(cells.T)]
        wall = (space == _WALL) & (last != _START)  # whoever leans on a wall sees the room before it
        wall_at = np.where(wall, np.minimum(wall_at, part * reach), wall_at)
        behind_a_wall = (space >= 0) & np.isfinite(wall_at)
        # Where rooms meet without wall cells between them, one can look where one can walk.
        through_a_wall = (space >= 0) & (last >= 0) & (space != last) & ~(can_walk & could_walk)
        free &= ~behind_a_wall & ~through_a_wall
        last = np.where(space == _WALL, last, space)
        could_walk = can_walk
    no_wall = ~np.isfinite(wall_at)
    at_its_wall = (reach - wall_at <= _WALL_DEPTH_M) & ((rooms < 0) | (last == rooms) | (last == _DOOR))
    return free & (no_wall | at_its_wall)


def _over_grid(plan: FloorPlan, eye: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which part of the line from the eye to each of (N, 3) points lies over the grid: (N,) from and to, 0 … 1."""
    along = points[:, :2] - eye[:2]
    safe = np.where(np.abs(along) < 1e-12, 1e-12, along)
    one = (plan.origin - plan.cell_m - eye[:2]) / safe
    two = (plan.origin + plan.cell_m * (np.array(plan.walkable.shape)[::-1] + 1) - eye[:2]) / safe
    enters = np.clip(np.minimum(one, two).max(axis=1), 0.0, 1.0)
    return enters, np.maximum(np.clip(np.maximum(one, two).min(axis=1), 0.0, 1.0), enters)


_WALL, _DOOR, _START = -1, -2, -3
_WALL_DEPTH_M = 0.5  # how far a thing in a room may reach into its wall, as windows and doors do


def _spaces(plan: FloorPlan) -> np.ndarray:
    """(H, W) int: each cell's room, `_DOOR` where a look passes between rooms, or `_WALL`."""
    height, width = plan.walkable.shape
    spaces = np.where((plan.room_index < 0) & plan.walkable, _DOOR, plan.room_index.astype(np.int64))
    centers = plan.centers_of(np.stack(np.meshgrid(np.arange(height), np.arange(width), indexing="ij"), axis=-1))
    for door in plan.doors:
        opening = np.linalg.norm(centers - door.center, axis=-1) <= door.width / 2 + plan.cell_m / 2
        if door.open:
            spaces[opening] = _DOOR
        else:
            spaces[opening & (plan.room_index < 0)] = _WALL
    return spaces
