"""From a wording with places for slots to a question's text."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def pick(wordings: Sequence[str], split: str, rng: np.random.Generator) -> str:
    """One of the wordings; the last is for `test` alone."""
    return wordings[int(rng.integers(len(wordings) - (split != "test")))]


def filled(wording: str, slots: Mapping[str, Any]) -> str:
    """The wording with its slots filled, beginning with a capital letter."""
    names = {name for _, name, _, _ in string.Formatter().parse(wording) if name}
    words = {name: slots[name]["text"] if isinstance(slots[name], Mapping) else slots[name] for name in names}
    text = wording.format(**words)
    return text[0].upper() + text[1:]
