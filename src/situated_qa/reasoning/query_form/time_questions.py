"""Questions about when something was seen, as expressions: they are whole sentences of few kinds, read as such."""

from __future__ import annotations

import re
from collections.abc import Callable

from situated_qa.reasoning.query_form.expressions import noun_expression
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.words import normalise

_SEE = r"(?:see|saw|seen|notice|noticed|spot|spotted|observe|observed|detect|detected|come across|find|found)"
_YOU = r"(?:you|i|we|the robot)"
_FIRST_LAST = r"(?:for the )?(?P<moment>first|last)(?: time)?"
_THING = r"(?P<thing>.+?)"
_SINCE = (
    rf"(?:how long ago|when) (?:did|have|has) {_YOU} {_SEE} {_THING} {_FIRST_LAST}",
    rf"(?:how long ago|when) (?:was|were|has|have) {_THING}(?: been)? {_SEE} {_FIRST_LAST}",
    rf"(?:how long ago|when) (?:did|have|has|was it that) {_YOU}(?: {_FIRST_LAST})? {_SEE} {_THING}",
    rf"(?:how long ago|when) (?:was|were|has|have) {_THING}(?: been)?(?: {_FIRST_LAST})? {_SEE}",
    rf"how (?:long|much time) (?:is it|has it been|was it|has passed) since {_YOU}(?: have)?(?: {_FIRST_LAST})? {_SEE}"
    rf" {_THING}",
)
_ORDER = (
    r"what (?:is|was|will be) the first-time appearance order of the following categories in the video ,"
    r" (?P<things>.+)",
    r"what (?:is|was|will be) the (?:first-time appearance order|order of (?:first )?appearance)"
    r" of (?P<things>.+?)(?: in the video)?",
    r"(?:in )?(?:what|which) order (?:did|do|does) (?P<things>.+?) (?:first )?(?:appear|come into (?:view|sight))"
    r"(?: first| for the first time)?",
    rf"(?:in )?(?:what|which) order (?:did|have) {_YOU} (?:first )?{_SEE} (?P<things>.+?)"
    r"(?: first| for the first time)?",
)
_WHICH_ONE = r"(?:which|what)(?: (?:one|thing|object))?(?: of (?:these|them|the two))?"
_SEEN = (rf"{_WHICH_ONE} did {_YOU} {_SEE} {_FIRST_LAST}(?: ,)? (?P<things>.+)",)
_APPEARED = (rf"{_WHICH_ONE} (?:came into (?:view|sight)|appeared) {_FIRST_LAST}(?: ,)? (?P<things>.+)",)
_APPEARANCE = {"first": 'seen("first")', "last": 'nth(-1, seen("first"))'}
_ANY = (rf"what(?: (?:thing|object))? did {_YOU} {_SEE} {_FIRST_LAST}", rf"what was {_SEE} {_FIRST_LAST}")
_BEFORE = (rf"(?:did|have) {_YOU} {_SEE} {_THING} (?P<before>before|after) (?P<other>.+)",)
_SEPARATOR = re.compile(r" ?, (?:and |or )?| and | or ")


def time_expression(question: str, grounds: Grounds, categories: list[str]) -> str:
    """The expression that a question about the time of sight asks; "" for any other question.

    Args:
        question: as it was asked.
        categories: as for `read_question`.
    """
    text = normalise(question).strip(" ,")

    def thing(words: str, article: str = "the") -> str:
        return noun_expression(read_question(f"where is {words}", categories).noun, grounds, article)

    def things(words: str) -> str:
        return ", ".join(thing(part, "the" if part.startswith("the ") else "every") for part in _parts(words))

    kinds: tuple[tuple[tuple[str, ...], Callable[[dict[str, str]], str]], ...] = (
        (_SINCE, lambda m: f"ago({thing(m['thing'])}{_not_last(m['moment'])})"),
        (_ORDER, lambda m: f'ranked(seen("first"), {things(m["things"])})'),
        (_SEEN, lambda m: _which(f'seen("{m["moment"]}")', things(m["things"]))),
        (_APPEARED, lambda m: _which(_APPEARANCE[m["moment"]], things(m["things"]))),
        (_ANY, lambda m: f'name(the("thing", seen("{m["moment"]}")))'),
        (_BEFORE, lambda m: f'first(which(seen("first"), {thing(m["thing"])}, {thing(m["other"])}),'
                            f" {thing(m['thing' if m['before'] == 'before' else 'other'])})"),
    )  # fmt: skip
    for patterns, write in kinds:
        for pattern in patterns:
            found = re.fullmatch(pattern, text)
            if found is not None:
                return write({name: value or "" for name, value in found.groupdict().items()})
    return ""


def _not_last(moment: str) -> str:
    return ', "first"' if moment == "first" else ""


def _which(order: str, things: str) -> str:
    return f"which({order}, {things})"


def _parts(words: str) -> list[str]:
    return [part for part in _SEPARATOR.split(words.strip(" ,")) if part]
