"""How often a reader is right by how sure it is and by whether the rules read the same: from two rows on split dev."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.eval.same_meaning import same_expression
from situated_qa.eval.tables import markdown

EDGES = (-0.5, -0.3, -0.2, -0.15, -0.1, -0.07, -0.05, -0.03, -0.02, -0.01, -0.005)
"""Borders of the bins, mean log-probability of a token."""
WANTED = 0.95
FEWEST = 20
"""Questions that a share of right ones must rest on."""
AGREE, DIFFER = "agree", "differ"


@dataclass(frozen=True, slots=True)
class Pair:
    """What the model and the rules made of one question."""

    confidence: float
    right: bool
    rules_right: bool
    agree: bool
    rules_sure: bool


def read_records(folder: Path, slug: str) -> dict[str, Mapping[str, Any]]:
    """The records of a row on split dev by set and id."""
    found: dict[str, Mapping[str, Any]] = {}
    for path in sorted(folder.glob(f"{slug}-dev-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            record = json.loads(line)
            found[f"{record['scene']} {record['id']}"] = record
    return found


def pairs(model: Mapping[str, Mapping[str, Any]], rules: Mapping[str, Mapping[str, Any]]) -> list[Pair]:
    """The questions that both were asked and the model told its confidence of.

    They agree where they write the same expression or give the same answer.
    """
    both = []
    for key in sorted(model.keys() & rules.keys()):
        one, other = model[key], rules[key]
        if one["confidence"] is None:
            continue
        agree = same_expression(one["expression"], other["expression"]) or (
            bool(one["answer"]) and not other["unknown"] and one["answer"].lower() == other["answer"].lower()
        )
        sure = other["confidence"] is not None and other["confidence"] >= 0.0 and not other["unknown"]
        both.append(Pair(one["confidence"], one["exact"], other["exact"], agree, sure))
    return both


def calibration(both: Sequence[Pair]) -> dict[str, Any]:
    """Bins of confidence, apart for questions that rules read alike and others; where the wanted share is right."""
    surely = sure_at([(pair.confidence, pair.right) for pair in both])
    return {
        "questions": len(both),
        "right": _share(pair.right for pair in both),
        "rules_right": _share(pair.rules_right for pair in both),
        "either_right": _share(pair.right or pair.rules_right for pair in both),
        "sure_at": surely,
        "sure_share": 0.0 if surely is None else _share(pair.confidence >= surely for pair in both),
        AGREE: _bins([pair for pair in both if pair.agree]),
        DIFFER: _bins([pair for pair in both if not pair.agree]),
        "rules_right_where_they_differ": {
            "sure": _share(pair.rules_right for pair in both if not pair.agree and pair.rules_sure),
            "unsure": _share(pair.rules_right for pair in both if not pair.agree and not pair.rules_sure),
        },
    }


def sure_at(judged: Sequence[tuple[float, bool]], wanted: float = WANTED, fewest: int = FEWEST) -> float | None:
    """The lowest confidence from which on so many are right; None where there is none.

    Args:
        judged: confidence, and whether it was right.
        fewest: questions that must be as sure or surer.
    """
    lowest, right = None, 0
    ordered = sorted(judged, reverse=True)
    for count, (confidence, holds) in enumerate(ordered, 1):
        right += holds
        last_of_equals = count == len(ordered) or ordered[count][0] < confidence
        if last_of_equals and count >= fewest and right >= wanted * count:
            lowest = confidence
    return lowest


def _bins(chosen: Sequence[Pair]) -> list[dict[str, Any]]:
    borders = (float("-inf"), *EDGES, float("inf"))
    rows = []
    for low, high in zip(borders, borders[1:], strict=False):
        inside = [pair for pair in chosen if low <= pair.confidence < high]
        if inside:
            rows.append({
                "from": None if low == borders[0] else low, "to": None if high == borders[-1] else high,
                "questions": len(inside), "right": _share(pair.right for pair in inside),
                "rules_right": _share(pair.rules_right for pair in inside),
            })  # fmt: skip
    return rows


def _share(values: Iterable[bool]) -> float | None:
    every = list(values)
    return round(sum(every) / len(every), 4) if every else None


def table(found: Mapping[str, Any]) -> str:
    """The bins as a table."""
    rows = []
    for group in (AGREE, DIFFER):
        for item in found[group]:
            low = "below" if item["from"] is None else f"{item['from']:g} …"
            rows.append([
                group, f"{low} {'' if item['to'] is None else format(item['to'], 'g')}".strip(), str(item["questions"]),
                f"{100 * item['right']:.1f}", f"{100 * item['rules_right']:.1f}",
            ])  # fmt: skip
    surely = f"{100 * WANTED:g} % right from {found['sure_at']} on ({found['sure_share']} of all)"
    return (
        f"{found['questions']} questions; {surely}"
        + "\n\n"
        + markdown(["rules", "log-probability", "n", "model right, %", "rules right, %"], rows)
    )
