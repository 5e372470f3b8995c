"""Base of all tools: checked arguments, and a record of what was touched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.knowledge import normalise
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_names import AGENT_RELATIONS, DIRECTIONS, RELATIONS, canonical_relation
from situated_qa.scene.relation_table import BY_NAME, CONTACT, FIXED, HEIGHT, RELATION_TYPES
from situated_qa.situated.absence import Absence, Finding, Place, finding
from situated_qa.situated.categories import CategoryMatch
from situated_qa.situated.looker import Told
from situated_qa.situated.objects import SceneObject, objects_of, one_object, one_of, shown, texts_of
from situated_qa.situated.scene import SituatedScene

_FAR = ("far", *BY_NAME["far"].synonyms)  # "farthest" of a set, but a matter of meters between two objects
_RESTS = tuple(row.name for row in RELATION_TYPES if row.group in (CONTACT, FIXED, HEIGHT) and not row.of_asker)
_POINT_HELP = 'an object, a room\'s name, a point (x, y, z) in m, or "me"'


class ToolBase:
    """One frozen scene and viewpoint, and a record of what the tools were used for.

    Floors, walls and ceilings are objects like any other, but when a set holds other things too they are left out of
    `relate_agent` and of "closest", "near", "left" and similar relations. `filter(scene(), "wall")` returns them, and
    "on", "support" and the hanging relations consider them.

    Attributes:
        frame_used: whose axes "left" was last measured in: "viewer", "facing" or "object"; "" where no side or hour was
            asked for.
        last: ids that came back from, or were looked at by, the latest call of a tool other than `scene`.
        unproved: what was looked for, is not in the graph, and may be there all the same.
        notes: what the observation should tell, e.g. category matches that were not exact ("couch → sofa").
        deadline: `time.monotonic()` seconds after which a tool that takes long gives up.
        seen_when: how long ago the picture was taken that the latest attribute was told from; "" for all others.
        answered: what a program handed to `answer`; "" if it has not.
    """

    def __init__(self, scene: SituatedScene) -> None:
        self.situated_scene = scene
        self.frame_used = ""
        self.last: frozenset[int] = frozenset()
        self.notes: list[str] = []
        self.unproved: list[Finding] = []
        self.deadline = float("inf")
        self.answered = ""
        self.seen_when = ""

    @property
    def _objects(self) -> dict[int, SceneObject]:
        return self.situated_scene.objects

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """Keys of the attributes that this scene's objects carry, for the type stubs."""
        return tuple(sorted({key for node in self.situated_scene.graph.objects for key in node.attributes}))

    def _set(self, value: Any) -> list[SceneObject]:
        return objects_of(value, "object_set", self._objects)

    def _nodes(self, value: Any) -> list[ObjectNode]:
        return [self.situated_scene.node(item) for item in self._set(value)]

    def _one(self, value: Any, name: str) -> SceneObject:
        item = one_object(value, name, self._objects)
        self._touch([item.id])
        return item

    def _node(self, value: Any, name: str) -> ObjectNode:
        return self.situated_scene.node(self._one(value, name))

    def _references(self, value: Any) -> list[ObjectNode]:
        references = objects_of(value, "reference_object", self._objects)
        if not references:
            self._add_note("reference_object was an empty set, so nothing relates to it")
        if len(references) < len(self._objects):
            self._touch([item.id for item in references])
        return [self.situated_scene.node(item) for item in references]

    def _furnishings(self, nodes: list[ObjectNode], relation: str) -> list[ObjectNode]:
        """The nodes without floors, walls and ceilings, unless there is nothing else or the relation is about them."""
        if relation in _RESTS:
            return nodes
        furnishings = [node for node in nodes if node.id not in self.situated_scene.structural]
        return furnishings or nodes

    def _candidates(self, words: Any, reference: ObjectNode | None) -> list[tuple[str, str]]:
        """(as spelled, canonical) of every relation to test, to an object or (None) to the asker.

        "o'clock" and "far" stand for themselves; without words, the sides.
        """
        legal = AGENT_RELATIONS if reference is None else RELATIONS
        pairs = [(word, word) for word in DIRECTIONS] if words is None else []
        for word in [] if words is None else texts_of(words, "candidate_relations", '["left", "right"]'):
            plain = " ".join(word.lower().replace("’", "'").split())
            if plain in ("o'clock", "oclock", "clock"):
                pairs.append((word, "o'clock"))
            else:
                pairs.append((word, "far" if plain in _FAR else canonical_relation(word, legal)))
        for _, name in pairs:
            self._record_frame(reference, name)
        return pairs

    def _result(self, ids: Iterable[int]) -> set[SceneObject]:
        found = {self._objects[i] for i in ids}
        self._touch([item.id for item in found])
        return found

    def _touch(self, ids: list[int]) -> None:
        self.last = frozenset(ids)

    def _note(self, match: CategoryMatch) -> None:
        if not match.exact:
            self._add_note(match.note())
        if not match.categories:
            found = finding(self.situated_scene, [match.asked], Place())
            if found.absence is not Absence.NOT_THERE:
                self._add_note(f"that is not evidence: {found.reason}")
                self.unproved.append(found)

    def _tell(self, told: Told) -> str:
        """The answer of a look, with a note on where it is from."""
        self.seen_when = told.when
        self._add_note(told.remark)
        return told.answer

    def _add_note(self, note: str) -> None:
        if note and note not in self.notes:
            self.notes.append(note)

    def _record_frame(self, reference: ObjectNode | None, relation: str) -> None:
        """Keep whose sides were used, of a reference object or (None) of the asker, where the relation names one."""
        if relation.split()[0] in DIRECTIONS or relation.endswith("o'clock"):
            self.frame_used = "viewer" if reference is None else self.situated_scene.heading_at(reference)[1]

    @staticmethod
    def _is_me(value: Any) -> bool:
        return value is None or isinstance(value, str) and normalise(value) in ("me", "agent", "asker", "self", "i")

    @staticmethod
    def _is_point(value: Any) -> bool:
        return (
            isinstance(value, (list, tuple))
            and len(value) in (2, 3)
            and not any(isinstance(v, SceneObject) for v in value)
        )

    def _is_thing(self, value: Any) -> bool:
        """Whether an argument of a place is an object, or a set of one."""
        return not self._is_me(value) and not isinstance(value, str) and not self._is_point(value)

    def _point(self, value: Any, name: str) -> np.ndarray:
        """(3,) map frame, m, of an object, a room, a point or the asker."""
        if self._is_me(value):
            return self.situated_scene.viewpoint.position
        if isinstance(value, str):
            return self._room_center(self._room(value, name), name)
        if self._is_point(value):
            if not all(isinstance(v, (int, float)) and np.isfinite(v) for v in value):
                raise ToolError(f"{name} must be {_POINT_HELP}; got {value!r}")
            return np.array([*value, *[0.0] * (3 - len(value))], dtype=np.float64)
        if isinstance(value, (SceneObject, set, frozenset, list, tuple)):
            return self._node(value, name).box.center
        mend = f"; if that is an id, write object_of({value})" if type(value) is int else ""
        raise ToolError(f"{name} must be {_POINT_HELP}; got {shown(value)}{mend}")

    def _rooms(self) -> list[str]:
        graph = self.situated_scene.graph
        named = [room.name for room in graph.rooms] + list(graph.floor_plan.room_names if graph.floor_plan else ())
        return list(dict.fromkeys(named + sorted({item.room for item in self._objects.values() if item.room})))

    def _room(self, value: Any, name: str) -> str:
        known = self._rooms()
        if not known:
            raise ToolError(f"{name}={shown(value)}: rooms are not known here")
        spelled = {room.lower(): room for room in known}
        word = normalise(value) if isinstance(value, str) else ""
        alike = (
            [room for room in spelled if room == word]
            or [room for room in spelled if word and set(word.split()) <= set(room.split())]
            or rooms_like(word, spelled)
        )
        return spelled[alike[0] if len(alike) == 1 else one_of(value, name, list(spelled))]

    def _room_center(self, room: str, name: str) -> np.ndarray:
        """(3,) map frame, m: the middle of the room's box, else of its floor."""
        graph = self.situated_scene.graph
        for node in graph.rooms:
            if node.name == room:
                return node.box.center
        plan = graph.floor_plan
        if plan is not None and room in plan.room_names:
            cells = np.argwhere(plan.room_index == plan.room_names.index(room))
            if len(cells):
                return np.array([*plan.centers_of(cells).mean(axis=0), 0.0])
        raise ToolError(f"{name}: where the {room} begins and ends is not known, only what is in it")
