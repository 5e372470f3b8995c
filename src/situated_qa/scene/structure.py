"""Parts of the building: floors, walls, ceilings."""

from __future__ import annotations

from situated_qa.perception.categories import CATEGORIES, STRUCTURE, facts_of_head_noun

STRUCTURAL = frozenset(name for name, facts in CATEGORIES.items() if facts.part_of_building == STRUCTURE)
"""Categories that stay in the graph, and can be asked for by name, but do not answer "what is on my left?"."""


def is_structural(category: str) -> bool:
    """Whether objects of this category are part of the building."""
    return facts_of_head_noun(category).part_of_building == STRUCTURE
