"""The parameters that a detector has for itself: declared by its class, given as a mapping or as YAML or JSON text.

@dataclass(frozen=True)
class LampParameters:
    least_watts: float = setting(5.0, "weaker lamps are not told, W", minimum=0.0)

class LampDetector:
    parameters_class = LampParameters
    def __init__(self, settings, parameters): ...
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from situated_qa.errors import DetectorError, SettingsError
from situated_qa.settings import check_settings

ParametersT = TypeVar("ParametersT")


def read_parameters(given: str | Mapping[str, Any]) -> dict[str, Any]:
    """The parameters by name; none for an empty text.

    Raises:
        SettingsError: the text is no YAML or JSON mapping from names to values.
    """
    if isinstance(given, Mapping):
        return dict(given)
    if not given.strip():
        return {}
    import yaml

    try:
        values = yaml.safe_load(given)
    except yaml.YAMLError as error:
        raise SettingsError(f"detector.parameters is neither YAML nor JSON: {error}") from error
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise SettingsError(f"detector.parameters must be a mapping such as {{format: yolox}}, got {given!r}")
    return values


def declared_class(detector_class: Any, detector: str) -> type[Any] | None:
    """The `parameters_class` of a detector's class; None where it takes no parameters.

    Raises:
        DetectorError: it is no frozen dataclass of fields made by `situated_qa.settings.setting`.
    """
    declared = getattr(detector_class, "parameters_class", None)
    if declared is None:
        return None
    right = isinstance(declared, type) and dataclasses.is_dataclass(declared)
    if not right or not declared.__dataclass_params__.frozen:  # type: ignore[union-attr]
        raise DetectorError(
            f"detector {detector}: parameters_class must be a frozen dataclass, got {declared!r}; "
            "write @dataclass(frozen=True) above it"
        )
    for field in dataclasses.fields(declared):
        if "description" not in field.metadata:
            raise DetectorError(
                f"detector {detector}: {declared.__name__}.{field.name} must be made by situated_qa.settings.setting"
                '(default, "what it does")'
            )
    return declared


def make_parameters(declared: type[ParametersT], values: Mapping[str, Any], detector: str) -> ParametersT:
    """An instance of `declared` from values by name; what is not given keeps its default.

    Raises:
        SettingsError: no such parameter, or its value has the wrong type or lies outside its range.
    """
    fields = {field.name: field for field in dataclasses.fields(declared)}  # type: ignore[arg-type]
    for name in values:
        if name not in fields:
            nearest = difflib.get_close_matches(name, fields, n=1)
            hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(sorted(fields))}"
            raise SettingsError(f"detector {detector} has no parameter {name!r}; {hint}")
    try:
        made = declared(**{name: _converted(fields[name].default, value) for name, value in values.items()})
        check_settings(made)
    except SettingsError as error:
        raise SettingsError(f"detector {detector}: parameter {error}") from error
    return made


def _converted(default: Any, value: Any) -> Any:
    """YAML has lists for tuples, and writes 1.0 as 1."""
    if isinstance(default, tuple) and isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value
