"""The numbers that a name is told from: pooled network features, then the shape."""

from __future__ import annotations

import numpy as np

from situated_qa.perception.frame_surfaces import FrameSurfaces
from situated_qa.perception.naming.geometry import NAMES, shape_of
from situated_qa.perception.naming.pyramid import POOLED, Pyramid

FEATURES = POOLED + len(NAMES)
VERSION = 2
"""Grows whenever the same frame gives other features: a namer of another version is refused."""


def features_of(pyramid: Pyramid, surfaces: FrameSurfaces, mask: np.ndarray) -> np.ndarray | None:
    """(FEATURES,) float32 of a (H, W) mask; None where it holds too little depth to say anything."""
    shape = shape_of(surfaces, mask)
    if shape is None:
        return None
    return np.concatenate([pyramid.pooled(mask), shape])
