"""Every relation at its threshold, just inside and just outside.

The settings here are binary fractions, so that "at" is exact; each case turns the measured quantity into boxes.
"""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene import relations
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.relation_table import RELATION_TYPES
from situated_qa.scene.relation_table import holds as relation_holds
from situated_qa.scene.relations import RelationSettings
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

STEP = 2.0**-10
EXACT = RelationSettings(
    on_gap_m=0.125,
    on_overlap=0.25,
    on_seat_share=0.5,
    in_fraction=0.75,
    vertical_gap_m=2.0**-6,
    vertical_overlap=0.25,
    height_margin_m=2.0**-4,
    embed_fraction=0.25,
    touch_m=0.125,
    thin_m=2.0**-5,
    flat_m=0.125,
    between_fraction=0.5,
    between_inside=0.25,
    between_height=0.25,
    sector_edge_rad=float(np.arctan(0.25)),
    sector_fraction=0.75,
)


def box(x, y, bottom, length, width, height, points=(), id=1):
    shape = Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height]))
    return ObjectNode(id, "thing", shape, shape.center, surface_points=np.array(points, np.float32).reshape(-1, 3))


CUBE = box(0, 0, 0, 1, 1, 1, id=0)
BEAM = box(0, 0, 2.5, 4, 0.5, 0.25, id=0)
WALL = box(0, 0, 0, 4, 0.125, 2.5, id=0)
LEFT_END, RIGHT_END = box(-2, 0, 0, 1, 1, 1, id=8), box(2, 0, 0, 1, 1, 1, id=9)


def across_the_edge(share, size=0.5, bottom=0.0, height=0.5):
    """A square of which `share` lies over the cube, the rest beyond its edge."""
    return box(0.5 + size / 2 - size * share, 0, bottom, size, size, height)


def beside_the_wall(depth=2.0**-6, gap=0.0, bottom=1.0, height=0.5):
    return box(0, 0.0625 + gap + depth / 2, bottom, 1, depth, height)


def seat(height, bottom):
    """A cushion over a cube whose surface was seen at one height."""
    return box(0, 0, bottom, 0.5, 0.5, 1.5), box(0, 0, 0, 1, 1, 1, points=[[0, 0, height]], id=0)


def is_(name, target, reference=CUBE):
    return relation_holds(name, target, reference, EXACT)


# what is measured: (whether it holds for a value, the threshold, on which side of it it holds, whether it holds at)
CASES = {
    "within reach: distance": (lambda v: is_("within reach", box(1 + v, 0, 0, 1, 1, 1)), 1.0, "below", False),
    "near: distance": (lambda v: is_("near", box(1 + v, 0, 0, 1, 1, 1)), 1.0, "below", False),
    "far: distance": (lambda v: is_("far", box(1 + v, 0, 0, 1, 1, 1)), 3.0, "above", False),
    "next to: distance": (lambda v: is_("next to", box(1 + v, 0, 0, 1, 1, 1)), 0.5, "below", False),
    "next to: common height": (lambda v: is_("next to", box(1.25, 0, 1 - v, 1, 1, 1)), 0.0, "above", False),
    "next to: overlap": (lambda v: is_("next to", across_the_edge(v, 1.0)), 0.25, "below", True),
    "besides: distance": (lambda v: is_("besides", box(1 + v, 0, 0, 1, 1, 1)), 0.5, "below", False),
    "besides: level": (lambda v: is_("besides", box(1.25, 0, v, 1, 1, 1)), 0.125, "below", True),
    "on: gap over the top": (lambda v: is_("on", box(0, 0, 1 + v, 0.5, 0.5, 0.5)), 0.125, "below", True),
    "on: sunk below the top": (lambda v: is_("on", box(0, 0, 1 - v, 0.5, 0.5, 0.5)), 0.125, "below", True),
    "on: overlap": (lambda v: is_("on", across_the_edge(v, bottom=1.0)), 0.25, "above", False),
    "on: size": (lambda v: is_("on", box(0, 0, 1, v, 1, 0.5)), 1.5, "below", False),
    "on: height of the seat": (lambda v: is_("on", *seat(v, v)), 0.5, "above", True),
    "on: gap over the seat": (lambda v: is_("on", *seat(0.5, 0.5 + v)), 0.125, "below", True),
    "support: gap": (lambda v: is_("support", CUBE, box(0, 0, 1 + v, 0.5, 0.5, 0.5)), 0.125, "below", True),
    "in: share": (lambda v: is_("in", across_the_edge(v, bottom=0.25)), 0.75, "above", True),
    "in: share of the height": (lambda v: is_("in", box(0, 0, 1 - v / 2, 0.5, 0.5, 0.5)), 0.75, "above", True),
    "embed: sunk": (lambda v: is_("embed", box(0, 0, 1 - v / 8, 0.5, 0.5, 0.125)), 0.25, "above", True),
    "embed: flush": (lambda v: is_("embed", box(0, 0, 0.5 + v, 0.5, 0.5, 0.5)), 0.125, "below", True),
    "embed: footprint": (lambda v: is_("embed", across_the_edge(v, bottom=0.5)), 0.75, "above", True),
    "above: gap": (lambda v: is_("above", box(0, 0, 1 + v, 0.5, 0.5, 0.5)), 2.0**-6, "above", False),
    "above: overlap": (lambda v: is_("above", across_the_edge(v, bottom=2.0)), 0.25, "above", False),
    "below: gap": (lambda v: is_("below", CUBE, box(0, 0, 1 + v, 0.5, 0.5, 0.5)), 2.0**-6, "above", False),
    "higher than: bottom and top": (lambda v: is_("higher than", box(5, 0, v, 1, 1, 1)), 2.0**-4, "above", False),
    "higher than: top alone": (lambda v: is_("higher than", box(5, 0, 0.5, 1, 1, 0.5 + v)), 2.0**-4, "above", False),
    "lower than: bottom and top": (
        lambda v: is_("lower than", CUBE, box(5, 0, v, 1, 1, 1)), 2.0**-4, "above", False
    ),
    "hanging on: gap below": (
        lambda v: is_("hanging on", box(0, 0, 2 - v, 0.25, 0.25, 0.5), BEAM), 0.125, "below", True
    ),
    "hanging on: overlap": (
        lambda v: is_("hanging on", box(0, 0.375 - v / 4, 2, 0.25, 0.25, 0.5), BEAM), 0.25, "above", False
    ),
    "hanging on: flat": (lambda v: is_("hanging on", beside_the_wall(v), WALL), 0.125, "below", True),
    "hanging on: gap beside": (lambda v: is_("hanging on", beside_the_wall(gap=v), WALL), 0.125, "below", True),
    "mounted on: stands out": (lambda v: is_("mounted on", beside_the_wall(v), WALL), 2.0**-5, "above", False),
    "mounted on: gap": (lambda v: is_("mounted on", beside_the_wall(0.25, v), WALL), 0.125, "below", True),
    "affixed on: thin": (lambda v: is_("affixed on", beside_the_wall(v), WALL), 2.0**-5, "below", True),
    "affixed on: gap": (lambda v: is_("affixed on", beside_the_wall(gap=v), WALL), 0.125, "below", True),
    "affixed on: off the foot": (lambda v: is_("affixed on", beside_the_wall(bottom=v), WALL), 0.125, "above", False),
    "affixed on: over the top": (
        lambda v: is_("affixed on", beside_the_wall(bottom=2 + v), WALL), 0.125, "below", True
    ),
    "between: in the hull": (lambda v: between(box(0, 0.75 - v / 2, 0, 0.5, 0.5, 0.5)), 0.5, "above", True),
    "between: in an end": (lambda v: between(box(1.25 + v / 2, 0, 0, 0.5, 0.5, 0.5)), 0.25, "below", True),
    "between: common height": (lambda v: between(box(0, 0, 1 - v / 2, 0.5, 0.5, 0.5)), 0.25, "above", True),
}  # fmt: skip


def between(target):
    return relations.between(target, LEFT_END, RIGHT_END, EXACT)


@pytest.mark.parametrize("name", CASES)
def test_at_just_inside_and_just_outside(name):
    holds, limit, side, at = CASES[name]
    inward = STEP if side == "above" else -STEP
    assert holds(limit + inward), "just inside"
    assert not holds(limit - inward), "just outside"
    assert holds(limit) is at, "at"


def test_every_predicate_has_a_case():
    assert {name.split(":")[0] for name in CASES} == {*(row.name for row in RELATION_TYPES if row.holds), "between"}


def test_the_defaults_are_the_published_ones():
    """LLM-TPC's limits, and those that thousands of published utterances agreed with."""
    settings = RelationSettings()
    assert (settings.within_reach_m, settings.near_m) == (1.0, 1.0)
    assert (settings.on_overlap, settings.on_gap_m, settings.on_size_ratio) == (0.3, 0.15, 1.5)
    assert (settings.in_fraction, settings.vertical_gap_m, settings.vertical_overlap) == (0.8, 0.02, 0.2)
    assert (settings.between_fraction, settings.between_inside, settings.between_height) == (0.4, 0.25, 0.2)
    assert (settings.sector_fraction, settings.sector_query_fraction) == (0.7, 0.8)
    assert np.rad2deg([settings.sector_edge_rad, settings.hour_half_width_rad]) == pytest.approx([5.0, 45.0])


# --- relations to the asker, who stands at the origin and looks along x ---------------------------------------------


def at_asker(relation, node, settings=EXACT):
    scene = SituatedScene(SceneGraph((node,)), Viewpoint(np.zeros(3), 0.0), settings)
    return scene.related_to_agent(scene.graph.objects, relation) == {node.id}


ASKER_CASES = {
    "within reach": (lambda v: at_asker("within reach", box(0.5 + v, 0, 0, 1, 1, 1)), 1.0, "below", False),
    "near": (lambda v: at_asker("near", box(0.5 + v, 0, 0, 1, 1, 1)), 1.0, "below", False),
    "far": (lambda v: at_asker("far", box(0.5 + v, 0, 0, 1, 1, 1)), 3.0, "above", False),
    "above": (lambda v: at_asker("above", box(0, 0, v, 1, 1, 1)), 2.0**-6, "above", False),
    "below": (lambda v: at_asker("below", box(0, 0, v - 1, 1, 1, 1)), 2.0**-6, "below", True),
}


@pytest.mark.parametrize("name", ASKER_CASES)
def test_relations_to_the_asker_at_just_inside_and_just_outside(name):
    holds, limit, side, at = ASKER_CASES[name]
    inward = STEP if side == "above" else -STEP
    assert (holds(limit + inward), holds(limit), holds(limit - inward)) == (True, at, False)


DIRECTIONS = {"front": (1, 0), "left": (0, 1), "back": (-1, 0), "right": (0, -1)}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("side", [-1, 1])
def test_a_sector_ends_a_quarter_rise_from_the_line_across(direction, side):
    ahead = np.array(DIRECTIONS[direction], float)
    across = np.array([-ahead[1], ahead[0]]) * side

    def holds(rise):  # a point 4 m aside; the edge is where it is 1 m ahead
        x, y = ahead * rise + across * 4
        return at_asker(direction, box(x, y, 0, 0, 0, 1, points=[[x, y, 0]]))

    assert (holds(1 + STEP), holds(1), holds(1 - STEP)) == (True, True, False)


@pytest.mark.parametrize(("ahead", "holds"), [(4, True), (3, True), (2, False)])
def test_three_quarters_of_an_object_must_lie_in_the_sector(ahead, holds):
    points = [[3, 0, 0]] * ahead + [[-3, 0, 0]] * (4 - ahead)
    assert at_asker("front", box(0, 0, 0, 6, 0, 1, points=points)) is holds


@pytest.mark.parametrize("hour", range(1, 13))
def test_an_hour_reaches_45_degrees_to_either_side(hour):
    def holds(off_deg):
        angle = -hour * np.pi / 6 + np.deg2rad(off_deg)
        return at_asker(f"{hour} o'clock", box(8 * np.cos(angle), 8 * np.sin(angle), 0, 0.5, 0.5, 1))

    assert [holds(off) for off in (-45.01, -45, -44.99, 0, 44.99, 45, 45.01)] == [False, *[True] * 5, False]


@pytest.mark.parametrize("words", ["front left", "front right", "back left", "back right"])
def test_two_words_hold_where_both_do(words):
    one, two = words.split()
    for degrees in range(0, 360, 5):
        angle = np.deg2rad(degrees + 1.0)
        node = box(8 * np.cos(angle), 8 * np.sin(angle), 0, 0.25, 0.25, 1)
        assert at_asker(words, node) == (at_asker(one, node) and at_asker(two, node))
