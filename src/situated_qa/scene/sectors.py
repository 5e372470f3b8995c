"""Left, right, front and back: sectors seen from above, around the asker or a reference object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.scene.graph import ObjectNode

DIRECTION_RAD = {"front": 0.0, "left": np.pi / 2, "back": np.pi, "right": -np.pi / 2}
"""Where each sector's middle lies, counter-clockwise from the heading (REP-103: x forward, y left)."""

_SAMPLES = 6


def footprint_points(node: ObjectNode) -> np.ndarray:
    """(P, 2) m, map frame: the observed surface points from above, else the middles of a 6 × 6 grid on the box."""
    if len(node.surface_points):
        return np.asarray(node.surface_points, dtype=np.float64)[:, :2]
    step = (np.arange(_SAMPLES) + 0.5) / _SAMPLES - 0.5
    x, y = (axis.ravel() for axis in np.meshgrid(step * node.box.extents[0], step * node.box.extents[1]))
    c, s = np.cos(node.box.yaw), np.sin(node.box.yaw)
    return np.stack([c * x - s * y, s * x + c * y], axis=1) + node.box.center[:2]


def sector_fractions(
    nodes: Sequence[ObjectNode],
    direction: str,
    *,
    origin: np.ndarray,
    heading_rad: float,
    edge_rad: float,
    points: Sequence[np.ndarray] | None = None,
) -> np.ndarray:
    """How much of each object lies in one sector.

    The sector is the half plane around the direction less `edge_rad` at either edge, so an object may be both "left"
    and "back".

    Args:
        direction: "front", "left", "back" or "right".
        origin: (2,) or (3,) m, map frame, the sectors' apex.
        heading_rad: what "front" means, counter-clockwise from the map's x.
        points: the `footprint_points` of the nodes, where they are at hand.

    Returns:
        (N,) fraction of the object's points, 0 … 1.
    """
    if not nodes:
        return np.zeros(0)
    clouds = [footprint_points(node) for node in nodes] if points is None else list(points)
    offset = np.concatenate(clouds) - np.asarray(origin, dtype=np.float64)[:2]
    angle = heading_rad + DIRECTION_RAD[direction]
    forward = offset @ np.array([np.cos(angle), np.sin(angle)])
    across = np.abs(offset @ np.array([-np.sin(angle), np.cos(angle)]))
    # The border belongs to the sector; without the margin, rounding would decide.
    inside = (forward > 0.0) & (forward + 1e-9 >= across * np.tan(edge_rad))
    starts = np.cumsum([0] + [len(cloud) for cloud in clouds[:-1]])
    counts = np.array([len(cloud) for cloud in clouds])
    return np.add.reduceat(inside.astype(np.float64), starts) / counts
