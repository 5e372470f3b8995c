"""One agent that writes programs, and the ablations of it: LLM-TPC's loop, and SG-RwR's single coder.

think: no program, the answer from a table of the scene.
think-program: one program, run as it is.
think-program-rectify: from a table of the scene the model answers at once, or writes programs and mends them.
single-coder: the model knows the schema of the graph instead of its rows, and has no look at what was found before the
program is written.

A program may end with the answer; else the model sees what it prints, and answers then.

Source: LLM-TPC 2024, section 3 and supplement section 1; SG-RwR 2025, section 4.2 (SingleCoder) and the assume guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from situated_qa.llm.client import Message
from situated_qa.reasoning.diagnostics import IMPORTABLE
from situated_qa.reasoning.evidence import evidence_of
from situated_qa.reasoning.graph_schema import graph_documentation, graph_question, measuring_documentation
from situated_qa.reasoning.program_chat import ProgramChat, answer_step, no_answer
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, examples, prompt
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.reasoning.scene_table import COLUMNS, scene_table
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.tools import (
    COMMON_TOOLS,
    FLOOR_TOOLS,
    floor_tools,
    look_tools,
    mark_tools,
    tool_documentation,
)


def static_messages(style: str, floor: Sequence[str] = FLOOR_TOOLS) -> list[Message]:
    """What every chat opens with, the same for every question, so that a runtime can keep it evaluated.

    Args:
        floor: the tools of rooms and ways that the scene can answer (`floor_tools`), as nearly every scene of a robot.
    """
    length = ANSWER_LENGTHS[style]
    system = "\n\n".join(
        [
            prompt("task", columns=COLUMNS, format=prompt("format", answer_length=length)),
            prompt("tips", modules=", ".join(IMPORTABLE)),
            prompt("tools", tools=tool_documentation((*COMMON_TOOLS, *floor))),
        ]
    )
    return [Message("system", system), *examples(style)]


def think_messages(style: str) -> list[Message]:
    """The same for `think`, which is given no tools."""
    return [Message("system", prompt("think", columns=COLUMNS, answer_length=ANSWER_LENGTHS[style]))]


def coder_messages(style: str) -> list[Message]:
    """What every chat opens with, the same for every scene and question."""
    system = "\n\n".join(
        [
            prompt("coder", format=prompt("format", answer_length=ANSWER_LENGTHS[style])),
            prompt("tools", tools=f"{measuring_documentation()}\n\n{graph_documentation()}"),
            prompt("coder_tips", modules=", ".join(IMPORTABLE)),
        ]
    )
    return [Message("system", system), *examples(style, "coder_examples")]


def question_message(context: StrategyContext, tools: Sequence[str] = ()) -> Message:
    """The scene as a table, and the question.

    The table tells how the asker stands; the situation is added where the asker told it.

    Args:
        tools: names of tools that only this scene has.
    """
    more = [prompt("more_tools", tools=tool_documentation(tools, with_objects=False))] if tools else []
    told, question = _on_one_line(context.question.situation), _on_one_line(context.question.question)
    asked = prompt("question", situation=told, question=question) if told else f"Question: {question}"
    return Message("user", "\n".join([*more, scene_table(context.scene), asked]))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def think(context: StrategyContext) -> StrategyResult:
    """Answer from the table of the scene alone, without a program."""
    chat = [*think_messages(context.settings.answer_style), question_message(context)]
    step = answer_step(context, chat)
    if step.action == "answer":
        return StrategyResult(step.text, step.thought)
    return no_answer("the model's reply held no answer")


def think_program(context: StrategyContext) -> StrategyResult:
    """One program, run as it is; the answer from whatever it gave."""
    return _from_table(context, 1)


def think_program_rectify(context: StrategyContext) -> StrategyResult:
    """The whole loop: at most `max_rounds` programs, each error told to the model, then an answer from what is seen."""
    return _from_table(context, context.settings.max_rounds)


def _from_table(context: StrategyContext, max_programs: int) -> StrategyResult:
    question = question_message(context, (*mark_tools(context.scene), *look_tools(context.scene)))
    opening = [*static_messages(context.settings.answer_style, floor_tools(context.scene.graph)), question]
    chat = ProgramChat(context, opening, max_programs=max_programs, tells_scene=True)
    while not chat.over:
        result = chat.conclude(chat.turn())
        if result is not None:
            return result
    return chat.summarise()


def single_coder(context: StrategyContext) -> StrategyResult:
    """Answer by the first program that runs and prints something, at most `max_rounds` of them.

    The evidence is what the answer names, else what the last program handled.
    """
    chat = ProgramChat(context, [*coder_messages(context.settings.answer_style), graph_question(context)])
    evidence: tuple[int, ...] = ()
    result: StrategyResult | None = None
    while result is None and not chat.over:
        outcome = chat.turn()
        printed = isinstance(outcome, RunResult) and outcome.error is None and bool(outcome.printed)
        if isinstance(outcome, RunResult) and printed:
            evidence = evidence_of(outcome, context.scene.graph.by_id)
        result = chat.conclude(outcome)
        if printed:
            break
    result = result or chat.summarise()
    return replace(result, object_ids=result.object_ids or evidence)
