"""What the functions of the language share: the frozen scene, the values of earlier answers, and what was noted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.absence import Absence, Place, finding
from situated_qa.situated.language.values import Condition, Reason, Room, Things, Unknown, View
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

_REASONS = {
    Absence.NOT_THERE: Reason.NOT_THERE,
    Absence.NOT_SEEN: Reason.NOT_SEEN,
    Absence.CANNOT_NAME: Reason.CANNOT_NAME,
}


class LanguageBase:
    """One frozen scene, one asker.

    Attributes:
        notes: what the asker should be told: "couch → sofa", which chair was taken, whose left was meant.
    """

    def __init__(self, scene: SituatedScene, said_before: Sequence[Things] = ()) -> None:
        self._scene = scene
        self._before = tuple(said_before)  # the latest first
        self._tools = Tools(scene)
        self.notes: list[str] = []

    @cached_property
    def me(self) -> View:
        """The asker."""
        return View(self._scene.viewpoint, "you", is_me=True)

    @property
    def it(self) -> Things:
        """What the last answer was about.

        Raises:
            ToolError: nothing was asked before.
        """
        if not self._before:
            raise ToolError("I don't know what 'it' is: nothing was asked before")
        return self._before[0]

    def _node(self, things: Things) -> ObjectNode:
        """The one object that things stand for."""
        return self._scene.graph.by_id[things.ids[0]]

    def _nodes(self, ids: Sequence[int]) -> list[ObjectNode]:
        return [self._scene.graph.by_id[i] for i in ids]

    def _ordinary(self) -> tuple[int, ...]:
        """Every object but floors, walls and ceilings, in the order of ids."""
        structural = self._scene.structural
        return tuple(node.id for node in self._scene.graph.objects if node.id not in structural)

    def _note(self, text: str) -> None:
        if text and text not in self.notes:
            self.notes.append(text)

    def _room_named(self, room: Room | str) -> str:
        return self._tools._room(room.name if isinstance(room, Room) else room, "room")

    def _absent(self, noun: str, conditions: Sequence[Condition], rooms: Sequence[str]) -> Unknown:
        """Why there is nothing of a noun under these conditions."""
        lacking = next((c.missing for c in conditions if c.missing is not None), None)
        if lacking is not None:
            return lacking
        place = Place(
            tuple(dict.fromkeys((*rooms, *(c.room for c in conditions if c.room)))),
            tuple(c.relation_to_me for c in conditions if c.relation_to_me),
            any(c.beside_object for c in conditions),
        )
        found = finding(self._scene, [] if noun == "thing" else [noun], place)
        what = " ".join([noun, *(c.words for c in conditions)])
        text = f"I know of no {what}. {found.reason}".strip()
        return Unknown(_REASONS[found.absence], text)

    def _surface_m(self, things: Things, view: View) -> float:
        position = view.viewpoint.position
        from situated_qa.scene.distances import asker_distances

        return float(asker_distances(position, [self._node(things)], self._scene.settings.asker_half_height_m)[0])

    def _center(self, value: Things | View | Room) -> np.ndarray:
        if isinstance(value, View):
            return value.viewpoint.position
        if isinstance(value, Room):
            return self._tools._room_center(value.name, "room")
        return self._node(value).box.center
