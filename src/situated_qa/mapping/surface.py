"""The colored surface as points, kept up to date block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import MappingError
from situated_qa.mapping.tsdf import TSDFVolume
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True, slots=True)
class SurfaceSettings:
    """Which voxels count as surface."""

    min_weight: int = setting(2, "observations a voxel needs before it shows", minimum=1, maximum=255)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceUpdate:
    """What changed since the last update: these blocks' points replace all they had before.

    A block's key is its coordinate: block b begins at map position `b * 8 * voxel_size_m`.
    """

    index: int  # the volume's integration index this brings the surface up to
    keys: np.ndarray  # (B, 3) int32, blocks with new points
    offsets: np.ndarray  # (B + 1,) int64, block i has points offsets[i]:offsets[i + 1]
    points: np.ndarray  # (N, 3) float32, m, map frame
    colors: np.ndarray  # (N, 3) uint8, RGB
    emptied: np.ndarray  # (E, 3) int32, blocks that had points and have none now

    def blocks(self) -> Iterator[tuple[tuple[int, int, int], np.ndarray, np.ndarray]]:
        """Each changed block: its key, its (n, 3) points and (n, 3) colors."""
        for (x, y, z), a, b in zip(self.keys.tolist(), self.offsets[:-1], self.offsets[1:], strict=True):
            yield (x, y, z), self.points[a:b], self.colors[a:b]


class SurfaceMap:
    """Points where the distance changes sign between neighboring voxels, interpolated; borders of blocks included.

    An update costs what the changed blocks cost, whatever the size of the map.
    """

    def __init__(self, settings: SurfaceSettings | None = None) -> None:
        self.settings = settings or SurfaceSettings()
        self._volume: TSDFVolume | None = None
        self._index = 0
        self._starts = np.zeros(0, np.int64)  # by slot, into the two logs
        self._counts = np.zeros(0, np.int64)
        self._point_log = np.zeros((0, 3), np.float32)  # new points are appended; gaps are closed when half is dead
        self._color_log = np.zeros((0, 3), np.uint8)
        self._used = 0

    def update(self, volume: TSDFVolume) -> SurfaceUpdate:
        """Extract the blocks that changed since the last update.

        Raises:
            MappingError: `volume` is not the one this surface has followed so far.
        """
        if self._volume is None:
            self._volume = volume
        elif self._volume is not volume:
            raise MappingError("a SurfaceMap follows one volume; make another one for another volume")
        slots, counts, points, colors = extract_points(
            volume, volume.changed_since(self._index), self.settings.min_weight, neighbors=True
        )
        self._index = volume.index
        self._make_room(volume.store.capacity, len(points))
        emptied = slots[(counts == 0) & (self._counts[slots] > 0)]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        self._starts[slots] = self._used + offsets[:-1]
        self._counts[slots] = counts
        self._point_log[self._used : self._used + len(points)] = points
        self._color_log[self._used : self._used + len(points)] = colors
        self._used += len(points)
        filled = counts > 0
        return SurfaceUpdate(
            index=self._index,
            keys=volume.block_coords(slots[filled]),
            offsets=np.concatenate([[0], np.cumsum(counts[filled])]),
            points=points,
            colors=colors,
            emptied=volume.block_coords(emptied),
        )

    def points(self) -> np.ndarray:
        """(N, 3) float32 points of the whole surface as of the last update, m, map frame; a copy."""
        self._compact(0)
        return self._point_log[: self._used].copy()

    def colors(self) -> np.ndarray:
        """(N, 3) uint8 RGB, in the order of `points`; a copy."""
        self._compact(0)
        return self._color_log[: self._used].copy()

    def _make_room(self, slots: int, points: int) -> None:
        if slots > len(self._starts):
            grown = slots - len(self._starts)
            self._starts = np.concatenate([self._starts, np.zeros(grown, np.int64)])
            self._counts = np.concatenate([self._counts, np.zeros(grown, np.int64)])
        if self._used + points > len(self._point_log):
            self._compact(points)

    def _compact(self, room: int) -> None:
        """Close the gaps in the logs and leave space for at least `room` more points."""
        live = int(self._counts.sum())
        if room == 0 and live == self._used:
            return
        slots = np.flatnonzero(self._counts)
        counts = self._counts[slots]
        starts = np.cumsum(counts) - counts
        index = np.repeat(self._starts[slots] - starts, counts) + np.arange(live)
        size = 2 * live + 8 * room  # eight updates of this size until it fills again
        point_log, color_log = np.empty((size, 3), np.float32), np.empty((size, 3), np.uint8)
        point_log[:live], color_log[:live] = self._point_log[index], self._color_log[index]
        self._point_log, self._color_log, self._used = point_log, color_log, live
        self._starts[slots] = starts


def extract_points(
    volume: TSDFVolume, slots: np.ndarray, min_weight: int, *, neighbors: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Surface points of some blocks, from scratch.

    Args:
        slots: (B,) int32 slots of blocks.
        min_weight: observations that both voxels of an edge need.
        neighbors: also those blocks whose points depend on one of `slots`.

    Returns:
        (B',) slots, (B',) int64 number of points of each, (N, 3) float32 points, m, map frame, (N, 3) uint8 RGB.
    """
    import warp as wp

    from situated_qa.mapping.kernels import surface as kernels

    store, device = volume.store, volume.device
    nothing = np.zeros((0, 3), np.float32), np.zeros((0, 3), np.uint8)
    if not len(slots):
        return np.zeros(0, np.int32), np.zeros(0, np.int64), *nothing
    wanted: Any = wp.array(np.ascontiguousarray(slots, np.int32), dtype=wp.int32, device=device)
    count = len(slots)
    if neighbors:
        listed = wp.empty(min(4 * count, store.count), dtype=wp.int32, device=device)
        marks = wp.zeros(store.count, dtype=wp.int32, device=device)
        counter = wp.zeros(1, dtype=wp.int32, device=device)
        wp.launch(
            kernels.list_dirty, dim=count, device=device,
            inputs=[wanted, store.pools, marks, 1, listed, counter],
        )  # fmt: skip
        count = int(counter.numpy()[0])
        wanted = listed[:count]
    rows = 64 if volume.device_kind == "cpu" else 1
    threads = count * (64 // rows)

    def launch(cursors: Any, write: int, points: Any, colors: Any) -> None:
        wp.launch(
            kernels.extract_surface, dim=threads, device=device,
            inputs=[
                wanted, rows, store.pools, min_weight, volume.settings.voxel_size_m, cursors, write, points, colors,
            ],
        )  # fmt: skip

    none_f, none_b = wp.empty(3, dtype=wp.float32, device=device), wp.empty(3, dtype=wp.uint8, device=device)
    cursors = wp.empty(threads, dtype=wp.int32, device=device)
    launch(cursors, 0, none_f, none_b)
    found = cursors.numpy().astype(np.int64)
    ends = np.cumsum(found)
    counts = found.reshape(count, -1).sum(axis=1)
    if not ends[-1]:
        return wanted.numpy().copy(), counts, *nothing
    cursors.assign((ends - found).astype(np.int32))
    points = wp.empty(3 * int(ends[-1]), dtype=wp.float32, device=device)
    colors = wp.empty(3 * int(ends[-1]), dtype=wp.uint8, device=device)
    launch(cursors, 1, points, colors)
    return wanted.numpy().copy(), counts, points.numpy().reshape(-1, 3), colors.numpy().reshape(-1, 3)
