"""The tool that evaluates an expression: plain data, evidence, notes and errors."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hand_made_room import ids, room_tools

from situated_qa.errors import ToolError

PLAIN = [
    ('count(every("chair", right(me)))', 2),
    ('count(every("chair")) - 3', -1),
    ('exists(every("sofa", left(me)))', True),
    ('holds(the("sofa"), right(me))', False),
    ('measure(the("bed"), "longest", "cm")', 200.0),
    ('distance(the("sofa"), me)', 2.5),
    ('color(the("sofa"))', "grey"),
    ('side(the("bed"), me, ["left", "behind"])', "behind"),
    ('name(every("thing", on(the("table"))))', ["cup", "book"]),
    ('room_of(the("bed"))', "bedroom"),
    ('count(every("chair")), color(the("sofa"))', [2, "grey"]),
]


@pytest.mark.parametrize(("expression", "value"), PLAIN)
def test_a_value_is_plain_data(expression: str, value: Any) -> None:
    given = room_tools().ask(expression)
    assert given == value and type(given) is type(value)


def test_left_and_right_change_when_the_asker_turns_around() -> None:
    assert room_tools(heading_rad=math.pi).ask('count(every("chair", right(me)))') == 0


def test_things_are_objects_best_first_and_evidence() -> None:
    tools = room_tools()
    (chair,) = tools.ask('the("chair", farthest(me))')
    assert chair.id == 6
    assert tools.last == {6}
    assert ids(tools.ask('every("chair")')) == [5, 6]


def test_what_is_not_known_is_said_with_the_reason() -> None:
    assert room_tools().ask('color(the("bed"))') == "not known: I have not observed the color of the bed."


def test_the_note_about_a_thing_that_was_chosen_is_kept() -> None:
    tools = room_tools()
    tools.ask('distance(the("chair"), me)')
    assert any("two chairs" in note for note in tools.notes)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("how many chairs?", r"ask\(expression\): not an expression"),
        ("count(left(me))", r"ask\(expression\): .*count"),
        ('count(every("chair", in_room("garage")))', "rooms: living room, bedroom"),
        (7, "expression must be a text, got 7"),
    ],
)
def test_a_wrong_expression_is_a_tool_error(expression: Any, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        room_tools().ask(expression)


def test_an_expression_ends_with_the_program() -> None:
    tools = room_tools()
    tools.deadline = 0.0
    with pytest.raises(ToolError, match="the time for this expression is over"):
        tools.ask('count(every("chair"))')
