"""What an object was called, how often and how surely; the newest sightings count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from situated_qa.perception.categories import OBJECT, facts_of

WINDOW = 40
"""Sightings that votes, hits and chances rest on; older ones weigh ever less."""
_ENOUGH_FOR_A_NAME = 0.6  # votes for a name that outweigh any number of sightings without one
NOTHING = "nothing"
"""What looks that weigh names call a piece of wall or of several things."""
_TRUST = 0.65  # a weighed look's vote for a name that it is sure of
_UNNAMED = 0.15  # how sure one look is that there is something, where it can name nothing
_LEAST_SHARE = 0.45  # of the votes, that a name needs where looks weighed all names


class NameVotes:
    """The votes for the names of one object: the sum of the scores of its sightings under each."""

    def __init__(self) -> None:
        self._votes: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()  # sightings
        self._looks = 0.0  # that weighed all names
        self._if_known: NameVotes | None = None  # the votes if looks count that are doubted as yet

    def add(self, name: str, score: float) -> None:
        """It was called so, with a score 0 … 1."""
        self._votes[name] += score  # type: ignore[assignment]
        self._counts[name] += 1
        if self._if_known is not None:
            self._if_known.add(name, score)

    def weigh(self, chances: Sequence[tuple[str, float]]) -> None:
        """A look gave several names, each with its probability. Over some looks their mean tells more than any one."""
        for name, chance in chances:
            self._votes[name] += _TRUST * chance  # type: ignore[assignment]
            self._counts[name] += 0
        self._looks += 1.0

    def add_doubted(self, name: str, score: float, chances: Sequence[tuple[str, float]]) -> None:
        """It was called so; once `settle` says that the looks count, this was a look that weighed all names."""
        shadow = self._if_known or self.copy()
        self._if_known = None
        self.add(name, score)
        shadow.weigh(chances)
        self._if_known = shadow

    def settle(self) -> bool:
        """The looks that were doubted count; whether there were any."""
        if self._if_known is None:
            return False
        shadow, self._if_known = self._if_known, None
        self._votes, self._counts, self._looks = shadow._votes, shadow._counts, shadow._looks
        return True

    def heard(self, name: str) -> None:
        """It was called so, which is no vote."""
        self._counts[name] += 0

    def knows(self, name: str) -> bool:
        """Whether it was ever called so."""
        return name in self._counts

    def copy(self) -> NameVotes:
        """The same votes, counted on apart."""
        other = NameVotes()
        other._votes, other._counts, other._looks = self._votes.copy(), self._counts.copy(), self._looks
        other._if_known = None if self._if_known is None else self._if_known.copy()
        return other

    def update(self, other: NameVotes) -> None:
        """Add another object's votes, which turned out to be this one."""
        if self._if_known is not None or other._if_known is not None:
            self._if_known = self._if_known or self.copy()
            self._if_known.update(other._if_known or other)
        self._votes.update(other._votes)
        self._counts.update(other._counts)
        self._looks += other._looks

    def slide(self) -> None:
        """Let the votes weigh as `WINDOW` sightings at most."""
        if self._if_known is not None:
            self._if_known.slide()
        total = sum(self._counts.values()) + self._looks
        if total > WINDOW:
            self._looks *= WINDOW / total
            for counter in (self._votes, self._counts):
                for name in counter:
                    counter[name] *= WINDOW / total  # type: ignore[assignment]

    @property
    def weighed(self) -> bool:
        """Whether any look that counts gave all names a probability."""
        return self._looks > 0.0

    @property
    def best_score(self) -> float:
        """The mean score under the name that it was called most surely."""
        return max((self._mean(name) for name in self._votes if name != NOTHING), default=0.0)

    @property
    def is_nothing(self) -> bool:
        """Whether looks that weighed all names take it for no object."""
        return self._looks > 0.0 and self._votes[NOTHING] >= max(self._votes.values())

    def _mean(self, name: str) -> float:
        """The mean vote of the sightings that could have called it so."""
        return min(self._votes[name] / max(self._counts[name] + self._looks, 1e-9), 1.0)

    @property
    def size_matters(self) -> bool:
        """Whether any of the names has a least size."""
        return any(facts_of(name).least_length_m for name in self._votes)

    def fitting(self, length_m: float | None) -> dict[str, float]:
        """The votes for names that a thing of a length can have; all where it is not known, empty where none fits."""
        votes: dict[str, float] = {name: vote for name, vote in self._votes.items() if name != NOTHING}
        if length_m is None:
            return votes
        return {name: vote for name, vote in votes.items() if length_m >= facts_of(name).least_length_m}

    def best(self, length_m: float | None) -> str:
        """The name with most votes among those that fit, or among all; ties in alphabetical order."""
        fitting = self._without_unnamed(self.fitting(length_m) or self.fitting(None))
        if not fitting:
            return OBJECT
        best = min(fitting, key=lambda name: (-fitting[name], name))
        return best if self._looks == 0.0 or fitting[best] >= _LEAST_SHARE * sum(self._votes.values()) else OBJECT

    def others(self, best: str) -> tuple[tuple[str, float], ...]:
        """The other names with their share of the votes, best first."""
        total = sum(self._votes.values())
        votes = [(n, v) for n, v in self._votes.items() if n not in (best, NOTHING)]
        pairs = sorted(votes, key=lambda pair: (-pair[1], pair[0]))
        return tuple((name, float(vote / total)) for name, vote in pairs)

    def confidence(self, name: str, length_m: float | None) -> float:
        """0 … 1: the share of votes of a name times the chance that not all of its sightings were wrong.

        Names that do not fit the length have no share. No more than three sightings count as independent: the same
        detector tends to err in the same way.
        """
        if self.is_nothing:
            return 0.0
        looks = self._counts[OBJECT] + self._looks if self._looks > 0.0 else 0.0
        unnamed = float(1.0 - (1.0 - _UNNAMED) ** min(looks, 3))  # that there is something
        fitting = self._without_unnamed(self.fitting(length_m))
        if name == OBJECT and looks:
            return unnamed
        if name not in fitting:
            return 0.0
        share = self._votes[name] / (sum(fitting.values()) + self._votes[NOTHING])
        named = float(share * (1.0 - (1.0 - self._mean(name)) ** min(self._counts[name] + self._looks, 3)))
        return max(named, unnamed) if name == self.best(length_m) else named

    def _without_unnamed(self, votes: Mapping[str, float]) -> Mapping[str, float]:
        """The votes without those for "object", where a name has enough of its own: two sightings by a detector.

        However often a thing was seen that nobody could name, a few good looks that give it a name are worth more. One
        look that gives it a name is not, where more looks gave it none.
        """
        names = {name: vote for name, vote in votes.items() if name != OBJECT}
        if not names:
            return votes
        best = max(names, key=lambda name: names[name])
        if self._looks == 0.0 and self._counts[OBJECT] > self._counts[best] and names[best] < _ENOUGH_FOR_A_NAME:
            return {OBJECT: votes[OBJECT]}
        return names if names[best] >= min(votes.get(OBJECT, 0.0), _ENOUGH_FOR_A_NAME) else votes
