"""What a definite noun means that nothing satisfies as a whole: people describe things not quite as they are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from situated_qa.situated.language.kinds import Kinds
from situated_qa.situated.language.phrases import none_of
from situated_qa.situated.language.values import Condition, Taken

LOOSELY = 0.3
"""The least grade of a condition that a definite noun's thing may satisfy loosely."""


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
        self._note(f"{none_of(noun)} is clearly {' and '.join(item.words for item in conditions)}; the best was taken")
        return near if all_near else [best]

    def _mostly(self, ids: Sequence[int], noun: str, looks: bool, conditions: Sequence[Condition]) -> list[int]:
        """What satisfies all but one of several details of a definite noun, where none satisfies all of them.

        People who describe a thing get a detail wrong, or see "between" in another way than the map. Which detail was
        left out is told in the answer. The room and the looks are never left out.

        Args:
            looks: the noun tells how they look, which all of them do.
        """
        for item in conditions:
            ids = [i for i in ids if not item.room or i in item.holds((i,))]
        conditions, ids = [item for item in conditions if not item.room], tuple(ids)
        grades = [item.grade(ids) for item in conditions]
        held = [
            set(item.holds(ids)) or {i for i in ids if grade.get(i, 0.0) >= LOOSELY}
            for item, grade in zip(conditions, grades, strict=True)
        ]
        enough = len(held) + looks > 1
        best = [i for i in ids if enough and sum(i in those for those in held) == len(held) - 1]
        missed = {next(n for n, those in enumerate(held) if i not in those) for i in best}
        if len(missed) != 1:  # none, or one fits this and another one that: neither is meant more than the other
            return []
        at = missed.pop()
        best.sort(key=lambda i: (-grades[at].get(i, 0.0), i))
        if len(best) > 1 and grades[at].get(best[0], 0.0) <= grades[at].get(best[1], 0.0):
            return []
        right = "".join(f" {item.words}" for n, item in enumerate(conditions) if n != at)
        text = f"no {noun}{right} is {conditions[at].words}; the one{right} was taken"
        self._tell_of(best[:1], text if right else f"no {noun} is {conditions[at].words}; one was taken")
        return best[:1]

    def _unseen(
        self, ids: Sequence[int], unlooked: Sequence[int], missed: str, conditions: Sequence[Condition], ordered: bool
    ) -> list[int]:
        """What satisfies all that was observed of a definite noun, where one detail was not; the answer tells which.

        Args:
            ids: what looks as the noun says.
            unlooked: that of which one look was not observed.
            missed: which look: "color".
            ordered: a superlative chooses among several.
        """
        found, why = self._holding(unlooked, conditions), f"the {missed} was not observed"
        others = conditions
        if not found:
            open_ones = [item for item in conditions if item.undecided is not None]
            others = [item for item in conditions if item not in open_ones[:1]]
            found = self._holding(ids, others) if open_ones else []
            why = f"I cannot tell {open_ones[0].doubt or open_ones[0].look}" if open_ones else ""
        if not found or not (ordered or [item for item in others if not item.room]):
            return []  # nothing but the room tells which one is meant
        self._tell_of(found, why)
        return found

    def _tell_of(self, ids: Sequence[int], text: str) -> None:
        """Have an answer about one of these things say a text."""
        self._note(text)
        self.taken += [Taken(i, (), text) for i in ids]
