"""What is asked, by the phrases of a question, and the expression for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from situated_qa.reasoning.foreign.rooms import (
    all_rooms,
    count_rooms,
    rooms_told,
    this_room,
    what_room,
    which_room,
    which_rooms,
)
from situated_qa.reasoning.foreign.said import Said, alone, inside
from situated_qa.reasoning.foreign.yes_or_no import SIDES, choice, compared, something, yes_or_no
from situated_qa.reasoning.patterns.nouns import Noun, UnclearError

SOFT = {"there", "see_you", "all", "linked", "from_here", "tell", "located", "it"}
"""What is said beside what is asked, and changes nothing of it in most questions."""
_GENERIC = ("thing", "furniture")
_MANY = ("on", "inside", "in_room", "")
"""What is on or in something is many things; beside it, one is meant."""


def expression_of(said: Said) -> str:
    """What is asked.

    Raises:
        UnclearError: the chunks do not fit together.
    """
    if "it" in said.asks and not {"noun", "room", "some room", "way"} & set(said.kinds):
        raise UnclearError  # "how far is it from the bed"; not so "the bed, how far is it"
    asked = said.asks - SOFT
    if not asked and "tell" in said.asks:  # "name the thing on the table"
        return _name(said)
    for needed, allowed, write in QUESTIONS:
        if needed <= asked <= needed | allowed:
            return write(said)
    raise UnclearError


def _count(s: Said) -> str:
    if s.joints or "surpasses" in s.asks:  # "is the number of beds larger than that of chairs"
        return _more(s)
    s.only("nouns", "places")
    noun = s.one()
    if noun.determiner == "the" and not noun.plural and s.language != "zh":
        raise UnclearError
    return f"count({noun.seen if s.sees else noun.every})"


def _more(s: Said) -> str:
    s.only("nouns", "joints", "places", "grades" if "count" in s.asks else "nouns")
    sign = "<" if "fewer" in s.asks else ">"
    joints = [] if s.asks & {"more_than", "surpasses"} else ["than"]
    if s.joints != joints or len(s.nouns) != 2 or not set(s.grades) <= {"large", "tall"}:
        raise UnclearError
    first, second = (noun.at(*s.places) for noun in s.nouns)
    if bool(second.places) != bool(first.places):  # whose place it is, the words do not tell
        raise UnclearError
    return f"count({first.every}) {sign} count({second.every})"


def _name(s: Said) -> str:
    """What is at a place, or the largest, closest or farthest thing."""
    if s.joints:
        return choice(s) if s.values else compared(s)
    if s.rooms and not s.nouns:  # "what does the kitchen contain"
        s.only("rooms")
        return f'name(every("thing", in_room("{alone(s.rooms)[0]}")))'
    s.only("nouns", "places", "grades", "of", "me")
    if s.grades and not s.nouns and [place.function for place in s.places] == ["between"]:
        pair, s.places = inside(s.places[0]), []
        return f"which({s.order()}, {pair})"
    if s.grades and not s.nouns:
        s.nouns = [Noun("thing")]
    if s.language == "de" and s.kinds[:2] == ["there", "what"]:  # "gibt es was"
        raise UnclearError
    if s.nouns and (len(s.nouns) > 1 or s.nouns[0].kind not in _GENERIC):
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


def _at(relation: str, article: str) -> Callable[[Said], str]:
    """What a thing has on or beside it, where the verb says which."""

    def write(s: Said) -> str:
        s.only("nouns")
        return f'name({article}("thing", {relation}({s.one()})))'

    return write


def _found(s: Said) -> str:
    """Whether one can find something."""
    if "there" not in s.asks:
        raise UnclearError
    return yes_or_no(s)


def _turned(s: Said) -> str:
    way = next(name for name in s.asks if name.startswith("turn_")).removeprefix("turn_")
    s.only("places", "nouns")
    noun = s.one() if s.nouns else Noun("thing").at(*s.places)
    (place,) = alone(noun.places)
    if place.function not in SIDES or not place.of_me or noun != Noun("thing", noun.plural, noun.determiner).at(place):
        raise UnclearError
    return f'name(the("thing", {place.function}(turned(me, "{way}"))))'


def _where(s: Said) -> str:
    if not s.nouns and len(s.me) <= 1 and ("i" in s.asks or s.me):
        s.only("me")
        return "here()"
    if s.joints:
        return choice(s)
    s.only("nouns", "places", "grades", "orders", "of", "me")
    if "seek" in s.asks and not s.nouns and not s.grades:  # "where must I look for the bed"
        return f"where({s.subject()})"
    if (s.of or s.me) and not s.grades:
        s.of = [of for of in s.of if of != "me"]
        s.me = []
        s.only("nouns", "places", "orders")
    return f"where({s.one().plain})"


def _seek(s: Said) -> str:
    """ "I am looking for the bed", and "for a bed: is there one in the hall"."""
    if any(noun.determiner == "a" for noun in s.nouns):
        return yes_or_no(s)
    return _where(s)


def _distance(s: Said) -> str:
    s.only("nouns", "places", "of", "me", "joints", "units")
    if any(noun.kind == "thing" for noun in s.nouns):
        raise UnclearError
    if "how_near" in s.asks and any(place.function == "near" for noun in s.nouns for place in noun.places):
        raise UnclearError
    if s.language in ("es", "fr") and any(place.room for noun in s.nouns for place in noun.places):
        raise UnclearError  # "how far is the chair from the kitchen", or that of the kitchen
    how = ', how="walk"' if s.asks & {"on_foot", "go"} else ""
    ends = [*map(str, s.nouns), *s.of, *s.me]
    if len(s.places) == 1 and not ends:
        (place,) = s.places
        if place.function == "between":
            between = inside(place)
            if between.startswith("me, "):
                between = f"{between[4:]}, me"
            return f"distance({between}{s.unit}{how})"
    ends += [inside(place) for place in s.places if place.function == "near"]
    if any(place.function != "near" for place in s.places) or s.joints not in ([], ["and"]):
        raise UnclearError
    ends = [*(end for end in ends if end != "me"), "me"][:2] if "me" in ends or len(ends) == 1 else ends
    if len(ends) != 2 or any(noun.determiner == "a" for noun in s.nouns):
        raise UnclearError
    return f"distance({ends[0]}, {ends[1]}{s.unit}{how})"


def _look(name: str) -> Callable[[Said], str]:
    def write(s: Said) -> str:
        if s.values:
            return yes_or_no(s)
        return f"{name}({s.subject()})"

    return write


def _size(s: Said) -> str:
    if s.rooms and not s.nouns:
        s.only("rooms")
        return f'measure(room("{alone(s.rooms)[0]}"), "area")'
    return f"dimensions({s.subject()}{s.unit})"


def _all_sizes(s: Said) -> str:
    if s.joints not in ([], ["and"]):
        raise UnclearError
    s.joints = []
    return _size(s)


def _measure(name: str) -> Callable[[Said], str]:
    return lambda s: f'measure({s.subject()}, "{name}"{s.unit})'


def _walk(name: str) -> Callable[[Said], str]:
    def write(s: Said) -> str:
        s.only("nouns", "places", "rooms", "of", "me")
        asked = "reachable" if "way" in s.asks and s.asks & {"free", "there"} and not s.asks & {"how", "what"} else name
        rooms = [*s.rooms, *(place.room for place in s.places if place.room)]
        things = [*s.of, *map(str, s.nouns), *(inside(place) for place in s.places if place.condition)]
        things = [*(f'room("{room}")' for room in rooms), *(thing for thing in things if thing != "me")]
        if any(place.function not in ("near", "", "on", "inside") for place in s.places):
            raise UnclearError
        return f"{asked}({alone(things)[0]})"

    return write


QUESTIONS: Sequence[tuple[set[str], set[str], Callable[[Said], str]]] = (
    ({"count"}, {"see", "can", "what", "surpasses"}, _count),
    ({"count_rooms"}, {"this", "count"}, count_rooms),
    ({"count", "which_rooms"}, set(), count_rooms),
    ({"count", "rooms_word"}, set(), count_rooms),
    ({"rooms_word"}, {"what", "this"}, all_rooms),
    ({"count", "room_word"}, set(), count_rooms),
    ({"which_rooms"}, {"what", "can", "i", "this", "where"}, which_rooms),
    ({"what_room"}, {"i", "this"}, what_room),
    ({"which_room"}, {"i", "this", "what", "can", "where", "go"}, which_room),
    ({"room_word", "this", "what"}, set(), this_room),
    ({"how", "go"}, {"i", "can", "on_foot"}, _walk("way")),
    ({"way"}, {"how", "go", "i", "what", "can", "show", "free", "on_foot"}, _walk("way")),
    ({"go"}, {"i", "can", "on_foot"}, _walk("reachable")),
    ({"turn_left", "what"}, {"if", "see", "i"}, _turned),
    ({"turn_right", "what"}, {"if", "see", "i"}, _turned),
    ({"turn_around", "what"}, {"if", "see", "i"}, _turned),
    ({"where", "go", "can"}, {"i"}, _walk("way")),
    ({"where"}, {"i", "can", "seek"}, _where),
    ({"seek"}, {"i", "can"}, _seek),
    ({"far"}, {"i", "what", "on_foot", "separates", "meters", "how"}, _distance),
    ({"far", "go"}, {"i", "can", "meters", "on_foot"}, _distance),
    ({"meters", "go"}, {"i", "can", "on_foot"}, _distance),
    ({"amount", "go", "can"}, {"i", "on_foot"}, _distance),
    ({"amount", "separates"}, {"i"}, _distance),
    ({"meters"}, {"i", "what", "on_foot", "separates"}, _distance),
    ({"how_near"}, {"i"}, _distance),
    ({"color"}, {"what", "how"}, _look("color")),
    ({"material"}, {"what"}, _look("material")),
    ({"height", "width", "length"}, {"size"}, _all_sizes),
    ({"height"}, {"what", "size", "meters", "amount"}, _measure("height")),
    ({"width"}, {"what", "size", "meters", "amount"}, _measure("width")),
    ({"length"}, {"what", "size", "meters", "amount"}, _measure("length")),
    ({"size"}, {"what", "how"}, _size),
    ({"room_word"}, set(), rooms_told),
    ({"more"}, set(), _more),
    ({"fewer"}, set(), _more),
    ({"more_than"}, set(), _more),
    ({"how"}, set(), choice),
    ({"what"}, {"see", "can"}, _name),
    ({"what", "carries"}, set(), _at("on", "every")),
    ({"what", "neighbors"}, set(), _at("near", "the")),
    ({"who"}, set(), compared),
    ({"can"}, set(), _found),
    ({"something"}, {"see", "can"}, something),
    ({"see"}, {"can"}, yes_or_no),
    ({"see_you", "can"}, set(), yes_or_no),
    (set(), set(), yes_or_no),
)
"""The phrases that must be there, those that may, and what is asked then."""
