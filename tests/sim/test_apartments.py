"""Furnished rooms from the real catalogue."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from simulated_rooms import furniture

pytest.importorskip("trimesh")

from situated_qa.errors import AssetError  # noqa: E402
from situated_qa.sim import shapes  # noqa: E402
from situated_qa.sim.apartments import FurnishedRoom, furnish  # noqa: E402
from situated_qa.sim.catalog import Catalog  # noqa: E402
from situated_qa.sim.demo_questions import demo_questions  # noqa: E402
from situated_qa.sim.furnishing import PALETTE  # noqa: E402
from situated_qa.sim.placement import overlap, walkable  # noqa: E402
from situated_qa.sim.record import truth_points  # noqa: E402
from situated_qa.sim.trajectories import plan_tour  # noqa: E402


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    folder = furniture()
    if folder is None:
        pytest.skip("the furniture catalogue is not fetched (make setup)")
    return Catalog.open(folder)


@pytest.fixture(scope="module")
def room(catalog: Catalog) -> FurnishedRoom:
    return furnish(1, catalog)


def test_a_missing_catalogue_names_the_command(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(AssetError, match="make setup.*situated-qa fetch furniture"):
        Catalog.open(tmp_path)


def test_an_unknown_model_is_named(catalog: Catalog) -> None:
    with pytest.raises(AssetError, match="no model 'Scopia/throne'"):
        catalog.load("Scopia/throne")


def test_models_are_metric_upright_and_face_along_x(catalog: Catalog) -> None:
    chair = catalog.load("BlendSwap-CC-0/plasticChair")
    entry = catalog["BlendSwap-CC-0/plasticChair"]
    assert entry.size == pytest.approx((0.584, 0.444, 0.82))  # depth, width, height of the properties file
    np.testing.assert_allclose(np.ptp(chair.vertices, axis=0), entry.size, atol=1e-4)
    np.testing.assert_allclose(chair.vertices[:, 2].min(), 0.0, atol=1e-6)
    high = chair.vertices[chair.vertices[:, 2] > 0.7]
    assert high[:, 0].mean() < -0.1  # the backrest is at the back
    assert entry.licence and entry.creator


def test_there_is_what_a_furnished_room_holds(room: FurnishedRoom) -> None:
    categories = [item.category for item in room.objects]
    assert 15 <= len(categories) <= 20
    for category in ("couch", "tv", "bed", "refrigerator", "dining table", "laptop"):
        assert categories.count(category) == 1
    assert categories.count("chair") == 6
    assert [item.id for item in room.objects] == list(range(len(categories)))


@pytest.fixture(scope="module")
def other(catalog: Catalog) -> FurnishedRoom:
    return furnish(2, catalog)


@pytest.mark.parametrize("which", ["room", "other"])
def test_nothing_overlaps_and_all_is_inside(request: pytest.FixtureRequest, which: str) -> None:
    room: FurnishedRoom = request.getfixturevalue(which)
    standing = [item for item in room.objects if item.supporter is None]
    for a, b in itertools.combinations(standing, 2):
        assert not overlap(a.box, b.box), (a.category, b.category)
    for item in room.objects:
        low, high = item.mesh.vertices.min(axis=0), item.mesh.vertices.max(axis=0)
        assert (low > -1e-3).all() and (high < np.array(room.size) + 1e-3).all()


def test_everything_is_supported(room: FurnishedRoom) -> None:
    for item in room.objects:
        if item.supporter is None:
            assert item.box.bottom == pytest.approx(0.0, abs=1e-6)
            continue
        below = room.objects[item.supporter]
        c, s = np.cos(below.box.yaw), np.sin(below.box.yaw)
        local = (item.box.center[:2] - below.box.center[:2]) @ np.array([[c, -s], [s, c]])
        assert (np.abs(local) < below.box.extents[:2] / 2).all(), item.category
        # Its lowest point rests on a face of the supporter, not in the air and not inside.
        points = truth_points(room, below.id, 20_000)
        heights = points[np.linalg.norm(points[:, :2] - item.box.center[:2], axis=1) < 0.1, 2]
        assert np.abs(heights - item.box.bottom).min() < 0.05, item.category


def test_boxes_are_those_of_the_meshes(room: FurnishedRoom) -> None:
    for item in room.objects:
        c, s = np.cos(item.box.yaw), np.sin(item.box.yaw)
        local = item.mesh.vertices - item.box.center
        local[:, :2] = local[:, :2] @ np.array([[c, -s], [s, c]])
        np.testing.assert_allclose(local.max(axis=0), item.box.extents / 2, atol=1e-3)
        np.testing.assert_allclose(local.min(axis=0), -item.box.extents / 2, atol=1e-3)


def test_the_couch_faces_the_television(room: FurnishedRoom) -> None:
    couch, tv = (next(item for item in room.objects if item.category == name) for name in ("couch", "tv"))
    assert couch.front is not None and tv.front is not None
    towards = (tv.box.center - couch.box.center)[:2]
    assert np.dot(couch.front, towards) / np.linalg.norm(towards) > 0.9
    assert np.dot(couch.front, tv.front) == pytest.approx(-1.0)


def test_painted_objects_have_their_colour_on_most_of_their_surface(room: FurnishedRoom) -> None:
    painted = [item for item in room.objects if item.color]
    assert len(painted) >= 6
    for item in painted:
        rgb = np.array(PALETTE[item.color], float)
        colors = shapes._face_colors(item.mesh)
        same = np.abs(colors / colors.sum(axis=1, keepdims=True) - rgb / rgb.sum()).max(axis=1) < 0.05
        assert item.mesh.areas()[same].sum() > 0.5 * item.mesh.areas().sum(), (item.category, item.color)


def test_the_same_seed_gives_the_same_room_and_another_another(
    catalog: Catalog, room: FurnishedRoom, other: FurnishedRoom
) -> None:
    again = furnish(1, catalog)
    assert again.size == room.size != other.size
    for a, b in zip(room.objects, again.objects, strict=True):
        assert (a.category, a.model_id, a.color) == (b.category, b.model_id, b.color)
        np.testing.assert_array_equal(a.mesh.vertices, b.mesh.vertices)


def test_a_robot_gets_around_and_has_something_to_ask(room: FurnishedRoom) -> None:
    assert walkable(room.plan, 0.22).sum() * 0.05**2 >= 7.0
    tour = plan_tour(room)
    assert 60 <= len(tour) <= 140
    asked = demo_questions(room, tour, 10)
    assert len(asked) == 10 and {q.pose for q in asked} == {0, 1}
    assert any(q.T_map_base is tour.T_map_base[-1] for q in asked)


def test_the_true_graph_says_what_stands_on_what(room: FurnishedRoom) -> None:
    graph = room.graph()
    on = {(graph.by_id[r.subject].category, graph.by_id[r.object].category) for r in graph.relations}
    assert ("laptop", "dining table") in on and ("tv", "tv stand") in on
    for node in graph.objects:
        low, high = node.box.axis_aligned()
        assert (node.surface_points >= low - 1e-3).all() and (node.surface_points <= high + 1e-3).all()
