"""The question language at its best: each composed question's own expression on true objects, by kind.

    python benchmarks/language.py                    the dev split: 2,000 questions and 280 conversations
    python benchmarks/language.py --split test --homes 10
    python benchmarks/language.py --scenes FOLDER    a folder that `situated-qa homes SPLIT --kinds composed` wrote
    python benchmarks/language.py --show             lists what was wrong: not for split test

Needs the furniture catalog (`situated-qa fetch furniture`). Writes benchmarks/out/language.json.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from _composed import arguments, composed_scenes, conversations, is_right, share, write_figures

from situated_qa.errors import ToolError
from situated_qa.eval.expression_answerer import ExpressionAnswerer
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.questions import BenchmarkScene
from situated_qa.eval.settings import ORACLE_LANGUAGE, RunSettings
from situated_qa.eval.tables import consistency, markdown
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Things
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene


@dataclass(frozen=True, slots=True)
class Judged:
    """One question or turn, and what its expression gave."""

    kind: str
    scene: str
    group: str
    question: str
    truth: str
    answer: str
    expression: str
    right: bool


def main() -> int:
    """Evaluate every expression, print the table by kind; write benchmarks/out/language.json."""
    parsed = arguments(__doc__)
    with composed_scenes(parsed) as scenes:
        questions = [judged for scene in scenes for judged in of_questions(scene)]
        turns = [judged for scene in scenes for judged in of_conversations(scene)]
    records = [{"scene": item.scene, "group": item.group, "exact": item.right} for item in questions]
    figures = {
        "homes": len(scenes),
        "questions": len(questions),
        "questions_right": share(questions),
        "four_headings": consistency(records),
        "turns": len(turns),
        "turns_right": share(turns),
    }
    by_kind: dict[str, list[Judged]] = defaultdict(list)
    for item in [*questions, *turns]:
        by_kind[item.kind].append(item)
    rows = [[kind, str(len(items)), f"{100 * share(items):.1f}"] for kind, items in sorted(by_kind.items())]
    print(markdown(["kind", "n", "right, %"], rows))
    for name, value in figures.items():
        print(f"{name:16} {value}")
    wrong = [item for item in (*questions, *turns) if not item.right]
    for item in wrong if parsed.show else ():
        print(f"\n{item.scene} {item.kind}: {item.question}\n  {item.expression}\n  {item.answer}; truth: {item.truth}")
    write_figures("language", parsed, figures, dict(sorted(by_kind.items())))
    return 0


def of_questions(scene: BenchmarkScene) -> Iterator[Judged]:
    """What the expressions of a scene's questions give."""
    answerer = ExpressionAnswerer(RunSettings(llm=ORACLE_LANGUAGE))
    for q in scene.questions:
        outcome = answerer.answer(scene.graph, q)
        right = exact_match(outcome.answer, q.answers, q.answer_kind, q.tolerance, q.question)
        shown = outcome.answer or outcome.status_text
        yield Judged(q.kind, scene.name, q.group, q.question, q.answers[0], shown, q.oracle_expression, right)


def of_conversations(scene: BenchmarkScene) -> Iterator[Judged]:
    """What the expressions of a scene's conversations give, turn by turn; a turn knows what was said before it."""
    for session, situated, turns in conversations(scene):
        before: list[Things] = []
        for number, turn in enumerate(turns, 1):
            answer = _turn(turn, situated, before)
            name = f"turn {number}: {turn['kind']}" if number == 1 else f"later turn: {turn['kind']}"
            truth, expression = turn["answers"][0], turn["oracle_expression"]
            yield Judged(name, session, "", turn["question"], truth, answer, expression, is_right(answer, turn))


def _turn(turn: Mapping[str, Any], scene: SituatedScene, before: list[Things]) -> str:
    """The short answer to a turn, or why there is none; notes what it was about, the latest first."""
    try:
        result = evaluate(turn["oracle_expression"], scene, said_before=before)
    except ToolError as error:
        return str(error)
    before[:0] = [things for things in result.subjects if things is not None]
    return short(result.values[0], scene.graph)


if __name__ == "__main__":
    sys.exit(main())
