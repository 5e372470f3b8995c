"""The sets of questions that every reader is asked."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import wordings
from _form_truth import MOST_TRIES, Home, make_homes
from _labeled import LABELS, labeled_expression, labelled
from _reader_scenes import homes_with, scenes
from _reader_tasks import AnswerTask, LabelTask, Task

from situated_qa.errors import TrainingError
from situated_qa.eval.questions import BenchmarkQuestion, BenchmarkScene, pick, read_scenes, scene_paths
from situated_qa.eval.same_meaning import (
    Place,
    canonical_text,
    choose_places,
    nouns_of,
    values_at,
)
from situated_qa.situated.scene import SituatedScene
from situated_qa.training import written
from situated_qa.training.query_forms.expressions import NotSayable
from situated_qa.training.query_forms.form import Form, parse_form
from situated_qa.training.query_forms.samples import expression_of_label
from situated_qa.training.samples import Sample, read_samples

PLACES = 4
"""Places that a labeled question is judged at, with different right answers where there are such."""
SEED = 0
OF_SIMULATED = 400
"""Questions of the old kinds and of the composed ones, spread evenly over all."""
OF_LANGUAGES = 240
"""Questions of the other languages together."""
SPEED = 60


class Skipped(Exception):
    """A set that cannot be asked here; the text is why."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the questions come from."""

    split: str  # "test": what is reported; "dev": for tuning
    base: Path  # folder of the homes
    languages: Path | None = None  # samples of other languages, JSON Lines
    sqa3d: Path | None = None  # folder of SQA3D's files of questions

    def folder(self, name: str) -> Path:
        """The homes of a set."""
        return scenes(self.base, self.split, name)


def of_set(name: str, sources: Sources, limit: int = 0) -> list[Task]:
    """The questions of a set, the same for every reader.

    Args:
        limit: at most so many, of each kind of thing as many as of the others; 0: the set's own number.

    Raises:
        Skipped: something that the set needs is not here.
        AssetError: the furniture catalog is missing.
    """
    return list(SETS[name](sources, limit))


def _forms(sources: Sources, limit: int) -> Iterator[Task]:
    if not LABELS.exists():
        raise Skipped(f"there are no labels at {LABELS}")
    homes = _homes()
    rows = labelled(held_out=sources.split == "test")
    for row in _spread(rows, limit):
        form, question, id = parse_form(row["form"]), row["question"], str(row["id"])
        nouns = [part for noun in form.nouns() for part in noun.target.split(" and ") if noun.target != "any"]
        if form.ask == "common_sense":
            anywhere = homes[0].scene(homes[0].poses[0])
            yield LabelTask(id, question, [Place(anywhere, "", ())], form.ask, beyond=True)
            continue

        def label(scene: SituatedScene, form: Form = form, question: str = question) -> str:
            return label_of_form(form, question, scene)

        places = _places(nouns, homes, label, seed=f"{SEED} {id}")
        if not places:  # judged by the text alone
            scene = homes[0].scene(homes[0].poses[0])
            places = [Place(scene, label(scene), ())]
        yield LabelTask(id, question, places, form.ask, _as_trained(row["form"], question, places))


@cache
def _homes() -> Sequence[Home]:
    return make_homes(20)


def _as_trained(form: Mapping[str, Any], question: str, places: Sequence[Place]) -> list[list[Place]]:
    """The label as samples have it, at the same places: sides of a thing are its own unless "as I see it" is said."""
    try:
        expression = expression_of_label(dict(form), question)
    except (NotSayable, TrainingError):
        return []
    return [[Place(place.scene, expression, values_at(expression, place.scene) or ()) for place in places]]


def label_of_form(form: Form, question: str, scene: SituatedScene) -> str:
    """The expression of a labeled form, canonical; "" where the language does not say it."""
    try:
        return canonical_text(labeled_expression(form, question, scene))
    except NotSayable:
        return ""


def _places(
    nouns: Sequence[str],
    homes: Sequence[Home],
    label: Callable[[SituatedScene], str],
    *,
    seed: str,
    previous: str = "",
) -> list[Place]:
    def candidates() -> Iterator[Place]:
        for home in homes_with(nouns, homes, seed):
            poses = random.Random(seed).sample(list(home.poses), min(2, len(home.poses)))
            for pose in poses:
                scene = home.scene(pose)
                expression = label(scene)
                values = values_at(expression, scene, previous=previous) if expression else None
                if values is not None:
                    yield Place(scene, expression, values, previous)

    return choose_places(candidates(), PLACES, MOST_TRIES)


def _wordings(sources: Sources, limit: int) -> Iterator[Task]:
    split, wanted = ("train", wordings.HELD_OUT) if sources.split == "test" else ("dev", "development")
    folder = scenes(sources.base, split, "wordings")
    asked = [item for item in wordings.filled(folder, 3) if item.wording["set"] == wanted]
    if limit:
        asked = random.Random(SEED).sample(asked, min(limit, len(asked)))
    for number, item in enumerate(asked):
        yield AnswerTask(f"{number}", item.question, item.graph, item.wording["kind"])


def _simulated(name: str, most: int, sources: Sources, limit: int) -> Iterator[Task]:
    found = read_scenes(scene_paths(sources.folder(name)))
    yield from _tasks(found, pick(found, limit or most))


def _tasks(found: Sequence[BenchmarkScene], questions: Iterable[BenchmarkQuestion]) -> Iterator[Task]:
    graphs = {scene.name: scene.graph for scene in found}
    for q in questions:
        group = f"{q.scene}/{q.group}" if q.group else ""
        yield AnswerTask(f"{q.scene}/{q.id}", q, graphs[q.scene], q.kind, group)


def _headings(sources: Sources, limit: int) -> Iterator[Task]:
    found = read_scenes(scene_paths(sources.folder("headings")))
    groups: dict[tuple[str, str], list[BenchmarkQuestion]] = {}
    for q in (q for scene in found for q in scene.questions):
        groups.setdefault((q.scene, q.group), []).append(q)
    for group in _spread(list(groups.values()), limit // 4 if limit else 0):
        yield from _tasks(found, group)


def _languages(sources: Sources, limit: int) -> Iterator[Task]:
    homes = _homes()
    by_language: dict[str, list[Sample]] = {}
    for sample in _foreign(sources):
        by_language.setdefault(sample.language, []).append(sample)
    for language, samples in sorted(by_language.items()):
        for number, sample in enumerate(_spread(samples, max(1, limit // len(by_language)) if limit else 0)):
            yield of_sample(sample, homes, f"{language}-{number}")


def _written(sources: Sources, limit: int) -> Iterator[Task]:
    yield from _kept(written.written, sources, limit)


def _sqa3d(sources: Sources, limit: int) -> Iterator[Task]:
    folder = sources.sqa3d
    if folder is None:
        raise Skipped("its questions are not part of this repository; see --sqa3d")
    yield from _kept(lambda split: written.labeled(folder, split), sources, limit)


def _kept(samples: Callable[[str], Iterator[Sample]], sources: Sources, limit: int) -> Iterator[Task]:
    """Of questions that are trained with, those that are kept for `dev`."""
    if sources.split != "dev":
        raise Skipped(f"its questions are for training and tuning, not for split {sources.split}")
    homes = _homes()
    for sample in _spread(list(samples("dev")), limit):
        yield of_sample(sample, homes, sample.wording)


def _foreign(sources: Sources) -> list[Sample]:
    """Samples of the split in other languages than English: of the file that was named, else generated.

    Raises:
        Skipped: there are none.
    """
    if sources.languages is not None:
        samples: Iterable[Sample] = read_samples(sources.languages)
    else:
        try:
            languages = importlib.import_module("situated_qa.training.languages")
        except ImportError as error:
            raise Skipped(f"no samples of other languages are made here ({error}); see --languages") from error
        samples = languages.samples(SEED, OF_LANGUAGES, sources.split)
    found = [sample for sample in samples if sample.split == sources.split and sample.language != "en"]
    if not found:
        raise Skipped(f"{sources.languages} holds no sample of split {sources.split} in another language than English")
    return found


def of_sample(sample: Sample, homes: Sequence[Home], id: str) -> LabelTask:
    """A sample as a question to be judged, by its text alone where no home tells its answer."""
    nouns = [noun for noun in nouns_of(f"{sample.previous or 'me'}, {sample.expression}") if noun != "thing"]
    places = _places(nouns, homes, lambda _: sample.expression, seed=f"{SEED} {id}", previous=sample.previous)
    if not places:
        scene = homes[0].scene(homes[0].poses[0])
        places = [Place(scene, canonical_text(sample.expression), (), sample.previous)]
    return LabelTask(id, sample.question, places, sample.kind, previous=sample.previous, language=sample.language)


def _spread(items: Sequence[Any], limit: int) -> list[Any]:
    """At most so many, spread evenly; 0: all."""
    if limit <= 0 or limit >= len(items):
        return list(items)
    return [items[(2 * k + 1) * len(items) // (2 * limit)] for k in range(limit)]


def _of(name: str, most: int) -> Callable[[Sources, int], Iterator[Task]]:
    return lambda sources, limit: _simulated(name, most, sources, limit)


SETS: Mapping[str, Callable[[Sources, int], Iterable[Task]]] = {
    "forms": _forms,
    "wordings": _wordings,
    "old": _of("basic", OF_SIMULATED),
    "composed": _of("composed", OF_SIMULATED),
    "headings": _headings,
    "vsi": _of("vsi", 0),
    "referring": _of("referring", 0),
    "languages": _languages,
    "written": _written,
    "sqa3d": _sqa3d,
}
"""Every set but "speed", which is measured in a process of its own."""
DEV_SETS = ("written", "sqa3d")
"""Sets of split dev alone."""
