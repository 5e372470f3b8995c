"""Where the blocks of the volume live: growing pools and the hash table that finds them."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

_log = logging.getLogger(__name__)

BLOCK = 8  # voxels along an edge
VOXELS = BLOCK**3
_BYTES_PER_BLOCK = VOXELS * (2 + 1 + 4) + 12 + 4 + 4 + 4 * 12  # voxels, coords, stamp, active, buckets


class BlockStore:
    """Pools of 8³ blocks on one device, doubled when full, never beyond `max_blocks`.

    Doubling copies the pools once, so for a moment the old and the new ones both exist.

    Attributes:
        count: blocks in use; `capacity`: blocks there is room for.
        pools: the Warp struct of arrays that kernels take (`kernels.blocks.Blocks`), of which
            tsdf: (capacity·512,) int16, truncated distance in 1/32767 of the truncation;
            weight: (capacity·512,) uint8, observations, 0 is never seen;
            rgba: (capacity·512,) uint32, R in the lowest byte, in the highest the number of color observations;
            coords: (capacity, 3) int32 block coordinates; stamps: (capacity,) int32, the integration that last
            touched it.
    """

    def __init__(self, device: str, initial_blocks: int, max_bytes: int) -> None:
        self.device = device
        self.max_blocks = max(1, max_bytes // _BYTES_PER_BLOCK)
        self.count = 0
        self.capacity = 0
        self.pools: Any = None
        self._grow(min(initial_blocks, self.max_blocks))

    @property
    def nbytes(self) -> int:
        """Bytes the pools and the table hold."""
        return self.capacity * _BYTES_PER_BLOCK

    def reserve(self, blocks: int) -> None:
        """Make room for `blocks` in all, as far as the cap allows."""
        if blocks > self.capacity < self.max_blocks:
            capacity = self.capacity
            while capacity < blocks:
                capacity *= 2
            self._grow(min(capacity, self.max_blocks))

    def _grow(self, capacity: int) -> None:
        import warp as wp

        from situated_qa.mapping.kernels import blocks as kernels

        def pool(old: Any, size: int, dtype: Any, used: int) -> Any:
            new = wp.zeros(size, dtype=dtype, device=self.device)
            if used:
                wp.copy(new, old, count=used)
            return new

        n, old, new = self.count, self.pools, kernels.Blocks()
        new.tsdf = pool(old and old.tsdf, capacity * VOXELS, wp.int16, n * VOXELS)
        new.weight = pool(old and old.weight, capacity * VOXELS, wp.uint8, n * VOXELS)
        new.rgba = pool(old and old.rgba, capacity * VOXELS, wp.uint32, n * VOXELS)
        new.coords = pool(old and old.coords, capacity, wp.vec3i, n)
        new.stamps = pool(old and old.stamps, capacity, wp.int32, n)
        new.active = pool(None, capacity, wp.int32, 0)
        buckets = 1 << int(np.ceil(np.log2(2 * capacity)))
        new.table_keys = pool(None, buckets, wp.int64, 0)
        new.table_slots = pool(None, buckets, wp.int32, 0)
        self.pools = new
        if n:
            wp.launch(kernels.rebuild_table, dim=n, device=self.device, inputs=[self.pools])
            _log.info("TSDF pools grew from %d to %d blocks", self.capacity, capacity)
        self.capacity = capacity
