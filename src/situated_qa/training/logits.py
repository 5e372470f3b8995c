"""Log-probabilities of answers. The output layer is computed at answer tokens only, and over the tokens in use."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from situated_qa.training.batches import NO_LOSS, Encoded, Tensors
from situated_qa.training.settings import TrainSettings


def used_tokens(samples: Iterable[Encoded], vocabulary: int, others: int, seed: int) -> list[int]:
    """The tokens of the samples and `others` more, drawn by the seed; all of them where `others` is 0.

    The output layer of a small model is a quarter of its weights (152,000 tokens for Qwen2.5); the softmax over some
    thousands of tokens costs nothing, and those drawn keep the others' probabilities low.
    """
    if not others:
        return list(range(vocabulary))
    used = {token for sample in samples for token in (*sample.prompt, *sample.answer)}
    return sorted(used | set(random.Random(seed).sample(range(vocabulary), min(others, vocabulary))))


class AnswerHead:
    """Log-probabilities of the answers of a batch under an adapted model."""

    def __init__(self, model: Any, tokens: list[int]) -> None:
        """
        Args:
            model: a PEFT model around a causal language model.
            tokens: ids that the softmax covers, ascending; every token of every answer.
        """
        import torch

        self._model = model
        output = model.get_base_model().get_output_embeddings()
        self._places = torch.full((output.weight.shape[0],), -1, dtype=torch.long, device=output.weight.device)
        index = torch.tensor(tokens, device=output.weight.device)
        self._places[index] = torch.arange(len(tokens), device=output.weight.device)
        whole = len(tokens) == output.weight.shape[0]
        self._weight = output.weight.detach() if whole else output.weight.detach()[index].clone()

    def __call__(self, batch: Tensors) -> tuple[Any, Any, Any]:
        """Put a batch through the model.

        Returns:
            for all N answer tokens of the batch, sample after sample: log-probabilities (N), whether the token is the
            most probable one (N), and the index of its sample (N).
        """
        import torch

        body = self._model.get_base_model().model
        hidden = body(input_ids=batch.ids, attention_mask=batch.mask, use_cache=False).last_hidden_state[:, :-1]
        labels = batch.labels[:, 1:]
        answered = labels != NO_LOSS
        logits = (hidden[answered] @ self._weight.T).float()
        wanted = self._places[labels[answered]]
        scores = torch.log_softmax(logits, dim=-1).gather(1, wanted[:, None])[:, 0]
        rows = torch.arange(labels.shape[0], device=labels.device)[:, None].expand_as(labels)[answered]
        return scores, logits.argmax(dim=-1) == wanted, rows


def answer_head(model: Any, samples: Iterable[Encoded], settings: TrainSettings) -> AnswerHead:
    """The head for a run on these samples, those that are evaluated included."""
    vocabulary = model.get_base_model().get_output_embeddings().weight.shape[0]
    return AnswerHead(model, used_tokens(samples, vocabulary, settings.sampled_tokens, settings.seed))
