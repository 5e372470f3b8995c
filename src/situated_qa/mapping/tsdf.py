"""The metric map: a truncated signed distance field with color, in blocks that exist only near surfaces."""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import MappingError
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.mapping.blocks import BLOCK, BlockStore
from situated_qa.mapping.devices import resolve_device, zeros
from situated_qa.mapping.forgetting import forget_voxels
from situated_qa.mapping.lookup import PointLookup, voxel_coordinates
from situated_qa.mapping.settings import MappingSettings

__all__ = ["Integration", "MappingSettings", "TSDFVolume"]

_log = logging.getLogger(__name__)

_COUNTERS = 4  # marked cells, active blocks, slots handed out, refused blocks
_NO_RETURN = -1.0e9  # how depth without a reading is written on the device
_PIXELS_PER_THREAD = 4096  # on CPU; CUDA takes one


@dataclass(frozen=True, slots=True)
class Integration:
    """What one frame did to the volume."""

    index: int  # 1 for the first frame; `TSDFVolume.changed_since` takes it
    blocks: int  # near a surface that this frame sees; 0 when its depth was empty
    new_blocks: int
    cleared_blocks: int  # older blocks that this frame sees through
    refused_blocks: int  # new ones for which `max_memory_mb` left no room
    seconds: float  # wall clock


class TSDFVolume:
    """Truncated signed distance field over the map frame.

    Blocks near the surfaces of a frame are made and fused; older blocks that the frame sees through are cleared in
    turns, so what was carried away disappears. Not thread-safe: one thread integrates and reads.

    Raises:
        MappingError: Warp is missing, or "cuda" is asked for without a CUDA device.

    Source: Curless and Levoy 1996; blocks found by hashing: Nießner et al. 2013, section 4.
    """

    def __init__(self, settings: MappingSettings | None = None) -> None:
        from situated_qa.mapping.kernels import colors, fusion

        self.settings = settings or MappingSettings()
        self.device = resolve_device(self.settings.device)
        self.store = BlockStore(self.device, self.settings.initial_blocks, self.settings.max_memory_mb * 1_000_000)
        self.index = 0
        self.refused_blocks = 0
        self._turn = 0  # of `clear_every`; by the index, which also counts what is forgotten, some may never come
        self._counters = zeros(_COUNTERS, "int32", self.device)
        self._window = zeros(1, "int32", self.device)
        self._marked = zeros(1, "int32", self.device)
        self._image: Any = None
        self._distances = PointLookup(self.device, fusion.sample_points, "float32", "uint8")
        self._colors = PointLookup(self.device, colors.sample_colors, "vec3", "uint8")

    # -- writing ---------------------------------------------------------------------------------------------------

    def integrate(self, frame: Frame) -> Integration:
        """Fuse one frame.

        Depth that is NaN, infinite, 0 or nearer than `min_depth_m` is no return; beyond `max_depth_m` it makes no
        surface but still clears what it sees through. A frame without any return changes nothing.

        Raises:
            MappingError: the camera stands outside what block coordinates can hold.
        """
        start = time.perf_counter()
        self.index += 1
        self._turn = (self._turn + 1) % max(1, self.settings.clear_every)
        self._prepare(frame)
        blocks, new, refused = self._allocate(frame.camera, frame.T_map_camera)
        cleared = self._fuse(frame.camera, frame.T_map_camera.inverse(), blocks)
        if refused:
            self._report_refused(refused)
        return Integration(self.index, blocks, new, cleared, refused, time.perf_counter() - start)

    def forget(self, low: np.ndarray, high: np.ndarray, most_observations: int) -> int:
        """Make the voxels in a box unknown again that rest on few observations: what was there for a moment.

        The blocks count as changed.

        Args:
            low, high: (3,) corners of the box, axis-aligned, map frame, m.
            most_observations: voxels that were observed more often stay.

        Returns:
            How many voxels were forgotten.
        """
        first, last = (np.asarray(corner, np.float64) / self.settings.voxel_size_m for corner in (low, high))
        count = forget_voxels(self.store, first, last, most_observations, self.index + 1)
        self.index += bool(count)
        return count

    def warm_up(self) -> float:
        """Compile or load the kernels, so that the first frame is as fast as the others; gives the seconds it took."""
        import warp as wp

        from situated_qa.mapping.kernels import blocks, colors, forgetting, fusion, surface

        start = time.perf_counter()
        for module in (blocks, colors, forgetting, fusion, surface):
            wp.load_module(module, device=self.device)
        return time.perf_counter() - start

    def _prepare(self, frame: Frame) -> None:
        """Bring the images to the device in the form the kernels want."""
        import warp as wp

        from situated_qa.mapping.kernels import blocks, fusion

        pixels, camera = frame.depth.size, frame.camera
        if self._image is None or (self._image.width, self._image.height) != (camera.width, camera.height):
            self._image = blocks.Image()
            self._image.width, self._image.height = camera.width, camera.height
            self._image.depth = wp.full(pixels + 1, _NO_RETURN, dtype=wp.float32, device=self.device)
            self._image.color = wp.zeros(pixels + 1, dtype=wp.uint32, device=self.device)
        flat_depth, flat_color = (np.ascontiguousarray(image).reshape(-1) for image in (frame.depth, frame.color))
        depth: Any = wp.array(flat_depth, dtype=wp.float32, device=self.device, copy=False)
        color: Any = wp.array(flat_color, dtype=wp.uint8, device=self.device, copy=False)
        chunk = _PIXELS_PER_THREAD if self.device_kind == "cpu" else 1
        s = self.settings
        wp.launch(
            fusion.prepare_image, dim=-(-pixels // chunk), device=self.device,
            inputs=[depth, color, chunk, s.min_depth_m, s.max_depth_m, self._image],
        )  # fmt: skip

    def _allocate(self, camera: Intrinsics, T_map_camera: Transform) -> tuple[int, int, int]:
        """List the blocks that this frame's surfaces touch, making those that are new: (listed, new, refused)."""
        import warp as wp

        from situated_qa.mapping.kernels import blocks as kernels

        s, store = self.settings, self.store
        block = s.voxel_size_m * BLOCK
        # Voxel i owns [i - 1/2, i + 1/2) voxels, so block coordinates are shifted by half a voxel.
        origin = T_map_camera.t / block + 0.5 / BLOCK
        base, du, dv = (T_map_camera.R @ ray / block for ray in _ray_basis(camera))
        corners = [base + du * u + dv * v for u in (0, camera.width) for v in (0, camera.height)]
        depths = (s.min_depth_m - s.truncation_m, s.max_depth_m + s.truncation_m)
        reach = [origin + ray * d for ray in corners for d in depths]
        low = np.floor(np.min(reach, axis=0)).astype(np.int64) - 1
        high = np.floor(np.max(reach, axis=0)).astype(np.int64) + 2
        if max(np.abs(low).max(), np.abs(high).max()) > kernels.COORD_LIMIT:
            raise MappingError(f"camera at {T_map_camera.t.tolist()} m is beyond what the map can hold: check the pose")
        nx, ny, nz = (int(n) for n in high - low)

        # Rays a quarter of a block apart at the far end, samples half a block apart along them: no block slips through.
        stride = int(np.clip(block * min(camera.fx, camera.fy) / s.max_depth_m / 4, 1, 8))
        longest = max(float(np.linalg.norm(ray)) for ray in corners)
        steps = max(2, math.ceil(2 * s.truncation_m * longest / 0.6))
        columns, rows = -(-camera.width // stride), -(-camera.height // stride)
        if self._window.shape[0] < nx * ny * nz:
            self._window = zeros(nx * ny * nz, "int32", self.device)
        if self._marked.shape[0] < min(nx * ny * nz, columns * rows * (steps + 1)):
            self._marked = zeros(min(nx * ny * nz, columns * rows * (steps + 1)), "int32", self.device)
        self._counters.assign(np.array([0, 0, store.count, 0], np.int32))
        wp.launch(
            kernels.mark_blocks, dim=columns * rows, device=self.device,
            inputs=[
                self._image, columns, stride, wp.vec3(*(origin - low)), wp.vec3(*base), wp.vec3(*du),
                wp.vec3(*dv), s.truncation_m, steps, self._window, ny, nz, self.index, self._marked, self._counters,
            ],
        )  # fmt: skip
        marked = int(self._counters.numpy()[0])
        if not marked:
            return 0, 0, 0
        pools = store.pools
        store.reserve(store.count + marked)
        if store.pools is not pools:
            self._distances.release()
            self._colors.release()
        wp.launch(
            kernels.insert_blocks, dim=marked, device=self.device,
            inputs=[
                self._marked, int(low[0]), int(low[1]), int(low[2]), ny, nz, store.capacity, self.index,
                store.pools, self._counters,
            ],
        )  # fmt: skip
        _, active, handed_out, refused = (int(n) for n in self._counters.numpy())
        new = handed_out - refused - store.count
        store.count += new
        return active, new, refused

    def _fuse(self, camera: Intrinsics, T_camera_map: Transform, blocks: int) -> int:
        """Fuse the frame into the listed blocks, and clear those of this turn that it sees through (their number)."""
        import warp as wp

        from situated_qa.mapping.kernels import blocks as kernels
        from situated_qa.mapping.kernels import fusion

        s, store = self.settings, self.store
        # Rows of K [R t] with the voxel size folded in: (u z, v z, z) of voxel coordinates; +0.5 so that int() rounds.
        K = np.array([[camera.fx, 0.0, camera.cx + 0.5], [0.0, camera.fy, camera.cy + 0.5], [0.0, 0.0, 1.0]])
        view = kernels.View()
        view.projection = wp.mat33(*(K @ T_camera_map.R * s.voxel_size_m).ravel().tolist())
        view.offset = wp.vec3(*(K @ T_camera_map.t).tolist())
        pairs = BLOCK * BLOCK // 2 if self.device_kind == "cpu" else 1

        def launch(first: int, count: int, observation_weight: float) -> None:
            wp.launch(
                fusion.integrate_blocks, dim=count * (BLOCK * BLOCK // 2 // pairs), device=self.device,
                inputs=[
                    first, pairs, s.min_depth_m / 2, s.truncation_m, observation_weight, float(s.max_weight),
                    float(s.max_color_weight), store.pools, self._image, view,
                ],
            )  # fmt: skip

        if blocks:
            launch(0, blocks, 1.0)
        count = (store.count - self._turn + s.clear_every - 1) // s.clear_every if s.clear_every else 0
        if count <= 0:
            return 0
        radius = s.voxel_size_m * BLOCK * math.sqrt(3) / 2
        wp.launch(
            fusion.list_free_blocks, dim=count, device=self.device,
            inputs=[
                self._turn, s.clear_every, self.index, radius, s.min_depth_m, s.max_depth_m,
                s.truncation_m, store.pools, self._image, view, self._counters,
            ],
        )  # fmt: skip
        free = int(self._counters.numpy()[1]) - blocks
        if free:
            # Seen in one frame of `clear_every`, so each sight counts for that many.
            launch(blocks, free, float(s.clear_every))
        return free

    def _report_refused(self, refused: int) -> None:
        before, self.refused_blocks = self.refused_blocks, self.refused_blocks + refused
        if self.refused_blocks.bit_length() > before.bit_length():  # at every doubling: loud, not a flood
            _log.error(
                "TSDF is full: %d new blocks refused so far, new surface is NOT mapped; raise max_memory_mb (now %d) "
                "or voxel_size_m (now %g)",
                self.refused_blocks, self.settings.max_memory_mb, self.settings.voxel_size_m,
            )  # fmt: skip

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def device_kind(self) -> str:
        """ "cpu" or "cuda"."""
        return "cpu" if self.device == "cpu" else "cuda"

    @property
    def block_count(self) -> int:
        return self.store.count

    @property
    def nbytes(self) -> int:
        """Bytes held by the volume, on its device."""
        return self.store.nbytes + 4 * (self._window.shape[0] + self._marked.shape[0])

    def changed_since(self, index: int) -> np.ndarray:
        """(N,) int32 slots of the blocks touched by integrations after `index` (0: all there are)."""
        stamps = self.store.pools.stamps[: self.store.count].numpy() if self.store.count else np.zeros(0, np.int32)
        return np.flatnonzero(stamps > index).astype(np.int32)

    def block_coords(self, slots: np.ndarray) -> np.ndarray:
        """(N, 3) int32 block coordinates of `slots`; block b begins at map position `b * 8 * voxel_size_m`."""
        return self.store.pools.coords.numpy().reshape(-1, 3)[slots]

    def tsdf_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Look the distance up at points.

        Args:
            points_map: (N, 3) m, map frame.

        Returns:
            (N,) float32 signed distance in m, positive in front of surfaces, clipped to the truncation, interpolated
            over those of the eight voxels around that were observed, NaN when none was; (N,) uint8 weight of the
            nearest voxel, 0 when it was never observed.

        Raises:
            MappingError: `points_map` is not (N, 3) or not finite.
        """
        points = voxel_coordinates(points_map, self.settings.voxel_size_m, "tsdf_at")
        values, weights = self._distances(points, self.store.pools)
        return values * np.float32(self.settings.truncation_m / 32767.0), weights

    def colors_at(self, points_map: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Look the color up at points near the surface; free space has none.

        Args:
            points_map: (N, 3) m, map frame.

        Returns:
            (N, 3) uint8 sRGB, interpolated over those of the eight voxels around that have a color, 0 where none has;
            (N,) uint8 number of observations behind it, 0 where none has.

        Raises:
            MappingError: `points_map` is not (N, 3) or not finite.
        """
        points = voxel_coordinates(points_map, self.settings.voxel_size_m, "colors_at")
        colors, counts = self._colors(points, self.store.pools)
        return colors.reshape(-1, 3).round().astype(np.uint8), counts


def _ray_basis(camera: Intrinsics) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ray of unit depth through pixel (0, 0), and how it changes with u and with v; optical frame."""
    base = np.array([-camera.cx / camera.fx, -camera.cy / camera.fy, 1.0])
    return base, np.array([1 / camera.fx, 0.0, 0.0]), np.array([0.0, 1 / camera.fy, 0.0])
