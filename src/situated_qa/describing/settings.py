"""Which model sees, and how it is used."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.settings import check_settings, setting

_CONTEXT_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class DescriberSettings:
    """A model that sees: it names and describes objects (mapper), and looks when it is asked about one (ask node).

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    model: str = setting(
        NO_MODEL,
        "the model: none | ollama:MODEL[@URL] | openai:MODEL@URL | PATH.gguf+MMPROJ.gguf | scripted:FILE.jsonl"
        " (for example ollama:qwen2.5vl:7b); none is shipped",
    )
    timeout_s: float = setting(30.0, "wall clock for one reply, s", minimum=0.1, maximum=600.0)
    max_tokens: int = setting(300, "longest reply, tokens", minimum=16, maximum=4096)
    n_threads: int = setting(0, "threads of a model in process; 0: half of the cores", minimum=0, maximum=256)
    least_confidence: float = setting(0.8, "what it says with less is not recorded", minimum=0.0, maximum=1.0)
    looks_per_answer: int = setting(
        2, "looks that must agree: at two pictures, or at one with the choices turned around", minimum=1, maximum=2
    )
    looks_per_question: int = setting(6, "pictures that one question may have looked at", minimum=0, maximum=100)
    retry_s: float = setting(30.0, "mapper: pause after the model was not available, s", minimum=0.1, maximum=3600.0)

    def __post_init__(self) -> None:
        check_settings(self)


def make_seeing_model(settings: DescriberSettings) -> LanguageModel | None:
    """The model that the settings name; None where it is none. Nothing is contacted or loaded yet.

    Raises:
        SettingsError: the spec has no legal form.
        ModelUnavailable: a client library is not installed, or a script cannot be read.
    """
    if settings.model.strip() in ("", NO_MODEL):
        return None
    return make_model(settings.model, LLMSettings(num_ctx=_CONTEXT_TOKENS, n_threads=settings.n_threads))
