# mypy: ignore-errors
"""Voxels made unknown again."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp

from situated_qa.mapping.kernels.blocks import Blocks


@wp.kernel(enable_backward=False)
def forget_voxels(
    slots: wp.array(dtype=wp.int32),
    low: wp.vec3,  # voxel coordinates
    high: wp.vec3,
    most_weight: int,
    index: int,
    blocks: Blocks,
    forgotten: wp.array(dtype=wp.int32),
):
    """Forget the voxels of some blocks that lie in a box and rest on few observations; one thread per voxel."""
    tid = wp.tid()
    slot = slots[tid // 512]
    voxel = tid % 512
    corner = blocks.coords[slot]
    x = float(corner[0] * 8 + (voxel & 7))
    y = float(corner[1] * 8 + ((voxel >> 3) & 7))
    z = float(corner[2] * 8 + (voxel >> 6))
    if x < low[0] or y < low[1] or z < low[2] or x > high[0] or y > high[1] or z > high[2]:
        return
    at = slot * 512 + voxel
    weight = int(blocks.weight[at])
    if weight > 0 and weight <= most_weight:
        blocks.weight[at] = wp.uint8(0)
        blocks.tsdf[at] = wp.int16(0)
        blocks.rgba[at] = wp.uint32(0)
        blocks.stamps[slot] = index
        wp.atomic_add(forgotten, 0, 1)
