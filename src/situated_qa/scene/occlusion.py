"""Occlusion: boxes between an eye and the points it looks at.

The boxes of some things are mostly air: of a table or desk only the top hides anything, chairs, plants, lamps and glass
hide nothing, and what stands in an open shelf is not hidden by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.categories import DOOR, NOTHING, TOP, facts_of
from situated_qa.scene.faces import PER_SIDE, TOUCH_M, Boxes
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode

_TOP_SHARE = 0.25  # of a table's height: top and frame
_INSIDE_SHARE = 0.5  # of a thing's box within another's: it stands in it, and may be seen in it
_AT_ONCE = 16000  # pairs of a look and a box


class Occluders:
    """The objects of a graph that hide others, made once for any number of eyes.

    Attributes:
        boxes: the opaque parts of them.
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
        hiding_parts = [(id, box) for id, box in hiding if box is not None]
        self.boxes = Boxes([box for _, box in hiding_parts])
        self._ids = np.array([id for id, _ in hiding_parts], dtype=np.int64)
        self._targets = at
        self._seen_in = np.zeros((len(self._ids), len(targets)), dtype=bool)  # targets that are seen in a hider
        self._known = np.zeros(len(self._ids), dtype=bool)  # whether that was asked of the hider yet
        rows = {node.id: row for row, node in enumerate(targets)}
        for number, id in enumerate(self._ids.tolist()):
            if id in rows:
                self._seen_in[number, rows[id]] = True  # nothing hides itself

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
        order = np.argsort(bearings := _bearings(looks), kind="stable")
        lengths = np.maximum(np.linalg.norm(looks, axis=1), 1e-9)[order]
        x, y, z = looks[order].T
        boxes = self.boxes.some(rows)
        to_box = boxes.centers - eye
        radii = np.sqrt(boxes.radii_squared + TOUCH_M)
        starts, counts = _sectors(bearings[order], to_box, radii)
        # What one stands in hides nothing.
        asking = (counts > 0) & ~boxes.hold(eye) & ~np.isin(self._ids[rows], list(not_in_the_way))
        asking_rows = np.flatnonzero(asking)
        asking_rows = asking_rows[np.argsort((to_box[asking_rows] ** 2).sum(axis=1))]  # the nearest hide most
        at, half = boxes.local(eye), _solid_halves(boxes.extents)
        on = np.ones(len(points), dtype=bool)
        for some in np.split(asking_rows, _cuts(counts[asking_rows])):
            hider = np.repeat(some, counts[some])
            within = np.arange(len(hider)) - np.repeat(np.cumsum(counts[some]) - counts[some], counts[some])
            look = np.repeat(starts[some], counts[some]) + within
            look = np.where(look >= len(points), look - len(points), look)
            asked = np.flatnonzero(on[look])
            hider, look = hider[asked], look[asked]
            c, s = boxes.cos[hider], boxes.sin[hider]
            along = (c * x[look] + s * y[look], c * y[look] - s * x[look], z[look])
            crossing = np.flatnonzero(_crosses(at[hider], half[hider], along, lengths[look]))
            hider, look = hider[crossing], look[crossing]
            on[look[~self._exempt(rows[hider], owners[order[look]])]] = False
        left = np.empty(len(on), dtype=bool)
        left[order] = on
        return left

    def _exempt(self, rows: np.ndarray, owners: np.ndarray) -> np.ndarray:
        """(P,) bool: which targets a hider never hides: the object itself, and what stands in it.

        Args:
            rows: (P,) of the hiders.
            owners: (P,) rows of the targets.
        """
        new = np.unique(rows[~self._known[rows]])
        if len(new):
            hider, target = self._standing_in(new)
            self._seen_in[hider, target] = True
            self._known[new] = True
        return np.asarray(self._seen_in[rows, owners])

    def _standing_in(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of a hider among (K,) rows and a target in it: at least half of the points in its box lie within."""
        boxes, targets = self.boxes.some(rows), self._targets
        low, high = boxes.bounds()
        bottom, top = (boxes.centers[:, 2] + side * boxes.extents[:, 2] / 2 for side in (-1, 1))
        low, high = np.column_stack([low, bottom])[:, None], np.column_stack([high, top])[:, None]
        one, two = np.nonzero(((targets.centers >= low) & (targets.centers <= high)).all(axis=2))
        steps = (np.arange(PER_SIDE) + 0.5) / PER_SIDE - 0.5
        grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
        points = targets.some(two).placed(grid * targets.extents[two, None])
        inside = np.abs(boxes.some(one).local(points)) <= boxes.extents[one, None] / 2 + TOUCH_M
        stands = inside.all(axis=2).mean(axis=1) >= _INSIDE_SHARE
        return rows[one[stands]], two[stands]


def _bearings(offsets: np.ndarray) -> np.ndarray:
    return np.arctan2(offsets[:, 1], offsets[:, 0])


def _sectors(bearings: np.ndarray, to_ball: np.ndarray, radii: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which of the looks may meet each ball.

    Args:
        bearings: (P,) of looks, rad, rising.
        to_ball: (N, 3) from the eye to the balls' centers, m.
        radii: (N,) m.

    Returns:
        (N,) the first look, and (N,) how many from there on, by way of the last to the first again.
    """
    middle, away = _bearings(to_ball), np.hypot(*to_ball[:, :2].T)
    half = np.arcsin(np.minimum(radii / np.maximum(away, 1e-9), 1.0)) + 1e-6
    low, high = middle - half, middle + half
    starts = np.searchsorted(bearings, np.where(low < -np.pi, low + 2 * np.pi, low), "left")
    ends = np.searchsorted(bearings, np.where(high > np.pi, high - 2 * np.pi, high), "right")
    across = (low < -np.pi) | (high > np.pi)
    around = (radii >= away) | (across & (starts == ends))  # above or below the eye, or no look passes beside
    counts = ends - starts + np.where(across & (starts > ends), len(bearings), 0)
    return np.where(around, 0, starts), np.where(around, len(bearings), np.maximum(counts, 0))


def _cuts(counts: np.ndarray) -> np.ndarray:
    """Where to cut a row of counts so that each part sums up to about `_AT_ONCE`."""
    return np.flatnonzero(np.diff(np.cumsum(counts) // _AT_ONCE)) + 1


def _solid_halves(extents: np.ndarray) -> np.ndarray:
    """(N, 3) half of the boxes' sides, m, less the touching tolerance: a look may touch a box."""
    half = extents / 2 - TOUCH_M
    return np.where((half <= 0).any(axis=1, keepdims=True), np.maximum(half, TOUCH_M / 10), half)


def _crosses(
    at: np.ndarray, half: np.ndarray, along: tuple[np.ndarray, np.ndarray, np.ndarray], lengths: np.ndarray
) -> np.ndarray:
    """(P,) bool: whether looks pass through boxes before they arrive; each of its own box.

    Args:
        at: (P, 3) the eye in the boxes' own axes, from their centers, m.
        half: (P, 3) half of the boxes' sides, m.
        along: three times (P,): the looks in the boxes' own axes, m.
        lengths: (P,) of the looks, m.
    """
    enter, leave = np.full(len(lengths), -np.inf), np.full(len(lengths), np.inf)
    for axis in range(3):
        safe = np.where(np.abs(along[axis]) < 1e-12, 1e-12, along[axis])
        middle, reach = -at[:, axis] / safe, half[:, axis] / np.abs(safe)
        enter, leave = np.maximum(enter, middle - reach), np.minimum(leave, middle + reach)
    return (enter < leave) & (leave > 0) & (enter < 1 - TOUCH_M / lengths)


def _hiding(node: ObjectNode, plan: FloorPlan | None) -> Box | None:
    """The opaque part of an object's box; None where there is none."""
    facts = facts_of(node.category)
    open_door = facts.part_of_building == DOOR and node.attributes.get("state", "closed") == "open"
    if facts.hides == NOTHING or open_door or facts.part_of_building and plan is not None:
        return None
    if facts.hides == TOP:
        height = node.box.extents[2] * _TOP_SHARE
        return Box(
            np.array([*node.box.center[:2], node.box.top - height / 2]),
            np.array([*node.box.extents[:2], height]),
            node.box.yaw,
        )
    return node.box
