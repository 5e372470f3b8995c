"""What is different at a second visit, and when a tour could notice it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from simulated_rooms import furniture, looking_along_x

from situated_qa.errors import SettingsError
from situated_qa.geometry import Box, Intrinsics
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.changed_places import place_on_furniture, rooms_entered
from situated_qa.sim.changes import Change, ChangeSettings, Visit, second_visit
from situated_qa.sim.home_placing import overlap_3d
from situated_qa.sim.homes import Home, generate_home
from situated_qa.sim.noticing import first_noticed, shows
from situated_qa.sim.trajectories import TourSettings, plan_tour

needs_furniture = pytest.mark.skipif(furniture() is None, reason="the furniture catalogue was not fetched")

CAMERA = Intrinsics(80, 60, 60.0, 60.0, 39.5, 29.5)
AHEAD = looking_along_x(0.0, 0.0, 1.0)
BOX = Box(np.array([2.0, 0.0, 1.0]), np.array([0.4, 0.4, 0.4]))


@pytest.fixture(scope="module")
def home() -> Home:
    return generate_home(1003, Catalog.open(furniture()))


@pytest.fixture(scope="module")
def visit(visits: list[Visit]) -> Visit:
    return visits[0]


@pytest.fixture(scope="module")
def visits(home: Home) -> list[Visit]:
    return [second_visit(home, seed) for seed in range(1, 4)]


def wall_at(depth_m: float) -> tuple[np.ndarray, np.ndarray]:
    """A view of nothing but a wall across the optical axis."""
    return np.full((60, 80), depth_m, np.float32), np.full((60, 80), -1, np.int32)


@needs_furniture
def test_the_changes_are_exactly_what_differs(home: Home, visit: Visit) -> None:
    before, after = ({item.id: item for item in one.objects} for one in (home, visit.home))
    kinds = ("moved", "removed", "added", "recolored", "closed")
    told = {what: {c.id for c in visit.changes if c.what == what} for what in kinds}
    assert before.keys() - after.keys() == told["removed"]
    assert after.keys() - before.keys() == told["added"]
    both = before.keys() & after.keys()
    elsewhere = {i for i in both if not np.allclose(before[i].box.center, after[i].box.center)}
    assert elsewhere == told["moved"] | told["closed"]
    assert {i for i in both if before[i].color != after[i].color} == told["recolored"]
    assert all(len(ids) >= 1 for ids in told.values())
    for change in visit.changes:
        if change.after is not None:
            assert np.allclose(change.after.center, after[change.id].box.center)
            assert change.color_after == after[change.id].color


@needs_furniture
def test_the_same_seed_changes_the_same(home: Home, visit: Visit) -> None:
    def told(one: Visit) -> list[tuple]:
        return [(c.what, c.id, c.room_after, None if c.after is None else c.after.center.tolist()) for c in one.changes]

    assert told(second_visit(home, 1)) == told(visit)
    assert told(second_visit(home, 2)) != told(visit)


@needs_furniture
def test_nothing_overlaps_what_was_moved_or_brought(visits: list[Visit]) -> None:
    for visit in visits:
        by_id = {item.id: item for item in visit.home.objects}
        for change in visit.changes:
            if change.what not in ("moved", "added"):
                continue
            assert change.after is not None
            for item in visit.home.objects:
                if item.id not in (change.id, change.supporter_after) and item.box.top > 0.03:
                    assert not overlap_3d(change.after, item.box), (change.category, item.category)
            room = visit.home.plan.room(change.room_after)
            assert (change.after.footprint() >= np.array(room.low)).all()
            assert (change.after.footprint() <= np.array(room.high)).all()
            assert change.room_after == by_id[change.id].room


@needs_furniture
def test_small_things_go_from_furniture_to_furniture(home: Home, visits: list[Visit]) -> None:
    before = {item.id: item for item in home.objects}
    seen = {"moved": 0, "added": 0}
    for visit in visits:
        after = {item.id: item for item in visit.home.objects}
        for change in visit.changes:
            if change.what not in seen or change.supporter_after is None:
                continue
            assert change.after is not None
            carrier = after[change.supporter_after]
            assert carrier.room == change.room_after and after[change.id].supporter == carrier.id
            heights = [carrier.box.bottom + s.z for s in carrier.models.surfaces(carrier.model_id)]
            assert min(abs(change.after.bottom - z) for z in heights) < 1e-9  # stands on one of its boards
            c, s = np.cos(carrier.box.yaw), np.sin(carrier.box.yaw)
            local = (change.after.footprint() - carrier.box.center[:2]) @ np.array([[c, -s], [s, c]])
            assert (np.abs(local) <= carrier.box.extents[:2] / 2 + 1e-6).all()  # nothing sticks out
            if change.what == "moved":
                assert change.supporter_before == before[change.id].supporter not in (None, change.supporter_after)
            seen[change.what] += 1
    assert min(seen.values()) >= len(visits)  # one of each at every visit


@needs_furniture
def test_things_on_the_floor_stay_on_the_floor(visits: list[Visit]) -> None:
    down = [c for v in visits for c in v.changes if c.what in ("moved", "added") and c.supporter_after is None]
    assert {change.what for change in down} == {"moved", "added"}
    for change in down:
        assert change.supporter_before is None
        assert change.after is not None and change.after.bottom == pytest.approx(0.0)


@needs_furniture
def test_places_on_furniture_are_refused_to_what_is_too_large(home: Home) -> None:
    cup = next(item for item in home.objects if item.supporter is not None)
    wide = dataclasses.replace(cup, box=Box(cup.box.center, np.array([3.0, 3.0, 0.1])))
    assert place_on_furniture(home, wide, np.random.default_rng(0)) is None


@needs_furniture
def test_doors_can_be_closed_one_after_another(home: Home) -> None:
    only_doors = ChangeSettings(moved=0, removed=0, added=0, recolored=0, closed=3)
    shut = second_visit(home, 1, only_doors)
    assert {change.what for change in shut.changes} == {"closed"}
    entered = rooms_entered(shut.home)
    assert len(entered) >= len(home.rooms) - 1  # at most one room is cut off
    for change in shut.changes:
        assert change.door_rooms is not None and change.before is not None and change.after is not None
        assert not np.allclose(change.before.center, change.after.center)


@needs_furniture
def test_no_way_leads_through_a_closed_door(home: Home, visit: Visit) -> None:
    (closed,) = [change for change in visit.changes if change.what == "closed"]
    assert closed.door_rooms is not None and closed.category == "door"
    (door,) = [door for door in visit.home.graph().floor_plan.doors if not door.open and "" not in door.rooms]  # type: ignore[union-attr]
    assert set(door.rooms) == set(closed.door_rooms)
    cell = tuple(visit.home.floor_plan.cells_of(door.center))
    assert home.floor_plan.walkable[cell] and not visit.home.floor_plan.walkable[cell]
    leaf = next(item for item in visit.home.objects if item.id == closed.id)
    assert leaf.attributes["state"] == "closed"
    assert np.linalg.norm(leaf.box.center[:2] - door.center) < 0.1  # the leaf fills the opening


def test_what_is_gone_shows_when_one_looks_through_its_place() -> None:
    gone = Change("removed", 5, "box", BOX, None, "studio")
    far, near = wall_at(3.0), wall_at(1.5)
    assert shows(gone, *far, CAMERA, AHEAD)  # the wall behind the place is seen
    assert not shows(gone, *near, CAMERA, AHEAD)  # something stands before it
    assert not shows(gone, *far, CAMERA, looking_along_x(5.0, 0.0, 1.0))  # it lies behind the camera


def test_what_is_new_shows_when_enough_of_it_is_seen() -> None:
    new = Change("added", 5, "box", None, BOX, "", "studio")
    depth, ids = wall_at(3.0)
    assert not shows(new, depth, ids, CAMERA, AHEAD)
    ids[20:23, 30:33] = 5
    assert not shows(new, depth, ids, CAMERA, AHEAD)  # nine pixels
    ids[20:24, 30:34] = 5
    assert shows(new, depth, ids, CAMERA, AHEAD)
    assert not shows(new, np.full_like(depth, 9.0), ids, CAMERA, AHEAD)  # beyond the depth camera's reach


@needs_furniture
def test_a_tour_notices_the_changes(visit: Visit) -> None:
    pytest.importorskip("open3d")
    tour = plan_tour(visit.home, TourSettings(stops=2, step_m=0.5, step_rad=0.6))
    noticed = first_noticed(visit, tour)
    assert noticed.keys() == {change.id for change in visit.changes}
    frames = [frame for frame in noticed.values() if frame is not None]
    assert len(frames) >= 0.6 * len(noticed)
    assert all(0 <= frame < len(tour) for frame in frames)


def test_settings_are_checked() -> None:
    with pytest.raises(SettingsError, match="moved"):
        ChangeSettings(moved=-1)


@needs_furniture
def test_only_what_is_wanted_changes(home: Home) -> None:
    quiet = ChangeSettings(moved=0, removed=1, added=0, recolored=0, closed=0)
    (change,) = second_visit(home, 4, quiet).changes
    assert change.what == "removed" and change.after is None and change.room_before
