"""What a data set is made of: a report as JSON, and as a table."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from situated_qa.eval.tables import markdown
from situated_qa.training.labels import kinds_of, tokens_of
from situated_qa.training.samples import Sample

_BY: dict[str, Callable[[Sample], str]] = {
    "source": lambda s: s.source,
    "language": lambda s: s.language,
    "register": lambda s: s.register,
    "depth": lambda s: str(s.depth),
    "outermost": lambda s: kinds_of(s.expression)[0] if kinds_of(s.expression) else s.expression,
    "length": lambda s: _length(tokens_of(s.expression)),
    "previous": lambda s: "follow-up" if s.previous else "alone",
    "kind": lambda s: s.kind,
}
_LENGTHS = (12, 20, 30, 45, 60, 90)


def report_of(train: Sequence[Sample], dev: Sequence[Sample]) -> dict[str, Any]:
    """Counts of both splits by source, language, register, depth, length and kind, and the functions that are used."""
    return {name: _of(samples) for name, samples in (("train", train), ("dev", dev))}


def table_of(report: Mapping[str, Any]) -> str:
    """The report as tables."""
    tables = []
    for by in _BY:
        train, dev = (report[split]["by"][by] for split in ("train", "dev"))
        names = sorted({*train, *dev}, key=lambda name: _rank(name, train, by in ("depth", "length")))
        total = max(sum(train.values()), 1)
        rows = [
            [name, str(train.get(name, 0)), f"{100 * train.get(name, 0) / total:.1f}", str(dev.get(name, 0))]
            for name in names
        ]
        tables.append(markdown([by, "train", "%", "dev"], rows))
    lines = [
        f"{split}: {found['samples']} samples, {found['expressions']} different expressions, "
        f"{found['wordings']} wordings, {found['homes']} homes; tokens of an expression: median "
        f"{found['tokens_median']:g}, 95 % {found['tokens_95']:g}, most {found['tokens_most']}"
        for split, found in ((split, report[split]) for split in ("train", "dev"))
    ]
    left = report.get("left_out", {})
    if left:
        tables.append(markdown(["left out", "samples"], [[why, str(n)] for why, n in sorted(left.items())]))
    return "\n\n".join([*tables, "\n".join(lines)])


def _of(samples: Sequence[Sample]) -> dict[str, Any]:
    lengths = sorted(tokens_of(sample.expression) for sample in samples) or [0]
    return {
        "samples": len(samples),
        "expressions": len({sample.expression for sample in samples}),
        "wordings": len({sample.wording for sample in samples}),
        "homes": len({sample.home for sample in samples if sample.home}),
        "tokens_median": statistics.median(lengths),
        "tokens_95": lengths[int(0.95 * (len(lengths) - 1))],
        "tokens_most": lengths[-1],
        "by": {by: dict(Counter(map(key, samples)).most_common()) for by, key in _BY.items()},
        "functions": dict(Counter(f for sample in samples for f in set(kinds_of(sample.expression))).most_common()),
    }


def _length(tokens: int) -> str:
    low = 0
    for high in _LENGTHS:
        if tokens <= high:
            return f"{low + 1:3d} to {high}"
        low = high
    return f"{low + 1:3d} or more"


def _rank(name: str, counts: Mapping[str, int], natural: bool) -> tuple[Any, ...]:
    return (name,) if natural else (-counts.get(name, 0), name)
