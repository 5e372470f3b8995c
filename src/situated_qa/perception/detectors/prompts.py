"""What a detector with an open vocabulary is told to look for."""

from __future__ import annotations

from situated_qa.knowledge import categories, household
from situated_qa.perception.detector import DetectorSettings


def wanted_prompts(settings: DetectorSettings) -> tuple[str, ...]:
    """The names to look for: those of the settings, else the household names of the category table; none twice.

    Categories that never become objects (`excluded_categories`) are left out.
    """
    names = settings.prompts or household_names()
    return tuple(dict.fromkeys(name for name in names if name not in settings.excluded_categories))


def household_names() -> tuple[str, ...]:
    """What most homes have, by the knowledge table, with the people and animals that move in them; in order."""
    rows = [*household(), *(row for row in categories() if row.moves)]
    return tuple(sorted({row.name for row in rows if not row.part_of_building}))
