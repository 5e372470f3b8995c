"""A model behind an Ollama server, through the official client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Completion, Message, in_base64, schema_for, without_marks
from situated_qa.llm.deadline import Deadline, OpenRequests, cutting_hooks, within
from situated_qa.llm.settings import LLMSettings, is_small
from situated_qa.llm.text_model import READER_NAME, Continuation
from situated_qa.llm.thinking import OFF, Reply, Visible, with_room, without_thoughts

CONNECT_TIMEOUT_S = 5.0
WARM_UP_TIMEOUT_S = 600.0
LEVELS_FAMILY = "gptoss"
"""Family of models that take "low", "medium" or "high", and cannot be told not to think; others take true or false."""


class OllamaModel:
    """`LanguageModel` over Ollama's `/api/chat`, `TextModel` over `/api/generate`; safe to use from several threads."""

    def __init__(self, model: str, url: str, settings: LLMSettings | None = None) -> None:
        """
        Args:
            model: as `ollama list` shows it, e.g. "qwen2.5-coder:7b".
            url: of the server, e.g. "http://127.0.0.1:11434". It is not contacted yet.

        Raises:
            ModelUnavailable: the client library is not installed.
        """
        try:
            import ollama  # noqa: F401  said at once, not with the first question
        except ImportError as error:
            raise ModelUnavailable(f"the ollama client is not installed: {error}") from error
        self.name = f"ollama:{model}"
        self.prefers_forms = is_small(model)
        self.reads = READER_NAME in model
        self._model = model
        self._url = url
        self._settings = settings or LLMSettings()
        self._requests = OpenRequests(self.name)
        self._think: bool | str | None = None  # what to send; None: nothing, for the model or the server knows no such
        self._think_known = False
        self._thinks = False  # it thinks, whether it was told to or not: it needs the tokens for it

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
        """See `LanguageModel.complete`."""
        schema = schema_for(json_schema, grammar)

        def work(deadline: Deadline) -> Completion:
            self._learn_to_think(deadline)
            extra = self._settings.thinking_tokens
            tokens = max_tokens + (extra if self._thinks else 0)
            request = self._request(messages, schema, stop)
            return with_room(lambda most: self._chat(request, most, deadline, on_text), tokens, extra, self.name)

        with self._requests.open(timeout_s) as deadline:
            return within(deadline, lambda: work(deadline), cancelled)

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
        """See `TextModel.continue_text`. The server knows no grammar; servers before 0.12 tell no probabilities."""
        request = {
            "model": self._model,
            "prompt": prompt,
            "raw": True,
            "logprobs": True,
            "keep_alive": self._keep_alive(),
            "stream": True,
            "options": {
                "num_ctx": self._settings.num_ctx,
                "seed": self._settings.seed,
                "temperature": 0.0,
                "num_predict": max_tokens,
                "stop": list(stop),
            },
        }
        with self._requests.open(timeout_s) as deadline:
            return within(deadline, lambda: self._generate(request, max_tokens, deadline), cancelled)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Load the model and evaluate the prefix."""

        def work(deadline: Deadline) -> None:
            self._learn_to_think(deadline)  # it changes how the prompt begins
            self._chat(self._request(messages, None, ()), 1, deadline, None)

        with self._requests.open(WARM_UP_TIMEOUT_S) as deadline:
            within(deadline, lambda: work(deadline))

    def _request(
        self, messages: Sequence[Message], json_schema: Mapping[str, Any] | None, stop: Sequence[str]
    ) -> dict[str, Any]:
        options: dict[str, Any] = {
            # Without it the server cuts the prompt at 4,096 tokens and does not say so.
            "num_ctx": self._settings.num_ctx,
            "seed": self._settings.seed,
            "temperature": self._settings.temperature,
        }
        if stop:
            options["stop"] = list(stop)
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [_message(message) for message in messages],
            "options": options,
            "keep_alive": self._keep_alive(),
            "stream": True,  # so that a request that ran out of time can stop
        }
        if self._think is not None:
            request["think"] = self._think
        if json_schema is not None:
            request["format"] = dict(json_schema)
        return request

    def close(self) -> None:
        """End the requests that are under way."""
        self._requests.close()

    def _keep_alive(self) -> str | int:
        text = self._settings.keep_alive
        return int(text) if text.lstrip("-").isdigit() else text

    def _learn_to_think(self, deadline: Deadline) -> None:
        """Ask the server once whether the model can think. One that does not tell is too old to take `think`."""
        import httpx
        import ollama

        if self._think_known:
            return
        try:
            with closing(self._client(deadline)) as client:
                about = client.show(self._model)
        except (ollama.ResponseError, ConnectionError, httpx.HTTPError, httpx.InvalidURL, ValueError, TypeError):
            return  # the chat meets the same trouble and says so
        self._think_known = True
        if "thinking" not in (about.capabilities or ()):
            return
        effort = self._settings.thinking
        if about.details is not None and about.details.family == LEVELS_FAMILY:
            self._think = "low" if effort == OFF else effort
        else:
            self._think = effort != OFF
        self._thinks = bool(self._think)

    def _client(self, deadline: Deadline) -> Any:
        import httpx
        import ollama

        timeout = httpx.Timeout(deadline.remaining_s(), connect=min(CONNECT_TIMEOUT_S, deadline.remaining_s()))
        local = not self._url.startswith("https://")  # needs neither certificates nor, on a robot, a proxy
        return ollama.Client(
            host=self._url, timeout=timeout, trust_env=not local, verify=not local, event_hooks=cutting_hooks(deadline)
        )

    def _chat(
        self,
        request: Mapping[str, Any],
        max_tokens: int,
        deadline: Deadline,
        on_text: Callable[[str], None] | None,
    ) -> Reply:
        asked = {**request, "options": {**request["options"], "num_predict": max_tokens}}
        start, parts, last, overlong = time.monotonic(), [], None, False
        visible, thought = Visible(), False
        with self._named_errors(), closing(self._client(deadline)) as client, closing(client.chat(**asked)) as stream:
            for last in stream:
                if deadline.passed():
                    raise deadline.error()
                parts.append(last.message.content or "")
                thought = thought or bool(last.message.thinking)
                shown = visible.feed(parts[-1])
                if on_text is not None and shown:
                    on_text(shown)
                overlong = len(parts) > max_tokens + 1  # the last piece may be empty
                if overlong and not last.done:
                    break  # a piece is a token or more: the server does not stop by itself
        if last is None or not (last.done or overlong):
            raise ModelError(f"{self.name}: the reply broke off after {len(''.join(parts))} characters")
        if on_text is not None and visible.end():
            on_text(visible.end())
        completion = Completion(
            text=without_thoughts("".join(parts)),
            prompt_tokens=last.prompt_eval_count or 0,
            completion_tokens=last.eval_count or (len(parts) if overlong else 0),
            seconds=time.monotonic() - start,
        )
        thought = thought or visible.thought
        self._thinks = self._thinks or thought
        return Reply(completion, cut=overlong or last.done_reason == "length", thought=thought)

    def _generate(self, request: Mapping[str, Any], max_tokens: int, deadline: Deadline) -> Continuation:
        start, last = time.monotonic(), None
        parts: list[str] = []
        logprobs: list[float] = []
        with (
            self._named_errors(),
            closing(self._client(deadline)) as client,
            closing(client.generate(**request)) as stream,
        ):
            for last in stream:
                if deadline.passed():
                    raise deadline.error()
                parts.append(last.response or "")
                logprobs += [token.logprob for token in last.logprobs or () if token.logprob is not None]
                if len(parts) > max_tokens + 1:
                    break  # the server does not stop by itself
        if last is None or not (last.done or len(parts) > max_tokens):
            raise ModelError(f"{self.name}: the reply broke off after {len(''.join(parts))} characters")
        return Continuation(
            text="".join(parts),
            token_logprobs=tuple(logprobs),
            tokens=last.eval_count or len(parts),
            prompt_tokens=last.prompt_eval_count or 0,
            seconds=time.monotonic() - start,
            finished=bool(last.done) and last.done_reason != "length",
        )

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Turns what the client raises into errors of this package."""
        import httpx
        import ollama

        try:
            yield
        except ollama.ResponseError as error:
            raise self._refusal(error) from error
        except (ConnectionError, httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ModelUnavailable(f"no Ollama server answers at {self._url}: {error}") from error
        except httpx.TimeoutException as error:
            raise ModelTimeout(f"{self.name} gave no reply in time") from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise ModelError(f"{self.name}: the reply broke off or was no reply: {error}") from error

    def _refusal(self, error: Any) -> ModelError:
        status, text = error.status_code, str(error.error)
        if status == 404:
            return ModelUnavailable(f"no {self._model!r} at {self._url} ({text}); try: ollama pull {self._model}")
        if status in (502, 503):
            return ModelUnavailable(f"the Ollama server at {self._url} is overloaded or down ({status}): {text}")
        if status in (408, 504):
            return ModelTimeout(f"{self.name} ({status}): {text}")
        return ModelError(f"{self.name}{f' ({status})' if status > 0 else ''}: {text}")


def _message(message: Message) -> dict[str, Any]:
    """A message as Ollama takes it: its images stand beside the text."""
    plain: dict[str, Any] = {"role": message.role, "content": without_marks(message.content)}
    if message.images:
        plain["images"] = [in_base64(image) for image in message.images]
    return plain
