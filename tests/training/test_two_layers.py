"""The two-layer loop with a scripted writer, and combined questions with truths worked out by hand."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "sim"))
from small_home import SmallHome

from situated_qa.errors import TrainingError
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.extension import WORDINGS, Extended, extended
from situated_qa.training.homes import is_right
from situated_qa.training.pairs import DpoPair, read_pairs, write_pairs
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


def test_questions_at_different_places_are_not_combined() -> None:
    one, two = count_of("chair", "kitchen", "two", "2"), count_of("sink", "kitchen", "one", "1", 2)
    elsewhere = HomeQuestion.from_dict(
        {**two.to_dict(), "viewpoint": {"position": [1.0, 1.0, 0.0], "heading_rad": 0.0}}
    )
    assert list(extended([one, elsewhere], seed=1, count=5)) == []


def test_train_and_dev_share_no_wordings() -> None:
    pair = (count_of("chair", "kitchen", "two", "2"), count_of("sink", "kitchen", "one", "1", 2))
    names = {
        split: {item.wording for seed in range(30) for item in extended(pair, seed=seed, count=20, split=split)}
        for split in ("train", "dev")
    }
    assert not names["train"] & names["dev"]
    assert f"extended: difference/{len(WORDINGS['difference']) - 1}" in names["dev"]
