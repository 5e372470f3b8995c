"""Single coder: one agent reads the graph and works the answer out in one program, knowing the graph's schema only.

What `reason_while_retrieve` does, without the division of labour: the same schema and the same tools, self-debugging,
but no look at what was found before the program is written.

Source: SG-RwR 2025, section 4.2 (SingleCoder).
"""

from __future__ import annotations

from dataclasses import replace

from situated_qa.llm.client import Message
from situated_qa.reasoning.graph_evidence import evidence_of
from situated_qa.reasoning.graph_schema import graph_documentation, graph_question, measuring_documentation
from situated_qa.reasoning.hints import IMPORTABLE
from situated_qa.reasoning.program_chat import ProgramChat
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, examples, prompt
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult


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


def single_coder(context: StrategyContext) -> StrategyResult:
    """Answer by the first program that runs and prints something; a `Strategy`.

    At most `max_rounds` programs are tried. The evidence is what the last one handled.
    """
    chat = ProgramChat(context, [*coder_messages(context.settings.answer_style), graph_question(context)])
    evidence: tuple[int, ...] = ()
    while not chat.over:
        outcome = chat.turn()
        printed = isinstance(outcome, RunResult) and outcome.error is None and bool(outcome.printed)
        if isinstance(outcome, RunResult) and printed:
            evidence = evidence_of(outcome, context.scene.graph.by_id)
        result = chat.conclude(outcome)
        if result is not None:
            return _with_evidence(result, evidence)
        if printed:
            break
    return _with_evidence(chat.summarise(), evidence)


def _with_evidence(result: StrategyResult, found: tuple[int, ...]) -> StrategyResult:
    """What the answer names, else what the last program handled."""
    return replace(result, object_ids=result.object_ids or found)
