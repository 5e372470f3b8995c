"""Situations as clauses in writing: `on("couch"), facing("tv"), has("lamp", "left")`.

A trained model writes this for a situation in words, and so do the labels that it is trained with. `parsed` makes the
clauses of it that `described_viewpoint` grounds in a map, `grammar` the rules under which a model writes it.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Sequence

from situated_qa.errors import ToolError
from situated_qa.situated.language.expression import Call, Literal, Several, parse_expression
from situated_qa.situated.situation_clauses import (
    BESIDE,
    SIDES,
    At,
    Clause,
    Doing,
    Entered,
    Facing,
    Has,
    Situation,
    come_through,
    spot_of,
)

_SIDES = (
    *SIDES, "front left", "front right", "back left", "back right", BESIDE,
    *(f"{hour} o'clock" for hour in range(1, 13)),
)  # fmt: skip
_TURNS = {"left": math.pi / 2, "right": -math.pi / 2, "around": math.pi}
_NOT_SAID = ("room", "door", "window", "wall")
"""Nouns that a reading may have without their being said: who goes out looks at the door."""
_MOST_CLAUSES = 12
_MOST_WORDS = 9  # of a noun phrase
_AHEAD = re.compile(r"(?:(?:opposite|far|other) )?wall|room")
"""What somebody looks at who looks straight ahead."""
_FLOOR = re.compile(r"\b(?:floor|ground)$")
_COUNT = re.compile(r"^(?:the )?(?:two|three|four|both|several|some|a few|a couple of|a pair of) ")
_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")


def _at(relation: str, *, seated: bool = False) -> Callable[[str], Clause]:
    def clause(thing: str) -> Clause:
        return dataclasses.replace(spot_of(relation, thing) or At(relation, thing), seated=seated)

    return clause


_CLAUSES: dict[str, tuple[int, int, Callable[..., Clause]]] = {
    "on": (1, 1, _at("on")),
    "at": (1, 1, _at("at")),
    "seat": (1, 1, _at("at", seated=True)),
    "before": (1, 1, _at("front of")),
    "behind": (1, 1, _at("behind")),
    "middle": (1, 1, _at("middle of")),
    "between": (2, 2, lambda one, other: At("between", _COUNT.sub("", one), _COUNT.sub("", other))),
    "corner": (1, 2, lambda room, by="": At("corner", room, by=by)),
    "doorway": (0, 2, lambda room="", origin="": Entered("" if room == "room" else room, origin)),
    "facing": (0, 1, lambda thing="": Facing("" if _AHEAD.fullmatch(thing) else thing)),
    "away": (1, 1, lambda thing: Facing(thing, away=True)),
    "wall": (1, 1, lambda thing: Facing(thing, wall="same")),
    "opposite_wall": (1, 1, lambda thing: Facing(thing, wall="opposite")),
    "along": (1, 1, lambda room: Facing("", along=room)),
    "has": (2, 2, lambda thing, side: Has(thing, side)),
    "uses": (1, 1, Doing),
    "did": (1, 1, lambda thing: Doing(thing, at_it=False)),
}
"""How many texts each clause takes, and what it makes of them."""

_ARGUMENTS: dict[str | tuple[int, int], str] = {
    "has": 'text ", " side',
    "corner": 'text (", by=" text)?',
    (1, 1): "text",
    (2, 2): 'text ", " text',
    (0, 1): "text?",
    (0, 2): '(text (", " text)?)?',
}
"""The arguments of a clause as the grammar has them: by its name, or by how many there are."""


def parsed(text: str) -> Situation:
    """The situation that a reading says.

    Args:
        text: clauses with commas between them; `nothing()` for a text that tells no place.

    Raises:
        ToolError: it is no reading; names the clause that is wrong.
    """
    tree = parse_expression(text)
    calls = tree.items if isinstance(tree, Several) else (tree,)
    if len(calls) > _MOST_CLAUSES:
        raise ToolError(f"a situation has at most {_MOST_CLAUSES} clauses, not {len(calls)}")
    clauses, turned_rad = list[Clause](), 0.0
    for call in calls:
        name = call.name if isinstance(call, Call) else ""
        texts = _texts(call) if isinstance(call, Call) else None
        if name == "nothing" and texts == []:
            continue
        if name == "turned" and texts and texts[0] in _TURNS:
            turned_rad += _TURNS[texts[0]]
            continue
        least, most, made = _CLAUSES.get(name, (1, 0, At))
        if texts is None or not least <= len(texts) <= most or (name == "has" and texts[1] not in _SIDES):
            raise ToolError(f"{call} is no clause of a situation; the clauses are {', '.join([*_CLAUSES, 'turned'])}")
        clauses.append(made(*texts))
    return Situation(tuple(come_through(_placed(clauses))), turned_rad=turned_rad)


def _placed(clauses: list[Clause]) -> list[Clause]:
    """The clauses without the floor, which is everywhere; who uses one thing and looks at another stands at the one."""
    clauses = [c for c in clauses if not (isinstance(c, At) and c.relation == "on" and _FLOOR.search(c.thing))]
    looks = any(isinstance(clause, Facing) for clause in clauses)
    if looks and not any(isinstance(clause, At | Entered) for clause in clauses):
        return [At("at", c.thing) if isinstance(c, Doing) and c.at_it else c for c in clauses]
    return clauses


def canonical_reading(text: str) -> str:
    """A reading as it is always written.

    Raises:
        ToolError: as `parsed`.
    """
    parsed(text)
    return str(parse_expression(text))


def grammar(situation: str) -> str:
    """GBNF of the readings whose nouns are made of a situation's own words."""
    words = dict.fromkeys([*words_of(situation), *_NOT_SAID])
    rules = [
        f'root ::= "nothing()" | clause (", " clause){{0,{_MOST_CLAUSES - 1}}}',
        f"clause ::= {' | '.join(f'c{number}' for number in range(len(_CLAUSES) + 1))}",
        'c0 ::= "turned(\\"" ("left" | "right" | "around") "\\")"',
        f'text ::= "\\"" word (" " word){{0,{_MOST_WORDS - 1}}} "\\""',
        f"word ::= {' | '.join(_quoted(word) for word in words)}",
        f'side ::= "\\"" ({" | ".join(_quoted(side) for side in _SIDES)}) "\\""',
    ]
    for number, (name, (least, most, _)) in enumerate(_CLAUSES.items(), 1):
        rules.append(f'c{number} ::= "{name}(" {_ARGUMENTS.get(name) or _ARGUMENTS[least, most]} ")"')
    return "\n".join(rules) + "\n"


def words_of(text: str) -> Sequence[str]:
    """The words of a situation in lower case, in order."""
    return _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def _quoted(word: str) -> str:
    return f'"{word}"'


def _texts(call: Call) -> list[str] | None:
    """The texts of a clause; None where an argument is none."""
    named = [value for key, value in call.kwargs if (call.name, key) == ("corner", "by")]
    arguments = [*call.args, *named]
    if len(named) != len(call.kwargs) or not all(isinstance(each, Literal) for each in arguments):
        return None
    return [str(each.value) for each in arguments if isinstance(each, Literal)]
