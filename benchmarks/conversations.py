"""Conversations by their words: each turn is asked in a session, on true objects.

    python benchmarks/conversations.py                    the dev split, patterns alone
    python benchmarks/conversations.py --llm default      the trained reader; half an hour
    python benchmarks/conversations.py --homes 4
    python benchmarks/conversations.py --scenes FOLDER    a folder that `situated-qa homes SPLIT --kinds composed` wrote
    python benchmarks/conversations.py --show             lists what was wrong: not for split test

`benchmarks/language.py` measures the same turns by their right expressions. Needs the furniture catalog
(`situated-qa fetch furniture`). Writes benchmarks/out/conversations.json (with a model: conversations_MODEL.json).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from _composed import arguments, composed_scenes, conversations, is_right, share, write_figures
from _eval_runs import model_key

from situated_qa.eval.questions import BenchmarkScene
from situated_qa.eval.tables import markdown
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox

TIME_LIMIT_S = 600.0
"""For one turn: a loaded machine must not change what is read."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One turn, and what was answered."""

    kind: str
    place: str  # "first" or "later"
    conversation: str
    question: str
    truth: str
    answer: str
    expression: str
    right: bool
    seconds: float


def main() -> int:
    """Ask every turn, print the table by kind; write the figures."""
    parsed = arguments(__doc__, asks=True)
    with composed_scenes(parsed) as scenes, Sandbox() as sandbox:
        settings = ReasoningSettings(answer_style="short", time_limit_s=TIME_LIMIT_S, model_timeout_s=TIME_LIMIT_S)
        reasoner = Reasoner(make_model(parsed.llm), sandbox, settings)
        reasoner.warm_up()
        turns = [judged for scene in scenes for judged in of_conversations(scene, reasoner)]
        model = model_key(reasoner.model.name) if parsed.llm != NO_MODEL else ""
        reasoner.close()
    by_kind: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for item in turns:
        by_kind[item.place, item.kind].append(item)
    rows = [
        [place, kind, str(len(items)), f"{100 * share(items):.1f}"] for (place, kind), items in sorted(by_kind.items())
    ]
    print(markdown(["turn", "kind", "n", "right, %"], rows))
    later = [item for item in turns if item.place == "later"]
    after_right = [
        item for before, item in zip(turns, turns[1:], strict=False) if item.place == "later" and before.right
    ]
    figures: dict[str, Any] = {
        "homes": len(scenes),
        "conversations": len({item.conversation for item in turns}),
        "turns": len(turns),
        "turns_right": share(turns),
        "later_turns": len(later),
        "later_turns_right": share(later),
        "later_turns_right_after_a_right_one": share(after_right),
        "median_s": round(statistics.median(item.seconds for item in turns), 3) if turns else None,
    }
    for name, value in figures.items():
        print(f"{name:36} {value}")
    for item in turns if parsed.show else ():
        if not item.right:
            print(f"\n{item.conversation} {item.kind}: {item.question}\n  {item.expression}\n  {item.answer}; truth: "
                  f"{item.truth}")  # fmt: skip
    kinds = {f"{place}: {kind}": items for (place, kind), items in by_kind.items()}
    write_figures("_".join(filter(None, ("conversations", model))), parsed, figures, kinds)
    return 0


def of_conversations(scene: BenchmarkScene, reasoner: Reasoner) -> Iterator[Judged]:
    """What is answered to a scene's conversations, turn by turn, each conversation as a session of its own."""
    for session, situated, turns in conversations(scene):
        for number, turn in enumerate(turns):
            start = time.monotonic()
            answer = reasoner.answer(situated, Question(turn["question"], session=session))
            yield Judged(
                turn["kind"],
                "later" if number else "first",
                session,
                turn["question"],
                turn["answers"][0],
                answer.answer,
                answer.program,
                is_right(answer.answer, turn),
                time.monotonic() - start,
            )


if __name__ == "__main__":
    sys.exit(main())
