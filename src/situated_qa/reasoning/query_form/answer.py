"""From what a form's program printed to an answer in words.

The asker is "you". An answer comes short, for tables and benchmarks, and as a sentence for people. What was not found
or is not known is said as such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from situated_qa.reasoning.query_form.colors import DARK_COLORS, LIGHT_COLORS, color_family
from situated_qa.reasoning.query_form.comparisons import common, commonest, difference, same, which
from situated_qa.reasoning.query_form.form import Form, Not, Place
from situated_qa.reasoning.query_form.observation import Observation, Seen, read_observation
from situated_qa.reasoning.query_form.phrases import article, direction_words, listed, named, places, plural
from situated_qa.reasoning.query_form.reading.frame import ROOM_TO_MOVE, TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.words import word_tables
from situated_qa.reasoning.query_form.rendered import Rendered, ids, in_words, none, nothing, yes_no

__all__ = ["Rendered", "has_direction", "render_answer"]

_MOST_NAMED = 12  # kinds of things in a list
_SHADES = ({"light", "bright", "lighter", "brighter"}, {"dark", "darker"})
_NO_VALUES = {"symmetrical", "curved", "colorful", "bright", "light", "dark"}  # what is square may be that, too
_STEP_M = 1.0  # as much room as a step and the body want


def render_answer(form: Form, observation: str | Observation, *, here: str = "") -> Rendered:
    """The answer of a form, from what its program printed.

    Args:
        here: the asker's room, where it is known: what is elsewhere is said to be.
    """
    seen = read_observation(observation, here) if isinstance(observation, str) else observation
    rendered = _render(form if form.options != TRUE_FALSE else replace(form, options=YES_NO), seen)
    if form.options == TRUE_FALSE and rendered.short in YES_NO:
        truth = TRUE_FALSE[YES_NO.index(rendered.short)]
        told = re.sub(r"^(?:Yes|No)(?=,)", truth.capitalize(), rendered.sentence)
        rendered = replace(rendered, short=truth, sentence=told)
    if form.turn and seen.found:
        after = f"after turning {form.turn}" if form.turn == "around" else f"after a quarter turn to the {form.turn}"
        rendered = replace(rendered, more=f"Directions are meant {after}. {rendered.more}".strip())
    first = rendered.short[:1].upper() + rendered.short[1:]
    if form.options and rendered.known and form.ask != "which" and not rendered.sentence.startswith(first):
        # an answer to "yes or no?" or "left or right?" starts with the word that was asked for
        lower = rendered.sentence[:2] != "I " and rendered.sentence[:1].isupper()
        sentence = rendered.sentence[:1].lower() + rendered.sentence[1:] if lower else rendered.sentence
        return replace(rendered, sentence=f"{first}: {sentence}")
    return rendered


def _render(form: Form, seen: Observation) -> Rendered:
    kinds = {"count": _count, "exists": _exists, "which": which, "same": same, "difference": difference,
             "common": common}  # fmt: skip
    if form.ask in kinds:
        return kinds[form.ask](form, seen)
    if not seen.found and form.attribute == ROOM_TO_MOVE:
        return Rendered("yes", "I know of nothing that stands that way; walls are not counted.")
    if not seen.found:
        return nothing(form, seen)
    if form.ask == "list" or (form.ask == "name" and seen.kinds):
        return _list(form, seen)
    if form.ask == "commonest":
        return commonest(form, seen)
    if form.ask == "position":
        return _position(seen.found[0])
    if form.ask == "name":
        return _name(form, seen)
    if form.ask == "direction" and form.other:
        return _side_of(form, seen)
    if form.ask == "path" and seen.way and not form.options:
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
    number, evidence = seen.count, ids(seen.found)
    things = named(form.noun)
    what = f"{in_words(number)} {plural(things) if number != 1 else things}{places(form.noun)}"
    sentence = f"There {'is' if number == 1 else 'are'} {what}." if number else none(form.noun, seen)
    test = re.match(r"(>=|>|<|=|divisible by) (\d+)", form.attribute)
    if test:
        limit = int(test.group(2))
        holds = {">": number > limit, ">=": number >= limit, "<": number < limit, "=": number == limit}.get(
            test.group(1), limit > 0 and number % limit == 0
        )
        return Rendered("yes" if holds else "no", sentence, evidence)
    if set(form.options) == {"odd", "even"}:
        return Rendered("odd" if number % 2 else "even", sentence, evidence)
    if form.attribute == "even" or form.attribute == "odd":
        return Rendered("yes" if (number % 2 == 0) == (form.attribute == "even") else "no", sentence, evidence)
    option = next((o for o in form.options if o == str(number) or in_words(number) == o), None)
    return Rendered(option or str(number), sentence, evidence)


def _exists(form: Form, seen: Observation) -> Rendered:
    if form.other and seen.found and seen.other:
        a, b = seen.found[0], seen.other[0]
        told = f"Yes, both: {article(a.category)}, {a.place()}, and {article(b.category)}, {b.place()}."
        return Rendered("yes", told, (a.id, b.id))
    if form.other and seen.found:
        return Rendered("no", f"No, not both: {none(form.other, seen)}", ids(seen.found))
    if not seen.found:
        return Rendered("no", none(form.noun, seen), ())
    first = seen.found[0]
    more = f"There are {seen.count} in all." if seen.count > 1 else ""
    return Rendered("yes", f"Yes, {article(first.category)}, {first.place()}.", ids(seen.found), more=more)


def _name(form: Form, seen: Observation) -> Rendered:
    first = seen.found[0]
    if form.noun.target not in ("any", "furniture", "appliance", "object") and not form.noun.target.startswith("some"):
        which = f"the {first.category} {first.place()}"  # "which chair ...": its name is known, its place is the answer
        return Rendered(which, f"It is {which}.", (first.id,))
    names = list(dict.fromkeys(item.category for item in seen.found))
    sentence = f"It is {article(first.category)}, {first.place()}."
    more = f"Also{places(form.noun)}: {listed(names[1:8])}." if len(names) > 1 else ""
    return Rendered(first.category, sentence, ids(seen.found), more=more)


def _list(form: Form, seen: Observation) -> Rendered:
    """All the kinds of things found, nearest first; of one kind, how many and where."""
    things = list(seen.kinds.items())
    told = listed(
        [f"{in_words(n)} {plural(name)}" if n > 1 else article(name) for name, n in things[:_MOST_NAMED]]
        + ([f"{len(things) - _MOST_NAMED} more kinds of things"] if len(things) > _MOST_NAMED else [])
    )
    if form.noun.target != "any" and len(things) == 1:
        where = listed([item.place() for item in seen.found[:3]])
        more = f"The nearest: {where}." if len(seen.found) > 1 else f"It is {where}."
        return Rendered(things[0][0], f"I know of {told}{places(form.noun)}.", ids(seen.found), more=more)
    short = listed([name for name, _ in things[:_MOST_NAMED]])
    return Rendered(short, f"I know of {told}{places(form.noun)}.", ids(seen.found))


def _position(item: Seen) -> Rendered:
    """Where the middle of a thing is in the map."""
    x, y, z = item.facts["position"].split(" ")
    sentence = f"The middle of the {item.category} is at x {x}, y {y}, z {z} in the map, in meters."
    return Rendered(f"{x}, {y}, {z}", sentence, (item.id,))


def _where(form: Form, item: Seen) -> Rendered:
    sentence = f"The {item.category} is {item.place()}."
    if form.options:
        short = _side_option(form.options, item)
        sides = item.facts.get("sides", "").split()
        if short == "neither":  # near the border: what the tools call left is left
            short = next((option for option in form.options if _SIDE_OF.get(option, option) in sides), short)
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
        return nothing(form, seen)
    a, b = seen.found[0], seen.other[0]
    sides = a.facts.get("sides", "").split()
    short = next((option for option in form.options if _SIDE_OF.get(option, option) in sides), "neither")
    words = " and ".join({"back": "behind", "front": "in front of"}.get(s, f"to the {s} of") for s in sides)
    return Rendered(short, f"The {a.category} is {words or 'at'} the {b.category}.", (a.id, b.id))


_SIDE_OF = {"behind": "back", "in front": "front", "ahead": "front"}


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
        return Rendered(yes_no(form, yes), sentence, (item.id,))
    if form.attribute == ROOM_TO_MOVE:  # a step that way ends before the nearest thing
        free = item.distance_m > _STEP_M
        return Rendered("yes" if free else "no", sentence, (item.id,), more="Walls are not counted.")
    return Rendered(f"{item.distance_m:.1f} m", sentence, (item.id,))


def _apart(form: Form, seen: Observation) -> Rendered:
    """How far two things are from one another."""
    if not seen.other or seen.apart_m is None:
        return nothing(form, seen)
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
        told = re.sub(r"^(?!can )", "is ", form.attribute) if set(form.options) == {"yes", "no"} else ""
        if len(form.options) == 2 and not told and form.ask == "state":
            told = f"is {form.options[0]} or {form.options[1]}"
        if told:
            sentence = f"I have not observed whether the {first.category} {told}."
        return Rendered("not known", sentence, (first.id,), known=False)
    best = Counter(values).most_common(1)[0][0]
    chosen = tuple(item for item in seen.found if item.value == best)
    sentence = f"The {chosen[0].category} {chosen[0].place()} is {best}."
    tests = form.options if set(form.options) != {"yes", "no"} else (form.attribute,) if form.attribute else ()
    shade = _shade(form, best)
    if shade:
        return Rendered(shade, sentence, ids(chosen))
    if not all(test in best or _is_value(form.ask, test) for test in tests):
        return Rendered("not known", sentence, ids(chosen), known=False)  # "symmetric", of a table known to be square
    others = sorted({value for value in values if value != best})
    more = f"Others like it are {listed(others)}." if others else ""
    if form.attribute and set(form.options) == {"yes", "no"}:
        alike = form.attribute in best or bool(color_family(form.attribute) & set(best.split()))
        return Rendered(yes_no(form, alike), sentence, ids(chosen), more=more)
    option = next((o for o in form.options if o in best or color_family(o) & {best, best.split(" ")[-1]}), None)
    return Rendered(option or best, sentence, ids(chosen), more=more)


def _shade(form: Form, color: str) -> str:
    """The option that says how light a color is; "" where that was not asked, or the color is neither."""
    if form.ask != "color" or len(form.options) != 2:
        return ""
    light, dark = (next((option for option in form.options if set(option.split()) & words), "") for words in _SHADES)
    if not light or not dark:
        return ""
    name = color.split()[-1]
    if set(color.split()) & _SHADES[0] or name in LIGHT_COLORS:
        return light
    return dark if set(color.split()) & _SHADES[1] or name in DARK_COLORS else ""


def _is_value(ask: str, text: str) -> bool:
    """Whether a text is a value of an attribute, so that another value says that it does not hold."""
    values = set(word_tables()[ask]) - _NO_VALUES if ask in ("color", "shape", "material") else {text}
    return not values.isdisjoint((text, *text.split()))


def has_direction(form: Form) -> bool:
    """Whether the answer rests on somebody's left, right, front or back."""
    words = ("left", "right", "front", "back", "o'clock")
    stated = [item for noun in form.nouns() for item in noun.where]
    conditions = [item.condition if isinstance(item, Not) else item for item in stated]
    return form.ask in ("direction", "path") or any(
        word in item.rel for item in conditions if isinstance(item, Place) for word in words
    )
