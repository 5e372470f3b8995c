"""The truth of the demo's questions, by hand: the asker stands at (3, 2.5), looks along +x, so +y is on the left."""

from __future__ import annotations

import numpy as np
import pytest
from simulated_rooms import cuboid, looking_along_x, room_of

from situated_qa.errors import SceneError
from situated_qa.geometry import Transform
from situated_qa.sim.demo_questions import demo_questions
from situated_qa.sim.judging import Truth
from situated_qa.sim.trajectories import Tour

HERE = np.array([3.0, 2.5, 0.0])


def room():  # type: ignore[no-untyped-def]
    return room_of(
        cuboid(0, "couch", (3.0, 4.5, 0.4), (1.0, 0.8, 0.8), color="red"),  # on the left
        cuboid(1, "refrigerator", (3.0, 0.8, 0.9), (0.6, 0.6, 1.8), color=""),  # on the right
        cuboid(2, "bed", (0.6, 2.5, 0.3), (1.0, 1.0, 0.6), color="blue"),  # behind
        cuboid(3, "dining table", (5.0, 2.5, 0.4), (0.8, 1.2, 0.8), color="brown"),  # ahead
        cuboid(4, "laptop", (5.0, 2.5, 0.9), (0.3, 0.3, 0.2), color="", supporter=3),
        cuboid(5, "chair", (2.8, 3.6, 0.4), (0.4, 0.4, 0.8), color="green"),  # on the left
        cuboid(6, "chair", (3.3, 1.4, 0.4), (0.4, 0.4, 0.8), color="green"),  # on the right
        cuboid(7, "chair", (2.7, 1.4, 0.4), (0.4, 0.4, 0.8), color="green"),  # on the right
    )


def questions(count: int = 12):  # type: ignore[no-untyped-def]
    poses = tuple(Transform.from_yaw(yaw, HERE) for yaw in (np.pi, 0.0))
    tour = Tour(poses, (looking_along_x(*HERE), looking_along_x(*HERE)), 5.0)
    return demo_questions(room(), tour, count)


def test_half_are_asked_from_the_last_pose_and_half_from_one_turned_away() -> None:
    asked = questions(10)
    assert [q.pose for q in asked] == [0] * 5 + [1] * 5
    assert asked[0].T_map_base.yaw_rad() == pytest.approx(0.0)
    assert abs(asked[-1].T_map_base.yaw_rad()) == pytest.approx(np.pi)
    assert [q.id for q in asked] == [f"q{k}" for k in range(1, 11)]
    assert len({q.kind for q in asked}) >= 7


def test_the_first_question_changes_its_answer_with_the_pose() -> None:
    asked = questions(10)
    assert asked[0].question == asked[5].question == "Is the couch on my left or on my right?"
    assert (asked[0].truth.text, asked[5].truth.text) == ("left", "right")


def test_no_other_question_is_asked_twice() -> None:
    texts = [q.question for q in questions(12)]
    assert len(set(texts)) == len(texts) - 1


def test_situated_truth_by_hand() -> None:
    from situated_qa.sim import demo_questions as module

    view = module._View(room(), Transform.from_yaw(0.0, HERE))

    def all_of(maker):  # type: ignore[no-untyped-def]
        return {question: truth.text for question, _, truth in maker(view)}

    assert all_of(module._side_count) == {
        "How many chairs are on my left?": "1",
        "How many chairs are on my right?": "2",
    }
    assert all_of(module._color) == {
        "What color would you say the couch is?": "red",
        "What color would you say the bed is?": "blue",
    }
    assert all_of(module._on_top) == {"What is on the dining table?": "laptop"}
    (on_top,) = module._on_top(view)
    assert on_top[2] == Truth("set", "laptop", ("laptop",), ("bed", "chair", "couch", "refrigerator"))
    assert all_of(module._exists)["Is there a laptop in the room?"] == "yes"
    assert all_of(module._exists)["Is there a toilet in the room?"] == "no"
    assert all_of(module._either)["Is the refrigerator on my left or on my right?"] == "right"
    assert all_of(module._side_yes)["Is there a couch on my left?"] == "yes"
    assert all_of(module._side_no)["Is the couch on my right?"] == "no"
    assert all_of(module._behind) == {"What is behind me?": "bed"}
    assert all_of(module._direction)["In which direction is the dining table from me?"] == "front"
    distance = {question: (truth.low, truth.high) for question, _, truth in module._distance(view)}
    # The table's edge is 1.6 m away, its middle 2.0 m; 0.3 m of tolerance on either side.
    assert distance["How far is the dining table from me in meters?"] == pytest.approx((1.3, 2.3))
    closer = all_of(module._closer)
    # The couch's edge is 1.6 m away, its middle 2.0 m; the bed's 1.9 m and 2.4 m: too near to each other to ask.
    assert "Which is closer to me, the couch or the bed?" not in closer
    assert closer["Which is closer to me, the refrigerator or the bed?"] == "refrigerator"


def test_too_few_questions_are_an_error() -> None:
    with pytest.raises(SceneError, match="unambiguous questions, wanted 100"):
        questions(100)
