"""Describing a growing map: the order, what is asked twice and what is not, failures, and an end."""

from __future__ import annotations

import dataclasses
import threading

import pytest
from pictures import S, described, graph_of, node

from situated_qa.describing.describer import ModelDescriber
from situated_qa.describing.settings import DescriberSettings
from situated_qa.describing.worker import Described, DescribingWorker
from situated_qa.llm.scripted import Line, ScriptedModel

LIMIT_S = 30.0


class Bench:
    """A worker, and what it told."""

    def __init__(self, script, *, retry_s: float = 0.05) -> None:
        self.model = script if isinstance(script, ScriptedModel) else ScriptedModel(script)
        self.told: list[tuple[int, Described]] = []
        describer = ModelDescriber(self.model, DescriberSettings(timeout_s=5.0))
        self.worker = DescribingWorker(describer, lambda id, seen: self.told.append((id, seen)), retry_s=retry_s)

    def settle(self) -> list[int]:
        assert self.worker.wait_until_idle(LIMIT_S)
        return [id for id, _ in self.told]


@pytest.fixture
def bench():
    made: list[Bench] = []

    def make(script, **more) -> Bench:
        made.append(Bench(script, **more))
        return made[-1]

    yield make
    for one in made:
        one.worker.close()


def test_what_was_asked_about_goes_first_and_then_the_newest(bench, tmp_path):
    go_on, started = threading.Event(), threading.Event()

    def say(call) -> str:
        started.set()
        assert go_on.wait(LIMIT_S)
        return described("box")

    one = bench(ScriptedModel([], answers=say))
    objects = [node(id, "box", tmp_path, first_seen=id * S) for id in (1, 2, 3, 4)]
    one.worker.show(graph_of(objects[0], folder=tmp_path))
    assert started.wait(LIMIT_S)  # works on 1 while the others come
    one.worker.show(graph_of(*objects, folder=tmp_path))
    one.worker.asked_about([2, 99])
    go_on.set()
    assert one.settle() == [1, 2, 4, 3]


def test_a_description_tells_who_saw_it_and_when(bench, tmp_path):
    one = bench([described("kettle", state="on")])
    one.worker.show(graph_of(node(1, "cup", tmp_path, stamps=(12,)), folder=tmp_path))
    one.settle()
    ((id, seen),) = one.told
    assert (id, seen.description.name, seen.source) == (1, "kettle", "seen by scripted at 12.0 s")
    assert 'A detector took it for "cup"' in one.model.calls[0].messages[-1].content
    assert len(one.model.calls[0].messages[-1].images) == 1


def test_an_object_is_described_once_and_the_same_picture_never_twice(bench, tmp_path):
    one = bench([Line(described("box"), match="")])
    first = node(1, "box", tmp_path)
    one.worker.show(graph_of(first, folder=tmp_path))
    one.settle()
    one.worker.show(graph_of(first, folder=tmp_path))
    # The same picture belongs to another object now: 1 went into 2.
    one.worker.show(graph_of(dataclasses.replace(first, id=2), folder=tmp_path))
    assert one.settle() == [1, 2]
    assert len(one.model.calls) == 1
    assert dict(one.worker.counts) == {"described": 1, "remembered": 1}


def test_an_object_that_went_and_came_back_is_told_again(bench, tmp_path):
    one = bench([Line(described("box"), match="")])
    first, other = node(1, "box", tmp_path), node(2, "cup", tmp_path)
    for objects in ((first, other), (other,), (first, other)):
        one.worker.show(graph_of(*objects, folder=tmp_path))
        one.settle()
    assert sorted(id for id, _ in one.told) == [1, 1, 2]
    assert len(one.model.calls) == 2


def test_what_is_told_of_an_object_while_it_is_away_is_told_again_when_it_is_back(bench, tmp_path):
    go_on, started = threading.Event(), threading.Event()

    def say(call) -> str:
        started.set()
        assert go_on.wait(LIMIT_S)
        return described("box")

    one = bench(ScriptedModel([], answers=say))
    first, other = node(1, "box", tmp_path), node(2, "cup")
    one.worker.show(graph_of(first, other, folder=tmp_path))
    assert started.wait(LIMIT_S)
    one.worker.show(graph_of(other, folder=tmp_path))
    go_on.set()
    assert one.settle() == [1]  # for nobody: the graph has no such object now
    one.worker.show(graph_of(first, other, folder=tmp_path))
    assert one.settle() == [1, 1]


def test_a_much_better_picture_is_described_again(bench, tmp_path):
    one = bench([Line(described("box"), match="")])
    worse = dataclasses.replace(node(1, "box", tmp_path).views[0], quality=0.2)
    one.worker.show(graph_of(dataclasses.replace(node(1, "box", tmp_path), views=(worse,)), folder=tmp_path))
    one.settle()
    one.worker.show(graph_of(node(1, "box", tmp_path, stamps=(50,)), folder=tmp_path))
    assert one.settle() == [1, 1]


@pytest.mark.parametrize(
    "bad", ["no JSON", "x" * 10_000, '{"name": "box"}', Line(error="error"), Line(error="timeout")]
)
def test_a_picture_that_gets_no_usable_reply_is_tried_twice_and_the_next_is_described(bench, tmp_path, bad):
    one = bench([bad, bad, described("lamp")])
    one.worker.show(graph_of(node(1, "box", tmp_path), node(2, "cup", tmp_path, first_seen=S), folder=tmp_path))
    # 2 is newer and goes first
    assert one.settle() == [1]
    assert len(one.model.calls) == 3


def test_a_model_that_is_not_there_is_told_and_tried_again(bench, tmp_path):
    one = bench([Line(error="unavailable"), Line(error="unavailable"), described("lamp")])
    one.worker.show(graph_of(node(1, "box", tmp_path), folder=tmp_path))
    assert one.settle() == [1]
    assert one.worker.counts["unavailable"] == 2 and one.worker.problem == ""


def test_a_picture_that_is_gone_is_passed_over(bench, tmp_path):
    one = bench([described("lamp")])
    gone = node(1, "box", tmp_path, first_seen=S)
    (tmp_path / gone.views[0].file).unlink()
    one.worker.show(graph_of(gone, node(2, "cup", tmp_path), folder=tmp_path))
    assert one.settle() == [2]


def test_closing_ends_a_request_that_is_under_way(bench, tmp_path):
    one = bench([Line(described("lamp"), delay_s=600.0)])
    one.worker.show(graph_of(node(1, "box", tmp_path), folder=tmp_path))
    one.worker.close()
    assert one.told == []
