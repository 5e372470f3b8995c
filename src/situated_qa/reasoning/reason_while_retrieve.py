"""Reason while retrieve: a reasoner who never sees the graph asks a retriever who never sees the question.

The reasoner knows the question, the situation and the schema of the graph. Step by step it asks in words for what it
needs, works with what came back in programs over the tools, and answers. The retriever gets one query and the schema
and writes the program that reads the graph; what that prints goes back to the reasoner. Both mend their programs.

Source: SG-RwR 2025, section 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from situated_qa.llm.client import Message
from situated_qa.reasoning.diagnostics import IMPORTABLE
from situated_qa.reasoning.evidence import evidence_of
from situated_qa.reasoning.graph_schema import (
    READING_TOOLS,
    graph_documentation,
    graph_question,
    graph_schema,
    measuring_documentation,
)
from situated_qa.reasoning.parsing import Step, assumption, code_of
from situated_qa.reasoning.program_chat import Dialect, ProgramChat
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, examples, prompt
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult

MAX_TRIES = 3
"""Programs that the retriever may write for one query; each is one of the question's rounds, too."""
PATIENCE = 1
"""Replies of the retriever to one query that may lead to no program before it is given up with the next."""
MAX_TOLD_CHARACTERS = 300
"""Of what went wrong in a retrieval, told to the reasoner."""


def reasoner_messages(style: str) -> list[Message]:
    """What the reasoner's chat opens with, the same for every scene and question."""
    system = "\n\n".join(
        [
            prompt("reasoner", format=_reasoner_form(style)),
            prompt("tools", tools=measuring_documentation()),
            prompt("reasoner_tips", modules=", ".join(IMPORTABLE)),
        ]
    )
    return [Message("system", system), *examples(style, "reasoner_examples")]


def retriever_messages() -> list[Message]:
    """What each of the retriever's chats opens with, the same for every scene and query."""
    modules = ", ".join(IMPORTABLE)
    system = prompt("retriever", format=prompt("retriever_format"), tools=graph_documentation(), modules=modules)
    return [Message("system", system), *examples("short", "retriever_examples")]


def reason_while_retrieve(context: StrategyContext) -> StrategyResult:
    """Answer one question; a `Strategy`. The programs of both count as rounds."""
    return _Reasoner(context).run()


@dataclass(frozen=True, slots=True)
class _Retrieval:
    """What came back for a query."""

    observation: str
    result: RunResult | None = None  # None where nothing was found out


class _Reasoner:
    """One question's reasoning."""

    def __init__(self, context: StrategyContext) -> None:
        style = context.settings.answer_style
        self._context = context
        self._form = _reasoner_form(style)
        dialect = Dialect(
            self._form, "one of these three forms", queries=True, objections=(self._assumes, self._reads_graph)
        )
        self._chat = ProgramChat(context, [*reasoner_messages(style), graph_question(context)], dialect)
        self._failed: set[str] = set()  # the programs of all retrievals
        self._asked: dict[str, _Retrieval] = {}  # by query
        self._known = frozenset(context.scene.graph.by_id)
        self._evidence: tuple[int, ...] = ()
        self._frame = ""  # whose left and right was used last

    def run(self) -> StrategyResult:
        chat = self._chat
        while not chat.over:
            outcome = chat.turn()
            if isinstance(outcome, RunResult):
                self._remember(outcome)
            elif outcome is not None and outcome.action == "query":
                self._ask(outcome)
            result = chat.conclude(outcome)
            if result is not None:
                return self._grounded(result)
        return self._grounded(chat.summarise())

    def _ask(self, step: Step) -> None:
        """Hand a query to the retriever: the query alone, or it would try to solve the whole question."""
        key = " ".join(re.findall(r"\w+", step.text.lower()))
        before = self._asked.get(key)
        if before is not None and before.result is None:  # the scene is frozen: it would fail again
            self._chat.stopped = (
                "the model repeated a query that had led to nothing, "
                f"so the loop stopped after round {self._context.rounds}"
            )
            return
        if before is not None:
            self._chat.spoiled(prompt("asked_before", observation=before.observation))
            return
        retrieval = self._asked[key] = _retrieve(self._context, step.text, self._failed)
        if retrieval.result is None:
            self._chat.spoiled(retrieval.observation)
            return
        self._chat.ran = True
        self._remember(retrieval.result)
        self._chat.say(retrieval.observation)

    def _remember(self, result: RunResult) -> None:
        if result.error is None and result.printed:
            self._evidence = evidence_of(result, self._known) or self._evidence
            self._frame = result.reference_frame or self._frame

    def _grounded(self, result: StrategyResult) -> StrategyResult:
        """The result with what it rests on: the objects that the last program to find any named, and the queries."""
        explanation = result.explanation
        if self._asked:
            explanation = f"{explanation} Asked of the graph: {'; '.join(self._asked)}.".strip()
        ids = result.object_ids or self._evidence
        return replace(result, explanation=explanation, object_ids=ids, reference_frame=self._frame)

    def _assumes(self, program: str) -> str:
        return assumption(program, "assume_query", format=self._form)

    def _reads_graph(self, program: str) -> str:
        names = [f"{name}()" for name in READING_TOOLS if _calls(program, name)]
        return prompt("reads_graph", names=" and ".join(names), format=self._form) if names else ""


def _retrieve(context: StrategyContext, query: str, failed: set[str]) -> _Retrieval:
    """What a program printed that looks a query up; the first that prints something is taken.

    Args:
        query: begins a chat of its own.
        failed: programs known to fail, over all queries.
    """
    message = Message("user", prompt("retriever_query", schema=graph_schema(context.scene), query=query))
    dialect = Dialect(prompt("retriever_format"), "this form")
    opening = [*retriever_messages(), message]
    chat = ProgramChat(context, opening, dialect, max_programs=MAX_TRIES, patience=PATIENCE, failed=failed)
    why = ""
    while not chat.over:
        outcome = chat.turn()
        if isinstance(outcome, Step):  # an answer in words, which nothing vouches for
            chat.unreadable()
        elif outcome is not None and outcome.error is None and outcome.printed:
            return _Retrieval(f"Observation: {outcome.observation}", outcome)
        elif outcome is not None:
            why = outcome.observation
    reasons = [chat.stopped.partition(",")[0], why[:MAX_TOLD_CHARACTERS]]
    told = "; ".join(filter(None, reasons)) or "it wrote no program"
    return _Retrieval(prompt("not_retrieved", why=told))


def _reasoner_form(style: str) -> str:
    return prompt("reasoner_format", answer_length=ANSWER_LENGTHS[style])


def _calls(program: str, name: str) -> bool:
    """Whether a program calls a tool of this name, and not a function or method of its own."""
    code = code_of(program)
    defines = re.search(rf"\bdef {name}\b", code) is not None
    return not defines and re.search(rf"(?<![.\w]){name}\s*\(", code) is not None
