"""JSON Lines files: one value a line, written as a whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from situated_qa.errors import TrainingError

T = TypeVar("T")


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write a file of lines; the number of lines."""
    part = path.with_suffix(path.suffix + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with part.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(line + "\n")
            count += 1
    part.replace(path)
    return count


def read_lines(path: Path, made: Callable[[Any], T], what: str) -> Iterator[T]:
    """The values of a file.

    Args:
        made: makes a value of a parsed line; raises TypeError or TrainingError where it is none.
        what: one value is called in errors, e.g. "sample".

    Raises:
        TrainingError: the file cannot be read, or a line is no such value; names the line.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield made(json.loads(line))
                except (json.JSONDecodeError, TypeError, TrainingError) as error:
                    raise TrainingError(f"{path}, line {number}, is no {what}: {error}") from error
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error}") from error
