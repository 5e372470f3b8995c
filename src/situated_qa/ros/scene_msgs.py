"""The scene graph as a message and back: objects, relations, rooms and the floor plan; the floor plan for RViz."""

from __future__ import annotations

from array import array

import numpy as np
from geometry_msgs.msg import Point, Point32, Vector3
from nav_msgs.msg import OccupancyGrid
from std_msgs.msg import ColorRGBA

from situated_qa.errors import GeometryError, SceneError
from situated_qa.geometry import Box
from situated_qa.msg import Attribute, CategoryScore, KeyFrame, SceneObject
from situated_qa.msg import Door as DoorMsg
from situated_qa.msg import FloorPlan as FloorPlanMsg
from situated_qa.msg import ObservedArea as ObservedAreaMsg
from situated_qa.msg import Relation as RelationMsg
from situated_qa.msg import Room as RoomMsg
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.perception.key_views import KeyView
from situated_qa.ros.scene_checks import MAX_COORDINATE_M, check_graph_msg
from situated_qa.ros.stamps import stamp_from_msg, stamp_to_msg
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import MAX_SURFACE_POINTS, ObjectNode, Relation, RoomNode, SceneGraph, plain_name
from situated_qa.scene.observed import ObservedArea, Vocabulary


def graph_to_msg(graph: SceneGraph) -> SceneGraphMsg:
    """The graph as one message.

    Raises:
        SceneError: an object has more than `MAX_SURFACE_POINTS` surface points.
    """
    msg = SceneGraphMsg(version=graph.version, map_id=graph.map_id, key_frames=graph.key_frames)
    msg.header.stamp, msg.header.frame_id = stamp_to_msg(graph.stamp), graph.frame
    msg.objects = [_object_to_msg(node) for node in graph.objects]
    msg.rooms = [
        RoomMsg(
            name=room.name,
            box_center=_point(room.box.center),
            box_extents=_vector(room.box.extents),
            box_yaw=float(room.box.yaw),
        )
        for room in graph.rooms
    ]
    msg.relations = [
        RelationMsg(subject=r.subject, predicate=r.predicate, object=r.object, score=float(r.score))
        for r in graph.relations
    ]
    if graph.floor_plan is not None:
        msg.floor_plan = _floor_plan_to_msg(graph.floor_plan)
    if graph.vocabulary is not None:
        msg.detector, msg.open_vocabulary = graph.vocabulary.detector, graph.vocabulary.open
        msg.vocabulary = list(graph.vocabulary.names)
    if graph.observed is not None:
        msg.observed = _observed_to_msg(graph.observed)
    return msg


def graph_from_msg(msg: SceneGraphMsg) -> SceneGraph:
    """The graph in a message; scores come back as the float32 they traveled in.

    Raises:
        SceneError: the frame is empty, a value is not finite or out of range, a text is too long, or the graph
            contradicts itself; names the object or the field.
    """
    check_graph_msg(msg)
    return SceneGraph(
        objects=tuple(_object_from_msg(node) for node in msg.objects),
        relations=tuple(Relation(r.subject, plain_name(r.predicate), r.object, r.score) for r in msg.relations),
        rooms=tuple(RoomNode(room.name, _box(room, f"room {plain_name(room.name)!r}")) for room in msg.rooms),
        frame=msg.header.frame_id,
        stamp=stamp_from_msg(msg.header.stamp),
        version=msg.version,
        floor_plan=_floor_plan_from_msg(msg.floor_plan) if msg.floor_plan.width else None,
        map_id=plain_name(msg.map_id),
        vocabulary=_vocabulary_from_msg(msg) if msg.detector else None,
        observed=_observed_from_msg(msg.observed) if msg.observed.width else None,
        key_frames=msg.key_frames,
    )


def floor_plan_to_grid(graph: SceneGraph) -> OccupancyGrid:
    """Where a robot can stand, as RViz and planners show it: 0 walkable, 100 not, -1 not known; empty without a plan.

    Cells of a room's floor that nothing walks on (furniture, the margin along walls) are 100; cells of no room that are
    not walkable are walls, outside or unseen, which the plan does not tell apart: -1.
    """
    grid = OccupancyGrid()
    grid.header.stamp, grid.header.frame_id = stamp_to_msg(graph.stamp), graph.frame
    grid.info.map_load_time = grid.header.stamp
    grid.info.origin.orientation.w = 1.0
    plan = graph.floor_plan
    if plan is None:
        return grid
    grid.info.resolution = float(plan.cell_m)
    grid.info.height, grid.info.width = plan.walkable.shape
    grid.info.origin.position.x, grid.info.origin.position.y = plan.origin.tolist()
    grid.info.origin.position.z = float(min((room.box.bottom for room in graph.rooms), default=0.0))
    values = np.where(plan.walkable, 0, np.where(plan.room_index >= 0, 100, -1)).astype(np.int8)
    grid.data = array("b", values.tobytes())
    return grid


def _floor_plan_to_msg(plan: FloorPlan) -> FloorPlanMsg:
    height, width = plan.walkable.shape
    origin_x, origin_y = plan.origin.tolist()
    return FloorPlanMsg(
        cell_size=float(plan.cell_m),
        origin_x=origin_x,
        origin_y=origin_y,
        width=width,
        height=height,
        walkable=array("B", plan.walkable.astype(np.uint8).tobytes()),
        room_index=array("h", plan.room_index.tobytes()),
        room_names=list(plan.room_names),
        doors=[
            DoorMsg(
                rooms=list(door.rooms),
                x=float(door.center[0]),
                y=float(door.center[1]),
                width=float(door.width),
                open=bool(door.open),
            )
            for door in plan.doors
        ],
    )


def _floor_plan_from_msg(msg: FloorPlanMsg) -> FloorPlan:
    doors = []
    for k, door in enumerate(msg.doors):
        if not (np.isfinite([door.x, door.y, door.width]).all() and door.width > 0):
            raise SceneError(f"scene graph: floor_plan.doors[{k}] needs a finite place and a width > 0")
        names = (plain_name(door.rooms[0]), plain_name(door.rooms[1]))
        doors.append(Door(names, np.array([door.x, door.y]), door.width, door.open))
    shape = (msg.height, msg.width)
    return FloorPlan(
        cell_m=msg.cell_size,
        origin=np.array([msg.origin_x, msg.origin_y]),
        walkable=np.frombuffer(msg.walkable, np.uint8).reshape(shape) != 0,
        room_index=np.frombuffer(msg.room_index, np.int16).reshape(shape),
        room_names=tuple(map(plain_name, msg.room_names)),
        doors=tuple(doors),
    )


def _vocabulary_from_msg(msg: SceneGraphMsg) -> Vocabulary:
    return Vocabulary(plain_name(msg.detector), tuple(map(plain_name, msg.vocabulary)), msg.open_vocabulary)


def _observed_to_msg(area: ObservedArea) -> ObservedAreaMsg:
    height, width = area.cells.shape
    origin_x, origin_y = area.origin.tolist()
    return ObservedAreaMsg(
        cell_size=float(area.cell_m),
        origin_x=origin_x,
        origin_y=origin_y,
        width=width,
        height=height,
        cells=array("B", area.cells.tobytes()),
    )


def _observed_from_msg(msg: ObservedAreaMsg) -> ObservedArea:
    cells = np.frombuffer(msg.cells, np.uint8).reshape(msg.height, msg.width)
    return ObservedArea(msg.cell_size, np.array([msg.origin_x, msg.origin_y]), cells)


def _object_to_msg(node: ObjectNode) -> SceneObject:
    if len(node.surface_points) > MAX_SURFACE_POINTS:
        raise SceneError(
            f"object {node.id} ({node.category}) has {len(node.surface_points)} surface points, "
            f"at most {MAX_SURFACE_POINTS} travel"
        )
    r, g, b = (channel / 255.0 for channel in node.rgb or (0, 0, 0))
    front_x, front_y = node.front or (0.0, 0.0)
    points = np.asarray(node.surface_points, dtype=np.float64).tolist()
    return SceneObject(
        id=node.id,
        category=node.category,
        alternatives=[CategoryScore(category=name, score=float(score)) for name, score in node.alternatives],
        box_center=_point(node.box.center),
        box_extents=_vector(node.box.extents),
        box_yaw=float(node.box.yaw),
        centroid=_point(node.centroid),
        color=ColorRGBA(r=r, g=g, b=b, a=0.0 if node.rgb is None else 1.0),
        color_name=node.color,
        has_front=node.front is not None,
        front_x=float(front_x),
        front_y=float(front_y),
        attributes=[
            Attribute(key=key, value=value, source=node.sources.get(key, "")) for key, value in node.attributes.items()
        ],
        confidence=float(node.confidence),
        first_seen=stamp_to_msg(node.first_seen),
        last_seen=stamp_to_msg(node.last_seen),
        observation_count=node.observation_count,
        room=node.room,
        supporter=-1 if node.supporter is None else node.supporter,
        surface_points=[Point32(x=x, y=y, z=z) for x, y, z in points],
        key_frames=[
            KeyFrame(file=view.file, stamp=stamp_to_msg(view.stamp), quality=float(view.quality)) for view in node.views
        ],
    )


def _object_from_msg(msg: SceneObject) -> ObjectNode:
    name = f"object {msg.id} ({plain_name(msg.category)})"
    centroid, color = _xyz(msg.centroid), msg.color
    points = np.array([(p.x, p.y, p.z) for p in msg.surface_points], dtype=np.float32).reshape(-1, 3)
    if np.abs(points).max(initial=0.0) > MAX_COORDINATE_M:
        raise SceneError(f"scene graph: {name}: surface_points must lie within {MAX_COORDINATE_M:g} m of the origin")
    scores = [msg.confidence, color.r, color.g, color.b, msg.front_x, msg.front_y, *(a.score for a in msg.alternatives)]
    scores += [view.quality for view in msg.key_frames]
    if not (np.isfinite(centroid).all() and np.isfinite(points).all() and np.isfinite(scores).all()):
        raise SceneError(f"scene graph: {name} has a centroid, surface point, color, front or score that is not finite")
    return ObjectNode(
        id=msg.id,
        category=msg.category,
        box=_box(msg, name),
        centroid=centroid,
        alternatives=tuple((plain_name(item.category), item.score) for item in msg.alternatives),
        rgb=(round(color.r * 255), round(color.g * 255), round(color.b * 255)) if color.a > 0.0 else None,
        color=msg.color_name,
        front=(msg.front_x, msg.front_y) if msg.has_front else None,
        attributes={attribute.key: attribute.value for attribute in msg.attributes},
        sources={attribute.key: attribute.source for attribute in msg.attributes if attribute.source},
        confidence=msg.confidence,
        first_seen=stamp_from_msg(msg.first_seen),
        last_seen=stamp_from_msg(msg.last_seen),
        observation_count=msg.observation_count,
        room=msg.room,
        supporter=None if msg.supporter < 0 else msg.supporter,
        surface_points=points,
        views=tuple(KeyView(view.file, stamp_from_msg(view.stamp), view.quality) for view in msg.key_frames),
    )


def _box(msg: SceneObject | RoomMsg, name: str) -> Box:
    try:
        return Box(_xyz(msg.box_center), _xyz(msg.box_extents), msg.box_yaw)
    except GeometryError as error:
        raise SceneError(f"scene graph: {name}: {error}") from error


def _point(values: np.ndarray) -> Point:
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return Point(x=x, y=y, z=z)


def _vector(values: np.ndarray) -> Vector3:
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return Vector3(x=x, y=y, z=z)


def _xyz(msg: Point | Vector3 | Point32) -> np.ndarray:
    return np.array([msg.x, msg.y, msg.z], dtype=np.float64)
