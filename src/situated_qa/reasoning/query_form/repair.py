"""Settling one form from two readings of a question: the model's and that of the rules.

The model's is a form it filled in, or its rewording of the question. Which one decides was measured on forms that
people labeled (benchmarks/query_forms.py): where a fixed phrase tells the kind of answer, or every word was
understood, the rules are right more often; elsewhere the model is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form.form import WORDED_ASKS, Condition, Form, Has, Most, Noun, Place, parse_form
from situated_qa.reasoning.query_form.reading.frames import YES_NO
from situated_qa.reasoning.query_form.reading.question import Reading
from situated_qa.reasoning.query_form.rewording import Reworded

_ANYTHING = ("object", "thing", "something", "anything")


@dataclass(frozen=True, slots=True)
class Settled:
    """The form to look up, and who decided it, in words."""

    form: Form
    decided_by: str
    plain: str = ""  # the model's rewording that the form was read from; "" where it was read from the question
    all_understood: bool = True  # whether the rules knew every word of that rewording


def settle(reading: Reading, model_form: Form) -> Settled:
    """One form from the model's and the rules' reading of the same question."""
    ruled = reading.form()
    if ruled.ask in WORDED_ASKS or reading.frame.second:  # fixed phrases tell the two sides apart
        return Settled(ruled, "the words of the question alone decided")
    mended = mend(reading, model_form)
    ask = ruled.ask if reading.sure_of_ask else mended.ask
    if ask != ruled.ask:  # the phrase for it was not known, so what the frame says beyond the ask does not hold
        options: tuple[str, ...] = YES_NO if set(ruled.options) == set(YES_NO) else ()
        attribute = "within reach" if ask == "distance" and options else ""
    else:
        options, attribute = ruled.options, ruled.attribute
    source = ruled if reading.sure_of_nouns else mended
    noun, other = source.noun, source.other
    if ask in ("which", "same") and other is None:
        other = ruled.other or mended.other
    if ask == "which" and set(options) != set(YES_NO) and other is not None:
        options = (noun.target, other.target)
    other = other if ask in ("which", "same", "distance", "direction") else None
    form = Form(ask, noun, options, attribute, other, ruled.turn)
    if _same(form, mended):
        return Settled(form, "the model filled in the form, and the words of the question agree")
    if reading.sure_of_nouns:
        return Settled(form, "the words of the question decided against the model's form")
    return Settled(form, "the model filled in the form, mended by the words of the question")


def settle_reworded(reading: Reading, reworded: Reworded) -> Settled:
    """One form from the model's plain words and the question's own.

    A phrase of the question that tells the kind of answer outvotes the model, except for "what is" and "is there",
    which people also say of things known by their use, of ways and of states.
    """
    ruled, form = reading.form(), reworded.form
    understood = f'understood as: "{reworded.plain}"'
    if reading.sure_of_ask and ruled.ask not in _SAID_OF_MUCH and form.ask != ruled.ask:
        return Settled(ruled, f"the words of the question decided against the model's, {understood}")
    known_by_use = ruled.noun.target.startswith("something to ") and form.ask == ruled.ask  # only a phrase says that
    kept = reading.sure_of_nouns and form.ask != "common_sense" and not form.noun.target.startswith("something to ")
    if known_by_use or kept:
        form = replace(form, noun=ruled.noun, other=ruled.other or form.other)
    doubt = "" if reworded.all_understood else ", not every word of which was"
    told = f"the model said the question in plain words, {understood}{doubt}"
    return Settled(form, told, reworded.plain, reworded.all_understood)


_SAID_OF_MUCH = ("name", "list", "exists")


def mend(reading: Reading, form: Form) -> Form:
    """A model's form without what the question has no words for, and with what it left out.

    A condition on the asker that is nowhere in the form ("behind me") goes to the target; one that is said once and
    filled in twice stays where it stands deepest, with the noun it follows.
    """
    said_once = {token.value for token in reading.found if token.kind == "noun"}
    said_once -= {a.value for k, a in enumerate(reading.found) if a in reading.found[k + 1 :]}
    noun = _without_repeats(form.noun, said_once)
    other = _without_repeats(form.other, said_once) if form.other else None
    said = [token for token in reading.found if token.kind in ("me", "most")]
    wanted = [Place(t.value.rstrip("!")) if t.kind == "me" else Most(t.value) for t in said]
    have = list(_conditions(noun)) + (list(_conditions(other)) if other else [])
    for item in wanted:
        covered = item in have or (
            isinstance(item, Place) and any(isinstance(h, Place) and h.of is None and item.rel in h.rel for h in have)
        )
        if not covered and not (isinstance(item, Most) and form.ask in ("count", "which")):
            noun = Noun(noun.target, (*noun.where, item))
    if noun.target in _ANYTHING or (form.ask == reading.frame.ask == "name" and reading.frame.target == "any"):
        noun = replace(noun, target="any")
    return replace(form, noun=noun, other=other)


def read_reply(text: str) -> Form:
    """The model's reply as a form.

    Raises:
        FormError: it is none.
    """
    return parse_form(text.strip())


def _without_repeats(noun: Noun, said_once: set[str]) -> Noun:
    """The noun without conditions that stand twice, or that refer to the noun itself ("the TV on the TV")."""
    where: list[Condition] = []
    for item in noun.where:
        if isinstance(item, Place) and item.of is not None:
            if item.of.target == noun.target and noun.target in said_once:
                continue
            item = replace(item, of=_without_repeats(item.of, said_once))
        if isinstance(item, Has) and item.value == noun.target:
            continue
        if item not in where:
            where.append(item)
    inner = [c for item in where if isinstance(item, Place) and item.of for c in _conditions(item.of)]
    return Noun(noun.target, _corners(tuple(item for item in where if item not in inner)))


def _corners(where: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """ "In front of me to the right" is one corner, though a model fills in two sides."""
    sides = {item.rel: item for item in where if isinstance(item, Place) and item.of is None}
    depths, widths = [sides.keys() & pair for pair in ({"front", "back"}, {"left", "right"})]
    if len(depths) != 1 or len(widths) != 1:
        return where
    depth, width = depths.pop(), widths.pop()
    corner = Place(f"{depth} {width}")
    return tuple(corner if item == sides[depth] else item for item in where if item != sides[width])


def _conditions(noun: Noun) -> Iterator[Condition]:
    for item in noun.where:
        yield item
        if isinstance(item, Place) and item.of is not None:
            yield from _conditions(item.of)


def _same(a: Form, b: Form) -> bool:
    return (a.ask, a.noun, a.other) == (b.ask, b.noun, b.other)
