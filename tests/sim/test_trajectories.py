from __future__ import annotations

import numpy as np
import pytest
from simulated_rooms import cuboid, room_of

from situated_qa.errors import SceneError
from situated_qa.sim.placement import distance_to
from situated_qa.sim.trajectories import Tour, TourSettings, plan_tour

SETTINGS = TourSettings()


def a_room():  # type: ignore[no-untyped-def]
    return room_of(
        cuboid(0, "table", (3.0, 2.5, 0.4), (1.6, 0.9, 0.8)),
        cuboid(1, "couch", (3.0, 4.5, 0.4), (2.0, 0.9, 0.8)),
        cuboid(2, "bed", (1.0, 0.8, 0.3), (1.8, 1.4, 0.6)),
        cuboid(3, "laptop", (3.0, 2.5, 0.9), (0.3, 0.3, 0.2), supporter=0),
    )


@pytest.fixture(scope="module")
def tour() -> Tour:
    return plan_tour(a_room(), SETTINGS)


def test_the_robot_touches_nothing_on_its_way(tour: Tour) -> None:
    room = a_room()
    at = np.array([pose.t[:2] for pose in tour.T_map_base])
    between = np.concatenate([at + (np.roll(at, -1, axis=0) - at) * share for share in (0.0, 0.25, 0.5, 0.75)])
    between = np.delete(between, np.arange(len(at) - 1, len(between), len(at)), axis=0)  # the last has no successor
    for box in room.plan.solid:
        assert distance_to(box, between).min() >= SETTINGS.robot_radius_m - 0.02  # 0.02: chords cut the grid's corners
    assert (between >= SETTINGS.robot_radius_m - 0.02).all()
    assert (between <= np.array(room.size[:2]) - SETTINGS.robot_radius_m + 0.02).all()


def test_steps_and_turns_are_small(tour: Tour) -> None:
    for a, b in zip(tour.T_map_base, tour.T_map_base[1:], strict=False):
        assert np.linalg.norm(b.t - a.t) <= SETTINGS.step_m + 1e-6
        assert abs((b.yaw_rad() - a.yaw_rad() + np.pi) % (2 * np.pi) - np.pi) <= 2 * SETTINGS.step_rad


def test_the_camera_rides_at_its_height_and_looks_ahead_and_down(tour: Tour) -> None:
    for base, camera in zip(tour.T_map_base, tour.T_map_camera, strict=True):
        np.testing.assert_allclose(camera.t, base.t + [0, 0, SETTINGS.camera_height_m], atol=1e-12)
        ahead = camera.R @ [0, 0, 1]
        np.testing.assert_allclose(ahead[2], -np.sin(SETTINGS.camera_pitch_rad), atol=1e-12)
        np.testing.assert_allclose(ahead[:2], base.R[:2, 0] * np.cos(SETTINGS.camera_pitch_rad), atol=1e-12)


def test_every_object_comes_into_view(tour: Tour) -> None:
    for item in a_room().objects:
        bearings = [np.abs(np.arctan2(*(pose.inverse().apply(item.box.center)[[1, 0]]))) for pose in tour.T_map_base]
        assert min(bearings) < 0.2, item.category


def test_the_same_room_gives_the_same_tour(tour: Tour) -> None:
    again = plan_tour(a_room(), SETTINGS)
    assert len(again) == len(tour)
    for a, b in zip(tour.T_map_base, again.T_map_base, strict=True):
        np.testing.assert_array_equal(a.as_matrix(), b.as_matrix())


def test_stamps_follow_the_frame_rate() -> None:
    tour = plan_tour(a_room(), TourSettings(frame_rate_hz=4.0, stops=1))
    assert [tour.stamp(index) for index in range(3)] == [1_000_000_000, 1_250_000_000, 1_500_000_000]


def test_a_robot_that_fits_nowhere_is_refused() -> None:
    full = room_of(cuboid(0, "block", (1.0, 1.0, 0.5), (1.8, 1.8, 1.0)), width=2.0, depth=2.0)
    with pytest.raises(SceneError, match="fits nowhere"):
        plan_tour(full, SETTINGS)
