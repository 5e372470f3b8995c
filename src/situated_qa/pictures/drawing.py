"""Text, plates for text that never cover one another, and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

Color = tuple[int, int, int]
Area = tuple[int, int, int, int]
"""Left, top, right, bottom, px; the last two lie outside."""

WHITE = (255, 255, 255)
_RINGS = 14  # how far a plate may move from where it belongs, in its own heights


def text_size(text: str, size: float) -> tuple[int, int]:
    """Width and height of a line of text, px."""
    import cv2

    (width, height), _ = cv2.getTextSize(_drawable(text), cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    return int(width), int(height)


def write_text(image: np.ndarray, text: str, at: tuple[int, int], color: Color, size: float) -> None:
    """A line of text whose baseline begins at `at`, px."""
    import cv2

    cv2.putText(image, _drawable(text), at, cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA)


def _drawable(text: str) -> str:
    """OpenCV 4 draws ASCII only."""
    import cv2

    return text if int(cv2.__version__.split(".")[0]) >= 5 else text.encode("ascii", "replace").decode()


class Plates:
    """Colored plates with text on an image, each beside the others.

    Args:
        image: (H, W, 3) uint8 RGB, drawn on.
    """

    def __init__(self, image: np.ndarray) -> None:
        self._image = image
        self._taken: list[Area] = []

    def keep_free(self, area: Area) -> None:
        """No plate goes here."""
        self._taken.append(area)

    def add(self, text: str, anchor: tuple[int, int], color: Color, size: float = 0.45, *, above: bool = False) -> bool:
        """Put a plate as close to `anchor` as there is room, with a line to it where it is not close.

        Args:
            above: the plate's lower left corner goes to the anchor; otherwise its middle.

        Returns:
            Whether there was room.
        """
        import cv2

        width, height = text_size(text, size)
        width, height = width + 8, height + 9
        first = (anchor[0], anchor[1] - height) if above else (anchor[0] - width // 2, anchor[1] - height // 2)
        for number, (x, y) in enumerate(_places(first, width, height, self._image.shape)):
            area = (x, y, x + width, y + height)
            if any(_overlap(area, other) for other in self._taken):
                continue
            if number and not _contains(area, anchor):
                edge = (int(np.clip(anchor[0], x, x + width)), int(np.clip(anchor[1], y, y + height)))
                cv2.line(self._image, anchor, edge, color, 1, cv2.LINE_AA)
                cv2.circle(self._image, anchor, 2, color, -1, cv2.LINE_AA)
            cv2.rectangle(self._image, (x, y), (x + width - 1, y + height - 1), color, -1)
            write_text(self._image, text, (x + 4, y + height - 5), WHITE, size)
            self._taken.append(area)
            return True
        return False


def _places(first: tuple[int, int], width: int, height: int, shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Places for a plate, the closest to the first one first, all of them within the image."""
    step_x, step_y = max(width // 2, 1), height + 1
    offsets = [(i * step_x, j * step_y) for j in range(-_RINGS, _RINGS + 1) for i in range(-6, 7)]
    seen = set()
    for dx, dy in sorted(offsets, key=lambda offset: (offset[0] ** 2 + offset[1] ** 2, offset)):
        x = int(np.clip(first[0] + dx, 0, max(shape[1] - width, 0)))
        y = int(np.clip(first[1] + dy, 0, max(shape[0] - height, 0)))
        if (x, y) not in seen:
            seen.add((x, y))
            yield x, y


def _overlap(a: Area, b: Area) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def _contains(area: Area, point: tuple[int, int]) -> bool:
    return area[0] <= point[0] < area[2] and area[1] <= point[1] < area[3]


def write_png(picture: np.ndarray, path: Path) -> None:
    """Write (H, W, 3) uint8 RGB; folders are made.

    Raises:
        OSError: the file cannot be written.
    """
    import cv2

    ok, data = cv2.imencode(".png", np.ascontiguousarray(picture[..., ::-1]))
    if not ok:
        raise OSError(f"{path}: the picture could not be encoded")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.tobytes())
