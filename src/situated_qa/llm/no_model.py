"""No model at all: for a robot that answers by patterns alone, and for what needs no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from situated_qa.errors import ModelUnavailable
from situated_qa.llm.client import Completion, Message

NO_MODEL = "none"
"""The name of the model that is none: it is never asked, and questions are answered without one."""


class NoModel:
    """`LanguageModel` that has nothing to say: asking it is a `ModelUnavailable`, warming it up is nothing."""

    name = NO_MODEL
    prefers_forms = True

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        timeout_s: float = 60.0,
        json_schema: Mapping[str, Any] | None = None,
        grammar: str | None = None,
        stop: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        **_: Any,
    ) -> Completion:
        """See `LanguageModel.complete`; never replies."""
        raise ModelUnavailable("no language model is set up (its spec is none)")

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to free."""
