# mypy: ignore-errors
# ruff: noqa: UP018  (int(-1) is how Warp spells a variable that will change)
"""Zero crossings of changed blocks."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp

from situated_qa.mapping.kernels.blocks import Blocks, find_slot, pack_key


@wp.kernel(enable_backward=False)
def list_dirty(
    changed: wp.array(dtype=wp.int32),
    blocks: Blocks,
    marks: wp.array(dtype=wp.int32),
    mark: int,
    dirty: wp.array(dtype=wp.int32),
    counter: wp.array(dtype=wp.int32),
):
    """The changed blocks and those before them in x, y and z, whose last edges end in a changed block; once each."""
    slot = changed[wp.tid()]
    c = blocks.coords[slot]
    for axis in range(4):
        if axis > 0:
            x = c[0] - wp.where(axis == 1, 1, 0)
            y = c[1] - wp.where(axis == 2, 1, 0)
            z = c[2] - wp.where(axis == 3, 1, 0)
            slot = find_slot(blocks, pack_key(x, y, z))
        if slot >= 0:  # noqa: SIM102
            if wp.atomic_max(marks, slot, mark) != mark:
                dirty[wp.atomic_add(counter, 0, 1)] = slot


@wp.kernel(enable_backward=False)
def extract_surface(
    dirty: wp.array(dtype=wp.int32),
    rows_per_thread: int,
    blocks: Blocks,
    min_weight: int,
    voxel_size: float,
    cursors: wp.array(dtype=wp.int32),
    write: int,
    out_points: wp.array(dtype=wp.float32),
    out_colors: wp.array(dtype=wp.uint8),
):
    """Count (`write` 0) or write (1) the zero crossings of a thread's rows; `cursors` holds counts, then starts.

    Counting first costs little beside allocating for the worst case, needs no atomics, and fixes the order.
    """
    first_row = wp.tid() * rows_per_thread
    slot = dirty[first_row >> 6]
    c = blocks.coords[slot]
    next_x = find_slot(blocks, pack_key(c[0] + 1, c[1], c[2]))
    next_y = find_slot(blocks, pack_key(c[0], c[1] + 1, c[2]))
    next_z = find_slot(blocks, pack_key(c[0], c[1], c[2] + 1))
    at = int(-1)
    total = int(0)
    if write == 1:
        at = cursors[wp.tid()]
    for k in range(rows_per_thread):
        row = (first_row + k) & 63
        y = row & 7
        z = row >> 3
        here = slot * 512 + row * 8
        after_x = int(-1)
        after_y = int(-1)
        after_z = int(-1)
        if next_x >= 0:
            after_x = next_x * 512 + row * 8
        if y < 7:
            after_y = here + 8
        elif next_y >= 0:
            after_y = next_y * 512 + z * 64
        if z < 7:
            after_z = here + 64
        elif next_z >= 0:
            after_z = next_z * 512 + y * 8
        found = cross_row(
            here, after_x, after_y, after_z, c[0] * 8, c[1] * 8 + y, c[2] * 8 + z, min_weight, voxel_size,
            blocks.tsdf, blocks.weight, blocks.rgba, at, out_points, out_colors,
        )  # fmt: skip
        total += found
        if write == 1:
            at += found
    if write == 0:
        cursors[wp.tid()] = total


@wp.func_native(
    snippet="""
    // Zero crossings on the edges from each of eight voxels to the next in x, y, z; a missing neighbour has index -1.
    const short *T = tsdf.data + here, *TY = tsdf.data + (after_y < 0 ? here : after_y),
                *TZ = tsdf.data + (after_z < 0 ? here : after_z);
    const unsigned char *W = weight.data + here, *WY = weight.data + (after_y < 0 ? here : after_y),
                        *WZ = weight.data + (after_z < 0 ? here : after_z);
    const int end_t = after_x < 0 ? 0 : tsdf.data[after_x], end_w = after_x < 0 ? 0 : weight.data[after_x];
    int sign[9], seen[9], code[8];
    #pragma clang loop vectorize(assume_safety) vectorize_width(8) unroll(disable)
    for (int i = 0; i < 8; ++i) { sign[i] = T[i] < 0; seen[i] = W[i] >= min_weight; }
    sign[8] = end_t < 0; seen[8] = end_w >= min_weight;
    int found = 0;
    #pragma clang loop vectorize(assume_safety) vectorize_width(8) unroll(disable)
    for (int i = 0; i < 8; ++i) {
        // A missing y or z neighbour reads the voxel itself, which never differs from itself in sign.
        const int y = ((int)(TY[i] < 0) ^ sign[i]) & (int)(WY[i] >= min_weight) & seen[i];
        const int z = ((int)(TZ[i] < 0) ^ sign[i]) & (int)(WZ[i] >= min_weight) & seen[i];
        code[i] = y << 1 | z << 2;
        found += y + z;
    }
    for (int i = 0; i < 8; ++i) {
        const int x = (sign[i] ^ sign[i + 1]) & seen[i] & seen[i + 1];
        code[i] |= x;
        found += x;
    }
    if (at < 0 || !found) return found;
    int n = at;
    for (int i = 0; i < 8; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            if (!(code[i] >> axis & 1)) continue;
            const int mine = here + i;
            const int other = axis == 0 ? (i < 7 ? mine + 1 : after_x) : (axis == 1 ? after_y : after_z) + i;
            const float a = (float)tsdf.data[mine], b = (float)tsdf.data[other];
            const float f = a / (a - b);
            float* p = out_points.data + 3 * (long long)n;
            p[0] = ((float)(gx + i) + (axis == 0 ? f : 0.0f)) * voxel_size;
            p[1] = ((float)gy + (axis == 1 ? f : 0.0f)) * voxel_size;
            p[2] = ((float)gz + (axis == 2 ? f : 0.0f)) * voxel_size;
            // The nearer voxel's colour; the other's where that one never took any.
            const unsigned int near = rgba.data[f < 0.5f ? mine : other], far = rgba.data[f < 0.5f ? other : mine];
            const unsigned int c = near >> 24 ? near : far;
            unsigned char* q = out_colors.data + 3 * (long long)n;
            q[0] = (unsigned char)(c & 255u);
            q[1] = (unsigned char)(c >> 8 & 255u);
            q[2] = (unsigned char)(c >> 16 & 255u);
            ++n;
        }
    }
    return found;
    """
)
def cross_row(
    here: int,
    after_x: int,
    after_y: int,
    after_z: int,
    gx: int,
    gy: int,
    gz: int,
    min_weight: int,
    voxel_size: float,
    tsdf: wp.array(dtype=wp.int16),
    weight: wp.array(dtype=wp.uint8),
    rgba: wp.array(dtype=wp.uint32),
    at: int,
    out_points: wp.array(dtype=wp.float32),
    out_colors: wp.array(dtype=wp.uint8),
) -> int: ...
