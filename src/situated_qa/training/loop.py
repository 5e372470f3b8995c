"""The loop of every kind of training: steps, checkpoints, evaluations, time limit, resuming."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from situated_qa.training import checkpoints
from situated_qa.training.batches import share
from situated_qa.training.checkpoints import Position
from situated_qa.training.curves import draw_losses
from situated_qa.training.lora import Masters
from situated_qa.training.reporting import Reporter
from situated_qa.training.schedule import learning_rate, progress
from situated_qa.training.settings import TrainSettings
from situated_qa.training.workers import Group

_SMOOTH = 0.95


class Objective(Protocol):
    """What is trained: a loss that is a sum over samples, so that workers can share a batch."""

    def loss(self, indices: Sequence[int], batch: Sequence[int]) -> Any:
        """What `indices` contribute to the mean loss of the whole `batch`; a scalar to differentiate."""

    def evaluate(self, group: Group) -> dict[str, float]:
        """Figures on dev samples, with a `dev_loss`; the workers share the samples. Empty where there are none."""


@dataclass(frozen=True)
class Run:
    """One run: its model, its order of samples, its folder."""

    settings: TrainSettings
    model: Any
    masters: Masters
    objective: Objective
    steps: list[list[int]]  # samples of each step
    folder: Path
    resume: bool = False
    clock: Callable[[], float] = time.monotonic


def train(run: Run, group: Group) -> Position:
    """Train until the steps or the time are over; the adapter, the journal and the curve lie in the folder then."""
    import torch

    settings, masters = run.settings, run.masters
    optimizer = torch.optim.AdamW(masters.values, lr=settings.lr, weight_decay=settings.weight_decay)
    position = Position()
    if run.resume:
        position = checkpoints.load_state(run.folder, masters, optimizer)
        if group.first:
            checkpoints.cut_journal(run.folder, position.step)
    masters.publish()
    run.model.train()
    reporter = Reporter(settings, len(run.steps), position, enabled=group.first)
    limit_s = 60.0 * settings.minutes
    saved_s = evaluated_s = position.elapsed_s
    before_s, start_s = position.elapsed_s, run.clock()
    saved_step = position.step
    while position.step < len(run.steps) and not (limit_s and position.elapsed_s >= limit_s):
        batch = run.steps[position.step]
        rate = learning_rate(settings, position.step, len(run.steps), position.elapsed_s)
        loss, now_s = _step(run, group, batch, lambda: before_s + run.clock() - start_s)
        for part in optimizer.param_groups:
            part["lr"] = rate
        if settings.clip:
            torch.nn.utils.clip_grad_norm_(masters.values, settings.clip)
        optimizer.step()
        masters.publish()
        smooth = position.smooth_loss
        position.smooth_loss = loss if smooth is None else _SMOOTH * smooth + (1.0 - _SMOOTH) * loss
        position.step += 1
        position.samples += len(batch)
        position.elapsed_s = now_s
        if group.first:
            line = {"step": position.step, "loss": round(loss, 6), "lr": rate, "elapsed_s": round(now_s, 2)}
            checkpoints.append(run.folder, {**line, "samples": position.samples})
            reporter.step(position, progress(settings, position.step, len(run.steps), now_s))
        if settings.dev_minutes and now_s - evaluated_s >= 60.0 * settings.dev_minutes:
            _evaluate(run, group, position, reporter)
            evaluated_s = now_s
        if settings.checkpoint_minutes and now_s - saved_s >= 60.0 * settings.checkpoint_minutes:
            _save(run, group, optimizer, position)
            saved_s, saved_step = now_s, position.step
    if position.step != saved_step or not run.resume:
        _save(run, group, optimizer, position)
    _evaluate(run, group, position, reporter)
    if group.first:
        draw_losses(run.folder)
    reporter.close()
    return position


def _step(run: Run, group: Group, batch: list[int], elapsed_s: Callable[[], float]) -> tuple[float, float]:
    """Gradients of one batch, summed over the workers, in the masters; the batch's mean loss, and the common clock."""
    import torch

    mean = 0.0
    for part in share(batch, group.rank, group.size, run.settings.micro_batch):
        loss = run.objective.loss(part, batch)
        loss.backward()
        mean += float(loss.detach())
    gradients = run.masters.take_gradients()
    # The clocks of the workers differ: they must agree on when to stop.
    told = torch.tensor([mean, elapsed_s() / group.size], device=gradients.device)
    total = group.total(torch.cat([gradients, told]))
    run.masters.set_gradients(total[:-2])
    return float(total[-2]), float(total[-1])


def _evaluate(run: Run, group: Group, position: Position, reporter: Reporter) -> None:
    run.model.eval()
    figures = run.objective.evaluate(group)
    run.model.train()
    if figures and group.first:
        elapsed_s = round(position.elapsed_s, 2)
        checkpoints.append(run.folder, {"step": position.step, "elapsed_s": elapsed_s, **figures})
        reporter.evaluation(position, figures)


def _save(run: Run, group: Group, optimizer: Any, position: Position) -> None:
    """Write the adapter and what resuming needs. Both are float32, so that a resumed run goes on bit for bit."""
    if group.first:
        run.masters.save(run.model, run.folder / checkpoints.ADAPTER)
        checkpoints.save_state(run.folder, run.masters, optimizer, position)
        draw_losses(run.folder)
