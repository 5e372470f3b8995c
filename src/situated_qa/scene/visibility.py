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
        rooms = _room_indices(graph.floor_plan, targets)
        free[free] = _free_of_walls(graph.floor_plan, eye, points[free], rooms[owners[free]])
    centers = np.array([node.box.center for node in targets])
    looks = points - eye
    lengths_squared = np.maximum((looks**2).sum(axis=1), 1e-12)
    for id, box in _occluders(graph, eye, points[free], not_in_the_way):
        asked = np.flatnonzero(free)
        to_box = box.center - eye
        along = looks[asked] @ to_box  # looks that pass the ball around the box by need no closer test
        part = np.clip(along / lengths_squared[asked], 0.0, 1.0)
        passing_squared = to_box @ to_box - 2 * part * along + part**2 * lengths_squared[asked]
        asked = asked[passing_squared <= box.extents @ box.extents / 4 + _EDGE_M]
        if not len(asked) or _within(box, eye[None])[0]:
            continue
        exempt = [k for k, node in enumerate(targets) if node.id == id] + _around(box, targets, centers)
        asked = asked[~np.isin(owners[asked], exempt)]
        free[asked] = ~_crosses(box, eye, points[asked])
    total = np.bincount(owners, minlength=len(targets))
    seen = np.bincount(owners[free], minlength=len(targets))
    return {node.id: float(seen[k] / total[k]) for k, node in enumerate(targets)}


def _occluders(
    graph: SceneGraph, eye: np.ndarray, points: np.ndarray, not_in_the_way: Sequence[int]
) -> list[tuple[int, Box]]:
    """(id, hiding part) of the objects that may stand between the eye and (N, 3) points: none that is farther away."""
    if not len(points):
        return []
    reach_m = float(np.linalg.norm(points - eye, axis=1).max())
    centers = np.array([node.box.center for node in graph.objects])
    radii = np.linalg.norm([node.box.extents for node in graph.objects], axis=1) / 2
    near = np.flatnonzero(np.linalg.norm(centers - eye, axis=1) - radii <= reach_m)
    found = []
    for node in (graph.objects[k] for k in near):
        if node.id not in not_in_the_way and (box := _hiding(node, graph.floor_plan)) is not None:
            found.append((node.id, box))
    return found


def _surface(nodes: Sequence[ObjectNode], eye: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(N, 3) points on the faces that are turned to the eye, and (N,) whose they are. All six faces from inside."""
    steps = (np.arange(_PER_SIDE) + 0.5) / _PER_SIDE - 0.5
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    centers = np.array([node.box.center for node in nodes])
    extents = np.array([node.box.extents for node in nodes])
    yaw = np.array([node.box.yaw for node in nodes])
    c, s = np.cos(yaw), np.sin(yaw)
    x, y, z = (eye - centers).T
    at = np.column_stack([c * x + s * y, c * y - s * x, z])  # the eye in each box's own axes
    inside = (np.abs(at) <= extents / 2).all(axis=1)
    points, owners = [], []
    for axis in range(3):
        one, two = (other for other in range(3) if other != axis)
        for sign in (-1.0, 1.0):
            turned = np.flatnonzero(inside | (sign * at[:, axis] > extents[:, axis] / 2))
            local = np.empty((len(turned), len(u), 3))
            local[:, :, axis] = sign * extents[turned, None, axis] / 2
            local[:, :, one] = u * extents[turned, None, one]
            local[:, :, two] = v * extents[turned, None, two]
            cos, sin = c[turned, None], s[turned, None]
            turned_x = cos * local[:, :, 0] - sin * local[:, :, 1]
            turned_y = sin * local[:, :, 0] + cos * local[:, :, 1]
            placed = np.stack([turned_x, turned_y, local[:, :, 2]], axis=-1) + centers[turned, None]
            points.append(placed.reshape(-1, 3))
            owners.append(np.repeat(turned, len(u)))
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


def _around(box: Box, nodes: Sequence[ObjectNode], centers: np.ndarray) -> list[int]:
    """Indices of the objects that stand in a box: at least half of the points in theirs lie within it.

    Args:
        centers: (N, 3) of the nodes' boxes.
    """
    low, high = box.axis_aligned()
    steps = (np.arange(_PER_SIDE) + 0.5) / _PER_SIDE - 0.5
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    candidates = np.flatnonzero(((centers >= low) & (centers <= high)).all(axis=1))
    found = []
    for k in candidates.tolist():
        inner = nodes[k].box
        if _within(box, _out_of(inner, grid * inner.extents)).mean() >= _INSIDE_SHARE:
            found.append(k)
    return found


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


def _room_indices(plan: FloorPlan, nodes: Sequence[ObjectNode]) -> np.ndarray:
    """(N,) index of each object's room in the floor plan, -1 where it is not known."""
    numbers = {name: index for index, name in enumerate(plan.room_names)}
    indices = np.array([numbers.get(node.room, -1) for node in nodes])
    unnamed = np.flatnonzero(indices < 0)
    if len(unnamed):
        cells = plan.cells_of(np.array([node.box.center for node in nodes])[unnamed])
        on_grid = plan.inside(cells)
        indices[unnamed[on_grid]] = plan.room_index[tuple(cells[on_grid].T)]
    return indices


def _free_of_walls(plan: FloorPlan, eye: np.ndarray, points: np.ndarray, rooms: np.ndarray) -> np.ndarray:
    """(N,) bool: whether a look from the eye gets to each of (N, 3) points through rooms and open doors.

    A thing at a wall reaches into the wall's cells, so what counts is that the look ends in the thing's own room.

    Args:
        rooms: (N,) index of the room that each point's object is in, -1 where not known.
    """
    if not len(points):
        return np.zeros(0, dtype=bool)
    # The points of an upright edge are one look: walls are the same at every height.
    _, first, same = np.unique(np.round(points[:, 0], 6) + 1j * np.round(points[:, 1], 6), True, True)
    enters, leaves = _over_grid(plan, eye, points[first])
    along = points[first, :2] - eye[:2]
    steps = np.linalg.norm(along, axis=1) * (leaves - enters) * _STEPS_PER_CELL / plan.cell_m
    octaves = np.ceil(np.log2(np.maximum(steps, 2.0)))
    spaces = np.pad(_spaces(plan), 1, constant_values=_DOOR)  # outside the grid nothing is in the way
    walkable = np.pad(plan.walkable, 1)
    arrives = np.zeros(len(first), dtype=bool)
    last = np.full(len(first), _START)
    depth = np.zeros(len(first))
    for octave in np.unique(octaves):  # looks of about the same length share their steps
        looks = np.flatnonzero(octaves == octave)
        parts = np.linspace(enters[looks], leaves[looks], int(2**octave) + 1)
        arrives[looks], last[looks], depth[looks] = _look(plan, spaces, walkable, eye, along[looks], parts)
    arrives, last, depth = arrives[same], last[same], depth[same]
    return arrives & ((depth <= 0) | (rooms < 0) | (last == rooms) | (last == _DOOR))


def _look(
    plan: FloorPlan, spaces: np.ndarray, walkable: np.ndarray, eye: np.ndarray, along: np.ndarray, parts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Follow looks over the floor plan until a wall stops them.

    Args:
        spaces, walkable: the grids, padded by one cell.
        along: (N, 2) from the eye to where each look goes, m.
        parts: (S, N) how far along each look the steps are, 0 … 1.

    Returns:
        (N,) whether it arrives; (N,) the space it looks into last; (N,) m that its end lies in a wall, 0 for none.
    """
    arrives, ends_in, depth = np.zeros(len(along), dtype=bool), np.full(len(along), _START), np.zeros(len(along))
    alive = np.arange(len(along))  # looks that nothing has stopped yet
    reach = np.linalg.norm(along, axis=1)
    last = np.full(len(along), _START)  # the room or doorway looked into last
    could_walk = np.zeros(len(along), dtype=bool)
    wall_at = np.full(len(along), np.inf)  # m from the eye to the first wall
    limits = np.array(spaces.shape) - 1
    for step in parts:
        part = step[alive]
        cells = np.clip(plan.cells_of(eye[:2] + along * part[:, None]) + 1, 0, limits)
        space, can_walk = spaces[cells[:, 0], cells[:, 1]], walkable[cells[:, 0], cells[:, 1]]
        wall = (space == _WALL) & (last != _START)  # whoever leans on a wall sees the room before it
        wall_at = np.where(wall, np.minimum(wall_at, part * reach), wall_at)
        behind_a_wall = (space >= 0) & np.isfinite(wall_at)
        # Where rooms meet without wall cells between them, one can look where one can walk.
        through_a_wall = (space >= 0) & (last >= 0) & (space != last) & ~(can_walk & could_walk)
        # Deeper in a wall than things reach into walls, there is nothing to see.
        in_a_wall = part * reach - wall_at > _WALL_DEPTH_M
        last = np.where(space == _WALL, last, space)
        could_walk = can_walk
        on = ~(behind_a_wall | through_a_wall | in_a_wall)
        if not on.all():
            alive, along, reach = alive[on], along[on], reach[on]
            last, could_walk, wall_at = last[on], could_walk[on], wall_at[on]
            if not len(alive):
                break
    inside = np.where(np.isfinite(wall_at), reach - wall_at, 0.0)
    on = inside <= _WALL_DEPTH_M
    arrives[alive[on]], ends_in[alive], depth[alive] = True, last, inside
    return arrives, ends_in, depth


def _over_grid(plan: FloorPlan, eye: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which part of the line from the eye to each of (N, 3) points lies over the grid: (N,) from and to, 0 … 1."""
    along = points[:, :2] - eye[:2]
    safe = np.where(np.abs(along) < 1e-12, 1e-12, along)
    one = (plan.origin - plan.cell_m - eye[:2]) / safe
    two = (plan.origin + plan.cell_m * (np.array(plan.walkable.shape)[::-1] + 1) - eye[:2]) / safe
    enters = np.clip(np.minimum(one, two).max(axis=1), 0.0, 1.0)
    return enters, np.maximum(np.clip(np.maximum(one, two).min(axis=1), 0.0, 1.0), enters)


_WALL, _DOOR, _START = -1, -2, -3
_STEPS_PER_CELL = 4  # along a look
_WALL_DEPTH_M = 0.5  # how far a thing in a room may reach into its wall, as windows and doors do


def _spaces(plan: FloorPlan) -> np.ndarray:
    """(H, W) int: each cell's room, `_DOOR` where a look passes between rooms, or `_WALL`."""
    height, width = plan.walkable.shape
    spaces = np.where((plan.room_index < 0) & plan.walkable, _DOOR, plan.room_index.astype(np.int64))
    for door in plan.doors:
        radius = door.width / 2 + plan.cell_m / 2
        first = np.clip(plan.cells_of(door.center - radius) - 1, 0, (height, width))
        last = np.clip(plan.cells_of(door.center + radius) + 2, 0, (height, width))
        window = np.ix_(np.arange(first[0], last[0]), np.arange(first[1], last[1]))
        cells = np.stack(np.meshgrid(window[0].ravel(), window[1].ravel(), indexing="ij"), axis=-1)
        opening = np.linalg.norm(plan.centers_of(cells) - door.center, axis=-1) <= radius
        if door.open:
            spaces[window] = np.where(opening, _DOOR, spaces[window])
        else:
            spaces[window] = np.where(opening & (plan.room_index[window] < 0), _WALL, spaces[window])
    return spaces
