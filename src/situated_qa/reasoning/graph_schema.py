"""What a model is told that does not get the graph itself: its schema, and what lies around the asker.

Source: SG-RwR 2025, sections 2.1 and 2.3 and appendices A to C.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from situated_qa.llm.client import Message
from situated_qa.reasoning.prompts import prompt
from situated_qa.reasoning.strategy import StrategyContext
from situated_qa.scene.graph import plain_name
from situated_qa.situated import attributes
from situated_qa.situated.language.phrases import article, listed
from situated_qa.situated.tools import floor_tools, look_tools, mark_tools, tool_documentation

MEASURING_TOOLS = (
    "object_of",
    "relate",
    "relate_agent",
    "query_relation",
    "query_relation_agent",
    "query_attribute",
    "relate_between",
    "distance",
    "mid_point",
    "closest_to",
    "current_room",
    "answer",
)
"""The tools for what no graph holds: how things stand to the asker and to each other. Ways and views are documented
where the scene knows them."""

_WAYS_AND_VIEWS = ("accessible_rooms", "query_room", "path_distance", "directions", "visible_from")

READING_TOOLS = ("graph", "scene", "filter", "find_related", "objects_in")
"""The tools that look things up, which a program that only works with what was retrieved does without."""

_EXAMPLE_THAT_READS = re.compile(rf" E\.g\. .*\b(?:{'|'.join(READING_TOOLS)})\(.*$", re.MULTILINE)

MAX_CATEGORIES = 60
"""Names of categories or rooms that are told, the most frequent ones: a whole building would fill the context."""
MAX_ATTRIBUTES = 16
"""Attributes that are named, the most frequent ones."""
MAX_VALUES = 12
"""Values of an attribute that are named."""


def measuring_documentation() -> str:
    """The documentation of `MEASURING_TOOLS`, without the examples that look something up."""
    return _EXAMPLE_THAT_READS.sub("", tool_documentation(MEASURING_TOOLS))


def graph_documentation() -> str:
    """The documentation of the graph for programs that read it."""
    return tool_documentation(("graph",), with_objects=False)


def graph_schema(scene: Any) -> str:
    """The kinds of nodes, the attributes with their values, and the relations of a scene's graph; no node, no number.

    Args:
        scene: a `SituatedScene`.
    """
    nodes = scene.graph.objects
    values: dict[str, list[str]] = {"color": [attributes.basic_color(n) for n in nodes if n.color or n.rgb is not None]}
    for node in nodes:
        for key, value in node.attributes.items():
            values.setdefault(key, []).append(value)
    named = sorted((key for key in values if key.strip()), key=lambda key: (-len(values[key]), key))[:MAX_ATTRIBUTES]
    lines = [f"  - {key}: where known, {_listed(values[key], MAX_VALUES)}" for key in sorted(named) if values[key]]
    if any(node.supporter is not None for node in nodes):
        lines.append("  - supporter: the id of the node that carries it, where known")
    rooms = _listed([node.room for node in nodes], MAX_CATEGORIES)
    relations = sorted({f'"{edge.predicate}"' for edge in scene.graph.relations})
    return prompt(
        "graph_schema",
        categories=_listed([node.category for node in nodes], MAX_CATEGORIES) or "there are no nodes yet",
        rooms=f"the room it is in, {rooms}" if rooms else "not known here",
        attributes="\n".join(lines) or "  - no others here",
        relations=", ".join(relations) or "none are stored here",
    )


def graph_question(context: StrategyContext) -> Message:
    """The tools that only this scene has, the schema, where the asker stands, and the question."""
    known = floor_tools(context.scene.graph)
    ways = (name for name in _WAYS_AND_VIEWS if name in known)
    names = (*mark_tools(context.scene), *look_tools(context.scene), *ways)
    more = prompt("more_tools", tools=tool_documentation(names, with_objects=False)) if names else ""
    question = prompt(
        "graph_question",
        schema=graph_schema(context.scene),
        situation=" ".join(context.question.situation.split()) or situation_in_words(context.scene),
        question=" ".join(context.question.question.split()),
    )
    return Message("user", f"{more}\n{question}".lstrip())


def _listed(names: Iterable[str], most: int) -> str:
    """The most frequent names, in alphabetical order; says so where there are more."""
    counts = Counter(name for name in names if name.strip())
    common = sorted(sorted(counts, key=lambda name: (-counts[name], name))[:most])
    return " | ".join([*common, *(["…"] if len(counts) > most else [])])


_AROUND = (
    (0.0, "facing {}"),
    (np.pi / 2, "{} on my left"),
    (-np.pi / 2, "{} on my right"),
    (np.pi, "{} behind me"),
)


def situation_in_words(scene: Any) -> str:
    """Where the asker is and the nearest object in each of four directions, as a person would say it: "I am in the
    kitchen, facing the fridge, with a table on my left and the sink behind me."

    Objects of other rooms are left out where rooms are known: a wall may be in between. Of what there is only one in
    the scene, it is "the" fridge.

    Args:
        scene: a `SituatedScene`.
    """
    room = plain_name(scene.room_at(scene.viewpoint.position))
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    counts = Counter(node.category for node in nodes)
    nearest: dict[int, tuple[float, int, str]] = {}
    for node in nodes:
        if room and node.room not in ("", room):
            continue
        bearing = scene.viewpoint.bearing_rad(node.box.center)
        quadrant = min(range(4), key=lambda k: abs((bearing - _AROUND[k][0] + np.pi) % (2 * np.pi) - np.pi))
        candidate = (scene.agent_distances[node.id], node.id, node.category)
        nearest[quadrant] = min(nearest.get(quadrant, candidate), candidate)
    phrases = [_AROUND[k][1].format(_definite(nearest[k][2], counts)) for k in sorted(nearest)]
    start = f"I am in the {room}" if room else ""
    if not phrases:
        return f"{start}, and see nothing around me yet." if start else "I see nothing around me yet."
    if 0 in nearest:
        start = f"{start}, {phrases.pop(0)}" if start else f"I am {phrases.pop(0)}"
        return f"{start}, with {listed(phrases)}." if phrases else f"{start}."
    return f"{start}, with {listed(phrases)}." if start else f"I have {listed(phrases)}."


def _definite(noun: str, counts: Counter[str]) -> str:
    return f"the {noun}" if counts[noun] == 1 else article(noun)
