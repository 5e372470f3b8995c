"""What can be seen from a place: rays from an eye to the surfaces of objects, stopped by other objects and by walls.

Objects hide what is behind their boxes. Boxes say too much of things that are mostly air: of a table or desk only the
top hides anything, chairs, plants, lamps and glass hide nothing, and what stands in an open shelf is not hidden by it.
Walls are those of the floor plan (`looks.py`). Without one, wall and door objects stop looks where there are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.faces import PER_SIDE, TOUCH_M, Boxes, Surface
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.looks import Looks, Walls
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
_VIEWS_KEPT = 256


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
    return Sight(graph, settings).shares(eye, heading_rad=heading_rad, not_in_the_way=not_in_the_way)


class Sight:
    """What can be seen in one graph, from anywhere; what depends on the graph alone is worked out once."""

    def __init__(self, graph: SceneGraph, settings: SightSettings | None = None) -> None:
        self._settings = settings or SightSettings()
        self._targets = [node for node in graph.objects if not is_structural(node.category)]
        self._boxes = Boxes([node.box for node in self._targets])
        self._rows = {node.id: row for row, node in enumerate(self._targets)}
        self._walls = None if graph.floor_plan is None else Walls(graph.floor_plan)
        self._rooms = None if graph.floor_plan is None else _room_indices(graph.floor_plan, self._targets)
        hiding = [(node.id, _hiding(node, graph.floor_plan)) for node in graph.objects]
        self._hiding = [(id, box) for id, box in hiding if box is not None]
        self._hiders = Boxes([box for _, box in self._hiding])
        self._exempt: dict[int, np.ndarray] = {}  # by id of what hides: rows of what is seen in it all the same
        self._views: dict[tuple[object, ...], dict[int, float]] = {}

    def shares(
        self, eye: np.ndarray, *, heading_rad: float | None = None, not_in_the_way: Sequence[int] = ()
    ) -> dict[int, float]:
        """As `seen_shares`."""
        key = (*eye.tolist(), heading_rad, *sorted(not_in_the_way))
        view = self._views.get(key)
        if view is None:
            view = self._look_around(eye, heading_rad, frozenset(not_in_the_way))
            if len(self._views) >= _VIEWS_KEPT:
                self._views.clear()
            self._views[key] = view
        return dict(view)

    def _look_around(
        self, eye: np.ndarray, heading_rad: float | None, not_in_the_way: frozenset[int]
    ) -> dict[int, float]:
        if not self._targets:
            return {}
        surface = Surface(self._boxes, eye)
        points, owners = surface.points, surface.owners
        free = np.arange(len(points))  # indices of the points in free view
        if heading_rad is not None:
            x, y = (points - eye)[:, :2].T
            off = np.abs((np.arctan2(y, x) - heading_rad + np.pi) % (2 * np.pi) - np.pi)
            free = np.flatnonzero(off <= self._settings.field_of_view_rad / 2 + 1e-9)
        if self._walls is None or self._rooms is None:
            free = self._not_hidden(eye, points, owners, free, not_in_the_way)
        else:
            looks = Looks(self._walls, eye, points[surface.first, :2])
            free = free[looks.may_arrive()[surface.column[free]]]
            free = self._not_hidden(eye, points, owners, free, not_in_the_way)
            asked, of = np.unique(surface.column[free], return_inverse=True)
            free = free[looks.arrive(asked, self._rooms[owners[surface.first[asked]]])[of]]
        total = np.bincount(owners, minlength=len(self._targets))
        seen = np.bincount(owners[free], minlength=len(self._targets))
        return {node.id: float(seen[k] / total[k]) for k, node in enumerate(self._targets)}

    def _not_hidden(
        self, eye: np.ndarray, points: np.ndarray, owners: np.ndarray, free: np.ndarray, not_in_the_way: frozenset[int]
    ) -> np.ndarray:
        """Those of the points with these indices that no object hides."""
        free = free[np.argsort(bearings := _bearings(points[free] - eye), kind="stable")]
        bearings = np.sort(bearings)
        to_box = self._hiders.centers - eye
        away_squared = (to_box**2).sum(axis=1)
        reach_squared = self._hiders.radii_squared + TOUCH_M
        starts, ends = _sectors(bearings, to_box, np.sqrt(reach_squared))
        looks = points[free] - eye
        lengths_squared = np.maximum((looks**2).sum(axis=1), 1e-12)
        on = np.ones(len(free), dtype=bool)
        order = np.flatnonzero(~self._hiders.hold(eye))  # what one stands in hides nothing
        for k in order[np.argsort(away_squared[order])].tolist():  # the nearest hide most
            id, box = self._hiding[k]
            asked = _ring(on, starts[k], ends[k])
            if id in not_in_the_way or not len(asked):
                continue
            along = looks[asked] @ to_box[k]  # looks that pass the ball around the box by need no closer test
            part = np.clip(along / lengths_squared[asked], 0.0, 1.0)
            passing_squared = away_squared[k] - 2 * part * along + part**2 * lengths_squared[asked]
            asked = asked[passing_squared <= reach_squared[k]]
            if len(asked):
                asked = asked[~self._seen_in(id, box)[owners[free[asked]]]]
                on[asked[_crosses(box, eye, points[free[asked]])]] = False
        return free[on]

    def _seen_in(self, id: int, box: Box) -> np.ndarray:
        """(N,) bool over the targets: the object itself, and what stands in it."""
        if id not in self._exempt:
            exempt = np.zeros(len(self._targets), dtype=bool)
            exempt[_around(box, self._targets, self._boxes.centers)] = True
            if id in self._rows:
                exempt[self._rows[id]] = True
            self._exempt[id] = exempt
        return self._exempt[id]


def _bearings(offsets: np.ndarray) -> np.ndarray:
    return np.arctan2(offsets[:, 1], offsets[:, 0])


def _sectors(bearings: np.ndarray, to_ball: np.ndarray, radii: np.ndarray) -> tuple[list[int], list[int]]:
    """Which of the looks may meet each ball.

    Args:
        bearings: (P,) of looks, rad, rising.
        to_ball: (N, 3) from the eye to the balls' centres, m.
        radii: (N,) m.

    Returns:
        Per ball the first look and the one after the last; the first is the larger one across the back.
    """
    middle, away = _bearings(to_ball), np.hypot(*to_ball[:, :2].T)
    half = np.arcsin(np.minimum(radii / np.maximum(away, 1e-9), 1.0)) + 1e-6
    low, high = middle - half, middle + half
    starts = np.searchsorted(bearings, np.where(low < -np.pi, low + 2 * np.pi, low), "left")
    ends = np.searchsorted(bearings, np.where(high > np.pi, high - 2 * np.pi, high), "right")
    across = (low < -np.pi) | (high > np.pi)
    around = (radii >= away) | (across & (starts == ends))  # above or below the eye, or no look passes beside
    return np.where(around, 0, starts).tolist(), np.where(around, len(bearings), ends).tolist()


def _ring(on: np.ndarray, start: int, end: int) -> np.ndarray:
    """Indices of those that are on from `start` to before `end`, by way of the last one where `start` is larger."""
    if start <= end:
        return np.flatnonzero(on[start:end]) + start
    return np.concatenate([np.flatnonzero(on[:end]), np.flatnonzero(on[start:]) + start])


def _into(box: Box, points: np.ndarray) -> np.ndarray:
    """(N, 3) map points in the box's own axes, from its centre."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    return (points - box.center) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _out_of(box: Box, local: np.ndarray) -> np.ndarray:
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    return local @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + box.center


def _within(box: Box, points: np.ndarray) -> np.ndarray:
    return (np.abs(_into(box, points)) <= box.extents / 2 + TOUCH_M).all(axis=1)


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
    steps = (np.arange(PER_SIDE) + 0.5) / PER_SIDE - 0.5
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
    half = box.extents / 2 - TOUCH_M  # to touch is not to pass through
    if (half <= 0).any():
        half = np.maximum(half, TOUCH_M / 10)
    safe = np.where(np.abs(along) < 1e-12, 1e-12, along)
    one, two = (-half - start) / safe, (half - start) / safe
    enter = np.minimum(one, two).max(axis=1)
    leave = np.maximum(one, two).min(axis=1)
    lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
    return (enter < leave) & (leave > 0) & (enter < 1 - TOUCH_M / lengths)


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
