"""Distances between surfaces: object to object, and object to asker. Meters, map frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.scene.footprints import footprints_of, rectangle_gaps
from situated_qa.scene.graph import ObjectNode


def box_distances(node: ObjectNode, others: Sequence[ObjectNode]) -> np.ndarray:
    """(N,) m between the box of `node` and the boxes of `others`; 0 where they touch or overlap."""
    if not others:
        return np.zeros(0)
    middles = np.array([other.box.center[2] for other in others])
    heights = np.array([other.box.extents[2] for other in others])
    bottoms, tops = middles - heights / 2, middles + heights / 2
    horizontal = rectangle_gaps(node.box.footprint(), footprints_of([other.box for other in others]))
    vertical = np.maximum(0.0, np.maximum(bottoms - node.box.top, node.box.bottom - tops))
    return np.hypot(horizontal, vertical)


def surface_distances(node: ObjectNode, others: Sequence[ObjectNode], *, limit_m: float = np.inf) -> np.ndarray:
    """Distance between the surface of one object and the surfaces of others.

    Observed surface points are used where there are any, boxes where there are none: points to points, points to box,
    or box to box. Points are sparse, so the result is never less than the distance between the boxes around them.

    Args:
        limit_m: beyond this the boxes' distance, which is never more than the points', is good enough.

    Returns:
        (N,) m, 0 where they touch.
    """
    distances = box_distances(node, others)
    mine = np.asarray(node.surface_points, dtype=np.float64)
    close = [k for k in range(len(others)) if distances[k] <= limit_m]
    with_points = [k for k in close if len(others[k].surface_points)]
    if len(mine):
        bare = [k for k in close if not len(others[k].surface_points)]
        for k in bare:
            distances[k] = max(distances[k], float(_points_to_box(mine, others[k]).min()))
        if with_points:
            theirs = [np.asarray(others[k].surface_points, dtype=np.float64) for k in with_points]
            nearest = _nearest_squared(np.concatenate(theirs), mine)
            starts = np.cumsum([0] + [len(points) for points in theirs[:-1]])
            distances[with_points] = np.maximum(distances[with_points], np.sqrt(np.minimum.reduceat(nearest, starts)))
    else:
        for k in with_points:
            points = np.asarray(others[k].surface_points, dtype=np.float64)
            distances[k] = max(distances[k], float(_points_to_box(points, node).min()))
    return distances


def surface_distance(a: ObjectNode, b: ObjectNode) -> float:
    """m between the surfaces of two objects; see `surface_distances`."""
    return float(surface_distances(a, [b])[0])


def asker_distances(position: np.ndarray, nodes: Sequence[ObjectNode], half_height_m: float) -> np.ndarray:
    """Distance from the asker to the surface of each object.

    The asker is not a point but a body that stands, bends and reaches: a vertical line of `half_height_m` above and
    below `position`. So a mug on the table before a robot is as near as the table's edge below it, while a lamp on the
    ceiling is not near because one stands beneath it.

    Args:
        position: (3,) m, map frame.

    Returns:
        (N,) m, 0 where the asker stands inside or on the object.
    """
    if not nodes:
        return np.zeros(0)
    distances = np.empty(len(nodes))
    seen = [k for k, node in enumerate(nodes) if len(node.surface_points)]
    if seen:
        clouds = [nodes[k].surface_points for k in seen]
        starts = np.cumsum([0] + [len(cloud) for cloud in clouds[:-1]])
        offset = np.abs(np.concatenate(clouds).astype(np.float64) - position)
        offset[:, 2] = np.maximum(offset[:, 2] - half_height_m, 0.0)
        distances[seen] = np.sqrt(np.minimum.reduceat((offset**2).sum(axis=1), starts))
    bare = [k for k, node in enumerate(nodes) if not len(node.surface_points)]
    if bare:
        boxes = [nodes[k].box for k in bare]
        yaw = np.array([box.yaw for box in boxes])
        c, s = np.cos(yaw), np.sin(yaw)
        x, y, z = (position - np.array([box.center for box in boxes])).T
        offset = np.abs(np.column_stack([c * x + s * y, c * y - s * x, z]))
        offset -= np.array([box.extents for box in boxes]) / 2
        offset[:, 2] -= half_height_m
        distances[bare] = np.linalg.norm(np.maximum(offset, 0.0), axis=1)
    return distances


def _to_box(points: np.ndarray, node: ObjectNode) -> np.ndarray:
    """(N, 3) points in the box's own axes, m from its center."""
    c, s = np.cos(node.box.yaw), np.sin(node.box.yaw)
    offset = points - node.box.center
    return np.stack([c * offset[:, 0] + s * offset[:, 1], c * offset[:, 1] - s * offset[:, 0], offset[:, 2]], axis=1)


def _points_to_box(points: np.ndarray, node: ObjectNode) -> np.ndarray:
    """(N,) m from points to the box; 0 inside."""
    return np.linalg.norm(np.maximum(np.abs(_to_box(points, node)) - node.box.extents / 2, 0.0), axis=1)


def _nearest_squared(points: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """(N,) squared distance of each point to the nearest target, by one matrix product."""
    middle = targets.mean(axis=0)  # near the origin the product keeps its digits
    points, targets = points - middle, targets - middle
    squared = (points**2).sum(1)[:, None] + (targets**2).sum(1) - 2.0 * points @ targets.T
    return np.maximum(squared.min(axis=1), 0.0)
