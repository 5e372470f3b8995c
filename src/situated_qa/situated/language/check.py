"""Checks an expression without evaluating it, from the signatures of the functions alone.

An expression that passes has a value in every scene: where a thing, a room or a way is missing, the value is `Unknown`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from situated_qa.errors import ToolError
from situated_qa.situated.categories import ANYTHING, find_categories, misspelt
from situated_qa.situated.doors import OUTDOORS
from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Name,
    Node,
    Operation,
    Several,
    parse_expression,
)
from situated_qa.situated.language.functions import Function, Parameter, functions, type_name
from situated_qa.situated.language.values import Choice, Names, Number, Room, Things, Truth, Unknown, View, Way
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.scene_tools import SceneTools

LARGEST = 9_999
"""Numbers in an expression lie in -LARGEST … LARGEST and have at most three decimals."""
NAMES: Mapping[str, type] = {"me": View, "it": Things, "them": Things, "there": Room}
"""Values that have a name."""
ANSWERS = (Things, Number, Truth, Choice, Names, Room, Way, Unknown)
"""Types that answer a question."""

_Kinds = tuple[type, ...]  # the types that a part may have; empty where a problem in it was already reported


def check(expression: str, scene: SituatedScene | None = None) -> list[str]:
    """What is wrong with an expression, from the signatures alone; empty where it can be evaluated.

    Args:
        scene: names of rooms and misspelled names of things are checked against it.
    """
    try:
        return problems_of(parse_expression(expression), scene)
    except ToolError as error:
        return [str(error)]


def problems_of(tree: Node, scene: SituatedScene | None = None) -> list[str]:
    """The same for an expression that was parsed."""
    checker = _Checker(scene)
    for part in tree.items if isinstance(tree, Several) else (tree,):
        kinds = checker.kinds(part)
        if kinds and not set(kinds) <= set(ANSWERS):
            checker.problem(f"{_shown(part)} is {type_name(kinds[0])}, which answers no question; {_ASK}")
    return checker.problems


_ASK = "ask something of it, e.g. count(every(…)), exists(…), where(the(…))"


class _Checker:
    def __init__(self, scene: SituatedScene | None) -> None:
        self._scene = scene
        self.problems: list[str] = []

    def problem(self, text: str) -> None:
        if text not in self.problems:
            self.problems.append(text)

    def kinds(self, node: Node) -> _Kinds:
        """The types that a part may have."""
        if isinstance(node, Literal):
            return self._literal(node)
        if isinstance(node, Name):
            return self._name(node)
        if isinstance(node, Listing):
            return self._listing(node)
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Several):
            self.problem("several questions stand side by side at the top of an expression only")
            return ()
        return self._call(node)

    def _literal(self, node: Literal) -> _Kinds:
        if isinstance(node.value, str):
            return (str,)
        if not -LARGEST <= node.value <= LARGEST or round(node.value, 3) != node.value:
            self.problem(f"{_shown(node)}: a number lies in -{LARGEST} … {LARGEST} and has at most three decimals")
            return ()
        return (type(node.value),)

    def _name(self, node: Name) -> _Kinds:
        if node.name in NAMES:
            return (NAMES[node.name],)
        function = functions().get(node.name)
        known = f"it is a function: write {function.signature}" if function else f"names: {', '.join(NAMES)}"
        self.problem(f"{node.name!r} is not known; {known}; texts stand in quotes")
        return ()

    def _listing(self, node: Listing) -> _Kinds:
        for item in node.items:
            if not (isinstance(item, Literal) and isinstance(item.value, str)):
                self.problem(f'{_shown(node)}: a list holds texts, e.g. ["left", "right"]; got {_shown(item)}')
        if not node.items:
            self.problem('[]: a list names at least one option, e.g. ["left", "right"]')
        return (list,)

    def _operation(self, node: Operation) -> _Kinds:
        if isinstance(node.left, Literal):
            self.problem(f"{_shown(node)}: a plain number stands on the right of an operator, e.g. count(it) > 2")
        for side in (node.left, node.right):
            kinds = self.kinds(side)
            if kinds and not set(kinds) <= {Number, int, float}:
                hint = '; write same("color", …, …) to compare looks' if Choice in kinds else ""
                self.problem(f"{node.operator} takes numbers, got {_shown(side)}, {type_name(kinds[0])}{hint}")
        return (Number,) if node.operator in "+-" else (Truth,)

    def _call(self, node: Call) -> _Kinds:
        function = functions().get(node.name)
        if function is None:
            self.problem(f"no function {node.name!r}{_nearest(node.name, functions())}")
            for part in (*node.args, *(value for _, value in node.kwargs)):
                self.kinds(part)
            return ()
        places, rest, signature = function.places, function.rest, function.signature
        if len(node.args) > len(places) and rest is None:
            self.problem(f"{signature}: takes {len(places)} arguments by position, got {len(node.args)}")
        given = dict(node.kwargs)
        for parameter, arg in zip(places, node.args, strict=False):
            if parameter.name in given:
                self.problem(f"{signature}: {parameter.name!r} is given twice")
            self._argument(function, parameter, arg)
        for arg in node.args[len(places) :]:
            if rest is not None:
                self._argument(function, rest, arg)
        named = {p.name: p for p in function.parameters if not p.many}
        for name, value in node.kwargs:
            if name in named:
                self._argument(function, named[name], value)
            else:
                self.problem(f"{signature}: no argument {name!r}{_nearest(name, named)}")
        for parameter in places[len(node.args) :]:
            if parameter.required and parameter.name not in given:
                self.problem(f"{signature}: the argument {parameter.name!r} ({parameter.wanted}) is missing")
        if len(given) < len(node.kwargs):
            self.problem(f"{signature}: an argument is given twice")
        return function.returns

    def _argument(self, function: Function, parameter: Parameter, node: Node) -> None:
        kinds = self.kinds(node)
        where = f"{function.signature}: {parameter.name!r}"
        if not kinds:
            return
        if not set(kinds) <= set(parameter.accepts):
            wanted = parameter.wanted
            if parameter.legal:
                wanted += f" ({_listed(parameter.legal)})"
            self.problem(f"{where} must be {wanted}, got {_shown(node)}{_of_type(kinds)}")
            return
        items = node.items if isinstance(node, Listing) else (node,)
        for item in items:
            if isinstance(item, Literal):
                self._text(where, parameter, item.value)

    def _text(self, where: str, parameter: Parameter, value: str | int | float) -> None:
        closed = [legal for legal in parameter.legal if type(legal) is type(value)]
        if closed and value not in closed:
            self.problem(f"{where} must be {_listed(parameter.legal)}; got {_shown(Literal(value))}")
        if not isinstance(value, str) or closed:
            return
        if not value.strip() or not value.isprintable():
            self.problem(f"{where} must be words on one line, got {_shown(Literal(value))}")
        elif self._scene is not None:
            self._in_scene(where, parameter, value, self._scene)

    def _in_scene(self, where: str, parameter: Parameter, value: str, scene: SituatedScene) -> None:
        if parameter.role == "room":
            rooms = SceneTools(scene).rooms()
            known_room = any(set(value.lower().split()) <= set(room.lower().split()) for room in rooms)
            if value not in OUTDOORS and not known_room:
                known = f"rooms: {', '.join(rooms)}" if rooms else "rooms are not known here"
                self.problem(f"{where}: no room {value!r}; {known}")
        if parameter.role == "noun" and value not in ANYTHING and find_categories(value, scene.categories) is None:
            near = misspelt(value, scene.categories)
            if near:
                self.problem(f"{where}: nothing is called {value!r}; did you mean {near!r}?")


def _of_type(kinds: _Kinds) -> str:
    name = "a number" if kinds[0] in (int, float) else type_name(kinds[0])
    return f" ({name})"


def _listed(legal: Iterable[str | int]) -> str:
    return " or ".join(str(Literal(value)) for value in legal)


def _shown(node: Node) -> str:
    text = str(node)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _nearest(name: str, known: Iterable[str]) -> str:
    """The nearest known name as a question; all of them where none is near."""
    names = sorted(known)
    close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else f"; known: {', '.join(names)}"
