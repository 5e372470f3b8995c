"""The page about the language, and the lines about it in prompts; both are made from the functions themselves.

python -m situated_qa.situated.language.documentation > docs/language.md
"""

from __future__ import annotations

from collections.abc import Iterable

from situated_qa.situated.language.functions import Function, Language, Parameter, functions, type_name
from situated_qa.situated.language.values import Reason, Unknown

_TITLES = {
    "Nouns": "Things", "Conditions": "Conditions", "Superlatives": "Superlatives and ordinals", "Views": "Views",
    "Asks": "Asking", "Looks": "Looks", "Measures": "Sizes, directions, distances",
    "Sets": "Several things, several answers", "Doors": "Doors", "Rooms": "Rooms", "Ways": "Walking", "Times": "Time",
    "Each": "Of each", "Spots": "Corners, walls, parts of things",
}  # fmt: skip

_INTRODUCTION = """\
# The question language

This page is generated from the code by `python -m situated_qa.situated.language.documentation`.

A question is an expression in Python syntax: calls of the functions below, texts, numbers, lists of texts, and
`>  >=  <  <=  ==  !=  +  -` between numbers. Patterns, small models and large models write the same expressions.

```python
count(every("pillow", on(the("couch", left(me)))))              # how many pillows are on the couch on my left?
color(the("lamp", closest(the("door"))))                        # what color is the lamp closest to the door?
side(the("chair"), at(the("tv"), facing=the("bed")), ["left", "right", "back"])
where(the("desk")), color(the("desk"))                          # two questions at once
```

- `me` is the asker. `it` and `them` are what the last answer was about; in the second of two
  expressions, what the first is about.
- In the arguments `holds` of `such` and `asked` of `each`, `it` is one thing after another; where `each` goes through
  rooms, `there` is the room.
- `the(…)` is one thing: the one that fits best. Where another one fits nearly as well and would change the answer, a
  note says so. `every(…)` is all things that satisfy the conditions. The kind `"thing"` is any kind.
- Front and back of a thing are its own where its front is known. So are left and right of what one sits or lies on;
  those of what one faces, a stove or a screen, are as one sees them who faces it. Else the asker's are meant. A note
  says which.
- Where a thing, a room, a way or an observation is missing, the value is *unknown*, and so is every value that rests on
  it. The reasons: {reasons}.
- An answer's explanation says the expression in English (`situated_qa.situated.language.said`). A model writes
  expressions with `strategy: guided-expression`; a program evaluates one with the tool `ask`.
- An expression that does not pass `situated_qa.situated.language.check.check` is refused with the problems. One that
  passes has a value in every scene.

`*x` stands for any number of arguments, `[x]` for one that may be left out, `x=…` for one that is given by its name.
"""


def page() -> str:
    """docs/language.md."""
    reasons = ", ".join(reason.value for reason in Reason)
    parts = [_INTRODUCTION.format(reasons=reasons)]
    for owner in Language.__bases__:
        rows = [function for name, function in functions().items() if name in vars(owner)]
        cells = [(_code(row.signature), _returns(row), row.doc, _code(row.example), _accepted(row)) for row in rows]
        lines = "\n".join(f"| {' | '.join(cell)} |" for cell in cells)
        head = "| function | gives | meaning | example | arguments |\n|---|---|---|---|---|"
        parts.append(f"## {_TITLES[owner.__name__]}\n\n{head}\n{lines}\n")
    return "\n".join(parts)


def prompt_lines(names: Iterable[str] | None = None) -> str:
    """One line for each function, for a model that writes expressions: signature, type, meaning, legal texts.

    Args:
        names: of the functions; all where None.
    """
    rows = functions().values() if names is None else [functions()[name] for name in names]
    return "\n".join(f"{row.signature} -> {_returns(row)}: {row.doc}{_legal_texts(row)}" for row in rows)


def _returns(function: Function) -> str:
    return " or ".join(type_name(kind) for kind in function.returns) if function.returns != (Unknown,) else "unknown"


def _legal_texts(function: Function) -> str:
    closed = [f"{p.name}: {' '.join(map(str, p.legal))}" for p in function.parameters if p.legal]
    return f" [{'; '.join(closed)}]" if closed else ""


def _accepted(function: Function) -> str:
    return "; ".join(f"{_code(p.name)}: {_accepts(p)}" for p in function.parameters)


def _accepts(parameter: Parameter) -> str:
    if parameter.legal:
        texts = ", ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in parameter.legal)
        more = (
            ", or a whole number (degrees)" if int in parameter.accepts and isinstance(parameter.legal[0], str) else ""
        )
        return f"{'a list of ' if list in parameter.accepts else ''}{texts}{more}"
    roles = {"noun": "the name of a kind of thing", "room": "the name of a room", "words": "words of the question"}
    kinds = [type_name(kind) for kind in parameter.accepts if not (kind is str and parameter.role)]
    return " or ".join([*kinds, *([roles[parameter.role]] if str in parameter.accepts and parameter.role else [])])


def _code(text: str) -> str:
    return f"`{text}`"


if __name__ == "__main__":
    print(page(), end="")
