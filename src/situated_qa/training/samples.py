"""Samples to train on: a question and the expression that it means, a situation in words and its clauses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.reasoning.reader.prompt import reader_prompt, situation_prompt
from situated_qa.training.lines import read_lines, write_lines

SPLITS = ("train", "dev", "test")

QUESTION, SITUATION = TASKS = ("question", "situation")
"""What a sample's text is, and so what its label is: an expression, or a reading of a situation."""

SOURCES = (
    "composer", "homes", "forms", "languages", "unanswerable", "conversations", "paraphrases", "loop", "extended",
    "written", "labels", "situations", "told",
)  # fmt: skip
"""Where a sample can come from."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One question and the expression of the question language that it means."""

    question: str  # or situation, as it is said: clipped, misspelt, in any language
    expression: str  # canonical; see `situated.language.functions`, of a situation `situated.situation_language`
    kind: str  # of question
    source: str  # one of SOURCES
    wording: str  # what tells the wording it was made from; splits share none
    split: str = "train"
    previous: str = ""  # the expression of the turn before, where the question leaves something out
    language: str = "en"  # ISO 639-1
    register: str = "plain"  # plain, clipped, polite, spoken, misspelt, non-native, recognized
    home: str = ""  # the simulated home it was asked in
    depth: int = 0  # of nested references
    task: str = QUESTION  # one of TASKS

    @property
    def prompt(self) -> str:
        """What the model completes with the label."""
        return (
            situation_prompt(self.question) if self.task == SITUATION else reader_prompt(self.question, self.previous)
        )

    def to_json(self) -> str:
        """One line; fields that have their default value are left out."""
        defaults = {field.name: field.default for field in fields(self)}
        return json.dumps(
            {name: value for name, value in asdict(self).items() if value != defaults[name]}, ensure_ascii=False
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sample:
        """From a line of a file.

        Raises:
            TrainingError: a field is missing or not known.
        """
        try:
            return cls(**data)
        except TypeError as error:
            raise TrainingError(f"a sample is {data!r}: {error}") from error


def write_samples(path: Path, samples: Iterable[Sample]) -> int:
    """Write a JSON Lines file, as a whole or not at all; the number of samples."""
    return write_lines(path, (sample.to_json() for sample in samples))


def read_samples(path: Path) -> Iterator[Sample]:
    """The samples of a JSON Lines file.

    Raises:
        TrainingError: the file cannot be read, or a line is no sample; names the line.
    """
    return read_lines(path, Sample.from_dict, "sample")
