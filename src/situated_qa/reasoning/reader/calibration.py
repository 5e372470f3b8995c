"""How often patterns and the trained model were right, by how sure the model was: on `dev`.

`data/calibration.json`, written by `benchmarks/reader_calibration.py`, holds numbers of questions with the share that
was right, for the model one for each bin of log-probability, the least sure first:

    {"measured": {"samples": 1200, "model": "…", …},
     "patterns": [230, 0.98],
     "edges": [-1.0, -0.3, -0.1, -0.03],
     "model": [[57, 0.46], …],
     "missing": [[9, 0.11], …],
     "doubted": [[3, 0.33], …]}
"""

from __future__ import annotations

import bisect
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from situated_qa.errors import SettingsError

FILE = Path(__file__).parent / "data" / "calibration.json"
FEWEST = 8
"""Questions of a bin from which its share counts; a bin with fewer takes that of all bins together."""

Share = tuple[int, float]
"""A number of questions, and which share of them was read right, 0 … 1."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The measurement.

    Attributes:
        patterns: of what a pattern reads.
        edges: between the bins of log-probability per token, in order.
        model: of what no pattern reads, for each bin.
        missing: of it, where something that the reading names is not in the scene; it tells of a wrong reading, too.
        doubted: of what a guard doubts, for each bin.
    """

    patterns: Share
    edges: tuple[float, ...]
    model: tuple[Share, ...]
    doubted: tuple[Share, ...]
    missing: tuple[Share, ...] = ()

    def of_model(self, logprob: float | None, *, doubted: bool, missing: bool = False) -> float | None:
        """How often a reading of the model was right; None where too few such questions were measured.

        Args:
            logprob: per token; None where it is not known.
            doubted: a guard doubts the reading.
            missing: something that it names is not in the scene; where too few such were measured, it tells nothing.
        """
        if missing and not doubted and logprob is not None:
            at = bin_of(self.edges, logprob)
            near = self.missing[max(0, at - 1) : at + 2]  # there are few of them: those of the bins beside count, too
            count = sum(count for count, _ in near)
            if count >= FEWEST:
                return sum(count * right for count, right in near) / count
        bins = self.doubted if doubted else self.model
        if logprob is not None:
            count, right = bins[bin_of(self.edges, logprob)]
            if count >= FEWEST:
                return right
        count = sum(count for count, _ in bins)
        return sum(count * right for count, right in bins) / count if count >= FEWEST else None


def bin_of(edges: Sequence[float], logprob: float | None) -> int:
    """The bin of a log-probability per token; the first where it is not known."""
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
        data: Mapping[str, Any] = json.loads(text)
        edges = tuple(float(edge) for edge in data["edges"])
        model, doubted, missing = (tuple(map(_share, data[name])) for name in ("model", "doubted", "missing"))
        if {len(model), len(doubted), len(missing)} != {len(edges) + 1} or list(edges) != sorted(edges):
            raise ValueError("edges must be in order, with one bin more than edges")
        return Calibration(_share(data["patterns"]), edges, model, doubted, missing)
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is no calibration: {type(error).__name__}: {error}") from error


def _share(row: Sequence[Any]) -> Share:
    count, right = row
    return int(count), float(right)


@cache
def measured() -> Calibration | None:
    """The calibration of the package."""
    return read_calibration()
