"""Conversations by their words: each turn is asked through rules, in a session, on true objects.

    python benchmarks/conversations.py                    the dev split
    python benchmarks/conversations.py --homes 4
    python benchmarks/conversations.py --scenes FOLDER    a folder that `situated-qa homes SPLIT --kinds composed` wrote
    python benchmarks/conversations.py --show             lists what was wrong: not for split test

`benchmarks/language.py` measures the same turns by their right expressions. Needs the furniture catalog
(`situated-qa fetch furniture`). Writes benchmarks/out/conversations.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.eval.journal import write_json
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import BenchmarkScene, kind_of_answer, read_scenes, scene_paths
from situated_qa.eval.tables import markdown
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.sim.questions.splits import CONVERSATIONS_FILE, SPLITS, write_split
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

OUT = Path(__file__).resolve().parent / "out"


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev", choices=sorted(SPLITS))
    parser.add_argument("--homes", type=int, help="another number of homes than the split's own")
    parser.add_argument("--scenes", type=Path, metavar="FOLDER", help="written before")
    parser.add_argument("--show", action="store_true", help="list what was wrong")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="situated_qa_") as folder:
        if parsed.scenes is None:
            write_split(parsed.split, folder, homes=parsed.homes, kinds="composed")
        scenes = read_scenes(scene_paths(parsed.scenes or Path(folder)))
        with Sandbox() as sandbox:
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
    kinds = {f"{place}: {kind}": {"n": len(items), "right": share(items)} for (place, kind), items in by_kind.items()}
    write_json(OUT / "conversations.json", {
        "split": "" if parsed.scenes else parsed.split, "figures": figures, "kinds": kinds, "machine": machine(),
        "revision": revision(),
    })  # fmt: skip
    return 0


def share(items: list[Judged]) -> float:
    """Right ones of all, 0 … 1."""
    return round(sum(item.right for item in items) / max(len(items), 1), 4)


def of_conversations(scene: BenchmarkScene, reasoner: Reasoner) -> Iterator[Judged]:
    """What is answered to a scene's conversations, turn by turn, each conversation as a session of its own."""
    path = scene.path.parent / CONVERSATIONS_FILE
    if not path.exists():
        return
    for talk in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
        place = talk["viewpoint"]
        viewpoint = Viewpoint(np.array(place["position"]), place["heading_rad"], frame=scene.graph.frame)
        situated = SituatedScene(scene.graph, viewpoint)
        session = f"{scene.name}/{talk['id']}"
        for number, turn in enumerate(talk["turns"]):
            asked = Question(turn["question"], strategy="rules", session=session)
            answer = reasoner.answer(situated, asked)
            kind = kind_of_answer(turn["form"], tuple(turn["answers"]), turn["tolerance"])
            right = exact_match(answer.answer, turn["answers"], kind, turn["tolerance"], turn["question"])
            yield Judged(
                turn["kind"],
                "later" if number else "first",
                session,
                turn["question"],
                turn["answers"][0],
                answer.answer,
                answer.program,
                right,
            )


if __name__ == "__main__":
    sys.exit(main())
