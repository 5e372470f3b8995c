# mypy: ignore-errors
"""Which cells of a grid a depth image hits, and which it looks through."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp


@wp.kernel(enable_backward=False)
def mark_cells(
    depth: wp.array2d(dtype=wp.float32),
    stride: int,
    columns: int,
    min_depth: float,
    max_depth: float,
    cell: float,
    margin: float,
    origin: wp.vec3,
    base: wp.vec3,
    du: wp.vec3,
    dv: wp.vec3,
    floor_top: float,
    layer: float,
    marks: wp.array3d(dtype=wp.int32),
):
    """One ray: 2 into the cell of its end, 1 into those before it, where no ray of this image ends.

    `origin` is the camera in meters from the window's corner (z: from the floor), base + u·du + v·dv the ray of unit
    depth. Layer 0 is the floor, up to `floor_top`; it is never looked through, only hit.
    """
    i = wp.tid()
    u = (i % columns) * stride + stride // 2
    v = (i // columns) * stride + stride // 2
    if u >= depth.shape[1] or v >= depth.shape[0]:
        return
    z = depth[v, u]
    if not (z >= min_depth and z < 1.0e6):  # NaN fails both
        return
    ray = base + float(u) * du + float(v) * dv
    length = wp.length(ray)
    end = wp.min(z, max_depth)
    if z <= max_depth:
        p = origin + ray * z
        x = int(wp.floor(p[0] / cell))
        y = int(wp.floor(p[1] / cell))
        k = int(wp.floor((p[2] - floor_top) / layer)) + 1
        if p[2] >= -floor_top and p[2] < floor_top:
            k = 0
        elif p[2] < -floor_top:
            k = -1
        if x >= 0 and y >= 0 and k >= 0 and x < marks.shape[2] and y < marks.shape[1] and k < marks.shape[0]:
            wp.atomic_max(marks, k, y, x, 2)
        # Stereo errs with the square of the distance; twice that is left alone.
        end = z - (margin + 0.008 * z * z) / length
    steps = int(wp.floor((end - min_depth) * length / cell))
    for n in range(steps):
        p = origin + ray * (min_depth + (float(n) + 0.5) * cell / length)
        x = int(wp.floor(p[0] / cell))
        y = int(wp.floor(p[1] / cell))
        if p[2] >= floor_top:
            k = int(wp.floor((p[2] - floor_top) / layer)) + 1
            if x >= 0 and y >= 0 and x < marks.shape[2] and y < marks.shape[1] and k < marks.shape[0]:
                wp.atomic_max(marks, k, y, x, 1)
