"""What the graph is told of each object beside what perception measured: pictures, described name and attributes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from situated_qa.describing.names import ranked
from situated_qa.describing.worker import Described
from situated_qa.perception.instances import Instance
from situated_qa.perception.key_views import KeyView
from situated_qa.scene.builder import ObjectNotes


class Descriptions:
    """The descriptions of a map's objects, by id.

    Args:
        least_confidence: attributes that the model is less sure of are left out.
    """

    def __init__(self, least_confidence: float) -> None:
        self._least = least_confidence
        self._described: dict[int, Described] = {}

    def take(self, id: int, described: Described) -> None:
        """An object's description, in the place of the one before."""
        self._described[id] = described

    def follow(self, merged: Mapping[int, int], removed: Iterable[int]) -> None:
        """Descriptions go where their objects go."""
        for old, new in merged.items():
            if old in self._described:
                self._described.setdefault(new, self._described[old])
        for id in removed:
            self._described.pop(id, None)

    def notes(self, instance: Instance, views: tuple[KeyView, ...]) -> ObjectNotes:
        """What the graph is told of an object with these pictures."""
        described = self._described.get(instance.id)
        if described is None:
            return ObjectNotes(views)
        seen = described.description
        looks = {name: value for name, (value, sure) in seen.attributes.items() if sure >= self._least}
        if seen.description:
            looks["description"] = seen.description
        name, others = instance.category, instance.alternatives
        if seen.name:
            name, others = ranked(name, instance.confidence, others, seen.name, seen.confidence)
        if name != instance.category:
            looks["name"] = name  # so that its source is told
        sources = dict.fromkeys(looks, described.source)
        return ObjectNotes(views, looks, sources, name, others, renamed=bool(seen.name))
