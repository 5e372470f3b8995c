"""What the output of a network means, whatever its format: boxes, scores, classes and masks in the network's input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """The M boxes whose best score reaches the threshold, in no order."""

    boxes: np.ndarray  # (M, 4) left, top, right, bottom, px of the network's input
    scores: np.ndarray  # (M,) 0 … 1
    classes: np.ndarray  # (M,) int
    masks: np.ndarray | None = None  # (M, h, w) logits over the whole input; above 0 is object
    clip_masks: bool = False  # a mask counts inside of its box alone


class Decode(Protocol):
    """Reads a network's outputs."""

    def __call__(
        self, outputs: dict[str, np.ndarray], size: tuple[int, int], threshold: float, wanted: np.ndarray
    ) -> Decoded:
        """What they say.

        Args:
            outputs: by name, with the batch of 1 still in front.
            size: height and width of the network's input, px.
            threshold: boxes whose best score is lower are left out.
            wanted: (classes,) bool; what is False is never the best class.
        """
        ...


def best_classes(scores: np.ndarray, threshold: float, wanted: np.ndarray) -> tuple[np.ndarray, ...]:
    """Of (N, classes) scores: (M,) rows that reach the threshold, (M,) their best scores and (M,) classes."""
    scores = np.where(wanted, scores, 0.0)
    classes = scores.argmax(axis=1)
    best = scores[np.arange(len(scores)), classes]
    rows = np.flatnonzero(best >= max(threshold, 1e-9))
    return rows, best[rows], classes[rows]


def corners(boxes: np.ndarray) -> np.ndarray:
    """(N, 4) center x, center y, width, height -> left, top, right, bottom."""
    half = boxes[:, 2:] / 2
    return np.hstack([boxes[:, :2] - half, boxes[:, :2] + half])


def sigmoid(logits: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-logits)), without overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * logits.astype(np.float64)))
