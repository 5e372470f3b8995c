"""ROS messages to and from our own values: poses, cameras, the viewpoint; and, from the files beside, graph and cloud.

Every function is free of ROS handles. What cannot be right is a `FrameError` (or, in a scene graph, a `SceneError`)
that names the message and the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion, TransformStamped, Vector3
from sensor_msgs.msg import CameraInfo

from situated_qa.errors import FrameError, GeometryError
from situated_qa.geometry import Intrinsics, Transform
from situated_qa.ros.clouds import cloud_from_msg, cloud_to_msgs
from situated_qa.ros.scene_checks import MAX_COORDINATE_M
from situated_qa.ros.scene_msgs import graph_from_msg, graph_to_msg
from situated_qa.ros.stamps import stamp_from_msg, stamp_to_msg
from situated_qa.ros.texts import short_name

if TYPE_CHECKING:
    from situated_qa.situated.viewpoint import Viewpoint

__all__ = [
    "camera_from_msg",
    "camera_to_msg",
    "cloud_from_msg",
    "cloud_to_msgs",
    "distortion_px",
    "graph_from_msg",
    "graph_to_msg",
    "pose_from_msg",
    "stamp_from_msg",
    "stamp_to_msg",
    "transform_from_msg",
    "transform_from_pose",
    "transform_to_msg",
    "transform_to_pose",
    "viewpoint_from_msg",
    "viewpoint_to_msg",
]

MAX_FRAME_CHARACTERS = 255

# ── poses ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def transform_from_pose(msg: Pose, name: str = "pose") -> Transform:
    """The pose of `b` in `a` as `T_a_b`.

    Raises:
        FrameError: a value is not finite, or the quaternion is zero.
    """
    return _transform(msg.orientation, msg.position, name)


def transform_to_pose(T_a_b: Transform) -> Pose:
    """`T_a_b` as the pose of `b` in `a`."""
    return Pose(position=_point(T_a_b.t), orientation=_quaternion(T_a_b))


def transform_from_msg(msg: TransformStamped) -> Transform:
    """`T_parent_child` of a stamped transform (parent: `header.frame_id`, child: `child_frame_id`).

    Raises:
        FrameError: a value is not finite, or the quaternion is zero; names the two frames.
    """
    name = f"transform {msg.header.frame_id!r} → {msg.child_frame_id!r}"
    return _transform(msg.transform.rotation, msg.transform.translation, name)


def transform_to_msg(T_parent_child: Transform, parent: str, child: str, stamp: int) -> TransformStamped:
    """A stamped transform; `stamp` in ns."""
    msg = TransformStamped(child_frame_id=child)
    msg.header.frame_id, msg.header.stamp = parent, stamp_to_msg(stamp)
    msg.transform.rotation, msg.transform.translation = _quaternion(T_parent_child), _vector(T_parent_child.t)
    return msg


def pose_from_msg(msg: PoseStamped, name: str = "viewpoint") -> tuple[Transform, str, int]:
    """`T_frame_posed`, the frame, and the stamp in ns.

    Raises:
        FrameError: the frame is empty or too long, a value is not finite or out of range, or the quaternion is zero.
    """
    frame = msg.header.frame_id.lstrip("/")
    if not frame:
        raise FrameError(f"{name}: header.frame_id is empty; it must name the frame of the pose, e.g. 'map'")
    if len(frame) > MAX_FRAME_CHARACTERS:
        raise FrameError(
            f"{name}: header.frame_id has {len(frame)} characters; the most is {MAX_FRAME_CHARACTERS}: "
            f"{short_name(frame)}"
        )
    T_frame_posed = transform_from_pose(msg.pose, name)
    if np.abs(T_frame_posed.t).max() > MAX_COORDINATE_M:
        raise FrameError(
            f"{name}: the position must lie within {MAX_COORDINATE_M:g} m of its frame's origin, got "
            f"{', '.join(f'{value:g}' for value in T_frame_posed.t)}"
        )
    return T_frame_posed, frame, stamp_from_msg(msg.header.stamp, f"{name}: header.stamp")


def viewpoint_from_msg(msg: PoseStamped) -> Viewpoint:
    """Where somebody stands and looks: the x axis of the pose is the heading, its roll and pitch are left out.

    Raises:
        FrameError: as `pose_from_msg`, or the x axis is nearly vertical, where there is no heading.
    """
    from situated_qa.situated.viewpoint import Viewpoint

    T_frame_viewer, frame, stamp = pose_from_msg(msg)
    try:
        return Viewpoint.from_transform(T_frame_viewer, stamp=stamp, frame=frame)
    except GeometryError as error:
        raise FrameError(f"viewpoint: {error}") from error


def viewpoint_to_msg(viewpoint: Viewpoint) -> PoseStamped:
    """A pose whose x axis is the heading."""
    msg = PoseStamped(pose=transform_to_pose(Transform.from_yaw(viewpoint.heading_rad, np.asarray(viewpoint.position))))
    msg.header.frame_id, msg.header.stamp = viewpoint.frame, stamp_to_msg(viewpoint.stamp)
    return msg


def _transform(rotation: Quaternion, translation: Point | Vector3, name: str) -> Transform:
    try:
        xyzw = np.array([rotation.x, rotation.y, rotation.z, rotation.w])
        return Transform.from_quaternion(xyzw, np.array([translation.x, translation.y, translation.z]))
    except GeometryError as error:
        raise FrameError(f"{name}: {error}") from error


def _quaternion(T_a_b: Transform) -> Quaternion:
    x, y, z, w = T_a_b.quaternion_xyzw().tolist()
    return Quaternion(x=x, y=y, z=z, w=w)


def _point(values: np.ndarray) -> Point:
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return Point(x=x, y=y, z=z)


def _vector(values: np.ndarray) -> Vector3:
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return Vector3(x=x, y=y, z=z)


# ── cameras ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def camera_from_msg(
    msg: CameraInfo, name: str = "camera_info", *, rectified: bool = False, max_distortion_px: float = 2.0
) -> Intrinsics:
    """The pinhole camera of the images that come with this message; binning and region of interest are applied.

    Args:
        name: what to call the message in an error, e.g. its topic.
        rectified: the images are rectified (`image_rect`), so `P` holds for them; else they are raw, and `K` does.
        max_distortion_px: raw images whose distortion moves no pixel of the border further than this are taken as they
            are. Small RealSense distortion passes; a wide lens must be rectified first.

    Raises:
        FrameError: a focal length is zero, a value is not finite, the size is zero, or raw images are distorted.
    """
    matrix = np.asarray(msg.p, dtype=np.float64).reshape(3, 4) if rectified else np.asarray(msg.k).reshape(3, 3)
    letter = "P" if rectified else "K"
    roi, bins = msg.roi, (max(msg.binning_x, 1), max(msg.binning_y, 1))
    whole = roi.width == 0 or roi.height == 0
    width, height = (msg.width, msg.height) if whole else (roi.width, roi.height)
    try:
        camera = Intrinsics(
            width=width // bins[0],
            height=height // bins[1],
            fx=float(matrix[0, 0]) / bins[0],
            fy=float(matrix[1, 1]) / bins[1],
            cx=(float(matrix[0, 2]) - roi.x_offset) / bins[0],
            cy=(float(matrix[1, 2]) - roi.y_offset) / bins[1],
        )
    except GeometryError as error:
        raise FrameError(f"{name}: {letter} or the size is not calibrated: {error}") from error
    if not rectified:
        moved = distortion_px(msg, name)
        if not moved <= max_distortion_px:
            raise FrameError(
                f"{name}: the lens distortion ({msg.distortion_model}, D = {list(msg.d)}) moves pixels by up to "
                f"{moved:.1f} px, only {max_distortion_px:g} px pass as a pinhole; use rectified images (image_proc) "
                "and tell so (the mapper's parameter rectified)"
            )
    return camera


def distortion_px(msg: CameraInfo, name: str = "camera_info") -> float:
    """How far the distortion moves a pixel of the image border, at most, px; infinite for a model we do not know.

    Raises:
        FrameError: a coefficient is not finite, or their number does not fit the model.
    """
    d = np.asarray(msg.d, dtype=np.float64)
    if not np.isfinite(d).all():
        raise FrameError(f"{name}: distortion coefficients D must be finite, got {d.tolist()}")
    if not d.any():
        return 0.0
    sizes = {"plumb_bob": (4, 5), "rational_polynomial": (8,)}.get(msg.distortion_model)
    if sizes is None:
        return float("inf")
    if len(d) not in sizes:
        raise FrameError(f"{name}: {msg.distortion_model} has {sizes} coefficients D, got {len(d)}")
    k1, k2, p1, p2, k3, k4, k5, k6 = np.concatenate([d, np.zeros(8 - len(d))])
    fx, fy, cx, cy = msg.k[0], msg.k[4], msg.k[2], msg.k[5]
    u, v = np.linspace(0, msg.width - 1, 33), np.linspace(0, msg.height - 1, 33)
    us = np.concatenate([u, u, np.zeros(33), np.full(33, msg.width - 1)])
    vs = np.concatenate([np.zeros(33), np.full(33, msg.height - 1), v, v])
    x, y = (us - cx) / fx, (vs - cy) / fy
    r2 = x * x + y * y
    radial = (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) / (1 + r2 * (k4 + r2 * (k5 + r2 * k6)))
    dx = x * (radial - 1) + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    dy = y * (radial - 1) + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    return float(np.hypot(dx * fx, dy * fy).max())


def camera_to_msg(camera: Intrinsics, stamp: int, frame_id: str) -> CameraInfo:
    """A rectified camera: no distortion, and P equal to K."""
    msg = CameraInfo(width=camera.width, height=camera.height, distortion_model="plumb_bob", d=[0.0] * 5)
    msg.header.stamp, msg.header.frame_id = stamp_to_msg(stamp), frame_id
    fx, fy, cx, cy = float(camera.fx), float(camera.fy), float(camera.cx), float(camera.cy)
    msg.k = [fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0]
    msg.r = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    msg.p = [fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0]
    return msg
