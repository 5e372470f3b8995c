"""What can be seen from a place: rays from an eye to the surfaces of objects, stopped by other objects and by walls.

Objects hide what is behind them (`occlusion.py`). Walls are those of the floor plan (`looks.py`). Without one, wall and
door objects stop looks where there are any. What no look from the eye gets to is left out first (`portals.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.scene.faces import Boxes, Surface
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.looks import Looks, Walls
from situated_qa.scene.occlusion import Occluders
from situated_qa.scene.portals import Prospect
from situated_qa.scene.structure import is_structural
from situated_qa.settings import check_settings, setting

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
    return Sight.of(graph, settings).shares(eye, heading_rad=heading_rad, not_in_the_way=not_in_the_way)


class Sight:
    """What can be seen in one graph, from anywhere; what depends on the graph alone is worked out once."""

    def __init__(self, graph: SceneGraph, settings: SightSettings | None = None) -> None:
        self._settings = settings or SightSettings()
        self._targets = [node for node in graph.objects if not is_structural(node.category)]
        self._boxes = Boxes([node.box for node in self._targets])
        self._occluders = Occluders(graph.objects, graph.floor_plan, self._targets, self._boxes)
        self._walls = None if graph.floor_plan is None else Walls.of(graph.floor_plan)
        self._rooms = None if graph.floor_plan is None else _room_indices(graph.floor_plan, self._targets)
        if self._walls is not None:
            self._near = self._walls.near(*self._boxes.bounds())
            self._near_occluders = self._walls.near(*self._occluders.boxes.bounds())
        self._views: dict[tuple[object, ...], dict[int, float]] = {}

    @classmethod
    def of(cls, graph: SceneGraph, settings: SightSettings | None = None) -> Sight:
        """The sight of a graph, made at the first call for it and these settings."""
        key = ("sight", settings or SightSettings())
        sight = graph.derived.get(key)
        if not isinstance(sight, Sight):
            sight = graph.derived[key] = cls(graph, settings)
        return sight

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
        shares = dict.fromkeys((node.id for node in self._targets), 0.0)
        rows, hiders = np.arange(len(self._targets)), np.arange(len(self._occluders.boxes.centers))
        prospect = None if self._walls is None else self._walls.prospect(eye)
        if prospect is not None:
            rows = np.flatnonzero(_in(prospect, self._boxes, self._near, eye))
            hiders = np.flatnonzero(_in(prospect, self._occluders.boxes, self._near_occluders, eye))
        if not len(rows):
            return shares
        surface = Surface(self._boxes.some(rows), eye)
        points, owners = surface.points, rows[surface.owners]
        free = np.arange(len(points))  # indices of the points in free view
        if heading_rad is not None:
            x, y = (points - eye)[:, :2].T
            off = np.abs((np.arctan2(y, x) - heading_rad + np.pi) % (2 * np.pi) - np.pi)
            free = np.flatnonzero(off <= self._settings.field_of_view_rad / 2 + 1e-9)
        if self._walls is None or self._rooms is None:
            free = free[self._occluders.leave(eye, points[free], owners[free], not_in_the_way, hiders)]
        else:
            looks = Looks(self._walls, eye, points[surface.first, :2])
            sure = looks.surely_arrive()
            may = sure.copy()
            may[~sure] = looks.may_arrive(np.flatnonzero(~sure), prospect)
            free = free[may[surface.column[free]]]
            free = free[self._occluders.leave(eye, points[free], owners[free], not_in_the_way, hiders)]
            asked = np.unique(surface.column[free])
            asked = asked[~sure[asked]]
            may[asked] = looks.arrive(asked, self._rooms[owners[surface.first[asked]]])
            free = free[may[surface.column[free]]]
        total = np.bincount(surface.owners, minlength=len(rows))
        seen = np.bincount(surface.owners[free], minlength=len(rows))
        for row, share in zip(rows.tolist(), (seen / total).tolist(), strict=True):
            shares[self._targets[row].id] = share
        return shares


def _in(prospect: Prospect, boxes: Boxes, near: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """(N,) bool: which boxes looks from an eye may touch.

    Args:
        near: (N, R) bool: the regions that looks at each box may be in before.
    """
    offset = boxes.centers[:, :2] - eye[:2]
    radius, away = np.hypot(*boxes.extents[:, :2].T) / 2, np.hypot(*offset.T)
    half = np.where(radius < away, np.arcsin(np.minimum(radius / np.maximum(away, 1e-9), 1.0)), np.pi)
    toward = prospect.toward(np.arctan2(offset[:, 1], offset[:, 0]), half)
    return np.asarray((near[:, prospect.regions] & toward).any(axis=1))


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
