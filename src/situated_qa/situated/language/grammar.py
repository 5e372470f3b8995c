"""The grammar of the language for constrained decoding, generated from the signatures, as GBNF text for llama.cpp.

It allows the canonical form of exactly those expressions that the checker accepts, with two differences: texts are
copied from the question or name things and rooms of the scene, and the limits of length and depth are not in it. One
nonterminal stands for each type ("condition", "things"), one for each function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from situated_qa.situated.language.check import ANSWERS, NAMES
from situated_qa.situated.language.expression import Literal
from situated_qa.situated.language.functions import Function, Parameter, functions
from situated_qa.situated.language.values import Number, Truth, Unknown

_COMPARISONS = (">", ">=", "<", "<=", "==", "!=")
_DIGITS = r'"-"? ("0" | [1-9] [0-9]? [0-9]? [0-9]?)'


def grammar(
    scene_nouns: Iterable[str],
    question_words: Sequence[str],
    rooms: Iterable[str] = (),
    texts: Iterable[str] = (),
    uses: Iterable[str] = (),
) -> str:
    """GBNF text for llama.cpp that allows expressions only, with texts from the question and the scene.

    Args:
        scene_nouns: categories of the scene.
        question_words: the words of the question in their order; every run of them is a text.
        rooms: names of the scene's rooms.
        texts: other texts that may stand where the question's words may.
        uses: words of a noun "something to …".
    """
    given = [kind for function in functions().values() for kind in function.returns]
    rules = ['root ::= answer (", " answer)*', f"answer ::= {' | '.join(map(_type_rule, ANSWERS))}"]
    rules += [_type(kind) for kind in dict.fromkeys([*given, *NAMES.values()])]
    rules += [_call(function) for function in functions().values()]
    rules += _operations() + _texts(scene_nouns, question_words, rooms, texts, list(uses)) + _numbers()
    return "\n".join(rules) + "\n"


def _type(kind: type) -> str:
    ways = [_rule(name) for name, function in functions().items() if kind in function.returns]
    ways += [_quoted(name) for name, of in NAMES.items() if of is kind]
    if kind is Number:
        return f"number ::= number-call | sum\nnumber-call ::= {' | '.join(ways)}"
    ways += ["comparison"] if kind is Truth else []
    return f"{_type_rule(kind)} ::= {' | '.join(ways)}"


def _call(function: Function) -> str:
    """The rule of a function: required arguments, then those that may follow."""
    required = [p for p in function.places if p.required]
    optional = [p for p in function.places if not p.required]
    named = [p for p in function.parameters if p.by_name]
    parts = [_quoted(f"{function.name}(")]
    for index, parameter in enumerate(required):
        parts += ([_quoted(", ")] if index else []) + [_argument(parameter)]
    if function.rest is not None:
        parts.append(f"({_quoted(', ')} {_argument(function.rest)})*")
    if not required and optional:  # no comma before the first argument; no such function has a second
        parts.append(f"({_argument(optional[0])})?")
    else:
        parts.append(_optional(optional, named))
    return f'{_rule(function.name)} ::= {" ".join(part for part in parts if part)} ")"'


def _optional(places: Sequence[Parameter], named: Sequence[Parameter]) -> str:
    """Arguments that may be left out: by position up to the first that is, the others by name."""
    by_name = " ".join(f"({_quoted(f', {p.name}=')} {_argument(p)})?" for p in (*places[1:], *named))
    if not places:
        return by_name
    rest = _optional(places[1:], named)
    here = f"{_quoted(', ')} {_argument(places[0])} {rest}".strip()
    return f"({here} | {by_name})" if by_name else f"({here})?"


def _argument(parameter: Parameter) -> str:
    texts = _legal(parameter) or {"noun": "noun", "room": "room-name"}.get(parameter.role, "text")
    kinds = []
    for kind in parameter.accepts:
        if kind is list:
            kinds.append(f'"[" {texts} ({_quoted(", ")} {texts})* "]"')
        elif kind is str:
            kinds.append(texts)
        elif kind is int:
            numbers = [value for value in parameter.legal if isinstance(value, int)]
            kinds.append(f"({' | '.join(_quoted(str(value)) for value in numbers)})" if numbers else "integer")
        else:
            kinds.append(_type_rule(kind))
    return kinds[0] if len(kinds) == 1 else f"({' | '.join(kinds)})"


def _legal(parameter: Parameter) -> str:
    texts = [value for value in parameter.legal if isinstance(value, str)]
    return f"({' | '.join(_quoted(_quoted(text)) for text in texts)})" if texts else ""


def _operations() -> list[str]:
    operators = " | ".join(_quoted(f" {operator} ") for operator in _COMPARISONS)
    return [
        f"comparison ::= total ({operators}) (total | decimal)",
        "total ::= number-call sign-term*",
        "sum ::= number-call sign-term sign-term*",
        'sign-term ::= (" + " | " - ") (number-call | decimal | "(" sum ")")',
    ]


def _numbers() -> list[str]:
    return [f"integer ::= {_DIGITS}", f'decimal ::= {_DIGITS} ("." [0-9] [0-9]? [0-9]?)?']


def _texts(
    nouns: Iterable[str], words: Sequence[str], rooms: Iterable[str], texts: Iterable[str], uses: Sequence[str]
) -> list[str]:
    """Texts: any run of the question's words, a thing of the scene, a room, another text that is allowed."""
    plain = [re.sub(r"[^\w'’/&.-]", "", word) for word in words]
    plain = [word for word in plain if word]
    starts = " | ".join(f"words-{index}" for index in range(len(plain)))
    rules = []
    for index, word in enumerate(plain):
        follow = f' (" " words-{index + 1})?' if index + 1 < len(plain) else ""
        rules.append(f"words-{index} ::= {_quoted(word)}{follow}")
    copied = [f'"\\"" ({starts}) "\\""'] if plain else []
    copied += [_quoted(_quoted(text)) for text in dict.fromkeys(texts)]
    known = [_quoted(_quoted(noun)) for noun in dict.fromkeys(["thing", *nouns])]
    named = [_quoted(_quoted(room)) for room in dict.fromkeys(rooms)]
    rules.append(f"text ::= {' | '.join(copied) or _quoted(_quoted('thing'))}")
    if uses:
        rules.append(f"use ::= {' | '.join(map(_quoted, uses))}")
        known.append('"\\"something to " use (" " use)* "\\""')
    rules.append(f"noun ::= {' | '.join([*known, *(['text'] if copied else [])])}")
    rules.append(f"room-name ::= {' | '.join([*named, 'text'])}")
    return rules


def _type_rule(kind: type) -> str:
    return kind.__name__.lower() if kind is not Unknown else "not-known"


def _rule(name: str) -> str:
    return f"f-{name.replace('_', '-')}"


def _quoted(text: str) -> str:
    """A text in quotes: a GBNF literal, or a text as it stands in an expression."""
    return str(Literal(text))
