"""Converts the messages of one stamp to a frame with its pose, or gives the reason why there is none."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from situated_qa.geometry import Frame
from situated_qa.ros import convert, images
from situated_qa.ros.frame_checks import check_camera, check_depth
from situated_qa.ros.mapper_settings import MapperNodeSettings
from situated_qa.ros.stamps import stamp_from_msg, stamp_to_msg
from situated_qa.ros.tf import TransformSource


@dataclass(frozen=True, slots=True)
class FrameMessages:
    """What belongs to one frame."""

    stamp: int  # of the color image, ns
    messages: Mapping[str, Any]  # by stream: color, depth, camera_info and, in simulation, instances
    arrived: float  # when the last of them came, monotonic, s


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """A frame, and which camera took it."""

    frame: Frame
    camera_frame: str  # TF frame of the color image
    has_depth: bool  # whether any pixel has depth


class FrameReader:
    """Makes frames of messages."""

    def __init__(self, settings: MapperNodeSettings, transforms: TransformSource) -> None:
        self._settings, self._transforms = settings, transforms

    def read(self, group: FrameMessages) -> CameraFrame:
        """The frame, once its transform is there; waits for that until `transform_timeout_s` after its arrival.

        Raises:
            FrameError, GeometryError: an image or camera info is malformed, or its numbers cannot be right.
            TransformError: there is no transform at the frame's stamp. Its pose is never guessed.
        """
        s, messages = self._settings, group.messages
        camera = convert.camera_from_msg(messages["camera_info"], s.camera_info_topic, rectified=s.rectified)
        check_camera(camera, s.camera_info_topic)
        color = images.color_from_msg(messages["color"], s.color_topic)
        depth = images.depth_from_msg(messages["depth"], s.depth_topic)
        has_depth = check_depth(messages["depth"], depth, s.depth_topic)
        instances = None
        if "instances" in messages:
            instances = images.instances_from_msg(messages["instances"], s.instances_topic)
        camera_frame = messages["color"].header.frame_id
        remaining_s = max(0.0, group.arrived + s.transform_timeout_s - time.monotonic())
        T_map_camera = self._transforms.lookup(s.map_frame, camera_frame, group.stamp, timeout_s=remaining_s)
        return CameraFrame(Frame(group.stamp, color, depth, camera, T_map_camera, instances), camera_frame, has_depth)


def checked_stamp(message: Any) -> int:
    """The stamp of an image or camera info, ns.

    Raises:
        FrameError: it is negative or lies beyond the year 2038, so that no message could carry it on.
    """
    stamp = stamp_from_msg(message.header.stamp)
    stamp_to_msg(stamp)
    return stamp
