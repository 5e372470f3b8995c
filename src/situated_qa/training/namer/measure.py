"""How well a namer names the masks of homes that it was not trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from situated_qa.training.namer.fit import Samples, logits_of
from situated_qa.training.namer.samples import NOTHING

LIMITS = (0.4, 0.5, 0.6, 0.7, 0.8)


def figures_of(arrays: Mapping[str, np.ndarray], samples: Samples) -> dict[str, Any]:
    """Figures on the proposals among some samples: how often a name is given, and how often it is right.

    `accuracy` is of the most probable name of things that have a name the namer knows; `at` says for each limit of
    the probability which share of all true things was named right (`found`) and which share of the given names was
    wrong (`wrong`), proposals that are no object included; `nothing` tells of these: the share that is called so.
    """
    rows = samples.where[:, 2] == 1
    names = [str(name) for name in arrays["names"]]
    logits = logits_of(arrays, samples.features[rows]) / float(arrays["temperature"])
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    said = np.array(names)[chances.argmax(axis=1)]
    sure = chances.max(axis=1)
    truth = samples.labels[rows]
    known = np.isin(truth, names) & (truth != NOTHING)
    things = truth != NOTHING
    at = {}
    for limit in LIMITS:
        given = (sure >= limit) & (said != NOTHING)
        at[str(limit)] = {
            "found": _share((given & things & (said == truth)).sum(), things.sum()),
            "wrong": _share((given & (said != truth)).sum(), given.sum()),
        }
    by_name = Counter(truth[known].tolist())
    right = Counter(truth[known & (said == truth)].tolist())
    return {
        "proposals": int(rows.sum()),
        "accuracy": _share((said[known] == truth[known]).sum(), known.sum()),
        "nothing": _share((said[~things] == NOTHING).sum(), (~things).sum()),
        "at": at,
        "by_name": {name: [right[name], count] for name, count in by_name.most_common()},
    }


def _share(part: Any, whole: Any) -> float:
    return round(float(part) / float(whole), 3) if whole else 0.0


def table_of(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures as a Markdown table."""
    lines = ["| homes | proposals | accuracy | nothing told | " + " | ".join(f"p ≥ {v}" for v in LIMITS) + " |",
             "|" + "---|" * (4 + len(LIMITS))]  # fmt: skip
    for name, told in figures.items():
        cells = [f"{told['at'][str(v)]['found']:.0%} found, {told['at'][str(v)]['wrong']:.0%} wrong" for v in LIMITS]
        lines.append(
            f"| {name} | {told['proposals']} | {told['accuracy']:.1%} | {told['nothing']:.1%} | {' | '.join(cells)} |"
        )
    return "\n".join(lines)
