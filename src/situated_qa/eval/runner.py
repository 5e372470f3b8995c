"""Runs a benchmark: every question once, in a fixed order, on disk as soon as it is answered; at the end one JSON."""

from __future__ import annotations

import dataclasses
import datetime
import shutil
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from situated_qa.errors import ModelError, ModelUnavailable, SituatedQAError
from situated_qa.eval.answerers import Answerer, describe, make_answerer
from situated_qa.eval.error_classes import error_class
from situated_qa.eval.homes import home_folders
from situated_qa.eval.journal import RUN_FORMAT, Journal, Record, write_json
from situated_qa.eval.metrics import judge
from situated_qa.eval.outcomes import Outcome
from situated_qa.eval.perceived import PerceivedHomes
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import (
    BenchmarkQuestion,
    BenchmarkScene,
    fingerprint,
    pick,
    read_scenes,
    scene_paths,
    spread_order,
)
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import summarise
from situated_qa.progress import Counted
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.scene.graph import SceneGraph

Make = Callable[[RunSettings], Answerer]
"""Makes what answers; nothing is loaded before its `warm_up`."""

Graphs = Callable[[BenchmarkScene], SceneGraph]
"""Gives the graph that a scene's questions are asked about."""


def run_scenes(
    source: Path,
    settings: RunSettings,
    out: Path,
    *,
    fresh: bool = False,
    progress: bool = True,
    make: Make = make_answerer,
    arrangement: str = "",
    spread: bool = False,
) -> dict[str, Any]:
    """Ask the questions of scene files about their true objects.

    Args:
        source: a scene file, or a folder of them.
        out: the result, JSON; an unfinished run beside it is gone on with.
        fresh: start anew, whatever is there.
        progress: show a bar on stderr.
        make: what answers, where it is not what the settings name.
        arrangement: the name of what `make` makes, for the result; "" means the settings' own strategy.
        spread: ask in an order in which what is answered so far is spread evenly, for runs that may be cut short.

    Returns:
        what is in `out` now.

    Raises:
        SceneError: a scene file or question is wrong.
        SettingsError: an unfinished run beside `out` was made otherwise.
        ModelUnavailable: the model is not there, or went away; what was answered is kept.
        SandboxUnavailable: there is nothing to run programs in.
    """
    scenes = read_scenes(scene_paths(source))
    with _journal(scenes, settings, out, fresh, arrangement) as journal:
        _ask_all(scenes, settings, journal, lambda scene: scene.graph, progress, make, spread)
        return _finish(scenes, settings, journal, out, arrangement=arrangement)


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
        perception = PerceivedHomes(settings, own if maps is None else maps, progress)
        asked_scenes = {question.scene for question in pick(scenes, settings.limit)}
        used = [scene for scene in scenes if scene.name in asked_scenes]
        perception.map_all(used)
        _ask_all(scenes, settings, journal, perception.graph, progress)
        result = _finish(scenes, settings, journal, out, perception.report(used))
    _remove(own)
    return result


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _journal(
    scenes: Sequence[BenchmarkScene], settings: RunSettings, out: Path, fresh: bool, arrangement: str = ""
) -> Journal:
    header = {
        "format": RUN_FORMAT,
        "settings": dataclasses.asdict(settings),
        "revision": revision(),
        "benchmark": fingerprint(scenes),
        **({"arrangement": arrangement} if arrangement else {}),
    }
    return Journal.beside(out, header, fresh=fresh)


def _ask_all(
    scenes: Sequence[BenchmarkScene],
    settings: RunSettings,
    journal: Journal,
    graphs: Graphs,
    progress: bool,
    make: Make = make_answerer,
    spread: bool = False,
) -> None:
    by_name = {scene.name: scene for scene in scenes}
    questions = pick(scenes, settings.limit)
    order = spread_order(len(questions)) if spread else range(len(questions))
    waiting = [question for question in (questions[k] for k in order) if question.key not in journal.records]
    if not waiting:
        return
    answerer = make(settings)
    right = sum(record["exact"] for record in journal.records.values())
    try:
        answerer.warm_up()
        done = len(questions) - len(waiting)
        bar = Counted(waiting, len(questions), "asking", "questions", show=progress, done=done)
        for question in bar:
            record = _record(answerer, graphs(by_name[question.scene]), question)
            journal.append(record)
            right += record["exact"]
            bar.note(f"{right} of {len(journal.records)} right")
    except ModelError as error:
        done = len(journal.records)
        kept = f". They are kept in {journal.path}; run the same command again to go on" if done else ""
        raise ModelUnavailable(f"stopped after {done} of {len(questions)} questions: {error}{kept}") from error
    finally:
        answerer.close()


def _record(answerer: Answerer, graph: SceneGraph, question: BenchmarkQuestion) -> Record:
    outcome = _outcome(answerer, graph, question)
    said = "" if outcome.status == AnswerStatus.NOT_UNDERSTOOD else outcome.answer  # a question back is no answer
    verdict = judge(said, question.answers, question.answer_kind, question.tolerance, question.question)
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
        "oracle_program": question.oracle_program,
        **({"oracle_expression": question.oracle_expression} if question.oracle_expression else {}),
        **({"group": question.group} if question.group else {}),
        "oracle_exact": _oracle_exact(outcome.oracle_answer, question),
        **{name: _plain(getattr(outcome, name)) for name in (f.name for f in dataclasses.fields(outcome))},
        **dataclasses.asdict(verdict),
    }


def _oracle_exact(printed: str | None, question: BenchmarkQuestion) -> bool | None:
    """Whether the right program gives the right answer on this scene; None where there is none."""
    if printed is None:
        return None
    said = "\n".join(line for line in printed.splitlines() if not line.startswith("("))  # without the tools' remarks
    return judge(said, question.answers, question.answer_kind, question.tolerance, question.question).exact


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
    arrangement: str = "",
) -> dict[str, Any]:
    records = [journal.records[question.key] for question in pick(scenes, settings.limit)]
    records = [{**record, "error_class": error_class(record)} for record in records]
    model, strategy = describe(settings)
    result: dict[str, Any] = {
        "format": RUN_FORMAT,
        "settings": dataclasses.asdict(settings),
        "model": model,
        "strategy": arrangement or strategy,
        "seed": settings.seed,
        "revision": revision(),
        "machine": machine(),
        "benchmark": fingerprint(scenes),
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
