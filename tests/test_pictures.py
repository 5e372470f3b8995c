"""The pictures show what they are given, where it is."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from situated_qa.geometry import Box, Frame, Intrinsics, Transform
from situated_qa.perception.detector import Detection
from situated_qa.perception.key_views import KeyView
from situated_qa.pictures import View, draw_detections, draw_top_down, views_of
from situated_qa.pictures.drawing import Plates
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph

cv2 = pytest.importorskip("cv2")
PURPLE = (120, 70, 150)
RED, GREEN, BLUE = (214, 24, 54), (16, 130, 60), (35, 70, 160)


def node(id: int, x: float, y: float) -> ObjectNode:
    box = Box(np.array([x, y, 0.5]), np.array([1.0, 1.0, 1.0]))
    return ObjectNode(id, "chair", box, box.center)


def count(picture: np.ndarray, color: tuple[int, int, int]) -> int:
    return int((np.abs(picture.astype(int) - color).max(axis=2) < 12).sum())


def graph() -> SceneGraph:
    return SceneGraph((node(0, 1.0, 1.0), node(1, 4.0, 3.0)))


def floor() -> tuple[np.ndarray, np.ndarray]:
    xy = np.stack(np.meshgrid(np.arange(0, 5, 0.02), np.arange(0, 4, 0.02)), axis=-1).reshape(-1, 2)
    return np.column_stack([xy, np.zeros(len(xy))]), np.tile(np.array([[200, 160, 100]], np.uint8), (len(xy), 1))


def test_boxes_robot_and_evidence_are_drawn(tmp_path: Path) -> None:
    points, colors = floor()
    pose = Transform.from_yaw(0.0, np.array([2.5, 2.0, 0.0]))
    plain = draw_top_down(points, colors, graph())
    full = draw_top_down(points, colors, graph(), pose, [1], "How many chairs?\nTwo.", tmp_path / "new" / "map.png")
    assert count(plain, BLUE) > 300 and count(plain, RED) == 0 and count(plain, GREEN) == 0
    assert count(full, RED) > 300 and count(full, GREEN) > 100
    on_disk = cv2.imread(str(tmp_path / "new" / "map.png"))
    np.testing.assert_array_equal(on_disk[..., ::-1], full)
    assert full.shape[0] == plain.shape[0] + 16 + 2 * 24  # two lines of caption


def test_rooms_and_doors_are_drawn_and_a_closed_door_is_filled() -> None:
    room = RoomNode("kitchen", Box(np.array([2.5, 2.0, 1.0]), np.array([4.0, 3.0, 2.0])))
    pixels = []
    for doors in ([], [True], [False]):
        placed = tuple(Door(("kitchen", ""), np.array([4.0, 1.0]), 1.0, is_open) for is_open in doors)
        plan = FloorPlan(1.0, np.zeros(2), np.ones((1, 1), bool), np.zeros((1, 1), np.int16), ("kitchen",), placed)
        scene = SceneGraph(graph().objects, rooms=(room,), floor_plan=plan)
        pixels.append(count(draw_top_down(*floor(), scene)[:-46], PURPLE))
    name, ring, disc = pixels[0], pixels[1] - pixels[0], pixels[2] - pixels[0]
    assert name > 300
    assert abs(disc - np.pi * 55**2) < 0.03 * np.pi * 55**2  # radius 0.5 m at 110 px per m
    assert 0 < ring < disc / 5


def test_y_grows_upwards_and_x_to_the_right() -> None:
    picture = draw_top_down(np.zeros((0, 3)), np.zeros((0, 3), np.uint8), graph(), None, [1])
    rows, columns = np.nonzero(np.abs(picture.astype(int) - RED).max(axis=2) < 12)
    top = rows < picture.shape[0] - 60  # without the legend
    assert columns[top].mean() > picture.shape[1] / 2 and rows[top].mean() < picture.shape[0] / 2


def test_the_arrow_points_where_the_asker_looks() -> None:
    for yaw, axis, sign in ((0.0, 1, 1), (np.pi / 2, 0, -1), (np.pi, 1, -1)):
        pose = Transform.from_yaw(yaw, np.array([2.5, 2.0, 0.0]))
        picture = draw_top_down(np.zeros((0, 3)), np.zeros((0, 3), np.uint8), graph(), pose)
        page = picture[:-46]  # without the legend
        green = np.argwhere(np.abs(page.astype(int) - GREEN).max(axis=2) < 12)
        here = np.array([(3.5 - 2.0 + 0.5) * 110, (2.5 - 0.5 + 0.5) * 110])  # from the boxes' extent and the margin
        assert sign * (green - here).mean(axis=0)[axis] > 5


def test_the_ceiling_is_cut_away() -> None:
    points, colors = floor()
    ceiling = points + [0.0, 0.0, 2.6]
    both = np.vstack([points, ceiling])
    ink = np.vstack([colors, np.full_like(colors, 10)])
    np.testing.assert_array_equal(draw_top_down(both, ink, graph()), draw_top_down(points, colors, graph()))


def test_an_empty_map_and_float_colours_and_stray_values_will_do() -> None:
    assert draw_top_down(np.zeros((0, 3)), np.zeros((0, 3)), SceneGraph()).dtype == np.uint8
    points, _ = floor()
    points[0], points[1] = np.nan, [500.0, 500.0, 0.0]
    picture = draw_top_down(points, np.full(points.shape, 0.5), graph(), title="ü → ?")
    assert max(picture.shape) < 1000  # the stray point did not stretch it


def test_detections_are_drawn_over_the_frame(tmp_path: Path) -> None:
    camera = Intrinsics(160, 120, 100.0, 100.0, 79.5, 59.5)
    depth = np.ones((120, 160), np.float32)
    frame = Frame(0, np.full((120, 160, 3), 128, np.uint8), depth, camera, Transform.identity())
    mask = np.zeros((120, 160), bool)
    mask[50:90, 60:100] = True
    detections = [Detection("cup", 0.9, np.array([60.0, 50.0, 100.0, 90.0]), mask), Detection("tv", 0.5, np.zeros(4))]
    picture = draw_detections(frame, detections, tmp_path / "d.png")
    assert (frame.color == 128).all()  # the frame itself stays as it was
    assert (picture[70, 80] != 128).any() and (picture[110, 150] == 128).all()
    assert (tmp_path / "d.png").is_file()
    np.testing.assert_array_equal(draw_detections(frame, []), frame.color)


def test_plates_never_cover_one_another_and_lead_to_their_anchors() -> None:
    image = np.full((300, 300, 3), 255, np.uint8)
    plates = Plates(image)
    assert all(plates.add("chair", (150, 150), BLUE) for _ in range(20))
    areas = plates._taken
    for number, a in enumerate(areas):
        for b in areas[number + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    assert min(a[0] for a in areas) >= 0 and max(a[3] for a in areas) <= 300


def test_a_full_picture_gets_no_more_plates() -> None:
    plates = Plates(np.full((20, 60, 3), 255, np.uint8))
    assert plates.add("chair", (30, 10), BLUE)
    assert not plates.add("chair", (30, 10), BLUE)


def test_what_no_point_shows_is_hatched_and_small_gaps_are_closed() -> None:
    points, colors = floor()
    hole = (np.abs(points[:, 0] - 3.0) < 0.4) & (np.abs(points[:, 1] - 1.0) < 0.4)
    slit = np.abs(points[:, 0] - 1.5) < 0.06
    picture = draw_top_down(points[~hole & ~slit], colors[~hole & ~slit], SceneGraph())
    low_x, high_y, scale = -0.5, 4.48, 110.0  # of the picture, to within a centimeter: the floor ends at 5 and 4 m
    at = lambda x, y: picture[round((high_y - y) * scale), round((x - low_x) * scale)]  # noqa: E731
    assert at(4.5, 3.5).tolist() == at(1.5, 3.5).tolist() == [215, 186, 143]  # 0.72 of the floor's color, paler
    patch = picture[round((high_y - 1.2) * scale) : round((high_y - 0.8) * scale)]
    patch = patch[:, round((2.8 - low_x) * scale) : round((3.2 - low_x) * scale)]
    shades = set(map(tuple, patch.reshape(-1, 3).tolist()))
    assert shades == {(250, 250, 250), (205, 205, 205)}


def test_views_of_the_evidence_stand_at_the_right() -> None:
    red = View("chair 1", np.full((40, 80, 3), (200, 0, 0), np.uint8))
    plain = draw_top_down(*floor(), graph())
    shown = draw_top_down(*floor(), graph(), views=[red])
    assert shown.shape[0] == plain.shape[0] and shown.shape[1] == plain.shape[1] + 240
    np.testing.assert_array_equal(shown[:, : plain.shape[1]], plain)
    assert count(shown, (200, 0, 0)) >= 200 * 100  # 80 × 40 px, enlarged to the column's 220 px


def test_the_best_key_frame_of_each_object_is_shown(tmp_path: Path) -> None:
    ok, jpeg = cv2.imencode(".jpg", np.full((30, 40, 3), (0, 0, 200), np.uint8))  # red, in OpenCV's order
    (tmp_path / "1-500.jpg").write_bytes(jpeg.tobytes())
    seen = dataclasses.replace(node(1, 4.0, 3.0), views=(KeyView("1-500.jpg", 500, 0.9),))
    lost = dataclasses.replace(node(2, 1.0, 3.0), views=(KeyView("2-500.jpg", 500, 0.9),))
    scene = SceneGraph((node(0, 1.0, 1.0), seen, lost), key_frames=str(tmp_path))
    (view,) = views_of(scene, [0, 1, 2, 1, 99])
    assert ok and view.caption == "chair 1" and view.image.shape == (30, 40, 3)
    assert np.abs(view.image.mean(axis=(0, 1)) - (200, 0, 0)).max() < 4
