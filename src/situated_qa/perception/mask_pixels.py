"""The pixels of one object in a frame, and which of them are looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

_SAMPLED = 8000  # pixels; more of them lie closer together than the voxels


@dataclass(frozen=True, eq=False)
class MaskPixels:
    """The pixels of a mask, and where they lie."""

    mask: np.ndarray  # (H, W) bool
    rows: slice  # of the least rectangle that holds them
    columns: slice
    count: int

    @classmethod
    def of(cls, mask: np.ndarray, measured: np.ndarray | None = None) -> MaskPixels:
        """The pixels of a mask; with `measured` (H, W) bool, only those that are measured."""
        mask = np.ascontiguousarray(mask)
        rows, columns = _rectangle(mask)
        if measured is not None:
            own = np.zeros_like(mask)
            np.logical_and(mask[rows, columns], measured[rows, columns], out=own[rows, columns])
            mask, (down, right) = own, _rectangle(own[rows, columns])
            rows = slice(rows.start + down.start, rows.start + down.stop)
            columns = slice(columns.start + right.start, columns.start + right.stop)
        return cls(mask, rows, columns, int(np.count_nonzero(mask[rows, columns])))

    @cached_property
    def sample(self) -> tuple[np.ndarray, np.ndarray]:
        """(N,) rows and columns of at most about `_SAMPLED` of them, evenly taken, row by row."""
        step = max(1, round((self.count / _SAMPLED) ** 0.5))
        rows, columns = np.nonzero(self.mask[self.rows, self.columns][::step, ::step])
        rows *= step
        rows += self.rows.start
        columns *= step
        columns += self.columns.start
        return rows, columns


def _rectangle(mask: np.ndarray) -> tuple[slice, slice]:
    """Rows and columns of the least rectangle around the pixels of a mask."""
    import cv2

    if not mask.size:
        return slice(0, 0), slice(0, 0)
    left, top, width, height = cv2.boundingRect(mask.view(np.uint8))
    return slice(top, top + height), slice(left, left + width)
