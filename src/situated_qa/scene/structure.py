"""What a room is made of rather than furnished with."""

from __future__ import annotations

STRUCTURAL = frozenset({"floor", "wall", "ceiling", "roof", "ground", "room", "beam"})
"""Categories that stay in the graph, and can be asked for by name, but are nobody's answer to "what is on my left?"."""


def is_structural(category: str) -> bool:
    """Whether objects of this category are part of the building."""
    words = category.lower().replace("_", " ").split()
    last = words[-1] if words else ""
    return last in STRUCTURAL or last.rstrip("s") in STRUCTURAL
