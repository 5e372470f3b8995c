"""LoRA adapters: the one that the package ships, and others, as a model's specification names them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from situated_qa.errors import ModelUnavailable, SettingsError
from situated_qa.llm import gguf, spec
from situated_qa.llm.gguf import Adapter, released_adapter
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model, make_reader


def shipped(folder: Path, sha256: str = "") -> Path:
    path = folder / "question-reader-0.5b.gguf"
    path.write_bytes(b"GGUF and more")
    right = hashlib.sha256(b"GGUF and more").hexdigest()
    card = {"sha256": sha256 or right, "base": {"asset": "qwen2.5-coder-0.5b"}}
    (folder / "card.json").write_text(json.dumps(card))
    return path


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Adapter:
    adapter = released_adapter(shipped(tmp_path))
    assert adapter is not None
    monkeypatch.setattr(spec, "released_adapter", lambda: adapter)
    return adapter


def test_the_default_is_the_base_model_with_the_adapter_merged(release: Adapter) -> None:
    model = make_model("default")
    assert model.name == "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m+question-reader-0.5b-iq4_nl"
    assert model.prefers_forms and model.reads  # type: ignore[attr-defined]
    reader = make_reader(LLMSettings())
    assert reader is not None and reader.name == model.name


def test_without_an_adapter_the_default_is_a_plain_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "released_adapter", lambda: None)
    assert make_model("default").name == "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"
    assert make_reader(LLMSettings()) is None
    assert released_adapter(tmp_path / "none.gguf") is None


def test_an_adapter_of_ones_own() -> None:
    model = make_model("qwen2.5-coder-0.5b+~/run/adapter.gguf")
    assert model.name == "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m+adapter"
    assert model.reads  # type: ignore[attr-defined]
    with pytest.raises(SettingsError, match="no legal form"):
        make_model("no-such-asset+adapter.gguf")


def test_a_reader_of_no_trained_kind_is_refused() -> None:
    with pytest.raises(SettingsError, match="question-reader"):
        make_reader(LLMSettings(reader="qwen2.5-coder-0.5b"))
    assert make_reader(LLMSettings(reader="none")) is None
    beside = make_reader(LLMSettings(reader="ollama:question-reader"))
    assert beside is not None and beside.name == "ollama:question-reader"


def test_a_changed_adapter_is_refused(tmp_path: Path) -> None:
    adapter = released_adapter(shipped(tmp_path, "0" * 64))
    assert adapter is not None
    with pytest.raises(ModelUnavailable, match="its card says 0000"):
        adapter.located()


def test_an_adapter_without_a_card_is_refused(tmp_path: Path) -> None:
    path = shipped(tmp_path)
    (tmp_path / "card.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match=r"card\.json must hold"):
        released_adapter(path)


def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "adapter.gguf"
    path.write_text("PEFT")
    with pytest.raises(ModelUnavailable, match="no GGUF file"):
        gguf.gguf_file(path)


def test_what_the_package_ships_is_what_its_card_says() -> None:
    adapter = released_adapter()
    if adapter is None:
        pytest.skip("the package ships no adapter")
    assert adapter.located().stat().st_size <= 20_000_000


@pytest.mark.parametrize("spec", ["scripted:s.jsonl", "record:r.jsonl:ollama:phi3", "replay:r.jsonl"])
def test_a_run_that_repeats_itself_has_no_reader_beside_its_model(release: Adapter, spec: str) -> None:
    assert make_reader(LLMSettings(spec=spec)) is None
    assert make_reader(LLMSettings(spec="ollama:qwen2.5-coder:7b")) is not None
