"""Boxes of surfaces that are seen noisily, from one side, in part: each cause of a wrong box on a scene of its own."""

from __future__ import annotations

import numpy as np
import pytest
from fields_for_perception import DrawnField, nothing_known, wall_at
from rooms_for_perception import solid

from situated_qa.perception.completion import completed, has_room
from situated_qa.perception.observations import Observation, ObservationSettings
from situated_qa.perception.surface_boxes import fit_surface_box, weighted_percentiles
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.surface_points import SurfaceEvidence, near_surface, on_surface, without_noise
from situated_qa.perception.tracks import Track
from situated_qa.perception.voxels import voxel_keys

VOXEL = 0.04
NOISE = ObservationSettings()


def look(points: np.ndarray, camera_at, rng: np.random.Generator | None = None, category: str = "thing") -> Observation:
    """Points as a camera sees them: moved along the line of sight by noise that grows with the distance."""
    rays = points - np.asarray(camera_at, np.float64)
    distance = np.linalg.norm(rays, axis=1)
    deviation = NOISE.deviation_at(distance)
    moved = points.astype(np.float64)
    if rng is not None:
        moved = moved + rays / distance[:, None] * (rng.standard_normal(len(points)) * deviation)[:, None]
    return Observation(
        category, 1.0, moved.astype(np.float32), (0, 0, 0), len(points), False, 0,
        deviation_m=deviation, camera_at=np.asarray(camera_at, np.float64),
    )  # fmt: skip


def track_of(*looks: Observation) -> Track:
    track = Track(0, VOXEL, 0.25)
    for observation in looks:
        track.add(observation, None)
    return track


def box_of(track: Track, category: str, field: SurfaceField | None = None):
    fitted = fit_surface_box(track.evidence(), VOXEL, field, axis_aligned_gain=0.1)
    return completed(fitted, category, field, floor_snap_m=0.08)


# A picture 3 cm thick on a wall at x = 4; only its front at x = 3.97 is seen.
PICTURE = solid((3.97, -0.45, 1.4), (3.97, 0.45, 2.0), 0.01)
FAR, NEAR = (-1.0, 0.5, 1.5), (2.5, 0.1, 1.5)


def picture_looks() -> list[Observation]:
    rng = np.random.default_rng(0)
    return [look(PICTURE, FAR, rng) for _ in range(20)] + [look(PICTURE, NEAR, rng) for _ in range(2)]


def picture_and_wall(points: np.ndarray) -> np.ndarray:
    over = (np.abs(points[:, 1]) <= 0.45) & (np.abs(points[:, 2] - 1.7) <= 0.3)
    return np.where(over, 3.97, 4.0) - points[:, 0]


def test_depth_noise_grows_with_the_square_of_the_distance():
    settings = ObservationSettings(depth_noise_m=0.001, depth_noise_per_m=0.004)
    assert settings.deviation_at(np.array([0.0, 1.0, 5.0])) == pytest.approx([0.001, 0.005, 0.101])


def test_noisy_picture_is_thin_although_it_was_mostly_seen_from_afar():
    track = track_of(*picture_looks())
    assert np.ptp(track.evidence().points[:, 0]) > 0.4, "five metres away it is a cloud"
    box = box_of(track, "picture")
    assert box.extents[0] < 0.05
    assert np.allclose(box.extents[1:], [0.9, 0.6], atol=0.04)
    assert np.allclose(box.center[1:], [0.0, 1.7], atol=0.02)


def test_back_of_a_picture_is_the_wall_that_the_map_shows_around_it():
    box = box_of(track_of(*picture_looks()), "picture", DrawnField(picture_and_wall))
    assert box.center[0] == pytest.approx(3.985, abs=0.01)
    assert box.extents[0] == pytest.approx(0.03, abs=0.012)


def test_picture_seen_only_from_afar_is_flat_by_the_field():
    rng = np.random.default_rng(0)
    box = box_of(track_of(*[look(PICTURE, FAR, rng) for _ in range(20)]), "picture", DrawnField(picture_and_wall))
    assert box.extents[0] < 0.06
    assert np.allclose(box.extents[1:], [0.9, 0.6], atol=0.06)


def test_rug_is_as_thin_as_noise_allows_and_lies_on_the_floor():
    rng = np.random.default_rng(0)
    rug = solid((1.5, -1.0, 0.01), (2.7, 1.0, 0.01), 0.02)
    box = box_of(track_of(*[look(rug, (0.0, 0.0, 1.2), rng) for _ in range(10)]), "rug")
    assert box.bottom == 0.0
    assert box.top < 0.035
    assert np.allclose(box.extents[:2], [1.2, 2.0], atol=0.05)


def evidence(points, information, deviation, rays) -> SurfaceEvidence:
    points = np.asarray(points, np.float64)
    keys = voxel_keys(points, VOXEL)
    order = np.argsort(keys)
    arrays = (keys, points, np.asarray(information, float), np.asarray(deviation, float), np.asarray(rays, float))
    return SurfaceEvidence(*(array[order] for array in arrays))


def test_a_voxel_gives_way_only_to_a_better_one_in_its_line_of_sight():
    along_x = [[1.0, 0.0, 0.0]] * 3
    seen = evidence(
        [[1.02, 0.02, 0.02], [1.14, 0.02, 0.02], [1.14, 0.14, 0.02]], [100.0, 10.0, 10.0], [0.05] * 3, along_x
    )
    left = without_noise(seen, VOXEL).points[:, :2].round(2).tolist()
    assert sorted(left) == [[1.02, 0.02], [1.14, 0.14]], "the one beside has nothing before it"


def test_a_voxel_out_of_the_reach_of_its_noise_stays():
    seen = evidence([[1.02, 0.02, 0.02], [1.3, 0.02, 0.02]], [100.0, 10.0], [0.05, 0.05], [[1.0, 0.0, 0.0]] * 2)
    assert len(without_noise(seen, VOXEL).keys) == 2


def test_a_voxel_not_much_worse_known_stays():
    seen = evidence([[1.02, 0.02, 0.02], [1.14, 0.02, 0.02]], [30.0, 10.0], [0.05, 0.05], [[1.0, 0.0, 0.0]] * 2)
    assert len(without_noise(seen, VOXEL).keys) == 2


def column(xs, deviation: float) -> SurfaceEvidence:
    points = [[x, y, 1.02] for x in xs for y in (0.02, 0.06, 0.10, 0.14)]
    return evidence(points, np.ones(len(points)), np.full(len(points), deviation), np.zeros((len(points), 3)))


def test_points_off_the_surface_go_and_those_on_it_stay():
    left = near_surface(column([3.94, 3.98, 4.02, 4.06], 0.01), wall_at(4.0))
    assert sorted(set(left.points[:, 0].tolist())) == [3.98, 4.02]


def test_points_in_unmapped_space_stay_only_where_nothing_near_was_seen():
    near_and_unmapped = [3.98, 4.02, 2.02]
    assert 2.02 not in near_surface(column(near_and_unmapped, 0.01), wall_at(4.0)).points[:, 0]
    assert 2.02 in near_surface(column(near_and_unmapped, 0.06), wall_at(4.0)).points[:, 0]


def test_a_map_that_knows_nothing_takes_nothing_away():
    seen = column([3.9, 4.0], 0.01)
    assert len(near_surface(seen, nothing_known()).keys) == len(seen.keys)


def test_points_move_onto_the_surface():
    moved = on_surface(column([3.985, 4.02], 0.01), wall_at(4.0))
    assert moved.points[:, 0] == pytest.approx(4.0, abs=1e-3)


FRIDGE_FRONT = solid((2.0, -0.3, 0.02), (2.0, 0.3, 1.8), 0.02)


def test_depth_of_which_only_the_front_was_seen_is_completed_away_from_the_viewer():
    box = box_of(track_of(look(FRIDGE_FRONT, (0.0, 0.2, 1.2))), "refrigerator")
    assert np.allclose(sorted(box.extents), [0.61, 0.62, 1.8], atol=0.03)
    assert box.center[0] == pytest.approx(2.31, abs=0.02)
    assert box.bottom == 0.0


def test_completed_depth_ends_at_the_wall_behind():
    def fridge_before_wall(points: np.ndarray) -> np.ndarray:
        over = (np.abs(points[:, 1]) <= 0.3) & (points[:, 2] <= 1.8)
        return np.where(over, 2.0, 2.7) - points[:, 0]

    box = box_of(track_of(look(FRIDGE_FRONT, (0.0, 0.2, 1.2))), "refrigerator", DrawnField(fridge_before_wall, 0.8))
    low, high = box.axis_aligned()
    assert low[0] == pytest.approx(2.0, abs=0.02)
    assert high[0] == pytest.approx(2.7, abs=0.02)


@pytest.mark.parametrize(
    ("category", "wall_m", "room"),
    [
        ("couch", 0.45, False),  # no couch is less than 0.65 m deep, and a fifth of that is slack
        ("couch", 0.60, True),
        ("couch", 0.15, True),  # may be more of its own front
        ("tv stand", 0.45, True),
        ("thingamajig", 0.45, True),
    ],
)
def test_a_wall_close_behind_leaves_no_room_for_deep_furniture(category: str, wall_m: float, room: bool) -> None:
    front = solid((2.0, -0.8, 0.0), (2.0, 0.8, 0.55), 0.02)

    def before_wall(points: np.ndarray) -> np.ndarray:
        over = (np.abs(points[:, 1]) <= 0.8) & (points[:, 2] <= 0.55)
        return np.where(over, 2.0, 2.0 + wall_m) - points[:, 0]

    field = DrawnField(before_wall, 0.8)
    fitted = fit_surface_box(track_of(look(front, (0.0, 0.2, 1.0))).evidence(), VOXEL, field, axis_aligned_gain=0.1)
    assert has_room(fitted, category, field) is room
    assert has_room(fitted, category, nothing_known()), "no wall was seen"


def test_depth_seen_from_both_sides_is_not_completed():
    back = FRIDGE_FRONT + np.float32([0.3, 0.0, 0.0])
    box = box_of(track_of(look(FRIDGE_FRONT, (0.0, 0.2, 1.2)), look(back, (5.0, 0.2, 1.2))), "refrigerator")
    assert box.extents.min() == pytest.approx(0.3, abs=0.03)


def test_nothing_is_made_up_of_a_category_of_unknown_depth():
    box = box_of(track_of(look(FRIDGE_FRONT, (0.0, 0.2, 1.2))), "banner")
    assert box.extents.min() < 0.03


def test_half_a_vase_becomes_a_round_one():
    angle = np.linspace(np.pi / 2, 3 * np.pi / 2, 60)  # the half towards a viewer at the origin
    ring = np.column_stack([2.0 + 0.12 * np.cos(angle), 0.12 * np.sin(angle)])
    half = np.vstack([np.column_stack([ring, np.full(60, z)]) for z in np.arange(0.8, 1.2, 0.01)])
    box = box_of(track_of(look(half, (0.0, 0.0, 1.0))), "vase")
    assert np.allclose(box.extents[:2], 0.24, atol=0.03)
    assert np.allclose(box.center[:2], [2.0, 0.0], atol=0.02)


def test_a_door_reaches_from_the_wall_that_it_is_set_into_through_it():
    leaf = solid((4.03, -0.43, 0.0), (4.03, 0.43, 2.0), 0.02)  # 3 cm behind the face of the wall at x = 4

    def door_in_wall(points: np.ndarray) -> np.ndarray:
        over = (np.abs(points[:, 1]) <= 0.43) & (points[:, 2] <= 2.0)
        return np.where(over, 4.03, 4.0) - points[:, 0]

    box = box_of(track_of(look(leaf, (2.0, 0.0, 1.2))), "door", DrawnField(door_in_wall))
    low, high = box.axis_aligned()
    assert low[0] == pytest.approx(4.0, abs=0.015)
    assert high[0] == pytest.approx(4.1, abs=0.015)


def test_table_whose_legs_were_not_seen_reaches_the_floor():
    top = solid((1.0, -0.5, 0.72), (2.2, 0.5, 0.75), 0.02)
    box = box_of(track_of(look(top, (0.0, 0.0, 1.5))), "dining table")
    assert box.bottom == 0.0
    assert box.top == pytest.approx(0.75, abs=0.02)


def test_a_cup_above_the_floor_stays_above_it():
    cup = solid((1.0, 0.0, 0.75), (1.08, 0.08, 0.85), 0.01)
    box = box_of(track_of(look(cup, (0.0, 0.0, 1.5))), "cup")
    assert box.bottom == pytest.approx(0.75, abs=0.02)


def test_weighted_percentiles_count_by_weight():
    assert weighted_percentiles(np.array([0.0, 1.0, 2.0]), np.array([1.0, 1.0, 98.0]), [50.0])[0] > 1.4
    assert weighted_percentiles(np.array([3.0]), np.array([2.0]), [5.0, 95.0]).tolist() == [3.0, 3.0]
