"""What writes expressions in the two-layer loop: the trained reader, or a model that is chatted with."""

from __future__ import annotations

from situated_qa.llm.client import LanguageModel, Message, expression_in
from situated_qa.llm.text_model import TextModel, reader_in
from situated_qa.reasoning.guided_expression import MAX_EXPRESSION_TOKENS, static_messages
from situated_qa.reasoning.reader.writing import write
from situated_qa.training.two_layers import Writer

TIMEOUT_S = 120.0


class ReaderWriter:
    """The trained reader. It knows nothing of feedback and writes the same again: one attempt is all it takes."""

    def __init__(self, model: TextModel) -> None:
        self._model = model

    def write(self, question: str, previous: str, feedback: str) -> str:
        """See `Writer.write`."""
        written = write(self._model.continue_text, question, previous)
        return written.expression or written.continuation.text


class ChatWriter:
    """A model that is told the functions of the language, and what came of its attempts."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def write(self, question: str, previous: str, feedback: str) -> str:
        """See `Writer.write`."""
        asked = f"The expression of the question before: {previous}\n" if previous else ""
        asked += f"Question: {question}"
        if feedback:
            asked += f"\nWritten before, and not right:\n{feedback}\nWrite another expression for the question."
        messages = (*static_messages(), Message("user", asked))
        reply = self._model.complete(messages, max_tokens=MAX_EXPRESSION_TOKENS, timeout_s=TIMEOUT_S)
        return expression_in(reply.text)


def writer_of(model: LanguageModel) -> Writer:
    """What suits a model: the prompt it was trained with, or a chat."""
    reader = reader_in(model)
    return ReaderWriter(reader) if reader is not None else ChatWriter(model)
