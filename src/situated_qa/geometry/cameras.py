"""The pinhole camera. Optical frame: x right, y down, z forward (REP-103)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.errors import GeometryError


@dataclass(frozen=True, slots=True)
class Intrinsics:
    """Pinhole intrinsics of a rectified image.

    The center of the top left pixel is (0, 0), as in sensor_msgs/CameraInfo.

    Raises:
        GeometryError: a size or focal length is not positive, or a value is not finite.
    """

    width: int  # px
    height: int  # px
    fx: float  # px
    fy: float  # px
    cx: float  # px
    cy: float  # px

    def __post_init__(self) -> None:
        values = (self.width, self.height, self.fx, self.fy, self.cx, self.cy)
        if not np.isfinite(values).all() or min(self.width, self.height, self.fx, self.fy) <= 0:
            raise GeometryError(f"camera needs positive width, height, fx, fy and finite cx, cy, got {values}")

    def project(self, points_camera: np.ndarray) -> np.ndarray:
        """Project (N, 3) points in the optical frame, m, to (N, 2) pixels (u right, v down).

        Points at or behind the image plane give NaN.
        """
        x, y, z = np.asarray(points_camera, dtype=np.float64).T
        z = np.where(z > 0.0, z, np.nan)
        return np.stack([self.fx * x / z + self.cx, self.fy * y / z + self.cy], axis=1)


def back_project(depth: np.ndarray, camera: Intrinsics, mask: np.ndarray | None = None) -> np.ndarray:
    """Lift every valid depth pixel to a 3-D point.

    Args:
        depth: (H, W) float, m along z; 0, negative or not finite means no return.
        camera: pinhole intrinsics, px.
        mask: (H, W) bool, the pixels wanted; None means all.

    Returns:
        (N, 3) float64 points in the optical frame, m, in row-major pixel order.

    Raises:
        GeometryError: `depth` is not a 2-D float array of the camera's size.
    """
    if depth.ndim != 2 or not np.issubdtype(depth.dtype, np.floating):
        raise GeometryError(f"depth must be a 2-D float array in meters, got {depth.dtype} of shape {depth.shape}")
    if depth.shape != (camera.height, camera.width):
        raise GeometryError(
            f"depth is {depth.shape[::-1]}, the camera is {(camera.width, camera.height)} (width, height)"
        )
    with np.errstate(invalid="ignore"):
        valid = np.isfinite(depth) & (depth > 0.0)
    if mask is not None:
        valid &= mask
    v, u = np.nonzero(valid)
    z = depth[v, u].astype(np.float64)
    return np.stack([(u - camera.cx) * z / camera.fx, (v - camera.cy) * z / camera.fy, z], axis=1)
