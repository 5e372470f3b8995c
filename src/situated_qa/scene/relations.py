"""Predicates of relations between two objects, over boxes and observed points.

Each predicate reads `name(target, reference, settings)`: "the target is `name` the reference". Meters, map frame. Those
about distance take `distance_m`, the distance of the two surfaces, where the caller has worked it out already.
Sources: Yuan et al. (LLM-TPC) 2024, supplement 1.1.4 for the formulas; SynergAI 2024, Table A.1 for the names.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from situated_qa.knowledge.categories import category_like
from situated_qa.perception.categories import facts_of
from situated_qa.scene.distances import surface_distance
from situated_qa.scene.footprints import clip, convex_hull, overlap_area, polygon_area
from situated_qa.scene.graph import ObjectNode
from situated_qa.settings import check_settings, setting

_AROUND_M = 0.1  # around a thing, where the surface that it stands on shows again


@dataclass(frozen=True)
class RelationSettings:
    """Where relations begin and end."""

    within_reach_m: float = setting(1.0, "surface distance below which a thing is within reach, m", minimum=0.0)
    near_m: float = setting(1.0, "surface distance below which two objects are near each other, m", minimum=0.0)
    next_to_m: float = setting(0.5, "surface distance below which an edge 'next to' is drawn, m", minimum=0.0)
    far_m: float = setting(3.0, "surface distance above which two objects are far from each other, m", minimum=0.0)
    on_overlap: float = setting(
        0.3, "share of the target's footprint that must lie over the reference", minimum=0.0, maximum=1.0
    )
    on_gap_m: float = setting(0.15, "height between the target's bottom and the reference's top, m", minimum=0.0)
    on_seat_share: float = setting(
        0.4, "share of the reference's height from which a part of it can carry something", minimum=0.0, maximum=1.0
    )
    on_size_ratio: float = setting(1.5, "largest footprint of the target in footprints of the reference", minimum=0.0)
    in_fraction: float = setting(
        0.8, "share of the target's box that must lie in the reference's", minimum=0.0, maximum=1.0
    )
    vertical_gap_m: float = setting(0.02, "gap from which something is above rather than on, m", minimum=0.0)
    vertical_overlap: float = setting(
        0.2, "share of the smaller footprint that must overlap for above", minimum=0.0, maximum=1.0
    )
    wall_gap_m: float = setting(
        0.3, "gap between what hangs on a wall and a thing before it, up to which it is above the thing, m", minimum=0.0
    )
    height_margin_m: float = setting(0.05, "difference of tops and bottoms from which one is higher, m", minimum=0.0)
    embed_fraction: float = setting(
        0.3, "share of the target's box that is sunk into the reference's", minimum=0.0, maximum=1.0
    )
    touch_m: float = setting(0.1, "gap up to which a thing counts as fixed to another, m", minimum=0.0)
    thin_m: float = setting(0.04, "depth up to which a fixed thing is affixed rather than mounted, m", minimum=0.0)
    flat_m: float = setting(0.15, "depth up to which a fixed thing can hang flat, m", minimum=0.0)
    between_fraction: float = setting(
        0.4, "share of the target's footprint in the hull of the two ends", minimum=0.0, maximum=1.0
    )
    between_inside: float = setting(
        0.25, "largest share of the target's footprint in either end", minimum=0.0, maximum=1.0
    )
    between_height: float = setting(
        0.2, "height shared with each end, of the lower of the two", minimum=0.0, maximum=1.0
    )
    sector_edge_rad: float = setting(
        float(np.deg2rad(5.0)), "cut off either edge of a sector, rad", minimum=0.0, maximum=1.5
    )
    sector_fraction: float = setting(0.7, "share of an object that must lie in a sector", minimum=0.0, maximum=1.0)
    sector_query_fraction: float = setting(0.8, "the same when asked which sectors hold", minimum=0.0, maximum=1.0)
    hour_half_width_rad: float = setting(
        float(np.pi / 4), "bearing to either side of an hour, rad", minimum=0.0, maximum=3.2
    )
    asker_half_height_m: float = setting(
        1.2, "how far up and down from the pose the asker's body reaches, m", minimum=0.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


def _footprint_share(target: ObjectNode, reference: ObjectNode) -> float:
    """Share of the target's footprint that lies over or under the reference's, 0 … 1."""
    dx, dy, _ = (target.box.center - reference.box.center).tolist()
    reach = math.hypot(*target.box.extents[:2].tolist()) + math.hypot(*reference.box.extents[:2].tolist())
    if 4.0 * (dx * dx + dy * dy) > reach * reach:  # even their circles do not meet
        return 0.0
    area = float(target.box.extents[0] * target.box.extents[1])
    if area < 1e-12:  # a plane seen edge on has no area: ask whether its middle is there
        extents = np.maximum(np.abs(_in_axes(target.box.center, reference))[:2] - reference.box.extents[:2] / 2, 0.0)
        return float(extents.max() <= 1e-9)
    return overlap_area(target.box.footprint(), reference.box.footprint()) / area


def _in_axes(point: np.ndarray, node: ObjectNode) -> np.ndarray:
    """(3,) of a map point, from the center of the node's box, along its axes."""
    c, s = np.cos(node.box.yaw), np.sin(node.box.yaw)
    x, y, z = point - node.box.center
    return np.array([c * x + s * y, c * y - s * x, z])


def _height_shared(a: ObjectNode, b: ObjectNode) -> float:
    """m of height that both boxes have in common."""
    return max(0.0, min(a.box.top, b.box.top) - max(a.box.bottom, b.box.bottom))


def _share_inside(target: ObjectNode, reference: ObjectNode) -> float:
    """Share of the target's box that lies in the reference's box, 0 … 1."""
    height = float(target.box.extents[2])
    if height < 1e-9:
        vertical = float(reference.box.bottom - 1e-9 <= target.box.bottom <= reference.box.top + 1e-9)
    else:
        vertical = _height_shared(target, reference) / height
    return vertical * _footprint_share(target, reference) if vertical else 0.0


def _distance(target: ObjectNode, reference: ObjectNode, distance_m: float | None) -> float:
    return surface_distance(target, reference) if distance_m is None else distance_m


def within_reach(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """Their surfaces are less than `within_reach_m` apart."""
    return _distance(target, reference, distance_m) < settings.within_reach_m


def near(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """Their surfaces are less than `near_m` apart."""
    return _distance(target, reference, distance_m) < settings.near_m


def far(target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None) -> bool:
    """Their surfaces are more than `far_m` apart."""
    return _distance(target, reference, distance_m) > settings.far_m


def next_to(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """Close, at a common height, and neither over nor in the other."""
    if _height_shared(target, reference) <= 0.0:
        return False
    if max(_footprint_share(target, reference), _footprint_share(reference, target)) > settings.on_overlap:
        return False
    return _distance(target, reference, distance_m) < settings.next_to_m


def besides(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """Next to it and standing on the same level: chair besides chair, cup besides plate."""
    level = abs(target.box.bottom - reference.box.bottom) <= settings.on_gap_m
    return level and next_to(target, reference, settings, distance_m)


def on(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """It rests on the reference: footprints overlap, its bottom is at the top, and it is not much larger.

    What stands on a board of a bookcase is on the bookcase, as people say, and in it, too.
    Where the reference was seen as points, one of them below the target's middle may carry it too: a pillow lies on the
    seat of a sofa, whose box ends at the backrest. Furniture that stands on the floor is never on other such furniture.
    """
    if target.box.bottom > reference.box.top + settings.on_gap_m or target.box.top <= reference.box.bottom:
        return False
    if facts_of(target.category).stands_on_floor and facts_of(reference.category).stands_on_floor:
        return False  # a chair at a table stands beside it, whatever of its legs was seen
    if facts_of(reference.category).has_boards and inside(target, reference, settings):
        return True
    at_the_top = abs(target.box.bottom - reference.box.top) <= settings.on_gap_m
    seen = len(reference.surface_points) > 0
    if not at_the_top and not seen and not _is_seat(reference):
        return False
    area, reference_area = (float(node.box.extents[0] * node.box.extents[1]) for node in (target, reference))
    if area >= settings.on_size_ratio * reference_area:
        return False
    if _footprint_share(target, reference) <= settings.on_overlap:
        return False
    if at_the_top:
        return True
    # Of a seat that was not seen as points, only the height is known in which its seat must be.
    seat = _seat_height(target, reference) if seen else target.box.bottom
    if seat is None or seat - reference.box.bottom < settings.on_seat_share * reference.box.extents[2]:
        return False  # a chair pushed under a table stands beside the table's foot, not on it
    return abs(target.box.bottom - seat) <= settings.on_gap_m


def _is_seat(node: ObjectNode) -> bool:
    """Whether its box ends at a backrest, armrests or a headboard, above what it carries."""
    row = category_like(node.category)
    return row is not None and row[0].front in ("seat", "end")


def _seat_height(target: ObjectNode, reference: ObjectNode) -> float | None:
    """Height of the reference's observed surface under and around the target, m; None where it was not observed there.

    Around it, too, because a thing hides what it stands on. Of several heights there (seat, armrest, a stray point of
    the target itself) the one nearest to the target's bottom.
    """
    if not len(reference.surface_points):
        return None
    points = np.asarray(reference.surface_points, dtype=np.float64)
    c, s = np.cos(target.box.yaw), np.sin(target.box.yaw)
    x, y = (points[:, :2] - target.box.center[:2]).T
    hx, hy = target.box.extents[:2] / 2 + _AROUND_M
    under = (np.abs(c * x + s * y) <= hx) & (np.abs(c * y - s * x) <= hy) & (points[:, 2] < target.box.center[2])
    heights = points[under, 2]
    return float(heights[np.argmin(np.abs(heights - target.box.bottom))]) if under.any() else None


def support(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """It carries the reference: the reference is `on` it."""
    return on(reference, target, settings)


def inside(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """Nearly all of its box lies in the reference's box."""
    return _share_inside(target, reference) >= settings.in_fraction


def embed(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """It is set into the top of the reference and flush with it: a sink in a counter, a hob in a worktop."""
    if abs(target.box.top - reference.box.top) > settings.on_gap_m or target.box.volume() >= reference.box.volume():
        return False
    held = _footprint_share(target, reference) >= settings.in_fraction
    return held and _share_inside(target, reference) >= settings.embed_fraction


def above(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """There is air between its bottom and the reference's top, and their footprints overlap, or it hangs behind it."""
    if target.box.bottom - reference.box.top <= settings.vertical_gap_m:
        return False
    if max(_footprint_share(target, reference), _footprint_share(reference, target)) > settings.vertical_overlap:
        return True
    return _hangs_behind(target, reference, settings)


def _hangs_behind(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """A flat upright thing on the wall at the back of the reference: a picture, above a TV that stands off the wall."""
    thin = int(np.argmin(target.box.extents[:2]))
    if target.box.extents[thin] > settings.flat_m or target.box.extents[2] <= 2.0 * target.box.extents[thin]:
        return False
    corners = reference.box.footprint() - target.box.center[:2]
    c, s = np.cos(target.box.yaw), np.sin(target.box.yaw)
    along = np.stack([corners @ (c, s), corners @ (-s, c)])  # (2, 4) m, along the target's axes
    half, low, high = target.box.extents[:2] / 2, along.min(axis=1), along.max(axis=1)
    wide = 1 - thin
    shared = min(half[wide], high[wide]) - max(-half[wide], low[wide])
    least = settings.vertical_overlap * min(2.0 * half[wide], high[wide] - low[wide])
    return bool(max(low[thin], -high[thin]) - half[thin] <= settings.wall_gap_m and shared > least)


def below(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """The reference is `above` it."""
    return above(reference, target, settings)


def higher_than(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """Both its bottom and its top are higher than the reference's, wherever the two stand."""
    margin = settings.height_margin_m
    return target.box.bottom > reference.box.bottom + margin and target.box.top > reference.box.top + margin


def lower_than(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> bool:
    """The reference is `higher_than` it."""
    return higher_than(reference, target, settings)


def _depth(node: ObjectNode) -> float:
    """How far a flat thing stands out: its smaller horizontal side, m."""
    return float(node.box.extents[:2].min())


def _fixed_to_side(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """It touches an upright face of something taller and is off that thing's foot."""
    off_the_ground = target.box.bottom > reference.box.bottom + settings.touch_m
    if not off_the_ground or target.box.top > reference.box.top + settings.touch_m:
        return False
    if target.box.volume() >= reference.box.volume() or on(target, reference, settings):
        return False
    return _distance(target, reference, distance_m) <= settings.touch_m and not inside(target, reference, settings)


def hanging_on(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """It hangs from the reference above it (a lamp), or flat on the face of something taller (a picture)."""
    from_above = (
        abs(reference.box.bottom - target.box.top) <= settings.touch_m
        and _footprint_share(target, reference) > settings.on_overlap
        and target.box.volume() < max(reference.box.volume(), 1e-9) * settings.on_size_ratio
    )
    if from_above:
        return True
    return _depth(target) <= settings.flat_m and _fixed_to_side(target, reference, settings, distance_m)


def mounted_on(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """It is fixed to the face of something taller and stands out from it: a television, a shelf."""
    return _depth(target) > settings.thin_m and _fixed_to_side(target, reference, settings, distance_m)


def affixed_on(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> bool:
    """It is fixed to the face of something taller and flat as paper: a poster, a mirror, a switch."""
    return _depth(target) <= settings.thin_m and _fixed_to_side(target, reference, settings, distance_m)


def between(target: ObjectNode, a: ObjectNode, b: ObjectNode, settings: RelationSettings) -> bool:
    """It stands in the hull of the two ends' footprints, in neither of them, at a height they share."""
    ends = (a.box.footprint(), b.box.footprint())
    footprint = target.box.footprint()
    area = polygon_area(footprint)
    if area < 1e-12:
        return False
    if any(overlap_area(footprint, end) / area > settings.between_inside for end in ends):
        return False
    for end in (a, b):
        lower = min(float(target.box.extents[2]), float(end.box.extents[2]))
        if _height_shared(target, end) < settings.between_height * lower:
            return False
    hull = convex_hull(np.vstack(ends))
    return polygon_area(clip(footprint, hull)) / area >= settings.between_fraction
