"""The scripted model: in turn, by pattern, with delays and errors, loud when nothing fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable, SettingsError
from situated_qa.llm.client import EXPRESSION_SCHEMA, Message, expression_in
from situated_qa.llm.scripted import Line, ScriptedModel


def ask(model: ScriptedModel, text: str, **more: float) -> str:
    return model.complete([Message("system", "sofa"), Message("user", text)], **more).text  # type: ignore[arg-type]


def test_replies_in_turn_then_loud() -> None:
    model = ScriptedModel(["one", "two"])
    assert [ask(model, "a"), ask(model, "b")] == ["one", "two"]
    with pytest.raises(ModelError, match="no reply to 'c'"):
        ask(model, "c")
    assert [call.messages[-1].content for call in model.calls] == ["a", "b", "c"]


def test_a_pattern_is_sought_in_the_last_message_and_answers_again_and_again() -> None:
    model = ScriptedModel([Line("seat", match="sofa|chair"), "other"])
    assert [ask(model, "a chair?"), ask(model, "a sofa?"), ask(model, "a lamp?")] == ["seat", "seat", "other"]


def test_a_stop_text_ends_the_reply() -> None:
    model = ScriptedModel(["red\nObservation: made up"])
    assert model.complete([Message("user", "x")], stop=["\nObservation:"]).text == "red"


def test_a_delay_beyond_the_time_is_a_timeout() -> None:
    model = ScriptedModel([Line("late", delay_s=60.0)])
    with pytest.raises(ModelTimeout):
        ask(model, "x", timeout_s=0.05)


@pytest.mark.parametrize(
    ("error", "kind"), [("unavailable", ModelUnavailable), ("timeout", ModelTimeout), ("error", ModelError)]
)
def test_errors(error: str, kind: type[ModelError]) -> None:
    with pytest.raises(kind):
        ask(ScriptedModel([Line(error=error)]), "x")


def test_a_script_file(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    entries = [{"prefers_forms": True}, {"match": "^Q", "reply": "A"}, {"reply": "once"}]
    path.write_text("\n\n".join(json.dumps(entry) for entry in entries), encoding="utf-8")
    model = ScriptedModel.from_file(path)
    assert model.prefers_forms
    assert [ask(model, "Q1"), ask(model, "x"), ask(model, "Q2")] == ["A", "once", "A"]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"answer": "x"}', '{"match": "(", "reply": "x"}', '{"error": "odd"}', "{}"]
)
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"1"):
        ScriptedModel.from_file(path)


def test_a_missing_script(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nothing.jsonl"):
        ScriptedModel.from_file(tmp_path / "nothing.jsonl")


def test_a_grammar_is_kept_and_becomes_the_schema_of_an_expression() -> None:
    model = ScriptedModel(['{"expression": "rooms()"}'])
    reply = model.complete([Message("user", "x")], grammar='root ::= "rooms()"').text
    assert expression_in(reply) == "rooms()"
    assert (model.calls[0].json_schema, model.calls[0].grammar) == (EXPRESSION_SCHEMA, 'root ::= "rooms()"')


def test_a_schema_beside_a_grammar_is_an_error() -> None:
    with pytest.raises(ModelError, match="json_schema or a grammar; both were given"):
        ScriptedModel(["{}"]).complete([Message("user", "x")], grammar="root ::= [0-9]", json_schema={})


@pytest.mark.parametrize(
    ("reply", "expression"),
    [
        (" rooms() ", "rooms()"),
        ('{"expression": " rooms()"}', "rooms()"),
        ('{"other": 1}', '{"other": 1}'),
        ("7", "7"),
    ],
)
def test_an_expression_is_read_from_text_and_from_json(reply: str, expression: str) -> None:
    assert expression_in(reply) == expression
