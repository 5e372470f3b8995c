"""What the answers of a run cost: seconds by stage, and tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Record = Mapping[str, Any]

STAGES = ("total", "model", "sandbox", "other")
"""Where a question's seconds go: "other" is what is neither the model's nor the programs'."""
TOKENS = ("prompt", "completion", "cached")
"""Tokens of a question's replies: of the prompts, written, and of the prompts but not evaluated again."""


def stage_values(records: Sequence[Record], stage: str) -> list[float]:
    """Seconds of one of `STAGES`, one value a question."""
    if stage == "other":
        values = (r["total_seconds"] - r.get("model_seconds", 0.0) - r.get("sandbox_seconds", 0.0) for r in records)
        return [max(0.0, value) for value in values]
    return [float(record.get(f"{stage}_seconds", 0.0)) for record in records]


def cost_figures(records: Sequence[Record]) -> dict[str, Any]:
    """Flat figures of some questions, at least one.

    Returns:
        For each stage the mean, median and 95th percentile ("model_seconds", "model_seconds_median",
        "model_seconds_95", s), and for each kind of token the mean a question ("prompt_tokens").
    """
    figures: dict[str, Any] = {}
    for stage in STAGES:
        values = stage_values(records, stage)
        figures[f"{stage}_seconds"] = round(float(np.mean(values)), 4)
        figures[f"{stage}_seconds_median"] = round(float(np.median(values)), 4)
        figures[f"{stage}_seconds_95"] = round(float(np.percentile(values, 95)), 4)
    for name in TOKENS:
        figures[f"{name}_tokens"] = round(float(np.mean([r.get(f"{name}_tokens", 0) for r in records])), 1)
    return figures


def cost_rows(figures: Mapping[str, Any]) -> list[list[str]]:
    """The figures as rows of a table: name, mean, median, 95th percentile."""
    ends = ("", "_median", "_95")
    rows = [[f"{s}, s", *(f"{figures[f'{s}_seconds{end}']:.3g}" for end in ends)] for s in STAGES]
    return rows + [[f"{name} tokens", f"{figures[f'{name}_tokens']:g}", "", ""] for name in TOKENS]
