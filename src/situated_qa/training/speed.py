"""How fast this machine trains, measured on a few steps."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from situated_qa.errors import TrainingError
from situated_qa.training.checkpoints import read_journal
from situated_qa.training.samples import Sample, write_samples
from situated_qa.training.settings import TrainSettings
from situated_qa.training.sft import train_sft

_WARM_STEPS = 2


@dataclass(frozen=True, slots=True)
class Speed:
    """What a run of `steps` steps took, without its first two."""

    steps: int
    samples: int
    seconds: float

    def __str__(self) -> str:
        per_step, per_minute = self.seconds / self.steps, 60.0 * self.samples / self.seconds
        return f"{self.steps} steps: {per_step:.2f} s/step, {per_minute:.0f} samples/min"


def measure(base: str, settings: TrainSettings, steps: int, data: Path | None = None) -> Speed:
    """Train for a few steps in a temporary folder.

    Args:
        steps: that count; two more are made before them.
        data: samples to train on; default plain ones of about 40 tokens.

    Raises:
        TrainingError: the data has too few samples.
    """
    several = dataclasses.replace(
        settings, max_steps=steps + _WARM_STEPS, epochs=1000.0, minutes=0.0, checkpoint_minutes=0.0, dev_minutes=0.0
    )
    with tempfile.TemporaryDirectory(prefix="situated_qa_speed_") as folder:
        if data is None:
            data = Path(folder) / "train.jsonl"
            write_samples(data, plain_samples(several.batch * (steps + _WARM_STEPS)))
        train_sft(data, Path(folder) / "run", several, base=base)
        lines = [line for line in read_journal(Path(folder) / "run") if "lr" in line]
    if len(lines) <= _WARM_STEPS:
        raise TrainingError(f"only {len(lines)} steps could be made; give more samples")
    first, last = lines[_WARM_STEPS - 1], lines[-1]
    return Speed(
        last["step"] - first["step"], last["samples"] - first["samples"], last["elapsed_s"] - first["elapsed_s"]
    )


_THINGS: Sequence[str] = ("chair", "floor lamp", "sofa", "desk", "book shelf")


def plain_samples(count: int) -> list[Sample]:
    """Questions of the usual length, in a few shapes."""
    found = []
    for i in range(count):
        one, two = _THINGS[i % 5], _THINGS[(i // 5 + 1 + i) % 5]
        question = f"How many {one}s are to the left of the {two} that is closest to the window?"
        expression = f'count(every("{one}", left_of=the("{two}", nearest_to=the("window"))))'
        found.append(Sample(question, expression, "count", "composer", "speed"))
    return found
