"""How well a perceived scene graph tells the true one: what was found, invented and doubled, and how well it is known.

Everything is counted, not averaged, so that the counts of several homes add up; `PerceptionCounts.figures` divides.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.geometry import Box
from situated_qa.perception.colors import canonical_color
from situated_qa.scene.footprints import overlap_area
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_structural, is_unnamed
from situated_qa.situated.categories import STEPS, find_categories

THRESHOLDS = (0.25, 0.5)
"""Intersections over union from which a perceived box is a true one's."""
SEEN_PIXELS = 400
"""A true object counts as seen where its largest mask had so many pixels: 20 × 20."""
_THIN_M = 0.03
"""Boxes are made this thick at least: a picture or rug has next to no volume to share."""
_DOUBLE_INSIDE = 0.5


def box_iou(a: Box, b: Box) -> float:
    """Intersection over union, 0 … 1, of two upright boxes with any yaw; thin ones are thickened first."""
    a, b = _thickened(a), _thickened(b)
    shared = _shared_volume(a, b)
    return shared / (a.volume() + b.volume() - shared)


def _thickened(box: Box) -> Box:
    return Box(box.center, np.maximum(box.extents, _THIN_M), box.yaw)


def _shared_volume(a: Box, b: Box) -> float:
    height = min(a.top, b.top) - max(a.bottom, b.bottom)
    return height * overlap_area(a.footprint(), b.footprint()) if height > 0.0 else 0.0


def match_boxes(truth: Sequence[ObjectNode], found: Sequence[ObjectNode], threshold: float) -> dict[int, int]:
    """Pair true with perceived objects one to one, so that as much as possible overlaps; categories play no part.

    Returns:
        True id → found id, of pairs with an IoU of at least `threshold`.

    Source: Kuhn 1955, by SciPy's `linear_sum_assignment`.
    """
    from scipy.optimize import linear_sum_assignment

    if not truth or not found:
        return {}
    iou = np.array([[box_iou(a.box, b.box) for b in found] for a in truth])
    rows, columns = linear_sum_assignment(np.where(iou >= threshold, iou, 0.0), maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return {truth[i].id: found[j].id for i, j in pairs if iou[i, j] >= threshold}


def same_category(found: str, truth: str) -> bool:
    """Whether two category names mean the same: spelling, plural or alias ("couch" and "sofa")."""
    return not is_unnamed(found) and find_categories(found, [truth], STEPS[:3]) is not None


def covers_category(found: str, truth: str) -> bool:
    """Whether the found name is the true one or a wider one: an armchair that is called a chair."""
    return not is_unnamed(found) and find_categories(found, [truth], STEPS[:4]) is not None


def extents_error(truth: Box, found: Box) -> float:
    """Mean difference of the three lengths, m, along the true box's axes (the found one's turned by quarter turns)."""
    quarter_turns = round((found.yaw - truth.yaw) / (np.pi / 2))
    lengths = found.extents[[1, 0, 2]] if quarter_turns % 2 else found.extents
    return float(np.abs(lengths - truth.extents).mean())


@dataclass(slots=True)
class PerceptionCounts:
    """What was counted over one home or several."""

    counts: Counter[str] = field(default_factory=Counter)
    center_errors_m: list[float] = field(default_factory=list)
    extents_errors_m: list[float] = field(default_factory=list)
    predicates: dict[str, Counter[str]] = field(default_factory=dict)  # per predicate: true, found, right, knowable

    def figures(self) -> dict[str, float | None]:
        """The rates; None where nothing was there to be counted."""
        c = self.counts
        figures: dict[str, float | None] = {}
        for threshold in THRESHOLDS:
            hit = c[f"hit_{threshold}"]
            figures[f"objects_found_{threshold}"] = _share(hit, c["true"])
            figures[f"seen_objects_found_{threshold}"] = _share(c[f"seen_hit_{threshold}"], c["seen"])
            figures[f"objects_invented_{threshold}"] = _share(c["found"] - hit, c["found"])
        figures |= {
            "duplicates": _share(c["duplicates"], c["found"]),
            "category_right": _share(c["category_right"], c["hit_0.25"]),
            "category_right_or_wider": _share(c["category_covered"], c["hit_0.25"]),
            "color_right": _share(c["color_right"], c["colored"]),
            "support_right": _share(c["support_right"], c["hit_0.25"]),
            "carried_support_right": _share(c["carried_support_right"], c["carried"]),
            "center_error_median_m": _median(self.center_errors_m),
            "extents_error_median_m": _median(self.extents_errors_m),
        }
        totals: Counter[str] = Counter()
        for numbers in self.predicates.values():
            totals.update(numbers)
        figures["relation_precision"] = _share(totals["right"], totals["found"])
        figures["relation_recall"] = _share(totals["right"], totals["true"])
        figures["relation_recall_of_found"] = _share(totals["right"], totals["knowable"])
        return figures

    def predicate_figures(self) -> dict[str, dict[str, float | None]]:
        """Precision and recall of each predicate, with the counts."""
        return {
            name: {
                "precision": _share(n["right"], n["found"]),
                "recall": _share(n["right"], n["true"]),
                "recall_of_found": _share(n["right"], n["knowable"]),  # of edges whose two objects were both found
                "true": n["true"],
                "found": n["found"],
            }
            for name, n in sorted(self.predicates.items())
        }

    def add(self, other: PerceptionCounts) -> None:
        """Take another home's counts in."""
        self.counts.update(other.counts)
        self.center_errors_m += other.center_errors_m
        self.extents_errors_m += other.extents_errors_m
        for name, numbers in other.predicates.items():
            self.predicates.setdefault(name, Counter()).update(numbers)

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "counts": dict(self.counts),
            "center_errors_m": [round(v, 4) for v in self.center_errors_m],
            "extents_errors_m": [round(v, 4) for v in self.extents_errors_m],
            "predicates": {name: dict(numbers) for name, numbers in self.predicates.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PerceptionCounts:
        """Back from `to_dict`."""
        return cls(
            Counter(data["counts"]),
            list(data["center_errors_m"]),
            list(data["extents_errors_m"]),
            {name: Counter(numbers) for name, numbers in data["predicates"].items()},
        )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _median(values: Sequence[float]) -> float | None:
    return round(statistics.median(values), 4) if values else None


def compare_graphs(truth: SceneGraph, found: SceneGraph, seen: Collection[int] | None = None) -> PerceptionCounts:
    """Count what of the true scene was perceived. Walls, floors and ceilings are left out of both.

    Args:
        seen: ids of the true objects that any frame showed; None means all.
    """
    true_nodes = [node for node in truth.objects if not is_structural(node.category)]
    found_nodes = [node for node in found.objects if not is_structural(node.category)]
    result = PerceptionCounts()
    counts = result.counts
    visible = {node.id for node in true_nodes if seen is None or node.id in seen}
    counts.update({"true": len(true_nodes), "found": len(found_nodes), "seen": len(visible)})
    for threshold in THRESHOLDS:
        pairs = match_boxes(true_nodes, found_nodes, threshold)
        counts[f"hit_{threshold}"] += len(pairs)
        counts[f"seen_hit_{threshold}"] += len(visible & pairs.keys())
    pairs = match_boxes(true_nodes, found_nodes, THRESHOLDS[0])
    for true_id, found_id in pairs.items():
        _compare_objects(truth.by_id[true_id], found.by_id[found_id], pairs, result)
    counts["duplicates"] += _duplicates(true_nodes, found_nodes, pairs)
    _compare_relations(truth, found, {node.id for node in true_nodes}, {node.id for node in found_nodes}, pairs, result)
    return result


def _compare_objects(truth: ObjectNode, found: ObjectNode, pairs: Mapping[int, int], result: PerceptionCounts) -> None:
    counts = result.counts
    result.center_errors_m.append(float(np.linalg.norm(found.box.center - truth.box.center)))
    result.extents_errors_m.append(extents_error(truth.box, found.box))
    counts["category_right"] += same_category(found.category, truth.category)
    counts["category_covered"] += covers_category(found.category, truth.category)
    if truth.color:
        counts["colored"] += 1
        counts["color_right"] += _canonical(found.color) == _canonical(truth.color)
    expected = pairs.get(truth.supporter, -1) if truth.supporter is not None else None
    right = found.supporter == expected
    counts["support_right"] += right
    if truth.supporter is not None:
        counts["carried"] += 1
        counts["carried_support_right"] += right


def _canonical(color: str) -> str:
    try:
        return canonical_color(color)
    except ToolError:
        return color


def _duplicates(truth: Iterable[ObjectNode], found: Iterable[ObjectNode], pairs: Mapping[int, int]) -> int:
    """Left-over perceived objects that lie on, or half in, a true one of their category that has its partner."""
    taken, used = [node for node in truth if node.id in pairs], set(pairs.values())

    def doubles(extra: ObjectNode, node: ObjectNode) -> bool:
        if not same_category(extra.category, node.category):
            return False
        a, b = _thickened(extra.box), _thickened(node.box)
        shared = _shared_volume(a, b)
        return shared >= _DOUBLE_INSIDE * a.volume() or box_iou(a, b) >= THRESHOLDS[0]

    return sum(any(doubles(extra, node) for node in taken) for extra in found if extra.id not in used)


def _compare_relations(
    truth: SceneGraph,
    found: SceneGraph,
    true_ids: set[int],
    found_ids: set[int],
    pairs: Mapping[int, int],
    result: PerceptionCounts,
) -> None:
    def edges(graph: SceneGraph, ids: set[int]) -> set[tuple[int, str, int]]:
        return {(r.subject, r.predicate, r.object) for r in graph.relations if r.subject in ids and r.object in ids}

    perceived = edges(found, found_ids)
    for subject, predicate, object in edges(truth, true_ids):
        numbers = result.predicates.setdefault(predicate, Counter())
        numbers["true"] += 1
        if subject in pairs and object in pairs:
            numbers["knowable"] += 1
            numbers["right"] += (pairs[subject], predicate, pairs[object]) in perceived
    for _, predicate, _ in perceived:
        result.predicates.setdefault(predicate, Counter())["found"] += 1
