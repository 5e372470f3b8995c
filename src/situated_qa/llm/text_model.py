"""Continuing a plain text, without a chat around it: what the trained reader of the question language needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from situated_qa.llm.client import LanguageModel

READER_NAME = "question-reader"
"""What the name of a model holds that was trained to write the question language: adapter, merged file or Modelfile."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """What a model continued a text with.

    Attributes:
        text: without the end token and without what a stop text cut off.
        token_logprobs: natural logarithm of the probability of each token, before the grammar ruled any out; empty
            where the runtime does not tell.
        token_texts: the tokens themselves, as many as there are log-probabilities, or none.
        finished: it ended by itself or at a stop text, not at `max_tokens`.
    """

    text: str
    token_logprobs: tuple[float, ...] = ()
    tokens: int = 0
    prompt_tokens: int = 0
    seconds: float = 0.0
    finished: bool = True
    token_texts: tuple[str, ...] = ()

    @property
    def logprob(self) -> float | None:
        """Of the whole text; None where the runtime does not tell."""
        return sum(self.token_logprobs) if self.token_logprobs else None


class TextModel(Protocol):
    """A model that continues plain text; safe to call from several threads."""

    name: str
    reads: bool  # whether it was trained to write the question language; see `READER_NAME`

    def continue_text(
        self,
        prompt: str,
        *,
        max_tokens: int = 160,
        grammar: str | None = None,
        stop: Sequence[str] = (),
        timeout_s: float = 60.0,
        cancelled: Callable[[], bool] | None = None,
    ) -> Continuation:
        """Continue a text with the most probable tokens.

        Args:
            prompt: given to the model as it is, without a chat template.
            grammar: GBNF that the continuation fits. A runtime without grammars leaves it out: check what comes back.
            stop, cancelled: as `LanguageModel.complete`.

        Raises:
            ModelError: as `LanguageModel.complete`.
        """
        ...

    def close(self) -> None:
        """End the requests that are under way and free what the model holds."""
        ...


def reader_in(model: LanguageModel) -> TextModel | None:
    """The same model as one that writes the question language; None where it was not trained to."""
    return model if getattr(model, "reads", False) else None  # type: ignore[return-value]
