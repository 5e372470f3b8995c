"""Plans, floors, doors and models of homes, on hand-made ones: no furniture catalogue needed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from situated_qa.errors import AssetError, SceneError
from situated_qa.geometry import Box
from situated_qa.sim import home_building, home_floor
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.home_furniture import BOOK, KIDS_SHELF, RUG
from situated_qa.sim.home_layout import draw_plan
from situated_qa.sim.home_models import MADE, HomeModels
from situated_qa.sim.home_placing import RoomFurnisher, Spot, Style, leaf_of, overlap_3d
from situated_qa.sim.home_plan import HomeDoor, HomePlan, HomeRoom
from situated_qa.sim.materials import attributes

DOOR = HomeDoor(("kitchen", "hall"), (2.05, 1.45), 1, 0.9, True, True, "hall", -1)
TWO_ROOMS = HomePlan(
    (4.1, 2.0),
    (HomeRoom("kitchen", "kitchen", (0.0, 0.0), (2.0, 2.0)), HomeRoom("hall", "hall", (2.1, 0.0), (4.1, 2.0))),
    (DOOR,),
    (),
)  # a wall at x = 2.0 … 2.1 m with an opening at y = 1.0 … 1.9 m


def test_rooms_do_not_overlap_and_leave_walls_between_them() -> None:
    for count in range(1, 9):
        for seed in range(5):
            plan = draw_plan(np.random.default_rng((seed, count)), count)
            assert len(plan.rooms) == count
            for number, a in enumerate(plan.rooms):
                assert min(a.low) >= 0 and a.high[0] <= plan.size[0] and a.high[1] <= plan.size[1]
                for b in plan.rooms[number + 1 :]:
                    gaps = [max(a.low[k] - b.high[k], b.low[k] - a.high[k]) for k in range(2)]
                    assert max(gaps) >= 0.1 - 1e-9


def test_doors_lie_in_the_wall_between_their_rooms_and_join_all_rooms() -> None:
    for seed in range(20):
        plan = draw_plan(np.random.default_rng(seed), 2 + seed % 7)
        joined = {plan.doors[0].rooms[0]}
        for door in plan.doors:
            across = 1 - door.along
            for name in filter(None, door.rooms):
                room = plan.room(name)
                assert room.low[door.along] <= door.center[door.along] - door.width / 2
                assert door.center[door.along] + door.width / 2 <= room.high[door.along]
                off = min(abs(room.low[across] - door.center[across]), abs(room.high[across] - door.center[across]))
                assert off == pytest.approx(0.05)
            assert "bathroom" not in door.rooms[:1]  # nobody goes through the bathroom
            joined |= {name for name in door.rooms if name} if joined & set(door.rooms) else set()
        assert joined == {room.name for room in plan.rooms}


def test_windows_are_in_outer_walls() -> None:
    for seed in range(20):
        plan = draw_plan(np.random.default_rng(seed), 6)
        assert plan.windows
        for window in plan.windows:
            room = plan.room(window.room)
            edge = (room.low[1] == 0.0, room.high[0] == plan.size[0], room.high[1] == plan.size[1], room.low[0] == 0.0)
            assert edge[window.wall]


def test_an_unknown_room_is_named() -> None:
    with pytest.raises(SceneError, match="no room 'attic'; there are kitchen, hall"):
        TWO_ROOMS.room("attic")


def test_clearance_is_the_distance_to_the_nearest_wall_or_thing() -> None:
    clearance = home_floor.clearance(TWO_ROOMS, [])
    assert clearance.shape == (40, 82)
    # Cell [10, 10] has its middle at (0.525, 0.525).
    assert clearance[10, 10] == pytest.approx(0.525, abs=1e-9)
    assert clearance[10, 39] == pytest.approx(0.025, abs=1e-9)
    assert clearance[10, 41] == 0.0  # inside the wall
    assert clearance[28, 41] == pytest.approx(0.425, abs=1e-9)  # in the doorway, 0.425 m to y = 1.0 m
    box = Box(np.array([0.525, 1.0, 0.5]), np.array([0.3, 0.3, 1.0]))
    assert home_floor.clearance(TWO_ROOMS, [box])[10, 10] == pytest.approx(0.325, abs=1e-9)


def test_a_closed_door_and_a_wardrobe_before_it_part_the_home() -> None:
    plan = home_floor.floor_plan(TWO_ROOMS, [], 0.22)
    assert home_floor.all_reached(TWO_ROOMS, plan)
    assert plan.room_at(np.array([1.0, 1.0])) == "kitchen"
    assert plan.room_at(np.array([2.05, 1.4])) == ""
    wardrobe = Box(np.array([1.7, 1.4, 1.0]), np.array([0.5, 1.2, 2.0]))
    assert not home_floor.all_reached(TWO_ROOMS, home_floor.floor_plan(TWO_ROOMS, [wardrobe], 0.22))
    shut = replace(TWO_ROOMS, doors=(replace(DOOR, open=False),))
    closed = home_floor.floor_plan(shut, [], 0.22)
    assert not closed.walkable[:, 40:42].any()
    assert not home_floor.all_reached(shut, closed)
    assert not home_floor.all_reached(TWO_ROOMS, home_floor.floor_plan(TWO_ROOMS, [], 0.46))  # a wider robot


def test_an_open_leaf_stands_beside_its_opening_at_right_angles_to_the_wall() -> None:
    hall = TWO_ROOMS.room("hall")
    leaf = leaf_of(DOOR, hall, (0.09, 0.86, 2.03))
    low, high = leaf.axis_aligned()
    np.testing.assert_allclose(low, [2.1, 0.91, 0.01], atol=1e-9)
    np.testing.assert_allclose(high, [2.96, 1.0, 2.04], atol=1e-9)
    low, high = leaf_of(replace(DOOR, open=False), hall, (0.09, 0.86, 2.03)).axis_aligned()
    np.testing.assert_allclose([low[:2], high[:2]], [[2.005, 1.02], [2.095, 1.88]], atol=1e-9)


def test_overlap_needs_common_height() -> None:
    table = Box(np.array([0.0, 0.0, 0.4]), np.array([1.0, 1.0, 0.8]))
    lamp = Box(np.array([0.2, 0.0, 1.0]), np.array([0.2, 0.2, 0.4]))
    assert not overlap_3d(table, lamp)  # it stands on the table: touching
    assert overlap_3d(table, Box(np.array([0.2, 0.0, 0.9]), np.array([0.2, 0.2, 0.4])))
    assert not overlap_3d(table, Box(np.array([0.8, 0.0, 0.4]), np.array([0.4, 0.2, 0.4])))
    assert overlap_3d(table, Box(np.array([0.8, 0.0, 0.4]), np.array([0.4, 0.2, 0.4])), 0.15)


@pytest.fixture
def furnisher() -> RoomFurnisher:
    models = HomeModels(Catalog(Path(), {}))
    return RoomFurnisher(HomeRoom("study", "study", (0.0, 0.0), (4.0, 4.0)), Style(np.random.default_rng(0), models))


def test_books_stand_between_the_boards_of_a_shelf_apart_from_one_another(furnisher: RoomFurnisher) -> None:
    furnisher.style.models.size = lambda id: MADE.get(id, (0.42, 1.01, 1.91))  # type: ignore[method-assign]
    against_the_wall = Box(np.array([2.0, 0.3, 0.955]), np.array([0.42, 1.01, 1.91]), np.pi / 2)
    shelf = furnisher.put(Spot(KIDS_SHELF, "Scopia/kids_shelves", "white", against_the_wall))
    books = [furnisher.on(shelf, BOOK, turn=0.04) for _ in range(8)]
    placed = [furnisher.spots[k].box for k in books if k is not None]
    assert len(placed) >= 5
    boards = {0.416, 0.907, 1.227}
    for number, box in enumerate(placed):
        assert min(abs(box.bottom - z) for z in boards) < 1e-9
        assert 0.09 < box.center[1] < 0.51  # inside the shelf, which is 0.42 m deep
        assert not any(overlap_3d(box, other) for other in placed[number + 1 :])


def test_nothing_stands_on_the_edge_of_a_rug(furnisher: RoomFurnisher) -> None:
    rug = furnisher.lying(RUG)
    assert rug is not None
    edge = furnisher.spots[rug].box.footprint()[0]
    assert not furnisher.fits([Box(np.array([*edge, 0.5]), np.array([0.3, 0.3, 1.0]))])
    assert furnisher.plan.solid == []  # but one walks over it


def test_colours_and_models_go_around_before_they_come_again(furnisher: RoomFurnisher) -> None:
    picked = [furnisher.style.pick(RUG) for _ in range(8)]
    assert {color for _, color in picked} == set(RUG.colors)
    assert sorted(model for model, _ in picked) == ["made/rug-large"] * 4 + ["made/rug-wide"] * 4


@pytest.mark.parametrize("id", sorted(MADE))
def test_made_models_fill_their_box_and_take_paint(id: str) -> None:
    models = HomeModels(Catalog(Path(), {}))
    model = models.load(id)
    depth, width, height = models.size(id)
    np.testing.assert_allclose(model.vertices.min(axis=0), [-depth / 2, -width / 2, 0.0], atol=1e-6)
    np.testing.assert_allclose(model.vertices.max(axis=0), [depth / 2, width / 2, height], atol=1e-6)
    assert len(models.painted(id, (190, 30, 35)).faces) == len(model.faces) == len(model.texture) == len(model.uv)


def test_a_model_that_is_not_made_is_named() -> None:
    with pytest.raises(AssetError, match="no model 'made/throne'"):
        HomeModels(Catalog(Path(), {})).load("made/throne")


def test_walls_have_an_opening_where_the_door_is() -> None:
    models = home_building.structure(TWO_ROOMS, np.random.default_rng(0))
    walls = [model for model in models if model.vertices[:, 2].max() > 2.5 and model.vertices[:, 2].min() < 2.2]
    for model in walls:
        low, high = model.vertices.min(axis=0), model.vertices.max(axis=0)
        in_doorway = low[0] < 2.05 + 1e-6 and high[0] > 2.05 - 1e-6 and low[1] < 1.85 and high[1] > 1.05
        assert not in_doorway or low[2] >= 2.05 - 1e-6  # only above it
    assert any(abs(model.vertices[:, 2].min() - 2.05) < 1e-6 for model in walls)


def test_attributes_are_those_that_are_known() -> None:
    assert attributes(BOOK, "made/book") == {"material": "paper", "shape": "rectangular"}
    assert attributes(RUG, "made/rug-wide", "open")["state"] == "open"
