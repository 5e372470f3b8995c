"""Conditions on a noun: relations to somebody, to things and to rooms, what can be seen, exclusion, not, or."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_names import DIRECTIONS
from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.scene.structure import is_structural
from situated_qa.situated.language import grades
from situated_qa.situated.language.base import NotKnown
from situated_qa.situated.language.phrases import the, who
from situated_qa.situated.language.spots import Spots
from situated_qa.situated.language.values import WALLS, Condition, Hour, Reason, Room, RoomName, Things, View, those
from situated_qa.situated.walls import off_box, walls_of

_BODY_M = (0.4, 0.4, 1.7)  # length, width and height of somebody who stands
_HIDDEN = {"in": "into", "below": "under"}  # where a camera does not look, and how one would have to look


RELATION_OF = {
    "left": "left", "right": "right", "front": "front", "behind": "back", "near": "near", "reach": "within reach",
    "on": "on", "inside": "in", "above": "above", "below": "below", "carrying": "support", "higher": "higher than",
    "lower": "lower than", "opposite": "opposite",
}  # fmt: skip
"""The relation of `scene.relation_table` that a function names."""


def _of_sides(name: str, meaning: str, example: str) -> Callable[..., Condition]:
    """A function for a side of somebody or something."""

    def function(self: Conditions, of: View | Things, seen_by: View | None = None) -> Condition:
        return self._relation(RELATION_OF[name], of, seen_by)

    return _documented(function, meaning, example)


def _relation_to(name: str, of: Any, meaning: str, example: str) -> Callable[..., Condition]:
    """A function for a relation to somebody or something.

    Args:
        of: the types of its argument.
    """

    def function(self: Conditions, of: Any) -> Condition:
        return self._relation(RELATION_OF[name], of)

    function.__annotations__ = {"of": of, "return": Condition}
    return _documented(function, meaning, example)


def _documented(function: Callable[..., Condition], meaning: str, example: str) -> Callable[..., Condition]:
    function.__doc__ = f"{meaning}\n\nExample: {example}"
    return function


class Conditions(Spots):
    """Functions that make conditions."""

    left = _of_sides(
        "left",
        "On the left of somebody or something; whose left of a thing is meant: its own, or as somebody sees it.",
        'where(the("lamp", left(me)))',
    )
    right = _of_sides("right", "On the right.", 'count(every("chair", right(the("desk"))))')
    front = _of_sides("front", "In front of.", 'color(the("table", front(me)))')
    behind = _of_sides("behind", "Behind.", 'name(the("thing", behind(me)))')

    def clock(self, hour: Hour, of: View | Things) -> Condition:
        """At an hour of a clock face around somebody or something; 12 is straight ahead.

        Example: state(the("door", clock(3, me)))
        """
        return self._relation(f"{hour} o'clock", of)

    near = _relation_to("near", View | Things, "Near, next to, by, close to.", 'color(the("lamp", near(the("bed"))))')
    reach = _relation_to("reach", View | Things, "Within an arm's reach.", 'exists(every("cup", reach(me)))')
    on = _relation_to("on", Things, "On top of a thing; hanging on a wall.", 'name(every("thing", on(the("table"))))')
    inside = _relation_to("inside", Things, "Inside a thing.", 'name(every("thing", inside(the("box"))))')
    above = _relation_to("above", View | Things, "Above.", 'the("picture", above(the("couch")))')
    below = _relation_to("below", View | Things, "Below, under.", 'exists(every("box", below(the("desk"))))')
    carrying = _relation_to(
        "carrying", Things, "Supporting a thing: with it on top.", 'material(the("table", carrying(the("vase"))))'
    )
    higher = _relation_to("higher", Things, "Higher up than a thing.", 'count(every("picture", higher(the("lamp"))))')
    opposite = _relation_to(
        "opposite",
        View | Things,
        "Across the free space that somebody or something faces; where a front is not known, away from the wall.",
        'name(every("thing", opposite(the("couch"))))',
    )
    lower = _relation_to("lower", Things, "Lower down than a thing.", 'count(every("picture", lower(the("lamp"))))')

    def between(self, a: Things | View, b: Things | View | None = None) -> Condition:
        """Between two things or somebody and a thing; without the second, between two of the first.

        Said: between {a}[ and {b}]
        Example: where(the("lamp", between(the("bed"), the("door"))))
        """
        first = self._end(a)
        if b is not None:
            second, words = self._end(b), f"between {who(a)} and {who(b)}"
            if isinstance(a, Things) and isinstance(b, Things) and first.room != second.room:
                first = self._one_in(a, {second.room})
                second = second if first.room == second.room else self._one_in(b, {first.room})
        else:
            if isinstance(a, View):
                raise NotKnown(Reason.NOT_UNDERSTOOD, f"I do not understand between {a.words} and what.")
            if len(a.ids) < 2:
                raise NotKnown(Reason.NOT_THERE, f"I know of one {a.noun} only, so nothing is between two.", a.ids)
            second, words = self._scene.graph.by_id[a.ids[1]], f"between {the(a)}"
        ends = tuple(end.id for end in (first, second) if end.id in self._scene.graph.by_id)
        return _graded(words, lambda ids: grades.between(self._scene, first, second, ids), ends, beside_object=True)

    def facing(self, of: View | Things) -> Condition:
        """Turned towards somebody or something, by its own front.

        Said: facing {of}
        Example: count(every("chair", facing(the("desk"))))
        """
        goal, ids = self._center(of)[:2], of.ids if isinstance(of, Things) else ()
        by_id = self._scene.graph.by_id
        return _graded(
            f"facing {who(of)}",
            lambda of_these: grades.facing(self._nodes(of_these), goal),
            ids,
            beside_object=True,
            doubt="which way it faces",
            undecided=lambda of_these: {i for i in of_these if by_id[i].front is None},
        )

    def in_room(self, room: Room | RoomName) -> Condition:
        """In a room.

        Said: in {room}
        Example: count(every("chair", in_room("kitchen")))
        """
        name = self._room_named(room)
        there = {node.id for node in self._scene.graph.objects if self._room_around(node) == name}
        return replace(those(f"in the {name}", there), room=name)

    def _everywhere(self) -> Condition:
        """In "this room", where the map knows of no rooms: a map of one room has none."""
        self._note("the map is not divided into rooms, so all that it holds is meant")
        return those("here", {node.id for node in self._scene.graph.objects})

    def visible(self, view: View | Things | Room) -> Condition:
        """In somebody's sight; from a thing or the middle of a room, all around.

        Said: in [the sight of {view}|your sight]
        Example: name(every("thing", visible(me)))
        """
        if isinstance(view, View):
            seen, words = self._in_sight(view), "in your sight" if view.is_me else f"in the sight of {view.words}"
            return self._behind_no_wall(words, seen, self._scene.room_at(view.viewpoint.position))
        with self._as_tools_know():
            seen = {item.id for item in self._tools.visible_from(self._place(view))}
        around = view.name if isinstance(view, Room) else self._room_around(self._node(view))
        return self._behind_no_wall(f"in sight from {who(view)}", seen, around)

    def but(self, things: Things) -> Condition:
        """Other than these things.

        Said: other than {things}
        Example: where(the("chair", but(it)))
        """
        return those(f"other than {the(things)}", set(self._scene.graph.by_id) - set(things.ids))

    def among(self, things: Things) -> Condition:
        """One of these things.

        Said: among {things}
        Example: count(every("chair", among(them), color="black"))
        """
        return those("among those", set(things.ids))

    def no(self, condition: Condition) -> Condition:
        """Not so.

        Said: not {condition}
        Example: count(every("cup", no(on(the("table")))))
        """

        def holds(ids: tuple[int, ...]) -> set[int]:
            return set(ids) - condition.holds(ids) - _undecided(condition, ids)

        # A thing that nearly satisfies a condition does not satisfy its opposite a little: there are no grades.
        words, grade = f"not {condition.words}", lambda ids: dict.fromkeys(holds(ids), 1.0)
        return replace(Condition(words, grade, holds), look=condition.look, doubt=condition.doubt,
                       undecided=condition.undecided, strict=True)  # fmt: skip

    def any_of(self, first: Condition, second: Condition, *more: Condition) -> Condition:
        """At least one of several conditions.

        Said: {or first second}
        Example: count(every("chair", any_of(left(me), behind(me))))
        """
        conditions = (first, second, *more)
        rooms = {c.room for c in conditions}

        def holds(ids: tuple[int, ...]) -> set[int]:
            return set().union(*(c.holds(ids) for c in conditions))

        return Condition(
            " or ".join(item.words for item in conditions),
            lambda ids: {i: max(c.grade(ids).get(i, 0.0) for c in conditions) for i in ids},
            holds,
            tuple(dict.fromkeys(i for c in conditions for i in c.ids)),
            beside_object=all(c.beside_object for c in conditions),
            look=next((c.look for c in conditions if c.look), ""),
            doubt=next((c.doubt for c in conditions if c.doubt), ""),
            undecided=lambda ids: set().union(*(_undecided(c, ids) for c in conditions)) - holds(ids),
            room=rooms.pop() if len(rooms) == 1 else "",
            strict=any(c.strict for c in conditions),
        )

    # --- inside ------------------------------------------------------------------------------------------------------

    def _end(self, of: Things | View) -> ObjectNode:
        """A thing, or the body of somebody as one."""
        if isinstance(of, Things):
            return self._node(of)
        center = of.viewpoint.position + np.array([0.0, 0.0, _BODY_M[2] / 2])
        return ObjectNode(grades.NO_ID, "person", Box(center, np.array(_BODY_M)), center)

    def _relation(self, relation: str, of: View | Things, seen_by: View | None = None) -> Condition:
        if isinstance(of, View):
            words = told_to_asker(relation) if of.is_me else f"{told_to_object(relation)} {of.words}"
            faced = self._scene.graph.by_id.get(of.ids[-1]) if of.ids else None
            judge = partial(grades.to_view, self._scene, of.viewpoint, relation=relation, faced=faced)
            return _graded(words, judge, relation_to_me=relation if of.is_me else "")
        beside = relation == "near" and of.noun in WALLS and walls_of(self._scene.graph) is not None
        if of.building is not None and (relation == "on" or beside):
            return self._on_building(of, of.building, beside=beside)
        nodes = self._nodes(self._some(of).ids)
        if relation == "opposite" and nodes[0].front is None:
            self._note_outlook(of, nodes[0])
        if relation in DIRECTIONS and seen_by is None:
            self._note_whose(of, nodes[0])
        elif relation in DIRECTIONS:
            self._note(f"the sides of the {of.noun} are meant as {seen_by.words if seen_by else 'you'} see it")
        eye = seen_by.viewpoint if seen_by is not None else None

        def grade(ids: tuple[int, ...]) -> dict[int, float]:
            found: dict[int, float] = {}
            for node in nodes:
                for i, g in grades.to_object(self._scene, node, ids, relation, eye)[0].items():
                    found[i] = max(g, found.get(i, 0.0))
            return found

        def holds(ids: tuple[int, ...]) -> set[int]:
            return set().union(*(grades.to_object(self._scene, node, ids, relation, eye)[1] for node in nodes))

        words = f"{told_to_object(relation)} {the(of)}"
        hidden = f"{_HIDDEN[relation]} {the(of)}" if relation in _HIDDEN else ""
        on_wall = relation == "on" and of.noun in WALLS
        return Condition(words, grade, holds, of.ids, beside_object=True, hidden=hidden, of_unnamed=on_wall,
                         relation=relation)  # fmt: skip

    def _behind_no_wall(self, words: str, seen: set[int], around: str) -> Condition:
        """What is seen from a room; of things in other rooms one cannot tell where the map holds no walls."""
        graph = self._scene.graph
        walled = graph.floor_plan is not None or any(is_structural(node.category) for node in graph.objects)
        rooms = {i: self._room_around(graph.by_id[i]) for i in seen} if around and not walled else {}
        beyond = {i for i, room in rooms.items() if room not in ("", around)}
        doubt = "whether a wall is in the way, because the map holds none"
        return replace(those(words, seen - beyond), doubt=doubt, undecided=lambda ids: beyond.intersection(ids))

    def _note_outlook(self, of: Things, node: ObjectNode) -> None:
        """Tells what "opposite" means of a thing whose front is not known.

        Raises:
            NotKnown: it stands at no wall either.
        """
        if grades.outlook(self._scene, node) is None:
            text = f"I do not know which way {the(of)} faces, and so not what is opposite."
            raise NotKnown(Reason.NOT_OBSERVED, text, (node.id,))
        self._note(f"which way {the(of)} faces is not known; opposite was taken as away from its wall")

    def _in_sight(self, view: View) -> set[int]:
        """Ids of what is seen from a view; not of what somebody stands in or sits on, which hides nothing either."""
        position = view.viewpoint.position
        eye, own = self._tools._eye("me" if view.is_me else tuple(float(v) for v in position))
        own = [*own, *(node.id for node in self._scene.graph.objects if _stands_in(position, node))]
        return set(self._scene.in_view(eye, view.viewpoint.heading_rad, own))


def _graded(
    words: str, judge: Callable[[tuple[int, ...]], tuple[dict, set[int]]], ids: tuple[int, ...] = (), **more: Any
) -> Condition:
    """A condition from what tells the grades and who satisfies it at once."""
    return Condition(words, lambda ids: judge(ids)[0], lambda ids: judge(ids)[1], ids, **more)


def _undecided(condition: Condition, ids: tuple[int, ...]) -> set[int]:
    """The things of which it was not observed whether they satisfy a condition."""
    return condition.undecided(ids) if condition.undecided is not None else set()


def _stands_in(position: np.ndarray, node: ObjectNode) -> bool:
    """Whether a (3,) map point lies over a thing's box and not above its top."""
    beside = off_box(node.box, position[None, :2]).any()
    return not beside and node.box.bottom <= position[2] + 1e-6 < node.box.top
