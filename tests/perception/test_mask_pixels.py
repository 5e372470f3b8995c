"""The pixels of masks."""

import numpy as np
import pytest

from situated_qa.perception.mask_pixels import MaskPixels


def test_only_measured_pixels_count():
    mask, measured = np.zeros((6, 8), bool), np.ones((6, 8), bool)
    mask[1:4, 2:7] = True
    measured[:, 6] = False
    measured[1] = False
    pixels = MaskPixels.of(mask, measured)
    assert (pixels.rows, pixels.columns, pixels.count) == (slice(2, 4), slice(2, 6), 8)
    rows, columns = pixels.sample
    assert rows.tolist() == [2] * 4 + [3] * 4 and columns.tolist() == [2, 3, 4, 5] * 2
    assert pixels.mask.sum() == 8 and mask.sum() == 15, "the mask that was given stays as it is"


def test_large_masks_are_sampled_from_their_first_row_and_column_on():
    mask = np.zeros((400, 400), bool)
    mask[3:363, 5:365] = True  # 129600 px: every fourth of 8000 across and down
    rows, columns = MaskPixels.of(mask).sample
    assert np.unique(rows).tolist() == list(range(3, 363, 4)) and np.unique(columns).tolist() == list(range(5, 365, 4))


@pytest.mark.parametrize("measured", [None, np.ones((4, 4), bool)])
def test_an_empty_mask_has_no_pixels(measured):
    pixels = MaskPixels.of(np.zeros((4, 4), bool), measured)
    assert pixels.count == 0 and len(pixels.sample[0]) == 0


def test_columns_may_lie_side_by_side():
    mask = np.asfortranarray(np.eye(5, dtype=bool))
    assert MaskPixels.of(mask, np.ones((5, 5), bool)).count == 5
