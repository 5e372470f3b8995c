"""Convex shapes seen from above: area, overlap, hull and the gap between upright boxes. Meters, map frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box


def polygon_area(polygon: np.ndarray) -> float:
    """m² of a (N, 2) polygon whose corners run counter-clockwise; 0 for fewer than three corners."""
    if len(polygon) < 3:
        return 0.0
    x, y = polygon[:, 0], polygon[:, 1]
    return float(0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def clip(subject: np.ndarray, window: np.ndarray) -> np.ndarray:
    """The part of one convex polygon that lies in another.

    Args:
        subject, window: (N, 2) and (M, 2) corners, counter-clockwise.

    Returns:
        (K, 2) corners, counter-clockwise; (0, 2) where they do not meet.

    Source: Sutherland & Hodgman 1974.
    """
    corners = [(float(x), float(y)) for x, y in subject]
    edges = [(float(x), float(y)) for x, y in window]
    for (ax, ay), (bx, by) in zip(edges, edges[1:] + edges[:1], strict=True):
        if not corners:
            break
        side = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners]
        kept: list[tuple[float, float]] = []
        for k, (x, y) in enumerate(corners):
            before = side[k - 1]
            if before * side[k] < 0.0:
                px, py = corners[k - 1]
                t = before / (before - side[k])
                kept.append((px + t * (x - px), py + t * (y - py)))
            if side[k] >= 0.0:
                kept.append((x, y))
        corners = kept
    return np.array(corners, dtype=np.float64).reshape(-1, 2)


def overlap_area(a: np.ndarray, b: np.ndarray) -> float:
    """m² that two convex counter-clockwise polygons share."""
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    return max(polygon_area(clip(a, b)), 0.0)


def convex_hull(points: np.ndarray) -> np.ndarray:
    """(K, 2) corners, counter-clockwise, of the hull of (N, 2) points. Source: Andrew 1979, monotone chain."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered, dtype=np.float64).reshape(-1, 2)

    def half(chain_points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for x, y in chain_points:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return np.array(half(ordered) + half(ordered[::-1]), dtype=np.float64)


def footprints_of(boxes: Sequence[Box]) -> np.ndarray:
    """(N, 4, 2) corners of the boxes' footprints, as `Box.footprint` gives them one by one."""
    centers = np.array([box.center[:2] for box in boxes]).reshape(-1, 2)
    half = np.array([box.extents[:2] for box in boxes]).reshape(-1, 2) / 2
    yaw = np.array([box.yaw for box in boxes])
    c, s = np.cos(yaw), np.sin(yaw)
    x_axis, y_axis = np.stack([c, s], axis=1) * half[:, :1], np.stack([-s, c], axis=1) * half[:, 1:]
    corners = [
        centers - x_axis - y_axis,
        centers + x_axis - y_axis,
        centers + x_axis + y_axis,
        centers - x_axis + y_axis,
    ]
    return np.stack(corners, axis=1)


def _points_to_edges(points: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    """(N,) least distance from any of (N, P, 2) points to any edge of (N, 4, 2) polygons."""
    start = polygons[:, None]  # (N, 1, 4, 2)
    along = np.roll(polygons, -1, axis=1)[:, None] - start
    offset = points[:, :, None] - start  # (N, P, 4, 2)
    length = np.maximum((along**2).sum(-1), 1e-18)
    t = np.clip((offset * along).sum(-1) / length, 0.0, 1.0)
    return np.sqrt(((offset - t[..., None] * along) ** 2).sum(-1).min(axis=(1, 2)))


def _separated(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(N,) whether an edge normal of (N, 4, 2) `a` separates it from (N, 4, 2) `b`."""
    edges = np.roll(a, -1, axis=1)[:, :2] - a[:, :2]  # a rectangle has two directions
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1)  # (N, 2, 2)
    on_a = np.einsum("nkc,npc->nkp", normals, a)
    on_b = np.einsum("nkc,npc->nkp", normals, b)
    return ((on_a.max(-1) < on_b.min(-1)) | (on_b.max(-1) < on_a.min(-1))).any(axis=1)


def rectangle_gaps(rectangle: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Least distance from one rectangle to each of many; 0 where they overlap.

    Args:
        rectangle: (4, 2) corners in order.
        others: (N, 4, 2) corners in order.

    Returns:
        (N,) m.
    """
    mine = np.broadcast_to(rectangle, others.shape)
    apart = _separated(mine, others) | _separated(others, mine)
    gap = np.minimum(_points_to_edges(mine, others), _points_to_edges(others, mine))
    return np.where(apart, gap, 0.0)
