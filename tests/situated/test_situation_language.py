"""Readings of situations: clauses in writing, their grammar, and what a scene's own reader changes."""

from __future__ import annotations

import dataclasses
import math
import re

import numpy as np
import pytest
from hand_made_room import room_graph

from situated_qa.errors import SituationError, ToolError
from situated_qa.situated.described_viewpoint import describe_viewpoint
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Doing, Entered, Facing, Has, Situation
from situated_qa.situated.situation_language import canonical_reading, grammar, parsed
from situated_qa.situated.viewpoint import Viewpoint


@pytest.mark.parametrize(
    ("reading", "clauses"),
    [
        ('on("couch"), facing("tv")', (At("on", "couch"), Facing("tv"))),
        ('seat("desk"), has("lamp", "front left")', (At("at", "desk", seated=True), Has("lamp", "front left"))),
        ('before("tv"), away("door")', (At("front of", "tv"), Facing("door", away=True))),
        ('between("bed", "bed"), facing()', (At("between", "bed", "bed"), Facing(""))),
        ('corner("kitchen", by="plant")', (At("corner", "kitchen", by="plant"),)),
        ('doorway("kitchen", "hall")', (Entered("kitchen", "hall"),)),
        ("doorway()", (Entered("", ""),)),
        ('wall("picture")', (Facing("picture", wall="same"),)),
        ('opposite_wall("bed")', (Facing("bed", wall="opposite"),)),
        ('middle("room"), along("hall")', (At("middle of", "room"), Facing("", along="hall"))),
        ('at("foot of the bed")', (At("at", "bed", part="foot"),)),
        ('uses("oven"), did("fridge")', (Doing("oven"), Doing("fridge", at_it=False))),
        ("nothing()", ()),
    ],
)
def test_readings_are_clauses(reading: str, clauses: tuple) -> None:
    assert parsed(reading).clauses == clauses


def test_turns_add_up() -> None:
    assert parsed('on("bed"), turned("left"), turned("around")').turned_rad == pytest.approx(1.5 * math.pi)


def test_who_comes_in_has_the_door_of_the_other_room_behind() -> None:
    assert parsed('doorway("kitchen"), has("door to the hall", "back")').clauses == (Entered("kitchen", "hall"),)
    assert parsed('on("kitchen"), has("door to the hall", "back")').clauses == (Entered("kitchen", "hall"),)
    assert parsed('on("couch"), has("door to the hall", "back")').clauses[0] == At("on", "couch")


@pytest.mark.parametrize(
    ("reading", "clause"),
    [
        ('on("hall"), has("front door", "back")', Entered("hall", front=True)),
        ('on("entrance door"), facing("hall")', Entered("")),
        ('doorway(), facing("living room")', Entered("")),
        ('doorway("kitchen"), facing("kitchen")', Entered("kitchen")),
    ],
)
def test_who_has_the_front_door_behind_has_come_in_by_it(reading: str, clause: Entered) -> None:
    assert parsed(reading).clauses == (clause,)


def test_who_comes_in_and_looks_into_another_room_or_away_says_so() -> None:
    assert Facing("hall") in parsed('doorway("kitchen"), facing("hall")').clauses
    assert Facing("kitchen", away=True) in parsed('doorway("kitchen"), away("kitchen")').clauses


@pytest.mark.parametrize(
    "reading",
    ["couch", 'on("couch", "bed")', 'has("lamp", "north")', 'sits("couch")', "on(couch)", 'on(by="couch")', "",
     'turned("up")', "nothing(1)", ", ".join(['on("bed")'] * 13)],
)  # fmt: skip
def test_what_is_no_reading_is_refused(reading: str) -> None:
    with pytest.raises(ToolError):
        parsed(reading)


def test_a_reading_has_one_way_of_writing() -> None:
    assert canonical_reading("on('couch'),facing( 'tv' )") == 'on("couch"), facing("tv")'


def test_the_grammar_holds_the_words_of_the_situation_alone() -> None:
    rules = dict(line.split(" ::= ", 1) for line in grammar("I'm on the Couch.").splitlines())
    words = re.findall(r'"([^"]+)"', rules["word"])
    assert set(words) == {"i'm", "on", "the", "couch", "room", "door", "window", "wall"}
    assert rules["root"].startswith('"nothing()" | clause')


def scene(**options: object) -> SituatedScene:
    return dataclasses.replace(SituatedScene(room_graph(), Viewpoint(np.zeros(3), 0.0)), **options)


def test_the_reader_of_the_scene_reads_what_no_pattern_does() -> None:
    told = "Well, the thing people watch is what I stare at from my comfy place."
    with pytest.raises(SituationError):
        describe_viewpoint(scene(), told)
    by_words = describe_viewpoint(scene(), "I am sitting on the couch, facing the lamp")
    found = describe_viewpoint(scene(read_situation=lambda _: parsed('on("couch"), facing("lamp")')), told)
    assert found.viewpoint.heading_rad == pytest.approx(by_words.viewpoint.heading_rad)
    assert found.viewpoint.position == pytest.approx(by_words.viewpoint.position)


def test_patterns_stand_in_where_the_reader_writes_nothing_that_fits() -> None:
    told = "I am sitting on the couch, facing the lamp"
    by_words = describe_viewpoint(scene(), told).viewpoint
    for reader in (lambda _: None, lambda _: parsed('on("piano")'), lambda _: Situation((), ())):
        found = describe_viewpoint(scene(read_situation=reader), told).viewpoint
        assert found.heading_rad == pytest.approx(by_words.heading_rad)


def test_the_reason_is_the_one_of_the_reader_where_nothing_fits() -> None:
    with pytest.raises(SituationError, match="piano"):
        describe_viewpoint(scene(read_situation=lambda _: parsed('on("piano")')), "I play the piano forte")


def test_who_looks_outside_at_a_window_looks_at_the_window() -> None:
    assert parsed('before("window"), facing("outside")').clauses == (At("front of", "window"), Facing("window"))
