"""GBNF, as llama.cpp reads it: a recognizer, and random sentences. For grammars without left recursion."""

from __future__ import annotations

import ast
import random
import re
import sys
from functools import cache

_TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[A-Za-z][A-Za-z0-9-]*|[()|*+?])')


class Grammar:
    """Nodes are ("text", str), ("class", str), ("rule", name), ("seq" | "alt", nodes), ("*" | "+" | "?", node)."""

    def __init__(self, text: str) -> None:
        sys.setrecursionlimit(20_000)
        self.rules = {}
        for line in text.strip().splitlines():
            name, _, body = line.partition(" ::= ")
            assert name not in self.rules, f"two rules {name}"
            tokens, at = [], 0
            while at < len(body):
                match = _TOKEN.match(body, at)
                assert match, f"{name}: cannot read {body[at : at + 20]!r}"
                tokens.append(match[1])
                at = match.end()
            node, rest = _alternatives(tokens)
            assert not rest, f"{name}: {rest[0]!r} is left over"
            self.rules[name] = node
        for node in self.rules.values():
            for name in _named(node):
                assert name in self.rules, f"no rule {name}"
        self._least, before = {}, None
        while self._least != before:
            before = dict(self._least)
            for name, node in self.rules.items():
                self._least[name] = min(self._least.get(name, 10**6), self._depth(node) + 1)

    def accepts(self, text: str) -> bool:
        """Whether the whole text is a sentence."""

        @cache
        def rule(name: str, at: int) -> frozenset[int]:
            return ends(self.rules[name], at)

        def ends(node, at: int) -> frozenset[int]:
            kind, value = node
            if kind == "text":
                return frozenset([at + len(value)] if text.startswith(value, at) else [])
            if kind == "class":
                return frozenset([at + 1] if at < len(text) and re.fullmatch(value, text[at]) else [])
            if kind == "rule":
                return rule(value, at)
            if kind == "alt":
                return frozenset().union(*(ends(part, at) for part in value))
            if kind == "seq":
                reached = frozenset([at])
                for part in value:
                    reached = frozenset(end for start in reached for end in ends(part, start))
                return reached
            reached, edge = frozenset([at]) if kind != "+" else frozenset(), frozenset([at])
            while edge:
                edge = frozenset(end for start in edge for end in ends(value, start)) - reached
                reached |= edge
                if kind == "?":
                    break
            return reached

        return len(text) in rule("root", 0)

    def sentence(self, chance: random.Random, depth: int = 14) -> str:
        """A random sentence whose rules nest about `depth` deep at most."""
        return self._write(("rule", "root"), chance, depth)

    def _write(self, node, chance: random.Random, depth: int) -> str:
        kind, value = node
        if kind == "text":
            return value
        if kind == "class":
            return chance.choice([c for c in "0123456789abcdefghijklmnopqrstuvwxyz" if re.fullmatch(value, c)])
        if kind == "rule":
            return self._write(self.rules[value], chance, depth - 1)
        if kind == "seq":
            return "".join(self._write(part, chance, depth) for part in value)
        if kind == "alt":
            short = [part for part in value if self._depth(part) <= depth]
            return self._write(chance.choice(short or [min(value, key=self._depth)]), chance, depth)
        fits = self._depth(value) <= depth
        times = (
            (1 if kind == "+" else 0)
            + (fits and chance.random() < 0.4)
            + (kind != "?" and fits and chance.random() < 0.2)
        )
        return "".join(self._write(value, chance, depth) for _ in range(times))

    def _depth(self, node) -> int:
        """How deep rules nest at least below a node."""
        kind, value = node
        if kind == "rule":
            return self._least.get(value, 10**6)
        if kind == "alt":
            return min(self._depth(part) for part in value)
        if kind == "seq":
            return max((self._depth(part) for part in value), default=0)
        return self._depth(value) if kind == "+" else 0


def _alternatives(tokens):
    ways, rest = [], tokens
    while True:
        parts = []
        while rest and rest[0] not in ("|", ")"):
            node, rest = _item(rest)
            parts.append(node)
        ways.append(("seq", parts))
        if not rest or rest[0] == ")":
            return ("alt", ways), rest
        rest = rest[1:]


def _item(tokens):
    token, rest = tokens[0], tokens[1:]
    if token == "(":
        node, rest = _alternatives(rest)
        assert rest and rest[0] == ")", "a bracket is open"
        rest = rest[1:]
    elif token[0] == '"':
        node = ("text", ast.literal_eval(token))
    elif token[0] == "[":
        node = ("class", token)
    else:
        node = ("rule", token)
    if rest and rest[0] in ("*", "+", "?"):
        return (rest[0], node), rest[1:]
    return node, rest


def _named(node):
    kind, value = node
    if kind == "rule":
        return [value]
    if kind in ("alt", "seq"):
        return [name for part in value for name in _named(part)]
    return _named(value) if kind in ("*", "+", "?") else []
