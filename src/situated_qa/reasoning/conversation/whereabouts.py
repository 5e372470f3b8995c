""" "Where am I?", "which room is this?": answered from the pose and the map."""

from __future__ import annotations

import re
from typing import Any

from situated_qa.reasoning.conversation.speech import opened
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.phrases import article, direction_words, listed

_NAMED = 3  # of the nearest things
_LANDMARK_M = 0.4  # longest side of a thing that is worth naming
_PLACE = r"(?:room|place|spot|location|position|part of \w+ \w+|kind of (?:room|place)|type of (?:room|place))"
_BEING = r"(?:am i|are we|are you|i am|we are|you are|do i stand|is this|is here)"
_MORE = (
    r"(?: (?:standing|sitting|located|situated|positioned|at|in|on|now|right|exactly|currently|here|precisely|robot"
    r"|please))*"
)
_LEAD = r"(?:(?:please|robot|and|so|tell me|do you know|can you tell me|could you tell me|show me|say) )*"
_ASKED = re.compile(
    rf"{_LEAD}(?:(?:where(?: exactly)?|(?:in |at |on )?(?:what|which) {_PLACE})(?: exactly)? {_BEING}{_MORE}"
    rf"|what (?:is|are) (?:this|my|our|your|the) (?:current )?(?:room|place|position|location|pose|whereabouts"
    rf"|coordinates)"
    rf"(?: called| named| again)?{_MORE}|what is the name of this (?:room|place))"
)


def asks_whereabouts(text: str) -> bool:
    """Whether a text asks where the asker or the robot is."""
    return bool(_ASKED.fullmatch(" ".join(re.sub(r"[^\w' ]+", " ", opened(text)).split())))


def whereabouts(scene: Any, *, of_robot: bool) -> tuple[str, str, tuple[int, ...]]:
    """(short text, sentence, ids of the things named) where the viewpoint is.

    Args:
        scene: a `SituatedScene`.
        of_robot: whether "you" were asked about, so that the answer says "I".
    """
    be = "I am" if of_robot else "You are"
    x, y, _ = scene.viewpoint.position
    at = f"at x {x:.1f} m, y {y:.1f} m in the map"
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    nodes = [node for node in nodes if max(node.box.extents) >= _LANDMARK_M] or nodes
    nodes = sorted(nodes, key=lambda node: (scene.agent_distances[node.id], node.id))[:_NAMED]
    near = listed([f"{article(node.category)}, {_distance(scene, node, of_robot=of_robot)}" for node in nodes])
    nearest = f" Nearest: {near}." if near else " I know of nothing around here yet."
    room = plain_name(scene.room_at(scene.viewpoint.position))
    if room:
        return room, f"{be} in the {room}, {at}.{nearest}", tuple(node.id for node in nodes)
    where = f"near the {nodes[0].category}" if nodes else f"{x:.1f}, {y:.1f}"
    return where, f"I do not know which room this is. {be} {at}.{nearest}", tuple(node.id for node in nodes)


def _distance(scene: Any, node: Any, *, of_robot: bool) -> str:
    side = direction_words(scene.viewpoint.hour(node.box.center))
    if of_robot:
        side = re.sub(r"\byou(r?)\b", lambda match: "my" if match.group(1) else "me", side)
    return f"{scene.agent_distances[node.id]:.1f} m away {side}"
