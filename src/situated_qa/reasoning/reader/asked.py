"""What the guards look at: a question and its expression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.reasoning.reader.guard_words import FILLERS, MENDED, SHORTEST_MENDED
from situated_qa.reasoning.reader.vocabulary import Vocabulary, edits
from situated_qa.situated.language.expression import Call, Literal, Node, parse_expression, walk
from situated_qa.situated.matcher import names_a_thing


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
