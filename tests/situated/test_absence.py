"""What is known about a thing that was not found: the asker stands at the origin of a room of 4 m × 4 m."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.scene.observed import FREE, NEVER_SEEN, SOLID, ObservedArea, Vocabulary
from situated_qa.situated.absence import Absence, Place, cannot_name, finding
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

CHAIR = ObjectNode(0, "chair", Box(np.array([1.0, 0.0, 0.5]), np.array([0.5, 0.5, 1.0])), np.array([1.0, 0.0, 0.5]))


def observed_below_y_0() -> ObservedArea:
    cells = np.full((16, 16), FREE)
    cells[[0, -1], :] = cells[:, [0, -1]] = SOLID
    cells[8:] = NEVER_SEEN  # y ≥ 0
    return ObservedArea(0.25, np.array([-2.0, -2.0]), cells)


def scene(heading_rad: float = 0.0, **graph: object) -> SituatedScene:
    full = SceneGraph(
        (CHAIR,), version=1, vocabulary=Vocabulary("nanodet", ("chair", "couch", "tv", "traffic light")),
        observed=observed_below_y_0(),
    )  # fmt: skip
    return SituatedScene(dataclasses.replace(full, **graph), Viewpoint(np.array([0.0, -0.1, 0.0]), heading_rad))


def test_a_scene_file_is_complete() -> None:
    found = finding(scene(vocabulary=None, observed=None), ["whiteboard"], Place(relations=("left",)))
    assert (found.absence, found.reason) == (Absence.NOT_THERE, "")


def test_what_the_detector_cannot_name_may_be_there() -> None:
    found = finding(scene(), ["whiteboard"], Place(relations=("right",)))
    assert found.absence is Absence.CANNOT_NAME
    assert found.reason == "My detector (nanodet) knows 4 kinds of things, and a whiteboard is not one of them."


def test_a_place_that_was_not_observed_is_not_evidence_and_turns_with_the_asker() -> None:
    left, right = Place(relations=("left",)), Place(relations=("right",))
    assert finding(scene(), ["couch"], left).absence is Absence.NOT_SEEN
    assert finding(scene(), ["couch"], right).absence is Absence.NOT_THERE
    assert finding(scene(math.pi), ["couch"], left).absence is Absence.NOT_THERE
    assert finding(scene(math.pi), ["couch"], right).absence is Absence.NOT_SEEN
    assert "on your left" in finding(scene(), ["couch"], left).reason


@pytest.mark.parametrize(
    ("relation", "absence"),
    [
        ("3 o'clock", Absence.NOT_THERE),
        ("9 o'clock", Absence.NOT_SEEN),
        ("back right", Absence.NOT_THERE),
        ("front left", Absence.NOT_SEEN),
        ("within reach", Absence.NOT_SEEN),  # all around, and half of it was not seen
    ],
)
def test_each_relation_has_its_own_place(relation: str, absence: Absence) -> None:
    assert finding(scene(), ["tv"], Place(relations=(relation,))).absence is absence


def test_beside_an_object_something_was_observed() -> None:
    assert finding(scene(), ["couch"], Place(beside_object=True)).absence is Absence.NOT_THERE


def test_the_whole_place_is_all_rooms_else_all_around() -> None:
    assert finding(scene(), ["couch"], Place()).absence is Absence.NOT_SEEN
    index = np.full((16, 16), -1)
    index[1:8, 1:15] = 0  # the lower half is the kitchen
    plan = FloorPlan(0.25, np.array([-2.0, -2.0]), index >= 0, index, ("kitchen",))
    room = RoomNode("kitchen", Box(np.array([0.0, -1.0, 1.25]), np.array([3.5, 1.75, 2.5])))
    kitchen = scene(floor_plan=plan, rooms=(room,))
    assert finding(kitchen, ["couch"], Place()).absence is Absence.NOT_THERE
    assert finding(kitchen, ["couch"], Place(rooms=("kitchen",))).absence is Absence.NOT_THERE
    assert finding(kitchen, ["couch"], Place(rooms=("bathroom",))).absence is Absence.NOT_SEEN


def test_without_an_observed_area_a_detector_proves_nothing() -> None:
    found = finding(scene(observed=None), ["couch"], Place())
    assert found.absence is Absence.NOT_SEEN and "does not tell which part" in found.reason
    assert finding(scene(observed=None), ["couch"], Place(beside_object=True)).absence is Absence.NOT_THERE


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("sofa", ""),  # another word for couch
        ("thing", ""),
        ("something to sit on", ""),
        ("lamp", "My detector (nanodet) knows 4 kinds of things, and a lamp is not one of them."),
        ("kitchen", "My detector (nanodet) knows 4 kinds of things, and a kitchen is not one of them. "
         "My map knows no rooms by name."),
        ("seat", "My detector (nanodet) names a seat only if it is a chair or couch."),
    ],
)
def test_other_words_for_what_can_be_named(name: str, reason: str) -> None:
    assert cannot_name(scene(), name) == reason


def test_it_is_not_said_that_a_detector_found_none_where_it_found_some() -> None:
    """The scene holds a chair."""
    chairs = scene(vocabulary=Vocabulary("nanodet", ("chair", "couch")))
    assert cannot_name(chairs, "seat") == "My detector (nanodet) names a seat only if it is a chair or couch."


def test_a_detector_that_declares_nothing_proves_nothing() -> None:
    bare = scene(vocabulary=Vocabulary("mine"))
    assert cannot_name(bare, "chair") == (
        "The detector mine does not declare what it can name, so a chair may be there unnamed."
    )
    assert cannot_name(scene(vocabulary=Vocabulary("mine", open=True)), "whiteboard") == ""


@pytest.mark.parametrize("name", ["person", "man", "dog", "animal"])
def test_a_map_never_tells_that_nobody_is_there(name: str) -> None:
    """The detector can name persons, but the map leaves them out: that none is in it says nothing."""
    seen = scene(vocabulary=Vocabulary("nanodet", ("chair", "person", "dog", "cat")))
    found = finding(seen, [name], Place(relations=("right",)))  # observed in full
    assert found.absence is Absence.CANNOT_NAME
    assert found.reason.startswith("People and animals come and go, so my map leaves them out")
    assert cannot_name(seen, "chair") == ""
    assert cannot_name(scene(vocabulary=None, observed=None), name) == ""  # a scene file is complete
