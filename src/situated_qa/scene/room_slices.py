"""What stands on each cell of the floor, and over it, from a map's evidence of what is solid and what is free."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.mapping.occupancy import FLOOR_TOP_M, LAYER_M, LAYERS

_WALL_SLICE_M = (1.1, 1.9)  # above most furniture, below the lintels of doors
_FREE_BELOW = 2  # layers: a wall's cells are looked through below the slice in no more than so many
_STANDS_M = 0.9
_SPECK_M = 0.45  # barriers that touch no other and are nowhere longer are lamps and noise
_HOLE_M2 = 0.3  # smaller places that were never looked into, all around space, are space
_LINTEL_FROM_M = 1.9  # doors are 1.95 … 2.15 m high; the grid ends below most ceilings
_LINTEL_DEEP_M = 0.45  # what hangs over more in both directions is a low ceiling


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """What stands on each cell of the floor; (H, W) bool each."""

    floor: np.ndarray  # floor was seen, or the robot stood there
    obstacle: np.ndarray  # something solid between the floor and the robot's height
    clear: np.ndarray  # nothing solid there, and some of it was looked through
    stands: np.ndarray  # something solid below 0.9 m: more than what hangs
    barrier: np.ndarray  # solid where walls are and little else
    space: np.ndarray  # free where walls would be, furniture below or not
    above: np.ndarray  # space with something solid over it at the height of lintels, but for low ceilings


def slices(evidence: np.ndarray, cell_m: float, robot_height_m: float) -> Slices:
    """Args: evidence: (LAYERS, H, W) of `mapping.occupancy.OccupancyGrid`."""
    bottoms = FLOOR_TOP_M + LAYER_M * (np.arange(LAYERS) - 1.0)
    bottoms[0] = -FLOOR_TOP_M
    body = evidence[1:][bottoms[1:] + LAYER_M / 2 < robot_height_m]
    walls = evidence[(bottoms >= _WALL_SLICE_M[0] - 1e-6) & (bottoms + LAYER_M <= _WALL_SLICE_M[1] + 1e-6)]
    solid, free = (walls > 0).sum(axis=0), (walls < 0).sum(axis=0)
    # What hangs high with nothing below is not a wall: a picture, a cupboard, a lamp.
    hanging = (evidence[(bottoms > 0) & (bottoms < _WALL_SLICE_M[0] - 1e-6)] < 0).sum(axis=0) > _FREE_BELOW
    barrier = _without_short((solid > 0) & (solid >= free) & ~hanging, _SPECK_M / cell_m)
    seen = evidence[0] > 0
    obstacle = np.any(body > 0, axis=0)
    space = ((free > solid) | hanging | (seen & (solid == 0))) & ~barrier
    holes = ~space & ~barrier
    space |= holes & ~_without_small(holes, _HOLE_M2 / cell_m**2)
    clear = ~obstacle & np.any(body < 0, axis=0)
    stands = np.any(evidence[1:][bottoms[1:] + LAYER_M <= _STANDS_M + 1e-6] > 0, axis=0)
    above = space & np.any(evidence[bottoms >= _LINTEL_FROM_M - 1e-6] > 0, axis=0)
    above &= ~_wide(above, _LINTEL_DEEP_M / cell_m)
    return Slices(seen, np.asarray(obstacle), np.asarray(clear), np.asarray(stands), barrier, space, above)


def _wide(mask: np.ndarray, cells: float) -> np.ndarray:
    """The parts of a mask that are at least so many cells wide in both directions."""
    import cv2

    side = round(cells)
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return np.asarray(opened > 0)


def _without_small(mask: np.ndarray, cells: float) -> np.ndarray:
    """The connected pieces (corners connect) of at least so many cells."""
    from skimage.measure import label

    pieces = label(mask, connectivity=2)
    return np.asarray(mask & (np.bincount(pieces.ravel()) >= cells)[pieces])


def _without_short(mask: np.ndarray, cells: float) -> np.ndarray:
    """The connected pieces (corners connect) that reach over at least so many rows or columns."""
    from scipy.ndimage import find_objects
    from skimage.measure import label

    pieces = label(mask, connectivity=2)
    lengths = [0] + [max(side.stop - side.start for side in part) for part in find_objects(pieces)]
    return np.asarray(mask & (np.array(lengths) >= cells)[pieces])
