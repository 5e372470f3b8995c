"""What an expression can mean: things of the scene, views, numbers with a unit, names, truth, ways, or unknown.

Values are immutable and carry the ids of the objects they rest on. `words.py` makes the short answer and the sentence
from them; nothing is read back from text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Literal

from situated_qa.situated.viewpoint import Viewpoint


class Reason(Enum):
    """Why a value is not known."""

    NOT_THERE = "not there"  # the place was observed, and such things can be named
    NOT_SEEN = "not seen"  # the place was not observed
    CANNOT_NAME = "cannot name"  # the detector does not know such things
    NOT_OBSERVED = "not observed"  # the thing is there, but what was asked of it was not observed
    AMBIGUOUS = "ambiguous"  # several things are meant equally well
    NOT_IN_MAP = "not in the map"  # no map holds it: time, weight, weather
    NO_WAY = "no way"  # nothing leads there
    NOT_UNDERSTOOD = "not understood"  # "it" where nothing was asked before, a situation that no rule reads


@dataclass(frozen=True, slots=True)
class Unknown:
    """No value, and why."""

    reason: Reason
    text: str  # a sentence for the asker
    ids: tuple[int, ...] = ()
    short: str = field(default="", compare=False)  # of what is not there: "no piano here", "nothing"


WALLS = frozenset(("wall", "walls"))
FLOORS = frozenset(("floor", "ground", "floors"))


@dataclass(frozen=True, slots=True)
class Things:
    """Objects of the scene, best first."""

    ids: tuple[int, ...]
    noun: str  # what they were called: "black chair", "thing"
    definite: bool = False  # meant as one: "the chair"
    rivals: tuple[int, ...] = ()  # other things that "the chair" may mean nearly as well
    missing: Unknown | None = None  # why there is none
    where: str = ""  # the conditions in words: "on your left"
    more: Unknown | None = None  # why there may be more of them than the map holds
    others: tuple[int, ...] = ()  # of one thing: what satisfies it as well, or what it was compared with
    because: str = ""  # of one that was chosen: "the bed is the closest to you: 1.2 m; the desk: 3.0 m"
    building: tuple[Condition, ...] | None = None  # of walls and floors that are not stored: what they satisfy
    room: str = ""  # the room that the noun names, where it names no thing: "the kitchen"

    @property
    def unseen(self) -> Unknown | None:
        """Why there may be some although the map holds none."""
        absent = None if self.ids else self.missing
        return absent if absent is not None and absent.reason is not Reason.NOT_THERE else None


@dataclass(frozen=True, slots=True)
class Taken:
    """A definite noun that may mean several things, and which was taken."""

    id: int
    rivals: tuple[int, ...]
    text: str  # for the asker: "there are two chairs; the nearest was taken"


@dataclass(frozen=True, slots=True)
class View:
    """Somebody's viewpoint."""

    viewpoint: Viewpoint
    words: str  # "you", "somebody at the tv, facing the bed"
    ids: tuple[int, ...] = ()
    is_me: bool = False


SUM, DIFFERENCE = "sum", "difference"
"""`Number.of` of what was added or taken away."""


@dataclass(frozen=True, slots=True)
class Number:
    """A count or a measure."""

    value: float
    unit: str = ""  # "m", "m²", "cm", …; "" for counts
    ids: tuple[int, ...] = ()
    of: str = ""  # what was counted or measured, for the sentence: "chair", "length of the bed"
    where: str = ""  # of what was counted: "on your left"
    more: Unknown | None = None  # why it may be more
    because: str = ""  # why it is 0, a sentence
    told: str = ""  # the whole sentence, where the number alone says less than what it comes from


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes or no."""

    holds: bool
    ids: tuple[int, ...] = ()
    because: str = ""  # a sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """A name: a color, a state, a side, one of the options that the question names."""

    name: str
    ids: tuple[int, ...] = ()
    of: str = ""  # what it was said of: "the lamp"
    said: str = ""  # the name as it follows "is" in a sentence: "on your left"
    because: str = ""  # what a choice among the question's options rests on: "the lamp is on your left"
    several: bool = False  # it was said of more than one: "the lamps are"


@dataclass(frozen=True, slots=True)
class Names:
    """Several names: kinds of things, rooms."""

    names: tuple[str, ...]
    ids: tuple[int, ...] = ()
    others: tuple[int, ...] = ()  # what else satisfies the noun, where one thing was named
    where: str = ""  # its conditions in words: "behind you"
    told: str = ""  # the whole sentence, where the order of the names matters


@dataclass(frozen=True, slots=True)
class Room:
    """A room by its name."""

    name: str
    ids: tuple[int, ...] = field(default=(), compare=False)
    of: str = field(default="", compare=False)  # what is in it: "the bed", "you"
    told: str = field(default="", compare=False)  # the whole sentence, where the room was compared with others


@dataclass(frozen=True, slots=True)
class Way:
    """How to walk somewhere."""

    text: str
    length_m: float
    ids: tuple[int, ...] = ()
    short: str = ""  # the short answer; "": the text up to its first colon


@dataclass(frozen=True, slots=True)
class Condition:
    """What a noun's things must satisfy.

    A grade lies in 0 … 1: how well an object satisfies it; `holds` says whether it does at all.
    """

    words: str  # "on your left", "near the table"
    grade: Callable[[tuple[int, ...]], dict[int, float]] = field(compare=False)  # of each of these objects
    holds: Callable[[tuple[int, ...]], set[int]] = field(compare=False)  # those of them that satisfy it
    ids: tuple[int, ...] = ()  # what it refers to
    beside_object: bool = False  # it asks for a place that was observed because a known object is there
    hidden: str = ""  # it asks for a place where no camera looks: "into the box"
    look: str = ""  # the attribute that it asks for, where a thing may lack the observation
    doubt: str = ""  # else what may not be known of a thing: "whether the lamp on it is green"
    undecided: Callable[[tuple[int, ...]], set[int]] | None = field(default=None, compare=False)  # those that lack it
    relation_to_me: str = ""  # "left", "near", … where the asker is the reference
    of_unnamed: bool = False  # what nobody could name is told, too
    room: str = ""
    relation: str = ""  # to the things of `ids`: "near", "support", …
    strict: bool = False  # never left out: "other than it", "not on the table", "in the kitchen"


def those(words: str, members: Collection[int]) -> Condition:
    """A condition that holds for members of a set, and for others not even loosely."""
    inside = set(members)
    return Condition(words, lambda ids: {i: float(i in inside) for i in ids}, inside.intersection, strict=True)


@dataclass(frozen=True, slots=True)
class Order:
    """A superlative: which of several comes first. Its key leaves out what cannot be compared."""

    words: str  # "closest to the door", "tallest", "from the left"
    key: Callable[[tuple[int, ...]], dict[int, float]] = field(compare=False)  # smallest first
    ids: tuple[int, ...] = ()
    unit: str = ""  # of the key's size; "" where the amount says nothing
    number: int = 1  # 1 the first, 2 the second, -1 the last; 0 the middle one
    counted: str = ""  # where the key is a number of things: what they are called
    tie: str = ""  # where several things may well have the same key: what is then said of them
    room: str = ""  # where one of its things is meant, if two are there

    @property
    def is_row(self) -> bool:
        """Whether its words name a row, in which the first thing has a place, too: "the first from the left"."""
        return self.words.startswith(("from ", "to "))


Value = Things | View | Number | Truth | Choice | Names | Room | Way | Condition | Order | Unknown | str | float | int


Noun = Annotated[str, "noun"]
"""What a thing is called: copied from the question or a category of the scene."""
RoomName = Annotated[str, "room"]
"""What a room is called: copied from the question or a room of the scene."""
Words = Annotated[str, "words"]
"""Words copied from the question."""


@dataclass(frozen=True, slots=True)
class Later:
    """An argument that is evaluated once for each thing, which "it" means in it; or room, which "there" means."""

    words: str  # what is asked, in English
    value_of: Callable[[Things | Room], Value]


LATER = "later"
Asked = Annotated[Later, LATER, Things | Number | Truth | Choice | Names | Room | Way | Unknown]
"""Anything that answers a question."""
Holds = Annotated[Later, LATER, Truth]

Hour = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
Unit = Literal["m", "cm", "mm", "km", "ft", "in", "yd"]
TimeUnit = Literal["s", "min", "h"]
Moment = Literal["first", "last"]
Measure = Literal["length", "width", "height", "longest", "shortest", "area", "volume"]
Superlative = Literal["large", "big", "tall", "long", "wide", "high"]
Turn = Literal["left", "right", "around"]
Span = Literal["surface", "center", "walk"]
Attribute = Literal["kind", "color", "material", "shape", "state", "size"]
Likeness = Literal["kind", "color", "material", "shape", "state", "size", "appearance"]
Beside = Literal["on", "inside", "near", "above", "below"]
Side = Literal[
    "left", "right", "front", "back", "behind", "ahead", "in front", "in front of", "front left", "front right",
    "back left", "back right", "front-left", "front-right", "back-left", "back-right",
]  # fmt: skip
