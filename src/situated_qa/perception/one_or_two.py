"""Whether two tracks are one object: by what they share, and by images that showed them as two or under one mask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from situated_qa.perception.association import Candidate, same_object, sides_of_one
from situated_qa.perception.instance_settings import InstanceSettings
from situated_qa.perception.tracks import Track

_TOGETHER_TO_BE_TWO = 3  # images that show two instances of one name side by side: they are two
_BRIDGES_TO_BE_ONE = 2  # images in which one mask covers two instances that no image showed side by side: they are one
_SIDE_BY_SIDE = 2  # images that show two instances side by side, from which a mask over both is glued


class OneOrTwo:
    """Remembers which tracks images showed under one mask.

    Args:
        tracks: all tracks by id, shared with the map of instances.
    """

    def __init__(self, tracks: Mapping[int, Track], settings: InstanceSettings) -> None:
        self._tracks, self._settings = tracks, settings
        self._bridged: Counter[tuple[int, int]] = Counter()  # images in which one mask covers both

    def apart(self, covered: Sequence[Candidate]) -> set[int]:
        """Which of the tracks that one mask covers were seen side by side.

        What it covers but nobody has seen side by side are views of one thing, which is remembered.
        """
        ids: set[int] = set()
        for i, one in enumerate(covered):
            for other in covered[:i]:
                together = self._together(one.id, other.id)
                if together >= _SIDE_BY_SIDE:
                    ids |= {one.id, other.id}
                if not together:
                    self._bridged[_pair(one, other)] += 1
        return ids

    def same(self, a: Candidate, b: Candidate) -> bool:
        """Whether two tracks are one object."""
        settings, together = self._settings, self._together(a.id, b.id)
        if a.category == b.category and together >= _TOGETHER_TO_BE_TWO:
            return same_object(a, b, settings, overlap=0.8, together=True)
        if same_object(a, b, settings, overlap=settings.merge_overlap, together=together > 0):
            return True
        if together:
            return False
        return self._bridged[_pair(a, b)] >= _BRIDGES_TO_BE_ONE or sides_of_one(a, b, settings)

    def forget(self, id: int) -> None:
        """The track is no more."""
        self._bridged = Counter({pair: n for pair, n in self._bridged.items() if id not in pair})

    def _together(self, a: int, b: int) -> int:
        """In how many images both were seen, as two."""
        return max(self._tracks[a].seen_with[b], self._tracks[b].seen_with[a])


def _pair(a: Candidate, b: Candidate) -> tuple[int, int]:
    return min(a.id, b.id), max(a.id, b.id)
