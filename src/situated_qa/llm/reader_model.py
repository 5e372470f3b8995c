"""The embedded default: a trained reader that continues texts, and the model that it was trained from for chats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from situated_qa.llm.client import Completion, Message
from situated_qa.llm.llama_cpp import LlamaCppModel
from situated_qa.llm.text_model import Continuation


class ReaderModel:
    """`TextModel` and `LanguageModel` of two files; each is loaded when it is first used.

    Questions are read by the reader alone. Who names a strategy that chats has both in memory.
    """

    reads = True

    def __init__(self, reader: LlamaCppModel, chats: LlamaCppModel) -> None:
        """
        Args:
            reader: continues texts; its name is the model's.
            chats: completes chats.
        """
        self._reader, self._chats = reader, chats
        self.name = reader.name
        self.prefers_forms = chats.prefers_forms

    def continue_text(self, prompt: str, **options: Any) -> Continuation:
        """See `TextModel.continue_text`."""
        return self._reader.continue_text(prompt, **options)

    def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """See `LanguageModel.complete`."""
        return self._chats.complete(messages, **options)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """See `LanguageModel.warm_up`."""
        self._chats.warm_up(messages)

    def close(self) -> None:
        """See `LanguageModel.close`."""
        self._reader.close()
        self._chats.close()
