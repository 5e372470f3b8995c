"""Proposals on drawn rooms: boxes on the floor, on a table and at the wall; nothing where nothing stands."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_boxes import drawn
from rooms_for_perception import frame_of

from situated_qa.errors import SettingsError
from situated_qa.perception.categories import OBJECT
from situated_qa.perception.observations import observe_detections
from situated_qa.perception.proposals import ProposalSettings, propose

ON_FLOOR = ((2.0, -0.2, 0.0), (2.4, 0.2, 0.4))
TABLE = ((1.8, -0.6, 0.66), (2.6, 0.6, 0.7))
ON_TABLE = ((2.1, -0.15, 0.7), (2.35, 0.15, 1.0))
AT_WALL = ((3.6, 0.3, 0.0), (4.0, 1.1, 0.8))


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    return np.count_nonzero(a & b) / np.count_nonzero(a | b)


def best(proposals, wanted: np.ndarray) -> float:
    return max((overlap(item.mask, wanted) for item in proposals), default=0.0)


def test_an_empty_room_holds_no_proposals():
    depth, _ = drawn()

    assert propose(frame_of(depth), []) == []


@pytest.mark.parametrize("box", [ON_FLOOR, AT_WALL], ids=["on the floor", "at the wall"])
def test_a_box_that_stands_out_is_one_proposal(box):
    depth, shown = drawn(box)

    found = propose(frame_of(depth), [])

    assert len(found) == 1
    assert overlap(found[0].mask, shown == 0) > 0.75
    assert found[0].category == OBJECT
    assert found[0].score < 0.3


def test_a_thing_on_a_table_and_the_table_are_two():
    depth, shown = drawn(TABLE, ON_TABLE)

    found = propose(frame_of(depth), [])

    assert best(found, shown == 1) > 0.7
    assert best(found, shown == 0) > 0.5


def test_what_a_detector_named_is_not_proposed():
    depth, shown = drawn(ON_FLOOR, AT_WALL)

    found = propose(frame_of(depth), [shown == 0])

    assert len(found) == 1
    assert overlap(found[0].mask, shown == 1) > 0.7


def test_a_picture_on_a_wall_is_proposed_by_its_color():
    depth, _ = drawn()
    color = np.full((120, 160, 3), (225, 220, 210), np.uint8)
    color[28:48, 60:100] = (40, 60, 150)  # 1.6 m wide and 0.8 m high, 4 m away
    frame = frame_of(depth, color=color)

    found = propose(frame, [])

    assert len(found) == 1
    wanted = np.zeros((120, 160), bool)
    wanted[28:48, 60:100] = True
    assert overlap(found[0].mask, wanted) > 0.75
    assert propose(frame, [], ProposalSettings(flat=False)) == []


def test_a_soft_shadow_on_a_wall_is_not_proposed():
    depth, _ = drawn()
    shade = np.clip(1.0 - 0.35 * np.exp(-(((np.arange(160) - 80) / 30.0) ** 2)), 0, 1)
    color = (np.full((120, 160, 3), (225, 220, 210)) * shade[None, :, None]).astype(np.uint8)

    assert propose(frame_of(depth, color=color), []) == []


def test_an_image_without_depth_holds_no_proposals():
    assert propose(frame_of(np.zeros((120, 160), np.float32)), []) == []
    assert propose(frame_of(np.full((120, 160), np.nan, np.float32)), []) == []


def test_proposals_are_placed_in_the_map():
    depth, _ = drawn(ON_FLOOR)
    frame = frame_of(depth)

    (seen,) = observe_detections(frame, propose(frame, []))

    # The front and the top of the box are seen: x from 2.0 m to 2.4 m, y from -0.2 m to 0.2 m.
    low, high = seen.points_map.min(axis=0), seen.points_map.max(axis=0)
    assert low == pytest.approx([2.0, -0.2, 0.05], abs=0.06)
    assert high == pytest.approx([2.4, 0.2, 0.4], abs=0.1)


def test_settings_out_of_range_are_refused():
    with pytest.raises(SettingsError, match="score"):
        ProposalSettings(score=0.9)
