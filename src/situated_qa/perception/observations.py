"""From a detection in the image to an observation in the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame, back_project
from situated_qa.perception.backgrounds import Wall, room_walls
from situated_qa.perception.categories import confusable, facts_of
from situated_qa.perception.detector import Detection
from situated_qa.perception.mask_pixels import MaskPixels
from situated_qa.perception.masks import MaskSettings, box_mask
from situated_qa.perception.splitting import Cuts, cuts_between
from situated_qa.perception.voxels import group_by_voxel
from situated_qa.settings import check_settings, setting

_COLOR_PIXELS = 2000  # of one mask, for its median color
_IN_DEPTH = 0.7  # cosine of the angle between the camera's view and the axis of a cut


@dataclass(frozen=True, slots=True)
class ObservationSettings:
    """Which detections are good enough to be placed in the map.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    max_depth_m: float = setting(
        7.0, "detections whose median depth is larger are dropped, m", minimum=0.1, maximum=100.0
    )
    min_pixels: int = setting(80, "detections with fewer pixels with depth are dropped, px", minimum=1)
    min_points: int = setting(8, "detections with fewer points after thinning are dropped", minimum=1)
    voxel_m: float = setting(0.02, "points are thinned to one per cube of this side, m", minimum=0.002, maximum=0.5)
    border_px: int = setting(3, "a box closer to the image's border than this is cut off by it, px", minimum=0)
    edge_ratio: float = setting(
        0.025, "masks: depth jumps by more than this fraction of the depth are edges", minimum=0.001, maximum=0.5
    )
    depth_noise_m: float = setting(
        0.002, "standard deviation of the camera's depth close by, m", minimum=0.0001, maximum=0.1
    )
    depth_noise_per_m: float = setting(
        0.004,
        "growth of that deviation with the square of the depth, 1/m: subpixel error / (focal length in px · baseline), "
        "0.004 for a RealSense D435, 0.002 for a Kinect v1",
        minimum=0.0,
        maximum=0.1,
    )
    floor_height_m: float = setting(
        0.03, "masks: what lies lower than this in the map is floor, m", minimum=-10.0, maximum=10.0
    )

    def __post_init__(self) -> None:
        check_settings(self)

    def deviation_at(self, depth_m: np.ndarray) -> np.ndarray:
        """(N,) standard deviation of the camera's depth at (N,) depths, m.

        Source: Nguyen, Izadi and Lovell 2012, equation 2 (axial noise); Ahn 2019 for the D435.
        """
        return self.depth_noise_m + self.depth_noise_per_m * np.square(depth_m)

    @property
    def masks(self) -> MaskSettings:
        """How boxes without masks get one."""
        return MaskSettings(edge_ratio=self.edge_ratio, floor_height_m=self.floor_height_m)


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One object seen once, as points in the map."""

    category: str
    score: float  # 0 … 1
    points_map: np.ndarray  # (N, 3) float32, m, thinned
    rgb: tuple[int, int, int]  # median of its pixels
    n_pixels: int  # pixels of the object that have depth
    touches_border: bool  # the image cuts it off: its extent is a lower bound
    stamp: int  # ns
    mask: np.ndarray | None = None  # (H, W) bool, its pixels in the frame
    deviation_m: np.ndarray | None = None  # (N,) standard deviation of each point's depth, m; None where not known
    camera_at: np.ndarray | None = None  # (3,) where it was seen from, map frame, m
    chances: tuple[tuple[str, float], ...] = ()  # probabilities of names, where somebody weighed all that they know
    doubted: bool = False  # whether `chances` count only once the place turns out to be one that they hold for


def observe_detections(
    frame: Frame,
    detections: Sequence[Detection],
    settings: ObservationSettings = ObservationSettings(),  # noqa: B008
    rejected: Counter[str] | None = None,
) -> list[Observation]:
    """Lift detections into the map.

    Args:
        rejected: counts, by reason, the detections that could not be used.

    Raises:
        DetectorError: a detection's mask has not the size of the frame, or its box is not finite.
    """
    if not detections:
        return []
    masks = _masks(frame, detections, settings)
    with np.errstate(invalid="ignore"):
        measured = (frame.depth > 0.0) & (frame.depth < np.inf)
    observations = []
    for detection, mask in zip(detections, masks, strict=True):
        result = _observe(frame, detection, MaskPixels.of(mask, measured), settings)
        if isinstance(result, str):
            if rejected is not None:
                rejected[result] += 1
        else:
            observations += result
    return observations


def _masks(frame: Frame, detections: Sequence[Detection], settings: ObservationSettings) -> list[np.ndarray]:
    """(H, W) bool masks of the detections; what a small box claims is taken from larger ones around it."""
    masks: list[np.ndarray] = []
    walls: list[Wall] | None = None
    for detection in detections:
        if not np.isfinite(detection.box_xyxy).all():
            raise DetectorError(
                f"the detector gave a box that is not finite for {detection.category}: {detection.box_xyxy}"
            )
        if walls is None and detection.mask is None:
            walls = room_walls(frame, settings.masks)
        mask = _mask(frame, detection, settings, walls or [])
        if mask.shape != frame.depth.shape or mask.dtype != bool:
            raise DetectorError(
                f"the detector gave a {mask.dtype} mask {mask.shape} for a frame of {frame.depth.shape}"
            )
        masks.append(mask)
    areas = [float(np.prod(detection.box_xyxy[2:] - detection.box_xyxy[:2])) for detection in detections]
    claimed = {i: mask for i, mask in enumerate(masks) if detections[i].mask is None}
    for large in claimed:
        for small in claimed:
            a, b = detections[small], detections[large]
            nested = areas[small] < 0.5 * areas[large] and _inside(a.box_xyxy, b.box_xyxy) > 0.6
            # Of one name, or of two that are mixed up, the small box may be a part of the large one's object.
            if nested and a.category != b.category and not confusable(a.category, b.category):
                masks[large] = masks[large] & ~claimed[small]
    return masks


def _mask(frame: Frame, detection: Detection, settings: ObservationSettings, walls: Sequence[Wall]) -> np.ndarray:
    if detection.mask is not None:
        return detection.mask
    facts = facts_of(detection.category)
    return box_mask(
        frame,
        detection.box_xyxy,
        settings.masks,
        longest_side_m=facts.longest_side_m,
        may_be_flat=facts.may_be_flat,
        always_flat=facts.always_flat,
        stands_on_floor=facts.stands_on_floor,
        walls=walls,
    )


def _inside(inner: np.ndarray, outer: np.ndarray) -> float:
    """The share of the inner box that lies in the outer one."""
    shared = np.clip(np.minimum(inner[2:], outer[2:]) - np.maximum(inner[:2], outer[:2]), 0.0, None)
    return float(np.prod(shared) / max(float(np.prod(inner[2:] - inner[:2])), 1e-9))


def _observe(
    frame: Frame, detection: Detection, pixels: MaskPixels, settings: ObservationSettings
) -> list[Observation] | str:
    """The observation, several where the mask holds several things, or the reason why there is none.

    Args:
        pixels: of the mask, those with depth only.
    """
    mask = pixels.mask
    lifted = _lift(frame, pixels, settings)
    if isinstance(lifted, str):
        return lifted
    cuts = cuts_between(lifted, detection.category)
    if cuts is not None:
        rows, columns = np.nonzero(mask)
        part = cuts.part_of(frame.T_map_camera.apply(back_project(frame.depth, frame.camera, mask)))
        parts = []
        for number in range(len(cuts.at_m) + 1):
            own = np.zeros_like(mask)
            own[rows[part == number], columns[part == number]] = True
            parts.append((piece := MaskPixels.of(own), _lift(frame, piece, settings)))
        whole = [(own, points) for own, points in parts if not isinstance(points, str)]
        if whole and _is_in_depth(cuts, frame):
            whole = [max(whole, key=lambda part: part[0].count)]
        if whole:
            return [_observation(frame, detection, own, points, settings) for own, points in whole]
    longest = facts_of(detection.category).longest_side_m
    if max(np.ptp(lifted[:, axis]) for axis in range(3)) > longest:
        low, high = np.percentile(lifted, [5.0, 95.0], axis=0)
        if (high - low).max() > longest:
            return "too large"
    return [_observation(frame, detection, pixels, lifted, settings)]


def _is_in_depth(cuts: Cuts, frame: Frame) -> bool:
    """Whether the parts lie behind one another rather than side by side: then one of them is background.

    A detector draws a box around things that it sees beside each other, not around what lies far behind.
    """
    ahead = frame.T_map_camera.R[:2, 2]
    length = float(np.linalg.norm(ahead))
    return length > 0.0 and abs(float(cuts.along @ ahead)) > _IN_DEPTH * length


def _lift(frame: Frame, pixels: MaskPixels, settings: ObservationSettings) -> np.ndarray | str:
    """(N, 3) float32 points of a mask's pixels, map frame, m, thinned; or the reason why there are too few."""
    if pixels.count == 0:
        return "no depth"
    if pixels.count < settings.min_pixels:
        return "too small"
    whole = pixels.rows, pixels.columns
    far = pixels.mask[whole] & (frame.depth[whole] > settings.max_depth_m)
    if 2 * np.count_nonzero(far) > pixels.count:
        return "too far"
    camera, T = frame.camera, frame.T_map_camera
    v, u = pixels.sample
    z = frame.depth[v, u].astype(np.float64)
    # Axis by axis, (3, N): what follows is several times as fast on coordinates that lie side by side.
    points = np.stack([u - camera.cx, v - camera.cy, z])
    points[:2] *= z
    points[0] /= camera.fx
    points[1] /= camera.fy
    points = T.R @ points
    points += T.t[:, None]
    points_map = thin(points.T, settings.voxel_m)
    return points_map if len(points_map) >= settings.min_points else "too small"


def _observation(
    frame: Frame, detection: Detection, pixels: MaskPixels, points_map: np.ndarray, settings: ObservationSettings
) -> Observation:
    rows, columns = pixels.sample
    every = slice(None, None, len(rows) // _COLOR_PIXELS + 1)
    red, green, blue = (_median_byte(channel) for channel in frame.color[rows[every], columns[every]].T)
    left, top, right, bottom = detection.box_xyxy.tolist()
    border = settings.border_px
    touches = (
        left < border or top < border or right > frame.camera.width - border or bottom > frame.camera.height - border
    )
    return Observation(
        category=detection.category,
        score=float(detection.score),
        points_map=points_map,
        rgb=(red, green, blue),
        n_pixels=pixels.count,
        touches_border=touches,
        stamp=frame.stamp,
        mask=pixels.mask,
        deviation_m=settings.deviation_at(depth_of_points(points_map, frame)),
        camera_at=frame.T_map_camera.t.astype(np.float64),
    )


def _median_byte(values: np.ndarray) -> int:
    """The median of (N ≥ 1,) uint8, rounded to even; counting them is several times as fast as np.median."""
    upto = np.cumsum(np.bincount(values))
    low, high = np.searchsorted(upto, [(len(values) - 1) // 2, len(values) // 2], side="right").tolist()
    return round((low + high) / 2)


def depth_of_points(points_map: np.ndarray, frame: Frame) -> np.ndarray:
    """(N,) depth along the camera's axis of (N, 3) points of the map, m."""
    along = frame.T_map_camera.R[:, 2]
    return np.asarray((points_map - frame.T_map_camera.t) @ along, np.float64)


def thin(points: np.ndarray, voxel_m: float) -> np.ndarray:
    """One point, the mean, per cube of side `voxel_m` that holds any of the (N, 3) points; (M, 3) float32."""
    return group_by_voxel(points, voxel_m).means(points).astype(np.float32)
