"""Parts of the building: floors, walls, ceilings."""

from __future__ import annotations

from situated_qa.perception.categories import STRUCTURE, facts_of


def is_structural(category: str) -> bool:
    """Whether objects of this category are part of the building.

    They stay in the graph, and can be asked for by name, but do not answer "what is on my left?".
    """
    return facts_of(category).part_of_building == STRUCTURE
