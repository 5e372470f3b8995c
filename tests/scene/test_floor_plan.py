"""Floor plans drawn by hand: cells, rooms, doors, and the way through a scene file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from situated_qa.errors import SceneError
from situated_qa.scene.files import parse_scene, read_scene, write_scene
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import SceneGraph


def two_rooms() -> FloorPlan:
    """Two rooms of 2 × 2 cells of 0.5 m side by side, a wall column between them with a doorway in its lower cell."""
    walkable = np.array([[1, 1, 1, 1, 1], [1, 0, 0, 1, 1]], dtype=bool)
    room_index = np.array([[0, 0, -1, 1, 1], [0, 0, -1, 1, 1]])
    door = Door(("kitchen", "hall"), np.array([1.25, 2.25]), 0.5)
    return FloorPlan(0.5, np.array([0.0, 2.0]), walkable, room_index, ("kitchen", "hall"), (door,))


def test_a_cell_is_indexed_by_row_and_column_from_the_origin() -> None:
    plan = two_rooms()
    assert plan.cells_of(np.array([2.1, 2.6, 9.0])).tolist() == [1, 4]
    assert plan.centers_of(np.array([1, 4])).tolist() == [2.25, 2.75]
    assert plan.inside(np.array([[1, 4], [2, 4], [-1, 0]])).tolist() == [True, False, False]


def test_the_room_at_a_point_is_the_floor_under_it() -> None:
    plan = two_rooms()
    assert plan.room_at(np.array([0.1, 2.9])) == "kitchen"
    assert plan.room_at(np.array([2.4, 2.1, 1.5])) == "hall"
    assert plan.room_at(np.array([1.25, 2.75])) == ""  # in the wall
    assert plan.room_at(np.array([7.0, 2.1])) == ""  # outside


def test_floor_area_counts_the_floor_under_furniture() -> None:
    assert two_rooms().area_m2("kitchen") == pytest.approx(1.0)  # 4 cells of 0.25 m², one of them under something
    assert two_rooms().area_m2("attic") == 0.0


def test_rows_are_written_as_runs() -> None:
    grid = two_rooms().to_dict()["walkable"]
    assert grid["rows"] == ["1x5", "1x1 0x2 1x2"]
    assert grid["room_rows"] == ["0x2 -1x1 1x2"] * 2


def test_a_floor_plan_survives_a_scene_file(tmp_path) -> None:
    plan = two_rooms()
    write_scene(SceneGraph(floor_plan=plan), tmp_path / "scene.json")
    read = read_scene(tmp_path / "scene.json").graph.floor_plan
    assert read is not None
    assert read.to_dict() == plan.to_dict()
    assert (read.walkable == plan.walkable).all() and (read.room_index == plan.room_index).all()
    assert read.doors[0].rooms == ("kitchen", "hall") and read.doors[0].open is True


def test_a_scene_without_a_floor_plan_has_none() -> None:
    assert parse_scene({"objects": []}).graph.floor_plan is None


def test_the_arrays_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        two_rooms().walkable[0, 0] = False


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["walkable"].pop("rows"), "walkable lacks 'rows'"),
        (lambda d: d["walkable"]["rows"].__setitem__(1, "1x4"), r"walkable.rows\[1\] is 4 cells wide"),
        (lambda d: d["walkable"]["rows"].__setitem__(1, "1xx5"), r"walkable.rows\[1\] must be runs"),
        (lambda d: d["walkable"]["rows"].__setitem__(1, "1x99999999"), r"walkable.rows\[1\] has a run"),
        (lambda d: d["walkable"]["rows"].__setitem__(1, "2x5"), "runs of 0 and 1 only"),
        (lambda d: d["walkable"]["room_rows"].__setitem__(0, "2x5"), "room_index must lie in -1 … 1"),
        (lambda d: d["walkable"]["room_rows"].pop(), "grids of one size"),
        (lambda d: d["walkable"].__setitem__("cell_m", 0), "cell_m must be > 0"),
        (lambda d: d["doors"][0].__setitem__("open", "yes"), r"doors\[0\].open must be true or false"),
        (lambda d: d["doors"][0].__setitem__("rooms", ["kitchen", "attic"]), "a door leads to \\['attic'\\]"),
        (lambda d: d["doors"][0].__setitem__("width", 0), r"doors\[0\].width must be > 0"),
    ],
)
def test_a_wrong_field_is_named(change, message) -> None:
    data = json.loads(json.dumps({"objects": [], **two_rooms().to_dict()}))
    change(data)
    with pytest.raises(SceneError, match=message):
        parse_scene(data)
