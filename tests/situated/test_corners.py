"""Where the corners of rooms are, and what stands in them."""

from __future__ import annotations

import numpy as np
import pytest
from hand_drawn_home import home_graph, thing

from situated_qa.geometry import Box
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.corners import away_from_corner_m, corners_of
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


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
