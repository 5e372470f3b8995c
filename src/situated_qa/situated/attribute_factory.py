"""Makes the attribute models that the settings name."""

from __future__ import annotations

import importlib

from situated_qa.errors import SettingsError
from situated_qa.situated.attribute_model import AttributeModel, AttributeModels, AttributeSettings
from situated_qa.situated.typical import TypicalAttributes


def make_attribute_models(settings: AttributeSettings) -> AttributeModels:
    """The models that `settings` name, ready to be asked.

    Raises:
        SettingsError: no such model, or the plug-in is none; the text names it and what would be right.
    """
    names = [name for name in settings.models if name not in ("", "none")]
    return AttributeModels(tuple(_make(name, settings) for name in names), settings)


def _make(name: str, settings: AttributeSettings) -> AttributeModel:
    if name == "typical":
        return TypicalAttributes()
    module_name, colon, class_name = name.partition(":")
    if not colon:
        raise SettingsError(f"unknown attribute model {name!r}; known: typical, module:Class of a plug-in, none")
    try:
        factory = getattr(importlib.import_module(module_name), class_name)
    except ImportError as error:
        raise SettingsError(f"attribute model {name!r}: cannot import {module_name!r}: {error}") from error
    except AttributeError as error:
        raise SettingsError(f"attribute model {name!r}: {module_name!r} has no {class_name!r}") from error
    model = factory(settings)
    missing = [part for part in ("name", "observes", "describe") if not hasattr(model, part)]
    if missing:
        raise SettingsError(f"attribute model {name!r} is not an AttributeModel: it lacks {', '.join(missing)}")
    return model
