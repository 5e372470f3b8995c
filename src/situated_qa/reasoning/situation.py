"""The asker's situation in words: what there is to see, and what lies around the asker now."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

MAX_CATEGORIES = 60  # named in the summary; a whole building would fill the model's context

_AROUND = (
    (0.0, "I am facing {}"),
    (np.pi / 2, "{} on my left"),
    (-np.pi / 2, "{} on my right"),
    (np.pi, "{} behind me"),
)


def room_summary(scene: Any) -> str:
    """One line such as "I am in a kitchen. Looking around me, I see: 2 chair, 1 sofa." (LLM-TPC's opening).

    Args:
        scene: a `SituatedScene`.
    """
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    counts = Counter(node.category for node in nodes)
    if not counts:
        return "I am in a room. Looking around me, I see no objects yet."
    listed = [f"{counts[name]} {name}" for name in sorted(counts)]
    if len(listed) > MAX_CATEGORIES:
        common = sorted(counts, key=lambda name: (-counts[name], name))[:MAX_CATEGORIES]
        listed = [f"{counts[name]} {name}" for name in sorted(common)]
        listed.append(f"and {len(counts) - MAX_CATEGORIES} other kinds of things")
    return f"I am in {_room(scene)}. Looking around me, I see: {', '.join(listed)}."


def situation_in_words(scene: Any) -> str:
    """The nearest object in each of four directions, as a person would say it: "I am facing a chair, with a couch on my
    right and a coffee table behind me."

    Args:
        scene: a `SituatedScene`.
    """
    nearest: dict[int, tuple[float, int, str]] = {}
    for node in scene.graph.objects:
        if node.id in scene.structural:
            continue
        bearing = scene.viewpoint.bearing_rad(node.box.center)
        quadrant = min(range(4), key=lambda k: abs((bearing - _AROUND[k][0] + np.pi) % (2 * np.pi) - np.pi))
        candidate = (scene.agent_distances[node.id], node.id, node.category)
        nearest[quadrant] = min(nearest.get(quadrant, candidate), candidate)
    phrases = [_AROUND[k][1].format(_article(nearest[k][2])) for k in sorted(nearest)]
    if not phrases:
        return "I see nothing around me yet."
    if 0 not in nearest:
        return f"I have {_joined(phrases)}."
    return f"{phrases[0]}, with {_joined(phrases[1:])}." if phrases[1:] else f"{phrases[0]}."


def _joined(phrases: list[str]) -> str:
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def _article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _room(scene: Any) -> str:
    name = scene.room_at(scene.viewpoint.position)
    return f"the {name}" if name else "a room"
