"""The benchmark that judges understanding by running: its verdicts, and the places it asks at, in a room by hand."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.sim.questions.view import Pose
from situated_qa.training.query_forms.form import parse_form

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
CHAIRS_LEFT = parse_form({"ask": "count", "target": "chair", "where": [{"rel": "left", "of": "me"}]})
LAMP_LEFT = parse_form(
    {"ask": "exists", "target": "lamp", "where": [{"rel": "left", "of": "me"}], "options": ["yes", "no"]}
)
# (id, category, center x y z); whoever looks along x has two chairs on the left, and a chair and a lamp on the right
LAYOUT = (
    (1, "chair", (0.0, 2.0, 0.5)),
    (2, "chair", (0.0, 3.5, 0.5)),
    (3, "chair", (0.0, -2.0, 0.5)),
    (4, "lamp", (0.0, -4.0, 0.5)),
)
ALONG_X, BACKWARDS = 0.0, np.pi


@pytest.fixture(scope="module")
def benchmark() -> Iterator[SimpleNamespace]:
    """benchmarks/form_answers.py and _form_truth.py, which are no part of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        modules = [importlib.import_module(name) for name in ("_form_truth", "form_answers")]
    yield SimpleNamespace(truth=modules[0], main=modules[1])


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


def home(truth: ModuleType, *headings: float) -> Any:
    extents = np.array([0.4, 0.4, 1.0])
    objects = [
        ObjectNode(id=identity, category=category, box=Box(np.array(center), extents), centroid=np.array(center))
        for identity, category, center in LAYOUT
    ]
    poses = [Pose(np.zeros(3), heading, "", ("",)) for heading in headings]
    return truth.Home("room", SceneGraph(objects=tuple(objects)), poses)


@pytest.mark.parametrize(
    ("ask", "truth", "answer", "same"),
    [
        ("count", "2", "There are two.", True),
        ("count", "2", "3", False),
        ("count", "0", "none", True),
        ("distance", "2.3 m", "2.45 m", True),  # lengths may be 0.2 m off
        ("distance", "2.3 m", "2.6 m", False),
        (
            "direction",
            "to your left (9 o'clock), 2.3 m away",
            "to your left and behind you (8 o'clock), 9 m away",
            True,
        ),
        ("direction", "to your left (9 o'clock), 2.3 m away", "behind you and to your left (7 o'clock), 2 m", False),
        ("direction", "to your left (9 o'clock), 2.3 m away", "left", True),
        ("direction", "neither", "left", False),
        ("path", "turn left, go straight 2.0 m, turn right, go straight 1.0 m", "left", True),
        ("path", "turn left, go straight 2.0 m", "turn right, go straight 2.0 m", False),
        ("path", "go straight 2.0 m through the door into the bath", "go straight 5.0 m", True),
        ("path", "you are there", "you are there", True),
        ("path", "you are there", "left", False),
        ("name", "the chair to your left (9 o'clock), 2.3 m away", "the chair to your right (3 o'clock), 1 m", False),
        ("name", "lamp and cup", "cup, lamp", True),
        ("name", "lamp and cup", "lamp", False),
        ("exists", "true", "yes", True),
        ("color", "grey", "gray", True),
        ("state", "closed", "", False),
    ],
)
def test_an_answer_is_the_same_by_the_rule_of_what_is_asked(
    benchmark: SimpleNamespace, ask: str, truth: str, answer: str, same: bool
) -> None:
    form = parse_form({"ask": ask, "target": "chair"})
    assert benchmark.truth.is_same(answer, truth, form, "") is same


def test_every_truth_is_the_same_as_itself(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    room = home(benchmark.truth, ALONG_X, BACKWARDS, ALONG_X)
    for ask in ("count", "name", "direction", "distance", "path", "size", "list"):
        form = parse_form({"ask": ask, "target": "chair", "where": [{"rel": "left", "of": "me"}]})
        found = benchmark.truth.truths(form, "", [room], sandbox, places=3, seed="1")
        assert len(found) == 3, ask
        for truth in found:
            assert benchmark.truth.is_same(truth.answer, truth.answer, form, ""), (ask, truth.answer)


def test_places_have_different_answers(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    room = home(benchmark.truth, *[ALONG_X] * 5, BACKWARDS)
    form = CHAIRS_LEFT
    found = benchmark.truth.truths(form, "How many chairs are on my left?", [room], sandbox, places=1, seed="1")
    # three places for an answer that is easy to guess; two chairs along x, one the other way; there are three in all
    assert sorted(truth.answer for truth in found) == ["1", "2", "2"]
    assert all(truth.telling for truth in found)
    by_answer = {truth.answer: truth.ran.object_ids for truth in found}
    assert {answer: set(ids) for answer, ids in by_answer.items()} == {"1": {3}, "2": {1, 2}}


def test_no_is_a_truth_only_beside_yes(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    truths, question = benchmark.truth.truths, "Is there a lamp on my left?"
    never = truths(LAMP_LEFT, question, [home(benchmark.truth, *[ALONG_X] * 3)], sandbox, places=3, seed="1")
    assert never == benchmark.truth.PassedOver("the labelled form finds nothing")
    few = truths(LAMP_LEFT, question, [home(benchmark.truth, ALONG_X, BACKWARDS)], sandbox, places=3, seed="1")
    assert few == benchmark.truth.PassedOver("too few places to tell by")
    both = truths(LAMP_LEFT, question, [home(benchmark.truth, *[ALONG_X] * 3, BACKWARDS)], sandbox, places=3, seed="1")
    assert [truth.answer for truth in both][0] == "yes"
    assert sorted(truth.answer for truth in both) == ["no", "no", "yes"]


def test_what_no_home_has_and_what_needs_no_look_up_is_passed_over(
    benchmark: SimpleNamespace, sandbox: Sandbox
) -> None:
    room = home(benchmark.truth, ALONG_X)
    piano = parse_form({"ask": "count", "target": "chair", "where": [{"rel": "near", "of": {"target": "piano"}}]})
    weather = parse_form({"ask": "common_sense", "target": "any"})
    for form, why in ((piano, "no home has all the things"), (weather, "there is nothing to look up")):
        assert benchmark.truth.truths(form, "", [room], sandbox, places=1, seed="1") == benchmark.truth.PassedOver(why)


def asked_by_patterns(benchmark: SimpleNamespace, sandbox: Sandbox, question: str, form: Any) -> Any:
    room = home(benchmark.truth, *[ALONG_X] * 3, BACKWARDS)
    truths = benchmark.truth.truths(form, question, [room], sandbox, places=3, seed="1")
    answerer = benchmark.main.make("rules", "", 60.0)
    try:
        (score,) = benchmark.main.ask_all(answerer, [benchmark.truth.Case(question, form, truths)], 0.0)
    finally:
        answerer.close()
    return score


def test_the_labelled_meaning_is_right_with_its_form(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    score = asked_by_patterns(benchmark, sandbox, "How many chairs are on my left?", CHAIRS_LEFT)
    assert (score.right, score.objects, score.form_exact) == (True, True, True)
    assert sorted(score.said) == ["1", "2", "2"]
    assert score.last_ran == [True] * 3
    assert set(score.expressions) == {'count(every("chair", left(me)))'}


def test_another_meaning_is_wrong_at_the_first_place_that_tells(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    score = asked_by_patterns(benchmark, sandbox, "How many chairs are there?", CHAIRS_LEFT)
    assert (score.right, score.objects, score.form_exact) == (False, False, False)
    assert score.said == ["3"]  # and the other places are left out
    assert (score.right_form_differs, score.wrong_form_exact) == (False, False)


def test_another_form_of_the_same_meaning_is_right(benchmark: SimpleNamespace, sandbox: Sandbox) -> None:
    form = parse_form({"ask": "count", "target": "seat", "where": [{"rel": "left", "of": "me"}]})
    score = asked_by_patterns(benchmark, sandbox, "How many chairs are on my left?", form)
    assert (score.right, score.right_form_differs) == (True, True)


def test_a_form_without_its_conditions_keeps_ask_and_nouns(benchmark: SimpleNamespace) -> None:
    form = parse_form(
        {
            "ask": "which",
            "target": "bed",
            "where": [{"most": "closest"}],
            "other": {"target": "desk", "where": [{"rel": "back", "of": "me"}]},
            "attribute": "closer",
            "options": ["bed", "desk"],
        }
    )
    bare = {"ask": "which", "target": "bed", "other": {"target": "desk"}, "attribute": "closer"}
    assert benchmark.truth.without_conditions(form) == parse_form({**bare, "options": ["bed", "desk"]})
