"""Each relation on hand-made boxes: a bottom on z = 0 means the floor."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.errors import SettingsError
from situated_qa.geometry import Box
from situated_qa.scene import relations
from situated_qa.scene.distances import asker_distances, surface_distance, surface_distances
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.sectors import sector_fractions

SETTINGS = RelationSettings()


def node(id, x, y, bottom, length, width, height, *, yaw=0.0, points=None, category="thing"):
    box = Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height]), yaw)
    points = np.zeros((0, 3), np.float32) if points is None else np.asarray(points, np.float32)
    return ObjectNode(id, category, box, box.center, surface_points=points)


TABLE = node(0, 0, 0, 0, 1.0, 1.0, 0.8)


def test_distance_is_between_surfaces_not_centres():
    assert surface_distance(TABLE, node(1, 2.0, 0, 0, 1.0, 1.0, 0.8)) == pytest.approx(1.0)


def test_distance_of_overlapping_boxes_is_zero():
    assert surface_distance(TABLE, node(1, 0.4, 0.4, 0.2, 1.0, 1.0, 0.8)) == 0.0


def test_distance_combines_horizontal_and_vertical_gap():
    # 0.3 m beside and 0.4 m above: 0.5 m.
    assert surface_distance(TABLE, node(1, 1.3, 0, 1.2, 1.0, 1.0, 0.1)) == pytest.approx(0.5)


def test_distance_to_a_turned_box_is_to_its_corner():
    diamond = node(1, 2.0, 0, 0, 1.0, 1.0, 0.8, yaw=np.pi / 4)  # its corner reaches √½ towards the table
    assert surface_distance(TABLE, diamond) == pytest.approx(2.0 - 0.5 - np.sqrt(0.5))


def test_distance_uses_observed_points_where_there_are_any():
    # Only the far side of the box was seen.
    seen = node(1, 2.0, 0, 0, 1.0, 1.0, 0.8, points=[[2.5, 0.0, 0.4]])
    assert surface_distance(TABLE, seen) == pytest.approx(2.0)
    other = node(2, -2.0, 0, 0, 1.0, 1.0, 0.8, points=[[-1.5, 0.0, 0.4], [-2.5, 0.0, 0.4]])
    assert surface_distance(other, seen) == pytest.approx(4.0)
    assert surface_distances(seen, [TABLE, other]) == pytest.approx([2.0, 4.0])


def test_distance_is_symmetric():
    rng = np.random.default_rng(1)
    nodes = [node(k, *rng.uniform(-3, 3, 2), 0, *rng.uniform(0.1, 2, 3), yaw=rng.uniform(-3, 3)) for k in range(12)]
    table = np.array([surface_distances(a, nodes) for a in nodes])
    assert np.allclose(table, table.T)
    assert (np.diag(table) == 0).all()


def test_asker_is_a_body_that_reaches_up_and_down():
    position = np.array([0.0, 0.0, 0.0])
    mug = node(1, 1.05, 0, 0.8, 0.1, 0.1, 0.1)
    lamp = node(2, 0, 0, 2.2, 0.4, 0.4, 0.2)
    assert asker_distances(position, [mug, lamp], 1.2) == pytest.approx([1.0, 1.0])
    assert asker_distances(position, [mug], 0.0)[0] == pytest.approx(np.hypot(1.0, 0.8))


@pytest.mark.parametrize(("gap", "holds"), [(0.99, True), (1.0, False), (1.2, False)])
def test_within_reach_and_near_end_at_one_metre(gap, holds):
    chair = node(1, 1.0 + gap, 0, 0, 1.0, 1.0, 0.8)
    assert relations.within_reach(chair, TABLE, SETTINGS) is holds
    assert relations.near(chair, TABLE, SETTINGS) is holds


def test_far_begins_at_three_metres():
    assert relations.far(node(1, 4.1, 0, 0, 1, 1, 1), TABLE, SETTINGS)
    assert not relations.far(node(1, 3.9, 0, 0, 1, 1, 1), TABLE, SETTINGS)


def test_next_to_needs_a_common_height_and_no_overlap():
    assert relations.next_to(node(1, 0.8, 0, 0, 0.4, 0.4, 0.9), TABLE, SETTINGS)
    assert not relations.next_to(node(1, 0.0, 0, 0.8, 0.1, 0.1, 0.1), TABLE, SETTINGS)  # on it
    assert not relations.next_to(node(1, 1.3, 0, 0, 0.4, 0.4, 0.9), TABLE, SETTINGS)  # 0.6 m away


def test_besides_needs_the_same_level():
    assert relations.besides(node(1, 0.8, 0, 0, 0.4, 0.4, 0.9), TABLE, SETTINGS)
    assert not relations.besides(node(1, 0.8, 0, 0.4, 0.4, 0.4, 0.2), TABLE, SETTINGS)


@pytest.mark.parametrize(
    ("target", "holds"),
    [
        (node(1, 0, 0, 0.8, 0.1, 0.1, 0.1), True),
        (node(1, 0, 0, 0.94, 0.1, 0.1, 0.1), True),  # 0.14 m over it: seen badly
        (node(1, 0, 0, 0.97, 0.1, 0.1, 0.1), False),  # 0.17 m over it
        (node(1, 0, 0, 0.66, 0.1, 0.1, 0.3), True),  # 0.14 m sunk in
        (node(1, 0.56, 0, 0.8, 0.2, 0.2, 0.1), False),  # 0.2 of it over the table
        (node(1, 0.53, 0, 0.8, 0.2, 0.2, 0.1), True),  # 0.35 of it
        (node(1, 0, 0, 0.8, 1.3, 1.3, 0.1), False),  # 1.69 times as large
        (node(1, 0, 0, 0.8, 1.2, 1.2, 0.1), True),  # 1.44 times as large
        (node(1, 2, 0, 0.8, 0.1, 0.1, 0.1), False),
    ],
)
def test_on(target, holds):
    assert relations.on(target, TABLE, SETTINGS) is holds
    assert relations.support(TABLE, target, SETTINGS) is holds


def test_pillow_lies_on_the_seat_of_a_sofa_whose_points_were_seen():
    seat = [[x, -0.1, 0.45] for x in np.linspace(-0.8, 0.8, 17)]
    back = [[x, 0.4, 0.9] for x in np.linspace(-0.8, 0.8, 17)]
    pillow = node(1, 0.0, -0.1, 0.45, 0.4, 0.3, 0.2)
    assert relations.on(pillow, node(0, 0, 0, 0, 2.0, 1.0, 0.9, points=seat + back), SETTINGS)
    assert not relations.on(pillow, node(0, 0, 0, 0, 2.0, 1.0, 0.9), SETTINGS)


def test_a_book_on_a_board_is_on_the_bookcase_and_in_it_but_not_on_a_wardrobe():
    book = node(1, 0.1, 0.0, 1.1, 0.2, 0.15, 0.3, category="book")
    bookcase = node(0, 0, 0, 0, 1.6, 0.33, 1.9, category="bookcase")
    assert relations.on(book, bookcase, SETTINGS)
    assert relations.support(bookcase, book, SETTINGS)
    assert relations.inside(book, bookcase, SETTINGS)
    assert not relations.on(book, node(0, 0, 0, 0, 1.6, 0.33, 1.9, category="wardrobe"), SETTINGS)
    beside = node(1, 1.2, 0.0, 1.1, 0.2, 0.15, 0.3, category="book")
    assert not relations.on(beside, bookcase, SETTINGS)


def test_in_needs_eight_tenths_of_the_box():
    cabinet = node(0, 0, 0, 0, 1.0, 1.0, 1.0)
    assert relations.inside(node(1, 0.0, 0, 0.2, 0.5, 0.5, 0.5), cabinet, SETTINGS)
    assert relations.inside(node(1, 0.34, 0, 0.2, 0.5, 0.5, 0.5), cabinet, SETTINGS)  # 0.82 inside
    assert not relations.inside(node(1, 0.37, 0, 0.2, 0.5, 0.5, 0.5), cabinet, SETTINGS)  # 0.76 inside
    assert not relations.inside(cabinet, node(1, 0.0, 0, 0.2, 0.5, 0.5, 0.5), SETTINGS)


def test_sink_is_embedded_in_the_counter_and_a_bowl_is_not():
    counter = node(0, 0, 0, 0, 2.0, 0.6, 0.9)
    assert relations.embed(node(1, 0, 0, 0.7, 0.5, 0.4, 0.22), counter, SETTINGS)
    assert not relations.embed(node(1, 0, 0, 0.9, 0.3, 0.3, 0.1), counter, SETTINGS)


def test_above_needs_a_gap_and_an_overlap():
    lamp = node(1, 0, 0, 1.8, 0.4, 0.4, 0.2)
    assert relations.above(lamp, TABLE, SETTINGS) and relations.below(TABLE, lamp, SETTINGS)
    assert not relations.above(TABLE, lamp, SETTINGS)
    assert not relations.above(node(1, 0, 0, 0.81, 0.4, 0.4, 0.2), TABLE, SETTINGS)  # 1 cm: on it
    assert not relations.above(node(1, 2, 0, 1.8, 0.4, 0.4, 0.2), TABLE, SETTINGS)
    # A wide ceiling lamp over a small stool: the smaller footprint counts.
    assert relations.above(node(1, 0, 0, 2.0, 2.0, 2.0, 0.1), node(2, 0, 0, 0, 0.3, 0.3, 0.5), SETTINGS)


@pytest.mark.parametrize(
    ("x", "y", "yaw", "holds"),
    [
        (0.0, 0.55, 0.0, True),  # on the wall 4 cm behind the table, seen from above
        (0.0, 0.80, 0.0, True),  # 29 cm behind it
        (0.0, 0.85, 0.0, False),  # 34 cm: on another wall
        (0.55, 0.0, np.pi / 2, True),  # the same, turned
        (0.70, 0.55, 0.0, False),  # beside it: 0.1 of 0.6 m over the table are less than a fifth
    ],
)
def test_a_picture_hangs_above_what_stands_before_its_wall(x, y, yaw, holds):
    picture = node(1, x, y, 1.5, 0.6, 0.02, 0.5, yaw=yaw)
    assert relations.above(picture, TABLE, SETTINGS) is holds
    assert not relations.above(node(2, x, y, 1.5, 0.6, 0.4, 0.5, yaw=yaw), node(0, 0, 0, 0, 1.0, 0.1, 0.8), SETTINGS)


def test_higher_and_lower_than_hold_across_the_room():
    shelf = node(1, 5, 5, 1.5, 1, 0.3, 0.3)
    assert relations.higher_than(shelf, TABLE, SETTINGS) and relations.lower_than(TABLE, shelf, SETTINGS)
    tall = node(2, 5, 5, 0, 1, 1, 2)
    assert not relations.higher_than(tall, TABLE, SETTINGS)  # both stand on the floor


WALL = node(9, 0, 0, 0, 4.0, 0.1, 2.6, category="wall")


def test_lamp_hangs_from_what_is_above_it():
    beam = node(9, 0, 0, 2.5, 4.0, 0.3, 0.2)
    assert relations.hanging_on(node(1, 0, 0, 2.0, 0.3, 0.3, 0.5), beam, SETTINGS)
    assert not relations.hanging_on(node(1, 0, 0, 1.5, 0.3, 0.3, 0.5), beam, SETTINGS)


def test_how_far_a_fixed_thing_stands_out_tells_poster_from_shelf():
    poster = node(1, 0, 0.06, 1.2, 0.6, 0.02, 0.8)
    shelf = node(2, 0, 0.2, 1.2, 0.8, 0.3, 0.3)
    assert relations.affixed_on(poster, WALL, SETTINGS) and not relations.mounted_on(poster, WALL, SETTINGS)
    assert relations.mounted_on(shelf, WALL, SETTINGS) and not relations.affixed_on(shelf, WALL, SETTINGS)
    assert relations.hanging_on(poster, WALL, SETTINGS) and not relations.hanging_on(shelf, WALL, SETTINGS)


def test_what_stands_on_the_floor_at_the_wall_is_not_fixed_to_it():
    sideboard = node(1, 0, 0.25, 0, 1.0, 0.4, 0.8)
    for predicate in (relations.hanging_on, relations.mounted_on, relations.affixed_on):
        assert not predicate(sideboard, WALL, SETTINGS)


def test_between():
    left, right = node(1, -2, 0, 0, 1, 1, 1), node(2, 2, 0, 0, 1, 1, 1)
    assert relations.between(node(3, 0, 0, 0, 0.5, 0.5, 0.5), left, right, SETTINGS)
    assert relations.between(node(3, 0, 0.52, 0, 0.5, 0.5, 0.5), left, right, SETTINGS)  # 0.46 of it in the strip
    assert not relations.between(node(3, 0, 0.6, 0, 0.5, 0.5, 0.5), left, right, SETTINGS)  # 0.3 of it
    assert not relations.between(node(3, 1.6, 0, 0, 0.5, 0.5, 0.5), left, right, SETTINGS)  # 0.7 of it in the right one
    assert not relations.between(node(3, 0, 0, 1.5, 0.5, 0.5, 0.5), left, right, SETTINGS)  # over their heads
    assert not relations.between(node(3, 4, 0, 0, 0.5, 0.5, 0.5), left, right, SETTINGS)


@pytest.mark.parametrize(
    ("bearing_deg", "front", "left"),
    [(0, 1, 0), (45, 1, 1), (84, 1, 1), (86, 0, 1), (90, 0, 1), (94, 0, 1), (96, 0, 1), (180, 0, 0), (-90, 0, 0)],
)
def test_sectors_are_half_planes_less_five_degrees(bearing_deg, front, left):
    angle = np.deg2rad(bearing_deg)
    far_and_small = node(1, 100 * np.cos(angle), 100 * np.sin(angle), 0, 0.01, 0.01, 1)
    share = {
        word: sector_fractions([far_and_small], word, origin=np.zeros(3), heading_rad=0.0, edge_rad=np.deg2rad(5))[0]
        for word in ("front", "left")
    }
    assert share == {"front": front, "left": left}


def test_sector_fraction_of_an_object_across_the_line_is_its_share():
    # Two thirds of the bar lie on the side of positive y; with no edge cut off, so does the fraction.
    bar = node(1, 0.0, 0.5, 0, 0.1, 3.0, 1)
    share = sector_fractions([bar], "left", origin=np.zeros(3), heading_rad=0.0, edge_rad=0.0)
    assert share == pytest.approx([2 / 3])


def test_sector_border_belongs_to_the_sector():
    edge = np.deg2rad(5)
    border = node(1, 0, 0, 0, 0, 0, 1, points=[[np.cos(np.pi / 2 - edge), np.sin(np.pi / 2 - edge), 0]])
    assert sector_fractions([border], "front", origin=np.zeros(3), heading_rad=0.0, edge_rad=edge)[0] == 1.0


def test_settings_refuse_what_cannot_be():
    with pytest.raises(SettingsError, match="on_overlap"):
        RelationSettings(on_overlap=1.5)


def test_a_chair_pushed_under_a_table_is_not_on_its_foot():
    foot = [[x, 0.0, 0.02] for x in np.linspace(-0.3, 0.3, 9)]
    top = [[x, 0.4, 0.75] for x in np.linspace(-0.8, 0.8, 17)]
    table = node(0, 0, 0, 0, 1.8, 1.4, 0.98, points=foot + top)
    chair = node(1, 0.0, 0.0, 0.0, 0.7, 0.5, 0.81)
    assert not relations.on(chair, table, SETTINGS)


def test_a_chair_whose_legs_were_not_seen_is_not_on_the_table_s_leg():
    leg = [[0.1, 0.0, z] for z in np.linspace(0.0, 0.25, 9)]
    top = [[x, 0.4, 0.75] for x in np.linspace(-0.8, 0.8, 17)]
    table = node(0, 0, 0, 0, 1.8, 1.4, 0.98, points=leg + top)
    back_and_seat = node(1, 0.0, 0.0, 0.2, 0.5, 0.45, 0.61)
    assert not relations.on(back_and_seat, table, SETTINGS)


def test_a_toy_on_the_seat_is_on_the_sofa_although_a_cushion_rises_behind_it():
    seat = [[x, -0.1, 0.42] for x in np.linspace(-0.8, 0.8, 17)]
    cushion = [[0.0, 0.05, 0.61]]  # higher than the seat, still below the toy's middle
    sofa = node(0, 0, 0, 0, 1.7, 0.8, 0.84, points=seat + cushion)
    toy = node(1, 0.0, -0.05, 0.46, 0.5, 0.3, 0.4)
    assert relations.on(toy, sofa, SETTINGS)


def test_a_laptop_is_on_the_table_top_that_shows_beside_it_and_not_under_it():
    # The table's box ends at the top of a vase on it, 1.0 m; its top was seen at 0.72 m, 0.05 m beside the laptop.
    table = node(0, 0, 0, 0, 1.8, 1.4, 1.0, points=[[0.2, 0.0, 0.72], [0.8, 0.5, 1.0]])
    laptop = node(1, 0.0, 0.0, 0.74, 0.3, 0.3, 0.2)
    assert relations.on(laptop, table, SETTINGS)
    far = node(0, 0, 0, 0, 1.8, 1.4, 1.0, points=[[0.3, 0.0, 0.72], [0.8, 0.5, 1.0]])  # 0.15 m beside it
    assert not relations.on(laptop, far, SETTINGS)
