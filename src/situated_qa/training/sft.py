"""Supervised fine-tuning (SFT): a LoRA adapter that completes a question with its expression."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.training import checkpoints, lora
from situated_qa.training.base_model import Base, find_base, load_tokenizer
from situated_qa.training.batches import Encoded, encode_many, plan, tensors
from situated_qa.training.logits import AnswerHead, answer_head
from situated_qa.training.loop import Run, train
from situated_qa.training.samples import Sample, read_samples
from situated_qa.training.settings import TrainSettings
from situated_qa.training.setup import begin, describe, drawn, prepared
from situated_qa.training.workers import Group, run_workers

_DEV_BATCH = 16


class SftObjective:
    """Mean negative log-probability of the answer tokens of a batch."""

    def __init__(
        self, head: AnswerHead, samples: Sequence[Encoded], dev: Sequence[Encoded], kinds: Sequence[str], device: str
    ) -> None:
        """
        Args:
            dev: what is evaluated.
            kinds: of the dev samples, in the same order.
        """
        self._head, self._samples, self._dev, self._kinds, self._device = head, samples, dev, kinds, device

    def loss(self, indices: Sequence[int], batch: Sequence[int]) -> Any:
        """See `Objective.loss`: the mean is over all answer tokens of the batch, whichever worker has them."""
        scores, _, _ = self._head(tensors([self._samples[i] for i in indices], self._device))
        return -scores.sum() / sum(len(self._samples[i].answer) for i in batch)

    def evaluate(self, group: Group) -> dict[str, float]:
        """Loss per answer token, and how many answers are right as a whole.

        An answer whose every token is the most probable one is what greedy decoding would write.
        """
        import torch

        if not self._dev:
            return {}
        names = sorted(set(self._kinds))
        sums = torch.zeros(2, dtype=torch.float64)
        right = torch.zeros(len(names), dtype=torch.float64)
        mine = sorted(range(group.rank, len(self._dev), group.size), key=lambda i: len(self._dev[i]))
        with torch.no_grad():
            for start in range(0, len(mine), _DEV_BATCH):
                rows = mine[start : start + _DEV_BATCH]
                scores, hit, sample = self._head(tensors([self._dev[i] for i in rows], self._device))
                sums += torch.tensor([-float(scores.sum()), float(len(scores))], dtype=torch.float64)
                for place, i in enumerate(rows):
                    right[names.index(self._kinds[i])] += float(hit[sample == place].all())
        totals = group.total(torch.cat([sums, right]))
        counts: dict[str, int] = defaultdict(int)
        for kind in self._kinds:
            counts[kind] += 1
        figures = {"dev_loss": float(totals[0] / totals[1]), "dev_exact": float(totals[2:].sum()) / len(self._dev)}
        by_kind = {kind: [int(totals[2 + place]), counts[kind]] for place, kind in enumerate(names)}
        return {**figures, "dev_exact_by_kind": by_kind}  # type: ignore[dict-item]


def train_sft(
    data: Path,
    out: Path,
    settings: TrainSettings,
    *,
    base: str,
    dev: Path | None = None,
    start: Path | None = None,
    resume: bool = False,
) -> Path:
    """Train an adapter on a file of samples.

    Args:
        data, dev: JSON Lines of `Sample`.
        out: folder for the adapter, the journal and the state; see `checkpoints`.
        base: see `find_base`.
        start: an adapter to go on from; default a new one.
        resume: go on where a run in `out` was cut.

    Returns:
        the adapter's folder.

    Raises:
        TrainingError: something of this is missing or does not fit.
    """
    found = find_base(base)
    samples = list(read_samples(data))
    if not samples:
        raise TrainingError(f"{data} holds no sample")
    evaluated = drawn(list(read_samples(dev)) if dev else [], settings)
    used = (dev, len(evaluated)) if dev else None
    run = describe("sft", found, (data, len(samples)), used, start, settings)
    begin(out, run, resume)
    threads = settings.thread_count(len(os.sched_getaffinity(0)))
    run_workers(_work, settings.workers, threads, settings, found, samples, evaluated, out, start, resume)
    return out / checkpoints.ADAPTER


def encode_all(tokenizer: Any, samples: Sequence[Sample]) -> list[Encoded]:
    """Tokens of samples."""
    return encode_many(tokenizer, [sample.prompt for sample in samples], [sample.expression for sample in samples])


def _work(
    group: Group,
    settings: TrainSettings,
    base: Base,
    samples: list[Sample],
    dev: list[Sample],
    out: Path,
    start: Path | None,
    resume: bool,
) -> None:
    tokenizer = load_tokenizer(base)
    encoded = encode_all(tokenizer, samples)
    kept = [sample for sample in encoded if len(sample) <= settings.max_tokens]
    dev_encoded = encode_all(tokenizer, dev)
    adapted, device = prepared(settings, base, start)
    masters = lora.Masters(adapted)
    head = answer_head(adapted, [*kept, *dev_encoded], settings)
    steps = plan([len(sample) for sample in kept], settings)
    if not steps:
        raise TrainingError(f"no sample has at most {settings.max_tokens} tokens, or epochs are 0")
    if group.first:
        tokens = sum(len(sample) for sample in kept) / len(kept)
        print(
            f"{len(kept)} samples ({len(encoded) - len(kept)} left out as too long), {tokens:.1f} tokens on average, "
            f"{len(steps)} steps, {sum(value.numel() for value in masters.values)} weights",
            flush=True,
        )
    objective = SftObjective(head, kept, dev_encoded, [sample.kind for sample in dev], device)
    train(Run(settings, adapted, masters, objective, steps, out, resume), group)
