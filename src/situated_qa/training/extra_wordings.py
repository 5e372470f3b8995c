"""More wordings of the basic kinds of questions, for `train` alone; the kinds themselves have three each."""

from __future__ import annotations

EXTRA: dict[str, tuple[str, ...]] = {}
