"""The notation that the grammar is written in, and the choice of what is held out.

A block of text names a symbol with `@`, an expression with `=` (and how often it is drawn, `*3`), and below it the
wordings that mean it, one a line:

    @ask
    = count(every<H p>) *8
    how many <H> are [there] <p>
    (count|tell me the number of) the <H> <p>

`<x>` is a slot: the symbol that fills it, a digit where there are several, and after a point the sort of noun
(`<x2.surface>`). In the expression `<x>` is what the slot means; `the<h p>` and `every<h p>` are a noun of the head `h`
with the condition `p`. `[…]` may be left out and `(a|b)` is one of several.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

_FEWEST_TO_HOLD_OUT = 4
_SHARE_HELD_OUT = 10


@dataclass(frozen=True, slots=True)
class Group:
    """All wordings of one expression.

    Attributes:
        wordings: by split, "train" and "dev"; the two share none.
    """

    symbol: str
    expression: str
    weight: float
    wordings: dict[str, tuple[str, ...]]


def stable_hash(text: str) -> int:
    """The same whole number for the same text on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def frame_name(symbol: str, wording: str) -> str:
    """A short name of a wording, for the record of what a sample was made from."""
    return f"{symbol}{stable_hash(wording) % 0xFFFFF:05x}"


def parse_groups(texts: Iterable[str]) -> dict[str, list[Group]]:
    """The groups of each symbol.

    Raises:
        ValueError: a line stands outside a group.
    """
    found: dict[str, list[tuple[str, float, list[str]]]] = {}
    for text in texts:
        symbol = ""
        group: tuple[str, float, list[str]] | None = None
        for line in filter(None, map(str.strip, text.splitlines())):
            if line.startswith("@"):
                symbol, group = line[1:].strip(), None
            elif line.startswith("= "):
                expression, _, weight = line[2:].partition(" *")
                group = (expression.strip(), float(weight or 1), [])
                found.setdefault(symbol, []).append(group)
            elif group is None:
                raise ValueError(f"{line!r} stands below no '= expression' of a symbol")
            else:
                group[2].append(line)
    return {symbol: _groups(symbol, groups) for symbol, groups in found.items()}


def _groups(symbol: str, groups: list[tuple[str, float, list[str]]]) -> list[Group]:
    held = [_held_out(lines) for _, _, lines in groups]
    # "and <x2>" may mean several things: what is trained on with one meaning is not held out with another
    trained = {line for (_, _, lines), out in zip(groups, held, strict=True) for line in lines if line not in out}
    return [
        Group(
            symbol,
            expression,
            weight,
            {
                "train": tuple(line for line in lines if line in trained),
                "dev": tuple(line for line in lines if line not in trained),
            },
        )
        for expression, weight, lines in groups
    ]


def _held_out(lines: list[str]) -> set[str]:
    """The first wording, the plainest, is always trained on; of the others about a tenth is held out."""
    if len(lines) < _FEWEST_TO_HOLD_OUT:
        return set()
    return set(sorted(lines[1:], key=stable_hash)[: max(1, len(lines) // _SHARE_HELD_OUT)])


class Picker(Protocol):
    """What decides."""

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not including, `number`."""
        ...


_CHOICE = re.compile(r"\(([^()\[\]]*\|[^()\[\]]*)\)|\[([^()\[\]]*)\]")


def settle_choices(wording: str, pick: Picker) -> str:
    """A wording with every `(a|b)` and `[…]` decided, the innermost first."""
    while match := _CHOICE.search(wording):
        if match[1] is not None:
            options = match[1].split("|")
            chosen = options[pick.below(len(options))]
        else:
            chosen = match[2] if pick.below(2) else ""
        wording = wording[: match.start()] + chosen + wording[match.end() :]
    return " ".join(wording.split())
