"""Figures of a row of `reader.py`, and the table of all rows."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from situated_qa.eval.tables import markdown

Record = Mapping[str, Any]


def percent(values: Sequence[bool]) -> float:
    """How many hold, percent."""
    return round(100.0 * sum(values) / max(1, len(values)), 1)


def figures_of(of: str, records: Sequence[Record]) -> dict[str, Any]:
    """The figures of one set, percent of questions.

    Args:
        of: the set; "headings" counts groups, "referring" and "languages" have a figure of each depth and language.
    """
    figures: dict[str, Any] = {"questions": len(records), "right": percent([r["exact"] for r in records])}
    if any("equal" in r for r in records):
        figures["equal"] = percent([r["equal"] for r in records if "equal" in r])
    failed = sum(r.get("failed", False) for r in records)
    if failed:
        figures["failed"] = failed
    by_kind: defaultdict[str, list[bool]] = defaultdict(list)
    for record in records:
        by_kind[record["language"] if of == "languages" else record["kind"]].append(record["exact"])
    if of == "headings":
        groups: defaultdict[str, list[bool]] = defaultdict(list)
        for record in records:
            groups[record["group"]].append(record["exact"])
        figures["groups"] = len(groups)
        figures["all_right"] = percent([all(group) for group in groups.values()])
    if of == "referring":
        for depth in (1, 2, 3):
            figures[f"depth_{depth}"] = percent(by_kind[f"color by reference {depth} deep"])
    figures["kinds"] = {kind: [len(values), percent(values)] for kind, values in sorted(by_kind.items())}
    figures["seconds_median"] = round(statistics.median(r["seconds"] for r in records), 3) if records else None
    return figures


HEADLINES: tuple[tuple[str, str, str], ...] = (
    ("human forms", "forms", "right"),
    ("… as labeled", "forms", "equal"),
    ("other wordings", "wordings", "right"),
    ("old kinds", "old", "right"),
    ("composed kinds", "composed", "right"),
    ("four headings", "headings", "all_right"),
    ("VSI templates", "vsi", "right"),
    ("reference 1 deep", "referring", "depth_1"),
    ("2 deep", "referring", "depth_2"),
    ("3 deep", "referring", "depth_3"),
    ("languages", "languages", "right"),
    ("median, s", "speed", "median_s"),
    ("95 %, s", "speed", "p95_s"),
    ("memory, MB", "speed", "peak_mb"),
)
"""Title, set and figure of each line of the table."""


def table_of(report: Mapping[str, Any], split: str) -> str:
    """The table of all rows: one line a figure, one column a reader, and the number of questions where limited."""
    rows = {name: row for name, row in report["rows"].items() if any(key.startswith(split) for key in row["sets"])}
    lines = []
    for title, of, figure in HEADLINES:
        cells = []
        for row in rows.values():
            found = row["sets"].get(f"{split} {of}", {})
            value = found.get(figure)
            limited = f" (n={found['questions']})" if found.get("limit") and "questions" in found else ""
            cells.append("–" if value is None else f"{value:g}{limited}")
        lines.append([title, *cells])
        if of == "languages":
            lines += _by_language(rows, split)
    return markdown([f"split {split}, percent right", *rows], lines)


def _by_language(rows: Mapping[str, Any], split: str) -> list[list[str]]:
    found = [row["sets"].get(f"{split} languages", {}).get("kinds", {}) for row in rows.values()]
    names = sorted({name for kinds in found for name in kinds})
    return [[f"… {name}", *(f"{kinds[name][1]:g}" if name in kinds else "–" for kinds in found)] for name in names]
