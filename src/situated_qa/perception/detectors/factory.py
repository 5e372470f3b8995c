"""Makes the detector that the settings name."""

from __future__ import annotations

import importlib
from typing import Any

from situated_qa.errors import DetectorError
from situated_qa.perception.detector import Capabilities, Detector, DetectorSettings
from situated_qa.perception.detectors.degraded_masks import DegradedMasks
from situated_qa.perception.detectors.nanodet import NanoDet
from situated_qa.perception.detectors.true_masks import TrueMasks

_SIMULATED = {"true-masks": TrueMasks, "degraded-masks": DegradedMasks}


def make_detector(settings: DetectorSettings, **context: Any) -> Detector:
    """The detector that `settings` name, ready to run.

    Args:
        context: what a detector needs beyond its settings: `true-masks` and `degraded-masks` need `categories`, the
            table true id → category. A plug-in class is called with the settings and the whole context.

    Raises:
        DetectorError: no such detector, or something it needs is missing; the text says what to do.
    """
    if settings.name == "nanodet":
        return NanoDet(settings)
    if settings.name in _SIMULATED:
        if context.get("categories") is None:
            raise DetectorError(
                f"detector {settings.name} needs the table of true ids, make_detector(settings, categories={{id: "
                "category}); only simulated sequences have one. For a real camera choose the detector nanodet"
            )
        return _SIMULATED[settings.name](settings, categories=context["categories"])
    if settings.name == "topic":
        raise DetectorError(
            "detector topic: detections come over ROS topics, which the mapper node alone hears; here choose nanodet"
        )
    if ":" in settings.name:
        return _plug_in(settings, context)
    known = ", ".join(("nanodet", *_SIMULATED))
    raise DetectorError(f"unknown detector {settings.name!r}; known: {known}, or module:Class of a plug-in")


def _plug_in(settings: DetectorSettings, context: dict[str, Any]) -> Detector:
    module_name, _, class_name = settings.name.partition(":")
    try:
        factory = getattr(importlib.import_module(module_name), class_name)
    except ImportError as error:
        raise DetectorError(f"detector {settings.name!r}: cannot import {module_name!r}: {error}") from error
    except AttributeError as error:
        raise DetectorError(f"detector {settings.name!r}: {module_name!r} has no {class_name!r}") from error
    detector = factory(settings, **context)
    missing = [name for name in ("name", "capabilities", "detect") if not hasattr(detector, name)]
    if missing:
        raise DetectorError(f"detector {settings.name!r} is no Detector: it lacks {', '.join(missing)}")
    if not isinstance(detector.capabilities, Capabilities):
        raise DetectorError(
            f"detector {settings.name!r}: capabilities must be a situated_qa.perception.detector.Capabilities, "
            f"got {type(detector.capabilities).__name__}"
        )
    return detector
