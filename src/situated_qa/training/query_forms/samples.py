"""Samples from human questions that were labeled with query forms: the forms are converted to expressions.

The questions stay in the folder that the user names; nothing of them is part of this package. Of those that a form can
say, the last `HELD_OUT` of a shuffle with a fixed seed are kept for measuring and never become samples.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from situated_qa.errors import ToolError, TrainingError
from situated_qa.situated.language.expression import Call, Literal, Name, Node, Operation, Several, parse_expression
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.query_forms.expressions import NotSayable, expression_of
from situated_qa.training.query_forms.form import FormError, parse_form
from situated_qa.training.query_forms.grounds import Grounds
from situated_qa.training.registers import REGISTERS, vary
from situated_qa.training.samples import Sample
from situated_qa.training.swapping import swapped

LABELS = "forms.jsonl"
HELD_OUT = 150
SEED = 0
REPEATED = 0.6
"""Share of the questions that are there once more in another register."""
_HERE = "this room of the asker"
_IN_HERE = re.compile(
    r"\b(?:in|inside|within|around|of) (?:the|this|my|our) room\b(?! (?:with|where|that|next))|\bin here\b"
)
_AS_SEEN = re.compile(r"\b(?:as i see|from (?:where i|my (?:view|point|side|perspective|position)|here)|seen by me)\b")
_SIDES = frozenset({"left", "right", "front", "behind"})
_NO_MAP = re.compile(r"\bno map\b|\bcannot be looked up\b|\bnot in (?:the|any) map\b")


def labeled(path: Path, *, held_out: bool) -> list[dict[str, Any]]:
    """The labeled questions that a form can say, in a fixed shuffled order: those held out, or the others.

    Raises:
        TrainingError: the file cannot be read.
    """
    rows = [row for row in read_labels(path) if row["form"]]
    random.Random(SEED).shuffle(rows)
    return rows[-HELD_OUT:] if held_out else rows[:-HELD_OUT]


def read_labels(path: Path) -> list[dict[str, Any]]:
    """All labeled questions of a file, in its order.

    Raises:
        TrainingError: the file cannot be read.
    """
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, json.JSONDecodeError) as error:
        raise TrainingError(f"{path} holds no labeled questions, a JSON object a line: {error}") from error


def samples(
    folder: Path, *, seed: int = 0, variants: int = 0, left_out: Counter[str] | None = None
) -> Iterator[Sample]:
    """The samples of the questions that are not held out, some of them once more in another register.

    Args:
        folder: holds forms.jsonl.
        seed: of the registers.
        variants: of each question about other things, at most.
        left_out: counts by reason what gave no sample.

    Raises:
        TrainingError: the folder holds no labeled questions.
    """
    left_out = Counter() if left_out is None else left_out
    rng = random.Random(f"forms {seed}")
    for row in labeled(folder / LABELS, held_out=False):
        try:
            expression = expression_of_label(row["form"], row["question"])
        except (NotSayable, FormError, TrainingError) as error:
            left_out[f"{row['form'].get('ask', 'none')}: {str(error)[:40]}"] += 1
            continue
        sample = Sample(
            row["question"], expression, f"form: {row['form']['ask']}", "forms", f"form-{row['id']}",
            depth=depth_of(expression),
        )  # fmt: skip
        yield sample
        if rng.random() < REPEATED:
            yield vary(sample, rng.choice(REGISTERS[1:]), rng)
        for _ in range(variants):
            other = swapped(sample.question, expression, rng)
            if other is not None:
                yield replace(sample, question=other[0], expression=normal(other[1], other[0]))
    for row in read_labels(folder / LABELS):
        if not row["form"]:
            yield from _not_in_map(row, left_out)


def expression_of_label(form: dict[str, Any], question: str) -> str:
    """The expression of a labeled form, with nothing in it that the question does not say.

    Raises:
        NotSayable: it asks for nothing that is looked up, or has a part that the language lacks.
        FormError: the form is malformed.
        TrainingError: the expression does not pass the checker.
    """
    text = question.lower()
    here = bool(_IN_HERE.search(text))
    written = expression_of(parse_form(form), Grounds((_HERE,), _HERE), only_here=here)
    try:
        tree = _as_said(parse_expression(written), seen=bool(_AS_SEEN.search(text)))
    except ToolError as error:
        raise TrainingError(f"{written!r}: {error}") from error
    return normal(str(tree), question)


def _as_said(node: Node, *, seen: bool) -> Node:
    """Without whose left is meant, where the question does not tell; the asker's room is "here"."""
    if isinstance(node, Call):
        args = tuple(_as_said(arg, seen=seen) for arg in node.args)
        if node.name == "in_room" and args == (Literal(_HERE),):
            return Call("in_room", (Call("here"),))
        if node.name == "room" and args == (Literal(_HERE),):
            return Call("here")
        me = args[-1:] == (Name("me"),)
        if not seen and me and ((node.name in _SIDES and len(args) == 2) or (node.name == "side" and len(args) == 4)):
            args = args[:-1]
        return Call(node.name, args, tuple((key, _as_said(value, seen=seen)) for key, value in node.kwargs))
    if isinstance(node, Operation):
        return Operation(node.operator, _as_said(node.left, seen=seen), _as_said(node.right, seen=seen))
    if isinstance(node, Several):
        return Several(tuple(_as_said(item, seen=seen) for item in node.items))
    return node


def _not_in_map(row: dict[str, Any], left_out: Counter[str]) -> Iterator[Sample]:
    """A question that no form says becomes a sample only where its label says that no map can tell."""
    if not _NO_MAP.search(row["why"].lower()):
        left_out["no form says it"] += 1
        return
    topic = " ".join(re.findall(r"[\w']+", row["question"].lower()))
    yield Sample(row["question"], normal(f'not_in_map("{topic}")'), "not in map", "forms", f"form-{row['id']}")
