"""Two runs of the same questions side by side: what got better, what got worse, and whether that can be chance."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.eval.tables import markdown

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the second run's answers differ from the first's."""

    better: tuple[tuple[Record, Record], ...]  # wrong before, right now
    worse: tuple[tuple[Record, Record], ...]  # right before, wrong now
    both_right: int
    both_wrong: int
    only_before: tuple[Record, ...]  # questions that the second run did not ask, or asked otherwise
    only_now: tuple[Record, ...]
    settings: tuple[str, ...]  # what the runs were made with, where it differs

    @property
    def chance(self) -> float:
        """How likely so uneven a split of better and worse is where neither run is better: the exact sign test, both
        sides. Source: McNemar 1947, exact form."""
        return sign_test(len(self.better), len(self.worse))


def sign_test(better: int, worse: int) -> float:
    """Two-sided probability of a split at least so uneven by tossing coins; 1 where there is nothing to split."""
    total, fewer = better + worse, min(better, worse)
    tail = sum(math.comb(total, k) for k in range(fewer + 1)) / 2**total
    return min(1.0, 2 * tail)


def compare_runs(before: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """Compare two results of runs. A question is the same where its scene, id, words and answers are."""
    first, second = _by_key(before), _by_key(now)
    shared = [(first[key], second[key]) for key in first if key in second]
    return Comparison(
        better=tuple((a, b) for a, b in shared if b["exact"] and not a["exact"]),
        worse=tuple((a, b) for a, b in shared if a["exact"] and not b["exact"]),
        both_right=sum(a["exact"] and b["exact"] for a, b in shared),
        both_wrong=sum(not a["exact"] and not b["exact"] for a, b in shared),
        only_before=tuple(record for key, record in first.items() if key not in second),
        only_now=tuple(record for key, record in second.items() if key not in first),
        settings=tuple(_differences(before, now)),
    )


def _by_key(run: Mapping[str, Any]) -> dict[tuple[Any, ...], Record]:
    return {(r["scene"], r["id"], r["question"], tuple(r["answers"])): r for r in run["questions"]}


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    found = []
    for name in ("model", "strategy", "revision", "machine"):
        if before.get(name) != now.get(name):
            found.append(f"{name}: {before.get(name)} → {now.get(name)}")
    a, b = before["settings"], now["settings"]
    for name in sorted({*a, *b} - {"llm", "strategy"}):
        if a.get(name) != b.get(name):
            found.append(f"{name}: {a.get(name)} → {b.get(name)}")
    return found


def comparison_text(comparison: Comparison) -> str:
    """For people: what differs between the runs, the counts by type, then every question that changed."""
    c = comparison
    shared = len(c.better) + len(c.worse) + c.both_right + c.both_wrong
    if not shared:
        return "the two runs have no question in common"
    before, now = c.both_right + len(c.worse), c.both_right + len(c.better)
    parts = [
        "\n".join(c.settings) or "the runs were made alike",
        f"{shared} questions in both: {before} right before, {now} right now "
        f"({100 * before / shared:.1f} → {100 * now / shared:.1f} %); {len(c.better)} better, {len(c.worse)} worse; "
        f"by chance alone so uneven a split has probability {c.chance:.2g}",
    ]
    if c.only_before or c.only_now:
        parts.append(f"{len(c.only_before)} questions only before, {len(c.only_now)} only now; they are left out")
    if c.better or c.worse:
        parts.append(_by_type(c))
    parts += [_listing(title, pairs) for title, pairs in (("BETTER", c.better), ("WORSE", c.worse)) if pairs]
    return "\n\n".join(parts)


def _by_type(comparison: Comparison) -> str:
    types = sorted({a["type"] for a, _ in (*comparison.better, *comparison.worse)})
    rows = []
    for name in types:
        better = sum(a["type"] == name for a, _ in comparison.better)
        worse = sum(a["type"] == name for a, _ in comparison.worse)
        rows.append([name, str(better), str(worse), f"{better - worse:+d}"])
    return markdown(["type", "better", "worse", "net"], rows)


def _listing(title: str, pairs: Sequence[tuple[Record, Record]]) -> str:
    lines = [f"{title} ({len(pairs)})"]
    for a, b in pairs:
        lines.append(f"  {a['scene']}/{a['id']} [{a['kind']}] {a['question']}")
        lines.append(f"      true: {' | '.join(a['answers'])};  {_said(a)}  →  {_said(b)}")
    return "\n".join(lines)


def _said(record: Record) -> str:
    if record["answer"]:
        return repr(record["answer"][:80])
    return f"(no answer: {' '.join(record['status_text'].split())[:80]})"


STAGES = ("truth", "masks", "degraded", "pixels")


def losses(runs: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Where answers are lost between true objects, true masks and the real detector, by type.

    Args:
        runs: results by source, at least two of `STAGES`, of one answerer.

    Returns:
        One row a type and one for "all": the questions that all runs share, how many are right from each source, and
        from each source to the next how many are lost and won.
    """
    stages = [stage for stage in STAGES if stage in runs]
    records = {stage: _by_key(runs[stage]) for stage in stages}
    shared = [key for key in records[stages[0]] if all(key in records[stage] for stage in stages)]
    names = sorted({records[stages[0]][key]["type"] for key in shared})
    rows = []
    for name in [*names, "all"]:
        keys = [key for key in shared if name in ("all", records[stages[0]][key]["type"])]
        row: dict[str, Any] = {"type": name, "questions": len(keys)}
        for stage in stages:
            row[stage] = sum(records[stage][key]["exact"] for key in keys)
        for a, b in zip(stages, stages[1:], strict=False):
            pairs = [(records[a][key]["exact"], records[b][key]["exact"]) for key in keys]
            row[f"lost_{a}_{b}"] = sum(x and not y for x, y in pairs)
            row[f"won_{a}_{b}"] = sum(y and not x for x, y in pairs)
        rows.append(row)
    return rows


CAUSES: tuple[tuple[str, str], ...] = (
    ("no rooms or floor plan", r"rooms are not known|no floor plan|\bnot known(?!:)"),
    ("category not in the map", r"no \".+?\" here|No .+? here|no [^\n;]+ here; "),
    ("attribute not observed", r"not known: .*not observed"),
    ("no answer in time", r"time limit|in time"),
    ("object not singled out", r"IndexError|not enough values|too many values|empty sequence|printed nothing"),
    ("program failed", r"Error\b|\bno usable|no program"),
)
"""Why an answer is wrong, by what is to be read in it; looked for in this order."""


def cause(record: Record) -> str:
    """Why a wrong answer is wrong, as far as its text and its program's last observation tell.

    Meant for the oracle, whose programs are right: what fails there fails for want of something in the map.
    """
    text = " ".join([record["status_text"], record["answer"], *record["observations"][-1:]])
    return next((name for name, pattern in CAUSES if re.search(pattern, text)), "another answer")


def causes(run: Mapping[str, Any]) -> dict[str, int]:
    """How many answers of a run are wrong for which cause, the most frequent first."""
    return dict(Counter(cause(record) for record in run["questions"] if not record["exact"]).most_common())


def losses_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows of `losses` as a table."""
    stages = [stage for stage in STAGES if stage in rows[0]]
    steps = list(zip(stages, stages[1:], strict=False))
    header = ["type", "n", *stages, *(f"{a} → {b}" for a, b in steps)]
    cells = [
        [
            row["type"],
            *(str(row[key]) for key in ("questions", *stages)),
            *(f"-{row[f'lost_{a}_{b}']} +{row[f'won_{a}_{b}']}" for a, b in steps),
        ]
        for row in rows
    ]
    return markdown(header, cells)
