"""Boxes that stand upright: a center, full extents, and a yaw about the map's z."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from situated_qa.errors import GeometryError


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Upright box in the map frame.

    Raises:
        GeometryError: a value is not finite or an extent is negative.
    """

    center: np.ndarray  # (3,) m, map frame
    extents: np.ndarray  # (3,) full lengths along the box's own x, y, z, m
    yaw: float = 0.0  # rad, of the box's x axis in the map, counter-clockwise
    _footprint: np.ndarray | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        center = np.asarray(self.center, dtype=np.float64)
        extents = np.asarray(self.extents, dtype=np.float64)
        if center.shape != (3,) or extents.shape != (3,):
            raise GeometryError(
                f"a box needs three center coordinates and three extents, got {center.shape}, {extents.shape}"
            )
        if (
            not (np.isfinite(center).all() and np.isfinite(extents).all() and np.isfinite(self.yaw))
            or (extents < 0).any()
        ):
            raise GeometryError(
                f"a box needs finite values and extents ≥ 0: {center.tolist()} {extents.tolist()} {self.yaw}"
            )
        object.__setattr__(self, "center", center)
        object.__setattr__(self, "extents", extents)

    @property
    def bottom(self) -> float:
        """Lowest z, m."""
        return float(self.center[2] - self.extents[2] / 2)

    @property
    def top(self) -> float:
        """Highest z, m."""
        return float(self.center[2] + self.extents[2] / 2)

    def footprint(self) -> np.ndarray:
        """(4, 2) corners seen from above, map frame, m, counter-clockwise."""
        if self._footprint is None:  # relations ask for it again and again
            c, s = np.cos(self.yaw), np.sin(self.yaw)
            hx, hy = self.extents[:2] / 2
            corners = np.array([[-hx, -hy], [hx, -hy], [hx, hy], [-hx, hy]])
            object.__setattr__(self, "_footprint", corners @ np.array([[c, s], [-s, c]]) + self.center[:2])
        assert self._footprint is not None
        return self._footprint.copy()

    def corners(self) -> np.ndarray:
        """(8, 3) corners, map frame, m: the footprint at the bottom, then at the top."""
        footprint = self.footprint()
        return np.vstack([np.column_stack([footprint, np.full(4, z)]) for z in (self.bottom, self.top)])

    def axis_aligned(self) -> tuple[np.ndarray, np.ndarray]:
        """(3,) lowest and (3,) highest corner of the axis-aligned box around this one, m."""
        footprint = self.footprint()
        (x_low, y_low), (x_high, y_high) = footprint.min(axis=0).tolist(), footprint.max(axis=0).tolist()
        return np.array([x_low, y_low, self.bottom]), np.array([x_high, y_high, self.top])

    def volume(self) -> float:
        """m³."""
        return float(np.prod(self.extents))


def axis_aligned_iou(a: Box, b: Box) -> float:
    """Intersection over union of the axis-aligned boxes around `a` and `b`, 0 … 1."""
    a_low, a_high = a.axis_aligned()
    b_low, b_high = b.axis_aligned()
    shared = float(np.prod(np.clip(np.minimum(a_high, b_high) - np.maximum(a_low, b_low), 0.0, None)))
    union = float(np.prod(a_high - a_low) + np.prod(b_high - b_low)) - shared
    return shared / union if union > 0.0 else 0.0
