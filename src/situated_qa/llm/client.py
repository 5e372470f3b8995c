"""What the package asks of a language model, whoever runs it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from situated_qa.errors import ModelError


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat. Only models that see take images; others refuse the request."""

    role: Literal["system", "user", "assistant"]
    content: str
    images: tuple[bytes, ...] = ()  # JPEG files, after the text

    def to_dict(self) -> dict[str, Any]:
        """The message as plain data, with the sha256 of each image in its place."""
        plain: dict[str, Any] = {"role": self.role, "content": self.content}
        if self.images:
            plain["images"] = [hashlib.sha256(image).hexdigest() for image in self.images]
        return plain


def plain_chat(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The chat as OpenAI's API takes it, with the marks of chat templates broken up and images as data URLs.

    Runtimes read marks such as `<|im_end|>` wherever they stand, so that a question or the name of an object could
    end its own turn and speak as the system.
    """
    return [{"role": m.role, "content": _parts(without_marks(m.content), m.images)} for m in messages]


def without_marks(text: str) -> str:
    """A text with the marks of chat templates broken up."""
    return _MARK.sub(_broken, text)


def in_base64(image: bytes) -> str:
    """An image as servers take it in JSON."""
    return base64.b64encode(image).decode("ascii")


def _parts(text: str, images: Sequence[bytes]) -> str | list[dict[str, Any]]:
    if not images:
        return text
    urls = [f"data:image/jpeg;base64,{in_base64(image)}" for image in images]
    return [{"type": "text", "text": text}, *({"type": "image_url", "image_url": {"url": url}} for url in urls)]


_MARK = re.compile(
    r"<\|[^|<>]{1,40}\|>|<</?SYS>>|</?s>|<(?:start|end)_of_turn>|<\uff5c|\[/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS)\]"
)


def _broken(mark: re.Match[str]) -> str:
    return f"{mark.group()[0]} {mark.group()[1:]}"


EXPRESSION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"expression": {"type": "string"}},
    "required": ["expression"],
    "additionalProperties": False,
}
"""What takes the place of a grammar where a runtime knows JSON schemas only."""


def schema_for(json_schema: Mapping[str, Any] | None, grammar: str | None) -> Mapping[str, Any] | None:
    """The schema that a runtime without grammars is given.

    Raises:
        ModelError: both are set.
    """
    if grammar is None:
        return json_schema
    if json_schema is not None:
        raise ModelError("a reply follows a json_schema or a grammar; both were given")
    return EXPRESSION_SCHEMA


def expression_in(reply: str) -> str:
    """The expression of a reply that was asked for under a grammar: the text itself, or the one in its JSON."""
    try:
        found = json.loads(reply)
    except ValueError:
        return reply.strip()
    expression = found.get("expression") if isinstance(found, dict) else None
    return expression.strip() if isinstance(expression, str) else reply.strip()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model replied."""

    text: str  # without the model's thoughts
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cached_tokens: int = 0  # of the prompt, not evaluated again; 0 where the runtime does not tell
    note: str = ""  # what a person should know of how it came about; "" if nothing


class LanguageModel(Protocol):
    """A chat model; safe to call from several threads (implementations queue where the runtime cannot share)."""

    name: str
    prefers_forms: bool  # True for small models, which write an expression better than Python

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
    ) -> Completion:
        """Continue the chat.

        Args:
            messages: the chat so far, the static part first so that a runtime can keep it cached.
            max_tokens: of the reply, which ends there; a server that goes on is cut off. A model that thinks gets more,
                as `LLMSettings` says.
            json_schema: the reply must be JSON that fits this schema; None means free text.
            grammar: the reply must be a text of this grammar (GBNF); not beside `json_schema`. A runtime that knows no
                such grammar is given `EXPRESSION_SCHEMA`, and the reply is JSON: see `expression_in`.
            stop: texts at which the reply ends; they are not part of it.
            on_text: called with each piece of the reply as it arrives, from another thread; not with thoughts.
            cancelled: asked several times a second; once it is true, generation ends for good: the embedded model stops
                at the next token, a server's connection is closed. So it does when the calling thread is interrupted.

        Raises:
            ModelUnavailable: no server, no file, no such model.
            ModelTimeout: no reply within `timeout_s`.
            ModelCancelled: `cancelled` became true.
            ModelError: anything else that left no usable reply.
        """
        ...

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Evaluate a static prefix now, so that the first question does not pay for it. May do nothing."""
        ...

    def close(self) -> None:
        """End the requests that are under way and free what the model holds."""
        ...
