"""Whatever a model may reply under the schema of a question becomes a program that passes the check."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from query_form_room import Echo, context, room

from situated_qa.reasoning.query_form.form import ASKS, WORDED_ASKS, Place, parse_form
from situated_qa.reasoning.query_form.library import library, similar_examples
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.schema import build_schema, form_messages, schema_of
from situated_qa.reasoning.query_form.strategy import query_form
from situated_qa.reasoning.sandbox import Sandbox

QUESTIONS = (
    "How many chairs are on my left?",
    "How many black chairs that squeak are near the table behind the sofa?",
    "Is there something odd behind me?",
    "Is the lamp behind the couch on my left pretty?",
    "What could I put on the table?",
    "What will brighten up the room at night?",
    "What is that shiny thing between the sofa and the tv?",
    "What is between me and the tv that blinks?",
    "Which one do you like more, the chair near the table or the sofa on my right?",
    "Are the two chairs in front of me of a kind?",
    "Is the door at my 9 o'clock open, or is it closed for good?",
    "Could somebody water the plant from here?",
    "Where would a cat hide from the tv?",
    "I want to sleep; which way do I go?",
    "How far would I have to throw a ball to hit the closest bookcase?",
    "Does the sofa go well with the bookcase?",
    "What is the largest red thing on the farthest table to my front left?",
    "Is the cup on the table within reach of the small wooden chair?",
    "What could that be?",
    "Do I look good today?",
    "Will the picture above the sofa fall on the lamp below it?",
    "What colour would you call the highest cup in the bookcase?",
    "Can I see the plant through the closed door on my right?",
    "The chair facing the table has what shape?",
    "What holds the cup that is on the table?",
)
DRAWS = 40  # for each: 1,000 in all
RUNS = 4  # of them


def draw(schema: dict[str, Any], rng: random.Random) -> Any:
    """A value that a JSON schema allows; only what `schema_of` uses is known."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return draw(rng.choice(schema["anyOf"]), rng)
    if schema["type"] == "array":
        return [draw(schema["items"], rng) for _ in range(rng.randint(schema["minItems"], schema["maxItems"]))]
    if schema["type"] == "object":
        chosen = [name for name in schema["properties"] if name in schema["required"] or rng.random() < 0.7]
        return {name: draw(schema["properties"][name], rng) for name in chosen}
    assert schema["type"] == "string", schema
    text = "something to " + " ".join(rng.choice(("sit", "on", "eat", "zz")) for _ in range(rng.randint(1, 4)))
    assert re.search(schema["pattern"], text)
    return text


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


def test_the_draws_are_a_thousand_and_differ():
    assert len(QUESTIONS) * DRAWS == 1000
    rng = random.Random(0)
    schema = build_schema(QUESTIONS[1], room().categories)
    assert len({json.dumps(draw(schema, rng)) for _ in range(DRAWS)}) > DRAWS // 4


def test_a_model_is_offered_no_ask_that_only_words_decide():
    unsure = replace(read_question("What could that be?", room().categories), sure_of_ask=False)
    asks = schema_of(unsure, room().categories)["properties"]["ask"]["enum"]
    assert not set(asks) & set(WORDED_ASKS) and "count" in asks


def test_the_strategy_sends_the_schema_of_the_question(sandbox):
    question = "How many chairs that squeak are on my left?"
    model = Echo('{"ask": "count", "target": "chair", "where": [{"rel": "left", "of": "me"}]}')
    query_form(context(question, model, sandbox))
    assert model.schemas == [build_schema(question, room().categories)]
    assert model.schemas[0]["properties"]["where"]["items"]["properties"]["rel"] == {"enum": ["left"]}


# --- worked examples by likeness -------------------------------------------------------------------------------------


def test_the_library_covers_every_ask_that_a_model_may_give_and_nesting():
    examples = library()
    assert len(examples) >= 80
    assert {form.ask for _, form in examples} == set(ASKS) - set(WORDED_ASKS)
    deep = [form for _, form in examples if any(isinstance(c, Place) and c.of and c.of.where for c in form.noun.where)]
    assert len(deep) >= 8
    assert len({question for question, _ in examples}) == len(examples)


@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("How many dragons do you count to my left?", "count"),
        ("Which stands nearer to me, the dragon or the castle?", "which"),
        ("How far apart are the castle and the dragon?", "distance"),
        ("What lies between the castle and the dragon on my left?", "name"),
        ("Which direction takes me to the castle?", "path"),
    ],
)
def test_the_most_similar_example_is_built_alike_whatever_it_is_about(question, ask):
    found = similar_examples(question, 3)
    assert len(found) == 3 and found[-1][1].ask == ask


def test_likeness_ignores_the_things_and_the_side():
    one, other = (similar_examples(f"How many {noun} are there at my {hour} o'clock?", 2)
                  for noun, hour in (("mugs", 2), ("castles", 11)))  # fmt: skip
    assert one == other
    assert similar_examples("zzz", 3) == []


def test_similar_examples_stand_before_the_question_and_leave_the_static_part_alone():
    plain, shown = form_messages("How many mugs are behind me?"), form_messages("How many mugs are behind me?", 2)
    assert plain[:-1] == shown[:-1]
    lines = shown[-1].content.splitlines()
    assert lines[-1] == plain[-1].content == "Q: How many mugs are behind me?"
    assert len(lines) == 5 and parse_form(lines[3]).ask == "count"
