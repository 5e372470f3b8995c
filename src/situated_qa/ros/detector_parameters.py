"""The parameters that the chosen detector has for itself, as ROS parameters `detector.parameters.NAME`.

detector:
  name: "onnx"
  parameters: {format: "yolox", labels: "/home/robot/labels.txt"}
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from situated_qa.errors import SettingsError
from situated_qa.perception.detector import DetectorSettings
from situated_qa.perception.detectors.factory import parameters_class
from situated_qa.ros.parameters import declare_settings

if TYPE_CHECKING:
    from rclpy.node import Node

_PREFIX = "detector.parameters"


def declare_detector_parameters(node: Node, settings: DetectorSettings) -> DetectorSettings:
    """Declare them, with their descriptions and ranges, and take them into the settings.

    Where the text `detector.parameters` is given, it holds them all and nothing is declared.

    Raises:
        SettingsError: no such parameter, a wrong value, or both ways are used at once.
        DetectorError: no such detector.
    """
    given = [name for name in node._parameter_overrides if name.startswith(_PREFIX + ".")]
    if settings.parameters:
        if given:
            raise SettingsError(f"give either the text {_PREFIX} or {', '.join(sorted(given))}, not both")
        return settings
    declared = parameters_class(settings)
    if declared is None:
        if given:
            raise SettingsError(f"detector {settings.name} takes no parameters, got {', '.join(sorted(given))}")
        return settings
    values = dataclasses.asdict(declare_settings(node, declared, _PREFIX))
    return dataclasses.replace(settings, parameters=values)
