"""How the same question is said by different people: clipped, polite, spoken, misspelt, non-native, recognized."""

from __future__ import annotations

import re

import numpy as np

REGISTERS = (
    "plain", "plain", "plain", "plain", "plain", "clipped", "polite", "spoken", "misspelt", "non-native", "recognized",
)  # fmt: skip

_POLITE = ("Could you tell me: ", "Excuse me, ", "Please tell me, ", "Hi, ", "I would like to know: ", "Sorry, ",
           "Can you help me? ", "Quick question: ", "May I ask, ", "Hello robot, ", "Can you tell me, ")  # fmt: skip
_POLITE_ENDS = (" please", ", please", ", thanks", "")
_SPOKEN = ("um ", "uh ", "so ", "okay so ", "hey ", "well ", "hmm ", "oh and ", "right so ", "wait, ", "like ",
           "erm ", "ok ", "tell me ", "alright, ", "say, ")  # fmt: skip
_SPOKEN_ENDS = ("", "", " then", " right now", " do you know", " I wonder", " here")
_CONTRACTIONS = (
    (r"\b([wW]hat|[wW]here|[wW]ho|[tT]here|[tT]hat|[hH]ow) is\b", r"\1's"),
    (r"\bI am\b(?= \w+ing\b)", "I'm"), (r"\bis not\b", "isn't"),
    (r"\b([wW]hat|[wW]here) are\b", r"\1're"), (r"\bdo not\b", "don't"),
)  # fmt: skip
_DROPPED = re.compile(r"\b(the|a|an|is|are|there|of|do|does)\b ?")
_HOMOPHONES = {
    "where": "wear", "there": "their", "two": "to", "to": "too", "for": "four", "right": "write", "our": "hour",
    "by": "buy", "one": "won", "see": "sea", "here": "hear", "their": "there", "stairs": "stares", "son": "sun",
    "or": "ore",
    "which": "witch", "its": "it's", "in": "and", "are": "our", "chair": "share", "cup": "cop", "mirror": "mere",
}  # fmt: skip
_NEIGHBORS = {
    "a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
    "k": "jl",
    "l": "k", "m": "n", "n": "bm", "o": "ip", "p": "o", "r": "et", "s": "ad", "t": "ry", "u": "yi", "v": "cb", 
    "w": "qe",    "x": "zc", "y": "tu", "z": "x", "q": "w",
}  # fmt: skip


def in_register(question: str, register: str, rng: np.random.Generator) -> str:
    """The question as somebody says it.

    Args:
        question: in plain words, without a capital or a question mark.
    """
    question = " ".join(question.split())
    change = {
        "plain": lambda text: _plain(text, rng), "clipped": lambda text: _clipped(text, rng),
        "polite": lambda text: _polite(text, rng), "spoken": lambda text: _spoken(text, rng),
        "misspelt": lambda text: _misspelt(_plain(text, rng), rng),
        "non-native": lambda text: _non_native(text, rng), "recognized": lambda text: _recognized(text, rng),
    }  # fmt: skip
    return change[register](question)


def _one(items: tuple[str, ...], rng: np.random.Generator) -> str:
    return items[int(rng.integers(len(items)))]


def _plain(text: str, rng: np.random.Generator) -> str:
    if rng.random() < 0.2:
        text = _contracted(text)
    capital = text[:1].upper() + text[1:] if rng.random() < 0.85 else text
    if capital.endswith((".", "?", "!")):
        return capital
    return capital + ("?" if rng.random() < 0.9 else "")


def _contracted(text: str) -> str:
    for pattern, short in _CONTRACTIONS:
        text = re.sub(pattern, short, text)
    return text


def _clipped(text: str, rng: np.random.Generator) -> str:
    text = re.sub(r"^(what|which) (color|colour|shape|material) (is|are) ", r"\2 of ", text)
    text = re.sub(r"^(what is|what are|is there|are there|where is|where are|is|are) (?=the |my )",
                  lambda match: "where " if match[0].startswith("where") else match[0], text)  # fmt: skip
    words = _DROPPED.sub(lambda match: "" if match[1] in ("the", "a", "an") or rng.random() < 0.0 else match[0], text)
    return words + ("?" if rng.random() < 0.5 else "")


def _polite(text: str, rng: np.random.Generator) -> str:
    return f"{_one(_POLITE, rng)}{text}{_one(_POLITE_ENDS, rng)}?"


def _spoken(text: str, rng: np.random.Generator) -> str:
    words = _contracted(text)
    if rng.random() < 0.2:
        parts = words.split(" ")
        at = int(rng.integers(len(parts)))
        words = " ".join([*parts[:at], _one(("uh", "um", "er", "you know", parts[at]), rng), *parts[at:]])
    return f"{_one(_SPOKEN, rng)}{words}{_one(_SPOKEN_ENDS, rng)}{'?' if rng.random() < 0.7 else ''}"


def _misspelt(text: str, rng: np.random.Generator) -> str:
    words = text.split(" ")
    for _ in range(1 + int(rng.random() < 0.35)):
        long = [i for i, word in enumerate(words) if len(word.strip("?,.")) >= 4 and not any(c.isdigit() for c in word)]
        if long:
            at = long[int(rng.integers(len(long)))]
            words[at] = _typo(words[at], rng)
    return " ".join(words)


def _typo(word: str, rng: np.random.Generator) -> str:
    at = 1 + int(rng.integers(max(1, len(word.rstrip("?,.")) - 2)))
    way = int(rng.integers(5))
    if way == 0:
        return word[:at] + word[at + 1 :]
    if way == 1:
        return word[:at] + word[at] + word[at:]
    if way == 2:
        return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
    if way == 3:
        return word[:at] + _one(tuple(_NEIGHBORS.get(word[at].lower(), "e")), rng) + word[at + 1 :]
    return word[:at] + _one(tuple("aeiou"), rng) + word[at + (word[at] in "aeiou") :]


def _non_native(text: str, rng: np.random.Generator) -> str:
    text = re.sub(r"\b(the|a|an) ", lambda match: "" if rng.random() < 0.6 else match[0], text)
    if rng.random() < 0.4:
        text = re.sub(r"\bhow many (\w+)s are\b", r"how many \1 is", text)
        text = re.sub(r"\bhow many (\w+)s\b", r"how many \1", text)
    if rng.random() < 0.4:
        text = re.sub(r"^(what|where|which color|what color) is (.+)$", r"\1 \2 is", text)
    if rng.random() < 0.3:
        text = re.sub(r"\bto my (left|right)\b", r"in my \1 side", text)
    return text + ("?" if rng.random() < 0.7 else "")


def _recognized(text: str, rng: np.random.Generator) -> str:
    words = re.sub(r"[^\w' -]", " ", text.lower()).split()
    slips = [i for i, word in enumerate(words) if word in _HOMOPHONES]
    if slips and rng.random() < 0.35:
        at = slips[int(rng.integers(len(slips)))]
        words[at] = _HOMOPHONES[words[at]]
    return " ".join(words)
