"""Where the corners and walls of rooms and the parts of things are, and what is there."""

from __future__ import annotations

import numpy as np
import pytest
from hand_drawn_home import home_graph, thing

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.situated.walls import away_from_corner_m, corners_of


def test_a_room_has_the_corners_of_its_floor() -> None:
    # 12 by 8 cells of 0.25 m from (0.25, 1.5) on
    corners = corners_of(home_graph(), "kitchen")
    wanted = {(0.25, 1.5), (0.25, 3.5), (3.25, 1.5), (3.25, 3.5)}
    assert all(min(np.hypot(*(np.array(want) - corner)) for corner in corners) < 0.05 for want in wanted)


def test_without_a_floor_plan_all_things_tell_the_corners() -> None:
    things = [thing(0, "bed", 1, 1, 0, 2, 2, 0.5), thing(1, "desk", 4, 3, 0, 2, 1, 0.7)]
    corners = corners_of(SceneGraph(things))
    assert {tuple(corner) for corner in corners.round(3).tolist()} == {(0.0, 0.0), (5.0, 0.0), (0.0, 3.5), (5.0, 3.5)}
    assert len(corners_of(SceneGraph([]))) == 0


@pytest.mark.parametrize(
    ("center", "yaw", "away_m"),
    [
        ((2.0, 3.0), 0.0, np.hypot(1.0, 2.5)),  # half of 2 and of 1 nearer than the center
        ((2.0, 3.0), np.pi / 2, np.hypot(1.5, 2.0)),
        ((0.5, 0.2), 0.0, 0.0),
    ],
)
def test_the_distance_is_that_of_the_box_from_above(center: tuple[float, float], yaw: float, away_m: float) -> None:
    box = Box(np.array([*center, 1.0]), np.array([2.0, 1.0, 2.0]), yaw)
    assert away_from_corner_m(np.array([[0.0, 0.0], [9.0, 9.0]]), box) == pytest.approx(away_m)


def test_what_stands_in_a_corner_is_told_with_its_room() -> None:
    scene = SituatedScene(home_graph(), Viewpoint(np.array([1.5, 0.75, 0.0]), 0.0))

    def answer(text: str) -> str:
        return short(evaluate(text, scene).values[0], scene.graph)

    assert answer('name(every("thing", in_corner()))') == "fridge"  # the bed is 0.55 m off, in the middle
    assert answer('exists(every("bed", in_corner()))') == "no"
    assert answer('name(the("thing", in_corner(), room="bedroom"))') == "bed"  # the one that is nearest to a corner


def _answer(graph: SceneGraph, text: str, x: float = 5.0, y: float = 2.5, heading_deg: float = 0.0) -> str:
    scene = SituatedScene(graph, Viewpoint(np.array([x, y, 0.0]), np.radians(heading_deg)))
    return short(evaluate(text, scene).values[0], graph)


# The floor of the bedroom spans x 3.5 … 7.25 and y 1.5 … 3.5.
ON_WALLS = (
    thing(10, "window", 7.27, 3.0, 1.0, 0.05, 0.8, 1.0, room="bedroom", front=(-1.0, 0.0)),
    thing(11, "picture", 7.24, 1.9, 1.2, 0.02, 0.4, 0.4, room="bedroom", front=(-1.0, 0.0), color="red"),
    thing(12, "picture", 5.0, 3.49, 1.2, 0.4, 0.02, 0.4, room="bedroom", front=(0.0, -1.0), color="green"),
    thing(13, "picture", 3.51, 2.5, 1.2, 0.02, 0.4, 0.4, room="bedroom", front=(1.0, 0.0), color="blue"),
    thing(14, "dresser", 3.75, 2.9, 0.0, 0.4, 0.8, 0.8, room="bedroom"),
    thing(15, "table", 5.2, 2.5, 0.0, 0.6, 0.6, 0.7, room="bedroom"),
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('color(the("picture", along_wall(the("window"))))', "red"),
        ('count(every("picture", along_wall(the("window"))))', "1"),
        ('color(the("picture", opposite_wall(the("window"))))', "blue"),
        ('color(the("picture", along_wall(the("dresser"))))', "blue"),  # 0.05 m from the west wall
        ('color(the("picture", along_wall(the("bed"))))', "red"),  # 0.025 m from the east wall
        ('name(every("thing", on(the("wall", opposite_wall(the("dresser"))))))', "window and picture"),
        ('color(the("picture", along_wall(the("table"))))', "not known"),  # it stands at no wall
    ],
)
def test_the_wall_of_a_thing_and_the_one_across_from_it(text: str, answer: str) -> None:
    assert _answer(home_graph(more=ON_WALLS), text) == answer


# The bed's head is at x = 1, its foot at x = 3.
BED = link_objects(
    [
        thing(0, "bed", 2.0, 2.0, 0.0, 2.0, 1.0, 0.5, front=(1.0, 0.0)),
        thing(1, "pillow", 1.3, 2.0, 0.5, 0.4, 0.4, 0.1, color="white"),
        thing(2, "pillow", 2.8, 2.0, 0.5, 0.4, 0.4, 0.1, color="black"),
        thing(3, "nightstand", 1.2, 2.8, 0.0, 0.4, 0.4, 0.5),
        thing(4, "chest", 3.4, 2.0, 0.0, 0.4, 1.0, 0.4),
        thing(5, "shelf", 8.0, 8.0, 0.0, 0.4, 1.0, 1.8),
        thing(6, "book", 8.0, 7.8, 0.3, 0.2, 0.2, 0.05, color="red"),
        thing(7, "vase", 8.0, 8.2, 0.33, 0.1, 0.1, 0.2),
        thing(8, "book", 8.0, 8.0, 0.8, 0.2, 0.2, 0.05, color="green"),
        thing(9, "book", 8.0, 8.0, 1.3, 0.2, 0.2, 0.05, color="blue"),
        thing(10, "table", 12.0, 2.0, 0.0, 2.0, 1.0, 0.7),
        thing(11, "chair", 13.3, 2.0, 0.0, 0.4, 0.4, 0.9, color="red"),
        thing(12, "chair", 12.0, 2.8, 0.0, 0.4, 0.4, 0.9, color="blue"),
    ]
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('color(the("pillow", at_part(the("bed"), "head")))', "white"),
        ('color(the("pillow", at_part(the("bed"), "foot")))', "black"),
        ('color(the("pillow", at_part(the("bed"), "end")))', "black"),  # of what one lies on, its foot
        ('name(the("furniture", at_part(the("bed"), "head")))', "nightstand"),
        ('exists(every("chest", at_part(the("bed"), "foot")))', "yes"),
        ('exists(every("chest", at_part(the("bed"), "head")))', "no"),
        ('color(the("book", at_part(the("shelf"), "top")))', "blue"),
        ('color(the("book", at_part(the("shelf"), "middle")))', "green"),
        ('count(every("thing", at_part(the("shelf"), "bottom")))', "2"),  # 3 cm apart: one board
        ('color(the("chair", at_part(the("table"), "end")))', "red"),
        ('color(the("chair", at_part(the("table"), "head")))', "not known"),
    ],
)
def test_the_ends_of_things_and_the_boards_of_a_shelf(text: str, answer: str) -> None:
    assert _answer(BED, text) == answer


def test_immediately_at_a_side_is_what_one_would_bump_into_there() -> None:
    """Left is +y: the cup is nearer and 63° off; the rug lies at the feet; the chest is straight to the left."""
    things = [
        thing(0, "cup", 0.8, 0.4, 0.7, 0.1, 0.1, 0.1),
        thing(1, "rug", 0.0, 0.6, 0.0, 1.0, 1.0, 0.01),
        thing(2, "chest", 0.0, 2.0, 0.0, 1.0, 0.5, 0.6),
        thing(3, "bed", 0.0, 4.0, 0.0, 2.0, 1.0, 0.5),
    ]
    graph = SceneGraph(things)
    assert _answer(graph, 'name(the("thing", left(me), closest(me)))', 0.0, 0.0) == "chest"
    assert _answer(graph, 'name(every("thing", left(me)))', 0.0, 0.0).startswith("rug")  # all, the nearest first
