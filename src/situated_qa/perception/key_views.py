"""What the scene graph holds of a key frame: the name of a picture of an object, and from when it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MAX_PICTURE_BYTES = 4_000_000
"""No key frame is that large; a larger file is none."""

_NAME = re.compile(r"\d{1,10}-\d{1,20}\.jpg")
_JPEG = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class KeyView:
    """One picture of an object, a file in the folder that the scene graph names (`SceneGraph.key_frames`)."""

    file: str  # name without folder: the object's id and the stamp, "3-1700000000000000000.jpg"
    stamp: int  # ns, of the frame that it was cut from
    quality: float  # 0 … 1: how much of the object it shows, how well and how sharply


def is_view_name(name: str) -> bool:
    """Whether a text is the name of a key frame: no folder, no other file."""
    return _NAME.fullmatch(name) is not None


def read_view(folder: str, name: str) -> bytes | None:
    """The JPEG of a key frame; None where there is no such picture.

    Folder and name may come from a message, so nothing but a JPEG of ordinary size with a key frame's name is read.
    """
    if not folder or not is_view_name(name):
        return None
    try:
        with (Path(folder) / name).open("rb") as stream:
            data = stream.read(MAX_PICTURE_BYTES + 1)
    except (OSError, ValueError):
        return None
    return data if data.startswith(_JPEG) and len(data) <= MAX_PICTURE_BYTES else None
