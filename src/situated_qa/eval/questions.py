"""The questions of a benchmark, read from scene files and checked before anything is asked."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import GeometryError, SceneError
from situated_qa.eval.metrics import ANSWER_KINDS, answer_kind
from situated_qa.reasoning.answers import Question
from situated_qa.scene.files import SceneFile, StoredViewpoint, read_scene
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.viewpoint import Viewpoint

_KIND_OF_FORM = {
    "yes-no": "yes-no", "count": "count", "number": "measure", "list": "set", "point": "vector", "clock": "direction",
    "several": "several",
}  # fmt: skip
"""What a question's `form` says about its answers; the other forms leave it to the look of the answers."""


@dataclass(frozen=True, slots=True, eq=False)
class BenchmarkQuestion:
    """One question with its truth."""

    scene: str  # the scene's name, as in `BenchmarkScene`
    id: str  # unique in its scene
    type: str  # of the papers' taxonomies: "count", "navigation", …; "" where the file does not say
    kind: str  # the finer kind; the type where the file does not say
    situation: str  # where the asker is, in words; "" means: made from the viewpoint
    question: str
    answers: tuple[str, ...]  # one of them is enough; at least one
    viewpoint: Viewpoint
    answer_kind: str  # one of `metrics.ANSWER_KINDS`
    tolerance: float | None = None  # m, m², m³, degrees, hours or things; None means the kind's own
    oracle_program: str = ""  # a right program for this question; "" where there is none
    oracle_expression: str = ""  # a right expression of the question language; "" where there is none
    object_ids: tuple[int, ...] = ()  # what it is about, in the true scene
    group: str = ""  # of the same question asked at several headings

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by in a run."""
        return (self.scene, self.id)


@dataclass(frozen=True, slots=True, eq=False)
class BenchmarkScene:
    """A scene file with its questions."""

    name: str
    path: Path
    graph: SceneGraph
    questions: tuple[BenchmarkQuestion, ...]


def scene_paths(source: Path) -> list[Path]:
    """The scene files of a benchmark, in a fixed order: a file itself, a folder's `*.json`, else its `*/scene.json`.

    Raises:
        SceneError: there are none.
    """
    if source.is_file():
        return [source]
    if not source.is_dir():
        raise SceneError(f"{source}: no such file or folder")
    found = list(source.glob("*.json")) or list(source.glob("*/scene.json"))
    paths = sorted((path for path in found if path.is_file()), key=natural_order)
    if not paths:
        raise SceneError(f"{source} holds no scene files: neither *.json nor */scene.json")
    return paths


def natural_order(path: Path) -> list[tuple[int, str]]:
    """A sort key by which home-2 comes before home-10."""
    parts = re.split(r"(\d+)", f"{path.parent.name}/{path.name}")
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def read_scenes(paths: Sequence[Path]) -> list[BenchmarkScene]:
    """Read and check scene files with their questions.

    Raises:
        SceneError: a file or a question in it is wrong, or no file has questions; names file, question and field.
    """
    scenes = []
    names: dict[str, Path] = {}
    for path in paths:
        name = path.parent.name if path.name == "scene.json" else path.stem
        if name in names:
            raise SceneError(f"{path} and {names[name]} have the same name {name!r}; scenes are known by their names")
        names[name] = path
        scene = read_scene(path)
        scenes.append(BenchmarkScene(name, path, scene.graph, _questions(scene, name, path)))
    if not any(scene.questions for scene in scenes):
        raise SceneError(f"none of the {len(scenes)} scene files holds questions, e.g. {paths[0]}")
    return scenes


def pick(scenes: Sequence[BenchmarkScene], limit: int) -> list[BenchmarkQuestion]:
    """The questions of all scenes in order; with a limit > 0 that many, spread evenly over all of them."""
    every = [question for scene in scenes for question in scene.questions]
    if limit <= 0 or limit >= len(every):
        return every
    return [every[(2 * k + 1) * len(every) // (2 * limit)] for k in range(limit)]


def spread_order(count: int) -> list[int]:
    """0 … count - 1 in an order whose every beginning lies spread over the whole: halves, then quarters, and so on.

    Source: van der Corput 1935, base 2.
    """
    bits = max(1, (count - 1).bit_length())
    reversed_bits = (int(f"{k:0{bits}b}"[::-1], 2) for k in range(2**bits))
    return [k for k in reversed_bits if k < count]


def fingerprint(scenes: Sequence[BenchmarkScene]) -> str:
    """Changes with any question, answer or object of the benchmark."""
    digest = hashlib.sha256()
    for scene in scenes:
        digest.update(json.dumps(scene.name).encode())
        digest.update(scene.path.read_bytes())
    return digest.hexdigest()[:16]


def asked(question: BenchmarkQuestion, *, strategy: str, rounds: int, time_limit_s: float) -> Question:
    """The question as the pipeline takes it."""
    return Question(question.question, question.situation, strategy, rounds, time_limit_s)


def kind_of_answer(form: str, answers: Sequence[str], tolerance: float | None) -> str:
    """How answers are read, one of `metrics.ANSWER_KINDS`: by their form where it tells, else by their look."""
    return _KIND_OF_FORM.get(form) or answer_kind(answers, tolerance)


def _questions(scene: SceneFile, name: str, path: Path) -> tuple[BenchmarkQuestion, ...]:
    found: dict[str, BenchmarkQuestion] = {}
    for number, item in enumerate(scene.questions):
        where = f"{path}: questions[{number}]"
        question = _question(item, number, scene, name, where)
        if question.id in found:
            raise SceneError(f"{where}.id {question.id!r} appears twice")
        found[question.id] = question
    return tuple(found.values())


def _question(item: Mapping[str, Any], number: int, scene: SceneFile, name: str, where: str) -> BenchmarkQuestion:
    raw_id = item.get("id", f"q{number + 1}")
    if not isinstance(raw_id, (str, int)) or isinstance(raw_id, bool) or raw_id == "":
        raise SceneError(f"{where}.id must be a text or a whole number, got {raw_id!r}")
    where = f"{where} ({raw_id})"
    answers, form = _answers(item, where), _text(item, "form", where)
    tolerance = _tolerance(item.get("tolerance"), where)
    how = _text(item, "answer_kind", where)
    if how and how not in ANSWER_KINDS:
        raise SceneError(f"{where}.answer_kind must be one of {', '.join(ANSWER_KINDS)}, got {how!r}")
    kind, type_ = _text(item, "kind", where), _text(item, "type", where)
    question = BenchmarkQuestion(
        scene=name,
        id=str(raw_id),
        type=type_ or kind or "any",
        kind=kind or type_ or "any",
        situation=_text(item, "situation", where),
        question=_text(item, "question", where),
        answers=answers,
        viewpoint=_viewpoint(item.get("viewpoint"), scene, where),
        answer_kind=how or kind_of_answer(form, answers, tolerance),
        tolerance=tolerance,
        oracle_program=_text(item, "oracle_program", where),
        oracle_expression=_text(item, "oracle_expression", where),
        object_ids=_ids(item.get("object_ids", []), where),
        group=_text(item, "group", where),
    )
    problem = Question(question.question, question.situation).problem()
    if problem:
        raise SceneError(f"{where}: {problem}")
    return question


def _text(item: Mapping[str, Any], key: str, where: str) -> str:
    value = item.get(key)
    if value is None:
        value = ""
    if not isinstance(value, str):
        raise SceneError(f"{where}.{key} must be a text, got {value!r}")
    return value


def _answers(item: Mapping[str, Any], where: str) -> tuple[str, ...]:
    value = item.get("answers")
    if isinstance(value, list) and value and all(isinstance(v, str) and v.strip() for v in value):
        return tuple(value)
    raise SceneError(f"{where}.answers must be a list of at least one text that is not empty, got {value!r}")


def _tolerance(value: Any, where: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise SceneError(f"{where}.tolerance must be a number ≥ 0, got {value!r}")
    return float(value)


def _ids(value: Any, where: str) -> tuple[int, ...]:
    if isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in value):
        return tuple(value)
    raise SceneError(f"{where}.object_ids must be a list of whole numbers ≥ 0, got {value!r}")


def _viewpoint(value: Any, scene: SceneFile, where: str) -> Viewpoint:
    stored: StoredViewpoint | None = scene.viewpoint
    if value is not None:
        try:
            stored = StoredViewpoint(np.array(value["position"], dtype=np.float64), float(value["heading_rad"]))
        except (TypeError, KeyError, ValueError) as error:
            expected = '{"position": [x, y, z], "heading_rad": h}'
            raise SceneError(f"{where}.viewpoint must be {expected}, got {value!r}") from error
    if stored is None:
        raise SceneError(f"{where} has no viewpoint, and neither has the scene")
    try:
        return Viewpoint(stored.position, stored.heading_rad, frame=scene.graph.frame)
    except GeometryError as error:
        raise SceneError(f"{where}.viewpoint: {error}") from error
