"""The detector of simulated sequences: masks and names from the true instance image that comes with the frame.

The ids themselves stay here: what belongs together from frame to frame is for association to find.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings


class TrueMasks:
    """Reads `frame.instances`: perfect masks and labels, to test everything behind a detector.

    Args:
        categories: true id → category of every id that the simulator may draw.
    """

    name = "true-masks"
    capabilities = Capabilities(open_vocabulary=True, masks=True, complete=True)  # names whatever the simulator drew

    def __init__(self, settings: DetectorSettings, *, categories: Mapping[int, str]) -> None:
        self._settings = settings
        self._categories = {int(key): str(value) for key, value in categories.items()}

    def detect(self, frame: Frame) -> list[Detection]:
        """One detection of score 1 per visible id, largest first.

        Raises:
            DetectorError: the frame has no instance image, or an id in it has no category.
        """
        if frame.instances is None:
            raise DetectorError(
                "detector true-masks: this frame has no instance ids (only simulated frames have); "
                "for a real camera choose the detector nanodet"
            )
        ids, counts = np.unique(frame.instances, return_counts=True)
        found = []
        largest_first = sorted(zip((-counts).tolist(), ids.tolist(), strict=True))
        for negative_count, true_id in largest_first:
            if true_id < 0:
                continue
            if true_id not in self._categories:
                raise DetectorError(
                    f"detector true-masks: id {true_id} is not in the table of categories, "
                    f"which has {sorted(self._categories)[:20]} …"
                )
            category = self._categories[true_id]
            if -negative_count < self._settings.min_mask_pixels or category in self._settings.excluded_categories:
                continue
            mask = frame.instances == true_id
            rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
            box = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], dtype=np.float64)
            found.append(Detection(category, 1.0, box, mask))
        return found
