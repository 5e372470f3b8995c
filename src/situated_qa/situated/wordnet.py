"""Nouns of WordNet and their hypernyms, read from its database files.

A word is found by binary search in the sorted index, a sense by its offset in the data file. Both files are mapped into
memory, so a look-up takes some ten microseconds and the pages are shared between processes.

Source: Miller 1995, WordNet: a lexical database for English; file format wndb(5WN).
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from situated_qa.errors import AssetError

ARTIFACT, LOCATION, NATURE, PERSON, PHENOMENON = 6, 15, 17, 18, 19
HELD_BY_ROOMS = frozenset((5, ARTIFACT, 13, 20))
"""Lexicographer files of what stands in rooms: animals, artifacts, food, plants."""
PHYSICAL = frozenset((3, 5, ARTIFACT, 13, 17, PERSON, 20))
"""Lexicographer files, lexnames(5WN), of physical things: the widest senses, animals, artifacts, food, natural objects,
persons, plants."""


@dataclass(frozen=True, slots=True)
class Synset:
    """One sense, shared by all words that have it."""

    offset: int  # in data.noun: its name
    field: int  # lexicographer file, e.g. `ARTIFACT`
    words: tuple[str, ...]  # with spaces
    wider: tuple[int, ...]  # offsets of the senses that it is a kind of (hypernyms, not those of instances)


class WordNet:
    """Noun senses and their kinds.

    Args:
        folder: holds index.noun and data.noun.

    Raises:
        AssetError: one of the files is missing or empty.
    """

    def __init__(self, folder: Path) -> None:
        self._index, self._data = (_mapped(folder / name) for name in ("index.noun", "data.noun"))
        self.synset = lru_cache(maxsize=8192)(self._synset)

    def senses(self, noun: str) -> tuple[int, ...]:
        """Offsets of a noun's senses, commonest first; empty where it is not known. "trash can" is one noun."""
        key = "_".join(noun.lower().split()).encode("ascii", "replace") + b" "
        if key == b" ":
            return ()
        low, high = 0, len(self._index)
        while low < high:
            middle = (low + high) // 2
            start = self._index.rfind(b"\n", low, middle) + 1 or low  # of the line that `middle` lies in
            end = self._index.find(b"\n", start)
            line = self._index[start:end]
            if line.startswith(key):
                fields = line.split()
                return tuple(int(offset) for offset in fields[-int(fields[2]) :])
            # The license at the top is indented, and a space sorts before every letter.
            low, high = (end + 1, high) if line < key else (low, start)
        return ()

    def physical_senses(self, noun: str, most: int) -> tuple[int, ...]:
        """Those of its `most` commonest senses that are physical things: a "table" of numbers is none."""
        return tuple(offset for offset in self.senses(noun)[:most] if self.synset(offset).field in PHYSICAL)

    def wider(self, offsets: Sequence[int], steps: int) -> dict[int, int]:
        """Every sense that one of `offsets` is or is a kind of, with how many steps up it lies, at most `steps`."""
        found: dict[int, int] = {}
        level = list(offsets)
        for step in range(steps + 1):
            level = [offset for offset in dict.fromkeys(level) if offset not in found]
            found.update(dict.fromkeys(level, step))
            level = [wider for offset in level for wider in self.synset(offset).wider]
        return found

    @lru_cache(maxsize=8192)  # noqa: B019  one instance lives as long as the process
    def depth(self, offset: int) -> int:
        """Steps down from the widest sense, "entity", by the shortest way: artifact 4, furniture 7."""
        wider = self.synset(offset).wider
        return 1 + min(self.depth(parent) for parent in wider) if wider else 0

    def _synset(self, offset: int) -> Synset:
        line = self._data[offset : self._data.find(b"\n", offset)].partition(b"|")[0].decode("ascii").split()
        count = int(line[3], 16)
        words = tuple(word.replace("_", " ") for word in line[4 : 4 + 2 * count : 2])
        pointers = line[5 + 2 * count :]
        wider = tuple(
            int(pointers[4 * k + 1])
            for k in range(int(line[4 + 2 * count]))
            if pointers[4 * k] == "@" and pointers[4 * k + 2] == "n"
        )
        return Synset(offset, int(line[1]), words, wider)


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as stream:
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise AssetError(f"{path} is not a WordNet file: {error}; run `situated-qa fetch wordnet`") from error
