"""A model behind an Ollama server, through the official client."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Completion, Message, plain_chat
from situated_qa.llm.deadline import Deadline, OpenRequests, cutting_hooks, within
from situated_qa.llm.spec import LLMSettings, is_small

CONNECT_TIMEOUT_S = 5.0
WARM_UP_TIMEOUT_S = 600.0


class OllamaModel:
    """`LanguageModel` over Ollama's `/api/chat`; safe to use from several threads."""

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
        self._model = model
        self._url = url
        self._settings = settings or LLMSettings()
        self._requests = OpenRequests(self.name)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        timeout_s: float = 60.0,
        json_schema: Mapping[str, Any] | None = None,
        stop: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Completion:
        """See `LanguageModel.complete`."""
        options: dict[str, Any] = {
            # Without it the server cuts the prompt at 4,096 tokens and does not say so.
            "num_ctx": self._settings.num_ctx,
            "seed": self._settings.seed,
            "temperature": self._settings.temperature,
            "num_predict": max_tokens,
        }
        if stop:
            options["stop"] = list(stop)
        request: dict[str, Any] = {
            "model": self._model,
            "messages": plain_chat(messages),
            "options": options,
            "keep_alive": self._keep_alive(),
            "stream": True,  # so that a request that ran out of time can stop
        }
        if json_schema is not None:
            request["format"] = dict(json_schema)
        with self._requests.open(timeout_s) as deadline:
            return within(deadline, lambda: self._chat(request, deadline, on_text), cancelled)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Load the model and evaluate the prefix."""
        self.complete(messages, max_tokens=1, timeout_s=WARM_UP_TIMEOUT_S)

    def close(self) -> None:
        """End the requests that are under way."""
        self._requests.close()

    def _keep_alive(self) -> str | int:
        text = self._settings.keep_alive
        return int(text) if text.lstrip("-").isdigit() else text

    def _chat(
        self, request: Mapping[str, Any], deadline: Deadline, on_text: Callable[[str], None] | None
    ) -> Completion:
        import httpx
        import ollama

        start, parts, last, overlong = time.monotonic(), [], None, False
        timeout = httpx.Timeout(deadline.remaining_s(), connect=min(CONNECT_TIMEOUT_S, deadline.remaining_s()))
        local = not self._url.startswith("https://")  # needs neither certificates nor, on a robot, a proxy
        try:
            client = ollama.Client(
                host=self._url,
                timeout=timeout,
                trust_env=not local,
                verify=not local,
                event_hooks=cutting_hooks(deadline),
            )
            with closing(client), closing(client.chat(**request)) as stream:
                for last in stream:
                    if deadline.passed():
                        raise deadline.error()
                    parts.append(last.message.content or "")
                    if on_text is not None and parts[-1]:
                        on_text(parts[-1])
                    overlong = len(parts) > request["options"]["num_predict"] + 1  # the last piece may be empty
                    if overlong and not last.done:
                        break  # a piece is a token or more: the server does not stop by itself
        except ollama.ResponseError as error:
            raise self._refusal(error) from error
        except (ConnectionError, httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ModelUnavailable(f"no Ollama server answers at {self._url}: {error}") from error
        except httpx.TimeoutException as error:
            raise ModelTimeout(f"{self.name} gave no reply in time") from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise ModelError(f"{self.name}: the reply broke off or was no reply: {error}") from error
        if last is None or not (last.done or overlong):
            raise ModelError(f"{self.name}: the reply broke off after {len(''.join(parts))} characters")
        return Completion(
            text="".join(parts),
            prompt_tokens=last.prompt_eval_count or 0,
            completion_tokens=last.eval_count or (len(parts) if overlong else 0),
            seconds=time.monotonic() - start,
        )

    def _refusal(self, error: Any) -> ModelError:
        status, text = error.status_code, str(error.error)
        if status == 404:
            return ModelUnavailable(f"no {self._model!r} at {self._url} ({text}); try: ollama pull {self._model}")
        if status in (502, 503):
            return ModelUnavailable(f"the Ollama server at {self._url} is overloaded or down ({status}): {text}")
        if status in (408, 504):
            return ModelTimeout(f"{self.name} ({status}): {text}")
        return ModelError(f"{self.name}{f' ({status})' if status > 0 else ''}: {text}")
