"""What the class numbers of another process mean: from vision_msgs/LabelInfo, from parameters or from a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import FrameError, SettingsError
from situated_qa.ros.texts import clean_text, short_name

MAX_NAME_CHARACTERS = 100
_NOTHING = frozenset({"background", "unlabeled", "unlabelled", "void", "ignore", "none", "unknown"})
_MAX_LABELS = 10_000


@dataclass(frozen=True)
class LabelTable:
    """Class or instance number → name, as `plain_label` writes it."""

    names: Mapping[int, str]

    def vocabulary(self, excluded: Sequence[str]) -> tuple[str, ...]:
        """Every name that can become an object, once, in the order of the numbers."""
        left_out = {plain_label(name) for name in excluded}
        named = (self.names[number] for number in sorted(self.names))
        return tuple(dict.fromkeys(name for name in named if not is_nothing(name) and name not in left_out))


def plain_label(name: str) -> str:
    """A name as the map writes names: lower case, one line, spaces for underscores ("Dining_Table": "dining table")."""
    return " ".join(clean_text(name).replace("_", " ").lower().split())


def is_nothing(name: str) -> bool:
    """Whether a plain label says that there is no object: "background", "unlabeled"."""
    return name in _NOTHING


def table_from_msg(msg: Any, topic: str) -> LabelTable:
    """The table of a vision_msgs/LabelInfo.

    Raises:
        FrameError: it has no classes, a class without a name, or a number with two names; names the topic.
    """
    try:
        return _table([(int(item.class_id), item.class_name) for item in msg.class_map], "class_map")
    except ValueError as error:
        raise FrameError(f"{topic}: {error}") from error


def table_from_settings(labels: Sequence[str], file: str) -> LabelTable | None:
    """The table that parameters give; None where they give none.

    Raises:
        SettingsError: both are given, the file cannot be read, or the table is wrong.
    """
    if labels and file:
        raise SettingsError("topic_detector: set labels or label_file, not both")
    try:
        if file:
            return _read(Path(file).expanduser())
        return _table(_numbered(labels), "labels") if labels else None
    except OSError as error:
        raise SettingsError(f"topic_detector.label_file: {error}") from error
    except ValueError as error:
        raise SettingsError(f"topic_detector.{'label_file ' + file if file else 'labels'}: {error}") from error


def _read(path: Path) -> LabelTable:
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("{"):
        return _table([(_number(key), value) for key, value in json.loads(text).items()], "the table")
    return _table(_numbered(text.splitlines()), "the list")


def _numbered(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Names with their numbers: "56: chair", or the place in the list."""
    pairs = []
    for place, line in enumerate(lines):
        number, colon, name = line.partition(":")
        explicit = bool(colon) and number.strip().isdecimal()
        pairs.append((int(number), name) if explicit else (place, line))
    while pairs and not pairs[-1][1].strip():  # a file's last line may be empty
        pairs.pop()
    return pairs


def _number(key: Any) -> int:
    if not str(key).strip().isdecimal():
        raise ValueError(f"keys must be class numbers, got {short_name(str(key))}")
    return int(key)


def _table(pairs: Sequence[tuple[int, Any]], what: str) -> LabelTable:
    if not pairs:
        raise ValueError(f"{what} is empty; it must hold a name for every class number")
    if len(pairs) > _MAX_LABELS:
        raise ValueError(f"{what} holds {len(pairs)} classes; the most is {_MAX_LABELS}")
    names: dict[int, str] = {}
    for number, given in pairs:
        name = plain_label(given) if isinstance(given, str) else ""
        if not name or len(name) > MAX_NAME_CHARACTERS:
            raise ValueError(
                f"{what}: class {number} needs a name of 1 to {MAX_NAME_CHARACTERS} characters, "
                f"got {short_name(str(given))}"
            )
        if names.get(number, name) != name:
            raise ValueError(f"{what}: class {number} has two names, {names[number]!r} and {name!r}")
        names[number] = name
    return LabelTable(names)
