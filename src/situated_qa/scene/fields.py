"""Reads plain JSON data field by field; a wrong value raises a SceneError that names the field.

`where` is the path of the field in the file, e.g. `objects[3].extents`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from situated_qa.errors import GeometryError, SceneError
from situated_qa.geometry import Box


def required(item: Mapping[str, Any], key: str, where: str) -> Any:
    """The value of a key that must be there."""
    if key not in item:
        raise SceneError(f"{where} lacks {key!r}")
    return item[key]


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise SceneError(f"{where} must be a JSON object, got {shown(value)}")
    return value


def items(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise SceneError(f"{where} must be a list, got {shown(value)}")
    return value


def text(value: Any, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise SceneError(f"{where} must be a text, got {shown(value)}")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise SceneError(f"{where} must be true or false, got {shown(value)}")
    return value


def integer(value: Any, where: str) -> int:
    """A whole number ≥ 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise SceneError(f"{where} must be a whole number ≥ 0, got {shown(value)}")
    return value


def number(value: Any, where: str) -> float:
    """A finite number, as float."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise SceneError(f"{where} must be a finite number, got {shown(value)}")
    return float(value)


def vector(value: Any, length: int, where: str) -> np.ndarray:
    """(length,) float64."""
    if not isinstance(value, list) or len(value) != length:
        raise SceneError(f"{where} must be a list of {length} numbers, got {shown(value)}")
    return np.array([number(v, f"{where}[{k}]") for k, v in enumerate(value)])


def box(item: Mapping[str, Any], where: str) -> Box:
    """The box told by `center`, `extents` and, where there is one, `yaw`."""
    center = vector(required(item, "center", where), 3, f"{where}.center")
    extents = vector(required(item, "extents", where), 3, f"{where}.extents")
    if (extents < 0).any():
        raise SceneError(f"{where}.extents must be ≥ 0, got {extents.tolist()}")
    try:
        return Box(center, extents, number(item.get("yaw", 0.0), f"{where}.yaw"))
    except GeometryError as error:
        raise SceneError(f"{where}: {error}") from error


def shown(value: Any) -> str:
    """A value, short enough for a message."""
    written = repr(value)
    return written if len(written) <= 60 else written[:57] + "…"
