"""The lines of a tool program that find the objects a noun of a form means.

A noun becomes a set of objects by its category, or by its use, and each of its conditions narrows the set.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence

from situated_qa.reasoning.query_form.colors import PALETTE, color_family
from situated_qa.reasoning.query_form.form import DIRECTIONS, HOURS, TURNS, Has, Most, Not, Noun, Nth, Place
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.scene.structure import STRUCTURAL
from situated_qa.situated.affordances import related_categories

HOUR_OF = {"front": "12 o'clock", "right": "3 o'clock", "back": "6 o'clock", "left": "9 o'clock"}
DISTANCE = 'query_attribute(object={}, attribute_type="distance")'
_VOLUME = 'query_attribute(object={}, attribute_type="volume")'
_EIGHTHS = ("front", "front right", "right", "back right", "back", "back left", "left", "front left")
_QUARTERS = {"": 0, "right": 1, "around": 2, "left": 3}
assert set(_QUARTERS) == {"", *TURNS}


def quarters(turn: str) -> int:
    """Quarter turns to the right that a form's `turn` is, 0 to 3."""
    return _QUARTERS[turn]


def before_turning(relation: str, turn: str) -> str:
    """What a relation to the asker was before a turn: on the left after a turn to the right was in front."""
    if relation in _EIGHTHS:
        return _EIGHTHS[(_EIGHTHS.index(relation) + 2 * quarters(turn)) % 8]
    if relation in HOURS:
        return HOURS[(HOURS.index(relation) + 3 * quarters(turn)) % 12]
    return relation


class NounLines:
    """The lines that find the objects of one program's nouns, as they are written.

    Args:
        ask: what the form asks for; counts and existence are strict about colours.
        meanings: the categories that serve for a noun that is none itself.
        grounds: the scene's rooms, floor and categories.
        everything: the expression for the objects that the question is about.
        turn: how the asker has turned, one of `TURNS` or "".

    Attributes:
        lines: the program's, so far.
        absent: nouns that mean nothing of the scene, in the order of mention; their sets are empty.
    """

    def __init__(
        self,
        ask: str = "exists",
        meanings: Mapping[str, Sequence[str]] | None = None,
        grounds: Grounds | None = None,
        everything: str = "scene()",
        turn: str = "",
    ) -> None:
        self.ask = ask
        self.meanings = meanings or {}
        self.grounds = grounds or Grounds()
        self.everything = everything
        self.turn = turn
        self.lines: list[str] = []
        self.absent: list[str] = []
        self.names: set[str] = {"rooms", "directions"}  # tools that nouns are called like

    def _name(self, noun: str) -> str:
        base = re.sub(r"\W+", "_", noun.lower()).strip("_")[:30] or "thing"
        base = f"{base}s" if not base.endswith("s") or keyword.iskeyword(base) else base
        base = f"n{base}" if base[0].isdigit() else base
        name, number = base, 2
        while name in self.names:
            name, number = f"{base}_{number}", number + 1
        self.names.add(name)
        return name

    def noun(self, noun: Noun, *, in_question: bool = False) -> str:
        """Lines that find a noun's objects; returns the variable that holds them."""
        everything = self.everything if in_question else "scene()"
        name = self._name("thing" if noun.target == "any" or noun.target.startswith("something") else noun.target)
        if noun.target in self.meanings:
            self.lines.append(f"# {noun.target}")
            categories = quoted_list(self.meanings[noun.target])
            self.lines.append(f"{name} = filter(object_set={everything}, category={categories})")
        elif noun.target.startswith("something "):
            self.lines.append(f"{name} = set(find_related(text={quoted(noun.target)}))")
            if everything != "scene()":
                self.lines.append(f"{name} = {{o for o in {everything} if o in {name}}}")
        elif noun.target == "any":
            building = ", ".join(quoted(word) for word in sorted(STRUCTURAL))
            self.lines.append(f"{name} = {{o for o in {everything} if o.category not in ({building})}}")
        elif self.grounds.room(Noun(noun.target)) and noun.target not in self.grounds.categories:
            self.lines.append(f"{name} = set(objects_in(room={quoted(self.grounds.room(Noun(noun.target)))}))")
        elif " and " in noun.target:
            self._filter(name, everything, noun.target.split(" and "))
        else:
            self._filter(name, everything, [noun.target])
        # of "any" thing nothing but its conditions is known: without them every other thing would be as good
        strict = in_question and (self.ask in ("count", "exists") or noun.target == "any")
        for item in noun.where:
            if isinstance(item, Has):
                self._has(name, item, strict)
        for item in noun.where:
            if isinstance(item, Not):
                self._not(name, item, noun)
        places = [item for item in noun.where if isinstance(item, Place)]
        self._between(name, [item for item in places if item.rel == "between"])
        for place in places:
            if place.rel != "between":
                self._place(name, place, noun)
        if noun.target.startswith("something "):
            self._best_for(name, noun.target)
        for item in noun.where:
            if isinstance(item, Most) and not nearest_to_noun(noun):
                self._most(name, item, places)
            elif isinstance(item, Nth):
                self._nth(name, item)
        return name

    def _filter(self, name: str, everything: str, nouns: Sequence[str]) -> None:
        """Those of one or several kinds; `filter` refuses words that mean nothing here, so it is not given any."""
        known = [noun for noun in nouns if self.grounds.has(noun)]
        if known:
            category = quoted(known[0]) if len(nouns) == 1 else quoted_list(known)
            self.lines.append(f"{name} = filter(object_set={everything}, category={category})")
            return
        self.absent.extend(nouns)
        self.lines.append(f"{name} = set()  # nothing here is called {' or '.join(quoted(noun) for noun in nouns)}")

    def _best_for(self, name: str, use: str) -> None:
        """Of what serves a use, what serves it best: nobody calls a bed a seat where there is a chair."""
        groups = related_categories(use, self.grounds.categories)
        if len(groups) > 1:
            kept = [f"filter(object_set={name}, category={quoted_list(group)})" for group in groups[:-1]]
            self.lines.append(f"{name} = {' or '.join(kept)} or {name}")

    def _not(self, name: str, item: Not, noun: Noun) -> None:
        inner = item.condition
        if isinstance(inner, Has) and inner.attribute == "category":  # "besides lamps": desk lamps are lamps
            value = quoted(inner.value)
            other = f"o.category != {value} and not o.category.endswith({quoted(f' {inner.value}')})"
            self.lines.append(f"{name} = {{o for o in {name} if {other}}}")
            return
        out = self._name(f"left out {name}")
        self.lines.append(f"{out} = {name}")
        if isinstance(inner, Has):
            self._has(out, inner, True)
        elif inner.rel == "between":
            self._between(out, [inner])
        else:
            self._place(out, inner, noun)
        self.lines.append(f"{name} = {{o for o in {name} if o not in {out}}}")

    def _has(self, name: str, item: Has, strict: bool) -> None:
        value = quoted(item.value)
        if item.attribute == "size":
            # sizes are known as lengths only: "large" keeps the larger half
            volume = f"[{_VOLUME.format('o')} for o in {name}]"
            sign = ">=" if item.value in ("large", "big", "tall", "long", "huge", "wide") else "<="
            self.lines.append(f"middle = sorted({volume})[len({name}) // 2] if {name} else 0")
            self.lines.append(f"{name} = {{o for o in {name} if {_VOLUME.format('o')} {sign} middle}}")
            return
        kind = "color" if item.attribute in ("color", "brightness") else item.attribute
        alike = {item.value} if item.value in PALETTE else color_family(item.value)  # beige is not brown, wooden is
        values = [item.value, *(word for word in PALETTE if word not in alike)]
        candidates = quoted_list(values if kind == "color" else [item.value])
        look_up = f"query_attribute(object=o, attribute_type={quoted(kind)}, candidate_attribute_values={candidates})"
        if kind not in ("color", "shape", "material"):
            look_up = f"query_state(object=o, candidate_states={candidates})"
        line = f"{{o for o in {name} if {look_up} == {value}}}"
        if not strict and kind == "color":
            line += f" or {name}  # a measured color may be off: rather the wrong shade than nothing"
        elif not strict and kind in ("part", "surface"):
            line += f" or {name}  # hardly ever observed: rather what else fits than nothing"
        self.lines.append(f"{name} = {line}")

    def _place(self, name: str, place: Place, noun: Noun) -> None:
        room = self.grounds.room(place.of)
        if room and place.rel in ("in", "on", "near"):  # "at the kitchen"
            self.lines.append(f"{name} = {{o for o in {name} if o.room == {quoted(room)}}}")
            return
        if place.rel == "visible" and self.grounds.floor_plan:
            self._view(place, room)
            self.lines.append(f"{name} = {{o for o in {name} if o in view}}")
            return
        if place.of is None:
            relation = before_turning("front" if place.rel in ("visible", "facing") else place.rel, self.turn)
            self.lines.append(f"{name} = relate_agent(object_set={name}, relation={quoted(relation)})")
            return
        reference = self.noun(place.of)
        relation = {"supporting": "support", "facing": "near", "visible": "near"}.get(place.rel, place.rel)
        self.lines.append(f'print("reference {_plain(place.of.target)}:", len({reference}))')
        if relation in DIRECTIONS + HOURS:  # "left of the table" with several tables: the nearest of them
            self.only_closest(reference)
        if noun.target == "any":
            self.lines.append(f"{name} = {{o for o in {name} if o not in {reference}}}")
        call = f"relate(object_set={name}, reference_object={reference}, relation={{}})"
        nearest = relation == "near" and (nearest_to_noun(noun) or self.ask == "name")
        if nearest and not nearest_to_noun(noun):  # "what is next to it": what is near, the nearest of it first
            self.lines.append(f"first = {call.format(quoted('closest'))} if {reference} else set()")
            self.lines.append(f"{name} = ({call.format(quoted(relation))} | first) if {reference} else set()")
            return
        call = call.format(quoted("closest" if nearest else relation))
        self.lines.append(f"{name} = {call} if {reference} else set()")

    def _view(self, place: Place, room: str) -> None:
        """What is in view for the asker, or for somebody at another place who looks at something."""
        if place.of is None:
            side = quoted(before_turning("front", self.turn))
            self.lines.append(f'view = visible_from(place="me", facing={side})')
            return
        if room:
            self.lines.append(f"view = visible_from(place={quoted(room)})")
            return
        ends = [self.noun(end) for end in (place.of, place.facing) if end is not None]
        for end, variable in zip((place.of, place.facing), ends, strict=False):
            self.lines.append(f'print("reference {_plain(end.target if end else "")}:", len({variable}))')
            self.only_closest(variable)
        facing = f", facing=list({ends[1]})[0]" if len(ends) > 1 else ""
        self.lines.append(f"view = visible_from(place=list({ends[0]})[0]{facing}) if {' and '.join(ends)} else []")

    def _between(self, name: str, places: Sequence[Place]) -> None:
        ends = [self.noun(place.of) for place in places if place.of is not None]
        if not ends:
            return
        for place, end in zip([place for place in places if place.of is not None], ends, strict=True):
            self.lines.append(f'print("reference {_plain(place.of.target if place.of else "")}:", len({end}))')
        if len(ends) == len(places) == 1:  # "between the two beds": the two nearest
            a = b = ends[0]
            self.lines.append(f"{a} = sorted({a}, key=lambda o: {DISTANCE.format('o')})")
            pair, known = f"reference_a={a}[0], reference_b={b}[1]", f"len({a}) > 1"
        elif len(ends) == 1:  # between me and it: nearer than it, in its direction
            self.only_closest(ends[0])
            end = f"list({ends[0]})[0]"
            hour = f'query_relation_agent(object={end}, candidate_relations=["o\'clock"])[0]'
            self.lines.append(f'hour = {hour} if {ends[0]} else "12 o\'clock"')
            self.lines.append(f"{name} = relate_agent(object_set={name}, relation=hour) if {ends[0]} else set()")
            near = f"{DISTANCE.format('o')} < {DISTANCE.format(end)}"
            self.lines.append(f"{name} = {{o for o in {name} if {near}}}")
            return
        else:
            for end in ends[:2]:
                self.only_closest(end)
            pair = f"reference_a=list({ends[0]})[0], reference_b=list({ends[1]})[0]"
            known = f"{ends[0]} and {ends[1]}"
        self.lines.append(f"{name} = relate_between(object_set={name}, {pair}) if {known} else set()")

    def only_closest(self, name: str) -> None:
        self.lines.append(f'{name} = relate_agent(object_set={name}, relation="closest") if {name} else set()')

    def _most(self, name: str, item: Most, places: Sequence[Place]) -> None:
        if item.which in ("closest", "farthest"):
            straight = next((HOUR_OF[p.rel] for p in places if p.of is None and p.rel in HOUR_OF), None)
            if straight and item.which == "closest":  # "directly behind me": what lies straight behind comes first
                hour = quoted(before_turning(straight, self.turn))
                self.lines.append(f"{name} = relate_agent(object_set={name}, relation={hour}) or {name}")
            call = f"relate_agent(object_set={name}, relation={quoted(item.which)})"
            self.lines.append(f"{name} = {call} if {name} else set()")
            return
        pick = "max" if item.which in ("largest", "highest") else "min"
        key = _VOLUME.format("o") if item.which in ("largest", "smallest") else "o.xyz[2]"
        self.lines.append(f"{name} = {{{pick}({name}, key=lambda o: {key})}} if {name} else set()")

    def _nth(self, name: str, item: Nth) -> None:
        if item.order in ("left", "right"):  # as many stand further out as come before it
            key = f"(len(relate(object_set=row, reference_object=o, relation={quoted(item.order)})), o.id)"
            self.lines.append(f"row = {name}")
        else:
            sign = "-" if item.order in ("farthest", "largest", "highest") else ""
            near, big = item.order in ("closest", "farthest"), item.order in ("largest", "smallest")
            key = sign + (DISTANCE.format("o") if near else _VOLUME.format("o") if big else "o.xyz[2]")
        self.lines.append(f"{name} = set(sorted({name}, key=lambda o: {key})[{item.number - 1}:{item.number}])")


def absent_nouns(nouns: Iterable[Noun], grounds: Grounds) -> list[str]:
    """Those of the nouns, and of the nouns of their conditions, that mean nothing of the scene."""
    lines = NounLines(grounds=grounds)
    for noun in nouns:
        lines.noun(noun, in_question=True)
    return lines.absent


def nearest_to_noun(noun: Noun) -> bool:
    """ "the chair closest to the table": closest is measured from the noun, not from the asker."""
    near = any(isinstance(item, Place) and item.rel == "near" and item.of is not None for item in noun.where)
    return near and Most("closest") in noun.where


def quoted(text: str) -> str:
    escaped = text.replace("\\", "").replace('"', "").replace("\n", " ")
    return f'"{escaped}"'


def quoted_list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(quoted(text) for text in texts) + "]"


def _plain(text: str) -> str:
    return re.sub(r"[^\w' ]", "", text)
