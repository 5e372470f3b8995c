"""What a definite noun means that nothing satisfies as a whole: people describe things not quite as they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from situated_qa.situated.language.kinds import Kinds
from situated_qa.situated.language.phrases import none_of
from situated_qa.situated.language.values import Condition

LOOSELY = 0.3
"""The least grade of a condition that a definite noun's thing may satisfy loosely."""
_CLEARLY = 1.25
"""One of several is meant whose grade is so many times that of any other."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a definite noun is taken to mean."""

    ids: list[int]
    conditions: list[Condition]  # that they satisfy
    looks: tuple[str, ...]  # the names of those that were not observed
    told: str  # what the answer must say


class Nearly(Kinds):
    """Finds what satisfies conditions loosely, all but one of them, or all that were observed, and tells which."""

    def _loosely(self, ids: Sequence[int], noun: str, conditions: Sequence[Condition], *, all_near: bool) -> list[int]:
        """The best candidate where none satisfies the conditions strictly, if it comes near to each; told in a note.

        Args:
            all_near: every one that comes near; an order chooses.
        """
        held = [item.holds(tuple(ids)) for item in conditions]
        grades = self._grades(ids, conditions)
        both = list(zip(held, grades, strict=True))
        near = [i for i in ids if all(i in holds or grade[i] >= LOOSELY for holds, grade in both)]
        best = max(near, key=lambda i: (math.prod(g[i] for g in grades), -i), default=None)
        if best is None:
            return []
        self._tell(f"{none_of(noun)} is clearly {' and '.join(item.words for item in conditions)}; the best was taken")
        return near if all_near else [best]

    def _mostly(
        self, ids: Sequence[int], noun: str, looks: bool, conditions: Sequence[Condition], ordered: bool
    ) -> Nearest | None:
        """What satisfies all but one of several details of a definite noun, where none satisfies all of them.

        People who describe a thing get a detail wrong, or see "between" in another way than the map. What is strict,
        and how it looks, is never left out.

        Args:
            looks: the noun tells how they look, which all of them do.
            ordered: a superlative chooses among several; else it must be one.
        """
        ids = tuple(self._holding(ids, [item for item in conditions if item.strict]))
        open_ones = [item for item in conditions if not item.strict]
        grades = [item.grade(ids) for item in open_ones]
        held = [
            set(item.holds(ids)) or {i for i in ids if grade.get(i, 0.0) >= LOOSELY}
            for item, grade in zip(open_ones, grades, strict=True)
        ]
        enough = len(held) + looks > 1
        best = [i for i in ids if enough and sum(i in those for those in held) == len(held) - 1]
        missed = {next(n for n, those in enumerate(held) if i not in those) for i in best}
        if len(missed) != 1:  # none, or one fits this and another one that: neither is meant more than the other
            return None
        at = missed.pop()
        if not ordered and len(best) > 1:  # one that nearly satisfies the last detail, too, is meant
            best.sort(key=lambda i: -grades[at].get(i, 0.0))
            first, second = (grades[at].get(i, 0.0) for i in best[:2])
            if first <= _CLEARLY * second:
                return None
            best = best[:1]
        kept = [item for item in conditions if item is not open_ones[at]]
        right = "".join(f" {item.words}" for item in kept)
        text = f"I know of no {noun}{right} {open_ones[at].words}; one{right} was taken"
        return Nearest(best, kept, (), text)

    def _unseen(
        self, ids: Sequence[int], lacking: Mapping[int, tuple[str, ...]], conditions: Sequence[Condition],
        looks: Mapping[str, str], ordered: bool,
    ) -> Nearest | None:  # fmt: skip
        """What satisfies all that was observed of a definite noun, where something of it was not.

        Args:
            ids: what looks as the noun says.
            lacking: what else satisfies the conditions: the names of the looks that were not observed of each.
            looks: that the noun tells, by name.
            ordered: a superlative chooses among several.
        """
        kept, missed = list(conditions), tuple[str, ...]()
        if lacking:
            missed = min(lacking.values(), key=len)
            found = [i for i, names in lacking.items() if names == missed]
            why = f"the {' and the '.join(missed)} {'was' if len(missed) == 1 else 'were'} not observed"
        else:
            doubted = next((item for item in conditions if item.undecided is not None), None)
            if doubted is None or doubted.undecided is None:
                return None
            kept = [item for item in conditions if item is not doubted]
            found = sorted(doubted.undecided(tuple(self._holding(ids, kept))))
            why = f"I cannot tell {doubted.doubt or f'the {doubted.look}'}"
        seen = [name for name, value in looks.items() if value and name not in missed]
        told = ordered or bool(seen) or any(not item.room for item in kept)
        return Nearest(found, kept, missed, why) if found and told else None
