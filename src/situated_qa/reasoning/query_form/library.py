"""Selects worked examples that are similar to the question.

Likeness is that of the words which tell how a question is built, so the things it is about are masked: "how many mugs
are on my left" is like "how many chairs are on my right". No model is asked; a look-up takes under a millisecond.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from situated_qa.reasoning.query_form.form import Form, parse_form
from situated_qa.reasoning.query_form.reading.words import NUMBERS, normalise, word_tables

_MASK = "_"
_SAME_KIND = {
    **dict.fromkeys(("right", "behind", "ahead", "front", "back"), "left"),
    **dict.fromkeys(NUMBERS[1:], "two"),
    **dict.fromkeys(("below", "under", "beneath", "underneath", "over"), "above"),
}  # words that may stand for one another in a form's shape


@functools.cache
def library() -> tuple[tuple[str, Form], ...]:
    """The questions and forms of `data/library.jsonl`, in order."""
    lines = (Path(__file__).parent / "data" / "library.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple((row["question"], parse_form(row["form"])) for row in rows)


def similar_examples(question: str, count: int) -> list[tuple[str, Form]]:
    """The worked examples most like a question, the most alike last, where it stands next to the question.

    Cosine between vectors of words and pairs of words, weighted by how rare they are in the library.
    """
    weights, vectors = _index()
    wanted = _vector(Counter(_features(question)), weights)
    scored = [(sum(value * vector.get(name, 0.0) for name, value in wanted.items()), vector) for vector in vectors]
    best = sorted(range(len(scored)), key=lambda k: (-scored[k][0], k))[:count]
    return [library()[k] for k in reversed(best) if scored[k][0] > 0.0]


@functools.cache
def _index() -> tuple[Mapping[str, float], tuple[Mapping[str, float], ...]]:
    """How rare each feature is, and every example's vector."""
    counted = [Counter(_features(question)) for question, _ in library()]
    frequency = Counter(name for counts in counted for name in counts)
    weights = {name: math.log((1 + len(counted)) / (1 + n)) + 1.0 for name, n in frequency.items()}
    return weights, tuple(_vector(counts, weights) for counts in counted)


def _vector(counts: Mapping[str, int], weights: Mapping[str, float]) -> dict[str, float]:
    values = {name: n * weights[name] for name, n in counts.items() if name in weights}
    length = math.sqrt(sum(value * value for value in values.values()))
    return {name: value / length for name, value in values.items()} if length else {}


def _features(question: str) -> list[str]:
    words = [_masked(word) for word in re.findall(r"[a-z0-9']+", normalise(question))]
    joined = [word for k, word in enumerate(words) if word != _MASK or k == 0 or words[k - 1] != _MASK]
    return [word for word in joined if word != _MASK] + [f"{a} {b}" for a, b in zip(joined, joined[1:], strict=False)]


def _masked(word: str) -> str:
    if word.isdigit():
        return "two"
    if word in _kept():
        return _SAME_KIND.get(word, word)
    kind = _attributes().get(word)
    return f"<{kind}>" if kind else _MASK


@functools.cache
def _kept() -> frozenset[str]:
    """The words that tell how a question is built."""
    return frozenset(word for phrase in word_tables()["stop"] for word in phrase.split())


@functools.cache
def _attributes() -> dict[str, str]:
    """Attribute words by their kind: "red" is a color."""
    tables = word_tables()
    states = {word: "state" for words in tables["state"].values() for word in words}
    return states | {word: kind for kind in ("color", "shape", "material", "size") for word in tables[kind]}
