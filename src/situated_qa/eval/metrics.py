"""What counts as a right answer to a question whose truth is exact: pure functions from two texts to a verdict.

The kind of the truth decides how an answer is read: a count in words or digits, a measure with its unit and tolerance,
yes or no, a direction, a color, a name, a set or a sequence of names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.errors import ToolError
from situated_qa.eval.directions import is_direction, same_direction
from situated_qa.eval.numbers import Quantity, numbers, quantities, with_digits
from situated_qa.eval.soft_match import soft_match, strict_match
from situated_qa.knowledge import normalise
from situated_qa.perception.colors import canonical_color
from situated_qa.situated.categories import ANYTHING, STEPS, find_categories

ANSWER_KINDS = ("yes-no", "count", "measure", "vector", "direction", "color", "name", "set", "sequence", "several")
"""How an answer may be read; see `answer_kind`."""

TOLERANCES = {"length": 0.2, "area": 0.5, "volume": 0.5, "angle": 15.0}
"""Where a question gives none: m, m², m³, degrees. Source: Space3D-Bench, Appendix B; the angle is ours."""
VECTOR_TOLERANCE_M = 0.1

_YES = ("yes", "yeah", "yep", "true", "correct")
_NO = ("no", "nope", "not", "false", "none", "nothing", "never", "neither")
_SAME_NAME = STEPS[:3]  # spelt alike, plural, alias; a kind of it would be another answer
_LEADS = re.compile(
    r"^(?:(?:it|that|this|there|they|these|here)(?:'s| is| are)|i (?:can )?see|you (?:can )?see|the answer is)\s+"
)
_PLACE = re.compile(
    r",?\s+(?:(?:on|to|at|in front of|behind|near|next to|around) (?:your|my|you|me)\b.*|\(\d.*|in the room\b.*|there$)"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer compares with the truth."""

    exact: bool  # by the kind's own rule and tolerance
    soft: bool  # LLM-TPC's soft match
    strict: bool  # equal after cleaning


def judge(
    answer: str, truths: Sequence[str], kind: str = "", tolerance: float | None = None, question: str = ""
) -> Verdict:
    """All three verdicts on an answer.

    Args:
        truths: the right answers; one of them is enough.
        kind: one of `ANSWER_KINDS`; "" means: by the look of the truths.
        tolerance: in m, m², m³, degrees, hours or things, by the kind; None means the usual one.
        question: its words, where they are known: "no sofa here" answers "Is there a sofa?", not "Is the sofa red?".
    """
    return Verdict(
        exact=exact_match(answer, truths, kind, tolerance, question),
        soft=soft_match(answer, truths),
        strict=strict_match(answer, truths),
    )


def exact_match(
    answer: str, truths: Sequence[str], kind: str = "", tolerance: float | None = None, question: str = ""
) -> bool:
    """Whether an answer says what is true, by the rule of its kind; arguments as `judge`. An empty one never does."""
    kind = kind or answer_kind(truths, tolerance)
    text = _plain(answer)
    if kind == "yes-no" and question and _EVADES.match(text) and not _ASKS_FOR_EXISTENCE.search(question.lower()):
        return False
    return bool(text) and any(_RULES[kind](text, _plain(truth), tolerance) for truth in truths)


_EVADES = re.compile(
    r"(?:there (?:is|are) |i (?:see|know of) )?"
    r"(?:none|nothing|no (?!(?:it|they|there|i|the|this|that|these|you)\b)[a-z])"
)
"""Says that there is none of what the question takes for given."""
_ASKS_FOR_EXISTENCE = re.compile(
    r"\b(?:is|are|was|were) there\b|\b(?:do|can|could|would|will) (?:i|you|we|it) (?:have|see|find)\b"
    r"|\b(?:is|are) any\b|\b(?:has|have|contain|contains|exist|exists|hold|holds)\b"
)


def answer_kind(truths: Sequence[str], tolerance: float | None = None) -> str:
    """The kind that true answers look like, one of `ANSWER_KINDS`."""
    texts = [_plain(truth) for truth in truths]
    if all(text in ("yes", "no", "true", "false") for text in texts):
        return "yes-no"
    amounts = [quantities(text) for text in texts]
    if all(amounts) and all(_only_numbers(text) for text in texts):
        if all(len(found) > 1 for found in amounts):
            return "vector"
        whole = all(found[0].value == int(found[0].value) and not found[0].dimension for found in amounts)
        return "count" if whole and not tolerance else "measure"
    if all(is_direction(text) for text in texts):
        return "sequence" if any(len(_steps(text)) > 1 for text in texts) else "direction"
    if all(_color(text) for text in texts):
        return "color"
    return "set" if any(len(_items(text)) > 1 for text in texts) else "name"


def _plain(text: str) -> str:
    """Lower case, single spaces, without the marks that a printed list or an emphasised answer carries."""
    text = text.lower().replace("’", "'").replace("_", " ")
    text = re.sub(r"[\[\]{}\"`*]|(?<!\w)'|'(?!\w)", " ", text)
    return " ".join(text.split()).strip(" .!;:,")


def _only_numbers(text: str) -> bool:
    rest = re.sub(r"[-−]?\d+(?:\.\d+)?|[°²³^(),x×]", " ", with_digits(text))
    units = (
        r"\b(?:square|sq|cubic|squared|cubed|sqm|m[23]?|cm[23]?|mm|km|met(?:er|re)s?|deg|degrees?"
        r"|feet|foot|ft|inch(?:es)?|yards?|yd)\b"
    )
    return not re.sub(units, " ", rest).strip(" .")


# ── one rule per kind: (plain answer, plain truth, tolerance) → right or wrong ───────────────────────────────────────


def _yes_no(answer: str, truth: str, tolerance: float | None) -> bool:
    def said(text: str) -> str | None:
        first = re.match(r"[a-z]+", _LEADS.sub("", text))
        word = first[0] if first else ""
        return "yes" if word in _YES else "no" if word in _NO else None

    return said(answer) is not None and said(answer) == said(truth)


def _count(answer: str, truth: str, tolerance: float | None) -> bool:
    expected, said = numbers(truth), numbers(re.sub(r"\(?\b\d{1,2} o'clock\)?", " ", answer))
    if not said and re.match(r"(?:there (?:is|are) |i (?:see|know of) )?(?:no|none|nothing|not any)\b", answer):
        said = [0.0]
    return bool(expected and said) and abs(said[0] - expected[0]) <= (tolerance or 0.0) + 1e-9


def _measure(answer: str, truth: str, tolerance: float | None) -> bool:
    expected, said = quantities(truth), quantities(re.sub(r"\(?\b\d{1,2} o'clock\)?", " ", answer))
    if not expected or not said:
        return False
    want = expected[0]
    got = next((amount for amount in said if amount.dimension), said[0])
    if got.dimension and want.dimension and got.dimension != want.dimension:
        return False
    dimension = want.dimension or got.dimension or "length"
    value = got.value if got.dimension else got.value * want.factor
    limit = TOLERANCES[dimension] if tolerance is None else tolerance
    off = abs(value - want.value)
    if dimension == "angle":
        off = min(off % 360.0, -off % 360.0)
    return off <= limit + 1e-9


def _vector(answer: str, truth: str, tolerance: float | None) -> bool:
    def lengths(amounts: Sequence[Quantity]) -> list[float]:
        unit = next((amount for amount in amounts if amount.dimension), None)
        factor = unit.factor if unit else 1.0
        return [amount.value if amount.dimension else amount.value * factor for amount in amounts]

    want, got = lengths(quantities(truth)), lengths(quantities(answer))
    limit = VECTOR_TOLERANCE_M if tolerance is None else tolerance
    return len(want) == len(got) and all(abs(a - b) <= limit + 1e-9 for a, b in zip(want, got, strict=True))


def _direction(answer: str, truth: str, tolerance: float | None) -> bool:
    if re.match(r"(?:no|none|nothing|neither|not)\b", answer):
        return answer == truth
    return same_direction(_on_the_clock(answer), _on_the_clock(truth), tolerance or 0.0)


def _on_the_clock(text: str) -> str:
    """A bare number is an hour."""
    bare = re.fullmatch(r"(?:at )?(\d{1,2})(?:\.0)?", with_digits(text))
    return f"{bare[1]} o'clock" if bare else text


def _color(text: str) -> str:
    """The colour that a text is the name of; "" if it is none."""
    try:
        return canonical_color(text)
    except ToolError:
        return ""


def _colors_in(text: str) -> set[str]:
    return {name for word in re.findall(r"[a-z]+", text) if (name := _color(word))}


def _same_color(answer: str, truth: str, tolerance: float | None) -> bool:
    return not re.match(r"(?:not|no)\b", answer) and _colors_in(answer) == (_colors_in(truth) or {truth})


def _name(answer: str, truth: str, tolerance: float | None) -> bool:
    if answer == truth:
        return True
    nothing = re.compile(r"(?:there (?:is|are) |i (?:see|know of) )?(?:no|none|nothing|neither|nowhere|nobody)\b")
    if nothing.match(truth) or nothing.match(answer):
        return bool(nothing.match(truth) and nothing.match(answer))
    said = _PLACE.sub("", _LEADS.sub("", answer)).strip(" .,")
    said = re.sub(r"^(?:in|on|at|under|behind|next to) (?=the\b|a\b|an\b)", "", said)
    return _called_the_same(said, truth)


def _called_the_same(said: str, truth: str) -> bool:
    """Whether both name the same: in spelling, number or by alias, with the true one's colors.

    An answer may say how the thing looks ("big office chair" for "office chair"), but an office chair is no chair where
    a chair is the answer, and several things are none.
    """
    said, truth = normalise(said), normalise(truth)
    if said == truth:
        return bool(said)
    if not _colors_in(truth) <= _colors_in(said):
        return False
    a, b = _uncolored(said), _uncolored(truth)
    if not a or not b or a in ANYTHING:
        return a == b and bool(a)
    if a == b or find_categories(a, [b], _SAME_NAME) is not None:
        return True
    return a.endswith(" " + b) and set(a[: -len(b)].split()) <= _LOOKS


_LOOKS = frozenset(
    (
        *("big", "large", "small", "little", "tall", "short", "long", "wide", "low", "high", "narrow", "round"),
        *("square", "rectangular", "oval", "wooden", "wood", "leather", "metal", "plastic", "glass", "fabric", "dark"),
        *("light", "bright", "old", "new", "only", "nearest", "closest", "same", "single", "open", "closed"),
    )
)
"""Words that say how a thing looks rather than what it is."""


def _uncolored(name: str) -> str:
    """The name without its colour words: "gray sofa" is a "sofa"; a name that is a colour stays."""
    return " ".join(word for word in name.split() if not _color(word)) or name


def _items(text: str) -> list[str]:
    """The names of a list: "a lamp, two books and a cup" has three."""
    text = re.sub(r"\s*(?:,\s*and\b|\band\b|[;,/\n]|\s\+\s)\s*", ",", _LEADS.sub("", text.strip("() ")))
    items = (re.sub(r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?=[a-z])", "", item.strip(" ()"))
             for item in text.split(","))  # fmt: skip
    return [item for item in items if item]


def _set(answer: str, truth: str, tolerance: float | None) -> bool:
    """The same names, in any order and however often; `tolerance` says how many may lack or be too many."""
    wanted, said = list(dict.fromkeys(_items(truth))), list(dict.fromkeys(_items(answer)))
    lacking = [name for name in wanted if not any(_name(item, name, None) for item in said)]
    extra = [item for item in said if not any(_name(item, name, None) for name in wanted)]
    return len(lacking) + len(extra) <= (tolerance or 0.0)


def _steps(text: str) -> list[str]:
    """The steps of a way: "turn left, then go straight" has two; "left and behind" is one direction."""
    parts = re.split(r"\s*(?:->|→|[,;\n]|\bthen\b)\s*", re.sub(r"\band then\b", "then", text.strip("() ")))
    return [part for part in parts if part]


def _sequence(answer: str, truth: str, tolerance: float | None) -> bool:
    """The same names, or turns, in the same order."""
    wanted, said = _steps(truth), _steps(answer)
    return len(wanted) == len(said) and all(
        same_direction(a, b) if is_direction(b) else _name(a, b, None) for a, b in zip(said, wanted, strict=True)
    )


def _several(answer: str, truth: str, tolerance: float | None) -> bool:
    """One right answer for each of several, in their order: "two; red" or "two, and it is red"."""
    wanted = truth.split("; ")
    for between in (r"[;\n]|(?<!\d)\.|\.(?!\d)", r",|[;\n]|\band\b"):
        said = [part for part in (piece.strip(" .,;") for piece in re.split(between, answer)) if part]
        if len(said) == len(wanted):
            kinds = [answer_kind([part], tolerance) for part in wanted]
            parts = zip(said, wanted, kinds, strict=True)
            return all(exact_match(part, [true], kind, tolerance) for part, true, kind in parts)
    return False


_RULES = {
    "yes-no": _yes_no,
    "count": _count,
    "measure": _measure,
    "vector": _vector,
    "direction": _direction,
    "color": _same_color,
    "name": _name,
    "set": _set,
    "sequence": _sequence,
    "several": _several,
}
