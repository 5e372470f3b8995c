"""The query form's schemas reach every kind of server whole, and the embedded runtime holds a model to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from http_stub import Stub, send_events, send_lines

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.llm.client import Message
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.reasoning.query_form.form import parse_form
from situated_qa.reasoning.query_form.rewording import PLAIN_SCHEMA
from situated_qa.reasoning.query_form.schema import build_schema, form_messages

QUESTION = "Is the lamp behind the couch on my left pretty?"
CATEGORIES = ("chair", "couch", "lamp", "table")
FORM = '{"ask": "exists", "target": "lamp"}'


def test_ollama_gets_it_as_format() -> None:
    part: dict[str, Any] = {"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": True, "done_reason": "stop"}
    lines = [{**part, "message": {"role": "assistant", "content": FORM}}]
    schema = build_schema(QUESTION, CATEGORIES)
    with Stub(lambda handler, body: send_lines(handler, lines)) as stub:
        reply = OllamaModel("m", stub.url, LLMSettings()).complete(form_messages(QUESTION), json_schema=schema)
        _, body = stub.requests[0]
    assert parse_form(reply.text).noun.target == "lamp"
    assert body["format"] == schema
    assert body["messages"][-1]["content"].endswith(f"Q: {QUESTION}")


def test_an_openai_server_gets_it_as_response_format() -> None:
    choice = {"index": 0, "finish_reason": "stop", "delta": {"role": "assistant", "content": FORM}}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    schema = build_schema(QUESTION, CATEGORIES)
    with Stub(lambda handler, body: send_events(handler, [chunk])) as stub:
        OpenAIModel("m", stub.url).complete(form_messages(QUESTION), json_schema=schema)
        _, body = stub.requests[0]
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["schema"] == schema


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        "How many black chairs that squeak are near the table behind the couch?",
        "What will brighten up the room at night?",  # a pattern: "something to ..."
        "Which one do you like more, the chair near the table or the couch on my right?",
    ],
)
def test_the_embedded_model_is_held_to_it(question: str) -> None:
    """A model far too small to understand the question; the grammar alone makes its reply a form."""
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    from situated_qa.llm.llama_cpp import LlamaCppModel

    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError as error:
        pytest.skip(str(error))
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=1024, keep_prompts=False))
    schema = build_schema(question, CATEGORIES)
    chat = [Message("user", f"Turn the question into a form.\nQ: {question}")]
    form = parse_form(model.complete(chat, max_tokens=300, timeout_s=500.0, json_schema=schema).text)
    model.close()
    target = schema["properties"]["target"]
    names = target.get("enum") or target["anyOf"][0]["enum"]
    assert form.noun.target in names or form.noun.target.startswith("something to ")


def test_the_embedded_model_is_held_to_the_schema_of_a_rewording() -> None:
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    from situated_qa.llm.llama_cpp import LlamaCppModel

    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError as error:
        pytest.skip(str(error))
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=1024, keep_prompts=False))
    chat = [Message("user", f"Say it in other words: {QUESTION}")]
    reply = json.loads(model.complete(chat, max_tokens=200, timeout_s=500.0, json_schema=PLAIN_SCHEMA).text)
    model.close()
    assert list(reply) == ["plain"]
    assert len(reply["plain"]) <= PLAIN_SCHEMA["properties"]["plain"]["maxLength"]
