"""Keep every exchange with a model in a file, so that a run can be audited, and repeated without the model.

One JSON object a line, each by itself:

    {"model": "ollama:qwen2.5-coder:7b", "prefers_forms": false, "timeout_s": 90.0,
     "request": {"messages": [{"role": "user", "content": "…"}], "json_schema": null, "grammar": null,
                 "max_tokens": 768, "stop": []},
     "reply": {"text": "…", "prompt_tokens": 812, "completion_tokens": 40, "cached_tokens": 790, "seconds": 2.31}}

A message with images has `"images": ["SHA256", …]`: the images themselves are not kept. An exchange that ended in a
`ModelTimeout` or `ModelError` has `"error": {"kind": …, "text": …}` in place of the reply. A text that was continued is
`{"request": {"prompt": "…", …}}`, and its reply has `"token_logprobs"` in place of some counts. One that was cancelled,
or for which there was no model, is none and is not kept.
"""

from __future__ import annotations

import dataclasses
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from situated_qa.errors import ModelCancelled, ModelError, ModelUnavailable, RecordError
from situated_qa.llm.client import Completion, LanguageModel, Message
from situated_qa.llm.text_model import Continuation

Reply = TypeVar("Reply", Completion, Continuation)


def request_of(
    messages: Sequence[Message],
    json_schema: Mapping[str, Any] | None,
    grammar: str | None,
    max_tokens: int,
    stop: Sequence[str],
) -> dict[str, Any]:
    """All of a request that a reply depends on, as plain data; the order of the keys is part of the format."""
    return {
        "messages": [message.to_dict() for message in messages],
        "json_schema": None if json_schema is None else dict(json_schema),
        "grammar": grammar,
        "max_tokens": max_tokens,
        "stop": list(stop),
    }


def text_request_of(prompt: str, grammar: str | None, max_tokens: int, stop: Sequence[str]) -> dict[str, Any]:
    """The same for a text that is continued."""
    return {"prompt": prompt, "grammar": grammar, "max_tokens": max_tokens, "stop": list(stop)}


class RecordingModel:
    """`LanguageModel` that hands everything on to another one and appends each exchange to a file.

    The file goes on where it ended, so a run that was killed can be resumed; a last line torn by the kill is removed.
    """

    def __init__(self, model: LanguageModel, path: Path) -> None:
        """
        Args:
            path: the file; made with the first exchange.

        Raises:
            RecordError: its folder is not there, or it holds exchanges with another model.
        """
        self.name = model.name
        self.prefers_forms = model.prefers_forms
        self.reads = bool(getattr(model, "reads", False))
        self._model = model
        self._path = path
        self._lock = threading.Lock()
        if not path.parent.is_dir():
            raise RecordError(f"{path} cannot be written: there is no folder {path.parent}")
        if path.exists():
            _check_same_model(path, model.name)

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
        """See `LanguageModel.complete`.

        Raises:
            RecordError: the exchange cannot be written.
        """
        return self._kept(
            request_of(messages, json_schema, grammar, max_tokens, stop),
            timeout_s,
            lambda: self._model.complete(
                messages,
                max_tokens=max_tokens,
                timeout_s=timeout_s,
                json_schema=json_schema,
                grammar=grammar,
                stop=stop,
                on_text=on_text,
                cancelled=cancelled,
            ),
        )

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
        """See `TextModel.continue_text`; only where the model is one.

        Raises:
            RecordError: the exchange cannot be written.
        """
        model: Any = self._model
        return self._kept(
            text_request_of(prompt, grammar, max_tokens, stop),
            timeout_s,
            lambda: model.continue_text(
                prompt, max_tokens=max_tokens, grammar=grammar, stop=stop, timeout_s=timeout_s, cancelled=cancelled
            ),
        )

    def _kept(self, request: Mapping[str, Any], timeout_s: float, ask: Callable[[], Reply]) -> Reply:
        """The model's reply, once the exchange is written."""
        kept: dict[str, Any] = {
            "model": self.name,
            "prefers_forms": self.prefers_forms,
            **({"reads": True} if self.reads else {}),
            "timeout_s": timeout_s,
            "request": request,
        }
        try:
            reply = ask()
        except (ModelCancelled, ModelUnavailable):
            raise
        except ModelError as error:
            self._write({**kept, "error": {"kind": type(error).__name__, "text": str(error)}})
            raise
        self._write({**kept, "reply": dataclasses.asdict(reply)})
        return reply

    def warm_up(self, messages: Sequence[Message]) -> None:
        """As the model's; it is no exchange."""
        self._model.warm_up(messages)

    def close(self) -> None:
        """As the model's."""
        self._model.close()

    def _write(self, exchange: Mapping[str, Any]) -> None:
        line = (json.dumps(exchange, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
        try:
            with self._lock, self._path.open("a+b") as file:
                _drop_torn_line(file)
                file.write(line)
        except OSError as error:
            raise RecordError(f"the exchange with {self.name} cannot be kept in {self._path}: {error}") from error


def _drop_torn_line(file: Any) -> None:
    """Cut the file after its last line end."""
    end = file.seek(0, os.SEEK_END)
    if end == 0:
        return
    file.seek(end - 1)
    if file.read(1) == b"\n":
        return
    file.seek(0)
    file.truncate(file.read().rfind(b"\n") + 1)


def _check_same_model(path: Path, name: str) -> None:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            first = file.readline()
        if not first.endswith("\n"):
            return  # empty, or torn in its first line
        recorded = json.loads(first)["model"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path} is there and is no recording of a model: {type(error).__name__}: {error}") from error
    if recorded != name:
        raise RecordError(f"{path} holds exchanges with {recorded}; {name} needs a file of its own")
