"""Conversations by their words: each turn is asked through rules, in a session, on true objects.

    python benchmarks/conversations.py                    the dev split
    python benchmarks/conversations.py --homes 4
    python benchmarks/conversations.py --scenes FOLDER    a folder that `situated-qa homes SPLIT --kinds composed` wrote
    python benchmarks/conversations.py --show             lists what was wrong: not for split test

`benchmarks/language.py` measures the same turns by their right expressions. Needs the furniture catalog
(`situated-qa fetch furniture`). Writes benchmarks/out/conversations.json.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from _composed import arguments, composed_scenes, conversations, is_right, share, write_figures

from situated_qa.eval.questions import BenchmarkScene
from situated_qa.eval.tables import markdown
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox


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


def main() -> int:
    """Ask every turn, print the table by kind; write benchmarks/out/conversations.json."""
    parsed = arguments(__doc__)
    with composed_scenes(parsed) as scenes, Sandbox() as sandbox:
        reasoner = Reasoner(make_model("none"), sandbox, ReasoningSettings(answer_style="short"))
        turns = [judged for scene in scenes for judged in of_conversations(scene, reasoner)]
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
    figures = {
        "homes": len(scenes),
        "conversations": len({item.conversation for item in turns}),
        "turns": len(turns),
        "turns_right": share(turns),
        "later_turns": len(later),
        "later_turns_right": share(later),
        "later_turns_right_after_a_right_one": share(after_right),
    }
    for name, value in figures.items():
        print(f"{name:36} {value}")
    for item in turns if parsed.show else ():
        if not item.right:
            print(f"\n{item.conversation} {item.kind}: {item.question}\n  {item.expression}\n  {item.answer}; truth: "
                  f"{item.truth}")  # fmt: skip
    kinds = {f"{place}: {kind}": items for (place, kind), items in by_kind.items()}
    write_figures("conversations", parsed, figures, kinds)
    return 0


def of_conversations(scene: BenchmarkScene, reasoner: Reasoner) -> Iterator[Judged]:
    """What is answered to a scene's conversations, turn by turn, each conversation as a session of its own."""
    for session, situated, turns in conversations(scene):
        for number, turn in enumerate(turns):
            asked = Question(turn["question"], strategy="rules", session=session)
            answer = reasoner.answer(situated, asked)
            yield Judged(
                turn["kind"],
                "later" if number else "first",
                session,
                turn["question"],
                turn["answers"][0],
                answer.answer,
                answer.program,
                is_right(answer.answer, turn),
            )


if __name__ == "__main__":
    sys.exit(main())
