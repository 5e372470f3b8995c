"""Runs a benchmark: every question once, in a fixed order, on disk as soon as it is answered; at the end one JSON."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import json
import shutil
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import ModelError, ModelUnavailable, SituatedQAError
from situated_qa.eval.answerers import Answerer, Outcome, describe, make_answerer
from situated_qa.eval.homes import home_folders, mapped
from situated_qa.eval.journal import RUN_FORMAT, Journal, Record, write_json
from situated_qa.eval.metrics import judge
from situated_qa.eval.perception_metrics import SEEN_PIXELS, PerceptionCounts, compare_graphs
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import BenchmarkQuestion, BenchmarkScene, pick, read_scenes, scene_paths
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import summarise
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

Graphs = Callable[[BenchmarkScene], SceneGraph]
"""Gives the graph that a scene's questions are asked about."""


def run_scenes(
    source: Path, settings: RunSettings, out: Path, *, fresh: bool = False, progress: bool = True
) -> dict[str, Any]:
    """Ask the questions of scene files about their true objects.

    Args:
        source: a scene file, or a folder of them.
        out: the result, JSON; an unfinished run beside it is gone on with.
        fresh: start anew, whatever is there.
        progress: show a bar on stderr.

    Returns:
        what is in `out` now.

    Raises:
        SceneError: a scene file or question is wrong.
        SettingsError: an unfinished run beside `out` was made otherwise.
        ModelUnavailable: the model is not there, or went away; what was answered is kept.
        SandboxUnavailable: there is nothing to run programs in.
    """
    scenes = read_scenes(scene_paths(source))
    with _journal(scenes, settings, out, fresh) as journal:
        _ask_all(scenes, settings, journal, lambda scene: scene.graph, progress)
        return _finish(scenes, settings, journal, out)


def run_homes(
    sources: Sequence[Path],
    settings: RunSettings,
    out: Path,
    *,
    fresh: bool = False,
    progress: bool = True,
    maps: Path | None = None,
) -> dict[str, Any]:
    """Ask the questions of homes about their true objects, or about what the pipeline makes of their frames.

    Args:
        sources: sequence folders with scene.json (and questions in it), or folders of them.
        maps: keeps the maps, and those that are there are taken as they are: for several runs of the same code. None:
            the maps are this run's own.

    Everything else as `run_scenes`.

    Raises:
        MappingError: a home could not be mapped.
    """
    folders = home_folders(sources, frames=settings.source != "truth")
    scenes = read_scenes([folder / "scene.json" for folder in folders])
    own = out.with_suffix(".maps")
    with _journal(scenes, settings, out, fresh) as journal:
        if not journal.resumed:
            _remove(own)  # of another run
        if settings.source == "truth":
            _ask_all(scenes, settings, journal, lambda scene: scene.graph, progress)
            return _finish(scenes, settings, journal, out)
        perception = _Perception(settings, own if maps is None else maps, progress)
        asked_scenes = {question.scene for question in pick(scenes, settings.limit)}
        used = [scene for scene in scenes if scene.name in asked_scenes]
        perception.map_all(used)
        _ask_all(scenes, settings, journal, perception.graph, progress)
        result = _finish(scenes, settings, journal, out, perception.report(used))
    _remove(own)
    return result


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


class _Perception:
    """The maps of some homes, and how they compare with the truth."""

    def __init__(self, settings: RunSettings, folder: Path, progress: bool) -> None:
        self._settings, self._folder, self._progress = settings, folder, progress
        self._graphs: dict[str, SceneGraph] = {}
        self._measured: dict[str, Mapping[str, Any]] = {}

    def map_all(self, scenes: Sequence[BenchmarkScene]) -> None:
        """Map every home that is not mapped yet, before the model takes its memory."""
        for scene in _bar(scenes, len(scenes), "mapping", "home", self._progress):
            s = self._settings
            home = mapped(scene.path.parent, s, self._folder / f"{s.source}-{s.frames or 'all'}" / scene.name)
            self._graphs[scene.name], self._measured[scene.name] = home.graph, home.measured

    def graph(self, scene: BenchmarkScene) -> SceneGraph:
        """What questions about a home are asked of."""
        graph = self._graphs[scene.name]
        return with_rooms_of(scene.graph, graph) if self._settings.rooms == "truth" else graph

    def report(self, scenes: Sequence[BenchmarkScene]) -> dict[str, Any]:
        """Perception over all homes, and each home's counts."""
        total = PerceptionCounts()
        homes = {}
        for scene in scenes:
            measured = self._measured[scene.name]
            seen = measured["seen"]
            ids = None if seen is None else {int(i) for i, pixels in seen.items() if pixels >= SEEN_PIXELS}
            counts = compare_graphs(_linked(scene.graph), self._graphs[scene.name], ids)
            homes[scene.name] = {"measured": dict(measured), **counts.to_dict()}
            total.add(counts)
        frames = sum(home["measured"]["frames"] for home in homes.values())
        seconds = sum(home["measured"]["seconds"]["total"] for home in homes.values())
        return {
            "figures": total.figures(),
            "predicates": total.predicate_figures(),
            "cost": {
                "homes": len(homes),
                "frames": frames,
                "seconds": round(seconds, 1),
                "seconds_per_frame": round(seconds / frames, 4),
                "peak_memory_mb": max(home["measured"]["peak_memory_mb"] for home in homes.values()),
            },
            "homes": homes,
        }


def with_rooms_of(truth: SceneGraph, graph: SceneGraph) -> SceneGraph:
    """The graph with the true scene's rooms and floor plan, its objects in the rooms that their centres lie in."""
    bare = dataclasses.replace(graph, rooms=truth.rooms, floor_plan=truth.floor_plan)
    layout = SituatedScene(bare, Viewpoint(np.zeros(3), 0.0, frame=graph.frame))
    placed = tuple(dataclasses.replace(node, room=layout.room_at(node.box.center)) for node in graph.objects)
    return dataclasses.replace(bare, objects=placed)


def _linked(graph: SceneGraph) -> SceneGraph:
    """The true objects with the relations that our own predicates see in them, not those that the file tells: what is
    measured is the loss from true boxes to perceived ones, with the same rules for both."""
    return dataclasses.replace(graph, relations=link_objects(graph.objects).relations)


def _journal(scenes: Sequence[BenchmarkScene], settings: RunSettings, out: Path, fresh: bool) -> Journal:
    header = {
        "format": RUN_FORMAT,
        "settings": dataclasses.asdict(settings),
        "revision": revision(),
        "benchmark": _fingerprint(scenes),
    }
    return Journal.beside(out, header, fresh=fresh)


def _fingerprint(scenes: Sequence[BenchmarkScene]) -> str:
    """Changes with any question, answer or object of the benchmark."""
    digest = hashlib.sha256()
    for scene in scenes:
        digest.update(json.dumps(scene.name).encode())
        digest.update(scene.path.read_bytes())
    return digest.hexdigest()[:16]


def _ask_all(
    scenes: Sequence[BenchmarkScene], settings: RunSettings, journal: Journal, graphs: Graphs, progress: bool
) -> None:
    by_name = {scene.name: scene for scene in scenes}
    questions = pick(scenes, settings.limit)
    waiting = [question for question in questions if question.key not in journal.records]
    if not waiting:
        return
    answerer = make_answerer(settings)
    right = sum(record["exact"] for record in journal.records.values())
    try:
        answerer.warm_up()
        bar = _bar(waiting, len(questions), "asking", "question", progress, done=len(questions) - len(waiting))
        for question in bar:
            record = _record(answerer, graphs(by_name[question.scene]), question)
            journal.append(record)
            right += record["exact"]
            if progress:
                bar.set_postfix_str(f"{right} of {len(journal.records)} right", refresh=False)
    except ModelError as error:
        done = len(journal.records)
        kept = f". They are kept in {journal.path}; run the same command again to go on" if done else ""
        raise ModelUnavailable(f"stopped after {done} of {len(questions)} questions: {error}{kept}") from error
    finally:
        answerer.close()


def _record(answerer: Answerer, graph: SceneGraph, question: BenchmarkQuestion) -> Record:
    outcome = _outcome(answerer, graph, question)
    verdict = judge(outcome.answer, question.answers, question.answer_kind, question.tolerance, question.question)
    return {
        "scene": question.scene,
        "id": question.id,
        "type": question.type,
        "kind": question.kind,
        "situation": question.situation,
        "question": question.question,
        "viewpoint": {
            "position": [float(v) for v in question.viewpoint.position],
            "heading_rad": float(question.viewpoint.heading_rad),
        },
        "answers": list(question.answers),
        "answer_kind": question.answer_kind,
        "tolerance": question.tolerance,
        **{name: _plain(getattr(outcome, name)) for name in (f.name for f in dataclasses.fields(outcome))},
        **dataclasses.asdict(verdict),
    }


def _outcome(answerer: Answerer, graph: SceneGraph, question: BenchmarkQuestion) -> Outcome:
    """The answer; a fault of our own code costs this question, is shown at once, and fails the run at its end."""
    try:
        return answerer.answer(graph, question)
    except SituatedQAError:
        raise
    except Exception as error:
        print(f"\n{question.scene}/{question.id}: a fault of ours:", file=sys.stderr)
        traceback.print_exc()
        return Outcome("", int(AnswerStatus.FAILED), f"{type(error).__name__}: {error}")


def _plain(value: Any) -> Any:
    """As JSON has it; a lone half of a character pair, which models can write, becomes "?"."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return round(value, 4) if isinstance(value, float) else value


def _finish(
    scenes: Sequence[BenchmarkScene],
    settings: RunSettings,
    journal: Journal,
    out: Path,
    perception: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    records = [journal.records[question.key] for question in pick(scenes, settings.limit)]
    model, strategy = describe(settings)
    result: dict[str, Any] = {
        "format": RUN_FORMAT,
        "settings": dataclasses.asdict(settings),
        "model": model,
        "strategy": strategy,
        "seed": settings.seed,
        "revision": revision(),
        "machine": machine(),
        "finished": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "scenes": {
            scene.name: {"objects": len(scene.graph.objects), "questions": len(scene.questions)} for scene in scenes
        },
        "summary": summarise(records),
        "perception": None if perception is None else dict(perception),
        "questions": records,
    }
    write_json(out, result)
    journal.remove()
    return result


def _bar(items: Any, total: int, what: str, unit: str, show: bool, done: int = 0) -> Any:
    if not show:
        return items
    from tqdm import tqdm

    return tqdm(items, total=total, initial=done, desc=what, unit=unit, file=sys.stderr)
