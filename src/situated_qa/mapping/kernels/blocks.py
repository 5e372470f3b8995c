# mypy: ignore-errors
# ruff: noqa: UP018  (int(-1) is how Warp spells a variable that will change)
"""Blocks on the device: packed keys, the hash table, and which blocks a depth image touches."""

# No `from __future__ import annotations` here: Warp reads the annotations as types.
import warp as wp

COORD_BIAS = wp.constant(wp.int64(1 << 20))
COORD_LIMIT = (1 << 20) - 2  # blocks each way; keys are three 21-bit numbers
EMPTY = wp.constant(wp.int64(0))


@wp.struct
class Blocks:
    """The pools of `BlockStore` and the table that finds a block's slot in them."""

    coords: wp.array(dtype=wp.vec3i)
    stamps: wp.array(dtype=wp.int32)
    active: wp.array(dtype=wp.int32)
    table_keys: wp.array(dtype=wp.int64)
    table_slots: wp.array(dtype=wp.int32)
    tsdf: wp.array(dtype=wp.int16)
    weight: wp.array(dtype=wp.uint8)
    rgba: wp.array(dtype=wp.uint32)


@wp.struct
class Image:
    """A frame on the device: depth in m (-1e9 no return, 1e9 beyond the range), packed colour; one pixel longer."""

    width: int
    height: int
    depth: wp.array(dtype=wp.float32)
    color: wp.array(dtype=wp.uint32)


@wp.struct
class View:
    """Voxel coordinates to the image: `projection * voxel + offset` is (u z, v z, z), with u and v to be cut to int."""

    projection: wp.mat33
    offset: wp.vec3


@wp.func
def pack_key(bx: int, by: int, bz: int) -> wp.int64:
    x = wp.int64(bx) + COORD_BIAS
    y = wp.int64(by) + COORD_BIAS
    z = wp.int64(bz) + COORD_BIAS
    return (x << wp.int64(42)) | (y << wp.int64(21)) | z


@wp.func
def first_bucket(key: wp.int64, mask: int) -> int:
    """Source: Steele, Lea and Flood 2014 (SplitMix64's mixing step)."""
    h = wp.uint64(key)
    h = (h ^ (h >> wp.uint64(30))) * wp.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> wp.uint64(27))) * wp.uint64(0x94D049BB133111EB)
    h = h ^ (h >> wp.uint64(31))
    return int(h & wp.uint64(mask))


@wp.func
def find_slot(blocks: Blocks, key: wp.int64) -> int:
    """Slot of a block, -1 when it is not there."""
    mask = blocks.table_keys.shape[0] - 1
    bucket = first_bucket(key, mask)
    held = blocks.table_keys[bucket]
    while held != EMPTY:
        if held == key:
            return blocks.table_slots[bucket]
        bucket = (bucket + 1) & mask
        held = blocks.table_keys[bucket]
    return -1


@wp.func
def insert_slot(blocks: Blocks, key: wp.int64, slot: int):
    """Add a key that is not in the table and that no other thread of this launch adds."""
    mask = blocks.table_keys.shape[0] - 1
    bucket = first_bucket(key, mask)
    while wp.atomic_cas(blocks.table_keys, bucket, EMPTY, key) != EMPTY:
        bucket = (bucket + 1) & mask
    blocks.table_slots[bucket] = slot


@wp.kernel(enable_backward=False)
def mark_blocks(
    image: Image,
    columns: int,
    stride: int,
    ray_origin: wp.vec3,  # camera in the window, blocks
    ray_base: wp.vec3,  # blocks per meter of depth at pixel (0, 0)
    ray_du: wp.vec3,
    ray_dv: wp.vec3,
    truncation: float,
    steps: int,
    window: wp.array(dtype=wp.int32),
    ny: int,
    nz: int,
    frame: int,
    marked: wp.array(dtype=wp.int32),
    counters: wp.array(dtype=wp.int32),
):
    """List, once each, the blocks of the window around the camera that a ray passes within the truncation band."""
    tid = wp.tid()
    u = (tid % columns) * stride
    v = (tid / columns) * stride
    d = image.depth[v * image.width + u]
    if d > 0.0 and d < 1.0e6:
        ray = ray_base + ray_du * float(u) + ray_dv * float(v)
        point = ray_origin + ray * (d - truncation)
        step = ray * (2.0 * truncation / float(steps))
        last = int(-1)
        for _ in range(steps + 1):
            # The window starts a block before anything a ray can reach, so truncation to int is floor here.
            cell = (int(point[0]) * ny + int(point[1])) * nz + int(point[2])
            if cell != last:
                last = cell
                if window[cell] != frame:  # noqa: SIM102  (Warp evaluates both sides of `and`)
                    if wp.atomic_max(window, cell, frame) != frame:
                        marked[wp.atomic_add(counters, 0, 1)] = cell
            point = point + step


@wp.kernel(enable_backward=False)
def insert_blocks(
    marked: wp.array(dtype=wp.int32),
    ox: int,
    oy: int,
    oz: int,
    ny: int,
    nz: int,
    capacity: int,
    frame: int,
    blocks: Blocks,
    counters: wp.array(dtype=wp.int32),
):
    """Turn marked window cells into slots, making the blocks that are new.

    Counters: 1 active, 2 slots handed out (may overshoot the capacity), 3 refused.
    """
    cell = marked[wp.tid()]
    bz = cell % nz
    rest = cell / nz
    by = rest % ny
    bx = rest / ny
    c = wp.vec3i(bx + ox, by + oy, bz + oz)
    key = pack_key(c[0], c[1], c[2])
    slot = find_slot(blocks, key)
    if slot < 0:
        slot = wp.atomic_add(counters, 2, 1)
        if slot >= capacity:
            wp.atomic_add(counters, 3, 1)
            return
        insert_slot(blocks, key, slot)
        blocks.coords[slot] = c
    blocks.stamps[slot] = frame
    blocks.active[wp.atomic_add(counters, 1, 1)] = slot


@wp.kernel(enable_backward=False)
def rebuild_table(blocks: Blocks):
    slot = wp.tid()
    c = blocks.coords[slot]
    insert_slot(blocks, pack_key(c[0], c[1], c[2]), slot)
