"""The two-layer loop over simulated homes of `train`, with files: a run that is cut goes on at the next home."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.eval.journal import write_json
from situated_qa.progress import ProgressBar
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.oracle.expressions import expression_for
from situated_qa.sim.questions.choose import Ledger, questions_for
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.poses import poses
from situated_qa.sim.questions.question import KINDS, HomeQuestion
from situated_qa.sim.questions.splits import SPLITS
from situated_qa.sim.questions.world import World
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.basic_labels import label_of
from situated_qa.training.extension import extended
from situated_qa.training.homes import is_right
from situated_qa.training.labels import normal
from situated_qa.training.pairs import read_pairs, write_pairs
from situated_qa.training.samples import read_samples, write_samples
from situated_qa.training.two_layers import Task, Writer, judge_of, run_all

ELSEWHERE = 3
"""Other places in this home and in the next one, each, at which an expression must agree with the label."""
_FOLDER = "homes"


@dataclass(frozen=True, slots=True)
class LoopAmounts:
    """How much is asked."""

    homes: int = 8
    skip: int = 0  # homes of `train` passed over first, e.g. those that the model was trained on
    basic: int = 30
    composed: int = 40
    extended: int = 30
    attempts: int = 3


def run_loop(out: Path, writer: Writer, amounts: LoopAmounts, *, writer_name: str) -> dict[str, Any]:
    """Ask a writer the questions of homes of `train`; write sft.jsonl, dpo.jsonl and report.json.

    Raises:
        TrainingError: the split has fewer homes, or the folder holds a run of another writer or other amounts.
        ModelError: as the writer.
    """
    split = SPLITS["train"]
    if amounts.homes < 1 or amounts.skip < 0 or amounts.skip + amounts.homes > split.homes:
        raise TrainingError(f"the split train has {split.homes} homes, asked for {amounts.skip} + {amounts.homes}")
    _open(out, amounts, writer_name)
    seeds = range(split.first_seed + amounts.skip, split.first_seed + amounts.skip + amounts.homes)
    catalog = Catalog.open()
    tallies: list[dict[str, Any]] = []
    done = sum(_tally_path(out, seed).exists() for seed in seeds)
    with ProgressBar(len(seeds), "answering", "homes", done=done) as bar:
        for seed in seeds:
            if not _tally_path(out, seed).exists():
                home = split.home(seed, catalog)
                graph, asked = home.graph(), _asked(home, seed, amounts)
                neighbor = seed + 1 if seed + 1 < split.first_seed + split.homes else seed - 1
                scenes = _elsewhere(graph, seed) + _elsewhere(split.home(neighbor, catalog).graph(), neighbor)
                tasks = tasks_of(graph, asked, scenes, seed=seed, more=amounts.extended)
                outcomes, tally = run_all(tasks, writer, amounts.attempts)
                write_samples(_path(out, seed, "sft"), (item.sample for item in outcomes if item.sample))
                write_pairs(_path(out, seed, "dpo"), (pair for item in outcomes for pair in item.pairs))
                write_json(_tally_path(out, seed), tally.to_dict())
                bar.advance()
            tallies.append(json.loads(_tally_path(out, seed).read_text(encoding="utf-8")))
    samples = write_samples(out / "sft.jsonl", (s for seed in seeds for s in read_samples(_path(out, seed, "sft"))))
    pairs = write_pairs(out / "dpo.jsonl", (p for seed in seeds for p in read_pairs(_path(out, seed, "dpo"))))
    report = {"writer": writer_name, **asdict(amounts), "samples": samples, "pairs": pairs, **_sum(tallies)}
    write_json(out / "report.json", report)
    return report


def tasks_of(
    graph: SceneGraph, questions: Sequence[HomeQuestion], scenes: Sequence[SituatedScene], *, seed: int, more: int
) -> Iterator[Task]:
    """The questions of a home as tasks, then questions combined from them.

    Left out is what its own label does not answer rightly.

    Args:
        scenes: other places, in this home and in others, at which an expression must agree with the label.
        seed: of how questions are combined.
        more: most of the combined questions.
    """
    for question in questions:
        label = expression_for(question) if question.kind in COMPOSED else label_of(question)
        label = normal(label, question.question)
        if is_right(label, question, graph):
            yield _task(question, label, question.kind, graph, scenes)
    for item in extended(questions, seed=seed, count=more):
        if is_right(item.expression, item.question, graph):
            yield _task(item.question, item.expression, item.wording, graph, scenes)


def _task(question: HomeQuestion, label: str, wording: str, graph: SceneGraph, scenes: Sequence[SituatedScene]) -> Task:
    judge = judge_of(question, graph, label, scenes)
    home = question.id.partition("-")[0].removeprefix("h")
    return Task(question.question, question.kind, judge, label=label, wording=wording, home=f"home-{home}")


def _asked(home: Any, seed: int, amounts: LoopAmounts) -> list[HomeQuestion]:
    asked = ((KINDS, amounts.basic), (COMPOSED, amounts.composed))
    return [
        question
        for kinds, count in asked
        if count
        for question in questions_for(home, seed=seed, count=count, ledger=Ledger(), kinds=kinds)
    ]


def _elsewhere(graph: SceneGraph, seed: int) -> list[SituatedScene]:
    """Some other places in the home."""
    found = poses(World(seed, graph))
    chosen = random.Random(f"elsewhere {seed}").sample(found, min(ELSEWHERE, len(found)))
    return [SituatedScene(graph, Viewpoint(pose.position, pose.heading_rad, frame=graph.frame)) for pose in chosen]


def _open(out: Path, amounts: LoopAmounts, writer_name: str) -> None:
    """Note what is run here; more homes may be added to a run."""
    path = out / "run.json"
    about = {"writer": writer_name, **asdict(amounts)}
    fixed = {name: value for name, value in about.items() if name not in ("homes", "skip")}
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        differing = [name for name, value in fixed.items() if before.get(name) != value]
        if differing:
            name = differing[0]
            raise TrainingError(f"{out} holds a run with {name} {before.get(name)!r}, not {fixed[name]!r}")
    out.mkdir(parents=True, exist_ok=True)
    write_json(path, about)


def _path(out: Path, seed: int, kind: str) -> Path:
    return out / _FOLDER / f"{seed}-{kind}.jsonl"


def _tally_path(out: Path, seed: int) -> Path:
    """Written last: where it is, the home is done."""
    return out / _FOLDER / f"{seed}.json"


def _sum(tallies: list[dict[str, Any]]) -> dict[str, Any]:
    by_attempt: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for tally in tallies:
        by_attempt.update(tally["right_at_attempt"])
        total.update({name: value for name, value in tally.items() if name != "right_at_attempt"})
    return {**total, "right_at_attempt": dict(sorted(by_attempt.items()))}
