"""Texts that a model continues, without a chat: Ollama, scripts, recordings, the embedded runtime."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from http_stub import Stub, send_json, send_lines

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, ModelError, ModelUnavailable, RecordError
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.recording import RecordingModel
from situated_qa.llm.replaying import ReplayingModel
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.text_model import Continuation, reader_in

PROMPT = "Q: Where is the lamp?\nA: "


def test_the_log_probability_is_that_of_all_tokens() -> None:
    assert Continuation("x", (-0.5, -0.25)).logprob == -0.75
    assert Continuation("x").logprob is None


class TestOllama:
    def test_the_prompt_is_sent_raw_and_log_probabilities_come_back(self) -> None:
        pieces = [
            {"response": 'where(the("', "done": False, "logprobs": [{"token": "where", "logprob": -0.1}]},
            {"response": 'lamp"))', "done": False, "logprobs": [{"token": "lamp", "logprob": -0.2}]},
            {"response": "", "done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": 3},
        ]
        with Stub(lambda handler, body: send_lines(handler, pieces)) as server:
            reply = OllamaModel("question-reader", server.url).continue_text(
                PROMPT, max_tokens=20, grammar="root ::= x", stop=["\n"], timeout_s=20.0
            )
        assert reply.text == 'where(the("lamp"))'
        assert (reply.token_logprobs, reply.tokens, reply.prompt_tokens) == ((-0.1, -0.2), 3, 9)
        ((path, body),) = server.requests
        assert (path, body["prompt"], body["raw"], body["logprobs"]) == ("/api/generate", PROMPT, True, True)
        assert (body["options"]["num_predict"], body["options"]["stop"]) == (20, ["\n"])
        assert body["options"]["temperature"] == 0.0

    def test_a_server_that_tells_no_probabilities(self) -> None:
        last = {"response": "it", "done": True, "done_reason": "length"}
        with Stub(lambda handler, body: send_lines(handler, [last])) as server:
            reply = OllamaModel("m", server.url).continue_text(PROMPT, timeout_s=20.0)
        assert (reply.text, reply.logprob, reply.finished) == ("it", None, False)

    def test_a_reply_that_breaks_off_is_an_error(self) -> None:
        first = {"response": "it", "done": False}
        with Stub(lambda handler, body: send_lines(handler, [first])) as server:
            model = OllamaModel("m", server.url)
            with pytest.raises(ModelError, match="broke off"):
                model.continue_text(PROMPT, timeout_s=20.0)

    def test_a_model_that_is_not_there_is_unavailable(self) -> None:
        with Stub(lambda handler, body: send_json(handler, {"error": "not found"}, 404)) as server:
            model = OllamaModel("m", server.url)
            with pytest.raises(ModelUnavailable, match="ollama pull m"):
                model.continue_text(PROMPT, timeout_s=20.0)

    def test_the_name_tells_a_reader(self) -> None:
        assert OllamaModel("question-reader:0.5b", "http://127.0.0.1:1").reads
        assert not OllamaModel("qwen2.5-coder:0.5b", "http://127.0.0.1:1").reads


class TestScripted:
    def test_it_says_its_lines_with_their_log_probabilities(self) -> None:
        model = ScriptedModel([Line("where(it)\nand more", logprobs=(-0.5,))], reads=True)
        reply = model.continue_text(PROMPT, stop=["\n"])
        assert (reply.text, reply.token_logprobs) == ("where(it)", (-0.5,))
        assert model.calls[0].messages[0].content == PROMPT
        assert reader_in(model) is model
        assert reader_in(ScriptedModel([])) is None

    def test_a_file_tells_that_it_reads(self, tmp_path: Path) -> None:
        path = tmp_path / "script.jsonl"
        path.write_text('{"reads": true}\n{"reply": "rooms()", "logprobs": [-0.25]}\n')
        model = ScriptedModel.from_file(path)
        assert model.reads and not model.prefers_forms
        assert model.continue_text(PROMPT).token_logprobs == (-0.25,)


class TestRecording:
    def test_what_was_recorded_is_replayed(self, tmp_path: Path) -> None:
        path = tmp_path / "run.jsonl"
        recording = RecordingModel(ScriptedModel([Line("rooms()", logprobs=(-0.1, -0.2))], reads=True), path)
        said = recording.continue_text(PROMPT, grammar="root ::= x", max_tokens=9)
        replay = ReplayingModel(path)
        assert recording.reads and replay.reads
        assert replay.continue_text(PROMPT, grammar="root ::= x", max_tokens=9) == said
        with pytest.raises(RecordError, match="grammar"):
            replay.continue_text(PROMPT, max_tokens=9)

    def test_an_error_is_raised_again(self, tmp_path: Path) -> None:
        path = tmp_path / "run.jsonl"
        with pytest.raises(ModelError):
            RecordingModel(ScriptedModel([Line(error="error")]), path).continue_text(PROMPT)
        with pytest.raises(ModelError):
            ReplayingModel(path).continue_text(PROMPT)

    def test_a_torn_exchange_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "run.jsonl"
        path.write_text('{"model": "m", "prefers_forms": true, "request": {"prompt": "x"}, "reply": {"text": ""}}\n')
        with pytest.raises(RecordError, match=r"run\.jsonl:1"):
            ReplayingModel(path)


@pytest.fixture(scope="module")
def embedded() -> Iterator[Any]:
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    from situated_qa.llm.llama_cpp import LlamaCppModel

    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError:
        pytest.skip("smollm2-135m is not in the cache")
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=1024))
    yield model
    model.close()


class TestEmbedded:
    def test_greedy_and_with_log_probabilities(self, embedded: Any) -> None:
        reply = embedded.continue_text("The capital of France is", max_tokens=4, timeout_s=500.0)
        assert reply.text.strip().startswith("Paris")
        assert 0 < len(reply.token_logprobs) <= 4
        assert all(value <= 0.0 for value in reply.token_logprobs)
        assert embedded.continue_text("The capital of France is", max_tokens=4, timeout_s=500.0).text == reply.text

    def test_log_probabilities_are_those_before_the_grammar(self, embedded: Any) -> None:
        """An unlikely word stays one, however few the grammar leaves."""
        rules = 'root ::= " Stuttgart"'
        reply = embedded.continue_text("The capital of France is", grammar=rules, timeout_s=500.0)
        assert reply.text == " Stuttgart" and reply.finished
        assert reply.logprob < -3.0

    def test_it_ends_at_a_stop_text_or_says_that_it_was_cut(self, embedded: Any) -> None:
        text = "one, two, three, four, five, six, one, two, three,"
        assert embedded.continue_text(text, max_tokens=20, stop=["five"], timeout_s=500.0).text.strip() == "four,"
        assert not embedded.continue_text(text, max_tokens=2, timeout_s=500.0).finished
