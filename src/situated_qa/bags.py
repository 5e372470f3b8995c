"""A sequence folder as a rosbag2 with images, camera info and TF, written without ROS (library `rosbags`)."""

from __future__ import annotations

from collections.abc import Sequence as Items
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import SequenceError
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL, split_pose
from situated_qa.progress import Counted
from situated_qa.sequences import Sequence

COLOR_TOPIC = "/camera/camera/color/image_raw"
DEPTH_TOPIC = "/camera/camera/aligned_depth_to_color/image_raw"
CAMERA_INFO_TOPIC = "/camera/camera/color/camera_info"
INSTANCES_TOPIC = "/camera/camera/instances/image_raw"
OPTICAL_FRAME = "camera_color_optical_frame"

_FIRST_STAMP_NS = 1_000_000_000  # ROS reads 0 as unset
_STORAGES = ("sqlite3", "mcap")


def write_bag(sequence: Sequence, path: str | Path, *, storage: str = "mcap", progress: bool = False) -> Path:
    """Write every frame of a sequence into a new rosbag2 folder, as the replay node would send it.

    Topics are the RealSense driver's; depth is 16UC1 in mm, true instances 32SC1 where the sequence has them. /tf holds
    odom → base_link → camera_link at each frame's stamp, /tf_static the rest.

    Args:
        storage: "sqlite3" or "mcap".

    Raises:
        SequenceError: the folder exists, the storage is unknown, or rosbags is missing.
    """
    path = Path(path)
    if storage not in _STORAGES:
        raise SequenceError(f"storage must be one of {', '.join(_STORAGES)}, got {storage!r}")
    if path.exists():
        raise SequenceError(f"{path}: exists already; remove it or name another folder")
    try:
        from rosbags.rosbag2 import StoragePlugin, Writer
        from rosbags.typesys import Stores, get_typestore
    except ImportError as error:
        raise SequenceError("writing a bag needs the library rosbags: pip install rosbags") from error

    store = get_typestore(Stores.ROS2_KILTED)
    messages = _Messages(store)
    plugin = StoragePlugin.MCAP if storage == "mcap" else StoragePlugin.SQLITE3
    shift = _FIRST_STAMP_NS if sequence.stamps[0] == 0 else 0
    with Writer(path, version=9, storage_plugin=plugin) as writer:
        connections: dict[str, Any] = {}

        def write(topic: str, message: Any, stamp: int) -> None:
            kind = message.__msgtype__
            if topic not in connections:
                latched = topic == "/tf_static"
                connections[topic] = writer.add_connection(
                    topic, kind, typestore=store, offered_qos_profiles=[_latched_qos()] if latched else ()
                )
            writer.write(connections[topic], stamp, store.serialize_cdr(message, kind))

        still = [("map", "odom", Transform.identity()), ("camera_link", OPTICAL_FRAME, T_LINK_OPTICAL)]
        write("/tf_static", messages.transforms(still, sequence.stamps[0] + shift), sequence.stamps[0] + shift)
        for frame in Counted(sequence, len(sequence), "writing", "frames", show=progress):
            stamp = frame.stamp + shift
            T_odom_base, T_base_link = split_pose(frame.T_map_camera)
            moving = [("odom", "base_link", T_odom_base), ("base_link", "camera_link", T_base_link)]
            write("/tf", messages.transforms(moving, stamp), stamp)
            write(CAMERA_INFO_TOPIC, messages.camera_info(frame.camera, stamp), stamp)
            if frame.instances is not None:
                write(INSTANCES_TOPIC, messages.image(frame.instances, "32SC1", stamp), stamp)
            write(DEPTH_TOPIC, messages.image(_millimeters(frame), "16UC1", stamp), stamp)
            write(COLOR_TOPIC, messages.image(frame.color, "rgb8", stamp), stamp)
    return path


class _Messages:
    """Makes the messages of a typestore."""

    def __init__(self, store: Any) -> None:
        self._types = store.types

    def _new(self, kind: str, **fields: Any) -> Any:
        return self._types[kind](**fields)

    def header(self, frame_id: str, stamp: int) -> Any:
        time = self._new("builtin_interfaces/msg/Time", sec=stamp // 10**9, nanosec=stamp % 10**9)
        return self._new("std_msgs/msg/Header", stamp=time, frame_id=frame_id)

    def image(self, pixels: np.ndarray, encoding: str, stamp: int) -> Any:
        """(H, W) or (H, W, C) pixels, little endian."""
        data = np.ascontiguousarray(pixels)
        return self._new(
            "sensor_msgs/msg/Image",
            header=self.header(OPTICAL_FRAME, stamp),
            height=data.shape[0],
            width=data.shape[1],
            encoding=encoding,
            is_bigendian=0,
            step=data.strides[0],
            data=data.reshape(-1).view(np.uint8),
        )

    def camera_info(self, camera: Intrinsics, stamp: int) -> Any:
        K = [camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1]
        P = [camera.fx, 0, camera.cx, 0, 0, camera.fy, camera.cy, 0, 0, 0, 1, 0]
        roi = self._new("sensor_msgs/msg/RegionOfInterest", x_offset=0, y_offset=0, height=0, width=0, do_rectify=False)
        return self._new(
            "sensor_msgs/msg/CameraInfo",
            header=self.header(OPTICAL_FRAME, stamp),
            height=camera.height,
            width=camera.width,
            distortion_model="plumb_bob",
            d=np.zeros(5),
            k=np.array(K, dtype=np.float64),
            r=np.eye(3).reshape(-1),
            p=np.array(P, dtype=np.float64),
            binning_x=0,
            binning_y=0,
            roi=roi,
        )

    def transforms(self, edges: Items[tuple[str, str, Transform]], stamp: int) -> Any:
        """A TFMessage of (parent, child, T_parent_child)."""
        stamped = []
        for parent, child, T in edges:
            (x, y, z), (qx, qy, qz, qw) = T.t.tolist(), T.quaternion_xyzw().tolist()
            transform = self._new(
                "geometry_msgs/msg/Transform",
                translation=self._new("geometry_msgs/msg/Vector3", x=x, y=y, z=z),
                rotation=self._new("geometry_msgs/msg/Quaternion", x=qx, y=qy, z=qz, w=qw),
            )
            stamped.append(
                self._new(
                    "geometry_msgs/msg/TransformStamped",
                    header=self.header(parent, stamp),
                    child_frame_id=child,
                    transform=transform,
                )
            )
        return self._new("tf2_msgs/msg/TFMessage", transforms=stamped)


def _millimeters(frame: Frame) -> np.ndarray:
    """(H, W) uint16; 0, no return, for what does not fit, as the replay node sends it."""
    with np.errstate(invalid="ignore"):
        counts = np.rint(frame.depth.astype(np.float64) * 1000.0)
        return np.where((counts > 0) & (counts <= 65535), counts, 0).astype(np.uint16)


def _latched_qos() -> Any:
    from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime

    forever = QosTime(2147483647, 4294967295)
    return Qos(
        history=QosHistory.KEEP_LAST,
        depth=1,
        reliability=QosReliability.RELIABLE,
        durability=QosDurability.TRANSIENT_LOCAL,
        deadline=forever,
        lifespan=forever,
        liveliness=QosLiveliness.AUTOMATIC,
        liveliness_lease_duration=forever,
        avoid_ros_namespace_conventions=False,
    )
