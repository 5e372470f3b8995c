"""YOLO-style networks.

| format          | outputs (batch in front)                                                                           |
|-----------------|----------------------------------------------------------------------------------------------------|
| yolo            | (4 + classes [+ M], N): center, size in px, scores [, mask coefficients]                           |
| yolo-end-to-end | (N, 6 [+ M]): left, top, right, bottom in px, score, class [, mask coefficients]; nothing overlaps |
| yolox           | (N, 5 + classes), a row per cell: center and size relative to the cell, objectness, scores         |
| yolo-objectness | (N, 5 + classes): center, size in px, objectness, scores                                           |

With mask coefficients a second output holds M prototypes (M, h, w) over the whole input; a mask is their weighted sum.

Sources: Ge 2021, YOLOX; Bolya 2019, YOLACT (prototypes).
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.detectors.decoded import Decoded, best_classes, corners

YOLOX_STRIDES = (8, 16, 32)  # px of the input per cell


def decode_yolo(outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray) -> Decoded:
    """Format yolo."""
    table, prototypes = _table_and_prototypes(outputs)
    table = table.T  # (N, 4 + classes [+ M])
    rows, scores, classes = best_classes(table[:, 4 : 4 + len(wanted)], threshold, wanted)
    boxes = corners(table[rows, :4].astype(np.float64))
    return Decoded(boxes, scores, classes, _masks(table[rows, 4 + len(wanted) :], prototypes), clip_masks=True)


def decode_yolo_end_to_end(
    outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
) -> Decoded:
    """Format yolo-end-to-end."""
    table, prototypes = _table_and_prototypes(outputs)
    classes = table[:, 5].astype(int)
    known = (classes >= 0) & (classes < len(wanted))
    kept = known & (table[:, 4] >= max(threshold, 1e-9)) & wanted[np.where(known, classes, 0)]
    boxes = table[kept, :4].astype(np.float64)
    return Decoded(boxes, table[kept, 4], classes[kept], _masks(table[kept, 6:], prototypes), clip_masks=True)


def decode_yolox(
    outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
) -> Decoded:
    """Format yolox, as exported without decoding in the network."""
    (table,) = (value[0] for value in outputs.values())
    corner, stride = yolox_cells(size)
    rows, scores, classes = best_classes(table[:, 4:5] * table[:, 5:], threshold, wanted)
    center = (table[rows, :2] + corner[rows]) * stride[rows, None]
    extent = np.exp(table[rows, 2:4].astype(np.float64)) * stride[rows, None]
    return Decoded(corners(np.hstack([center, extent])), scores, classes)


def decode_yolo_objectness(
    outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
) -> Decoded:
    """Format yolo-objectness: YOLOv5 to v7, and YOLOX exported with decoding in the network."""
    table, _ = _table_and_prototypes(outputs)
    rows, scores, classes = best_classes(table[:, 4:5] * table[:, 5 : 5 + len(wanted)], threshold, wanted)
    return Decoded(corners(table[rows, :4].astype(np.float64)), scores, classes)


def yolox_cells(size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """(N, 2) column and row of the cells of all strides, and (N,) their strides, px."""
    places, strides = [], []
    for stride in YOLOX_STRIDES:
        rows, columns = np.mgrid[: size[0] // stride, : size[1] // stride]
        places.append(np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64))
        strides.append(np.full(rows.size, float(stride)))
    return np.vstack(places), np.concatenate(strides)


def _table_and_prototypes(outputs: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray | None]:
    """The output of rank 3 and that of rank 4, if there is one, without the batch."""
    table = next(value for value in outputs.values() if value.ndim == 3)
    return table[0], next((value[0] for value in outputs.values() if value.ndim == 4), None)


def _masks(weights: np.ndarray, prototypes: np.ndarray | None) -> np.ndarray | None:
    """(M, h, w) logits."""
    if prototypes is None:
        return None
    count, rows, columns = prototypes.shape
    masks: np.ndarray = (weights @ prototypes.reshape(count, -1)).reshape(-1, rows, columns)
    return masks
