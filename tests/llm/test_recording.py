"""What was said to a model and by it is kept, and is said again without the model, to the byte or not at all."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from situated_qa.errors import (
    ModelCancelled,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
    RecordError,
    SettingsError,
)
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.recording import RecordingModel
from situated_qa.llm.replaying import ReplayingModel
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model

CHAT = [Message("system", "Be brief."), Message("user", "Welche Farbe?\n\t»rot« 🤖 \u2028")]
SCHEMA = {"type": "object", "properties": {"b": {"enum": ["x"]}, "a": {"type": "string"}}}


class Counting(ScriptedModel):
    """A script whose replies tell tokens."""

    def complete(self, *args: Any, **more: Any) -> Completion:
        text = super().complete(*args, **more).text
        return Completion(text, prompt_tokens=9, completion_tokens=2, seconds=1.5, cached_tokens=7)


def record(path: Path, *lines: str | Line) -> RecordingModel:
    return RecordingModel(Counting(list(lines), prefers_forms=True, name="tiny"), path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def test_an_exchange_is_one_line_with_all_of_it(path: Path) -> None:
    record(path, "red").complete(CHAT, max_tokens=5, timeout_s=3.0, json_schema=SCHEMA, stop=["END"])
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") == 1 and "🤖" in text
    assert json.loads(text) == {
        "model": "tiny",
        "prefers_forms": True,
        "timeout_s": 3.0,
        "request": {
            "messages": [{"role": m.role, "content": m.content} for m in CHAT],
            "json_schema": SCHEMA,
            "grammar": None,
            "max_tokens": 5,
            "stop": ["END"],
        },
        "reply": {
            **{"text": "red", "prompt_tokens": 9, "completion_tokens": 2, "seconds": 1.5, "cached_tokens": 7},
            "note": "",
        },
    }


def test_a_grammar_is_kept_and_a_reply_is_found_by_it(path: Path) -> None:
    record(path, "red").complete(CHAT, grammar='root ::= "red"')
    assert json.loads(path.read_text(encoding="utf-8"))["request"]["grammar"] == 'root ::= "red"'
    assert ReplayingModel(path).complete(CHAT, grammar='root ::= "red"').text == "red"


def test_the_reply_comes_back_whole(path: Path) -> None:
    said = record(path, "red\u2028\x00\r\n").complete(CHAT, json_schema=SCHEMA)
    replay = ReplayingModel(path)
    heard: list[str] = []
    assert replay.complete(CHAT, json_schema=SCHEMA, timeout_s=1.0, on_text=heard.append) == said
    assert heard == [said.text]
    assert (replay.name, replay.prefers_forms) == ("replay:tiny", True)


def test_the_same_request_is_answered_in_turn_and_then_as_the_last_time(path: Path) -> None:
    recording = record(path, "one", "two")
    for _ in range(2):
        recording.complete(CHAT)
    replay = ReplayingModel(path)
    assert [replay.complete(CHAT).text for _ in range(4)] == ["one", "two", "two", "two"]


@pytest.mark.parametrize(("kind", "error"), [("error", ModelError), ("timeout", ModelTimeout)])
def test_an_error_is_an_exchange_too(kind: str, error: type[ModelError], path: Path) -> None:
    with pytest.raises(error):
        record(path, Line("why", error=kind)).complete(CHAT)
    with pytest.raises(error, match="why") as caught:
        ReplayingModel(path).complete(CHAT)
    assert type(caught.value) is error


def test_no_exchange_is_recorded_without_a_model_or_after_cancelling(path: Path) -> None:
    recording = record(path, Line("gone", error="unavailable"), Line("late", delay_s=60.0))
    with pytest.raises(ModelUnavailable):
        recording.complete(CHAT)
    with pytest.raises(ModelCancelled):
        recording.complete(CHAT, cancelled=lambda: True)
    assert not path.exists()


def test_a_replay_can_be_cancelled(path: Path) -> None:
    record(path, "red").complete(CHAT)
    with pytest.raises(ModelCancelled):
        ReplayingModel(path).complete(CHAT, cancelled=lambda: True)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"messages": [CHAT[0], Message("user", CHAT[1].content.replace("rot", "rosa"))]}, "content, character 18: "),
        ({"messages": CHAT[:1]}, r"messages: recorded 2 entries, asked 1"),
        ({"messages": [Message("user", "Be brief."), CHAT[1]]}, r'messages\[0\]\.role, character 0: recorded "system"'),
        ({"max_tokens": 6}, "max_tokens: recorded 5, asked 6"),
        ({"stop": []}, "stop: recorded 1 entries, asked 0"),
        ({"json_schema": None}, "json_schema: recorded {"),
        ({"json_schema": {**SCHEMA, "required": ["a"]}}, r'required: recorded nothing, asked \["a"\]'),
        ({"grammar": 'root ::= "b"'}, r'grammar: recorded null, asked "root ::= '),
        ({"json_schema": dict(reversed(SCHEMA.items()))}, "the order"),
    ],
)
def test_a_request_that_is_not_on_record_is_loud_and_names_the_first_difference(
    asked: dict[str, Any], words: str, path: Path
) -> None:
    recording = record(path, "other", "red")
    recording.complete([])
    request: dict[str, Any] = {"messages": CHAT, "max_tokens": 5, "json_schema": SCHEMA, "stop": ["END"]}
    messages = request.pop("messages")
    recording.complete(messages, **request)
    replay = ReplayingModel(path)
    assert replay.complete(messages, **request).text == "red"
    changed = {"messages": CHAT, **request, **asked}
    with pytest.raises(RecordError, match=words) as caught:
        replay.complete(changed.pop("messages"), **changed)
    assert "line 2" in str(caught.value) and not isinstance(caught.value, ModelError)


def test_a_recording_goes_on_where_it_ended_even_in_mid_line(path: Path) -> None:
    record(path, "one").complete(CHAT)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"model": "tiny", "requ')
    assert ReplayingModel(path).complete(CHAT).text == "one"  # what is whole is used
    record(path, "two").complete(CHAT[1:])
    assert path.read_bytes().startswith(whole) and path.read_bytes().count(b"\n") == 2
    assert ReplayingModel(path).complete(CHAT[1:]).text == "two"


def test_a_file_of_another_model_is_not_mixed_with(path: Path) -> None:
    record(path, "one").complete(CHAT)
    with pytest.raises(RecordError, match="holds exchanges with tiny; big needs"):
        RecordingModel(ScriptedModel([], name="big"), path)
    path.write_bytes(path.read_bytes() + path.read_bytes().replace(b'"tiny"', b'"big"'))
    with pytest.raises(RecordError, match="several models: big, tiny"):
        ReplayingModel(path)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "7",
        "{}",
        '{"model": "m", "prefers_forms": true, "request": {}, "reply": {"text": "x"}}',
        '{"model": "m", "prefers_forms": true, "request": {"messages": [{"role": "user"}], "json_schema": null,'
        ' "grammar": null, "max_tokens": 1, "stop": []}, "reply": {"text": "x"}}',
        '{"model": "m", "prefers_forms": true, "request": {"messages": [], "json_schema": null, "grammar": null,'
        ' "max_tokens": 1, "stop": []}, "reply": {"text": 7}}',
        '{"model": "m", "prefers_forms": true, "request": {"messages": [], "json_schema": null, "grammar": null,'
        ' "max_tokens": 1, "stop": []}, "error": {"kind": "SystemExit", "text": "x"}}',
        "\x80",
        "[" * 5000,
    ],
)
def test_a_wrong_line_is_named(line: str, path: Path) -> None:
    record(path, "one").complete(CHAT)
    path.write_bytes(path.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(RecordError, match="run.jsonl:2 is no recorded exchange"):
        ReplayingModel(path)


def test_a_file_that_is_no_recording(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="run.jsonl"):
        ReplayingModel(path)
    path.write_text('{"reply": "a script"}\n', encoding="utf-8")
    with pytest.raises(RecordError, match="no recording"):
        record(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(RecordError, match="no exchange"):
        ReplayingModel(path)
    with pytest.raises(RecordError, match="no folder"):
        record(tmp_path / "none" / "run.jsonl")


def test_a_disk_that_takes_nothing_is_loud(path: Path) -> None:
    recording = record(path, "one")
    path.mkdir()
    with pytest.raises(RecordError, match="cannot be kept"):
        recording.complete(CHAT)


def test_several_threads_write_whole_lines(path: Path) -> None:
    recording = record(path, Line("x" * 5000, match=""))

    def ask(number: int) -> None:
        recording.complete([Message("user", f"{number}")])

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    replay = ReplayingModel(path)
    assert all(replay.complete([Message("user", f"{n}")]).text == "x" * 5000 for n in range(8))


class TestSpecs:
    def test_record_and_replay(self, path: Path, tmp_path: Path) -> None:
        script = tmp_path / "script.jsonl"
        script.write_text('{"match": "", "reply": "hello"}\n', encoding="utf-8")
        assert make_model(f"record:{path}:scripted:{script}").complete(CHAT).text == "hello"
        model = make_model(f"replay:{path}")
        assert model.complete(CHAT).text == "hello" and model.name == "replay:scripted:script.jsonl"

    @pytest.mark.parametrize(
        ("inner", "name"),
        [
            ("", "llama-cpp:qwen2.5-coder-0.5b-instruct-q4_k_m+question-reader-0.5b-iq4_nl"),
            (":ollama:phi3:mini@http://robot:11434", "ollama:phi3:mini"),
            (":models/tiny.gguf", "llama-cpp:tiny.gguf"),
        ],
    )
    def test_the_recorded_model_is_any_other_and_the_default_where_none_is_named(
        self, inner: str, name: str, path: Path
    ) -> None:
        model = make_model(f"record:{path}{inner}", LLMSettings())
        assert model.name == name and not path.exists()
        model.close()

    @pytest.mark.parametrize(
        "spec",
        [
            "record:",
            "record:x",
            "record:x.json:default",
            "record:.jsonl",
            "replay:",
            "replay:x",
            "record:x.gguf",
            "record:x.jsonl-default",
            "replay:x.gguf",
        ],
    )
    def test_wrong_ones_name_the_legal_forms(self, spec: str) -> None:
        with pytest.raises(SettingsError, match="record:FILE.jsonl"):
            make_model(spec)
