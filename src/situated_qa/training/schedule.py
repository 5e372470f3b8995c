"""How far a run is, and the learning rate that follows from it."""

from __future__ import annotations

import math

from situated_qa.training.settings import TrainSettings


def progress(settings: TrainSettings, step: int, total_steps: int, elapsed_s: float) -> float:
    """How far a run is, 0 to 1: by its steps or by its time limit, whichever is farther."""
    by_steps = step / total_steps if total_steps else 1.0
    by_time = elapsed_s / (60.0 * settings.minutes) if settings.minutes else 0.0
    return min(1.0, max(by_steps, by_time))


def learning_rate(settings: TrainSettings, step: int, total_steps: int, elapsed_s: float) -> float:
    """The rate of one step: a linear rise, then a cosine down to `final_lr`, over what the time limit leaves.

    Args:
        step: counted from 0.
        total_steps: that the data and the settings give, without the time limit.
        elapsed_s: seconds trained so far.
    """
    warm = max(settings.warmup_steps, math.ceil(settings.warmup * total_steps), 1)
    done = progress(settings, step, total_steps, elapsed_s)
    cosine = settings.final_lr + (1.0 - settings.final_lr) * (0.5 + 0.5 * math.cos(math.pi * done))
    return settings.lr * min(1.0, (step + 1) / warm) * cosine
