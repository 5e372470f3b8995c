"""Which way an object faces, in a room drawn cell by cell: its floor is x 0 … 4 m, y 0 … 3 m."""

from __future__ import annotations

import math

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.fronts import front_of
from situated_qa.scene.graph import ObjectNode

CELL_M = 0.05


@pytest.fixture
def plan() -> FloorPlan:
    room = np.full((80, 100), -1, np.int16)  # 5 x 4 m, origin (-0.5, -0.5)
    room[10:70, 10:90] = 0
    return FloorPlan(CELL_M, np.array([-0.5, -0.5]), room >= 0, room, ("room",))


def node(category: str, center: tuple[float, float], size: tuple[float, float, float], yaw: float = 0.0, points=None):
    box = Box(np.array([*center, size[2] / 2]), np.array(size), yaw)
    points = np.zeros((0, 3), np.float32) if points is None else np.asarray(points, np.float32)
    return ObjectNode(0, category, box, box.center, surface_points=points)


def chair_points(back: tuple[float, float], center=(2.0, 1.5)) -> np.ndarray:
    """A seat of 0.4 x 0.4 m at 0.45 m, and a back rest up to 0.9 m at the side `back` (unit, map)."""
    x, y = np.meshgrid(np.linspace(-0.2, 0.2, 5), np.linspace(-0.2, 0.2, 5))
    seat = np.column_stack([x.ravel(), y.ravel(), np.full(25, 0.45)])
    along = np.array([-back[1], back[0]])
    rest = [[*(0.19 * np.array(back) + s * along), z] for s in np.linspace(-0.2, 0.2, 5) for z in (0.6, 0.7, 0.8, 0.9)]
    points = np.vstack([seat, np.array(rest)])
    points[:, :2] += center
    return points


@pytest.mark.parametrize("back", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
def test_chair_faces_away_from_its_back_rest(back: tuple[float, float], plan: FloorPlan) -> None:
    chair = node("chair", (2.0, 1.5), (0.4, 0.4, 0.9), points=chair_points(back))
    assert front_of(chair, plan) == pytest.approx((-back[0], -back[1]))
    assert front_of(chair, None) == pytest.approx((-back[0], -back[1])), "a back rest needs no floor plan"


def test_turned_chair_faces_along_its_own_axis(plan: FloorPlan) -> None:
    back = (math.cos(math.radians(30)), math.sin(math.radians(30)))
    chair = node("chair", (2.0, 1.5), (0.4, 0.4, 0.9), math.radians(30), chair_points(back))
    assert front_of(chair, plan) == pytest.approx((-back[0], -back[1]))


def test_chair_whose_back_rest_was_not_seen_has_no_front(plan: FloorPlan) -> None:
    seat = chair_points((1.0, 0.0))[:25]
    assert front_of(node("chair", (2.0, 1.5), (0.4, 0.4, 0.9), points=seat), plan) is None


def test_couch_against_a_wall_faces_away_from_it(plan: FloorPlan) -> None:
    couch = node("couch", (2.0, 2.5), (1.8, 0.9, 0.8))  # its back at y 2.95, the wall at 3.0
    assert front_of(couch, plan) == pytest.approx((0.0, -1.0))
    assert front_of(couch, None) is None


def test_couch_in_a_corner_faces_across_its_long_side(plan: FloorPlan) -> None:
    couch = node("couch", (0.95, 2.5), (1.8, 0.9, 0.8))  # its left end at x 0.05
    assert front_of(couch, plan) == pytest.approx((0.0, -1.0))


def test_square_thing_in_a_corner_has_no_known_front(plan: FloorPlan) -> None:
    assert front_of(node("refrigerator", (0.4, 2.6), (0.7, 0.7, 1.8)), plan) is None


def test_refrigerator_at_one_wall_faces_away_from_it(plan: FloorPlan) -> None:
    assert front_of(node("refrigerator", (0.4, 1.5), (0.7, 0.7, 1.8)), plan) == pytest.approx((1.0, 0.0))


def test_thing_in_the_middle_of_a_room_has_no_known_front(plan: FloorPlan) -> None:
    assert front_of(node("couch", (2.0, 1.5), (1.8, 0.9, 0.8)), plan) is None


def test_screen_on_a_wall_faces_the_room_along_its_thin_side(plan: FloorPlan) -> None:
    assert front_of(node("tv", (3.95, 1.5), (0.06, 1.0, 0.6)), plan) == pytest.approx((-1.0, 0.0))


def test_desk_between_two_walls_faces_away_from_neither(plan: FloorPlan) -> None:
    between = node("desk", (2.0, 1.5), (3.9, 2.9, 0.75))
    assert front_of(between, plan) is None


def test_things_without_a_front_have_none(plan: FloorPlan) -> None:
    assert front_of(node("potted plant", (2.0, 2.8), (0.3, 0.3, 0.6)), plan) is None
    assert front_of(node("thingamabob", (2.0, 2.8), (0.3, 0.3, 0.6)), plan) is None


def test_bed_faces_along_its_length_away_from_the_wall_at_its_head(plan: FloorPlan) -> None:
    bed = node("bed", (1.05, 0.75), (2.0, 1.4, 0.6))  # its head at x 0.05, its left side at y 0.05
    assert front_of(bed, plan) == pytest.approx((1.0, 0.0))


def test_toilet_faces_away_from_its_tank(plan: FloorPlan) -> None:
    tank = [[2.2 + dx, 1.5 + dy, z] for dx in (0.0, 0.1) for dy in (-0.15, 0.0, 0.15) for z in (0.7, 0.75)]
    bowl = [[2.0 + dx, 1.5 + dy, 0.4] for dx in (-0.3, -0.1, 0.1) for dy in (-0.2, 0.0, 0.2)]
    toilet = node("toilet", (2.0, 1.5), (0.64, 0.42, 0.78), points=tank + bowl)
    assert front_of(toilet, plan) == pytest.approx((-1.0, 0.0))


def test_window_deep_in_a_wall_faces_the_room(plan: FloorPlan) -> None:
    window = node("window", (2.0, -0.2), (1.2, 0.06, 1.2))  # the floor begins 0.17 m before it
    assert front_of(window, plan) == pytest.approx((0.0, 1.0))


def test_picture_between_two_rooms_faces_the_one_on_whose_side_it_hangs() -> None:
    room = np.full((40, 80), -1, np.int16)  # two rooms of 1.8 m with a wall of 0.2 m between them, at x 1.9 … 2.1
    room[2:38, 2:38], room[2:38, 42:78] = 0, 1
    plan = FloorPlan(CELL_M, np.zeros(2), room >= 0, room, ("a", "b"))
    picture = node("picture", (2.12, 1.0), (0.04, 0.6, 0.5))
    assert front_of(picture, plan) == pytest.approx((1.0, 0.0))


def test_screen_on_furniture_against_a_wall_faces_away_from_the_wall(plan: FloorPlan) -> None:
    screen = node("tv", (2.0, 2.6), (0.9, 0.1, 0.5))  # 0.35 m before the wall at y 3
    assert front_of(screen, plan) == pytest.approx((0.0, -1.0))
