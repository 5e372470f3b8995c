"""The two-layer loop with a scripted writer, and combined questions with truths worked out by hand."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "sim"))
from small_home import SmallHome

from situated_qa.errors import TrainingError
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training import loop_runs
from situated_qa.training.extension import WORDINGS, Extended, extended
from situated_qa.training.homes import is_right
from situated_qa.training.loop_runs import LoopAmounts, run_loop
from situated_qa.training.pairs import DpoPair, read_pairs, write_pairs
from situated_qa.training.samples import read_samples
from situated_qa.training.two_layers import Tally, Task, Verdict, judge_of, run_all, run_task

GRAPH = SmallHome().graph()
CHAIRS = 'count(every("chair", room="kitchen"))'
IN_KITCHEN = (5.6, 2.8, 0.0)
"""Looking along x: the stove is ahead on the left, the refrigerator ahead on the right."""


def asked(kind: str, form: str, question: str, answers: tuple[str, ...], slots: dict, number: int = 1) -> HomeQuestion:
    return HomeQuestion(
        f"h7-q{number}", kind, form, ("calculation",), "", question, answers, np.array(IN_KITCHEN), 0.0, slots=slots
    )


def count_of(noun: str, room: str, number: str, digit: str, index: int = 1) -> HomeQuestion:
    slots = {"category": noun, "plural": f"{noun}s", "room": room}
    text = f"How many {noun}s are there in the {room}?"
    return asked("count in room", "count", text, (number, digit), slots, index)


class Script:
    """Writes what it is given, one after the other, and remembers what it was told."""

    def __init__(self, *written: str) -> None:
        self.written, self.told = list(written), []

    def write(self, question: str, previous: str, feedback: str) -> str:
        self.told.append(feedback)
        return self.written.pop(0)


def scene_at(graph: SceneGraph, position: tuple[float, float, float]) -> SituatedScene:
    return SituatedScene(graph, Viewpoint(np.array(position), 0.0, frame=graph.frame))


def chairs_task() -> Task:
    question = count_of("chair", "kitchen", "two", "2")
    with_one_chair = SmallHome(without=frozenset({7})).graph()
    elsewhere = [scene_at(GRAPH, (2.5, 3.0, 0.0)), scene_at(with_one_chair, IN_KITCHEN)]
    return Task(question.question, question.kind, judge_of(question, GRAPH, CHAIRS, elsewhere), label=CHAIRS)


def test_an_error_goes_back_then_a_wrong_answer_then_what_is_right_is_kept() -> None:
    wrong = 'count(every("sink", room="kitchen"))'  # one sink, two chairs
    writer = Script('count(chairs in "kitchen")', wrong, CHAIRS)
    outcome = run_task(chairs_task(), writer)
    assert [item.verdict for item in outcome.attempts] == [Verdict.ERROR, Verdict.WRONG, Verdict.RIGHT]
    assert outcome.right_at == 3
    assert writer.told[0] == ""
    assert "does not run" in writer.told[1] and "this runs" not in writer.told[1]
    assert "does not run" in writer.told[2] and f"{wrong}: this runs, but '1'" in writer.told[2]
    assert outcome.sample is not None
    assert (outcome.sample.expression, outcome.sample.source) == (CHAIRS, "loop")
    question = "How many chairs are there in the kitchen?"
    assert outcome.pairs == (
        DpoPair(question, "", CHAIRS, 'count(chairs in "kitchen")'),
        DpoPair(question, "", CHAIRS, wrong),
    )


def test_what_is_right_by_chance_is_wrong() -> None:
    here_by_chance = 'count(every("chair", in_room(here())))'  # the asker stands in the kitchen, but may not elsewhere
    outcome = run_task(chairs_task(), Script(here_by_chance, CHAIRS))
    assert [item.verdict for item in outcome.attempts] == [Verdict.WRONG, Verdict.RIGHT]


def test_what_is_right_in_one_home_alone_is_wrong() -> None:
    two_sinks = 'count(every("sink"))'  # two of them, as there are chairs; another home has one chair less
    outcome = run_task(chairs_task(), Script(two_sinks, CHAIRS))
    assert [item.verdict for item in outcome.attempts] == [Verdict.WRONG, Verdict.RIGHT]


def test_another_way_of_saying_it_is_right_and_the_sample_has_the_label() -> None:
    outcome = run_task(chairs_task(), Script('count(every("chair", in_room(room("kitchen"))))'))
    assert outcome.right_at == 1 and outcome.pairs == ()
    assert outcome.sample is not None and outcome.sample.expression == CHAIRS


def test_where_nothing_was_right_the_label_is_paired_and_there_is_no_sample() -> None:
    outcome = run_task(chairs_task(), Script('count(every("sink"))', 'count(every("sink"))'))
    assert len(outcome.attempts) == 1  # it repeats itself: more attempts would be the same
    assert outcome.sample is None and outcome.right_at == 0
    assert [pair.rejected for pair in outcome.pairs] == ['count(every("sink"))']


def test_without_a_label_the_truth_alone_decides_and_what_was_written_is_kept() -> None:
    question = count_of("chair", "kitchen", "two", "2")
    task = Task(question.question, question.kind, judge_of(question, GRAPH))
    outcome = run_task(task, Script('count(every("toilet"))', 'count(every("chair"))'))
    assert outcome.sample is not None and outcome.sample.expression == 'count(every("chair"))'
    assert [pair.chosen for pair in outcome.pairs] == ['count(every("chair"))']


def test_the_tally_counts_attempts() -> None:
    tasks = [chairs_task(), chairs_task(), chairs_task()]
    script = Script(CHAIRS, "nonsense(", CHAIRS, 'count(every("bowl"))', 'count(every("bowl"))')
    _, tally = run_all(tasks, script)
    assert tally.to_dict() == {
        "tasks": 3,
        "right_at_attempt": {"1": 1, "2": 1},
        "never_right": 1,
        "attempts_with_errors": 1,
        "attempts_wrong": 1,
    }
    assert Tally().to_dict()["tasks"] == 0


def test_no_attempts_are_refused() -> None:
    with pytest.raises(TrainingError, match="attempts"):
        run_task(chairs_task(), Script(), 0)


def test_pairs_are_read_as_they_were_written(tmp_path: Path) -> None:
    pairs = [DpoPair("How many cups?", "", 'count(every("cup"))', 'exists(every("cup"))')]
    assert write_pairs(tmp_path / "dpo.jsonl", pairs) == 1
    assert list(read_pairs(tmp_path / "dpo.jsonl")) == pairs
    (tmp_path / "bad.jsonl").write_text('{"question": "?"}\n')
    with pytest.raises(TrainingError, match="line 1"):
        list(read_pairs(tmp_path / "bad.jsonl"))


# --- question extension ----------------------------------------------------------------------------------------------


def combined(*questions: HomeQuestion, split: str = "train") -> dict[str, Extended]:
    """By kind, each checked against the scene, which the truth was not made from."""
    found = {item.question.kind: item for item in extended(questions, seed=1, count=20, split=split)}
    for item in found.values():
        assert is_right(item.expression, item.question, GRAPH), (item.question.question, item.expression)
    return found


def test_two_counts_give_a_difference_a_comparison_and_what_is_more() -> None:
    """Two chairs and one sink in the kitchen."""
    found = combined(count_of("chair", "kitchen", "two", "2"), count_of("sink", "kitchen", "one", "1", 2))
    one, two = CHAIRS, 'count(every("sink", room="kitchen"))'
    assert set(found) == {"extended: difference", "extended: more than", "extended: which more"}
    difference, more, which = (found[f"extended: {kind}"] for kind in ("difference", "more than", "which more"))
    assert (difference.expression, difference.question.answers) == (f"difference({one}, {two})", ("one", "1"))
    assert (more.expression, more.question.answers) == (f"{one} > {two}", ("yes",))
    assert which.question.answers == ("chair",)
    assert which.expression == 'which_more("more", every("chair", room="kitchen"), every("sink", room="kitchen"))'
    assert "chairs in the kitchen" in which.question.question.lower()


def test_equal_counts_have_no_more() -> None:
    found = combined(count_of("stove", "kitchen", "one", "1"), count_of("sink", "kitchen", "one", "1", 2))
    assert "extended: which more" not in found
    assert found["extended: more than"].question.answers == ("no",)
    assert found["extended: difference"].question.answers[-1] == "0"


@pytest.mark.parametrize(("second", "truth"), [("stove", "yes"), ("toilet", "no")])
def test_two_claims_are_both_so_or_not(second: str, truth: str) -> None:
    """The kitchen has a bowl and a stove, and no toilet."""
    questions = [
        asked(
            "exists in room", "yes-no", f"Is there a {noun} in the kitchen?", ("yes" if noun != "toilet" else "no",),
            {"category": noun, "a_noun": f"a {noun}", "room": "kitchen"}, number,
        )
        for number, noun in enumerate(("bowl", second))
    ]  # fmt: skip
    (item,) = combined(*questions).values()
    assert item.question.answers == (truth,)
    assert item.expression == f'both(exists(every("bowl", room="kitchen")), exists(every("{second}", room="kitchen")))'
    assert f"there is a {second} in the kitchen" in item.question.question


def test_distances_are_subtracted_the_larger_first() -> None:
    """From (5.6, 2.8): to the refrigerator's corner (7.4, 0.75), 2.7 m; to the dining table's (6.2, 2.2), 0.8 m."""
    questions = [
        asked(
            "distance from me", "number", f"How far away from me is the {noun}, in meters?", (f"{meters} m",),
            {"x": {"text": f"the {noun}", "category": noun, "id": 0}}, number,
        )
        for number, (noun, meters) in enumerate((("dining table", 0.8), ("refrigerator", 2.7)))
    ]  # fmt: skip
    (item,) = combined(*questions).values()
    assert item.question.answers == ("1.9 m",)
    assert item.expression == 'distance(the("refrigerator"), me) - distance(the("dining table"), me)'


def test_questions_of_different_kinds_are_asked_at_once() -> None:
    color = asked(
        "color",
        "name",
        "What color is the bowl?",
        ("yellow",),
        {"x": {"text": "the bowl", "category": "bowl", "id": 9}},
        2,
    )
    (item,) = combined(count_of("chair", "kitchen", "two", "2"), color).values()
    assert item.expression == f'{CHAIRS}, color(the("bowl"))'
    assert item.question.answers == ("two; yellow",)


def test_questions_at_different_places_are_combined_only_where_the_place_does_not_matter() -> None:
    here = asked(
        "direction", "name", "Where is the stove?", ("left",), {"x": {"text": "the stove", "category": "stove"}}
    )
    there = HomeQuestion.from_dict({
        **here.to_dict(), "id": "h7-q2", "kind": "side count", "form": "count", "answers": ["one", "1"],
        "question": "How many stoves are on my left in this room?",
        "viewpoint": {"position": [1, 1, 0], "heading_rad": 0},
        "slots": {"category": "stove", "plural": "stoves", "side": "left", "where": "on my left"},
    })  # fmt: skip
    assert list(extended([here, there], seed=1, count=5)) == []
    anywhere = count_of("sink", "kitchen", "one", "1", 3)
    (item,) = (
        made for made in extended([anywhere, there], seed=1, count=9) if made.question.kind.endswith("more than")
    )
    assert item.question.position.tolist() == [1.0, 1.0, 0.0]


def test_train_and_dev_share_no_wordings() -> None:
    pair = (count_of("chair", "kitchen", "two", "2"), count_of("sink", "kitchen", "one", "1", 2))
    names = {
        split: {item.wording for seed in range(30) for item in extended(pair, seed=seed, count=20, split=split)}
        for split in ("train", "dev")
    }
    assert not names["train"] & names["dev"]
    assert f"extended: difference/{len(WORDINGS['difference']) - 1}" in names["dev"]


# --- runs ------------------------------------------------------------------------------------------------------------


class LabelsAtSecond:
    """Wrong first, right after it was told so; breaks down at a given call."""

    def __init__(self, labels: dict[str, str], breaks_at: int = 0) -> None:
        self.labels, self.calls, self.breaks_at = labels, 0, breaks_at

    def write(self, question: str, previous: str, feedback: str) -> str:
        self.calls += 1
        if self.calls == self.breaks_at:
            raise TrainingError("cut")
        return self.labels[question] if feedback else "count(every(nothing"


@pytest.fixture
def small_homes(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Homes of `train` are small ones; the labels of what they are asked."""
    labels: dict[str, str] = {}
    real = loop_runs.tasks_of

    def noted(*args: object, **more: object) -> Iterator[Task]:
        for task in real(*args, **more):
            labels[task.question] = task.label
            yield task

    split = SimpleNamespace(first_seed=10, homes=3, home=lambda seed, _: SmallHome(seed=seed))
    monkeypatch.setattr(loop_runs, "SPLITS", {"train": split})
    monkeypatch.setattr(loop_runs.Catalog, "open", lambda: None)
    monkeypatch.setattr(loop_runs, "tasks_of", noted)
    return labels


AMOUNTS = LoopAmounts(homes=2, basic=8, composed=4, extended=3)


def test_a_run_that_was_cut_goes_on_at_the_home_where_it_was(tmp_path: Path, small_homes: dict[str, str]) -> None:
    whole = run_loop(tmp_path / "whole", LabelsAtSecond(small_homes), AMOUNTS, writer_name="script")
    assert whole["tasks"] == whole["samples"] == whole["pairs"] == whole["right_at_attempt"]["2"] > 10
    with pytest.raises(TrainingError, match="cut"):
        run_loop(tmp_path / "cut", LabelsAtSecond(small_homes, whole["tasks"] + 4), AMOUNTS, writer_name="script")
    again = LabelsAtSecond(small_homes)
    assert run_loop(tmp_path / "cut", again, AMOUNTS, writer_name="script") == whole
    assert again.calls < 2 * whole["tasks"]
    for name in ("sft.jsonl", "dpo.jsonl"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert {sample.source for sample in read_samples(tmp_path / "cut" / "sft.jsonl")} == {"loop"}


def test_a_folder_of_another_writer_is_refused(tmp_path: Path, small_homes: dict[str, str]) -> None:
    run_loop(tmp_path, LabelsAtSecond(small_homes), AMOUNTS, writer_name="script")
    with pytest.raises(TrainingError, match="'script', not 'other'"):
        run_loop(tmp_path, LabelsAtSecond(small_homes), AMOUNTS, writer_name="other")
    with pytest.raises(TrainingError, match="has 3 homes"):
        run_loop(tmp_path / "more", LabelsAtSecond(small_homes), LoopAmounts(homes=4), writer_name="script")
