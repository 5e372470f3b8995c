"""When a change could first be noticed on a tour of the second visit."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box, Intrinsics, Transform
from situated_qa.sim.changes import Change, Visit
from situated_qa.sim.renderer import Renderer
from situated_qa.sim.trajectories import Tour

SMALL_CAMERA = Intrinsics(160, 120, 118.0, 118.0, 79.5, 59.5)
"""A quarter of the recordings' camera: what shows here shows there."""
_PIXELS = 12  # of the small camera: a mug at 2 m has about this many
_MAX_DEPTH_M = 6.0


def first_noticed(visit: Visit, tour: Tour, *, camera: Intrinsics = SMALL_CAMERA) -> dict[int, int | None]:
    """The first frame in which each change shows, by object id; None where the tour never sees it.

    What is new, moved to here, recolored or closed shows when enough pixels are its own; what is gone from a place,
    when the camera looks through where it was at what lies behind. A thing that was moved counts from the earlier of
    the two.

    Args:
        tour: through the second visit's home.

    Raises:
        AssetError: Open3D or a model is missing.
    """
    renderer = Renderer(visit.home.things(), camera, visit.home.lamp)
    waiting = list(visit.changes)
    found: dict[int, int | None] = {change.id: None for change in visit.changes}
    for number, T_map_camera in enumerate(tour.T_map_camera):
        if not waiting:
            break
        view = renderer.render(T_map_camera)
        noticed = [change for change in waiting if shows(change, view.depth, view.instances, camera, T_map_camera)]
        found.update({change.id: number for change in noticed})
        waiting = [change for change in waiting if change not in noticed]
    return found


def shows(
    change: Change,
    depth: np.ndarray,
    instances: np.ndarray,
    camera: Intrinsics,
    T_map_camera: Transform,
    *,
    pixels: int = _PIXELS,
) -> bool:
    """Whether one view of the second visit shows a change.

    Args:
        depth: (H, W) m along the optical axis, NaN where there is none.
        instances: (H, W) object ids, -1 for none.
    """
    near = np.isfinite(depth) & (depth <= _MAX_DEPTH_M)
    if change.after is not None and int((near & (instances == change.id)).sum()) >= pixels:
        return True
    if change.before is None or change.what not in ("moved", "removed"):
        return False
    return _looks_through(change.before, depth, camera, T_map_camera) >= pixels


def _looks_through(box: Box, depth: np.ndarray, camera: Intrinsics, T_map_camera: Transform) -> int:
    """Pixels whose rays leave the far side of a box before they hit anything."""
    v, u = np.mgrid[: camera.height, : camera.width]
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)], axis=-1)
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    into_box = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    direction = rays @ T_map_camera.R.T @ into_box
    origin = (T_map_camera.t - box.center) @ into_box
    direction = np.where(np.abs(direction) < 1e-12, 1e-12, direction)
    one, two = ((sign * box.extents / 2 - origin) / direction for sign in (-1.0, 1.0))
    enters = np.minimum(one, two).max(axis=-1)
    leaves = np.maximum(one, two).min(axis=-1)
    crossed = (leaves > np.maximum(enters, 0.0)) & (enters <= _MAX_DEPTH_M)
    return int((crossed & (np.nan_to_num(depth, nan=np.inf) >= leaves - 0.02)).sum())
