"""Draws a question and its expression from the grammar together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from situated_qa.training.composer.frames import TEXTS
from situated_qa.training.composer.nouns import LOOKS, is_mass, nouns, plural
from situated_qa.training.composer.productions import Group, frame_name, parse_groups, settle_choices

_SLOT = re.compile(r"<([a-z_]+)(\d?)(?:\.(\w+))?>")
_KEY = re.compile(r"([a-z_]+)(\d?)")
_NOUN = re.compile(r"(the|every)\{([^{}]*)\}")
_NOUN_SYMBOLS = {"x", "xs", "a", "s", "h", "hs", "ah", "kind", "kinds"}
_USUAL: tuple[tuple[str, float], ...] = (
    ("large", 0.62),
    ("small", 0.27),
    ("invented", 0.07),
    ("use", 0.02),
    ("person", 0.02),
)
_DEPTHS = (0.46, 0.38, 0.12, 0.04)
_AGREEMENT = {"{is}": ("is", "are"), "{has}": ("has", "have"), "{s}": ("s", ""), "{it}": ("it", "them"),
                   "{does}": ("does", "do"), "{ies}": ("ies", "y")}  # fmt: skip
_LOOKS = ("color", "material", "shape", "state", "size")  # in the order of a signature
_LOOK_SHARES = (0.62, 0.12, 0.09, 0.07, 0.1)
_TWICE = re.compile(
    r"\b(?:located|positioned|standing|placed|situated|that (?:stand|sit)\{s\}|that you can find|that I can see) "
    r"(?=(?:\w+ing|hung|mounted|fixed|attached|placed|stored|kept|put|tucked|hidden|turned|visible|not) )"
)
_TOPIC = re.compile("«(.+?)»")
_TWO_TOOLS = ("cook with", "write with", "play with", "play music on", "clean the floor with", "sit on")
_ALONE = re.compile(r" (?:with|in|on|at)$")
_NOT_BEFORE_A_NOUN = {"plugged in", "lit"}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a question.

    Attributes:
        expression: what it means; of a head, the kind alone.
        looks: of a head, the conditions that are given by name: ("color", "red").
    """

    words: str
    expression: str
    looks: tuple[tuple[str, str], ...] = ()


@cache
def grammar() -> dict[str, list[Group]]:
    """The groups of each symbol."""
    return parse_groups(TEXTS)


@dataclass
class Drawer:
    """One question being drawn.

    Attributes:
        frames: the names of the wordings used so far.
    """

    rng: np.random.Generator
    split: str
    frames: list[str] = field(default_factory=list)

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not including, `number`."""
        return int(self.rng.integers(number))

    def chance(self, share: float) -> bool:
        """True in this share of the draws."""
        return bool(self.rng.random() < share)

    def one_of(self, items: tuple[str, ...]) -> str:
        """One of several texts."""
        return items[self.below(len(items))]

    def symbol(self, name: str, depth: int = 0) -> Part:
        """A symbol of the grammar, with references at most `depth` deep below it."""
        split = self.split if any(group.wordings[self.split] for group in grammar()[name]) else "train"
        groups = [group for group in grammar()[name] if group.wordings[split]]
        weights = np.array([group.weight for group in groups])
        group = groups[int(self.rng.choice(len(groups), p=weights / weights.sum()))]
        frame = self.one_of(group.wordings[split])
        if any(group.wordings["dev"] for group in grammar()[name]):  # bare words ("three", "red") are no frames
            self.frames.append(frame_name(name, frame))
        wording = settle_choices(frame, self)
        slots: dict[str, Part] = {}
        pieces: list[str] = []
        last = 0
        for match in _SLOT.finditer(wording):
            key = match[1] + match[2]
            if key not in slots:
                slots[key] = self._fill(match[1], match[3] or "", depth, slots)
            pieces += [wording[last : match.start()], slots[key].words]
            last = match.end()
        words = "".join([*pieces, wording[last:]])
        slots["words"] = Part("", words)
        slots["said"] = Part("", "".join(_TOPIC.findall(words)))
        words = re.sub("[«»]", "", words)
        for key, symbol, sort in _slots_of(group.expression):  # what is meant without being said
            if key not in slots:
                slots[key] = self._fill(symbol, sort, 0, slots)
        return Part(words, self._meaning(group.expression, slots))

    def _fill(self, symbol: str, sort: str, depth: int, slots: dict[str, Part]) -> Part:
        if symbol in ("use", "do"):
            return self._use(alone=symbol == "do")
        if symbol == "y":
            return self.noun("x", sort, 0)
        if symbol == "one":  # a place that is a single condition
            part = self.symbol("p", depth)
            return part if len(_tokens(part.expression)) == 1 else self._fill(symbol, sort, depth, slots)
        taken = {part.expression for part in slots.values()}
        if symbol not in _NOUN_SYMBOLS:
            for _ in range(8):  # "red or red" is no choice
                part = self.symbol(symbol, depth)
                if part.expression not in taken:
                    break
            return part
        for _ in range(8):  # "which is taller, the desk or the desk" is no question
            part = self.noun(symbol, sort, depth)
            if part.expression not in taken:
                break
        return part

    def _use(self, *, alone: bool) -> Part:
        """A thing told by its use; alone, "I want to dry my hands", a preposition at the end is not said."""
        use = self.kind("use")
        while alone and use in _TWO_TOOLS:
            use = self.kind("use")
        tool = use.replace(" my ", " ").removesuffix(" with" if alone else "")
        return Part(_ALONE.sub("", use) if alone else use, f'"something to {tool}"')

    def _meaning(self, expression: str, slots: dict[str, Part]) -> str:
        while _NOUN.search(expression):  # the innermost first
            expression = _NOUN.sub(lambda match: self._noun_of(match[1], match[2], slots), expression)
        return _SLOT.sub(lambda match: slots[match[1] + match[2]].expression, expression)

    def _noun_of(self, article: str, tokens: str, slots: dict[str, Part]) -> str:
        head, *rest = _tokens(tokens)
        kind, looks = (slots[head].expression, slots[head].looks) if head in slots else (head, ())
        conditions: list[str] = []
        named = [f'{look}="{value}"' for look, value in looks]
        for token in rest:
            look, equals, value = token.partition("=")
            if equals and look.isalpha():
                named = [item for item in named if not item.startswith(f"{look}=")]
                named.append(f"{look}={slots[value].expression if value in slots else value}")
            else:
                conditions.append(slots[token].expression if token in slots else token)
        return f"{article}({', '.join([kind, *conditions, *named])})"

    # --- nouns -------------------------------------------------------------------------------------------------------

    def depth(self) -> int:
        """How deep the references of a question go: mostly not at all, or one."""
        return int(self.rng.choice(len(_DEPTHS), p=_DEPTHS))

    def kind(self, sort: str = "") -> str:
        """A noun."""
        if not sort:
            names, shares = zip(*_USUAL, strict=True)
            sort = str(names[int(self.rng.choice(len(names), p=np.array(shares)))])
        words = nouns(sort, self.split)
        if self.split == "train" and len(words) > 40 and self.chance(0.4):  # what people ask about most
            words = words[:40]
        return self.one_of(words)

    def head(self, sort: str, *, many: bool, looks: float = 0.16) -> Part:
        """A noun with its looks, without an article: "red office chairs"."""
        kind = self.kind(sort)
        if sort == "use" or kind in nouns("use", self.split):
            said = f"{'things' if many else 'thing' if self.chance(0.5) else 'something'} to {kind}"
            return Part(said, f'"something to {kind.replace(" my ", " ")}"')
        named: list[tuple[str, str]] = []
        if self.chance(looks):
            size = 2 if self.chance(0.12) else 1
            for index in self.rng.choice(len(_LOOKS), size=size, replace=False, p=_LOOK_SHARES):
                named.append((_LOOKS[index], self.one_of(LOOKS[_LOOKS[index]])))
        rank = {"state": 0, "size": 1, "shape": 2, "color": 3, "material": 4}
        named = sorted((item for item in named if item[1] not in _NOT_BEFORE_A_NOUN), key=lambda item: rank[item[0]])
        words = " ".join([*(value for _, value in named), plural(kind) if many else kind])
        return Part(words, f'"{kind}"', tuple(sorted(named, key=lambda item: _LOOKS.index(item[0]))))

    def noun(self, symbol: str, sort: str, depth: int) -> Part:
        """A noun phrase: definite (x, xs), indefinite (a, s), or a head (h, hs, ah; kind, kinds)."""
        many = symbol in ("xs", "s", "hs", "kinds")
        head = self.head(sort, many=many, looks=0.0 if symbol.startswith("kind") else 0.16)
        if symbol == "ah":
            return Part(with_article(head.words, head.expression), head.expression, head.looks)
        if symbol in ("h", "hs", "kind", "kinds"):
            return head
        before = ""
        after: list[str] = []
        conditions: list[str] = []
        orders: list[str] = []
        definite = symbol in ("x", "xs")
        if depth > 0:
            if definite and self.chance(0.22):
                if self.chance(0.5):
                    order = self.symbol("pre", depth - 1)
                    before = order.words
                else:
                    order = self.symbol("order", depth - 1)
                    after.append(order.words)
                orders.append(order.expression)
            if not orders or self.chance(0.25):
                for _ in range(2 if self.chance(0.1) and not orders else 1):
                    place = self.symbol("modifier", depth - 1)
                    if "closest(me)" in place.expression and (
                        symbol != "x" or orders
                    ):  # of several, none is the closest
                        continue
                    known = {part.split("(")[0] for item in conditions for part in _tokens(item)}
                    if not known & {part.split("(")[0] for part in _tokens(place.expression)}:
                        # "the cup near me on the desk by the bed": what names no other thing stands first
                        at = 0 if orders or "the(" not in place.expression else len(after)
                        after.insert(at, place.words)
                        conditions.insert(min(at, len(conditions)), place.expression)
            if orders and after and len(after) > 1 and "the(" in conditions[0]:
                after, conditions = after[1:], conditions[1:]
        looks = [f'{look}="{value}"' for look, value in head.looks]
        words = " ".join(filter(None, [before, head.words]))
        if symbol == "a":
            words = with_article(words, head.expression)
        elif definite:
            words = f"{'my' if sort == 'small' and not after and self.chance(0.08) else 'the'} {words}"
        words = agree(_TWICE.sub("", " ".join([words, *after])), many)
        article = "the" if symbol == "x" else "every"
        return Part(words, f"{article}({', '.join([head.expression, *conditions, *orders, *looks])})")


@cache
def _slots_of(expression: str) -> tuple[tuple[str, str, str], ...]:
    """Every slot of an expression: its key, its symbol and its sort of noun."""
    found = [(match[1] + match[2], match[1], match[3] or "") for match in _SLOT.finditer(expression)]
    for noun in _NOUN.finditer(expression):
        for token in _tokens(noun[2]):
            match = _KEY.fullmatch(token.rpartition("=")[2])
            if match and (match[1] in _NOUN_SYMBOLS or match[1] == "use" or match[1] in grammar()):
                found.append((token.rpartition("=")[2], match[1], ""))
    return tuple(found)


def _tokens(text: str) -> list[str]:
    """The parts between spaces and commas that stand in no bracket and no quotes."""
    found = [""]
    depth, quoted = 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter == "(") - (letter == ")")
        if letter in " ," and depth == 0 and not quoted:
            found.append("")
        else:
            found[-1] += letter
    return [token for token in found if token]


def agree(words: str, many: bool) -> str:
    """Verbs and pronouns that go with one thing or with several."""
    for mark, forms in _AGREEMENT.items():
        words = words.replace(mark, forms[many])
    return words


def with_article(words: str, expression: str) -> str:
    """ "a lamp", "an open door", "some clothes"; "something to sit on" needs none."""
    if words.startswith(("something", "thing")):
        return words.replace("thing to", "something to", 1) if words.startswith("thing ") else words
    if is_mass(expression.strip('"')):
        return f"some {words}"
    vowel = words[:1] in "aeiou" and not words.startswith(("u-", "uk", "us", "one"))
    return f"{'an' if vowel else 'a'} {words}"
