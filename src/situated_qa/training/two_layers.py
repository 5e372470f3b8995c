"""The two-layer loop: a model answers questions whose truth is known, and its mistakes go back to it.

What does not run goes back with the error; what runs and is wrong goes back as wrong. What is right becomes a sample
for supervised training, and each failed attempt a pair with what is right.

Source: DeepThink3D 2025, section 3 (inner layer: errors and wrong answers are fed back; outer layer: what came of it
trains the model, which answers again). Theirs are Python programs; here they are expressions of the question language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from situated_qa.errors import ToolError, TrainingError
from situated_qa.eval.same_meaning import in_few_words, same_values, values_at
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.homes import is_right
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.pairs import DpoPair
from situated_qa.training.samples import Sample

ATTEMPTS = 3
_MOST_OF_AN_ERROR = 300  # characters


class Writer(Protocol):
    """What writes expressions: a small model, a large one, a script."""

    def write(self, question: str, previous: str, feedback: str) -> str:
        """An expression for a question.

        Args:
            previous: the expression of the turn before; "" where the question stands alone.
            feedback: what came of the attempts before, the last one last; "" at the first.
        """
        ...


class Verdict(Enum):
    """What came of an attempt."""

    ERROR = "error"  # no expression, or one that the checker refuses
    WRONG = "wrong"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Judged:
    """An attempt and what came of it."""

    written: str
    verdict: Verdict
    told: str = ""  # what goes back to the writer


Judge = Callable[[str], Judged]


@dataclass(frozen=True, slots=True)
class Task:
    """A question with what tells whether an expression answers it."""

    question: str
    kind: str
    judge: Judge = field(repr=False)
    previous: str = ""
    label: str = ""  # an expression known to be right; "" where there is none
    wording: str = ""
    home: str = ""
    split: str = "train"
    register: str = "plain"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the loop made of a task."""

    attempts: tuple[Judged, ...]
    sample: Sample | None  # None where no attempt was right
    pairs: tuple[DpoPair, ...]

    @property
    def right_at(self) -> int:
        """The number of the right attempt, from 1; 0 where there was none."""
        return next((n for n, item in enumerate(self.attempts, 1) if item.verdict is Verdict.RIGHT), 0)


def run_task(task: Task, writer: Writer, attempts: int = ATTEMPTS) -> Outcome:
    """Let a writer try until it is right, repeats itself or has had its attempts.

    The sample has the task's own label where there is one, so that a question is always written in one way; else what
    the writer wrote. Where no attempt was right, the label is what the failed ones are paired with.

    Raises:
        TrainingError: there is to be no attempt.
    """
    if attempts < 1:
        raise TrainingError(f"attempts must be 1 or more, got {attempts}")
    tried: list[Judged] = []
    feedback: list[str] = []
    for _ in range(attempts):
        written = " ".join(writer.write(task.question, task.previous, "\n".join(feedback)).split())
        if any(written == item.written for item in tried):
            break
        tried.append(task.judge(written))
        if tried[-1].verdict is Verdict.RIGHT:
            break
        feedback.append(tried[-1].told)
    right = tried[-1].written if tried[-1].verdict is Verdict.RIGHT else ""
    chosen = normal(task.label or right, task.question) if task.label or right else ""
    sample = None
    if right:
        sample = Sample(
            task.question, chosen, task.kind, "loop", task.wording, task.split, task.previous, register=task.register,
            home=task.home, depth=depth_of(chosen),
        )  # fmt: skip
    failed = [item.written for item in tried if item.verdict is not Verdict.RIGHT]
    pairs = tuple(
        DpoPair(task.question, task.previous, chosen, rejected) for rejected in failed if chosen and rejected != chosen
    )
    return Outcome(tuple(tried), sample, pairs)


def judge_of(
    question: HomeQuestion, graph: SceneGraph, label: str = "", elsewhere: Sequence[SituatedScene] = ()
) -> Judge:
    """What judges expressions for a simulated question.

    Right is what gives the question's truth where it is asked. "Yes" is right half of the time, whatever was meant; so
    the value must also be the label's at every other place that is given.

    Args:
        label: a right expression; without it the truth alone decides.
        elsewhere: other places in the same home or in others.
    """
    here = SituatedScene(graph, Viewpoint(question.position, question.heading_rad, frame=graph.frame))

    def judge(written: str) -> Judged:
        try:
            expression = normal(written, question.question)
            values = evaluate(expression, here).values
        except (TrainingError, ToolError) as error:
            why = str(error)[:_MOST_OF_AN_ERROR]
            return Judged(written, Verdict.ERROR, f"{written or 'Nothing was written'}: this does not run: {why}")
        if is_right(expression, question, graph) and not _differs(expression, label, elsewhere, question.question):
            return Judged(written, Verdict.RIGHT)
        said = in_few_words(values, here)
        return Judged(written, Verdict.WRONG, f"{written}: this runs, but {said!r} is not what the question asks for")

    return judge


def _differs(expression: str, label: str, elsewhere: Sequence[SituatedScene], question: str) -> bool:
    """Whether an expression gives another value than the label somewhere."""
    if not label or expression == label:
        return False
    for scene in elsewhere:
        values, right = values_at(expression, scene), values_at(label, scene)
        if values is None or right is None or not same_values(values, right, scene, question):
            return True
    return False


@dataclass(slots=True)
class Tally:
    """How a writer did over many tasks."""

    tasks: int = 0
    right_at: dict[int, int] = field(default_factory=dict)  # by the number of the attempt; 0: never
    errors: int = 0
    wrong: int = 0

    def add(self, outcome: Outcome) -> None:
        """One more task."""
        self.tasks += 1
        self.right_at[outcome.right_at] = self.right_at.get(outcome.right_at, 0) + 1
        self.errors += sum(item.verdict is Verdict.ERROR for item in outcome.attempts)
        self.wrong += sum(item.verdict is Verdict.WRONG for item in outcome.attempts)

    def to_dict(self) -> dict[str, object]:
        """As it stands in a report."""
        by_attempt = {str(n): self.right_at[n] for n in sorted(self.right_at) if n}
        return {
            "tasks": self.tasks,
            "right_at_attempt": by_attempt,
            "never_right": self.right_at.get(0, 0),
            "attempts_with_errors": self.errors,
            "attempts_wrong": self.wrong,
        }


def run_all(tasks: Iterable[Task], writer: Writer, attempts: int = ATTEMPTS) -> tuple[list[Outcome], Tally]:
    """Every task in turn, and how the writer did."""
    outcomes, tally = [], Tally()
    for task in tasks:
        outcomes.append(run_task(task, writer, attempts))
        tally.add(outcomes[-1])
    return outcomes, tally
