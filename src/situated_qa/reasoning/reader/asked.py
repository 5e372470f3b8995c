"""What the guards look at, and the guard of what a question asks for: not yes or no where it asks how many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.reasoning.patterns.words import lexicon
from situated_qa.reasoning.reader.guard_words import FILLERS, MENDED, SHORTEST_MENDED
from situated_qa.reasoning.reader.vocabulary import Vocabulary, edits
from situated_qa.situated.language.evaluate import functions
from situated_qa.situated.language.expression import Call, Literal, Node, Operation, parse_expression, walk
from situated_qa.situated.language.values import Truth
from situated_qa.situated.matcher import names_a_thing

_MORE_THAN_YES = re.compile(
    r"(?:and |so )?(?:how (?:many|much|far|tall|wide|long|high|big|large)|where|which|what(?! about))\b"
    r"(?!.*, ?(?:is|are|do|does|will|can)\b)"
)
_SEVERAL = re.compile(r"(?:and |so )?which (?:of the )?(?:\w+ )?\w+s are\b")
_OF_THE_ASKER = re.compile(r"\b(?:me|i|my|here|us|we)\b")
_NEAREST = re.compile(r"\bclosest\(me\)")
_AROUND = re.compile(r"around|back|behind|opposite|180|rear|away|revers|about|other (?:way|side|direction)|fac")
_MATERIAL = re.compile(r"mat\w*r|made|built|build|make|fabric|consist|stuff|construct|compos|\bof\b")
"""Words of which one asks for a material; options name it themselves."""
_COMPARING = ("which", "distance", "same", "difference", "both", "which_more", "shorter_walk", "common", "in_same_room")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its expression."""

    text: str  # the question, lower case, one kind of apostrophe; misspelled words of the guards stand behind it
    allowed: str  # the same, and what may come again from the question before
    tree: Node
    nodes: tuple[Node, ...]  # of the tree, all of them
    vocabulary: Vocabulary
    in_session: bool

    def clock(self, hour: int) -> bool:
        """Whether the expression names an hour of the asker's clock."""
        return any(str(call.args[0]) == str(hour) for call in self.calls("clock") if call.args)

    def calls(self, *names: str) -> list[Call]:
        """The calls of some functions."""
        return [node for node in self.nodes if isinstance(node, Call) and node.name in names]

    def texts(self) -> list[str]:
        """Every text of the expression."""
        return [node.value for node in self.nodes if isinstance(node, Literal) and isinstance(node.value, str)]

    def numbers(self) -> list[float]:
        """Every number of the expression."""
        return [node.value for node in self.nodes if isinstance(node, Literal) and not isinstance(node.value, str)]


def asked_of(
    question: str, expression: str, vocabulary: Vocabulary, *, previous: str = "", in_session: bool = False
) -> Asked:
    """See `guards.doubt`."""
    tree = parse_expression(expression)
    text = " ".join(question.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    if vocabulary.language == "en":
        text = " ".join([*FILLERS.sub(" ", text).split(), *_mended(vocabulary.words)])
    return Asked(text, f"{text} {previous}", tree, tuple(walk(tree)), vocabulary, in_session)


def _mended(words: Sequence[str]) -> list[str]:
    """The guards' own words that are misspelled in a question."""
    near = []
    for word in words:
        if len(word) >= SHORTEST_MENDED and not {word, word.removesuffix("s")} & set(MENDED):
            near += [right for right in MENDED if edits(word, right) <= 1 and not names_a_thing(word)]
    return near


def asked_for(asked: Asked) -> str:
    """A number, a place or a name is no yes or no; two things that are compared are two."""
    tree = asked.tree
    if _MORE_THAN_YES.match(asked.text) and _is_truth(tree):
        return "the question asks for more than yes or no"
    if isinstance(tree, Call) and tree.name == "the" and _SEVERAL.match(asked.text):
        return "the question asks for several"
    for node in asked.nodes:
        sides = _compared(node)
        if len(set(sides)) < len(sides):
            return "the question does not compare a thing with itself"
    for call in asked.calls("turned"):  # degrees are counted to the left
        degrees = str(call.args[1]) if len(call.args) > 1 else ""
        if degrees == '"around"' and not _AROUND.search(asked.allowed):
            return "the question does not turn around"
        if degrees.isdigit() and "right" in asked.text and "left" not in asked.text:
            return '"right" was not read'
    for call in asked.calls("way", "where", "next_room", "doors_to"):
        room = re.fullmatch(r'room\("(.+)"\)', str(call.args[0]))
        if room and re.search(rf"\b(?:leav\w+|exit\w*|out of) (?:the |this |my )?{room[1]}\b", asked.text):
            return "the question asks for the way out"
    for call in asked.calls("every") if asked.calls("count", "exists") else ():
        if len(call.args) == 1 and not call.kwargs and str(call.args[0]).strip('"') in lexicon()["rooms"]:
            return f"{call.args[0]} is a room, not a thing"
    if asked.calls("count_rooms") and re.search(r"\b(?:bed|bath|class|living |dining |meeting )rooms\b", asked.text):
        return "the question does not ask for all rooms"
    if any(len(call.args) < 2 for call in asked.calls("material")) and not _MATERIAL.search(asked.allowed):
        return "the question does not ask for the material"
    for call in asked.calls("distance"):
        ends = [str(arg) for arg in call.args[:2]]
        if "me" in ends and re.search(r"\bapart\b", asked.text):
            return '"apart" was not read'
        if "me" not in ends and any(map(_NEAREST.search, ends)) and not _OF_THE_ASKER.search(asked.text):
            return "the question does not say what it is the nearest to"
    return ""


def _is_truth(tree: Node) -> bool:
    if isinstance(tree, Operation):
        return tree.operator not in "+-"
    function = functions().get(tree.name) if isinstance(tree, Call) else None
    return function is not None and function.returns == (Truth,)


def _compared(node: Node) -> tuple[Node, ...]:
    """The parts of an expression that are held against each other."""
    if isinstance(node, Operation):
        return (node.left, node.right)
    if isinstance(node, Call) and node.name in _COMPARING:
        return tuple(arg for arg in node.args if not isinstance(arg, Literal))
    return ()
