"""The OpenAI-compatible client against a stub that speaks the chat API."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from http_stub import Stub, send_json

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Message
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.spec import LLMSettings

CHAT = [Message("user", "Which colour?")]
SCHEMA = {"type": "object", "properties": {"ask": {"type": "string"}}}


def reply(text: str | None) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 4, "completion_tokens": 1, "total_tokens": 5}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def test_a_reply_and_what_was_asked() -> None:
    with Stub(lambda handler, body: send_json(handler, reply("red"))) as stub:
        model = OpenAIModel("m", stub.url, LLMSettings(seed=5))
        completion = model.complete(CHAT, max_tokens=7, stop=["END"])
        path, body = stub.requests[0]
    assert (completion.text, completion.prompt_tokens, completion.completion_tokens) == ("red", 4, 1)
    assert path == "/v1/chat/completions"
    assert (body["max_tokens"], body["temperature"], body["seed"], body["stop"]) == (7, 0.0, 5, ["END"])


def test_a_path_in_the_url_is_kept() -> None:
    with Stub(lambda handler, body: send_json(handler, reply("red"))) as stub:
        OpenAIModel("m", f"{stub.url}/proxy/v1").complete(CHAT)
        assert stub.requests[0][0] == "/proxy/v1/chat/completions"


def test_a_schema_is_sent_as_response_format() -> None:
    with Stub(lambda handler, body: send_json(handler, reply("{}"))) as stub:
        OpenAIModel("m", stub.url).complete(CHAT, json_schema=SCHEMA)
        assert stub.requests[0][1]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_without_schemas_is_asked_in_words_and_from_then_on_only_so() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if "response_format" in body:
            send_json(handler, {"error": {"message": "response_format is not supported"}}, 400)
        else:
            send_json(handler, reply("{}"))

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


@pytest.mark.parametrize("body", [reply(None), {"choices": []}, b"<html>", b"null", {"error": "odd"}])
def test_a_reply_without_text_is_an_error(body: Any) -> None:
    with Stub(lambda handler, _: send_json(handler, body)) as stub, pytest.raises(ModelError):
        OpenAIModel("m", stub.url).complete(CHAT)


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
