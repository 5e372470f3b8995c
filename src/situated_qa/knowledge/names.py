"""The names of categories in one spelling: lower case, single spaces, singular."""

from __future__ import annotations

import re

_IRREGULAR = {
    "people": "person", "men": "man", "women": "woman", "children": "child", "mice": "mouse", "feet": "foot",
    "shelves": "shelf", "knives": "knife", "leaves": "leaf", "loaves": "loaf", "scarves": "scarf", "halves": "half",
    "couches": "couch", "shoes": "shoe", "canoes": "canoe", "toes": "toe", "movies": "movie", "cookies": "cookie",
    "hoodies": "hoodie", "buses": "bus", "caches": "cache", "selfies": "selfie",
}  # fmt: skip
_NO_PLURAL = frozenset({"gas", "tennis", "canvas", "atlas", "glass", "this", "is", "has", "was", "its", "christmas"})


def singular(word: str) -> str:
    """The singular of one English noun; a word that is not a plural is returned unchanged."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _NO_PLURAL or len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("lves", "rves")):
        return word[:-3] + "f"
    if word.endswith(("ches", "shes", "xes", "zes", "sses", "oes")):
        return word[:-2]
    return word[:-1]


def normalise(name: str) -> str:
    """Lower case, single spaces, no article, last word in the singular: "The File_Cabinets" is "file cabinet"."""
    words = re.sub(r"[^a-z0-9/' ]+", " ", name.lower()).split()
    while len(words) > 1 and words[0] in ("the", "a", "an", "my", "some", "any", "this", "that", "these", "those"):
        words.pop(0)
    return " ".join([*words[:-1], singular(words[-1])]) if words else ""
