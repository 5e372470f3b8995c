"""Shades and two colors answer what asks for the basic color."""

from __future__ import annotations

import numpy as np
import pytest
from hand_made_room import thing

from situated_qa.scene.builder import link_objects
from situated_qa.situated import attributes
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.looks import matches_look
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


@pytest.mark.parametrize(
    ("known", "asked", "fits"),
    [
        ("dark red", "red", True), ("red", "dark red", False), ("dark red", "dark red", True),
        ("light grey", "gray", True), ("white and grey", "gray", True), ("white and grey", "white", True),
        ("cream", "beige", True), ("beige", "cream", True), ("dark red", "brown", False), ("light blue", "navy", True),
        ("white and grey", "red", False), ("some color", "red", False),
    ],
)  # fmt: skip
def test_shade_of_a_color_is_the_color(known, asked, fits):
    assert matches_look("color", known, asked) is fits


def scene(*colors: str) -> SituatedScene:
    """Chairs of these colors beside one another, 2 m ahead."""
    chairs = [thing(id, "chair", 2, id, 0, 0.5, 0.5, 0.9, color=color) for id, color in enumerate(colors)]
    return SituatedScene(link_objects(chairs), Viewpoint(np.zeros(3), 0.0))


def shown(text: str, room: SituatedScene) -> str:
    return short(evaluate(text, room).values[0], room.graph)


def test_chairs_are_counted_by_their_basic_color():
    room = scene("dark red", "red", "white and red", "grey")
    assert shown('count(every("chair", color="red"))', room) == "3"
    assert shown('count(every("chair", color="dark red"))', room) == "1"


@pytest.mark.parametrize(
    ("colors", "answer"), [(("dark red", "red"), "yes"), (("white and red", "white"), "yes"), (("red", "blue"), "no")]
)
def test_colors_are_compared_by_their_basic_names(colors, answer):
    assert shown('alike("color", every("chair"))', scene(*colors)) == answer


@pytest.mark.parametrize(
    ("stored", "options", "chosen"),
    [
        ("dark red", ["blue", "red"], "red"),
        ("white and red", ["red", "white"], "white"),
        ("white and red", ["red", "blue"], "red"),
    ],
)
def test_of_the_options_the_basic_color_of_a_shade_and_the_first_of_two_are_taken(stored, options, chosen):
    assert attributes.color(scene(stored).graph.objects[0], options) == chosen
