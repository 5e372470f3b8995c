"""Pictures of what is known: the map from above with objects and the asker, and detections over a frame."""

from __future__ import annotations

import colorsys
import textwrap
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from situated_qa.geometry import Frame, Transform
from situated_qa.scene.floor_plan import Door
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph

if TYPE_CHECKING:
    from situated_qa.perception.detector import Detection

_PIXELS_PER_M = 110.0
_MARGIN_M = 0.5
_LONGEST_SIDE_PX = 1600
_EVIDENCE = (226, 30, 60)
_BOX = (35, 70, 160)
_ROBOT = (16, 130, 60)
_ROOM = (120, 70, 150)
_INK = (30, 30, 30)
_PAPER = 250


def draw_top_down(
    points: np.ndarray,
    colors: np.ndarray,
    graph: SceneGraph,
    viewpoint: Transform | None = None,
    evidence_ids: Collection[int] = (),
    title: str = "",
    path: str | Path | None = None,
    *,
    cut_height_m: float = 2.0,
) -> np.ndarray:
    """The map seen from above, with every object's box and label, the asker, the evidence in red, rooms and doors.

    Args:
        points: (N, 3) surface points, map frame, m; may be empty.
        colors: (N, 3) uint8 RGB, or float 0 … 1.
        viewpoint: `T_map_base` of the asker (x forward); None draws none.
        evidence_ids: ids of the objects to highlight; ids that are not in the graph are passed over.
        title: caption, such as question and answer; lines are wrapped.
        path: where the PNG goes; None only returns the picture.
        cut_height_m: points above this height are left out, so that one can look into the room.

    Returns:
        (H, W, 3) uint8 RGB.

    Raises:
        OSError: the file cannot be written.
    """
    import cv2

    points = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    colors = _as_bytes(np.asarray(colors).reshape(-1, 3))
    low, high = _extent(points, graph, viewpoint)
    scale = min(_PIXELS_PER_M, _LONGEST_SIDE_PX / float((high - low).max()))
    page = _Page(cv2, low, high, scale)
    page.cloud(points, colors, cut_height_m)
    evidence = set(evidence_ids)
    ordered = sorted(graph.objects, key=lambda node: (node.id in evidence, node.box.top))
    for node in ordered:
        page.outline(node, _EVIDENCE if node.id in evidence else _BOX, 3 if node.id in evidence else 1)
    if viewpoint is not None:
        page.robot(viewpoint)
    if graph.floor_plan is not None:
        for door in graph.floor_plan.doors:
            page.door(door)
    for node in reversed(ordered):  # evidence first: it gets the best place
        page.label(node, _EVIDENCE if node.id in evidence else _BOX)
    for room in graph.rooms:
        page.room(room)
    picture = page.finished(
        title,
        with_robot=viewpoint is not None,
        with_evidence=bool(evidence & set(graph.by_id)),
        with_rooms=bool(graph.rooms),
    )
    if path is not None:
        _write(cv2, picture, Path(path))
    return picture


def draw_detections(frame: Frame, detections: Sequence[Detection], path: str | Path | None = None) -> np.ndarray:
    """The frame's color image with each detection's mask, box, category and score.

    Args:
        path: where the PNG goes; None only returns the picture.

    Returns:
        (H, W, 3) uint8 RGB.

    Raises:
        OSError: the file cannot be written.
    """
    import cv2

    picture = frame.color.copy()
    for detection in detections:
        if detection.mask is not None:
            tint = np.array(_category_color(detection.category), float)
            picture[detection.mask] = (0.55 * picture[detection.mask] + 0.45 * tint).astype(np.uint8)
    taken: list[tuple[int, int, int, int]] = []
    for detection in detections:
        color = _category_color(detection.category)
        left, top, right, bottom = (int(round(float(value))) for value in detection.box_xyxy)
        cv2.rectangle(picture, (left, top), (right, bottom), color, 2)
        text = f"{detection.category} {detection.score:.2f}"
        _tag(cv2, picture, text, (left, top), color, 0.45, taken)
    if path is not None:
        _write(cv2, picture, Path(path))
    return picture


class _Page:
    """A picture under construction: map meters to pixels, x right and y up."""

    def __init__(self, cv2: Any, low: np.ndarray, high: np.ndarray, scale: float) -> None:
        self.cv2, self.low, self.high, self.scale = cv2, low, high, scale
        width, height = (np.ceil((high - low) * scale).astype(int) + 1).tolist()
        self.image = np.full((height, width, 3), _PAPER, np.uint8)
        self.taken: list[tuple[int, int, int, int]] = []

    def pixels(self, xy: np.ndarray) -> np.ndarray:
        """(N, 2) int pixels (right, down) of (N, 2) map points, m."""
        xy = np.atleast_2d(xy)
        flipped = np.column_stack([xy[:, 0] - self.low[0], self.high[1] - xy[:, 1]])
        return np.round(flipped * self.scale).astype(int)

    def cloud(self, points: np.ndarray, colors: np.ndarray, cut_height_m: float) -> None:
        keep = np.isfinite(points).all(axis=1) & (points[:, 2] <= cut_height_m)
        order = np.argsort(points[keep][:, 2], kind="stable")  # the highest is painted last: seen from above
        at, ink = self.pixels(points[keep][order, :2]), colors[keep][order]
        height, width = self.image.shape[:2]
        for dx in (0, 1, -1):  # small squares, so that a 2 cm grid leaves no gaps
            for dy in (0, 1, -1):
                x, y = at[:, 0] + dx, at[:, 1] + dy
                inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
                self.image[y[inside], x[inside]] = ink[inside]
        self.image = (0.72 * self.image + 0.28 * 255).astype(np.uint8)  # paler, so that lines stand out

    def outline(self, node: ObjectNode, color: tuple[int, int, int], width: int) -> None:
        corners = self.pixels(node.box.footprint())
        if width > 1:
            filled = self.image.copy()
            self.cv2.fillPoly(filled, [corners], color)
            self.image = self.cv2.addWeighted(filled, 0.25, self.image, 0.75, 0)
        self.cv2.polylines(self.image, [corners], True, color, width, self.cv2.LINE_AA)

    def label(self, node: ObjectNode, color: tuple[int, int, int]) -> None:
        x, y = self.pixels(node.box.center[:2])[0].tolist()
        _tag(self.cv2, self.image, f"{node.category} {node.id}", (x, y), color, 0.45, self.taken, centered=True)

    def door(self, door: Door) -> None:
        """A ring as wide as the opening; filled where the door is closed."""
        (middle,) = self.pixels(door.center)
        radius = max(4, round(door.width / 2 * self.scale))
        self.cv2.circle(self.image, middle.tolist(), radius, _ROOM, 2 if door.open else -1, self.cv2.LINE_AA)

    def room(self, room: RoomNode) -> None:
        x, y = self.pixels(room.box.center[:2])[0].tolist()
        _tag(self.cv2, self.image, room.name, (x, y), _ROOM, 0.6, self.taken, centered=True)

    def robot(self, T_map_base: Transform) -> None:
        ahead = T_map_base.R[:2, 0] / max(float(np.linalg.norm(T_map_base.R[:2, 0])), 1e-9)
        (here,), (tip,) = self.pixels(T_map_base.t[:2]), self.pixels(T_map_base.t[:2] + 0.7 * ahead)
        radius = max(6, round(0.2 * self.scale))
        self.cv2.circle(self.image, here.tolist(), radius, (255, 255, 255), -1, self.cv2.LINE_AA)
        self.cv2.circle(self.image, here.tolist(), radius, _ROBOT, 3, self.cv2.LINE_AA)
        self.cv2.arrowedLine(self.image, here.tolist(), tip.tolist(), _ROBOT, 4, self.cv2.LINE_AA, tipLength=0.3)
        self.taken.append((here[0] - radius, here[1] - radius, here[0] + radius, here[1] + radius))

    def finished(self, title: str, *, with_robot: bool, with_evidence: bool, with_rooms: bool) -> np.ndarray:
        """The page with scale bar and legend below and the caption above."""
        image, cv2 = self.image, self.cv2
        width = max(image.shape[1], 620)
        if image.shape[1] < width:
            image = np.pad(image, ((0, 0), (0, width - image.shape[1]), (0, 0)), constant_values=_PAPER)
        foot = np.full((46, width, 3), 255, np.uint8)
        bar = round(self.scale)
        cv2.line(foot, (14, 30), (14 + bar, 30), _INK, 3)
        for x in (14, 14 + bar):
            cv2.line(foot, (x, 24), (x, 36), _INK, 2)
        _text(cv2, foot, "1 m", (14 + bar // 2 - 12, 18), _INK, 0.45)
        x = 14 + bar + 30
        legend = [("object (category, id)", _BOX)]
        legend += [("evidence", _EVIDENCE)] if with_evidence else []
        legend += [("room, door", _ROOM)] if with_rooms else []
        legend += [("asker, arrow: heading", _ROBOT)] if with_robot else []
        for text, color in legend:
            cv2.rectangle(foot, (x, 18), (x + 16, 34), color, 2)
            _text(cv2, foot, text, (x + 24, 31), _INK, 0.45)
            x += 24 + cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)[0][0] + 24
        parts = [image, foot]
        lines = [row for line in title.splitlines() for row in textwrap.wrap(line, max(20, width // 10)) or [""]]
        if lines:
            head = np.full((16 + 24 * len(lines), width, 3), 255, np.uint8)
            for number, line in enumerate(lines):
                _text(cv2, head, line, (14, 26 + 24 * number), _INK, 0.55)
            parts.insert(0, head)
        return np.vstack(parts)


def _extent(points: np.ndarray, graph: SceneGraph, viewpoint: Transform | None) -> tuple[np.ndarray, np.ndarray]:
    """(2,) lowest and (2,) highest map coordinates to show, m; stray points do not blow the picture up."""
    seen = points[np.isfinite(points).all(axis=1), :2]
    parts = [node.box.footprint() for node in graph.objects]
    if len(seen):
        parts.append(np.percentile(seen, [0.2, 99.8], axis=0))
    if viewpoint is not None:
        parts.append(viewpoint.t[None, :2])
    corners = np.vstack(parts) if parts else np.zeros((1, 2))
    return corners.min(axis=0) - _MARGIN_M, corners.max(axis=0) + _MARGIN_M


def _as_bytes(colors: np.ndarray) -> np.ndarray:
    if np.issubdtype(colors.dtype, np.floating):
        return (np.clip(colors, 0.0, 1.0) * 255).round().astype(np.uint8)
    return colors.astype(np.uint8)


def _category_color(category: str) -> tuple[int, int, int]:
    """A strong color that stays the same for a category, in every run."""
    hue = sum(ord(letter) * (31 + place) for place, letter in enumerate(category)) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.85, 0.9)
    return round(red * 255), round(green * 255), round(blue * 255)


def _tag(
    cv2: Any,
    image: np.ndarray,
    text: str,
    at: tuple[int, int],
    color: tuple[int, int, int],
    size: float,
    taken: list[tuple[int, int, int, int]],
    *,
    centered: bool = False,
) -> None:
    """White text on a colored plate at the first free place near `at`; notes the place as taken."""
    text = _ascii(text)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    width, height = width + 6, height + 8
    x0 = at[0] - width // 2 if centered else at[0]
    y0 = at[1] - height // 2 if centered else at[1] - height
    steps = [0, -1, 1, -2, 2, -3, 3, -4, 4]
    places = [(x0 + dx, y0 + k * (height + 1)) for k in steps for dx in (0, -width // 2, width // 2)]
    limit_x, limit_y = image.shape[1] - width, image.shape[0] - height
    places = [(int(np.clip(x, 0, max(limit_x, 0))), int(np.clip(y, 0, max(limit_y, 0)))) for x, y in places]
    x, y = next((place for place in places if not _overlaps(place, width, height, taken)), places[0])
    taken.append((x, y, x + width, y + height))
    cv2.rectangle(image, (x, y), (x + width, y + height), color, -1)
    _text(cv2, image, text, (x + 3, y + height - 5), (255, 255, 255), size)


def _overlaps(place: tuple[int, int], width: int, height: int, taken: list[tuple[int, int, int, int]]) -> bool:
    x, y = place
    return any(x < right and x + width > left and y < bottom and y + height > top for left, top, right, bottom in taken)


def _text(
    cv2: Any, image: np.ndarray, text: str, at: tuple[int, int], color: tuple[int, int, int], size: float
) -> None:
    cv2.putText(image, _ascii(text), at, cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA)


def _ascii(text: str) -> str:
    """The drawing font knows ASCII only."""
    return text.encode("ascii", "replace").decode()


def _write(cv2: Any, picture: np.ndarray, path: Path) -> None:
    ok, data = cv2.imencode(".png", np.ascontiguousarray(picture[..., ::-1]))
    if not ok:
        raise OSError(f"{path}: the picture could not be encoded")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.tobytes())
