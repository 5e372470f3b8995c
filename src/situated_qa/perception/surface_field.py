"""What perception may ask the metric map, which it does not import: where the surface lies, and its color."""

from __future__ import annotations

from typing import Protocol

import numpy as np


class SurfaceField(Protocol):
    """A truncated signed distance field that any thread may sample."""

    @property
    def voxel_m(self) -> float:
        """Side of a voxel, m."""
        ...

    @property
    def truncation_m(self) -> float:
        """Distances are known up to here, m."""
        ...

    def tsdf_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sample the field at (N, 3) points of the map frame, m.

        Returns:
            (N,) float32 signed distance, m, positive in front of surfaces, NaN where nothing was observed; (N,) uint8
            weight, 0 where nothing was observed.
        """
        ...

    def colors_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sample the color at (N, 3) points of the map frame, m.

        Returns:
            (N, 3) uint8 sRGB; (N,) uint8 number of observations behind it, 0 where the map has no color.
        """
        ...
