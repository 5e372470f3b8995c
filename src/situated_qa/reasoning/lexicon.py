"""Words that tell how a question is built and how things look: shared by the patterns, the guards and the replies."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

LOOKS = ("color", "shape", "material", "size")


@functools.cache
def word_tables() -> dict[str, Any]:
    """The lists of `data/lexicon.json`: words for each of `LOOKS`, states by what they are of, and small words."""
    return json.loads((Path(__file__).parent / "data" / "lexicon.json").read_text(encoding="utf-8"))


def attribute_of(word: str) -> str:
    """The attribute that a word is a value of: "black" → "color"; "" for any other word."""
    tables = word_tables()
    return next((name for name in LOOKS if word in tables[name]), "")


@functools.cache
def patterns_in(file: Path) -> dict[str, re.Pattern[str]]:
    """The patterns of a text file: blocks of a title and, below it and indented by two, its alternatives."""
    blocks = [block.splitlines() for block in file.read_text(encoding="utf-8").split("\n\n")[1:]]
    return {title: re.compile("|".join(line[2:] for line in lines)) for title, *lines in blocks}
