"""Scene files: `scene.json`, the exchange format for scenes.

    {"frame": "map",
     "objects": [{"id": 0, "category": "sofa", "center": [0.1, 2.0, 0.4], "extents": [1.9, 0.9, 0.8], "yaw": 0.0,
                  "front": [0.0, -1.0], "color": "grey", "rgb": [120, 120, 118],
                  "attributes": {"material": "leather"}, "room": "living room"}],
     "rooms": [{"name": "living room", "center": [0, 2, 1.3], "extents": [5, 4, 2.6]}],
     "walkable": {...}, "doors": [...],
     "vocabulary": {"detector": "nanodet", "names": ["chair", ...], "open": false},
     "observed": {"cell_m": 0.1, "origin": [x, y], "rows": ["0x3 1x20 2x1", ...]},
     "key_frames": "key_frames",
     "viewpoint": {"position": [0, 0, 0], "heading_rad": 1.57},
     "questions": [...]}

Only an object's id, category, center and extents are required. What else the graph holds (centroid, alternatives,
observation times, surface points, relations, version …) is written too and may be missing; "walkable" and "doors" are
the floor plan (`floor_plan.py`). "vocabulary" and "observed" say what a detector can name and what it has observed
(`observed.py`); without them the file is taken as complete: what it does not list is not there. "key_frames" is the
folder of the objects' pictures, seen from the scene file's; an object's "views" are files in it, and its "sources" tell
who saw which of its attributes. Meters, radians, map frame.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.perception.key_views import KeyView, is_view_name, read_view
from situated_qa.scene import fields
from situated_qa.scene.builder import link_objects
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import MAX_SURFACE_POINTS, ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.scene.observed import ObservedArea, Vocabulary
from situated_qa.scene.relations import RelationSettings

KEY_FRAMES = "key_frames"
"""The folder of pictures beside a saved scene file."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredViewpoint:
    """Where a scene file's asker stands."""

    position: np.ndarray  # (3,) m
    heading_rad: float


@dataclass(frozen=True, slots=True, eq=False)
class SceneFile:
    """What a scene file holds."""

    graph: SceneGraph
    viewpoint: StoredViewpoint | None = None
    questions: tuple[Mapping[str, Any], ...] = ()  # as written; the evaluation reads them


def read_scene(path: Path | str, settings: RelationSettings | None = None) -> SceneFile:
    """Read a scene file.

    Raises:
        SceneError: it cannot be read, is not JSON, or a field is wrong; names the file and the field.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SceneError(f"{path} cannot be read: {error}") from error
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SceneError(f"{path} is not valid JSON: {error}") from error
    try:
        scene = parse_scene(data, settings)
    except SceneError as error:
        raise SceneError(f"{path}: {error}") from error
    if not scene.graph.key_frames:
        return scene
    folder = str(Path(path).absolute().parent / scene.graph.key_frames)
    return dataclasses.replace(scene, graph=dataclasses.replace(scene.graph, key_frames=folder))


def write_scene(
    graph: SceneGraph,
    path: Path | str,
    *,
    viewpoint: Any = None,
    questions: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Write a scene file. Whoever reads the path sees the old file or the new one, never half of one.

    Args:
        viewpoint: anything with `position` (3,) and `heading_rad`, or None.

    Raises:
        SceneError: the graph holds something that is not finite.
        OSError: the folder cannot be written.
    """
    path = Path(path)
    try:
        text = json.dumps(scene_to_dict(graph, viewpoint, questions), indent=1, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise SceneError(f"the graph holds a number that is not finite: {error}") from error
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def copy_views(graph: SceneGraph, folder: Path) -> dict[int, tuple[KeyView, ...]]:
    """Copy the pictures of a graph's objects into a folder, in the place of those that were there.

    Returns:
        By object id, the pictures that were copied: others have gone since the graph was made.

    Raises:
        OSError: the folder cannot be written.
    """
    copied: dict[int, tuple[KeyView, ...]] = {}
    folder.mkdir(parents=True, exist_ok=True)
    for node in graph.objects:
        rows = []
        for view in node.views:
            picture = read_view(graph.key_frames, view.file)
            if picture is not None:
                (folder / view.file).write_bytes(picture)
                rows.append(view)
        copied[node.id] = tuple(rows)
    names = {view.file for row in copied.values() for view in row}
    for path in folder.glob("*.jpg"):
        if is_view_name(path.name) and path.name not in names:
            path.unlink(missing_ok=True)
    return copied


def scene_to_dict(
    graph: SceneGraph, viewpoint: Any = None, questions: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """The graph as plain JSON data."""
    data: dict[str, Any] = {
        "frame": graph.frame,
        "stamp": graph.stamp,
        "version": graph.version,
        "objects": [_object_to_dict(node) for node in graph.objects],
        "relations": [[r.subject, r.predicate, r.object, r.score] for r in graph.relations],
        "rooms": [{"name": room.name, **_box_to_dict(room.box)} for room in graph.rooms],
    }
    if graph.floor_plan is not None:
        data.update(graph.floor_plan.to_dict())
    if graph.vocabulary is not None:
        data["vocabulary"] = graph.vocabulary.to_dict()
    if graph.observed is not None:
        data["observed"] = graph.observed.to_dict()
    if graph.key_frames:
        data["key_frames"] = graph.key_frames
    if viewpoint is not None:
        data["viewpoint"] = {"position": _numbers(viewpoint.position), "heading_rad": float(viewpoint.heading_rad)}
    if questions:
        data["questions"] = [dict(question) for question in questions]
    return data


def _numbers(values: np.ndarray) -> list[float]:
    return [float(v) for v in values]


def _box_to_dict(box: Box) -> dict[str, Any]:
    return {"center": _numbers(box.center), "extents": _numbers(box.extents), "yaw": float(box.yaw)}


def _object_to_dict(node: ObjectNode) -> dict[str, Any]:
    data: dict[str, Any] = {"id": node.id, "category": node.category, **_box_to_dict(node.box)}
    data["centroid"] = _numbers(node.centroid)
    optional = {
        "front": None if node.front is None else list(node.front),
        "color": node.color,
        "rgb": None if node.rgb is None else list(node.rgb),
        "attributes": dict(node.attributes),
        "room": node.room,
        "alternatives": [list(pair) for pair in node.alternatives],
        "confidence": None if node.confidence == 1.0 else node.confidence,
        "first_seen": node.first_seen,
        "last_seen": node.last_seen,
        "observation_count": node.observation_count,
        "surface_points": [[round(float(v), 6) for v in point] for point in node.surface_points],
        "views": [{"file": view.file, "stamp": view.stamp, "quality": view.quality} for view in node.views],
        "sources": dict(node.sources),
    }
    data.update({key: value for key, value in optional.items() if value})
    if node.confidence == 0.0:
        data["confidence"] = 0.0
    if node.supporter is not None:
        data["supporter"] = node.supporter
    return data


def parse_scene(data: Any, settings: RelationSettings | None = None) -> SceneFile:
    """A scene from plain JSON data. Where it tells no relations, they are worked out from the boxes.

    Raises:
        SceneError: a field is missing or wrong; names it, e.g. `objects[3].extents`.
    """
    scene = fields.mapping(data, "the scene file")
    rooms = tuple(_room(item, f"rooms[{k}]") for k, item in enumerate(fields.items(scene.get("rooms", []), "rooms")))
    items = fields.items(fields.required(scene, "objects", "the scene file"), "objects")
    objects = [_object(item, f"objects[{k}]", rooms) for k, item in enumerate(items)]
    relations = [
        _relation(r, f"relations[{k}]") for k, r in enumerate(fields.items(scene.get("relations", []), "relations"))
    ]
    graph = SceneGraph(
        objects=tuple(objects),
        relations=tuple(relations),
        rooms=rooms,
        frame=fields.text(scene.get("frame", "map"), "frame"),
        stamp=fields.integer(scene.get("stamp", 0), "stamp"),
        version=fields.integer(scene.get("version", 0), "version"),
        floor_plan=FloorPlan.from_dict(scene) if scene.get("walkable") is not None else None,
        vocabulary=Vocabulary.from_dict(scene["vocabulary"]) if scene.get("vocabulary") is not None else None,
        observed=ObservedArea.from_dict(scene["observed"]) if scene.get("observed") is not None else None,
        key_frames=fields.text(scene.get("key_frames") or "", "key_frames"),
    )
    for k, node in enumerate(objects):
        if node.supporter is not None and node.supporter not in graph.by_id:
            raise SceneError(f"objects[{k}].supporter names object {node.supporter}, which is not in the file")
    if "relations" not in scene:
        linked = link_objects(graph.objects, settings)
        graph = dataclasses.replace(graph, objects=linked.objects, relations=linked.relations)
    questions = tuple(
        fields.mapping(item, f"questions[{k}]")
        for k, item in enumerate(fields.items(scene.get("questions", []), "questions"))
    )
    return SceneFile(graph, _viewpoint(scene.get("viewpoint")), questions)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number that a scene may hold")


def _room(value: Any, where: str) -> RoomNode:
    item = fields.mapping(value, where)
    name = fields.text(fields.required(item, "name", where), f"{where}.name")
    if not name.strip():
        raise SceneError(f"{where}.name must not be empty")
    return RoomNode(name, fields.box(item, where))


def _object(value: Any, where: str, rooms: Sequence[RoomNode]) -> ObjectNode:
    item = fields.mapping(value, where)
    category = fields.text(fields.required(item, "category", where), f"{where}.category")
    if not category.strip():
        raise SceneError(f"{where}.category must not be empty")
    box = fields.box(item, where)
    attributes = fields.mapping(item.get("attributes", {}), f"{where}.attributes")
    sources = fields.mapping(item.get("sources", {}), f"{where}.sources")
    alternatives = []
    for k, pair in enumerate(fields.items(item.get("alternatives", []), f"{where}.alternatives")):
        at = f"{where}.alternatives[{k}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise SceneError(f"{at} must be [category, score], got {fields.shown(pair)}")
        alternatives.append((fields.text(pair[0], f"{at}[0]"), fields.number(pair[1], f"{at}[1]")))
    points = fields.items(item.get("surface_points", []), f"{where}.surface_points")
    if len(points) > MAX_SURFACE_POINTS:
        raise SceneError(f"{where}.surface_points may hold {MAX_SURFACE_POINTS} points, got {len(points)}")
    vectors = [fields.vector(point, 3, f"{where}.surface_points[{k}]") for k, point in enumerate(points)]
    confidence = fields.number(item.get("confidence", 1.0), f"{where}.confidence")
    if not 0.0 <= confidence <= 1.0:
        raise SceneError(f"{where}.confidence must lie in [0, 1], got {confidence}")
    return ObjectNode(
        id=fields.integer(fields.required(item, "id", where), f"{where}.id"),
        category=category,
        box=box,
        centroid=fields.vector(item["centroid"], 3, f"{where}.centroid") if "centroid" in item else box.center,
        alternatives=tuple(alternatives),
        rgb=_rgb(item.get("rgb"), f"{where}.rgb"),
        color=fields.text(item.get("color") or "", f"{where}.color"),
        front=_front(item.get("front"), f"{where}.front"),
        attributes=MappingProxyType({k: fields.text(v, f"{where}.attributes[{k!r}]") for k, v in attributes.items()}),
        confidence=confidence,
        first_seen=fields.integer(item.get("first_seen", 0), f"{where}.first_seen"),
        last_seen=fields.integer(item.get("last_seen", 0), f"{where}.last_seen"),
        observation_count=fields.integer(item.get("observation_count", 0), f"{where}.observation_count"),
        room=fields.text(item["room"], f"{where}.room") if item.get("room") else _room_around(box.center, rooms),
        supporter=None if item.get("supporter") is None else fields.integer(item["supporter"], f"{where}.supporter"),
        surface_points=np.array(vectors, dtype=np.float32).reshape(-1, 3),
        views=tuple(
            _view(view, f"{where}.views[{k}]")
            for k, view in enumerate(fields.items(item.get("views", []), f"{where}.views"))
        ),
        sources=MappingProxyType({k: fields.text(v, f"{where}.sources[{k!r}]") for k, v in sources.items()}),
    )


def _view(value: Any, where: str) -> KeyView:
    item = fields.mapping(value, where)
    name = fields.text(fields.required(item, "file", where), f"{where}.file")
    if not is_view_name(name):
        raise SceneError(f"{where}.file must be a key frame's name, such as 3-1700000000000000000.jpg, got {name!r}")
    stamp = fields.integer(fields.required(item, "stamp", where), f"{where}.stamp")
    return KeyView(name, stamp, fields.number(item.get("quality", 0.0), f"{where}.quality"))


def _room_around(point: np.ndarray, rooms: Sequence[RoomNode]) -> str:
    """The smallest room around a point; "" where there is none."""
    around = []
    for room in rooms:
        low, high = room.box.axis_aligned()
        if (point >= low).all() and (point <= high).all():
            around.append((room.box.volume(), room.name))
    return min(around)[1] if around else ""


def _rgb(value: Any, where: str) -> tuple[int, int, int] | None:
    if value is None:
        return None
    red, green, blue = (float(v) for v in fields.vector(value, 3, where))
    if not all(0 <= v <= 255 for v in (red, green, blue)):
        raise SceneError(f"{where} must lie in 0 … 255, got {fields.shown(value)}")
    return (round(red), round(green), round(blue))


def _front(value: Any, where: str) -> tuple[float, float] | None:
    if value is None:
        return None
    x, y = (float(v) for v in fields.vector(value, 2, where))
    length = math.hypot(x, y)
    if length < 1e-6:
        raise SceneError(f"{where} must be a direction, got a vector of length 0")
    return (x / length, y / length)


def _relation(value: Any, where: str) -> Relation:
    if not isinstance(value, list) or len(value) not in (3, 4):
        raise SceneError(
            f"{where} must be [subject id, name, object id] or the same with a score, got {fields.shown(value)}"
        )
    score = fields.number(value[3], f"{where}[3]") if len(value) == 4 else 1.0
    return Relation(
        fields.integer(value[0], f"{where}[0]"),
        fields.text(value[1], f"{where}[1]"),
        fields.integer(value[2], f"{where}[2]"),
        score,
    )


def _viewpoint(value: Any) -> StoredViewpoint | None:
    if value is None:
        return None
    item = fields.mapping(value, "viewpoint")
    position = fields.vector(fields.required(item, "position", "viewpoint"), 3, "viewpoint.position")
    return StoredViewpoint(
        position, fields.number(fields.required(item, "heading_rad", "viewpoint"), "viewpoint.heading_rad")
    )
