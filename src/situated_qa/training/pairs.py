"""Pairs for preference training: for one question, an expression that is right and one that is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from situated_qa.training.lines import read_lines, write_lines


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
    return write_lines(path, (pair.to_json() for pair in pairs))


def read_pairs(path: Path) -> Iterator[DpoPair]:
    """The pairs of a JSON Lines file.

    Raises:
        TrainingError: the file cannot be read, or a line is no pair; names the line.
    """
    return read_lines(path, lambda data: DpoPair(**data), "pair")
