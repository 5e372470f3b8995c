"""Things that no detector named, by their shape: what stands out of floor, walls and detections, in one piece.

A proposal is a `Detection` with a mask, the category "object" and a score lower than any detector's: below detections
in rank, and believed in only after several sightings. The image is cut where depth jumps and where two surfaces meet in
a hollow edge, as a vase meets its table (the outer edges of a box bulge), and the pieces of plausible size are kept.
Source: Stein, Wörgötter, Schoeler et al. 2014, Convexity based object partitioning for robot applications.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.categories import OBJECT
from situated_qa.perception.detector import Detection
from situated_qa.perception.flat_proposals import flat_pieces
from situated_qa.perception.floor_proposals import floor_pieces
from situated_qa.perception.frame_surfaces import FrameSurfaces, surfaces_of
from situated_qa.settings import check_settings, setting

_POINTS = 250  # of a piece, that its size is taken from
_SUDDEN = 2.0  # a jump is larger than the steps beside it by this factor


@dataclass(frozen=True, slots=True)
class ProposalSettings:
    """Which pieces of a frame become objects without a name.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    enabled: bool = setting(True, "things that no detector names are taken into the map by their shape")
    flat: bool = setting(True, "flat things on walls and floors are proposed by the edges of their color")
    score: float = setting(
        0.15, "score of a proposal; at 0.15 three sightings make an object", minimum=0.01, maximum=0.3
    )
    max_depth_m: float = setting(4.5, "pieces whose median depth is larger are dropped, m", minimum=0.5, maximum=20.0)
    least_side_m: float = setting(0.1, "pieces whose longest side is shorter are dropped, m", minimum=0.02)
    longest_side_m: float = setting(3.2, "pieces that are longer are dropped, m", minimum=0.1)
    least_cells: int = setting(20, "pieces with fewer cells of the 160-column grid are dropped", minimum=4)
    hollow: float = setting(
        0.45, "two surfaces are cut where their normals close in by more than this", minimum=0.05, maximum=2.0
    )
    edge_ratio: float = setting(
        0.035, "depth jumps by more than this fraction of the depth are edges", minimum=0.005, maximum=0.5
    )
    ceiling_m: float = setting(2.1, "level surfaces that are higher are ceiling, m", minimum=1.0)
    floor_height_m: float = setting(0.03, "what lies lower than this in the map is floor, m", minimum=-10.0)
    most: int = setting(16, "proposals of one frame at most, the largest ones", minimum=1, maximum=200)

    def __post_init__(self) -> None:
        check_settings(self)


def propose(
    frame: Frame,
    named: Sequence[np.ndarray],
    settings: ProposalSettings = ProposalSettings(),  # noqa: B008
    surfaces: FrameSurfaces | None = None,
) -> list[Detection]:
    """Proposals of a frame, largest first.

    Args:
        named: (H, W) bool masks of what a detector named: nothing is proposed there.
        surfaces: of the frame, where they are known already.
    """
    import cv2

    found = surfaces
    if found is None:
        found = surfaces_of(frame, floor_height_m=settings.floor_height_m, ceiling_m=settings.ceiling_m)
    taken = np.zeros(found.depth.shape, bool)
    for mask in named:
        taken |= found.thinned(mask)
    taken = cv2.dilate(taken.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    solid = found.measured & ~found.floor & ~taken
    for wall in found.walls:
        solid &= ~wall.pixels
    pieces = [piece for piece in _pieces(found, solid, settings) if _is_plausible(found, piece, settings)]
    if settings.flat:
        pieces += flat_pieces(found, taken, least_side_m=max(settings.least_side_m, 0.15))
        pieces += floor_pieces(found, taken)
    pieces.sort(key=lambda piece: -int(np.count_nonzero(piece)))
    return [_detection(frame, found, piece, settings.score) for piece in pieces[: settings.most]]


def _detection(frame: Frame, found: FrameSurfaces, piece: np.ndarray, score: float) -> Detection:
    mask = found.full(piece, frame.depth.shape)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], np.float64)
    return Detection(OBJECT, score, box, mask)


def _pieces(found: FrameSurfaces, solid: np.ndarray, settings: ProposalSettings) -> list[np.ndarray]:
    """(h, w) bool masks of the pieces that `solid` falls into at depth jumps and hollow edges."""
    import cv2

    kept = solid & ~_edges(found, settings)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(kept.astype(np.uint8), connectivity=4)
    large = [k for k in range(1, count) if stats[k, 4] >= settings.least_cells]
    if not large:
        return []
    grown = np.where(np.isin(labels, large), labels, 0).astype(np.float32)
    for _ in range(2):  # the edges themselves go to the piece beside them
        wider = cv2.dilate(grown, np.ones((3, 3), np.uint8))
        grown = np.where((grown == 0) & solid, wider, grown)
    return [grown == k for k in large]


def _edges(found: FrameSurfaces, settings: ProposalSettings) -> np.ndarray:
    """(h, w) bool: the far sides of depth jumps, and hollow edges."""
    depth, points, normals = found.depth, found.points, found.normals
    edges = np.zeros(depth.shape, bool)
    limit = settings.edge_ratio * depth
    with np.errstate(invalid="ignore"):
        for axis in (0, 1):
            before, after = (slice(None, -1), slice(1, None))
            a = (before, slice(None)) if axis == 0 else (slice(None), before)
            b = (after, slice(None)) if axis == 0 else (slice(None), after)
            jump = depth[b] - depth[a]
            sudden = np.abs(jump) > _SUDDEN * _beside(np.abs(jump), axis)  # a floor seen at a low angle is no edge
            edges[a] |= sudden & (jump < -limit[b])
            edges[b] |= sudden & (jump > limit[a])
            first, middle, last = slice(None, -4), slice(2, -2), slice(4, None)
            a = (first, slice(None)) if axis == 0 else (slice(None), first)
            b = (last, slice(None)) if axis == 0 else (slice(None), last)
            m = (middle, slice(None)) if axis == 0 else (slice(None), middle)
            along = points[b] - points[a]
            length = np.sqrt((along * along).sum(axis=-1))
            closing = ((normals[b] - normals[a]) * along).sum(axis=-1) / np.maximum(length, 1e-6)
            edges[m] |= closing < -settings.hollow
    return edges


def _beside(steps: np.ndarray, axis: int) -> np.ndarray:
    """The smaller of the steps before and after each, along an axis; 0 at the image's border."""
    padded = np.pad(np.nan_to_num(steps), [(1, 1) if k == axis else (0, 0) for k in (0, 1)])
    before, after = (slice(None, -2), slice(2, None))
    if axis == 0:
        return np.minimum(padded[before], padded[after])
    return np.minimum(padded[:, before], padded[:, after])


def _is_plausible(found: FrameSurfaces, piece: np.ndarray, settings: ProposalSettings) -> bool:
    cells = np.flatnonzero(piece & found.measured)
    if len(cells) < settings.least_cells:
        return False
    cells = cells[:: len(cells) // _POINTS + 1]
    if float(np.median(found.depth.ravel()[cells])) > settings.max_depth_m:
        return False
    points = np.sort(found.points.reshape(-1, 3)[cells], axis=0)
    last = len(points) - 1
    size = points[round(0.96 * last)] - points[round(0.04 * last)]
    longest = float(size.max())
    if not settings.least_side_m <= longest <= settings.longest_side_m:
        return False
    return bool(np.sort(size)[1] >= 0.04)
