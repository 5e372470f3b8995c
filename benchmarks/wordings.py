"""Other ways of asking what simulated homes ask: how many are understood, by patterns or with a model.

`wordings.jsonl` holds nine to thirteen ways of asking for each kind of question of the simulated homes, as guests,
children, roboticists, people of another mother tongue and speech recognition put them. They are no part of the
questions that homes come with. Each belongs to a set:

    development   551 were written before any was tried; these two thirds of each kind are read while mending
    held out      the third that was drawn by lot before anything was tried, for the figure alone
    second        220 more, written when the first were understood, tried once before they were read, then read as well

    python benchmarks/wordings.py                       patterns; every wording filled from three questions; minutes
    python benchmarks/wordings.py --llm default --fills 1 --limit 100
    python benchmarks/wordings.py --show --kind "walk to"      what was answered wrong, of the wordings for development

Each wording is filled with the slots of generated questions of its kind (split `train`, or `--split dev`), whose truth
the homes' own oracle tells. An answer is right, wrong, or a statement that it cannot be looked up ("said so").
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from situated_qa.eval.answerers import Answerer, make_answerer
from situated_qa.eval.journal import write_json
from situated_qa.eval.metrics import judge
from situated_qa.eval.provenance import revision
from situated_qa.eval.questions import BenchmarkQuestion, read_scenes, scene_paths
from situated_qa.eval.settings import RunSettings
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.scene.files import read_scene
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions.naming import plural
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.sim.questions.splits import SPLITS, write_split

HERE = Path(__file__).resolve().parent
WORDINGS = HERE / "wordings.jsonl"
SEED = 0
HELD_OUT = "held out"
SETS = ("development", HELD_OUT, "second")
VERDICTS = ("right", "wrong", "said so")

_ON_SIDE = {"left": "on my left-hand side", "right": "to my right-hand side", "front": "ahead of me",
            "behind": "at my back"}  # fmt: skip
_HOW = {"length": "long", "width": "wide", "height": "tall"}
_BIG = {"largest": ("biggest", "big", "most"), "smallest": ("tiniest", "small", "least")}


@dataclasses.dataclass(frozen=True)
class Asked:
    """One wording, filled, with the question whose truth it has."""

    wording: Mapping[str, Any]
    question: BenchmarkQuestion
    graph: SceneGraph


def main() -> int:
    """Ask, print a table by kind, and write benchmarks/out/wordings.json (with a model: wordings_MODEL.json)."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="none", help="none (patterns), default, an asset, PATH.gguf, ...")
    parser.add_argument("--split", default="train", choices=sorted(set(SPLITS) - {"test"}))
    parser.add_argument("--homes", type=int, default=20)
    parser.add_argument("--fills", type=int, default=3, help="questions that each wording is filled from")
    parser.add_argument("--limit", type=int, default=0, help="questions asked, drawn by lot; 0: all")
    parser.add_argument("--kind", default="", help="wordings of this kind only")
    parser.add_argument("--development", action="store_true", help="leave the wordings that are held out alone")
    parser.add_argument("--no-guesses", action="store_true", help="what is not known or not understood is said instead")
    parser.add_argument("--show", action="store_true", help="print what was not right, of those for development")
    arguments = parser.parse_args()
    strategy = "rules" if arguments.llm == "none" else "auto"
    settings = RunSettings(llm=arguments.llm, strategy=strategy, guesses=not arguments.no_guesses)
    with tempfile.TemporaryDirectory(prefix="situated_qa_") as folder:
        write_split(arguments.split, folder, homes=arguments.homes)
        asked = [
            item
            for item in filled(Path(folder), arguments.fills)
            if arguments.kind in ("", item.wording["kind"])
            and not (arguments.development and item.wording["set"] == HELD_OUT)
        ]
    if arguments.limit:
        asked = random.Random(SEED).sample(asked, min(arguments.limit, len(asked)))
    answerer = make_answerer(settings)
    answerer.warm_up()
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for item in asked:
        verdict, answer = ask(answerer, item)
        counts[item.wording["set"], item.wording["kind"]][verdict] += 1
        if arguments.show and verdict != "right" and item.wording["set"] != HELD_OUT:
            truth = item.question.answers[0]
            print(f"{verdict:8}{item.wording['kind']:22}{item.question.question}\n{'':30}{answer!r}, not {truth!r}")
    answerer.close()
    figures = table(counts)
    name = answerer.name if arguments.llm != "none" else "rules"
    if not (arguments.kind or arguments.limit or arguments.development or arguments.no_guesses):
        suffix = "" if name == "rules" else "_" + "".join(c if c.isalnum() or c in ".-" else "_" for c in name)
        whole = {"model": name, "revision": revision(), "split": arguments.split, "homes": arguments.homes}
        write_json(HERE / "out" / f"wordings{suffix}.json", {**whole, "fills": arguments.fills, "figures": figures})
    return 0


def wordings() -> list[dict[str, Any]]:
    """The wordings as they lie in the file: kind, set, speaker, text."""
    return [json.loads(line) for line in WORDINGS.read_text(encoding="utf-8").splitlines()]


def filled(folder: Path, fills: int) -> Iterator[Asked]:
    """Every wording, filled from `fills` questions of its kind that are drawn by lot (with a fixed seed)."""
    by_kind: defaultdict[str, list[tuple[BenchmarkQuestion, Mapping[str, Any], SceneGraph]]] = defaultdict(list)
    for scene in read_scenes(scene_paths(folder)):
        slots = {item.id: item.slots for item in map(HomeQuestion.from_dict, read_scene(scene.path).questions)}
        for question in scene.questions:
            by_kind[question.kind].append((question, slots[question.id], scene.graph))
    for number, wording in enumerate(wordings()):
        among = by_kind[wording["kind"]]
        for question, slots, graph in random.Random(SEED + number).sample(among, min(fills, len(among))):
            text = wording["text"].format(**words_of(slots))
            yield Asked(wording, dataclasses.replace(question, question=text, oracle_program=""), graph)


def words_of(slots: Mapping[str, Any]) -> dict[str, str]:
    """What fills a wording: the question's own slots, and other forms of them."""
    words = {name: value["text"] if isinstance(value, Mapping) else value for name, value in slots.items()}
    if "where" in words:
        words["side_alt"] = _ON_SIDE[words["side"]]
    if "attribute" in words:
        words["how"] = _HOW[words["attribute"]]
    if words.get("word") in _BIG:
        words["biggest"], words["big"], words["most_least"] = _BIG[words["word"]]
    if "category" in words:
        words.setdefault("plural", plural(words["category"]))
    if "deed" in words:
        words["doing"] = _gerund(words["deed"])
    texts = {name: text for name, text in words.items() if isinstance(text, str)}
    return {**texts, **{f"{name}_cap": text[:1].upper() + text[1:] for name, text in texts.items()}}


def _gerund(deed: str) -> str:
    """ "take a shower" as "taking a shower"."""
    verb, _, rest = deed.partition(" ")
    stem = verb + verb[-1] if verb in ("sit", "put", "cut", "get") else verb
    stem = stem[:-2] + "y" if verb == "lie" else stem.removesuffix("e") if verb != "see" else stem
    return f"{stem}ing {rest}".strip()


def ask(answerer: Answerer, item: Asked) -> tuple[str, str]:
    """(one of `VERDICTS`, the answer or why there is none)."""
    question = item.question
    outcome = answerer.answer(item.graph, question)
    verdict = judge(outcome.answer, question.answers, question.answer_kind, question.tolerance, question.question)
    if verdict.exact:
        return "right", outcome.answer
    if outcome.status not in (AnswerStatus.ANSWERED, AnswerStatus.GUESSED) or outcome.answer == "not known":
        return "said so", outcome.answer or outcome.status_text
    return "wrong", outcome.answer


def table(counts: Mapping[tuple[str, str], Counter[str]]) -> dict[str, Any]:
    """Print what became of the questions by kind, each set apart; the figures."""
    figures: dict[str, Any] = {}
    kinds = list(dict.fromkeys(kind for _, kind in counts))
    print(f"{'':26}" + "".join(f"{name:>24}" for name in SETS))
    print(f"{'kind':26}" + "".join(f"{verdict:>8}" for verdict in VERDICTS) * len(SETS))
    for kind in kinds:
        cells = [counts.get((name, kind), Counter())[verdict] for name in SETS for verdict in VERDICTS]
        print(f"{kind:26}" + "".join(f"{cell:8}" for cell in cells))
    for name in SETS:
        total = sum((counter for (of_set, _), counter in counts.items() if of_set == name), Counter())
        if total.total():
            shares = {verdict.replace(" ", "_"): round(100 * total[verdict] / total.total(), 1) for verdict in VERDICTS}
            figures[name.replace(" ", "_")] = {
                "questions": total.total(),
                **{f"{key}_percent": value for key, value in shares.items()},
            }
            print(f"{name}: {figures[name.replace(' ', '_')]}")
    return figures


if __name__ == "__main__":
    sys.exit(main())
