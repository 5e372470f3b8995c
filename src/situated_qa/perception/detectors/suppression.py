"""Removes boxes that tell of the same object again."""

from __future__ import annotations

import numpy as np

SAME_CATEGORY_IOU = 0.6
ANY_CATEGORY_IOU = 0.8  # two boxes this equal are one object that the network cannot name


def suppress(
    boxes: np.ndarray, scores: np.ndarray, categories: np.ndarray, same_category_iou: float = SAME_CATEGORY_IOU
) -> list[int]:
    """Indices of the boxes that stay after non-maximum suppression, best first; ties by index.

    A better box removes those of its category that overlap it by more than `same_category_iou`, and those of any
    category that are nearly equal to it.

    Args:
        boxes: (N, 4) left, top, right, bottom.
        scores, categories: (N,) each.
    """
    order = np.argsort(-scores, kind="stable")
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    kept = []
    while len(order):
        first, rest = order[0], order[1:]
        kept.append(int(first))
        low = np.maximum(boxes[first, :2], boxes[rest, :2])
        high = np.minimum(boxes[first, 2:], boxes[rest, 2:])
        shared = np.prod(np.clip(high - low, 0.0, None), axis=1)
        iou = shared / np.maximum(areas[first] + areas[rest] - shared, 1e-9)
        limit = np.where(categories[rest] == categories[first], same_category_iou, ANY_CATEGORY_IOU)
        order = rest[iou <= limit]
    return kept
