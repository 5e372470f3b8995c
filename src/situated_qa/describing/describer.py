"""One picture in, a description out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from situated_qa.describing.prompts import describing
from situated_qa.describing.replies import DESCRIPTION_SCHEMA, Description, read_description
from situated_qa.describing.settings import DescriberSettings
from situated_qa.llm.client import LanguageModel


class Describer(Protocol):
    """Names and describes what a picture shows.

    Attributes:
        name: for people: "seen by NAME".
    """

    name: str

    def describe(
        self, picture: bytes, category: str, *, cancelled: Callable[[], bool] | None = None
    ) -> Description:
        """
        Args:
            picture: a JPEG, the thing in its middle.
            category: what it was taken for so far; "" for nothing.
            cancelled: asked several times a second; once it is true, the description is no longer wanted.

        Raises:
            ModelUnavailable: the model is not there now.
            ModelError: it gave no usable description of this picture.
        """
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class ModelDescriber:
    """`Describer` by a language model that sees."""

    def __init__(self, model: LanguageModel, settings: DescriberSettings) -> None:
        self.name = model.name
        self._model, self._settings = model, settings

    def describe(
        self, picture: bytes, category: str, *, cancelled: Callable[[], bool] | None = None
    ) -> Description:
        """See `Describer.describe`."""
        reply = self._model.complete(
            describing(picture, category),
            max_tokens=self._settings.max_tokens,
            timeout_s=self._settings.timeout_s,
            json_schema=DESCRIPTION_SCHEMA,
            cancelled=cancelled,
        )
        return read_description(reply.text)

    def close(self) -> None:
        """See `Describer.close`."""
        self._model.close()
