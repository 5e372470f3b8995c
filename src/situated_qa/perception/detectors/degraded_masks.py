"""The detector of simulated sequences that errs as a real one does: true masks with misses, wrong names, ragged, split
and merged masks, and detections of nothing.

What a home answers from it tells how far mapping and association carry behind a good detector that was not trained on
these homes. Every draw depends on the seed, the object and the frame alone, so a run repeats itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.categories import confusable
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.perception.detectors.mask_errors import MaskErrors, published_errors, size_of

_LEAST_SPLIT_PIXELS = 400  # smaller masks are not split
_TOUCHING_PX = 3
_RIGHT_SCORES, _WRONG_SCORES = (0.55, 0.98), (0.35, 0.75)
_NORMAL = NormalDist()


class DegradedMasks:
    """Reads `frame.instances` and errs.

    Args:
        categories: true id → category of every id that the simulator may draw.
        errors: how often; None means those of `data/mask_errors.json`.
        seed: other seeds err elsewhere.
    """

    name = "degraded-masks"
    capabilities = Capabilities(open_vocabulary=True, masks=True)

    def __init__(
        self,
        settings: DetectorSettings,
        *,
        categories: Mapping[int, str],
        errors: MaskErrors | None = None,
        seed: int = 1,
    ) -> None:
        self._settings = settings
        excluded = settings.excluded_categories
        self._categories = {int(id): str(name) for id, name in categories.items() if name not in excluded}
        self._names = sorted(set(self._categories.values()))
        self._errors = errors if errors is not None else published_errors()
        self._seed = seed

    def detect(self, frame: Frame) -> list[Detection]:
        """The detections of a frame, best first.

        Raises:
            DetectorError: the frame has no instance image.
        """
        if frame.instances is None:
            raise DetectorError(
                "detector degraded-masks: this frame has no instance ids (only simulated frames have); "
                "for a real camera choose the detector nanodet"
            )
        ids, counts = np.unique(frame.instances, return_counts=True)
        least = self._settings.min_mask_pixels
        seen = [
            int(id) for id, count in zip(ids, counts, strict=True) if int(id) in self._categories and count >= least
        ]
        masks = {id: frame.instances == id for id in seen}
        found: list[Detection] = []
        for id in seen:
            found += self._detections(id, masks, frame.stamp)
        found += self._invented(frame, len(seen))
        best_first = sorted(found, key=lambda detection: (-detection.score, *detection.box_xyxy.tolist()))
        return [d for d in best_first if d.score >= self._settings.score_threshold]

    def _detections(self, id: int, masks: Mapping[int, np.ndarray], stamp: int) -> list[Detection]:
        """What is detected of one visible object: nothing, one thing, or two."""
        errors, mask = self._errors, masks[id]
        size = size_of(int(mask.sum()))
        lot = _Lot(self._seed, id, stamp, errors.same_object)
        if not lot.happens("found", errors.found[size]):
            return []
        rng = lot.of_frame
        if rng.random() < errors.merged:
            mask = self._with_neighbor(id, masks)
        wrong = lot.happens("wrong name", errors.wrong_name)
        category = self._wrong_name(id, lot) if wrong else self._categories[id]
        score = float(rng.uniform(*(_WRONG_SCORES if wrong else _RIGHT_SCORES)))
        mean, concentration = errors.mean_iou[size], errors.iou_concentration
        iou = float(rng.beta(mean * concentration, (1.0 - mean) * concentration))
        ragged = ragged_mask(mask, iou, rng)
        parts = [ragged]
        if rng.random() < errors.split and int(ragged.sum()) >= _LEAST_SPLIT_PIXELS:
            parts = split_mask(ragged)
        elif rng.random() < errors.doubled:
            parts = [ragged, ragged_mask(mask, iou, rng)]
        least = self._settings.min_mask_pixels
        return [_detection(category, score, part) for part in parts if int(part.sum()) >= least]

    def _with_neighbor(self, id: int, masks: Mapping[int, np.ndarray]) -> np.ndarray:
        """The object's mask together with that of the first one of its name that it touches in the image."""
        import cv2

        mask = masks[id]
        square = np.ones((2 * _TOUCHING_PX + 1,) * 2, np.uint8)
        grown = cv2.dilate(mask.astype(np.uint8), square).astype(bool)
        for other in sorted(masks):
            if other != id and self._categories[other] == self._categories[id] and (grown & masks[other]).any():
                return mask | masks[other]
        return mask

    def _wrong_name(self, id: int, lot: _Lot) -> str:
        """Another name: one that is mixed up with the right one where there is any, else any other of the scene."""
        right = self._categories[id]
        others = [name for name in self._names if name != right]
        if not others:
            return right
        likely = [name for name in others if confusable(name, right)] or others
        rng = lot.of_object if lot.of_frame.random() < self._errors.same_wrong_name else lot.of_frame
        return likely[int(rng.integers(len(likely)))]

    def _invented(self, frame: Frame, visible: int) -> Iterable[Detection]:
        """Detections where there is nothing to detect: ellipses of the size of things, anywhere in the image."""
        rng = np.random.default_rng([self._seed, frame.stamp % 2**63, 0x1D])
        height, width = frame.depth.shape
        for _ in range(int(rng.poisson(self._errors.invented_per_object * visible)) if self._names else 0):
            side = float(np.exp(rng.uniform(np.log(24.0), np.log(160.0))))
            row, column = rng.uniform(0, height), rng.uniform(0, width)
            y, x = np.mgrid[:height, :width]
            mask = ((y - row) / side) ** 2 + ((x - column) / (side * rng.uniform(0.5, 1.5))) ** 2 <= 0.25
            if int(mask.sum()) >= self._settings.min_mask_pixels:
                yield _detection(
                    self._names[int(rng.integers(len(self._names)))], float(rng.uniform(*_WRONG_SCORES)), mask
                )


@dataclass(frozen=True, slots=True)
class _Lot:
    """Chance for one object in one frame, partly the object's own."""

    seed: int
    id: int
    stamp: int
    own: float  # share of the variance that is the object's
    of_object: np.random.Generator = None  # type: ignore[assignment]
    of_frame: np.random.Generator = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        object.__setattr__(self, "of_object", np.random.default_rng([self.seed, self.id]))
        object.__setattr__(self, "of_frame", np.random.default_rng([self.seed, self.id, self.stamp % 2**63]))

    def happens(self, what: str, probability: float) -> bool:
        """Whether something of this probability happens; a Gaussian copula ties the frames of an object together."""
        if probability <= 0.0 or probability >= 1.0:
            return probability >= 1.0
        own = np.random.default_rng([self.seed, self.id, *what.encode()]).standard_normal()
        drawn = self.own**0.5 * own + (1.0 - self.own) ** 0.5 * self.of_frame.standard_normal()
        return bool(drawn < _NORMAL.inv_cdf(probability))


def ragged_mask(mask: np.ndarray, iou: float, rng: np.random.Generator) -> np.ndarray:
    """A mask whose outline strays from that of an (H, W) bool mask, so far that their IoU is about `iou`.

    The signed distance from the outline plus smooth noise, cut at zero; the noise's amplitude is found by bisection.
    """
    import cv2

    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    side = int(max(rows[-1] - rows[0], columns[-1] - columns[0])) + 1
    margin = max(4, side // 3)
    top, left = max(int(rows[0]) - margin, 0), max(int(columns[0]) - margin, 0)
    window = mask[top : int(rows[-1]) + margin + 1, left : int(columns[-1]) + margin + 1]
    inside = cv2.distanceTransform(window.astype(np.uint8), cv2.DIST_L2, 3)
    outside = cv2.distanceTransform((~window).astype(np.uint8), cv2.DIST_L2, 3)
    distance = np.where(window, inside - 0.5, 0.5 - outside)
    # Waves about half as long as the mask, and a bias: outlines err together, not pixel by pixel.
    coarse = rng.standard_normal((5, 5)).astype(np.float32)
    noise = cv2.resize(coarse, window.shape[::-1], interpolation=cv2.INTER_CUBIC) + 0.5 * float(rng.standard_normal())
    low, high = 0.0, float(side)
    for _ in range(12):
        middle = (low + high) / 2
        cut = distance + middle * noise > 0.0
        shared = np.count_nonzero(cut & window) / np.count_nonzero(cut | window)
        low, high = (middle, high) if shared > iou else (low, middle)
    result = np.zeros_like(mask)
    result[top : top + window.shape[0], left : left + window.shape[1]] = distance + low * noise > 0.0
    return result


def split_mask(mask: np.ndarray) -> list[np.ndarray]:
    """An (H, W) bool mask cut in two across its longer axis, through its middle."""
    rows, columns = np.nonzero(mask)
    points = np.stack([columns, rows], axis=1).astype(np.float64)
    points -= points.mean(axis=0)
    _, axes = np.linalg.eigh(points.T @ points)
    first = points @ axes[:, -1] > 0.0
    parts = [np.zeros_like(mask), np.zeros_like(mask)]
    parts[0][rows[first], columns[first]] = True
    parts[1][rows[~first], columns[~first]] = True
    return parts


def _detection(category: str, score: float, mask: np.ndarray) -> Detection:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], dtype=np.float64)
    return Detection(category, score, box, mask)
