"""Makes the detector that the settings name."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from situated_qa.errors import DetectorError, SettingsError
from situated_qa.perception.detector import Capabilities, Detector, DetectorSettings
from situated_qa.perception.detectors.parameters import declared_class, make_parameters, read_parameters
from situated_qa.perception.detectors.prompts import wanted_prompts

_HERE = "situated_qa.perception.detectors"
BUILT_IN: Mapping[str, str] = {
    "nanodet": f"{_HERE}.nanodet:NanoDet",
    "onnx": f"{_HERE}.onnx_detector:OnnxDetector",
    "owlv2": f"{_HERE}.zero_shot:Owlv2",
    "grounding-dino": f"{_HERE}.zero_shot:GroundingDino",
    "sam": f"{_HERE}.sam:MasksFromBoxes",
    "true-masks": f"{_HERE}.true_masks:TrueMasks",
    "degraded-masks": f"{_HERE}.degraded_masks:DegradedMasks",
}
"""Where the detectors of this package are; each is imported when it is asked for."""

_TOPIC = "topic"  # another process's detections; no class of its own
_SIMULATED = ("true-masks", "degraded-masks")


def make_detector(settings: DetectorSettings, **context: Any) -> Detector:
    """The detector that `settings` name, ready to run.

    Its class is called with the settings and, by name, those of these that its constructor takes: `parameters` (an
    instance of its `parameters_class`), `prompts` (the names to look for), and what `context` holds.

    Args:
        context: what a detector needs beyond its settings: `true-masks` and `degraded-masks` need `categories`, the
            table true id → category.

    Raises:
        DetectorError: no such detector, or something it needs is missing; the text says what to do.
        SettingsError: a parameter that it does not have, or with a value that it cannot have.
    """
    if settings.name == _TOPIC:
        raise DetectorError(
            "detector topic: detections come over ROS topics, which the mapper node alone hears; here choose nanodet"
        )
    factory = _class(settings.name)
    if settings.name in _SIMULATED and context.get("categories") is None:
        raise DetectorError(
            f"detector {settings.name} needs the table of true ids, make_detector(settings, categories={{id: "
            "category}); only simulated sequences have one. For a real camera choose the detector nanodet"
        )
    offered: dict[str, Any] = {"prompts": wanted_prompts(settings), **context}
    declared = parameters_class(settings)
    given = read_parameters(settings.parameters)
    if declared is not None:
        offered["parameters"] = make_parameters(declared, given, settings.name)
    elif given:
        raise SettingsError(f"detector {settings.name} takes no parameters, got {', '.join(given)}")
    try:
        detector = factory(settings, **_taken(factory, offered))
    except (DetectorError, SettingsError):
        raise
    except (Exception, SystemExit) as error:  # a plug-in may raise whatever it likes
        raise DetectorError(f"detector {settings.name} cannot be made: {type(error).__name__}: {error}") from error
    _check(detector, settings)
    return detector


def parameters_class(settings: DetectorSettings) -> type[Any] | None:
    """The frozen dataclass of the parameters that the detector has for itself; None where it has none.

    Raises:
        DetectorError: no such detector, or its class is none.
    """
    if settings.name == _TOPIC:
        return None
    return declared_class(_class(settings.name), settings.name)


def _class(name: str) -> Callable[..., Any]:
    path = BUILT_IN.get(name, name)
    if ":" not in path:
        known = ", ".join(BUILT_IN)
        raise DetectorError(f"unknown detector {name!r}; known: {known}, or module:Class of a plug-in")
    module_name, _, class_name = path.partition(":")
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module_name), class_name)
    except ImportError as error:
        raise DetectorError(f"detector {name!r}: cannot import {module_name!r}: {error}") from error
    except AttributeError as error:
        raise DetectorError(f"detector {name!r}: {module_name!r} has no {class_name!r}") from error
    except (Exception, SystemExit) as error:  # whatever a module raises when it is imported
        raise DetectorError(f"detector {name!r}: importing it failed: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise DetectorError(f"detector {name!r}: {path} is no class but {type(found).__name__}")
    return found


def _taken(factory: Callable[..., Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """What of `offered` the constructor takes."""
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):  # a class of compiled code
        return {}
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict(offered)
    return {name: value for name, value in offered.items() if name in parameters}


def _check(detector: Any, settings: DetectorSettings) -> None:
    missing = [name for name in ("name", "capabilities", "detect") if not hasattr(detector, name)]
    if missing:
        raise DetectorError(f"detector {settings.name!r} is no Detector: it lacks {', '.join(missing)}")
    can = detector.capabilities
    if not isinstance(can, Capabilities):
        raise DetectorError(
            f"detector {settings.name!r}: capabilities must be a situated_qa.perception.detector.Capabilities, "
            f"got {type(can).__name__}"
        )
    if not isinstance(detector.name, str) or not detector.name:
        raise DetectorError(f"detector {settings.name!r}: its name must be a text, got {detector.name!r}")
    if not isinstance(can.vocabulary, tuple) or not all(isinstance(name, str) and name for name in can.vocabulary):
        raise DetectorError(f"detector {settings.name!r}: capabilities.vocabulary must be a tuple of names")
    if settings.prompts and not can.open_vocabulary:
        raise DetectorError(
            f"detector {detector.name} cannot be told what to look for: it names what it was trained on. Leave "
            "detector.prompts empty, or choose owlv2 or grounding-dino"
        )
