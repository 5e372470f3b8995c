"""Values of the volume at points."""

from __future__ import annotations

from typing import Any

import numpy as np

from situated_qa.errors import MappingError
from situated_qa.mapping.blocks import BLOCK

_LEAST_ROOM = 4096  # points


class PointLookup:
    """Runs a kernel that looks something up at points, with its arrays and its launch kept from call to call.

    Most calls are for some hundred points, which the kernel takes a few microseconds for; making arrays and a launch
    takes a hundred.

    Args:
        device: where the volume is.
        kernel: takes points (wp.vec3, voxels), the pools of a `BlockStore`, and one array per result.
        results: the Warp types of these arrays, by name.
    """

    def __init__(self, device: str, kernel: Any, *results: str) -> None:
        self._device, self._kernel, self._results = device, kernel, results
        self.release()

    def release(self) -> None:
        """Let go of the pools that were read last."""
        self._pools: Any = None
        self._launch: Any = None
        self._arrays: list[Any] = []
        self._views: list[np.ndarray] = []  # the arrays as NumPy sees them, on the CPU
        self._room = 0

    def __call__(self, points: np.ndarray, pools: Any) -> list[np.ndarray]:
        """The results, (N, ...) each, at (N, 3) float32 points, voxels."""
        import warp as wp

        count = len(points)
        if pools is not self._pools or count > self._room:
            self._prepare(count, pools)
        if self._views:
            self._views[0][:count] = points
        elif count:
            wp.copy(self._arrays[0], wp.array(points, dtype=wp.vec3, device="cpu", copy=False), count=count)
        if count:
            self._launch.set_dim(count)
            self._launch.launch()
        if self._views:
            return [view[:count].copy() for view in self._views[1:]]
        return [array[: max(count, 1)].numpy()[:count] for array in self._arrays[1:]]

    def _prepare(self, count: int, pools: Any) -> None:
        import warp as wp

        if not self._arrays or count > self._room:
            self._room = max(count, 2 * self._room, _LEAST_ROOM)
            types = ["vec3", *self._results]
            self._arrays = [wp.empty(self._room, dtype=getattr(wp, name), device=self._device) for name in types]
            self._views = [array.numpy() for array in self._arrays] if self._device == "cpu" else []
        first, *rest = self._arrays
        inputs = [first, pools, *rest]
        self._launch = wp.launch(self._kernel, dim=1, inputs=inputs, device=self._device, record_cmd=True)
        self._pools = pools


def voxel_coordinates(points_map: np.ndarray, voxel_m: float, asked: str) -> np.ndarray:
    """(N, 3) float32 points in voxels.

    Args:
        points_map: (N, 3) m, map frame.
        asked: the method's name, for messages.

    Raises:
        MappingError: `points_map` is not (N, 3), not finite, or outside of what the map can hold.
    """
    from situated_qa.mapping.kernels import blocks as kernels

    points = np.asarray(points_map, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise MappingError(f"{asked} needs finite points of shape (N, 3), got shape {points.shape}")
    points = points / voxel_m
    farthest = max(float(points.max(initial=0.0)), -float(points.min(initial=0.0)))  # NaN where a point is not finite
    if not farthest <= kernels.COORD_LIMIT * BLOCK:
        if not np.isfinite(points).all():
            raise MappingError(f"{asked} needs finite points of shape (N, 3), got {points_map!r}")
        raise MappingError(f"{asked} was asked for a point outside what the map can hold: {points_map!r}")
    return points.astype(np.float32)
