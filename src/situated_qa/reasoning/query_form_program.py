"""From a form to the tool program that looks its answer up.

The program is ordinary text over the public tools, so that checking, sandbox, audit and replay are those of every other
program. It prints one line an object, nearest first, which `query_form_answer` reads:

    found: 2
    - chair 3: distance=2.31; clock=8 o'clock; sides=back left
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence

from situated_qa.reasoning.query_form import DIRECTIONS, HOURS, Form, Has, Most, Noun, Place
from situated_qa.reasoning.query_form_colors import PALETTE, color_family
from situated_qa.reasoning.query_form_grounds import Grounds
from situated_qa.reasoning.query_form_reading import read_question
from situated_qa.scene.structure import STRUCTURAL

MAX_LISTED = 12  # lines of about 90 characters fit into the 2,000 that a program may print
_HOUR_OF = {"front": "12 o'clock", "right": "3 o'clock", "back": "6 o'clock", "left": "9 o'clock"}
_SIZE_WORDS = ("larger", "smaller", "taller", "longer", "shorter", "wider", "size", "number")
_OPPOSITES = {
    "open": "closed", "closed": "open", "shut": "open", "on": "off", "off": "on", "turned on": "turned off",
    "turned off": "turned on", "clean": "dirty", "dirty": "clean", "messy": "tidy", "tidy": "messy", "neat": "messy",
    "full": "empty", "empty": "full", "soft": "hard", "hard": "soft", "occupied": "empty", "made": "unmade",
}  # fmt: skip


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
        self.form = form
        self.question = " ".join(question.split())
        self.meanings = meanings
        self.grounds = grounds
        self.everything = "objects_in(room=current_room())" if only_here else "scene()"
        self.lines: list[str] = []
        self.names: set[str] = set()

    def text(self) -> str:
        form = self.form
        self.lines = [f"# {self.question}"] if self.question else []
        found = self.noun(form.noun, in_question=True)
        other = self.noun(form.other) if form.other else ""
        if other and form.ask == "direction":
            self._only_closest(other)
        self._facts(other)
        self._show("found", found, self._order(form.noun, found))
        if other:
            self._show("other", other)
        if other and form.ask == "distance":
            self.lines.append(f"if {found} and {other}:")
            for name, objects in (("a", found), ("b", other)):
                self.lines.append(f"    {name} = min({objects}, key=lambda o: {_DISTANCE.format('o')})")
            self.lines.append('    print(f"apart: {distance(a=a, b=b):.2f} m")')
        if form.ask == "path" and self.grounds.floor_plan:
            self.lines.append(f"if {found}:")
            self.lines.append("    goal = min(nearest_first[:5], key=lambda o: path_distance(a=\"me\", b=o))")
            self.lines.append('    print(f"way to {goal.id}:", directions(a="me", b=goal))')
        away = re.match(r"(closer|farther) to the (.+)", form.attribute)
        if away and other:
            self.lines.append(f"# measured from the {away.group(2)}, not from the asker")
            reference = self.noun(read_question(f"where is the {away.group(2)}", self.grounds.rooms).noun)
            relation = "closest" if away.group(1) == "closer" else "farthest"
            both = f"{found} | {other}"
            self._show("picked", f'relate(object_set={both}, reference_object={reference}, relation="{relation}")')
        return "\n".join(self.lines) + "\n"

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
            categories = _quoted_list(self.meanings[noun.target])
            self.lines.append(f"{name} = filter(object_set={everything}, category={categories})")
        elif noun.target.startswith("something "):
            self.lines.append(f"{name} = set(find_related(text={_quoted(noun.target)}))")
            if everything != "scene()":
                self.lines.append(f"{name} = {{o for o in {everything} if o in {name}}}")
        elif noun.target == "any":
            building = ", ".join(_quoted(word) for word in sorted(STRUCTURAL))
            self.lines.append(f"{name} = {{o for o in {everything} if o.category not in ({building})}}")
        elif " and " in noun.target:
            categories = _quoted_list(noun.target.split(" and "))
            self.lines.append(f"{name} = filter(object_set={everything}, category={categories})")
        else:
            self.lines.append(f"{name} = filter(object_set={everything}, category={_quoted(noun.target)})")
        strict = in_question and self.form.ask in ("count", "exists")
        for item in noun.where:
            if isinstance(item, Has):
                self._has(name, item, strict)
        places = [item for item in noun.where if isinstance(item, Place)]
        self._between(name, [item for item in places if item.rel == "between"])
        for place in places:
            if place.rel != "between":
                self._place(name, place, noun)
        for item in noun.where:
            if isinstance(item, Most) and not _nearest_to_noun(noun):
                self._most(name, item, places)
        return name

    def _has(self, name: str, item: Has, strict: bool) -> None:
        value = _quoted(item.value)
        if item.attribute == "size":
            # sizes are known as lengths only: "large" keeps the larger half
            volume = f"[{_VOLUME.format('o')} for o in {name}]"
            sign = ">=" if item.value in ("large", "big", "tall", "long", "huge", "wide") else "<="
            self.lines.append(f"middle = sorted({volume})[len({name}) // 2] if {name} else 0")
            self.lines.append(f"{name} = {{o for o in {name} if {_VOLUME.format('o')} {sign} middle}}")
            return
        kind = "color" if item.attribute in ("color", "brightness") else item.attribute
        values = [item.value, *(word for word in PALETTE if word not in color_family(item.value))]
        candidates = _quoted_list(values if kind == "color" else [item.value])
        look_up = f"query_attribute(object=o, attribute_type={_quoted(kind)}, candidate_attribute_values={candidates})"
        if kind not in ("color", "shape", "material"):
            look_up = f"query_state(object=o, candidate_states={candidates})"
        line = f"{{o for o in {name} if {look_up} == {value}}}"
        if not strict and kind == "color":
            line += f" or {name}  # a measured color may be off: rather the wrong shade than nothing"
        self.lines.append(f"{name} = {line}")

    def _place(self, name: str, place: Place, noun: Noun) -> None:
        room = self.grounds.room(place.of)
        if room and place.rel == "in":
            self.lines.append(f"{name} = {{o for o in {name} if o.room == {_quoted(room)}}}")
            return
        if place.of is None and place.rel == "visible" and self.grounds.floor_plan:
            self.lines.append('view = visible_from(place="me", facing="front")')
            self.lines.append(f"{name} = {{o for o in {name} if o in view}}")
            return
        if place.of is None:
            relation = "front" if place.rel in ("visible", "facing") else place.rel
            self.lines.append(f"{name} = relate_agent(object_set={name}, relation={_quoted(relation)})")
            return
        reference = self.noun(place.of)
        relation = {"supporting": "support", "facing": "near", "visible": "near"}.get(place.rel, place.rel)
        self.lines.append(f'print("reference {_plain(place.of.target)}:", len({reference}))')
        if relation in DIRECTIONS + HOURS:  # "left of the table" with several tables: the nearest of them
            self._only_closest(reference)
        if noun.target == "any":
            self.lines.append(f"{name} = {{o for o in {name} if o not in {reference}}}")
        call = f"relate(object_set={name}, reference_object={reference}, relation={{}})"
        nearest = relation == "near" and (_nearest_to_noun(noun) or self.form.ask == "name")
        if nearest and not _nearest_to_noun(noun):  # "what is next to it": what is near, the nearest of it first
            self.lines.append(f"first = {call.format(_quoted('closest'))} if {reference} else set()")
            self.lines.append(f"{name} = ({call.format(_quoted(relation))} | first) if {reference} else set()")
            return
        call = call.format(_quoted("closest" if nearest else relation))
        self.lines.append(f"{name} = {call} if {reference} else set()")

    def _between(self, name: str, places: Sequence[Place]) -> None:
        ends = [self.noun(place.of) for place in places if place.of is not None]
        if not ends:
            return
        for place, end in zip([place for place in places if place.of is not None], ends, strict=True):
            self.lines.append(f'print("reference {_plain(place.of.target if place.of else "")}:", len({end}))')
        if len(ends) == len(places) == 1:  # "between the two beds": the two nearest
            a = b = ends[0]
            self.lines.append(f"{a} = sorted({a}, key=lambda o: {_DISTANCE.format('o')})")
            pair, known = f"reference_a={a}[0], reference_b={b}[1]", f"len({a}) > 1"
        elif len(ends) == 1:  # between me and it: nearer than it, in its direction
            self._only_closest(ends[0])
            end = f"list({ends[0]})[0]"
            hour = f'query_relation_agent(object={end}, candidate_relations=["o\'clock"])[0]'
            self.lines.append(f'hour = {hour} if {ends[0]} else "12 o\'clock"')
            self.lines.append(f"{name} = relate_agent(object_set={name}, relation=hour) if {ends[0]} else set()")
            near = f"{_DISTANCE.format('o')} < {_DISTANCE.format(end)}"
            self.lines.append(f"{name} = {{o for o in {name} if {near}}}")
            return
        else:
            for end in ends[:2]:
                self._only_closest(end)
            pair = f"reference_a=list({ends[0]})[0], reference_b=list({ends[1]})[0]"
            known = f"{ends[0]} and {ends[1]}"
        self.lines.append(f"{name} = relate_between(object_set={name}, {pair}) if {known} else set()")

    def _only_closest(self, name: str) -> None:
        self.lines.append(f'{name} = relate_agent(object_set={name}, relation="closest") if {name} else set()')

    def _most(self, name: str, item: Most, places: Sequence[Place]) -> None:
        if item.which in ("closest", "farthest"):
            straight = next((_HOUR_OF[p.rel] for p in places if p.of is None and p.rel in _HOUR_OF), None)
            if straight and item.which == "closest":  # "directly behind me": what lies straight behind comes first
                self.lines.append(f"{name} = relate_agent(object_set={name}, relation={_quoted(straight)}) or {name}")
            call = f"relate_agent(object_set={name}, relation={_quoted(item.which)})"
            self.lines.append(f"{name} = {call} if {name} else set()")
            return
        pick = "max" if item.which in ("largest", "highest") else "min"
        key = _VOLUME.format("o") if item.which in ("largest", "smallest") else "o.xyz[2]"
        self.lines.append(f"{name} = {{{pick}({name}, key=lambda o: {key})}} if {name} else set()")

    def _order(self, noun: Noun, name: str) -> str:
        """What else than distance orders the objects: straight behind before behind and far to the side."""
        if self.form.ask != "name" or any(isinstance(item, Most) for item in noun.where):
            return ""
        places = [item for item in noun.where if isinstance(item, Place)]
        if len(places) == 1 and places[0].of is None and places[0].rel in _HOUR_OF:
            hour = _HOUR_OF[places[0].rel]
            self.lines.append(f"first = relate_agent(object_set={name}, relation={_quoted(hour)})")
            return "o not in first, "
        if any(place.rel == "near" and place.of is not None for place in places):
            return "o not in first, "
        return ""

    def _facts(self, other: str) -> None:
        ask, attribute = self.form.ask, self.form.attribute
        fields = ["distance={distance:.2f}", "clock={clock[0]}"]
        extra: list[str] = []
        values: list[str] = []
        wanted = attribute.split(" ")[0] if ask == "same" else ask
        if wanted in ("color", "shape", "material"):
            values = [option for option in self.form.options if option not in ("yes", "no")]
            candidates = f", candidate_attribute_values={_quoted_list(values)}" if values and wanted != "color" else ""
            extra.append(f'value = query_attribute(object=o, attribute_type="{wanted}"{candidates})')
            fields.append("value={value}")
        elif ask == "state":
            values = [option for option in self.form.options if option not in ("yes", "no")]
            values = values or [attribute, _OPPOSITES.get(attribute, f"not {attribute}")]
            extra.append(f"value = query_state(object=o, candidate_states={_quoted_list(values)})")
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
        if attribute in ("higher", "lower"):
            fields.append("z={o.xyz[2]:.2f}")
        if attribute == "within reach":
            extra.append('reach = query_relation_agent(object=o, candidate_relations=["within reach"])')
            fields.append("reach={'yes' if reach else 'no'}")
        body = [f"distance = {_DISTANCE.format('o')}", _CLOCK, *extra, f'return f"{"; ".join(fields)}"']
        self.lines += ["", "def facts(o):", *(f"    {line}" for line in body), ""]

    def _show(self, title: str, name: str, order: str = "") -> None:
        distance = _DISTANCE.format("o")
        key = f"({order}{distance})" if order else distance
        self.lines.append(f"nearest_first = sorted({name}, key=lambda o: {key})")
        self.lines.append(f'print("{title}:", len(nearest_first))')
        self.lines.append(f"for o in nearest_first[:{MAX_LISTED}]:")
        self.lines.append('    print(f"- {o.category} {o.id}: {facts(o)}")')


def _nearest_to_noun(noun: Noun) -> bool:
    """ "the chair closest to the table": closest is measured from the noun, not from the asker."""
    near = any(isinstance(item, Place) and item.rel == "near" and item.of is not None for item in noun.where)
    return near and Most("closest") in noun.where


_DISTANCE = 'query_attribute(object={}, attribute_type="distance")'
_CLOCK = 'clock = query_relation_agent(object=o, candidate_relations=["o\'clock"])'
_VOLUME = 'query_attribute(object={}, attribute_type="volume")'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "").replace('"', "").replace("\n", " ")
    return f'"{escaped}"'


def _quoted_list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(_quoted(text) for text in texts) + "]"


def _plain(text: str) -> str:
    return re.sub(r"[^\w' ]", "", text)
