"""The trained model writes an expression for a question, under a grammar made of the question's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from situated_qa.errors import ModelError, ToolError
from situated_qa.llm.text_model import Continuation, TextModel
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.reasoning.reader.vocabulary import Vocabulary, vocabulary
from situated_qa.situated.language.canonical import canonical
from situated_qa.situated.language.evaluate import check, functions, grammar
from situated_qa.situated.language.expression import parse_expression

MAX_TOKENS = 160
"""About twice what the longest expression of the training data needs."""


_LETTERS = r"A-Za-z0-9\u00c0-\u024f\u4e00-\u9fff"
"""Of the languages that the reader was trained in, as GBNF writes them."""


class Continue(Protocol):
    """As `TextModel.continue_text`."""

    def __call__(
        self, prompt: str, *, max_tokens: int = ..., grammar: str | None = ..., stop: Sequence[str] = ...
    ) -> Continuation: ...


@dataclass(frozen=True, slots=True)
class Written:
    """What the model wrote.

    Attributes:
        expression: canonical; "" where it wrote none that the checker accepts.
        problem: why there is none.
        logprob: of a token, on average, before the grammar ruled any out; None where the runtime does not tell.
        vocabulary: the texts that it was allowed.
        seconds: in the model.
    """

    expression: str
    problem: str
    logprob: float | None
    vocabulary: Vocabulary
    continuation: Continuation

    @property
    def seconds(self) -> float:
        return self.continuation.seconds


def write(
    continue_text: Continue,
    question: str,
    previous: str = "",
    *,
    things: Iterable[str] = (),
    rooms: Iterable[str] = (),
) -> Written:
    """The expression that the model writes for a question.

    Args:
        continue_text: `TextModel.continue_text`, or one that keeps the time, too.
        previous: the expression of the last question of the session.
        things, rooms: names of what is in the scene: texts for misspelled and foreign words.

    Raises:
        ModelError: as `TextModel.continue_text`.
    """
    allowed = vocabulary(question, previous, things=things, rooms=rooms)
    reply = continue_text(
        reader_prompt(question, previous), max_tokens=MAX_TOKENS, grammar=grammar_for(allowed), stop=("\n",)
    )
    expression, problem = usable(reply)
    return Written(expression, problem, per_token(reply), allowed, reply)


def grammar_for(allowed: Vocabulary) -> str:
    """GBNF of the expressions that hold no other texts; where a word is misspelled or foreign, of all expressions.

    What somebody says of a situation, or of what no map tells, may be in any words.
    """
    rules = grammar(allowed.nouns, allowed.words, allowed.rooms, allowed.texts, allowed.uses)
    free = rf'free ::= "\"" [{_LETTERS}] [{_LETTERS} !#-/:-@^-`{{-~]* "\""'
    rules = re.sub(r"^(f-(?:not-in-map|situation) ::= .*) text\b", r"\1 free", rules, flags=re.MULTILINE)
    if allowed.open:
        rules = re.sub(r"^(text|noun|room-name) ::= .*$", r"\1 ::= free", rules, flags=re.MULTILINE)
    return f"{rules}{free}\n"


def usable(reply: Continuation) -> tuple[str, str]:
    """The canonical expression of a reply, or why there is none."""
    if not reply.finished:
        return "", f"the expression was not finished after {reply.tokens} tokens"
    try:
        expression = str(canonical(parse_expression(reply.text), functions()))
    except ToolError as error:
        return "", str(error)
    problems = check(expression)
    return ("", problems[0]) if problems else (expression, "")


def per_token(reply: Continuation) -> float | None:
    """The mean log-probability of a token."""
    return sum(reply.token_logprobs) / len(reply.token_logprobs) if reply.token_logprobs else None


def warm_up(model: TextModel, timeout_s: float = 600.0) -> None:
    """Load the model.

    Raises:
        ModelError: as `TextModel.continue_text`.
    """
    if not model.continue_text(reader_prompt("Where is the door?"), max_tokens=1, timeout_s=timeout_s).tokens:
        raise ModelError(f"{model.name} writes nothing")
