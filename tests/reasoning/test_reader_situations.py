"""Situations and noun phrases as a trained reader, which is scripted here, and the patterns read them."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.reasoning.reader.situations import LEAST_LOGPROB, with_readers
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Facing
from situated_qa.situated.viewpoint import Viewpoint


def node(id: int, category: str, x: float, y: float) -> ObjectNode:
    center = np.array([x, y, 0.5])
    return ObjectNode(id, category, Box(center, np.array([0.5, 0.5, 1.0])), center)


# Two lamps: the one at (3.8, 0) is 0.3 m from the bed, the other one 5 m away; the asker stands beside the other one.
GRAPH = SceneGraph((node(1, "bed", 3.0, 0.0), node(2, "lamp", 3.8, 0.0), node(3, "lamp", -2.0, 0.0)))


def scene(*lines: str | Line) -> tuple[SituatedScene, ScriptedModel]:
    said = [line if isinstance(line, Line) else Line(line, logprobs=(-0.01,)) for line in lines]
    model = ScriptedModel(said, prefers_forms=True, reads=True, name="question-reader")
    here = SituatedScene(GRAPH, Viewpoint(np.array([-2.0, 1.0, 0.0]), 0.0))
    return with_readers(here, model, 100.0), model


def test_a_situation_is_prompted_for_and_read_once() -> None:
    read, model = scene('on("bed"), facing("lamp")')
    for _ in range(2):
        assert read.read_situation("Lying  there\nwith the lamp to see").clauses == (At("on", "bed"), Facing("lamp"))
    assert [call.messages[0].content for call in model.calls] == ["S: Lying there with the lamp to see\nV: "]


@pytest.mark.parametrize(
    "line",
    [
        Line('on("bed")', logprobs=(LEAST_LOGPROB - 0.01,)),
        Line("on(bed", logprobs=(-0.01,)),
        Line(error="unavailable"),
    ],
    ids=["unsure", "no reading", "missing"],
)
def test_what_is_not_read_is_none(line: Line) -> None:
    assert scene(line)[0].read_situation("In bed") is None


def test_a_text_that_no_situation_is_as_long_as_is_not_read() -> None:
    read, model = scene()
    assert read.read_situation("in bed " * 100) is None and model.calls == []


def test_a_plain_noun_phrase_is_read_by_a_pattern_wherever_the_asker_is() -> None:
    read, model = scene()
    assert read.read_things("lamp next to the bed") == (2,)
    assert model.calls == []


def test_other_noun_phrases_are_read_by_the_model() -> None:
    read, _ = scene('the("lamp", near(the("bed")))', 'the("lamp", farthest(the("bed")))')
    assert read.read_things("lamp that keeps the bed company") == (2,)
    assert read.read_things("lamp farthest off from where the bed stands, you know") == (3,)


@pytest.mark.parametrize("written", ['the("lamp", left(me))', 'count(every("lamp"))', 'the("piano", near(the("bed")))'])
def test_what_depends_on_the_asker_or_is_not_there_is_nothing(written: str) -> None:
    assert scene(written)[0].read_things("lamp or whatever it may be, friend") == ()


def test_without_a_model_patterns_read_noun_phrases_and_no_situation() -> None:
    here = SituatedScene(GRAPH, Viewpoint(np.zeros(3), 0.0))
    read = with_readers(here, None, 100.0)
    assert read.read_situation is None
    assert read.read_things("lamp next to the bed") == (2,)
    assert read.read_things("lamp, or so they say, of the bed") == ()
