"""Lenient parser of replies in the form Thought / Action / Action Input; models vary the marks more than the order.

Of the programs in them it tells which are the same, and which assume something.

A reply may be of any length and hold anything; every pattern here takes time in proportion to what it is matched with.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from situated_qa.reasoning.prompts import prompt
from situated_qa.reasoning.rewriting import MAX_PARSED_CHARACTERS, parsed

MAX_ANSWER_CHARACTERS = 500
MAX_READ_CHARACTERS = 100_000
"""Characters of a reply, after what was only thought, that are read; no program or answer is that long."""

_HIDDEN = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL | re.IGNORECASE)
_LABEL = r"^[ \t>#*_]*({})[ \t*_]*:[ \t*_]*"
_NAMES = "thought|action[ _]input|action|final answer|observation"
_LABELS = re.compile(_LABEL.format(_NAMES), re.IGNORECASE | re.MULTILINE)
_LABELS_AND_QUERY = re.compile(_LABEL.format(f"{_NAMES}|query"), re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(
    r"(```|‘‘‘?|~~~)[ \t]*(?:(?:python\d?|py)[ \t]*)?\r?\n(.*?)(?:\n[ \t]*(?:```|‘‘|’’|~~~)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_KINDS = (r"answer|final", r"program|code|python")
_CODE = re.compile(r"^[ \t]*(?:print\(|import |from \w+ import|for |if |def |\w[\w, ]*=|#)", re.MULTILINE)
_CALL = re.compile(r"\w\(")


@dataclass(frozen=True, slots=True)
class Step:
    """One parsed reply."""

    action: Literal["program", "answer", "query", "invalid"]
    text: str = ""  # the program, the answer or the query; "" if invalid
    thought: str = ""


def parse_reply(reply: str, *, queries: bool = False) -> Step:
    """Read the first step of a reply; anything after it, such as an observation the model made up, is ignored.

    Args:
        queries: whether a step may be a query, in words, to another agent.
    """
    reply = _HIDDEN.sub("", reply).strip()[:MAX_READ_CHARACTERS]
    sections = _sections(reply, _LABELS_AND_QUERY if queries else _LABELS)
    thought = next((text for label, text in sections if label in ("thought", "")), "")
    for place, (label, text) in enumerate(sections):
        if label == "final answer" and text:
            return Step("answer", _answer(text), thought)
        if label == "query" and text:
            return _query(text, thought)
        if label != "action":
            continue
        name, _, rest = text.partition("\n")
        following = sections[place + 1 : place + 2]
        content = following[0][1] if following and following[0][0] == "action input" else rest.strip()
        kind = name.lower()
        asks = queries and re.search(r"query|retriev", kind) is not None
        if sum([asks, *(re.search(words, kind) is not None for words in _KINDS)]) > 1:
            return Step("invalid", "", thought)  # "Program or Final Answer": copied from the task
        if asks:
            if following and following[0][0] == "query":
                content = following[0][1]
            same_line = re.match(r"\W*query\W+(.+)", name, re.IGNORECASE)
            return _query(content or (same_line[1] if same_line else ""), thought)
        if "answer" in kind or "final" in kind:
            return Step("answer", _answer(content), thought) if content.strip() else Step("invalid", "", thought)
        if re.search(r"program|code|python", kind) or not kind.strip():
            program = _program(content) or _program(text)
            return Step("program", program, thought) if program else Step("invalid", "", thought)
    fenced = _FENCE.search(reply)
    if fenced and fenced.group(2).strip():
        return Step("program", fenced.group(2).strip("\n"), thought)
    for label, text in sections:
        if label == "action input" and _looks_like_code(text):
            return Step("program", text.strip("\n"), thought)
    return Step("invalid", "", thought)


def _query(text: str, thought: str) -> Step:
    """A query is in words; one that is a program is not taken for either."""
    words = "" if _FENCE.search(text) else _answer(text)
    return Step("query", words, thought) if words else Step("invalid", "", thought)


def _sections(reply: str, labels: re.Pattern[str]) -> list[tuple[str, str]]:
    """(label, text) in order; text before the first label has the label "". Ends where the model plays the host."""
    fences = [mark.start() for mark in _FENCE_LINE.finditer(reply)]
    marks = [m for m in labels.finditer(reply) if bisect_left(fences, m.start()) % 2 == 0]  # inside a fence is program
    if not marks:
        return [("", reply)]
    sections = [("", reply[: marks[0].start()].strip())] if reply[: marks[0].start()].strip() else []
    for mark, end in zip(marks, [*[m.start() for m in marks[1:]], len(reply)], strict=True):
        label = mark.group(1).lower().replace("_", " ")
        if label == "observation":
            break
        sections.append((label, reply[mark.end() : end].strip("\r\n ")))
    return sections


def _program(text: str) -> str:
    fenced = _FENCE.search(text)
    if fenced:
        return fenced.group(2).strip("\n")
    bare = text.strip().strip("`").strip()
    bare = re.sub(r"\A(?:python\d?|py)\s*\n", "", bare, flags=re.IGNORECASE)
    return bare if _looks_like_code(bare) else ""


def _looks_like_code(text: str) -> bool:
    return _CODE.search(text) is not None or any(map(_holds_a_call, text.split("\n")))


def _holds_a_call(line: str) -> bool:
    opened = _CALL.search(line)
    return opened is not None and line.find(")", opened.end()) >= 0


def _answer(text: str) -> str:
    paragraph = text.strip().strip("`").strip().split("\n\n")[0]
    plain = " ".join(paragraph.split()).strip("*_ ")
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1].strip()
    return plain[:MAX_ANSWER_CHARACTERS]


def essence(program: str) -> str:
    """A program without comments, blank lines and spaces between words; equal for programs that do the same.

    What Python cannot parse, or what is very long, stays as it stands.
    """
    tree = parsed(program)
    return program.strip() if tree is None else ast.dump(tree)


_ASSUMES = re.compile(r"(?<![a-z])assum(?:e|es|ed|ing|ptions?)(?![a-z])", re.IGNORECASE)
_TALK = re.compile(
    r"""^[ \t]*(?:\"{3}(?:.|\n)*?\"{3}|'{3}(?:.|\n)*?'{3}|"[^"\n]*"|'[^'\n]*')|#.*""", re.MULTILINE
)
"""Comments, and texts that stand alone, which are comments, too."""


def code_of(program: str) -> str:
    """A program without its comments."""
    return _TALK.sub(lambda talk: "\n" * talk[0].count("\n"), program[:MAX_PARSED_CHARACTERS])


def assumption(program: str, guard: str = "assume", **marks: str) -> str:
    """What to tell the model of a program that assumes something about the scene; "" where it does not.

    Args:
        guard: the prompt that says so, with the line at fault as {line}.
        marks: what else is filled in there.
    """
    line = next((line for line in code_of(program).splitlines() if _ASSUMES.search(line)), "")
    return prompt(guard, line=line.strip()[:160], **marks) if line else ""
