"""A question about rooms or walking as an expression of the question language."""

from __future__ import annotations

from situated_qa.reasoning.query_form.expressions import NotSayable, noun_expression, quoted
from situated_qa.reasoning.query_form.form import Noun
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion


def room_expression_of(asked: RoomQuestion, grounds: Grounds) -> str:
    """The expression that asks what a question about rooms asks.

    Raises:
        NotSayable: it has a part that the language lacks.
    """
    ask, word = asked.ask, asked.word

    def room(name: str) -> str:
        return f"room({quoted(name or asked.missing)})"

    def things(noun: Noun | None) -> str:
        return _noun(noun, grounds, "every")

    def place(noun: Noun | None, name: str, otherwise: str = "me") -> str:
        return _noun(noun, grounds, "the") if noun is not None else room(name) if name else otherwise

    simple = {
        "current": lambda: "here()",
        "is current": lambda: f"is_room(here(), {room(asked.room)})",
        "all": lambda: "rooms()",
        "count": lambda: "count_rooms()",
        "exists": lambda: f"has_room({quoted(asked.room or asked.missing)})",
        "accessible": lambda: f"next_to_room({room(asked.room)})",
        "is accessible": lambda: f"leads({room(asked.room2)}, {room(asked.room)})",
        "door": lambda: _door(f"door_state({room(asked.room)}{', ' + room(asked.room2) if asked.room2 else ''})", word),
        "size": lambda: f"measure({room(asked.room)}, {quoted(word)})",
        "largest": lambda: f"pick_room({_amount(word)})",
        "larger": lambda: f"pick_room({_amount(word)}, {room(asked.room)}, {room(asked.room2)})",
        "is larger": lambda: (
            f"is_room(pick_room({_amount(word)}, {room(asked.room)}, {room(asked.room2)}), {room(asked.room)})"
        ),
        "doors": lambda: f"doors_to({room(asked.room)})",
        "next room": lambda: f"next_room({room(asked.room)})",
        "walk": lambda: f'distance({place(asked.noun2, asked.room2)}, {place(asked.noun, asked.room)}, how="walk")',
        "way": lambda: f"way({place(asked.noun, asked.room)}, {place(asked.noun2, asked.room2)})",
        "reach": lambda: f"reachable({place(asked.noun, asked.room)}, {place(asked.noun2, asked.room2)})",
        "shorter walk": lambda: f"shorter_walk({things(asked.noun)}, {things(asked.noun2)})",
        "same room": lambda: f"in_same_room({_noun(asked.noun, grounds, 'the')}, {_noun(asked.noun2, grounds, 'the')})",
        "both rooms": lambda: (
            f"both({', '.join(f'exists({_within(asked.noun, name, grounds)})' for name in (asked.room, asked.room2))})"
        ),
        "every room": lambda: f"in_every_room({things(asked.noun)})",
        "room with most": lambda: (
            f'room_with("{"fewest" if word in ("fewest", "least", "fewer") else "most"}", {things(asked.noun)})'
        ),
        "rooms for": lambda: f"rooms_with({things(asked.noun)})",
        "rooms with": lambda: _counted(f"rooms_with({things(asked.noun)})", word),
        "rooms without": lambda: _counted(f"rooms_without({things(asked.noun)})", word),
        "room of": lambda: f"room_of({_noun(asked.noun, grounds, 'the')})",
    }
    write = simple.get(ask)
    if write is None:
        raise NotSayable(f"{ask} of rooms")
    return write()


def _door(state: str, word: str) -> str:
    """Its state, or whether that is the one in question."""
    return state if " or " in word else f'is_it({state}, "{"open" if word == "open" else "closed"}")'


def _amount(word: str) -> str:
    return '"smallest"' if word.startswith("small") else '"largest"'


def _counted(names: str, word: str) -> str:
    return f"count({names})" if word == "count" else names


def _noun(noun: Noun | None, grounds: Grounds, article: str) -> str:
    if noun is None:
        raise NotSayable("a question about rooms without its thing")
    return noun_expression(noun, grounds, article)


def _within(noun: Noun | None, room: str, grounds: Grounds) -> str:
    written = _noun(noun, grounds, "every")
    return (
        f"{written[:-1]}, in_room({quoted(room)}))" if "=" not in written else f"{written[:-1]}, room={quoted(room)})"
    )
