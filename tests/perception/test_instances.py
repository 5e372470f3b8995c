from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import CAMERA, T_MAP_CAMERA, frame_of, seen, solid

from situated_qa.errors import SettingsError
from situated_qa.perception.instances import InstanceMap, InstanceSettings
from situated_qa.perception.observations import Observation

CHAIR = solid((1.0, 0.0, 0.0), (1.5, 0.5, 0.9), 0.05)
TABLE = solid((2.0, -1.0, 0.70), (3.0, 1.0, 0.76))
CUP = solid((2.4, 0.0, 0.78), (2.48, 0.08, 0.88))


def categories(instances: InstanceMap) -> list[str]:
    return sorted(instance.category for instance in instances.instances.values())


def test_same_chair_seen_twice_is_one_instance():
    instances = InstanceMap()
    instances.update([seen("chair", CHAIR, stamp=10)], 10)
    changes = instances.update([seen("chair", CHAIR + np.float32(0.01), stamp=20)], 20)
    (chair,) = instances.instances.values()
    assert (chair.id, chair.category, chair.observation_count) == (0, "chair", 2)
    assert (chair.first_seen, chair.last_seen) == (10, 20)
    assert changes.changed == {0} and not changes.removed


def test_two_chairs_half_a_metre_apart_are_two_instances():
    instances = InstanceMap()
    other = CHAIR + np.float32([0.0, 1.0, 0.0])
    for stamp in (1, 2):
        instances.update([seen("chair", CHAIR), seen("chair", other)], stamp)
    assert categories(instances) == ["chair", "chair"]
    centers = sorted(instance.box.center[1] for instance in instances.instances.values())
    assert np.allclose(centers, [0.25, 1.25], atol=0.02)


def test_chairs_that_touch_stay_two_because_no_chair_is_that_long():
    instances = InstanceMap()
    other = CHAIR + np.float32([0.0, 0.9, 0.0])
    bridge = solid((1.0, 0.3, 0.2), (1.5, 1.1, 0.6), 0.05)  # a mask over half of either
    for stamp in (1, 2):
        instances.update([seen("chair", CHAIR), seen("chair", other)], stamp)
    instances.update([seen("chair", bridge)], 3)
    assert categories(instances) == ["chair", "chair"]


def test_cup_on_a_table_stays_apart():
    instances = InstanceMap()
    for stamp in (1, 2, 3):
        instances.update([seen("dining table", TABLE), seen("cup", CUP)], stamp)
    assert categories(instances) == ["cup", "dining table"]


def test_cup_whose_mask_lies_in_the_table_stays_apart():
    instances = InstanceMap()
    sunk = CUP - np.float32([0.0, 0.0, 0.10])  # its voxels are all next to the table's
    for stamp in (1, 2, 3):
        instances.update([seen("dining table", TABLE), seen("cup", sunk)], stamp)
    assert categories(instances) == ["cup", "dining table"]


def test_halves_of_a_couch_merge_when_a_third_view_bridges_them():
    left, right = solid((0, 0, 0), (0.8, 0.6, 0.7), 0.05), solid((0, 1.4, 0), (0.8, 2.0, 0.7), 0.05)
    whole = solid((0, 0, 0), (0.8, 2.0, 0.7), 0.05)
    instances = InstanceMap()
    for stamp in (1, 2):
        instances.update([seen("couch", left), seen("couch", right)], stamp)
    assert len(instances.instances) == 2
    changes = instances.update([seen("couch", whole)], 3)
    assert dict(changes.merged) == {1: 0}
    assert changes.removed == {1} and changes.changed == {0}
    (couch,) = instances.instances.values()
    assert couch.observation_count == 5
    assert np.allclose(couch.box.extents, [0.8, 2.0, 0.7], atol=0.05)


def test_ids_are_never_used_again():
    instances = InstanceMap()
    instances.update([seen("couch", solid((0, 0, 0), (0.8, 0.6, 0.7), 0.05), score=0.9)], 1)
    instances.update([seen("couch", solid((0, 1.4, 0), (0.8, 2.0, 0.7), 0.05), score=0.9)], 2)
    instances.update([seen("couch", solid((0, 0, 0), (0.8, 2.0, 0.7), 0.05), score=0.9)], 3)
    instances.update([seen("chair", CHAIR + np.float32([5, 0, 0]), score=0.9)], 4)
    assert sorted(instances.instances) == [0, 2]


def test_flickering_label_is_outvoted_and_kept_as_alternative():
    instances = InstanceMap()
    labels = ["couch", "couch", "bed", "couch", "suitcase"]
    couch = solid((0, 0, 0), (0.8, 1.8, 0.7), 0.05)
    for stamp, label in enumerate(labels):
        instances.update([seen(label, couch, score=0.5)], stamp)
    (instance,) = instances.instances.values()
    assert instance.category == "couch"
    assert instance.alternatives == (("bed", 0.2), ("suitcase", 0.2))
    # Share of votes 3/5; three sightings at 0.5 are wrong together in 1 of 8 cases.
    assert instance.confidence == pytest.approx(0.6 * 0.875)


def test_one_weak_sighting_is_not_believed_two_are_and_one_strong_one_is():
    instances = InstanceMap(InstanceSettings(confirm_observations=2, confirm_score=0.8))
    assert not instances.update([seen("chair", CHAIR, score=0.5)], 1).changed
    assert not instances.instances and instances.tentative == 1
    assert instances.update([seen("chair", CHAIR, score=0.5)], 2).changed == {0}
    assert instances.update([seen("tv", CHAIR + np.float32([3, 0, 0]), score=0.8)], 3).changed == {1}


def test_two_boxes_around_one_object_in_one_image_make_one_instance():
    instances = InstanceMap()
    back = CHAIR[CHAIR[:, 2] > 0.4]
    instances.update([seen("chair", CHAIR, score=0.9), seen("chair", back, score=0.7)], 1)
    assert categories(instances) == ["chair"]
    assert instances.instances[0].observation_count == 1


def test_an_object_without_a_clear_name_is_kept_back_until_one_wins():
    instances = InstanceMap(InstanceSettings(min_confidence=0.3))
    # Share of votes times 1 - 0.6^2 for two sightings of 0.4: 0.64, 0.43, 0.32, 0.26.
    removed = [
        instances.update([seen(label, CHAIR, score=0.4)], stamp).removed
        for stamp, label in enumerate(["suitcase", "suitcase", "kite", "stop sign", "umbrella"])
    ]
    assert removed == [set(), set(), set(), set(), {0}] and not instances.instances
    instances.update([seen("suitcase", CHAIR, score=0.4)], 9)  # half the votes and three sightings: 0.39
    assert categories(instances) == ["suitcase"]
    assert instances.instances[0].confidence == pytest.approx(0.5 * (1 - 0.6**3))


def test_pot_called_a_vase_becomes_part_of_the_plant():
    plant, pot = solid((0, 0, 0), (0.6, 0.6, 1.0), 0.05), solid((0.15, 0.15, 0), (0.45, 0.45, 0.3), 0.05)
    instances = InstanceMap()
    for stamp in (1, 2, 3):
        instances.update([seen("potted plant", plant), seen("vase", pot)], stamp)
    assert categories(instances) == ["potted plant"]


def test_pot_seen_first_and_most_often_leaves_the_name_to_the_plant():
    plant, pot = solid((0, 0, 0), (0.6, 0.6, 1.0), 0.05), solid((0.15, 0.15, 0), (0.45, 0.45, 0.3), 0.05)
    instances = InstanceMap()
    for stamp in range(4):
        instances.update([seen("vase", pot, score=0.8)], stamp)
    assert categories(instances) == ["vase"]
    instances.update([seen("potted plant", plant)], 4)
    instances.update([seen("potted plant", plant)], 5)
    assert categories(instances) == ["potted plant"]
    assert instances.instances[0].box.extents[2] == pytest.approx(1.0, abs=0.05)


def test_keyboard_in_the_box_of_a_laptop_is_its_keyboard_and_one_beside_it_is_another():
    lid = solid((0.0, 0.0, 0.76), (0.02, 0.32, 0.98))
    keys, beside = solid((0.03, 0.02, 0.75), (0.2, 0.3, 0.755)), solid((0.03, 0.5, 0.75), (0.2, 0.9, 0.755))
    base = solid((0.0, 0.0, 0.75), (0.25, 0.03, 0.76))
    instances = InstanceMap()
    for stamp in (1, 2, 3):
        instances.update([seen("laptop", np.vstack([lid, base]))], stamp)
        instances.update([seen("keyboard", keys), seen("keyboard", beside)], stamp)
    assert categories(instances) == ["keyboard", "laptop"]


def test_two_sides_of_a_bowl_are_one_and_two_bowls_seen_together_are_two():
    left, right = solid((0, 0, 0.75), (0.2, 0.4, 0.9)), solid((0.22, 0, 0.75), (0.4, 0.4, 0.9))
    one, two = InstanceMap(), InstanceMap()
    for stamp in (1, 2, 3):
        one.update([seen("bowl", left)], 2 * stamp)
        one.update([seen("bowl", right)], 2 * stamp + 1)
        two.update([seen("bowl", left), seen("bowl", right)], stamp)
    assert categories(one) == ["bowl"] and categories(two) == ["bowl", "bowl"]


def test_chairs_seen_side_by_side_three_times_are_not_merged_by_a_mask_over_both():
    other = CHAIR + np.float32([0.0, 0.6, 0.0])
    bridge = solid((1.0, 0.2, 0.2), (1.5, 1.1, 0.6), 0.05)
    instances = InstanceMap()
    for stamp in range(3):
        instances.update([seen("chair", CHAIR), seen("chair", other)], stamp)
    instances.update([seen("chair", bridge)], 3)
    assert categories(instances) == ["chair", "chair"]


def test_name_has_to_fit_the_size():
    """Nothing 0.1 m long is a chair, however often it was called one; nor is it anything, if that was its only name."""
    instances = InstanceMap()
    for stamp, label in enumerate(["chair", "chair", "cup", "chair"]):
        instances.update([seen(label, CUP, score=0.6)], stamp)
    assert categories(instances) == ["cup"]
    only = InstanceMap()
    only.update([seen("chair", CUP, score=0.9)], 1)
    assert not only.instances


def test_patch_of_a_couch_in_its_colour_is_kept_back_and_the_teddy_on_it_is_not():
    """A plate 2 m ahead, seen 12 times; two patches of it were called something else once, and missed 7 times."""
    depth = np.full((120, 160), 4.0, np.float32)
    depth[40:80, 40:120] = 2.0
    frame = frame_of(depth)
    couch = solid((1.98, -0.78, 0.6), (2.0, 0.78, 1.38))
    arm, teddy = solid((1.98, 0.3, 0.8), (2.0, 0.7, 1.2)), solid((1.98, -0.6, 0.8), (2.0, -0.3, 1.1))
    green, brown = (35, 119, 51), (119, 90, 58)
    instances = InstanceMap()
    first = [seen("couch", couch, rgb=green), seen("plant", arm, score=0.9, rgb=green)]
    instances.update([*first, seen("teddy bear", teddy, score=0.9, rgb=brown)], 0, frame)
    instances.update([seen("couch", couch, rgb=green)], 1, frame)
    assert categories(instances) == ["couch", "plant", "teddy bear"]
    removed = [instances.update([seen("couch", couch, rgb=green)], stamp, frame).removed for stamp in range(2, 8)]
    assert categories(instances) == ["couch", "teddy bear"]
    assert sum(map(len, removed)) == 1


def test_two_weak_boxes_in_one_image_do_not_confirm_each_other():
    instances = InstanceMap(InstanceSettings(confirm_observations=2, confirm_score=0.8))
    instances.update([seen("chair", CHAIR, score=0.5), seen("chair", CHAIR[CHAIR[:, 2] > 0.4], score=0.5)], 1)
    assert not instances.instances and instances.tentative == 1


def test_wall_that_a_wrong_mask_took_along_fades():
    """A plate 2 m ahead, and once a mask that spilled over onto the wall 4 m ahead."""
    depth = np.full((120, 160), 4.0, np.float32)
    depth[40:80, 60:100] = 2.0
    frame = frame_of(depth)
    plate, spilled = depth == 2.0, np.zeros_like(depth, bool)
    spilled[30:90, 50:110] = True

    def view(mask: np.ndarray, stamp: int) -> Observation:
        from situated_qa.geometry import back_project

        points = T_MAP_CAMERA.apply(back_project(depth, CAMERA, mask)).astype(np.float32)
        return Observation("cup stand", 0.9, points, (1, 2, 3), int(mask.sum()), False, stamp, mask)

    instances = InstanceMap()
    instances.update([view(spilled, 0)], 0, frame)
    assert instances.instances[0].box.extents[0] == pytest.approx(2.0, abs=0.05)
    for stamp in range(1, 5):
        instances.update([view(plate, stamp)], stamp, frame)
    (instance,) = instances.instances.values()
    # 40 px of 0.02 m at 2 m: from -0.4 m to 0.38 m.
    assert np.allclose(instance.box.center, [2.0, 0.01, 1.01], atol=0.03)
    assert np.allclose(instance.box.extents, [0.01, 0.78, 0.78], atol=0.05)


def test_object_that_the_camera_looks_through_is_removed_after_three_frames():
    depth = np.full((120, 160), 4.0, np.float32)
    empty = frame_of(depth)
    plate = solid((2.0, -0.3, 0.8), (2.02, 0.3, 1.2))
    instances = InstanceMap(InstanceSettings(gone_frames=3))
    instances.update([seen("tv", plate, score=0.9)], 1)
    assert not instances.update([], 2, empty).removed
    assert not instances.update([], 3, empty).removed
    assert instances.update([], 4, empty).removed == {0}
    assert not instances.instances


def test_hidden_or_unseen_objects_stay():
    """Something in front, no return, or out of the image: no reason to believe that it is gone."""
    plate = solid((2.0, -0.3, 0.8), (2.02, 0.3, 1.2))
    behind = plate + np.float32([-10.0, 0.0, 0.0])
    instances = InstanceMap(InstanceSettings(gone_frames=1, tentative_frames=1))
    instances.update([seen("tv", plate, score=0.9), seen("tv", behind, score=0.9)], 1)
    for stamp, metres in enumerate((1.0, np.nan, 0.0)):
        instances.update([], stamp, frame_of(np.full((120, 160), metres)))
    assert sorted(instances.instances) == [0, 1]


def test_instances_are_snapshots():
    instances = InstanceMap()
    instances.update([seen("chair", CHAIR, score=0.9)], 1)
    before = instances.instances
    instances.update([seen("chair", CHAIR + np.float32([9, 0, 0]), score=0.9)], 2)
    assert len(before) == 1 and len(instances.instances) == 2
    with pytest.raises(TypeError):
        before[5] = before[0]


def test_view_carries_colour_box_on_the_floor_and_spread_points():
    instances = InstanceMap()
    lifted = CHAIR[CHAIR[:, 2] >= 0.05]  # the mask left the lowest 5 cm to the floor
    instances.update([seen("chair", lifted, score=0.9, rgb=(200, 30, 30))], 1)
    chair = instances.instances[0]
    assert chair.color == "red" and chair.rgb == (200, 30, 30)
    assert chair.box.bottom == pytest.approx(0.0, abs=1e-9) and chair.box.top == pytest.approx(0.9, abs=0.03)
    assert chair.surface_points.shape == (64, 3) and chair.surface_points.dtype == np.float32
    assert np.ptp(chair.surface_points, axis=0) == pytest.approx([0.5, 0.5, 0.85], abs=0.05)


def test_color_is_the_median_over_views():
    instances = InstanceMap()
    for stamp, rgb in enumerate([(200, 30, 30), (190, 30, 30), (255, 255, 255)]):
        instances.update([seen("chair", CHAIR, rgb=rgb)], stamp)
    assert instances.instances[0].rgb == (200, 30, 30)


def test_settings_out_of_range_are_named():
    with pytest.raises(SettingsError, match="InstanceSettings.voxel_m"):
        InstanceSettings(voxel_m=0.0)
