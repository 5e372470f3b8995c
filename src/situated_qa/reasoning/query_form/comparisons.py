"""Answers that compare: which of two, whether two are alike, how many more, and what two places have in common."""

from __future__ import annotations

from situated_qa.reasoning.query_form.colors import palette_color
from situated_qa.reasoning.query_form.form import Form
from situated_qa.reasoning.query_form.observation import Observation, Seen
from situated_qa.reasoning.query_form.phrases import article, listed, named, places, plural
from situated_qa.reasoning.query_form.rendered import Rendered, ids, in_words, nothing, yes_no

_ALIKE = 0.2  # relative difference below which two sizes are called the same


def same(form: Form, seen: Observation) -> Rendered:
    """Whether things are alike in an attribute, or two kinds equal in number."""
    group = [*seen.found, *seen.other]
    if form.attribute == "number":
        return _same_number(form, seen)
    if not seen.found or (form.other and not seen.other) or len(group) < 2:
        return nothing(form, seen)
    if form.attribute == "size":
        sizes = [item.lengths() for item in group]
        pairs = [(a, b) for size in sizes[1:] for a, b in zip(size, sizes[0], strict=True)]
        alike = all(abs(a - b) <= _ALIKE * max(a, b) for a, b in pairs)
        told = "their boxes"
    else:
        values = [item.value for item in group]
        if not all(values):
            unknown = next(item for item in group if not item.value)
            text = f"I have not observed the {form.attribute} of the {unknown.category}."
            return Rendered("not known", text, ids(group), known=False)
        alike = len({palette_color(value.split(" ")[-1]) for value in values}) == 1
        told = listed([f"the {item.category} is {item.value}" for item in group[:6]])
    options = form.options or ("yes", "no")
    short = options[0] if alike else options[-1]
    sentence = f"They are {'' if alike else 'not '}the same in {form.attribute}: {told}."
    return Rendered(short, sentence, ids(group))


def _same_number(form: Form, seen: Observation) -> Rendered:
    if form.other is None:
        return nothing(form, seen)
    alike = seen.count == seen.other_count
    told = f"{'Yes' if alike else 'No'}, {_counted(form, seen)}."
    return Rendered(yes_no(form, alike), told, ids([*seen.found, *seen.other]))


def _which_more(form: Form, seen: Observation) -> Rendered:
    if form.other is None:
        return nothing(form, seen)
    a, b = (seen.count, seen.other_count) if form.attribute == "more" else (seen.other_count, seen.count)
    told, evidence = f"{_counted(form, seen)}.", ids([*seen.found, *seen.other])
    if set(form.options) == {"yes", "no"}:
        short = "yes" if a > b else "no"
        return Rendered(short, f"{short.capitalize()}, {told}", evidence)
    if a == b:
        return Rendered("the same", f"The same number: {told}", evidence)
    options = form.options if len(form.options) == 2 else (plural(form.noun.target), plural(form.other.target))
    return Rendered(options[0] if a > b else options[1], f"T{told[1:]}", evidence)


def difference(form: Form, seen: Observation) -> Rendered:
    """How many more there are of one than of another; "fewer" where there are fewer."""
    if form.other is None:
        return nothing(form, seen)
    more = seen.count - seen.other_count
    more = abs(more) if form.attribute != "more" else more
    short = f"{-more} fewer" if more < 0 else str(more)
    counted = _counted(form, seen)
    result = f"{in_words(abs(more))} {'fewer' if more < 0 else 'more'}" if more else "the same number"
    told = f"{counted[:1].upper()}{counted[1:]}: {result}."
    return Rendered(short, told, ids([*seen.found, *seen.other]))


def common(form: Form, seen: Observation) -> Rendered:
    """The kinds of things that are in two places."""
    if not seen.kinds:
        return Rendered("nothing", "I know of no kind of thing that is in both.", ())
    names = listed(sorted(seen.kinds))
    return Rendered(
        names, f"In both there is {listed([article(name) for name in sorted(seen.kinds)])}.", ids(seen.found)
    )


def commonest(form: Form, seen: Observation) -> Rendered:
    """The kind of thing of which there are most, or fewest."""
    wanted = min(seen.kinds.values()) if form.attribute == "fewest" else max(seen.kinds.values())
    names = [name for name, number in seen.kinds.items() if number == wanted]
    chosen = [item for item in seen.found if item.category in names]
    things = listed([f"{in_words(wanted)} {plural(name) if wanted != 1 else name}" for name in names[:8]])
    told = f"There {'is' if wanted == 1 else 'are'} {things}{places(form.noun)}."
    return Rendered(listed(names[:8]), told, ids(chosen))


def _counted(form: Form, seen: Observation) -> str:
    """What was counted on either side, in words: "there are two chairs in the kitchen and no stools in the hall"."""
    assert form.other is not None
    told = []
    for noun, number in ((form.noun, seen.count), (form.other, seen.other_count)):
        things = named(noun) if number == 1 else plural(named(noun))
        told.append(f"{in_words(number) if number else 'no'} {things}{places(noun)}")
    verb = "is" if seen.count == 1 else "are"
    return f"there {verb} {' and '.join(told)}"


def which(form: Form, seen: Observation) -> Rendered:
    """Which of two is closer, larger, higher, or of which there are more."""
    if form.attribute in ("more", "fewer"):
        return _which_more(form, seen)
    if not seen.found or not seen.other:
        return nothing(form, seen)
    a, b = seen.found[0], next((item for item in seen.other if item.id != seen.found[0].id), seen.other[0])
    word = form.attribute.split(" ")[0] or "closer"
    if form.attribute.startswith(("closer to the", "farther to the")):
        if not seen.picked:
            return nothing(form, seen)
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
