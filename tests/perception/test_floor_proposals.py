"""Rugs on drawn floors: proposed by their hue and outline; shadows, sunbeams and the floor itself are not."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_boxes import drawn
from rooms_for_perception import CAMERA, T_MAP_CAMERA, frame_of

from situated_qa.perception.observations import observe_detections
from situated_qa.perception.proposals import ProposalSettings, propose

WOOD, WALL, RED = (190, 150, 105), (225, 225, 225), (160, 40, 40)


def floor_points() -> np.ndarray:
    """(120, 160, 2) x and y of the floor in each pixel; NaN above the horizon."""
    rows, columns = np.mgrid[:120, :160]
    rays = np.stack([(columns - CAMERA.cx) / CAMERA.fx, (rows - CAMERA.cy) / CAMERA.fy, np.ones(rows.shape)], axis=-1)
    rays = rays @ T_MAP_CAMERA.R.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(rays[..., 2:] < -1e-6, rays[..., :2] / -rays[..., 2:], np.nan)


def painted(shape: np.ndarray, color) -> np.ndarray:
    """The image of a room with a wooden floor, with a color where `shape` is."""
    depth, _ = drawn()
    image = np.empty((120, 160, 3), np.uint8)
    image[:] = WALL
    image[depth < 3.99] = WOOD
    image[shape & (depth < 3.99)] = color
    return image


def rectangle(x0: float, x1: float, y0: float, y1: float) -> np.ndarray:
    x, y = np.moveaxis(floor_points(), -1, 0)
    with np.errstate(invalid="ignore"):
        return (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)


def test_a_rug_is_proposed_and_lies_on_the_floor():
    depth, _ = drawn()
    rug = rectangle(2.0, 3.0, -0.6, 0.6)
    frame = frame_of(depth, color=painted(rug, RED))

    (found,) = propose(frame, [])

    assert np.count_nonzero(found.mask & rug) / np.count_nonzero(found.mask | rug) > 0.75
    (seen,) = observe_detections(frame, [found])
    low, high = seen.points_map.min(axis=0), seen.points_map.max(axis=0)
    assert low == pytest.approx([2.0, -0.6, 0.0], abs=0.12)
    assert high == pytest.approx([3.0, 0.6, 0.0], abs=0.12)
    assert propose(frame, [], ProposalSettings(flat=False)) == []


def test_a_round_rug_is_proposed_too():
    depth, _ = drawn()
    x, y = np.moveaxis(floor_points(), -1, 0)
    with np.errstate(invalid="ignore"):
        rug = np.hypot(x - 2.4, y) <= 0.6

    assert len(propose(frame_of(depth, color=painted(rug, RED)), [])) == 1


def test_a_shadow_or_a_sunbeam_is_no_rug():
    depth, _ = drawn()
    place = rectangle(2.0, 3.0, -0.6, 0.6)
    shadow, sunbeam = (tuple(int(factor * value) for value in WOOD) for factor in (0.6, 1.3))

    assert propose(frame_of(depth, color=painted(place, shadow)), []) == []
    assert propose(frame_of(depth, color=painted(place, sunbeam)), []) == []


def test_a_strip_of_another_color_is_no_rug():
    depth, _ = drawn()
    cable = rectangle(1.8, 3.6, 0.0, 0.12)

    assert propose(frame_of(depth, color=painted(cable, RED)), []) == []


def test_the_part_of_a_rug_that_a_detector_named_is_not_proposed():
    depth, _ = drawn()
    rug = rectangle(2.0, 3.0, -0.6, 0.6)

    assert propose(frame_of(depth, color=painted(rug, RED)), [rug]) == []
