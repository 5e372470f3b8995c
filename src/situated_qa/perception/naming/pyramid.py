"""What the default detector's network saw in a frame: its inner features, to be pooled over any mask.

The namer adds outputs to the network that runs anyway, so its features cost next to nothing beside a detection.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import DetectorError

_PREFIX = "onnx_tf_prefix_"
FEATURES = tuple(
    _PREFIX + name for name in ("LeakyRelu_151", "LeakyRelu_162", "LeakyRelu_173", "Concat_42", "Concat_62")
)
"""128 channels each of the heads at strides 8, 16 and 32, 256 of the backbone at 16 and 512 at 32."""
SCORES = tuple(_PREFIX + name for name in ("Sigmoid_154", "Sigmoid_165", "Sigmoid_176"))
"""The 80 categories' scores at strides 8, 16 and 32."""
TENSORS = (*FEATURES, *SCORES)
_CHANNELS = (128, 128, 128, 256, 512)
NETWORK = sum(_CHANNELS)
"""The first numbers that `pooled` gives: features; then come 80 scores of the mask and 80 of the whole image."""
POOLED = NETWORK + 160
"""Numbers that `pooled` gives."""


@dataclass(frozen=True, eq=False)
class Pyramid:
    """The features of one frame."""

    stamp: int  # ns, of the frame
    tensors: tuple[np.ndarray, ...]  # (channels, h, w) each, in the order of `TENSORS`
    scale: float  # px of the network's input per px of the frame
    size: tuple[int, int]  # height and width of the network's input, px

    @functools.cached_property
    def best_scores(self) -> np.ndarray:
        """(80,) the best score of each category in the frame."""
        return np.max([tensor.reshape(len(tensor), -1).max(axis=1) for tensor in self.tensors[len(FEATURES) :]], axis=0)

    def pooled(self, mask: np.ndarray) -> np.ndarray:
        """(POOLED,) float32: the mean of each feature over a (H, W) mask of the frame, and each category's best scores.

        These are the best in the mask, and then the best in the frame, which tell what kind of room it is.

        An empty mask gives zeros.
        """
        import cv2

        step = max(1, mask.shape[1] // 160)
        thin = mask[step // 2 :: step, step // 2 :: step]
        if not thin.any():
            return np.zeros(POOLED, np.float32)
        inner = [max(1, round(side * self.scale / 4)) for side in mask.shape]
        small = cv2.resize(thin.astype(np.float32), (inner[1], inner[0]), interpolation=cv2.INTER_AREA)
        padded = np.zeros((self.size[0] // 4, self.size[1] // 4), np.float32)
        padded[: small.shape[0], : small.shape[1]] = small[: padded.shape[0], : padded.shape[1]]
        weights: dict[tuple[int, ...], tuple[np.ndarray, tuple[slice, slice]]] = {}
        parts, best = [], np.zeros(80, np.float32)
        for number, tensor in enumerate(self.tensors):
            shape = tensor.shape[1:]
            if shape not in weights:
                weights[shape] = _weights(padded, shape)
            weight, part = weights[shape]
            values = tensor[:, part[0], part[1]].reshape(len(tensor), -1)
            if number < len(FEATURES):
                parts.append(values @ weight.ravel())
            else:
                best = np.maximum(best, values[:, weight.ravel() >= 0.5 * weight.max()].max(axis=1))
        return np.concatenate([*parts, best, self.best_scores]).astype(np.float32)


def _weights(mask: np.ndarray, shape: tuple[int, ...]) -> tuple[np.ndarray, tuple[slice, slice]]:
    """The share of each cell in a mask's area, and the rows and columns where it is not zero."""
    rows, columns = mask.shape[0] // shape[0], mask.shape[1] // shape[1]
    area = mask.reshape(shape[0], rows, shape[1], columns).sum(axis=(1, 3)) + 1e-9
    y, x = np.nonzero(area > 0.02 * area.max())
    part = (slice(int(y.min()), int(y.max()) + 1), slice(int(x.min()), int(x.max()) + 1))
    area = area[part]
    return area / area.sum(), part


def with_outputs(path: Path) -> bytes:
    """The network of a file with the features as further outputs.

    Raises:
        DetectorError: onnx is missing, or the file is not the network of `nanodet_conversion`.
    """
    try:
        import onnx
    except ImportError as error:
        raise DetectorError("the namer needs onnx to look into the default detector: pip install onnx") from error
    model: Any = onnx.load(str(path))
    there = {name for node in model.graph.node for name in node.output}
    missing = [name for name in TENSORS if name not in there]
    if missing:
        raise DetectorError(f"{path} is not the network that the namer was trained on: it lacks {missing[0]}")
    model.graph.output.extend(onnx.helper.make_tensor_value_info(name, 1, None) for name in TENSORS)
    return bytes(model.SerializeToString())
