"""Cancelling ends generation with every backend, and the server sees the connection close."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from http_stub import Stub, send_for_ever, wait_for_hang_up

from situated_qa.errors import ModelCancelled, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import LanguageModel, Message
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.scripted import Line, ScriptedModel

CHAT = [Message("user", "Tell me everything.")]
CLIENTS: dict[str, Callable[[str], LanguageModel]] = {
    "ollama": lambda url: OllamaModel("m:7b", url),
    "openai": lambda url: OpenAIModel("m:7b", url),
}
PIECES = {
    "ollama": (json.dumps({"message": {"role": "assistant", "content": "word "}, "done": False}) + "\n").encode(),
    "openai": (
        "data: "
        + json.dumps({"id": "1", "choices": [{"index": 0, "delta": {"content": "word "}, "finish_reason": None}]})
        + "\n\n"
    ).encode(),
}
KINDS = {"ollama": "application/x-ndjson", "openai": "text/event-stream"}


def endless(client: str) -> Stub:
    """A server that never stops writing."""

    def answer(handler: Any, body: dict[str, Any]) -> None:
        send_for_ever(handler, PIECES[client], stub.release, KINDS[client])

    stub = Stub(answer)
    return stub


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_endless_reply_is_cut_at_its_length(client: str) -> None:
    with endless(client) as stub:
        completion = CLIENTS[client](stub.url).complete(CHAT, max_tokens=50, timeout_s=60.0)
        assert stub.hung_up.wait(30.0)
    words = completion.text.split()
    assert 50 <= len(words) <= 53 and set(words) == {"word"}
    assert 50 <= completion.completion_tokens <= 53


def test_an_endless_reply_is_cut_at_its_time(client: str) -> None:
    with endless(client) as stub:
        with pytest.raises(ModelTimeout, match="0.3 s"):
            CLIENTS[client](stub.url).complete(CHAT, max_tokens=10**9, timeout_s=0.3)
        assert stub.hung_up.wait(30.0)


def test_cancelled_in_mid_reply(client: str) -> None:
    heard = threading.Event()
    with endless(client) as stub:
        with pytest.raises(ModelCancelled):
            CLIENTS[client](stub.url).complete(
                CHAT, max_tokens=10**9, on_text=lambda _: heard.set(), cancelled=heard.is_set
            )
        assert stub.hung_up.wait(30.0)


@pytest.mark.parametrize("how", ["cancelled", "late", "closed"])
def test_a_server_that_has_not_said_a_word_is_hung_up_on_too(client: str, how: str) -> None:
    asked = threading.Event()

    def answer(handler: Any, body: dict[str, Any]) -> None:
        asked.set()
        wait_for_hang_up(handler)

    with Stub(answer) as stub:
        model = CLIENTS[client](stub.url)
        if how == "cancelled":
            with pytest.raises(ModelCancelled):
                model.complete(CHAT, cancelled=asked.is_set)
        elif how == "late":
            with pytest.raises(ModelTimeout):
                model.complete(CHAT, timeout_s=0.5)
        else:
            closer = threading.Thread(target=lambda: asked.wait(30.0) and model.close())
            closer.start()
            with pytest.raises(ModelUnavailable, match="closed"):
                model.complete(CHAT)
            closer.join()
        assert stub.hung_up.wait(30.0)


def test_an_interrupt_of_the_waiting_thread_hangs_up(client: str) -> None:
    def interrupted() -> bool:
        if asked.is_set():
            raise KeyboardInterrupt  # as Ctrl-C does, between two looks
        return False

    asked = threading.Event()

    def answer(handler: Any, body: dict[str, Any]) -> None:
        asked.set()
        wait_for_hang_up(handler)

    with Stub(answer) as stub:
        with pytest.raises(KeyboardInterrupt):
            CLIENTS[client](stub.url).complete(CHAT, cancelled=interrupted)
        assert stub.hung_up.wait(30.0)


def test_the_pieces_are_heard_in_order_and_no_more_after_the_cancel(client: str) -> None:
    heard: list[str] = []
    with endless(client) as stub:
        with pytest.raises(ModelCancelled):
            CLIENTS[client](stub.url).complete(
                CHAT, max_tokens=10**9, on_text=heard.append, cancelled=lambda: len(heard) >= 3
            )
        assert stub.hung_up.wait(30.0)
        count = len(heard)
    assert set(heard) == {"word "} and len(heard) == count >= 3


def test_trouble_in_the_listener_is_the_callers(client: str) -> None:
    def broken(text: str) -> None:
        raise ZeroDivisionError("ours")

    with endless(client) as stub:
        with pytest.raises(ZeroDivisionError):
            CLIENTS[client](stub.url).complete(CHAT, on_text=broken)
        assert stub.hung_up.wait(30.0)


def test_a_closed_client_takes_no_request(client: str) -> None:
    model = CLIENTS[client]("http://127.0.0.1:9")
    model.close()
    with pytest.raises(ModelUnavailable, match="closed"):
        model.complete(CHAT)


def test_a_scripted_delay_is_cancelled() -> None:
    looks = iter([False, False, True])
    with pytest.raises(ModelCancelled):
        ScriptedModel([Line("late", delay_s=60.0)]).complete(CHAT, cancelled=lambda: next(looks))
