"""Checks of scene graph messages before they are converted: wrong ones are refused when they arrive.

A wrong graph that is let in fails later, in a question or in a marker, where its sender is no longer known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from geometry_msgs.msg import Point, Vector3

from situated_qa.errors import FrameError, SceneError
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.msg import SceneObject
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.ros.texts import short_name

MAX_TEXT_CHARACTERS = 1_000
MAX_COORDINATE_M = 1e8
"""Nothing on Earth lies further from a map's origin, m, be it in UTM coordinates or at the Earth's center."""

MAX_CELL_M = 100.0

_UNIT_TOLERANCE = 0.01


def check_graph_msg(msg: SceneGraphMsg) -> None:
    """
    Raises:
        SceneError: a stamp, text, size or number is out of range; names the field.
    """
    if not msg.header.frame_id:
        raise SceneError("scene graph: header.frame_id is empty; it must name the map frame")
    for name, text in _texts(msg):
        if len(text) > MAX_TEXT_CHARACTERS:
            raise SceneError(
                f"scene graph: {name} has {len(text)} characters; the most is {MAX_TEXT_CHARACTERS}: {short_name(text)}"
            )
    _check_stamps(msg)
    for index, node in enumerate(msg.objects):
        _check_object(node, f"objects[{index}], id {node.id},")
    for index, room in enumerate(msg.rooms):
        _check_place(f"rooms[{index}].box_center", room.box_center)
        _check_place(f"rooms[{index}].box_extents", room.box_extents)
    for index, relation in enumerate(msg.relations):
        if not np.isfinite(relation.score):
            raise SceneError(f"scene graph: relations[{index}].score must be finite, got {relation.score}")
    plan, observed = msg.floor_plan, msg.observed
    _check_reach("floor_plan.origin", plan.origin_x, plan.origin_y)
    _check_reach("observed.origin", observed.origin_x, observed.origin_y)
    for index, door in enumerate(plan.doors):
        _check_reach(f"floor_plan.doors[{index}]", door.x, door.y, door.width)
    for name, size in (("floor_plan", plan.cell_size), ("observed", observed.cell_size)):
        if size > MAX_CELL_M:
            raise SceneError(f"scene graph: {name}.cell_size must be at most {MAX_CELL_M:g} m, got {size:g}")
    _check_cells("floor_plan", plan.width, plan.height, {"walkable": plan.walkable, "room_index": plan.room_index})
    _check_cells("observed", observed.width, observed.height, {"cells": observed.cells})


def _texts(msg: SceneGraphMsg) -> Iterator[tuple[str, str]]:
    """Every string of the message with its field's name."""
    yield "header.frame_id", msg.header.frame_id
    yield "map_id", msg.map_id
    yield "detector", msg.detector
    yield "key_frames", msg.key_frames
    for index, node in enumerate(msg.objects):
        name = f"objects[{index}]"
        yield f"{name}.category", node.category
        yield f"{name}.color_name", node.color_name
        yield f"{name}.room", node.room
        yield from ((f"{name}.alternatives", alternative.category) for alternative in node.alternatives)
        for attribute in node.attributes:
            yield f"{name}.attributes", attribute.key
            yield f"{name}.attributes", attribute.value
            yield f"{name}.attributes", attribute.source
        yield from ((f"{name}.key_frames", view.file) for view in node.key_frames)
    yield from ((f"rooms[{index}].name", room.name) for index, room in enumerate(msg.rooms))
    yield from ((f"relations[{index}].predicate", item.predicate) for index, item in enumerate(msg.relations))
    yield from (("floor_plan.room_names", name) for name in msg.floor_plan.room_names)
    yield from (("floor_plan.doors", name) for door in msg.floor_plan.doors for name in door.rooms)
    yield from (("vocabulary", name) for name in msg.vocabulary)


def _check_stamps(msg: SceneGraphMsg) -> None:
    try:
        stamp_from_msg(msg.header.stamp, "header.stamp")
        for index, node in enumerate(msg.objects):
            stamp_from_msg(node.first_seen, f"objects[{index}].first_seen")
            stamp_from_msg(node.last_seen, f"objects[{index}].last_seen")
            for number, view in enumerate(node.key_frames):
                stamp_from_msg(view.stamp, f"objects[{index}].key_frames[{number}].stamp")
    except FrameError as error:
        raise SceneError(f"scene graph: {error}") from error


def _check_object(node: SceneObject, name: str) -> None:
    if node.id < 0:
        raise SceneError(f"scene graph: {name} must have an id >= 0")
    _check_place(f"{name} box_center", node.box_center)
    _check_place(f"{name} box_extents", node.box_extents)
    _check_place(f"{name} centroid", node.centroid)
    color = node.color
    if any(value < 0.0 or value > 1.0 for value in (color.r, color.g, color.b)):
        raise SceneError(
            f"scene graph: {name} color must lie in 0 ... 1, got r {color.r:g}, g {color.g:g}, b {color.b:g}"
        )
    if node.has_front and abs(np.hypot(node.front_x, node.front_y) - 1.0) > _UNIT_TOLERANCE:
        raise SceneError(
            f"scene graph: {name} front_x, front_y must be a unit vector, got {node.front_x:g}, {node.front_y:g}"
        )


def _check_place(name: str, value: Point | Vector3) -> None:
    _check_reach(name, value.x, value.y, value.z)


def _check_reach(name: str, *numbers: float) -> None:
    """Numbers that are not finite pass here: the conversion names them together with the object."""
    if any(abs(number) > MAX_COORDINATE_M and math.isfinite(number) for number in numbers):
        raise SceneError(
            f"scene graph: {name} must lie within {MAX_COORDINATE_M:g} m of the map's origin, "
            f"got {', '.join(f'{number:g}' for number in numbers)}"
        )


def _check_cells(name: str, width: int, height: int, grids: dict[str, object]) -> None:
    for field, values in grids.items():
        if width and len(values) != width * height:  # type: ignore[arg-type]
            raise SceneError(
                f"scene graph: {name} is {width} x {height} cells, but {field} has {len(values)} values"  # type: ignore[arg-type]
            )
