"""Samples: a question, in a register that people use, and its expression."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from situated_qa.training.composer.drawing import Drawer, Part, agree, grammar
from situated_qa.training.composer.registers import REGISTERS, in_register
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.samples import Sample

_TWO_QUESTIONS = 0.035
_FOLLOW_UP = 0.06
_ASKS_WHAT_IT_SAYS = re.compile(r'\b(color|material|shape)\((?:the|every)\("[^"]*",(?: [^=]*,)? \1=')
_LONGEST_TWO = 130
_LONGEST = 240  # characters of an expression


def samples(seed: int, count: int, split: str = "train") -> Iterator[Sample]:
    """The same samples for the same seed, each question once.

    Args:
        split: "train" or "dev"; they share no wordings, and the nouns of a tenth are only in "dev".
    """
    rng = np.random.default_rng(seed)
    seen: set[tuple[str, str]] = set()
    while len(seen) < count:
        sample = compose(rng, split)
        key = (sample.question, sample.previous)
        if key not in seen:
            seen.add(key)
            yield sample


def compose(rng: np.random.Generator, split: str = "train") -> Sample:
    """One sample.

    Raises:
        ValueError: the split is not "train" or "dev".
    """
    if split not in ("train", "dev"):
        raise ValueError(f"split is {split!r}; it must be 'train' or 'dev'")
    while True:
        drawer = Drawer(rng, split)
        previous, kind = "", ""
        if drawer.chance(_FOLLOW_UP):
            part, previous, kind = follow_up(drawer)
        elif drawer.chance(_TWO_QUESTIONS):
            part, kind = two_questions(drawer), "two questions"
        else:
            kind, part = one_question(drawer)
        if len(part.expression) <= _LONGEST and not _ASKS_WHAT_IT_SAYS.search(part.expression):
            break
    label = normal(part.expression)
    verbatim = "situation(" in part.expression  # a sentence that the label repeats
    register = "plain" if verbatim else drawer.one_of(REGISTERS)
    question = in_register(agree(part.words, False), register, rng)
    before = normal(previous) if previous else ""
    return Sample(
        question,
        label,
        kind,
        "composer",
        "composer " + ".".join(drawer.frames),
        split,
        before,
        register=register,
        depth=depth_of(label),
    )


def one_question(drawer: Drawer) -> tuple[str, Part]:
    """One question with its kind."""
    kinds = [name for name in grammar() if name.startswith("ask ")]
    weights = np.array([sum(group.weight for group in grammar()[name]) for name in kinds])
    name = kinds[int(drawer.rng.choice(len(kinds), p=weights / weights.sum()))]
    part = drawer.symbol(name, drawer.depth())
    return name.removeprefix("ask "), part


def two_questions(drawer: Drawer) -> Part:
    """Two questions in one sentence."""
    while True:
        (_, one), (_, two) = one_question(drawer), one_question(drawer)
        if len(one.expression) + len(two.expression) <= _LONGEST_TWO and "not_in_map" not in one.expression:
            break
    joint = (", and ", " and ", "? And ", "? ", " and also ", ", also ", "; ")
    return Part(one.words + drawer.one_of(joint) + two.words, f"{one.expression}, {two.expression}")


def follow_up(drawer: Drawer) -> tuple[Part, str, str]:
    """A turn that leaves something out, with the expression of the turn before."""
    part = drawer.symbol("turn", drawer.below(2))
    previous, _, expression = part.expression.partition(" => ")
    return Part(part.words, expression), previous, "follow-up"
