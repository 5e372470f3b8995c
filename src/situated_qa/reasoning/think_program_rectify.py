"""Think, program, rectify: the model plans, writes a program, sees what it prints, mends it, and answers.

Source: LLM-TPC 2024, section 3 and supplement section 1; the assume guard: SG-RwR 2025.
"""

from __future__ import annotations

from situated_qa.llm.client import Message
from situated_qa.reasoning.parsing import Step
from situated_qa.reasoning.program_chat import ProgramChat, answer_step, no_answer
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, examples, prompt
from situated_qa.reasoning.situation import room_summary, situation_of
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.tools import COMMON_TOOLS, scene_tools, tool_documentation


def static_messages(style: str) -> list[Message]:
    """What every chat opens with, the same for every scene and question, so that a runtime can keep it evaluated."""
    length = ANSWER_LENGTHS[style]
    system = "\n\n".join(
        [
            prompt("task", answer_length=length),
            prompt("format", answer_length=length),
            prompt("tools", tools=tool_documentation(COMMON_TOOLS)),
            prompt("tips"),
        ]
    )
    return [Message("system", system), *examples(style)]


def think_messages(style: str) -> list[Message]:
    """The same for `think`, which is told of no tools."""
    return [Message("system", prompt("think", answer_length=ANSWER_LENGTHS[style]))]


def question_message(context: StrategyContext) -> Message:
    """What there is to see, where the asker stands (in the asker's words, else from the pose), and the question."""
    return Message("user", _question(context))


def program_message(context: StrategyContext) -> Message:
    """The same, after the tools that only this scene has: none without rooms or a mark."""
    names = scene_tools(context.scene)
    more = prompt("more_tools", tools=tool_documentation(names, with_objects=False)) if names else ""
    return Message("user", f"{more}\n{_question(context)}".lstrip())


def _question(context: StrategyContext) -> str:
    situation = situation_of(context.scene, context.question.situation)
    question = " ".join(context.question.question.split())
    return prompt("question", summary=room_summary(context.scene), situation=situation, question=question)


def think(context: StrategyContext) -> StrategyResult:
    """Answer from the list of objects and the situation alone, without a program."""
    chat = [*think_messages(context.settings.answer_style), question_message(context)]
    step = answer_step(context, chat)
    if step.action == "answer":
        return StrategyResult(step.text, step.thought)
    return no_answer("the model's reply held no answer")


def think_program(context: StrategyContext) -> StrategyResult:
    """One program, run as it is; the answer from whatever it gave."""
    return _loop(context, 1)


def think_program_rectify(context: StrategyContext) -> StrategyResult:
    """The whole loop: at most `max_rounds` programs, each error told to the model, then an answer from what is seen."""
    return _loop(context, context.settings.max_rounds)


def _loop(context: StrategyContext, max_programs: int) -> StrategyResult:
    opening = [*static_messages(context.settings.answer_style), program_message(context)]
    chat = ProgramChat(context, opening, max_programs=max_programs)
    while not chat.over:
        outcome = chat.turn()
        if isinstance(outcome, Step):
            return chat.answered(outcome)
    return chat.summarise()
