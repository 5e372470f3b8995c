"""How often patterns and the trained model were right, by how they agree and how sure the model is: on `dev`.

`data/calibration.json`, written by `benchmarks/reader_calibration.py`:

    {"measured": {"samples": 1200, "model": "…", …},
     "edges": [-1.0, -0.3, -0.1, -0.03],
     "states": {"differ": [{"n": 41, "patterns": 0.91, "model": 0.32}, …one for each bin, the least sure first], …}}
"""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from situated_qa.errors import SettingsError

FILE = Path(__file__).parent / "data" / "calibration.json"
FEWEST = 8
"""Samples of a bin from which its precision counts; a bin with fewer takes that of its state."""


class State(Enum):
    """How the two readings of a question stand to each other."""

    SAME = "same"
    DIFFER = "differ"
    MODEL_ALONE = "model alone"  # no pattern reads it
    PATTERNS_ALONE = "patterns alone"  # the model wrote nothing that the guards let pass
    DOUBTED = "doubted"  # no pattern reads it, and a guard doubts what the model wrote
    NEITHER = "neither"


_READ = (State.SAME, State.DIFFER, State.PATTERNS_ALONE)  # by patterns
SURE = 0.95
"""Precision from which patterns answer without the model."""
PATTERNS, MODEL = "patterns", "model"


@dataclass(frozen=True, slots=True)
class Row:
    """One question of the measurement."""

    state: State
    logprob: float | None  # of the model, per token
    patterns_right: bool
    model_right: bool


@dataclass(frozen=True, slots=True)
class Calibration:
    """Precision of either reading, 0 … 1.

    Attributes:
        edges: between the bins of log-probability per token, in order.
        states: per state one (number of samples, precision by reader) for each bin.
    """

    edges: tuple[float, ...]
    states: Mapping[State, Sequence[tuple[int, Mapping[str, float]]]]

    def precision(self, state: State, reader: str, logprob: float | None) -> float | None:
        """How often a reading was right; None where too few such questions were measured.

        Args:
            reader: `PATTERNS` or `MODEL`.
            logprob: of the model, per token; None where it is not known.
        """
        bins = self.states.get(state, ())
        if logprob is not None and bins:
            count, right = bins[_bin(self.edges, logprob)]
            if count >= FEWEST:
                return right[reader]
        count = sum(count for count, _ in bins)
        if count < FEWEST:
            return None
        return sum(count * right[reader] for count, right in bins) / count

    def of_patterns(self) -> float | None:
        """How often what patterns read was right; None where too few such questions were measured."""
        bins = [row for state in _READ for row in self.states.get(state, ())]
        count = sum(count for count, _ in bins)
        return sum(count * right[PATTERNS] for count, right in bins) / count if count >= FEWEST else None

    def to_json(self) -> dict[str, Any]:
        """Plain data, as in the file."""
        return {
            "edges": list(self.edges),
            "states": {
                state.value: [
                    {"n": count, **{reader: round(share, 4) for reader, share in right.items()}}
                    for count, right in bins
                ]
                for state, bins in self.states.items()
            },
        }

    @classmethod
    def of(cls, rows: Iterable[Row], edges: Sequence[float]) -> Calibration:
        """What a measurement tells.

        Args:
            edges: between the bins, in order.
        """
        rows = list(rows)
        states = {}
        for state in State:
            bins = []
            for index in range(len(edges) + 1):
                found = [row for row in rows if row.state is state and _bin(edges, row.logprob) == index]
                count = len(found)
                shares = {
                    PATTERNS: sum(row.patterns_right for row in found) / count if count else 0.0,
                    MODEL: sum(row.model_right for row in found) / count if count else 0.0,
                }
                bins.append((count, shares))
            states[state] = tuple(bins)
        return cls(tuple(edges), states)


def _bin(edges: Sequence[float], logprob: float | None) -> int:
    return 0 if logprob is None else bisect.bisect(edges, logprob)


def read_calibration(path: Path = FILE) -> Calibration | None:
    """The calibration of a file; None where there is no file.

    Raises:
        SettingsError: it is no calibration.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        data = json.loads(text)
        edges = tuple(float(edge) for edge in data["edges"])
        states = {
            State(name): tuple((int(row["n"]), {who: float(row[who]) for who in (PATTERNS, MODEL)}) for row in rows)
            for name, rows in data["states"].items()
        }
        wrong = [state.value for state, bins in states.items() if len(bins) != len(edges) + 1]
        if wrong or list(edges) != sorted(edges):
            raise ValueError(f"edges must be in order, with one bin more than edges; not so: {', '.join(wrong)}")
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is no calibration: {type(error).__name__}: {error}") from error
    return Calibration(edges, states)


@cache
def measured() -> Calibration | None:
    """The calibration of the package."""
    return read_calibration()
