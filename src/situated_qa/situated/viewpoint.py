"""Where the asker stands and looks: the origin of "left", "behind" and "3 o'clock"."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from situated_qa.errors import GeometryError
from situated_qa.geometry import Transform
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.categories import category_like
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_names import hour_of

_OWN_SIDES = ("seat", "end")  # kinds of `Category.front`: people look where such a thing faces
_RESTED_ON = frozenset(("sit", "lie"))
BESIDE_M = 0.5
"""From the surface of a thing to somebody standing at it."""
_THIN = 4.0  # times as wide as deep
_MIN_HORIZONTAL = 0.1  # of the unit x axis: beyond 84° up or down a heading is noise

SIDES = {"front": 0.0, "left": math.pi / 2, "back": math.pi, "right": -math.pi / 2}
"""The bearing of each side, rad, counter-clockwise from straight ahead."""
SIDE_WORDS = {
    "ahead": "front", "forward": "front", "straight ahead": "front", "in front": "front", "in front of": "front",
    "behind": "back", "backward": "back",
}  # fmt: skip
"""Other words for sides."""
_WORDS = ("front", "front left", "left", "back left", "back", "back right", "right", "front right")


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A frozen position and heading.

    Raises:
        GeometryError: the position is not three finite numbers, or the heading is not finite.
    """

    position: np.ndarray  # (3,) m, in `frame`
    heading_rad: float  # counter-clockwise from the frame's x axis
    stamp: int = 0  # ns, when the asker stood there
    frame: str = "map"

    def __post_init__(self) -> None:
        position = np.array(self.position, dtype=np.float64)
        if position.shape != (3,) or not np.isfinite(position).all():
            raise GeometryError(f"a viewpoint needs a position of three finite numbers, got {self.position!r}")
        if not np.isfinite(self.heading_rad):
            raise GeometryError(f"a viewpoint needs a finite heading_rad, got {self.heading_rad!r}")
        position.setflags(write=False)
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "heading_rad", wrap_angle(float(self.heading_rad)))

    @classmethod
    def from_transform(cls, T_map_base: Transform, *, stamp: int = 0, frame: str = "map") -> Viewpoint:
        """The viewpoint of a body whose x axis points forward (REP-103), such as `base_link`.

        Raises:
            GeometryError: the x axis is nearly vertical, so that it has no heading.
        """
        x_axis = T_map_base.R[:, 0]
        if np.hypot(x_axis[0], x_axis[1]) < _MIN_HORIZONTAL:
            raise GeometryError(
                f"a viewpoint needs a heading, but its x axis is nearly vertical: {np.round(x_axis, 3).tolist()}; "
                "give the pose of a frame whose x axis points forward (base_link, not an optical frame)"
            )
        return cls(T_map_base.t, T_map_base.yaw_rad(), stamp, frame)

    def to_viewer(self, points_map: np.ndarray) -> np.ndarray:
        """(..., 3) map points, m, in the viewer's axes: x forward, y left, z up."""
        c, s = np.cos(self.heading_rad), np.sin(self.heading_rad)
        return (np.asarray(points_map, dtype=np.float64) - self.position) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    def bearing_rad(self, point_map: np.ndarray) -> float:
        """Horizontal angle from the heading to a (3,) map point in (-π, π], counter-clockwise: left is positive."""
        x, y, _ = self.to_viewer(point_map)
        return float(np.arctan2(y, x))

    def hour(self, point_map: np.ndarray) -> int:
        """1 … 12: the point's direction on a clock face; 12 is straight ahead, clockwise."""
        return int(self.hours(point_map))

    def hours(self, points_map: np.ndarray) -> np.ndarray:
        """(...,) int: the same of (..., 3) points."""
        x, y, _ = np.moveaxis(self.to_viewer(points_map), -1, 0)
        hours = np.round(-np.arctan2(y, x) / (np.pi / 6)).astype(int) % 12
        return np.where(hours == 0, 12, hours)

    def direction(self, point_map: np.ndarray) -> str:
        """The point's direction in words, in steps of 45°: "front", "front left", "left" …"""
        return _WORDS[round(self.bearing_rad(point_map) / (np.pi / 4)) % 8]

    def turned(self, angle_rad: float) -> Viewpoint:
        """The same place with the heading turned counter-clockwise."""
        return Viewpoint(self.position, self.heading_rad + angle_rad, self.stamp, self.frame)


def bearing_of(relation: str) -> float | None:
    """The bearing that a relation names, rad, counter-clockwise from ahead: "left", "front left", "3 o'clock".

    None where it names none.
    """
    hour, words = hour_of(relation), relation.split()
    if hour is not None:
        return -hour * math.pi / 6
    if not words or not all(word in SIDES for word in words):
        return None
    return math.atan2(sum(math.sin(SIDES[word]) for word in words), sum(math.cos(SIDES[word]) for word in words))


def as_faced(node: ObjectNode) -> bool:
    """Whether people stand before a thing and face its front: a stove; not a chair, to sit on."""
    if node.front is None:
        return False
    row = category_like(node.category)
    return row is None or (row[0].front not in _OWN_SIDES and _RESTED_ON.isdisjoint(row[0].uses))


def place_at(node: ObjectNode, direction: np.ndarray) -> np.ndarray:
    """(2,) map point, m, where somebody stands at a thing, on the side that a level unit vector points to."""
    return node.box.center[:2] + direction * (reach_m(node, direction) + BESIDE_M)


def reach_m(node: ObjectNode, direction: np.ndarray) -> float:
    """From the center of a node's box to its border in a direction, level, m."""
    c, s = math.cos(node.box.yaw), math.sin(node.box.yaw)
    own = np.abs(np.array([[c, s], [-s, c]]) @ direction)
    half = node.box.extents[:2] / 2
    return float(np.min(half / np.maximum(own, 1e-9)))


def thin_axis(node: ObjectNode) -> float | None:
    """The direction through a door or a picture, rad, map frame; None for a thing about as deep as wide."""
    along, across = (float(v) for v in node.box.extents[:2])
    if max(along, across) < _THIN * min(along, across):
        return None
    return node.box.yaw + (math.pi / 2 if along > across else 0.0)
