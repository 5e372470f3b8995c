"""Sets of voxels as sorted int64 keys: the currency of association."""

from __future__ import annotations

import numpy as np

_BITS = 21
_OFFSET = 1 << (_BITS - 1)  # indices from -2^20 to 2^20: 42 km at 4 cm
_LIMIT = (1 << _BITS) - 1


def voxel_keys(points: np.ndarray, voxel_m: float) -> np.ndarray:
    """(N,) int64 key of the voxel that each of the (N, 3) points lies in; unsorted, with repetitions."""
    index = np.floor(np.asarray(points, np.float64) / voxel_m).astype(np.int64) + _OFFSET
    index = np.clip(index, 0, _LIMIT)
    return (index[:, 0] << (2 * _BITS)) | (index[:, 1] << _BITS) | index[:, 2]


def voxel_indices(keys: np.ndarray) -> np.ndarray:
    """(N, 3) int64 indices of the voxels, the inverse of the packing."""
    return np.stack([(keys >> (2 * _BITS)) & _LIMIT, (keys >> _BITS) & _LIMIT, keys & _LIMIT], axis=1) - _OFFSET


def group_by_voxel(points: np.ndarray, voxel_m: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sorted keys (M,), mean point of each voxel (M, 3) float64, and points in it (M,)."""
    keys, inverse, counts = np.unique(voxel_keys(points, voxel_m), return_inverse=True, return_counts=True)
    inverse = inverse.reshape(-1)
    means = np.stack([np.bincount(inverse, weights=points[:, axis], minlength=len(keys)) for axis in range(3)], axis=1)
    return keys, means / counts[:, None], counts


def contains(sorted_keys: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """(N,) bool: which of `keys` are among `sorted_keys`."""
    if len(sorted_keys) == 0:
        return np.zeros(len(keys), bool)
    place = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    return sorted_keys[place] == keys


def neighbor_offsets(*, faces_only: bool = True) -> np.ndarray:
    """Key differences to the 6 (or 26) neighbors of a voxel. Adding one to a key moves it by one voxel."""
    steps = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
    wanted = [s for s in steps if (sum(map(abs, s)) == 1 if faces_only else any(s))]
    return np.array([(x << (2 * _BITS)) + (y << _BITS) + z for x, y, z in wanted], np.int64)


_FACES = neighbor_offsets()


def near(sorted_keys: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """(N,) bool: which of `keys` are in `sorted_keys` or share a face with one that is."""
    found = contains(sorted_keys, keys)
    for offset in _FACES:
        missing = np.flatnonzero(~found)
        if len(missing) == 0:
            break
        found[missing] = contains(sorted_keys, keys[missing] + offset)
    return found


_ALL = neighbor_offsets(faces_only=False)
_HALF = _ALL[_ALL > 0]  # of each pair of opposite neighbors one is enough


def connected(sorted_keys: np.ndarray) -> np.ndarray:
    """(N,) for each of the voxels, the lowest index in its connected piece; faces, edges and corners connect."""
    place = np.minimum(np.searchsorted(sorted_keys, sorted_keys[:, None] + _HALF), max(len(sorted_keys) - 1, 0))
    first, offset = np.nonzero(sorted_keys[place] == sorted_keys[:, None] + _HALF)
    second = place[first, offset]
    label = np.arange(len(sorted_keys))
    while True:
        # Each voxel takes the lowest label around it, then its label's label: pieces of any shape close in few rounds.
        lowest = label.copy()
        np.minimum.at(lowest, first, label[second])
        np.minimum.at(lowest, second, label[first])
        lowest = lowest[lowest]
        if np.array_equal(lowest, label):
            return label
        label = lowest


_CLUSTER_CELLS = 3  # voxels per cell when looking for pieces that lie apart
_MAIN_PIECE = 0.1


def main_pieces(keys: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Indices of the voxels in pieces that hold at least a tenth of the weight of the heaviest one.

    Pieces are sets of cells, three voxels wide, that touch at a face, an edge or a corner.
    """
    cells, cell_of = np.unique(voxel_keys(voxel_indices(keys) // _CLUSTER_CELLS, 1.0), return_inverse=True)
    cell_of = cell_of.reshape(-1)
    piece = connected(cells)
    total = np.bincount(piece, weights=np.bincount(cell_of, weights=weights), minlength=len(cells))
    return np.flatnonzero(total[piece[cell_of]] >= _MAIN_PIECE * total.max())
