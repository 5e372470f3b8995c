"""Two questions in one text: "it" in the second is what the first was about. The room: tests/hand_room.py."""

from __future__ import annotations

from hand_room import room
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Things, Unknown
from situated_qa.situated.language.words import short


def told(expression: str, **more: object) -> list[str]:
    scene = room()
    return [short(value, scene.graph) for value in evaluate(expression, scene, **more).values]  # type: ignore[arg-type]


def test_it_in_the_second_is_the_thing_of_the_first() -> None:
    assert told('where(the("sofa")), color(it)')[1] == "brown"
    assert told('count(every("cup", on(the("table")))), color(it)') == ["1", "blue"]


def test_it_in_the_first_is_what_was_said_before_and_changes_for_the_second() -> None:
    plant = (Things((8,), "plant"),)
    assert told('color(it), color(the("sofa")), color(it)', said_before=plant) == ["green", "brown", "brown"]


def test_it_in_the_first_needs_something_said_before() -> None:
    first, second = evaluate('color(it), color(the("sofa"))', room()).values
    assert isinstance(first, Unknown) and not isinstance(second, Unknown)


def test_a_use_that_is_not_known_proves_nothing() -> None:
    (value,) = evaluate('exists(every("something to trip over"))', room()).values
    assert isinstance(value, Unknown)
    assert value.text == 'I cannot tell which things are "something to trip over": I do not know that use.'
