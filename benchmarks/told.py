"""How well the trained reader reads texts that nobody who trains or tunes has read: situations, with questions, too.

    python benchmarks/told.py [--llm SPEC] [--sqa3d FOLDER] [--limit N]

Sets (`told_texts.jsonl`, written and labeled by language models that saw docs/language.md and the rules of labels, and
no code):
  situations    what people say of where they are
  told          a situation and a question in one text: its clauses, and the question as it is from there
  plain         questions and references to one thing
  references    references to one thing, in the manner of Nr3D
  sqa3d         150 situations of SQA3D's validation split, of scenes that no label for training is from: labels by the
                sha256 of the texts, which `--sqa3d FOLDER` brings
Right is a reading whose clauses are those of the label or of one of its alternatives; "heads" compares the kinds of the
clauses and the head nouns only. Expressions are compared as they are written. Writes benchmarks/out/told.json.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.errors import ToolError, TrainingError  # noqa: E402
from situated_qa.eval.journal import write_json  # noqa: E402
from situated_qa.eval.provenance import revision  # noqa: E402
from situated_qa.llm.settings import LLMSettings  # noqa: E402
from situated_qa.llm.spec import make_model  # noqa: E402
from situated_qa.reasoning.reader.prompt import situation_prompt  # noqa: E402
from situated_qa.reasoning.reader.writing import write  # noqa: E402
from situated_qa.situated.situation_clauses import At, Clause, Doing, Entered, Facing, Has, Situation  # noqa: E402
from situated_qa.situated.situation_language import grammar, parsed  # noqa: E402
from situated_qa.situated.situation_words import read_situation  # noqa: E402
from situated_qa.training.labels import normal  # noqa: E402
from situated_qa.training.situations import text_id  # noqa: E402

TEXTS = Path(__file__).parent / "told_texts.jsonl"
OUT = Path(__file__).parent / "out" / "told.json"
_AFTER_HEAD = re.compile(
    r" (?:closest|nearest|next|in|on|with|by|near|from|to|under|at|that|which|for|has|above|below|beside|behind|between"
    r"|left|right|farthest|without|facing)\b"
)


@dataclass
class Counted:
    """What was right of a set."""

    readings: int = 0
    exact: int = 0
    heads: int = 0
    expressions: int = 0
    as_labeled: int = 0


def rows(sqa3d: Path | None) -> Iterator[dict[str, Any]]:
    """The labeled texts; those of SQA3D where its files are."""
    texts = dict[str, str]()
    for path in sorted(sqa3d.glob("*questions*.json")) if sqa3d is not None else ():
        for question in json.loads(path.read_text(encoding="utf-8"))["questions"]:
            for text in (question["situation"], *question["alternative_situation"]):
                texts[text_id(text)] = text.strip()
    for line in TEXTS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row.get("text") or texts.get(row.get("id", ""))
        if text:
            yield row | {"text": text}


def clause_of(clause: Clause) -> tuple[object, ...]:
    """A clause by its kind and its words, without articles and plurals."""
    if isinstance(clause, At):
        return ("at", clause.relation, _words(clause.thing), _words(clause.other), clause.part, _words(clause.by))
    if isinstance(clause, Facing):
        return ("facing", _words(clause.thing), clause.away, clause.wall, clause.along)
    if isinstance(clause, Has):
        return ("has", _words(clause.thing), clause.side)
    return (type(clause).__name__, *map(_words, (clause.room, clause.origin) if isinstance(clause, Entered) else
                                        (clause.thing,)))  # fmt: skip


def heads_of(clause: Clause) -> tuple[object, ...]:
    """A clause by its kind and the head of its noun: on, at and using a thing are one kind."""
    if isinstance(clause, At | Doing):
        return ("at", _head(clause.thing))
    if isinstance(clause, Facing):
        return ("facing", _head(clause.thing), clause.away)
    return ("has", _head(clause.thing), clause.side) if isinstance(clause, Has) else clause_of(clause)


def _words(text: str) -> str:
    return " ".join(word.rstrip("s") for word in re.sub(r"\b(?:the|a|an|my|some|of)\b", " ", text).split())


def _head(text: str) -> str:
    words = _AFTER_HEAD.split(" " + _words(text))[0].split() or _words(text).split()
    return words[-1] if words else ""


def same(said: Situation, labels: Sequence[str], by: Callable[[Clause], tuple[object, ...]]) -> bool:
    """Whether a reading is one of the labels."""
    for label in labels:
        meant = parsed(label)
        turned = abs(math.remainder(said.turned_rad - meant.turned_rad, 2 * math.pi)) < 1e-6
        if turned and set(map(by, said.clauses)) == set(map(by, meant.clauses)):
            return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="default", help="the reader; none: the patterns (situations only)")
    parser.add_argument("--sqa3d", type=Path, metavar="FOLDER", help="SQA3D's files of questions")
    parser.add_argument("--limit", type=int, default=0, help="texts of each set, at most")
    parser.add_argument("--sets", nargs="+", default=["situations", "told", "plain", "references", "sqa3d"])
    parsed_arguments = parser.parse_args()
    model: Any = None
    if parsed_arguments.llm != "none":
        model = make_model(parsed_arguments.llm, LLMSettings(n_threads=1))
    counted, seconds = dict[str, Counted](), list[float]()
    for row in rows(parsed_arguments.sqa3d):
        of_set = counted.setdefault(row["set"], Counted())
        done = max(of_set.readings, of_set.expressions)
        if row["set"] not in parsed_arguments.sets or 0 < parsed_arguments.limit <= done:
            continue
        if "readings" in row:
            start = time.monotonic()
            said = read(model, row["text"])
            seconds.append(time.monotonic() - start)
            of_set.readings += 1
            of_set.exact += same(said, row["readings"], clause_of)
            of_set.heads += same(said, row["readings"], heads_of)
        if "expressions" in row and model is not None:
            written = write(model.continue_text, row["text"]).expression
            of_set.expressions += 1
            of_set.as_labeled += _normal(written, row["text"]) in {normal(e, row["text"]) for e in row["expressions"]}
    print("| set | readings | as labeled | heads | expressions | as labeled |\n|---|---|---|---|---|---|")
    for name, c in counted.items():
        if c.readings or c.expressions:
            print(f"| {name} | {c.readings} | {_share(c.exact, c.readings)} | {_share(c.heads, c.readings)} |"
                  f" {c.expressions} | {_share(c.as_labeled, c.expressions)} |")  # fmt: skip
    print(f"seconds of a reading, median: {statistics.median(seconds):.2f}" if seconds else "")
    figures = {name: vars(c) for name, c in counted.items()}
    write_json(OUT, {"figures": figures, "model": getattr(model, "name", "none"), "revision": revision()})
    return 0


def read(model: Any, text: str) -> Situation:
    """The clauses that the model reads, or without one the patterns."""
    if model is None:
        return read_situation(text)
    reply = model.continue_text(situation_prompt(text), max_tokens=120, grammar=grammar(text), stop=("\n",))
    try:
        return parsed(reply.text)
    except ToolError:
        return Situation(())


def _normal(expression: str, text: str) -> str:
    try:
        return normal(expression, text)
    except TrainingError:
        return expression


def _share(part: int, whole: int) -> str:
    return f"{100.0 * part / whole:.1f} %" if whole else "–"


if __name__ == "__main__":
    raise SystemExit(main())
