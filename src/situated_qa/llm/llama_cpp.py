"""A GGUF model inside this process, run by llama.cpp (`xllamacpp`): the embedded default."""

from __future__ import annotations

import importlib.metadata
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Any

from situated_qa.assets import cache_folder
from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.deadline import Deadline
from situated_qa.llm.prompt_store import PromptStore, state_name
from situated_qa.llm.spec import LLMSettings, is_small

_log = logging.getLogger(__name__)

BATCH_TOKENS = 64
"""Tokens evaluated between two looks at the clock: about 2 s of one core, and no slower than larger batches."""

WARM_UP_TIMEOUT_S = 600.0


class LlamaCppModel:
    """`LanguageModel` in process. One request runs at a time, in a thread of its own; others queue.

    The model is loaded with the first request or `warm_up`. The evaluated prompt is kept, so a static prefix costs its
    evaluation once. A request whose time is over is answered with `ModelTimeout` at once and abandoned at the next
    batch of tokens.
    """

    def __init__(self, name: str, locate: Callable[[], Path], settings: LLMSettings | None = None) -> None:
        """
        Args:
            name: of the file, which tells the model's size.
            locate: where the GGUF file lies (it must hold a chat template); may raise ModelUnavailable.
        """
        self._settings = settings or LLMSettings()
        self.name = f"llama-cpp:{name}"
        self.prefers_forms = is_small(name)
        self._locate = locate
        self._server: Any = None
        self._store: PromptStore | None = None
        self._path = Path()
        self._runtime = ""
        self._closed = False
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="llama-cpp")

    def _load(self) -> Any:
        path = self._locate()
        try:
            with path.open("rb") as file:
                if file.read(4) != b"GGUF":
                    raise ModelUnavailable(f"{path} is no GGUF file")
        except OSError as error:
            raise ModelUnavailable(f"the model file {path} cannot be read: {error}") from error
        try:
            import xllamacpp  # type: ignore[import-untyped]
        except ImportError as error:
            raise ModelUnavailable(f"xllamacpp is not installed: {error}") from error
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = self._settings.num_ctx
        params.n_parallel = 1
        params.n_batch = params.n_ubatch = BATCH_TOKENS
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._settings.threads()
        params.cache_ram_mib = self._settings.prompt_cache_mb
        params.verbosity = -1
        params.warmup = False
        # The runtime opens a port on loopback, which only `PromptStore` needs: lock it.
        key = secrets.token_hex(32)
        params.api_keys = [key]
        params.ui = params.endpoint_slots = False
        folder = self._prompt_folder()
        if folder is not None:
            params.slot_save_path = f"{folder}/"
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
        if not self._settings.keep_prompts:
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
        stop: Sequence[str] = (),
    ) -> Completion:
        """See `LanguageModel.complete`. The time spent in the queue counts."""
        if self._closed:
            raise ModelUnavailable(f"{self.name} is closed")
        request = {**self._request(messages), "max_tokens": max_tokens}
        if json_schema is not None:
            request["json_schema"] = dict(json_schema)
        if stop:
            request["stop"] = list(stop)
        deadline = Deadline(timeout_s)
        future: Future[Completion] = self._worker.submit(self._generate, request, deadline)
        try:
            return future.result(timeout=timeout_s)
        except CancelledError as error:
            raise ModelUnavailable(f"{self.name} was closed") from error
        except FutureTimeout as error:
            future.cancel()
            deadline.give_up()
            raise ModelTimeout(f"{self.name} gave no reply within {timeout_s:.1f} s") from error

    def warm_up(self, messages: Sequence[Message]) -> None:
        """Evaluate the prefix, or load its evaluation from disk; what starts with it later costs only what follows."""
        if self._closed:
            raise ModelUnavailable(f"{self.name} is closed")
        future = self._worker.submit(self._warm, list(messages), Deadline(WARM_UP_TIMEOUT_S))
        try:
            future.result(timeout=WARM_UP_TIMEOUT_S)
        except CancelledError as error:
            raise ModelUnavailable(f"{self.name} was closed") from error
        except FutureTimeout as error:
            raise ModelTimeout(f"{self.name} was not ready within {WARM_UP_TIMEOUT_S:.0f} s") from error

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
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "temperature": self._settings.temperature,
            "seed": self._settings.seed,
            "cache_prompt": True,
            "stream": True,
            "stream_options": {"include_usage": True},
            "return_progress": True,  # a call between batches of the prompt too, else a long one cannot be stopped
        }

    def close(self) -> None:
        """Free the model; a request under way ends first."""
        self._closed = True
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._server = None

    def _generate(self, request: dict[str, Any], deadline: Deadline) -> Completion:
        if deadline.passed():
            raise ModelTimeout(f"{self.name} was busy with other questions for too long")
        if self._server is None:
            self._server = self._load()
        start, parts, state = time.monotonic(), [], {"finished": False, "error": "", "usage": {}}

        def receive(chunk: Any) -> bool:
            """Take a piece of the reply; True stops the run."""
            if isinstance(chunk, Mapping):
                if "error" in chunk:
                    state["error"] = chunk["error"].get("message", str(chunk["error"]))
                state["usage"] = chunk.get("usage") or state["usage"]
                for choice in chunk.get("choices") or ():
                    parts.append(choice.get("delta", {}).get("content") or "")
                    state["finished"] = state["finished"] or choice.get("finish_reason") is not None
            return deadline.passed()

        try:
            self._server.handle_chat_completions(request, receive)
        except Exception as error:  # a bad schema or template arrives as a bare exception
            raise ModelError(f"{self.name}: {error}") from error
        if state["error"]:
            raise ModelError(f"{self.name}: {state['error']}")
        if not state["finished"]:
            if deadline.passed():
                raise ModelTimeout(f"{self.name} did not finish its reply in time")
            raise ModelError(f"{self.name}: the reply broke off after {len(''.join(parts))} characters")
        usage: Mapping[str, Any] = state["usage"]  # type: ignore[assignment]
        return Completion(
            text="".join(parts),
            prompt_tokens=usage.get("prompt_tokens", 0),
            completion_tokens=usage.get("completion_tokens", 0),
            seconds=time.monotonic() - start,
            cached_tokens=(usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0),
        )
