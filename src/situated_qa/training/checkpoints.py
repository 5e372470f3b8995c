"""What a run leaves in its folder, so that it can be cut at any time and go on exactly as if it had not been.

OUT/run.json        settings, base model, sha256 of the data; OUT/adapter/   the adapter in PEFT's form
OUT/journal.jsonl   losses, a line per step and evaluation;   OUT/state.pt   weights and optimizer, to resume
OUT/loss.png        the curve of the losses
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.training.lora import Masters

STATE = "state.pt"
JOURNAL = "journal.jsonl"
RUN = "run.json"
ADAPTER = "adapter"


@dataclass
class Position:
    """Where a run is."""

    step: int = 0  # steps that are done
    elapsed_s: float = 0.0
    samples: int = 0  # samples that are done
    smooth_loss: float | None = None
    extra: dict[str, Any] = field(default_factory=dict)


def save_state(folder: Path, masters: Masters, optimizer: Any, position: Position) -> None:
    """Write what `load_state` needs, as a whole or not at all."""
    import torch

    part = folder / (STATE + ".part")
    state = {"names": masters.names, "weights": masters.values, "optimizer": optimizer.state_dict()}
    torch.save({**state, "position": vars(position)}, part)
    part.replace(folder / STATE)


def load_state(folder: Path, masters: Masters, optimizer: Any) -> Position:
    """Set weights and optimizer to those of the last checkpoint.

    Raises:
        TrainingError: there is none, or it belongs to another adapter.
    """
    import torch

    path = folder / STATE
    try:
        state = torch.load(path, weights_only=True)
    except OSError as error:
        raise TrainingError(f"nothing to resume: {path} cannot be read ({error})") from error
    if state["names"] != masters.names:
        raise TrainingError(f"{path} belongs to an adapter on other layers; train in another folder")
    masters.load(state["weights"])
    optimizer.load_state_dict(state["optimizer"])
    return Position(**state["position"])


def write_run(folder: Path, run: Mapping[str, Any]) -> None:
    """Write what the run is, as a whole or not at all."""
    part = folder / (RUN + ".part")
    part.write_text(json.dumps(run, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(folder / RUN)


def check_same_run(folder: Path, run: Mapping[str, Any]) -> None:
    """Whether a run that resumes is the one that began here.

    Raises:
        TrainingError: names what differs.
    """
    path = folder / RUN
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise TrainingError(f"nothing to resume: {path} cannot be read ({error})") from error
    for part in ("stage", "base", "data", "start", "fingerprint"):
        if before.get(part) != run.get(part):
            raise TrainingError(
                f"{folder} began with {part} {before.get(part)!r}, now it is {run.get(part)!r}; "
                "give what it began with, or another folder"
            )


def append(folder: Path, line: Mapping[str, Any]) -> None:
    """Add a line to the journal."""
    with (folder / JOURNAL).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def read_journal(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of the journal; one that was cut short ends it."""
    path = folder / JOURNAL
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                return


def cut_journal(folder: Path, step: int) -> None:
    """Drop the lines after the last checkpoint; the steps are done again."""
    kept = [line for line in read_journal(folder) if line["step"] <= step]
    part = folder / (JOURNAL + ".part")
    part.write_text("".join(json.dumps(line) + "\n" for line in kept), encoding="utf-8")
    part.replace(folder / JOURNAL)
