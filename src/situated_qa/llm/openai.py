"""A model behind any server that speaks OpenAI's chat API: vLLM, llama-server, LM Studio and the like."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Completion, Message, plain_chat, schema_for
from situated_qa.llm.deadline import Deadline, OpenRequests, cutting_hooks, within
from situated_qa.llm.settings import LLMSettings, is_small
from situated_qa.llm.thinking import OFF, Reply, Visible, with_room, without_thoughts

CONNECT_TIMEOUT_S = 5.0
WARM_UP_TIMEOUT_S = 600.0
_THOUGHTS = ("reasoning_content", "reasoning")  # fields of a piece: vLLM, llama-server, LM Studio; OpenRouter, Ollama


class OpenAIModel:
    """`LanguageModel` over `/v1/chat/completions`; safe to use from several threads."""

    def __init__(self, model: str, url: str, settings: LLMSettings | None = None) -> None:
        """
        Args:
            model: as the server names it.
            url: of the server; "/v1" is added where it has no path. The key is read from OPENAI_API_KEY, if set.

        Raises:
            ModelUnavailable: the client library is not installed.
        """
        try:
            import openai  # noqa: F401  said at once, not with the first question
        except ImportError as error:
            raise ModelUnavailable(f"the openai client is not installed: {error}") from error
        self.name = f"openai:{model}"
        self.prefers_forms = is_small(model)
        self._model = model
        self._url = url if urlsplit(url).path.strip("/") else url.rstrip("/") + "/v1"
        self._settings = settings or LLMSettings()
        self._takes_schema = True  # until the server says otherwise
        self._tells_usage = True  # likewise
        self._takes_effort = True  # likewise
        self._thinks = self._settings.thinking != OFF  # it needs the tokens for it; true also once thoughts came
        self._requests = OpenRequests(self.name)

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
        """See `LanguageModel.complete`. A server that takes no schema is asked for it in words."""
        request = self._request(messages, stop)
        schema = schema_for(json_schema, grammar)

        def work(deadline: Deadline) -> Completion:
            extra = self._settings.thinking_tokens
            tokens = max_tokens + (extra if self._thinks else 0)
            return with_room(
                lambda most: self._chat({**request, "max_tokens": most}, schema, deadline, on_text),
                tokens,
                extra,
                self.name,
            )

        with self._requests.open(timeout_s) as deadline:
            return within(deadline, lambda: work(deadline), cancelled)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Let the server evaluate the prefix."""
        request = {**self._request(messages, ()), "max_tokens": 1}
        with self._requests.open(WARM_UP_TIMEOUT_S) as deadline:
            within(deadline, lambda: self._chat(request, None, deadline, None))

    def _request(self, messages: Sequence[Message], stop: Sequence[str]) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._model,
            "messages": plain_chat(messages),
            "temperature": self._settings.temperature,
            "seed": self._settings.seed,
            "stream": True,  # so that the server notices when the reply is no longer wanted
        }
        if stop:
            request["stop"] = list(stop)
        return request

    def close(self) -> None:
        """End the requests that are under way."""
        self._requests.close()

    def _chat(
        self,
        request: dict[str, Any],
        schema: Mapping[str, Any] | None,
        deadline: Deadline,
        on_text: Callable[[str], None] | None,
    ) -> Reply:
        import openai

        start = time.monotonic()
        timeout = openai.Timeout(deadline.remaining_s(), connect=min(CONNECT_TIMEOUT_S, deadline.remaining_s()))
        local = self._url.startswith("http://")  # needs neither certificates nor, on a robot, a proxy
        transport = openai.DefaultHttpxClient(
            timeout=timeout, trust_env=not local, verify=not local, event_hooks=cutting_hooks(deadline)
        )
        key = os.environ.get("OPENAI_API_KEY", "none")
        try:
            with (
                openai.OpenAI(
                    base_url=self._url, api_key=key, timeout=timeout, max_retries=0, http_client=transport
                ) as client,
                closing(self._create(client, request, schema)) as stream,
            ):
                reply = _read(stream, request["max_tokens"], deadline, on_text)
        except openai.APITimeoutError as error:
            raise ModelTimeout(f"{self.name} gave no reply in time") from error
        except openai.APIConnectionError as error:
            raise ModelUnavailable(f"no server answers at {self._url}: {error.__cause__ or error}") from error
        except (openai.NotFoundError, openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise ModelUnavailable(f"{self._url} does not serve model {self._model!r}: {error}") from error
        except openai.APIStatusError as error:
            if error.status_code in (429, 502, 503):
                raise ModelUnavailable(f"the server at {self._url} is overloaded or down: {error}") from error
            raise ModelError(f"{self.name}: {error}") from error
        except (openai.OpenAIError, ValueError, AttributeError, OSError) as error:
            raise ModelError(f"{self.name}: {error}") from error
        if not reply.finished:
            got = f"broke off after {len(reply.text)} characters" if reply.pieces else "was no stream of text"
            raise ModelError(f"{self.name}: the reply {got}")
        usage = reply.usage
        details = getattr(usage, "prompt_tokens_details", None)
        self._thinks = self._thinks or reply.thought
        completion = Completion(
            text=without_thoughts(reply.text),
            prompt_tokens=usage.prompt_tokens if usage else 0,
            completion_tokens=usage.completion_tokens if usage else reply.pieces,
            seconds=time.monotonic() - start,
            cached_tokens=getattr(details, "cached_tokens", None) or 0,
        )
        return Reply(completion, cut=reply.cut, thought=reply.thought)

    def _create(self, client: Any, request: dict[str, Any], schema: Mapping[str, Any] | None) -> Any:
        """Start the reply's stream, without what the server has said that it does not take."""
        import openai

        while True:
            asked = dict(request)
            if self._tells_usage:
                asked["stream_options"] = {"include_usage": True}
            if self._takes_effort:
                asked |= self._effort()
            if schema is not None and self._takes_schema:
                form = {"name": "reply", "schema": dict(schema), "strict": True}
                asked["response_format"] = {"type": "json_schema", "json_schema": form}
            elif schema is not None:
                asked["messages"] = _with_schema_in_words(request["messages"], schema)
            try:
                return client.chat.completions.create(**asked)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                why = str(error)
                if "response_format" in asked and ("response_format" in why or "schema" in why):
                    self._takes_schema = False
                elif "stream_options" in asked and ("stream_options" in why or "include_usage" in why):
                    self._tells_usage = False
                elif self._takes_effort and ("chat_template_kwargs" in why or "reasoning_effort" in why):
                    self._takes_effort = False
                else:
                    raise

    def _effort(self) -> dict[str, Any]:
        """How long to think. That it should not is said as vLLM and llama-server take it: OpenAI has no word for it."""
        if self._settings.thinking == OFF:
            return {"extra_body": {"chat_template_kwargs": {"enable_thinking": False}}}
        return {"reasoning_effort": self._settings.thinking}


@dataclass(slots=True)
class _Reply:
    """What arrived of a streamed reply."""

    text: str = ""  # with thoughts in it, where the server does not take them out
    pieces: int = 0
    finished: bool = False
    cut: bool = False  # it has its most tokens
    thought: bool = False
    usage: Any = None


def _read(stream: Any, max_tokens: int, deadline: Deadline, on_text: Callable[[str], None] | None) -> _Reply:
    """Collect a stream; one that goes on beyond `max_tokens` is cut, for a piece is a token or more."""
    reply, parts, visible = _Reply(), [], Visible()
    for chunk in stream:
        if deadline.passed():
            raise deadline.error()
        reply.usage = getattr(chunk, "usage", None) or reply.usage
        for choice in chunk.choices or ():
            reply.pieces += 1
            reply.finished = reply.finished or choice.finish_reason is not None
            reply.cut = reply.cut or choice.finish_reason == "length"
            delta = choice.delta
            reply.thought = reply.thought or any(getattr(delta, name, None) for name in _THOUGHTS)
            parts.append((delta.content or "") if delta is not None else "")
            shown = visible.feed(parts[-1])
            if on_text is not None and shown:
                on_text(shown)
        if reply.pieces > max_tokens + 2 and not reply.finished:  # the first and the last piece may be empty
            reply.finished = reply.cut = True
            break
    if on_text is not None and visible.end():
        on_text(visible.end())
    reply.text = "".join(parts)
    reply.thought = reply.thought or visible.thought
    return reply


def _with_schema_in_words(messages: Sequence[Mapping[str, Any]], schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    words = f"Reply with JSON only, fitting this JSON schema: {json.dumps(dict(schema))}"
    *before, last = messages
    content = last["content"]
    if isinstance(content, str):
        return [*before, {"role": last["role"], "content": f"{content}\n\n{words}"}]
    return [*before, {"role": last["role"], "content": [*content, {"type": "text", "text": words}]}]
