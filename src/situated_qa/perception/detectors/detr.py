"""Networks that give a set of queries, each with one box: RF-DETR (also -Seg), D-FINE, RT-DETR and relatives.

| format  | outputs (batch in front)                                       | exported by                          |
|---------|----------------------------------------------------------------|--------------------------------------|
| rf-detr | dets (Q, 4), labels (Q, classes) logits, masks (Q, h, w)       | rfdetr's own `export()`              |
| detr    | pred_boxes (Q, 4), logits (Q, classes), pred_masks (Q, h, w)   | transformers (D-FINE, RT-DETR, …)    |
| d-fine  | labels (Q,), boxes (Q, 4), scores (Q,)                         | D-FINE's and RT-DETR's own exporters |

Boxes of the first two are center, width and height as shares of the input; of the last left, top, right, bottom in the
size that the input `orig_target_sizes` names (width, height).

Sources: Robinson 2025, RF-DETR; Peng 2024, D-FINE; Zhao 2023, DETRs Beat YOLOs on Real-time Object Detection.
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.detectors.decoded import Decoded, best_classes, corners, sigmoid


def decode_rf_detr(
    outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
) -> Decoded:
    """Format rf-detr. The outputs are told by name: with three classes the shapes of boxes and labels are equal."""
    return _decode_queries(outputs["dets"], outputs["labels"], _masks(outputs), size, threshold, wanted)


def decode_detr(outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray) -> Decoded:
    """Format detr."""
    return _decode_queries(outputs["pred_boxes"], outputs["logits"], _masks(outputs), size, threshold, wanted)


def decode_d_fine(
    outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
) -> Decoded:
    """Format d-fine; the network was told that the image has the size of its input."""
    classes, scores = outputs["labels"][0].astype(int), outputs["scores"][0].astype(np.float64)
    known = (classes >= 0) & (classes < len(wanted))
    kept = known & (scores >= threshold) & wanted[np.where(known, classes, 0)]
    return Decoded(outputs["boxes"][0][kept].astype(np.float64), scores[kept], classes[kept])


def _decode_queries(
    boxes: np.ndarray,
    logits: np.ndarray,
    masks: np.ndarray | None,
    size: tuple[int, int],
    threshold: float,
    wanted: np.ndarray,
) -> Decoded:
    rows, scores, classes = best_classes(sigmoid(logits[0]), threshold, wanted)
    whole = np.array([size[1], size[0], size[1], size[0]], np.float64)
    found = corners(boxes[0][rows].astype(np.float64)) * whole
    return Decoded(found, scores, classes, None if masks is None else masks[0][rows])


def _masks(outputs: dict[str, np.ndarray]) -> np.ndarray | None:
    """The one output of rank 4, whatever its name: early exporters gave it none."""
    return next((value for value in outputs.values() if value.ndim == 4), None)
