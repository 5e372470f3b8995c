"""The losses of a run as a picture."""

from __future__ import annotations

from pathlib import Path

from situated_qa.training.checkpoints import read_journal

CURVE = "loss.png"
_SMOOTH = 0.95


def draw_losses(folder: Path) -> Path | None:
    """Draw the journal of a run into its folder; None where matplotlib or a first step is missing."""
    lines = list(read_journal(folder))
    steps = [line for line in lines if "loss" in line]
    evaluations = [line for line in lines if "dev_loss" in line]
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    if not steps:
        return None
    figure = Figure(figsize=(8.0, 4.5), layout="constrained")
    axes = figure.subplots()
    minutes = [line["elapsed_s"] / 60.0 for line in steps]
    losses = [line["loss"] for line in steps]
    axes.plot(minutes, losses, color="0.8", linewidth=0.8, label="batch")
    smooth: list[float] = []
    for loss in losses:
        smooth.append(loss if not smooth else _SMOOTH * smooth[-1] + (1.0 - _SMOOTH) * loss)
    axes.plot(minutes, smooth, color="C0", label="mean of about 20 batches")
    if evaluations:
        times = [line["elapsed_s"] / 60.0 for line in evaluations]
        axes.plot(times, [line["dev_loss"] for line in evaluations], "o-", color="C1", label="dev")
    axes.set_yscale("log")
    axes.set_xlabel("training time (min)")
    axes.set_ylabel("loss per answer token (nat)")
    axes.legend()
    axes.grid(alpha=0.3)
    path = folder / CURVE
    figure.savefig(path, dpi=120)
    return path
