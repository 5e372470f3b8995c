"""The asker's situation in words: what lies around the asker now."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from situated_qa.scene.graph import plain_name

_AROUND = (
    (0.0, "facing {}"),
    (np.pi / 2, "{} on my left"),
    (-np.pi / 2, "{} on my right"),
    (np.pi, "{} behind me"),
)


def situation_of(scene: Any, told: str = "") -> str:
    """The situation on one line: as the asker told it, else `situation_in_words`."""
    return " ".join(told.split()) or situation_in_words(scene)


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
    phrases = [_AROUND[k][1].format(_article(nearest[k][2], counts)) for k in sorted(nearest)]
    start = f"I am in the {room}" if room else ""
    if not phrases:
        return f"{start}, and see nothing around me yet." if start else "I see nothing around me yet."
    if 0 in nearest:
        start = f"{start}, {phrases.pop(0)}" if start else f"I am {phrases.pop(0)}"
        return f"{start}, with {_joined(phrases)}." if phrases else f"{start}."
    return f"{start}, with {_joined(phrases)}." if start else f"I have {_joined(phrases)}."


def _joined(phrases: list[str]) -> str:
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def _article(noun: str, counts: Counter[str]) -> str:
    if counts[noun] == 1:
        return f"the {noun}"
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
