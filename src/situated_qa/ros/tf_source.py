"""Base of transform buffers: checks incoming transforms, keeps the tree of frames, waits for missing ones."""

from __future__ import annotations

import abc
import math
import threading
import time
from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import TransformStamped

from situated_qa.errors import FrameError, TransformError
from situated_qa.geometry import Transform
from situated_qa.ros.convert import MAX_FRAME_CHARACTERS
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.ros.tf_buffer import Pose, TransformNotYetError, seconds

_LATE_NS = 1_000_000_000
"""A message that is older than the newest of its edge by more than this is not late but wrong."""

_SILENCE_S = 5.0
"""Arrival time without a newer stamp after which an edge follows the older ones: its publisher was restarted."""

_MAX_TRANSLATION_M = 1e9


class TransformSource(abc.ABC):
    """Transforms by frame names and stamp. Thread-safe.

    Args:
        warn: called with a sentence when history is thrown away.
        now: steady time, s.
    """

    def __init__(
        self, warn: Callable[[str], Any] = lambda text: None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._warn, self._now = warn, now
        self._arrived = threading.Condition(threading.RLock())
        self._parents: dict[str, str] = {}
        self._newest: dict[str, int] = {}  # ns, by child frame; moving edges only
        self._cleared = now() - _SILENCE_S  # steady time when the clock last jumped back, s
        self._arrival: dict[str, float] = {}  # steady time at which the edge's last message was taken, s

    # ── in ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def insert(self, msg: TransformStamped, *, static: bool = False) -> None:
        """Take one transform message.

        A stamp more than 1 s older than the newest of the same edge is refused: another publisher's clock lags, and
        one wrong publisher must not cost the transforms of the others. If nothing newer arrives for 5 s, the edge's
        publisher was restarted; then the history of this edge starts anew, with a warning.

        Raises:
            TransformError: a frame name is empty or too long, the stamp is out of range or, for a moving edge, 0 or too
                old, the pose is not finite, its quaternion is zero, or the edge would close a loop.
        """
        parent, child = (_frame_name(name) for name in (msg.header.frame_id, msg.child_frame_id))
        if not parent or not child:
            raise TransformError(f"transform {parent!r} → {child!r}: both frames need a name")
        pose = _checked_pose(msg)
        stamp = 0 if static else _moving_stamp(msg, parent, child)
        with self._arrived:
            self._refuse_loop(parent, child)
            if static:
                self._newest.pop(child, None)
            else:
                self._check_order(parent, child, stamp)
                self._newest[child] = max(stamp, self._newest.get(child, 0))
                self._arrival[child] = self._now()
            if self._parents.get(child, parent) != parent:
                self._warn(
                    f"tf: frame {child} moved from parent {self._parents[child]} to {parent}; its history is dropped"
                )
            self._parents[child] = parent
            self._store(parent, child, stamp, pose, static)
            self._arrived.notify_all()

    def clear_moving(self, why: str) -> None:
        """Forget everything but the static transforms, with a warning that says why."""
        with self._arrived:
            self._warn(f"tf: {why}; all moving transforms are forgotten")
            for moving in self._newest:
                self._parents.pop(moving, None)
            self._newest.clear()
            self._cleared = self._now()
            self._clear_moving()

    def _refuse_loop(self, parent: str, child: str) -> None:
        chain = self._ancestors(parent)
        if child in chain:
            loop = " → ".join([*reversed(chain[: chain.index(child) + 1]), child])
            raise TransformError(f"transform {parent} → {child} would close the loop {loop}")

    def _check_order(self, parent: str, child: str, stamp: int) -> None:
        newest = self._newest.get(child, stamp)
        if newest - stamp <= _LATE_NS:
            return
        behind = f"{parent} → {child} at {seconds(stamp)} is {(newest - stamp) / 1e9:.1f} s older than the newest"
        silence_s, settled_s = self._now() - self._arrival[child], self._now() - self._cleared
        # Right after the clock jumped back, a message from before the jump may still come and look like the newest.
        if silence_s < _SILENCE_S <= settled_s:
            raise TransformError(
                f"transform {behind} at {seconds(newest)}; a second publisher, or one whose clock lags"
            )
        self._warn(f"tf: {behind}, and none newer came for {silence_s:.1f} s; this edge starts anew")
        del self._newest[child]
        self._forget(child)

    # ── out ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def lookup(self, target: str, source: str, stamp: int, timeout_s: float = 0.0) -> Transform:
        """`T_target_source` at `stamp`, interpolated.

        Args:
            target, source: frame names.
            stamp: ns.
            timeout_s: how long to wait for it, blocking this thread.

        Raises:
            TransformNotYetError: it is not there yet (unknown or unconnected frame, or `stamp` beyond the newest).
            TransformError: `stamp` lies before the oldest that is kept. Both name the frames and the times.
        """
        target, source = target.lstrip("/"), source.lstrip("/")
        deadline = time.monotonic() + timeout_s
        with self._arrived:
            while True:
                try:
                    self._require_connected(target, source)
                    return Transform.identity() if target == source else self._lookup(target, source, stamp)
                except TransformNotYetError:
                    remaining_s = deadline - time.monotonic()
                    if remaining_s <= 0.0:
                        raise
                    self._arrived.wait(remaining_s)

    def latest(self, target: str, source: str) -> tuple[Transform, int]:
        """The newest `T_target_source` there is, and its stamp, ns: 0 where every edge on the way is static.

        Raises:
            TransformNotYetError: a frame is unknown or the two are not connected.
        """
        target, source = target.lstrip("/"), source.lstrip("/")
        with self._arrived:
            self._require_connected(target, source)
            if target == source:
                return Transform.identity(), 0
            return self._latest(target, source)

    def frames(self) -> list[str]:
        """Every frame there is, sorted."""
        with self._arrived:
            return sorted(set(self._parents) | set(self._parents.values()))

    def _require_connected(self, target: str, source: str) -> None:
        known = self.frames()
        for frame in (target, source):
            if frame not in known and target != source:
                raise TransformNotYetError(
                    f"no transform {target} ← {source}: frame {frame!r} is unknown; known: {', '.join(known) or 'none'}"
                )
        roots = [self._ancestors(frame)[-1] for frame in (target, source)]
        if roots[0] != roots[1]:
            raise TransformNotYetError(
                f"no transform {target} ← {source}: they are not connected; {target} hangs below {roots[0]}, "
                f"{source} below {roots[1]}"
            )

    def _ancestors(self, frame: str) -> list[str]:
        chain = [frame]
        while chain[-1] in self._parents:
            chain.append(self._parents[chain[-1]])
        return chain

    # ── what an implementation does; frames are known and connected, and the lock is held ────────────────────────

    @abc.abstractmethod
    def _store(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None: ...

    @abc.abstractmethod
    def _lookup(self, target: str, source: str, stamp: int) -> Transform: ...

    @abc.abstractmethod
    def _latest(self, target: str, source: str) -> tuple[Transform, int]: ...

    @abc.abstractmethod
    def _forget(self, child: str) -> None: ...

    @abc.abstractmethod
    def _clear_moving(self) -> None: ...


def _frame_name(name: str) -> str:
    if len(name) > MAX_FRAME_CHARACTERS:
        raise TransformError(f"a frame's name has {len(name)} characters; the most is {MAX_FRAME_CHARACTERS}")
    return name.lstrip("/")


def _moving_stamp(msg: TransformStamped, parent: str, child: str) -> int:
    try:
        stamp = stamp_from_msg(msg.header.stamp)
    except FrameError as error:
        raise TransformError(f"transform {parent!r} → {child!r}: {error}") from error
    if stamp == 0:
        raise TransformError(
            f"transform {parent!r} → {child!r}: the stamp is not set; only static transforms have none"
        )
    return stamp


def _checked_pose(msg: TransformStamped) -> Pose:
    """The message's pose with a unit quaternion. Plain floats: a robot sends hundreds of these a second."""
    q, t = msg.transform.rotation, msg.transform.translation
    norm = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
    length = abs(t.x) + abs(t.y) + abs(t.z)
    if not (math.isfinite(norm) and length <= _MAX_TRANSLATION_M) or norm < 1e-9:
        raise TransformError(
            f"transform {msg.header.frame_id!r} → {msg.child_frame_id!r} must be finite and no longer than "
            f"{_MAX_TRANSLATION_M:g} m, with a quaternion that is not zero, got {[q.x, q.y, q.z, q.w]} and "
            f"{[t.x, t.y, t.z]}"
        )
    return (q.x / norm, q.y / norm, q.z / norm, q.w / norm), (t.x, t.y, t.z)
