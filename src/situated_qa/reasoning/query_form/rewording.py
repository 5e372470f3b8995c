"""Rewording: where the words of a question leave doubt, a model says it again in plain words, and the rules read those.

A small model says a thing in other words better than it fills in a form of nested conditions, and the rules read plain
wordings better than any small model does (benchmarks/query_forms.py). The plain words are a small language: what rules
read, and a few wordings more, such as "What is the state of ...?" and "Nothing here tells.", which are read here.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from situated_qa.llm.client import Message
from situated_qa.reasoning.query_form.form import Form, FormError, Noun, Place
from situated_qa.reasoning.query_form.reading.deeds import thing_named
from situated_qa.reasoning.query_form.reading.frame import YES_NO
from situated_qa.reasoning.query_form.reading.question import Reading, read_question
from situated_qa.reasoning.query_form.reading.words import is_thing
from situated_qa.situated.categories import find_categories

MAX_PLAIN_TOKENS = 48
MAX_PLAIN_CHARACTERS = 160
_NOTHING = "Nothing here tells."
_SYSTEM = f"""Say a question about a room again in the plainest words, keeping its things and its places. \
Always one of these:
What <place> can I use to <do something>? (for a thing known by what it does or what people do with it)
What is <place>? What is the <closest, largest, ...> thing <place>? What is <thing> standing on?
Is there <thing> <place>? How many <things> are <place>? Is there exactly one <thing>?
What color, shape, size is <thing>? What is <thing> made of? \
What is the state of <thing>? (open, on, clean, how it stands, what it can do)
Where is <thing>? How far is <thing>? Which way should I go to <thing>?
Is <thing> the same color as <thing>? Which is <more ...>, <thing> or <thing>?
{_NOTHING} (weather, moods, towns, what people would do)"""
PLAIN_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"plain": {"type": "string", "maxLength": MAX_PLAIN_CHARACTERS}},
    "required": ["plain"],
    "additionalProperties": False,
}
"""The JSON schema of a model's reply."""


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question as a model said it again."""

    plain: str  # the model's words
    form: Form  # what they ask
    all_understood: bool = True  # whether the rules knew every word of them


@functools.cache
def worked_rewordings() -> tuple[tuple[str, str], ...]:
    """The questions and their plain wordings of `data/rewordings.jsonl`, in order."""
    lines = (Path(__file__).parent / "data" / "rewordings.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple((row["question"], row["plain"]) for row in rows)


@functools.cache
def static_rewording() -> tuple[Message, ...]:
    """The part of the prompt that is the same for every question; warm it at start-up.

    The worked examples are turns of the chat: a small model that reads them in one text tends to copy the question.
    """
    turns = [Message("system", _SYSTEM)]
    for question, plain in worked_rewordings():
        reply = json.dumps({"plain": plain}, separators=(",", ":"))
        turns += [Message("user", question), Message("assistant", reply)]
    return tuple(turns)


def rewording_messages(question: str) -> tuple[Message, ...]:
    """The whole prompt for one question, the static part first."""
    return (*static_rewording(), Message("user", question.strip()))


def read_rewording(text: str, reading: Reading, categories: Sequence[str]) -> Reworded:
    """A model's reply as what it asks.

    Args:
        text: the reply, JSON under `PLAIN_SCHEMA`.
        reading: of the question as it was asked.
        categories: as for `read_question`.

    Raises:
        FormError: the reply is not JSON with a text "plain", or the rules cannot tell what its words ask.
    """
    try:
        plain = json.loads(text)["plain"]
    except (json.JSONDecodeError, KeyError, TypeError, RecursionError) as error:
        raise FormError(f'the reply is not JSON with "plain": {text[:80]!r}') from error
    if not isinstance(plain, str) or not re.search("[A-Za-z]", plain):
        raise FormError(f'"plain" must be a question in words, got {plain!r}')
    plain = re.sub(r"\s+", " ", plain[:MAX_PLAIN_CHARACTERS]).strip()
    form = read_plain(plain, categories)
    if form is None:
        raise FormError(f'the rules cannot read what the model made of it, "{plain}"')
    understood = _read_by_pattern(plain, categories) is not None or read_question(plain, categories).sure_of_nouns
    return Reworded(plain, _as_asked(form, reading), understood)


_USE = re.compile(
    r"what\b(?P<place>.*?) (?:(?:can|could|should|would|do) (?:i|you|we|people) use to (?P<deed>.+)"
    r"|(?:should|do) (?:i|you|we|people) (?P<first>[a-z]+ to .+))",
    re.IGNORECASE,
)
_LETS = re.compile(
    r"what(?: thing| item| object)?s? (?:is|are)\b(?P<place>.*?) (?:that|which) (?:"
    r"(?:allows?|lets?|helps?|would let|would allow) (?:me|you|us|people) (?:to )?"
    r"|(?:is|are|can be) used (?:to|for) |(?:i|you|people|we) (?:can )?use (?:to|for) )(?P<deed>.+)(?P<first>)",
    re.IGNORECASE,
)
_GO = re.compile(
    r"which way (?:should|do|can) i (?:go|turn) to (?!(?:the|an?|my|this|that|get|reach|some)\b)(?P<deed>[a-z]+ .+)",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"what (?:is|are) the (?:state|position|arrangement|condition|pattern)s? of (?P<thing>.+)", re.IGNORECASE
)
_STATE_IT_IS_IN = re.compile(
    r"(?:what|which) (?:state|position|arrangement|condition|pattern) (?:is|are) (?P<thing>.+?)(?: in)?", re.IGNORECASE
)
_HOW_IT_STANDS = re.compile(
    r"how (?:is|are) (?P<thing>.+?) (?:arranged|organized|placed|positioned|standing|set up)", re.IGNORECASE
)
_WHICH = re.compile(
    r"which (?:one |\w+ )?(?:is|are) (?P<what>[^,]+), (?P<one>[^,]+?),? or (?P<two>[^,]+)", re.IGNORECASE
)
_PLACE_LAST = re.compile(
    r" (?P<place>(?:(?:on|to|at) my (?:left|right|\d+ o'clock)|in front of me|behind me)(?: side)?)$", re.IGNORECASE
)


def read_plain(plain: str, categories: Sequence[str]) -> Form | None:
    """What a plain wording asks; None where neither these patterns nor the rules can tell.

    Args:
        plain: one question.
        categories: as for `read_question`.
    """
    form = _read_by_pattern(plain, categories)
    if form is not None:
        return form
    reading = read_question(plain, categories)
    if reading.sure_of_ask:
        return reading.form()
    which = _WHICH.fullmatch(plain.rstrip(" ?.!"))
    if which:
        one, two = _noun(which["one"], categories), _noun(which["two"], categories)
        return Form("which", one, (one.target, two.target), which["what"], two)
    return reading.form() if reading.sure_of_nouns and not reading.says_nothing else None


def _read_by_pattern(plain: str, categories: Sequence[str]) -> Form | None:
    """What a wording asks that is plain by the patterns here, before the rules are asked; None where none fits."""
    text = plain.rstrip(" ?.!")
    if text.lower() == _NOTHING.lower().rstrip("."):
        return Form("common_sense", Noun("any"))
    use = _USE.fullmatch(text) or _LETS.fullmatch(text)
    if use:
        return _known_by_use(use["place"], use["deed"] or use["first"], categories)
    go = _GO.fullmatch(text)
    if go:
        named = thing_named(go["deed"].lower())
        goal = _noun(named, categories) if named else None
        if goal and (is_thing(goal.target) or find_categories(goal.target, categories)):
            return Form("path", goal)
        return Form("path", Noun(_something_to(go["deed"])))
    state = _STATE.fullmatch(text) or _STATE_IT_IS_IN.fullmatch(text) or _HOW_IT_STANDS.fullmatch(text)
    return Form("state", _noun(state["thing"], categories)) if state else None


def _known_by_use(place: str, deed: str, categories: Sequence[str]) -> Form:
    """ "What [behind me] can I use to [sit on]?" """
    last = _PLACE_LAST.search(deed)
    if last:
        place, deed = f"{place} {last['place']}", deed[: last.start()]
    place = re.sub(r"^ (?:thing|item|object)s?\b|^ (?:is|are)\b", "", place)
    where = read_question(f"What is{place}?", categories).noun.where if place.strip() else ()
    return Form("name", Noun(_something_to(deed), where))


def _something_to(deed: str) -> str:
    """The noun of a thing known by what is done with it."""
    words = re.sub(r"\b(?:my|your) |(?<= on) top$", "", deed.lower())
    return f"something to {words.strip()}"


def _noun(words: str, categories: Sequence[str]) -> Noun:
    return read_question(f"Is there {words}?", categories).noun


def _as_asked(form: Form, reading: Reading) -> Form:
    """The form of the plain words with what the question's own words are sure of.

    These are the kind of answer where a phrase for it was found, the answers that the question names, and where the
    asker said that the thing is, if the plain words left that out.
    """
    asked = reading.form()
    yes_no = set(asked.options) == set(YES_NO)
    if form.ask == "list" and asked.ask != "list":
        form = replace(form, ask="name")
    if yes_no and form.ask not in ("which", "name") and (not form.options or set(form.options) == set(YES_NO)):
        form = replace(form, options=YES_NO)
    elif not yes_no and (asked.options or set(form.options) == set(YES_NO)):
        form = replace(form, options=asked.options)
    if form.ask == asked.ask and not form.attribute:
        form = replace(form, attribute=asked.attribute)
    if (
        reading.turn
        and not form.turn
        and _places(form) <= {token.value for token in reading.found if token.kind == "me"}
    ):
        form = replace(form, turn=reading.turn)  # the turn was left out, and the places are still those seen after it
    if form.ask in _OF_ONE_PLACE and not form.attribute.startswith(("=", ">", "<")):
        form = replace(form, noun=_at_said_place(form.noun, reading))
    return form


_OF_ONE_PLACE = ("name", "exists", "count", "color", "shape", "material", "size", "state", "distance", "list")


def _places(form: Form) -> set[str]:
    """The relations to the asker that stand anywhere in a form."""
    items = (item for noun in form.nouns() for item in noun.where)
    return {item.rel for item in items if isinstance(item, Place) and item.of is None}


def _at_said_place(noun: Noun, reading: Reading) -> Noun:
    """The noun with the places of the asker's ("on my left") that were said and stand nowhere in it."""
    if _places(Form("name", noun)):
        return noun
    said = dict.fromkeys(Place(token.value.rstrip("!")) for token in reading.found if token.kind == "me")
    return Noun(noun.target, (*noun.where, *said))
