"""From an expression to its value, in one frozen scene."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.situated.language.base import NotKnown
from situated_qa.situated.language.check import problems_of
from situated_qa.situated.language.expression import Call, Listing, Literal, Name, Node, Operation, Several, walk
from situated_qa.situated.language.functions import Language, Parameter, canonical, functions
from situated_qa.situated.language.quantities import apply
from situated_qa.situated.language.said import said
from situated_qa.situated.language.values import (
    LATER,
    Condition,
    Later,
    Order,
    Reason,
    Room,
    Taken,
    Things,
    Unknown,
    Value,
    View,
)
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene

_MOST_RIVALS_TRIED = 5


@dataclass(frozen=True, slots=True)
class Result:
    """What an expression means in a scene.

    Attributes:
        values: one of each question in it.
        expression: its canonical form.
        notes: what the asker should be told beside the answer, e.g. "there are two chairs; the nearest was taken"
            where another chair would give another answer.
        taken: every definite noun that may mean several things, whether that matters or not.
        told: those of the notes that every answer must say: what was left out of a description.
        subjects: of each value, what its question is about (see `subject`); None where that is not a thing.
    """

    values: tuple[Value, ...]
    expression: str
    notes: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    subjects: tuple[Things | None, ...] = ()
    told: tuple[str, ...] = ()


def evaluate(
    text: str, scene: SituatedScene, *, said_before: Sequence[Things] = (), deadline: float | None = None
) -> Result:
    """The value of an expression.

    An expression that `check.check` accepts has a value; where something is missing, the value is `Unknown`.

    Args:
        said_before: what the earlier answers of this conversation were about, the latest first.
        deadline: `time.monotonic()` seconds after which no further function is called.

    Raises:
        ToolError: it is not an expression, does not pass `check.check`, or the deadline passed; the text says what
            to correct.
    """
    tree = canonical(text)
    problems = problems_of(tree)
    if problems:
        raise ToolError("; ".join(problems[:3]))

    def run(preferred: Mapping[int, int], **how: bool) -> _Run:
        return _run(tree, scene, said_before, deadline, preferred, how)

    preferred: dict[int, int] = {}
    done, how = run(preferred), dict[str, bool]()
    for allowed in _ALLOWED:
        # "the cup on the table" presumes that there is one: of several tables, one with a cup is meant.
        if not done.lacks:
            break
        nouns = run({}, **allowed).language.taken if allowed else done.language.taken
        others = ((choice, run(choice, **allowed)) for choice in _choices(nouns))
        found = next(((choice, other) for choice, other in others if not other.lacks), None)
        if found is not None:
            (preferred, done), how = found, allowed
    if done.misses and not isinstance(tree, Several) and not _asks_whether(tree):
        nearly = run({}, lenient=True)
        if not nearly.misses:
            done, preferred, how = nearly, {}, {"lenient": True}
    notes = list(done.language.notes)
    plain = [short(value, scene.graph) for value in done.values]
    for index, taken in enumerate(done.language.taken):
        changed = (run(choice, **how) for choice in _choices(done.language.taken, index))
        if index in preferred or any([short(v, scene.graph) for v in other.values] != plain for other in changed):
            notes.append(taken.text)
    taken_nouns = tuple(done.language.taken)
    told = tuple(dict.fromkeys(done.language.told))
    return Result(tuple(done.values), str(tree), tuple(dict.fromkeys(notes)), taken_nouns, done.subjects, told)


_ALLOWED: tuple[dict[str, bool], ...] = ({}, {"any_rival": True})
"""What nouns within a description may mean: what satisfies them about as well as the best, then whatever does."""
_PRESUME = ("count", "name")
_HERE = Call("in_room", (Call("here"),))


def _asks_whether(tree: Node) -> bool:
    """Whether it is asked if there is such a thing, or how many there are: that presumes nothing."""
    return any(
        isinstance(node, Call) and node.name in ("exists", "count") and isinstance(node.args[0], Call)
        and node.args[0].name == "the"
        for node in walk(tree)
    )  # fmt: skip


def _choices(taken: Sequence[Taken], only: int | None = None) -> Iterator[dict[int, int]]:
    """Other things that ambiguous nouns may mean, one noun at a time: `LanguageBase`'s `preferred`."""
    for index, noun in enumerate(taken):
        if only in (None, index):
            yield from ({index: rank} for rank in range(1, min(len(noun.rivals), _MOST_RIVALS_TRIED) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    values: list[Value]
    language: Language
    subjects: tuple[Things | None, ...]
    lacks: bool  # a noun that presumes such things names nothing, though they may be elsewhere
    misses: bool  # a definite noun names nothing, for whatever reason


def _run(
    tree: Node,
    scene: SituatedScene,
    said_before: Sequence[Things],
    deadline: float | None,
    preferred: Mapping[int, int],
    how: Mapping[str, bool],
) -> _Run:
    language = Language(scene, said_before, preferred=preferred, **how)
    walker = _Walker(language, deadline)
    parts = tree.items if isinstance(tree, Several) else (tree,)
    values: list[Value] = []
    subjects: list[Things | None] = []
    for part in parts:
        values.append(walker.value(part))
        about = subject(part, walker.value)
        subjects.append(about)
        if about is not None and part is not parts[-1]:  # "it" in the next part
            language.said(about)
            walker.forget_it()
    return _Run(values, language, tuple(subjects), walker.lacks(), walker.misses())


class _Walker:
    """Walks a checked expression."""

    def __init__(self, language: Language, deadline: float | None) -> None:
        self._language, self._deadline = language, deadline
        self._known: dict[Node, Any] = {}  # a part that is written twice means the same thing

    def value(self, node: Node) -> Any:
        if isinstance(node, Literal):
            return node.value
        if isinstance(node, Listing):
            return [self.value(item) for item in node.items]
        if node not in self._known:
            self._known[node] = self._value(node)
        return self._known[node]

    def lacks(self) -> bool:
        """Whether a noun that presumes such things names nothing, though such things may be elsewhere.

        A definite one does, and so does the plural of which the number or the names are asked.
        """
        asked = [node.args[0] for node in self._known if isinstance(node, Call) and node.name in _PRESUME]
        things = [
            value
            for node, value in self._known.items()
            if isinstance(value, Things) and not value.ids and (value.definite or node in asked)
        ]
        return any(item.missing is not None and item.missing.reason is Reason.NOT_THERE for item in things)

    def misses(self) -> bool:
        """Whether a definite noun names nothing."""
        return any(
            isinstance(value, Unknown) or (isinstance(value, Things) and not value.ids)
            for node, value in self._known.items()
            if isinstance(node, Call) and node.name == "the"
        )

    def forget_it(self) -> None:
        """Evaluate what speaks of "it" again: it means something else now."""
        self._known = {node: value for node, value in self._known.items() if not _says_it(node)}

    def _later(self, node: Node) -> Later:
        """What gives the value of a part where "it" is a thing, or "there" a room."""

        def value(about: Things | Room) -> Value:
            known = self._known
            self._known = {part: value for part, value in known.items() if not _says_it(part)}
            try:
                with self._language.speaking_of(about):
                    return self.value(node)
            finally:
                self._known = known

        return Later(said(str(node)), value)

    def _argument(self, node: Node, parameter: Parameter | None) -> Any:
        if parameter is not None and parameter.role == LATER:
            return self._later(node)
        return _as_room(self.value(node), parameter)

    def _value(self, node: Node) -> Any:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise ToolError("the time for this expression is over")
        try:
            if isinstance(node, Name):
                return getattr(self._language, {"them": "it"}.get(node.name, node.name))
            if isinstance(node, Operation):
                sides = [self.value(node.left), self.value(node.right)]
                return _unknown(sides) or apply(node.operator, *sides)
            assert isinstance(node, Call)
            if node == _HERE and not self._language.has_rooms:
                return self._language._everywhere()
            function = functions()[node.name]
            places = itertools.chain(function.places, itertools.repeat(function.rest))
            args = [self._argument(arg, parameter) for arg, parameter in zip(node.args, places, strict=False)]
            named = {parameter.name: parameter for parameter in function.parameters}
            kwargs = {key: self._argument(value, named[key]) for key, value in node.kwargs}
            lacking = _unknown([*args, *kwargs.values()])
            return lacking or function.run(self._language, *args, **kwargs)
        except NotKnown as error:
            return error.unknown


def _says_it(node: Node) -> bool:
    return any(isinstance(part, Name) and part.name != "me" for part in walk(node))


def _as_room(value: Any, parameter: Parameter | None) -> Any:
    """The room that a noun names, where the function takes rooms: where(the("kitchen"))."""
    named = value.room if isinstance(value, Things) and parameter is not None and Room in parameter.accepts else ""
    return Room(named) if named else value


def _unknown(values: Sequence[Any]) -> Unknown | None:
    return next((value for value in values if isinstance(value, Unknown)), None)


def subject(node: Node, value_of: Callable[[Node], Any]) -> Things | None:
    """What an expression is about: the things that it means, else the first things that something is said of.

    `side(the("lamp"), me)` and `distance(the("lamp"), the("bed"))` are about the lamp, `count(every("chair")) > 2`
    about all chairs, `which(closest(me), the("bed"), the("desk"))` about the winner. What only a condition, a
    superlative or a viewpoint refers to is not what a question is about.

    Args:
        value_of: the value of a part of the expression.

    Returns:
        None where the expression is about no things: rooms, what no map can tell.
    """
    value = value_of(node)
    if isinstance(value, Things):
        return value
    if isinstance(value, Condition | Order | View):
        return None
    parts = node.args if isinstance(node, Call) else (node.left, node.right) if isinstance(node, Operation) else ()
    found = (subject(part, value_of) for part in parts)
    return next((things for things in found if things is not None), None)
