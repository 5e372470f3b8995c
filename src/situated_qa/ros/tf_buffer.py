"""A transform buffer in pure Python, for where tf2_ros is not installed (it is not on PyPI).

Frames form a forest: every frame has at most one parent. An edge keeps the recent poses of its child in its parent,
sorted by stamp; a lookup walks both frames up to their common ancestor and interpolates each edge on the way. Plain
floats, because for one pose at a time numpy costs more than the arithmetic.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

import numpy as np

from situated_qa.errors import TransformError
from situated_qa.geometry import Transform

Quaternion = tuple[float, float, float, float]  # x, y, z, w
Vector = tuple[float, float, float]
Pose = tuple[Quaternion, Vector]
_IDENTITY: Pose = ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


class TransformNotYetError(TransformError):
    """Not there now, but it may still arrive: an unknown or unconnected frame, or a stamp beyond the newest."""


@dataclass(slots=True)
class _Edge:
    """Poses of a child frame in its parent."""

    parent: str
    static: bool
    stamps: list[int] = field(default_factory=list)  # ns, ascending; empty for a static edge
    poses: list[Pose] = field(default_factory=list)

    def insert(self, stamp: int, pose: Pose, cache_ns: int) -> None:
        if self.static:
            self.poses = [pose]
            return
        at = bisect_right(self.stamps, stamp)
        if at and self.stamps[at - 1] == stamp:
            self.poses[at - 1] = pose  # said again: the later word counts
            return
        self.stamps.insert(at, stamp)
        self.poses.insert(at, pose)
        expired = bisect_left(self.stamps, self.stamps[-1] - cache_ns)
        if expired:
            del self.stamps[:expired], self.poses[:expired]

    def at(self, stamp: int) -> Pose:
        """The pose at `stamp`, which must lie between the oldest and the newest."""
        if self.static:
            return self.poses[0]
        after = bisect_left(self.stamps, stamp)
        if self.stamps[after] == stamp:
            return self.poses[after]
        t0, t1 = self.stamps[after - 1], self.stamps[after]
        return _between(self.poses[after - 1], self.poses[after], (stamp - t0) / (t1 - t0))


class OwnTransformStore:
    """The edges and their history. Not thread-safe and unchecked: `tf.TransformSource` checks and locks."""

    def __init__(self, cache_s: float) -> None:
        self._cache_ns = round(cache_s * 1e9)
        self._edges: dict[str, _Edge] = {}

    def insert(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None:
        """Take a pose (unit quaternion); a frame that changes its parent, or from moving to static, starts anew."""
        edge = self._edges.get(child)
        if edge is None or edge.parent != parent or edge.static != static:
            edge = self._edges[child] = _Edge(parent, static)
        edge.insert(stamp, pose, self._cache_ns)

    def forget(self, child: str) -> None:
        """Forget the history of one edge."""
        self._edges.pop(child, None)

    def clear_moving(self) -> None:
        """Forget everything but the static transforms."""
        self._edges = {child: edge for child, edge in self._edges.items() if edge.static}

    def lookup(self, target: str, source: str, stamp: int) -> Transform:
        """`T_target_source` at `stamp`, for two frames of one tree.

        Raises:
            TransformNotYetError: `stamp` is newer than the newest pose on the way.
            TransformError: it is older than the oldest.
        """
        up_from_target, up_from_source = self._path(target, source)
        for child in (*up_from_target, *up_from_source):
            edge = self._edges[child]
            if edge.static or edge.stamps[0] <= stamp <= edge.stamps[-1]:
                continue
            too_new = stamp > edge.stamps[-1]
            raise (TransformNotYetError if too_new else TransformError)(
                f"transform {target} ← {source} at {seconds(stamp)} lies in the {'future' if too_new else 'past'} of "
                f"{edge.parent} → {child}, which is known from {seconds(edge.stamps[0])} to {seconds(edge.stamps[-1])}"
            )
        return self._combine(up_from_target, up_from_source, stamp)

    def latest_stamp(self, target: str, source: str) -> int:
        """The newest stamp that all moving edges on the way have reached; 0 where all are static."""
        up_from_target, up_from_source = self._path(target, source)
        edges = (self._edges[child] for child in (*up_from_target, *up_from_source))
        return min((edge.stamps[-1] for edge in edges if not edge.static), default=0)

    def _combine(self, up_from_target: list[str], up_from_source: list[str], stamp: int) -> Transform:
        T_ancestor_target, T_ancestor_source = (
            self._climb(children, stamp) for children in (up_from_target, up_from_source)
        )
        rotation, translation = _compose(_inverse(T_ancestor_target), T_ancestor_source)
        return Transform.from_quaternion(np.array(rotation), np.array(translation))

    def _climb(self, children: list[str], stamp: int) -> Pose:
        pose = _IDENTITY
        for child in children:
            pose = _compose(self._edges[child].at(stamp), pose)
        return pose

    def _path(self, target: str, source: str) -> tuple[list[str], list[str]]:
        """The frames whose edges lead up from each end to the common ancestor, which itself is not among them."""
        from_target, from_source = self._ancestors(target), self._ancestors(source)
        shared = set(from_target) & set(from_source)
        return (
            [frame for frame in from_target if frame not in shared],
            [frame for frame in from_source if frame not in shared],
        )

    def _ancestors(self, frame: str) -> list[str]:
        chain = [frame]
        while chain[-1] in self._edges:
            chain.append(self._edges[chain[-1]].parent)
        return chain


def seconds(stamp: int) -> str:
    """A stamp in ns as seconds, for messages."""
    return f"{stamp // 1_000_000_000}.{stamp % 1_000_000_000:09d} s"


def _compose(a: Pose, b: Pose) -> Pose:
    (ax, ay, az, aw), (atx, aty, atz) = a
    (bx, by, bz, bw), translation = b
    x, y, z = _rotate(a[0], translation)
    rotation = (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
    return rotation, (atx + x, aty + y, atz + z)


def _inverse(pose: Pose) -> Pose:
    (x, y, z, w), translation = pose
    conjugate = (-x, -y, -z, w)
    tx, ty, tz = _rotate(conjugate, translation)
    return conjugate, (-tx, -ty, -tz)


def _rotate(q: Quaternion, v: Vector) -> Vector:
    """v + 2w(u × v) + 2u × (u × v), with q = (u, w)."""
    x, y, z, w = q
    vx, vy, vz = v
    cx, cy, cz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return vx + w * cx + y * cz - z * cy, vy + w * cy + z * cx - x * cz, vz + w * cz + x * cy - y * cx


def _between(a: Pose, b: Pose, fraction: float) -> Pose:
    """Linear in translation, spherical-linear in rotation. Source: Shoemake 1985, section 3.3."""
    (qa, ta), (qb, tb) = a, b
    cosine = sum(p * q for p, q in zip(qa, qb, strict=True))
    sign = 1.0 if cosine >= 0.0 else -1.0  # q and -q are one rotation: take the shorter way
    angle = math.acos(min(1.0, abs(cosine)))
    if angle < 1e-4:  # sin(angle) → 0; the chord differs from the arc by less than 1e-12
        ka, kb = 1.0 - fraction, fraction
    else:
        ka, kb = (math.sin(k * angle) / math.sin(angle) for k in (1.0 - fraction, fraction))
    x, y, z, w = (ka * p + sign * kb * q for p, q in zip(qa, qb, strict=True))
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    tx, ty, tz = (p + fraction * (q - p) for p, q in zip(ta, tb, strict=True))
    return (x / norm, y / norm, z / norm, w / norm), (tx, ty, tz)
