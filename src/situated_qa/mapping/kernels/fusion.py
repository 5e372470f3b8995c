# mypy: ignore-errors
# ruff: noqa: UP018  (int(-1) is how Warp spells a variable that will change)
"""Depth and colour into voxels, and voxels read back."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp

from situated_qa.mapping.kernels.blocks import Blocks, Image, View, find_slot, pack_key


@wp.kernel(enable_backward=False)
def prepare_image(
    depth: wp.array(dtype=wp.float32),
    color: wp.array(dtype=wp.uint8),
    chunk: int,
    min_depth: float,
    max_depth: float,
    image: Image,
):
    first = wp.tid() * chunk
    count = wp.min(chunk, depth.shape[0] - first)
    prepare_pixels(first, count, min_depth, max_depth, depth, color, image.depth, image.color)


@wp.func_native(
    snippet="""
    // Depth with one code per case, so that fusing needs no NaN logic: -1e9 no return, +1e9 beyond the range.
    const float* d = depth.data + first;
    const unsigned char* __restrict__ c = color.data + 3 * (long long)first;
    float* __restrict__ od = out_depth.data + first;
    unsigned int* __restrict__ oc = out_color.data + first;
    for (int i = 0; i < count; ++i) {
        const float z = d[i];
        const float far = (z > max_depth && z < 1.0e6f) ? 1.0e9f : -1.0e9f;
        od[i] = (z >= min_depth && z <= max_depth) ? z : far;
    }
    for (int i = 0; i < count; ++i)
        oc[i] = (unsigned int)c[3 * i] | (unsigned int)c[3 * i + 1] << 8 | (unsigned int)c[3 * i + 2] << 16;
    """
)
def prepare_pixels(
    first: int,
    count: int,
    min_depth: float,
    max_depth: float,
    depth: wp.array(dtype=wp.float32),
    color: wp.array(dtype=wp.uint8),
    out_depth: wp.array(dtype=wp.float32),
    out_color: wp.array(dtype=wp.uint32),
):
    pass


@wp.kernel(enable_backward=False)
def list_free_blocks(
    first_slot: int,
    every: int,
    frame: int,
    radius: float,
    min_depth: float,
    max_depth: float,
    truncation: float,
    blocks: Blocks,
    image: Image,
    view: View,
    counters: wp.array(dtype=wp.int32),
):
    """Append every `every`-th block that lies wholly in front of what its pixel sees: whatever was there has gone.

    A reading beyond `max_depth` only says that nothing is nearer than `max_depth`: how far it reaches is not known well
    enough to clear the surface that it may have hit.
    """
    slot = first_slot + wp.tid() * every
    if blocks.stamps[slot] == frame:
        return
    c = blocks.coords[slot]
    center = wp.vec3(float(c[0] * 8) + 3.5, float(c[1] * 8) + 3.5, float(c[2] * 8) + 3.5)
    p = view.projection * center + view.offset
    if p[2] > min_depth + radius:
        u = p[0] / p[2]
        v = p[1] / p[2]
        if u >= 0.0 and v >= 0.0 and u < float(image.width) and v < float(image.height):  # noqa: SIM102
            seen = wp.min(image.depth[int(v) * image.width + int(u)], max_depth)
            if seen > p[2] + radius + truncation:
                blocks.stamps[slot] = frame
                blocks.active[wp.atomic_add(counters, 1, 1)] = slot


@wp.kernel(enable_backward=False)
def integrate_blocks(
    first_active: int,
    pairs_per_thread: int,
    min_depth: float,
    truncation: float,
    observation_weight: float,
    max_weight: float,
    max_color_weight: float,
    blocks: Blocks,
    image: Image,
    view: View,
):
    """Fuse the frame into the active blocks; a thread takes `pairs_per_thread` (divides 32) pairs of rows.

    Source: Curless and Levoy 1996, section 3 (running weighted average of truncated signed distances).
    """
    first_pair = wp.tid() * pairs_per_thread
    slot = blocks.active[first_active + (first_pair >> 5)]
    c = blocks.coords[slot]
    projection = view.projection
    origin = projection * wp.vec3(float(c[0] * 8), float(c[1] * 8), float(c[2] * 8)) + view.offset
    ex = wp.vec3(projection[0, 0], projection[1, 0], projection[2, 0])
    ey = wp.vec3(projection[0, 1], projection[1, 1], projection[2, 1])
    ez = wp.vec3(projection[0, 2], projection[1, 2], projection[2, 2])
    for k in range(pairs_per_thread):
        pair = (first_pair + k) & 31
        p = origin + ey * float((pair & 3) * 2) + ez * float(pair >> 2)
        fuse_rows(
            slot * 512 + pair * 16, p, ex, ey, image.width, image.height, min_depth, truncation, observation_weight,
            max_weight, max_color_weight, image.depth, image.color, blocks.tsdf, blocks.weight, blocks.rgba,
        )  # fmt: skip


@wp.func_native(
    snippet="""
    const float* __restrict__ image = depth.data;
    const unsigned int* __restrict__ pixels = color.data;
    short* __restrict__ T = tsdf.data + first;
    unsigned char* __restrict__ W = weight.data + first;
    unsigned int* __restrict__ C = rgba.data + first;
    // Outside lanes read the one invalid pixel behind the image's end, so that none needs a branch.
    const float w = (float)width, h = (float)height;
    const float x0 = p[0], y0 = p[1], z0 = p[2], dx = ex[0], dy = ex[1], dz = ex[2];
    const float rx = ey[0], ry = ey[1], rz = ey[2];
    float sdf[16];
    int pixel[16];
    #pragma clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; ++i) {
        const float x = (float)(i & 7), y = (float)(i >> 3);
        const float z = z0 + x * dz + y * rz;
        const float inverse = 1.0f / z;
        const float u = (x0 + x * dx + y * rx) * inverse;
        const float v = (y0 + x * dy + y * ry) * inverse;
        const int inside = (z > min_depth) & (u >= 0.0f) & (v >= 0.0f) & (u < w) & (v < h);
        const float us = inside ? u : 0.0f, vs = inside ? v : h;
        pixel[i] = (int)vs * width + (int)us;
        sdf[i] = z;
    }
    int seen = 0, near = 0;
    #pragma clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; ++i) {
        const float s = image[pixel[i]] - sdf[i];
        sdf[i] = s;
        const int in_front = s > -truncation, behind = s < truncation;
        seen |= in_front;
        near |= in_front & behind;
    }
    if (!seen) return;
    const float scale = 32767.0f / truncation;
    #pragma clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; ++i) {
        const bool use = sdf[i] > -truncation;
        const float held = (float)W[i];
        const float sum = held + observation_weight;
        const float s = sdf[i] * scale;
        const float value = s < 32767.0f ? s : 32767.0f;
        const float old = (float)T[i];
        const float fused = old + (value - old) * observation_weight / sum;
        const float rounded = fused + (fused < 0.0f ? -0.5f : 0.5f);
        T[i] = (short)(int)(use ? rounded : old);
        W[i] = (unsigned char)(int)(use ? (sum < max_weight ? sum : max_weight) : held);
    }
    if (!near) return;
    #pragma clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; ++i) {
        // Only voxels near the surface take its colour, counted apart in the fourth byte: free space has none to give.
        const bool use = (sdf[i] > -truncation) & (sdf[i] < truncation);
        const unsigned int seen_color = pixels[pixel[i]], old = C[i];
        const float held = (float)(int)(old >> 24);
        const float step = 1.0f / (held + 1.0f);
        const float r0 = (float)(int)(old & 255u), r1 = (float)(int)(seen_color & 255u);
        const float g0 = (float)(int)(old >> 8 & 255u), g1 = (float)(int)(seen_color >> 8 & 255u);
        const float b0 = (float)(int)(old >> 16 & 255u), b1 = (float)(int)(seen_color >> 16 & 255u);
        const unsigned int r = (unsigned int)(int)(r0 + (r1 - r0) * step + 0.5f);
        const unsigned int g = (unsigned int)(int)(g0 + (g1 - g0) * step + 0.5f);
        const unsigned int b = (unsigned int)(int)(b0 + (b1 - b0) * step + 0.5f);
        const float more = held + 1.0f;
        const unsigned int n = (unsigned int)(int)(more < max_color_weight ? more : max_color_weight);
        C[i] = use ? (r | g << 8 | b << 16 | n << 24) : old;
    }
    """
)
def fuse_rows(
    first: int,
    p: wp.vec3,
    ex: wp.vec3,
    ey: wp.vec3,
    width: int,
    height: int,
    min_depth: float,
    truncation: float,
    observation_weight: float,
    max_weight: float,
    max_color_weight: float,
    depth: wp.array(dtype=wp.float32),
    color: wp.array(dtype=wp.uint32),
    tsdf: wp.array(dtype=wp.int16),
    weight: wp.array(dtype=wp.uint8),
    rgba: wp.array(dtype=wp.uint32),
):
    pass


@wp.kernel(enable_backward=False)
def sample_points(
    points: wp.array(dtype=wp.vec3),  # voxel coordinates
    blocks: Blocks,
    out_value: wp.array(dtype=wp.float32),
    out_weight: wp.array(dtype=wp.uint8),
):
    """Trilinear value over those of the eight voxels around that were observed; weight of the nearest voxel."""
    tid = wp.tid()
    p = points[tid]
    x0 = int(wp.floor(p[0]))
    y0 = int(wp.floor(p[1]))
    z0 = int(wp.floor(p[2]))
    fx = p[0] - float(x0)
    fy = p[1] - float(y0)
    fz = p[2] - float(z0)
    total = float(0.0)
    value = float(0.0)
    nearest = wp.uint8(0)
    nearest_share = float(-1.0)
    slot = int(-1)
    last_key = wp.int64(-1)
    for corner in range(8):
        dx = corner & 1
        dy = (corner >> 1) & 1
        dz = corner >> 2
        share = wp.where(dx == 1, fx, 1.0 - fx) * wp.where(dy == 1, fy, 1.0 - fy) * wp.where(dz == 1, fz, 1.0 - fz)
        x = x0 + dx
        y = y0 + dy
        z = z0 + dz
        key = pack_key(x >> 3, y >> 3, z >> 3)
        if corner == 0 or key != last_key:  # mostly all eight are in one block
            slot = find_slot(blocks, key)
            last_key = key
        w = wp.uint8(0)
        if slot >= 0:
            voxel = slot * 512 + (z & 7) * 64 + (y & 7) * 8 + (x & 7)
            w = blocks.weight[voxel]
            if w > wp.uint8(0):
                value += share * float(blocks.tsdf[voxel])
                total += share
        if share > nearest_share:
            nearest_share = share
            nearest = w
    out_weight[tid] = nearest
    out_value[tid] = wp.where(total > 0.0, value / total, wp.nan)
