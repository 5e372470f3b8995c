"""Which language model, in one word: `make_model("ollama:qwen2.5-coder:7b")`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from situated_qa.assets import ASSETS, asset_path
from situated_qa.errors import AssetError, ModelUnavailable, SettingsError
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL, NoModel
from situated_qa.llm.settings import FORMS, LLMSettings

DEFAULT_ASSET = "qwen2.5-coder-1.5b"
SUFFIX = ".jsonl"
OLLAMA_URL = "http://127.0.0.1:11434"


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
