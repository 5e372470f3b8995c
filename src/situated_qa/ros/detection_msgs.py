"""vision_msgs and label images to detections, and the scene graph to vision_msgs.

What is wrong with a whole message is a `FrameError`. What is wrong with one detection costs this detection: it is among
the reasons that come back with the others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from vision_msgs.msg import BoundingBox2D, Detection2DArray, Detection3D, Detection3DArray, ObjectHypothesisWithPose

from situated_qa.errors import FrameError
from situated_qa.perception.detector import Detection
from situated_qa.ros.label_tables import MAX_NAME_CHARACTERS, LabelTable, is_nothing, plain_label
from situated_qa.ros.stamps import stamp_to_msg
from situated_qa.ros.texts import short_name
from situated_qa.scene.graph import SceneGraph

MAX_DETECTIONS = 1000
"""In one image; a message with more is refused."""

_MIN_BOX_PX = 1.0


@dataclass(frozen=True)
class Converted:
    """What one message says about one image."""

    detections: tuple[Detection, ...]  # best first
    rejected: Counter[str] = field(default_factory=Counter)  # by what is wrong: "results", "score", "class", "box"
    reasons: dict[str, str] = field(default_factory=dict)  # for each of them a text that says what would be right


class _WrongDetection(Exception):
    """One detection cannot be used: what is wrong, and a text that says what would be right."""


def detections_from_msg(
    msg: Detection2DArray,
    size: tuple[int, int],
    table: LabelTable | None,
    *,
    least_score: float = 0.0,
    excluded: Sequence[str] = (),
    name: str = "detections",
    where_labels_come_from: str = "LabelInfo",
) -> Converted:
    """Boxes with names and scores, in pixels of the color image, cut at its border.

    The hypothesis with the best score counts. A rotated box becomes the upright one around it.

    Args:
        size: width and height of the color image, px.
        table: names of class numbers; None where none is known yet.
        least_score: detections below it are left out.
        excluded: names that never become objects.
        name: what to call the message in an error, e.g. its topic.
        where_labels_come_from: for the same.

    Raises:
        FrameError: there are more than `MAX_DETECTIONS`, or a class is a number and no table is known.
    """
    if len(msg.detections) > MAX_DETECTIONS:
        raise FrameError(f"{name}: {len(msg.detections)} detections in one image; the most is {MAX_DETECTIONS}")
    left_out = {plain_label(item) for item in excluded}
    found: list[Detection] = []
    rejected: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    for item in msg.detections:
        try:
            best = _best(item.results)
            if table is None and best.hypothesis.class_id.strip().isdecimal():
                # None of its detections can be named: to use the others would say that these things are not there.
                raise FrameError(f"{name}: classes are numbers, and nothing names them yet: {where_labels_come_from}")
            category = _category(best.hypothesis.class_id, table, where_labels_come_from)
            box = _box(item.bbox, size)
        except _WrongDetection as wrong:
            what, reason = wrong.args
            rejected[what] += 1
            reasons.setdefault(what, reason)
            continue
        if best.hypothesis.score >= least_score and category not in left_out and not is_nothing(category):
            found.append(Detection(category, float(best.hypothesis.score), box))
    return Converted(tuple(sorted(found, key=lambda detection: -detection.score)), rejected, reasons)


def _best(results: Sequence[ObjectHypothesisWithPose]) -> ObjectHypothesisWithPose:
    if not results:
        raise _WrongDetection("results", "a detection has no results; it needs a hypothesis with class_id and score")
    for result in results:
        if not 0.0 <= result.hypothesis.score <= 1.0:
            raise _WrongDetection("score", f"score must lie in 0 … 1, got {result.hypothesis.score:g}")
    return max(results, key=lambda result: result.hypothesis.score)


def _category(class_id: str, table: LabelTable | None, where_from: str) -> str:
    """The name that a class_id is or stands for."""
    text = class_id.strip()
    if text.isdecimal() and table is not None:
        if len(text) > 6 or int(text) not in table.names:
            raise _WrongDetection("class", f"class_id {short_name(text)} is not in the table of labels: {where_from}")
        return table.names[int(text)]
    category = plain_label(text)
    if not category or len(category) > MAX_NAME_CHARACTERS:
        raise _WrongDetection(
            "class",
            f"class_id must be a class's name or number, of 1 to {MAX_NAME_CHARACTERS} characters, got "
            f"{short_name(text)}",
        )
    return category


def _box(box: BoundingBox2D, size: tuple[int, int]) -> np.ndarray:
    """(4,) left, top, right, bottom, px."""
    width, height = size
    x, y, theta = box.center.position.x, box.center.position.y, box.center.theta
    if not all(map(math.isfinite, (x, y, theta, box.size_x, box.size_y))):
        raise _WrongDetection(
            "box",
            f"a box must be finite, got center {x:g}, {y:g}, theta {theta:g} and size {box.size_x:g} × {box.size_y:g}",
        )
    if box.size_x <= 0 or box.size_y <= 0:
        raise _WrongDetection("box", f"a box's size must be > 0 px, got {box.size_x:g} × {box.size_y:g}")
    cos, sin = abs(math.cos(theta)), abs(math.sin(theta))
    half = np.array([cos * box.size_x + sin * box.size_y, sin * box.size_x + cos * box.size_y]) / 2
    low, high = np.clip(np.array([x, y]) - half, 0, size), np.clip(np.array([x, y]) + half, 0, size)
    if (high - low < _MIN_BOX_PX).any():
        raise _WrongDetection(
            "box",
            f"a box around {x:.0f}, {y:.0f} lies outside of the image; boxes must be in pixels of the color image, "
            f"{width}×{height}",
        )
    return np.concatenate([low, high])


def detections_from_labels(
    labels: np.ndarray,
    unlabeled: int | None,
    size: tuple[int, int],
    table: LabelTable | None,
    *,
    instances: bool,
    divisor: int = 0,
    score: float = 1.0,
    min_pixels: int = 1,
    excluded: Sequence[str] = (),
    name: str = "labels",
    where_labels_come_from: str = "LabelInfo",
) -> Converted:
    """The objects of a label image with their masks, largest first.

    Args:
        labels: (H, W) int32 numbers of classes or instances; negative ones are no object, and so is 0 where no label
            names it.
        unlabeled: the number that its encoding reserves for "unlabeled"; None: there is none.
        size: width and height of the color image, px.
        instances: every number is one object; else every connected piece of a class is.
        divisor: instances: the class is the number divided by this; 0: the table names instance numbers.
        score: of every object.
        min_pixels: smaller objects are left out.
        excluded, name, where_labels_come_from: as in `detections_from_msg`.

    Raises:
        FrameError: the image has another size than the color image, there is no table, or more numbers than a label
            image has.
    """
    if labels.shape != (size[1], size[0]):
        raise FrameError(
            f"{name}: the label image must have the size of the color image, {size[0]}×{size[1]}, got "
            f"{labels.shape[1]}×{labels.shape[0]}; scale it with nearest neighbors"
        )
    if table is None:
        raise FrameError(f"{name}: nothing names the numbers of the label image yet: {where_labels_come_from}")
    numbers, counts = _numbers(labels)
    if len(numbers) > MAX_DETECTIONS:
        raise FrameError(
            f"{name}: {len(numbers)} different numbers in one label image; the most is {MAX_DETECTIONS}. "
            "Is it a depth or color image?"
        )
    left_out = {plain_label(item) for item in excluded}
    found: list[tuple[int, Detection]] = []
    rejected: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        key = number // divisor if instances and divisor else number
        if number < 0 or key == unlabeled or number == unlabeled or count < min_pixels:
            continue
        category = table.names.get(key)
        if category is None:
            if number != 0:
                rejected["class"] += 1
                reasons.setdefault("class", f"number {key} is not in the table of labels: {where_labels_come_from}")
            continue
        if category in left_out or is_nothing(category):
            continue
        mask = labels == number
        box = _around(mask)
        if instances:
            found.append((count, Detection(category, score, box.astype(np.float64), mask)))
            continue
        for piece, piece_box, pixels in _pieces(mask, box, min_pixels):
            found.append((pixels, Detection(category, score, piece_box, piece)))
    found.sort(key=lambda item: -item[0])
    return Converted(tuple(detection for _, detection in found[:MAX_DETECTIONS]), rejected, reasons)


def _numbers(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers in an image, ascending, and how many pixels have each."""
    low, high = int(labels.min()), int(labels.max())
    if high - low >= labels.size:
        return np.unique(labels, return_counts=True)
    counts = np.bincount((labels - low).ravel())  # no sorting
    present = np.flatnonzero(counts)
    return present + low, counts[present]


def _around(mask: np.ndarray) -> np.ndarray:
    """(4,) int left, top, right, bottom of a mask that is not empty, px."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])


def _pieces(mask: np.ndarray, box: np.ndarray, min_pixels: int) -> list[tuple[np.ndarray, np.ndarray, int]]:
    """The connected pieces of a mask, each with its box and its pixels.

    Args:
        box: (4,) int around the mask, px.
    """
    import cv2

    left, top, right, bottom = box.tolist()
    part = mask[top:bottom, left:right].astype(np.uint8)
    _, pieces, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    result = []
    for number in np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= min_pixels) + 1:
        x, y, width, height, pixels = stats[number].tolist()
        piece = np.zeros_like(mask)
        piece[top:bottom, left:right] = pieces == number
        around = np.array([left + x, top + y, left + x + width, top + y + height], dtype=np.float64)
        result.append((piece, around, pixels))
    return result


# ── the scene graph, going out ───────────────────────────────────────────────────────────────────────────────────────


def graph_to_detections(graph: SceneGraph) -> Detection3DArray:
    """Every object of the graph: its id, name, confidence and box, in the map frame.

    The header's stamp is that of the last frame in the map, an object's own is when it was last seen.
    """
    msg = Detection3DArray(detections=[_detection(node, graph.frame) for node in graph.objects])
    msg.header.stamp, msg.header.frame_id = stamp_to_msg(graph.stamp), graph.frame
    return msg


def _detection(node: Any, frame: str) -> Detection3D:
    detection = Detection3D(id=str(node.id))
    detection.header.stamp, detection.header.frame_id = stamp_to_msg(node.last_seen), frame
    x, y, z = (float(value) for value in node.box.center)
    half_yaw = float(node.box.yaw) / 2
    turned = Quaternion(x=0.0, y=0.0, z=math.sin(half_yaw), w=math.cos(half_yaw))
    pose = Pose(position=Point(x=x, y=y, z=z), orientation=turned)
    length, width, height = (float(value) for value in node.box.extents)
    detection.bbox.center, detection.bbox.size = pose, Vector3(x=length, y=width, z=height)
    result = ObjectHypothesisWithPose()
    result.hypothesis.class_id, result.hypothesis.score = node.category, float(node.confidence)
    result.pose.pose = pose
    detection.results = [result]
    return detection
