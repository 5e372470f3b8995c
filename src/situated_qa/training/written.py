"""Samples from questions that were labeled with expressions one by one.

`data/written_LANGUAGE.jsonl` holds questions written for this purpose. `data/sqa3d_labels.tsv` holds the labels alone
of SQA3D's validation questions, by their ids: the questions are CC BY 4.0 and stay where the user has them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from situated_qa.errors import TrainingError
from situated_qa.training.composer.productions import stable_hash
from situated_qa.training.labels import depth_of, kinds_of, normal
from situated_qa.training.lines import read_lines
from situated_qa.training.registers import REGISTERS, vary
from situated_qa.training.samples import Sample
from situated_qa.training.swapping import swapped

DATA = Path(__file__).parent / "data"
LABELS = DATA / "sqa3d_labels.tsv"
QUESTIONS = "*questions*.json"
"""As SQA3D names its files of questions."""
LANGUAGES = ("en", "de", "es", "fr", "zh")
_DEV_SHARE = 12
"""One question of so many is kept for `dev`, by its wording."""
_TRIES = 4


def written(split: str, *, seed: int = 0, variants: int = 1) -> Iterator[Sample]:
    """The questions written for training, each with variants in other registers and about other things.

    Args:
        split: "train" or "dev"; the latter has no variants.
        seed: of the variants.
        variants: of each question, at most.
    """
    for language in LANGUAGES:
        for row in read_lines(DATA / f"written_{language}.jsonl", dict, "question"):
            wording = f"written-{stable_hash(row['question']):x}"
            yield from _samples(
                row["question"], row["expression"], row.get("previous", ""), language, "written", wording, split, seed,
                variants,
            )  # fmt: skip


def labeled(folder: Path, split: str, *, seed: int = 0, variants: int = 1) -> Iterator[Sample]:
    """The questions of SQA3D that `data/sqa3d_labels.tsv` labels.

    Args:
        folder: holds SQA3D's files of questions.
        split, seed, variants: as for `written`.

    Raises:
        TrainingError: the folder holds none of them.
    """
    questions = _questions(folder)
    known = [line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines()]
    if not any(id in questions for id, _ in known):
        raise TrainingError(f"{folder} has no file {QUESTIONS} with labeled questions of SQA3D's validation split")
    for id, expression in known:
        if id in questions:
            yield from _samples(
                questions[id], expression, "", "en", "labels", f"sqa3d-{id}", split, seed, variants
            )  # fmt: skip


def _samples(
    question: str, expression: str, previous: str, language: str, source: str, wording: str, split: str, seed: int,
    variants: int,
) -> Iterator[Sample]:  # fmt: skip
    if (stable_hash(wording) % _DEV_SHARE == 0) != (split == "dev"):
        return
    told = normal(expression, question)
    sample = Sample(
        question, told, f"{source}: {kinds_of(told)[0]}", source, wording, split, normal(previous) if previous else "",
        language, depth=depth_of(told),
    )  # fmt: skip
    yield sample
    rng = random.Random(f"{wording} {seed}")
    for number in range(variants if split == "train" else 0):
        found = None
        if language == "en" and not previous:
            found = next(filter(None, (swapped(question, told, rng) for _ in range(_TRIES))), None)
        if found is None and number:
            return
        asked, meant = found or (question, told)
        other = Sample(
            asked, normal(meant, asked), sample.kind, source, wording, split, sample.previous, language,
            depth=sample.depth,
        )  # fmt: skip
        if found is None or rng.random() < 0.4:
            other = vary(other, rng.choice(REGISTERS[1:]), rng)
        if other.question != question:
            yield other


def _questions(folder: Path) -> dict[str, str]:
    found = dict[str, str]()
    for path in sorted(folder.glob(QUESTIONS)):
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))["questions"]
            found |= {str(row["question_id"]): row["question"] for row in rows}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TrainingError(f"{path} is no file of SQA3D's questions: {type(error).__name__}: {error}") from error
    return found
