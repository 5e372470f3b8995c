"""The texts given to the model, one file each; `{name}` marks what is filled in.

After LLM-TPC 2024, supplement Figs. S2–S8, and SG-RwR 2025, section 2 and appendix A, in our own words.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from situated_qa.llm.client import Message

ANSWER_LENGTHS = {
    "short": "at most three words (a list where several things are asked for)",
    "sentence": "one short sentence",
}


@cache
def _text(name: str) -> str:
    return (files(__name__) / f"{name}.md").read_text(encoding="utf-8").strip()


def prompt(name: str, **values: str) -> str:
    """The prompt in `NAME.md`, with its marks filled in. Braces in the values stay as they are."""
    text = _text(name)
    missing = set(re.findall(r"\{(\w+)\}", text)) - set(values)
    if missing:
        raise KeyError(f"prompt {name!r} needs {', '.join(sorted(missing))}")
    return re.sub(r"\{(\w+)\}", lambda mark: values[mark.group(1)], text)


def examples(style: str, name: str = "examples") -> list[Message]:
    """The worked examples in `NAME.md` as turns of a chat, answered in a style of `ANSWER_LENGTHS`."""
    turns = re.split(r"^=== (user|assistant)\n", _text(name), flags=re.MULTILINE)[1:]
    pick = 1 if style == "sentence" else 2
    return [
        Message(role, re.sub(r"\{\{(.*?)\|\|(.*?)\}\}", lambda m: m.group(pick), text).strip())  # type: ignore[arg-type]
        for role, text in zip(turns[::2], turns[1::2], strict=True)
    ]
