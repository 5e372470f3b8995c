from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.perception.key_views import KeyView
from situated_qa.scene.builder import same_node
from situated_qa.scene.files import StoredViewpoint, parse_scene, read_scene, write_scene
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.scene.observed import ObservedArea, Vocabulary, same_area

EXAMPLE = {
    "frame": "map",
    "objects": [
        {
            "id": 0, "category": "sofa", "center": [0.1, 2.0, 0.4], "extents": [1.9, 0.9, 0.8], "yaw": 0.0,
            "front": [0.0, -1.0], "color": "grey", "rgb": [120, 120, 118], "attributes": {"material": "leather"},
            "room": "living room",
        },
        {"id": 4, "category": "lamp", "center": [1, 1, 0.5], "extents": [0.3, 0.3, 1.0]},
    ],
    "rooms": [{"name": "living room", "center": [0, 2, 1.3], "extents": [5, 4, 2.6]}],
    "viewpoint": {"position": [0, 0, 0], "heading_rad": 1.57},
    "questions": [{"id": "q1", "question": "How many sofas?", "answers": ["one"]}],
}  # fmt: skip


def test_the_documented_example_is_read():
    scene = parse_scene(EXAMPLE)
    sofa, lamp = scene.graph.objects
    assert (sofa.category, sofa.color, sofa.rgb, sofa.front) == ("sofa", "grey", (120, 120, 118), (0.0, -1.0))
    assert sofa.attributes["material"] == "leather"
    assert lamp.room == "living room", "a lamp in the room's box is in the room"
    assert scene.viewpoint.heading_rad == 1.57
    assert scene.questions[0]["id"] == "q1"
    assert {(r.subject, r.predicate) for r in scene.graph.relations} == {(0, "besides"), (4, "besides")}


def test_round_trip_keeps_everything(tmp_path):
    box = Box(np.array([1.0, 2.0, 0.5]), np.array([1.0, 0.5, 1.0]), 0.3)
    full = ObjectNode(
        id=3, category="chair", box=box, centroid=np.array([1.1, 2.0, 0.4]), alternatives=(("stool", 0.25),),
        rgb=(1, 2, 3), color="black", front=(0.6, 0.8), attributes={"state": "broken"}, confidence=0.0,
        first_seen=5, last_seen=9, observation_count=4, room="hall", supporter=7,
        surface_points=np.array([[1.0, 2.0, 0.5], [1.25, 2.0, 0.5]], np.float32),
    )  # fmt: skip
    plain = ObjectNode(7, "tisch für 4", box, box.center)
    graph = SceneGraph((full, plain), (Relation(3, "on", 7, 0.5),), (RoomNode("hall", box),), "map", 12, 8)
    area = ObservedArea(0.1, np.array([1.0, 2.0]), np.array([[0, 1, 2]]))
    graph = dataclasses.replace(graph, vocabulary=Vocabulary("nanodet", ("chair",)), observed=area)
    path = tmp_path / "scene.json"
    write_scene(graph, path, viewpoint=StoredViewpoint(np.array([1.0, 2.0, 0.0]), -0.5))
    scene = read_scene(path)
    for wrote, got in zip(graph.objects, scene.graph.objects, strict=True):
        assert same_node(wrote, got) or (wrote.id == 7 and got.room == "hall")
    assert scene.graph.relations == graph.relations
    assert (scene.graph.stamp, scene.graph.version, scene.graph.frame) == (12, 8, "map")
    assert scene.graph.vocabulary == graph.vocabulary and same_area(scene.graph.observed, area)
    assert scene.viewpoint.position.tolist() == [1.0, 2.0, 0.0]
    assert [p.name for p in tmp_path.iterdir()] == ["scene.json"], "no half-written file is left behind"


def test_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text("old")
    box = Box(np.zeros(3), np.ones(3))
    broken = SceneGraph((ObjectNode(0, "chair", box, np.array([np.nan, 0, 0])),))
    with pytest.raises(SceneError, match="not finite"):
        write_scene(broken, path)
    assert path.read_text() == "old"


def _with(**changes):
    return {"objects": [{**EXAMPLE["objects"][1], **changes}]}


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ([], "the scene file must be a JSON object"),
        ({}, "lacks 'objects'"),
        ({"objects": {}}, "objects must be a list"),
        ({"objects": [{"id": 0, "category": "x", "center": [0, 0, 0]}]}, r"objects\[0\] lacks 'extents'"),
        (_with(extents=[1, 1]), r"objects\[0\].extents must be a list of 3 numbers"),
        (_with(extents=[1, 1, -1]), r"objects\[0\].extents must be ≥ 0"),
        (_with(center=[0, "a", 0]), r"objects\[0\].center\[1\] must be a finite number"),
        (_with(center=[0, float("nan"), 0]), r"objects\[0\].center\[1\] must be a finite number"),
        (_with(id="a"), r"objects\[0\].id must be a whole number"),
        (_with(id=True), r"objects\[0\].id must be a whole number"),
        (_with(category=""), r"objects\[0\].category must not be empty"),
        (_with(rgb=[0, 0, 300]), r"objects\[0\].rgb must lie in 0 … 255"),
        (_with(front=[0, 0]), r"objects\[0\].front must be a direction"),
        (_with(attributes={"material": 3}), r"objects\[0\].attributes\['material'\] must be a text"),
        (_with(supporter=77), r"objects\[0\].supporter names object 77"),
        ({"objects": EXAMPLE["objects"] + EXAMPLE["objects"][:1]}, r"appear twice: \[0\]"),
        ({**EXAMPLE, "viewpoint": {"position": [0, 0, 0]}}, "viewpoint lacks 'heading_rad'"),
        ({**EXAMPLE, "relations": [[0, "on"]]}, r"relations\[0\] must be"),
        ({**EXAMPLE, "rooms": [{"name": " ", "center": [0, 0, 0], "extents": [1, 1, 1]}]}, r"rooms\[0\].name"),
    ],
)
def test_errors_name_the_culprit(data, culprit):
    with pytest.raises(SceneError, match=culprit):
        parse_scene(data)


def test_nan_in_a_file_is_refused_with_the_file_named(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(_with(center=[0, float("nan"), 0])))
    with pytest.raises(SceneError, match="bad.json is not valid JSON: NaN"):
        read_scene(path)
    with pytest.raises(SceneError, match="missing.json cannot be read"):
        read_scene(tmp_path / "missing.json")


def test_a_picture_is_named_as_key_frames_are_and_never_by_a_path():
    view = {"file": "../../secret.jpg", "stamp": 5}
    data = {"objects": [{"id": 0, "category": "box", "center": [0, 0, 0], "extents": [1, 1, 1], "views": [view]}]}
    with pytest.raises(SceneError, match=r"objects\[0\].views\[0\].file"):
        parse_scene(data)
    view["file"] = "0-5.jpg"
    assert parse_scene(data).graph.objects[0].views == (KeyView("0-5.jpg", 5, 0.0),)
