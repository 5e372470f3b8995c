"""The volume as other threads may read it."""

from __future__ import annotations

from contextlib import AbstractContextManager

import numpy as np

from situated_qa.mapping.tsdf import TSDFVolume


class LockedField:
    """Samples a volume under the lock that is held while frames are integrated."""

    def __init__(self, volume: TSDFVolume, lock: AbstractContextManager[object]) -> None:
        self._volume, self._lock = volume, lock

    @property
    def voxel_m(self) -> float:
        """Side of a voxel, m."""
        return self._volume.settings.voxel_size_m

    @property
    def truncation_m(self) -> float:
        """Distances are known up to here, m."""
        return self._volume.settings.truncation_m

    def tsdf_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As `TSDFVolume.tsdf_at`."""
        with self._lock:
            return self._volume.tsdf_at(points_map)

    def colors_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As `TSDFVolume.colors_at`."""
        with self._lock:
            return self._volume.colors_at(points_map)
