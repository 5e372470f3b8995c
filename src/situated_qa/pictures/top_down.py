"""The map from above."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.geometry import Transform
from situated_qa.pictures.drawing import WHITE, Color, Plates, text_size, write_png, write_text
from situated_qa.scene.floor_plan import Door
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph

_PIXELS_PER_M = 110.0
_MARGIN_M = 0.5
_LONGEST_SIDE_PX = 1600
_CELL_M = 0.025  # of the raster that points are drawn in
_GAP_M = 0.1  # holes in the surface up to twice as wide are closed: the cloud is thinned
_EVIDENCE = (214, 24, 54)
_BOX = (35, 70, 160)
_ROBOT = (16, 130, 60)
_ROOM = (120, 70, 150)
_INK = (30, 30, 30)
_PAPER, _HATCH = 250, 205
_VIEW_PX = 220  # width of the column of views
_MOST_VIEWS = 3


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture of an object, to be shown beside the map."""

    caption: str
    image: np.ndarray  # (H, W, 3) uint8 RGB


def draw_top_down(
    points: np.ndarray,
    colors: np.ndarray,
    graph: SceneGraph,
    viewpoint: Transform | None = None,
    evidence_ids: Collection[int] = (),
    title: str = "",
    path: str | Path | None = None,
    *,
    views: Sequence[View] = (),
    cut_height_m: float = 2.0,
) -> np.ndarray:
    """The map seen from above, with every object's box and label, the asker, the evidence in red, rooms and doors.

    What no point shows is hatched: it was not observed.

    Args:
        points: (N, 3) surface points, map frame, m; may be empty.
        colors: (N, 3) uint8 RGB, or float 0 … 1.
        viewpoint: `T_map_base` of the asker (x forward); None draws none.
        evidence_ids: ids of the objects to highlight; ids that are not in the graph are passed over.
        title: caption, such as question and answer; lines are wrapped.
        path: where the PNG goes; None only returns the picture.
        views: pictures of the evidence, shown at the right; the first three of them.
        cut_height_m: points above this height are left out, so that one can look into the room.

    Returns:
        (H, W, 3) uint8 RGB.

    Raises:
        OSError: the file cannot be written.
    """
    points = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    colors = _as_bytes(np.asarray(colors).reshape(-1, 3))
    low, high = _extent(points, graph, viewpoint)
    page = _Page(low, high, min(_PIXELS_PER_M, _LONGEST_SIDE_PX / float((high - low).max())))
    page.cloud(points, colors, cut_height_m)
    evidence = set(evidence_ids) & set(graph.by_id)
    ordered = sorted(graph.objects, key=lambda node: (node.id in evidence, node.box.top))
    for node in ordered:
        page.outline(node, highlighted=node.id in evidence)
    if viewpoint is not None:
        page.robot(viewpoint)
    if graph.floor_plan is not None:
        for door in graph.floor_plan.doors:
            page.door(door)
    for node in reversed(ordered):  # evidence first: it gets the best place
        page.label(node, highlighted=node.id in evidence)
    for room in graph.rooms:
        page.room(room)
    legend: list[tuple[str, Color]] = [("object (category, id)", _BOX)]
    legend += [("evidence", _EVIDENCE)] if evidence else []
    legend += [("room, door", _ROOM)] if graph.rooms else []
    legend += [("asker, arrow: heading", _ROBOT)] if viewpoint is not None else []
    picture = _framed(page.image, title, legend, page.scale)
    if views:
        picture = np.hstack([picture, _column(views[:_MOST_VIEWS], picture.shape[0])])
    if path is not None:
        write_png(picture, Path(path))
    return picture


class _Page:
    """A picture under construction: map meters to pixels, x right and y up."""

    def __init__(self, low: np.ndarray, high: np.ndarray, scale: float) -> None:
        self.low, self.high, self.scale = low, high, scale
        width, height = (np.ceil((high - low) * scale).astype(int) + 1).tolist()
        self.image = _hatched(height, width)
        self.plates = Plates(self.image)

    def pixels(self, xy: np.ndarray) -> np.ndarray:
        """(N, 2) int pixels (right, down) of (N, 2) map points, m."""
        xy = np.atleast_2d(xy)
        flipped = np.column_stack([xy[:, 0] - self.low[0], self.high[1] - xy[:, 1]])
        return np.round(flipped * self.scale).astype(int)

    def cloud(self, points: np.ndarray, colors: np.ndarray, cut_height_m: float) -> None:
        """Paint the highest point of each cell, close small gaps, and leave what nobody saw hatched."""
        import cv2

        keep = np.isfinite(points).all(axis=1) & (points[:, 2] <= cut_height_m)
        if not keep.any():
            return
        order = np.argsort(points[keep][:, 2], kind="stable")  # the highest is painted last: seen from above
        xy, ink = points[keep][order, :2], colors[keep][order]
        columns, rows = np.ceil((self.high - self.low) / _CELL_M).astype(int).tolist()
        cells = np.floor(np.column_stack([xy[:, 0] - self.low[0], self.high[1] - xy[:, 1]]) / _CELL_M).astype(int)
        inside = ((cells >= 0) & (cells < [columns, rows])).all(axis=1)
        raster, empty = np.zeros((rows, columns, 3), np.uint8), np.ones((rows, columns), np.uint8)
        x, y = cells[inside].T
        raster[y, x], empty[y, x] = ink[inside], 0
        if empty.all():
            return
        # Each empty cell takes the color of the nearest painted one; those that are too far stay unknown.
        distance, nearest = cv2.distanceTransformWithLabels(empty, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
        painted = np.zeros((int(nearest.max()) + 1, 3), np.uint8)
        painted[nearest[empty == 0]] = raster[empty == 0]
        known = (distance <= _GAP_M / _CELL_M).astype(np.uint8)
        square = np.ones((3, 3), np.uint8)
        kept = cv2.erode(known, square, iterations=round(_GAP_M / _CELL_M), borderValue=1)  # no wider than the points
        shown = np.maximum(kept, 1 - empty)
        height, width = self.image.shape[:2]
        big = cv2.resize(painted[nearest], (width, height), interpolation=cv2.INTER_NEAREST)
        mask = cv2.resize(shown, (width, height), interpolation=cv2.INTER_NEAREST).astype(bool)
        self.image[mask] = (0.72 * big[mask] + 0.28 * 255).astype(np.uint8)  # paler, so that lines stand out

    def outline(self, node: ObjectNode, *, highlighted: bool) -> None:
        import cv2

        corners = self.pixels(node.box.footprint())
        if highlighted:
            filled = self.image.copy()
            cv2.fillPoly(filled, [corners], _EVIDENCE)
            self.image[:] = cv2.addWeighted(filled, 0.3, self.image, 0.7, 0)
            cv2.polylines(self.image, [corners], True, WHITE, 7, cv2.LINE_AA)
        color, width = (_EVIDENCE, 4) if highlighted else (_BOX, 1)
        cv2.polylines(self.image, [corners], True, color, width, cv2.LINE_AA)

    def label(self, node: ObjectNode, *, highlighted: bool) -> None:
        x, y = self.pixels(node.box.center[:2])[0].tolist()
        color, size = (_EVIDENCE, 0.52) if highlighted else (_BOX, 0.4)
        self.plates.add(f"{node.category} {node.id}", (x, y), color, size)

    def door(self, door: Door) -> None:
        """A ring as wide as the opening; filled where the door is closed."""
        import cv2

        (middle,) = self.pixels(door.center)
        radius = max(4, round(door.width / 2 * self.scale))
        cv2.circle(self.image, middle.tolist(), radius, _ROOM, 2 if door.open else -1, cv2.LINE_AA)

    def room(self, room: RoomNode) -> None:
        x, y = self.pixels(room.box.center[:2])[0].tolist()
        self.plates.add(room.name, (x, y), _ROOM, 0.55)

    def robot(self, T_map_base: Transform) -> None:
        import cv2

        ahead = T_map_base.R[:2, 0] / max(float(np.linalg.norm(T_map_base.R[:2, 0])), 1e-9)
        (here,), (tip,) = self.pixels(T_map_base.t[:2]), self.pixels(T_map_base.t[:2] + 0.7 * ahead)
        radius = max(6, round(0.2 * self.scale))
        cv2.circle(self.image, here.tolist(), radius, WHITE, -1, cv2.LINE_AA)
        cv2.circle(self.image, here.tolist(), radius, _ROBOT, 3, cv2.LINE_AA)
        cv2.arrowedLine(self.image, here.tolist(), tip.tolist(), _ROBOT, 4, cv2.LINE_AA, tipLength=0.3)
        self.plates.keep_free((here[0] - radius, here[1] - radius, here[0] + radius, here[1] + radius))
        self.plates.keep_free((tip[0] - radius // 2, tip[1] - radius // 2, tip[0] + radius // 2, tip[1] + radius // 2))


def _hatched(height: int, width: int) -> np.ndarray:
    """(height, width, 3) paper with thin diagonal lines."""
    rows, columns = np.indices((height, width))
    image = np.full((height, width, 3), _PAPER, np.uint8)
    image[(rows + columns) % 10 < 2] = _HATCH
    return image


def _framed(image: np.ndarray, title: str, legend: Sequence[tuple[str, Color]], scale: float) -> np.ndarray:
    """The page with scale bar and legend below and the caption above."""
    import cv2

    bar = round(scale)
    widths = [24 + text_size(text, 0.45)[0] + 24 for text, _ in (*legend, ("not observed", _INK))]
    width = max(image.shape[1], 620, 14 + bar + 30 + sum(widths))
    if image.shape[1] < width:
        image = np.pad(image, ((0, 0), (0, width - image.shape[1]), (0, 0)), constant_values=_PAPER)
    foot = np.full((46, width, 3), 255, np.uint8)
    cv2.line(foot, (14, 30), (14 + bar, 30), _INK, 3)
    for x in (14, 14 + bar):
        cv2.line(foot, (x, 24), (x, 36), _INK, 2)
    write_text(foot, "1 m", (14 + bar // 2 - 12, 18), _INK, 0.45)
    x = 14 + bar + 30
    for (text, color), step in zip((*legend, ("not observed", _INK)), widths, strict=True):
        if text == "not observed":
            foot[18:35, x : x + 17] = _hatched(17, 17)
            cv2.rectangle(foot, (x, 18), (x + 16, 34), (150, 150, 150), 1)
        else:
            cv2.rectangle(foot, (x, 18), (x + 16, 34), color, 2)
        write_text(foot, text, (x + 24, 31), _INK, 0.45)
        x += step
    parts = [image, foot]
    lines = [row for line in title.splitlines() for row in textwrap.wrap(line, max(20, width // 10)) or [""]]
    if lines:
        head = np.full((16 + 24 * len(lines), width, 3), 255, np.uint8)
        for number, line in enumerate(lines):
            write_text(head, line, (14, 26 + 24 * number), _INK, 0.55)
        parts.insert(0, head)
    return np.vstack(parts)


def _column(views: Sequence[View], height: int) -> np.ndarray:
    """The views one below the other, each with its caption, as a column of the given height."""
    import cv2

    column = np.full((height, _VIEW_PX + 20, 3), 255, np.uint8)
    space = height // max(len(views), 1)
    for number, view in enumerate(views):
        top = number * space
        rows, columns = view.image.shape[:2]
        shrink = min(_VIEW_PX / columns, max(space - 40, 16) / rows)
        size = max(1, round(columns * shrink)), max(1, round(rows * shrink))
        small = cv2.resize(view.image, size, interpolation=cv2.INTER_AREA if shrink < 1.0 else cv2.INTER_LINEAR)
        column[top + 28 : top + 28 + size[1], 10 : 10 + size[0]] = small[: max(height - top - 28, 0)]
        cv2.rectangle(column, (9, top + 27), (10 + size[0], top + 28 + size[1]), _EVIDENCE, 1)
        write_text(column, view.caption, (10, top + 20), _EVIDENCE, 0.45)
    return column


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
