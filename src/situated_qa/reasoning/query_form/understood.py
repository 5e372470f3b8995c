"""Whether a question was understood as it was asked; where it was not, the question back.

"Do you want to know how many chairs are on your left? I did not understand the word "wobbly"."
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from situated_qa.reasoning.query_form.account import changed_words, unread_words, without_phrases
from situated_qa.reasoning.query_form.expressions import NotSayable, expression_of
from situated_qa.reasoning.query_form.form import Form, Has, Noun
from situated_qa.reasoning.query_form.grounds import Grounds, absent_nouns
from situated_qa.reasoning.query_form.reading.question import Reading, first_question, read_question
from situated_qa.reasoning.query_form.reading.room_reading import read_room_question
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion
from situated_qa.reasoning.query_form.reading.words import attribute_of, normalise
from situated_qa.reasoning.query_form.repair import Settled
from situated_qa.reasoning.query_form.room_expressions import room_expression_of
from situated_qa.situated.language.phrases import listed
from situated_qa.situated.language.said import asked_back
from situated_qa.situated.matcher import knows_words, names_a_thing

_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a question may mean something else than it was read as, and the question back; false where there is none."""

    why: str = ""
    answer: str = ""

    def __bool__(self) -> bool:
        return bool(self.why)


def doubt_of_room_question(question: str, asked: RoomQuestion, grounds: Grounds, categories: list[str]) -> Doubt:
    """What is doubtful about a reading of a question about rooms or walking."""

    def read(text: str) -> Hashable:
        return read_room_question(normalise(text), grounds, categories)

    nouns = [noun for noun in (asked.noun, asked.noun2) if noun is not None]
    return _unknown(nouns, grounds) or _unread(unread_words(question, read, asked), lambda: _said(asked, grounds))


def doubt_of_form(
    question: str, reading: Reading, settled: Settled, grounds: Grounds, categories: Sequence[str]
) -> Doubt:
    """What is doubtful about the form that was settled on.

    Args:
        question: as it was asked.
        reading: what its words say.
        settled: the form, and the model's plain words if it comes from those.
        categories: as for `read_question`.
    """

    def back() -> str:
        return _said(settled.form, grounds)

    unknown = _unknown([settled.form.noun, *([settled.form.other] if settled.form.other else [])], grounds)
    qualities = _unknown_qualities(settled.form, grounds) or _joined_qualities(settled.form)
    unknown = unknown or _unread(qualities, back)
    if unknown:
        return unknown
    asked, _ = first_question(question)
    if settled.plain:
        changed = changed_words(asked, settled.plain)
        if changed:
            return Doubt(f"the rewording changes {', '.join(changed)}", back())
        return Doubt() if settled.all_understood else _back("the rewording was not understood", back())
    if settled.form != reading.form():
        return _back("a model read the question, not its words", back())

    def read(text: str) -> Hashable:
        return read_question(text, categories).form()

    unread = _unread(unread_words(asked, read, settled.form), back)
    if unread or _sure(reading):
        return unread
    bare = read_question(without_phrases(asked), categories)
    if _sure(bare) and _alike(bare.form(), settled.form):
        return Doubt()
    return _back("not every word of the question was understood", back())


def doubt_of_part(named: str, read: Callable[[str], Hashable], asked: Form | RoomQuestion, grounds: Grounds) -> Doubt:
    """What is doubtful about an elliptic question.

    Args:
        named: the words of it that replace a part of the question before.
        read: reads such words.
        asked: the whole question that they were read as.
    """
    if isinstance(asked, RoomQuestion):
        nouns = [noun for noun in (asked.noun, asked.noun2) if noun is not None]
        return _unknown(nouns, grounds) or _unread(unread_words(named, read, asked), lambda: _said(asked, grounds))
    unread = _unknown_qualities(asked, grounds) or list(unread_words(named, read, asked))
    nouns = [asked.noun, *([asked.other] if asked.other else [])]
    return _unknown(nouns, grounds) or _unread(unread, lambda: _said(asked, grounds))


def _said(asked: Form | RoomQuestion, grounds: Grounds) -> str:
    """What a question was read as, as a question back; "" where no expression says it."""
    try:
        if isinstance(asked, RoomQuestion):
            return asked_back(room_expression_of(asked, grounds))
        return asked_back(expression_of(asked, grounds))
    except NotSayable:
        return ""


def _alike(a: Form, b: Form) -> bool:
    """Whether two forms have the same answer; where a thing is and which way to turn to it are told alike."""
    whereabouts = {a.ask, b.ask} <= {"direction", "path"} and (a.noun, a.turn) == (b.noun, b.turn)
    return a == b or (whereabouts and not (a.options or b.options))


def _sure(reading: Reading) -> bool:
    """Whether the words are sure; what has a place needs no name ("how many things are on the table")."""
    placed = reading.noun.target == "any" and bool(reading.noun.where) and reading.other is None
    known = not any(token.kind == "stop" and token.value == "?" for token in reading.found)
    return reading.sure_of_ask and (reading.sure_of_nouns or (placed and known))


def _unread(words: Sequence[str], reading: Callable[[], str]) -> Doubt:
    """The question back where words were not read."""
    if not words:
        return Doubt()
    named = listed([f'"{word}"' for word in words[:_MOST_NAMED]])
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    noun = "word" if len(words) == 1 else "words"
    told = f"I did not understand the {noun} {named}{more}."
    return Doubt(f"unread: {', '.join(words)}", f"{reading()} {told}".strip())


def _back(why: str, reading: str) -> Doubt:
    return Doubt(why, f"{reading} I am not sure that I understood every word of your question.".strip())


def _unknown(nouns: Sequence[Noun], grounds: Grounds) -> Doubt:
    """The words that stand for a thing and name none; none where there is no dictionary."""
    if not knows_words() or grounds.steps is None:
        return Doubt()
    for name in absent_nouns(list(nouns), grounds):
        things = [part for part in name.split(" and ") if not grounds.has(part)]
        for thing in things:
            head = thing.rpartition(" ")[2]
            if not (thing.startswith("something ") or names_a_thing(thing) or names_a_thing(head)):
                if grounds.misspelt(thing):
                    continue
                return Doubt(
                    f'"{thing}" names no thing', f'I did not understand "{thing}": I know no thing of that name.'
                )
    return Doubt()


def _unknown_qualities(form: Form, grounds: Grounds) -> list[str]:
    """The words before a noun that no dictionary knows: the scene's chairs are found for "wobbly chair", too."""
    names = [noun.target for noun in form.nouns() if " " in noun.target and not noun.target.startswith("something ")]
    names = [part for name in names for part in name.split(" and ")]
    compounds = [name for name in names if name not in grounds.categories and not names_a_thing(name)]
    words = [word for name in compounds for word in name.split(" ")[:-1]]
    return [word for word in words if knows_words() and not names_a_thing(word) and not attribute_of(word)]


def _joined_qualities(form: Form) -> list[str]:
    """ "or" between two values of one attribute: what is read looks for things that are both."""
    for noun in form.nouns():
        attributes = [item.attribute for item in noun.where if isinstance(item, Has) and item.attribute != "part"]
        if len(set(attributes)) < len(attributes):
            return ["or"]
    return []
