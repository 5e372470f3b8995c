"""A real small model in process: completes, obeys a schema, stops in time, is shared by threads."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, ModelCancelled, ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Message
from situated_qa.llm.llama_cpp import LlamaCppModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.grammar import grammar

pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")


def model_path() -> Path | None:
    for name in ("smollm2-135m", "qwen2.5-coder-0.5b"):
        try:
            return Path(asset_path(name))
        except AssetError:
            continue
    return None


@pytest.fixture(scope="module")
def model() -> Iterator[LlamaCppModel]:
    path = model_path()
    if path is None:
        pytest.skip("no small model in the cache")
    made = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=2048))
    yield made
    made.close()


CHAT = [Message("system", "Reply with one word."), Message("user", "Name a colour.")]


def test_completes_and_repeats_itself(model: LlamaCppModel) -> None:
    first = model.complete(CHAT, max_tokens=8, timeout_s=500.0)
    assert first.text.strip()
    assert 0 < first.completion_tokens <= 8 and first.prompt_tokens > 5
    assert model.complete(CHAT, max_tokens=8, timeout_s=500.0).text == first.text


def test_small_models_prefer_forms(model: LlamaCppModel) -> None:
    assert model.prefers_forms


def test_obeys_a_schema(model: LlamaCppModel) -> None:
    schema = {
        "type": "object",
        "properties": {"ask": {"enum": ["count", "exists"]}, "target": {"enum": ["chair"]}},
        "required": ["ask", "target"],
        "additionalProperties": False,
    }
    text = model.complete(CHAT, max_tokens=60, timeout_s=500.0, json_schema=schema).text
    form = json.loads(text)
    assert form["ask"] in ("count", "exists") and form["target"] == "chair"


def test_obeys_a_grammar(model: LlamaCppModel) -> None:
    grammar = 'root ::= "count(" noun ")"\nnoun ::= "chair" | "lamp"\n'
    text = model.complete(CHAT, max_tokens=60, timeout_s=500.0, grammar=grammar).text
    assert text in ("count(chair)", "count(lamp)")


def test_takes_the_grammar_of_the_question_language(model: LlamaCppModel) -> None:
    rules = grammar(["chair", 'a "big" box'], ["How", "many", "chairs", "are", "on", "my", "left?"], ["living room"])
    text = model.complete(CHAT, max_tokens=12, timeout_s=500.0, grammar=rules).text
    assert text.partition("(")[0] in {*functions(), "it", "them"}


def test_a_grammar_that_is_none_is_an_error(model: LlamaCppModel) -> None:
    with pytest.raises(ModelError):
        model.complete(CHAT, timeout_s=500.0, grammar="root ::= missing-rule")


def test_stops_where_told(model: LlamaCppModel) -> None:
    counting = [Message("user", "Count: one two three four five six. Say it again.")]
    assert "three" not in model.complete(counting, max_tokens=30, timeout_s=500.0, stop=["three"]).text.lower()


def test_a_schema_that_is_none_is_an_error(model: LlamaCppModel) -> None:
    with pytest.raises(ModelError):
        model.complete(CHAT, timeout_s=500.0, json_schema={"type": "nonsense"})


def test_a_prompt_beyond_the_context_is_an_error(model: LlamaCppModel) -> None:
    with pytest.raises(ModelError, match="context"):
        model.complete([Message("user", "word " * 5000)], timeout_s=500.0)


def test_a_request_past_its_deadline_is_cancelled_and_frees_the_model(model: LlamaCppModel) -> None:
    model.complete(CHAT, max_tokens=1, timeout_s=500.0)  # loaded by now
    start = time.monotonic()
    with pytest.raises(ModelTimeout):
        model.complete([Message("user", "Tell a very long story. " * 40)], max_tokens=1500, timeout_s=0.5)
    assert time.monotonic() - start < 5.0
    assert model.complete(CHAT, max_tokens=4, timeout_s=500.0).text


def test_two_threads_take_turns(model: LlamaCppModel) -> None:
    alone = model.complete(CHAT, max_tokens=8, timeout_s=500.0).text
    texts: list[str] = []

    def ask() -> None:
        texts.append(model.complete(CHAT, max_tokens=8, timeout_s=500.0).text)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [alone, alone]


def test_a_warmed_prefix_is_not_evaluated_again_even_after_another_chat(model: LlamaCppModel) -> None:
    prefix = [Message("system", "You know these tools: " + ", ".join(f"tool_{n}" for n in range(40)))]
    model.warm_up([*prefix, Message("user", "Ready?")])
    model.complete([Message("system", "Something else entirely."), *CHAT], max_tokens=1, timeout_s=500.0)
    completion = model.complete([*prefix, Message("user", "Hello")], max_tokens=2, timeout_s=500.0)
    assert completion.prompt_tokens > 100
    assert completion.prompt_tokens - completion.cached_tokens < 20


def test_an_evaluated_prompt_is_taken_from_disk_by_the_next_process(tmp_path, monkeypatch):
    path = model_path()
    if path is None:
        pytest.skip("no small model in the cache")
    monkeypatch.setattr("situated_qa.llm.llama_cpp.cache_folder", lambda: tmp_path)
    prefix = [Message("system", "You answer with one word. " * 20)]
    cached = []
    for _ in range(2):
        model = LlamaCppModel(path.name, lambda: path, LLMSettings(num_ctx=1024, n_threads=1))
        model.warm_up(prefix)
        cached.append(model.complete([*prefix, Message("user", "Which?")], max_tokens=4).cached_tokens)
        model.close()
    (kept,) = (tmp_path / "prompts").glob("*.slot")
    assert cached[0] > 80 and abs(cached[1] - cached[0]) <= 1

    kept.write_bytes(b"torn")
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(num_ctx=1024, n_threads=1))
    model.warm_up(prefix)  # says so, and evaluates again
    assert model.complete([*prefix, Message("user", "Which?")], max_tokens=4).cached_tokens > 80
    model.close()
    assert kept.stat().st_size > 1000


def test_the_state_s_name_changes_with_the_prompt_and_the_file(tmp_path):
    from situated_qa.llm.prompt_store import state_name

    file = tmp_path / "m.gguf"
    file.write_bytes(b"GGUF")
    name = state_name(file, "r 1", 1024, [Message("system", "a")])
    assert name == state_name(file, "r 1", 1024, [Message("system", "a")])
    assert name != state_name(file, "r 1", 1024, [Message("system", "b")])
    assert name != state_name(file, "r 2", 1024, [Message("system", "a")])
    file.write_bytes(b"GGUF2")
    assert name != state_name(file, "r 1", 1024, [Message("system", "a")])


LONG = [Message("user", "Tell a very long story about a robot that counts chairs.")]


def test_pieces_are_heard_as_they_come_and_make_up_the_reply(model: LlamaCppModel) -> None:
    heard: list[str] = []
    completion = model.complete(LONG, max_tokens=12, timeout_s=500.0, on_text=heard.append)
    assert "".join(heard) == completion.text and len(heard) > 3


def test_a_cancel_in_mid_reply_ends_generation_and_frees_the_model(model: LlamaCppModel) -> None:
    heard: list[str] = []
    with pytest.raises(ModelCancelled):
        model.complete(
            LONG, max_tokens=100_000, timeout_s=500.0, on_text=heard.append, cancelled=lambda: len(heard) >= 5
        )
    # the next request waits for the one thread there is: it is free only once the first has ended
    assert model.complete(CHAT, max_tokens=4, timeout_s=500.0).text
    assert 5 <= len(heard) < 500  # 0.05 s between two looks, and far from the 100,000 or the context's end


def test_a_cancel_while_the_prompt_is_evaluated(model: LlamaCppModel) -> None:
    looks = iter([False, True])
    with pytest.raises(ModelCancelled):
        model.complete([Message("user", "chair " * 1500)], timeout_s=500.0, cancelled=lambda: next(looks, True))
    assert model.complete(CHAT, max_tokens=4, timeout_s=500.0).text


def test_one_that_waits_its_turn_can_be_cancelled(model: LlamaCppModel) -> None:
    writing, over = threading.Event(), threading.Event()

    def first() -> None:
        with contextlib.suppress(ModelCancelled):
            model.complete(
                LONG, max_tokens=100_000, timeout_s=500.0, on_text=lambda _: writing.set(), cancelled=over.is_set
            )

    thread = threading.Thread(target=first)
    thread.start()
    assert writing.wait(60.0)
    with pytest.raises(ModelCancelled):
        model.complete(CHAT, timeout_s=500.0, cancelled=lambda: True)
    over.set()
    thread.join(60.0)
    assert not thread.is_alive()


def test_trouble_in_the_listener_is_the_callers(model: LlamaCppModel) -> None:
    def broken(text: str) -> None:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError):
        model.complete(CHAT, max_tokens=8, timeout_s=500.0, on_text=broken)
    assert model.complete(CHAT, max_tokens=4, timeout_s=500.0).text


def test_closing_ends_the_request_under_way():
    path = model_path()
    if path is None:
        pytest.skip("no small model in the cache")
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=2048, keep_prompts=False))
    writing = threading.Event()
    closer = threading.Thread(target=lambda: writing.wait(60.0) and model.close())
    closer.start()
    with pytest.raises(ModelUnavailable, match="closed"):
        model.complete(LONG, max_tokens=100_000, timeout_s=500.0, on_text=lambda _: writing.set())
    closer.join(60.0)
    assert not closer.is_alive()
    with pytest.raises(ModelUnavailable, match="closed"):
        model.complete(CHAT)
