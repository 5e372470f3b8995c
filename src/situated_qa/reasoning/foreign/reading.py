"""What the chunks of a question ask: one expression, or none where they do not fit together."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.reasoning.foreign.chunks import GRADES, Chunk, Chunks
from situated_qa.reasoning.foreign.tables import words_of
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.words import MOST_WORDS
from situated_qa.reasoning.reader.foreign_nouns import entries
from situated_qa.situated.language.canonical import canonical
from situated_qa.situated.language.evaluate import check, functions
from situated_qa.situated.language.expression import parse_expression

_MOST_READINGS = 400
_SIDES = ("left", "right", "front", "behind")
_MANY = ("on", "inside", "in_room", "")
"""What is on or in something is many things; beside it, one is meant."""
_LISTS = ("nouns", "places", "values", "rooms", "some_rooms", "of", "grades", "orders", "me", "joints", "units")
_UNITS = ("cm", "ft", "in")
_SOFT = {"there", "see_you", "all", "linked", "from_here"}
"""What is said beside what is asked, and changes nothing of it in most questions."""
_SWITCHED = {"open": "on", "closed": "off"}


def read_foreign(question: str, language: str, things: Iterable[str] = ()) -> str:
    """The canonical expression of a question in German, Spanish, French or Chinese; "" where it is not clear.

    Args:
        language: ISO 639-1.
        things: names of what is in the scene.
    """
    words = words_of(question, language)
    if not words or len(words) > MOST_WORDS:
        return ""
    chunks = Chunks(words, language, frozenset(things))
    for reading in itertools.islice(chunks.readings(), _MOST_READINGS):
        try:
            text = _Said(reading, language).expression()
            expression = str(canonical(parse_expression(text), functions()))
        except (UnclearError, ToolError):
            continue
        if not check(expression):
            return expression
    return ""


class _Said:
    """The chunks of a question by their kinds."""

    def __init__(self, chunks: Sequence[Chunk], language: str) -> None:
        if len(chunks) > 1 and chunks[-1] == Chunk("asks", "or"):  # "the bed is larger, or?"
            chunks = chunks[:-1]
        self.chunks, self.language = chunks, language
        asks = [chunk.value for chunk in chunks if chunk.kind == "asks"]
        self.joints = [name for name in asks if name in ("or", "and", "than")]
        self.asks = frozenset(asks) - set(self.joints) - set(_UNITS)
        if "what_all" in self.asks:
            self.asks = self.asks - {"what_all"} | {"what", "all"}
        self.units: list[str] = [name for name in asks if name in _UNITS]
        self.nouns: list[Noun] = self._of("noun")
        self.places: list[Place] = self._of("place")
        self.values: list[tuple[str, str]] = self._of("value")
        self.rooms: list[str] = self._of("room")
        self.some_rooms: list[str] = self._of("some room")
        self.orders: list[str] = self._of("order")
        self.of: list[str] = list(dict.fromkeys(self._of("of")))
        self.grades: list[str] = list(dict.fromkeys(self._of("grade")))
        self.me: list[str] = self._of("me")

    def _of(self, kind: str) -> list[Any]:
        return [chunk.value for chunk in self.chunks if chunk.kind == kind]

    def expression(self) -> str:
        """What is asked.

        Raises:
            UnclearError: the chunks do not fit together.
        """
        asked = self.asks - _SOFT
        for needed, allowed, write in _QUESTIONS:
            if needed <= asked <= needed | allowed:
                return write(self)
        raise UnclearError

    @property
    def kinds(self) -> list[str]:
        """The kinds of the chunks in their order; of words that ask, what they ask."""
        return [chunk.value if chunk.kind == "asks" else chunk.kind for chunk in self.chunks]

    def before_the_grade(self) -> int:
        """Which noun stands before the superlative, in German in the dative.

        Raises:
            UnclearError: none does, or it has no article.
        """
        kinds = self.kinds
        place = next((at for at in range(len(kinds) - 1) if kinds[at : at + 2] == ["noun", "grade"]), -1)
        found = kinds[: place + 1].count("noun") - 1
        if sum(noun.kind != "thing" for noun in self.nouns[: found + 1]) != 1:
            raise UnclearError
        if self.language != "de" or found < 0 or self.nouns[found].determiner != "the":
            raise UnclearError
        return found

    def only(self, *names: str) -> None:
        """Nothing else was said.

        Raises:
            UnclearError: something was.
        """
        for name in _LISTS:
            if getattr(self, name) and name not in names:
                raise UnclearError

    def one(self) -> Noun:
        """The only noun, with the places that stand alone and a superlative.

        Raises:
            UnclearError: there are several, or none.
        """
        orders = len(self.grades) + len(self.orders) + bool(self.nouns and self.nouns[0].order)
        if len(self.nouns) != 1 or orders > 1:
            raise UnclearError
        noun = self.nouns[0]
        if self.orders:
            noun = replace(noun, order=self.orders[0])
        if self.grades:
            noun = replace(noun, order=self.order())
        return noun.at(*self.places)

    def order(self) -> str:
        """The superlative, with what it is relative to."""
        (grade,) = _alone(self.grades)
        if "{}" not in GRADES[grade]:
            if self.of or self.me:
                raise UnclearError
            return GRADES[grade]
        near = [place for place in self.places if place.function == "near"]
        of = [*self.of, *self.me, *(_inside(place) for place in near)]
        self.places = [place for place in self.places if place not in near]
        self.of, self.me = [], []
        return GRADES[grade].format(_alone(of)[0] if of else "me")

    def subject(self) -> str:
        """The thing that a look or a size is asked of: "the color of the chair"."""
        if self.nouns:
            self.only("nouns", "places", "grades", "orders", "units", *(("of", "me") if self.grades else ()))
            return self.one().plain
        self.only("of", "units")
        return _alone(self.of)[0]

    @property
    def sees(self) -> bool:
        """Whether the asker's own sight is asked for."""
        return "see" in self.asks or "see_you" in self.asks and bool(self.asks & {"can", "from_here"})

    @property
    def unit(self) -> str:
        """As an argument; "" for meters."""
        return f', "{_alone(self.units)[0]}"' if self.units else ""


def _alone(found: Sequence[Any]) -> Sequence[Any]:
    if len(found) != 1:
        raise UnclearError
    return found


def _inside(place: Place) -> str:
    return place.condition.partition("(")[2][:-1]


def _count(s: _Said) -> str:
    s.only("nouns", "places")
    noun = s.one()
    if noun.determiner == "the" and not noun.plural and s.language != "zh":
        raise UnclearError
    return f"count({noun.seen if s.sees else noun.every})"


def _more(s: _Said) -> str:
    s.only("nouns", "joints", "places")
    if s.joints != ([] if "more_than" in s.asks else ["than"]) or len(s.nouns) != 2:
        raise UnclearError
    first, second = (noun.at(*s.places) for noun in s.nouns)
    if second.places and not first.places:  # whose place it is, the words do not tell
        raise UnclearError
    return f"count({first.every}) > count({second.every})"


def _name(s: _Said) -> str:
    """What is at a place, or the largest, closest or farthest thing."""
    if s.joints:
        return _choice(s) if s.values else _compared(s)
    s.only("nouns", "places", "grades", "of", "me")
    if s.grades and not s.nouns and [place.function for place in s.places] == ["between"]:
        pair, s.places = _inside(s.places[0]), []
        return f"which({s.order()}, {pair})"
    if s.grades and not s.nouns:
        s.nouns = [Noun("thing")]
    if s.language == "de" and s.kinds[:2] == ["there", "what"]:  # "gibt es was"
        raise UnclearError
    if s.nouns and (len(s.nouns) > 1 or s.nouns[0].kind != "thing"):
        s.of += [str(s.nouns.pop(s.before_the_grade()))]  # German: "dem Fenster am nächsten"
        s.nouns = [noun for noun in s.nouns if noun.kind == "thing"] or [Noun("thing")]
    if s.asks & {"see", "see_you"} and not s.grades:
        s.me = []
    noun = s.one() if s.nouns else Noun("thing").at(*s.places)
    if (s.of or s.me) and not noun.order:
        raise UnclearError
    if not noun.order and not noun.places:
        if "see" in s.asks or "see_you" in s.asks:
            return 'name(every("thing", visible(me)))'
        raise UnclearError
    many = any(place.function in _MANY for place in noun.places) and noun.determiner != "the"
    many = many or noun.plural or "all" in s.asks
    return f"name({noun.every if many and not noun.order else noun})"


def _turned(s: _Said) -> str:
    way = next(name for name in s.asks if name.startswith("turn_")).removeprefix("turn_")
    s.only("places")
    (place,) = _alone(s.places)
    if place.function not in _SIDES or not place.of_me:
        raise UnclearError
    return f'name(the("thing", {place.function}(turned(me, "{way}"))))'


def _where(s: _Said) -> str:
    if not s.nouns and len(s.me) <= 1 and ("i" in s.asks or s.me):
        s.only("me")
        return "here()"
    if s.joints:
        return _choice(s)
    s.only("nouns", "places", "grades", "orders", "of", "me")
    if (s.of or s.me) and not s.grades:
        s.of = [of for of in s.of if of != "me"]
        s.me = []
        s.only("nouns", "places", "orders")
    return f"where({s.one().plain})"


def _distance(s: _Said) -> str:
    s.only("nouns", "places", "of", "me", "joints", "units")
    if "how_near" in s.asks and any(place.function == "near" for noun in s.nouns for place in noun.places):
        raise UnclearError
    how = ', how="walk"' if "on_foot" in s.asks else ""
    ends = [*map(str, s.nouns), *s.of, *s.me]
    if len(s.places) == 1 and not ends:
        (place,) = s.places
        if place.function == "between":
            return f"distance({_inside(place)}{s.unit}{how})"
    ends += [_inside(place) for place in s.places if place.function == "near"]
    if any(place.function != "near" for place in s.places) or s.joints not in ([], ["and"]):
        raise UnclearError
    ends = [*(end for end in ends if end != "me"), "me"][:2] if "me" in ends or len(ends) == 1 else ends
    if len(ends) != 2 or any(noun.determiner == "a" for noun in s.nouns):
        raise UnclearError
    return f"distance({ends[0]}, {ends[1]}{s.unit}{how})"


def _look(name: str) -> Callable[[_Said], str]:
    def write(s: _Said) -> str:
        if s.values:
            return _yes_or_no(s)
        return f"{name}({s.subject()})"

    return write


def _size(s: _Said) -> str:
    if s.rooms and not s.nouns:
        s.only("rooms")
        return f'measure(room("{_alone(s.rooms)[0]}"), "area")'
    return f"dimensions({s.subject()}{s.unit})"


def _measure(name: str) -> Callable[[_Said], str]:
    return lambda s: f'measure({s.subject()}, "{name}"{s.unit})'


def _compared(s: _Said) -> str:
    """Which of two is closer or larger, or whether one is."""
    if len(s.grades) != 1 or len(s.joints) != 1:
        raise UnclearError
    s.only("nouns", "places", "of", "me", "grades", "joints")
    nouns = [noun for noun in s.nouns if not (noun.kind == "thing" and not noun.order)]
    if s.kinds[:3] in (["of", s.joints[0], "noun"], ["of", s.joints[0], "of"]):  # "of the bed and the desk, which …"
        pair = [s.of.pop(0), s.of.pop(0) if s.kinds[2] == "of" else str(nouns.pop(0))]
        if nouns or s.places:
            raise UnclearError
        return f"which({s.order()}, {', '.join(pair)})"
    if len(nouns) == 3 and s.language == "de" and "noun grade" in " ".join(s.kinds).partition(s.joints[0])[0]:
        s.of.append(str(nouns.pop(s.before_the_grade())))  # "was ist dem Fenster näher, der Stuhl oder der Tisch?"
    if s.joints[0] != "or" and len(nouns) != 2 or len(nouns) < 2 or any(n.order or n.determiner == "a" for n in nouns):
        raise UnclearError
    text = f"which({s.order()}, {', '.join(map(str, nouns))})"
    if s.places:
        raise UnclearError
    if s.joints[0] == "than":
        return f"first({text}, {nouns[0]})"
    if s.joints[0] == "and" and "what" not in s.asks:
        raise UnclearError
    return text


def _which_room(s: _Said) -> str:
    if not s.nouns and ("i" in s.asks or s.me or "this" in s.asks):
        s.only("me")
        return "here()"
    s.only("nouns", "places", "of")
    noun, s.of = s.one(), []
    if noun.determiner == "a" or (noun.determiner == "" and "there" in s.asks and s.language != "zh"):
        return f"rooms_with({noun.every})"
    return f"room_of({noun.plain})"


def _this_room(s: _Said) -> str:
    s.only()
    if "all" in s.asks or "there" in s.asks:
        raise UnclearError
    return "here()"


def _which_rooms(s: _Said) -> str:
    if not s.nouns:
        s.only()
        return "rooms()"
    s.only("nouns", "places")
    return f"rooms_with({s.one().every})"


def _what_room(s: _Said) -> str:
    """Chinese has one word for "which room" and "which rooms"."""
    return _which_rooms(s) if "there" in s.asks else _which_room(s)


def _count_rooms(s: _Said) -> str:
    s.only()
    return "count_rooms()"


def _walk(name: str) -> Callable[[_Said], str]:
    def write(s: _Said) -> str:
        s.only("nouns", "places", "rooms", "of", "me")
        asked = "reachable" if "way" in s.asks and s.asks & {"free", "there"} and not s.asks & {"how", "what"} else name
        rooms = [*s.rooms, *(place.room for place in s.places if place.room)]
        things = [*s.of, *map(str, s.nouns), *(_inside(place) for place in s.places if place.condition)]
        things = [*(f'room("{room}")' for room in rooms), *(thing for thing in things if thing != "me")]
        if any(place.function not in ("near", "", "on", "inside") for place in s.places):
            raise UnclearError
        return f"{asked}({_alone(things)[0]})"

    return write


def _yes_or_no(s: _Said) -> str:
    """What has no word that asks for anything else."""
    if s.grades:
        return _compared(s)
    rooms = [*s.some_rooms, *(s.rooms if s.asks & {"there", "see_you"} else ())]
    if rooms:
        s.only("rooms", "some_rooms")
        return f'has_room("{_alone(rooms)[0]}")'
    if s.joints:
        return _choice(s)
    if s.values:
        s.only("nouns", "values", "places", "of" if s.asks & {"color", "material"} else "nouns")
        name, value = _alone(s.values)[0]
        thing = s.one() if s.nouns else _alone(s.of)[0]
        if isinstance(thing, Noun) and (thing.determiner != "the" and s.language != "zh" or thing.kind == "thing"):
            raise UnclearError
        _no_door_of_a_room(thing)
        return f'looks({thing}, "{name}", "{_state_of(thing, value)}")'
    s.only("nouns", "places")
    (noun,) = _alone(s.nouns)
    there = bool(s.asks & {"there", "see_you", "see"})
    listed = s.language == "zh" and "place noun" in " ".join(s.kinds)  # "on the balcony are there flowerpots"
    if noun.determiner == "a" and not there and s.language in ("es", "fr"):
        raise UnclearError  # "is it a table?"
    if noun.determiner == "a" or noun.determiner == "" and (there or noun.plural or listed):
        noun = noun.at(*s.places)
        if noun.order or noun.kind == "thing":
            raise UnclearError
        return f"exists({noun.seen if s.sees else noun.every})"
    if noun.order and noun.kind == "thing" and noun.determiner == "the" and not there:
        return f"name({noun.at(*s.places)})"  # "the largest thing in the kitchen"
    if noun.order or there or noun.kind == "thing":
        raise UnclearError
    places = [*noun.places, *s.places]
    if sum(place.of_me for place in places) > 1:
        raise UnclearError
    if not places or noun.determiner == "" and s.language != "zh":
        raise UnclearError
    rest = replace(noun, places=tuple(places[:-1]))
    last = places[-1].condition or f'in_room("{places[-1].room}")'
    return f"holds({rest.every if noun.plural else rest}, {last})"


def _something(s: _Said) -> str:
    s.only("places")
    if not s.asks & {"there", "see", "see_you"} or not s.places:
        raise UnclearError
    noun = Noun("thing").at(*s.places)
    return f"exists({noun.seen if s.sees else noun.every})"


def _choice(s: _Said) -> str:
    """Which of two sides, states, colors or materials."""
    s.only("nouns", "places", "values", "joints", "of")
    if s.joints != ["or"]:
        raise UnclearError
    (noun,) = _alone(s.nouns)
    if noun.determiner == "a" or s.of not in ([], ["me"]):
        raise UnclearError
    if len(s.values) == 2 and not s.places:
        (name, one), (other, two) = s.values
        if name != other:
            raise UnclearError
        _no_door_of_a_room(noun)
        return f'{name}({noun}, {json.dumps([_state_of(noun, one), _state_of(noun, two)])})'
    options = [*(place for place in noun.places if place.of_me), *s.places]
    noun = replace(noun, places=tuple(place for place in noun.places if not place.of_me))
    if not 2 <= len(options) <= 3 or s.values or any(place.function not in _SIDES for place in options):
        raise UnclearError
    views = {_inside(place) for place in options}
    if len(views) > 1:
        views.discard("me")
    (view,) = _alone([*views])
    return f"side({noun}, {view}, {json.dumps([place.function for place in options])})"


def _no_door_of_a_room(thing: Noun | str) -> None:
    if isinstance(thing, Noun) and thing.kind.endswith("door") and any(place.room for place in thing.places):
        raise UnclearError  # that which leads into it, or a cabinet's


def _state_of(thing: Noun | str, value: str) -> str:
    """ "On" for "open" where a language has one word for both, and the thing is switched."""
    entry = entries().get(thing.kind) if isinstance(thing, Noun) else None
    switched = entry is not None and "W" in entry.tags and "O" not in entry.tags
    return _SWITCHED.get(value, value) if switched else value


_QUESTIONS: Sequence[tuple[set[str], set[str], Callable[[_Said], str]]] = (
    ({"count"}, {"see", "can", "what"}, _count),
    ({"count_rooms"}, {"this"}, _count_rooms),
    ({"which_rooms"}, {"what", "can", "i", "this"}, _which_rooms),
    ({"what_room"}, {"i", "this"}, _what_room),
    ({"which_room"}, {"i", "this", "what", "can"}, _which_room),
    ({"room_word", "this", "what"}, set(), _this_room),
    ({"how", "go"}, {"i", "can", "on_foot"}, _walk("way")),
    ({"way"}, {"how", "go", "i", "what", "can", "show", "free", "on_foot"}, _walk("way")),
    ({"go"}, {"i", "can", "on_foot"}, _walk("reachable")),
    ({"turn_left", "what"}, {"if", "see", "i"}, _turned),
    ({"turn_right", "what"}, {"if", "see", "i"}, _turned),
    ({"turn_around", "what"}, {"if", "see", "i"}, _turned),
    ({"where"}, {"i", "can"}, _where),
    ({"far"}, {"i", "what", "on_foot"}, _distance),
    ({"how_near"}, {"i"}, _distance),
    ({"color"}, {"what", "how"}, _look("color")),
    ({"material"}, {"what"}, _look("material")),
    ({"height"}, {"what", "size"}, _measure("height")),
    ({"width"}, {"what", "size"}, _measure("width")),
    ({"length"}, {"what", "size"}, _measure("length")),
    ({"size"}, {"what"}, _size),
    ({"more"}, set(), _more),
    ({"more_than"}, set(), _more),
    ({"how"}, set(), lambda s: _choice(s)),
    ({"what"}, {"see", "can"}, _name),
    ({"something"}, {"see", "can"}, _something),
    ({"see"}, {"can"}, _yes_or_no),
    ({"see_you", "can"}, set(), _yes_or_no),
    (set(), set(), _yes_or_no),
)
"""The phrases that must be there, those that may, and what is asked then."""
