"""A value in words: the short answer, and the sentence for people."""

from __future__ import annotations

from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.values import (
    Choice,
    Names,
    Number,
    Room,
    Things,
    Truth,
    Unknown,
    Value,
    View,
    Way,
)


def short(value: Value, graph: SceneGraph) -> str:
    """At most a few words: "two", "left", "not known"."""
    if isinstance(value, Unknown):
        return "not known"
    if isinstance(value, Truth):
        return "yes" if value.holds else "no"
    if isinstance(value, Number):
        plain = f"{value.value:.0f}" if not value.unit else f"{value.value:.1f} {value.unit}"
        return plain
    if isinstance(value, Things):
        return ", ".join(dict.fromkeys(graph.by_id[i].category for i in value.ids)) or "nothing"
    if isinstance(value, (Choice, Room)):
        return value.name
    if isinstance(value, Names):
        return ", ".join(value.names) or "none"
    if isinstance(value, Way):
        return value.text.partition(": ")[0]
    raise TypeError(f"{type(value).__name__} is no answer")


def sentence(value: Value, graph: SceneGraph) -> str:
    """One sentence."""
    if isinstance(value, Unknown):
        return value.text
    if isinstance(value, Truth):
        because = f": {value.because}" if value.because else ""
        return f"{'Yes' if value.holds else 'No'}{because}.".replace("..", ".")
    if isinstance(value, Number) and not value.unit:
        return f"{value.value:.0f} ({value.of})." if value.of else f"{value.value:.0f}."
    if isinstance(value, Number):
        return f"The {value.of} is {value.value:.1f} {value.unit}." if value.of else f"{value.value:.1f} {value.unit}."
    if isinstance(value, Choice):
        return f"{value.of[:1].upper()}{value.of[1:]} is {value.name}." if value.of else f"{value.name}."
    if isinstance(value, Room):
        return f"The {value.name}."
    if isinstance(value, Way):
        return f"{value.text[:1].upper()}{value.text[1:]}."
    return f"{short(value, graph)}."


def evidence(value: Value) -> tuple[int, ...]:
    """The ids of the objects that a value rests on."""
    return () if isinstance(value, (View, Room, str, int, float)) else value.ids
