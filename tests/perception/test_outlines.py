"""Shapes by the outlines of surfaces that are drawn point by point, 2 cm apart."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.perception.outlines import outline_shape

STEP = 0.02


def level(length: float, width: float, height: float = 0.7, yaw: float = 0.0) -> np.ndarray:
    """(N, 3) points of a level rectangle around the origin."""
    x, y = np.meshgrid(np.arange(-length / 2, length / 2 + 1e-9, STEP), np.arange(-width / 2, width / 2 + 1e-9, STEP))
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.stack([x.ravel(), y.ravel()], axis=1) @ np.array([[c, s], [-s, c]])
    return np.column_stack([flat, np.full(len(flat), height)])


def disc(diameter: float, height: float = 0.7) -> np.ndarray:
    points = level(diameter, diameter, height)
    return points[np.linalg.norm(points[:, :2], axis=1) <= diameter / 2]


def legs(spread: float, height: float) -> np.ndarray:
    """(N, 3) points of four upright legs in the corners of a square."""
    z = np.arange(0.0, height, STEP)
    corners = [(a * spread / 2, b * spread / 2) for a in (-1, 1) for b in (-1, 1)]
    return np.vstack([np.column_stack([np.full(len(z), x), np.full(len(z), y), z]) for x, y in corners])


def box_of(points: np.ndarray, yaw: float = 0.0) -> Box:
    low, high = points.min(axis=0), points.max(axis=0)
    return Box((low + high) / 2, np.maximum(high - low, 0.01), yaw)


@pytest.mark.parametrize(
    ("points", "shape"),
    [
        (level(1.4, 0.8), "rectangular"),
        (level(1.4, 0.8, yaw=0.5), "rectangular"),
        (level(0.8, 0.8), "square"),
        (disc(1.0), "round"),
        (disc(0.4), "round"),
        (disc(0.1), ""),  # a cup: too few voxels for corners
        (level(1.4, 0.8)[level(1.4, 0.8)[:, 0] + level(1.4, 0.8)[:, 1] < 0.85], "rectangular"),  # a corner is hidden
        (level(1.4, 0.8)[level(1.4, 0.8)[:, 0] + level(1.4, 0.8)[:, 1] < 0.0], ""),  # half of it is
        (disc(1.0)[disc(1.0)[:, 0] < 0.0], ""),  # half of a round table
    ],
)
def test_level_things_are_seen_from_above(points, shape):
    assert outline_shape(points, box_of(points)) == shape


def test_a_round_stool_is_round_whatever_its_legs_are():
    """The seat has 0.36² of the 0.44² m² that the legs take: 67 %, more than half."""
    stool = np.vstack([disc(0.36, 0.45), legs(0.44, 0.4)])
    assert outline_shape(stool, box_of(stool)) == "round"


def test_of_what_has_no_top_to_speak_of_nothing_is_told():
    """A chair: its back's top has 0.4 × 0.02 of the seat's 0.4 × 0.4 m²."""
    z, y = np.meshgrid(np.arange(0.45, 0.9, STEP), np.arange(-0.2, 0.2, STEP))
    chair = np.vstack([level(0.4, 0.4, 0.45), np.column_stack([np.full(z.size, -0.2), y.ravel(), z.ravel()])])
    assert outline_shape(chair, box_of(chair)) == ""


def upright(points: np.ndarray) -> np.ndarray:
    """The same points on the wall x = 0, around 1.5 m of height."""
    return np.column_stack([np.zeros(len(points)), points[:, 0], points[:, 1] + 1.5])


def test_flat_upright_things_are_seen_from_the_front():
    mirror, clock, part = upright(level(0.5, 0.8)), upright(disc(0.4)), upright(level(0.5, 0.5))
    assert outline_shape(mirror, box_of(mirror)) == "rectangular"
    assert outline_shape(clock, box_of(clock)) == "round"
    assert outline_shape(part, box_of(part)) == "", "it may be the upper part of a high mirror"
