"""Rendered depth, ids and colours against scenes that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("open3d", reason="the renderer needs open3d", exc_type=ImportError)

from simulated_rooms import CAMERA, cuboid, looking_along_x, room_of  # noqa: E402

from situated_qa.geometry import back_project  # noqa: E402
from situated_qa.sim.renderer import Renderer  # noqa: E402


def test_depth_of_a_wall_ahead_is_its_distance_in_every_pixel() -> None:
    room = room_of()
    view = Renderer(room.things(), CAMERA, room.lamp).render(looking_along_x(4.0, 2.5, 1.4))
    np.testing.assert_allclose(view.depth, 2.0, atol=1e-5)
    assert view.depth.dtype == np.float32
    np.testing.assert_allclose(view.incidence[29, 39], 1.0, atol=1e-3)


def test_the_floor_lies_at_zero_when_projected_back() -> None:
    room = room_of()
    pose = looking_along_x(1.0, 2.5, 1.2)
    view = Renderer(room.things(), CAMERA, room.lamp).render(pose)
    below = np.zeros_like(view.depth, bool)
    below[50:] = True  # 1.2 m / (20.5 / 60) = 3.5 m ahead: floor, not wall
    points = pose.apply(back_project(view.depth, CAMERA, below))
    np.testing.assert_allclose(points[:, 2], 0.0, atol=1e-5)


def test_what_no_ray_hits_has_no_depth_no_id_and_no_colour() -> None:
    view = Renderer([(3, cuboid(3, "box", (9.0, 9.0, 9.0), (1, 1, 1)).mesh)], CAMERA, np.array([0, 0, 2.0])).render(
        looking_along_x(0.0, 0.0, 0.0)
    )
    assert np.isnan(view.depth).all() and (view.instances == -1).all() and (view.color == 0).all()


def test_instance_pixels_lie_on_the_object() -> None:
    near = cuboid(0, "box", (3.0, 2.5, 1.0), (0.4, 0.4, 0.4))
    behind = cuboid(7, "box", (4.0, 2.5, 1.0), (0.4, 1.2, 0.6))
    room = room_of(near, behind)
    pose = looking_along_x(1.0, 2.5, 1.0)
    view = Renderer(room.things(), CAMERA, room.lamp).render(pose)
    assert set(np.unique(view.instances)) == {-1, 0, 7}
    for item in (near, behind):
        points = pose.apply(back_project(view.depth, CAMERA, view.instances == item.id))
        low, high = item.box.axis_aligned()
        assert (points >= low - 1e-4).all() and (points <= high + 1e-4).all()
    # 0.4 m at 1.8 m with 60 px focal length: 13.3 px square
    assert 13**2 <= (view.instances == 0).sum() <= 14**2
    np.testing.assert_allclose(view.depth[view.instances == 0], 1.8, atol=1e-5)


@pytest.mark.parametrize("rgb", [(190, 30, 35), (35, 75, 185), (40, 140, 60)])
def test_shade_changes_brightness_not_hue(rgb: tuple[int, int, int]) -> None:
    room = room_of(cuboid(0, "box", (3.0, 2.5, 0.5), (1.0, 1.0, 1.0), rgb=rgb))
    view = Renderer(room.things(), CAMERA, room.lamp).render(looking_along_x(1.0, 2.5, 0.6))
    pixels = view.color[view.instances == 0].astype(float)
    shares = pixels / pixels.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(np.median(shares, axis=0), np.array(rgb) / sum(rgb), atol=0.01)
    assert 0.4 < np.median(pixels.sum(axis=1)) / sum(rgb) < 1.1


def test_a_shadow_is_darker_than_the_floor_beside_it() -> None:
    lid = cuboid(0, "lid", (3.0, 2.5, 1.0), (1.0, 1.0, 0.02))
    room = room_of(lid)
    view = Renderer(room.things(), CAMERA, np.array([3.0, 2.5, 2.4])).render(looking_along_x(0.5, 2.5, 0.8))
    points = np.full((*view.depth.shape, 3), np.nan)
    points[np.isfinite(view.depth)] = looking_along_x(0.5, 2.5, 0.8).apply(back_project(view.depth, CAMERA))
    floor = np.abs(points[..., 2]) < 1e-3
    under = floor & (np.abs(points[..., 0] - 3.0) < 0.4) & (np.abs(points[..., 1] - 2.5) < 0.4)
    beside = floor & (np.abs(points[..., 0] - 3.0) < 0.4) & (np.abs(points[..., 1] - 2.5) > 1.2)
    assert under.any() and beside.any()
    assert np.median(view.color[under]) < 0.85 * np.median(view.color[beside])


def test_the_same_view_twice_is_the_same_picture() -> None:
    room = room_of(cuboid(0, "box", (3.0, 2.5, 0.5), (1.0, 1.0, 1.0)))
    renderer = Renderer(room.things(), CAMERA, room.lamp)
    a, b = (renderer.render(looking_along_x(1.0, 2.0, 1.0)) for _ in range(2))
    np.testing.assert_array_equal(a.color, b.color)
    np.testing.assert_array_equal(a.depth, b.depth)
