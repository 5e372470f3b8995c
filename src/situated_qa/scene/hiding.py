"""What hides what: boxes between an eye and the points it looks at.

Boxes say too much of things that are mostly air: of a table or desk only the top hides anything, chairs, plants, lamps
and glass hide nothing, and what stands in an open shelf is not hidden by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.faces import PER_SIDE, TOUCH_M, Boxes
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.structure import is_structural

_TOP_ONLY = frozenset({"table", "desk", "counter", "bench", "console", "island"})
_TOP_SHARE = 0.25  # of a table's height: top and frame
_AIRY = frozenset(
    {"chair", "stool", "armchair", "plant", "lamp", "light", "chandelier", "window", "glass", "rug", "carpet", "mat"}
    | {"rack", "stand", "ladder", "railing", "mirror", "picture", "painting", "poster", "person", "fan", "easel"}
)
_DOORS = frozenset({"door", "doorway", "doorframe"})
_INSIDE_SHARE = 0.5  # of a thing's box within another's: it stands in it, and may be seen in it


class Hiders:
    """The objects of a graph that hide others, made once for any number of eyes.

    Attributes:
        boxes: the parts of them that nobody sees through.
    """

    def __init__(
        self, nodes: Sequence[ObjectNode], plan: FloorPlan | None, targets: Sequence[ObjectNode], at: Boxes
    ) -> None:
        """
        Args:
            nodes: all objects.
            plan: None where walls and doors themselves have to hide.
            targets: what is looked at.
            at: the targets' boxes.
        """
        hiding = [(node.id, _hiding(node, plan)) for node in nodes]
        self._hiding = [(id, box) for id, box in hiding if box is not None]
        self.boxes = Boxes([box for _, box in self._hiding])
        self._rows = {node.id: row for row, node in enumerate(targets)}
        self._targets = at
        self._exempt: dict[int, np.ndarray] = {}  # by id of what hides: rows of what is seen in it all the same

    def leave(
        self, eye: np.ndarray, points: np.ndarray, owners: np.ndarray, not_in_the_way: frozenset[int], rows: np.ndarray
    ) -> np.ndarray:
        """Which points no object hides.

        Args:
            eye: (3,) map frame, m.
            points: (P, 3) map frame, m.
            owners: (P,) row of the target that each is on.
            not_in_the_way: ids of objects that hide nothing.
            rows: (K,) rows of `boxes` that may hide some of the points.

        Returns:
            (P,) bool.
        """
        looks = points - eye
        bearings = _bearings(looks)
        order = np.argsort(bearings, kind="stable")
        bearings, looks, points, owners = bearings[order], looks[order], points[order], owners[order]
        boxes = self.boxes.some(rows)
        to_box = boxes.centers - eye
        away_squared = (to_box**2).sum(axis=1)
        reach_squared = boxes.radii_squared + TOUCH_M
        starts, ends = _sectors(bearings, to_box, np.sqrt(reach_squared))
        lengths_squared = np.maximum((looks**2).sum(axis=1), 1e-12)
        on = np.ones(len(points), dtype=bool)
        asking = np.flatnonzero(~boxes.hold(eye))  # what one stands in hides nothing
        for k in asking[np.argsort(away_squared[asking])].tolist():  # the nearest hide most
            id, box = self._hiding[rows[k]]
            asked = _ring(on, starts[k], ends[k])
            if id in not_in_the_way or not len(asked):
                continue
            along = looks[asked] @ to_box[k]  # looks that pass the ball around the box by need no closer test
            part = np.clip(along / lengths_squared[asked], 0.0, 1.0)
            passing_squared = away_squared[k] - 2 * part * along + part**2 * lengths_squared[asked]
            asked = asked[passing_squared <= reach_squared[k]]
            if len(asked):
                asked = asked[~self._seen_in(id, box)[owners[asked]]]
                on[asked[_crosses(box, eye, points[asked])]] = False
        left = np.empty(len(on), dtype=bool)
        left[order] = on
        return left

    def _seen_in(self, id: int, box: Box) -> np.ndarray:
        """(N,) bool over the targets: the object itself, and what stands in it."""
        if id not in self._exempt:
            exempt = np.zeros(len(self._rows), dtype=bool)
            exempt[_around(box, self._targets)] = True
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
    """(..., 3) map points in the box's own axes, from its centre."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    return (points - box.center) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


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


def _around(box: Box, others: Boxes) -> np.ndarray:
    """(K,) rows of the boxes that stand in one: at least half of the points in theirs lie within it."""
    low, high = box.axis_aligned()
    rows = np.flatnonzero(((others.centers >= low) & (others.centers <= high)).all(axis=1))
    steps = (np.arange(PER_SIDE) + 0.5) / PER_SIDE - 0.5
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    local = grid * others.extents[rows, None]
    c, s = others.cos[rows, None], others.sin[rows, None]
    placed = np.stack(
        [c * local[..., 0] - s * local[..., 1], s * local[..., 0] + c * local[..., 1], local[..., 2]], axis=-1
    )
    within = (np.abs(_into(box, placed + others.centers[rows, None])) <= box.extents / 2 + TOUCH_M).all(axis=-1)
    return rows[within.mean(axis=1) >= _INSIDE_SHARE]


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
