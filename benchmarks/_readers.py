"""Who reads a question: patterns, a model's raw completion under the grammar, or the whole way of `/ask` in process."""

from __future__ import annotations

import hashlib
import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from situated_qa.errors import ModelError, ModelUnavailable
from situated_qa.eval.same_meaning import canonical_text, in_few_words, values_at
from situated_qa.llm.llama_cpp import LlamaCppModel
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.llm.text_model import Continuation
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.reader.writing import write
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.strategy import Strategy
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.check import check
from situated_qa.situated.scene import SituatedScene

_log = logging.getLogger(__name__)

TIME_LIMIT_S = 600.0
"""For one question: a loaded machine must not change what is read."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader makes of a question in a scene."""

    expression: str  # canonical; "" where there is none
    confidence: float | None  # /ask: measured, 0 … 1; a model alone: mean log-probability of a token; None: not told
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
    """The product's own way from a question to its answer, by a strategy: patterns, the trained reader, another."""

    def __init__(
        self,
        llm: str,
        strategy: str,
        *,
        guesses: bool = True,
        threads: int = 1,
        registry: dict[str, Strategy] | None = None,
    ) -> None:
        """
        Args:
            registry: the strategies by name; None means the package's own.

        Raises:
            SettingsError, ModelUnavailable: as `make_model`.
        """
        model: Any = Remembering(make_model(llm, LLMSettings(spec=llm, n_threads=threads)))
        settings = ReasoningSettings(
            strategy=strategy,
            answer_style="short",
            allow_guesses=guesses,
            time_limit_s=TIME_LIMIT_S,
            model_timeout_s=TIME_LIMIT_S,
        )
        self.name = strategy if llm == NO_MODEL else f"{strategy}: {model.name}"
        self._llm, self._strategy, self._guesses = llm, strategy, guesses
        self._reasoner = Reasoner(model, Sandbox(), settings, registry=registry)
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
        strategy = "" if self._strategy == "auto" else self._strategy  # a question names one, or none
        asked = Question(question, situation, strategy=strategy, session=session)
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
        return Read(
            canonical_text(written) if written else "",
            answer.confidence if answer.confidence >= 0.0 else None,
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
    """A GGUF model's own completion of the reader's prompt under the grammar, with a LoRA adapter or without.

    Neither patterns nor guards stand beside it.
    """

    def __init__(self, model: Path, adapter: Path | None = None, *, threads: int = 1) -> None:
        """
        Args:
            adapter: a LoRA adapter in GGUF.

        Raises:
            ModelUnavailable: a file is missing.
        """
        for path in filter(None, (model, adapter)):
            if not path.is_file():
                raise ModelUnavailable(f"there is no file {path}")
        located = None if adapter is None else (lambda: adapter)
        runtime = LlamaCppModel(model.name, lambda: model, LLMSettings(n_threads=threads), adapter=located)
        self._runtime = Remembering(runtime)
        self._model, self._adapter = model, adapter
        self.name = model.name.removesuffix(".gguf") + (f" + {adapter.name.removesuffix('.gguf')}" if adapter else "")

    def read(
        self, question: str, previous: str, scene: SituatedScene, *, situation: str = "", answers: bool = True
    ) -> Read:
        """See `Reader.read`."""
        rooms = dict.fromkeys(node.room for node in scene.graph.objects if node.room)
        written = write(
            partial(self._runtime.continue_text, timeout_s=TIME_LIMIT_S),
            question,
            previous,
            things=map(plain_name, scene.categories),
            rooms=map(plain_name, rooms),
        )
        values = values_at(written.expression, scene, previous=previous) if answers and written.expression else None
        answer = in_few_words(values, scene) if values else ""
        return Read(written.expression, written.logprob, answer, written.seconds)

    def identity(self) -> Mapping[str, Any]:
        """See `Reader.identity`."""
        return {
            "reader": "model",
            "model": self._model.name,
            "adapter_sha256": sha256(self._adapter) if self._adapter else "",
        }

    def close(self) -> None:
        """See `Reader.close`."""
        self._runtime.close()


class Remembering:
    """A model that is not asked twice for the same: most questions are judged at several places.

    Everything but `continue_text` is the model's own.
    """

    def __init__(self, model: Any) -> None:
        self._asked = model
        self._known: dict[tuple[Any, ...], Continuation] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked, name)

    def continue_text(
        self, prompt: str, *, max_tokens: int = 160, grammar: str | None = None, stop: Sequence[str] = (), **more: Any
    ) -> Continuation:
        """See `TextModel.continue_text`."""
        key = (prompt, max_tokens, grammar, tuple(stop))
        if key not in self._known:
            self._known[key] = self._asked.continue_text(
                prompt, max_tokens=max_tokens, grammar=grammar, stop=stop, **more
            )
        return self._known[key]


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
