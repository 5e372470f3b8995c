"""How well one thing stands in a relation to another or to somebody: grades in 0 … 1 beside the yes or no of `scene`.

A definite singular ("the lamp left of the bed") takes the best candidate; a plural takes those for which the relation
holds. The grades order candidates; which relation holds is decided by `SituatedScene` alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from situated_qa.geometry import Box
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.perception.categories import facts_of
from situated_qa.scene import relations
from situated_qa.scene.distances import surface_distances
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.doors import doors_of
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint, as_faced, bearing_of

NO_ID = -1
"""Of a node that stands for somebody's body and is in no graph."""
_UPRIGHT = {"on": 1, "above": 1, "below": -1, "support": -1}  # on which side of the reference's middle it must lie
_MIRRORED = {"left": "right", "right": "left"}
_AS_SEEN = {
    "front left": "back left", "front right": "back right", "back left": "front left", "back right": "front right",
}  # fmt: skip
"""A viewer's front is beyond a thing; what people call its front is the side towards them."""
_NEAR_M = 1.0  # the distance at which "near" has lost two thirds of its grade
_SIDE_REACH_M = 6.0
_ELSEWHERE = 0.3
"""Factor of the grade of a thing in another room: "on my left" means this side of the wall where it can."""
_HELD = 0.3
"""The same for "next to" of what it stands on, and of what stands on it."""
_UNDER = 0.6
"""The grade of what is as high as "above" or "below" says, right beside what it is told by; less further off."""
_FACING_RAD = math.radians(45.0)
_ABOUT_AS_NEAR_M = 0.5  # straight at a side, before what is nearer and beside that
_STRAIGHT_RAD = math.radians(25.0)  # of what is immediately at a side
_OPPOSITE_RAD = math.radians(30.0)  # to either side of where somebody looks
_AT_A_WALL_M = 1.0
_BEFORE_LAST_M = 0.5  # what stands so much before the last thing is beside it


def to_view(
    scene: SituatedScene, view: Viewpoint, ids: Sequence[int], relation: str, faced: ObjectNode | None = None
) -> tuple[dict, set[int]]:
    """Grades of a relation to somebody, and the ids for which it holds.

    Args:
        faced: the thing that they look at: "facing the shelf, the book on the left" is one of several that it holds.
    """
    seen = scene if view is scene.viewpoint else replace(scene, viewpoint=view)
    nodes = [scene.graph.by_id[i] for i in ids]
    if relation == "opposite":
        return _across(scene, view, scene.room_at(view.position), (0.0, 0.0, math.tan(_OPPOSITE_RAD)), ids)
    holds = seen.related_to_agent(nodes, relation) if nodes else set()
    away = {node.id: seen.agent_distances[node.id] for node in nodes}
    if relation in ("near", "within reach"):
        return {i: math.exp(-d / _NEAR_M) for i, d in away.items()}, holds
    angle = bearing_of(relation)
    if angle is None:
        return {i: float(i in holds) for i in ids}, holds
    elsewhere = _elsewhere(scene, scene.room_at(view.position), nodes)
    found = {
        node.id: _side_grade(view.bearing_rad(node.box.center) - angle, away[node.id])
        * (_ELSEWHERE if node.id in elsewhere else 1.0)
        for node in nodes
    }
    held = set() if faced is None else scene.related(nodes, faced, "on") | scene.related(nodes, faced, "in")
    if relation in _MIRRORED and len(held) > 1:
        sign = 1 if relation == "left" else -1
        ordered = sorted(held, key=lambda i: sign * view.bearing_rad(scene.graph.by_id[i].box.center))
        found = {i: (ordered.index(i) + 1) / len(held) if i in held else _HELD * found[i] for i in found}
        holds = (holds & held) | {ordered[-1]}
    return found, holds


def _elsewhere(scene: SituatedScene, here: str, nodes: Sequence[ObjectNode]) -> set[int]:
    """Ids of what is in another room; a door, in whose room it may be recorded or stand open, is in both of its own."""
    away = {node.id for node in nodes if here and node.room and node.room != here}
    leaves = away and any(scene.graph.by_id[i].category.split()[-1] == "door" for i in away)
    return away - doors_of(scene.graph, here) if leaves else away


def to_object(
    scene: SituatedScene, reference: ObjectNode, ids: Sequence[int], relation: str, seen_by: Viewpoint | None = None
) -> tuple[dict, set[int]]:
    """Grades of a relation to an object, and the ids for which it holds.

    Args:
        seen_by: whose sides are meant; None: those by the object's own front, else the asker's.
    """
    if relation == "opposite":
        view = outlook(scene, reference)
        if view is None:
            return {}, set()
        x, y = _level(view, reference.box)
        room = reference.room or scene.room_at(reference.box.center)
        return _across(scene, view, room, (x.max(), np.abs(y).max(), 0.0), [i for i in ids if i != reference.id])
    if seen_by is None and as_faced(reference):
        relation = _MIRRORED.get(relation, relation)
    if seen_by is not None or reference.front is None:
        relation = _AS_SEEN.get(relation, relation)
    angle = bearing_of(relation)
    sided = scene
    if angle is not None:
        frame = "object" if seen_by is None else "viewer"
        if frame == "viewer" or reference.front is None:
            frame = "facing" if relation in ("front", "back") else "viewer"
        sided = replace(scene, reference_frame=frame, viewpoint=seen_by or scene.viewpoint)
    nodes = [scene.graph.by_id[i] for i in ids if i != reference.id]
    if angle is not None or relation in ("near", "within reach"):
        beside = _beside(scene, nodes, reference, sided=angle is not None)
        on_it = [] if beside or angle is None else _beside(scene, nodes, reference, sided=False)
        nodes = beside or on_it  # where all are on it, "left of the desk" is loosely the left part of it
    else:
        on_it = []
    holds = sided.related(nodes, reference, relation) if nodes and not on_it else set()
    if not nodes:
        return {}, holds
    away = dict(zip((n.id for n in nodes), surface_distances(reference, nodes).tolist(), strict=True))
    if angle is not None:
        view = Viewpoint(reference.box.center, sided.heading_at(reference)[0])
        return {n.id: _side_grade(view.bearing_rad(n.box.center) - angle, away[n.id]) for n in nodes}, holds
    closeness = {i: math.exp(-d / _NEAR_M) for i, d in away.items()}
    if relation in ("near", "within reach"):
        held = scene.related(nodes, reference, "on") | scene.related(nodes, reference, "support")
        return {i: grade * (_HELD if i in held else 1.0) for i, grade in closeness.items()}, holds
    lies = _UPRIGHT.get(relation, 0)  # what lies on a table is not even loosely below it
    off = {n.id for n in nodes if lies * (n.box.center[2] - reference.box.center[2]) < 0}
    loosely = {i: 0.3 * closeness[i] for i in closeness}
    if relation in ("above", "below"):  # "the desk under the window" stands before the wall that the window is in
        pairs = ((n, reference) if relation == "above" else (reference, n) for n in nodes)
        gaps = {n.id: upper.box.bottom - lower.box.top for n, (upper, lower) in zip(nodes, pairs, strict=True)}
        loosely |= {
            i: _UNDER * math.exp(-math.sqrt(max(away[i] ** 2 - gap**2, 0.0)) / _NEAR_M)
            for i, gap in gaps.items()
            if gap >= 0.0
        }
    return {i: 1.0 if i in holds else 0.0 if i in off else loosely[i] for i in closeness}, holds


def _beside(
    scene: SituatedScene, nodes: Sequence[ObjectNode], reference: ObjectNode, *, sided: bool
) -> list[ObjectNode]:
    """Those that people may mean by "beside it": in no other room, and of its sides, neither on it nor in it."""
    around = [node for node in nodes if not (node.room and reference.room) or node.room == reference.room]
    held = scene.related(around, reference, "on") | scene.related(around, reference, "in") if sided else set()
    return [node for node in around if node.id not in held]


def outlook(scene: SituatedScene, node: ObjectNode) -> Viewpoint | None:
    """From a thing, where it faces; else away from the wall that it stands at; None where it stands at none."""
    if node.front is not None:
        return Viewpoint(node.box.center, math.atan2(node.front[1], node.front[0]))
    name = node.room or scene.room_at(node.box.center)
    room = next((room for room in scene.graph.rooms if room.name == name), None)
    if room is None:
        return None
    (low, high), (own_low, own_high) = room.box.axis_aligned(), node.box.axis_aligned()
    gaps = [*(own_low - low)[:2], *(high - own_high)[:2]]
    side = int(np.argmin(gaps))
    return Viewpoint(node.box.center, side * math.pi / 2) if gaps[side] < _AT_A_WALL_M else None


def _across(
    scene: SituatedScene, view: Viewpoint, name: str, strip: tuple[float, float, float], ids: Sequence[int]
) -> tuple[dict, set[int]]:
    """Grades of being across a room from a view, and the ids for which it holds.

    Those are opposite that lie in the strip before it and are turned towards it, or are the last in it, beyond the
    middle of the room; what stands on something that is not does not count.

    Args:
        name: of the room; "" where it is not known.
        strip: how far ahead it begins and half of its width there, m, and by how much that grows with each m.
    """
    start, half, spread = strip
    boxes = {room.name: room.box for room in scene.graph.rooms}
    ahead_of = {}
    for node in scene.graph.objects:
        ahead, left = _level(view, node.box)
        there = (node.room or scene.room_at(node.box.center)) == name and node.id not in scene.structural
        wide = half + spread * (ahead.mean() - start)
        if there and ahead.mean() > start and left.min() < wide and left.max() > -wide:
            ahead_of[node.id] = (ahead, left)
    ends = [_level(view, boxes[name])] if name in boxes else ahead_of.values()
    end = max((ahead.max() for ahead, _ in ends), default=0.0)
    last = max(ahead_of.values(), key=lambda sides: sides[0].max(), default=None)
    line = end if last is None else last[0].min() - _BEFORE_LAST_M
    heading = np.array([math.cos(view.heading_rad), math.sin(view.heading_rad)])
    grades = {}
    for i, sides in ahead_of.items():
        (ahead, left), front = (side.mean() for side in sides), scene.graph.by_id[i].front
        turned = front is not None and heading @ front < -math.cos(_FACING_RAD)
        if turned or ahead > (start + end) / 2 and sides[0].max() > line:
            grades[i] = (1.0 if turned else 0.7) * math.exp(-abs(left) - ahead / _SIDE_REACH_M)
    carriers = {i: scene.graph.by_id[i].supporter for i in grades}
    grades = {i: grade for i, grade in grades.items() if i in ids and carriers[i] in (None, *grades)}
    return grades, set(grades)


def _level(view: Viewpoint, box: Box) -> np.ndarray:
    """(2, 4) a box's corners seen from above, ahead and to the left of a viewer, m."""
    corners = np.column_stack([box.footprint(), np.zeros(4)])
    return view.to_viewer(corners)[:, :2].T


def overlooked(scene: SituatedScene, ids: Sequence[int]) -> set[int]:
    """Those that nobody means by "the thing in front of me": what stands on another one, rugs under it, windows."""
    nodes = [scene.graph.by_id[i] for i in ids]
    rugs = {node.id for node in nodes if facts_of(node.category).always_flat or node.category == "window"}
    standing = (scene.related(nodes, node, "on") for node in nodes if node.id not in rugs)
    found = rugs.union(*standing)
    return found if len(found) < len(ids) else set()


def first_met(scene: SituatedScene, ids: Sequence[int], relation: str) -> list[int]:
    """Those at a side of the asker that one would bump into there; all of them where nothing is straight there."""
    bearing = bearing_of(relation)
    if bearing is None:
        return list(ids)
    lesser, straight, hit = overlooked(scene, ids), [], []
    for i in ids:
        corners = np.column_stack([scene.graph.by_id[i].box.footprint(), np.full(4, scene.viewpoint.position[2])])
        off = [wrap_angle(scene.viewpoint.bearing_rad(corner) - bearing) for corner in corners]
        ahead = min(off) < 0.0 < max(off) and max(off) - min(off) < math.pi
        hit += [i] if ahead else []
        straight += [i] if ahead or min(map(abs, off)) <= _STRAIGHT_RAD else []
    straight = [i for i in straight if i not in lesser] or straight
    away = scene.agent_distances
    nearest = min((away[i] for i in straight), default=math.inf)
    return [i for i in straight if i in hit and away[i] <= nearest + _ABOUT_AS_NEAR_M] or straight or list(ids)


def between(scene: SituatedScene, a: ObjectNode, b: ObjectNode, ids: Sequence[int]) -> tuple[dict, set[int]]:
    """Grades of standing between two objects: how near to the middle of the line, and the ids for which it holds."""
    nodes = [scene.graph.by_id[i] for i in ids if i not in (a.id, b.id)]
    if NO_ID in (a.id, b.id):
        holds = {node.id for node in nodes if relations.between(node, a, b, scene.settings)}
    else:
        holds = scene.between(nodes, a, b) if nodes else set()
    start, end = a.box.center[:2], b.box.center[:2]
    length = max(float(np.linalg.norm(end - start)), 0.1)
    grades = {}
    for node in nodes:
        offset = node.box.center[:2] - start
        along = float(offset @ (end - start)) / length**2
        aside = float(np.linalg.norm(offset - along * (end - start))) / length
        inside = 1.0 - abs(2.0 * min(max(along, -0.5), 1.5) - 1.0) / 2.0
        # What is strictly between comes before what is not, in the middle before at an end.
        grades[node.id] = 0.5 * max(0.0, inside * (1.0 - aside)) + (0.5 if node.id in holds else 0.0)
    return grades, holds


def facing(nodes: Sequence[ObjectNode], goal: np.ndarray) -> tuple[dict[int, float], set[int]]:
    """Grades of being turned towards a (2,) map point, by the front of each node, and the ids for which it holds."""
    grades = {}
    for node in nodes:
        offset = goal - node.box.center[:2]
        away = math.hypot(*offset)
        ahead = 0.0 if node.front is None or away < 1e-6 else float(offset @ node.front) / away
        grades[node.id] = max(0.0, ahead)
    return grades, {i for i, grade in grades.items() if grade >= math.cos(_FACING_RAD)}


def _side_grade(off_rad: float, away_m: float) -> float:
    """1 straight to the side and close; what is beside the side or far away less."""
    straight = max(0.0, math.cos(off_rad))
    return straight * math.exp(-max(away_m, 0.0) / _SIDE_REACH_M)
