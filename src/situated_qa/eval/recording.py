"""A sandbox and a model that keep what happened during one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from situated_qa.errors import ModelError
from situated_qa.llm.client import Completion, LanguageModel, Message
from situated_qa.llm.text_model import Continuation
from situated_qa.reasoning.sandbox import RunResult, Sandbox


class RecordingSandbox(Sandbox):
    """A sandbox that keeps the results of the current question."""

    results: list[RunResult]

    def check_and_run(
        self, program: str, tools: Any, *, time_limit_s: float | None = None, guest: bool = False
    ) -> RunResult:
        """As `Sandbox.check_and_run`."""
        result = super().check_and_run(program, tools, time_limit_s=time_limit_s, guest=guest)
        self.results.append(result)
        return result


class RecordingModel:
    """A model that counts tokens and keeps its last error, for the current question."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.name = model.name
        self.prefers_forms = model.prefers_forms
        self.reads = bool(getattr(model, "reads", False))
        self.start()

    def start(self) -> None:
        """Begin a question."""
        self.prompt_tokens = self.completion_tokens = self.cached_tokens = 0
        self.error: ModelError | None = None

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        timeout_s: float = 60.0,
        json_schema: Mapping[str, Any] | None = None,
        stop: Sequence[str] = (),
        **more: Any,
    ) -> Completion:
        """As `LanguageModel.complete`."""
        try:
            completion = self._model.complete(
                messages, max_tokens=max_tokens, timeout_s=timeout_s, json_schema=json_schema, stop=stop, **more
            )
        except ModelError as error:
            self.error = error
            raise
        self.prompt_tokens += completion.prompt_tokens
        self.completion_tokens += completion.completion_tokens
        self.cached_tokens += completion.cached_tokens
        return completion

    def continue_text(self, prompt: str, **options: Any) -> Continuation:
        """As `TextModel.continue_text`; only where the model is one."""
        model: Any = self._model
        try:
            continuation: Continuation = model.continue_text(prompt, **options)
        except ModelError as error:
            self.error = error
            raise
        self.prompt_tokens += continuation.prompt_tokens
        self.completion_tokens += continuation.tokens
        return continuation

    def warm_up(self, messages: Sequence[Message]) -> None:
        """As `LanguageModel.warm_up`."""
        self._model.warm_up(messages)

    def close(self) -> None:
        """As `LanguageModel.close`."""
        self._model.close()
