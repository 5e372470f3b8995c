"""A model that says what a script tells it to: for tests, and for measuring everything but the model."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable, SettingsError
from situated_qa.llm.client import Completion, Message, schema_for
from situated_qa.llm.deadline import Deadline, wait_for
from situated_qa.llm.text_model import Continuation

_ERRORS = {"unavailable": ModelUnavailable, "timeout": ModelTimeout, "error": ModelError}
_FIELDS = ("match", "reply", "delay_s", "error", "logprobs")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script."""

    reply: str = ""
    match: str | None = None  # pattern sought in the last message; None: said once, in turn
    delay_s: float = 0.0  # time it takes
    error: str = ""  # "unavailable", "timeout" or "error": raised instead of a reply
    logprobs: tuple[float, ...] = ()  # of the tokens, where it continues a text


@dataclass(frozen=True, slots=True)
class Call:
    """What the model was asked."""

    messages: tuple[Message, ...]  # with their images
    max_tokens: int
    timeout_s: float
    json_schema: Mapping[str, Any] | None  # also the one in place of a grammar
    grammar: str | None
    stop: tuple[str, ...]


class ScriptedModel:
    """`LanguageModel` from a script. Lines with a pattern answer whatever fits, again and again, and go first; the
    others are said once, in turn. `calls` keeps what was asked. Loud when nothing fits.

    It is a `TextModel`, too: a text that it continues stands in `calls` as a user's message.
    """

    def __init__(
        self,
        lines: Sequence[str | Line],
        *,
        prefers_forms: bool = False,
        name: str = "scripted",
        reads: bool = False,
        answers: Callable[[Call], str | None] | None = None,
    ) -> None:
        """
        Args:
            answers: asked before the lines, and None leaves a call to them: for replies that depend on the images.
            reads: it passes for a model that was trained to write the question language.

        Raises:
            SettingsError: a line's pattern or error is wrong.
        """
        self.name = name
        self.prefers_forms = prefers_forms
        self.reads = reads
        self.calls: list[Call] = []
        script = [Line(line) if isinstance(line, str) else line for line in lines]
        for number, line in enumerate(script, 1):
            if line.error and line.error not in _ERRORS:
                raise SettingsError(f"line {number}: error must be one of {', '.join(_ERRORS)}, got {line.error!r}")
            try:
                re.compile(line.match or "")
            except re.error as error:
                raise SettingsError(f"line {number}: match {line.match!r} is no pattern: {error}") from error
        self._patterns = [line for line in script if line.match is not None]
        self._queue = [line for line in script if line.match is None]
        self._answers = answers
        self._lock = threading.Lock()
        self._closed = threading.Event()

    @classmethod
    def from_file(cls, path: Path) -> ScriptedModel:
        """Read one JSON object a line, `{"match": …, "reply": …, "delay_s": …, "error": …}`; all but one are optional.

        A first line `{"prefers_forms": true}` makes it answer as a small model would be asked, `{"reads": true}` as one
        that was trained to write the question language.

        Raises:
            ModelUnavailable: the file cannot be read.
            SettingsError: a line is wrong; names it.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelUnavailable(f"the script {path} cannot be read: {error}") from error
        lines: list[Line] = []
        size = {"prefers_forms": False, "reads": False}
        for number, raw in enumerate(text.splitlines(), 1):
            if not raw.strip():
                continue
            try:
                entry = json.loads(raw)
            except ValueError as error:
                raise SettingsError(f"{path}:{number}: no JSON: {error}") from error
            if isinstance(entry, dict) and entry and set(entry) <= set(size):
                size.update({name: bool(value) for name, value in entry.items()})
                continue
            if not isinstance(entry, dict) or not entry or not set(entry) <= set(_FIELDS):
                raise SettingsError(f"{path}:{number}: must be an object with {', '.join(_FIELDS)}")
            lines.append(Line(**{**entry, "logprobs": tuple(entry.get("logprobs", ()))}))
        return cls(lines, name=f"scripted:{path.name}", prefers_forms=size["prefers_forms"], reads=size["reads"])

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
        """See `LanguageModel.complete`. The reply is one piece; its length is not looked at."""
        schema = schema_for(json_schema, grammar)
        call = Call(tuple(messages), max_tokens, timeout_s, schema, grammar, tuple(stop))
        text, line = self._say(call, cancelled)
        if on_text is not None and text:
            on_text(text)
        return Completion(text=text, seconds=line.delay_s)

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
        """See `TextModel.continue_text`. The grammar is not looked at."""
        call = Call((Message("user", prompt),), max_tokens, timeout_s, None, grammar, tuple(stop))
        text, line = self._say(call, cancelled)
        return Continuation(text, tuple(line.logprobs), tokens=len(line.logprobs), seconds=line.delay_s)

    def _say(self, call: Call, cancelled: Callable[[], bool] | None) -> tuple[str, Line]:
        """What the script says to a call, and the line that says so."""
        last = call.messages[-1].content if call.messages else ""
        said = self._answers(call) if self._answers is not None else None
        with self._lock:
            self.calls.append(call)
            if said is not None:
                return said, Line(said)
            line = next((p for p in self._patterns if re.search(p.match or "", last)), None)
            if line is None and self._queue:
                line = self._queue.pop(0)
        if line is None:
            raise ModelError(f"{self.name}: the script has no reply to {last[-200:]!r}")
        if line.delay_s > 0.0:
            over = time.monotonic() + line.delay_s
            wait_for(
                lambda seconds: self._closed.wait(seconds) or time.monotonic() >= over,
                Deadline(call.timeout_s, self.name),
                cancelled,
            )
        if line.error:
            raise _ERRORS[line.error](f"{self.name}: {line.reply or line.error}")
        text = line.reply
        for end in call.stop:
            text = text.partition(end)[0]
        return text, line

    def warm_up(self, messages: Sequence[Message]) -> None:
        """A script needs none."""

    def close(self) -> None:
        """End any delay."""
        self._closed.set()
