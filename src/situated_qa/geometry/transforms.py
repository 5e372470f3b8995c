"""Rigid transforms, named so that frames cancel: `T_a_b @ T_b_c` is `T_a_c`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.errors import GeometryError

_ROTATION_TOLERANCE = 1e-3
_MIN_HORIZONTAL = 0.1  # of the unit forward axis: beyond 84° up or down a heading is noise


@dataclass(frozen=True, slots=True, eq=False)
class Transform:
    """Rigid transform `T_a_b`: maps coordinates in frame `b` to frame `a`.

    Raises:
        GeometryError: `R` is not a (3, 3) rotation or `t` not a (3,) vector, or either is not finite.
    """

    R: np.ndarray  # (3, 3) float64 rotation
    t: np.ndarray  # (3,) float64 translation, m

    def __post_init__(self) -> None:
        R = np.asarray(self.R, dtype=np.float64)
        t = np.asarray(self.t, dtype=np.float64)
        if R.shape != (3, 3) or t.shape != (3,):
            raise GeometryError(f"a transform needs R of shape (3, 3) and t of shape (3,), got {R.shape} and {t.shape}")
        if not (np.isfinite(R).all() and np.isfinite(t).all()):
            raise GeometryError("a transform must be finite, got NaN or infinity in its pose")
        if np.abs(R @ R.T - np.eye(3)).max() > _ROTATION_TOLERANCE or np.linalg.det(R) < 0:
            raise GeometryError(f"R is not a rotation: R Rᵀ differs from the identity, or det R < 0: {R.tolist()}")
        object.__setattr__(self, "R", R)
        object.__setattr__(self, "t", t)

    @classmethod
    def identity(cls) -> Transform:
        return cls(np.eye(3), np.zeros(3))

    @classmethod
    def from_matrix(cls, matrix: np.ndarray) -> Transform:
        """From a (4, 4) homogeneous matrix.

        Raises:
            GeometryError: the matrix is not (4, 4), not finite, or not rigid.
        """
        matrix = np.asarray(matrix, dtype=np.float64)
        if matrix.shape != (4, 4) or not np.allclose(matrix[3], [0, 0, 0, 1], atol=1e-6):
            raise GeometryError(f"a pose is a (4, 4) matrix with last row 0 0 0 1, got {matrix.tolist()}")
        return cls(matrix[:3, :3], matrix[:3, 3])

    @classmethod
    def from_quaternion(cls, xyzw: np.ndarray, t: np.ndarray) -> Transform:
        """From a quaternion in ROS order (x, y, z, w), normalized here, and a translation in m.

        Raises:
            GeometryError: the quaternion is not four finite numbers or is zero.
        """
        q = np.asarray(xyzw, dtype=np.float64)
        norm = float(np.linalg.norm(q)) if q.shape == (4,) else 0.0
        if not np.isfinite(norm) or norm < 1e-9:
            raise GeometryError(f"a rotation needs a quaternion x y z w that is finite and not zero, got {q.tolist()}")
        x, y, z, w = q / norm
        R = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )
        return cls(R, np.asarray(t, dtype=np.float64))

    @classmethod
    def from_yaw(cls, yaw_rad: float, t: np.ndarray) -> Transform:
        """Rotation about z by `yaw_rad`, counter-clockwise seen from above, and a translation in m."""
        c, s = np.cos(yaw_rad), np.sin(yaw_rad)
        return cls(np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), np.asarray(t, dtype=np.float64))

    def __matmul__(self, other: Transform) -> Transform:
        """`T_a_b @ T_b_c` is `T_a_c`."""
        return Transform(self.R @ other.R, self.R @ other.t + self.t)

    def inverse(self) -> Transform:
        """`T_b_a`."""
        result = object.__new__(Transform)  # the inverse of a rigid transform is one: no need to check that again
        object.__setattr__(result, "R", self.R.T)
        object.__setattr__(result, "t", -self.R.T @ self.t)
        return result

    def apply(self, points: np.ndarray) -> np.ndarray:
        """Map (..., 3) points from frame `b` to frame `a`."""
        return np.asarray(points) @ self.R.T + self.t

    def as_matrix(self) -> np.ndarray:
        """(4, 4) homogeneous matrix."""
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.R, self.t
        return matrix

    def quaternion_xyzw(self) -> np.ndarray:
        """(4,) unit quaternion in ROS order with w ≥ 0. Source: Shepperd 1978, largest-component form."""
        R = self.R
        four_squares = np.array(
            [
                1 + R[0, 0] - R[1, 1] - R[2, 2],
                1 - R[0, 0] + R[1, 1] - R[2, 2],
                1 - R[0, 0] - R[1, 1] + R[2, 2],
                1 + R[0, 0] + R[1, 1] + R[2, 2],
            ]
        )
        k = int(np.argmax(four_squares))
        rows = [
            [four_squares[0], R[1, 0] + R[0, 1], R[0, 2] + R[2, 0], R[2, 1] - R[1, 2]],
            [R[1, 0] + R[0, 1], four_squares[1], R[2, 1] + R[1, 2], R[0, 2] - R[2, 0]],
            [R[0, 2] + R[2, 0], R[2, 1] + R[1, 2], four_squares[2], R[1, 0] - R[0, 1]],
            [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1], four_squares[3]],
        ]
        q = np.array(rows[k])
        q /= np.linalg.norm(q)
        return -q if q[3] < 0 else q

    def yaw_rad(self) -> float:
        """Heading of the x axis in the horizontal plane of frame `a`, counter-clockwise."""
        return float(np.arctan2(self.R[1, 0], self.R[0, 0]))


T_LINK_OPTICAL = Transform(np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]), np.zeros(3))
"""`T_camera_link_optical` (REP-103): optical axes (x right, y down, z forward) in a body frame (x forward, y left)."""


def interpolate(T_a_b0: Transform, T_a_b1: Transform, fraction: float) -> Transform:
    """Between two poses: linear in translation, spherical-linear in rotation.

    Args:
        fraction: 0 gives the first pose, 1 the second.
    """
    q0, q1 = T_a_b0.quaternion_xyzw(), T_a_b1.quaternion_xyzw()
    cosine = float(q0 @ q1)
    if cosine < 0.0:
        q1, cosine = -q1, -cosine
    if cosine > 0.9995:  # nearly parallel: slerp divides by ~0, lerp is exact to 1e-7 rad
        q = q0 + fraction * (q1 - q0)
    else:
        angle = np.arccos(np.clip(cosine, -1.0, 1.0))
        q = (np.sin((1 - fraction) * angle) * q0 + np.sin(fraction * angle) * q1) / np.sin(angle)
    return Transform.from_quaternion(q, T_a_b0.t + fraction * (T_a_b1.t - T_a_b0.t))


def wrap_angle(angle_rad: float) -> float:
    """The same angle in (-π, π]."""
    return float(-((-angle_rad + np.pi) % (2 * np.pi) - np.pi))


def split_pose(T_map_optical: Transform) -> tuple[Transform, Transform]:
    """A camera's pose as a robot's: `T_map_base` on the floor (z = 0) below the camera, and `T_base_link`.

    The base turns with the camera's heading; where the camera looks straight down or up, its image's upper edge tells
    the heading.

    Args:
        T_map_optical: pose of the camera's optical frame.
    """
    T_map_link = T_map_optical @ T_LINK_OPTICAL.inverse()
    forward = T_map_link.R[:, 0]
    if np.hypot(forward[0], forward[1]) < _MIN_HORIZONTAL:
        forward = -np.sign(forward[2]) * T_map_link.R[:, 2]
    yaw_rad = float(np.arctan2(forward[1], forward[0]))
    T_map_base = Transform.from_yaw(yaw_rad, np.array([T_map_link.t[0], T_map_link.t[1], 0.0]))
    return T_map_base, T_map_base.inverse() @ T_map_link
