"""What "it" means in a question after a situation. The asker sits on the couch at the origin and looks along x."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.told_nouns import with_nouns
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def scene(*things: tuple[str, float, float]) -> SituatedScene:
    nodes = []
    for id, (category, x, y) in enumerate((("couch", 0.0, 0.0), ("tv", 3.0, 0.0), *things)):
        center = np.array([x, y, 0.5])
        nodes.append(ObjectNode(id, category, Box(center, np.array([0.5, 0.5, 1.0])), center))
    return SituatedScene(SceneGraph(tuple(nodes)), Viewpoint(np.zeros(3), 0.0))


FACING = "I am sitting on the couch, facing the tv."


@pytest.mark.parametrize(
    ("told", "asked", "meant"),
    [
        (FACING, "What color is it?", "What color is the tv?"),
        (FACING, "What color is the picture above it?", "What color is the picture above the tv?"),
        (FACING, "What is to the left of it?", "What is to the left of the tv?"),
        (FACING, "What is its color?", "What is the tv's color?"),
        (FACING, "How far is it from me?", "How far is the tv from me?"),
        ("I am sitting on the couch.", "What is above it?", "What is above the couch?"),
        # nothing of the situation is meant
        (FACING, "How far is it to the door?", "How far is it to the door?"),
        (FACING, "What time is it?", "What time is it?"),
        (FACING, "Is the lamp on the table and is it on?", "Is the lamp on the table and is it on?"),
        (FACING, "Is there a bed on my left and what is under it?", "Is there a bed on my left and what is under it?"),
        (FACING, "What is on my left?", "What is on my left?"),
    ],
)  # fmt: skip
def test_a_pronoun_is_the_thing_of_the_situation(told: str, asked: str, meant: str) -> None:
    assert with_nouns(scene(), asked, told, (0, 1)) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("What is on the table?", "What is on the dining table?"),
        ("What color is the table lamp?", "What color is the table lamp?"),
        ("What is on the other table?", "What is on the other table?"),
    ],
)
def test_a_short_name_is_the_longer_one_of_the_situation(asked: str, meant: str) -> None:
    told = "I am sitting at the dining table, facing the tv."
    assert with_nouns(scene(("dining table", 0.8, 0.0), ("table", 9.0, 0.0)), asked, told, (2, 1)) == meant


def test_the_thing_looked_at_is_told_from_its_likes() -> None:
    behind = scene(("tv", -1.0, 0.0))
    assert with_nouns(behind, "What color is it?", FACING, (0, 1)) == "What color is the tv in front of me?"
    nearer = scene(("tv", 2.0, 0.5))  # also in front, and nearer: no words tell them apart
    assert with_nouns(nearer, "What color is it?", FACING, (0, 1)) is None


def test_a_pronoun_that_may_mean_two_things_is_not_filled() -> None:
    told = "I am sitting on the couch with the tv on my left."
    assert with_nouns(scene(), "What color is it?", told, (0, 1)) is None
