"""How a setting is declared: once, beside the class that uses it, with its description and range.

ROS parameters, the documented YAML file and the checks are all made from these fields, so a default exists once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from situated_qa.errors import SettingsError


def setting(
    default: Any,
    description: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: Sequence[str] | None = None,
) -> Any:
    """A field of a frozen settings dataclass.

    Args:
        default: bool, int, float, str, or a tuple of str.
        description: what it does, with its unit.
        minimum, maximum: inclusive range of a number.
        choices: the legal values of a str.
    """
    metadata = {"description": description, "minimum": minimum, "maximum": maximum, "choices": choices}
    return dataclasses.field(default=default, metadata=metadata)


def check_settings(settings: Any) -> None:
    """Check every field of a settings dataclass against its declaration; call it in `__post_init__`.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range; names the field and what is legal.
    """
    for field in dataclasses.fields(settings):
        if "description" not in field.metadata:
            continue
        value, name = getattr(settings, field.name), f"{type(settings).__name__}.{field.name}"
        expected = type(field.default)
        number = expected is float and isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(value, expected) and not number or (isinstance(value, bool) and expected is not bool):
            raise SettingsError(f"{name} must be {expected.__name__}, got {value!r}")
        low, high, choices = (field.metadata[key] for key in ("minimum", "maximum", "choices"))
        # NaN compares false with everything, so ask what must hold rather than what must not.
        measurable = isinstance(value, (int, float)) and not isinstance(value, bool)
        inside = not measurable or (low is None or value >= low) and (high is None or value <= high) and value == value
        if not inside:
            raise SettingsError(f"{name} must lie in [{low}, {high}], got {value!r}")
        if choices is not None and value not in choices:
            raise SettingsError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
