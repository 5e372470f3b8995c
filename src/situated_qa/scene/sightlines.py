"""Which straight lines over a grid stay on free cells, for many lines at once."""

from __future__ import annotations

import numpy as np

_SAMPLES_PER_CELL = 4  # along a line
_FIRST_LOOKS = (8, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15)  # sixteenths of a line: most are blocked at one
_MOST_LEAPS = 12
_AT_ONCE = 200_000  # samples


class Sightlines:
    """The free cells of a grid and how much room there is around each."""

    def __init__(self, free: np.ndarray) -> None:
        """
        Args:
            free: (H, W) bool.
        """
        import cv2

        self._width = free.shape[1]
        around = cv2.distanceTransform(np.pad(free, 1).astype(np.uint8), cv2.DIST_C, 3)[1:-1, 1:-1]
        self._clear = np.rint(around).astype(np.int32).ravel()  # 0 for blocked; n: free as far as n - 1 cells around

    def free(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """(N,) bool: which lines stay on free cells, looked at four times a cell.

        Args:
            starts, ends: (N, 2) points [y, x] in cells, on the grid.
        """
        along = ends - starts
        steps = np.maximum(1, np.ceil(np.abs(along).max(axis=1, initial=0.0) * _SAMPLES_PER_CELL)).astype(np.int64)
        step = along / steps[:, None]
        (y, x), (step_y, step_x) = (np.ascontiguousarray(array.T) for array in (starts, step))
        alive = np.arange(len(starts))
        for share in _FIRST_LOOKS:
            if not len(alive):
                break
            alive = alive[self._at(y, x, step_y, step_x, alive, steps[alive] * share // 16) > 0]
        free = np.zeros(len(starts), dtype=bool)
        number = np.zeros(len(alive), dtype=np.int64)
        for _ in range(_MOST_LEAPS):
            if not len(alive):
                break
            clear = self._at(y, x, step_y, step_x, alive, number)
            done = (clear > 0) & (number == steps[alive])
            free[alive[done]] = True
            on = (clear > 0) & ~done
            leap = np.maximum(1, _SAMPLES_PER_CELL * (clear[on] - 1))
            alive, number = alive[on], np.minimum(number[on] + leap, steps[alive[on]])
        for stride in (8, 1):  # the rest runs along walls; a look now and then may do to see that they are blocked
            left = (steps[alive] - number) // stride + 1
            cuts = np.flatnonzero(np.diff(np.cumsum(left) // _AT_ONCE)) + 1
            on = np.zeros(len(alive), dtype=bool)
            for part in np.split(np.arange(len(alive)), cuts):
                if len(part):
                    on[part] = self._all(y, x, step_y, step_x, alive[part], number[part], left[part], stride)
            alive, number = alive[on], number[on]
        free[alive] = True
        return free

    def _all(
        self,
        y: np.ndarray, x: np.ndarray, step_y: np.ndarray, step_x: np.ndarray,
        lines: np.ndarray, number: np.ndarray, left: np.ndarray, stride: int,
    ) -> np.ndarray:  # fmt: skip
        """(M,) bool: whether (M,) lines are free at each of `left` samples, `stride` apart, from `number` on."""
        first = np.cumsum(left) - left
        within = (np.arange(int(left.sum())) - np.repeat(first, left)) * stride + np.repeat(number, left)
        clear = self._at(y, x, step_y, step_x, np.repeat(lines, left), within)
        return np.asarray(np.minimum.reduceat(clear, first) > 0)

    def _at(
        self,
        y: np.ndarray,
        x: np.ndarray,
        step_y: np.ndarray,
        step_x: np.ndarray,
        lines: np.ndarray,
        number: np.ndarray,
    ) -> np.ndarray:
        """(M,) how clear it is around the samples of these numbers on (M,) lines."""
        row = (y[lines] + step_y[lines] * number).astype(np.int32)
        return self._clear[row * self._width + (x[lines] + step_x[lines] * number).astype(np.int32)]
