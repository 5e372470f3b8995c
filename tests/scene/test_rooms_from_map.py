"""Rooms, doors and walkable floor from maps drawn by hand, and how they enter the scene graph."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from drawn_home import CELL_M, ORIGIN, DrawnHome, thing

from situated_qa.geometry import Box
from situated_qa.scene.builder import SceneBuilder
from situated_qa.scene.files import read_scene, write_scene
from situated_qa.scene.observed import ObservedArea, Vocabulary
from situated_qa.scene.rooms import FoundRooms, RoomFinder, RoomSettings, room_of, same_rooms
from situated_qa.scene.walking import Walker

KITCHEN, BEDROOM = (thing(1, "refrigerator", 1, 1), thing(2, "stove", 1, 2)), (thing(3, "bed", 6, 2, (2.0, 1.6)),)


def find(home: DrawnHome, objects: tuple = (), finder: RoomFinder | None = None) -> FoundRooms:
    return (finder or RoomFinder()).update(home.evidence, ORIGIN, CELL_M, objects)


def two_rooms() -> DrawnHome:
    """Kitchen 4 m × 3 m, bedroom 3 m × 3 m, a doorway of 0.9 m between them at (4.05, 1.45)."""
    return DrawnHome().room((0, 0, 4, 3)).room((4.1, 0, 7.1, 3)).free((4.0, 1.0, 4.1, 1.9))


def test_two_rooms_have_names_boxes_areas_and_a_door() -> None:
    found = find(two_rooms(), KITCHEN + BEDROOM)
    plan = found.floor_plan
    assert plan is not None
    boxes = {room.name: room.box for room in found.rooms}
    assert sorted(boxes) == ["bedroom", "kitchen"]
    assert boxes["kitchen"].center == pytest.approx([2, 1.5, 1.25], abs=0.1)
    assert boxes["kitchen"].extents == pytest.approx([4, 3, 2.5], abs=0.15)
    assert plan.area_m2("bedroom") == pytest.approx(3.1 * 3.1, abs=0.01)  # no noise widens drawn walls by a cell
    (door,) = plan.doors
    assert sorted(door.rooms) == ["bedroom", "kitchen"]
    assert door.center == pytest.approx([4.05, 1.45], abs=0.06)
    assert door.open


def test_nothing_seen_gives_no_rooms_and_no_plan() -> None:
    found = find(DrawnHome(), KITCHEN)
    assert found.rooms == ()
    assert found.floor_plan is None


def test_a_glimpse_of_a_room_is_none() -> None:
    # Free space of 3 m × 3 m with a wall on one side only: what lies beyond the other three was never seen.
    glimpse = DrawnHome().free((0, 0, 3, 3)).solid((-0.1, 0, 0, 3))
    assert find(glimpse).rooms == ()


def test_a_room_of_which_most_walls_were_seen_is_one() -> None:
    # One side of 3 m of the 14 m around it was never seen.
    most = DrawnHome().room((0, 0, 4, 3)).unseen((4.0, -0.1, 4.1, 3.1))
    assert [room.name for room in find(most).rooms] == ["room 1"]


def test_a_shadow_in_a_room_does_not_make_it_a_glimpse() -> None:
    # A lamp hides a strip of 0.6 m × 3.5 m up to the wall, and another one is hidden behind a plant.
    home = DrawnHome().room((0, 0, 4, 4)).unseen((1.0, 0.5, 1.6, 4.1)).unseen((2.4, 0.5, 3.0, 4.1))
    assert [room.name for room in find(home).rooms] == ["room 1"]


def test_a_thing_behind_the_wall_is_not_in_the_room_before_it() -> None:
    plan = find(DrawnHome().room((0, 0, 4, 3))).floor_plan
    assert plan is not None
    assert room_of(plan, thing(1, "towel rack", 4.45, 1.5, (0.1, 0.6))) == ""  # 0.45 m away, 0.1 m deep
    assert room_of(plan, thing(1, "towel rack", 4.1, 1.5, (0.1, 0.6))) == "room 1"
    assert room_of(plan, thing(1, "cupboard", 4.45, 1.5, (0.9, 0.6))) == "room 1"  # let into the wall


def test_the_walkable_floor_keeps_the_radius_from_walls_and_furniture() -> None:
    home = DrawnHome().room((0, 0, 4, 3)).solid((1.5, 1.0, 2.5, 2.0), last=4)  # a table
    plan = find(home).floor_plan
    assert plan is not None

    def free(x: float, y: float) -> bool:
        return bool(plan.walkable[tuple(plan.cells_of(np.array([x, y])))])

    assert free(0.5, 0.5) and free(1.2, 1.5)
    assert not free(0.1, 1.5)  # 0.1 m from the wall, the radius is 0.22 m
    assert not free(1.4, 1.5) and not free(2.0, 1.5)
    assert plan.room_at(np.array([2.0, 1.5])) == "room 1"  # its floor all the same


def test_a_doorway_is_of_neither_room() -> None:
    # In a wall of 0.3 m; the cut may lie anywhere in it.
    home = DrawnHome().room((0, 0, 4, 3)).room((4.3, 0, 7.3, 3)).free((4.0, 1.0, 4.3, 1.9))
    found = find(home.solid((4.0, 1.0, 4.1, 1.9), first=10), KITCHEN + BEDROOM)
    boxes = {room.name: room.box for room in found.rooms}
    assert boxes["kitchen"].extents[:2] == pytest.approx([4.1, 3.1], abs=0.01)
    assert boxes["bedroom"].extents[:2] == pytest.approx([3.1, 3.1], abs=0.11)
    assert found.floor_plan is not None
    assert found.floor_plan.room_at(np.array([4.08, 1.45])) == ""


def test_a_way_leads_through_the_doorway() -> None:
    plan = find(two_rooms(), KITCHEN + BEDROOM).floor_plan
    assert plan is not None
    way = Walker(plan, plan.cells_of(np.array([1.0, 1.45]))[None]).way_to(plan.cells_of(np.array([6.5, 1.45]))[None])
    assert way is not None
    assert way.length_m == pytest.approx(5.5, abs=0.06)


def test_what_hangs_over_a_doorway_does_not_block_it_but_what_stands_in_it_does() -> None:
    def goes(home: DrawnHome) -> bool:
        plan = find(home).floor_plan
        assert plan is not None and len(plan.doors) == 1
        start, goal = (plan.cells_of(np.array([x, 1.45]))[None] for x in (1.0, 6.5))
        return Walker(plan, start).way_to(goal) is not None

    assert goes(two_rooms().solid((3.9, 1.0, 4.0, 1.9), first=5, last=8))  # from 0.9 m up, lower than the robot
    assert not goes(two_rooms().solid((3.9, 1.0, 4.0, 1.9), first=1, last=4))  # a box in the way


def test_names_stay_while_the_map_grows() -> None:
    finder = RoomFinder()
    first = DrawnHome().room((0, 0, 4, 3))
    assert [room.name for room in find(first, KITCHEN, finder).rooms] == ["kitchen"]
    # The same room without its contents seen, on a larger grid that begins elsewhere.
    grown = np.pad(two_rooms().evidence, ((0, 0), (40, 0), (20, 0)))
    found = finder.update(grown, ORIGIN - (1.0, 2.0), CELL_M, KITCHEN)
    assert found.floor_plan is not None
    assert found.floor_plan.room_at(np.array([2.0, 2.5])) == "kitchen"
    assert found.floor_plan.room_at(np.array([6.0, 2.5])) == "room 1"


def test_an_unnamed_room_keeps_its_number() -> None:
    finder = RoomFinder()
    right = DrawnHome().room((4.1, 0, 7.1, 3))
    assert [room.name for room in find(right, (), finder).rooms] == ["room 1"]
    found = find(two_rooms(), (), finder).floor_plan
    assert found is not None
    assert found.room_at(np.array([6.0, 1.0])) == "room 1"
    assert found.room_at(np.array([1.0, 1.0])) == "room 2"


def test_a_wardrobe_up_to_the_ceiling_stands_in_its_room() -> None:
    home = DrawnHome().room((0, 0, 4, 3)).solid((0, 1, 0.6, 2.5)).unseen((0, 1.1, 0.5, 2.4))
    found = find(home)
    plan = found.floor_plan
    assert plan is not None
    assert room_of(plan, thing(1, "wardrobe", 0.3, 1.75)) == "room 1"
    assert plan.area_m2("room 1") == pytest.approx(4.1 * 3.1, abs=0.01)
    assert room_of(plan, thing(1, "bench", -2.0, 1.0)) == ""


def test_rooms_turned_off_the_axes_have_turned_boxes() -> None:
    import cv2

    corners = np.array([[3, 0], [3 + 4 * np.cos(0.5), 4 * np.sin(0.5)], [0, 0], [0, 0]])
    corners[2] = corners[1] + 3 * np.array([-np.sin(0.5), np.cos(0.5)])
    corners[3] = corners[0] + 3 * np.array([-np.sin(0.5), np.cos(0.5)])
    home = DrawnHome()
    inside, outside = np.zeros(home.evidence.shape[1:], np.uint8), np.zeros(home.evidence.shape[1:], np.uint8)
    cells = np.round((corners - ORIGIN) / CELL_M).astype(np.int32)
    cv2.fillPoly(inside, [cells], 1)
    cv2.dilate(inside, np.ones((5, 5), np.uint8), outside)
    home.evidence[1:, (outside > 0) & (inside == 0)] = 20
    home.evidence[1:, inside > 0] = -20
    home.evidence[0, inside > 0] = 20
    (room,) = find(home).rooms
    assert np.rad2deg(room.box.yaw) % 90 == pytest.approx(28.6, abs=1.5)
    assert sorted(room.box.extents[:2]) == pytest.approx([3, 4], abs=0.2)
    assert room.box.center[:2] == pytest.approx(corners.mean(axis=0), abs=0.1)


# --- in the graph -----------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Seen:
    """A perceived instance, as far as the builder reads it."""

    id: int
    category: str
    box: Box
    alternatives: tuple = ()
    rgb: None = None
    color: str = ""
    confidence: float = 1.0
    first_seen: int = 1
    last_seen: int = 1
    observation_count: int = 3
    surface_points: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 3), np.float32))
    shape: str = ""

    @property
    def centroid(self) -> np.ndarray:
        return self.box.center


def seen(*nodes: object) -> dict[int, Seen]:
    return {node.id: Seen(node.id, node.category, node.box) for node in nodes}  # type: ignore[attr-defined]


def test_objects_are_told_their_rooms_then_and_later() -> None:
    builder = SceneBuilder()
    items = seen(*KITCHEN)
    graph = builder.update(items, items, (), 1)
    assert graph.by_id[1].room == ""
    graph = builder.update_place(find(two_rooms(), graph.objects), None, 2)
    assert (graph.by_id[1].room, graph.by_id[2].room, graph.stamp, graph.version) == ("kitchen", "kitchen", 2, 2)
    items |= seen(*BEDROOM)
    graph = builder.update(items, [3], (), 3)
    assert graph.by_id[3].room == "room 1"
    assert graph.floor_plan is not None and len(graph.rooms) == 2
    again = builder.update(items, [3], (), 4)
    assert again.version == graph.version


def test_the_same_rooms_make_no_new_version() -> None:
    builder = SceneBuilder()
    first = builder.update_place(find(two_rooms()), None, 1)
    assert builder.update_place(find(two_rooms()), None, 2) is first
    moved = builder.update_place(find(two_rooms().solid((5, 1, 6, 2), last=4)), None, 3)
    assert moved.version == first.version + 1
    assert not same_rooms(FoundRooms(), FoundRooms(first.rooms, first.floor_plan))


def test_a_larger_observed_area_makes_a_new_version() -> None:
    builder = SceneBuilder(vocabulary=Vocabulary("nanodet", ("chair",)))
    first = builder.update_place(FoundRooms(), ObservedArea(0.1, np.zeros(2), np.array([[0, 1]])), 1)
    same = builder.update_place(FoundRooms(), ObservedArea(0.1, np.zeros(2), np.array([[0, 1]])), 2)
    more = builder.update_place(FoundRooms(), ObservedArea(0.1, np.zeros(2), np.array([[1, 1]])), 3)
    assert (first.version, same.version, more.version, more.stamp) == (1, 1, 2, 3)
    assert more.vocabulary == Vocabulary("nanodet", ("chair",))


def test_found_rooms_survive_a_scene_file(tmp_path) -> None:
    builder = SceneBuilder()
    items = seen(*KITCHEN)
    graph = builder.update(items, items, (), 1)
    graph = builder.update_place(find(two_rooms(), graph.objects), None, 2)
    write_scene(graph, tmp_path / "scene.json")
    read = read_scene(tmp_path / "scene.json").graph
    assert same_rooms(FoundRooms(read.rooms, read.floor_plan), FoundRooms(graph.rooms, graph.floor_plan))
    assert read.by_id[1].room == "kitchen"


def test_settings_refuse_what_makes_no_sense() -> None:
    from situated_qa.errors import SettingsError

    with pytest.raises(SettingsError, match="every_n_frames"):
        RoomSettings(every_n_frames=0)
