from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Intrinsics
from situated_qa.sim.noise import DepthNoiseSettings, noisy_depth, sigma_m, stereo_shadow

CAMERA = Intrinsics(200, 150, 400.0, 400.0, 99.5, 74.5)
HEAD_ON = np.ones((150, 200), np.float32)


def plane(depth_m: float) -> np.ndarray:
    return np.full((150, 200), depth_m, np.float32)


def test_the_formula_by_hand() -> None:
    assert sigma_m(2.0) == pytest.approx(4 * 0.08 / (424 * 0.05))  # 15.1 mm
    assert sigma_m(4.0) == pytest.approx(4 * sigma_m(2.0))


@pytest.mark.parametrize("depth_m", [1.0, 2.0, 4.0])
def test_noise_on_a_plane_follows_the_formula(depth_m: float) -> None:
    noisy = noisy_depth(plane(depth_m), HEAD_ON, CAMERA, seed=3)
    assert np.isfinite(noisy).all()
    assert noisy.dtype == np.float32
    assert noisy.std() == pytest.approx(sigma_m(depth_m), rel=0.15)
    assert noisy.mean() == pytest.approx(depth_m, rel=0.005)


def test_neighbouring_errors_go_together() -> None:
    error = noisy_depth(plane(2.0), HEAD_ON, CAMERA, seed=3) - 2.0
    assert np.corrcoef(error[:, :-1].ravel(), error[:, 1:].ravel())[0, 1] > 0.5
    assert abs(np.corrcoef(error[:, :-8].ravel(), error[:, 8:].ravel())[0, 1]) < 0.1


def test_the_same_seed_gives_the_same_noise() -> None:
    a, b, c = (noisy_depth(plane(2.0), HEAD_ON, CAMERA, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(a, b)
    assert (a != c).any()


def test_out_of_range_and_grazing_surfaces_give_no_return() -> None:
    depth = plane(2.0)
    depth[:, :20], depth[:, 180:], depth[:10] = 0.2, 7.0, np.nan
    incidence = HEAD_ON.copy()
    incidence[100:110] = 0.1
    noisy = noisy_depth(depth, incidence, CAMERA, seed=0)
    assert np.isnan(noisy[:, :20]).all() and np.isnan(noisy[:, 180:]).all()
    assert np.isnan(noisy[:10]).all() and np.isnan(noisy[100:110]).all()
    assert np.isfinite(noisy[40:90, 60:120]).all()


def test_stereo_shadow_lies_left_of_what_stands_before_a_wall() -> None:
    depth = plane(4.0)
    depth[:, 100:120] = 1.0
    shadow = stereo_shadow(depth.astype(float), CAMERA, baseline_m=0.05)
    # Disparities 400 · 0.05 / 1 = 20 px and / 4 = 5 px: 15 px of wall are hidden, less the pixel of tolerance.
    assert shadow[:, 87:100].all()
    assert not shadow[:, :87].any() and not shadow[:, 100:].any()


def test_about_half_of_the_edge_pixels_are_lost() -> None:
    depth = plane(1.0)
    depth[75:] = 1.5  # an edge along a row casts no stereo shadow
    lost = np.isnan(noisy_depth(depth, HEAD_ON, CAMERA, seed=0))
    assert lost[74:76].mean() == pytest.approx(0.5, abs=0.1)
    assert not lost[:73].any() and not lost[77:].any()
    sound = DepthNoiseSettings(edge_hole_share=0.0)
    assert np.isfinite(noisy_depth(depth, HEAD_ON, CAMERA, seed=0, settings=sound)).all()
