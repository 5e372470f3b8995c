"""Surface fields drawn by a formula, for what fits boxes to the map."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


class DrawnField:
    """The field of a signed distance, known to one truncation behind the surface and to `known_before_m` before it."""

    voxel_m, truncation_m = 0.02, 0.08

    def __init__(self, distance: Callable[[np.ndarray], np.ndarray], known_before_m: float = 0.3) -> None:
        self._distance, self._known_before_m = distance, known_before_m

    def tsdf_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        distance = self._distance(np.asarray(points_map, np.float64))
        known = (distance >= -self.truncation_m) & (distance <= self._known_before_m)
        clipped = np.minimum(distance, self.truncation_m)
        return np.where(known, clipped, np.nan).astype(np.float32), known.astype(np.uint8)


def wall_at(x: float) -> DrawnField:
    """A wall that fills all beyond x, seen from below x."""
    return DrawnField(lambda points: x - points[:, 0])


def nothing_known() -> DrawnField:
    """A map of which nothing was integrated yet."""
    return DrawnField(lambda points: np.full(len(points), -1.0))
