"""Things that nobody could name: told by their size where nothing else is there, never counted among named things."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def node(id: int, category: str, x: float, y: float, size=(0.4, 0.3, 0.8)) -> ObjectNode:
    box = Box(np.array([x, y, size[2] / 2]), np.array(size), 0.0)
    return ObjectNode(id, category, box, box.center)


@pytest.fixture
def scene() -> SituatedScene:
    """A chair ahead; behind, one thing without a name."""
    graph = SceneGraph((node(0, "chair", 2.0, 0.0), node(1, "object", -2.0, 0.0)))
    return SituatedScene(graph, Viewpoint(np.zeros(3), 0.0))


def said(expression: str, scene: SituatedScene) -> tuple[str, str]:
    (value,) = evaluate(expression, scene).values
    return short(value, scene.graph), sentence(value, scene.graph)


def test_what_is_behind_me_may_be_something_without_a_name(scene):
    told = "There is something about 0.4 x 0.3 x 0.8 m that I cannot name."

    assert said('name(the("thing", behind(me)))', scene) == ("something that I cannot name", told)
    assert said('name(every("thing", behind(me)))', scene) == ("something that I cannot name", told)


def test_named_things_are_told_alone(scene):
    assert said('name(every("thing"))', scene)[0] == "chair"
    assert said('count(every("thing"))', scene)[0] == "1"


def test_unnamed_things_are_counted_only_as_such(scene):
    assert said('count(every("thing", behind(me)))', scene)[1] == "There is one unnamed thing behind you."


def test_no_kind_of_thing_is_an_unnamed_one(scene):
    assert said('count(every("chair"))', scene)[0] == "1"
    assert said('exists(every("table"))', scene)[0] == "no"


def test_where_nothing_is_the_absence_speaks_of_any_thing(scene):
    text = said('name(the("thing", left(me)))', scene)[1]
    assert text.startswith("I know of nothing on your left."), text
