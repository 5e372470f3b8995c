"""Declares ROS parameters from settings dataclasses.

    settings = declare_settings(node, MapperNodeSettings)             # parameters color_topic, depth_topic, …
    groups = declare_groups(node, {"mapping": MappingSettings, …})    # parameters mapping.voxel_size_m, …
    refuse_unknown_parameters(node)                                   # a typo in the file is an error

Settings are read once, when the node starts; their parameters are read-only, so a later `ros2 param set` is refused
rather than ignored.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from situated_qa.errors import SettingsError

if TYPE_CHECKING:
    from rcl_interfaces.msg import ParameterDescriptor
    from rclpy.node import Node

SettingsT = TypeVar("SettingsT")

_OPEN_GROUPS = ("detector.parameters.",)  # what is in them is known once the detector is; see detector_parameters.py
_ROS_OWN = ("use_sim_time", "start_type_description_service")
_ROS_OWN_PREFIXES = ("qos_overrides.", "diagnostic_updater.")
_TYPE_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
    tuple: "a list of strings",
}


def declare_settings(node: Node, settings: type[SettingsT], prefix: str = "") -> SettingsT:
    """Declare one parameter per field, and make the settings from what the node was given.

    Args:
        settings: a frozen dataclass with fields made by `situated_qa.settings.setting`.
        prefix: group in front of the names: "mapping" gives "mapping.voxel_size_m"; "" gives none.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range, or (with a prefix) the node was given a
            parameter of this group that does not exist; names the parameter in full.
    """
    values: dict[str, Any] = {}
    fields = _fields(settings)
    given = node._parameter_overrides  # rclpy has no public way to see them before they are declared
    for field in fields:
        name = _full_name(prefix, field.name)
        value = _converted(field, given[name].value, name) if name in given else field.default
        _check_alone(settings, field.name, value, name)
        values[field.name] = value
        stored = list(value) if isinstance(value, tuple) else value
        # An empty list would be declared as a byte array.
        node.declare_parameter(name, stored or [""] if isinstance(value, tuple) else stored, _descriptor(field), True)
    if prefix:
        declared = {_full_name(prefix, field.name) for field in fields}
        of_group = [name for name in given if name.startswith(prefix + ".")]
        later = () if f"{prefix}." in _OPEN_GROUPS else _OPEN_GROUPS
        _refuse_others([name for name in of_group if not name.startswith(later)], declared, node)
    try:
        return settings(**values)
    except SettingsError as error:
        raise SettingsError(f"parameters {prefix or node.get_name()}.*: {error}") from error


def declare_groups(node: Node, groups: Mapping[str, type[Any]]) -> dict[str, Any]:
    """`declare_settings` for several classes, each with its own prefix; settings by prefix."""
    return {prefix: declare_settings(node, settings, prefix) for prefix, settings in groups.items()}


def refuse_unknown_parameters(node: Node) -> None:
    """Call it when everything is declared.

    Raises:
        SettingsError: the node was given a parameter that it does not have; suggests the nearest name.
    """
    _refuse_others(list(node._parameter_overrides), set(node._parameters), node)


def settings_yaml(sections: Mapping[str, Mapping[str, type[Any]]], introduction: str = "") -> str:
    """The documented parameters file, with every default.

    Args:
        sections: by node name, its settings classes by prefix ("" for none).
        introduction: comment at the top.
    """
    lines = [f"# {line}".rstrip() for line in introduction.splitlines()]
    for node_name, groups in sections.items():
        lines += ["", f"/**/{node_name}:", "  ros__parameters:"]
        for prefix, settings in groups.items():
            summary = (settings.__doc__ or "").strip().splitlines()[0]
            indent = "    "
            lines += [f"{indent}# ── {summary}"]
            if prefix:
                lines += [f"{indent}{prefix}:"]
                indent += "  "
            for field in _fields(settings):
                comment = field.metadata["description"] + _legal_values(field)
                lines += textwrap.wrap(
                    comment, 116 - len(indent), initial_indent=indent + "# ", subsequent_indent=indent + "# "
                )
                lines += [f"{indent}{field.name}: {_yaml_value(field.default)}"]
    return "\n".join(lines).lstrip("\n") + "\n"


def _fields(settings: type[Any]) -> list[dataclasses.Field[Any]]:
    return [field for field in dataclasses.fields(settings) if "description" in field.metadata]


def _full_name(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _converted(field: dataclasses.Field[Any], value: Any, name: str) -> Any:
    """The value as the field's type; YAML writes a float as 30 and an empty list as nothing."""
    expected = type(field.default)
    if expected is tuple and (value is None or isinstance(value, Sequence) and not isinstance(value, str)):
        items = tuple(value or ())
        if all(isinstance(item, str) for item in items):
            return tuple(item for item in items if item)
    elif expected is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    elif isinstance(value, expected) and isinstance(value, bool) == (expected is bool):
        return value
    raise SettingsError(f"parameter {name} must be {_TYPE_NAMES[expected]}, got {value!r}")


def _check_alone(settings: type[Any], field_name: str, value: Any, name: str) -> None:
    """Check one value with the others at their defaults, so that the error can name the parameter."""
    try:
        settings(**{field_name: value})
    except SettingsError as error:
        own = f"{settings.__name__}.{field_name} "
        if str(error).startswith(own):  # else it is about several fields, and the whole decides
            raise SettingsError(f"parameter {name} {str(error).removeprefix(own)}") from error


def _refuse_others(given: list[str], declared: set[str], node: Node) -> None:
    for name in given:
        if name in declared or name in _ROS_OWN or name.startswith(_ROS_OWN_PREFIXES):
            continue
        nearest = difflib.get_close_matches(name, declared, n=1, cutoff=0.75)
        hint = f"; did you mean {nearest[0]}?" if nearest else f"; there are {', '.join(sorted(declared))}"
        raise SettingsError(f"node {node.get_name()} has no parameter {name}{hint}")


def _descriptor(field: dataclasses.Field[Any]) -> ParameterDescriptor:
    from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor

    low, high = field.metadata["minimum"], field.metadata["maximum"]
    descriptor = ParameterDescriptor(description=field.metadata["description"], read_only=True)
    descriptor.additional_constraints = _legal_values(field).strip(" []")
    if type(field.default) is float and (low is not None or high is not None):
        edges = (-1e308 if low is None else float(low), 1e308 if high is None else float(high))
        descriptor.floating_point_range = [FloatingPointRange(from_value=edges[0], to_value=edges[1])]
    if type(field.default) is int and (low is not None or high is not None):
        edges = (-(2**63) if low is None else int(low), 2**63 - 1 if high is None else int(high))
        descriptor.integer_range = [IntegerRange(from_value=edges[0], to_value=edges[1], step=1)]
    return descriptor


def _legal_values(field: dataclasses.Field[Any]) -> str:
    low, high, choices = (field.metadata[key] for key in ("minimum", "maximum", "choices"))
    if choices is not None:
        return f" [{' | '.join(choice or repr(choice) for choice in choices)}]"
    if low is not None and high is not None:
        return f" [{low:g} … {high:g}]"
    if low is not None:
        return f" [≥ {low:g}]"
    return f" [≤ {high:g}]" if high is not None else ""


def _yaml_value(value: Any) -> str:
    """A JSON value is a YAML value, and keeps 1.0 a float and "on" a string."""
    if isinstance(value, tuple):
        return json.dumps(list(value) or [""], ensure_ascii=False)
    if isinstance(value, float) and "e" in repr(value) and "." not in repr(value):
        return repr(value).replace("e", ".0e")  # YAML 1.1 takes 1e-05 for a string
    return json.dumps(value, ensure_ascii=False)
