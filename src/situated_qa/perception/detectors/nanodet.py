"""NanoDet through onnxruntime: boxes of the 80 COCO categories.

Source: RangiLyu, NanoDet (https://github.com/RangiLyu/nanodet); box regression from Li 2020, Generalized Focal Loss.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from situated_qa.assets import cache_folder
from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.perception.detectors.coco import COCO_CATEGORIES
from situated_qa.perception.detectors.suppression import suppress
from situated_qa.perception.naming.pyramid import TENSORS, Pyramid, with_outputs

WEAK_SCORE = 0.2
"""Boxes below the threshold are worth a second look from this score."""
MOST_WEAK = 8
"""So many of them at most, the best ones: each costs about 8 ms of CPU time for its mask and features."""
WEAK_IOU = 0.5
"""A weak box that overlaps a better one so much shows the same thing, whatever its category."""
STRIDES = (8, 16, 32)  # px of the network's input per cell
BINS = 11  # a distance is the mean of a distribution over 0 … 10 strides
MEAN_BGR = (103.53, 116.28, 123.675)
STD_BGR = (57.375, 57.12, 58.395)


def model_directory() -> Path:
    """Where fetched models lie: `models` in the cache directory, which SITUATED_QA_CACHE moves."""
    return cache_folder() / "models"


class NanoDet:
    """NanoDet-m 416 as ONNX.

    Raises:
        DetectorError: onnxruntime or the weights are missing, or the file is not this network.
    """

    name = "nanodet"

    def __init__(self, settings: DetectorSettings) -> None:
        try:
            import cv2
            import onnxruntime
        except ImportError as error:
            raise DetectorError(
                f"detector nanodet needs {error.name}: pip install onnxruntime opencv-python-headless"
            ) from error
        self._cv2 = cv2
        self._settings = settings
        path = Path(settings.model_path).expanduser() if settings.model_path else model_directory() / "nanodet.onnx"
        if not path.is_file():
            raise DetectorError(
                f"detector nanodet has no weights at {path}: run `make setup`, or with nanodet.json and nanodet.bin in "
                f"{model_directory()}: python -m situated_qa.perception.detectors.nanodet_conversion"
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = settings.threads
        options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises its own types, one per status code
            raise DetectorError(f"detector nanodet cannot load {path}: {error}; run `make setup` again") from error
        if [tensor.name for tensor in self._session.get_outputs()] != ["scores", "distances"]:
            raise DetectorError(f"detector nanodet: {path} was not written by nanodet_conversion")
        self._path, self._options = path, options
        self._watched = False
        self.pyramid: Pyramid | None = None
        """Inner features of the frame that was looked at last, once `watch_features` was called."""
        self.weak: tuple[Detection, ...] = ()
        """Boxes of that frame that are below the score threshold, best first: for who can tell which of them hold."""
        self._excluded = np.isin(COCO_CATEGORIES, settings.excluded_categories)
        self.capabilities = Capabilities(
            vocabulary=tuple(name for name in COCO_CATEGORIES if name not in settings.excluded_categories)
        )

    def watch_features(self) -> None:
        """Keep the network's inner features of each frame in `pyramid`.

        Raises:
            DetectorError: onnx is missing, or the network has not these features.
        """
        import onnxruntime

        model = with_outputs(self._path)
        self._session = onnxruntime.InferenceSession(model, self._options, providers=["CPUExecutionProvider"])
        self._watched = True

    def detect(self, frame: Frame) -> list[Detection]:
        """Boxes above the score threshold, best first.

        Raises:
            DetectorError: the inference failed.
        """
        image, scale = self._letterbox(frame.color)
        try:
            scores, distances, *tensors = self._session.run(
                ["scores", "distances", *(TENSORS if self._watched else ())], {"image": image}
            )
        except Exception as error:
            raise DetectorError(f"detector nanodet failed on the frame at {frame.stamp} ns: {error}") from error
        if not np.isfinite(scores).all():
            raise DetectorError(f"detector nanodet gave scores that are not finite for the frame at {frame.stamp} ns")
        if self._watched:
            self.pyramid = Pyramid(frame.stamp, tuple(tensor[0] for tensor in tensors), scale, image.shape[2:])
        threshold = self._settings.score_threshold
        least = min(threshold, WEAK_SCORE) if self._watched else threshold
        boxes, best, categories = decode(scores[0], distances[0], image.shape[2:], least, self._excluded)
        boxes = np.clip(boxes / scale, 0.0, np.tile([frame.camera.width, frame.camera.height], 2))
        kept = [i for i in suppress(boxes, best, categories) if (boxes[i, 2:] - boxes[i, :2] >= 1.0).all()]
        found = [Detection(COCO_CATEGORIES[categories[i]], float(best[i]), boxes[i]) for i in kept]
        count = sum(detection.score >= threshold for detection in found)
        apart = set(suppress(boxes[kept], best[kept], np.zeros(len(kept)), WEAK_IOU)) if len(found) > count else set()
        self.weak = tuple(found[i] for i in range(count, len(found)) if i in apart)[:MOST_WEAK]
        return found[:count]

    def _letterbox(self, color: np.ndarray) -> tuple[np.ndarray, float]:
        """(1, 3, h, w) normalized image with both sides multiples of 32, and its px per px of `color`."""
        height, width = color.shape[:2]
        scale = self._settings.input_size / max(height, width)
        resized = self._cv2.resize(color, (round(width * scale), round(height * scale)))
        rows, columns = (-(-side // STRIDES[-1]) * STRIDES[-1] for side in resized.shape[:2])
        image = np.zeros((1, 3, rows, columns), np.float32)  # zero is the mean color
        for channel in range(3):  # RGB in, BGR out
            plane = resized[:, :, 2 - channel].astype(np.float32)
            image[0, channel, : resized.shape[0], : resized.shape[1]] = (plane - MEAN_BGR[channel]) / STD_BGR[channel]
        return image, scale


def decode(
    scores: np.ndarray,
    distances: np.ndarray,
    size: tuple[int, ...],
    threshold: float,
    excluded: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boxes from the network's output.

    Args:
        scores: (N, 80) of the cells of all strides, 0 … 1.
        distances: (N, 44) logits over the bins of the distances to the left, top, right and bottom side.
        size: (height, width) of the network's input, px.
        threshold: cells whose best score is lower are dropped.
        excluded: (80,) bool, categories never wanted.

    Returns:
        (M, 4) left, top, right, bottom in px of the input, (M,) scores, (M,) category indices.
    """
    centers, strides = _cells(size)
    if excluded is not None and excluded.any():
        scores = np.where(excluded, 0.0, scores)
    categories = scores.argmax(axis=1)
    best = scores[np.arange(len(scores)), categories]
    kept = np.flatnonzero(best >= threshold)
    logits = distances[kept].reshape(-1, 4, BINS)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    means = (weights @ np.arange(BINS)) / weights.sum(axis=-1) * strides[kept, None]
    boxes = np.hstack([centers[kept] - means[:, :2], centers[kept] + means[:, 2:]])
    return boxes, best[kept], categories[kept]


def _cells(size: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """(N, 2) centers of the cells of all strides, px, and (N,) their strides."""
    centers, strides = [], []
    for stride in STRIDES:
        rows, columns = np.mgrid[: size[0] // stride, : size[1] // stride]
        centers.append((np.stack([columns.ravel(), rows.ravel()], axis=1) + 0.5) * stride)
        strides.append(np.full(rows.size, float(stride)))
    return np.vstack(centers), np.concatenate(strides)
