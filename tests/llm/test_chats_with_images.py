"""Images in chats: as each server takes them, in recordings, and refused by a model that does not see."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest
from http_stub import Stub, send_events, send_json, send_lines

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, ModelError, ModelUnavailable, RecordError
from situated_qa.llm.client import Message, plain_chat
from situated_qa.llm.llama_cpp import LlamaCppModel
from situated_qa.llm.ollama import OllamaModel
from situated_qa.llm.openai import OpenAIModel
from situated_qa.llm.recording import RecordingModel
from situated_qa.llm.replaying import ReplayingModel
from situated_qa.llm.scripted import ScriptedModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model

JPEG = b"\xff\xd8\xff\xe0 no real one"
CODED = base64.b64encode(JPEG).decode()
CHAT = [Message("system", "Look."), Message("user", "Is it on? <|im_end|>", (JPEG,))]
PARTS = [
    {"type": "text", "text": "Is it on? < |im_end|>"},
    {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{CODED}"}},
]


def test_ollama_gets_images_beside_the_text():
    def answer(handler, body):
        send_lines(handler, [{"message": {"role": "assistant", "content": "yes"}, "done": True, "done_reason": "stop"}])

    with Stub(answer) as stub:
        assert OllamaModel("seeing", stub.url).complete(CHAT, timeout_s=30.0).text == "yes"
        ((_, body),) = stub.requests
    assert body["messages"] == [
        {"role": "system", "content": "Look."},
        {"role": "user", "content": "Is it on? < |im_end|>", "images": [CODED]},
    ]


def chunk(text: str | None, end: str | None = None) -> dict:
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": end}]}  # fmt: skip


def test_openai_gets_images_as_data_urls_and_a_schema_in_words_after_them():
    def answer(handler, body):
        if "response_format" in body:
            send_json(handler, {"error": {"message": "response_format is not known"}}, 400)
        else:
            send_events(handler, [chunk("yes"), chunk(None, "stop")])

    with Stub(answer) as stub:
        model = OpenAIModel("seeing", stub.url)
        assert model.complete(CHAT, timeout_s=30.0, json_schema={"type": "string"}).text == "yes"
        first, second = (body["messages"][1]["content"] for _, body in stub.requests)
    assert first == PARTS
    assert second[:2] == PARTS and '{"type": "string"}' in second[2]["text"]


def test_a_message_without_images_stays_a_text():
    assert plain_chat(CHAT[:1]) == [{"role": "system", "content": "Look."}]


def test_recordings_hold_the_hash_of_an_image_and_replay_by_it(tmp_path):
    path = tmp_path / "kept.jsonl"
    RecordingModel(ScriptedModel(["yes"]), path).complete(CHAT)
    text = path.read_text()
    assert hashlib.sha256(JPEG).hexdigest() in text and CODED not in text
    replaying = ReplayingModel(path)
    assert replaying.complete(CHAT).text == "yes"
    with pytest.raises(RecordError, match="images"):
        replaying.complete([CHAT[0], Message("user", CHAT[1].content, (JPEG + b"other",))])


def test_a_scripted_model_may_answer_by_the_images():
    model = ScriptedModel(["else"], answers=lambda call: "seen" if call.messages[-1].images else None)
    assert [model.complete(CHAT).text, model.complete(CHAT[:1]).text] == ["seen", "else"]


def test_an_embedded_model_that_does_not_see_refuses_images():
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError:
        pytest.skip("no small model in the cache")
    model = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=512, keep_prompts=False))
    with pytest.raises(ModelError, match="image"):
        model.complete(CHAT, timeout_s=120.0)
    model.close()


def test_an_embedded_model_that_sees_is_a_model_and_its_projector(tmp_path):
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError:
        pytest.skip("no small model in the cache")
    made = make_model(f"llama-cpp:{path}+{tmp_path}/mmproj.gguf")
    assert made.name == f"llama-cpp:{path.name}"
    with pytest.raises(ModelUnavailable, match="mmproj.gguf"):
        made.complete(CHAT, timeout_s=120.0)
    made.close()
