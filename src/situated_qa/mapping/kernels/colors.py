# mypy: ignore-errors
"""Colors of the volume at points."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp

from situated_qa.mapping.kernels.blocks import Blocks, find_slot, pack_key


@wp.kernel(enable_backward=False)
def sample_colors(
    points: wp.array(dtype=wp.vec3),  # voxel coordinates
    blocks: Blocks,
    out_color: wp.array(dtype=wp.vec3),
    out_count: wp.array(dtype=wp.uint8),
):
    """Trilinear color over those of the eight voxels around that have one; the largest number of observations."""
    tid = wp.tid()
    p = points[tid]
    x0 = int(wp.floor(p[0]))
    y0 = int(wp.floor(p[1]))
    z0 = int(wp.floor(p[2]))
    fx = p[0] - float(x0)
    fy = p[1] - float(y0)
    fz = p[2] - float(z0)
    total = 0.0
    color = wp.vec3(0.0, 0.0, 0.0)
    most = wp.uint32(0)
    for corner in range(8):
        dx = corner & 1
        dy = (corner >> 1) & 1
        dz = corner >> 2
        # A point in the middle of a voxel still takes a little of its neighbors where its own has no color.
        share = 1.0e-6 + wp.where(dx == 1, fx, 1.0 - fx) * wp.where(dy == 1, fy, 1.0 - fy) * wp.where(
            dz == 1, fz, 1.0 - fz
        )
        x = x0 + dx
        y = y0 + dy
        z = z0 + dz
        slot = find_slot(blocks, pack_key(x >> 3, y >> 3, z >> 3))
        if slot >= 0:
            rgba = blocks.rgba[slot * 512 + (z & 7) * 64 + (y & 7) * 8 + (x & 7)]
            count = rgba >> wp.uint32(24)
            if count > wp.uint32(0):
                color += share * wp.vec3(
                    float(rgba & wp.uint32(255)),
                    float((rgba >> wp.uint32(8)) & wp.uint32(255)),
                    float((rgba >> wp.uint32(16)) & wp.uint32(255)),
                )
                total += share
                most = wp.max(most, count)
    if total > 0.0:
        color = color / total
    out_color[tid] = color
    out_count[tid] = wp.uint8(most)
