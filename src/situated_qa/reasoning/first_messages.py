"""The exact messages that a model would get for a question, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from situated_qa.errors import ModelUnavailable, SettingsError
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.no_model import NoModel
from situated_qa.llm.text_model import Continuation
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox


class _Listener(NoModel):
    """A model that keeps what it was asked first, and is not there."""

    name = "listener"
    prefers_forms = False

    def __init__(self, *, reads: bool) -> None:
        self.reads = reads
        self.heard: list[Message] = []

    def complete(self, messages: Sequence[Message], **_: Any) -> Completion:
        self.heard = self.heard or list(messages)
        raise ModelUnavailable("this model only listens")

    def continue_text(self, prompt: str, **_: Any) -> Continuation:
        return self.complete([Message("user", prompt)])  # type: ignore[return-value]  # it raises


def first_messages(scene: Any, question: Question, settings: ReasoningSettings | None = None) -> list[Message]:
    """What the question's strategy would send to a model first; a text that it would continue is a user's message.

    Args:
        scene: a `SituatedScene`.
        question: with the strategy wanted; the empty one means think-program-rectify.

    Raises:
        SettingsError: the question or an option of it is wrong.
    """
    model = _Listener(reads=question.strategy == "reader")
    with Sandbox() as sandbox:
        answer = Reasoner(model, sandbox, settings).answer(scene, question)
    if answer.status is AnswerStatus.BAD_REQUEST:
        raise SettingsError(answer.status_text)
    return model.heard
