"""Places that are no things of the map: the corners, walls and floors of rooms, and the parts of things."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Literal

import numpy as np

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.perception.categories import facts_of
from situated_qa.scene.distances import surface_distances
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import the
from situated_qa.situated.language.values import WALLS, Condition, Reason, Things
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.told_things import ends_of
from situated_qa.situated.viewpoint import bearing_of, reach_m, thin_axis
from situated_qa.situated.walls import (
    AGAINST_M,
    OF_WALL_RAD,
    OFF_THE_FLOOR_M,
    Wall,
    away_from_corner_m,
    corners_of,
    gap_behind,
    is_fixed_to_walls,
    walls_at,
    walls_of,
)

_IN_CORNER_M = 0.5  # between a thing and the corner that it stands in
_NEAR_CORNER_M = 2.0  # no grade is left beyond this
_IN_LINE_M = 0.5  # two stretches of wall in one line, as a pillar or a chimney leaves them, are one wall
_AT_PART_M = 1.0  # from a thing to what is at an end of it
_END = 0.4  # of half its length: what lies further out than this is at the end
_AT_A_WALL = ("near", "support", "back", "in")  # of a wall to what is on it or stands against it
_LEVEL_M = 0.12  # what stands so much higher than all below stands on the next board


class Spots(LanguageBase):
    """Functions over corners and walls of rooms, and parts of things."""

    def in_corner(self) -> Condition:
        """In a corner of its room.

        Said: in a corner
        Example: name(every("thing", in_corner()))
        """
        graph = self._scene.graph
        corners = lru_cache(maxsize=None)(lambda room: corners_of(graph, room))

        def away_m(i: int) -> float:
            node = graph.by_id[i]
            of_room = corners(self._room_around(node))
            return away_from_corner_m(of_room, node.box) if len(of_room) else float("inf")

        return Condition(
            "in a corner",
            lambda ids: {i: max(0.0, 1.0 - away_m(i) / _NEAR_CORNER_M) for i in ids},
            lambda ids: {i for i in ids if away_m(i) <= _IN_CORNER_M},
        )

    def along_wall(self, of: Things) -> Condition:
        """On the wall that a thing is on, or against it.

        Said: on the same wall as {of}
        Example: color(the("picture", along_wall(the("window"))))
        """
        return self._at_wall(of, "same", lambda a, b: _along(a, b, 0.0) and abs(a.offset_m - b.offset_m) <= _IN_LINE_M)

    def opposite_wall(self, of: Things) -> Condition:
        """On the wall opposite the one that a thing is on, or against it.

        Said: on the wall opposite {of}
        Example: name(every("picture", opposite_wall(the("couch"))))
        """
        return self._at_wall(of, "opposite", lambda a, b: _along(a, b, math.pi))

    def at_part(self, of: Things, part: Literal["head", "foot", "end", "top", "bottom", "middle"]) -> Condition:
        """At an end of a thing; on its top, middle or bottom board.

        The head of a bed is where its back is; of a thing whose front is not known, both ends of its length count.

        Said: at the {part} of {of}
        Example: color(the("pillow", at_part(the("bed"), "head")))
        """
        node = self._node(of)
        if part in ("top", "bottom", "middle"):
            return self._on_board(of, node, part)
        ends = ends_of(node, part)
        if ends is None:
            text = f"I do not know which end of {the(of)} is its {part}."
            raise NotKnown(Reason.NOT_OBSERVED, text, (node.id,))

        def off_m(i: int) -> float:
            """From an end to the middle of a thing beyond it or beside it; infinite where it is not at one."""
            other = self._scene.graph.by_id[i]
            if i == node.id or self._room_around(other) != self._room_around(node):
                return math.inf
            away = [_off_end_m(node, other, way) for way in ends]
            return min(away) if surface_distances(node, [other])[0] <= _AT_PART_M or other.box.bottom > node.box.top \
                else math.inf  # fmt: skip

        return Condition(
            f"at the {part} of {the(of)}",
            lambda ids: {i: math.exp(-off_m(i)) for i in ids},
            lambda ids: {i for i in ids if off_m(i) < _AT_PART_M},
            (node.id,),
            beside_object=True,
        )

    # --- inside ------------------------------------------------------------------------------------------------------

    def _at_wall(self, of: Things, which: str, fits: Callable[[Wall, Wall], bool]) -> Condition:
        node = self._node(of)
        own = walls_at(self._scene.graph, node)[:1]
        if not own:
            raise NotKnown(Reason.NOT_OBSERVED, f"I do not know at which wall {the(of)} is.", (node.id,))
        room = self._room_around(node)

        def grade(ids: tuple[int, ...]) -> dict[int, float]:
            grades = {}
            for other in self._nodes(ids):
                there = self._room_around(other) == room and other is not node
                walls = walls_at(self._scene.graph, other) if there else []
                at = next((n for n, wall in enumerate(walls) if fits(wall, own[0])), None)
                grades[other.id] = 0.0 if at is None else 1.0 / (1 + at)
            return grades

        words = f"on the same wall as {the(of)}" if which == "same" else f"on the wall opposite {the(of)}"
        return Condition(words, grade, lambda ids: {i for i, g in grade(ids).items() if g}, (node.id,),
                         beside_object=True)  # fmt: skip

    def _on_building(self, of: Things, conditions: Sequence[Condition], *, beside: bool = False) -> Condition:
        """On a wall or the floor, where none is stored: what people put there, and what its conditions hold for.

        Args:
            beside: against the wall: what stands on the floor there.
        """
        wall = of.noun in WALLS
        fits = is_fixed_to_walls if wall else _reaches_the_floor
        nodes = [node for node in self._scene.graph.objects if fits(node) or (beside and _reaches_the_floor(node))]
        standing = self._standing_on_things(nodes)
        nodes = [node for node in nodes if node.id not in standing]
        here = self._scene.room_at(self._scene.viewpoint.position)
        if here and any(condition.relation_to_me for condition in conditions):  # "the wall behind me" is of this room
            nodes = [node for node in nodes if node.room in ("", here)]
        of_things = {self._scene.graph.by_id[i].room for condition in conditions for i in condition.ids} - {""}
        if of_things:  # "the wall behind the tv" is of its room
            nodes = [node for node in nodes if node.room in ("", *of_things)]
        there = {node.id for node in nodes}

        at_side, by_id = partial(_against_wall_at if beside else _on_wall_at, self._scene), self._scene.graph.by_id

        def holds(ids: tuple[int, ...]) -> set[int]:
            held = [at_side(c, ids) if wall and c.relation_to_me else c.holds(ids) for c in conditions]
            if wall:
                by_wall = [self._on_wall_of(c, ids) for c in conditions]
                held = [own if of is None else of for of, own in zip(by_wall, held, strict=True)]
            if beside and not any(c.relation_to_me for c in conditions):
                held.append(_against_wall_at(self._scene, None, ids) | {i for i in ids if is_fixed_to_walls(by_id[i])})
            return set.intersection(there & set(ids), *held)

        kind = "what is usually fixed to a wall" if wall else "what reaches down to the floor"
        kind += " or reaches down to the floor" if beside else ""
        what = "walls" if wall else "floors"
        self._note(f"{what} are not stored as objects: {kind} and stands on nothing was taken")
        words = f"{'against' if beside else 'on'} the {of.noun} {of.where}".strip()
        return Condition(words, lambda ids: dict.fromkeys(holds(ids), 1.0), holds, of_unnamed=wall)

    def _on_wall_of(self, condition: Condition, ids: tuple[int, ...]) -> set[int] | None:
        """Those on the wall that a condition tells by what is at it: "the wall with the door", "behind the bed".

        Returns:
            None where it tells no wall so, or that thing's wall is not known.
        """
        by_id = self._scene.graph.by_id
        at_it = [by_id[i] for i in condition.ids if condition.relation in _AT_A_WALL]
        at_it = [node for node in at_it if walls_at(self._scene.graph, node)]
        things = (Things((node.id,), node.category, definite=True) for node in at_it)
        found = {i for thing in things for i in self.along_wall(thing).holds(ids)}
        return found | {node.id for node in at_it}.intersection(ids) if at_it else None

    def _on_board(self, of: Things, node: ObjectNode, part: str) -> Condition:
        """On a board of a shelf: the highest or the lowest with something on it, or one between."""
        held: set[int] = set()
        for shelf in self._nodes((node.id, *of.others)):  # "the rack" is the one that has boards with something on them
            others = [other for other in self._scene.graph.objects if other is not shelf]
            held = held or {i for how in ("on", "in") for i in self._scene.related(others, shelf, how) if others}
        if not held:
            raise NotKnown(Reason.NOT_OBSERVED, f"I know of nothing on the boards of {the(of)}.", (node.id,))
        heights = sorted((self._scene.graph.by_id[i].box.bottom, i) for i in held)
        boards: list[list[int]] = []
        for at, (bottom, i) in enumerate(heights):
            if not at or bottom - heights[at - 1][0] > _LEVEL_M:
                boards.append([])
            boards[-1].append(i)
        chosen = {"top": boards[-1:], "bottom": boards[:1], "middle": boards[1:-1] or boards[:1]}[part]
        there = {i for board in chosen for i in board}
        goal = float(np.mean([self._scene.graph.by_id[i].box.bottom for i in there])) if there else 0.0

        def grade(ids: tuple[int, ...]) -> dict[int, float]:
            off = {i: abs(self._scene.graph.by_id[i].box.bottom - goal) for i in ids}
            return {i: math.exp(-off[i]) if i in held else 0.0 for i in ids}

        words = f"on the {part} of {the(of)}"
        return Condition(words, grade, there.intersection, (node.id,), beside_object=True)


def _along(a: Wall, b: Wall, turned_rad: float) -> bool:
    return abs(wrap_angle(a.angle_rad - b.angle_rad - turned_rad)) <= OF_WALL_RAD / 2


def _off_end_m(node: ObjectNode, other: ObjectNode, way: np.ndarray) -> float:
    """From the end of a thing to the middle of another one, level, m; infinite where that is not at this end."""
    across = np.array([-way[1], way[0]])
    offset = other.box.center[:2] - node.box.center[:2]
    length, along = reach_m(node, way), float(offset @ way)
    if along < _END * length:
        return math.inf
    aside = max(0.0, abs(float(offset @ across)) - reach_m(node, across))
    return math.hypot(max(0.0, along - length) if along > length else 0.0, aside)


def _on_wall_at(scene: SituatedScene, condition: Condition, ids: tuple[int, ...]) -> set[int]:
    """Those on the wall at a side of the asker: all along it, also what hangs there far ahead.

    Args:
        condition: on the wall, relative to the asker.
        ids: of what is on walls; of one whose wall is not known, its own place decides.
    """
    bearing, held = bearing_of(condition.relation_to_me), condition.holds(ids)
    if bearing is None:
        return held
    for id in ids:
        towards = _to_its_wall(scene, scene.graph.by_id[id])
        if towards is not None:
            held = held | {id} if abs(wrap_angle(towards - bearing)) <= OF_WALL_RAD else held - {id}
    return held


def _against_wall_at(scene: SituatedScene, condition: Condition | None, ids: tuple[int, ...]) -> set[int]:
    """Those that stand against the wall at a side of the asker; without a condition, against any wall.

    Args:
        condition: relative to the asker.
    """
    walls, side = walls_of(scene.graph), bearing_of(condition.relation_to_me) if condition is not None else None
    if walls is None or (condition is not None and side is None):
        return set() if condition is None else condition.holds(ids)
    found, eye = set(), scene.viewpoint
    for node in (scene.graph.by_id[i] for i in ids):
        angles = [eye.heading_rad + side] if side is not None else [node.box.yaw + k * math.pi / 2 for k in range(4)]
        ways = [np.array([math.cos(angle), math.sin(angle)]) for angle in angles]
        ahead = side is None or float((node.box.center[:2] - eye.position[:2]) @ ways[0]) > 0.0
        gaps = (
            gap_behind(node.box.center[:2] + reach_m(node, way) * way, math.atan2(-way[1], -way[0]), walls)
            for way in ways
        )
        if ahead and min(gaps) <= AGAINST_M:
            found.add(node.id)
    return found


def _to_its_wall(scene: SituatedScene, node: ObjectNode) -> float | None:
    """The direction from the asker to the wall that a thing hangs on, at a right angle, rad; None where none tells."""
    eye, across = scene.viewpoint, thin_axis(node)
    if node.front is not None:
        return math.atan2(-node.front[1], -node.front[0]) - eye.heading_rad
    if across is None:
        return None
    x, y = node.box.center[:2] - eye.position[:2]
    away = math.cos(across) * x + math.sin(across) * y
    return across - eye.heading_rad + (0.0 if away >= 0 else math.pi)


def _reaches_the_floor(node: ObjectNode) -> bool:
    """Whether a thing, which is no part of the building, reaches down to the floor."""
    return node.box.bottom <= OFF_THE_FLOOR_M and not facts_of(node.category).part_of_building
