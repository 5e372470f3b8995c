"""What nobody saw of an object, where it can be told: the depth behind a front, the legs below a seat."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.box_fitting import with_bottom
from situated_qa.perception.categories import CategoryFacts, facts_of
from situated_qa.perception.surface_boxes import FittedBox, box_of_face, weighted_percentiles
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.surface_points import SurfaceEvidence
from situated_qa.perception.walls_behind import UprightRectangle, wall_around

_FROM_BEHIND = 0.05  # share of the information from a side, from which that side counts as seen
_FACING = 0.2  # cosine of the mean view with a side's normal, from which the side is looked at
_FROM_ONE_SIDE = 0.5  # length of the mean of the views' unit vectors, from which they come from one side
_BEHIND = 0.8  # a plane nearer to the front than this share of the depth that was seen is no wall behind it
_OWN_FRONT_M = 0.2  # what goes on so near to the front may be more of the front
_ROOM_SLACK = 1.2  # how much less than the least depth there may be before the wall: both are noisy
_WALL_NEAR = 0.5  # of the usual depth: a wall this near to where the back would be is what the thing stands against


def completed(fitted: FittedBox, category: str, field: SurfaceField | None, *, floor_snap_m: float) -> Box:
    """The box with its unseen depth and its unseen foot.

    Args:
        fitted: what was seen.
        category: decides how deep such things are, and whether they stand on the floor.
        field: shows the wall that a thing stands against.
        floor_snap_m: boxes that end this close to the floor (z = 0) end on it; 0 leaves them.
    """
    box = _with_depth(fitted, facts_of(category), field)
    return on_the_floor(box, category, floor_snap_m)


def has_room(fitted: FittedBox, category: str, field: SurfaceField) -> bool:
    """Whether the wall behind what was seen from its front leaves room for furniture of a category.

    What stands 0.45 m before a wall is no couch. Where no wall is found, there is room.
    """
    facts, face = facts_of(category), front_of(fitted)
    least_m = facts.depth_m[0]
    if face is None or least_m == 0.0 or not facts.stands_on_floor:
        return True
    wall = wall_around(field, face[1], before_m=0.0, behind_m=least_m / _ROOM_SLACK)
    return wall is None or -wall < max(_OWN_FRONT_M, _BEHIND * float(fitted.box.extents[face[0]]))


def on_the_floor(box: Box, category: str, floor_snap_m: float) -> Box:
    """The box down to the floor, where its bottom is near it, or where things of this category stand on the floor."""
    stands = facts_of(category).stands_on_floor
    if (stands or abs(box.bottom) <= floor_snap_m) and floor_snap_m > 0.0 and box.bottom != 0.0:
        return with_bottom(box, 0.0) if box.top > 0.0 else box
    return box


def _with_depth(fitted: FittedBox, facts: CategoryFacts, field: SurfaceField | None) -> Box:
    if fitted.face is not None and facts.in_a_wall:
        return _in_the_wall(fitted, fitted.face, facts.depth_m[1])
    if facts.round:
        return _round(fitted)
    face = front_of(fitted)
    if face is None:
        return fitted.box
    side, front = face
    seen = float(fitted.box.extents[side])
    least_m, usual_m = facts.depth_m
    if seen >= least_m:
        return fitted.box
    back = usual_m
    if field is not None:
        wall = wall_around(field, front, before_m=0.0, behind_m=(1.0 + _WALL_NEAR) * usual_m)
        if wall is not None and -wall > max(seen, least_m):
            back = -wall
    return box_of_face(front, 0.0, -back)


def front_of(fitted: FittedBox) -> tuple[int, UprightRectangle] | None:
    """The larger upright side that all views looked at: the axis that its normal lies along, and the side itself.

    None where the views do not look at it, or where some saw the other side, too: then the depth was seen.
    """
    box, evidence = fitted.box, fitted.evidence
    mean = np.average(evidence.rays[:, :2], axis=0, weights=evidence.information)
    axes = np.array([[np.cos(box.yaw), np.sin(box.yaw)], [-np.sin(box.yaw), np.cos(box.yaw)]])
    side = int(np.argmin(box.extents[:2]))
    facing = float(axes[side] @ mean)
    if abs(facing) < _FACING:
        return None
    normal = -np.sign(facing) * axes[side]
    if _seen_from(evidence, -normal) > _FROM_BEHIND:
        return None
    along = np.array([-normal[1], normal[0]])
    middle, half = float(along @ box.center[:2]), float(box.extents[1 - side]) / 2
    offset = float(normal @ box.center[:2] + box.extents[side] / 2)
    return side, UprightRectangle(normal, offset, middle - half, middle + half, box.bottom, box.top)


def _seen_from(evidence: SurfaceEvidence, direction: np.ndarray) -> float:
    """The share of the information that was seen looking against a direction (2,)."""
    share = evidence.information[evidence.rays[:, :2] @ direction < 0.0].sum() / evidence.information.sum()
    return float(share)


def _in_the_wall(fitted: FittedBox, face: UprightRectangle, usual_m: float) -> Box:
    """A door or window: flush with the wall that it is set into, unless it stands out of it."""
    front = fitted.wall_m if fitted.wall_m is not None and fitted.wall_m > 0.0 else 0.0
    back = front - usual_m
    if _seen_from(fitted.evidence, -face.normal) > _FROM_BEHIND:  # its points are of both sides
        middle = -float(fitted.box.extents[0]) / 2
        front, back = middle + usual_m / 2, middle - usual_m / 2
    return box_of_face(face, front, back)


def _round(fitted: FittedBox) -> Box:
    """A round thing is as deep as it is wide: of one seen from one side the box grows away from the viewers."""
    evidence, box = fitted.evidence, fitted.box
    mean = np.average(evidence.rays[:, :2], axis=0, weights=evidence.information)
    length = float(np.linalg.norm(mean))
    if length < _FROM_ONE_SIDE or _seen_from(evidence, mean / max(length, 1e-9)) > _FROM_BEHIND:
        return box
    away = mean / length
    xy = evidence.points[:, :2]
    across = xy @ np.array([-away[1], away[0]])
    (left, right), deep = np.percentile(across, [0.5, 99.5]), xy @ away
    near, far = np.percentile(deep, [0.5, 99.5])
    width = float(right - left)
    if far - near >= 0.85 * width:
        return box
    near_side = float(weighted_percentiles(deep, np.ones(len(deep)), [0.5])[0])
    middle = away * (near_side + width / 2) + np.array([-away[1], away[0]]) * (left + right) / 2
    return Box(np.array([*middle, box.center[2]]), np.array([width, width, box.extents[2]]), 0.0)
