"""Which language model, in one word: `make_model("ollama:qwen2.5-coder:7b")`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from situated_qa.assets import ASSETS, asset_path
from situated_qa.errors import AssetError, ModelUnavailable, SettingsError
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL, NoModel
from situated_qa.llm.thinking import EFFORTS, OFF
from situated_qa.settings import check_settings, setting

FORMS = (
    "default | none | ASSET | ollama:MODEL[@URL] | llama-cpp:ASSET | llama-cpp:PATH.gguf | PATH.gguf | openai:MODEL@URL"
    " | scripted:FILE.jsonl"
    " | record:FILE.jsonl[:SPEC] | replay:FILE.jsonl"
    " (for example ollama:qwen2.5-coder:7b@http://127.0.0.1:11434)"
)
"""ASSET is the name of a model among `situated-qa fetch --list`; `default` is one of them."""
DEFAULT_ASSET = "qwen2.5-coder-1.5b"
SUFFIX = ".jsonl"
OLLAMA_URL = "http://127.0.0.1:11434"
SMALL_MODEL_BILLIONS = 3.0
"""Up to this size a model fills in forms better than it writes Python."""


@dataclass(frozen=True, slots=True)
class LLMSettings:
    """The language model and how it is run."""

    spec: str = setting("default", f"the model: {FORMS}")
    n_threads: int = setting(0, "threads of the embedded model; 0: half of the cores", minimum=0, maximum=256)
    num_ctx: int = setting(8192, "context, tokens; sent with every request", minimum=512, maximum=1_048_576)
    temperature: float = setting(0.0, "randomness; 0 repeats itself", minimum=0.0, maximum=2.0)
    seed: int = setting(1, "seed of the sampler", minimum=0, maximum=2**31 - 1)
    thinking: str = setting(OFF, "how long a model that can think does so before it answers", choices=EFFORTS)
    thinking_tokens: int = setting(
        2048,
        "more tokens for a model that thinks, besides those of its reply",
        minimum=64,
        maximum=131_072,
    )
    keep_alive: str = setting("30m", "how long an Ollama server keeps the model loaded, e.g. 30m; -1: for ever")
    keep_prompts: bool = setting(True, "embedded model: keep evaluated static prompts in the cache folder, 33 MB each")
    prompt_cache_mb: int = setting(256, "memory for evaluated prompts, embedded model, MB", minimum=0, maximum=65536)

    def __post_init__(self) -> None:
        check_settings(self)

    def threads(self) -> int:
        """Threads to use: the setting, or half of the cores."""
        return self.n_threads or max(1, (os.cpu_count() or 2) // 2)


def make_model(spec: str = "", settings: LLMSettings | None = None) -> LanguageModel:
    """Make the model that `spec` names; "" takes the one in `settings`.

    Nothing is contacted or loaded yet: a model that is not there says so in `complete` and `warm_up`.

    Raises:
        SettingsError: the spec has none of the legal forms.
        ModelUnavailable: a client library is not installed, or a script or recording cannot be read.
        RecordError: a recording is none, or is one of another model.
    """
    settings = settings or LLMSettings()
    spec = (spec or settings.spec).strip()
    kind, _, rest = spec.partition(":")
    if spec == NO_MODEL:
        return NoModel()
    if kind == "ollama" and rest:
        model, _, url = rest.partition("@")
        if model and (not url or _is_url(url)):
            from situated_qa.llm.ollama import OllamaModel

            return OllamaModel(model, url or os.environ.get("OLLAMA_HOST", "") or OLLAMA_URL, settings)
    if kind == "openai" and "@" in rest:
        model, _, url = rest.rpartition("@")
        if model and _is_url(url):
            from situated_qa.llm.openai import OpenAIModel

            return OpenAIModel(model, url, settings)
    if kind == "scripted" and rest:
        from situated_qa.llm.scripted import ScriptedModel

        return ScriptedModel.from_file(Path(rest).expanduser())
    if kind == "record":
        name, suffix, inner = rest.partition(SUFFIX)
        if name and suffix and (not inner or inner.startswith(":")):
            from situated_qa.llm.recording import RecordingModel

            return RecordingModel(make_model(inner[1:] or "default", settings), Path(name + suffix).expanduser())
    if kind == "replay" and rest.endswith(SUFFIX):
        from situated_qa.llm.replaying import ReplayingModel

        return ReplayingModel(Path(rest).expanduser())
    path = rest if kind == "llama-cpp" else DEFAULT_ASSET if spec == "default" else spec
    if path in ASSETS and ASSETS[path].path.endswith(".gguf"):
        return _llama_cpp(Path(ASSETS[path].path).name, lambda: _located(path), settings)
    if path.endswith(".gguf") and kind not in ("record", "replay"):
        file = Path(path).expanduser()
        return _llama_cpp(file.name, lambda: file, settings)
    raise SettingsError(f"model spec {spec!r} has no legal form; legal: {FORMS}")


def is_small(name: str, size_bytes: int | None = None) -> bool:
    """Whether a model's name (or, where that is silent, its file's size) says at most 3 billion parameters."""
    sizes = re.findall(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", name.lower())
    if sizes:
        number, unit = sizes[-1]
        return float(number) / (1000.0 if unit == "m" else 1.0) <= SMALL_MODEL_BILLIONS
    return size_bytes is not None and size_bytes <= 2_500_000_000


def _llama_cpp(name: str, locate: Callable[[], Path], settings: LLMSettings) -> LanguageModel:
    from situated_qa.llm.llama_cpp import LlamaCppModel

    return LlamaCppModel(name, locate, settings)


def _located(asset: str) -> Path:
    try:
        return Path(asset_path(asset))
    except AssetError as error:
        raise ModelUnavailable(f"the embedded model is not there: {error}") from error


def _is_url(url: str) -> bool:
    return re.match(r"https?://[^/\s]+", url) is not None
