"""Whether two expressions mean the same, judged in a room by hand; and the records of the benchmark of readers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from situated_qa.eval.same_meaning import (
    Place,
    choose_places,
    nouns_of,
    same_expression,
    same_meaning,
    same_values,
    values_at,
)
from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.sim.questions.view import Pose
from situated_qa.situated.language.values import Number, Reason, Truth, Unknown
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.samples import Sample

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
# (id, category, center x y z); whoever looks along x has two chairs and a table on the left, a chair on the right
LAYOUT = (
    (1, "chair", (0.0, 2.0, 0.5)),
    (2, "chair", (0.0, 3.5, 0.5)),
    (3, "chair", (0.0, -2.0, 0.5)),
    (4, "table", (1.0, 5.0, 0.5)),
)
ALONG_X, BACKWARDS = 0.0, np.pi
LEFT, RIGHT, ALL = (f'count(every("chair"{where}))' for where in (", left(me)", ", right(me)", ""))


def scene_at(heading_rad: float) -> SituatedScene:
    """The room as somebody in its middle sees it."""
    nodes = tuple(ObjectNode(i, name, Box(np.array(c), np.full(3, 0.6), 0.0), np.array(c)) for i, name, c in LAYOUT)
    return SituatedScene(SceneGraph(nodes), Viewpoint(np.zeros(3), heading_rad))


def place_at(heading_rad: float, expression: str) -> Place:
    """What an expression gives there."""
    scene = scene_at(heading_rad)
    values = values_at(expression, scene)
    assert values is not None
    return Place(scene, expression, values)


def means(written: str, expression: str, headings: tuple[float, ...] = (ALONG_X, BACKWARDS)) -> bool:
    """Whether one expression means what another does, at each heading."""
    return same_meaning(lambda _: written, [place_at(heading, expression) for heading in headings])


def test_an_expression_means_what_itself_means_however_it_is_spaced():
    assert same_expression('count( every("chair",left(me)) )', LEFT)
    assert means('count( every("chair",left(me)) )', LEFT)


def test_another_expression_of_the_same_value_everywhere_means_the_same():
    assert not same_expression(f"{LEFT} + {RIGHT}", ALL)
    assert means(f"{LEFT} + {RIGHT}", ALL)  # 2 + 1 and 1 + 2 are 3, the number of all


def test_one_place_of_another_value_makes_the_meaning_another():
    assert [place_at(heading, LEFT).said for heading in (ALONG_X, BACKWARDS)] == ["2", "1"]
    assert not means(RIGHT, LEFT)
    assert means(f"{ALL} - {RIGHT}", LEFT)
    assert not means(f"{ALL} - 1", LEFT)  # 2 along x, and 2 where 1 is right


def test_values_that_no_place_knows_prove_nothing():
    piano = 'color(the("piano"))'
    assert all(not place_at(heading, piano).known for heading in (ALONG_X, BACKWARDS))
    assert not means('material(the("piano"))', piano)
    assert means(piano, piano)


def test_that_no_map_can_tell_means_the_same_in_any_words():
    assert means('not_in_map("time")', 'not_in_map("what time it is")')
    assert not means(ALL, 'not_in_map("time")')


def test_what_cannot_be_evaluated_or_is_not_there_means_nothing():
    assert not means("", LEFT)
    assert not means("count(chair)", LEFT)
    assert not same_meaning(lambda _: LEFT, [])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Number(2.0), Number(2.0), True),
        (Number(2.0), Number(3.0), False),
        (Number(2.31, "m"), Number(2.33, "m"), True),  # 2 cm
        (Number(2.0, "m"), Number(2.2, "m"), False),
        (Number(10.1, "m²"), Number(10.25, "m²"), True),  # 2 % of 10.25 are 0.205
        (Number(1.0, "m"), Number(100.0, "cm"), False),  # the question asked for another unit
        (Truth(True), Truth(True, (1,), "because"), True),
        (Truth(True), Number(1.0), False),
        (Unknown(Reason.NOT_THERE, "no piano"), Unknown(Reason.NOT_THERE, "none"), True),
        (Unknown(Reason.NOT_THERE, "no piano"), Unknown(Reason.NOT_IN_MAP, "none"), False),
        (Unknown(Reason.NOT_THERE, "no piano"), Truth(False), False),
    ],
)
def test_values_are_compared_by_what_they_say(one, other, same):
    assert same_values([one], [other], scene_at(ALONG_X)) is same


def test_values_of_two_questions_are_both_compared():
    scene = scene_at(ALONG_X)
    assert same_values([Number(1.0), Number(2.0)], [Number(1.0), Number(2.0)], scene)
    assert not same_values([Number(1.0)], [Number(1.0), Number(2.0)], scene)


def test_places_with_other_answers_are_taken_first():
    places = [place_at(heading, LEFT) for heading in (ALONG_X, ALONG_X, BACKWARDS)]  # 2, 2, 1
    assert [place.said for place in choose_places(places, 2, 10)] == ["2", "1"]
    assert choose_places(places, 2, 1) == places[:1]
    nowhere = [place_at(ALONG_X, 'color(the("piano"))')]
    assert choose_places(nowhere, 2, 10) == []


def test_it_means_what_the_question_before_was_about():
    scene = scene_at(ALONG_X)
    values = values_at("count(it)", scene, previous='name(every("chair"))')
    assert values is not None and values[0].value == 3


def test_nouns_of_an_expression_are_those_of_its_things():
    assert nouns_of('color(the("lamp", on(the("desk", left(me))), color="red")), count(every("cup")) > 2') == [
        "lamp", "desk", "cup",
    ]  # fmt: skip
    assert nouns_of("no expression") == []


@pytest.fixture(scope="module")
def benchmark() -> Iterator[SimpleNamespace]:
    """Modules of benchmarks/, which are no part of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        names = (
            "_readers",
            "_reader_tasks",
            "_reader_sets",
            "_reader_scenes",
            "_reader_figures",
            "_form_truth",
            "reader_calibration",
        )
        yield SimpleNamespace(**{name.strip("_"): importlib.import_module(name) for name in names})


class Fixed:
    """A reader that always writes the same."""

    name = "fixed"

    def __init__(self, read) -> None:
        self._read = read

    def read(self, question, previous, scene, *, situation="", answers=True):
        return self._read


def test_a_labeled_question_is_judged_at_its_places(benchmark):
    places = [place_at(heading, LEFT) for heading in (ALONG_X, BACKWARDS)]
    task = benchmark.reader_tasks.LabelTask("1", "How many chairs are on my left?", places, "count")
    read = benchmark.readers.Read
    same = task.judge(Fixed(read(f'count(every("chair")) - {RIGHT}', -0.25, "", 0.1)))
    assert (same["exact"], same["equal"], same["confidence"]) == (True, False, -0.25)
    assert task.judge(Fixed(read(LEFT, 0.0, "", 0.1)))["equal"]
    assert not task.judge(Fixed(read(RIGHT, 0.0, "", 0.1)))["exact"]
    assert "question" not in same


def test_what_no_map_tells_is_right_where_the_reader_says_so(benchmark):
    task = benchmark.reader_tasks.LabelTask("1", "Why?", [place_at(ALONG_X, ALL)], "common_sense", beyond=True)
    read = benchmark.readers.Read
    assert task.judge(Fixed(read('not_in_map("why")', 0.0, "", 0.1)))["exact"]
    assert task.judge(Fixed(read("", None, "", 0.1, unknown=True)))["exact"]
    assert not task.judge(Fixed(read(ALL, 0.0, "3", 0.1)))["exact"]


def test_groups_count_where_all_headings_are_right(benchmark):
    def record(group, exact):
        return {"kind": "k", "language": "en", "group": group, "exact": exact, "seconds": 0.5}

    records = [record("a", True), record("a", True), record("b", True), record("b", False)]
    figures = benchmark.reader_figures.figures_of("headings", records)
    assert (figures["right"], figures["groups"], figures["all_right"]) == (75.0, 2, 50.0)
    assert figures["kinds"] == {"k": [4, 75.0]}
    report = {"rows": {"r": {"sets": {"test headings": {"limit": 4, **figures}}}}}
    table = benchmark.reader_figures.table_of(report, "test")
    (line,) = (line for line in table.splitlines() if "four headings" in line)
    assert "50 (n=4)" in line


def test_a_home_without_a_thing_gets_some_called_so(benchmark):
    graph = scene_at(ALONG_X).graph
    home = benchmark.form_truth.Home("room", graph, ())
    (found,) = benchmark.reader_scenes.homes_with(["piano", "table"], [home], "seed")
    assert sorted(node.category for node in found.graph.objects) == ["piano", "piano", "piano", "table"]
    (same,) = benchmark.reader_scenes.homes_with(["table"], [home], "seed")
    assert same is home


def test_a_sample_that_goes_on_is_asked_after_the_question_before(benchmark):
    graph = scene_at(ALONG_X).graph
    home = benchmark.form_truth.Home("room", graph, (Pose(np.zeros(3), ALONG_X, "", ("",)),))
    sample = Sample("And how far is it?", "distance(it, me)", "k", "written", "w", "dev", 'name(the("table"))')
    task = benchmark.reader_sets.of_sample(sample, [home], "1")
    heard = []

    class Hearing(Fixed):
        def read(self, question, previous, scene, *, situation="", answers=True):
            heard.append(previous)
            return self._read

    assert task.judge(Hearing(benchmark.readers.Read(sample.expression, 0.0, "", 0.1)))["exact"]
    assert set(heard) == {'name(the("table"))'}


def test_questions_that_are_trained_with_are_no_test(benchmark, tmp_path):
    for name in benchmark.reader_sets.DEV_SETS:
        sources = benchmark.reader_sets.Sources("test", tmp_path, sqa3d=tmp_path)
        with pytest.raises(benchmark.reader_sets.Skipped):
            benchmark.reader_sets.of_set(name, sources)


def test_a_model_is_asked_once_for_the_same(benchmark):
    class Counting:
        name, asked = "counting", 0

        def continue_text(self, prompt, **more):
            self.asked += 1
            return (prompt, self.asked)

    model = Counting()
    remembering = benchmark.readers.Remembering(model)
    assert remembering.name == "counting"
    assert [remembering.continue_text(prompt, grammar="g") for prompt in "aab"] == [("a", 1), ("a", 1), ("b", 2)]
    assert remembering.continue_text("a", grammar="another") == ("a", 3)


def test_the_confidence_from_which_on_enough_are_right(benchmark):
    sure_at = benchmark.reader_calibration.sure_at
    judged = [(-0.01, True), (-0.02, True), (-0.1, False), (-0.2, True)]
    assert sure_at(judged, 1.0, 2) == -0.02
    assert sure_at(judged, 0.75, 2) == -0.2  # three of all four
    assert sure_at(judged, 1.0, 3) is None
    assert sure_at([(-0.1, True), (-0.1, False)], 1.0, 1) is None  # equals are not told apart


def test_a_calibration_says_what_is_chosen_and_how_sure(benchmark):
    module = benchmark.reader_calibration
    row, state = module.Row, module.State
    rows = [row(state.PATTERNS, -0.01, True, True)] * 28 + [row(state.PATTERNS, -0.01, False, True)] * 2
    rows += [row(state.MODEL, -0.5, False, True)] * 6 + [row(state.MODEL, -0.5, False, False)] * 4
    table = module.calibrated(rows, [-0.1])
    assert (table.patterns, table.model) == ((30, 0.9333), ((10, 0.6), (0, 0.0)))
    report = module.report_of(rows, table)
    assert (report["patterns_right"], report["model_right"], report["either_right"]) == (0.7, 0.9, 0.9)
    assert report["chosen_right"] == 0.85  # by patterns 28 of 30, by the model 6 of 10
    assert module.edges_of(rows, 2) == (-0.5,)  # of what the model reads
    assert "10: 60" in module.table_of(table)
