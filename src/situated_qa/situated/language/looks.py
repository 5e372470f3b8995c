"""How things look: color, material, shape, state; whether things are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.perception.colors import basic_colors, canonical_color
from situated_qa.situated import attributes
from situated_qa.situated.categories import find_categories
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import in_words, listed, plural, the
from situated_qa.situated.language.values import Attribute, Choice, Condition, Likeness, Reason, Things, Truth, Words
from situated_qa.situated.looker import CANNOT_TELL, Told, look_for
from situated_qa.situated.scene import SituatedScene

T = TypeVar("T")

_APPEARANCE = ("kind", "color", "size", "material", "shape")  # the first three must have been observed
_ALIKE = 0.2  # relative difference below which two lengths count as the same


class Looks(LanguageBase):
    """Functions that tell how things look."""

    def color(self, thing: Things, options: Sequence[Words] = ()) -> Choice:
        """Its color; of the options, the one that fits best.

        Said: [whether {thing} {be thing} {options}|what color {thing} {be thing}]
        Example: color(the("lamp", left(me)))
        """
        return self._attribute(thing, "color", options)

    def material(self, thing: Things, options: Sequence[Words] = ()) -> Choice:
        """What it is made of.

        Said: [whether {thing} {be thing} made of {options}|what {thing} {be thing} made of]
        Example: material(the("table"), ["wood", "glass"])
        """
        return self._attribute(thing, "material", options)

    def shape(self, thing: Things, options: Sequence[Words] = ()) -> Choice:
        """Its shape.

        Said: [whether {thing} {be thing} {options}|what shape {thing} {be thing}]
        Example: shape(the("table"), ["round", "square"])
        """
        return self._attribute(thing, "shape", options)

    def state(self, thing: Things, options: Sequence[Words] = ()) -> Choice:
        """Its state: open, on or full.

        Said: [whether {thing} {be thing} {options}|what state {thing} {be thing} in]
        Example: state(the("door", behind(me)), ["open", "closed"])
        """
        return self._attribute(thing, "state", options)

    def looks(self, thing: Things, attribute: Attribute, value: Words) -> Truth:
        """Whether its color, material, shape, state or size is this one.

        Said: whether the {attribute} of {thing} is {value}
        Example: looks(the("door", behind(me)), "state", "open")
        """
        if attribute == "kind":
            node = self._node(thing)
            return Truth(find_categories(value, [node.category]) is not None, (node.id,), f"it is a {node.category}")
        if len(thing.ids) > 1:
            each, unknown = self._of_each(thing, lambda one: self.looks(one, attribute, value))
            failing = [truth for truth in each if not truth.holds]
            if unknown is not None and not failing:
                raise unknown
            number = in_words(len(failing)) if failing else "all"
            verb = "is" if len(failing) == 1 else "are"
            because = f"{number} of {the(thing)} {verb} {'not ' if failing else ''}{value}"
            return Truth(not failing, thing.ids, because)
        seen = self._attribute(thing, attribute, (), tested=value)
        # Who looked was asked whether it is this one, and not how it is.
        holds = seen.name == value if self._tools.seen_when else attributes.says(attribute, seen.name, value)
        if holds is None:
            text = f"{the(thing)} is {seen.name}; I have not observed whether it is {value}."
            raise NotKnown(Reason.NOT_OBSERVED, f"{text[:1].upper()}{text[1:]}", seen.ids)
        return Truth(holds, seen.ids, f"{the(thing)} is {seen.name}{self._as_seen()}")

    def look(self, thing: Things, what: Words) -> Choice:
        """What a picture of it shows: the text on it, or its pattern.

        Said: the {what} of {thing}
        Example: look(the("box"), "text")
        """
        node = self._node(thing)
        value, when = node.attributes.get(what, ""), ""
        if not value:
            told = look_for(self._scene.looker, node, what, None)
            if told is None or told.answer.startswith(attributes.NOT_KNOWN):
                text = self._why_not(thing, f"the {what} of {the(thing)}", told)
                raise NotKnown(Reason.NOT_OBSERVED, text, (node.id,))
            self._note(told.remark)
            value, when = told.answer, told.when
        seen = f", as seen {when}" if when else ""
        if what == "text":
            return Choice(value, (node.id,), f"on {the(thing)}", said=f'written "{value}"{seen}')
        return Choice(value, (node.id,), f"the {what} of {the(thing)}", said=f"{value}{seen}")

    def having(self, attribute: Attribute, value: Words) -> Condition:
        """Of a color, material, shape, state, size or kind; where a noun has two of them, or with `no` and `any_of`.

        Said: of {attribute} {value}
        Example: count(every("chair", no(having("color", "red"))))
        """
        return Condition(
            f"of {attribute} {value}",
            lambda ids: {i: float(bool(self._has(i, attribute, value))) for i in ids},
            lambda ids: {i for i in ids if self._has(i, attribute, value)},
            look=attribute,
            undecided=lambda ids: {i for i in ids if self._has(i, attribute, value) is None},
        )

    def same(self, attribute: Likeness, a: Things, b: Things) -> Truth:
        """Whether two things are alike in color, material, shape, state, size, kind or in all of their appearance.

        Said: whether {a} and {b} have the same {attribute}
        Example: same("color", the("bed"), the("desk"))
        """
        ids = (self._node(a).id, self._node(b).id)
        return self._alike(attribute, ids, f"{the(a)} and {the(b)}")

    def alike(self, attribute: Likeness, things: Things) -> Truth:
        """Whether several things are all the same in color, material, shape, state, size, kind or appearance.

        Said: whether all {things} have the same {attribute}
        Example: alike("color", every("chair"))
        """
        ids = self._some(things).ids
        if len(ids) < 2:
            raise NotKnown(Reason.NOT_THERE, f"I know of one {things.noun} only.", ids)
        return self._alike(attribute, ids, the(things))

    # --- inside ------------------------------------------------------------------------------------------------------

    def _attribute(self, thing: Things, name: str, options: Sequence[str], tested: str = "") -> Choice:
        if len(thing.ids) > 1:
            choices, unknown = self._of_each(thing, lambda one: self._attribute(one, name, options))
            each = Counter(choice.name for choice in choices)
            if unknown is not None and not choices:
                raise unknown
            if unknown is not None:
                self._note(f"the {name} of {in_words(len(thing.ids) - len(choices))} more was not observed")
            if len(each) == 1:
                return Choice(next(iter(each)), thing.ids, the(thing), several=True)
            because = f"of {the(thing)}, {listed(_counted(each))}"
            return Choice(listed(list(each)), thing.ids, because=because)
        node = self._node(thing)
        item = self._scene.objects[node.id]
        if name == "color" and options:
            seen = self._attribute(thing, name, ())
            shade = attributes.shade_of(options, seen.name)
            if shade:
                return Choice(shade, seen.ids, seen.of, because=f"{seen.of} is {seen.name}")
        # Whoever looks is asked for a yes or a no, where that is the question.
        decides = tested and name not in ("color", "size") and self._scene.looker is not None
        if decides and not observed_look(self._scene, node.id, name):
            options = [tested, attributes.opposite_of(tested)]
        try:
            if name == "state" and options:
                value = str(self._tools.query_state(item, list(options)))
            else:
                value = str(self._tools.query_attribute(item, name, list(options) or None))
        except ToolError:  # an option that is not a color
            value = str(self._tools.query_attribute(item, name))
        for note in self._tools.notes:
            self._note(note)
        if value.startswith(attributes.NOT_KNOWN):
            what = f"the {name} of {the(thing)}"
            if tested or (options and name == "state"):
                what = f"whether {the(thing)} is {tested or ' or '.join(options)}"
            told = Told(value, "") if CANNOT_TELL in value else None
            raise NotKnown(Reason.NOT_OBSERVED, self._why_not(thing, what, told), (node.id,))
        if options:
            return Choice(value, (node.id,), the(thing), because=f"{the(thing)} is {value}{self._as_seen()}")
        return Choice(value, (node.id,), the(thing), f"{value}{self._as_seen()}" if self._tools.seen_when else "")

    def _of_each(self, things: Things, told: Callable[[Things], T]) -> tuple[list[T], NotKnown | None]:
        """What is told of each of several things of which it is known, and why it is not known of another."""
        found, unknown = list[T](), None
        for id in things.ids:
            try:
                found.append(told(replace(things, ids=(id,), definite=True, rivals=())))
            except NotKnown as error:
                unknown = error
        return found, unknown

    def _as_seen(self) -> str:
        """From when the picture is that the last attribute was told from; "" where it was recorded."""
        return f", as seen {self._tools.seen_when}" if self._tools.seen_when else ""

    def _why_not(self, thing: Things, what: str, told: Told | None) -> str:
        """Why something is not known: nobody saw it, or a look did not tell."""
        if told is None:
            return f"I have not observed {what}."
        return f"{CANNOT_TELL} {what}: {told.answer.rpartition('): ')[2].rstrip('.')}."

    def _has(self, id: int, attribute: str, value: str) -> bool | None:
        """Whether a thing looks so; None where that was not observed."""
        if attribute == "kind":
            return find_categories(value, [self._scene.graph.by_id[id].category]) is not None
        seen = observed_look(self._scene, id, attribute, value)
        return matches_look(attribute, seen, value) if seen else None

    def _same_appearance(self, ids: tuple[int, ...], who: str) -> Truth:
        """Whether nothing tells things apart: kind, color and size, and what else was observed of all of them."""
        unknown: NotKnown | None = None
        for attribute in _APPEARANCE:
            try:
                found = self._alike(attribute, ids, who)
            except NotKnown as error:
                unknown = unknown or (error if attribute in _APPEARANCE[:3] else None)
                continue
            if not found.holds:
                return found
        if unknown is not None:
            raise unknown
        return Truth(True, ids, f"{who} look the same")

    def _alike(self, attribute: str, ids: tuple[int, ...], who: str) -> Truth:
        if attribute == "appearance":
            return self._same_appearance(ids, who)
        if attribute == "size":
            extents = np.array([np.sort(node.box.extents[:2]).tolist() + [node.box.extents[2]] for node in
                                self._nodes(ids)])  # fmt: skip
            same = bool((extents.min(axis=0) >= (1.0 - _ALIKE) * extents.max(axis=0)).all())
            return Truth(same, ids, f"{who} {'have' if same else 'do not have'} the same size")
        values = {i: self._scene.graph.by_id[i].category if attribute == "kind" else self._seen(i, attribute)
                  for i in ids}  # fmt: skip
        blind = [i for i, value in values.items() if not value]
        known = list(dict.fromkeys(value for value in values.values() if value))
        if blind and len(known) < 2:
            raise NotKnown(Reason.NOT_OBSERVED, f"I have not observed the {attribute} of all of {who}.", tuple(blind))
        if len(known) == 1:
            return Truth(True, ids, f"{who} are {plural(known[0]) if attribute == 'kind' else known[0]}")
        counts = Counter(value for value in values.values() if value)
        return Truth(False, ids, listed(_counted(counts)[:4]))

    def _seen(self, id: int, attribute: str) -> str:
        """An attribute as observed, colors by their basic name; "" where it was not observed."""
        value = str(self._tools.query_attribute(self._scene.objects[id], attribute))
        if value.startswith(attributes.NOT_KNOWN):
            return ""
        return attributes.palette_color(value.split(" and ")[0].split()[-1]) if attribute == "color" else value


def _counted(values: Counter[str]) -> list[str]:
    """Each value with how many have it: "two are red"."""
    return [f"{in_words(count)} {'is' if count == 1 else 'are'} {value}" for value, count in values.items()]


_SIZES = {"big": "large", "huge": "large", "tall": "large", "little": "small", "tiny": "small", "short": "small"}


def observed_look(scene: SituatedScene, id: int, name: str, tested: str = "") -> str:
    """The color, material, shape, state or size of a thing; "" where that was not observed.

    Args:
        tested: the value that is asked for; where nothing is recorded, a model that sees is asked for it. "" looks at
            nothing.
    """
    node = scene.graph.by_id[id]
    if name == "size":
        peers = [n for n in scene.graph.objects if n.category == node.category and n.id != id]
        return attributes.size(node, peers, None)
    value = attributes.color(node, None) if name == "color" else attributes.recorded(node, name, None)
    if not value.startswith(attributes.NOT_KNOWN):
        return value
    if not tested or name == "color":
        return ""
    options = [tested, attributes.opposite_of(tested)]
    told = look_for(scene.looker, node, name, options)
    return "" if told is None or told.answer.startswith(attributes.NOT_KNOWN) else told.answer


def matches_look(name: str, known: str, value: str) -> bool:
    """Whether an observed look is the one that was asked for: "wooden" is "wood", "gray" is "grey"."""
    if known == f"not {value}":
        return False
    if attributes.best_candidate(known, [_SIZES.get(value, value) if name == "size" else value]) is not None:
        return True
    if name != "color" or value.split()[0] in ("dark", "light", "bright", "pale", "deep"):
        return False
    try:
        return canonical_color(value) in basic_colors(known)
    except ToolError:
        return False
