"""Grids in scene files: each row is written as runs, "0x3 1x20", from low x to high x; the first row has lowest y."""

from __future__ import annotations

from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene import fields

_MAX_CELLS = 64_000_000  # 400 m × 400 m at 5 cm, 160 m × 160 m at 2 cm: a scene file must not fill the memory


def write_runs(row: np.ndarray) -> str:
    """A row of whole numbers as runs, `value x how many`."""
    if not row.size:
        return ""
    starts = np.flatnonzero(np.diff(row, prepend=row[0] - 1))
    lengths = np.diff(starts, append=row.size)
    return " ".join(f"{row[start]}x{length}" for start, length in zip(starts, lengths, strict=True))


def read_grid(rows: list[Any], where: str) -> np.ndarray:
    """(H, W) int16 from rows of runs.

    Raises:
        SceneError: a row is not written as runs, or the rows differ in length; names it, e.g. `walkable.rows[7]`.
    """
    runs = [_read_runs(row, f"{where}[{k}]") for k, row in enumerate(rows)]
    widths = [int(lengths.sum()) for _, lengths in runs]
    for k, width in enumerate(widths):
        if width != widths[0]:
            raise SceneError(f"{where}[{k}] is {width} cells wide, the rows before it {widths[0]}")
    if sum(widths) > _MAX_CELLS:
        raise SceneError(f"{where} holds {sum(widths)} cells, at most {_MAX_CELLS} are read")
    if not runs:
        return np.zeros((0, 0), np.int16)
    return np.stack([np.repeat(values, lengths) for values, lengths in runs])


def _read_runs(row: Any, where: str) -> tuple[np.ndarray, np.ndarray]:
    written = fields.text(row, where)
    try:
        pairs = [(int(value), int(length)) for value, length in (run.split("x") for run in written.split())]
        values = np.array([value for value, _ in pairs], dtype=np.int16)
    except (ValueError, OverflowError) as error:
        raise SceneError(f'{where} must be runs such as "0x3 1x20", got {fields.shown(written)}') from error
    lengths = np.array([length for _, length in pairs], dtype=np.int64)
    if (lengths <= 0).any() or int(lengths.sum()) > _MAX_CELLS:
        raise SceneError(f"{where} has a run of no cells or of too many: {fields.shown(written)}")
    return values, lengths
