"""One agent's chat about programs: parses replies, runs programs, remembers failures, ends with an answer.

The strategies that let a model write programs are made of such chats. A reply that leads to no program is told apart
from a round and counted, so that a chat ends.

Source: LLM-TPC 2024, section 3 and supplement section 1 (rectify, summarize); SG-RwR 2025, section 2.5 (self-debugging,
the assume guard).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from situated_qa.llm.client import Message
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.evidence import split_cited
from situated_qa.reasoning.parsing import Step, assumption, essence, parse_reply
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, prompt
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult

MAX_REPLY_TOKENS = 768
MAX_REPLY_CHARACTERS = 20_000
"""Characters of a reply that are told to the model again."""

UNFOUNDED = "answered without a look at the graph"

READ_OFF = "Read off the scene table."
"""Told of an answer that no program was run for."""

Objection = Callable[[str], str]
"""What to tell the model instead of running a program of its; "" where there is nothing against it."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What replies an agent may give."""

    form: str  # told to the model when a reply is in no readable form
    which: str = "one of these two forms"  # what `form` shows
    queries: bool = False  # whether it may ask another agent
    objections: tuple[Objection, ...] = (assumption,)  # the first that holds is told


class ProgramChat:
    """The chat of one agent; one question may have several."""

    def __init__(
        self,
        context: StrategyContext,
        opening: Sequence[Message],
        dialect: Dialect | None = None,
        *,
        max_programs: int | None = None,
        patience: int | None = None,
        failed: set[str] | None = None,
        tells_scene: bool = False,
    ) -> None:
        """
        Args:
            opening: the first messages, the question last.
            dialect: None means programs and answers.
            max_programs: that this chat may run; None means as many as the question's rounds allow.
            patience: replies that may lead to no program before the chat ends with the next; None means as many as
                programs.
            failed: programs known to fail, by their `essence`; chats may share it.
            tells_scene: whether the opening holds the scene as a table, which an answer may rest on.
        """
        self._context = context
        self._length = ANSWER_LENGTHS[context.settings.answer_style]
        self._dialect = dialect or Dialect(prompt("format", answer_length=self._length))
        self._chat = list(opening)
        self._spoiled = 0  # replies that led to no program
        most = context.settings.max_rounds if max_programs is None else max_programs
        self._patience = most if patience is None else patience
        self._last_round = min(context.settings.max_rounds, context.rounds + most)
        self._failed = set() if failed is None else failed
        self._tells_scene = tells_scene
        self._thought = ""  # of the last program
        self._asked_for_ids = False
        self.ran = False  # whether any program ran to its end and looked at the scene or printed something
        self.stopped = ""  # why the chat ended before its rounds; "" if it did not

    @property
    def over(self) -> bool:
        """Whether no further reply may be had but the last answer."""
        return bool(self.stopped) or self._context.rounds >= self._last_round or self._spoiled > self._patience

    def turn(self) -> Step | RunResult | None:
        """Have one reply and deal with it.

        Returns:
            A step that is an answer or a query, for the caller to deal with; what became of a program, which the model
            has been told; None if there is neither, which it has been told, too.
        """
        step = self._next_step()
        if step.action in ("answer", "query"):
            return step
        if step.action == "invalid":
            self.unreadable()
            return None
        objection = next(filter(None, (object_to(step.text) for object_to in self._dialect.objections)), "")
        if objection and self._spoiled < self._patience:  # else it runs: a word in a comment must not cost the answer
            self.spoiled(objection)
            return None
        program = essence(step.text)
        if program in self._failed:  # the scene is frozen: it would fail again, and the model with it
            again = "the model repeated a program that had failed"
            self.stopped = f"{again}, so the loop stopped after round {self._context.rounds}"
            return None
        result = self._context.run(step.text)
        self._thought = step.thought
        if result.error is not None or not result.printed:
            self._failed.add(program)
        # What ran over an empty set and printed nothing has found that there is nothing; what only answered, nothing.
        found = result.tool_calls > 1 if result.answer else bool(result.printed or result.tool_calls)
        self.ran = self.ran or (result.error is None and found)
        if result.error is not None:
            self.say(prompt("rectify", error=result.observation))
        elif not result.answer:
            self.say(f"Observation: {result.observation}")
        return result

    def say(self, text: str) -> None:
        """Tell the model something."""
        self._chat.append(Message("user", text))

    def spoiled(self, text: str) -> None:
        """Tell the model what is wrong with a reply that led to no program, and count it."""
        self._spoiled += 1
        self.say(text)

    def unreadable(self) -> None:
        """Tell the model that its reply is in none of the forms, and count it."""
        self.spoiled(prompt("parsing", format=self._dialect.form, which=self._dialect.which))

    def conclude(self, outcome: Step | RunResult | None) -> StrategyResult | None:
        """The result of an answer, or of a program that ended with one; None where the chat goes on.

        Args:
            outcome: what `turn` returned.
        """
        if isinstance(outcome, RunResult) and outcome.answer:
            result = self._founded(outcome.answer, self._thought, self._context.rounds - 1)
        elif isinstance(outcome, Step) and outcome.action == "answer":
            result = self._founded(outcome.text, outcome.thought, self._context.rounds)
        else:
            return None
        if result.status is AnswerStatus.GUESSED and self._tells_scene and not self._asked_for_ids and not self.over:
            self._asked_for_ids = True
            self.spoiled(prompt("cite", answer_length=self._length))
            return None
        return result

    def _founded(self, text: str, thought: str, programs: int) -> StrategyResult:
        """The result of an answer: what programs found, what was read off the table, a guess, or none.

        After programs none of which ran, only an answer that names its objects is taken for more than a guess.

        Args:
            programs: how many there were before the answer.
        """
        answer, ids = split_cited(text, self._context.scene.graph.by_id)
        if not answer:
            return no_answer(self._told("the model's answer held no words"))
        if self.ran:
            return StrategyResult(answer, thought, ids or None, status_text=self.stopped)
        if self._tells_scene and (ids or (ids is not None and not programs)):
            return StrategyResult(answer, f"{thought} {READ_OFF}".strip(), ids, status_text=self.stopped)
        if programs:
            return self._nothing_ran(answer)
        return StrategyResult(answer, thought, (), status=AnswerStatus.GUESSED, status_text=self._told(UNFOUNDED))

    def summarise(self) -> StrategyResult:
        """The rounds are used up: take back the invitation to go on, and ask for an answer."""
        last = self._chat.pop() if self._chat[-1].role == "user" else Message("user", "")
        observed = last.content if last.content.startswith("Observation:") else ""
        if not observed and self._context.observations:
            observed = f"Observation: {self._context.observations[-1]}"
        self.say(prompt("summarise", observation=observed, answer_length=self._length).strip())
        step = answer_step(self._context, self._chat)
        if step.action == "answer":
            return self._founded(step.text, step.thought, self._context.rounds)
        if not self.ran:
            return self._nothing_ran("")
        return no_answer(self._told("the model gave no answer in a readable form"))

    def _next_step(self) -> Step:
        reply = self._context.complete(self._chat, max_tokens=MAX_REPLY_TOKENS, stop=("\nObservation:",))
        self._chat.append(Message("assistant", reply.text.strip()[:MAX_REPLY_CHARACTERS] or "(nothing)"))
        return parse_reply(reply.text, queries=self._dialect.queries)

    def _nothing_ran(self, guess: str) -> StrategyResult:
        several = {0: "the model wrote no program", 1: "the model's only program did not run, or printed nothing"}
        count = self._context.rounds
        text = self._told(several.get(count, f"none of the model's {count} programs ran and printed something"))
        return no_answer(f"{text}; its guess: {guess}" if guess else text)

    def _told(self, text: str) -> str:
        return f"{text}; {self.stopped}" if self.stopped else text


def answer_step(context: StrategyContext, chat: Sequence[Message]) -> Step:
    """Ask for a final answer; a bare reply of a few words counts as one."""
    reply = context.complete(chat, max_tokens=MAX_REPLY_TOKENS, stop=("\nObservation:",)).text
    step = parse_reply(reply)
    bare = reply.strip()
    words, _ = split_cited(bare, ())
    if step.action == "invalid" and 0 < len(words) <= 120 and "\n" not in words and ":" not in words:
        return Step("answer", bare)
    return step


def no_answer(why: str) -> StrategyResult:
    """The result of a chat that led nowhere."""
    return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=why)
