"""What an object stands on and against: planes that go on around its box as well as in it.

A wall has no depth jump where something leans against it, nor a table where something stands on it, so cutting the
depth image at its jumps leaves the two in one piece. But walls and tops go on beside the object: whatever level or
upright plane fills the surroundings of a box is background.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.box_window import BoxWindow
from situated_qa.settings import check_settings, setting

_SAMPLES = 160  # points of the surroundings that planes are sought among
_FRAME_SAMPLES = 1000  # pixels of a frame that its walls are sought among
_SHARE_OF_FRAME = 0.06
_BEHIND_A_WALL = 0.05  # a plane with more than this share of its own pixels behind it is no wall
_ABOVE_FLOOR_M = 0.1
_LEAST_AROUND = 50  # px of the surroundings, to say anything about them
_TRIALS = 32  # planes tried; one in ten pairs of points lies in a plane that holds a third of them


@dataclass(frozen=True, slots=True)
class BackgroundSettings:
    """Which surfaces around an object are background.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    floor_height_m: float = setting(
        0.03, "what lies lower than this in the map is floor, m", minimum=-10.0, maximum=10.0
    )
    support_band_m: float = setting(
        0.02, "half thickness of the horizontal layer around a box's surroundings that is taken out, m", minimum=0.0
    )
    wall_share: float = setting(
        0.2,
        "an upright plane that holds this share of a box's surroundings is wall; 1 turns it off",
        minimum=0.05,
        maximum=1.0,
    )
    wall_band_m: float = setting(0.03, "half thickness of such a plane at 1 m, m", minimum=0.001, maximum=0.5)
    wall_noise_per_m: float = setting(
        0.004,
        "growth of that half thickness with the square of the depth, as the noise of stereo cameras grows, 1/m",
        minimum=0.0,
        maximum=0.1,
    )
    max_outside: float = setting(
        0.5, "a piece that fills the surroundings more than this times as densely as the box is background", minimum=0.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


def support(window: BoxWindow, settings: BackgroundSettings) -> np.ndarray:
    """(h, w) bool: the floor, and the level that the surroundings below the middle of the box mostly have.

    Upright surfaces spread over all heights and level ones pile up on one; a pile that holds a fifth of the
    surroundings is what the object stands on, unless it fills the box more: then it is the top of the object, a bed or
    a table. Only the layer itself goes, not what is below it.
    """
    floor = window.height < settings.floor_height_m
    level = support_level(window, settings)
    return floor if level is None else floor | (np.abs(window.height - level) <= settings.support_band_m)


def support_level(window: BoxWindow, settings: BackgroundSettings) -> float | None:
    """Height of the top that the object of the box stands on, m; None where it stands on the floor or is the top."""
    floor = window.height < settings.floor_height_m
    around = window.without(window.measured & ~floor, window.inside)
    around[: int(max(window.middle[1], 0))] = False
    heights = window.height[around]
    if settings.support_band_m <= 0.0 or len(heights) < _LEAST_AROUND:
        return None
    bins = np.floor(heights / settings.support_band_m).astype(np.int64)
    values, counts = np.unique(bins, return_counts=True)
    best = int(np.argmax(counts))
    if counts[best] < 0.2 * len(heights):
        return None
    level = float(np.median(heights[np.abs(bins - values[best]) <= 1]))
    layer = np.abs(window.height - level) <= settings.support_band_m
    return level if window.runs_on(layer, settings.max_outside) else None


def at_level(window: BoxWindow, settings: BackgroundSettings, level: float, thickness_m: float) -> np.ndarray:
    """(h, w) bool: what lies at a height or up to `thickness_m` above it, by the noise of the depth."""
    above = window.height - np.float32(level)
    noise = np.float32(settings.wall_noise_per_m) * window.depth**2 + np.float32(settings.support_band_m)
    with np.errstate(invalid="ignore"):
        return np.asarray((above >= -2.0 * noise) & (above <= noise + np.float32(thickness_m)), bool)


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """An upright plane behind which a frame shows nothing."""

    normal: np.ndarray  # (2,) towards the camera
    offset: float  # m; points p of the plane have normal · p = offset
    pixels: np.ndarray  # (N, 2) columns and rows of some pixels in it


def room_walls(frame: Frame, settings: BackgroundSettings) -> list[Wall]:
    """The walls of the room, as far as the frame shows them: upright planes with nothing behind."""
    if settings.wall_share >= 1.0:
        return []
    step = max(1, int((frame.depth.size / _FRAME_SAMPLES) ** 0.5))
    depth = frame.depth[step // 2 :: step, step // 2 :: step]
    with np.errstate(invalid="ignore"):
        rows, columns = np.nonzero((depth > 0.0) & (depth < np.inf))
    near = depth[rows, columns].astype(np.float64)
    pixels = np.stack([columns, rows], axis=1) * step + step // 2
    camera, T = frame.camera, frame.T_map_camera
    rays = np.column_stack([(pixels - [camera.cx, camera.cy]) / [camera.fx, camera.fy], np.ones(len(pixels))])
    points = T.apply(rays * near[:, None])
    upright = points[:, 2] > settings.floor_height_m + _ABOVE_FLOOR_M
    xy, pixels, near = points[upright, :2], pixels[upright], near[upright]
    tolerance = settings.wall_band_m + settings.wall_noise_per_m * near**2
    walls = []
    for normal, offset in upright_planes(xy, tolerance, min_share=_SHARE_OF_FRAME, count=4):
        normal, offset = (normal, offset) if normal @ T.t[:2] > offset else (-normal, -offset)
        before = xy @ normal - offset
        within = np.abs(before) <= tolerance
        if np.count_nonzero(before < -2.0 * tolerance) <= _BEHIND_A_WALL * np.count_nonzero(within):
            walls.append(Wall(normal, offset, pixels[within]))
    return walls


def wall_pixels(
    window: BoxWindow, solid: np.ndarray, settings: BackgroundSettings, known: Sequence[Wall]
) -> np.ndarray | None:
    """(h, w) bool: the upright planes that go on around the box; None where there are none.

    Args:
        solid: (h, w) bool, where there is depth and no support.
        known: the room's walls.
    """
    planes = wall_planes(window, solid, settings, known)
    return in_planes(window, solid, settings, planes) if planes else None


Plane = tuple[np.ndarray, float]
"""Normal (2,) towards the camera and offset, m, of an upright plane: its points p have normal · p = offset."""


def wall_planes(
    window: BoxWindow, solid: np.ndarray, settings: BackgroundSettings, known: Sequence[Wall]
) -> list[Plane]:
    """The upright planes that go on around the box; arguments as for `wall_pixels`."""
    planes: list[Plane] = [(wall.normal, wall.offset) for wall in known if window.shows_elsewhere(wall.pixels)]
    if planes:
        solid = solid & ~in_planes(window, solid, settings, planes)
    rows, columns = np.nonzero(window.without(solid, window.reach))
    if settings.wall_share >= 1.0 or len(rows) < _LEAST_AROUND:
        return planes
    step = len(rows) // _SAMPLES + 1
    rows, columns = rows[::step], columns[::step]
    near, T, (x, y) = window.depth[rows, columns].astype(np.float64), window.frame.T_map_camera, window.rays()
    points = np.stack([x[columns] * near, y[rows] * near, near], axis=1) @ T.R[:2].T + T.t[:2]
    tolerance = settings.wall_band_m + settings.wall_noise_per_m * near**2
    for normal, offset in upright_planes(points, tolerance, min_share=settings.wall_share):
        toward = 1.0 if float(normal @ T.t[:2]) > offset else -1.0
        plane = toward * normal, toward * offset
        if window.runs_on(in_planes(window, solid, settings, [plane]), settings.max_outside):
            planes.append(plane)
    return planes


def in_planes(
    window: BoxWindow,
    solid: np.ndarray,
    settings: BackgroundSettings,
    planes: Sequence[Plane],
    thickness_m: float = 0.0,
) -> np.ndarray:
    """(h, w) bool: which of the solid pixels lie in one of the planes or, by the noise of the depth, behind it.

    Args:
        thickness_m: what stands out of a plane by so much lies in it, too.
    """
    band = np.float32(settings.wall_noise_per_m) * window.depth**2 + np.float32(settings.wall_band_m)
    found = np.zeros_like(solid)
    for normal, offset in planes:
        before = window.along(np.array([normal[0], normal[1], 0.0])) - np.float32(offset)
        with np.errstate(invalid="ignore"):
            found |= solid & (before <= band + np.float32(thickness_m)) & (before >= -2.0 * band)
    return found


def upright_planes(
    xy: np.ndarray,
    tolerance_m: np.ndarray,
    *,
    min_share: float,
    count: int = 2,
    trials: int = _TRIALS,
) -> list[tuple[np.ndarray, float]]:
    """The upright planes that hold most of some points, by random pairs of them; always the same ones.

    Args:
        xy: (N, 2) points seen from above, m.
        tolerance_m: (N,) how far each may lie from a plane that it is in, m.
        min_share: planes that hold a smaller share of all points are not given.
        count: how many planes at most.

    Returns:
        Normal (2,) and offset, m, of each: points p with normal · p = offset; the largest first.
        Source: RANSAC, Fischler and Bolles 1981, with two points because gravity is known.
    """
    needed = max(min_share * len(xy), 8.0)
    rng = np.random.default_rng(len(xy))
    planes: list[tuple[np.ndarray, float]] = []
    while len(planes) < count and len(xy) >= needed:
        first, second = rng.integers(0, len(xy), (2, trials))
        along = xy[second] - xy[first]
        length = np.hypot(along[:, 0], along[:, 1])
        good = length > 1.5 * tolerance_m[first]  # close points say nothing about a direction
        if not good.any():
            break
        along, first = along[good] / length[good, None], first[good]
        normals = np.stack([-along[:, 1], along[:, 0]], axis=1)
        offsets = (normals * xy[first]).sum(axis=1)
        inside = np.abs(normals @ xy.T - offsets[:, None]) <= tolerance_m
        best = inside[int(np.argmax(inside.sum(axis=1)))]
        if best.sum() < needed:
            break
        normal, offset = _fit(xy[best])
        within = np.abs(xy @ normal - offset) <= tolerance_m
        planes.append((normal, offset))
        rest = ~(within | best)
        xy, tolerance_m = xy[rest], tolerance_m[rest]
    return planes


def _fit(xy: np.ndarray) -> tuple[np.ndarray, float]:
    """The line of least squared distances through (N ≥ 2, 2) points."""
    middle = xy.mean(axis=0)
    _, vectors = np.linalg.eigh(np.cov((xy - middle).T))
    normal = vectors[:, 0]
    return normal, float(normal @ middle)
