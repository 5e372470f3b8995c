"""The Ollama client against a stub that speaks the real HTTP API."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest
from http_stub import Stub, send_json, send_lines

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import EXPRESSION_SCHEMA, Message
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.settings import LLMSettings

CHAT = [Message("system", "Be brief."), Message("user", "Which colour?")]


def part(text: str, **more: Any) -> dict[str, Any]:
    head = {"model": "m", "created_at": "2026-01-01T00:00:00Z"}
    return {**head, "message": {"role": "assistant", "content": text}, "done": False, **more}


LAST = part("", done=True, done_reason="stop", prompt_eval_count=11, eval_count=2)


def model(url: str, **settings: Any) -> OllamaModel:
    return OllamaModel("qwen2.5-coder:7b", url, LLMSettings(**settings))


def test_a_reply_arrives_in_pieces() -> None:
    with Stub(lambda handler, body: send_lines(handler, [part("re"), part("d"), LAST])) as stub:
        completion = model(stub.url).complete(CHAT)
    assert completion.text == "red"
    assert (completion.prompt_tokens, completion.completion_tokens) == (11, 2)
    assert completion.seconds > 0.0


def test_context_seed_temperature_and_length_are_always_sent() -> None:
    with Stub(lambda handler, body: send_lines(handler, [part("x"), LAST])) as stub:
        model(stub.url, num_ctx=6000, seed=3, keep_alive="-1").complete(CHAT, max_tokens=9, stop=["\nObservation:"])
        path, body = stub.requests[0]
    assert path == "/api/chat"
    assert body["options"] == {
        "num_ctx": 6000,
        "seed": 3,
        "temperature": 0.0,
        "num_predict": 9,
        "stop": ["\nObservation:"],
    }
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert [message["content"] for message in body["messages"]] == ["Be brief.", "Which colour?"]
    assert body["model"] == "qwen2.5-coder:7b"
    assert body["keep_alive"] == -1
    assert "format" not in body


def test_a_schema_goes_into_format() -> None:
    schema = {"type": "object", "properties": {"ask": {"enum": ["count"]}}, "required": ["ask"]}
    with Stub(lambda handler, body: send_lines(handler, [part('{"ask": "count"}'), LAST])) as stub:
        assert model(stub.url).complete(CHAT, json_schema=schema).text == '{"ask": "count"}'
        assert stub.requests[0][1]["format"] == schema


def test_a_grammar_becomes_the_schema_of_an_expression() -> None:
    said = '{"expression": "rooms()"}'
    with Stub(lambda handler, body: send_lines(handler, [part(said), LAST])) as stub:
        assert model(stub.url).complete(CHAT, grammar='root ::= "rooms()"').text == said
        assert stub.requests[0][1]["format"] == EXPRESSION_SCHEMA


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, ModelError, "bad options"),
        (404, ModelUnavailable, "ollama pull qwen2.5-coder:7b"),
        (500, ModelError, "bad options"),
        (503, ModelUnavailable, "overloaded"),
        (504, ModelTimeout, "504"),
    ],
)
def test_a_refusal_names_its_reason(status: int, error: type[ModelError], words: str) -> None:
    with (
        Stub(lambda handler, body: send_json(handler, {"error": "bad options"}, status)) as stub,
        pytest.raises(error, match=words) as caught,
    ):
        model(stub.url).complete(CHAT)
    assert type(caught.value) is error


def test_an_error_in_mid_stream_with_status_200_is_an_error() -> None:
    lines = [part("re"), {"error": "llama runner process has terminated"}]
    with (
        Stub(lambda handler, body: send_lines(handler, lines)) as stub,
        pytest.raises(ModelError, match="runner process"),
    ):
        model(stub.url).complete(CHAT)


@pytest.mark.parametrize("whole", [True, False])
def test_a_stream_that_ends_early_is_an_error(whole: bool) -> None:
    with (
        Stub(lambda handler, body: send_lines(handler, [part("re")], whole=whole)) as stub,
        pytest.raises(ModelError, match="broke off"),
    ):
        model(stub.url).complete(CHAT)


def test_a_reply_that_is_no_json_is_an_error() -> None:
    with Stub(lambda handler, body: send_json(handler, b"<html>proxy</html>")) as stub, pytest.raises(ModelError):
        model(stub.url).complete(CHAT)


def test_a_silent_server_times_out() -> None:
    with Stub(lambda handler, body: waiting.wait(30)) as stub:  # type: ignore[arg-type,return-value]
        waiting = stub.release
        start = time.monotonic()
        with pytest.raises(ModelTimeout, match="0.2 s"):
            model(stub.url).complete(CHAT, timeout_s=0.2)
        assert time.monotonic() - start < 5.0


def test_a_trickle_does_not_stretch_the_time() -> None:
    """Each piece comes within a socket's timeout; the whole does not."""
    over = threading.Event()

    def trickle(handler: Any, body: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/x-ndjson")
        handler.end_headers()
        handler.close_connection = True
        while not over.wait(0.05):
            handler.wfile.write(b'{"message": {"role": "assistant", "content": "x"}, "done": false}\n')
            handler.wfile.flush()

    with Stub(trickle) as stub:
        start = time.monotonic()
        with pytest.raises(ModelTimeout):
            model(stub.url).complete(CHAT, timeout_s=0.4)
        assert time.monotonic() - start < 5.0
        over.set()


def test_no_server_is_unavailable() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"  # bound, but nobody listens
        with pytest.raises(ModelUnavailable, match="no Ollama server"):
            model(url).complete(CHAT)


def test_an_unknown_host_is_unavailable() -> None:
    with pytest.raises(ModelUnavailable):
        model("http://no-such-host.invalid:11434").complete(CHAT, timeout_s=20.0)


def test_warm_up_asks_for_one_token() -> None:
    with Stub(lambda handler, body: send_lines(handler, [part("x"), LAST])) as stub:
        model(stub.url).warm_up(CHAT)
        assert stub.requests[0][1]["options"]["num_predict"] == 1


def test_two_threads_get_their_own_replies() -> None:
    def echo(handler: Any, body: dict[str, Any]) -> None:
        send_lines(handler, [part(body["messages"][-1]["content"]), LAST])

    texts: dict[str, str] = {}
    with Stub(echo) as stub:
        shared = model(stub.url)

        def ask(word: str) -> None:
            texts[word] = shared.complete([Message("user", word)]).text

        threads = [threading.Thread(target=ask, args=(word,)) for word in ("one", "two")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert texts == {"one": "one", "two": "two"}
