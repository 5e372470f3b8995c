from __future__ import annotations

import hashlib
from collections import Counter, deque

import numpy as np
import pytest

from simulated_rooms import furniture  # isort: skip
from situated_qa.errors import SceneError
from situated_qa.geometry import Box, Intrinsics, Transform
from situated_qa.perception.colors import color_name
from situated_qa.sim import home_floor
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.furnishing import PALETTE
from situated_qa.sim.home_placing import overlap_3d
from situated_qa.sim.homes import Home, HomeObject, HomeSettings, generate_home
from situated_qa.sim.placement import distance_to
from situated_qa.sim.renderer import Renderer, RendererSettings
from situated_qa.sim.trajectories import TourSettings, plan_tour

pytestmark = pytest.mark.skipif(furniture() is None, reason="the furniture catalogue is not there")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog.open(furniture())


@pytest.fixture(scope="module")
def homes(catalog: Catalog) -> list[Home]:
    return [generate_home(seed, catalog) for seed in range(30)]


def described(home: Home) -> str:
    lines = [f"{room.name} {room.low} {room.high}" for room in home.rooms]
    lines += [f"{door.rooms} {door.center} {door.hinge}" for door in home.doors]
    for item in home.objects:
        box = [*item.box.center, *item.box.extents, item.box.yaw]
        numbers = " ".join(f"{value + 0.0:.6f}" for value in box)
        lines.append(f"{item.id} {item.category} {item.model_id} {item.color} {item.supporter} {item.room} {numbers}")
    return "\n".join(lines)


def test_a_seed_gives_the_same_home_again_and_another_seed_another(catalog: Catalog, homes: list[Home]) -> None:
    again = generate_home(4, Catalog.open(furniture()))
    assert described(again) == described(homes[4])
    assert (again.floor_plan.walkable == homes[4].floor_plan.walkable).all()
    assert len({hashlib.sha256(described(home).encode()).hexdigest() for home in homes}) == len(homes)


@pytest.mark.parametrize("rooms", range(1, 9))
def test_a_home_has_the_rooms_that_were_asked_for(catalog: Catalog, rooms: int) -> None:
    home = generate_home(100 + rooms, catalog, rooms=rooms)
    assert len(home.rooms) == rooms
    assert len({room.name for room in home.rooms}) == rooms
    assert 15 <= len(home.objects) <= 120
    assert [item.id for item in home.objects] == list(range(len(home.objects)))


@pytest.mark.parametrize("rooms", [0, 9])
def test_more_rooms_than_there_are_plans_for_are_refused(catalog: Catalog, rooms: int) -> None:
    with pytest.raises(SceneError, match="1 to 8 rooms"):
        generate_home(0, catalog, rooms=rooms)


def test_small_things_are_left_out_of_a_full_home(catalog: Catalog) -> None:
    full = generate_home(2, catalog, rooms=8)
    some = generate_home(2, catalog, rooms=8, settings=HomeSettings(most_objects=95))
    assert len(full.objects) > 95 and len(some.objects) == 95
    floor = [(item.category, item.room) for item in full.objects if item.supporter is None]
    assert floor == [(item.category, item.room) for item in some.objects if item.supporter is None]


def test_homes_are_large_and_varied(homes: list[Home]) -> None:
    categories = {item.category for home in homes for item in home.objects}
    assert len(categories) >= 70
    assert {room.kind for home in homes for room in home.rooms} >= {
        "kitchen", "bedroom", "bathroom", "living room", "study", "corridor", "dining room", "nursery"
    }  # fmt: skip
    for home in homes:
        assert 15 <= len(home.objects) <= 120
        colors = Counter(category for category, _ in {(item.category, item.color) for item in home.objects})
        sizes = Counter(category for category, _ in {(item.category, item.model_id) for item in home.objects})
        if len(home.rooms) >= 4:
            assert sum(number >= 2 for number in colors.values()) >= 3
            assert sum(number >= 2 for number in sizes.values()) >= 2


def test_the_kind_of_a_room_decides_what_stands_in_it(homes: list[Home]) -> None:
    needed = {
        "kitchen": {"refrigerator", "stove", "sink", "kitchen cabinet"},
        "bedroom": {"bed", "wardrobe"},
        "bathroom": {"toilet", "sink"},
        "living room": {"couch", "tv stand", "tv"},
        "study": {"desk"},
        "dining room": {"dining table", "chair"},
    }
    for home in homes:
        for room in home.rooms:
            inside = {item.category for item in home.objects if item.room == room.name}
            assert inside >= needed.get(room.kind, set()), (home.seed, room.name)
            assert "bed" not in inside or room.kind in ("bedroom", "guest room", "nursery", "studio")
            assert "toilet" not in inside or room.kind == "bathroom"


def test_nothing_overlaps(homes: list[Home]) -> None:
    for home in homes:
        for a in home.objects:
            for b in home.objects[a.id + 1 :]:
                if a.supporter == b.id or b.supporter == a.id:
                    continue  # what sits on a couch is inside the couch's box
                shrunk = Box(b.box.center, np.maximum(b.box.extents - 0.002, 0.0), b.box.yaw)
                assert not overlap_3d(a.box, shrunk), (home.seed, a.id, a.category, b.id, b.category)


def test_everything_stands_on_the_floor_on_something_or_hangs_on_a_wall(homes: list[Home]) -> None:
    for home in homes:
        for item in home.objects:
            room = next(room for room in home.rooms if room.name == item.room)
            if item.supporter is not None:
                below = home.objects[item.supporter]
                assert below.box.bottom - 1e-6 <= item.box.bottom <= below.box.top + 1e-6
                assert in_footprint(below.box, item.box.center[:2])
                assert below.room == item.room
            elif item.on_wall:
                off = np.array([item.box.footprint() - room.low, np.array(room.high) - item.box.footprint()])
                assert off.min() < 0.06, (home.seed, item.category)
            else:
                assert abs(item.box.bottom) < 1e-9
                corners = item.box.footprint()
                assert (corners >= np.array(room.low) - 1e-6).all()
                assert (corners <= np.array(room.high) + 1e-6).all()


def in_footprint(box: Box, point: np.ndarray) -> bool:
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    local = np.array([[c, s], [-s, c]]) @ (point - box.center[:2])
    return bool((np.abs(local) <= box.extents[:2] / 2 + 1e-6).all())


def test_all_rooms_are_reached_through_their_doors(homes: list[Home]) -> None:
    for home in homes:
        plan = home.floor_plan
        assert plan.room_names == tuple(room.name for room in home.rooms)
        reached = flooded(plan.walkable)
        assert (reached == plan.walkable).all()  # one region
        for room in home.rooms:
            x, y = room.size
            assert plan.area_m2(room.name) == pytest.approx(x * y, abs=1e-6)
            here = plan.walkable & (plan.room_index == plan.room_names.index(room.name))
            assert here.sum() * plan.cell_m**2 >= 0.5, (home.seed, room.name)
        for door in plan.doors:
            assert door.open == ("" not in door.rooms)
            if door.open:  # its middle can be walked through: 0.9 m less twice the robot's radius, an open leaf beside
                assert plan.walkable[tuple(plan.cells_of(door.center))], (home.seed, door.rooms)


def test_closed_doors_are_added_where_no_way_needs_them(catalog: Catalog) -> None:
    added = 0
    for seed in range(3):
        home = generate_home(seed, catalog, rooms=6, settings=HomeSettings(closed_doors=1))
        closed = [door for door in home.doors if not door.open and "" not in door.rooms]
        joined = [set(door.rooms) for door in home.doors if door.open]
        added += len(closed)
        assert len(closed) <= 1
        assert home_floor.all_reached(home.plan, home.floor_plan)
        for door in closed:
            assert set(door.rooms) not in joined  # by other doors one gets there all the same
            cell = tuple(home.floor_plan.cells_of(door.center))
            assert not home.floor_plan.walkable[cell] and home.floor_plan.room_index[cell] == -1
            leaves = [item for item in home.objects if item.category == "door"]
            (leaf,) = [item for item in leaves if np.linalg.norm(item.box.center[:2] - door.center) < 0.1]
            assert leaf.attributes["state"] == "closed"
            for item in home.objects:  # nothing stands in the way of whoever opens it; leaves of other doors move
                if item.box.top > 0.03 and item.category != "door":
                    assert distance_to(item.box, np.array(door.center)) > 0.4, (seed, item.category)
    assert added >= 2


def test_nothing_hangs_in_a_doorway(catalog: Catalog, homes: list[Home]) -> None:
    def hanging(home: Home) -> list[tuple[str, int]]:
        found = []
        for door in home.doors:
            extents = np.array([door.width, 0.4, 2.0] if door.along == 0 else [0.4, door.width, 2.0])
            opening = Box(np.array([*door.center, 1.0]), extents, 0.0)
            found += [
                (item.category, item.id)
                for item in home.objects
                if item.category != "door" and item.box.top > 0.03 and overlap_3d(opening, item.box)
            ]
        return found

    assert not any(hanging(home) for home in homes)


def flooded(free: np.ndarray) -> np.ndarray:
    start = tuple(int(k) for k in np.argwhere(free)[0])
    reached, queue = np.zeros(free.shape, bool), deque([start])
    reached[start] = True
    while queue:
        row, column = queue.popleft()
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < free.shape[0] and 0 <= c < free.shape[1] and free[r, c] and not reached[r, c]:
                reached[r, c] = True
                queue.append((r, c))
    return reached


def test_walkable_cells_keep_the_robot_off_everything(homes: list[Home]) -> None:
    home = homes[3]
    free = np.argwhere(home.floor_plan.walkable)[::37]
    for item in home.objects:
        if item.on_wall or item.box.top < 0.03 or item.box.bottom > 1.3:
            continue
        c, s = np.cos(item.box.yaw), np.sin(item.box.yaw)
        local = (home.floor_plan.centers_of(free) - item.box.center[:2]) @ np.array([[c, -s], [s, c]])
        away = np.linalg.norm(np.maximum(np.abs(local) - item.box.extents[:2] / 2, 0.0), axis=1)
        assert away.min() >= 0.22 - 1e-9, item.category


def test_the_graph_holds_rooms_supports_fronts_and_floor(homes: list[Home]) -> None:
    home = homes[0]
    graph = home.graph()
    assert [room.name for room in graph.rooms] == [room.name for room in home.rooms]
    assert graph.floor_plan is home.floor_plan
    on = {(relation.subject, relation.object) for relation in graph.relations if relation.predicate == "on"}
    assert on == {(item.id, item.supporter) for item in home.objects if item.supporter is not None}
    couch = next(node for node in graph.objects if node.category == "couch")
    tv = next(node for node in graph.objects if node.category == "tv" and node.room == couch.room)
    assert couch.front is not None and tv.front is not None
    towards = tv.box.center[:2] - couch.box.center[:2]
    assert np.dot(couch.front, towards) > 0 > np.dot(tv.front, towards)  # they face one another
    assert couch.attributes["material"] in ("fabric", "leather")
    states = {node.attributes["state"] for node in graph.objects if node.category == "door"}
    assert states == {"open", "closed"}


def test_the_palette_is_named_as_perception_names_it() -> None:
    assert {name: color_name(rgb) for name, rgb in PALETTE.items()} == {name: name for name in PALETTE}


@pytest.mark.parametrize("category", ["couch", "kitchen cabinet", "picture", "book", "rug", "chair", "lamp"])
def test_the_true_colour_is_that_of_most_pixels(homes: list[Home], category: str) -> None:
    item = next(i for home in homes for i in home.objects if i.category == category and i.color)
    names = Counter(color_name(rgb) for rgb in seen_from(item, np.array([1.0, 0.4, 0.6])))
    assert names.most_common(1)[0][0] == item.color
    assert names[item.color] > 0.5 * names.total()
    assert item.rgb == PALETTE[item.color]
    vertices = item.mesh.vertices
    low, high = item.box.axis_aligned()
    assert (vertices >= low - 0.002).all() and (vertices <= high + 0.002).all()


def seen_from(item: HomeObject, direction: np.ndarray) -> np.ndarray:
    """(N, 3) colours of the pixels an object covers, evenly lit."""
    c, s = np.cos(item.box.yaw), np.sin(item.box.yaw)
    ahead = np.array([c * direction[0] - s * direction[1], s * direction[0] + c * direction[1], direction[2]])
    eye = item.box.center + ahead * 1.6 * np.linalg.norm(item.box.extents)
    forward = -ahead / np.linalg.norm(ahead)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    view = Transform(np.column_stack([right, np.cross(forward, right), forward]), eye)
    settings = RendererSettings(ambient=1.0, lamp=0.0, fill=0.0)
    camera = Intrinsics(40, 40, 60.0, 60.0, 19.5, 19.5)
    rendered = Renderer([(0, item.mesh)], camera, np.array([0.0, 0.0, 9.0]), settings).render(view)
    return rendered.color[rendered.instances == 0]


def test_a_tour_turns_around_in_every_room_and_stays_on_free_floor(homes: list[Home]) -> None:
    home = max(homes, key=lambda home: len(home.rooms))
    tour = plan_tour(home, TourSettings())
    at = np.array([T.t[:2] for T in tour.T_map_base])
    plan = home.floor_plan
    assert plan.walkable[tuple(plan.cells_of(at).T)].all()
    still = [a for a, b in zip(at, at[1:], strict=False) if np.array_equal(a, b)]
    turns = Counter(plan.room_at(point) for point in still)
    for room in home.rooms:
        assert turns[room.name] >= 17, room.name  # once around in steps of 0.35 rad
    assert np.linalg.norm(np.diff(at, axis=0), axis=1).max() <= 0.23


def test_lamps_light_the_room_they_hang_in(homes: list[Home]) -> None:
    home = homes[0]
    points = np.array([[*room.box.center[:2], 0.3] for room in home.rooms])
    points[:, 0] += 0.4 * np.array([room.size[0] for room in home.rooms])
    lamps = home.lamp(points)
    np.testing.assert_allclose(lamps[:, :2], [room.box.center[:2] for room in home.rooms], atol=1e-5)
