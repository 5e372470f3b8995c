"""A value in words: the short answer for tables and benchmarks, and the sentence for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_unnamed
from situated_qa.situated.language.phrases import amount, article, capitalized, in_words, listed, none_of
from situated_qa.situated.language.values import (
    DIFFERENCE,
    SUM,
    Choice,
    Names,
    Number,
    Reason,
    Room,
    Things,
    Truth,
    Unknown,
    Value,
    Way,
)

_MOST_NAMED = 12
_UNNAMED = "something that I cannot name"


def short(value: Value, graph: SceneGraph) -> str:
    """At most a few words: "2", "left", "1.2 m", "yes", "cup and book"; options as the question spells them.

    Raises:
        TypeError: the value answers no question: a view, a condition, a superlative.
    """
    if isinstance(value, Unknown):
        if value.reason is Reason.NO_WAY:
            return "no way"
        return (value.short or "none") if value.reason is Reason.NOT_THERE else "not known"
    if isinstance(value, Truth):
        return "yes" if value.holds else "no"
    if isinstance(value, Number):
        if value.unit:
            return f"{_decimals(value)} {value.unit}"
        fewer = value.of == DIFFERENCE and value.value < 0
        return f"{-value.value:.0f} fewer" if fewer else f"{value.value:.0f}"
    if isinstance(value, Things):
        return listed(list(dict.fromkeys(_short_name(graph.by_id[i]) for i in value.ids))) or "nothing"
    if isinstance(value, (Choice, Room)):
        return value.name
    if isinstance(value, Names):
        return listed([_UNNAMED if is_unnamed(name) else name for name in value.names]) or "none"
    if isinstance(value, Way):
        return value.short or value.text.partition(": ")[0]
    raise TypeError(f"{type(value).__name__} is no answer")


def sentence(value: Value, graph: SceneGraph) -> str:
    """One sentence for a person.

    Raises:
        TypeError: as for `short`.
    """
    if isinstance(value, Unknown):
        untold = value.reason in (Reason.NOT_SEEN, Reason.CANNOT_NAME)
        return f"I cannot tell. {value.text}" if untold else value.text
    if isinstance(value, Truth):
        return _truth(value, graph)
    if isinstance(value, Number):
        return _number(value)
    if isinstance(value, Choice):
        return _choice(value)
    if isinstance(value, Room):
        if value.told:
            return value.told
        where = f"in the {value.name}"
        return f"{capitalized(value.of)} {'are' if value.of == 'you' else 'is'} {where}." if value.of else (
            f"It is the {value.name}.")  # fmt: skip
    if isinstance(value, Way):
        return f"{capitalized(value.text)}."
    if isinstance(value, Names):
        return _names(value, graph)
    if isinstance(value, Things):
        return _things(value, graph)
    return f"{short(value, graph)}."


def evidence(value: Value) -> tuple[int, ...]:
    """The ids of the objects that a value rests on, each once."""
    if isinstance(value, (str, int, float)):
        return ()
    others = value.others if isinstance(value, (Things, Names)) else ()
    return tuple(dict.fromkeys((*value.ids, *others[:_MOST_NAMED])))


def _truth(value: Truth, graph: SceneGraph) -> str:
    answer = "Yes" if value.holds else "No"
    because = value.because.rstrip(".")
    if because:
        return f"{answer}, {because}." if because[:1].islower() or because[:1].isdigit() else f"{answer}. {because}."
    if value.holds and value.ids:
        kinds = {graph.by_id[i].category for i in value.ids}
        if len(value.ids) > 1 and len(kinds) == 1:
            return f"Yes, there are {amount(len(value.ids), kinds.pop())}."
        return f"Yes, there is {article(graph.by_id[value.ids[0]].category)}."
    return f"{answer}."


def _choice(value: Choice) -> str:
    """A choice among options starts with the option: "Left: the lamp is on your left"."""
    if value.because:
        starts = value.because.startswith((value.name, f"the {value.name}", "of the "))
        return f"{capitalized(value.because if starts else f'{value.name}: {value.because}')}."
    verb = "are" if value.several else "is"
    return f"{capitalized(value.of)} {verb} {value.said or value.name}." if value.of else f"{capitalized(value.name)}."


def _number(value: Number) -> str:
    if value.told:
        return value.told
    if value.unit:
        told = f"{_decimals(value)} {value.unit}"
        where = f"; it is {value.where}" if value.where else ""
        return f"The {value.of} is {told}{where}." if value.of else f"It is {told}."
    if value.because:
        return value.because
    count = round(value.value)
    if not value.of or value.of in (SUM, DIFFERENCE):
        return f"The {value.of} is {value.value:.0f}." if value.of else f"There are {in_words(count)}."
    known = "I know of" if value.more is not None else "There is" if count in (0, 1) else "There are"
    told = " ".join(word for word in (known, amount(count, value.of), value.where) if word)
    return f"{told}, but there may be more. {value.more.text}" if value.more is not None else f"{told}."


def _names(value: Names, graph: SceneGraph) -> str:
    if value.told:
        return value.told
    if not value.names:
        return "There are none."
    counts = Counter(graph.by_id[i].category for i in value.ids)
    if all(is_unnamed(name) for name in value.names):
        return f"There is {_unnamed(value.ids, graph)}."
    told = [amount(counts[name], name) if counts[name] > 1 else article(name) if name in counts else f"the {name}"
            for name in value.names if not is_unnamed(name)]  # fmt: skip
    unnamed = [i for i in value.ids if is_unnamed(graph.by_id[i].category)]
    more = [f"{len(told) - _MOST_NAMED} more kinds"] if len(told) > _MOST_NAMED else []
    also = [_unnamed(unnamed, graph)] if unnamed else []
    plural = len(told + also) > 1 or counts[value.names[0]] > 1
    if plural and value.names[0] not in counts:  # rooms
        return f"{capitalized(listed(told))}."
    return f"{'There are' if plural else 'It is'} {listed([*told[:_MOST_NAMED], *more, *also])}."


def _things(value: Things, graph: SceneGraph) -> str:
    if not value.ids:
        return value.missing.text if value.missing is not None else f"I know of {none_of(value.noun)}."
    counts = Counter(graph.by_id[i].category for i in value.ids)
    if value.because:
        return f"{capitalized(value.because)}."
    if all(is_unnamed(name) for name in counts):
        return f"There is {_unnamed(value.ids, graph)}."
    if len(value.ids) == 1:
        return f"It is the {next(iter(counts))}."
    return f"There are {listed([amount(n, name) for name, n in counts.items()])}."


def _unnamed(ids: Sequence[int], graph: SceneGraph) -> str:
    """Things that nobody could name, the first of them by its size."""
    more = f", and {amount(len(ids) - 1, 'further unnamed thing')}" if len(ids) > 1 else ""
    return f"{unnamed_told(graph.by_id[ids[0]])}{more}"


def unnamed_told(node: ObjectNode) -> str:
    """A thing without a name, by color and size: "something red about 0.4 x 0.3 x 0.8 m that I cannot name"."""
    size = " x ".join(f"{max(side, 0.1):.1f}" for side in node.box.extents.tolist())
    return f"{' '.join(filter(None, ('something', node.color)))} about {size} m that I cannot name"


def _short_name(node: ObjectNode) -> str:
    return _UNNAMED if is_unnamed(node.category) else node.category


def _decimals(value: Number) -> str:
    """Lengths in m to 0.1, areas and volumes to 0.1; cm, mm, s and the like as whole numbers from 10 on."""
    if value.unit in ("cm", "mm", "in", "s", "min") and abs(value.value) >= 10:
        return f"{value.value:.0f}"
    return f"{value.value:.1f}" if abs(value.value) >= 0.1 or not value.value else f"{value.value:.2f}"
