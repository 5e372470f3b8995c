"""Models that are asked, one after the other, for attributes that are not recorded, such as material or state.

    recorded with the object → a look at its picture, where a model that sees is set up → each model of
    `AttributeSettings.models` → "not known: … was not observed"

A model of one's own is a class on the Python path, named `module:Class`; it is called with the settings and has the
attributes of `AttributeModel`. Colors and lengths are measured, not asked.

The model `typical` knows usual materials and shapes of categories, from shares in the knowledge table and words in
data/material_words.json; its answers are marked with "usually". States (open, on, made) are never guessed, nor colors.
"""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import NamedTuple, Protocol

from situated_qa.errors import SettingsError
from situated_qa.knowledge import Category, categories
from situated_qa.scene.graph import ObjectNode
from situated_qa.settings import check_settings, setting
from situated_qa.situated.attributes import NOT_KNOWN, best_candidate
from situated_qa.situated.categories import STEPS, find_categories

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AttributeOpinion:
    """What a model thinks of one attribute of one object."""

    value: str  # one of the candidates where there were any
    confidence: float  # 0 … 1
    source: str  # for a person: where it is from, e.g. "my_model, frame 12"; without a value: why there is none
    when: str = ""  # how long ago it was seen, in words: "12 s ago"; "" where that is not known


class Told(NamedTuple):
    """What the models say of an attribute."""

    answer: str  # in the candidates' words where there were any; starts with `NOT_KNOWN` where they cannot tell
    remark: str  # for a person: where it is from; "" where there is nothing to say
    when: str = ""  # how long ago it was seen, in words; "" where nobody looked


CANNOT_TELL = "I cannot tell from here"
"""What a look says that did not show what was asked."""


class AttributeModel(Protocol):
    """Tells attributes of objects.

    Attributes:
        name: for messages.
        observes: whether its opinions come from looking at the very object. One that does not only knows what such
            things are like: its answers say so, and it is not asked in a scene where this attribute was observed of
            other objects, because there "not known" is the better answer.
    """

    name: str
    observes: bool

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> AttributeOpinion | None:
        """Its opinion; None where it has none.

        Args:
            attribute: "material", "shape", "state", or whatever a question names.
            candidates: values to choose from; None where any value will do.
        """
        ...


class Looker(AttributeModel, Protocol):
    """An attribute model that looks at pictures of the very object while a question waits; made for one question.

    Its opinion may lack a value, and says why then.
    """

    def look(self, node: ObjectNode, question: str, candidates: Sequence[str] | None = None) -> AttributeOpinion:
        """Its answer to any question about an object."""
        ...


@dataclass(frozen=True, slots=True)
class AttributeSettings:
    """Who is asked for attributes that are not recorded, and from when on an opinion is an answer.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    models: tuple = setting(
        ("typical",), "attribute models, asked in this order: typical, module:Class of a plug-in, none"
    )
    least_confidence: float = setting(0.8, "an opinion below this is no answer", minimum=0.0, maximum=1.0)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class AttributeModels:
    """The models in the order in which they are asked."""

    models: tuple[AttributeModel, ...] = ()
    settings: AttributeSettings = field(default_factory=AttributeSettings)
    looker: Looker | None = None  # asked before the models; None where no model sees

    def look(self, node: ObjectNode, question: str) -> Told:
        """The answer to any question about an object by its picture, or that it cannot be told, and why."""
        if self.looker is None:
            return Told(f"{NOT_KNOWN}: no model that sees is set up", "")
        return self._looked(self.looker.look(node, question), question.rstrip("?. "))

    def looked_for(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> Told | None:
        """An attribute by a look at the object's picture; None where no model sees."""
        if self.looker is None:
            return None
        asked = f"whether the {node.category} is {' or '.join(candidates)}" if candidates else f"its {attribute}"
        return self._looked(self.looker.describe(node, attribute, candidates), asked)

    def _looked(self, opinion: AttributeOpinion | None, asked: str) -> Told:
        if opinion is None or not opinion.value:
            why = opinion.source if opinion is not None else "the picture does not show it"
            return Told(f"{NOT_KNOWN}: {CANNOT_TELL} ({asked}): {why}", "")
        return Told(opinion.value, f"{asked}: {opinion.value}, from {opinion.source}", opinion.when)

    def describe(
        self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None, observed_elsewhere: bool
    ) -> Told | None:
        """The first opinion that is sure enough, in the candidates' words, and a remark on where it is from.

        Without candidates, the answer of a model that did not look says so: "usually glass: not observed".

        Args:
            observed_elsewhere: whether this attribute is recorded of other objects in the scene.

        Returns:
            None where no model has an opinion. A model that fails has none, which is logged.
        """
        looked = self.looked_for(node, attribute, candidates)
        if looked is not None and not looked.answer.startswith(NOT_KNOWN):
            return looked
        for model in self.models:
            if observed_elsewhere and not model.observes:
                continue
            try:
                opinion = model.describe(node, attribute, candidates)
            except Exception:  # whatever a plug-in raises, the question goes on with what else is known
                _log.exception("attribute model %s failed at the %s of %s", model.name, attribute, node.category)
                continue
            if opinion is None or not opinion.value or not opinion.confidence >= self.settings.least_confidence:
                continue
            value = best_candidate(opinion.value, candidates) if candidates else opinion.value
            if value is None:
                continue
            if model.observes:
                remark = f"{attribute} of the {node.category}: {value}, from {opinion.source}"
                return Told(value, remark, opinion.when)
            answer = value if candidates else f"usually {value}: not observed"
            return Told(answer, f"{attribute} of the {node.category}: usually {value}, not observed")
        return looked


def make_attribute_models(settings: AttributeSettings) -> AttributeModels:
    """The models that `settings` name, ready to be asked.

    Raises:
        SettingsError: no such model, or the plug-in is none; the text names it and what would be right.
    """
    names = [name for name in settings.models if name not in ("", "none")]
    return AttributeModels(tuple(_make(name, settings) for name in names), settings)


def _make(name: str, settings: AttributeSettings) -> AttributeModel:
    if name == "typical":
        return TypicalAttributes()
    module_name, colon, class_name = name.partition(":")
    if not colon:
        raise SettingsError(f"unknown attribute model {name!r}; known: typical, module:Class of a plug-in, none")
    try:
        factory = getattr(importlib.import_module(module_name), class_name)
    except ImportError as error:
        raise SettingsError(f"attribute model {name!r}: cannot import {module_name!r}: {error}") from error
    except AttributeError as error:
        raise SettingsError(f"attribute model {name!r}: {module_name!r} has no {class_name!r}") from error
    model = factory(settings)
    missing = [part for part in ("name", "observes", "describe") if not hasattr(model, part)]
    if missing:
        raise SettingsError(f"attribute model {name!r} is not an AttributeModel: it lacks {', '.join(missing)}")
    return model


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
