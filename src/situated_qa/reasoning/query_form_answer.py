"""From what a form's program printed to an answer in words.

The asker is "you". An answer comes short, for tables and benchmarks, and as a sentence for people. What was not found
or is not known is said as such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form import Form, Most, Noun, Place
from situated_qa.reasoning.query_form_colors import color_family
from situated_qa.reasoning.query_form_observation import Observation, Seen, read_observation
from situated_qa.reasoning.query_form_phrases import article, direction_words, listed, named, places, plural
from situated_qa.reasoning.query_form_words import NUMBERS

_ALIKE = 0.2  # relative difference below which two sizes are called the same


@dataclass(frozen=True, slots=True)
class Rendered:
    """An answer in words."""

    short: str
    sentence: str
    object_ids: tuple[int, ...] = ()
    known: bool = True  # False where the scene does not tell, so that a guess may be tried
    more: str = ""  # what else is worth knowing: the other objects, the other measure


def render_answer(form: Form, observation: str | Observation, *, here: str = "") -> Rendered:
    """The answer of a form, from what its program printed.

    Args:
        here: the asker's room, where it is known: what is elsewhere is said to be.
    """
    seen = read_observation(observation, here) if isinstance(observation, str) else observation
    rendered = _render(form, seen)
    first = rendered.short[:1].upper() + rendered.short[1:]
    if form.options and rendered.known and form.ask != "which" and not rendered.sentence.startswith(first):
        # an answer to "yes or no?" or "left or right?" starts with the word that was asked for
        lower = rendered.sentence[:2] != "I " and rendered.sentence[:1].isupper()
        sentence = rendered.sentence[:1].lower() + rendered.sentence[1:] if lower else rendered.sentence
        return replace(rendered, sentence=f"{first}: {sentence}")
    return rendered


def _render(form: Form, seen: Observation) -> Rendered:
    kinds = {"count": _count, "exists": _exists, "which": _which, "same": _same}
    if form.ask in kinds:
        return kinds[form.ask](form, seen)
    if not seen.found:
        return _nothing(form, seen)
    if form.ask == "name":
        return _name(form, seen)
    if form.ask == "direction" and form.other:
        return _side_of(form, seen)
    if form.ask == "path" and seen.way:
        return _way(seen)
    if form.ask in ("direction", "path"):
        return _where(form, seen.found[0])
    if form.ask == "distance":
        return _apart(form, seen) if form.other else _distance(form, seen.found[0])
    if form.ask == "size":
        return _size(form, seen.found[0])
    return _value(form, seen)


# --- one function per kind -------------------------------------------------------------------------------------------


def _count(form: Form, seen: Observation) -> Rendered:
    number, ids = seen.count, _ids(seen.found)
    things = named(form.noun)
    what = f"{_in_words(number)} {plural(things) if number != 1 else things}{places(form.noun)}"
    sentence = f"There {'is' if number == 1 else 'are'} {what}." if number else _none(form.noun, seen)
    test = re.match(r"(>=|>|<|=|divisible by) (\d+)", form.attribute)
    if test:
        limit = int(test.group(2))
        holds = {">": number > limit, ">=": number >= limit, "<": number < limit, "=": number == limit}.get(
            test.group(1), limit > 0 and number % limit == 0
        )
        return Rendered("yes" if holds else "no", sentence, ids)
    if set(form.options) == {"odd", "even"}:
        return Rendered("odd" if number % 2 else "even", sentence, ids)
    if form.attribute == "even" or form.attribute == "odd":
        return Rendered("yes" if (number % 2 == 0) == (form.attribute == "even") else "no", sentence, ids)
    option = next((o for o in form.options if o == str(number) or _in_words(number) == o), None)
    return Rendered(option or str(number), sentence, ids)


def _exists(form: Form, seen: Observation) -> Rendered:
    if not seen.found:
        return Rendered("no", _none(form.noun, seen), ())
    first = seen.found[0]
    more = f"There are {seen.count} in all." if seen.count > 1 else ""
    return Rendered("yes", f"Yes, {article(first.category)}, {first.place()}.", _ids(seen.found), more=more)


def _name(form: Form, seen: Observation) -> Rendered:
    first = seen.found[0]
    if form.noun.target not in ("any", "furniture", "appliance", "object") and not form.noun.target.startswith("some"):
        which = f"the {first.category} {first.place()}"  # "which chair ...": its name is known, its place is the answer
        return Rendered(which, f"It is {which}.", (first.id,))
    names = list(dict.fromkeys(item.category for item in seen.found))
    sentence = f"It is {article(first.category)}, {first.place()}."
    more = f"Also{places(form.noun)}: {listed(names[1:8])}." if len(names) > 1 else ""
    return Rendered(first.category, sentence, _ids(seen.found), more=more)


def _where(form: Form, item: Seen) -> Rendered:
    sentence = f"The {item.category} is {item.place()}."
    if form.options:
        short = _side_option(form.options, item)
        return Rendered(short, sentence, (item.id,))
    if form.ask == "path":
        turn = {12: "forward", 11: "forward", 1: "forward", 6: "backward", 5: "backward", 7: "backward"}.get(
            item.hour, "right" if item.hour < 6 else "left"
        )
        go = {"forward": "Go straight ahead", "backward": "Turn around"}.get(turn, f"Turn {turn}")
        short = f"{turn} ({item.hour} o'clock), {item.distance_m:.1f} m away"
        return Rendered(short, f"{go}: the {sentence[4:]}", (item.id,))
    return Rendered(item.place(), sentence, (item.id,))


def _way(seen: Observation) -> Rendered:
    """The way on foot, as the floor plan tells it."""
    goal, way = seen.way or (0, "")
    return Rendered(way.partition(": ")[0], f"{way[:1].upper()}{way[1:]}.", (goal,))


def _side_of(form: Form, seen: Observation) -> Rendered:
    """On which side of another thing something stands."""
    if not seen.other:
        return _nothing(form, seen)
    a, b = seen.found[0], seen.other[0]
    sides = a.facts.get("sides", "").split()
    said = {"behind": "back", "in front": "front", "ahead": "front"}
    short = next((option for option in form.options if said.get(option, option) in sides), "neither")
    words = " and ".join({"back": "behind", "front": "in front of"}.get(s, f"to the {s} of") for s in sides)
    return Rendered(short, f"The {a.category} is {words or 'at'} the {b.category}.", (a.id, b.id))


def _side_option(options: Sequence[str], item: Seen) -> str:
    angles = {"left": 9, "right": 3, "front": 12, "ahead": 12, "behind": 6, "back": 6}

    def off(option: str) -> int:
        hour = next((h for word, h in angles.items() if word in option), None)
        return 12 if hour is None else min((item.hour - hour) % 12, (hour - item.hour) % 12)

    best = min(options, key=off)
    return best if off(best) < 3 else "neither"  # straight behind is neither left nor right


def _distance(form: Form, item: Seen) -> Rendered:
    sentence = f"The {item.category} is {item.distance_m:.1f} m away, {direction_words(item.hour)}."
    if form.attribute == "within reach":
        yes = item.facts.get("reach") == "yes"
        return Rendered(_yes_no(form, yes), sentence, (item.id,))
    return Rendered(f"{item.distance_m:.1f} m", sentence, (item.id,))


def _apart(form: Form, seen: Observation) -> Rendered:
    """How far two things are from one another."""
    if not seen.other or seen.apart_m is None:
        return _nothing(form, seen)
    a, b = seen.found[0], seen.other[0]
    sentence = f"The {a.category} is {seen.apart_m:.1f} m from the {b.category}, from middle to middle."
    return Rendered(f"{seen.apart_m:.1f} m", sentence, (a.id, b.id))


def _size(form: Form, item: Seen) -> Rendered:
    length, width, height = item.lengths()
    words = {"tall": height, "high": height, "long": length, "wide": width, "deep": width}
    sentence = f"The {item.category} is {length:.1f} m long, {width:.1f} m wide and {height:.1f} m high."
    if form.attribute in words:
        size = f"{words[form.attribute]:.1f} m"
        return Rendered(size, f"The {item.category} is {size} {form.attribute}.", (item.id,), more=sentence)
    if form.options and form.options != ("yes", "no"):
        return Rendered("", sentence, (item.id,), known=False)
    return Rendered(f"{length:.1f} x {width:.1f} x {height:.1f} m", sentence, (item.id,))


def _value(form: Form, seen: Observation) -> Rendered:
    """Color, shape, material, state: the commonest value, the nearest object's where two are equally common."""
    values = [item.value for item in seen.found if item.value]
    if not values:
        first = seen.found[0]
        sentence = f"I have not observed the {form.attribute or form.ask} of the {first.category}."
        if set(form.options) == {"yes", "no"}:
            sentence = f"I have not observed whether the {first.category} is {form.attribute}."
        return Rendered("not known", sentence, (first.id,), known=False)
    best = Counter(values).most_common(1)[0][0]
    chosen = tuple(item for item in seen.found if item.value == best)
    sentence = f"The {chosen[0].category} {chosen[0].place()} is {best}."
    others = sorted({value for value in values if value != best})
    more = f"Others like it are {listed(others)}." if others else ""
    if form.attribute and set(form.options) == {"yes", "no"}:
        alike = form.attribute in best or bool(color_family(form.attribute) & set(best.split()))
        return Rendered(_yes_no(form, alike), sentence, _ids(chosen), more=more)
    option = next((o for o in form.options if o in best or color_family(o) & {best, best.split(" ")[-1]}), None)
    return Rendered(option or best, sentence, _ids(chosen), more=more)


def _same(form: Form, seen: Observation) -> Rendered:
    group = [*seen.found, *seen.other]
    if not seen.found or (form.other and not seen.other) or len(group) < 2:
        return _nothing(form, seen)
    if form.attribute in ("size", "number"):
        if form.attribute == "number":
            alike = len(seen.found) == len(seen.other)
        else:
            sizes = [item.lengths() for item in group]
            pairs = [(a, b) for size in sizes[1:] for a, b in zip(size, sizes[0], strict=True)]
            alike = all(abs(a - b) <= _ALIKE * max(a, b) for a, b in pairs)
        told = f"{len(seen.found)} and {len(seen.other)}" if form.attribute == "number" else "their boxes"
    else:
        values = [item.value for item in group]
        if not all(values):
            unknown = next(item for item in group if not item.value)
            text = f"I have not observed the {form.attribute} of the {unknown.category}."
            return Rendered("not known", text, _ids(group), known=False)
        alike = len({tuple(sorted(color_family(value.split(" ")[-1])))[0] for value in values}) == 1
        told = listed([f"the {item.category} is {item.value}" for item in group[:6]])
    options = form.options or ("yes", "no")
    short = options[0] if alike else options[-1]
    sentence = f"They are {'' if alike else 'not '}the same in {form.attribute}: {told}."
    return Rendered(short, sentence, _ids(group))


def _which(form: Form, seen: Observation) -> Rendered:
    if not seen.found or not seen.other:
        return _nothing(form, seen)
    a, b = seen.found[0], next((item for item in seen.other if item.id != seen.found[0].id), seen.other[0])
    word = form.attribute.split(" ")[0] or "closer"
    if form.attribute.startswith(("closer to the", "farther to the")):
        if not seen.picked:
            return _nothing(form, seen)
        first = any(item.id == seen.picked[0].id for item in seen.found)
        told = ["", ""]
    else:
        measures = [_measure(word, item) for item in (a, b)]
        if measures[0] is None or measures[1] is None:
            return Rendered("not known", f"I cannot tell which is {word}.", (a.id, b.id), known=False)
        first = measures[0] < measures[1] if word in _LESS else measures[0] > measures[1]
        unit = "m away" if word in ("closer", "farther") else "m³" if word in ("larger", "smaller") else "m"
        told = [f"{measure:.1f} {unit}" for measure in measures]
    winner, loser = (a, b) if first else (b, a)
    more = f"The {loser.category}: {told[1 if first else 0]}." if told[0] else ""
    measure = f", {told[0 if first else 1]}" if told[0] else ""
    sentence = f"the {winner.category} is {form.attribute or word}{measure}."
    if set(form.options) == {"yes", "no"}:
        short = "yes" if first else "no"
        return Rendered(short, f"{short.capitalize()}, {sentence}", (a.id, b.id), more=more)
    named_here = (form.noun.target, form.other.target if form.other else b.category)
    options = form.options if len(form.options) == 2 else named_here
    return Rendered(options[0] if first else options[1], f"T{sentence[1:]}", (a.id, b.id), more=more)


_LESS = ("closer", "smaller", "shorter", "lower")


def _measure(word: str, item: Seen) -> float | None:
    if word in ("closer", "farther"):
        return item.distance_m
    if word in ("higher", "lower"):
        return float(item.facts["z"]) if "z" in item.facts else None
    if "lwh" not in item.facts:
        return None
    length, width, height = item.lengths()
    return {"taller": height, "shorter": height, "longer": length, "wider": width}.get(word, length * width * height)


# --- saying that there is nothing ------------------------------------------------------------------------------------


def _nothing(form: Form, seen: Observation) -> Rendered:
    nouns = [form.noun, *([form.other] if form.other else [])]
    lacking = nouns[1] if len(nouns) > 1 and seen.found else nouns[0]
    sentence = _none(lacking, seen)
    short = (
        "no" if form.options == ("yes", "no") and form.ask != "which" else "nothing" if form.ask == "name" else "none"
    )
    return Rendered(short, sentence, ())


def _none(noun: Noun, seen: Observation) -> str:
    if seen.missing:
        return f"I know of no {listed(list(dict.fromkeys(seen.missing)))} there."
    what = f"no {named(noun)}"
    if noun.target == "any" or noun.target.startswith("something "):
        what = f"nothing{noun.target[9:]}" if noun.target != "any" else "nothing"
    plain = replace(noun, where=tuple(item for item in noun.where if not isinstance(item, Most)))
    return f"I know of {what}{places(plain)}."


def has_direction(form: Form) -> bool:
    """Whether the answer rests on somebody's left, right, front or back."""
    words = ("left", "right", "front", "back", "o'clock")
    conditions = [item for noun in form.nouns() for item in noun.where if isinstance(item, Place)]
    return form.ask in ("direction", "path") or any(word in item.rel for item in conditions for word in words)


def _yes_no(form: Form, yes: bool) -> str:
    positive, negative = form.options if len(form.options) == 2 else ("yes", "no")
    return positive if yes else negative


def _ids(items: Sequence[Seen]) -> tuple[int, ...]:
    return tuple(item.id for item in items)


def _in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
