"""Which things of the map a plain noun phrase of a situation may mean, ends of things, the seats at a table."""

from __future__ import annotations

import math

import numpy as np

from situated_qa.errors import SituationError, ToolError
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.categories import category_like
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.perception.categories import facts_of
from situated_qa.perception.colors import canonical_color
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.categories import find_categories
from situated_qa.situated.doors import ENTRANCES, OUTSIDE, doors_of
from situated_qa.situated.matcher import all_steps
from situated_qa.situated.viewpoint import as_faced, reach_m
from situated_qa.situated.walls import heading_on, walls_of

_SHADES = frozenset(("light", "dark", "bright"))
_RESTED_ON = frozenset(("sit", "lie", "bathe", "shower"))
_CLIMBED_M = 0.9  # the highest top of a thing of unknown use that somebody may be on
_AT_TABLE_M = 0.6  # the greatest gap between a table and a seat at it
_TO_TABLE_RAD = math.radians(60.0)  # how far beside its table a seat at it may face


def things_named(graph: SceneGraph, words: str) -> list[ObjectNode]:
    """The objects that a plain noun phrase may mean; its color and its room count.

    The room is said after the noun, "in the kitchen", or before it.

    Raises:
        SituationError: there are none.
    """
    if words in ENTRANCES and (doors := doors_of(graph, OUTSIDE)):
        return [graph.by_id[i] for i in sorted(doors)]
    rooms = {room for node in graph.objects if (room := node.room.lower())}
    name, _, place = words.partition(" in the ")
    if not place and " of the " in words:
        named, _, whose = words.partition(" of the ")
        name, place = (named, whose) if whose in rooms or rooms_like(whose, rooms) else (words, "")
    before = _room_before(name, rooms) if not place and name not in graph.categories() else ""
    if before:
        name, place = name.removeprefix(before).strip(), before
    where = place.strip()
    called = {where} if where in rooms else set(rooms_like(where, rooms))
    room_names = graph.floor_plan.room_names if graph.floor_plan is not None else ()
    # A door belongs to both of its rooms.
    doors = {id for room in room_names if place and room.lower() in called for id in doors_of(graph, room)}
    nodes = [node for node in graph.objects if not place or node.room.lower() in called or node.id in doors]
    parts = name.split()
    colored = next((k for k, word in enumerate(parts) if not _color(word) and word not in _SHADES), 0)
    for start in range(colored, len(parts)):
        match = find_categories(" ".join(parts[start:]), graph.categories(), all_steps())
        if match is None:
            continue
        looks = [word for word in parts[:start] if word not in _SHADES]
        found = [node for node in nodes if node.category in match.categories]
        fitting = [node for node in found if all(_looks(node, word) for word in looks)]
        if fitting:
            return fitting
        if found and looks:
            raise SituationError(f"I know no {name!r}: no {match.categories[0]} here is known to be {looks[0]}.")
    where = f" in the {place.strip()}" if place else ""
    kind = "That is a room; say what you look at in it. " if name in room_names else ""
    raise SituationError(f"I know no {name!r}{where} here, so I cannot tell where you are. {kind}".strip())


def _room_before(name: str, rooms: set[str]) -> str:
    """The room that a noun phrase begins with: "hallway mirror"; "" for none."""
    words = name.split()
    leads = (" ".join(words[:cut]) for cut in range(len(words) - 1, 0, -1))
    return next((lead for lead in leads if lead in rooms or rooms_like(lead, rooms)), "")


def ends_of(node: ObjectNode, part: str) -> list[np.ndarray] | None:
    """Level unit vectors from the middle of a thing to an end of it; None where it is not known which it is.

    Args:
        part: "head", "foot", "left", "right", "end" (the foot of what one lies on), or "ends", both of its length.
    """
    row = category_like(node.category)
    lain_on = row is not None and "lie" in row[0].uses
    if node.front is not None and part in ("left", "right"):
        side = np.array([-node.front[1], node.front[0]])
        return [side if (part == "left") != as_faced(node) else -side]
    if node.front is not None and (part in ("head", "foot") or (part == "end" and lain_on)):
        return [np.array(node.front) * (-1.0 if part == "head" else 1.0)]
    if part not in ("end", "ends"):
        return None
    angle = node.box.yaw + (0.0 if node.box.extents[0] >= node.box.extents[1] else math.pi / 2)
    way = np.array([math.cos(angle), math.sin(angle)])
    return [way, -way]


def may_be_on(node: ObjectNode) -> bool:
    """Whether people are on or in a thing of its kind: seats, beds, tubs, rugs; or it is not known."""
    row = category_like(node.category)
    if row is not None and row[0].uses:
        return not _RESTED_ON.isdisjoint(row[0].uses) or row[0].always_flat
    return float(node.box.center[2] + node.box.extents[2] / 2) <= _CLIMBED_M


def seats_at(graph: SceneGraph, table: ObjectNode) -> list[tuple[ObjectNode, float]]:
    """The seats at a table and where who sits there looks, rad; empty where there are none, or the thing is a seat."""
    match = find_categories("seat", graph.categories())
    kinds = frozenset(match.categories) if match is not None else frozenset()
    if table.category in kinds:
        return []
    found = []
    c, s = math.cos(table.box.yaw), math.sin(table.box.yaw)
    axes, half = np.array([[c, s], [-s, c]]), table.box.extents[:2] / 2
    for node in graph.objects:
        if node.category not in kinds or not _in_one_room(node, table):
            continue
        own = axes @ (node.box.center[:2] - table.box.center[:2])
        offset = (np.clip(own, -half, half) - own) @ axes  # to the nearest point of the table
        gap = float(np.hypot(*offset))
        if gap < 1e-6 or gap - reach_m(node, offset / gap) > _AT_TABLE_M:
            continue
        towards = math.atan2(offset[1], offset[0])
        heading = towards if node.front is None else math.atan2(node.front[1], node.front[0])
        if abs(wrap_angle(heading - towards)) <= _TO_TABLE_RAD:
            found.append((node, heading))
    return found


def looks_from(graph: SceneGraph, node: ObjectNode) -> float | None:
    """Where somebody looks who is on a thing, rad: where its front faces; from a stool to its table or off its wall."""
    if node.front is not None:
        return math.atan2(node.front[1], node.front[0])
    row = category_like(node.category)
    if row is None or "sit" not in row[0].uses:
        return None
    tables = (other for other in graph.objects if facts_of(other.category).hides == "top")
    at_table = next((looks for table in tables for seat, looks in seats_at(graph, table) if seat is node), None)
    walls = walls_of(graph) if at_table is None else None
    return at_table if walls is None else heading_on(node, walls)  # a bench at a wall


def _in_one_room(a: ObjectNode, b: ObjectNode) -> bool:
    """Whether no wall is known to be between two things."""
    return not a.room or not b.room or a.room == b.room


def _color(word: str) -> str:
    """The color that a word names; "" where it names none."""
    try:
        return canonical_color(word)
    except ToolError:
        return ""


def _looks(node: ObjectNode, word: str) -> bool:
    """Whether a word of color, material, shape or state is recorded of a node."""
    told = f"{node.color} {' '.join(node.attributes.values())}".split()
    return word in told or (bool(_color(word)) and _color(word) in map(_color, told))
