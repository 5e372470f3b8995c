"""Converts query forms to expressions of the question language."""

from __future__ import annotations

import re

from situated_qa.knowledge import normalise, singular
from situated_qa.reasoning.lexicon import word_tables
from situated_qa.training.query_forms import form as forms
from situated_qa.training.query_forms.form import Form, Has, Most, Not, Noun, Nth, Place
from situated_qa.training.query_forms.grounds import Grounds

YES_NO, TRUE_FALSE = ("yes", "no"), ("true", "false")
ROOM_TO_MOVE = "room to move"
"""The attribute of "is there room to move forward?"."""

_RELATIONS = {
    "left": "left", "right": "right", "front": "front", "back": "behind", "near": "near", "within reach": "reach",
    "on": "on", "in": "inside", "above": "above", "below": "below", "supporting": "carrying", "facing": "facing",
}  # fmt: skip
_MOSTS = {
    "largest": 'most("large")', "smallest": 'least("large")', "highest": 'most("high")', "lowest": 'least("high")',
}  # fmt: skip
_COMPARED = {
    "larger": 'most("large")', "bigger": 'most("large")', "smaller": 'least("large")', "taller": 'most("tall")',
    "shorter": 'least("tall")', "longer": 'most("long")', "wider": 'most("wide")', "higher": 'most("high")',
    "lower": 'least("high")',
}  # fmt: skip
_BESIDE = {"in": "inside", "around": "near", "under": "below"}
_SIZES = {"tall": "height", "high": "height", "long": "length", "wide": "width", "deep": "width"}
_DIMENSIONS = {"openness": ("open", "closed"), "power": ("on", "off"), "elevation": ("up", "down")}
_ALIKE = ("difference", "same", "which", "exists")
"""Asks that may compare two counts, so that what is counted on either side is counted in the same rooms."""
_CALLED = {"brightness": "color", "surface area": "size", "area": "size"}
_LOOKS = ("color", "material", "shape", "state", "size")


class NotSayable(ValueError):
    """A form that the language does not say; the text names the part."""


def expression_of(form: Form, grounds: Grounds, *, only_here: bool = False) -> str:
    """The expression that asks what a form asks.

    Args:
        only_here: the question is about the asker's room alone.

    Raises:
        NotSayable: the form asks for nothing that is looked up, or has a part that the language lacks.
    """
    return _Writer(form, grounds, only_here).text()


class _Writer:
    def __init__(self, form: Form, grounds: Grounds, only_here: bool) -> None:
        self._form, self._grounds, self._only_here = form, grounds, only_here
        self._me = f'turned(me, "{form.turn}")' if form.turn else "me"

    def text(self) -> str:
        form = self._form
        write = getattr(self, f"_{form.ask}", None)
        if write is None:
            raise NotSayable(f"{form.ask} is not looked up")
        return write()

    # --- one method an ask -------------------------------------------------------------------------------------------

    def _count(self) -> str:
        form, counted = self._form, f"count({self._noun(self._form.noun, 'every')})"
        test = re.fullmatch(r"(>=|<=|>|<|=) ?(\d+)", form.attribute)
        if test:
            return f"{counted} {'==' if test[1] == '=' else test[1]} {test[2]}"
        divided = re.fullmatch(r"divisible by (\d+)", form.attribute)
        if divided:
            return f"multiple({counted}, {divided[1]})"
        if form.attribute in ("odd", "even") and set(form.options) != {"odd", "even"}:
            return f"is_it(parity({counted}), {quoted(form.attribute)})"
        if set(form.options) == {"odd", "even"}:
            return f"parity({counted})"
        return counted

    def _exists(self) -> str:
        first = f"exists({self._noun(self._form.noun, 'every')})"
        if self._form.other is None:
            return first
        return f"both({first}, exists({self._noun(self._form.other, 'every')}))"

    def _name(self) -> str:
        form = self._form
        return f"name({self._noun(form.noun, 'every' if lists_all(form) else 'the')})"

    def _list(self) -> str:
        return f"name({self._noun(self._form.noun, 'every')})"

    def _looks(self) -> str:
        form = self._form
        options = [option for option in form.options if option not in (*YES_NO, *TRUE_FALSE)]
        if form.attribute and not options and form.options:
            return f'looks({self._noun(form.noun, "the")}, "{form.ask}", {quoted(form.attribute)})'
        if form.ask == "state" and form.attribute in _DIMENSIONS and not options:
            options = list(_DIMENSIONS[form.attribute])
        listed = f", [{', '.join(map(quoted, options))}]" if options else ""
        return f"{form.ask}({self._noun(form.noun, 'the')}{listed})"

    _color = _material = _shape = _state = _looks

    def _size(self) -> str:
        thing = self._noun(self._form.noun, "the")
        what = _SIZES.get(self._form.attribute)
        return f'measure({thing}, "{what}")' if what else f"dimensions({thing})"

    def _direction(self) -> str:
        form = self._form
        thing = self._noun(form.noun, "the")
        options = f", [{', '.join(map(quoted, form.options))}]" if form.options else ""
        if form.other is not None:
            listed = options or ', ["left", "right", "front", "back"]'
            return f"side({thing}, {self._noun(form.other, 'the')}{listed}, {self._me})"
        if form.options:
            return f"side({thing}, {self._me}{options})"
        return f"where({thing}{', ' + self._me if form.turn else ''})"

    def _distance(self) -> str:
        form = self._form
        thing = self._noun(form.noun, "the")
        if form.attribute == "within reach":
            return f"holds({thing}, reach(me))"
        if form.attribute == ROOM_TO_MOVE:
            return f"distance({thing}, me) > 1.0"
        if form.other is not None:
            return f'distance({thing}, {self._noun(form.other, "the")}, how="center")'
        return f"distance({thing}, me)"

    def _path(self) -> str:
        thing = self._noun(self._form.noun, "the")
        if set(self._form.options) in (set(YES_NO), set(TRUE_FALSE)):
            return f"reachable({thing})"
        if self._form.options:
            return f"side({thing}, {self._me}, [{', '.join(map(quoted, self._form.options))}])"
        return f"way({thing})"

    def _same(self) -> str:
        form = self._form
        if form.attribute == "number" and form.other is not None:
            return f"count({self._noun(form.noun, 'every')}) == count({self._noun(form.other, 'every')})"
        if form.attribute not in (*_LOOKS, "kind", "appearance"):
            return self._same_value()
        if form.other is not None:
            return f'same("{form.attribute}", {self._noun(form.noun, "the")}, {self._noun(form.other, "the")})'
        return f'alike("{form.attribute}", {self._noun(form.noun, "every")})'

    def _same_value(self) -> str:
        """Whether two things share one color ("color brown"); any other attribute is none that a map holds."""
        form = self._form
        look, _, value = form.attribute.partition(" ")
        if look not in _LOOKS or not value or form.other is None:
            return f"not_in_map({quoted(f'whether they have the same {form.attribute}')})"
        things = (self._noun(noun, "the") for noun in (form.noun, form.other))
        return f"both({', '.join(f'looks({thing}, {quoted(look)}, {quoted(value)})' for thing in things)})"

    def _which(self) -> str:
        form = self._form
        if form.other is None:
            raise NotSayable("which of one")
        yes_no = set(form.options) == set(YES_NO)
        if form.attribute in ("more", "fewer"):
            a, b = (f"count({self._noun(noun, 'every')})" for noun in (form.noun, form.other))
            if not yes_no:
                things = ", ".join(self._noun(noun, "every") for noun in (form.noun, form.other))
                return f'which_more("{form.attribute}", {things})'
            return f"{a} {'>' if form.attribute == 'more' else '<'} {b}"
        word = form.attribute.split(" ")[0] or "closer"
        origin = measured_from(form)
        reference = self._noun(origin, "the") if origin is not None else "me"
        order = {"closer": f"closest({reference})", "farther": f"farthest({reference})"}.get(word) or _COMPARED.get(
            word
        )
        counted = re.fullmatch(r"(more|fewer) (.+) (on|in|near|around|under|above) (?:it|them)", form.attribute)
        if counted:
            beside = _BESIDE.get(counted[3], counted[3])
            where = "" if beside == "on" else f", {quoted(beside)}"
            things = f"every({quoted(singular(counted[2]))}){where}"
            order = f"with_{'most' if counted[1] == 'more' else 'fewest'}({things})"
        if order is None:
            return f"not_in_map({quoted(f'which is {form.attribute}')})"
        one, two = self._noun(form.noun, "the"), self._noun(form.other, "the")
        chosen = f"which({order}, {one}, {two})"
        return f"first({chosen}, {one})" if yes_no else chosen

    def _difference(self) -> str:
        form = self._form
        assert form.other is not None
        counts = [f"count({self._noun(noun, 'every')})" for noun in (form.noun, form.other)]
        return " - ".join(counts) if form.attribute == "more" else f"difference({', '.join(counts)})"

    def _common(self) -> str:
        form = self._form
        assert form.other is not None
        return f"common({self._noun(form.noun, 'every')}, {self._noun(form.other, 'every')})"

    def _commonest(self) -> str:
        fewest = ", fewest=1" if self._form.attribute == "fewest" else ""
        return f"commonest({self._noun(self._form.noun, 'every')}{fewest})"

    def _position(self) -> str:
        return f"position({self._noun(self._form.noun, 'the')})"

    # --- nouns and conditions ----------------------------------------------------------------------------------------

    def _noun(self, noun: Noun, article: str) -> str:
        kinds = noun.target.split(" and ") if noun.target != "any" else ["thing"]
        ends = [item for item in noun.where if _between(item) is not None]
        parts: list[str] = []
        where = list(noun.where)
        if len(ends) > 1:
            first, second = (self._end(place.of) for place in map(_between, ends[:2]) if place is not None)
            pair = f"between({first}, {second})"
            parts.append(f"no({pair})" if isinstance(ends[0], Not) else pair)
            where = [item for item in where if item not in ends]
        near = next((item for item in where if isinstance(item, Place) and item.rel == "near" and item.of), None)
        most = next((item for item in where if isinstance(item, Most) and item.which in ("closest", "farthest")), None)
        if near is not None and most is not None:  # "the picture closest to the couch"
            parts.append(f"{most.which}({self._end(near.of)})")
            where = [item for item in where if item is not near and item is not most]
        beside = next((item.of for item in where if isinstance(item, Place) and item.rel in forms.DIRECTIONS), None)
        for item in where:
            if beside is not None and isinstance(item, Nth) and item.order in ("closest", "farthest"):
                # "the second to the right of the bed" is counted from the bed.
                parts.append(f"nth({item.number}, {item.order}({self._end(beside)}))")
            else:
                parts += self._condition(item)
        if self._only_here and (noun is self._form.noun or (noun is self._form.other and self._form.ask in _ALIKE)):
            parts.append(f"in_room({quoted(self._grounds.here)})")
        parts = _one_value_a_look(parts)
        nouns = [self._of_kind(kind, parts, article) for kind in kinds]
        return nouns[0] if len(nouns) == 1 else f"either({', '.join(nouns)})"

    def _of_kind(self, kind: str, parts: list[str], article: str) -> str:
        rest = "".join(f", {part}" for part in sorted(parts, key=lambda part: "=" in part.split("(")[0]))
        return f"{article}({quoted(kind)}{rest})"

    def _end(self, noun: Noun | None) -> str:
        return "me" if noun is None else self._noun(noun, "the")

    def _condition(self, item: forms.Condition) -> list[str]:
        if isinstance(item, Not):
            inner = item.condition
            if isinstance(inner, Has) and inner.attribute == "category":
                return [f"but(every({quoted(inner.value)}))"]
            if isinstance(inner, Has):
                return [f'but(every("thing", {"".join(self._condition(inner))}))']
            return [f"no({part})" for part in self._condition(inner)]
        if isinstance(item, Has):
            look = _CALLED.get(item.attribute, item.attribute)
            # "open", "with four legs": all that is not a color, material, shape or size is a state.
            return [f"{look if look in _LOOKS else 'state'}={quoted(item.value)}"]
        if isinstance(item, Most):
            return [_MOSTS.get(item.which) or f"{item.which}({self._me})"]
        if isinstance(item, Nth):
            order = {"left": f"leftmost({self._me})", "right": f"rightmost({self._me})"}.get(item.order)
            order = order or _MOSTS.get(item.order) or f"{item.order}({self._me})"
            return [f"nth({item.number}, {order})"]
        return self._place(item)

    def _place(self, item: Place) -> list[str]:
        if item.rel == "between":
            if item.of is None:
                raise NotSayable("between the asker and nothing else")
            return [f"between({self._noun(item.of, 'every')})"]  # "between the two couches"
        room = self._grounds.room(item.of)
        if item.rel == "visible":
            if item.of is None:
                return [f"visible({self._me})"]
            place = f"room({quoted(room)})" if room else self._noun(item.of, "the")
            if item.facing is not None and not room:
                return [f"visible(at({place}, facing={self._noun(item.facing, 'the')}))"]
            return [f"visible({place})"]
        if room and item.rel in ("in", "on"):
            return [f"in_room({quoted(room)})"]
        if item.rel == "in" and self._is_unknown_room(item.of):
            return [f"in_room({quoted(item.of.target if item.of else '')})"]
        reference = self._me if item.of is None else self._noun(item.of, "the")
        if item.rel in forms.HOURS:
            return [f"clock({item.rel.split()[0]}, {reference})"]
        words = item.rel.split() if item.rel in forms.DIRECTIONS else [item.rel]
        if item.of is None and item.rel in ("on", "in", "supporting"):
            raise NotSayable(f"{item.rel} the asker")
        # The form means the sides of a thing as the asker sees them.
        by = f", {self._me}" if item.of is not None and item.rel in forms.DIRECTIONS else ""
        return [f"{_RELATIONS[word]}({reference}{by})" for word in words]

    def _is_unknown_room(self, noun: Noun | None) -> bool:
        """Whether a noun is a kind of room of which the scene knows none, neither as a room nor as a thing."""
        if noun is None or noun.where or noun.target not in word_tables()["room"]:
            return False
        return not self._grounds.has(noun.target)


def _one_value_a_look(parts: list[str]) -> list[str]:
    """Conditions and looks of which each look is given once; further values become conditions: `having(…)`."""
    kept: dict[str, str] = {}
    for part in parts:
        look, _, value = part.partition("=")
        named = look in _LOOKS
        if named and look in kept:
            part = f'having("{look}", {value})'
        kept[look if named and look not in kept else part] = part
    return list(kept.values())


def _between(item: forms.Condition) -> Place | None:
    """The end of a place between two things that a condition names; a "not" stands on the first end alone."""
    place = item.condition if isinstance(item, Not) else item
    return place if isinstance(place, Place) and place.rel == "between" else None


def measured_from(form: Form) -> Noun | None:
    """What "closer to the desk" is measured from; None where it is the asker."""
    away = re.match(r"(?:closer|farther) to the (.+)", form.attribute)
    return Noun(normalise(away[1])) if away else None


def lists_all(form: Form) -> bool:
    """Whether "what is …" means all of it: what is on or in something, or what is of a color, may be several things."""
    if form.ask != "name" or form.noun.target != "any":
        return False
    if any(isinstance(item, Most) for item in form.noun.where):
        return False
    return any(
        isinstance(item, Has) or (isinstance(item, Place) and item.rel in ("on", "in") and item.of is not None)
        for item in form.noun.where
    )


def noun_expression(noun: Noun, grounds: Grounds, article: str) -> str:
    """A noun alone: article "the" for the one that is meant, "every" for all."""
    return _Writer(Form("name", noun), grounds, False)._noun(noun, article)


def quoted(text: str) -> str:
    """A text as it is written in an expression."""
    return '"' + text.replace("\\", "").replace('"', "'") + '"'
