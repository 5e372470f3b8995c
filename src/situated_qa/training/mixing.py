"""From parts to a data set: normal labels, no duplicates, nothing of one split in the other, a report."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.eval.journal import write_json
from situated_qa.progress import ProgressBar
from situated_qa.training.composer.productions import stable_hash
from situated_qa.training.data_report import report_of
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.parts import Amounts, Part, is_there, plan, write_part
from situated_qa.training.samples import Sample, read_samples, write_samples

MANIFEST = "manifest.json"
REPORT = "report.json"
DATA_VERSION = 1
"""Grows whenever the same amounts give other samples: parts of another version are not used again."""


@dataclass(slots=True)
class Mixed:
    """A data set in memory, and what was left out of it."""

    train: list[Sample] = field(default_factory=list)
    dev: list[Sample] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def make(
    out: Path, amounts: Amounts, *, workers: int = 1, against: Sequence[Path] = (), after: Path | None = None,
    again: float = 1.0,
) -> dict[str, Any]:  # fmt: skip
    """Make every part that is not there, mix them and write train.jsonl, dev.jsonl, manifest.json and report.json.

    A run that is cut goes on where it was: parts whose files are there are kept.

    Args:
        out: the folder of the data set.
        amounts: how much of what.
        workers: processes that make parts.
        against: files with questions that must not be trained on: JSON Lines with `question`, or scene files.
        after: the data set of an earlier run that this one goes on from; None: all wordings are new.
        again: share of the wordings of `after` that are there again, 0 … 1.

    Returns:
        The report.

    Raises:
        TrainingError: `out` holds parts of another version, or a source fails.
    """
    if not 0.0 <= again <= 1.0:
        raise TrainingError(f"--again must be a share, 0 to 1, not {again:g}")
    if after is not None and not (after / "train.jsonl").is_file():
        raise TrainingError(f"{after} holds no train.jsonl of an earlier data set")
    parts = plan(amounts)
    missing = sorted({part.source for part in parts if not is_there(part)})
    if missing:
        print(f"left out, as they are not installed: {', '.join(missing)}", file=sys.stderr)
    parts = [part for part in parts if part.source not in missing]
    _open(out, amounts)
    _write_parts(parts, out, workers)
    kept_out = held_out_questions(against, amounts.forms)
    mixed = mix((sample for part in parts for sample in read_samples(part.path(out))), kept_out, amounts.seed)
    if after is not None:
        mixed.train = without_known(mixed.train, read_samples(after / "train.jsonl"), again, mixed.left_out)
    write_samples(out / "train.jsonl", mixed.train)
    write_samples(out / "dev.jsonl", mixed.dev)
    report = report_of(mixed.train, mixed.dev) | {"left_out": dict(mixed.left_out), "sources_missing": missing}
    write_json(out / REPORT, report)
    return report


def mix(samples: Iterable[Sample], held_out: frozenset[str], seed: int) -> Mixed:
    """Samples with normal labels, shuffled, each once, and none in `train` that `dev` or a held-out list has.

    Args:
        samples: of all sources.
        held_out: plain questions (see `plain`) that nobody may train on.
        seed: of the order.
    """
    mixed = Mixed()
    by_split: dict[str, dict[tuple[str, str, str], Sample]] = {"train": {}, "dev": {}}
    for sample in samples:
        if sample.split not in by_split:
            mixed.left_out[f"of split {sample.split}"] += 1
            continue
        try:
            expression = normal(sample.expression, sample.question, sample.task)
            previous = normal(sample.previous) if sample.previous else ""
        except TrainingError:
            mixed.left_out[f"{sample.source}: label does not pass"] += 1
            continue
        key = (plain(sample.question), previous, sample.task)
        if key in by_split[sample.split]:
            mixed.left_out[f"{sample.source}: duplicate"] += 1
            continue
        by_split[sample.split][key] = replace(
            sample, expression=expression, previous=previous, depth=depth_of(expression)
        )
    for key, sample in list(by_split["train"].items()):
        # A follow-up is short ("and the bed?"); what makes it the same as another is what it follows.
        if key in by_split["dev"] or (not key[1] and key[0] in held_out):
            mixed.left_out[f"{sample.source}: question of another split"] += 1
            del by_split["train"][key]
    mixed.train, mixed.dev = list(by_split["train"].values()), list(by_split["dev"].values())
    for kept in (mixed.train, mixed.dev):
        random.Random(f"mix {seed}").shuffle(kept)
    return mixed


def without_known(
    samples: Sequence[Sample], known: Iterable[Sample], again: float, left_out: Counter[str]
) -> list[Sample]:
    """The samples, of wordings that were trained with before only a share.

    Args:
        known: samples of an earlier run.
        again: share of its wordings that stay, 0 … 1; which ones follows from the wording.
        left_out: counts the others.
    """
    wordings = {sample.wording for sample in known}
    kept = [s for s in samples if s.wording not in wordings or stable_hash(s.wording) % 1000 < 1000 * again]
    left_out["trained with before"] += len(samples) - len(kept)
    return kept


def plain(question: str) -> str:
    """A question by which duplicates are known: lower case, words and numbers alone."""
    return " ".join(re.findall(r"[^\W_]+(?:[.,']\w+)*", question.lower()))


def held_out_questions(against: Sequence[Path], forms: str = "") -> frozenset[str]:
    """The plain questions of files that must not be trained on, and those held out of the labeled ones.

    Raises:
        TrainingError: a file cannot be read.
    """
    found: set[str] = set()
    for source in against:
        for path in sorted(source.rglob("*.json*")) if source.is_dir() else [source]:
            found |= {plain(text) for text in _questions_of(path)}
    if forms:
        from situated_qa.training.query_forms.samples import LABELS, labeled

        found |= {plain(row["question"]) for row in labeled(Path(forms) / LABELS, held_out=True)}
    return frozenset(found)


def _questions_of(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
        data = [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else json.loads(text)
    except (OSError, json.JSONDecodeError) as error:
        raise TrainingError(f"{path}: no questions can be read from it: {error}") from error
    rows = data.get("questions", []) if isinstance(data, dict) else data
    return [row["question"] for row in rows if isinstance(row, dict) and isinstance(row.get("question"), str)]


def _open(out: Path, amounts: Amounts) -> None:
    """Note what is made here."""
    path = out / MANIFEST
    if path.exists():
        version = json.loads(path.read_text(encoding="utf-8")).get("version")
        if version != DATA_VERSION:
            raise TrainingError(f"{out} holds data of version {version}, this is {DATA_VERSION}; give another folder")
    out.mkdir(parents=True, exist_ok=True)
    told = amounts.to_dict() | {"forms": bool(amounts.forms), "sqa3d": bool(amounts.sqa3d)}
    write_json(path, {"version": DATA_VERSION, "amounts": told})


def _write_parts(parts: Sequence[Part], out: Path, workers: int) -> None:
    """Make the parts that are not there; those that are finished stay, whatever becomes of the others."""
    todo = [part for part in parts if not part.path(out).exists()]
    with ProgressBar(len(parts), "making", "parts", done=len(parts) - len(todo)) as bar:
        if workers <= 1:
            for part in todo:
                bar.note = part.name
                write_part(part, out)
                bar.advance()
            return
        with ProcessPoolExecutor(workers) as pool:
            waiting = {pool.submit(write_part, part, out): part for part in todo}
            for done in as_completed(waiting):
                done.result()
                bar.note = waiting[done].name
                bar.advance()
