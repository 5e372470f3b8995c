"""From a form to the tool program that looks its answer up.

The program is ordinary text over the public tools, so that checking, sandbox, audit and replay are those of every other
program. It prints one line an object, nearest first, which `answer` reads:

    found: 2
    - chair 3: distance=2.31; clock=8 o'clock; sides=back left
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from situated_qa.reasoning.query_form.form import Form, Has, Most, Noun, Place
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.nouns import (
    DISTANCE,
    HOUR_OF,
    NounLines,
    before_turning,
    quarters,
    quoted,
    quoted_list,
)
from situated_qa.reasoning.query_form.reading.frame import TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.question import read_question

MAX_LISTED = 12  # lines of about 90 characters fit into the 2,000 that a program may print
_SIZE_WORDS = ("larger", "smaller", "taller", "longer", "shorter", "wider", "size", "number")
_OPPOSITES = {
    "open": "closed", "closed": "open", "shut": "open", "on": "off", "off": "on", "turned on": "turned off",
    "turned off": "turned on", "clean": "dirty", "dirty": "clean", "messy": "tidy", "tidy": "messy", "neat": "messy",
    "full": "empty", "empty": "full", "soft": "hard", "hard": "soft", "occupied": "empty", "made": "unmade",
}  # fmt: skip


_DIMENSIONS = {"openness": ("open", "closed"), "power": ("on", "off"), "elevation": ("up", "down")}
"""What states of a kind are called; of the others whatever was observed is told."""

COUNTED = ("difference", "same", "which", "exists")
"""Asks that may compare two counts, so that what is counted on either side is counted alike."""


def lists_all(form: Form) -> bool:
    """Whether "what is …" means all of it: what is on or in something, or what is of a color, is no one thing."""
    if form.ask != "name" or form.noun.target != "any":
        return False
    if any(isinstance(item, Most) for item in form.noun.where):
        return False
    return any(
        isinstance(item, Has) or (isinstance(item, Place) and item.rel in ("on", "in") and item.of is not None)
        for item in form.noun.where
    )


def measured_from(form: Form, grounds: Grounds) -> Noun | None:
    """What "closer to the desk" is measured from; None where it is the asker."""
    away = re.match(r"(?:closer|farther) to the (.+)", form.attribute)
    return read_question(f"where is the {away.group(1)}", grounds.rooms).noun if away else None


def looked_up(form: Form, grounds: Grounds) -> list[Noun]:
    """Every noun that the form's program looks for."""
    origin = measured_from(form, grounds)
    return [*form.nouns(), *([origin] if origin else [])]


def render_program(
    form: Form,
    *,
    question: str = "",
    meanings: Mapping[str, Sequence[str]] | None = None,
    grounds: Grounds | None = None,
    only_here: bool = False,
) -> str:
    """The tool program of a form.

    Args:
        form: what to look up; every `ask` but "common_sense".
        question: as it was asked, for the comment on the first line.
        meanings: the categories that serve for a noun that is none itself ("something to sit on" → chair, sofa).
        grounds: the scene's rooms and floor; none are used where None.
        only_here: whether only what is in the asker's room is meant.
    """
    return Program(form, question, meanings or {}, grounds or Grounds(), only_here).text()


class Program:
    """The lines of one form's program, as they are written."""

    def __init__(
        self, form: Form, question: str, meanings: Mapping[str, Sequence[str]], grounds: Grounds, only_here: bool
    ) -> None:
        self.form = replace(form, options=YES_NO) if form.options == TRUE_FALSE else form
        self.question = " ".join(question.split())
        self.grounds = grounds
        everything = "objects_in(room=current_room())" if only_here else "scene()"
        self.nouns = NounLines(form.ask, meanings, grounds, everything, form.turn)
        self.lines = self.nouns.lines

    def text(self) -> str:
        form = self.form
        if self.question:
            self.lines.append(f"# {self.question}")
        found = self.nouns.noun(form.noun, in_question=True)
        other = self.nouns.noun(form.other, in_question=form.ask in COUNTED) if form.other else ""
        if other and form.ask == "direction":
            self.nouns.only_closest(other)
        self._facts(other)
        self._show("found", found, self._order(form.noun, found))
        if form.ask in ("list", "common", "commonest") or lists_all(form):
            self._kinds(found, other)
        if other:
            self._show("other", other)
        if other and form.ask == "distance":
            self.lines.append(f"if {found} and {other}:")
            for name, objects in (("a", found), ("b", other)):
                self.lines.append(f"    {name} = min({objects}, key=lambda o: {DISTANCE.format('o')})")
            self.lines.append('    print(f"apart: {distance(a=a, b=b):.2f} m")')
        if form.ask == "path" and self.grounds.floor_plan:
            self.lines.append(f"if {found}:")
            self.lines.append('    goal = min(nearest_first[:5], key=lambda o: path_distance(a="me", b=o))')
            self.lines.append('    print(f"way to {goal.id}:", directions(a="me", b=goal))')
        origin = measured_from(form, self.grounds)
        if origin is not None and other:
            word, _, name = form.attribute.partition(" to the ")
            self.lines.append(f"# measured from the {name}, not from the asker")
            reference = self.nouns.noun(origin)
            relation = "closest" if word == "closer" else "farthest"
            both = f"{found} | {other}"
            self._show("picked", f'relate(object_set={both}, reference_object={reference}, relation="{relation}")')
        return "\n".join(self.lines) + "\n"

    def _kinds(self, found: str, other: str) -> None:
        """One line a kind of thing: those found, or those that are in both sets."""
        shared = f" if o.category in {{o.category for o in {other}}}" if other else ""
        self.lines.append(f"names = [o.category for o in nearest_first{shared}]")
        self.lines.append("for name in sorted(set(names), key=lambda name: names.index(name)):")
        self.lines.append('    print(f"kind {name}:", names.count(name))')

    def _order(self, noun: Noun, name: str) -> str:
        """What else than distance orders the objects: straight behind before behind and far to the side."""
        if self.form.ask != "name" or any(isinstance(item, Most) for item in noun.where):
            return ""
        places = [item for item in noun.where if isinstance(item, Place)]
        if len(places) == 1 and places[0].of is None and places[0].rel in HOUR_OF:
            hour = before_turning(HOUR_OF[places[0].rel], self.form.turn)
            self.lines.append(f"first = relate_agent(object_set={name}, relation={quoted(hour)})")
            return "o not in first, "
        if any(place.rel == "near" and place.of is not None for place in places):
            return "o not in first, "
        return ""

    def _facts(self, other: str) -> None:
        ask, attribute = self.form.ask, self.form.attribute
        fields = ["distance={distance:.2f}", "clock={clock[0]}"]
        extra: list[str] = []
        if self.form.turn:
            back = 12 - 3 * quarters(self.form.turn)
            extra.append(f"hour = (int(clock[0].split(' ')[0]) + {back - 1}) % 12 + 1  # after the turn")
            fields[1] = "clock={hour} o'clock"
        values: list[str] = []
        wanted = attribute.split(" ")[0] if ask == "same" else ask
        if wanted in ("color", "shape", "material"):
            values = [option for option in self.form.options if option not in ("yes", "no")]
            candidates = f", candidate_attribute_values={quoted_list(values)}" if values and wanted != "color" else ""
            extra.append(f'value = query_attribute(object=o, attribute_type="{wanted}"{candidates})')
            fields.append("value={value}")
        elif ask == "state":
            attribute = "" if attribute in ("tidiness", "fullness", "softness", "arrangement") else attribute
            values = [option for option in self.form.options if option not in ("yes", "no")]
            if attribute in _DIMENSIONS and not values:
                values = list(_DIMENSIONS[attribute])
            elif attribute and not values:
                values = [attribute, _OPPOSITES.get(attribute, f"not {attribute}")]
            any_state = 'query_attribute(object=o, attribute_type="state")'  # none named: whatever was observed
            among = f"query_state(object=o, candidate_states={quoted_list(values)})"
            extra.append(f"value = {among if values else any_state}")
            fields.append("value={value}")
        if self.grounds.rooms:
            fields.append("room={o.room}")
        if ask == "size" or attribute in _SIZE_WORDS:
            extra.append('l, w, h = query_attribute(object=o, attribute_type="lwh")')
            fields.append("lwh={l:.2f} x {w:.2f} x {h:.2f}")
        if other and ask == "direction":  # sides of the other thing, not of the asker
            sides = f"query_relation(object=o, reference_object=list({other})[0])"
            extra.append(f"sides = {sides} if {other} else []")
            fields.append("sides={' '.join(sides)}")
        elif ask == "direction" and len(self.form.options) == 2:
            before = [(side, before_turning(side, self.form.turn)) for side in HOUR_OF]
            held = "query_relation_agent(object=o, candidate_relations=[before])"
            extra.append(f"sides = [side for side, before in {before} if {held}]")
            fields.append("sides={' '.join(sides)}")
        if ask == "position":
            fields.append("position={o.xyz[0]:.2f} {o.xyz[1]:.2f} {o.xyz[2]:.2f}")
        if attribute in ("higher", "lower"):
            fields.append("z={o.xyz[2]:.2f}")
        if attribute == "within reach":
            extra.append('reach = query_relation_agent(object=o, candidate_relations=["within reach"])')
            fields.append("reach={'yes' if reach else 'no'}")
        body = [f"distance = {DISTANCE.format('o')}", _CLOCK, *extra, f'return f"{"; ".join(fields)}"']
        self.lines += ["", "def facts(o):", *(f"    {line}" for line in body), ""]

    def _show(self, title: str, name: str, order: str = "") -> None:
        distance = DISTANCE.format("o")
        key = f"({order}{distance})" if order else distance
        self.lines.append(f"nearest_first = sorted({name}, key=lambda o: {key})")
        self.lines.append(f'print("{title}:", len(nearest_first))')
        self.lines.append(f"for o in nearest_first[:{MAX_LISTED}]:")
        self.lines.append('    print(f"- {o.category} {o.id}: {facts(o)}")')


_CLOCK = 'clock = query_relation_agent(object=o, candidate_relations=["o\'clock"])'
