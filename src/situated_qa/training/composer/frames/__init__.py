"""The grammar's texts; the notation is told in `productions`."""

from situated_qa.training.composer.frames import (
    asks,
    choices,
    follow_ups,
    looks,
    places,
    rooms,
    sets,
    sizes,
    unanswerable,
    views,
    words,
)

TEXTS = (
    words.TEXT, places.TEXT, views.TEXT, asks.TEXT, looks.TEXT, sizes.TEXT, choices.TEXT, sets.TEXT, rooms.TEXT,
    unanswerable.TEXT, follow_ups.TEXT,
)  # fmt: skip
"""One for each module."""
