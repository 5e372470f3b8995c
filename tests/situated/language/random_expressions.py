"""Random expressions, written from the signatures alone, in any spelling that the checker accepts."""

from __future__ import annotations

import random

from situated_qa.situated.language.check import ANSWERS, LARGEST, NAMES
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.values import Number, Truth


class Writer:
    """Writes expressions whose texts come from given lists."""

    def __init__(self, chance: random.Random, nouns, words, rooms) -> None:
        self._chance = chance
        self._texts = {"noun": [*nouns, *words], "room": [*rooms, *words], "words": list(words)}
        self._cheap = _depths()

    def question(self, depth: int = 6) -> str:
        kinds = self._chance.choices(ANSWERS, k=1 if self._chance.random() < 0.9 else 2)
        return ", ".join(self.value(kind, depth) for kind in kinds)

    def value(self, kind: type, depth: int) -> str:
        chance = self._chance
        if kind is Truth and depth > 2 and chance.random() < 0.2:
            operator = chance.choice([">", ">=", "<", "<=", "==", "!="])
            right = self._sum(depth - 1) if chance.random() < 0.6 else self._plain()
            return f"{self._sum(depth - 1)} {operator} {right}"
        if kind is Number and depth > 2 and chance.random() < 0.2:
            return f"{self._sum(depth - 1)} {chance.choice('+-')} {self._operand(depth - 1)}"
        named = [name for name, of in NAMES.items() if of is kind]
        ways = [f for f in functions().values() if kind in f.returns]
        fitting = [f for f in ways if self._cheap[f.name] <= depth]
        if named and (not fitting or chance.random() < 0.3):
            return chance.choice(named)
        return self.call(chance.choice(fitting or [min(ways, key=lambda f: self._cheap[f.name])]), depth - 1)

    def call(self, function, depth: int) -> str:
        chance = self._chance
        by_position, by_name = [], []
        positional = True
        for parameter in function.parameters:
            if parameter.many:
                if positional and not by_name:
                    count = chance.choice([0, 1, 2]) if depth > 0 else 0
                    by_position += [self.argument(parameter, depth) for _ in range(count)]
                continue
            wanted = parameter.required or depth > 0 and chance.random() < 0.25
            if not wanted:
                positional = False
                continue
            rest = function.rest is not None
            if positional and not parameter.by_name and (rest or chance.random() < 0.8):
                by_position.append(self.argument(parameter, depth))
            else:
                positional = False
                by_name.append(f"{parameter.name}={self.argument(parameter, depth)}")
        chance.shuffle(by_name)
        return f"{function.name}({', '.join([*by_position, *by_name])})"

    def argument(self, parameter, depth: int) -> str:
        cheap = [k for k in parameter.accepts if self._least(k) <= depth] or [min(parameter.accepts, key=self._least)]
        kind = self._chance.choice(cheap)
        if kind is list:
            return f"[{', '.join(self.text(parameter) for _ in range(self._chance.choice([1, 2, 3])))}]"
        if kind is str:
            return self.text(parameter)
        if kind is int:
            numbers = [value for value in parameter.legal if isinstance(value, int)]
            return str(self._chance.choice(numbers or [0, 1, -1, 2, 37, LARGEST, -LARGEST]))
        return self.value(kind, depth)

    def text(self, parameter) -> str:
        legal = [value for value in parameter.legal if isinstance(value, str)]
        return f'"{self._chance.choice(legal or self._texts[parameter.role])}"'

    def _least(self, kind: type) -> int:
        if kind in (str, int, list) or kind in NAMES.values():
            return 0
        return min(self._cheap[f.name] for f in functions().values() if kind in f.returns)

    def _sum(self, depth: int) -> str:
        terms = [self._counted(depth), *(self._operand(depth) for _ in range(self._chance.choice([0, 0, 1, 2])))]
        written = terms[0]
        for term in terms[1:]:
            written += f" {self._chance.choice('+-')} {term}"
        return written

    def _operand(self, depth: int) -> str:
        if depth > 3 and self._chance.random() < 0.2:
            return f"({self._counted(depth)} - {self._term(depth)})"
        return self._term(depth)

    def _term(self, depth: int) -> str:
        return self._plain() if self._chance.random() < 0.3 else self._counted(depth)

    def _plain(self) -> str:
        return self._chance.choice(["0", "2", "1.5", "0.001", "-3", str(LARGEST)])

    def _counted(self, depth: int) -> str:
        ways = [f for f in functions().values() if Number in f.returns]
        fitting = [f for f in ways if self._cheap[f.name] <= depth] or ways
        return self.call(self._chance.choice(fitting), depth - 1)


def _depths() -> dict[str, int]:
    """How deep a call of each function nests at least."""
    depths = {name: 99 for name in functions()}
    for _ in functions():
        for name, function in functions().items():
            needed = [p for p in function.parameters if p.required]
            depths[name] = 1 + max((min(_cost(k, depths) for k in p.accepts) for p in needed), default=0)
    return depths


def _cost(kind: type, depths: dict[str, int]) -> int:
    if kind in (str, int, list) or kind in NAMES.values():
        return 0
    return min(depths[f.name] for f in functions().values() if kind in f.returns)
