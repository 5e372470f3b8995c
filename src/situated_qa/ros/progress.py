"""Back-pressure for players, by the frames that the mapper has completed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from rclpy.node import Node
from std_msgs.msg import Header

from situated_qa.ros import qos
from situated_qa.ros.callbacks import guarded
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.settings import setting

_LOOK_PERIOD_S = 0.1
_REMEMBERED = 100  # frames that a mapper that was given up may still come back with


@dataclass(frozen=True)
class WaitSettings:
    """For what a player waits."""

    wait_for: str = setting(
        "mapped",
        "what must have happened in the mapper, where there is one, to all but the last frames_ahead frames, before "
        "the next is sent; nothing: play like a camera, which does not wait",
        choices=("nothing", "mapped", "perceived"),
    )
    frames_ahead: int = setting(
        4, "wait_for: frames that may be on their way before the next; 0: one after the other", minimum=0, maximum=9
    )
    mapper_timeout_s: float = setting(
        60.0, "wait_for: go on without waiting if the mapper says nothing for so long, s", minimum=0.1, maximum=3600.0
    )
    mapper: str = setting("mapper", "wait_for: name of the mapper node")


class BackPressure:
    """Makes a player wait for a mapper that falls behind; without a mapper nothing waits.

    Args:
        node: the player.
        stopping: whether the player has been told to end.
    """

    def __init__(self, node: Node, settings: WaitSettings, stopping: Callable[[], bool]) -> None:
        self._node, self._settings, self._stopping = node, settings, stopping
        waits = settings.wait_for != "nothing"
        self._progress = MapperProgress(node, settings.mapper, settings.wait_for) if waits else None

    def sent(self, stamp: int) -> None:
        """A frame with this stamp, ns, is about to be sent."""
        if self._progress is not None:
            self._progress.sent(stamp)

    def wait(self, most: int | None = None) -> None:
        """Wait until at most so many frames are under way; None: `frames_ahead`. A mapper that hangs is given up."""
        s = self._settings
        most = s.frames_ahead if most is None else most
        if self._progress is not None and not self._progress.wait(most, s.mapper_timeout_s, self._stopping):
            self._node.get_logger().error(
                f"{s.mapper} said of no frame that it was {s.wait_for} for {s.mapper_timeout_s:g} s; going on"
            )


class MapperProgress:
    """The frames that the mapper has not said it is done with. Thread-safe.

    Args:
        node: which listens; it must be spun by another thread than the one that waits.
        mapper: name of the mapper node.
        step: "mapped" or "perceived": what has to have happened to a frame.
    """

    def __init__(self, node: Node, mapper: str, step: str) -> None:
        self._node = node
        self._topic = node.resolve_topic_name(f"{mapper}/{step}")
        self._under_way: set[int] = set()  # stamps, ns
        self._given_up = False
        self._changed = threading.Condition()
        node.create_subscription(Header, self._topic, guarded(node, self._take), qos.PROGRESS)
        node.create_subscription(Header, f"{mapper}/dropped", guarded(node, self._take_dropped), qos.PROGRESS)

    def _take(self, message: Header) -> None:
        stamp = stamp_from_msg(message.stamp)
        with self._changed:
            # A latched stamp from before this replay says nothing about the frames of this one.
            if stamp in self._under_way:
                self._given_up = False
                self._under_way = {other for other in self._under_way if other > stamp}
                self._changed.notify_all()

    def _take_dropped(self, message: Header) -> None:
        with self._changed:
            self._under_way.discard(stamp_from_msg(message.stamp))
            self._changed.notify_all()

    def is_there(self) -> bool:
        """Whether a mapper is up."""
        return self._node.count_publishers(self._topic) > 0

    def sent(self, stamp: int) -> None:
        """A frame is about to be sent."""
        with self._changed:
            self._under_way.add(stamp)
            if self._given_up and len(self._under_way) > _REMEMBERED:
                self._under_way.remove(min(self._under_way))

    def wait(self, most: int, timeout_s: float, stopping: Callable[[], bool]) -> bool:
        """Wait until at most `most` frames are under way, or there is no mapper to wait for.

        Returns:
            False if the mapper said nothing for `timeout_s`. It is not waited for any more then, until it says that it
            is done with one of the latest frames.
        """
        with self._changed:
            if self._given_up:
                return True
            left, since = len(self._under_way), time.monotonic()
            while len(self._under_way) > most and not stopping():
                if not self.is_there():
                    self._under_way.clear()
                    return True
                if len(self._under_way) < left:
                    left, since = len(self._under_way), time.monotonic()
                if time.monotonic() - since > timeout_s:
                    self._given_up = True
                    return False
                self._changed.wait(_LOOK_PERIOD_S)
            return True
