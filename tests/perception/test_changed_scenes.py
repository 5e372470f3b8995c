"""What is taken away, moved, or walks through, with a real volume and noisy depth."""

from __future__ import annotations

import numpy as np
import pytest
from changing_room import Room, Thing, looking

pytest.importorskip("warp")

TABLE = Thing(0, "dining table", (1.2, -0.7, 0.0), (2.2, 0.7, 0.75), (200, 180, 140))
BOOK = Thing(1, "book", (1.4, -0.15, 0.75), (1.6, 0.15, 0.78), (40, 60, 160))
CUP = Thing(2, "cup", (1.5, 0.3, 0.75), (1.58, 0.38, 0.85), (230, 230, 230))
TV = Thing(3, "tv", (3.94, -0.5, 1.0), (4.0, 0.5, 1.6), (20, 20, 25))
CHAIR = Thing(4, "chair", (1.8, -0.25, 0.0), (2.3, 0.25, 0.9), (150, 60, 40))
PERSON = Thing(5, "person", (1.6, -0.2, 0.0), (1.9, 0.2, 1.7), (60, 90, 60))
AT_TABLE = looking((0.0, 0.0, 1.4), (1.7, 0.0, 0.75))
AT_WALL = looking((1.5, 0.0, 1.3), (4.0, 0.0, 1.3))
AT_CHAIR = looking((0.0, 0.0, 1.2), (2.0, 0.0, 0.5))


@pytest.mark.parametrize(
    ("thing", "rest", "pose"), [(BOOK, [TABLE], AT_TABLE), (CUP, [TABLE], AT_TABLE), (TV, [], AT_WALL)]
)
def test_what_is_taken_away_is_gone_after_a_few_frames_and_told(thing, rest, pose):
    room = Room()
    room.look([*rest, thing], pose, 40)
    assert len(room.found(thing.category)) == 1
    room.look(rest, pose, 12)
    assert room.found(thing.category) == []
    assert room.changes() == [("went", thing.category)]
    (change,) = room.pipeline.history
    assert np.allclose(change.before.center, (np.array(thing.low) + thing.high) / 2, atol=0.06)
    assert change.after is None and change.stamp > 5_000_000_000
    assert len(room.found("dining table")) == len(rest)


@pytest.mark.parametrize(
    ("thing", "rest", "pose"),
    [(BOOK, [TABLE], AT_TABLE), (CUP, [TABLE], AT_TABLE), (TV, [], AT_WALL), (CHAIR, [], AT_CHAIR)],
)
def test_what_stands_there_stays_however_long_the_detector_is_silent(thing, rest, pose):
    room = Room()
    room.look([*rest, thing], pose, 6)
    room.look([*rest, thing], pose, 160, only=())
    assert len(room.found(thing.category)) == 1
    assert room.changes() == []


def test_chair_moved_by_half_its_width_is_one_chair_at_its_new_place():
    room = Room()
    room.look([CHAIR], AT_CHAIR, 30)
    (before,) = room.found("chair")
    room.look([CHAIR.shifted(0.0, 0.4)], AT_CHAIR, 12)
    (after,) = room.found("chair")
    assert after.box.center[1] == pytest.approx(0.4, abs=0.06)
    assert after.box.extents[1] == pytest.approx(0.5, abs=0.08)
    assert after.id == before.id
    assert room.changes() == [("moved", "chair")]
    (change,) = room.pipeline.history
    assert change.before.center[1] == pytest.approx(0.0, abs=0.06)
    assert change.after.center[1] == pytest.approx(0.4, abs=0.1)


@pytest.mark.parametrize("late", [0, 1, 2, 3, 6])
def test_chair_carried_across_the_room_keeps_its_id_whenever_it_is_seen_at_its_new_place(late):
    room = Room()
    room.look([CHAIR], AT_CHAIR, 40)
    (before,) = room.found("chair")
    # After three looks it is gone from its old place: with 2, in the frame that shows it at the new one.
    room.look([CHAIR.shifted(0.3, 1.0)], AT_CHAIR, late, only=())
    room.look([CHAIR.shifted(0.3, 1.0)], AT_CHAIR, 12 - late)
    (after,) = room.found("chair")
    assert (after.id, after.box.center[1]) == (before.id, pytest.approx(1.0, abs=0.06))
    assert room.changes() == [("moved", "chair")]


def test_two_chairs_that_are_carried_away_at_once_are_both_gone():
    left, right = CHAIR.shifted(0.0, 0.6), CHAIR.shifted(0.0, -0.6)
    room = Room()
    room.look([left, right], AT_CHAIR, 40)
    assert len(room.found("chair")) == 2
    room.look([], AT_CHAIR, 12)
    assert room.found("chair") == []
    assert room.changes() == [("went", "chair"), ("went", "chair")]
    room.look([left], AT_CHAIR, 12)  # and what comes afterwards is seen
    assert len(room.found("chair")) == 1


def test_chair_that_stood_at_two_places_and_is_at_neither_is_gone():
    first, second = CHAIR.shifted(0.0, 0.9), CHAIR.shifted(0.0, -0.9)
    at_second = looking((0.6, -1.4, 1.2), (2.0, -0.9, 0.5))  # the first place is out of the image
    room = Room()
    room.look([first], AT_CHAIR, 40)
    room.look([], at_second, 20)
    room.look([second], at_second, 12)
    assert len(room.found("chair")) == 2  # nobody looked whether the first one is still there
    room.look([], AT_CHAIR, 40)
    assert room.found("chair") == []
    assert ("went", "chair") in room.changes()


def test_cup_that_is_put_on_the_table_came():
    room = Room()
    room.look([TABLE], AT_TABLE, 30)
    assert room.changes() == []  # the table was found, and has not come
    room.look([TABLE, CUP], AT_TABLE, 4)
    assert room.changes() == [("came", "cup")]


def test_thing_found_where_nobody_had_looked_has_not_come():
    room = Room()
    room.look([TABLE, CUP], AT_WALL, 10)
    room.look([TABLE, CUP], AT_TABLE, 10)
    assert len(room.found("cup")) == 1 and room.changes() == []


def test_thing_the_detector_was_blind_to_has_not_come():
    room = Room()
    room.look([TABLE, CUP], AT_TABLE, 30, only=[0])
    room.look([TABLE, CUP], AT_TABLE, 4)
    assert len(room.found("cup")) == 1 and room.changes() == []


def test_thing_behind_somebody_is_not_gone():
    room = Room()
    room.look([CHAIR], AT_CHAIR, 10)
    board = Thing(9, "board", (1.0, -1.5, 0.0), (1.1, 1.5, 2.0))
    room.look([CHAIR, board], AT_CHAIR, 20, only=())
    assert len(room.found("chair")) == 1 and room.changes() == []


def test_frame_with_a_pose_that_is_off_takes_no_book_away():
    """The map's frame slips by 4 cm for a second: everything seems to lie behind where it was."""
    room = Room()
    room.look([TABLE, BOOK], AT_TABLE, 40)
    room.look([TABLE, BOOK], looking((0.04, 0.0, 1.43), (1.74, 0.0, 0.78)), 10, only=())
    assert len(room.found("book")) == 1


def test_people_walking_through_are_shown_live_and_leave_nothing_in_map_or_graph():
    room = Room()
    room.look([CHAIR], AT_CHAIR, 20)
    for step in range(20):
        somebody = PERSON.shifted(-0.2, -0.8 + 0.08 * step)
        room.look([CHAIR, somebody], AT_CHAIR, 1)
        live = room.pipeline.live
        assert [thing.category for thing in live] == ["person"]
        low, high = live[0].box.axis_aligned()
        assert high[1] - low[1] <= 0.45  # 0.4 m, or what the image shows of it
        assert live[0].age_s(live[0].stamp + 500_000_000) == 0.5
    assert [node.category for node in room.pipeline.graph.objects] == ["chair"]
    # Where they walked, 0.9 m and higher above the floor, the map holds no surface.
    points = room.pipeline.surface.points()
    walked = (points[:, 0] > 1.3) & (points[:, 0] < 1.75) & (points[:, 2] > 0.95)
    assert not walked.any()
    assert room.changes() == []
    room.look([CHAIR], AT_CHAIR, 25)
    assert room.pipeline.live == ()


def test_person_mapped_before_the_detector_looked_is_taken_out_again_and_what_was_there_before_stays():
    from changing_room import frame_of

    room = Room()
    room.look([CHAIR], AT_CHAIR, 20)  # up to 2.9 s
    somebody = PERSON.shifted(-0.1)
    frames = [frame_of([CHAIR, somebody], AT_CHAIR, 3.0 + 0.1 * k, seed=k) for k in range(3)]
    for frame in frames:  # while the detector works at the frame before
        room.pipeline.integrate(frame)
    chest, chair = (1.4, 1.6, 0.95, 1.6), (1.75, 1.85, 0.2, 0.8)  # x from, to, height from, to
    chair_before = _surface_in(room, chair)
    assert _surface_in(room, chest) > 50 and chair_before > 50
    room.detector.show([CHAIR, somebody])
    room.pipeline.perceive(frames[-1])
    room.pipeline.integrate(frame_of([CHAIR, somebody], AT_CHAIR, 3.3, seed=3))
    assert _surface_in(room, chest) == 0
    assert _surface_in(room, chair) >= 0.9 * chair_before, "20 frames had shown it"
    assert room.pipeline.counts["forgotten_voxels"] > 0


def _surface_in(room, place) -> int:
    """Points of the map within 0.3 m of the middle of the room."""
    points = room.pipeline.surface.points()
    x_from, x_to, z_from, z_to = place
    inside = (points[:, 0] > x_from) & (points[:, 0] < x_to) & (np.abs(points[:, 1]) < 0.3)
    return int(np.count_nonzero(inside & (points[:, 2] > z_from) & (points[:, 2] < z_to)))


def test_person_seen_a_moment_ago_stays_out_of_frames_that_nobody_looked_at_yet():
    from changing_room import frame_of

    room = Room()
    room.look([], AT_CHAIR, 5)
    room.detector.show([PERSON])
    room.pipeline.perceive(frame_of([PERSON], AT_CHAIR, 2.0))
    for k in range(5):  # 0.5 m/s, while the detector works
        room.pipeline.integrate(frame_of([PERSON.shifted(0.0, 0.05 * (k + 1))], AT_CHAIR, 2.1 + 0.1 * k))
    points = room.pipeline.surface.points()
    assert not ((points[:, 0] < 2.0) & (points[:, 2] > 0.3)).any()
