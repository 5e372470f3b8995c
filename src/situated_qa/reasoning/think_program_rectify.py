"""Think, program, rectify: the model plans, writes a program, sees what it prints, mends it, and answers.

Source: LLM-TPC 2024, section 3 and supplement section 1; the assume guard: SG-RwR 2025.
"""

from __future__ import annotations

import re

from situated_qa.llm.client import Message
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.parsing import Step, parse_reply
from situated_qa.reasoning.prompts import ANSWER_LENGTHS, examples, prompt
from situated_qa.reasoning.same_program import essence
from situated_qa.reasoning.situation import room_summary, situation_in_words
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.tools import COMMON_TOOLS, scene_tools, tool_documentation

MAX_REPLY_TOKENS = 768
MAX_REPLY_CHARACTERS = 20_000  # of a reply that are told to the model again
_ASSUMES = re.compile(r"^.*\bassum(?:e|es|ed|ing|ption)\b.*$", re.IGNORECASE | re.MULTILINE)


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
    situation = " ".join(context.question.situation.split()) or situation_in_words(context.scene)
    question = " ".join(context.question.question.split())
    return prompt("question", summary=room_summary(context.scene), situation=situation, question=question)


def think(context: StrategyContext) -> StrategyResult:
    """Answer from the list of objects and the situation alone, without a program."""
    chat = [*think_messages(context.settings.answer_style), question_message(context)]
    step = _answer_step(context, chat)
    if step.action == "answer":
        return StrategyResult(step.text, step.thought)
    return _no_answer("the model's reply held no answer")


def think_program(context: StrategyContext) -> StrategyResult:
    """One program, run as it is; the answer from whatever it gave."""
    return _Loop(context, max_rounds=1, rectify=False).run()


def think_program_rectify(context: StrategyContext) -> StrategyResult:
    """The whole loop: at most `max_rounds` programs, each error told to the model, then an answer from what is seen."""
    return _Loop(context, max_rounds=context.settings.max_rounds, rectify=True).run()


class _Loop:
    """One question's chat."""

    def __init__(self, context: StrategyContext, *, max_rounds: int, rectify: bool) -> None:
        self._context = context
        self._max_rounds = max_rounds
        self._rectify = rectify
        self._length = ANSWER_LENGTHS[context.settings.answer_style]
        self._chat = [*static_messages(context.settings.answer_style), program_message(context)]
        self._ran = False  # whether any program ran to its end and printed something
        self._failed: set[tuple[str, ...]] = set()  # programs that failed or printed nothing
        self._stopped = ""  # why the loop ended before its rounds; "" if it did not

    def run(self) -> StrategyResult:
        context = self._context
        spoiled = 0  # replies that led to no program, told apart from rounds so that they cannot go on for ever
        while context.rounds < self._max_rounds and spoiled <= self._max_rounds:
            step = self._next_step()
            if step.action == "answer":
                return self._answered(step)
            if step.action == "invalid":
                spoiled += 1
                self._say(prompt("parsing", format=prompt("format", answer_length=self._length)))
                continue
            assumed = _ASSUMES.search(step.text)
            if assumed and spoiled < self._max_rounds:  # else it runs: a word in a comment is no reason for no answer
                spoiled += 1
                self._say(prompt("assume", line=assumed.group(0).strip()[:160]))
                continue
            program = essence(step.text)
            if program in self._failed:  # the scene is frozen: it would fail again, and the model with it
                again = "the model repeated a program that had failed"
                self._stopped = f"{again}, so the loop stopped after round {context.rounds}"
                break
            result = context.run(step.text)
            if result.error is not None or not result.printed:
                self._failed.add(program)
            if result.error is not None:
                if not self._rectify:
                    break
                self._say(prompt("rectify", error=result.observation))
                continue
            self._ran = self._ran or bool(result.printed)
            self._say(f"Observation: {result.observation}")
        return self._summarise()

    def _next_step(self) -> Step:
        reply = self._context.complete(self._chat, max_tokens=MAX_REPLY_TOKENS, stop=("\nObservation:",))
        self._chat.append(Message("assistant", reply.text.strip()[:MAX_REPLY_CHARACTERS] or "(nothing)"))
        return parse_reply(reply.text)

    def _say(self, text: str) -> None:
        self._chat.append(Message("user", text))

    def _summarise(self) -> StrategyResult:
        """The rounds are used up: take back the invitation to go on, and ask for an answer."""
        last = self._chat.pop() if self._chat[-1].role == "user" else Message("user", "")
        observed = last.content if last.content.startswith("Observation:") else ""
        if not observed and self._context.observations:
            observed = f"Observation: {self._context.observations[-1]}"
        self._say(prompt("summarise", observation=observed, answer_length=self._length).strip())
        step = _answer_step(self._context, self._chat)
        if step.action == "answer":
            return self._answered(step)
        if not self._ran:
            return self._nothing_ran("")
        return _no_answer(self._told("the model gave no answer in a readable form"))

    def _answered(self, step: Step) -> StrategyResult:
        if self._context.rounds and not self._ran:
            return self._nothing_ran(step.text)
        return StrategyResult(step.text, step.thought, status_text=self._stopped)

    def _nothing_ran(self, guess: str) -> StrategyResult:
        several = {0: "the model wrote no program", 1: "the model's only program did not run, or printed nothing"}
        count = self._context.rounds
        text = self._told(several.get(count, f"none of the model's {count} programs ran and printed something"))
        return _no_answer(f"{text}; its guess: {guess}" if guess else text)

    def _told(self, text: str) -> str:
        return f"{text}; {self._stopped}" if self._stopped else text


def _answer_step(context: StrategyContext, chat: list[Message]) -> Step:
    """Ask for a final answer; a bare reply of a few words counts as one."""
    reply = context.complete(chat, max_tokens=MAX_REPLY_TOKENS, stop=("\nObservation:",)).text
    step = parse_reply(reply)
    bare = reply.strip()
    if step.action == "invalid" and 0 < len(bare) <= 120 and "\n" not in bare and ":" not in bare:
        return Step("answer", bare)
    return step


def _no_answer(why: str) -> StrategyResult:
    return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=why)
