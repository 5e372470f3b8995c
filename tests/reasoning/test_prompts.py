"""What the prompts say: the same in every place, and nothing that contradicts itself."""

from __future__ import annotations

import re

import pytest

from situated_qa.llm.client import Message
from situated_qa.reasoning.diagnostics import IMPORTABLE
from situated_qa.reasoning.prompts import ANSWER_LENGTHS
from situated_qa.reasoning.reason_while_retrieve import reasoner_messages, retriever_messages
from situated_qa.reasoning.think_program_rectify import coder_messages, static_messages

SYSTEMS = {
    "think-program-rectify": static_messages,
    "reason-while-retrieve": reasoner_messages,
    "the retriever": lambda style: retriever_messages(),
    "single-coder": coder_messages,
}
WITH_TOOLS = ("think-program-rectify", "reason-while-retrieve", "single-coder")


def system(name: str, style: str = "short") -> str:
    return SYSTEMS[name](style)[0].content


def everything(messages: list[Message]) -> str:
    return "\n".join(message.content for message in messages)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_module_that_can_be_imported_is_named(name: str) -> None:
    assert all(re.search(rf"\b{module}\b", system(name)) for module in IMPORTABLE)


@pytest.mark.parametrize("name", WITH_TOOLS)
def test_query_attribute_and_answer_are_told_of(name: str) -> None:
    assert "\nquery_attribute(object, attribute_type, " in system(name)
    assert "\nanswer(text) -> None: End the program with the answer" in system(name)


@pytest.mark.parametrize("style", ANSWER_LENGTHS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_may_be_supposed_so_common_sense_is_not_asked_for(name: str, style: str) -> None:
    text = everything(SYSTEMS[name](style))
    assert "Do not suppose" in text and "common sense" not in text


@pytest.mark.parametrize("name", WITH_TOOLS)
def test_short_answers_may_be_lists(name: str) -> None:
    assert "at most three words (a list where several things are asked for)" in system(name)


def test_the_loop_is_told_to_answer_at_once_where_the_table_tells_it() -> None:
    text = system("think-program-rectify")
    assert "Answer at once if the table tells it; else write a program" in text
    assert "[ids: of the objects it rests on, or none]" in text
    assert "The tools know where I stand and look." in text


def test_the_static_prompt_stays_short() -> None:
    """1,913 tokens of Qwen2.5, 3.5 characters each; it was 2,867 without the tools of rooms and ways."""
    assert len(everything(static_messages("short"))) < 2_000 * 3.5
