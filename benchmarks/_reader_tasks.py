"""One question that a reader is asked, and how what it makes of it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from _readers import Read, Reader, finite

from situated_qa.errors import TrainingError
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.outcomes import situated
from situated_qa.eval.questions import BenchmarkQuestion
from situated_qa.eval.same_meaning import Place, in_few_words, same_expression, same_meaning, values_at
from situated_qa.eval.settings import RunSettings
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.training.labels import normal

_SETTINGS = RunSettings(llm="none", strategy="rules")


@dataclass(frozen=True, slots=True, eq=False)
class AnswerTask:
    """A question about a home whose true answer is known."""

    id: str
    asked: BenchmarkQuestion
    graph: SceneGraph
    kind: str
    group: str = ""
    language: str = "en"

    @property
    def question(self) -> str:
        """Its words."""
        return self.asked.question

    @property
    def scene(self) -> SituatedScene:
        """The home as the asker sees it."""
        return situated(self.graph, self.asked, _SETTINGS)

    def judge(self, reader: Reader) -> dict[str, Any]:
        """What a reader makes of it, as a record without the question's words."""
        asked = self.asked
        read = reader.read(asked.question, "", self.scene, situation=asked.situation)
        right = exact_match(read.answer, asked.answers, asked.answer_kind, asked.tolerance, asked.question)
        return {**_record(self, read), "exact": right, "answer": read.answer}


@dataclass(frozen=True, slots=True, eq=False)
class LabelTask:
    """A question whose right expression is known."""

    id: str
    question: str
    places: Sequence[Place]
    kind: str
    alternatives: Sequence[Sequence[Place]] = ()  # other right expressions, at the same places
    previous: str = ""
    beyond: bool = False  # no map tells the answer, and no expression says the question
    group: str = ""
    language: str = "en"

    def judge(self, reader: Reader) -> dict[str, Any]:
        """See `AnswerTask.judge`."""
        reads: list[Read] = []

        def at(place: Place) -> str:
            reads.append(reader.read(self.question, self.previous, place.scene, answers=False))
            return reads[-1].expression

        if self.beyond:
            at(self.places[0])
            right = reads[0].unknown or reads[0].expression.startswith("not_in_map(")
        else:
            right = any(same_meaning(at, places, self.question) for places in (self.places, *self.alternatives))
        labels = [places[0].expression for places in (self.places, *self.alternatives)]
        written = any(same_expression(self._plain(reads[0].expression), self._plain(label)) for label in labels)
        values = values_at(reads[0].expression, self.places[0].scene, previous=self.previous)
        answer = in_few_words(values, self.places[0].scene) if values else ""
        return {**_record(self, reads[0]), "exact": right, "equal": written, "answer": answer}

    def _plain(self, expression: str) -> str:
        """The way of writing that labels share."""
        try:
            return normal(expression, self.question)
        except TrainingError:
            return expression


Task = AnswerTask | LabelTask


def _record(task: Task, read: Read) -> dict[str, Any]:
    return {
        "id": task.id, "kind": task.kind, "group": task.group, "language": task.language,
        "expression": read.expression, "confidence": finite(read.confidence), "seconds": round(read.seconds, 4),
        "unknown": read.unknown, **({"failed": True} if read.failed else {}),
    }  # fmt: skip
