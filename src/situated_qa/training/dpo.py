"""Direct preference optimization (DPO) of a fine-tuned adapter, with pairs of a right and a wrong expression.

The reference is the adapter that the run starts from; its log-probabilities are computed once, before the first step.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.training import checkpoints, lora
from situated_qa.training.base_model import Base, find_base, load_tokenizer
from situated_qa.training.batches import Encoded, encode, plan, tensors
from situated_qa.training.logits import AnswerHead, answer_head
from situated_qa.training.loop import Run, train
from situated_qa.training.pairs import DpoPair, read_pairs
from situated_qa.training.settings import TrainSettings
from situated_qa.training.setup import begin, describe, drawn, prepared
from situated_qa.training.workers import Group, run_workers

_REFERENCE_BATCH = 8


@dataclass(frozen=True, slots=True)
class EncodedPair:
    """Tokens of a pair: the same prompt with both answers."""

    chosen: Encoded
    rejected: Encoded

    def __len__(self) -> int:
        return len(self.chosen) + len(self.rejected)


def answer_logprobs(head: AnswerHead, samples: Sequence[Encoded], device: str) -> Any:
    """Log-probability of each sample's whole answer; shape (samples)."""
    import torch

    scores, _, rows = head(tensors(samples, device))
    return torch.zeros(len(samples), device=scores.device).index_add(0, rows, scores)


def dpo_losses(chosen: Any, rejected: Any, reference: Any, beta: float) -> Any:
    """The loss of each pair: -log sigmoid(beta * (margin - margin of the reference)); shape (pairs).

    Args:
        chosen, rejected: log-probabilities of the answers; shape (pairs).
        reference: the reference's `chosen - rejected`; shape (pairs).
    """
    import torch

    return -torch.nn.functional.logsigmoid(beta * (chosen - rejected - reference))


class DpoObjective:
    """Mean DPO loss of a batch of pairs, and, where it is weighted, the chosen answers' SFT loss."""

    def __init__(
        self,
        head: AnswerHead,
        pairs: Sequence[EncodedPair],
        dev: Sequence[EncodedPair],
        settings: TrainSettings,
        device: str,
        group: Group,
    ) -> None:
        """Computes the reference: the model has to hold the adapter that the run starts from."""
        self._head, self._pairs, self._dev, self._settings, self._device = head, pairs, dev, settings, device
        self._reference = self._margins(pairs, group)
        self._dev_reference = self._margins(dev, group)

    def loss(self, indices: Sequence[int], batch: Sequence[int]) -> Any:
        """See `Objective.loss`."""
        pairs = [self._pairs[i] for i in indices]
        chosen, rejected = self._answers(pairs)
        reference = self._reference[list(indices)].to(chosen.device)
        loss = dpo_losses(chosen, rejected, reference, self._settings.beta).sum() / len(batch)
        if self._settings.sft_weight:
            tokens = sum(len(self._pairs[i].chosen.answer) for i in batch)
            loss = loss - self._settings.sft_weight * chosen.sum() / tokens
        return loss

    def evaluate(self, group: Group) -> dict[str, float]:
        """Loss, how often the chosen answer is the more probable one, and the mean margin (nat)."""
        if not self._dev:
            return {}
        margins = self._margins(self._dev, group)
        zero = margins.new_zeros(margins.shape)
        losses = dpo_losses(margins, zero, self._dev_reference, self._settings.beta)
        return {
            "dev_loss": float(losses.mean()),
            "dev_preferred": float((margins > 0).float().mean()),
            "dev_margin": float(margins.mean()),
        }

    def _answers(self, pairs: Sequence[EncodedPair]) -> tuple[Any, Any]:
        """Log-probabilities of the chosen and of the rejected answers; all go through the model together."""
        both = answer_logprobs(self._head, [p.chosen for p in pairs] + [p.rejected for p in pairs], self._device)
        return both[: len(pairs)], both[len(pairs) :]

    def _margins(self, pairs: Sequence[EncodedPair], group: Group) -> Any:
        """Chosen minus rejected of each pair, float32 on the CPU, without gradients; the workers share the pairs."""
        import torch

        margins = torch.zeros(len(pairs))
        mine = sorted(range(group.rank, len(pairs), group.size), key=lambda i: len(pairs[i]))
        with torch.no_grad():
            for start in range(0, len(mine), _REFERENCE_BATCH):
                rows = mine[start : start + _REFERENCE_BATCH]
                chosen, rejected = self._answers([pairs[i] for i in rows])
                margins[rows] = (chosen - rejected).float().cpu()
        return group.total(margins)


def train_dpo(
    data: Path,
    out: Path,
    settings: TrainSettings,
    *,
    base: str,
    start: Path,
    dev: Path | None = None,
    resume: bool = False,
) -> Path:
    """Train an adapter on a file of pairs; returns the new adapter's folder.

    Args:
        data, dev: JSON Lines of `DpoPair`.
        start: the fine-tuned adapter, which is the reference too; its rank and scale stay.
        out, base, resume: as `train_sft`.

    Raises:
        TrainingError: something of this is missing or does not fit.
    """
    found = find_base(base)
    pairs = list(read_pairs(data))
    if not pairs:
        raise TrainingError(f"{data} holds no pair")
    same = next((pair for pair in pairs if pair.chosen == pair.rejected), None)
    if same is not None:
        raise TrainingError(f"{data}: chosen and rejected are the same for {same.question!r}")
    evaluated = drawn(list(read_pairs(dev)) if dev else [], settings)
    used = (dev, len(evaluated)) if dev else None
    begin(out, describe("dpo", found, (data, len(pairs)), used, start, settings), resume)
    threads = settings.thread_count(len(os.sched_getaffinity(0)))
    run_workers(_work, settings.workers, threads, settings, found, pairs, evaluated, out, start, resume)
    return out / checkpoints.ADAPTER


def encode_pair(tokenizer: Any, pair: DpoPair) -> EncodedPair:
    """Tokens of one pair."""
    prompt = reader_prompt(pair.question, pair.previous)
    chosen, rejected = (encode(tokenizer, prompt, answer) for answer in (pair.chosen, pair.rejected))
    return EncodedPair(chosen, rejected)


def _work(
    group: Group,
    settings: TrainSettings,
    base: Base,
    pairs: list[DpoPair],
    dev: list[DpoPair],
    out: Path,
    start: Path,
    resume: bool,
) -> None:
    tokenizer = load_tokenizer(base)
    encoded = [encode_pair(tokenizer, pair) for pair in pairs]
    kept = [pair for pair in encoded if max(len(pair.chosen), len(pair.rejected)) <= settings.max_tokens]
    dev_encoded = [encode_pair(tokenizer, pair) for pair in dev]
    steps = plan([len(pair) for pair in kept], settings)
    if not steps:
        raise TrainingError(f"no pair has at most {settings.max_tokens} tokens in both answers, or epochs are 0")
    adapted, device = prepared(settings, base, start)
    masters = lora.Masters(adapted)
    both = [half for pair in (*kept, *dev_encoded) for half in (pair.chosen, pair.rejected)]
    if group.first:
        print(f"{len(kept)} pairs ({len(encoded) - len(kept)} left out as too long), {len(steps)} steps", flush=True)
    adapted.eval()
    objective = DpoObjective(answer_head(adapted, both, settings), kept, dev_encoded, settings, device, group)
    train(Run(settings, adapted, masters, objective, steps, out, resume), group)
