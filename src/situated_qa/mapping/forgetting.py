"""Takes out of the volume what was there for a moment only: people who walked by."""

from __future__ import annotations

import numpy as np

from situated_qa.mapping.blocks import BLOCK, VOXELS, BlockStore
from situated_qa.mapping.devices import zeros


def forget_voxels(store: BlockStore, low: np.ndarray, high: np.ndarray, most_observations: int, index: int) -> int:
    """Make the voxels in a box unknown again that rest on few observations.

    Args:
        low, high: (3,) corners of the box, axis-aligned, map frame, voxels.
        most_observations: voxels that were observed more often stay.
        index: the integration that the blocks of forgotten voxels count as changed by.

    Returns:
        How many voxels were forgotten.
    """
    import warp as wp

    from situated_qa.mapping.kernels import forgetting

    if not store.count or most_observations < 1:
        return 0
    coords = store.pools.coords[: store.count].numpy().reshape(-1, 3) * BLOCK
    slots = np.flatnonzero(((coords + BLOCK > low) & (coords <= high)).all(axis=1)).astype(np.int32)
    if not len(slots):
        return 0
    forgotten = zeros(1, "int32", store.device)
    wp.launch(
        forgetting.forget_voxels, dim=len(slots) * VOXELS, device=store.device,
        inputs=[
            wp.array(slots, dtype=wp.int32, device=store.device), wp.vec3(*low), wp.vec3(*high),
            most_observations, index, store.pools, forgotten,
        ],
    )  # fmt: skip
    return int(forgotten.numpy()[0])
