"""What a detector did not look at does not count as observed. A room of 6 × 6 m, a camera in its middle, 77° wide."""

from __future__ import annotations

import dataclasses
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import box_room  # noqa: E402 - found through the line above
from situated_qa.geometry import Frame  # noqa: E402
from situated_qa.scene.looked_area import LookedArea  # noqa: E402
from situated_qa.scene.observed import FREE, NEVER_SEEN, ObservedArea  # noqa: E402


def whole_room() -> ObservedArea:
    return ObservedArea(0.1, np.array([-3.0, -3.0]), np.full((60, 60), FREE, np.uint8))


def frame(heading_rad: float) -> Frame:
    T_map_camera = box_room.camera_pose(heading_rad)
    color, depth, _ = box_room.cast(T_map_camera)
    return Frame(1, color, depth, box_room.CAMERA, T_map_camera)


def seen(looked: LookedArea, *points: tuple[float, float]) -> list[int]:
    return looked.limit(whole_room()).at(np.array(points)).tolist()


def test_before_any_look_nothing_is_observed():
    assert not looked_cells(LookedArea(7.0)).any()


def looked_cells(looked: LookedArea) -> np.ndarray:
    return looked.limit(whole_room()).cells


def test_a_look_covers_what_its_rays_pass_over():
    looked = LookedArea(7.0)
    looked.add(frame(0.0))  # at 1 m it spans 0.8 m to either side
    assert seen(looked, (1.0, 0.0), (1.05, 0.5), (1.05, -0.5)) == [FREE] * 3
    assert seen(looked, (1.0, 1.5), (1.0, -1.5), (-1.0, 0.0)) == [NEVER_SEEN] * 3


def test_a_look_ends_at_what_it_hits():
    looked = LookedArea(7.0)
    looked.add(dataclasses.replace(frame(math.pi), depth=np.full((120, 160), 1.5, np.float32)))  # a board 1.5 m ahead
    assert seen(looked, (-1.3, 0.0), (-1.8, 0.0)) == [FREE, NEVER_SEEN]


def test_a_look_ends_at_its_reach():
    looked = LookedArea(1.5)
    looked.add(frame(0.0))
    assert seen(looked, (1.3, 0.0), (1.8, 0.0)) == [FREE, NEVER_SEEN]


def test_looks_add_up_and_leave_no_gaps():
    looked = LookedArea(7.0)
    for k in range(8):
        looked.add(frame(k * math.pi / 4))
    cells = looked_cells(looked)
    radius = np.hypot(*np.meshgrid(np.arange(-2.95, 3.0, 0.1), np.arange(-2.95, 3.0, 0.1)))
    assert (cells[radius < 1.5] == FREE).all()


def test_a_frame_without_depth_adds_nothing():
    looked = LookedArea(7.0)
    dark = dataclasses.replace(frame(0.0), depth=np.full((120, 160), np.nan, np.float32))
    looked.add(dark)
    assert not looked_cells(looked).any()
