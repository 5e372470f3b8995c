"""Parts of the building (floors, walls, ceilings), and things without a name: what "how many things" leaves out."""

from __future__ import annotations

from situated_qa.perception.categories import OBJECT, STRUCTURE, facts_of


def is_unnamed(category: str) -> bool:
    """Whether objects of this category are things that stand there and nobody could name."""
    return category == OBJECT


def is_structural(category: str) -> bool:
    """Whether objects of this category are part of the building.

    They stay in the graph, and can be asked for by name, but do not answer "what is on my left?".
    """
    return facts_of(category).part_of_building == STRUCTURE
