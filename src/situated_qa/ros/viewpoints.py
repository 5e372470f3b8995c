"""The viewpoint of a question: the pose of the request, or the live pose of the robot."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from geometry_msgs.msg import PoseStamped

from situated_qa.errors import FrameError, GeometryError, TransformError
from situated_qa.geometry import Transform
from situated_qa.ros import convert
from situated_qa.ros.clock_watch import ClockWatch
from situated_qa.ros.tf_source import TransformSource
from situated_qa.settings import check_settings, setting
from situated_qa.situated.viewpoint import Viewpoint

_MOST_AHEAD_S = 10.0  # TF may arrive before the /clock of the same moment; more is another clock


@dataclass(frozen=True)
class ViewpointSettings:
    """Frames, and how old a pose may be."""

    map_frame: str = setting("map", "frame of the scene graph")
    base_frame: str = setting("base_link", "the robot's frame; its x axis is the heading")
    pose_max_age_s: float = setting(1.0, "older live poses are refused, s", minimum=0.0, maximum=3600.0)
    pose_timeout_s: float = setting(
        0.5, "how long to wait for a pose that is not too old, s", minimum=0.0, maximum=60.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


class PoseUnavailable(Exception):
    """There is no pose, or none that is new enough; the text says why."""


class BadPose(Exception):
    """The request's pose cannot be right; the text names the field."""


@dataclass(frozen=True, slots=True)
class TimedViewpoint:
    """A viewpoint and its age."""

    viewpoint: Viewpoint
    age_s: float


class Viewpoints:
    """Makes viewpoints in the map frame.

    Args:
        transforms: TF.
        now: the node's time, ns.
        clock: what /clock does; None where the node does not follow it.
    """

    def __init__(
        self, settings: ViewpointSettings, transforms: TransformSource, now: Callable[[], int], clock: ClockWatch | None
    ) -> None:
        self._settings, self._transforms, self._now, self._clock = settings, transforms, now, clock

    def live(self) -> TimedViewpoint:
        """Where the robot is.

        Raises:
            PoseUnavailable: TF does not tell, or what it tells is too old.
        """
        T_map_base, stamp, age_s = self._fresh(self._settings.base_frame)
        try:
            return TimedViewpoint(self._viewpoint(T_map_base, stamp), age_s)
        except GeometryError as error:
            raise PoseUnavailable(f"the robot's pose has no heading: {error}") from error

    def given(self, pose: PoseStamped) -> TimedViewpoint:
        """Where the request's pose is; its age is that of the transform from its frame to the map.

        Raises:
            BadPose: the pose cannot be right.
            PoseUnavailable: its frame is not known, or where that was is too long ago.
        """
        try:
            T_source_asker, source, stamp = convert.pose_from_msg(pose)
        except FrameError as error:
            raise BadPose(str(error)) from error
        T_map_source, _, age_s = self._fresh(source)
        try:
            return TimedViewpoint(self._viewpoint(T_map_source @ T_source_asker, stamp), age_s)
        except GeometryError as error:
            raise BadPose(f"viewpoint: {error}") from error

    def _viewpoint(self, T_map_asker: Transform, stamp: int) -> Viewpoint:
        return Viewpoint.from_transform(T_map_asker, stamp=stamp, frame=self._settings.map_frame)

    def _fresh(self, source: str) -> tuple[Transform, int, float]:
        """`T_map_source`, its stamp in ns, and its age in s, which is 0 where the frames do not move."""
        settings, target = self._settings, self._settings.map_frame
        try:
            T_map_source, stamp = self._transforms.latest(target, source)
            if stamp == 0:  # a chain of static transforms has no stamp: it holds at every time
                return T_map_source, 0, 0.0
            dead = self._clock.dead() if self._clock is not None else ""
            if dead:
                raise PoseUnavailable(f"the age of the pose of {source} in {target} is not known: {dead}")
            oldest = self._now() - round(settings.pose_max_age_s * 1e9)
            if stamp < oldest:
                with contextlib.suppress(TransformError):  # then the old one stays, and its age is refused
                    self._transforms.lookup(target, source, oldest, timeout_s=settings.pose_timeout_s)
                    T_map_source, stamp = self._transforms.latest(target, source)
        except TransformError as error:
            raise PoseUnavailable(f"the pose of {source} in {target} is not known: {error}") from error
        age_s = (self._now() - stamp) / 1e9
        if age_s > settings.pose_max_age_s:
            age, limit = _told_apart(age_s, settings.pose_max_age_s)
            raise PoseUnavailable(
                f"the latest pose of {source} in {target} is {age} s old; pose_max_age_s allows {limit} s"
            )
        if age_s < -_MOST_AHEAD_S:
            raise PoseUnavailable(
                f"the latest pose of {source} in {target} is stamped {-age_s:.0f} s after this node's time; all nodes "
                "must use one clock (use_sim_time)"
            )
        return T_map_source, stamp, max(0.0, age_s)


def _told_apart(larger: float, smaller: float) -> tuple[str, str]:
    """Two numbers that differ, with so many decimals that it shows."""
    for decimals in range(1, 9):
        texts = f"{larger:.{decimals}f}", f"{smaller:.{decimals}f}"
        if texts[0] != texts[1]:
            break
    return texts
