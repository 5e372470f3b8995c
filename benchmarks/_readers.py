"""Who reads a question: rules, a model's raw completion under the grammar, or the whole way of `/ask` in process."""

from __future__ import annotations

import hashlib
import logging
import math
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from situated_qa.errors import ModelError, ModelUnavailable
from situated_qa.eval.same_meaning import canonical_text, in_few_words, values_at
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.language.evaluate import check, grammar
from situated_qa.situated.scene import SituatedScene

_log = logging.getLogger(__name__)

MAX_TOKENS = 256
"""About four times what the longest question of the simulated homes needs."""
CONTEXT_TOKENS = 2_048
_TEXT = r'"\"" [^"\\\n]+ "\""'
SURE, GUESS = 0.0, -1.0
"""Confidence of rules, on the scale of log-probabilities: they know only whether every word was understood."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader makes of a question in a scene."""

    expression: str  # canonical; "" where there is none
    confidence: float | None  # higher is surer: for a model the mean log-probability of a token; None: not told
    answer: str  # in few words; "" where there is none
    seconds: float
    unknown: bool = False  # it says that it does not know or did not understand
    failed: bool = False  # it raised an error that it should not


class Reader(Protocol):
    """Reads questions; what it needs of the scene, if anything, is its own affair."""

    name: str

    def read(
        self, question: str, previous: str, scene: SituatedScene, *, situation: str = "", answers: bool = True
    ) -> Read:
        """Read one question.

        Args:
            question: its words.
            previous: the expression of the question before it; "" for one that stands alone.
            situation: where the asker is, in words.
            answers: whether the answer is wanted too, and not the expression alone.
        """
        ...

    def identity(self) -> Mapping[str, Any]:
        """What decides what it reads: files with their checksums, settings."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class AskReader:
    """The product's own way from a question to its answer, by one strategy: rules, the trained reader, a guided one."""

    def __init__(self, llm: str, strategy: str, *, guesses: bool = True, threads: int = 1) -> None:
        model = make_model(llm, LLMSettings(spec=llm, n_threads=threads))
        settings = ReasoningSettings(strategy=strategy, answer_style="short", allow_guesses=guesses)
        self.name = strategy if llm == NO_MODEL else f"{strategy}: {model.name}"
        self._llm, self._strategy, self._guesses = llm, strategy, guesses
        self._reasoner = Reasoner(model, Sandbox(), settings)
        self._sessions = 0

    def read(
        self, question: str, previous: str, scene: SituatedScene, *, situation: str = "", answers: bool = True
    ) -> Read:
        """See `Reader.read`."""
        session = ""
        if previous:
            self._sessions += 1
            session = f"session {self._sessions}"
            self._reasoner.answer(scene, Question(previous, strategy="expression", session=session))
        start = time.monotonic()
        asked = Question(question, situation, strategy=self._strategy, session=session)
        try:
            answer = self._reasoner.answer(scene, asked)
        except ModelError:
            raise
        except Exception as error:  # a reader that fails at a question has not read it; the others go on
            _log.warning("%s failed at a question: %s", self.name, type(error).__name__)
            return Read("", None, "", time.monotonic() - start, failed=True)
        seconds = time.monotonic() - start
        if answer.status is AnswerStatus.MODEL_UNAVAILABLE:
            raise ModelUnavailable(answer.status_text)
        written = answer.program if answer.program and not check(answer.program) else ""
        found = answer.status in (AnswerStatus.ANSWERED, AnswerStatus.GUESSED)
        confidence = {AnswerStatus.ANSWERED: SURE, AnswerStatus.GUESSED: GUESS}.get(answer.status)
        told = getattr(answer, "confidence", None)
        return Read(
            canonical_text(written) if written else "",
            told if isinstance(told, float) else confidence,
            answer.answer,
            seconds,
            unknown=not found,
        )

    def identity(self) -> Mapping[str, Any]:
        """See `Reader.identity`."""
        return {"reader": "ask", "llm": self._llm, "strategy": self._strategy, "guesses": self._guesses}

    def close(self) -> None:
        """See `Reader.close`."""
        self._reasoner.close()


class ModelReader:
    """A GGUF model's own completion of the reader's prompt, greedily, under the grammar; with an adapter or without.

    The scene is not in the prompt, so a question that was read once is not read again.
    """

    def __init__(self, model: Path, adapter: Path | None = None, *, threads: int = 1, free: bool = False) -> None:
        """
        Args:
            adapter: a LoRA adapter in GGUF.
            free: without the grammar.

        Raises:
            ModelUnavailable: a file or the runtime is missing.
        """
        for path in filter(None, (model, adapter)):
            if not path.is_file():
                raise ModelUnavailable(f"there is no file {path}")
        try:
            import xllamacpp  # type: ignore[import-untyped]
        except ImportError as error:
            raise ModelUnavailable(f"xllamacpp is not installed: {error}") from error
        params = xllamacpp.CommonParams()
        params.model.path = str(model)
        if adapter is not None:
            params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
        params.n_ctx, params.n_parallel = CONTEXT_TOKENS, 1
        params.n_batch = params.n_ubatch = 256
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.cache_ram_mib, params.verbosity, params.warmup = 0, -1, False
        self._server = xllamacpp.Server(params)
        self._model, self._adapter, self._free = model, adapter, free
        self._known: dict[tuple[str, str], tuple[str, float | None, float]] = {}
        self.name = model.name.removesuffix(".gguf") + (f" + {adapter.name.removesuffix('.gguf')}" if adapter else "")

    def read(
        self, question: str, previous: str, scene: SituatedScene, *, situation: str = "", answers: bool = True
    ) -> Read:
        """See `Reader.read`."""
        key = (question, previous)
        if key not in self._known:
            self._known[key] = self._complete(question, previous)
        written, confidence, seconds = self._known[key]
        expression = canonical_text(written)
        values = values_at(expression, scene, previous=previous) if answers else None
        return Read(expression, confidence, in_few_words(values, scene) if values else "", seconds)

    def _complete(self, question: str, previous: str) -> tuple[str, float | None, float]:
        """The reply, the mean log-probability of its tokens, and seconds."""
        request: dict[str, Any] = {
            "prompt": reader_prompt(question, previous), "max_tokens": MAX_TOKENS, "temperature": 0.0, "n_probs": 1,
            "logprobs": 1, "cache_prompt": True, "stream": False, "stop": ["\n"],
        }  # fmt: skip
        if not self._free:
            request["grammar"] = open_grammar(question)
        start = time.monotonic()
        reply = self._server.handle_completions(request)
        seconds = time.monotonic() - start
        if "choices" not in reply:
            raise ModelUnavailable(f"{self.name}: {reply}")
        choice = reply["choices"][0]
        tokens = (choice.get("logprobs") or {}).get("content") or ()
        return choice["text"].strip(), _mean(token["logprob"] for token in tokens), seconds

    def identity(self) -> Mapping[str, Any]:
        """See `Reader.identity`."""
        adapter = sha256(self._adapter) if self._adapter else ""
        return {"reader": "model", "model": self._model.name, "adapter_sha256": adapter, "grammar": not self._free}

    def close(self) -> None:
        """See `Reader.close`."""
        self._server = None


def _mean(values: Iterable[float]) -> float | None:
    every = list(values)
    return sum(every) / len(every) if every else None


def open_grammar(question: str) -> str:
    """The language's grammar with any text where words of the question are asked for.

    Nouns of a misspelt question or of another language are none of its words.
    """
    rules = grammar([], question.split())
    return re.sub(r"^text ::= .*$", lambda _: f"text ::= {_TEXT}", rules, flags=re.MULTILINE)


def sha256(path: Path) -> str:
    """Of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def finite(value: float | None) -> float | None:
    """For JSON, which has no infinity."""
    return None if value is None or not math.isfinite(value) else round(value, 4)
