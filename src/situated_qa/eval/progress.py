"""A progress bar on stderr."""

from __future__ import annotations

import sys
from typing import Any


def progress_bar(items: Any, total: int, what: str, unit: str, show: bool, done: int = 0) -> Any:
    """The items with a bar that counts them; as they are where `show` is False."""
    if not show:
        return items
    from tqdm import tqdm

    return tqdm(items, total=total, initial=done, desc=what, unit=unit, file=sys.stderr)
