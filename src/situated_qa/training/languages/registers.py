"""How people type in a hurry: no capitals, no accents, "ue" for "ü", no question mark, a letter wrong."""

from __future__ import annotations

import random
import unicodedata

_PLAIN = 0.62
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_SHORTEST = 6  # letters of a word that is misspelt


def in_register(text: str, language: str, rng: random.Random) -> tuple[str, str]:
    """A question as it was, or as somebody types it, and the name of the register."""
    if rng.random() < _PLAIN:
        return text, "plain"
    typed, register = _typed(text, language, rng)
    return (typed, register) if typed != text else (text, "plain")


def _typed(text: str, language: str, rng: random.Random) -> tuple[str, str]:
    if language == "zh":
        return text.rstrip("？?。"), "clipped"
    how = rng.random()
    bare = text.strip("¿?. ").rstrip()
    if how < 0.35:
        return bare.lower(), "clipped"
    if how < 0.75:
        plain = unaccented(bare if rng.random() < 0.5 else text.lstrip("¿"), language)
        return plain.lower() if rng.random() < 0.6 else plain, "misspelt"
    return _misspelt(text, rng), "misspelt"


def unaccented(text: str, language: str) -> str:
    """Without accents; German umlauts with an "e"."""
    if language == "de":
        return text.translate(_UMLAUTS)
    decomposed = unicodedata.normalize("NFD", text.replace("œ", "oe"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _misspelt(text: str, rng: random.Random) -> str:
    """Two letters of a long word exchanged, or one left out or doubled; never its first or last."""
    words = text.split(" ")
    long = [index for index, word in enumerate(words) if len(word) >= _SHORTEST and word.isalpha()]
    if not long:
        return text
    index = rng.choice(long)
    word, place = words[index], rng.randrange(1, len(words[index]) - 2)
    words[index] = rng.choice((
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
    ))  # fmt: skip
    return " ".join(words)
