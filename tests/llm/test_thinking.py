"""Models that think: thoughts never reach the reply; where they used up the tokens, it is asked again and said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from http_stub import Stub, send_events, send_json, send_lines

from situated_qa.errors import ModelError
from situated_qa.llm.client import Message
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.thinking import Visible, without_thoughts

CHAT = [Message("user", "Which colour?")]


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("red", "red"),
        ("<think>red or blue?</think>\n\nred", "red"),
        ("red or blue?\n</think>\n\nred", "red"),  # the template opened the thought
        ("<think>red or", ""),
        ("<think></think>a < b", "a < b"),
        ("if a <b: print('<think')", "if a <b: print('<think')"),
        ("  indented", "  indented"),
    ],
)
def test_a_reply_is_without_its_thoughts(reply: str, text: str) -> None:
    assert without_thoughts(reply) == text


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_thoughts_are_not_shown_however_the_pieces_fall(size: int) -> None:
    reply = "a<b <think>secret </thin </think>c<think>more</think>d <thi"
    visible = Visible()
    shown = "".join(visible.feed(reply[at : at + size]) for at in range(0, len(reply), size))
    assert shown + visible.end() == "a<b cd <thi"
    assert visible.thought


# ── Ollama ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def part(text: str, thinking: str | None = None, **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, **({"thinking": thinking} if thinking else {})}
    return {"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": False, **more}


def last(reason: str, tokens: int) -> dict[str, Any]:
    return part("", done=True, done_reason=reason, prompt_eval_count=11, eval_count=tokens)


def can(*capabilities: str, family: str = "qwen3") -> Callable[[Any, dict[str, Any]], None]:
    body = {"details": {"family": family}, "model_info": {}, "capabilities": list(capabilities)}
    return lambda handler, _: send_json(handler, body)


def ollama(url: str, **settings: Any) -> OllamaModel:
    return OllamaModel("qwen3:8b", url, LLMSettings(**settings))


def red(handler: Any, body: dict[str, Any]) -> None:
    send_lines(handler, [part("red"), last("stop", 1)])


def test_a_model_that_can_think_is_told_not_to_and_asked_about_once() -> None:
    with Stub(red, can("completion", "thinking")) as stub:
        model = ollama(stub.url)
        model.warm_up(CHAT)
        model.complete(CHAT, max_tokens=9)
        model.complete(CHAT, max_tokens=9)
        assert [body["model"] for body in stub.shown] == ["qwen3:8b"]
        assert [body["think"] for _, body in stub.requests] == [False, False, False]
        assert [body["options"]["num_predict"] for _, body in stub.requests] == [1, 9, 9]


@pytest.mark.parametrize("about", [can("completion", "tools"), None], ids=["cannot think", "old server"])
def test_a_model_that_cannot_think_is_sent_no_word_of_it(about: Callable[[Any, dict[str, Any]], None] | None) -> None:
    with Stub(red, about) as stub:
        assert ollama(stub.url, thinking="high").complete(CHAT, max_tokens=9).text == "red"
        assert "think" not in stub.requests[0][1]
        assert stub.requests[0][1]["options"]["num_predict"] == 9


def test_a_server_that_has_no_api_show_is_asked_without_think() -> None:
    with Stub(red, lambda handler, _: send_json(handler, {"error": "not found"}, 404)) as stub:
        assert ollama(stub.url).complete(CHAT).text == "red"
        assert "think" not in stub.requests[0][1]


@pytest.mark.parametrize(
    ("family", "thinking", "sent", "tokens"),
    [
        ("gptoss", "off", "low", 109),  # it cannot be turned off, so it needs tokens for it
        ("gptoss", "high", "high", 109),
        ("qwen3", "medium", True, 109),
        ("qwen3", "off", False, 9),
    ],
)
def test_how_long_to_think_is_sent_as_the_model_takes_it(
    family: str, thinking: str, sent: bool | str, tokens: int
) -> None:
    with Stub(red, can("completion", "thinking", family=family)) as stub:
        ollama(stub.url, thinking=thinking, thinking_tokens=100).complete(CHAT, max_tokens=9)
        body = stub.requests[0][1]
    assert (body["think"], body["options"]["num_predict"]) == (sent, tokens)


def test_thinking_that_used_up_the_tokens_is_asked_again_with_more_and_said() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if body["options"]["num_predict"] == 9:
            send_lines(handler, [part("", "red or"), last("length", 9)])
        else:
            send_lines(handler, [part("", "red or blue? red"), part("red"), last("stop", 12)])

    heard: list[str] = []
    with Stub(answer, can("completion")) as stub:
        model = ollama(stub.url, thinking_tokens=100)
        completion = model.complete(CHAT, max_tokens=9, on_text=heard.append)
        assert completion.text == "red" and heard == ["red"]
        assert completion.note == (
            "the model used all 9 tokens for thinking and wrote no answer, so it was asked again with 109"
        )
        assert (completion.prompt_tokens, completion.completion_tokens) == (22, 21)
        assert model.complete(CHAT, max_tokens=9).note == ""  # now it is known to need more
        assert [body["options"]["num_predict"] for _, body in stub.requests] == [9, 109, 109]


def test_thinking_that_never_ends_is_an_error_that_says_so() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        send_lines(handler, [part("<think>red or "), part("blue"), last("length", 9)])

    with (
        Stub(answer, can("completion", "thinking")) as stub,
        pytest.raises(
            ModelError, match="ollama:qwen3:8b: the model used all 109 tokens for thinking and wrote no answer"
        ),
    ):
        ollama(stub.url, thinking_tokens=100).complete(CHAT, max_tokens=9)
    assert len(stub.requests) == 2


def test_an_empty_reply_that_ended_by_itself_is_not_asked_again() -> None:
    with Stub(lambda handler, body: send_lines(handler, [last("stop", 1)])) as stub:
        assert ollama(stub.url).complete(CHAT).text == ""
        assert len(stub.requests) == 1


def test_a_warm_up_that_is_cut_in_its_thoughts_is_no_error() -> None:
    with Stub(lambda handler, body: send_lines(handler, [part("", "r"), last("length", 1)]), can("thinking")) as stub:
        ollama(stub.url).warm_up(CHAT)
        assert len(stub.requests) == 1


# ── OpenAI's API ─────────────────────────────────────────────────────────────────────────────────────────────────────


def events(end: str, *deltas: dict[str, Any]) -> list[Any]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "finish_reason": reason, "delta": delta}
        return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}

    return [*map(chunk, deltas), chunk({}, end)]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_fields_are_thoughts(field: str) -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if body["max_tokens"] == 9:
            send_events(handler, events("length", {field: "red or blue?"}))
        else:
            send_events(handler, events("stop", {field: "red or blue?"}, {"content": "red"}))

    with Stub(answer) as stub:
        completion = OpenAIModel("m", stub.url, LLMSettings(thinking_tokens=100)).complete(CHAT, max_tokens=9)
        assert completion.text == "red"
        assert "used all 9 tokens for thinking" in completion.note
        assert [body["max_tokens"] for _, body in stub.requests] == [9, 109]


def test_a_server_is_told_not_to_think_unless_it_does_not_take_that() -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        if "chat_template_kwargs" in body:
            send_json(handler, {"error": {"message": "Unrecognized argument: chat_template_kwargs"}}, 400)
        else:
            send_events(handler, events("stop", {"content": "<think>\n\n</think>\n\nred"}))

    with Stub(answer) as stub:
        model = OpenAIModel("m", stub.url)
        assert model.complete(CHAT).text == "red"
        assert model.complete(CHAT).text == "red"
        sent = [body.get("chat_template_kwargs") for _, body in stub.requests]
    assert sent == [{"enable_thinking": False}, None, None]


def test_an_effort_is_sent_where_one_is_set() -> None:
    with Stub(lambda handler, body: send_events(handler, events("stop", {"content": "red"}))) as stub:
        settings = LLMSettings(thinking="low", thinking_tokens=100)
        OpenAIModel("m", stub.url, settings).complete(CHAT, max_tokens=9)
        body = stub.requests[0][1]
    assert (body["reasoning_effort"], body["max_tokens"]) == ("low", 109)
    assert "chat_template_kwargs" not in body


def test_a_reply_of_nothing_but_thoughts_is_an_error_that_says_so() -> None:
    with (
        Stub(lambda handler, body: send_events(handler, events("length", {"reasoning": "hm"}))) as stub,
        pytest.raises(ModelError, match="openai:m: the model used all 109 tokens for thinking and wrote no answer"),
    ):
        OpenAIModel("m", stub.url, LLMSettings(thinking_tokens=100)).complete(CHAT, max_tokens=9)
