"""LLM-TPC's own arrangement as a strategy: its prompts, its eight tools, its loop, free programs and short answers.

The prompts are the paper's (supplement, Figs. S2 to S8). They are read from its text beside the repository when they
are needed and are no part of this repository. The tools and the sandbox are ours: they accept more spellings of
categories and relations than the paper's, so that what is compared is the arrangement and not the tools.

Source: Yuan et al. (LLM-TPC) 2024, section 3 and supplement section 1.2.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import SettingsError
from situated_qa.eval.answerers import ModelAnswerer
from situated_qa.eval.recording import RecordingSandbox
from situated_qa.eval.settings import RunSettings
from situated_qa.llm.client import LanguageModel, Message
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.ask import REGISTRY
from situated_qa.reasoning.parsing import parse_reply
from situated_qa.reasoning.sandbox import RunResult, SandboxSettings
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.tools import PAPER_TOOLS, TOOL_NAMES

NAME = "llm-tpc"
PAPER = Path(__file__).resolve().parents[2] / "shared" / "seeds"
"""Where the paper's text is looked for: `000_*.txt`."""
MAX_REPLY_TOKENS = 512
_FIGURES = ("S2", "S3", "S4", "S5", "S6", "S7", "S8")
_REPLACES = "think-program-rectify"
"""A strategy is chosen by a name that `Ask.srv` knows; the paper's stands in for the loop that came of it."""


@dataclass(frozen=True, slots=True)
class PaperPrompts:
    """The paper's prompts."""

    task: str  # S2
    format: str  # S3
    tools: str  # S4
    example: tuple[Message, ...]  # S5
    failed: str  # S6, with ERROR INFORMATION to be replaced
    unreadable: str  # S7
    summarise: str  # S8

    def opening(self) -> list[Message]:
        """What every chat begins with."""
        return [Message("system", f"{self.task}\n\n{self.format}\n\n{self.tools}"), *self.example]


def read_prompts(folder: Path = PAPER) -> PaperPrompts:
    """Read the prompts from the paper's text.

    Raises:
        SettingsError: the text is not there, or a figure is not found in it.
    """
    paths = sorted(folder.glob("000_*.txt"))
    if not paths:
        raise SettingsError(f"the paper's text is not there: {folder}/000_*.txt")
    figures = _listings(paths[0].read_text(encoding="utf-8"))
    missing = [name for name in _FIGURES if not figures.get(name)]
    if missing:
        raise SettingsError(f"{paths[0]} holds no listing for Fig. {', '.join(missing)}")
    task, form, tools, example, failed, unreadable, summarise = (figures[name] for name in _FIGURES)
    return PaperPrompts(task, form, tools, _turns(example), failed, unreadable, summarise)


def _listings(text: str) -> dict[str, str]:
    """The fenced listings above each figure's caption, by the figure's name."""
    found: dict[str, str] = {}
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        caption = re.match(r"Fig\. ?(S?\d+): ", line)
        if line == "```":
            inside = not inside
        elif inside:
            lines.append(line)
        elif caption:
            found[caption[1]] = _unnumbered(lines)
            lines = []
    return found


def _unnumbered(lines: list[str]) -> str:
    """A listing without its line numbers, broken lines joined again, typeset quotes as they are typed."""
    whole: list[str] = []
    for line in lines:
        numbered = re.match(r"\d+(?: (.*))?$", line)
        content = (numbered[1] or "") if numbered else line.strip()
        closes = re.match(r"\s*[\])}:]", content) is not None
        if not numbered and not content:
            continue  # between two listings of one figure
        if whole and (closes or (not numbered and not content.startswith("---"))):
            whole[-1] += content.strip() if closes or content[:1] == "." else f" {content}"
        else:
            whole.append(content)
    text = "\n".join(whole).replace("‘‘", "```").replace("‘", "'").replace("’", "'")
    return text.strip()


def _turns(listing: str) -> tuple[Message, ...]:
    """The worked example as turns of a chat."""
    parts = re.split(r"^(user|assistant):\s*$", listing, flags=re.MULTILINE)[1:]
    if len(parts) < 4:
        raise SettingsError("Fig. S5 of the paper holds no turns of user and assistant")
    return tuple(Message(role, text.strip()) for role, text in zip(parts[::2], parts[1::2], strict=True))  # type: ignore[arg-type]


def question_text(context: StrategyContext) -> str:
    """The scene's categories with their numbers, the situation and the question, as the paper puts them."""
    counts = Counter(node.category for node in context.scene.graph.objects if node.id not in context.scene.structural)
    seen = ", ".join(f"{counts[name]} {name}" for name in sorted(counts))
    return (
        f"I am in a room. Looking around me, I see some objects: {seen}.\n"
        f"My situation: {' '.join(context.question.situation.split())}\n"
        f"Question: {' '.join(context.question.question.split())}"
    )


class PaperLoop:
    """The paper's loop, a `Strategy`: at most `max_rounds` turns, then an answer from what was observed."""

    def __init__(self, prompts: PaperPrompts) -> None:
        self._prompts = prompts

    def __call__(self, context: StrategyContext) -> StrategyResult:
        """Answer one question."""
        chat = [*self._prompts.opening(), Message("user", question_text(context))]
        for _ in range(context.settings.max_rounds):
            reply = self._reply(context, chat)
            step = parse_reply(reply)
            if step.action == "answer":
                return StrategyResult(step.text, step.thought)
            if step.action == "invalid":
                chat.append(Message("user", self._prompts.unreadable))
                continue
            result = context.run(step.text)
            if result.error is None:
                chat.append(Message("user", f"Observation: {result.observation}"))
            else:
                failed = self._prompts.failed.replace("ERROR INFORMATION", result.observation)
                chat.append(Message("user", failed))
        told = chat.pop().content
        observed = f"{told}\n" if told.startswith("Observation:") else ""
        chat.append(Message("user", observed + self._prompts.summarise))
        reply = self._reply(context, chat)
        step = parse_reply(reply)
        if step.action == "answer":
            return StrategyResult(step.text, step.thought)
        last = (reply.strip().splitlines() or [""])[-1].strip()
        if step.action == "invalid" and 0 < len(last) <= 120 and ":" not in last:  # a bare answer is taken as one
            return StrategyResult(last)
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text="the reply held no answer")

    def _reply(self, context: StrategyContext, chat: list[Message]) -> str:
        text = context.complete(chat, max_tokens=MAX_REPLY_TOKENS, stop=("\nObservation:",)).text
        chat.append(Message("assistant", text.strip() or "(nothing)"))
        return text


class PaperSandbox(RecordingSandbox):
    """A sandbox that runs programs unchecked, as the paper does, without the tools that the paper does not have."""

    def __init__(self) -> None:
        super().__init__(SandboxSettings(type_check=False))
        self.results = []

    def check_and_run(self, program: str, tools: Any, *, time_limit_s: float | None = None) -> RunResult:
        """As `Sandbox.check_and_run`."""
        name = undefined_tool(program)
        if name:
            result = RunResult("", f"NameError: name '{name}' is not defined")
            self.results.append(result)
            return result
        return super().check_and_run(program, tools, time_limit_s=time_limit_s)


def undefined_tool(program: str) -> str:
    """The first tool that a program calls, does not define itself, and that the paper does not have; "" if none."""
    try:
        nodes = list(ast.walk(ast.parse(program)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""  # the sandbox says what is wrong with it
    own = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    calls = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return next((name for name in calls if name in TOOL_NAMES and name not in (*PAPER_TOOLS, *own)), "")


class PaperAnswerer(ModelAnswerer):
    """A model in the paper's arrangement."""

    def __init__(self, settings: RunSettings, model: LanguageModel, prompts: PaperPrompts) -> None:
        registry = {**REGISTRY, _REPLACES: PaperLoop(prompts)}
        super().__init__(settings, model, PaperSandbox(), registry=registry)
        self._opening = prompts.opening()
        self.strategy = NAME

    def warm_up(self) -> None:
        """See `Answerer.warm_up`."""
        self._sandbox.warm_up()
        self._model.warm_up(self._opening)


def paper_settings(settings: RunSettings) -> RunSettings:
    """The settings of a run in the paper's arrangement: as given, under the strategy's name that it stands in for."""
    return dataclasses.replace(settings, strategy=_REPLACES, answer_style="short")
