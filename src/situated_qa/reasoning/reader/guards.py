"""Hard guards: what must stand in an expression because the question says it, and may not stand in it otherwise.

Each guard compares words of the question with the expression and needs no model. A guard that fails makes the reading
doubtful; it never mends it. Most are rows of `data/guards.txt`, which are for English; only texts are compared where
the question is not English.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from situated_qa.knowledge import singular
from situated_qa.reasoning.patterns.words import lexicon
from situated_qa.reasoning.reader.vocabulary import Vocabulary, edits
from situated_qa.situated.affordances import is_known_use, related_categories
from situated_qa.situated.language import phrases
from situated_qa.situated.language.evaluate import functions
from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Node,
    Operation,
    Several,
    parse_expression,
    pronouns,
    walk,
)
from situated_qa.situated.language.values import Truth
from situated_qa.situated.matcher import names_a_thing

Row = dict[str, str]
_DIGITS = {word: str(number) for number, word in enumerate(("zero", *phrases.NUMBERS[1:]))}
_ORDINALS = dict(zip(phrases.ORDINALS, ("1st", "2nd", "3rd", *(f"{number}th" for number in range(4, 11))), strict=True))
_DIGITS |= _ORDINALS
_NUMBER = re.compile(rf"\b(?:{'|'.join(_DIGITS)})\b")
_FILLERS = re.compile(r",? ?\b(?:u[hm]+|er+m?|hm+|you know)\b,?|, (?:like|well|er),")
"""What is said while one thinks: "on my, well, left"."""
_SHORTEST_MENDED = 4  # letters
_MENDED = (
    "other", "another", "left", "right", "behind", "front", "back", "without", "except", "second", "third", "fourth",
    "middle", "central", "looking", "facing", "ahead", "before", "inches", "distant",
)  # fmt: skip
"""Words of the rows that are often misspelled."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question and its expression."""

    raw: str  # the question, lower case; misspelled words of the guards stand behind it
    text: str  # the same, numbers in digits
    allowed: str  # the same, and the expression of the question before, of which parts may come again
    expression: str
    tree: Node
    vocabulary: Vocabulary

    @property
    def nodes(self) -> Iterator[Node]:
        """All nodes of the expression."""
        return walk(self.tree)

    @property
    def both(self) -> str:
        """The question and the expression in one text, as rows look at them."""
        several, compared = isinstance(self.tree, Several), isinstance(self.tree, Operation)
        return f"{self.text} => {'two' if several else 'compared' if compared else 'one'} {self.expression}"


def doubt(
    question: str,
    expression: str,
    vocabulary: Vocabulary,
    *,
    previous: str = "",
    in_session: bool = False,
    with_situation: bool = False,
) -> str:
    """Why an expression may not say what its question says; "" where every guard passes.

    Args:
        expression: one that the checker accepts.
        previous: the expression of the question before, of which parts may come again.
        in_session: something was answered before that "it" and "them" may mean.
        with_situation: the text tells a situation, too, of which the expression says nothing.
    """
    tree = parse_expression(expression)
    first = tree.items[0] if isinstance(tree, Several) else tree
    pronoun = next(pronouns(first), "")
    if pronoun and not in_session:
        return f'nothing was answered before that "{pronoun}" could mean'
    text = " ".join(question.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    if vocabulary.language == "en":
        text = " ".join([*_FILLERS.sub(" ", text).split(), *_mended(vocabulary.words)])
    told, written = _in_digits(text), _in_digits(expression)
    asked = _Asked(text, told, f"{told} {_in_digits(previous)}".strip(), written, tree, vocabulary)
    guards = [_texts]
    if vocabulary.language == "en":
        guards += [_options] if with_situation else [_options, _kind, _twice, _use, _numbers, _rows]
    return next(filter(None, (guard(asked) for guard in guards)), "")


def _in_digits(text: str) -> str:
    return _NUMBER.sub(lambda match: _DIGITS[match.group()], text)


def _mended(words: tuple[str, ...]) -> list[str]:
    """The rows' own words that are misspelled in a question."""
    near = []
    for word in words:
        if len(word) >= _SHORTEST_MENDED and not {word, word.removesuffix("s")} & set(_MENDED):
            near += [right for right in _MENDED if edits(word, right) <= 1 and not names_a_thing(word)]
    return near


@functools.cache
def _table() -> tuple[Row, ...]:
    """The rows of `data/guards.txt`, each by its keys."""
    text = resources.files(__package__).joinpath("data/guards.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    lists = {"ROOMS": "|".join(sorted(lexicon()["rooms"]))}
    for line in lines:
        if line.startswith("$"):
            name, _, value = line[1:].partition(" = ")
            lists[name] = value
    named = re.compile(r"\$\{?(" + "|".join(lists) + r")\}?")
    text = named.sub(lambda match: lists[match[1]], "\n".join(line for line in lines if not line.startswith("$")))
    blocks = (block.strip().splitlines() for block in text.split("\n\n"))
    return tuple({key: value for key, _, value in (line.partition(" ") for line in block)} for block in blocks if block)


def _rows(asked: _Asked) -> str:
    """The rows of the table."""
    return next(filter(None, (_row(row, asked) for row in _table())), "")


def _row(row: Row, asked: _Asked) -> str:
    if "said" in row:
        found = re.search(row["said"], re.sub(row["not"], " ", asked.text) if "not" in row else asked.text)
        fits = found is None or _reads(row["read"], _word(found), asked)
        told = '"{word}" was not read'
    elif "written" in row:
        found = re.search(row["written"], asked.expression)
        fits = found is None or re.search(row["for"].replace("{word}", _word(found)), asked.allowed) is not None
        told = 'the question does not say "{word}"'
    else:
        found = re.search(row["wrong"], asked.both)
        fits, told = found is None, ""
    if fits or found is None:
        return ""
    word = next((name for name, digits in _ORDINALS.items() if digits == _word(found)), _word(found))
    return row.get("why", told).replace("{word}", word)


def _word(found: re.Match[str]) -> str:
    return found[1] if found.re.groups and found[1] else found[0]


def _reads(pattern: str, word: str, asked: _Asked) -> bool:
    number = re.match(r"\d*", word)
    wanted = pattern.replace("{word}", re.escape(word)).replace("{number}", number[0] if number else "")
    in_texts = any(re.search(rf"\b{re.escape(word)}\b", _in_digits(text)) for text in _written_texts(asked))
    return in_texts or re.search(wanted, asked.both) is not None


def _written_texts(asked: _Asked) -> list[str]:
    """Every text of the expression."""
    return [node.value for node in asked.nodes if isinstance(node, Literal) and isinstance(node.value, str)]


_OPTIONS = {
    "left": r"left|hand|side|turn", "right": r"right|rite|hand|side|turn",  # "on which hand" names neither
    "front|ahead": r"front|ahead|before|straight|forward|fac(?:e|ing)|around",
    "behind|back|around": r"behind|back|rear|around|about",
}  # fmt: skip
"""Sides that are chosen from, each with the words of which one allows it."""


def _options(asked: _Asked) -> str:
    """The sides that are chosen from are those of the question."""
    for call in (node for node in asked.nodes if isinstance(node, Call) and node.name == "side"):
        listed = [item for arg in call.args if isinstance(arg, Listing) for item in arg.items]
        for option in (str(item.value) for item in listed if isinstance(item, Literal)):
            allowed = [words for side, words in _OPTIONS.items() if re.search(rf"\b(?:{side})\b", option)]
            if not all(re.search(words, asked.allowed) for words in allowed):
                return f'the question does not say "{option}"'
    return ""


_TEXTS: dict[str, tuple[int, ...]] = {
    "the": (0,), "every": (0,), "in_room": (0,), "room": (0,), "has_room": (0,), "middle": (0,), "entering": (0, 1),
    "next_to_room": (0,), "looks": (2,), "is_it": (1,), "color": (1,), "material": (1,), "shape": (1,), "state": (1,),
}  # fmt: skip
_NAMED_TEXTS = ("color", "material", "shape", "state", "size", "room", "options", "origin")
_USE = "something to "
_STATES = ("open closed", "on off", "full empty", "up down", "odd even", "clean dirty", "tidy messy")
"""Options that stand for one another: who asks whether it is open asks for open or closed."""
_IMPLIED = {
    "door": r"\b(?:exit|leave|leaving|enter|entrance|outside|escape|come in"
    r"|(?:get|go|goes|going|move|way|way is) out)\b",
    "stairs": r"\b(?:up|down)stairs?\b|\b(?:next|2nd) floor\b",
    "window": r"\b(?:see|look|looking) (?:the )?out(?:side|doors)?\b",
    "wall": r"\bhang(?:s|ing)?\b|\bhung\b|\bmounted\b",
    "something to sit on": r"\b(?:seats?|seated|sit|sits|sitting)\b",
    "something to drink": r"\bthirsty?\b",
    "something to eat": r"\bhungry\b|\bhunger\b",
    "something to sleep on": r"\b(?:sleepy|tired|nap)\b",
}
"""Nouns that other words say."""
_STATE_WORDS: dict[str, dict[str, str]] = {
    "de": {"on": r"\ban\b", "off": r"\baus\b", "open": r"\bauf\b", "closed": r"\bzu\b"},
    "zh": {"on": "开", "off": "关", "open": "开", "closed": "关", "full": "满", "empty": "空"},
}
"""States by language that words say which mean other things too, and are in no table of translations."""


def _texts(asked: _Asked) -> str:
    """Every noun, room and value comes from the question."""
    for call in (node for node in asked.nodes if isinstance(node, Call) and node.name in _TEXTS):
        places = _TEXTS[call.name]
        named = [arg for index, arg in enumerate(call.args) if index in places]
        named += [value for key, value in call.kwargs if key in _NAMED_TEXTS]
        for node in named:
            for item in node.items if isinstance(node, Listing) else (node,):
                if isinstance(item, Literal) and isinstance(item.value, str) and not _is_said(item.value, asked):
                    return f'the question does not say "{item.value}"'
    return ""


def _is_said(text: str, asked: _Asked) -> bool:
    implied = _STATE_WORDS.get(asked.vocabulary.language, _IMPLIED).get(text)
    if implied and re.search(implied, asked.text):
        return True
    if text.startswith(_USE):
        return asked.vocabulary.touches(text.removeprefix(_USE))
    if asked.vocabulary.holds(text):
        return True
    pair = next((pair.split() for pair in _STATES if text in pair.split()), ())
    return any(re.search(rf"\b{word[:4]}", asked.text) for word in pair)


_MORE_THAN_YES = re.compile(
    r"(?:and |so )?(?:how (?:many|much|far|tall|wide|long|high|big|large)|where|which|what(?! about))\b"
    r"(?!.*, ?(?:is|are|do|does|will|can)\b)"
)
_COMPARING = ("which", "distance", "same", "difference", "both", "which_more", "shorter_walk", "common", "in_same_room")


def _kind(asked: _Asked) -> str:
    """A number, a place or a name is no yes or no; two things that are compared are two."""
    if _MORE_THAN_YES.match(asked.text) and _is_truth(asked.tree):
        return "the question asks for more than yes or no"
    for node in asked.nodes:
        sides: tuple[Node, ...] = (node.left, node.right) if isinstance(node, Operation) else ()
        if isinstance(node, Call) and node.name in _COMPARING:
            sides = tuple(arg for arg in node.args if not isinstance(arg, Literal))
        if len(set(sides)) < len(sides):
            return "the question does not compare a thing with itself"
    return ""


_ANOTHER = re.compile(r"\b(?:1|ones|others?|another|both|each|2|pair|next|same|any|them|it)\b")


def _twice(asked: _Asked) -> str:
    """A chair beside the chair is two that the question names, or one and another."""
    for node in asked.nodes:
        named = isinstance(node, Call) and node.name in ("the", "every") and node.args
        noun = node.args[0] if named and isinstance(node, Call) else None
        if not isinstance(noun, Literal) or noun.value == "thing" or _ANOTHER.search(asked.text):
            continue
        words = [singular(word) for word in re.findall(r"[a-z'-]+", asked.text)]
        inner = f'the("{noun.value}")'  # told by nothing else
        if inner in str(node)[1:] and words.count(str(noun.value).split()[-1]) == 1:
            return f'the question names one "{noun.value}"'
    return ""


def _is_truth(tree: Node) -> bool:
    if isinstance(tree, Operation):
        return tree.operator not in "+-"
    function = functions().get(tree.name) if isinstance(tree, Call) else None
    return function is not None and function.returns == (Truth,)


_SERVES = re.compile(
    r"\b(?:(?:i|you|we|1|someone|somebody|people) (?:can|could|may|might)|(?:can|could) (?:i|you|we|1)) "
    r"(?P<use>(?!walk|enter|go\b|get\b)[a-z]+(?: [a-z]+)?)"
)


def _use(asked: _Asked) -> str:
    """What something is to serve for, "that I could sit on", is asked for, or named by what serves for it: a chair."""
    said = _SERVES.search(asked.text)
    if said is None or not is_known_use(said["use"]) or any(text.startswith(_USE) for text in _written_texts(asked)):
        return ""
    things = (node for node in asked.nodes if isinstance(node, Call) and node.name in ("the", "every"))
    first = next((call.args[0] for call in things if call.args), None)
    nouns = [str(first.value)] if isinstance(first, Literal) else []
    return "" if related_categories(said["use"], nouns) else f'"{said["use"]}" was not read'


_EXEMPT = (0, 1, 2, 45, 90, 135, 180, 270, 360)
"""Numbers that words say in other ways: "any", "more than one", "both", "a quarter turn"."""
_COUNTED = re.compile(
    r"\b(?:than|least|most|exactly|within|over|only|equal to|all|up to) (?!1\b)(\d+(?:\.\d+)?)"
    r"(?! ?degrees| or\b)(?!\.?\w)"
)
"""Numbers that must be read; others may number steps or name a room."""
_THERE = re.compile(r"\bthere (\d+)(?! ?degrees)(?!\.?\w)")
"""The same, in digits alone: "is there one" counts nothing."""


def _numbers(asked: _Asked) -> str:
    """Numbers are those of the question, or one off: "more than two" is three at least."""
    said = [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", asked.allowed)]
    said += [12.0] * ("dozen" in asked.text)
    hours = {id(call.args[0]) for call in asked.nodes if isinstance(call, Call) and call.name == "clock" and call.args}
    literals = [node for node in asked.nodes if isinstance(node, Literal) and not isinstance(node.value, str)]
    written = [abs(float(node.value)) for node in literals]
    for node in literals:
        number = abs(float(node.value))
        if id(node) not in hours and number not in _EXEMPT and not any(abs(number - other) in (0, 1) for other in said):
            return f"the question does not say {number:g}"
    texts = _in_digits(" ".join(_written_texts(asked)))
    for number in map(float, (*_COUNTED.findall(asked.text), *_THERE.findall(asked.raw))):
        read = any(abs(number - other) in (0, 1) for other in written) or re.search(rf"\b{number:g}\b", texts)
        if not read and not re.search(r"\b(?:not_in_map|situation)\(", asked.expression):
            return f"{number:g} was not read"
    return ""
