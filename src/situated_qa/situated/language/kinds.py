"""Which objects a noun names: by kind, by use, by a room before it, by how they look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from situated_qa.knowledge.rooms import rooms_like
from situated_qa.situated.affordances import is_known_use, related_categories
from situated_qa.situated.categories import find_categories, near_kinds
from situated_qa.situated.doors import ENTRANCES, OUTSIDE, doors_of
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.looks import matches_look, observed_look
from situated_qa.situated.language.phrases import amount
from situated_qa.situated.language.values import Condition, Reason, Unknown
from situated_qa.situated.matcher import all_steps, quality_in


class Kinds(LanguageBase):
    """What nouns name before anything is said of where it is."""

    def _of_kind(self, kind: str, *, wider: bool = False) -> list[int]:
        """Ids of the objects that a noun names by kind or by use; `wider`: of kinds that its own name leaves out.

        A lenient reading takes near kinds, too.
        """
        scene = self._scene
        if kind == "thing":
            return list(self._ordinary())
        if kind.startswith("something ") and is_known_use(kind):
            groups = related_categories(kind, scene.categories)
            names = set(groups[0]) if groups else set()
        elif kind in ENTRANCES and kind not in scene.categories:
            doors = doors_of(scene.graph, OUTSIDE)
            if not doors:
                raise NotKnown(Reason.NOT_OBSERVED, "I do not know which door leads outside.")
            return [node.id for node in scene.graph.objects if node.id in doors]
        else:
            match = find_categories(kind, scene.categories, all_steps())
            if wider:
                rest = set(scene.categories).difference(match.categories if match is not None else ())
                if self._lenient:
                    near = near_kinds(kind, rest)
                    return [node.id for node in scene.graph.objects if node.category in near]
                match = find_categories(kind, rest, [step for step in all_steps() if step[0] in ("alias", "kind")])
            if match is None and kind.startswith("something "):
                raise NotKnown(Reason.NOT_OBSERVED, f'I cannot tell which things are "{kind}": I do not know that use.')
            if match is None:
                return []
            if not match.exact:
                self._note(match.note())
            names = set(match.categories)
        return [node.id for node in scene.graph.objects if node.category in names]

    def _with_quality(self, kind: str, looks: dict[str, str]) -> tuple[str, dict[str, str]]:
        """A "wobbly chair" is a chair in a state, where no category is called so: its state must be known."""
        if " " not in kind or kind.startswith("something ") or looks["state"]:
            return kind, looks
        match = find_categories(kind, self._scene.categories, all_steps())
        quality = quality_in(kind) if match is not None and match.how == "head noun" else ""
        if not quality:
            return kind, looks
        rest = " ".join(word for word in kind.split() if word != quality)
        return rest, looks | {"state": quality}

    def _with_room(self, kind: str) -> tuple[str, str]:
        """A "bathroom sink" is a sink in the bathroom, where no category is called so: the noun, and the room or ""."""
        whole = find_categories(kind, self._scene.categories, all_steps())
        words, rooms = kind.split(), {room.lower(): room for room in self._tools.rooms()}
        if kind in ENTRANCES:  # "entrance door" is no door of the entrance hall
            return kind, ""
        for cut in (
            range(len(words) - 1, 0, -1) if whole is None or whole.how not in ("exact", "plural", "alias") else ()
        ):
            name, rest = " ".join(words[:cut]), " ".join(words[cut:])
            named = [rooms[room] for room in ([name] if name in rooms else rooms_like(name, rooms))]
            known = len(named) == 1 and find_categories(rest, self._scene.categories, all_steps())
            if known and (rest != "door" or doors_of(self._scene.graph, named[0])):
                return rest, named[0]
        return kind, ""

    def _in_rooms(self, ids: Sequence[int], rooms: Sequence[str]) -> list[int]:
        """Those of the things that are in one of the rooms; all of them where there is none."""
        return [i for i in ids if not rooms or self._room_around(self._scene.graph.by_id[i]) in rooms]

    def _in_this_room(self, ids: list[int]) -> list[int]:
        """Those of several things beside the asker that no wall is before; where there is none, all."""
        here = self._scene.room_at(self._scene.viewpoint.position)
        doors = doors_of(self._scene.graph, here) if here else set()
        return [i for i in ids if self._scene.graph.by_id[i].room in ("", here) or i in doors] or ids

    def _looking(self, ids: list[int], looks: dict[str, str]) -> tuple[list[int], dict[int, tuple[str, ...]]]:
        """Those of the things that look so, and those that may: for each the names of the looks not observed."""
        lacking: dict[int, tuple[str, ...]] = {}
        looking = []
        for i in ids:
            known = {name: observed_look(self._scene, i, name, value) for name, value in looks.items() if value}
            missed = tuple(name for name, observed in known.items() if not observed)
            if any(observed and not matches_look(name, observed, looks[name]) for name, observed in known.items()):
                continue
            if missed:
                lacking[i] = missed
            else:
                looking.append(i)
        return looking, lacking

    def _unobserved(self, lacking: Mapping[int, tuple[str, ...]], noun: str) -> Unknown | None:
        """Why there may be more of a noun: things at the place of which a look was not observed."""
        if not lacking:
            return None
        kinds = {self._scene.graph.by_id[i].category for i in lacking}
        things = amount(len(lacking), kinds.pop() if len(kinds) == 1 else "thing")
        missed = next(iter(lacking.values()))[0]
        text = f"I have not observed the {missed} of {things}, so there may be a {noun} that I do not know of."
        return Unknown(Reason.NOT_OBSERVED, text, tuple(lacking))

    def _undecided(self, ids: list[int], conditions: Sequence[Condition], noun: str) -> Unknown | None:
        """As `_unobserved`, where a condition asks for the look."""
        for item in conditions:
            if item.undecided is not None:
                others = [other for other in conditions if other is not item]
                missing = item.undecided(tuple(self._holding(ids, others)))
                if missing and not item.look:
                    things = amount(len(missing), noun)
                    return Unknown(Reason.NOT_OBSERVED, f"I cannot tell of {things} {item.doubt}.", tuple(missing))
                if missing:
                    return self._unobserved(dict.fromkeys(sorted(missing), (item.look,)), noun)
        return None

    def _holding(self, ids: Sequence[int], conditions: Sequence[Condition]) -> list[int]:
        found = set(ids)
        for item in conditions:
            found &= item.holds(tuple(sorted(found)))
        return [i for i in ids if i in found]

    def _grades(self, ids: Sequence[int], conditions: Sequence[Condition]) -> list[dict[int, float]]:
        return [dict.fromkeys(ids, 0.0) | item.grade(tuple(ids)) for item in conditions]
