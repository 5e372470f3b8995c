"""Each kind of question in a hand-made home whose answers are plain to see; what is ambiguous is thrown away."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_home import SmallHome

import situated_qa.sim.questions as package
from situated_qa.errors import SceneError
from situated_qa.scene.files import read_scene, write_scene
from situated_qa.sim.questions import KINDS, TYPES, HomeQuestion, Ledger, questions_for
from situated_qa.sim.questions.choose import TEST_ONLY_CATEGORIES
from situated_qa.sim.questions.naming import confusable, plural, reference
from situated_qa.sim.questions.poses import poses
from situated_qa.sim.questions.question import Draft, Skip
from situated_qa.sim.questions.view import Pose, View
from situated_qa.sim.questions.world import World

HOME, NO_ARMCHAIR = SmallHome(), SmallHome(without=frozenset({4}))
EAST, NORTH, WEST = 0.0, np.pi / 2, np.pi


def pose(x: float, y: float, heading: float, room: str, **more: Any) -> Pose:
    return Pose(np.array([x, y, 0.0]), heading, room, ("here", "there"), **more)


ON_COUCH = pose(0.55, 2.0, EAST, "living room", anchors=frozenset({0}), seated=True, seat=0)
AT_LIVING_DOOR = pose(4.4, 3.4, WEST, "living room")
BEFORE_COUCH = pose(1.6, 1.0, WEST, "living room")
AT_KITCHEN_DOOR = pose(5.6, 3.4, EAST, "kitchen")
AT_TABLE = pose(6.2, 1.15, np.pi / 4, "kitchen")
IN_BATHROOM = pose(9.0, 2.6, EAST, "bathroom")


@cache
def world_of(home: SmallHome) -> World:
    """Made once: its ways on foot are searched on one graph of cells."""
    return World(home.seed, home.graph())


def items_of(kind: str, at: Pose, home: SmallHome = HOME, seed: int = 0) -> Iterator[Draft | Skip]:
    """Everything a kind yields there; some kinds pick pairs at random, by the seed."""
    yield from KINDS[kind].make(View(world_of(home), at, np.random.default_rng(seed)))


def fits(slots: Any, wanted: dict[str, Any]) -> bool:
    def said(value: Any) -> Any:
        return value["text"] if isinstance(value, dict) else value

    pair = wanted.get("either")
    if pair is not None and {said(slots["a"]), said(slots["b"])} != set(pair):
        return False
    return all(said(slots[key]) == value for key, value in wanted.items() if key != "either")


def answers_of(kind: str, at: Pose, wanted: dict[str, Any], home: SmallHome = HOME, tries: int = 200) -> set[str]:
    """The first answers of all drafts with these slots, of the first seed that gives any."""
    for seed in range(tries):
        items = items_of(kind, at, home, seed)
        found = {item.answers[0] for item in items if isinstance(item, Draft) and fits(item.slots, wanted)}
        if found:
            return found
    return set()


TABLE_AND_TV = {"either": ("the coffee table", "the tv")}
OBVIOUS: list[tuple[str, Pose, dict[str, Any], str]] = [
    ("side count", AT_KITCHEN_DOOR, {"category": "chair", "side": "right"}, "two"),
    ("side count", AT_TABLE, {"category": "chair", "side": "left"}, "one"),
    ("side exists", ON_COUCH, {"category": "potted plant", "side": "right"}, "yes"),
    ("side exists", ON_COUCH, {"category": "potted plant", "side": "left"}, "no"),
    ("left or right", ON_COUCH, {"x": "the green armchair"}, "left"),
    ("front or behind", ON_COUCH, {"x": "the coffee table"}, "front"),
    ("direction", ON_COUCH, {"x": "the potted plant"}, "right"),
    ("clock", ON_COUCH, {"x": "the potted plant"}, "3 o'clock"),
    ("closer to me", ON_COUCH, TABLE_AND_TV, "coffee table"),
    ("color of the nearest", AT_KITCHEN_DOOR, {"category": "chair"}, "blue"),
    ("color on a side", AT_TABLE, {"category": "chair", "side": "right"}, "red"),
    ("nearest on a side", IN_BATHROOM, {"side": "left"}, "shower"),
    ("within reach", ON_COUCH, {"x": "the coffee table"}, "no"),
    ("within reach", IN_BATHROOM, {"x": "the shower"}, "yes"),
    ("turn to face", ON_COUCH, {"x": "the green armchair"}, "left"),
    ("after turning around", ON_COUCH, {"x": "the green armchair"}, "right"),
    ("after a quarter turn", ON_COUCH, {"x": "the green armchair", "turn": "left"}, "front"),
    ("after a quarter turn", ON_COUCH, {"x": "the green armchair", "turn": "right"}, "behind"),
    ("left or right of", AT_LIVING_DOOR, {"a": "the couch", "b": "the green armchair"}, "left"),
    ("distance from me", ON_COUCH, {"x": "the potted plant"}, "1.5 m"),
    ("room of", ON_COUCH, {"x": "the tv"}, "living room"),
    ("rooms with", ON_COUCH, {"category": "sink"}, "bathroom and kitchen"),
    ("rooms without", ON_COUCH, {"category": "toilet"}, "kitchen and living room"),
    ("exists in room", ON_COUCH, {"category": "chair", "room": "kitchen"}, "yes"),
    ("exists in room", ON_COUCH, {"category": "chair", "room": "bathroom"}, "no"),
    ("exists", ON_COUCH, {"category": "couch"}, "yes"),
    ("exists", ON_COUCH, {"category": "piano"}, "no"),
    ("position", ON_COUCH, {"x": "the bowl"}, "6.60, 1.60, 0.80"),
    ("on top", ON_COUCH, {"x": "the dining table"}, "bowl"),
    ("standing on", ON_COUCH, {"x": "the tv"}, "tv stand"),
    ("closer to a thing", ON_COUCH, {**TABLE_AND_TV, "c": "the couch"}, "coffee table"),
    ("color of the closest to", ON_COUCH, {"category": "chair", "x": "the refrigerator"}, "red"),
    ("between", ON_COUCH, {"either": ("the couch", "the tv stand")}, "coffee table"),
    ("same room", ON_COUCH, {"either": ("the bowl", "the stove")}, "yes"),
    ("same room", ON_COUCH, {"either": ("the bowl", "the tv")}, "no"),
    ("accessible rooms", ON_COUCH, {"room": "kitchen"}, "bathroom and living room"),
    ("room for", ON_COUCH, {"deed": "take a shower"}, "bathroom"),
    ("thing for", AT_KITCHEN_DOOR, {"deed": "keep milk cold"}, "refrigerator"),
    ("nearest seat", BEFORE_COUCH, {}, "couch"),
    ("seats for guests", ON_COUCH, {"room": "kitchen"}, "two"),
    ("can I see", ON_COUCH, {"x": "the coffee table"}, "yes"),
    ("can I see", ON_COUCH, {"x": "the toilet"}, "no"),
    ("seen from a seat", IN_BATHROOM, {"seat": "the couch", "target": "the coffee table", "x": "the toilet"}, "no"),
    ("seen from a seat", IN_BATHROOM, {"seat": "the couch", "target": "the coffee table", "x": "the tv stand"}, "yes"),
    ("color", ON_COUCH, {"x": "the couch"}, "red"),
    ("material", ON_COUCH, {"x": "the toilet"}, "ceramic"),
    ("shape", ON_COUCH, {"x": "the bowl"}, "round"),
    ("door state", ON_COUCH, {"a": "kitchen", "b": "bathroom"}, "open"),
    ("same color", ON_COUCH, {"either": ("the refrigerator", "the toilet")}, "yes"),
    ("same color", ON_COUCH, {"either": ("the couch", "the toilet")}, "no"),
    ("all of one color", ON_COUCH, {"category": "sink"}, "yes"),
    ("as many", ON_COUCH, {"category": "sink", "a": "kitchen", "b": "bathroom"}, "yes"),
    ("both rooms have", ON_COUCH, {"category": "sink", "a": "kitchen", "b": "bathroom"}, "yes"),
    ("both rooms have", ON_COUCH, {"category": "sink", "a": "living room", "b": "bathroom"}, "no"),
    ("every room has", ON_COUCH, {"category": "sink"}, "no"),
    ("in common", ON_COUCH, {"a": "kitchen", "b": "bathroom"}, "sink"),
    ("things of a color", ON_COUCH, {"room": "living room", "color": "green"}, "armchair and potted plant"),
    ("count in room", ON_COUCH, {"category": "chair", "room": "kitchen"}, "two"),
    ("count", ON_COUCH, {"category": "sink"}, "two"),
    ("count of a color", ON_COUCH, {"category": "sink", "color": "white"}, "two"),
    ("difference", ON_COUCH, {"a": "chair", "b": "stove", "room": "kitchen"}, "one"),
    ("sum", ON_COUCH, {"a": "chair", "b": "stove", "room": "kitchen"}, "three"),
    ("largest room", ON_COUCH, {"word": "largest"}, "living room"),
    ("largest room", ON_COUCH, {"word": "smallest"}, "bathroom"),
    ("larger room", ON_COUCH, {"a": "bathroom", "b": "kitchen"}, "kitchen"),
    ("room with most", ON_COUCH, {"category": "chair"}, "kitchen"),
    ("dimension", ON_COUCH, {"x": "the refrigerator", "attribute": "height"}, "1.80 m"),
    ("dimension", ON_COUCH, {"x": "the couch", "attribute": "length"}, "1.90 m"),
    ("room area", ON_COUCH, {"room": "bathroom"}, "8.0 m²"),
    ("largest thing", ON_COUCH, {"room": "bathroom"}, "shower"),
    ("taller", ON_COUCH, {"either": ("the refrigerator", "the stove")}, "refrigerator"),
    ("straight distance", ON_COUCH, {"either": ("the couch", "the coffee table")}, "1.9 m"),
    ("shorter walk", AT_KITCHEN_DOOR, {"either": ("the stove", "the toilet")}, "stove"),
    ("doors on the way", ON_COUCH, {"room": "bathroom"}, "two"),
    ("next room", ON_COUCH, {"room": "bathroom"}, "kitchen"),
    ("one door away", ON_COUCH, {"room": "kitchen"}, "yes"),
    ("one door away", ON_COUCH, {"room": "bathroom"}, "no"),
]


@pytest.mark.parametrize(("kind", "at", "wanted", "answer"), OBVIOUS, ids=[f"{c[0]}: {c[3]}" for c in OBVIOUS])
def test_the_obvious_answer(kind: str, at: Pose, wanted: dict[str, Any], answer: str) -> None:
    # An armchair is a chair to many: where a question goes over the whole home, it would be two-edged.
    home = NO_ARMCHAIR if wanted.get("category") == "chair" else HOME
    assert answers_of(kind, at, wanted, home) == {answer}


def test_ways_on_foot_go_around_the_furniture() -> None:
    (to_sink,) = answers_of("walk to", AT_KITCHEN_DOOR, {"x": "the sink in the kitchen"})
    assert float(to_sink.split()[0]) == pytest.approx(2.6, abs=0.15)  # 2.5 m straight down, past the blue chair
    between = answers_of("walk between", ON_COUCH, {"either": ("the couch", "the tv stand")})
    for length in between:  # 1.2 → 4.35 m along x, past the coffee table
        assert float(length.split()[0]) == pytest.approx(3.2, abs=0.25)
    assert between


def test_every_kind_is_tested_here_and_all_types_are_covered() -> None:
    assert {case[0] for case in OBVIOUS} | {"walk to", "walk between"} == set(KINDS)
    assert len(KINDS) >= 30
    assert {name for kind in KINDS.values() for name in kind.types} == set(TYPES)


def test_a_closed_door_changes_what_is_true() -> None:
    shut = SmallHome(closed=frozenset({1}))
    assert answers_of("door state", ON_COUCH, {"b": "bathroom"}, shut) == {"closed"}
    assert answers_of("accessible rooms", ON_COUCH, {"room": "kitchen"}, shut) == {"living room"}
    assert answers_of("doors on the way", ON_COUCH, {"room": "bathroom"}, shut, 2) == set()
    assert answers_of("walk to", AT_KITCHEN_DOOR, {"x": "the toilet"}, shut, 20) == set()


def test_turning_around_swaps_left_and_right() -> None:
    turned = pose(0.55, 2.0, WEST, "living room", anchors=frozenset({0}), seated=True, seat=0)
    assert answers_of("left or right", turned, {"x": "the green armchair"}) == {"right"}
    assert answers_of("clock", turned, {"x": "the potted plant"}) == {"9 o'clock"}


@pytest.mark.parametrize("kind", ["direction", "turn to face"])
def test_what_lies_between_two_directions_is_thrown_away(kind: str) -> None:
    diagonal = pose(0.55 + 1.6, 0.3 + 1.6, np.pi, "living room")  # the plant is exactly front left
    assert answers_of(kind, diagonal, {"x": "the potted plant"}, tries=2) == set()
    assert any(isinstance(item, Skip) for item in items_of(kind, diagonal))


def test_two_candidates_about_as_near_are_thrown_away() -> None:
    midway = pose(6.35, 1.0, NORTH, "kitchen")  # between the two chairs
    assert answers_of("color of the nearest", midway, {"category": "chair"}, NO_ARMCHAIR, 2) == set()


def test_left_of_something_out_of_sight_is_thrown_away() -> None:
    wall_of_boxes = tuple(
        ("box", "living room", 3.2, y, 0.0, (0.3, 0.7, 2.2), 0.0, False, "", "", None)
        for y in (0.9, 1.6, 2.3, 3.0, 3.7)
    )
    hidden = SmallHome(more=wall_of_boxes)
    seen = answers_of("left or right of", AT_LIVING_DOOR, {"a": "the couch", "b": "the green armchair"})
    assert seen == {"left"}
    assert answers_of("left or right of", AT_LIVING_DOOR, {"a": "the couch"}, hidden, 5) == set()


def test_a_word_that_may_mean_two_things_is_not_asked_for() -> None:
    office = ("office chair", "kitchen", 7.3, 2.8, 0.0, (0.5, 0.5, 1.0), 0.0, True, "black", "", None)
    chairs = {"category": "chair", "room": "kitchen"}
    assert answers_of("count in room", ON_COUCH, chairs, SmallHome(more=(office,)), 2) == set()
    assert confusable("chair", "armchair") and confusable("table", "dining table")
    assert not confusable("dining table", "table") and not confusable("tv", "tv stand")


def test_phrases_mean_one_thing_only() -> None:
    world = World(7, HOME.graph())
    assert reference(world, world.by_id[3])["text"] == "the tv"  # type: ignore[index]
    assert reference(world, world.by_id[12])["text"] == "the sink in the kitchen"  # type: ignore[index]
    assert reference(world, world.by_id[8])["text"] == "the red chair"  # type: ignore[index]
    assert reference(world, world.by_id[8], by_color=False) is None  # two chairs in one kitchen
    assert [plural(noun) for noun in ("shelf", "couch", "toilet brush", "clothes")] == [
        "shelves", "couches", "toilet brushes", "clothes",
    ]  # fmt: skip


def test_poses_are_where_people_stand_and_sit() -> None:
    world = World(7, HOME.graph())
    found = poses(world)
    texts = [text for at in found for text in at.situations]
    assert "I have just come into the kitchen through the door from the living room, looking straight ahead." in texts
    assert "I am sitting on the couch, facing the coffee table." in texts
    assert "I am standing in front of the refrigerator, facing it." in texts
    for at in found:
        assert len(at.situations) >= 3
        assert world.room_at(at.position) == at.room
        if not at.seated:  # on floor that a robot can stand on
            assert world.walking.near(at.position)[1] < 1e-6


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def ask(split: str, count: int = 120, seed: int = 3, home: SmallHome = HOME) -> list[HomeQuestion]:
    return questions_for(home, seed=seed, count=count, split=split)


def test_the_same_seed_asks_the_same() -> None:
    once, again, other = (json.dumps([q.to_dict() for q in ask("dev", 60, seed)]) for seed in (3, 3, 4))
    assert once == again != other


def test_yes_and_no_and_either_or_are_balanced() -> None:
    ledger = Ledger()
    for seed in range(3):
        questions_for(HOME, seed=seed, count=80, split="dev", ledger=ledger)
    binary = [kind for kind in KINDS.values() if kind.binary is not None and ledger.asked(kind.name)]
    assert len(binary) >= 12
    for kind in binary:
        one, two = (ledger.count(kind.name, answer) for answer in kind.binary or ())
        assert abs(one - two) <= 1, kind.name


def test_the_last_wording_and_some_categories_are_kept_for_the_test_split() -> None:
    home = SmallHome(more=(("guitar", "living room", 3.6, 0.4, 0.0, (0.3, 0.4, 1.0), 0.0, True, "red", "wood", None),))

    assert "guitar" in TEST_ONLY_CATEGORIES
    asked = {split: ask(split, 130, home=home) for split in ("train", "test")}
    named = {
        split: {part for q in questions for part in ("situation", "question") if "guitar" in getattr(q, part)}
        for split, questions in asked.items()
    }
    assert named == {"train": set(), "test": {"situation", "question"}}
    assert not any("guitar" in " ".join(q.answers) for q in asked["train"])  # nor as one of a list
    last = {kind.wordings[-1].split("{")[0] for kind in KINDS.values()} - {""}
    early = {w.split("{")[0] for kind in KINDS.values() for w in kind.wordings[:-1]}
    for question in asked["train"]:
        assert not any(question.question.startswith(start) for start in last - early if len(start) > 12), question


def test_no_question_asks_for_what_the_situation_says() -> None:
    for question in ask("test", 150):
        if question.kind in ("left or right", "direction", "clock", "within reach", "color on a side"):
            assert question.slots.get("x", {"text": "?"})["text"] not in question.situation.lower()


def test_questions_come_back_from_the_scene_file(tmp_path: Path) -> None:
    asked = ask("test", 80)
    write_scene(HOME.graph(), tmp_path / "scene.json", questions=[question.to_dict() for question in asked])
    back = [HomeQuestion.from_dict(entry) for entry in read_scene(tmp_path / "scene.json").questions]
    assert [q.to_dict() for q in back] == [q.to_dict() for q in asked]
    with pytest.raises(SceneError, match="q9"):
        HomeQuestion.from_dict({"id": "q9", "kind": "count"})


def test_a_home_without_a_floor_plan_or_an_unknown_split_is_refused() -> None:
    class Bare:
        seed = 1

        def graph(self) -> Any:
            import dataclasses

            return dataclasses.replace(HOME.graph(), floor_plan=None)

    with pytest.raises(SceneError, match="floor plan"):
        questions_for(Bare(), seed=1, count=1)
    with pytest.raises(SceneError, match="validation"):
        questions_for(HOME, seed=1, count=1, split="validation")


def test_the_truth_shares_no_code_with_the_tools_it_checks() -> None:
    below = ("relations", "walking", "visibility", "sectors", "distances", "footprints", "rooms", "edges", "linker")
    forbidden = ("situated_qa.situated", "situated_qa.reasoning", *(f"situated_qa.scene.{name}" for name in below))
    files = sorted(Path(package.__file__).parent.rglob("*.py"))
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(forbidden), f"{file.name} imports {node.module}"
