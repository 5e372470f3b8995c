"""A model behind any server that speaks OpenAI's chat API: vLLM, llama-server, LM Studio and the like."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.deadline import Deadline, within
from situated_qa.llm.spec import LLMSettings, is_small

CONNECT_TIMEOUT_S = 5.0
WARM_UP_TIMEOUT_S = 600.0


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

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        timeout_s: float = 60.0,
        json_schema: Mapping[str, Any] | None = None,
        stop: Sequence[str] = (),
    ) -> Completion:
        """See `LanguageModel.complete`. A server that takes no schema is asked for it in words."""
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "max_tokens": max_tokens,
            "temperature": self._settings.temperature,
            "seed": self._settings.seed,
        }
        if stop:
            request["stop"] = list(stop)
        return within(timeout_s, lambda deadline: self._chat(request, json_schema, deadline), what=self.name)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Let the server evaluate the prefix."""
        self.complete(messages, max_tokens=1, timeout_s=WARM_UP_TIMEOUT_S)

    def close(self) -> None:
        """Nothing is held between requests."""

    def _chat(self, request: dict[str, Any], schema: Mapping[str, Any] | None, deadline: Deadline) -> Completion:
        import openai

        start = time.monotonic()
        timeout = openai.Timeout(deadline.remaining_s(), connect=min(CONNECT_TIMEOUT_S, deadline.remaining_s()))
        local = self._url.startswith("http://")  # needs neither certificates nor, on a robot, a proxy
        transport = openai.DefaultHttpxClient(timeout=timeout, trust_env=not local, verify=not local)
        key = os.environ.get("OPENAI_API_KEY", "none")
        try:
            with openai.OpenAI(
                base_url=self._url, api_key=key, timeout=timeout, max_retries=0, http_client=transport
            ) as client:
                reply = self._create(client, request, schema)
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
        except (openai.OpenAIError, ValueError) as error:
            raise ModelError(f"{self.name}: {error}") from error
        choices = getattr(reply, "choices", None)
        if not choices or choices[0].message is None or choices[0].message.content is None:
            raise ModelError(f"{self.name}: the reply holds no text")
        usage = reply.usage
        return Completion(
            text=choices[0].message.content,
            prompt_tokens=usage.prompt_tokens if usage else 0,
            completion_tokens=usage.completion_tokens if usage else 0,
            seconds=time.monotonic() - start,
        )

    def _create(self, client: Any, request: dict[str, Any], schema: Mapping[str, Any] | None) -> Any:
        import openai

        if schema is None:
            return client.chat.completions.create(**request)
        if self._takes_schema:
            asked = {"name": "reply", "schema": dict(schema), "strict": True}
            try:
                return client.chat.completions.create(
                    **request, response_format={"type": "json_schema", "json_schema": asked}
                )
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if "response_format" not in str(error) and "schema" not in str(error):
                    raise
                self._takes_schema = False
        words = f"Reply with JSON only, fitting this JSON schema: {json.dumps(dict(schema))}"
        messages = [*request["messages"]]
        last = messages.pop()
        messages.append({"role": last["role"], "content": f"{last['content']}\n\n{words}"})
        return client.chat.completions.create(**{**request, "messages": messages})
