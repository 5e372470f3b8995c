"""A model that says what a recorded one said to the same request: for repeating a run without the model."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from situated_qa.errors import ModelCancelled, ModelError, ModelTimeout, ModelUnavailable, RecordError
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.recording import request_of, text_request_of
from situated_qa.llm.text_model import Continuation

_SHOWN = 60  # characters of a difference
_LIMITS = ("json_schema", "grammar", "max_tokens", "stop")
_TEXT_LIMITS = ("prompt", "grammar", "max_tokens", "stop")
_KINDS: dict[str, type[ModelError]] = {"ModelError": ModelError, "ModelTimeout": ModelTimeout}
_log = logging.getLogger(__name__)


class ReplayingModel:
    """`LanguageModel` from a file that `RecordingModel` wrote.

    A request is answered only if exactly it is on record: messages, schema, grammar, limits and stops. What was asked
    several times is answered in the recorded order, then as the last time. Recorded errors are raised again.
    """

    def __init__(self, path: Path) -> None:
        """
        Raises:
            ModelUnavailable: the file cannot be read.
            RecordError: a line is wrong, or the file holds no exchange or those of several models.
        """
        self._path = path
        self._lock = threading.Lock()
        self._exchanges: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
        models: dict[str, bool] = {}
        self.reads = False
        for number, exchange in _read(path):
            models[exchange["model"]] = bool(exchange["prefers_forms"])
            self.reads = self.reads or bool(exchange.get("reads", False))
            self._exchanges.setdefault(_key(exchange["request"]), []).append((number, exchange))
        if len(models) != 1:
            what = f"exchanges with several models: {', '.join(sorted(models))}" if models else "no exchange"
            raise RecordError(f"{path} holds {what}; it must hold those with one")
        ((model, prefers_forms),) = models.items()
        self.name = f"replay:{model}"
        self.prefers_forms = prefers_forms

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
        """See `LanguageModel.complete`. It takes no time; the seconds told are the recorded ones.

        Raises:
            RecordError: the request is not on record; names where it first differs from the most similar one.
        """
        reply = self._recorded(request_of(messages, json_schema, grammar, max_tokens, stop), cancelled)
        completion = _completion(reply)
        if on_text is not None and completion.text:
            on_text(completion.text)
        return completion

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
        """See `TextModel.continue_text`, and `complete`."""
        return _continuation(self._recorded(text_request_of(prompt, grammar, max_tokens, stop), cancelled))

    def _recorded(self, request: Mapping[str, Any], cancelled: Callable[[], bool] | None) -> Mapping[str, Any]:
        """The reply on record, as plain data."""
        if cancelled is not None and cancelled():
            raise ModelCancelled(f"{self.name}: nobody waits for the reply any more")
        with self._lock:
            queue = self._exchanges.get(_key(request))
            exchange = None if queue is None else (queue.pop(0) if len(queue) > 1 else queue[0])[1]
        if exchange is None:
            raise RecordError(self._missing(request))
        if "error" in exchange:
            raise _KINDS[exchange["error"]["kind"]](exchange["error"]["text"])
        reply: Mapping[str, Any] = exchange["reply"]
        return reply

    def warm_up(self, messages: Sequence[Message]) -> None:
        """A file needs none."""

    def close(self) -> None:
        """Nothing to free."""

    def _missing(self, request: Mapping[str, Any]) -> str:
        asked = _key(request)
        best = max(self._exchanges, key=lambda key: len(os.path.commonprefix([key, asked])))
        number = self._exchanges[best][0][0]
        where, recorded, wanted = _first_difference(json.loads(best), request, "request") or ("request", "", "")
        return (
            f"{self._path} has no such exchange; the most similar one, line {number}, differs at {where}: "
            f"recorded {recorded}, asked {wanted}. Prompts, scene or question are not those of the recording."
        )


def _completion(reply: Mapping[str, Any]) -> Completion:
    return Completion(**reply)


def _continuation(reply: Mapping[str, Any]) -> Continuation:
    lists = {name: tuple(reply.get(name, ())) for name in ("token_logprobs", "token_texts")}
    return Continuation(**{**reply, **lists})


def _key(request: Mapping[str, Any]) -> str:
    return json.dumps(request)


def _read(path: Path) -> list[tuple[int, Mapping[str, Any]]]:
    """(line number, exchange) of each line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelUnavailable(f"the recording {path} cannot be read: {error}") from error
    lines = data.split(b"\n")
    if lines.pop():  # a whole line ends in a line end
        _log.warning("%s: the last line is torn and is passed over", path)
    exchanges = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            exchange = json.loads(line.decode("utf-8", "surrogatepass"))
            exchanges.append((number, _checked(exchange)))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RecordError(f"{path}:{number} is no recorded exchange: {type(error).__name__}: {error}") from error
    return exchanges


def _checked(exchange: Any) -> Mapping[str, Any]:
    """The exchange, if it has what replaying needs.

    Raises:
        KeyError, TypeError, ValueError: it has not.
    """
    request = exchange["request"]
    if "prompt" in request:
        text_request_of(*map(request.__getitem__, _TEXT_LIMITS))
    else:
        messages = [Message(message["role"], message["content"]) for message in request["messages"]]
        request_of(messages, *map(request.__getitem__, _LIMITS))
    if not isinstance(exchange["model"], str) or not isinstance(exchange["prefers_forms"], bool):
        raise ValueError("model must be a name and prefers_forms true or false")
    if "error" in exchange:
        if exchange["error"]["kind"] not in _KINDS:
            raise ValueError(f"error.kind must be one of {', '.join(_KINDS)}")
        str(exchange["error"]["text"])
    elif not isinstance(
        (_continuation if "prompt" in request else _completion)(exchange["reply"]).text,
        str,
    ):
        raise ValueError("reply.text must be a text")
    return exchange  # type: ignore[no-any-return]


def _first_difference(recorded: Any, asked: Any, where: str) -> tuple[str, str, str] | None:
    """(place, recorded, asked) of the first difference of two JSON values; None if they are equal."""
    if isinstance(recorded, dict) and isinstance(asked, dict):
        for key in [*recorded, *(key for key in asked if key not in recorded)]:
            if key not in recorded or key not in asked:
                return f"{where}.{key}", _presence(recorded, key), _presence(asked, key)
            found = _first_difference(recorded[key], asked[key], f"{where}.{key}")
            if found:
                return found
        return None if list(recorded) == list(asked) else (where, f"the order {list(recorded)}", f"{list(asked)}")
    if isinstance(recorded, list) and isinstance(asked, list):
        for place, (one, other) in enumerate(zip(recorded, asked, strict=False)):
            found = _first_difference(one, other, f"{where}[{place}]")
            if found:
                return found
        if len(recorded) != len(asked):
            return where, f"{len(recorded)} entries", f"{len(asked)}"
        return None
    if isinstance(recorded, str) and isinstance(asked, str) and recorded != asked:
        place = len(os.path.commonprefix([recorded, asked]))
        begin = max(0, place - _SHOWN // 3)
        return f"{where}, character {place}", _shown(recorded[begin:]), _shown(asked[begin:])
    return None if recorded == asked and type(recorded) is type(asked) else (where, _shown(recorded), _shown(asked))


def _presence(value: Mapping[str, Any], key: str) -> str:
    return _shown(value[key]) if key in value else "nothing"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
