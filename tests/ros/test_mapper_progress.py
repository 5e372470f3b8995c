"""A player that waits for the mapper: for whom, for how long, and when it does not."""

from __future__ import annotations

import threading

from std_msgs.msg import Header

from situated_qa.ros import qos
from situated_qa.ros.progress import MapperProgress
from situated_qa.ros.stamps import stamp_to_msg

LIMIT_S = 60.0
S = 1_000_000_000


class Playing:
    """A player's progress, a mapper's publishers, and a thread that waits."""

    def __init__(self, ros) -> None:
        self.ros = ros
        self.mapper = ros.node("mapper")
        self.publishers = {
            step: self.mapper.create_publisher(Header, f"mapper/{step}", qos.PROGRESS) for step in ("mapped", "dropped")
        }
        self.progress = MapperProgress(ros.node("player"), "mapper", "mapped")
        ros.spin_until(self.progress.is_there, LIMIT_S)
        self.results: list[bool] = []
        self.stop = threading.Event()

    def say(self, step: str, second: int) -> None:
        self.publishers[step].publish(Header(stamp=stamp_to_msg(second * S)))

    def wait_in_a_thread(self, most: int, timeout_s: float = LIMIT_S) -> None:
        waiting = threading.Thread(
            target=lambda: self.results.append(self.progress.wait(most, timeout_s, self.stop.is_set)), daemon=True
        )
        waiting.start()

    def under_way(self) -> set[int]:
        return {stamp // S for stamp in self.progress._under_way}

    def spin_until(self, done) -> None:
        self.ros.spin_until(done, LIMIT_S)


def test_a_frame_that_is_done_with_ends_the_wait_and_so_do_those_before_it(ros):
    playing = Playing(ros)
    for second in (1, 2, 3, 4):
        playing.progress.sent(second * S)
    playing.wait_in_a_thread(most=1)
    playing.say("dropped", 4)
    playing.spin_until(lambda: playing.under_way() == {1, 2, 3})
    playing.say("mapped", 1)
    playing.spin_until(lambda: playing.under_way() == {2, 3})
    assert playing.results == []
    playing.say("mapped", 2)
    playing.spin_until(lambda: playing.results == [True])
    assert playing.under_way() == {3}
    playing.say("mapped", 3)
    playing.spin_until(lambda: playing.under_way() == set())


def test_what_was_said_of_an_earlier_replay_does_not_count(ros):
    playing = Playing(ros)
    playing.progress.sent(1 * S)
    playing.progress.sent(2 * S)
    playing.say("mapped", 9)
    playing.say("mapped", 1)
    playing.spin_until(lambda: 1 not in playing.under_way())
    assert playing.under_way() == {2}


def test_replay_does_not_wait_for_a_mapper_that_is_gone(ros):
    playing = Playing(ros)
    playing.progress.sent(1 * S)
    playing.wait_in_a_thread(most=0)
    playing.mapper.destroy_publisher(playing.publishers["mapped"])
    playing.spin_until(lambda: playing.results == [True])


def test_a_silent_mapper_is_given_up_until_it_reports_itmething_again(ros):
    playing = Playing(ros)
    playing.progress.sent(1 * S)
    playing.wait_in_a_thread(most=0, timeout_s=0.01)
    playing.spin_until(lambda: playing.results == [False])
    for second in range(2, 200):
        playing.progress.sent(second * S)
        assert playing.progress.wait(0, LIMIT_S, playing.stop.is_set)  # at once
    assert playing.under_way() == set(range(100, 200))
    playing.say("mapped", 150)
    playing.spin_until(lambda: playing.under_way() == set(range(151, 200)))
    playing.wait_in_a_thread(most=0)
    playing.say("mapped", 198)
    playing.spin_until(lambda: playing.under_way() == {199})
    assert playing.results == [False]
    playing.say("mapped", 199)
    playing.spin_until(lambda: playing.results == [False, True])


def test_the_end_of_the_player_ends_the_wait(ros):
    playing = Playing(ros)
    playing.progress.sent(1 * S)
    playing.wait_in_a_thread(most=0)
    playing.stop.set()
    playing.spin_until(lambda: playing.results == [True])


def test_an_impossible_stamp_costs_itself_and_no_player(ros):
    playing = Playing(ros)
    playing.progress.sent(1 * S)
    for step in ("mapped", "dropped"):
        wrong = Header()
        wrong.stamp.sec = -1
        playing.publishers[step].publish(wrong)
    playing.say("mapped", 1)
    playing.spin_until(lambda: playing.under_way() == set())
