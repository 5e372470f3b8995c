"""Pairs for preference training: for one question, an expression that is right and one that is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from situated_qa.errors import TrainingError


@dataclass(frozen=True, slots=True)
class DpoPair:
    """What a model should write rather than something else."""

    question: str
    previous: str  # the expression of the turn before; "" where the question stands alone
    chosen: str  # canonical
    rejected: str  # as it was written: it may be no expression at all

    def to_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self), ensure_ascii=False)


def write_pairs(path: Path, pairs: Iterable[DpoPair]) -> int:
    """Write a JSON Lines file, as a whole or not at all; the number of pairs."""
    part = path.with_suffix(path.suffix + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with part.open("w", encoding="utf-8") as file:
        for pair in pairs:
            file.write(pair.to_json() + "\n")
            count += 1
    part.replace(path)
    return count


def read_pairs(path: Path) -> Iterator[DpoPair]:
    """The pairs of a JSON Lines file.

    Raises:
        TrainingError: the file cannot be read, or a line is no pair; names the line.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield DpoPair(**json.loads(line))
                except (json.JSONDecodeError, TypeError) as error:
                    raise TrainingError(f"{path}, line {number}, is no pair: {error}") from error
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error}") from error
