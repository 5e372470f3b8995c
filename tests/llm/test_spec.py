"""Which model a spec names."""

from __future__ import annotations

from pathlib import Path

import pytest

from situated_qa.errors import ModelUnavailable, SettingsError
from situated_qa.llm.client import Message
from situated_qa.llm.settings import LLMSettings, is_small
from situated_qa.llm.spec import make_model


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("ollama:qwen2.5-coder:7b", "ollama:qwen2.5-coder:7b"),
        ("ollama:llama3@http://robot:11434", "ollama:llama3"),
        ("openai:Qwen/Qwen2.5-Coder-32B@http://gpu:8000/v1", "openai:Qwen/Qwen2.5-Coder-32B"),
        ("llama-cpp:models/tiny.gguf", "llama-cpp:tiny.gguf"),
        ("models/tiny.gguf", "llama-cpp:tiny.gguf"),
        ("default", "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m+question-reader-0.5b-iq4_nl"),
        ("qwen2.5-coder-0.5b", "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"),
        ("llama-cpp:smollm2-135m", "llama-cpp:smollm2-135m-instruct-q4_1.gguf"),
    ],
)
def test_legal_specs_make_a_model_without_reaching_for_it(spec: str, name: str) -> None:
    model = make_model(spec)
    assert model.name == name
    model.close()


def test_none_is_a_model_that_is_never_asked() -> None:
    model = make_model("none")
    model.warm_up([Message("system", "x")])
    with pytest.raises(ModelUnavailable, match="none"):
        model.complete([Message("user", "x")])


def test_a_model_that_was_not_fetched_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    model = make_model("qwen2.5-coder-0.5b", LLMSettings(keep_prompts=False))
    assert model.prefers_forms
    with pytest.raises(ModelUnavailable, match="situated-qa fetch qwen2.5-coder-0.5b"):
        model.complete([Message("user", "x")])
    model.close()


def test_scripted(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text('{"reply": "hello"}')
    assert make_model(f"scripted:{script}").complete([Message("user", "x")]).text == "hello"


@pytest.mark.parametrize(
    "spec",
    [
        "gpt",
        "ollama:",
        "ollama",
        "ollama:m@robot",
        "openai:m",
        "openai:@http://x",
        "openai:m@gpu",
        "model.bin",
        "x:y",
        "nanodet",
    ],
)
def test_a_wrong_spec_names_the_legal_forms(spec: str) -> None:
    with pytest.raises(SettingsError, match="ollama:MODEL") as caught:
        make_model(spec)
    assert spec in str(caught.value)


def test_the_setting_names_the_model_where_the_call_does_not() -> None:
    assert make_model("", LLMSettings(spec="ollama:phi3")).name == "ollama:phi3"


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", True),
        ("qwen2.5-coder:7b", False),
        ("llama3.2:3b", True),
        ("SmolLM2-135M-Instruct", True),
        ("Qwen/Qwen2.5-Coder-32B-Instruct", False),
        ("gpt-4o", False),
        ("mixtral-8x7b", False),
    ],
)
def test_the_name_tells_a_small_model(name: str, small: bool) -> None:
    assert is_small(name) is small


def test_a_missing_or_wrong_file_says_so_when_asked(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"not a model")
    torn = tmp_path / "torn.gguf"
    torn.write_bytes(b"GGUF" + b"\x00" * 64)
    for path, words in ((tmp_path / "none.gguf", "none.gguf"), (wrong, "no GGUF file"), (torn, "torn.gguf")):
        model = make_model(str(path))
        with pytest.raises(ModelUnavailable, match=words):
            model.complete([Message("user", "x")])
        model.close()


@pytest.mark.parametrize("wrong", [{"num_ctx": 10}, {"temperature": 3.0}, {"n_threads": -1}, {"seed": "x"}])
def test_wrong_settings_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        LLMSettings(**wrong)  # type: ignore[arg-type]
