"""A GGUF model inside this process, run by llama.cpp (`xllamacpp`): the embedded default."""

from __future__ import annotations

import importlib.metadata
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, TypeVar

from situated_qa.assets import cache_folder
from situated_qa.errors import ModelError, ModelUnavailable
from situated_qa.llm.client import Completion, Message, plain_chat, schema_for
from situated_qa.llm.deadline import Deadline, OpenRequests, wait_for
from situated_qa.llm.gguf import gguf_file
from situated_qa.llm.llama_params import server_params
from situated_qa.llm.llama_stream import Stream, Take
from situated_qa.llm.prompt_store import PromptStore, state_name
from situated_qa.llm.settings import LLMSettings, is_small
from situated_qa.llm.text_model import READER_NAME, Continuation
from situated_qa.llm.thinking import Reply, Visible, with_room, without_thoughts

_log = logging.getLogger(__name__)

WARM_UP_TIMEOUT_S = 600.0

T = TypeVar("T")


class LlamaCppModel:
    """`LanguageModel` and `TextModel` in process. One request runs at a time, in a thread of its own; others queue.

    The model is loaded with the first request or `warm_up`. The evaluated prompt is kept, so a static prefix costs its
    evaluation once. A request whose time is over, or that is cancelled, is answered at once; generation ends at the
    next token, or at the next batch of the prompt.
    """

    def __init__(
        self,
        name: str,
        locate: Callable[[], Path],
        settings: LLMSettings | None = None,
        *,
        adapter: Callable[[], Path] | None = None,
        projector: Callable[[], Path] | None = None,
    ) -> None:
        """
        Args:
            name: of the file, which tells the model's size.
            locate: where the GGUF file lies (it must hold a chat template); may raise ModelUnavailable.
            adapter: where a LoRA adapter for it lies, as GGUF; may raise ModelUnavailable. Texts are continued with
                it, chats without.
            projector: where the projector of a model that sees lies, as GGUF ("mmproj"); may raise ModelUnavailable.
                Without it, a message with images is a ModelError.
        """
        self._settings = settings or LLMSettings()
        self.name = f"llama-cpp:{name}"
        self.prefers_forms = is_small(name)
        self.reads = adapter is not None or READER_NAME in name
        self._locate, self._adapter, self._projector = locate, adapter, projector
        self._server: Any = None
        self._store: PromptStore | None = None
        self._path = Path()
        self._runtime = ""
        self._thinks = False  # thoughts came in a reply: it needs tokens for them
        self._requests = OpenRequests(self.name)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="llama-cpp")

    def _load(self) -> Any:
        path = gguf_file(self._locate())
        try:
            import xllamacpp  # type: ignore[import-untyped]
        except ImportError as error:
            raise ModelUnavailable(f"xllamacpp is not installed: {error}") from error
        folder = self._prompt_folder()
        # The runtime opens a port on loopback, which only `PromptStore` needs: lock it.
        key = secrets.token_hex(32)
        params = server_params(
            path,
            self._settings,
            adapter=gguf_file(self._adapter()) if self._adapter is not None else None,
            projector=gguf_file(self._projector()) if self._projector is not None else None,
            reads=self.reads,
            prompts=folder,
            key=key,
        )
        try:
            server = xllamacpp.Server(params)
        except Exception as error:  # the binding raises bare exceptions of several kinds
            raise ModelUnavailable(f"llama.cpp cannot load {path}: {error}") from error
        if folder is not None:
            self._store = PromptStore(folder, server.listening_address, key)
        self._path, self._runtime = path, f"xllamacpp {importlib.metadata.version('xllamacpp')}"
        return server

    def _prompt_folder(self) -> Path | None:
        """Where evaluated prompts are kept; None where they are not."""
        if not self._settings.keep_prompts or self._projector is not None:  # llama.cpp cannot save the latter's
            return None
        folder = cache_folder() / "prompts"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _log.warning("evaluated prompts are not kept: %s", error)
            return None
        return folder

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
        """See `LanguageModel.complete`. The time spent in the queue counts."""
        request = self._request(messages)
        schema_for(json_schema, grammar)  # refuses both
        if grammar is not None:
            request["grammar"] = grammar
        if json_schema is not None:
            request["json_schema"] = dict(json_schema)
        if stop:
            request["stop"] = list(stop)

        def work() -> Completion:
            extra = self._settings.thinking_tokens
            return with_room(
                lambda most: self._generate({**request, "max_tokens": most}, deadline, on_text),
                max_tokens + (extra if self._thinks else 0),
                extra,
                self.name,
            )

        with self._requests.open(timeout_s) as deadline:
            return self._in_turn(work, deadline, cancelled)

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
        """See `TextModel.continue_text`. The time spent in the queue counts."""
        request: dict[str, Any] = {
            **self._sampling(adapted=True),
            "prompt": prompt,
            "n_predict": max_tokens,
            "temperature": 0.0,
            "n_probs": 1,
            "stop": list(stop),
        }
        if grammar is not None:
            request["grammar"] = grammar
        with self._requests.open(timeout_s) as deadline:
            return self._in_turn(lambda: self._continue(request, deadline), deadline, cancelled)

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Evaluate the prefix, or load its evaluation from disk; what starts with it later costs only what follows."""
        with self._requests.open(WARM_UP_TIMEOUT_S) as deadline:
            self._in_turn(lambda: self._warm(list(messages), deadline), deadline)

    def _in_turn(self, work: Callable[[], T], deadline: Deadline, cancelled: Callable[[], bool] | None = None) -> T:
        """Have the one thread do it, after what is before it."""
        try:
            future: Future[T] = self._worker.submit(work)
        except RuntimeError as error:
            raise ModelUnavailable(f"{self.name} is closed") from error
        deadline.on_give_up(lambda: _withdraw(future))
        wait_for(lambda seconds: wait([future], seconds).done, deadline, cancelled)
        try:
            return future.result()
        except CancelledError as error:
            raise deadline.error() from error

    def _warm(self, messages: list[Message], deadline: Deadline) -> None:
        if self._server is None:
            self._server = self._load()
        name = state_name(self._path, self._runtime, self._settings.num_ctx, messages)
        if self._store is not None and self._store.restore(name):
            return
        self._generate({**self._request(messages), "max_tokens": 1}, deadline)
        if self._store is not None:
            self._store.save(name)

    def _request(self, messages: Sequence[Message]) -> dict[str, Any]:
        return {
            **self._sampling(adapted=False),
            "messages": plain_chat(messages),
            "temperature": self._settings.temperature,
        }

    def _sampling(self, *, adapted: bool) -> dict[str, Any]:
        """What every request holds."""
        options: dict[str, Any] = {
            "seed": self._settings.seed,
            "cache_prompt": True,
            "stream": True,
            "stream_options": {"include_usage": True},
            "return_progress": True,  # a call between batches of the prompt too, else a long one cannot be stopped
        }
        if self._adapter is not None:
            options["lora"] = [{"id": 0, "scale": 1.0 if adapted else 0.0}]
        return options

    def close(self) -> None:
        """End the requests, the one under way at its next token, and free the model."""
        self._requests.close()
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._server = None

    def _generate(
        self, request: dict[str, Any], deadline: Deadline, on_text: Callable[[str], None] | None = None
    ) -> Reply:
        visible, stream = Visible(), Stream(deadline)

        def take(choice: Mapping[str, Any]) -> None:
            delta = choice.get("delta", {})
            stream.parts.append(delta.get("content") or "")
            stream.thought = stream.thought or bool(delta.get("reasoning_content"))
            say(visible.feed(stream.parts[-1]))

        def say(text: str) -> None:
            if on_text is not None and text and not deadline.passed():
                on_text(text)

        start = time.monotonic()
        self._run("handle_chat_completions", request, stream, take)
        say(visible.end())
        completion = Completion(
            text=without_thoughts("".join(stream.parts)),
            prompt_tokens=stream.usage.get("prompt_tokens", 0),
            completion_tokens=stream.usage.get("completion_tokens", 0),
            seconds=time.monotonic() - start,
            cached_tokens=(stream.usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0),
        )
        thought = stream.thought or visible.thought
        self._thinks = self._thinks or thought
        return Reply(completion, cut=stream.end == "length", thought=thought)

    def _continue(self, request: dict[str, Any], deadline: Deadline) -> Continuation:
        stream, logprobs, texts = Stream(deadline), list[float](), list[str]()

        def take(choice: Mapping[str, Any]) -> None:
            stream.parts.append(choice.get("text") or "")
            for token in (choice.get("logprobs") or {}).get("content") or ():
                logprobs.append(token["logprob"])
                texts.append(token.get("token", ""))

        start = time.monotonic()
        self._run("handle_completions", request, stream, take)
        return Continuation(
            text="".join(stream.parts),
            token_logprobs=tuple(logprobs),
            tokens=stream.usage.get("completion_tokens", len(logprobs)),
            prompt_tokens=stream.usage.get("prompt_tokens", 0),
            seconds=time.monotonic() - start,
            finished=stream.end != "length",
            token_texts=tuple(texts),
        )

    def _run(self, handler: str, request: dict[str, Any], stream: Stream, take: Take) -> None:
        """Run a request; `take` is given each choice of each piece."""
        if stream.deadline.passed():
            raise stream.deadline.error()
        if self._server is None:
            self._server = self._load()
        try:
            getattr(self._server, handler)(request, lambda chunk: stream.receive(chunk, take))
        except Exception as error:  # a bad schema or template arrives as a bare exception
            raise ModelError(f"{self.name}: {error}") from error
        stream.check(self.name)


def _withdraw(future: Future[Any]) -> None:
    """Take it out of the queue, if it has not begun."""
    future.cancel()
