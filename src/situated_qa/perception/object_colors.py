"""What color an object has: of its surface in the map, where that is colored, else of the frames that showed it."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.colors import SurfaceColor
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.white_balance import WhiteBalance

RGB = tuple[int, int, int]

_MOST_POINTS = 200  # of one object
_MORE = 1.25
_LEAST_POINTS = 12
_COLORED_SHARE = 0.3  # of an object's points that have to lie on the map's colored surface


class ObjectColors:
    """Names the colors of objects in white light, and keeps them until there is more to go by; one thread."""

    def __init__(self) -> None:
        self._balance = WhiteBalance()
        self._kept: dict[int, tuple[int, np.ndarray, RGB, str]] = {}  # by id: observations, gains, color

    def take(self, frame: Frame) -> None:
        """Learn the light from a frame."""
        self._balance.take(frame)

    def of(
        self, id: int, observations: int, points_map: np.ndarray, seen: RGB, field: SurfaceField | None
    ) -> tuple[RGB, str]:
        """The color of an object in white light, and its name.

        Args:
            observations: of the object so far; looked up anew when there are a quarter more.
            points_map: (N, 3) points of its surface, m.
            seen: its color in the frames that showed it.
            field: the map; None where there is none.
        """
        before = self._kept.get(id)
        if before is not None and before[1] is self._balance.gains and before[0] <= observations < _MORE * before[0]:
            return before[2], before[3]
        colors = surface_colors(points_map, field)
        in_frames = SurfaceColor(self._balance.balanced(np.array([seen], np.uint8)))
        shown = in_frames if colors is None else SurfaceColor(self._balance.balanced(colors))
        if in_frames.has_hue and not shown.has_hue:
            shown = in_frames  # the map mixes what several views saw at one place, which takes hues away
        red, green, blue = shown.main.round().astype(int).tolist()
        color, name = (red, green, blue), shown.described
        self._kept[id] = (observations, self._balance.gains, color, name)
        return color, name

    def forget(self, id: int) -> None:
        """The object is no longer there."""
        self._kept.pop(id, None)


def surface_colors(points_map: np.ndarray, field: SurfaceField | None) -> np.ndarray | None:
    """(M, 3) uint8 sRGB of the map at those points that lie on its surface; None where these are too few.

    The color of what is not on the surface is that of what is seen behind, or of both.
    """
    if field is None or len(points_map) < _LEAST_POINTS:
        return None
    step = -(-len(points_map) // _MOST_POINTS)
    points = points_map[::step]
    colors, counts = field.colors_at(points)
    distance, _ = field.tsdf_at(points)
    with np.errstate(invalid="ignore"):
        known = (counts > 0) & (np.abs(distance) <= field.voxel_m)
    if np.count_nonzero(known) < max(_LEAST_POINTS, _COLORED_SHARE * len(known)):
        return None
    return np.asarray(colors[known])
