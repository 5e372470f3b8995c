"""What follows a noun and says more than a place: what it has, what it is not, what is left out, what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from situated_qa.knowledge.categories import category_like
from situated_qa.reasoning.patterns.nouns import ITS_KIND, Noun, Phrases, Place, UnclearError
from situated_qa.reasoning.patterns.words import HOURS, lexicon, place_words
from situated_qa.situated.affordances import is_known_use

_LONGEST_USE = 3  # words
_COMPARED = {
    "": "==", "exactly": "==", "more than": ">", "at least": ">=", "less than": "<", "fewer than": "<", "at most": "<=",
}  # fmt: skip
_LACKING = (
    "without", "with no", "and has no", "that has no", "which has no", "with nothing", "that has nothing",
    "that have no",
)  # fmt: skip
_IT = ("it", "them")
CLOSELY = ("directly", "immediately", "right", "straight")
"""Before a place: as close as can be."""


def use(phrases: Phrases, start: int) -> Iterator[tuple[int, str]]:
    """What things are for: "used for cooking", "to sit on"; a kind of thing of the language."""
    inside = lexicon()["no_noun"] - {"the", "my", "up", "down", "on", "in", "with", "at", "from", "into"}
    begin = next((end for end, _ in phrases.any_of(start, place_words()["relative"])), start)
    for after, said in phrases.any_of(begin, place_words()["used"]):
        for end in range(min(after + _LONGEST_USE, len(phrases.words)), after, -1):
            words = phrases.words[after:end]
            kind = " ".join(("something", said.split()[-1], *words))
            if inside.isdisjoint(words[1:]) and words[-1] not in ("the", "my") and is_known_use(kind):
                yield end, kind


def activity(phrases: Phrases, start: int) -> Iterator[tuple[int, str]]:
    """What one does with things: "sit on", "wash my hands"; a kind of thing of the language."""
    for end in range(min(start + _LONGEST_USE + 1, len(phrases.words)), start, -1):
        words = phrases.words[start:end]
        kind = " ".join(("something to", *words))
        ends_well = words[-1] not in ("the", "my", "a") and {"here", "around", "nearby"}.isdisjoint(words)
        if ends_well and words[0] not in lexicon()["no_noun"] and is_known_use(kind):
            yield end, kind


def relative(phrases: Phrases, start: int) -> Iterator[tuple[int, Place]]:
    """A clause of what a thing has, or is not: "whose lamp is green", "with three books", "that is not red"."""
    for after, _ in phrases.any_of(start, ("whose",)):
        for middle, part in phrases.described(after):
            for last, _ in phrases.any_of(middle, ("is", "are")):
                for end, value in phrases.attribute(last).items():
                    with suppress(UnclearError):
                        yield end, part.looking(value).had()
    for after, said in phrases.any_of(start, place_words()["having"]):
        outer = said == "and has"  # of the noun that the sentence is about
        yield from ((end, replace(place, outer=outer)) for end, place in had(phrases, after).items())
    for after, said in phrases.any_of(start, _LACKING):
        none = lacked(phrases, after, nothing=said.endswith("nothing")).items()
        yield from ((end, replace(place, outer=said.startswith("and"))) for end, place in none)
    for begin, _ in phrases.any_of(start, (*place_words()["relative"], "and", "but", "and is", "but is")):
        yield from denied(phrases, begin).items()


def had(phrases: Phrases, start: int) -> dict[int, Place]:
    """What a thing has on it, in it or at it: "three books", "a red pillow on it", "more than two chairs"."""
    ends: dict[int, Place] = {}
    starts = [(start, ""), *((after, "") for after, _ in phrases.any_of(start, ("a", "an", "the", "any", "some")))]
    for begin, compared in (*phrases.any_of(start, _COMPARED), (start, "")):
        number = HOURS.get(" ".join(phrases.words[begin : begin + 1]), 0)
        starts += [(begin + 1, f"{_COMPARED[compared]} {number}")] if number else []
    for begin, amount in starts:
        for end, part in phrases.described(begin):
            if begin == start and not (part.plural and category_like(part.kind)):  # "with books"
                continue
            ends.setdefault(end, part.had(amount))
            for last, relation, close in _of_it(phrases, end):
                ends[last] = replace(part.had(amount, relation), order=f"closest({part})" if close else "")
    return dict(sorted(ends.items(), reverse=True))  # the "it" of "on it" is the thing


def lacked(phrases: Phrases, start: int, *, nothing: bool) -> dict[int, Place]:
    """What a thing does not have: "without a chair", "with no books on it", "with nothing on it"."""
    if nothing:
        thing = Noun("thing")
        return {end: thing.had("== 0", relation) for end, relation, _ in _of_it(phrases, start)}
    begin = next((after for after, _ in phrases.any_of(start, ("a", "an", "any"))), start)
    ends: dict[int, Place] = {}
    for end, part in phrases.described(begin):
        ends.setdefault(end, part.had("== 0"))
        ends |= {last: part.had("== 0", relation) for last, relation, _ in _of_it(phrases, end)}
    return dict(sorted(ends.items(), reverse=True))


def _of_it(phrases: Phrases, start: int) -> Iterator[tuple[int, str, bool]]:
    """Where what a thing has is: "on top", "in it", "hanging over it"; and whether it is closest there, "right"."""
    begin = next((end for end, _ in phrases.any_of(start, place_words()["standing"])), start)
    if placed_on := next(phrases.any_of(begin, ("on the wall", "on a wall")), None):  # "on the wall behind it"
        begin = placed_on[0]
    placed, begin = begin, next((end for end, _ in phrases.any_of(begin, CLOSELY)), begin)
    for end, _ in phrases.any_of(begin, ("on top",)):
        yield end, "on(it)", False
    for function, words in {**place_words()["of_a_thing"], "at": ("at",)}.items():
        for after, _ in phrases.any_of(begin, words):
            for end, _ in phrases.any_of(after, _IT):
                close = begin > placed and function in ("left", "right", "front", "behind")
                yield end, "near(it)" if function == "at" else f"{function}(it)", close


def denied(phrases: Phrases, start: int) -> dict[int, Place]:
    """What something is not: "not red or green", "not on the table", "not on a table"."""
    ends: dict[int, Place] = {}
    for begin, _ in phrases.any_of(start, ("neither",)):
        ends |= {end: Place(f"no({place})", outer=True) for end, place in _either_place(phrases, begin)}
    for begin, _ in phrases.any_of(start, ("not",)):
        ends |= _elsewhere(phrases, begin)
        for function, words in place_words()["of_a_thing"].items():
            for after, _ in phrases.any_of(begin, words):
                nouns = phrases.noun(after).items()
                any_such = {end: f"no({function}({of.every}))" for end, of in nouns if of.determiner in ("a", "any")}
                ends |= {end: Place(condition, outer=True) for end, condition in any_such.items()}
        ends |= {end: Place(f"no({place})", outer=True) for end, place in _either_place(phrases, begin)}
        for end, noun in phrases.noun(begin).items():  # "that is not the front door"
            if noun.determiner == "the" and not noun.plural:
                ends.setdefault(end, Place(f"but({noun})", outer=True))
        for after, _ in phrases.any_of(begin, ("the",)):  # "but is not the brown one"
            for middle, (name, value) in phrases.attribute(after).items():
                unlike = Place(f'no(having("{name}", "{value}"))')
                ends |= {end: unlike for end, _ in phrases.any_of(middle, ("one", "ones"))}
        for end, (name, value) in phrases.attribute(begin).items():
            look = f'having("{name}", "{value}")'
            ends[end] = Place(f"no({look})")
            for after, _ in phrases.any_of(end, ("or", "and", "nor")):
                for last, (other, more) in phrases.attribute(after).items():
                    ends[last] = Place(f'no(any_of({look}, having("{other}", "{more}")))')
    return ends


def _either_place(phrases: Phrases, start: int) -> Iterator[tuple[int, str]]:
    """At one of two places: "by the door nor by the bed", "above the couch or the bed"."""
    for middle, place in phrases.place(start).items():
        for after, _ in phrases.any_of(middle, ("nor", "or")) if place.condition else ():
            for end, other in phrases.place(after).items():
                if other.condition:
                    yield end, f"any_of({place.condition}, {other.condition})"
            for end, of in phrases.reference(after).items() if not place.of_me else ():
                yield end, f"any_of({place.condition}, {place.function}({of}))"


def excluded(phrases: Phrases, start: int) -> dict[int, Place]:
    """What is left out: "except the red one", "other than the ones on the table", "but the couch"."""
    ends: dict[int, Place] = {}
    for begin, _ in phrases.any_of(start, place_words()["except"]):
        ends |= {end: Place(f"but({of})", outer=True) for end, of in phrases.reference(begin).items() if of != "me"}
        plurals = ((end, noun) for end, noun in phrases.noun(begin).items() if noun.plural)
        ends |= {end: Place(f"but({noun.every})", outer=True) for end, noun in plurals}
        for after, one in phrases.any_of(begin, ("the one", "the ones", "those", "that")):
            ends |= _elsewhere(phrases, after, one=one == "the one")
        for after, _ in phrases.any_of(begin, ("the",)):
            for middle, (name, value) in phrases.attribute(after).items():
                look = Place(f'no(having("{name}", "{value}"))', outer=True)
                ends |= {end: look for end, _ in phrases.any_of(middle, ("one", "ones"))}
    return ends


def _elsewhere(phrases: Phrases, start: int, *, one: bool = False) -> dict[int, Place]:
    """Anywhere but at the place that begins here: "that is standing on the table"; or all but the one there."""
    begin = next((end for end, _ in phrases.any_of(start, place_words()["relative"])), start)
    begin = next((end for end, _ in phrases.any_of(begin, place_words()["standing"])), begin)
    places = {end: place for end, place in phrases.place(begin).items() if place.condition or place.room}
    if not one:
        return {end: place.denied for end, place in places.items()}
    that = {end: f'but(the("{ITS_KIND}", {place.written}))' for end, place in places.items()}
    return {end: Place(condition, outer=True) for end, condition in that.items()}
