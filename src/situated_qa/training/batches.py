"""Samples as tokens, and the order in which they are trained on.

A prompt and its answer are tokenized apart and joined: at run time llama.cpp tokenizes the prompt alone, and the model
continues it. Only answer tokens carry loss.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.training.settings import TrainSettings

NO_LOSS = -100
"""Label of a token that carries no loss."""
_CHUNK_BATCHES = 32


@dataclass(frozen=True, slots=True)
class Encoded:
    """A prompt and its answer as token ids; the answer ends with the end token."""

    prompt: tuple[int, ...]
    answer: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.answer)


def encode(tokenizer: Any, prompt: str, answer: str) -> Encoded:
    """Tokens of one prompt and its answer.

    Raises:
        TrainingError: the tokenizer has no end token.
    """
    return encode_many(tokenizer, [prompt], [answer])[0]


def encode_many(tokenizer: Any, prompts: Sequence[str], answers: Sequence[str]) -> list[Encoded]:
    """Tokens of prompts and their answers, all texts at once: tokenizers then use all cores.

    Raises:
        TrainingError: the tokenizer has no end token.
    """
    if tokenizer.eos_token_id is None:
        raise TrainingError("the tokenizer of the base model has no end token (eos_token)")
    if not prompts:
        return []
    start = () if tokenizer.bos_token_id is None or not _adds_start(tokenizer) else (tokenizer.bos_token_id,)
    before, after = (tokenizer(list(texts), add_special_tokens=False)["input_ids"] for texts in (prompts, answers))
    end = tokenizer.eos_token_id
    return [Encoded((*start, *one), (*two, end)) for one, two in zip(before, after, strict=True)]


def _adds_start(tokenizer: Any) -> bool:
    """Whether the model's prompts begin with a start token, which llama.cpp then adds too."""
    first: list[int] = tokenizer("a")["input_ids"]
    return bool(first) and first[0] == tokenizer.bos_token_id


def plan(lengths: Sequence[int], settings: TrainSettings) -> list[list[int]]:
    """Which samples each step takes; the same for the same lengths and settings.

    Samples of about the same length come together, but only within a stretch of a few hundred shuffled ones, so that
    whatever a time limit cuts off is a random part of the data.

    Returns:
        indices into `lengths` for each step; the last batch of an epoch may be smaller.
    """
    steps: list[list[int]] = []
    left = settings.epochs * len(lengths)
    epoch = 0
    while left >= 1.0 and not (settings.max_steps and len(steps) >= settings.max_steps):
        draw = random.Random(f"{settings.seed}/{epoch}")
        order = draw.sample(range(len(lengths)), len(lengths))[: round(left)]
        size = _CHUNK_BATCHES * settings.batch
        for start in range(0, len(order), size):
            # A few tokens of chance in the length, else a sample would meet the same others in each epoch.
            stretch = sorted(order[start : start + size], key=lambda i: lengths[i] + 4.0 * draw.random())
            batches = [stretch[i : i + settings.batch] for i in range(0, len(stretch), settings.batch)]
            draw.shuffle(batches)
            steps += batches
        left -= len(order)
        epoch += 1
    return steps[: settings.max_steps] if settings.max_steps else steps


def share(batch: Sequence[int], rank: int, workers: int, most: int = 0) -> list[list[int]]:
    """What one worker takes of a batch, in parts of at most `most` samples (0: in one part)."""
    mine = list(batch[rank::workers])
    size = most or max(1, len(mine))
    return [mine[i : i + size] for i in range(0, len(mine), size)]


@dataclass(frozen=True, slots=True)
class Tensors:
    """A batch of padded samples; torch tensors of shape (samples, tokens)."""

    ids: Any
    mask: Any  # 1 where a token is, 0 where padding is
    labels: Any  # the token itself in answers, NO_LOSS elsewhere


def tensors(samples: Iterable[Encoded], device: str = "cpu") -> Tensors:
    """Pad samples on the right to the longest one."""
    import torch

    rows = list(samples)
    longest = max(len(row) for row in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.long)
    labels = torch.full((len(rows), longest), NO_LOSS, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row.prompt + row.answer)
        mask[i, : len(row)] = 1
        labels[i, len(row.prompt) : len(row)] = torch.tensor(row.answer)
    return Tensors(ids.to(device), mask.to(device), labels.to(device))
