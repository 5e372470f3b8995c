"""How long the stages of a frame took."""

from __future__ import annotations

import time


def lap(since: float) -> tuple[float, float]:
    """Seconds since `since`, and the time now."""
    now = time.perf_counter()
    return now - since, now
