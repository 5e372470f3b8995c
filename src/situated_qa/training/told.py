"""Samples of texts that tell a situation and ask something, for both tasks: the clauses, and the question from there.

`data/told_en.jsonl` holds texts written for this purpose. Others are put together of a labeled situation and a labeled
question. A question alone tells no situation: some are samples of that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from situated_qa.training.composer.productions import stable_hash
from situated_qa.training.labels import depth_of, kinds_of, normal
from situated_qa.training.lines import read_lines
from situated_qa.training.registers import vary
from situated_qa.training.samples import SITUATION, Sample
from situated_qa.training.situations import DATA, REGISTERS, is_of

NOTHING = "nothing()"
_VIEWS = re.compile(r"\b(?:at|before|turned|middle|entering|situation)\(")
_NO_TURN = re.compile(r"\b(?:it|them|that|one)\b", re.IGNORECASE)
"""Words of a question that would mean something of the situation that it is put after."""
_ALONE = 4  # one question alone for so many texts that are put together


def told(split: str, *, seed: int = 0, count: int = 0) -> Iterator[Sample]:
    """The written texts, each as it is and in another register, and texts that are put together.

    Args:
        split: "train" or "dev"; the latter has no variants.
        seed: of what is put together.
        count: texts put together.
    """
    rng = random.Random(f"told {split} {seed}")
    for row in read_lines(DATA / "told_en.jsonl", dict, "text"):
        wording = f"told-{stable_hash(row['text']):x}"
        if is_of(split, wording):
            for sample in _both(row["text"], row["reading"], row["expression"], wording, split):
                yield sample
                if split == "train":
                    yield vary(sample, rng.choice(REGISTERS), rng)
    yield from _joined(split, count, rng)


def _joined(split: str, count: int, rng: random.Random) -> Iterator[Sample]:
    situations = [row for row in read_lines(DATA / "situations_en.jsonl", dict, "situation")
                  if is_of(split, f"situation-{stable_hash(row['situation']):x}")]  # fmt: skip
    questions = [row for row in read_lines(DATA / "written_en.jsonl", dict, "question")
                 if is_of(split, f"written-{stable_hash(row['question']):x}")
                 and not row.get("previous") and not _VIEWS.search(row["expression"])]  # fmt: skip
    for number in range(count if situations and questions else 0):
        situation, question = rng.choice(situations), rng.choice(questions)
        said = question["question"]
        if number % _ALONE == 0:
            wording = f"written-{stable_hash(said):x}"
            yield Sample(said, NOTHING, "told: nothing", "told", wording, split, task=SITUATION)
        if _NO_TURN.search(said):
            continue
        text = _in_one(situation["situation"].strip(), said.strip(), rng)
        wording = f"told-{stable_hash(text):x}"
        yield from _both(text, situation["reading"], question["expression"], wording, split)


def _in_one(situation: str, question: str, rng: random.Random) -> str:
    way = rng.choices(range(4), weights=(6, 2, 2, 2))[0]
    told = situation.rstrip(" .!?,")
    if way == 0:
        return f"{told}. {question}"
    if way == 1:
        return f"{told}, {question[:1].lower()}{question[1:]}"
    if way == 2:
        return re.sub(r"[.,;!?]", "", f"{told} {question}").lower()
    asked = question if question.endswith("?") else f"{question.rstrip(' .')}?"
    return f"{asked} {told}."


def _both(text: str, reading: str, expression: str, wording: str, split: str) -> Sequence[Sample]:
    read, asked = normal(reading, task=SITUATION), normal(expression, text)
    return (
        Sample(text, read, f"told: {kinds_of(read)[0]}", "told", wording, split, task=SITUATION),
        Sample(text, asked, f"told: {kinds_of(asked)[0]}", "told", wording, split, depth=depth_of(asked)),
    )
