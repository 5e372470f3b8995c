"""What every kind of training does before its first step: the run's folder, the model on its device, its adapter."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, TypeVar

from situated_qa.downloads import sha256
from situated_qa.errors import TrainingError
from situated_qa.training import checkpoints, lora
from situated_qa.training.base_model import Base, libraries, load_model
from situated_qa.training.settings import AUTO, TrainSettings

T = TypeVar("T")


def describe(
    stage: str,
    base: Base,
    data: tuple[Path, int],
    dev: tuple[Path, int] | None,
    start: Path | None,
    settings: TrainSettings,
) -> dict[str, Any]:
    """What run.json says of a run.

    Args:
        data, dev: a file and how many samples of it are used.
        start: the adapter that the run goes on from.

    Raises:
        TrainingError: `start` holds no adapter.
    """
    return {
        "stage": stage,
        "base": base.name,
        "data": _file(*data),
        "dev": _file(*dev) if dev else None,
        "start": sha256(lora.weights_file(start)) if start else None,
        "fingerprint": settings.fingerprint(),
        "minutes": settings.minutes,
        "workers": settings.workers,
        "torch": libraries()[0].__version__,
    }


def _file(path: Path, samples: int) -> dict[str, Any]:
    return {"name": path.name, "sha256": sha256(path), "samples": samples}


def begin(out: Path, run: dict[str, Any], resume: bool) -> None:
    """Make the run's folder, or check that it is the right one to go on in.

    Raises:
        TrainingError: a new run would overwrite one, or the one that resumes is another.
    """
    if resume:
        checkpoints.check_same_run(out, run)
        return
    if (out / checkpoints.RUN).exists():
        raise TrainingError(f"{out} holds a run already; go on with --resume, or name another folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    checkpoints.write_run(out, run)


def drawn(rows: list[T], settings: TrainSettings) -> list[T]:
    """The dev samples that are evaluated."""
    count = min(settings.dev_samples, len(rows))
    return random.Random(settings.seed).sample(rows, count)


def device_of(settings: TrainSettings) -> str:
    """Where the model lies: "cpu" or "cuda"."""
    import torch

    if settings.device == AUTO:
        return "cuda" if torch.cuda.is_available() and settings.workers == 1 else "cpu"
    return settings.device


def prepared(settings: TrainSettings, base: Base, start: Path | None) -> tuple[Any, str]:
    """The base model with an adapter (a new one, or `start`) where it is to be trained, and the name of that device."""
    device = device_of(settings)
    model = load_model(base, "bfloat16" if settings.dtype == AUTO else settings.dtype).to(device)
    if settings.gradient_checkpointing:
        model.gradient_checkpointing_enable()
        model.enable_input_require_grads()
    adapted = lora.load(model, start, trainable=True) if start else lora.attach(model, settings, base.name)
    return adapted, device
