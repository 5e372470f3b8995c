"""Checks of a data set: every label passes the checker and is canonical, and the splits share nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from situated_qa.training.labels import problem_of
from situated_qa.training.mixing import plain
from situated_qa.training.samples import QUESTION, SOURCES, Sample, read_samples


def check_folder(folder: Path) -> list[str]:
    """What is wrong with a data set that `situated-qa data make` wrote; empty where all is well.

    Raises:
        TrainingError: a file cannot be read.
    """
    train, dev = (list(read_samples(folder / f"{split}.jsonl")) for split in ("train", "dev"))
    return check_samples(train, dev)


def check_samples(train: Sequence[Sample], dev: Sequence[Sample]) -> list[str]:
    """The same for samples in memory."""
    problems = []
    for split, samples in (("train", train), ("dev", dev)):
        seen: set[tuple[str, str, str]] = set()
        for number, sample in enumerate(samples, 1):
            where = f"{split}, sample {number} ({sample.question!r})"
            for label in filter(None, (sample.expression, sample.previous)):
                problem = problem_of(label, sample.task if label == sample.expression else QUESTION)
                if problem:
                    problems.append(f"{where}: {label}: {problem}")
            if not sample.question.strip():
                problems.append(f"{where}: no question")
            if sample.split != split:
                problems.append(f"{where}: is of the split {sample.split!r}")
            if sample.source not in SOURCES:
                problems.append(f"{where}: source must be one of {', '.join(SOURCES)}, got {sample.source!r}")
            key = (plain(sample.question), sample.previous, sample.task)
            if key in seen:
                problems.append(f"{where}: stands there twice")
            seen.add(key)
    return problems + _shared(train, dev)


def _shared(train: Sequence[Sample], dev: Sequence[Sample]) -> list[str]:
    tellers: dict[str, Callable[[Sample], str]] = {
        "home": lambda s: s.home,
        "wording": lambda s: f"{s.source}: {s.wording}" if s.wording else "",
        "text": lambda s: f"{s.task} {plain(s.question)} after {s.previous!r}",
    }
    problems = []
    for what, of in tellers.items():
        both = sorted({of(sample) for sample in train} & {of(sample) for sample in dev} - {""})
        if both:
            problems.append(f"{len(both)} {what}s are in train and in dev, e.g. {both[0]}")
    return problems
