"""Samples from simulated homes: questions and conversations over their true objects, without rendering."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import SceneError, ToolError, TrainingError
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.questions import kind_of_answer
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.oracle.expressions import expression_for, expression_for_turn
from situated_qa.sim.questions.choose import Ledger, questions_for
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.conversations import Conversation, conversations_for
from situated_qa.sim.questions.question import KINDS, HomeQuestion, Kind
from situated_qa.sim.questions.splits import SPLITS
from situated_qa.sim.questions.turns import TURNS, Turn
from situated_qa.sim.questions.wording import filled
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.basic_labels import label_of
from situated_qa.training.extension import extended
from situated_qa.training.extra_wordings import EXTRA
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.registers import REGISTERS, vary
from situated_qa.training.samples import Sample

PLAIN_SHARE = 0.45
"""Of the questions stay as they are worded; the others are spread over the registers."""
WORDINGS = 2
"""Of one question: to find a question takes longer than to word it."""
_ROOM_UNSAID = frozenset({"color facing the front", "color after a turn", "color by ordinal"})
SPLITS_MADE = ("train", "dev")


@dataclass(frozen=True, slots=True)
class Asked:
    """How much is asked of each home."""

    basic: int = 75
    composed: int = 110
    conversations: int = 12


def seeds_of(split: str, homes: int) -> range:
    """The seeds of a split's first homes.

    Raises:
        TrainingError: the split is not for training, or has fewer homes.
    """
    if split not in SPLITS_MADE:
        raise TrainingError(f"split must be one of {', '.join(SPLITS_MADE)}, got {split!r}")
    if not 0 <= homes <= SPLITS[split].homes:
        raise TrainingError(f"split {split!r} has {SPLITS[split].homes} homes, asked for {homes}")
    first = SPLITS[split].first_seed
    return range(first, first + homes)


def samples(seed: int, catalog: Catalog, *, split: str = "train", asked: Asked | None = None) -> Iterator[Sample]:
    """The samples of one home.

    Args:
        seed: the home's, one of `seeds_of`; the same one gives the same samples.
        catalog: the furniture.

    Raises:
        SceneError: the home has nowhere to stand.
    """
    asked = Asked() if asked is None else asked
    home = SPLITS[split].home(seed, catalog)
    graph = home.graph()
    rng = random.Random(f"homes {split} {seed}")
    for kinds, count in ((KINDS, asked.basic), (COMPOSED, asked.composed)):
        if not count:
            continue
        found = questions_for(home, seed=seed, count=count, split=split, ledger=Ledger(), kinds=kinds)
        for question in found:
            yield from _of_question(question, graph, split, rng, f"home-{seed}")
    for talk in conversations_for(home, seed=seed, count=asked.conversations, split=split):
        yield from _of_conversation(talk, split, rng, f"home-{seed}")


def extended_samples(seed: int, catalog: Catalog, count: int, *, split: str = "train") -> Iterator[Sample]:
    """Questions of one home's basic set combined into harder ones, where the combined truth is what the label gives.

    Args:
        seed, catalog: as `samples`.
        count: at most so many.
    """
    home = SPLITS[split].home(seed, catalog)
    graph, rng = home.graph(), random.Random(f"extended {split} {seed}")
    found = questions_for(home, seed=seed, count=Asked().basic, split=split, ledger=Ledger(), kinds=KINDS)
    for item in extended(found, seed=seed, count=count, split=split):
        if is_right(item.expression, item.question, graph):
            yield varied(item.sample(split, f"home-{seed}"), rng)


def wordings_of(kind: str, wordings: Sequence[str], split: str) -> list[tuple[str, str]]:
    """The wordings that a split may use, each with its name; none of them belongs to two splits.

    The last one is kept for `test`, the one before it for `dev`.
    """
    named = [(f"{kind}/{number}", wording) for number, wording in enumerate(wordings)]
    if split == "dev":
        return named[-2:-1]
    more = [(f"{kind}/+{number}", wording) for number, wording in enumerate(EXTRA.get(kind, ()))]
    return [*named[:-2], *(item for item in more if item[1] not in wordings[-2:])]


def _of_question(
    question: HomeQuestion, graph: SceneGraph, split: str, rng: random.Random, home: str
) -> Iterator[Sample]:
    """A question in up to `WORDINGS` wordings; none where the expression's value is not the truth."""
    kind: Kind = (COMPOSED if question.kind in COMPOSED else KINDS)[question.kind]
    basic = question.kind in KINDS
    right: dict[str, bool] = {}  # by expression: the wording may change the order of options
    allowed = wordings_of(kind.name, kind.wordings, split)
    for name, wording in rng.sample(allowed, min(WORDINGS, len(allowed))):
        text = filled(wording, question.slots)
        try:
            expression = normal(label_of(question, text) if basic else _composed(question, text), text)
        except TrainingError:
            continue
        if basic and expression not in right:
            right[expression] = is_right(expression, question, graph)
        if right.get(expression, True):
            sample = Sample(
                text, expression, question.kind, "homes", name, split, home=home, depth=depth_of(expression)
            )
            yield varied(sample, rng)


def _composed(question: HomeQuestion, text: str) -> str:
    """The expression of a question of the composed set, without a room that the question leaves out.

    The oracle's expressions name the room that a question's truth was made for; "here" is all that the asker says.
    """
    expression = expression_for(question)
    if question.kind not in _ROOM_UNSAID:
        return expression
    bare, room, _ = expression.rpartition(", room=")
    if not room:
        return expression
    here = ", in_room(here())" if re.search(r"\bhere\b|\bthis room\b", text) else ""
    return f"{bare}{here}))"


def is_right(expression: str, question: HomeQuestion, graph: SceneGraph) -> bool:
    """Whether an expression gives the truth of a question where it is asked."""
    scene = SituatedScene(graph, Viewpoint(question.position, question.heading_rad, frame=graph.frame))
    try:
        values = evaluate(expression, scene).values
    except (ToolError, SceneError):
        return False
    answer = "; ".join(short(value, graph) for value in values)
    kind = kind_of_answer(question.form, question.answers, question.tolerance)
    return exact_match(answer, question.answers, kind, question.tolerance, question.question)


def varied(sample: Sample, rng: random.Random, plain_share: float = PLAIN_SHARE) -> Sample:
    """A sample in a register drawn by chance."""
    if rng.random() < plain_share:
        return sample
    return vary(sample, rng.choice(REGISTERS[1:]), rng)


def _of_conversation(talk: Conversation, split: str, rng: random.Random, home: str) -> Iterator[Sample]:
    previous = ""
    for turn in talk.turns:
        name, wording = rng.choice(wordings_of(f"turn: {turn.kind}", TURNS[turn.kind][1], split))
        text = filled(wording, turn.slots)
        expression = normal(_of_turn(turn, text), text)
        yield varied(
            Sample(
                text, expression, f"turn: {turn.kind}", "conversations", name, split, previous, home=home,
                depth=depth_of(expression),
            ),
            rng,
        )  # fmt: skip
        previous = expression


def _of_turn(turn: Turn, text: str) -> str:
    """The expression of a turn, with nothing in it that neither the question nor the one before says."""
    slots: Mapping[str, Any] = turn.slots
    if turn.kind == "color of the other":
        here = ", in_room(here())" if "in here" in text else ""
        return f'color(the("{slots["category"]}", but(it){here}))'
    if turn.kind == "of a color" and any(word in text.lower().split() for word in ("them", "those,", "those")):
        return f'count(every("{slots["category"]}", among(them), color="{slots["color"]}"))'
    return expression_for_turn(turn)
