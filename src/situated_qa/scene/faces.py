"""Many boxes as arrays, and the points on their faces that an eye looks at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box

PER_SIDE = 4  # points along each side of a face
TOUCH_M = 1e-3  # what is nearer than this touches


class Boxes:
    """Boxes as arrays."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.centers = np.array([box.center for box in boxes]).reshape(-1, 3)
        self.extents = np.array([box.extents for box in boxes]).reshape(-1, 3)
        yaw = np.array([box.yaw for box in boxes])
        self.cos, self.sin = np.cos(yaw), np.sin(yaw)
        self.radii_squared = (self.extents**2).sum(axis=1) / 4

    def some(self, rows: np.ndarray) -> Boxes:
        """The boxes of (K,) rows alone."""
        few = Boxes.__new__(Boxes)
        few.centers, few.extents, few.radii_squared = self.centers[rows], self.extents[rows], self.radii_squared[rows]
        few.cos, few.sin = self.cos[rows], self.sin[rows]
        return few

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """(N, 2) least and (N, 2) greatest x and y, m."""
        half = self.extents[:, :2] / 2
        reach = np.column_stack(
            [
                np.abs(self.cos) * half[:, 0] + np.abs(self.sin) * half[:, 1],
                np.abs(self.sin) * half[:, 0] + np.abs(self.cos) * half[:, 1],
            ]
        )
        return self.centers[:, :2] - reach, self.centers[:, :2] + reach

    def local(self, points: np.ndarray) -> np.ndarray:
        """(N, 3) a (3,) map point in each box's own axes, from its center; (N, P, 3) of (N, P, 3), P for each box."""
        if points.ndim == 1:
            x, y, z = (points - self.centers).T
            return np.column_stack([self.cos * x + self.sin * y, self.cos * y - self.sin * x, z])
        x, y, z = np.moveaxis(points - self.centers[:, None], 2, 0)
        c, s = self.cos[:, None], self.sin[:, None]
        return np.stack([c * x + s * y, c * y - s * x, z], axis=2)

    def placed(self, local: np.ndarray) -> np.ndarray:
        """(N, P, 3) map points of (N, P, 3) in the boxes' own axes, from their centers; P for each box."""
        placed = np.empty_like(local)
        c, s = self.cos[:, None], self.sin[:, None]
        placed[:, :, 0] = c * local[:, :, 0] - s * local[:, :, 1]
        placed[:, :, 1] = s * local[:, :, 0] + c * local[:, :, 1]
        placed[:, :, 2] = local[:, :, 2]
        placed += self.centers[:, None]
        return placed

    def hold(self, point: np.ndarray) -> np.ndarray:
        """(N,) bool: the boxes that a (3,) map point lies in."""
        return np.asarray((np.abs(self.local(point)) <= self.extents / 2 + TOUCH_M).all(axis=1))


class Surface:
    """Points on the faces that are turned to the eye; all six faces from inside.

    Attributes:
        points: (N, 3) map frame, m.
        owners: (N,) row of the box each is on.
        column: (N,) which points lie above one another, as numbers from 0 to `columns`.
        first: (columns,) index of one point of each column.
    """

    def __init__(self, boxes: Boxes, eye: np.ndarray) -> None:
        steps = (np.arange(PER_SIDE) + 0.5) / PER_SIDE - 0.5
        u, v = np.tile(steps, PER_SIDE), np.repeat(steps, PER_SIDE)
        at, extents = boxes.local(eye), boxes.extents
        inside = (np.abs(at) <= extents / 2).all(axis=1)
        points, owners, column, first = [], [], [], []
        self.columns, count = 0, 0
        for axis in range(3):
            one, two = (other for other in range(3) if other != axis)
            per_face = len(u) if axis == 2 else PER_SIDE  # `u` runs along the face and `v` up
            for sign in (-1.0, 1.0):
                turned = np.flatnonzero(inside | (sign * at[:, axis] > extents[:, axis] / 2))
                local = np.empty((len(turned), len(u), 3))
                local[:, :, axis] = sign * extents[turned, None, axis] / 2
                local[:, :, one] = u * extents[turned, None, one]
                local[:, :, two] = v * extents[turned, None, two]
                placed = boxes.some(turned).placed(local)
                points.append(placed.reshape(-1, 3))
                owners.append(np.repeat(turned, len(u)))
                faces = np.arange(len(turned))[:, None]
                column.append((self.columns + faces * per_face + np.arange(len(u)) % per_face).ravel())
                first.append((count + faces * len(u) + np.arange(per_face)).ravel())
                self.columns += len(turned) * per_face
                count += len(turned) * len(u)
        self.points, self.owners = np.concatenate(points), np.concatenate(owners)
        self.column, self.first = np.concatenate(column), np.concatenate(first)
