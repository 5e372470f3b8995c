"""Sets of voxels as sorted int64 keys: the currency of association."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_BITS = 21
_OFFSET = 1 << (_BITS - 1)  # indices from -2^20 to 2^20: 42 km at 4 cm
_LIMIT = (1 << _BITS) - 1
_CELLS_PER_POINT = 16


def voxel_keys(points: np.ndarray, voxel_m: float) -> np.ndarray:
    """(N,) int64 key of the voxel that each of the (N, 3) points lies in; unsorted, with repetitions."""
    return _packed(*_indices(points, voxel_m))


def _indices(points: np.ndarray, voxel_m: float) -> np.ndarray:
    """(3, N) int64 indices of the voxels that (N, 3) points lie in, from 0 up to `_LIMIT`.

    Axis by axis: what runs along the points is several times as fast as what runs along three coordinates.
    """
    scaled = np.empty((3, len(points)))
    np.divide(np.asarray(points).T, voxel_m, out=scaled)
    index = np.floor(scaled, out=scaled).astype(np.int64)
    index += _OFFSET
    if index.size and (index.min() < 0 or index.max() > _LIMIT):
        index = np.clip(index, 0, _LIMIT)
    return index


def _packed(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """(N,) keys of indices (N,), from 0 up to `_LIMIT`."""
    keys = x << _BITS
    keys |= y
    keys <<= _BITS
    keys |= z
    return keys


def voxel_indices(keys: np.ndarray) -> np.ndarray:
    """(N, 3) int64 indices of the voxels, the inverse of the packing."""
    return np.ascontiguousarray(_unpacked(keys).T)


def _unpacked(keys: np.ndarray) -> np.ndarray:
    """(3, N) int64 indices of the voxels."""
    index = np.stack([keys >> (2 * _BITS), keys >> _BITS, keys])
    index &= _LIMIT
    index -= _OFFSET
    return index


@dataclass(frozen=True, slots=True, eq=False)
class VoxelGroups:
    """Points in groups, one for each voxel that holds any."""

    keys: np.ndarray  # (M,) sorted voxel keys
    counts: np.ndarray  # (M,) points in each
    _label: np.ndarray  # (N,) int, which voxel each point lies in
    _labels: np.ndarray | None  # (M,) the labels that occur, of the voxels in order; None where they are 0 … M - 1

    def means(self, values: np.ndarray) -> np.ndarray:
        """(M,) or (M, K) float64 means over each voxel of the points' values (N,) or (N, K)."""
        columns = [values] if values.ndim == 1 else list(values.T)
        means = np.empty((len(columns), len(self.keys)))
        for mean, column in zip(means, columns, strict=True):
            sums = np.bincount(self._label, weights=column)
            np.divide(sums if self._labels is None else sums[self._labels], self.counts, out=mean)
        return means[0] if values.ndim == 1 else np.ascontiguousarray(means.T)


def group_by_voxel(points: np.ndarray, voxel_m: float) -> VoxelGroups:
    """The (N ≥ 1, 3) points, m, by the voxels of side `voxel_m` that they lie in."""
    index = _indices(points, voxel_m)
    low, high = index.min(axis=1), index.max(axis=1)
    _, rows, layers = (high - low + 1).tolist()
    if float(np.prod(high - low + 1.0)) > _CELLS_PER_POINT * len(points):
        keys, label, counts = np.unique(_packed(*index), return_inverse=True, return_counts=True)
        return VoxelGroups(keys, counts, label.reshape(-1), None)
    # On a grid as small as this, counting is quicker than sorting.
    x, y, z = index - low[:, None]
    label = (x * rows + y) * layers + z
    counts = np.bincount(label)
    labels = np.flatnonzero(counts)
    row = labels // layers
    column = row // rows
    keys = _packed(column + low[0], row - column * rows + low[1], labels - row * layers + low[2])
    return VoxelGroups(keys, counts[labels], label, labels)


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
_TOUCHING = np.ones((3, 3, 3), np.uint8)
_CELLS_PER_VOXEL = 30  # in the grid around the voxels, up to which labeling the grid is quicker


def connected(sorted_keys: np.ndarray) -> np.ndarray:
    """(N,) for each of the voxels, the lowest index in its connected piece; faces, edges and corners connect."""
    if len(sorted_keys) == 0:
        return np.zeros(0, np.int64)
    index = _unpacked(sorted_keys)
    index -= index.min(axis=1, keepdims=True)
    size = index.max(axis=1) + 1
    if float(np.prod(size.astype(np.float64))) > _CELLS_PER_VOXEL * len(sorted_keys):
        return _connected_by_search(sorted_keys)
    _, first, piece = np.unique(_pieces_on_grid(index, size), return_index=True, return_inverse=True)
    return np.asarray(first[piece.reshape(-1)])


def _pieces_on_grid(index: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(N,) the number of the connected piece, from 1, of voxels with (3, N) indices on a grid of (3,) cells."""
    from scipy import ndimage

    grid = np.zeros(size, np.uint8)
    place = np.ravel_multi_index(tuple(index), tuple(size))
    grid.reshape(-1)[place] = 1
    pieces, _ = ndimage.label(grid, _TOUCHING)
    return np.asarray(pieces.reshape(-1)[place])


def _connected_by_search(sorted_keys: np.ndarray) -> np.ndarray:
    """`connected` by looking each neighbor up, for voxels that are spread far."""
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
    index = _unpacked(keys) // _CLUSTER_CELLS
    index -= index.min(axis=1, keepdims=True)
    size = index.max(axis=1) + 1
    if float(np.prod(size.astype(np.float64))) > _CELLS_PER_VOXEL * len(keys):
        cells, cell_of = np.unique(_packed(*index), return_inverse=True)
        piece = _connected_by_search(cells)[cell_of.reshape(-1)]
    else:
        piece = _pieces_on_grid(index, size)
    total = np.bincount(piece, weights=weights)
    return np.flatnonzero(total[piece] >= _MAIN_PIECE * total.max())
