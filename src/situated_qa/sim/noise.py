"""The errors of an active-stereo depth camera (RealSense D435), put on exact depth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Intrinsics
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True)
class DepthNoiseSettings:
    """Stereo geometry, matching error and range. Defaults: D435 at 848 × 480."""

    subpixel_px: float = setting(0.08, "standard deviation of the disparity, px", minimum=0.0, maximum=2.0)
    baseline_m: float = setting(0.05, "distance between the two imagers, m", minimum=0.001, maximum=1.0)
    focal_px: float = setting(424.0, "focal length of the stereo imagers, px", minimum=1.0, maximum=10000.0)
    disparity_steps: float = setting(32.0, "disparity steps per px", minimum=1.0, maximum=1024.0)
    min_range_m: float = setting(0.28, "nearer surfaces give no return, m", minimum=0.0, maximum=10.0)
    max_range_m: float = setting(6.0, "farther surfaces give no return, m", minimum=0.1, maximum=100.0)
    edge_jump: float = setting(0.06, "a depth step of this share of the depth is an edge", minimum=0.0, maximum=10.0)
    edge_hole_share: float = setting(0.5, "share of edge pixels without return", minimum=0.0, maximum=1.0)
    grazing_cos: float = setting(0.17, "surfaces seen under a smaller cosine give no return", minimum=0.0, maximum=1.0)

    def __post_init__(self) -> None:
        check_settings(self)


def sigma_m(depth_m: float, settings: DepthNoiseSettings | None = None) -> float:
    """Standard deviation of depth at a distance, m: z² · subpixel / (focal · baseline)."""
    s = settings if settings is not None else DepthNoiseSettings()
    return depth_m**2 * s.subpixel_px / (s.focal_px * s.baseline_m)


def noisy_depth(
    depth: np.ndarray,
    incidence: np.ndarray,
    camera: Intrinsics,
    seed: int,
    settings: DepthNoiseSettings | None = None,
) -> np.ndarray:
    """Depth as the camera would give it: correlated disparity noise, stereo shadow, holes, range limits.

    Args:
        depth: (H, W) float32 exact depth, m; NaN where there is no surface.
        incidence: (H, W) |cos| between ray and surface normal.
        camera: intrinsics of the depth image, px.
        seed: the same seed gives the same noise.

    Returns:
        (H, W) float32, m, NaN where there is no return.

    Source: Ahn 2019, "Analysis and noise modeling of the Intel RealSense D435"; Intel's D400 tuning white paper.
    """
    import cv2

    s = settings if settings is not None else DepthNoiseSettings()
    rng = np.random.default_rng(seed)
    z = depth.astype(np.float64)
    valid = np.isfinite(z) & (z > 0)
    z = np.where(valid, z, 1e6)
    # The matching window is a few pixels wide, so neighboring errors go together.
    blurred = np.asarray(cv2.GaussianBlur(rng.standard_normal(z.shape), (0, 0), 1.0))
    error = blurred * np.sqrt(4.0 * np.pi)  # blurring white noise with sigma 1 leaves 1 / sqrt(4 pi) of its deviation
    disparity = s.focal_px * s.baseline_m / z + s.subpixel_px * error
    disparity = np.round(disparity * s.disparity_steps) / s.disparity_steps
    measured = s.focal_px * s.baseline_m / np.maximum(disparity, 1e-6)

    step = cv2.morphologyEx(z.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    edge = (step > s.edge_jump * z) & (rng.random(z.shape) < s.edge_hole_share)
    lost = ~valid | edge | stereo_shadow(z, camera, s.baseline_m) | (incidence < s.grazing_cos)
    lost |= (z < s.min_range_m) | (z > s.max_range_m) | (measured > 1.25 * s.max_range_m)
    return np.where(lost, np.nan, measured).astype(np.float32)


def stereo_shadow(depth: np.ndarray, camera: Intrinsics, baseline_m: float) -> np.ndarray:
    """(H, W) bool: surfaces that the second imager, `baseline_m` to the right, cannot see.

    A pixel is hidden when something to its right lands left of it in the second image.
    """
    u_second = np.arange(depth.shape[1]) - camera.fx * baseline_m / depth
    nearest_right = np.minimum.accumulate(u_second[:, ::-1], axis=1)[:, ::-1]
    return u_second > nearest_right + 1.0  # one pixel: steep but unbroken surfaces stay
