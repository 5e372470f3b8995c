"""What one sees of a room of boxes, cast exactly, as solid and free cells."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from analytic_views import DEVICE

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import box_room  # noqa: E402 - found through the line above
from situated_qa.errors import MappingError  # noqa: E402
from situated_qa.geometry import Transform  # noqa: E402
from situated_qa.mapping.occupancy import LAYERS, OccupancyGrid, OccupancySettings  # noqa: E402

pytest.importorskip("warp")


def column(grid: OccupancyGrid, x: float, y: float) -> np.ndarray:
    """(LAYERS,) evidence over a place."""
    ix, iy = np.floor((np.array([x, y]) - grid.origin) / grid.settings.cell_m + 1e-9).astype(int)
    height, width = grid.evidence.shape[1:]
    if not (0 <= ix < width and 0 <= iy < height):
        return np.zeros(LAYERS, np.int8)
    return grid.evidence[:, iy, ix]


@pytest.fixture(scope="module")
def turned() -> OccupancyGrid:
    """After a full turn in the middle of the room."""
    grid = OccupancyGrid(OccupancySettings(pixel_stride=1), device=DEVICE)
    for index in range(24):
        grid.integrate(box_room.frame(index))
    return grid


def test_a_wall_is_solid_and_the_space_before_it_free(turned: OccupancyGrid) -> None:
    wall = column(turned, 3.0, 1.3)  # ahead, beside the table
    assert (wall[2:10] > 0).all()
    assert (column(turned, 2.7, 1.3)[4:8] < 0).all()
    assert not column(turned, 3.3, 1.3).any()  # behind the wall


def test_floor_is_seen_where_nothing_stands(turned: OccupancyGrid) -> None:
    assert column(turned, 1.9, 0.9)[0] > 0
    assert column(turned, 2.2, 0.0)[0] <= 0  # under the table


def test_a_table_is_solid_up_to_its_height_and_free_above(turned: OccupancyGrid) -> None:
    front = column(turned, 1.92, 0.1)  # 0.7 m high: layers 1 … 3 reach from 0.1 to 0.7 m
    assert (front[1:4] > 0).all()
    assert (front[5:7] < 0).all()


def test_the_robot_stands_on_floor_that_it_never_sees(turned: OccupancyGrid) -> None:
    assert column(turned, 0.0, 0.0)[0] > 0


def test_what_was_carried_away_is_free_after_as_many_looks() -> None:
    grid = OccupancyGrid(OccupancySettings(pixel_stride=1), device=DEVICE)
    ahead = box_room.frame(23)
    near = replace(ahead, depth=np.minimum(ahead.depth, 1.025).astype(np.float32))  # a screen before the camera
    for _ in range(3):
        grid.integrate(near)
    assert column(grid, 1.025, 0.075)[5] == 12
    for _ in range(13):
        grid.integrate(ahead)
    assert column(grid, 1.025, 0.075)[5] == -1


def test_missing_depth_tells_nothing() -> None:
    grid = OccupancyGrid(device=DEVICE)
    frame = box_room.frame(0)
    grid.integrate(replace(frame, depth=np.full(frame.depth.shape, np.nan, np.float32)))
    assert not grid.evidence.any()


def test_a_far_reading_clears_but_is_not_solid() -> None:
    grid = OccupancyGrid(OccupancySettings(pixel_stride=1, max_depth_m=1.5), device=DEVICE)
    grid.integrate(box_room.frame(23))
    assert (grid.evidence[1:] <= 0).all()
    assert column(grid, 1.4, 0.0)[5] < 0
    assert not column(grid, 1.8, 0.0)[1:].any()


def test_the_grid_grows_and_keeps_its_places() -> None:
    grid = OccupancyGrid(OccupancySettings(pixel_stride=1), device=DEVICE)
    first = box_room.frame(23)
    grid.integrate(first)
    before = column(grid, 3.0, 1.3).copy()
    away = Transform(first.T_map_camera.R, first.T_map_camera.t - (20.0, 30.0, 0.0))
    grid.integrate(replace(first, T_map_camera=away))
    assert np.array_equal(column(grid, 3.0, 1.3), before)
    assert np.array_equal(column(grid, -17.0, -28.7), before)


def test_beyond_the_largest_extent_nothing_is_kept_and_it_is_said(caplog: pytest.LogCaptureFixture) -> None:
    grid = OccupancyGrid(OccupancySettings(max_extent_m=20.0), device=DEVICE)
    first = box_room.frame(23)
    grid.integrate(first)
    shape = grid.evidence.shape
    away = Transform(first.T_map_camera.R, first.T_map_camera.t + (500.0, 0.0, 0.0))
    grid.integrate(replace(first, T_map_camera=away))
    assert grid.evidence.shape == shape
    assert "max_extent_m" in caplog.text


def test_a_camera_at_no_sensible_place_is_refused() -> None:
    frame = box_room.frame(0)
    lost = Transform(frame.T_map_camera.R, np.array([1e6, 0.0, 1.0]))
    with pytest.raises(MappingError, match="pose"):
        OccupancyGrid(device=DEVICE).integrate(replace(frame, T_map_camera=lost))
