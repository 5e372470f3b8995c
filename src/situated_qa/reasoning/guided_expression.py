"""The model writes one expression of the question language, under a grammar made for the question and the scene.

The expression is checked; a problem goes back once. Its values are put into words by rule, so that the model decides
what was asked and nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from situated_qa.errors import ToolError
from situated_qa.llm.client import Message, expression_in
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.expressions import in_words
from situated_qa.reasoning.prompts import examples, prompt
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.documentation import prompt_lines
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.grammar import grammar
from situated_qa.situated.language.values import Reason, Unknown

MAX_EXPRESSION_TOKENS = 256
"""About four times what the longest question of the simulated homes needs."""

_SENT_BACK = 2_000
"""Characters of an expression that is sent back; no longer one is evaluated."""

MAX_CATEGORIES = 60
"""Things of the scene that are told: a whole building would fill the model's context."""

MOST_TRIES = 2
"""The first expression, and one that mends it."""


@cache
def static_messages() -> tuple[Message, ...]:
    """What every chat opens with: the functions, and worked examples of each kind of question."""
    system = prompt("guided_expression", functions=prompt_lines())
    return (Message("system", system), *examples("sentence", "guided_expression_examples"))


def guided_expression(context: StrategyContext) -> StrategyResult:
    """Answer one question by an expression that the model writes; a `Strategy`.

    Raises:
        ModelError: as `StrategyContext.complete`.
    """
    things = [name for name in map(plain_name, context.scene.categories) if name]
    rooms = [plain_name(room) for room in context.tools.rooms()]
    rules = grammar(things, context.question.question.split(), rooms)
    chat = [*static_messages(), _question_message(context, things, rooms)]
    problem = ""
    for _ in range(min(MOST_TRIES, context.settings.max_rounds)):
        reply = context.complete(chat, max_tokens=MAX_EXPRESSION_TOKENS, grammar=rules)
        written = expression_in(reply.text)
        try:
            answer = in_words(context, _value(context, written))
        except ToolError as error:
            problem = str(error)
            chat += [
                Message("assistant", written[:_SENT_BACK]),
                Message("user", prompt("guided_expression_rectify", problem=problem)),
            ]
            continue
        explanation = f"{answer.explanation.removesuffix('.')}; written by {context.model.name}."
        return replace(answer, explanation=explanation)
    told = f"I did not understand the question: {problem.rstrip('.')}."
    return StrategyResult(told, status=AnswerStatus.NOT_UNDERSTOOD, status_text=f"no usable expression: {problem}")


def _value(context: StrategyContext, written: str) -> Result:
    """The value of an expression whose names were checked against the scene, too.

    Raises:
        ToolError: it does not pass, or it asks for what cannot be, such as a view from a thing towards itself; names
            the problems.
    """
    result = context.evaluate(written, known_names=True)
    for value in result.values:
        if isinstance(value, Unknown) and value.reason is Reason.NOT_UNDERSTOOD:
            raise ToolError(value.text)
    return result


def _question_message(context: StrategyContext, things: list[str], rooms: list[str]) -> Message:
    question = " ".join(context.question.question.split())
    listed = ", ".join(things[:MAX_CATEGORIES]) + (", …" if len(things) > MAX_CATEGORIES else "")
    return Message(
        "user",
        prompt(
            "guided_expression_question",
            things=listed or "none yet",
            rooms=", ".join(rooms) or "not known",
            question=question,
        ),
    )
