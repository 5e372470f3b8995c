"""How a name that a model gave stands to the detector's votes: the surer one is the category, the other one stays."""

from __future__ import annotations

from collections.abc import Sequence

from situated_qa.situated.categories import STEPS, find_categories

UNKNOWN_KIND = "object"
"""The category of what no detector named; any usable name goes before it."""

_SAME_THING = [(how, step) for how, step in STEPS if how in ("exact", "plural", "alias")]


def ranked(
    category: str, confidence: float, alternatives: Sequence[tuple[str, float]], name: str, name_confidence: float
) -> tuple[str, tuple[tuple[str, float], ...]]:
    """The category and the alternatives, best first, once a described name is among them.

    Args:
        category, confidence: the detector's best name, and how sure it is, 0 … 1.
        alternatives: its others, with their shares.
        name, name_confidence: the described one, and how sure the model is.
    """
    others = dict(alternatives)
    known = find_categories(name, [category, *others], _SAME_THING)
    if known is not None:
        name = known.categories[0]
    if name == category:
        return category, tuple(alternatives)
    if category == UNKNOWN_KIND or name_confidence > confidence:
        others.pop(name, None)
        if category != UNKNOWN_KIND:
            others[category] = confidence
        category = name
    else:
        others[name] = max(name_confidence, others.get(name, 0.0))
    return category, tuple(sorted(others.items(), key=lambda pair: (-pair[1], pair[0])))
