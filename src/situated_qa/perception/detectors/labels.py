"""The names of a network's classes: from a file, from the model's metadata, or COCO's."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from situated_qa.errors import DetectorError
from situated_qa.perception.detectors.coco import COCO_CATEGORIES, COCO_IDS

_NOTHING = {"none", "n/a", "background", "no object", "nothing"}
Labels = tuple[str, ...]  # by class index; "" where the class has no name and is never told


def find_labels(classes: int, file: str, metadata: Mapping[str, str], model: Path, background: bool = False) -> Labels:
    """The names of the classes 0 … `classes` - 1.

    Args:
        classes: how many the network has; 0 where its outputs do not tell.
        file: one name per line, or JSON or YAML: a list, a table index → name, or either under `names` or `id2label`;
            "" means the metadata's `names`, else COCO's 80, which networks of 80, 90 or 91 classes are taken to have.
        model: for error texts.
        background: the family may have one more class, the last, that means "nothing".

    Raises:
        DetectorError: the file cannot be read, or its number of names is not that of the classes.
    """
    if file:
        names, source = _from_file(Path(file).expanduser()), file
    elif "names" in metadata:
        names, source = _from_metadata(metadata["names"], model), f"the metadata of {model}"
    else:
        return _coco(classes, model)
    if len(names) == classes - 1 and background:
        names = (*names, "")
    if classes and len(names) != classes:
        raise DetectorError(f"{model} has {classes} classes, but {source} names {len(names)}")
    return names


def _coco(classes: int, model: Path) -> Labels:
    if classes in (0, len(COCO_CATEGORIES)):
        return COCO_CATEGORIES
    if classes in (90, 91):  # an index is COCO's own id, with gaps
        by_id = dict(zip(COCO_IDS, COCO_CATEGORIES, strict=True))
        first = 1 if classes == 90 else 0
        return tuple(by_id.get(index + first, "") for index in range(classes))
    raise DetectorError(
        f"{model} has {classes} classes and does not name them: set detector.parameters.labels to a file with one name "
        "per line"
    )


def _from_file(path: Path) -> Labels:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DetectorError(f"detector.parameters.labels: {path} cannot be read: {error}") from error
    if path.suffix.lower() not in (".json", ".yaml", ".yml"):
        lines = [line.strip() for line in text.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        return _checked(lines, str(path))
    import yaml

    try:
        found = json.loads(text) if path.suffix.lower() == ".json" else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        raise DetectorError(f"detector.parameters.labels: {path} is no JSON or YAML: {error}") from error
    if isinstance(found, dict):
        found = next((found[key] for key in ("names", "id2label") if key in found), found)
    return _checked(found, str(path))


def _from_metadata(text: str, model: Path) -> Labels:
    try:
        return _checked(ast.literal_eval(text), f"the metadata of {model}")  # exporters write a Python dict
    except (ValueError, SyntaxError):
        raise DetectorError(
            f"the metadata of {model} has names that cannot be read: {text!r:.80}; set detector.parameters.labels"
        ) from None


def _checked(found: Any, source: str) -> Labels:
    """A list of names, or a table index → name, as names by index."""
    if isinstance(found, dict):
        try:
            by_index = {int(key): value for key, value in found.items()}
        except (TypeError, ValueError):
            raise DetectorError(f"{source}: expected a table of class number to name, got {str(found):.80}") from None
        if not by_index or min(by_index) < 0 or max(by_index) > 100_000:
            raise DetectorError(f"{source}: class numbers must be 0 … 100000, got {str(found):.80}")
        found = [by_index.get(index, "") for index in range(max(by_index) + 1)]
    if not isinstance(found, (list, tuple)) or not found or not all(isinstance(name, str) for name in found):
        raise DetectorError(f"{source}: expected one name per class, got {str(found):.80}")
    return tuple(map(_category, found))


def _category(name: str) -> str:
    """A class's name as a category: in small letters and without underscores; "" for a class that means nothing."""
    plain = " ".join(name.replace("_", " ").lower().split())
    return "" if plain in _NOTHING else plain
