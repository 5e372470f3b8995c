"""What is known about a thing that was not found: not there, its place not observed, or unknown to the detector.

"No" needs evidence. It is given where the place that was asked about was observed and the detector can name such
things; a scene file without "vocabulary" and "observed" is taken as complete.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from situated_qa.knowledge.rooms import room_names
from situated_qa.perception.categories import facts_of
from situated_qa.scene.relation_names import hour_of
from situated_qa.scene.relation_table import told_to_asker
from situated_qa.situated.categories import ANYTHING, find_categories
from situated_qa.situated.language.phrases import amount, article, listed
from situated_qa.situated.matcher import all_steps, beyond_a_place
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import bearing_of

SEEN_SHARE = 0.8
"""A place counts as observed from this share on: corners and shadows behind furniture are never seen in full."""

_REACH_M = 6.0  # how far a look into "on my left" goes
_EDGE_RAD = math.radians(5.0)
_MOVING = ("person", "dog", "cat")


class Absence(IntEnum):
    """What is known about a thing that was not found; the values are those of `srv/Ask.srv`."""

    NONE = 0  # the answer does not rest on the absence of something
    NOT_THERE = 1  # the place was observed, and the detector can name such things
    NOT_SEEN = 2  # the place, or part of it, was never observed
    CANNOT_NAME = 3  # the detector's vocabulary has no such category


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was looked for."""

    rooms: tuple[str, ...] = ()  # only in these; empty: anywhere
    relations: tuple[str, ...] = ()  # to the asker, by canonical name: "left", "2 o'clock", "near"
    beside_object: bool = False  # on or near an object of the graph: where that is, something was observed
    hidden: str = ""  # where no camera looks, as one would have to look: "into the box", "under the bed"

    def words(self) -> str:
        """As part of a sentence: "on your left in the kitchen"; "" for anywhere."""
        parts = [told_to_asker(name) for name in self.relations]
        parts += [f"in the {' and the '.join(self.rooms)}"] if self.rooms else []
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known about a thing that was not found, and why, in words for the asker."""

    absence: Absence
    reason: str  # a sentence; "" where the graph is complete, so that nothing needs to be said


def finding(scene: SituatedScene, names: Sequence[str], place: Place) -> Finding:
    """What is known about things of these names that the graph does not hold at a place.

    Args:
        names: as they were asked for, singular; words for anything ("thing") need no vocabulary.
    """
    for name in names:
        reason = cannot_name(scene, name)
        if reason:
            return Finding(Absence.CANNOT_NAME, reason)
    graph = scene.graph
    if graph.observed is None and graph.vocabulary is None:
        return Finding(Absence.NOT_THERE, "")
    if place.hidden:
        return Finding(Absence.NOT_SEEN, f"I cannot look {place.hidden}.")
    if graph.observed is None and not place.beside_object:
        return Finding(Absence.NOT_SEEN, "The map does not tell which part of the place was observed.")
    share = observed_share(scene, place)
    where = place.words() or "around you"
    if share < SEEN_SHARE:
        seen = "nothing" if share < 0.005 else f"only {share:.0%} of the space"
        return Finding(Absence.NOT_SEEN, f"I have observed {seen} {where} so far.")
    vocabulary = scene.graph.vocabulary
    unnamed = len(scene.unnamed)
    if unnamed and scene.graph.vocabulary is not None:
        there = f"There {'is' if unnamed == 1 else 'are'} {amount(unnamed, 'thing')} in the map that I cannot name."
        return Finding(Absence.NOT_THERE, f"I have observed {share:.0%} of the space {where}. {there}")
    misses = f" The detector {vocabulary.detector} can miss things." if vocabulary is not None else ""
    return Finding(Absence.NOT_THERE, f"I have observed {share:.0%} of the space {where}.{misses}")


def cannot_name(scene: SituatedScene, name: str) -> str:
    """Why a thing of this name may be there without the graph holding it; "" where the detector can name such things.

    Of a word that is wider than the detector's names ("seat", where it knows chairs) a part is named at most.
    """
    if name not in scene.categories and beyond_a_place(name):
        return f"The map holds things in and around rooms, and {article(name)} is not one that it can hold."
    if name not in scene.categories and scene.graph.vocabulary is not None and _comes_and_goes(scene, name):
        return f"People and animals come and go, so my map leaves them out: it cannot tell of {article(name)}."
    vocabulary = scene.graph.vocabulary
    if vocabulary is None or vocabulary.open or name in ANYTHING or name.startswith("something "):
        return ""
    detector = vocabulary.detector
    if not vocabulary.names:
        return f"The detector {detector} does not declare what it can name, so {article(name)} may be there unnamed."
    match = find_categories(name, vocabulary.names, all_steps())
    if match is None:
        known = f"knows {len(vocabulary.names)} kinds of things"
        rooms = ""
        if name in room_names():  # "entrance" may be a room or a door: what is said holds for both
            listing = listed(tuple(room.name for room in scene.graph.rooms))
            rooms = f" The rooms of my map are {listing}." if listing else " My map knows no rooms by name."
        return f"My detector ({detector}) {known}, and {article(name)} is not one of them.{rooms}"
    if match.how == "kind":
        narrower = " or ".join(match.categories[:3]) + (" ..." if len(match.categories) > 3 else "")
        found = any(node.category in match.categories for node in scene.graph.objects)
        none = "" if found else "; it found none"
        return f"My detector ({detector}) names {article(name)} only if it is a {narrower}{none}."
    return ""


def _comes_and_goes(scene: SituatedScene, name: str) -> bool:
    """Whether a word means people or animals only, which a map of what a detector saw leaves out."""
    named = scene.graph.vocabulary.names if scene.graph.vocabulary is not None else ()
    moving = [category for category in dict.fromkeys((*_MOVING, *named)) if facts_of(category).moves]
    return name not in ANYTHING and find_categories(name, moving, all_steps()) is not None


def observed_share(scene: SituatedScene, place: Place) -> float:
    """How much of a place was observed, 0 … 1; 0 where the graph does not tell.

    A place is the looks from the asker into the directions asked about, else the floor of the rooms asked about, else
    the floor of the rooms that are known, else all around the asker.
    """
    graph = scene.graph
    if place.beside_object or graph.observed is None:
        return float(place.beside_object)  # where an object is, something was observed
    bearings, reach_m = _looks(scene, place.relations)
    if bearings:
        return graph.observed.share_seen_around(scene.viewpoint.position, bearings, reach_m)
    plan = graph.floor_plan
    rooms = place.rooms or (plan.room_names if plan is not None else ())
    if plan is not None and rooms:
        return min(graph.observed.share_seen_of_room(plan, room) for room in rooms)
    return graph.observed.share_seen_around(scene.viewpoint.position, [(-math.pi, math.pi)], _REACH_M)


def _looks(scene: SituatedScene, relations: Sequence[str]) -> tuple[list[tuple[float, float]], float]:
    """Map bearings that the relations to the asker span, and how far the looks go; no bearings where none does."""
    reach_m, spans, heading = _REACH_M, [], scene.viewpoint.heading_rad
    for name in relations:
        bearing = bearing_of(name)
        if bearing is not None:
            of_hour = hour_of(name) is not None
            half = math.pi / 12 if of_hour else math.pi / 2 / len(name.split()) - _EDGE_RAD  # "front left": half of it
            spans.append((heading + bearing - half, heading + bearing + half))
        elif name in ("near", "within reach"):
            reach_m = scene.settings.near_m if name == "near" else scene.settings.within_reach_m
            spans = spans or [(-math.pi, math.pi)]
    return spans[-1:], reach_m
