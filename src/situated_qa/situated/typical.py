"""Usual materials and shapes of categories; answers from them are marked with "usually".

The shares are in the knowledge table, words for materials in data/material_words.json. States (open, on, made) are
never guessed, nor are colors.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from situated_qa.knowledge import Category, categories
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.attribute_model import AttributeOpinion
from situated_qa.situated.attributes import best_candidate
from situated_qa.situated.categories import STEPS, find_categories

_SAME_THING = [(how, step) for how, step in STEPS if how in ("exact", "plural", "alias", "head noun")]
_LEAST_COVERED = 0.5  # share of what such things are like that the candidates must cover to be a fair choice


class TypicalAttributes:
    """Knows materials and shapes by category."""

    name = "typical"
    observes = False

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> AttributeOpinion | None:
        """The commonest value for the category; with candidates, that of them which is commonest.

        The confidence is its share; among several candidates, its share of those that the candidates name.
        """
        shares = _shares(node.category).get(attribute, {})
        if candidates:
            shares = _among(shares, candidates)
            covered = sum(shares.values())
            if len(candidates) > 1 and covered >= _LEAST_COVERED:
                shares = {value: share / covered for value, share in shares.items()}
        if not shares:
            return None
        value = max(shares, key=lambda name: shares[name])
        return AttributeOpinion(value, shares[value], f"what a {node.category} is usually like")


def _among(shares: Mapping[str, float], candidates: Sequence[str]) -> dict[str, float]:
    """The shares by candidate: "wooden" has that of wood, "porcelain" that of ceramic."""
    found: dict[str, float] = {}
    for value, share in shares.items():
        words = (value, *_material_words().get(value, ()))
        candidate = next((best for word in words if (best := best_candidate(word, candidates)) is not None), None)
        if candidate is not None:
            found[candidate] = found.get(candidate, 0.0) + share
    return found


@lru_cache(maxsize=1)
def _material_words() -> dict[str, list[str]]:
    text = resources.files("situated_qa.situated").joinpath("data/material_words.json").read_text(encoding="utf-8")
    return json.loads(text)


@lru_cache(maxsize=1)
def _rows() -> dict[str, Category]:
    """The rows that tell a material or a shape, by name."""
    return {row.name: row for row in categories() if row.material or row.shape}


@lru_cache(maxsize=1024)
def _shares(category: str) -> dict[str, Mapping[str, float]]:
    """Attribute → value → share of such things that have it."""
    match = find_categories(category, _rows(), _SAME_THING)
    if match is None or len(match.categories) != 1:
        return {}
    row = _rows()[match.categories[0]]
    return {"material": row.material, "shape": row.shape}
