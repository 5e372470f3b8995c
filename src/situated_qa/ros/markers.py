"""Markers for RViz: boxes, labels, relations, rooms and doors of the scene graph; evidence, pose and text of an answer.

A marker is known by (namespace, id). Boxes and labels carry the object's id, so an update moves them instead of adding
others; what vanished is deleted by name.
"""

from __future__ import annotations

import textwrap
import zlib
from typing import TYPE_CHECKING

from geometry_msgs.msg import Point, Pose
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from situated_qa.geometry import Transform
from situated_qa.ros.convert import transform_to_pose, viewpoint_to_msg
from situated_qa.ros.stamps import stamp_to_msg
from situated_qa.ros.texts import clean_text
from situated_qa.scene.floor_plan import Door
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph

if TYPE_CHECKING:
    from situated_qa.reasoning.answers import Answer

MarkerKey = tuple[str, int]  # namespace, id

_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
_UNSEEN_COLOR = (160, 160, 160)
_HIGHLIGHT = ColorRGBA(r=1.0, g=0.85, b=0.0, a=0.45)
_POSE_COLOR = ColorRGBA(r=0.1, g=0.9, b=0.3, a=1.0)
_TEXT_COLOR = ColorRGBA(r=1.0, g=1.0, b=1.0, a=1.0)
_MARK_COLOR = ColorRGBA(r=1.0, g=0.2, b=0.9, a=1.0)
_LINE_WIDTH_M = 0.015
_LABEL_HEIGHT_M = 0.12
_LABEL_GAP_M = 0.1
_ARROW_SIZE_M = (0.8, 0.08, 0.08)  # length, width, height
_ROOM_NAME_HEIGHT_M = 0.3
_DOOR_COLORS = {True: (90, 200, 120), False: (230, 80, 80)}  # by open
_DOOR_THICKNESS_M = 0.05
_ANSWER_HEIGHT_M = 0.18
_ANSWER_ABOVE_POSE_M = 0.5
_CHARACTERS_PER_LINE = 60
_MOST_LINES = 6
_PREDICATE_COLORS = ((230, 80, 80), (80, 160, 240), (90, 200, 120), (240, 170, 60), (180, 110, 230), (70, 200, 200))


class MarkerPublisherState:
    """Remembers which markers of the scene are shown, so that the next message deletes what vanished."""

    def __init__(self) -> None:
        self._shown: set[MarkerKey] = set()

    def scene_markers(self, graph: SceneGraph) -> MarkerArray:
        """Markers that turn what is shown into `graph`."""
        markers = scene_markers(graph)
        now = {(marker.ns, marker.id) for marker in markers.markers}
        deletions = [_marker(graph, *key, action=Marker.DELETE) for key in sorted(self._shown - now)]
        self._shown = now
        return MarkerArray(markers=[*deletions, *markers.markers])


def scene_markers(graph: SceneGraph) -> MarkerArray:
    """Boxes as wire frames in the object's color, labels above them, relation lines between their centers.

    Room names lie on the floor; doors are discs in their openings, green where open and red where closed.
    """
    markers: list[Marker] = []
    for node in graph.objects:
        markers += [_box_marker(graph, node), _label_marker(graph, node)]
    by_predicate: dict[str, list[Relation]] = {}
    for relation in graph.relations:
        by_predicate.setdefault(relation.predicate, []).append(relation)
    markers += [_relation_marker(graph, name, relations) for name, relations in sorted(by_predicate.items())]
    markers += [_room_marker(graph, number, room) for number, room in enumerate(graph.rooms)]
    if graph.floor_plan is not None:
        markers += [_door_marker(graph, number, door) for number, door in enumerate(graph.floor_plan.doors)]
    return MarkerArray(markers=markers)


def answer_markers(answer: Answer, graph: SceneGraph) -> MarkerArray:
    """The evidence as filled boxes, an arrow where it was asked from, and the answer's text above the arrow.

    They replace every marker of the topic, so each topic shows one answer. Evidence that has left the graph since is
    left out.
    """
    markers = [_marker(graph, "", 0, action=Marker.DELETEALL)]
    markers += [_evidence_marker(graph, graph.by_id[i]) for i in answer.object_ids if i in graph.by_id]
    if answer.viewpoint is not None:
        pose = viewpoint_to_msg(answer.viewpoint).pose
        markers.append(_marker(graph, "pose", 0, Marker.ARROW, _POSE_COLOR, _ARROW_SIZE_M, pose))
        text = _wrapped(answer.answer or answer.status_text)
        if text:
            above = viewpoint_to_msg(answer.viewpoint).pose
            above.position.z += _ANSWER_ABOVE_POSE_M
            size = (0.0, 0.0, _ANSWER_HEIGHT_M)
            markers.append(_marker(graph, "answer", 0, Marker.TEXT_VIEW_FACING, _TEXT_COLOR, size, above))
            markers[-1].text = text
    return MarkerArray(markers=markers)


def mark_markers(graph: SceneGraph, marked: int | None) -> MarkerArray:
    """A frame around the object that the user pointed at, in place of the one before; none where it is None."""
    node = None if marked is None else graph.by_id.get(marked)
    if node is None:
        return MarkerArray(markers=[_marker(graph, "marked", 0, action=Marker.DELETE)])
    marker = _box_marker(graph, node)
    marker.ns, marker.id, marker.color, marker.scale.x = "marked", 0, _MARK_COLOR, 3 * _LINE_WIDTH_M
    return MarkerArray(markers=[marker])


def _box_marker(graph: SceneGraph, node: ObjectNode) -> Marker:
    marker = _marker(
        graph, "boxes", node.id, Marker.LINE_LIST, _color(node.rgb or _UNSEEN_COLOR), (_LINE_WIDTH_M, 0.0, 0.0)
    )
    corners = [Point(x=x, y=y, z=z) for x, y, z in node.box.corners().tolist()]
    marker.points = [corners[i] for edge in _EDGES for i in edge]
    return marker


def _label_marker(graph: SceneGraph, node: ObjectNode) -> Marker:
    marker = _marker(graph, "labels", node.id, Marker.TEXT_VIEW_FACING, _TEXT_COLOR, (0.0, 0.0, _LABEL_HEIGHT_M))
    x, y, _ = node.box.center.tolist()
    marker.pose.position = Point(x=x, y=y, z=node.box.top + _LABEL_GAP_M)
    marker.text = f"{node.category} {node.id}"
    return marker


def _relation_marker(graph: SceneGraph, predicate: str, relations: list[Relation]) -> Marker:
    # The name decides the color, so that it stays the same while predicates come and go.
    rgb = _PREDICATE_COLORS[zlib.crc32(clean_text(predicate).encode()) % len(_PREDICATE_COLORS)]
    color = _color(rgb, alpha=0.7)
    marker = _marker(graph, f"relations/{predicate}", 0, Marker.LINE_LIST, color, (_LINE_WIDTH_M / 2, 0.0, 0.0))
    for relation in relations:
        for end in (relation.subject, relation.object):
            x, y, z = graph.by_id[end].box.center.tolist()
            marker.points.append(Point(x=x, y=y, z=z))
    return marker


def _room_marker(graph: SceneGraph, number: int, room: RoomNode) -> Marker:
    size = (0.0, 0.0, _ROOM_NAME_HEIGHT_M)
    marker = _marker(graph, "rooms", number, Marker.TEXT_VIEW_FACING, _TEXT_COLOR, size)
    x, y, _ = room.box.center.tolist()
    marker.pose.position = Point(x=x, y=y, z=room.box.bottom)
    marker.text = room.name
    return marker


def _door_marker(graph: SceneGraph, number: int, door: Door) -> Marker:
    """A disc as wide as the opening: the plan does not say which way the wall runs."""
    size = (float(door.width), float(door.width), _DOOR_THICKNESS_M)
    marker = _marker(graph, "doors", number, Marker.CYLINDER, _color(_DOOR_COLORS[door.open], alpha=0.5), size)
    x, y = door.center.tolist()
    floor = min((room.box.bottom for room in graph.rooms if room.name in door.rooms), default=0.0)
    marker.pose.position = Point(x=x, y=y, z=floor)
    return marker


def _evidence_marker(graph: SceneGraph, node: ObjectNode) -> Marker:
    size = tuple(max(length, 0.01) + 0.02 for length in node.box.extents.tolist())  # RViz draws no box of zero size
    pose = transform_to_pose(Transform.from_yaw(node.box.yaw, node.box.center))
    return _marker(graph, "evidence", node.id, Marker.CUBE, _HIGHLIGHT, size, pose)


def _marker(
    graph: SceneGraph,
    namespace: str,
    number: int,
    kind: int = Marker.CUBE,
    color: ColorRGBA = _TEXT_COLOR,
    size: tuple[float, ...] = (1.0, 1.0, 1.0),
    pose: Pose | None = None,
    action: int = Marker.ADD,
) -> Marker:
    namespace = clean_text(namespace)
    marker = Marker(ns=namespace, id=number, type=kind, action=action, color=color, pose=pose or Pose())
    marker.header.frame_id, marker.header.stamp = graph.frame, stamp_to_msg(graph.stamp)
    marker.scale.x, marker.scale.y, marker.scale.z = size
    return marker


def _color(rgb: tuple[int, int, int], alpha: float = 1.0) -> ColorRGBA:
    r, g, b = (channel / 255.0 for channel in rgb)
    return ColorRGBA(r=r, g=g, b=b, a=alpha)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(clean_text(text), _CHARACTERS_PER_LINE)[:_MOST_LINES])
