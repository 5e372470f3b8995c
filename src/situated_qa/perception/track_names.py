"""What an object was called, how often and how surely; the newest sightings count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from situated_qa.perception.categories import OBJECT, facts_of

WINDOW = 40
"""Sightings that votes, hits and chances rest on; older ones weigh ever less."""
_ENOUGH_FOR_A_NAME = 0.6  # votes for a name that outweigh any number of sightings without one


class NameVotes:
    """The votes for the names of one object: the sum of the scores of its sightings under each."""

    def __init__(self) -> None:
        self._votes: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()  # sightings

    def add(self, name: str, score: float) -> None:
        """It was called so, with a score 0 … 1."""
        self._votes[name] += score  # type: ignore[assignment]
        self._counts[name] += 1

    def heard(self, name: str) -> None:
        """It was called so, which is no vote."""
        self._counts[name] += 0

    def knows(self, name: str) -> bool:
        """Whether it was ever called so."""
        return name in self._counts

    def copy(self) -> NameVotes:
        """The same votes, counted on apart."""
        other = NameVotes()
        other._votes, other._counts = self._votes.copy(), self._counts.copy()
        return other

    def update(self, other: NameVotes) -> None:
        """Add another object's votes, which turned out to be this one."""
        self._votes.update(other._votes)
        self._counts.update(other._counts)

    def slide(self) -> None:
        """Let the votes weigh as `WINDOW` sightings at most."""
        total = sum(self._counts.values())
        if total > WINDOW:
            for counter in (self._votes, self._counts):
                for name in counter:
                    counter[name] *= WINDOW / total  # type: ignore[assignment]

    @property
    def best_score(self) -> float:
        """The mean score under the name that it was called most surely."""
        return max(self._votes[name] / self._counts[name] for name in self._votes)

    @property
    def size_matters(self) -> bool:
        """Whether any of the names has a least size."""
        return any(facts_of(name).least_length_m for name in self._votes)

    def fitting(self, length_m: float | None) -> dict[str, float]:
        """The votes for names that a thing of a length can have; all where it is not known, empty where none fits."""
        if length_m is None:
            return dict(self._votes)
        return {name: vote for name, vote in self._votes.items() if length_m >= facts_of(name).least_length_m}

    def best(self, length_m: float | None) -> str:
        """The name with most votes among those that fit, or among all; ties in alphabetical order."""
        fitting = _without_unnamed(self.fitting(length_m) or self._votes)
        return min(fitting, key=lambda name: (-fitting[name], name))

    def others(self, best: str) -> tuple[tuple[str, float], ...]:
        """The other names with their share of the votes, best first."""
        total = sum(self._votes.values())
        pairs = sorted(((n, v) for n, v in self._votes.items() if n != best), key=lambda pair: (-pair[1], pair[0]))
        return tuple((name, float(vote / total)) for name, vote in pairs)

    def confidence(self, name: str, length_m: float | None) -> float:
        """0 … 1: the share of votes of a name times the chance that not all of its sightings were wrong.

        Names that do not fit the length have no share. No more than three sightings count as independent: the same
        detector tends to err in the same way.
        """
        fitting = _without_unnamed(self.fitting(length_m))
        if name not in fitting:
            return 0.0
        mean = min(self._votes[name] / self._counts[name], 1.0)
        share = self._votes[name] / sum(fitting.values())
        return float(share * (1.0 - (1.0 - mean) ** min(self._counts[name], 3)))


def _without_unnamed(votes: Mapping[str, float]) -> Mapping[str, float]:
    """The votes without those for "object", where a name has enough of its own: two sightings by a detector.

    However often a thing was seen that nobody could name, a few good looks that give it a name are worth more.
    """
    names = {name: vote for name, vote in votes.items() if name != OBJECT}
    return names if names and max(names.values()) >= min(votes.get(OBJECT, 0.0), _ENOUGH_FOR_A_NAME) else votes
