"""Questions about a furnished room, asked from two poses, with truth worked out from the room itself.

The geometry here is this module's own: it must not share a mistake with the tools that answer. Only questions are asked
whose answer does not hang on where exactly "left" ends or a distance is measured to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box, Transform
from situated_qa.sim.apartments import FurnishedRoom, PlacedObject
from situated_qa.sim.judging import Truth
from situated_qa.sim.trajectories import Tour

_SIDES = {"front": 0.0, "left": np.pi / 2, "behind": np.pi, "right": -np.pi / 2}
_OPPOSITE = {"front": "behind", "behind": "front", "left": "right", "right": "left"}
_WELL_INSIDE_RAD = np.radians(40.0)  # the middle lies this near the side's direction: inside under any reading
_WELL_OUTSIDE_RAD = np.radians(115.0)  # and this far from it: outside under any reading
_EDGE_RAD = np.radians(8.0)  # no corner comes nearer to the border between two sides
_DISTANCE_MARGIN_M = 0.5
_TOLERANCE_M = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class DemoQuestion:
    """One question, where it is asked from, and what is true there."""

    id: str
    question: str
    kind: str
    T_map_base: Transform  # the asker: x forward
    pose: int  # index of that pose: 0 the tour's last, 1 the other
    truth: Truth


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The room as seen from a pose."""

    room: FurnishedRoom
    T_map_base: Transform

    def all(self, category: str) -> list[PlacedObject]:
        return [item for item in self.room.objects if item.category == category]

    def local(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) map points in the asker's frame: x ahead, y left, m."""
        return (points - self.T_map_base.t[:2]) @ self.T_map_base.R[:2, :2]

    def off(self, box: Box, side: str) -> tuple[float, float, float]:
        """Angle between a side's direction and the box's middle, its nearest and its farthest corner, rad, 0 … π."""
        points = np.vstack([self.local(box.center[None, :2]), self.local(box.footprint())])
        bearing = np.arctan2(points[:, 1], points[:, 0])
        angle = np.abs((bearing - _SIDES[side] + np.pi) % (2 * np.pi) - np.pi)
        return float(angle[0]), float(angle[1:].min()), float(angle[1:].max())

    def clearly(self, box: Box, side: str) -> bool | None:
        """True: on that side by any reading. False: not. None: it depends."""
        middle, nearest, farthest = self.off(box, side)
        if middle <= _WELL_INSIDE_RAD and farthest <= np.pi / 2 - _EDGE_RAD:
            return True
        if middle >= _WELL_OUTSIDE_RAD and nearest >= np.pi / 2 + _EDGE_RAD:
            return False
        return None

    def reach(self, box: Box) -> tuple[float, float]:
        """Horizontal distance to the box's nearest edge and to its middle, m."""
        c, s = np.cos(box.yaw), np.sin(box.yaw)
        to = (self.T_map_base.t[:2] - box.center[:2]) @ np.array([[c, -s], [s, c]])
        nearest = np.linalg.norm(np.maximum(np.abs(to) - box.extents[:2] / 2, 0.0))
        return float(nearest), float(np.linalg.norm(to))


def demo_questions(room: FurnishedRoom, tour: Tour, count: int = 10) -> list[DemoQuestion]:
    """Questions from the tour's last pose and from that pose on it which, turned well away, gives the best ones.

    Where there is one, the first question from both poses is the same and its answer is not.

    Args:
        count: how many, half of them from each pose; kinds alternate as far as the room allows.

    Raises:
        SceneError: the room does not give that many unambiguous questions.
    """
    last = tour.T_map_base[-1]
    best: tuple[_Score, list[_Entry], list[_Entry], Transform] | None = None
    for T_map_base in tour.T_map_base:
        turned = abs((T_map_base.yaw_rad() - last.yaw_rad() + np.pi) % (2 * np.pi) - np.pi)
        if turned < np.radians(80):
            continue
        shared = _changing(_View(room, last), _View(room, T_map_base))
        here = _choose(_View(room, last), [a for a, _ in shared], -(-count // 2), (), _MAKERS)
        there = _choose(_View(room, T_map_base), [b for _, b in shared], count // 2, here, _MAKERS[::-1])
        kinds = {kind for _, kind, _ in here + there}
        big = sum(any(name in entry[0] for name in _LANDMARKS[:5]) for entry, _ in shared)
        score = (len(here) + len(there), len(shared) + big, len(kinds), sum(k in _SITUATED for _, k, _ in here + there))
        if best is None or score > best[0]:
            best = score, here, there, T_map_base
    if best is None or best[0][0] < count:
        raise SceneError(f"seed {room.seed}: only {best[0][0] if best else 0} unambiguous questions, wanted {count}")
    _, here, there, second = best
    both = [(last, 0, entry) for entry in here] + [(second, 1, entry) for entry in there]
    return [
        DemoQuestion(f"q{number}", text, kind, pose, index, truth)
        for number, (pose, index, (text, kind, truth)) in enumerate(both, start=1)
    ]


_Entry = tuple[str, str, Truth]
_Score = tuple[int, int, int, int]
_SITUATED = ("side count", "side yes", "side no", "behind", "direction", "either")


def _changing(one: _View, other: _View) -> list[tuple[_Entry, _Entry]]:
    """At most one question whose answer differs between the two poses."""
    elsewhere = {entry[0]: entry for entry in _either(other)}
    for entry in _either(one):
        if entry[0] in elsewhere and elsewhere[entry[0]][2].text != entry[2].text:
            return [(entry, elsewhere[entry[0]])]
    return []


def _choose(
    view: _View, given: list[_Entry], count: int, asked: Sequence[_Entry], makers: Sequence[_Maker]
) -> list[_Entry]:
    """The given ones, then one of each kind in turn until there are enough; none that was asked before.

    Landmarks take turns too: of what a kind offers, that which names the landmark used least so far is taken.
    """
    chosen = list(given)
    pools = [list(maker(view)) for maker in makers]
    while len(chosen) < count and any(pools):
        for pool in pools:
            texts = [text for text, _, _ in (*chosen, *asked)]
            fresh = [entry for entry in pool if entry[0] not in texts]
            if not fresh or len(chosen) >= count:
                pool.clear()
                continue
            uses = {name: sum(name in text for text in texts) for name in _LANDMARKS}
            entry = min(fresh, key=lambda entry: sum(uses[name] for name in _LANDMARKS if name in entry[0]))
            chosen.append(entry)
            pool.remove(entry)
    return chosen


_Questions = Iterator[tuple[str, str, Truth]]
_Maker = Callable[[_View], _Questions]
_LANDMARKS = ("couch", "refrigerator", "bed", "tv", "dining table", "laptop", "teddy bear")


def _unique(view: _View) -> Iterator[PlacedObject]:
    for category in _LANDMARKS:
        items = view.all(category)
        if len(items) == 1:
            yield items[0]


def _side_count(view: _View) -> _Questions:
    for category, plural in (("chair", "chairs"), ("potted plant", "plants")):
        for side in ("left", "right"):
            verdicts = [view.clearly(item.box, side) for item in view.all(category)]
            if verdicts and None not in verdicts and any(verdicts):
                number = sum(map(bool, verdicts))
                truth = Truth("count", str(number), low=number, high=number)
                yield f"How many {plural} are on my {side}?", "side count", truth


def _color(view: _View) -> _Questions:
    for item in _unique(view):
        if item.color and item.category in ("couch", "bed"):
            others = tuple({o.color for o in view.room.objects if o.color} - {item.color})
            text = f"What color would you say the {item.category} is?"
            yield text, "color", Truth("names", item.color, (item.color,), others)


def _side_yes(view: _View) -> _Questions:
    for item in _unique(view):
        for side in ("left", "right"):
            if view.clearly(item.box, side):
                yield f"Is there a {item.category} on my {side}?", "side yes", Truth("yes-no", "yes", ("yes",))


def _side_no(view: _View) -> _Questions:
    for item in _unique(view):
        for side in ("right", "left"):
            if view.clearly(item.box, side) is False:
                yield f"Is the {item.category} on my {side}?", "side no", Truth("yes-no", "no", ("no",))


def _either(view: _View) -> _Questions:
    for item in _unique(view):
        for side in ("left", "right"):
            if view.clearly(item.box, side):
                truth = Truth("names", side, (side,), (_OPPOSITE[side],))
                yield f"Is the {item.category} on my left or on my right?", "either", truth


def _behind(view: _View) -> _Questions:
    clear = {item.id: view.clearly(item.box, "behind") for item in view.room.objects}
    accept = {item.category for item in view.room.objects if clear[item.id]}
    possible = {item.category for item in view.room.objects if clear[item.id] is not False}
    reject = {item.category for item in view.room.objects} - possible
    if accept & {"couch", "bed", "refrigerator", "tv", "dining table"}:
        yield "What is behind me?", "behind", Truth("names", " or ".join(sorted(accept)), tuple(accept), tuple(reject))


def _closer(view: _View) -> _Questions:
    items = list(_unique(view))
    for a in items:
        for b in items:
            if a.id >= b.id:
                continue
            near_a, mid_a = view.reach(a.box)
            near_b, mid_b = view.reach(b.box)
            # The same by nearest edge and by middle, so it does not matter which one is measured.
            if max(near_a - near_b, mid_a - mid_b) <= -_DISTANCE_MARGIN_M:
                winner, loser = a, b
            elif min(near_a - near_b, mid_a - mid_b) >= _DISTANCE_MARGIN_M:
                winner, loser = b, a
            else:
                continue
            truth = Truth("choice", winner.category, (winner.category,), (loser.category,))
            yield f"Which is closer to me, the {a.category} or the {b.category}?", "closer", truth


def _on_top(view: _View) -> _Questions:
    tables = view.all("dining table")
    if len(tables) == 1:
        there = {item.category for item in view.room.objects if item.supporter == tables[0].id}
        absent = {item.category for item in view.room.objects} - there - {"dining table"}
        if there:
            truth = Truth("set", " and ".join(sorted(there)), tuple(sorted(there)), tuple(sorted(absent)))
            yield "What is on the dining table?", "on top", truth


def _distance(view: _View) -> _Questions:
    for item in _unique(view):
        nearest, middle = view.reach(item.box)
        if nearest >= 1.0 and middle - nearest <= 0.6:
            text = f"{nearest:.1f} m to its edge, {middle:.1f} m to its middle"
            truth = Truth("distance", text, low=nearest - _TOLERANCE_M, high=middle + _TOLERANCE_M)
            yield f"How far is the {item.category} from me in meters?", "distance", truth


def _direction(view: _View) -> _Questions:
    for item in _unique(view):
        for side in _SIDES:
            if view.clearly(item.box, side):
                truth = Truth("names", side, (side,), (_OPPOSITE[side],))
                yield f"In which direction is the {item.category} from me?", "direction", truth


def _count(view: _View) -> _Questions:
    for category, plural in (("couch", "couches"), ("bed", "beds"), ("potted plant", "potted plants")):
        number = len(view.all(category))
        text = f"How many {plural} have you come across in here?"  # no pattern reads it: the model is asked
        yield text, "count", Truth("count", str(number), low=number, high=number)


def _exists(view: _View) -> _Questions:
    for category, present in (("laptop", True), ("toilet", False), ("tv", True), ("bicycle", False)):
        if bool(view.all(category)) == present:
            word = "yes" if present else "no"
            yield f"Is there a {category} in the room?", "exists", Truth("yes-no", word, (word,))


_MAKERS: tuple[_Maker, ...] = (
    _side_yes, _color, _closer, _exists, _behind, _side_no, _direction, _distance, _on_top, _count, _side_count,
)  # fmt: skip
"""In the order of asking; the second pose goes through them backwards, so that both together cover all kinds."""
