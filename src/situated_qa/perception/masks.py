"""Masks for detectors that only draw boxes: cut the depth image at its edges and keep the pieces the box is about.

A box around a chair also holds floor, wall and the table behind. Where the chair ends, depth jumps, except where it
stands on something; so horizontal support surfaces are taken out first, and the rest falls apart into connected pieces
at the jumps. The piece that fills the middle of the box, and does not run on far outside of it, is the object.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.backgrounds import (
    BackgroundSettings,
    Plane,
    Wall,
    at_level,
    in_planes,
    support,
    support_level,
    wall_planes,
)
from situated_qa.perception.box_window import BoxWindow
from situated_qa.perception.flat_things import agreement, colored_apart
from situated_qa.settings import setting

_NOT_FLAT = 0.1  # what stands out has this share of the box's pixels, or the object lies in a wall, a floor or a top
_FULL = 0.6  # one piece that takes this share of the box's pixels, and fits the box, is the object
_COVERED = 0.3  # where more of it stands out, the box is about something that stands
_FITS_THE_BOX = 0.6  # intersection over union of a piece's box with the detector's
_FLAT_M = 0.03  # flat things are no thicker
_FITS_BETTER = 0.15  # by so much more has the box around a flat thing to agree than that around what stands out


@dataclass(frozen=True, slots=True)
class MaskSettings(BackgroundSettings):
    """How a box becomes a mask: what is background, and where what is left falls apart.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    edge_ratio: float = setting(
        0.025, "depth jumps by more than this fraction of the depth are edges", minimum=0.001, maximum=0.5
    )
    context_ratio: float = setting(
        0.25, "how far the surroundings of a box reach on each side, in box sizes", minimum=0.05, maximum=1.0
    )
    overhang_ratio: float = setting(
        0.1, "how far a piece may stick out of the box on each side, in box sizes", minimum=0.0, maximum=1.0
    )
    depth_to_width: float = setting(
        1.1, "no object is deeper than this times its larger side in the image", minimum=0.1, maximum=10.0
    )


def box_mask(
    frame: Frame,
    box_xyxy: np.ndarray,
    settings: MaskSettings = MaskSettings(),  # noqa: B008
    *,
    longest_side_m: float = math.inf,
    may_be_flat: bool = True,
    always_flat: bool = False,
    stands_on_floor: bool = False,
    walls: Sequence[Wall] = (),
) -> np.ndarray:
    """The pixels of the object that a detector drew a box around.

    Args:
        box_xyxy: (4,) px, left, top, right, bottom.
        longest_side_m: no object of this kind is longer, m.
        may_be_flat: whether an object of this kind can lie in the plane of a wall, as a picture does.
        always_flat: whether one lies flat whatever stands on it, as a rug does.
        stands_on_floor: whether it is furniture, which may be built into a wall but is never the plane of a floor.
        walls: of the room, from `room_walls`, where they are known.

    Returns:
        (H, W) bool; empty where the box holds no depth, or nothing but wall and the object cannot be flat.
    """
    mask = np.zeros(frame.depth.shape, bool)
    window = BoxWindow.around(
        frame, box_xyxy, context_ratio=settings.context_ratio, overhang_ratio=settings.overhang_ratio
    )
    if window is not None:
        depths = _Depths(window, settings, longest_side_m)
        mask[window.rows, window.columns] = _object_pixels(
            window,
            depths,
            settings,
            walls,
            may_be_flat=may_be_flat,
            always_flat=always_flat,
            stands_on_floor=stands_on_floor,
        )
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class _Depths:
    """Which depths the parts of one object may have."""

    window: BoxWindow
    settings: MaskSettings
    longest_side_m: float

    def around(self, seed: np.ndarray) -> tuple[float, float]:
        """Nearest and farthest depth, m, given the (N ≥ 1,) depths of some of its pixels."""
        near, middle, far = np.percentile(seed, [5, 50, 95])
        camera, (width, height) = self.window.frame.camera, self.window.size
        larger_side = max(width / camera.fx, height / camera.fy) * middle
        longest = min(self.settings.depth_to_width * larger_side, self.longest_side_m)
        slack = max(longest - (far - near), 0.1 * larger_side) / 2
        return max(float(near - slack), float(middle - longest)), min(float(far + slack), float(middle + longest))


def _object_pixels(
    window: BoxWindow,
    depths: _Depths,
    settings: MaskSettings,
    walls: Sequence[Wall],
    *,
    may_be_flat: bool,
    always_flat: bool,
    stands_on_floor: bool,
) -> np.ndarray:
    """(h, w) bool in the window: what stands out of the planes around the box, or what lies flat in one of them."""
    level = support(window, settings)
    planes = wall_planes(window, window.measured & ~level, settings, walls)
    solid = window.measured & ~level
    if planes:
        solid &= ~in_planes(window, solid, settings, planes)
    standing = np.zeros_like(solid) if always_flat else _standing(window, depths, solid, settings)
    if may_be_flat or always_flat:
        flat = _lying_flat(
            window, depths, settings, planes, standing, always_flat=always_flat, on_level=not stands_on_floor
        )
        return standing if flat is None else flat
    if not planes and not solid.any():  # only floor or table top: the box is all there is to go by
        return _near_the_middle(window, window.only(window.measured, window.inside), depths)
    return standing


def _lying_flat(
    window: BoxWindow,
    depths: _Depths,
    settings: MaskSettings,
    planes: Sequence[Plane],
    standing: np.ndarray,
    *,
    always_flat: bool,
    on_level: bool,
) -> np.ndarray | None:
    """(h, w) bool: the part of a plane that the box is about; None where it rather is about what stands out."""
    inside = window.inside
    piece = _largest(standing)
    full = np.count_nonzero(piece[inside]) >= _FULL * window.measured_inside
    if full and agreement(piece, window) >= _FITS_THE_BOX:
        return None  # also saves looking any further
    heights = [settings.floor_height_m / 2, support_level(window, settings)]
    layers = [at_level(window, settings, height, _FLAT_M) for height in heights if height is not None]
    layers += [in_planes(window, window.measured, settings, [plane], _FLAT_M) for plane in planes]
    standing_out = window.measured & ~np.logical_or.reduce(layers)
    fits = 0.0 if always_flat else agreement(_largest(standing & standing_out), window)
    if fits >= _FITS_THE_BOX:
        return None
    covered = 0.0 if always_flat else np.count_nonzero(standing_out[inside]) / window.measured_inside
    if covered > _COVERED:
        return None
    nothing_stands_out = covered < _NOT_FLAT
    centrality = _centrality(window)[inside]
    levels = layers[: len(layers) - len(planes)]
    eligible = layers if on_level else layers[len(levels) :]
    if not eligible:
        return None
    layer = max(eligible, key=lambda pixels: float(centrality[pixels[inside]].sum()))
    apart = colored_apart(window, layer)
    if apart is not None and (nothing_stands_out or agreement(apart, window) > fits + _FITS_BETTER):
        return apart
    if always_flat and layer[inside].any():
        return window.only(layer, inside)
    return _near_the_middle(window, window.only(window.measured, inside), depths) if nothing_stands_out else None


def _largest(pixels: np.ndarray) -> np.ndarray:
    """(h, w) bool: the largest connected piece: specks of noise all over a picture are no object that fits the box."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(pixels.astype(np.uint8), connectivity=8)
    if len(stats) == 1:
        return pixels
    return np.asarray(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])))


def _standing(window: BoxWindow, depths: _Depths, solid: np.ndarray, settings: MaskSettings) -> np.ndarray:
    """(h, w) bool: the piece of what stands out that the box is about; empty where nothing stands out in the box."""
    inside, box_area = window.inside, window.depth[window.inside].size
    if not solid[inside].any():
        return np.zeros_like(solid)
    labels, boxes, areas = _pieces(window.depth, solid, settings.edge_ratio)
    count = len(boxes)
    labels_inside = labels[inside].ravel().astype(np.int64)
    if not labels_inside.any():
        return np.zeros_like(solid)
    shared = np.bincount(labels_inside, minlength=count + 1)[1:]
    beyond = areas - shared
    contained = beyond * box_area <= settings.max_outside * shared * (labels.size - box_area)
    contained &= shared > 0
    weight = np.bincount(labels_inside, weights=_centrality(window)[inside].ravel(), minlength=count + 1)[1:]
    agreement = _box_agreement(boxes, window)
    weight = weight * agreement
    if not contained.any() or weight[contained].max() < 0.25 * weight.max():
        # The middle of the box belongs to something that runs on outside: a picture flat on a wall, or an object that
        # touches its neighbor. Inside of the box it is still the best guess.
        seed = int(np.argmax(weight)) + 1
        return _near_the_middle(window, window.only(labels == seed, inside), depths)
    seed = int(np.argmax(np.where(contained, weight, -1.0))) + 1
    # Wall seen through a frame, under a bench or between the bars of a chair, may fill the middle, but the frame is
    # nearer and fits the box.
    fitting = contained & (agreement >= _FITS_THE_BOX) & (weight >= 0.02 * weight.max())
    if fitting.any():
        fit = int(np.argmax(np.where(fitting, agreement, -1.0))) + 1
        if np.median(window.depth[labels == fit]) < np.median(window.depth[labels == seed]):
            seed = fit
    low, high = depths.around(window.depth[labels == seed])
    depth_inside = np.where(labels_inside > 0, window.depth[inside].ravel(), 0.0)
    mean_depth = np.bincount(labels_inside, weights=depth_inside, minlength=count + 1)[1:] / np.maximum(shared, 1)
    kept = np.zeros(count + 1, bool)
    kept[1:] = contained & (shared >= max(8.0, 0.005 * shared[seed - 1])) & (mean_depth >= low) & (mean_depth <= high)
    kept[seed] = True
    with np.errstate(invalid="ignore"):
        return window.only(kept[labels] & (window.depth >= low) & (window.depth <= high), window.reach)


def _box_agreement(boxes: np.ndarray, window: BoxWindow) -> np.ndarray:
    """(N,) intersection over union of the detector's box with the box around each piece: detectors draw tight boxes.

    Args:
        boxes: (N, 4) left, top, right, bottom of the pieces in the window, px.
    """
    half = np.array(window.size) / 2
    low, high = np.array(window.middle) - half, np.array(window.middle) + half
    shared = np.prod(np.clip(np.minimum(boxes[:, 2:], high) - np.maximum(boxes[:, :2], low), 0.0, None), axis=1)
    union = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) + np.prod(high - low) - shared
    return shared / union


def _pieces(depth: np.ndarray, solid: np.ndarray, edge_ratio: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Connected pieces of `solid` that no depth edge cuts.

    Returns:
        (h, w) labels from 1, 0 elsewhere; (N, 4) boxes around the pieces and (N,) their areas, px.
    """
    import cv2

    kept = solid.copy()
    for axis in (0, 1):
        near, far = (depth[:-1], depth[1:]) if axis == 0 else (depth[:, :-1], depth[:, 1:])
        step = far - near
        limit = edge_ratio * np.fmin(near, far)
        # Only the far side of an edge is taken out: the near side may be a chair leg one pixel wide.
        with np.errstate(invalid="ignore"):
            first, second = step < -limit, step > limit
        if axis == 0:
            kept[:-1] &= ~first
            kept[1:] &= ~second
        else:
            kept[:, :-1] &= ~first
            kept[:, 1:] &= ~second
    _, labels, stats, _ = cv2.connectedComponentsWithStats(kept.astype(np.uint8), connectivity=4)
    return labels, np.hstack([stats[1:, :2], stats[1:, :2] + stats[1:, 2:4]]), stats[1:, 4].astype(np.int64)


def _centrality(window: BoxWindow) -> np.ndarray:
    """(h, w) weights: 1 in the middle of the box, 0.14 at its sides."""
    rows, columns = window.depth.shape
    x = (np.arange(columns) - window.middle[0]) / (window.size[0] / 2)
    y = (np.arange(rows) - window.middle[1]) / (window.size[1] / 2)
    return np.exp(-2.0 * y[:, None] ** 2) * np.exp(-2.0 * x**2)


def _near_the_middle(window: BoxWindow, pixels: np.ndarray, depths: _Depths) -> np.ndarray:
    """Those of `pixels` whose depth is that of the middle of the box, give or take the object's likely depth."""
    if not pixels.any():
        return pixels
    values, weights = window.depth[pixels], _centrality(window)[pixels]
    order = np.argsort(values)
    middle = float(values[order][np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)])
    low, high = depths.around(np.array([middle]))
    with np.errstate(invalid="ignore"):
        return pixels & (window.depth >= low) & (window.depth <= high)
