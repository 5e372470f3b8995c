"""Which language model, in one word: `make_model("ollama:qwen2.5-coder:7b")`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from situated_qa.assets import ASSETS, asset_path
from situated_qa.errors import AssetError, ModelUnavailable, SettingsError
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.gguf import Adapter, released_adapter
from situated_qa.llm.no_model import NO_MODEL, NoModel
from situated_qa.llm.settings import FORMS, LLMSettings
from situated_qa.llm.text_model import READER_NAME, TextModel, reader_in

if TYPE_CHECKING:
    from situated_qa.llm.llama_cpp import LlamaCppModel

DEFAULT_ASSET = "qwen2.5-coder-0.5b"
"""The default where the package ships no adapter."""
READER_CTX = 4096
"""Tokens of the reader's context: twice what the longest question and its expression need; each 1,000 take 12 MB."""
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
    path = rest if kind == "llama-cpp" else spec
    if path == "default":
        adapter = released_adapter()
        if adapter is not None:
            return _released(adapter, settings)
        path = DEFAULT_ASSET
    base, plus, adapter_file = path.partition("+")
    if plus and base in _MODELS and adapter_file.endswith(".gguf"):
        file = Path(adapter_file).expanduser()
        return _adapted(base, file.stem, lambda: file, settings)
    if plus and base.endswith(".gguf") and adapter_file.endswith(".gguf"):
        seeing, projector = Path(base).expanduser(), Path(adapter_file).expanduser()
        return _llama_cpp(seeing.name, lambda: seeing, settings, projector=lambda: projector)
    if path in _MODELS:
        return _llama_cpp(Path(ASSETS[path].path).name, lambda: _located(path), settings)
    if path.endswith(".gguf") and not plus and kind not in ("record", "replay"):
        file = Path(path).expanduser()
        return _llama_cpp(file.name, lambda: file, settings)
    raise SettingsError(f"model spec {spec!r} has no legal form; legal: {FORMS}")


def make_reader(settings: LLMSettings | None = None) -> TextModel | None:
    """The trained reader that `settings.reader` names, for use beside another model; None where there is none.

    The default is none beside a scripted, recorded or replayed model: such a run must repeat itself with nothing else.
    Nothing is loaded yet.

    Raises:
        as `make_model`.
        SettingsError: the model that is named is no trained reader.
    """
    settings = settings or LLMSettings()
    spec = settings.reader.strip()
    repeats = settings.spec.partition(":")[0] in ("scripted", "record", "replay")
    if spec == NO_MODEL or (spec == "default" and (repeats or released_adapter() is None)):
        return None
    model = make_model(spec, settings)
    reader = reader_in(model)
    if reader is None:
        raise SettingsError(f"llm.reader {spec!r} is no trained reader; its name must hold {READER_NAME!r}")
    return reader


_MODELS = {name for name, asset in ASSETS.items() if asset.path.endswith(".gguf")}


def _released(adapter: Adapter, settings: LLMSettings) -> LanguageModel:
    """The package's reader: texts are continued by base model and adapter merged in 4 bits, chats by the base alone."""
    from situated_qa.llm.merging import KIND, merged_reader
    from situated_qa.llm.reader_model import ReaderModel

    def merged() -> Path:
        base = _located(adapter.asset)
        return merged_reader(base, adapter, base.parent)

    base_name = Path(ASSETS[adapter.asset].path).stem
    short = replace(settings, num_ctx=min(settings.num_ctx, READER_CTX), keep_prompts=False)
    reader = _llama_cpp(f"{base_name}+{adapter.name}-{KIND}", merged, short)
    return ReaderModel(reader, _llama_cpp(base_name, lambda: _located(adapter.asset), settings))


def _adapted(base: str, name: str, adapter: Callable[[], Path], settings: LLMSettings) -> LanguageModel:
    """An asset with a LoRA adapter. Its name tells the asset's size and both files."""
    model = f"{Path(ASSETS[base].path).stem}+{name}"
    return _llama_cpp(model, lambda: _located(base), settings, adapter=adapter)


def _llama_cpp(
    name: str,
    locate: Callable[[], Path],
    settings: LLMSettings,
    *,
    adapter: Callable[[], Path] | None = None,
    projector: Callable[[], Path] | None = None,
) -> LlamaCppModel:
    from situated_qa.llm.llama_cpp import LlamaCppModel

    return LlamaCppModel(name, locate, settings, adapter=adapter, projector=projector)


def _located(asset: str) -> Path:
    try:
        return Path(asset_path(asset))
    except AssetError as error:
        raise ModelUnavailable(f"the embedded model is not there: {error}") from error


def _is_url(url: str) -> bool:
    return re.match(r"https?://[^/\s]+", url) is not None
