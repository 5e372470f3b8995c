"""Which views are of one thing, without anybody's ids: rooms of boxes, masks as a detector gives them."""

from __future__ import annotations

import numpy as np
import pytest
from changing_room import Thing, frame_of, looking
from rooms_for_perception import seen, solid

from situated_qa.geometry import Frame
from situated_qa.perception.detector import Detection
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.observations import Observation, observe_detections

LEFT = Thing(0, "chair", (2.0, 0.05, 0.0), (2.5, 0.55, 0.9))
RIGHT = Thing(1, "chair", (2.0, -0.55, 0.0), (2.5, -0.05, 0.9))
FRONT = looking((0.0, 0.0, 1.3), (2.2, 0.0, 0.4))


def views(frame: Frame, masks: list[tuple[str, np.ndarray]], score: float = 0.9) -> list[Observation]:
    """What a detector with these masks makes observed."""
    detections = []
    for name, mask in masks:
        rows, columns = np.nonzero(mask)
        box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
        detections.append(Detection(name, score, box, mask))
    return observe_detections(frame, detections)


def look(instances: InstanceMap, things: list[Thing], pose, stamp: int, names: dict[int, str] | None = None) -> None:
    """One frame with perfect masks of all things in it."""
    frame = frame_of(things, pose, stamp / 10, seed=stamp)
    masks = [(thing.category, frame.instances == thing.id) for thing in things]
    masks = [(name, mask) for name, mask in masks if mask.sum() >= 40]
    instances.update(views(frame, masks), stamp, frame)


def found(instances: InstanceMap) -> list[tuple[str, float]]:
    """Category and y of the middle, by y."""
    by_y = sorted(instances.instances.values(), key=lambda i: i.box.center[1])
    return [(i.category, round(float(i.box.center[1]), 1)) for i in by_y]


def test_two_chairs_side_by_side_are_two():
    instances = InstanceMap()
    for stamp in range(8):
        look(instances, [LEFT, RIGHT], FRONT, stamp)
    assert found(instances) == [("chair", -0.3), ("chair", 0.3)]


def test_chair_that_is_detected_only_while_the_one_beside_it_is_not_is_another():
    instances = InstanceMap()
    for stamp in range(8):
        frame = frame_of([LEFT, RIGHT], FRONT, stamp / 10, seed=stamp)
        instances.update(views(frame, [("chair", frame.instances == stamp // 4)]), frame.stamp, frame)
    assert found(instances) == [("chair", -0.3), ("chair", 0.3)]


def test_one_chair_from_two_sides_is_one():
    instances = InstanceMap()
    for stamp in range(4):
        look(instances, [LEFT], FRONT, stamp)
    behind = looking((3.9, 0.3, 1.3), (2.2, 0.3, 0.4))
    for stamp in range(4, 8):
        look(instances, [LEFT], behind, stamp)
    assert found(instances) == [("chair", 0.3)]
    (chair,) = instances.instances.values()
    assert np.allclose(chair.box.extents, [0.5, 0.5, 0.9], atol=0.08)


def test_chair_half_behind_a_table_is_one_with_what_is_seen_of_it_later():
    table = Thing(2, "dining table", (1.3, -0.6, 0.7), (1.6, 0.9, 0.75))
    instances = InstanceMap()
    for stamp in range(3):
        look(instances, [LEFT, table], looking((0.0, 0.3, 1.1), (2.2, 0.3, 0.4)), stamp)
    for stamp in range(3, 6):
        look(instances, [LEFT, table], looking((2.2, 2.2, 1.3), (2.2, 0.3, 0.4)), stamp)
    assert found(instances) == [("dining table", 0.1), ("chair", 0.3)] or found(instances) == [
        ("dining table", 0.2), ("chair", 0.3)
    ]  # fmt: skip


def test_halves_of_a_split_mask_stay_one_couch():
    """Every other frame gives two masks of the couch, as if a person's leg were before it."""
    couch = Thing(0, "couch", (2.4, -0.9, 0.0), (3.2, 0.9, 0.8))
    instances = InstanceMap()
    for stamp in range(8):
        frame = frame_of([couch], FRONT, stamp / 10, seed=stamp)
        whole = frame.instances == 0
        left, right = whole.copy(), whole.copy()
        left[:, 150:], right[:, :170] = False, False
        masks = [whole] if stamp % 2 == 0 else [left, right]
        instances.update(views(frame, [("couch", mask) for mask in masks]), stamp, frame)
    assert found(instances) == [("couch", 0.0)]


def test_halves_never_seen_in_one_image_are_one_after_two_masks_over_both():
    shelf = Thing(0, "wardrobe", (2.4, -0.9, 0.0), (3.0, 0.9, 1.8))
    instances = InstanceMap()

    def show(stamp: int, part: slice) -> None:
        frame = frame_of([shelf], FRONT, stamp / 10, seed=stamp)
        mask = np.zeros(frame.depth.shape, bool)
        mask[:, part] = (frame.instances == 0)[:, part]
        instances.update(views(frame, [("wardrobe", mask)]), stamp, frame)

    for stamp in range(3):
        show(stamp, slice(0, 130))
    for stamp in range(3, 6):
        show(stamp, slice(190, 320))
    assert len(instances.instances) == 2
    for stamp in range(6, 8):
        show(stamp, slice(0, 320))
    assert found(instances) == [("wardrobe", 0.0)]


def test_mask_glued_over_two_cabinets_leaves_them_two():
    """Cabinets may be of any length, so that no size tells; but they were seen side by side."""
    one, other = (Thing(i, "cabinet", thing.low, thing.high) for i, thing in enumerate((LEFT, RIGHT)))
    instances = InstanceMap()
    for stamp in range(4):
        look(instances, [one, other], FRONT, stamp)
    before = {i.id: i.box.extents for i in instances.instances.values()}
    for stamp in range(4, 9):
        frame = frame_of([one, other], FRONT, stamp / 10, seed=stamp)
        instances.update(views(frame, [("cabinet", frame.instances >= 0)]), frame.stamp, frame)
    assert found(instances) == [("cabinet", -0.3), ("cabinet", 0.3)]
    for instance in instances.instances.values():
        assert np.allclose(instance.box.extents, before[instance.id], atol=0.05)
        assert instance.last_seen == 800_000_000


def test_cup_on_a_magazine_stays_apart_even_where_its_mask_spills_over():
    table = Thing(0, "dining table", (1.2, -0.6, 0.0), (2.0, 0.6, 0.75))
    magazine = Thing(1, "book", (1.45, -0.15, 0.75), (1.75, 0.07, 0.76))
    cup = Thing(2, "cup", (1.56, -0.08, 0.76), (1.64, 0.0, 0.86))
    pose = looking((0.5, 0.0, 1.5), (1.6, 0.0, 0.75))
    instances = InstanceMap()
    for stamp in range(10):
        frame = frame_of([table, magazine, cup], pose, stamp / 10, seed=stamp)
        masks = [(t.category, frame.instances == t.id) for t in (table, magazine, cup)]
        if stamp % 2:  # the cup's mask takes along a border of the magazine
            spilled = masks[2][1].copy()
            for down, right in ((-5, 0), (5, 0), (0, -5), (0, 5)):
                spilled |= np.roll(masks[2][1], (down, right), (0, 1))
            masks[2] = ("cup", spilled)
        instances.update(views(frame, masks), stamp, frame)
    assert sorted(i.category for i in instances.instances.values()) == ["book", "cup", "dining table"]


@pytest.mark.parametrize("thickness", [0.03, 0.08])
def test_tv_from_both_sides_is_one(thickness):
    tv = Thing(0, "tv", (2.0, -0.5, 0.6), (2.0 + thickness, 0.5, 1.2))
    instances = InstanceMap()
    for stamp in range(4):
        look(instances, [tv], looking((0.5, 0.0, 1.0), (2.0, 0.0, 0.9)), stamp)
    for stamp in range(4, 8):
        look(instances, [tv], looking((3.5, 0.0, 1.0), (2.0, 0.0, 0.9)), stamp)
    assert found(instances) == [("tv", 0.0)]
    (one,) = instances.instances.values()
    assert one.box.extents[0] < thickness + 0.08


def test_pictures_on_the_two_sides_of_a_thin_wall_are_two():
    instances = InstanceMap()
    for stamp in (1, 2, 3):
        instances.update([seen("picture", solid((2.0, -0.3, 1.2), (2.02, 0.3, 1.7)))], 2 * stamp)
        instances.update([seen("picture", solid((2.13, -0.3, 1.2), (2.15, 0.3, 1.7)))], 2 * stamp + 1)
    assert len(instances.instances) == 2


def test_books_side_by_side_on_a_shelf_are_two():
    instances = InstanceMap()
    one, other = (solid((1.0, y, 1.0), (1.2, y + 0.03, 1.28), 0.01) for y in (0.0, 0.14))
    for stamp in (1, 2, 3):
        instances.update([seen("book", one), seen("book", other)], stamp)
    assert len(instances.instances) == 2


def test_name_given_wrongly_for_long_is_outvoted_by_the_newest_forty_sightings():
    """100 times couch, then 30 times bed: 40 votes for the couch fade to 40 · (39/40)^… and the bed's grow."""
    instances = InstanceMap()
    couch = solid((0, 0, 0), (0.8, 1.8, 0.7), 0.1)
    for stamp in range(100):
        instances.update([seen("couch", couch)], stamp)
    for stamp in range(100, 130):
        instances.update([seen("bed", couch)], stamp)
    (bed,) = instances.instances.values()
    # Each new vote takes 1/41 of the others: 40 · (40/41)^30 = 19.1 are left of the couch's, 20.9 are the bed's.
    assert bed.category == "bed"
    assert bed.alternatives[0] == ("couch", pytest.approx(19.07 / 40, abs=0.002))
    assert bed.observation_count == 130


def test_voxel_that_the_mask_covers_but_the_camera_looks_past_is_no_hit():
    """Once the mask of a plate was placed 0.3 m too near; later masks cover these pixels, too, but show 2 m."""
    depth = np.full((120, 160), 4.0, np.float32)
    depth[40:80, 60:100] = 2.0
    from rooms_for_perception import CAMERA, T_MAP_CAMERA
    from rooms_for_perception import frame_of as plain_frame

    from situated_qa.geometry import back_project

    near_depth = depth.copy()
    near_depth[40:80, 60:100] = 1.7
    plate = depth == 2.0
    instances = InstanceMap()
    for stamp, image in enumerate([near_depth] + [depth] * 6):
        points = T_MAP_CAMERA.apply(back_project(image, CAMERA, plate)).astype(np.float32)
        observation = Observation("cup stand", 0.9, points, (1, 2, 3), int(plate.sum()), False, stamp, plate)
        instances.update([observation], stamp, plain_frame(image))
    last = max(instances.instances.values(), key=lambda i: i.last_seen)
    assert last.box.center[0] == pytest.approx(2.0, abs=0.02)
    assert last.box.extents[0] < 0.06
    assert len(instances.instances) == 1


def test_a_chair_is_not_swallowed_by_a_long_thing_without_a_name_that_was_seen_around_it():
    # The first look takes a chair and what stands beside it for one thing, 4 m long. Then the camera sees 1 m of that,
    # and a detector calls all of it a chair, which is 1.3 m long at most.
    row = Thing(0, "object", (2.0, -2.0, 0.0), (2.5, 2.0, 0.9))
    instances = InstanceMap()
    far, near = looking((-1.5, 0.0, 1.3), (2.2, 0.0, 0.4)), looking((1.3, 1.4, 1.0), (2.2, 1.4, 0.5))
    for stamp, pose in enumerate((far, near, near)):
        frame = frame_of([row], pose, stamp / 10, seed=stamp)
        name, score = ("object", 0.15) if pose is far else ("chair", 0.4)
        instances.update(views(frame, [(name, frame.instances == 0)], score), stamp, frame)
    (chair,) = instances.instances.values()
    assert chair.category == "chair"
    assert chair.observation_count == 2
    assert chair.box.extents.max() <= 1.3
