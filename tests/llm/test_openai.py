"""The OpenAI-compatible client against a stub that speaks the chat API."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from http_stub import Stub, send_events, send_json

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import EXPRESSION_SCHEMA, Message
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.settings import LLMSettings

CHAT = [Message("user", "Which colour?")]
SCHEMA = {"type": "object", "properties": {"ask": {"type": "string"}}}


def chunk(text: str | None = None, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": more.pop("end", None), "delta": {"role": "assistant", "content": text}}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice], **more}


def reply(*texts: str | None) -> list[Any]:
    details = {"prompt_tokens_details": {"cached_tokens": 3}}
    usage = {"prompt_tokens": 4, "completion_tokens": 1, "total_tokens": 5, **details}
    return [*[chunk(text) for text in texts], chunk(None, end="stop"), {**chunk(), "choices": [], "usage": usage}]


def test_a_reply_and_what_was_asked() -> None:
    with Stub(lambda handler, body: send_events(handler, reply("r", "ed"))) as stub:
        model = OpenAIModel("m", stub.url, LLMSettings(seed=5))
        completion = model.complete(CHAT, max_tokens=7, stop=["END"])
        path, body = stub.requests[0]
    assert completion.text == "red"
    assert (completion.prompt_tokens, completion.completion_tokens, completion.cached_tokens) == (4, 1, 3)
    assert body["stream"] and body["stream_options"] == {"include_usage": True}
    assert path == "/v1/chat/completions"
    assert (body["max_tokens"], body["temperature"], body["seed"], body["stop"]) == (7, 0.0, 5, ["END"])


def test_a_path_in_the_url_is_kept() -> None:
    with Stub(lambda handler, body: send_events(handler, reply("red"))) as stub:
        OpenAIModel("m", f"{stub.url}/proxy/v1").complete(CHAT)
        assert stub.requests[0][0] == "/proxy/v1/chat/completions"


def test_a_schema_is_sent_as_response_format() -> None:
    with Stub(lambda handler, body: send_events(handler, reply("{}"))) as stub:
        OpenAIModel("m", stub.url).complete(CHAT, json_schema=SCHEMA)
        assert stub.requests[0][1]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_grammar_becomes_the_schema_of_an_expression() -> None:
    with Stub(lambda handler, body: send_events(handler, reply("{}"))) as stub:
        OpenAIModel("m", stub.url).complete(CHAT, grammar='root ::= "rooms()"')
        assert stub.requests[0][1]["response_format"]["json_schema"]["schema"] == EXPRESSION_SCHEMA


def test_a_server_without_schemas_is_asked_in_words_and_from_then_on_only_so() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if "response_format" in body:
            send_json(handler, {"error": {"message": "response_format is not supported"}}, 400)
        else:
            send_events(handler, reply("{}"))

    with Stub(answer) as stub:
        model = OpenAIModel("m", stub.url)
        assert model.complete(CHAT, json_schema=SCHEMA).text == "{}"
        assert model.complete(CHAT, json_schema=SCHEMA).text == "{}"
        asked = [body for _, body in stub.requests]
    assert ["response_format" in body for body in asked] == [True, False, False]
    assert '"ask"' in asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, ModelError),
        (401, ModelUnavailable),
        (404, ModelUnavailable),
        (429, ModelUnavailable),
        (500, ModelError),
        (503, ModelUnavailable),
    ],
)
def test_a_refusal_names_its_reason(status: int, error: type[ModelError]) -> None:
    with (
        Stub(lambda handler, body: send_json(handler, {"error": {"message": "why"}}, status)) as stub,
        pytest.raises(error, match="why") as caught,
    ):
        OpenAIModel("m", stub.url).complete(CHAT)
    assert type(caught.value) is error
    assert len(stub.requests) == 1  # no silent second try


@pytest.mark.parametrize("body", [b"<html>", b"null", {"choices": []}, {"error": "odd"}])
def test_a_reply_that_is_no_stream_is_an_error(body: Any) -> None:
    with Stub(lambda handler, _: send_json(handler, body)) as stub, pytest.raises(ModelError, match="no stream"):
        OpenAIModel("m", stub.url).complete(CHAT)


@pytest.mark.parametrize("whole", [True, False])
def test_a_stream_that_ends_early_is_an_error(whole: bool) -> None:
    with (
        Stub(lambda handler, _: send_events(handler, [chunk("re")], whole=whole)) as stub,
        pytest.raises(ModelError, match="broke off after 2 characters"),
    ):
        OpenAIModel("m", stub.url).complete(CHAT)


@pytest.mark.parametrize("event", [b"{", b"7", {"error": {"message": "out of memory"}}, {"choices": [{"index": 0}]}])
def test_a_broken_event_is_an_error(event: Any) -> None:
    with Stub(lambda handler, _: send_events(handler, [chunk("re"), event])) as stub, pytest.raises(ModelError):
        OpenAIModel("m", stub.url).complete(CHAT)


def test_a_reply_of_no_text_is_an_empty_one() -> None:
    with Stub(lambda handler, _: send_events(handler, reply(None))) as stub:
        assert OpenAIModel("m", stub.url).complete(CHAT).text == ""


def test_a_server_that_tells_no_usage_is_not_asked_for_it_again() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if "stream_options" in body:
            send_json(handler, {"error": {"message": "unknown field stream_options"}}, 400)
        else:
            send_events(handler, [chunk("red"), chunk("", end="stop")])

    with Stub(answer) as stub:
        model = OpenAIModel("m", stub.url)
        assert [model.complete(CHAT).text for _ in range(2)] == ["red", "red"]
        assert ["stream_options" in body for _, body in stub.requests] == [True, False, False]


def test_a_silent_server_times_out() -> None:
    with Stub(lambda handler, body: waiting.wait(30)) as stub:  # type: ignore[arg-type,return-value]
        waiting = stub.release
        start = time.monotonic()
        with pytest.raises(ModelTimeout):
            OpenAIModel("m", stub.url).complete(CHAT, timeout_s=0.2)
        assert time.monotonic() - start < 5.0


def test_no_server_is_unavailable() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
        with pytest.raises(ModelUnavailable, match="no server answers"):
            OpenAIModel("m", url).complete(CHAT)
