"""Conversations over a hand-made home: what later turns leave out, their truth, seeds, and their expressions."""

from __future__ import annotations

import json

import numpy as np
import pytest
from furnished_home import FURNISHED

from situated_qa.errors import SceneError
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.questions import kind_of_answer
from situated_qa.sim.oracle.expressions import TURNS as TURN_EXPRESSIONS
from situated_qa.sim.oracle.expressions import expression_for_turn
from situated_qa.sim.questions.conversations import KINDS_OF_CONVERSATION, Conversation, conversations_for
from situated_qa.sim.questions.turns import TURNS, Turn
from situated_qa.sim.questions.view import Pose, View
from situated_qa.sim.questions.world import World
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Things
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

AT_COUCH = Pose(np.array([1.4, 2.0, 0.0]), 0.0, "living room", ("here", "there"))  # before the couch, facing the tv


def made(kind: str) -> list[list[Turn]]:
    view = View(World(7, FURNISHED.graph()), AT_COUCH, np.random.default_rng(0))
    return list(KINDS_OF_CONVERSATION[kind](view))


def answers(kind: str, about: int) -> list[list[str]]:
    """The answers of the conversations whose first turn is about a thing."""
    return [[turn.answers[0] for turn in turns] for turns in made(kind) if turns[0].ids[:1] == (about,)]


WHITE_NIGHTSTAND, PLANT, YELLOW_LAMP, TV = 16, 5, 18, 3


def test_it_is_the_thing_of_the_turn_before() -> None:
    # The plant stands at (0.55, 0.3): right of the asker, green, its corner (0.75, 0.5) is 1.63 m away, 1.1 m tall.
    assert answers("it", PLANT) == [["right", "green", "1.6 m", "110 cm"]]


def test_what_stands_on_a_thing_is_asked_on() -> None:
    assert ["lamp", "yellow", "40 cm"] in answers("what is on it", YELLOW_LAMP)
    assert ["tv", "black", "60 cm"] in answers("what is on it", TV)


def test_the_other_one_is_the_one_that_was_not_named() -> None:
    found = answers("the other one", WHITE_NIGHTSTAND)
    assert found and all(turns == ["white", "brown", "50 cm"] for turns in found)


def test_a_room_in_a_later_turn_keeps_what_is_counted() -> None:
    for turns in made("what about"):
        assert len({turn.slots["category"] for turn in turns}) == 1
        assert len({turn.slots["room"] for turn in turns}) == len(turns)
    sinks = next(turns for turns in made("what about") if turns[0].slots["category"] == "sink")
    wanted = {"living room": "zero", "kitchen": "one", "bathroom": "one"}
    assert {turn.slots["room"]: turn.answers[0] for turn in sinks}.items() <= wanted.items()


def test_those_of_one_color_are_among_those_counted_before() -> None:
    pictures = next(turns for turns in made("of them") if turns[0].slots["category"] == "picture")
    assert [turn.answers[0] for turn in pictures] == ["three", "one"]
    assert set(pictures[1].ids) < set(pictures[0].ids)


def test_a_seat_is_kept_in_later_turns() -> None:
    for turns in made("from there"):
        assert len({turn.slots["seat"]["text"] for turn in turns}) == 1 < len(turns)


def test_a_later_turn_asks_another_thing_of_the_same_options() -> None:
    found = made("and the farthest")
    assert found
    for turns in found:
        assert len({turn.slots["list"] for turn in turns}) == 1
        assert turns[0].kind == "which is closest"
        if turns[1].kind == "and farthest":
            assert turns[0].answers != turns[1].answers


def test_every_kind_of_turn_has_six_wordings_and_an_expression() -> None:
    assert set(TURNS) == set(TURN_EXPRESSIONS)
    assert all(len(set(wordings)) >= 6 for _, wordings in TURNS.values())


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def talks(split: str, count: int = 28, seed: int = 3) -> list[Conversation]:
    return conversations_for(FURNISHED, seed=seed, count=count, split=split)


def test_conversations_have_two_to_four_turns_and_all_kinds_occur() -> None:
    found = talks("dev")
    assert {talk.kind for talk in found} == set(KINDS_OF_CONVERSATION)
    assert all(2 <= len(talk.turns) <= 4 and all(turn.question for turn in talk.turns) for talk in found)
    assert len({talk.id for talk in found}) == len(found)


def test_the_same_seed_gives_the_same_conversations() -> None:
    once, again, other = (
        json.dumps([talk.to_dict(expression_for_turn) for talk in talks("dev", 10, seed)]) for seed in (3, 3, 4)
    )
    assert once == again != other


def test_the_last_wording_is_kept_for_the_test_split() -> None:
    fixed = {kind: wordings[-1] for kind, (_, wordings) in TURNS.items() if "{" not in wordings[-1]}

    def last_said(split: str) -> set[str]:
        turns = [turn for seed in range(4) for talk in talks(split, 28, seed) for turn in talk.turns]
        return {turn.kind for turn in turns if turn.question == fixed.get(turn.kind)}

    assert last_said("train") == last_said("dev") == set()
    assert last_said("test")


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(SceneError, match="validation"):
        talks("validation")


def test_the_expressions_of_all_turns_agree_with_the_truth() -> None:
    graph = FURNISHED.graph()
    wrong = []
    for talk in talks("test"):
        scene = SituatedScene(graph, Viewpoint(talk.position, talk.heading_rad))
        before: list[Things] = []
        for turn in talk.turns:
            (value,) = evaluate(expression_for_turn(turn), scene, said_before=before).values
            before.insert(0, Things(turn.ids, "thing", definite=len(turn.ids) == 1))
            kind = kind_of_answer(TURNS[turn.kind][0], turn.answers, turn.tolerance)
            if not exact_match(short(value, graph), turn.answers, kind, turn.tolerance, turn.question):
                wrong.append(f"{turn.question} {expression_for_turn(turn)}: {short(value, graph)}; {turn.answers[0]}")
    assert wrong == []
