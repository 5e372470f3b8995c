"""Question extension: several questions at one place combined into harder ones.

The truth of a combined question comes from the truths of its parts, which the code that made them found without any of
the tools; so it is known however hard the question is.

Source: DeepThink3D 2025, section 3.1: longer chains of steps from the same scenes. Theirs are written by a model; these
are combined by rule.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from situated_qa.sim.oracle.expressions import expression_for
from situated_qa.sim.oracle.phrases import Slots
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.naming import number_answers
from situated_qa.sim.questions.question import KINDS, HomeQuestion
from situated_qa.situated.language.expression import Call, parse_expression
from situated_qa.training.basic_labels import label_of
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.samples import Sample

_CLAIMS: dict[str, Callable[[Slots], str]] = {
    "side exists": lambda s: f"there is {s['a_noun']} {s['where']} in this room",
    "exists in room": lambda s: f"there is {s['a_noun']} in the {s['room']}",
    "exists": lambda s: f"there is {s['a_noun']} in this home",
    "within reach": lambda s: f"I can reach {s['x']['text']}",
    "same room": lambda s: f"{s['a']['text']} and {s['b']['text']} are in the same room",
    "can I see": lambda s: f"I can see {s['x']['text']} from here",
    "every room has": lambda s: f"every room has {s['a_noun']}",
    "same color": lambda s: f"{s['a']['text']} has the same color as {s['b']['text']}",
    "all of one color": lambda s: f"all the {s['plural']} are of the same color",
}
"""Yes-or-no questions as claims, by kind."""

_COUNTED: dict[str, Callable[[Slots], str]] = {
    "side count": lambda s: f"{s['plural']} {s['where']} in this room",
    "count in room": lambda s: f"{s['plural']} in the {s['room']}",
    "count": lambda s: f"{s['plural']} in this home",
    "count of a color": lambda s: f"{s['color']} {s['plural']} in this home",
}
"""What is counted, by kind."""

_ANYWHERE = frozenset(
    {"exists in room", "exists", "same room", "every room has", "same color", "all of one color", "count in room",
     "count", "count of a color"}
)  # fmt: skip
"""Kinds of which the truth is the same wherever the asker stands."""

WORDINGS: dict[str, tuple[str, ...]] = {
    "both": (
        "Is it true that {one} and that {two}?", "{One}, and {two}: is that so?", "Is it right that {one} and {two}?",
        "Do both hold: {one}, and {two}?", "Is it the case that {one} and also that {two}?",
    ),
    "difference": (
        "By how many do the {one} and the {two} differ?",
        "What is the difference between the number of {one} and of {two}?",
        "{One} and {two}: by how much do their numbers differ?", "How far apart are the numbers of {one} and of {two}?",
    ),
    "which more": (
        "Are there more {one} or more {two}?", "Which are more, the {one} or the {two}?",
        "{One} or {two}: which are more?", "What is there more of, {one} or {two}?",
    ),
    "more than": (
        "Are there more {one} than {two}?", "Is the number of {one} larger than that of {two}?",
        "Do the {one} outnumber the {two}?", "Have I got more {one} than {two}?",
    ),
    "how much farther": (
        "How many meters farther from me is {one} than {two}?", "By how many meters is {one} farther away than {two}?",
        "{One} is how many meters farther from me than {two}?", "How much farther away from me is {one} than {two}?",
    ),
    "two in one": (
        "{One} {Two}", "{One} And {two}", "Two questions. {One} {Two}", "{One} Also, {two}", "First, {one} Then, {two}",
    ),
}  # fmt: skip
"""The last wording of each is for `dev`."""

_CLEARLY_FARTHER_M = 0.5
_SEVERAL = "several"
_SHARE_TWO_IN_ONE = 4  # one of so many: nearly all questions can be asked together, which is the least hard


@dataclass(frozen=True, slots=True, eq=False)
class Extended:
    """A combined question."""

    question: HomeQuestion  # with its truth
    expression: str  # that answers it
    wording: str  # its name
    parts: tuple[str, str]  # ids of the questions it was made of

    def sample(self, split: str = "train", home: str = "") -> Sample:
        """As a sample to train on."""
        return Sample(
            self.question.question, self.expression, self.question.kind, "extended", self.wording, split, home=home,
            depth=depth_of(self.expression),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Made:
    kind: str
    form: str
    expression: str
    answers: tuple[str, ...]
    slots: Mapping[str, str]
    tolerance: float | None = None


def extended(questions: Sequence[HomeQuestion], *, seed: int, count: int, split: str = "train") -> Iterator[Extended]:
    """Up to `count` questions combined from pairs that are asked at one place, each way of combining in turn.

    Args:
        questions: of one home, with their truths.
        seed: the same one combines the same pairs.
        split: "train" or "dev": whose wordings are used.
    """
    rng = random.Random(f"extension {split} {seed}")
    ways: dict[str, list[tuple[HomeQuestion, HomeQuestion, _Made]]] = defaultdict(list)
    for one, two in _pairs(questions):
        for made in _combined(one, two):
            ways[made.kind].append((one, two, made))
    for pool in ways.values():
        rng.shuffle(pool)
    ways["two in one"] = ways["two in one"][: max(1, count // _SHARE_TWO_IN_ONE)]
    done = 0
    while done < count and any(ways.values()):
        for pool in ways.values():
            if pool and done < count:
                yield _worded(*pool.pop(), split, rng)
                done += 1


def _pairs(questions: Sequence[HomeQuestion]) -> Iterator[tuple[HomeQuestion, HomeQuestion]]:
    """Those asked at one place; where a question is asked does not matter to some."""
    for one, two in combinations(questions, 2):
        if _place(one) == _place(two) or {one.kind, two.kind} & _ANYWHERE:
            yield one, two


def _place(question: HomeQuestion) -> tuple[float, ...]:
    return (*map(float, question.position), float(question.heading_rad))


def _combined(one: HomeQuestion, two: HomeQuestion) -> Iterator[_Made]:
    if one.kind in _CLAIMS and two.kind in _CLAIMS:
        claims = {"one": _CLAIMS[one.kind](one.slots), "two": _CLAIMS[two.kind](two.slots)}
        yes = one.answers[0] == "yes" and two.answers[0] == "yes"
        if claims["one"] != claims["two"]:
            yield _Made("both", "yes-no", f"both({label_of(one)}, {label_of(two)})", ("yes" if yes else "no",), claims)
    if one.kind in _COUNTED and two.kind in _COUNTED:
        yield from _counted(one, two)
    if one.kind == two.kind == "distance from me":
        yield from _farther(one, two)
        yield from _farther(two, one)
    if one.kind != two.kind and _SEVERAL not in (one.form, two.form) and not one.form == two.form == "point":
        yield _two_in_one(one, two)


def _counted(one: HomeQuestion, two: HomeQuestion) -> Iterator[_Made]:
    slots = {"one": _COUNTED[one.kind](one.slots), "two": _COUNTED[two.kind](two.slots)}
    if slots["one"] == slots["two"]:
        return
    a, b = (int(question.answers[-1]) for question in (one, two))
    counts = label_of(one), label_of(two)
    things = tuple(str(_inner(count)) for count in counts)
    yield _Made("difference", "count", f"difference({', '.join(counts)})", number_answers(abs(a - b)), slots)
    yield _Made("more than", "yes-no", f"{counts[0]} > {counts[1]}", ("yes" if a > b else "no",), slots)
    kinds = one.slots["category"], two.slots["category"]
    if a != b and kinds[0] != kinds[1]:
        more = kinds[0] if a > b else kinds[1]
        yield _Made("which more", "name", f'which_more("more", {", ".join(things)})', (str(more),), slots)


def _inner(count: str) -> object:
    tree = parse_expression(count)
    assert isinstance(tree, Call) and tree.name == "count"
    return tree.args[0]


def _farther(one: HomeQuestion, two: HomeQuestion) -> Iterator[_Made]:
    a, b = (float(question.answers[0].removesuffix(" m")) for question in (one, two))
    if a - b >= _CLEARLY_FARTHER_M:
        slots = {"one": str(one.slots["x"]["text"]), "two": str(two.slots["x"]["text"])}
        tolerance = (one.tolerance or 0.0) + (two.tolerance or 0.0)
        expression = f"{label_of(one)} - {label_of(two)}"
        yield _Made("how much farther", "number", expression, (f"{a - b:.1f} m",), slots, tolerance or None)


def _two_in_one(one: HomeQuestion, two: HomeQuestion) -> _Made:
    answers = (f"{one.answers[0]}; {two.answers[0]}",)
    tolerance = max((q.tolerance for q in (one, two) if q.tolerance is not None), default=None)
    expressions = [expression_for(q) if q.kind in COMPOSED else label_of(q) for q in (one, two)]
    slots = {"one": one.question, "two": two.question}
    return _Made("two in one", _SEVERAL, ", ".join(expressions), answers, slots, tolerance)


def _worded(one: HomeQuestion, two: HomeQuestion, made: _Made, split: str, rng: random.Random) -> Extended:
    wordings = WORDINGS[made.kind]
    number = len(wordings) - 1 if split == "dev" else rng.randrange(len(wordings) - 1)
    slots = {
        **{name: _lowered(text) for name, text in made.slots.items()},
        **{name.capitalize(): text[:1].upper() + text[1:] for name, text in made.slots.items()},
    }
    text = wordings[number].format(**slots)
    text = text[:1].upper() + text[1:]
    expression = normal(made.expression, text)
    types = (KINDS | COMPOSED)[one.kind].types
    asked_at = two if one.kind in _ANYWHERE else one
    question = replace(
        asked_at,
        id=f"{one.id}+{two.id}",
        kind=f"extended: {made.kind}",
        form=made.form,
        types=types,
        question=text,
        answers=made.answers,
        tolerance=made.tolerance,
        items=(),
        slots=dict(made.slots),
        group="",
        object_ids=(*one.object_ids, *two.object_ids),
    )
    return Extended(question, expression, f"extended: {made.kind}/{number}", (one.id, two.id))


def _lowered(text: str) -> str:
    """Without the capital of a sentence; "I" keeps its own."""
    return text if text.startswith(("I ", "I'")) else text[:1].lower() + text[1:]
