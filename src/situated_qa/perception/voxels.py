"""Sets of voxels as sorted int64 keys: the currency of association."""

from __future__ import annotations

import numpy as np

_BITS = 21
_OFFSET = 1 << (_BITS - 1)  # indices from -2^20 to 2^20: 42 km at 4 cm
_LIMIT = (1 << _BITS) - 1
_PLACES = np.array([1 << (2 * _BITS), 1 << _BITS, 1], np.int64)


def voxel_keys(points: np.ndarray, voxel_m: float) -> np.ndarray:
    """(N,) int64 key of the voxel that each of the (N, 3) points lies in; unsorted, with repetitions."""
    index = np.floor(np.asarray(points, np.float64) / voxel_m).astype(np.int64)
    index += _OFFSET
    if len(index) and (index.min() < 0 or index.max() > _LIMIT):
        index = np.clip(index, 0, _LIMIT)
    return index @ _PLACES


def voxel_indices(keys: np.ndarray) -> np.ndarray:
    """(N, 3) int64 indices of the voxels, the inverse of the packing."""
    return np.stack([(keys >> (2 * _BITS)) & _LIMIT, (keys >> _BITS) & _LIMIT, keys & _LIMIT], axis=1) - _OFFSET


def group_by_voxel(points: np.ndarray, voxel_m: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sorted keys (M,), mean point of each voxel (M, 3) float64, and points in it (M,)."""
    keys, voxel_of, counts = np.unique(voxel_keys(points, voxel_m), return_inverse=True, return_counts=True)
    return keys, mean_by_voxel(points, voxel_of.reshape(-1), counts), counts


def mean_by_voxel(points: np.ndarray, voxel_of: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """(M, 3) mean of the (N, 3) points of each voxel, given the number of the voxel (N,) that each point lies in.

    Args:
        counts: (M,) points of each voxel, none 0.
    """
    means = np.empty((len(counts), 3))
    for axis in range(3):
        means[:, axis] = np.bincount(voxel_of, weights=points[:, axis], minlength=len(counts))
    means /= counts[:, None]
    return means


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
    missing = np.flatnonzero(~found)
    if len(missing):
        beside = contains(sorted_keys, (keys[missing] + _FACES[:, None]).reshape(-1))
        found[missing] = beside.reshape(len(_FACES), -1).any(axis=0)
    return found


_ALL = neighbor_offsets(faces_only=False)
_HALF = _ALL[_ALL > 0]  # of each pair of opposite neighbors one is enough
_CELLS_PER_VOXEL = 30  # in the grid around the voxels, up to which labeling the grid is quicker


def connected(sorted_keys: np.ndarray) -> np.ndarray:
    """(N,) for each of the voxels, the lowest index in its connected piece; faces, edges and corners connect."""
    if len(sorted_keys) == 0:
        return np.zeros(0, np.int64)
    index = voxel_indices(sorted_keys)
    index -= index.min(axis=0)
    size = index.max(axis=0) + 1
    if float(np.prod(size.astype(np.float64))) > _CELLS_PER_VOXEL * len(index):
        return _connected_by_search(sorted_keys)
    return _connected_on_grid(index, size)


def _connected_on_grid(index: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The same for voxels (N, 3) on a grid of (3,) cells."""
    from scipy import ndimage

    grid = np.zeros(size, np.uint8)
    x, y, z = index.T
    grid[x, y, z] = 1
    pieces, _ = ndimage.label(grid, np.ones((3, 3, 3), np.uint8))
    _, first, piece = np.unique(pieces[x, y, z], return_index=True, return_inverse=True)
    return np.asarray(first[piece.reshape(-1)])


def _connected_by_search(sorted_keys: np.ndarray) -> np.ndarray:
    """The same by looking each neighbor up, for voxels that are spread far."""
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
    cells, cell_of = np.unique((voxel_indices(keys) // _CLUSTER_CELLS + _OFFSET) @ _PLACES, return_inverse=True)
    cell_of = cell_of.reshape(-1)
    piece = connected(cells)
    total = np.bincount(piece, weights=np.bincount(cell_of, weights=weights), minlength=len(cells))
    return np.flatnonzero(total[piece[cell_of]] >= _MAIN_PIECE * total.max())
