"""The time that players keep."""

from __future__ import annotations

from situated_qa.ros.player import PlayerNode


class Idle(PlayerNode):
    def play(self):
        pass


def test_clock_never_runs_ahead_of_what_is_still_to_be_sent(ros, monkeypatch):
    player = ros.add(Idle("player", context=ros.context))
    player.start(rate=1.0, publish_clock=True)
    said = []
    monkeypatch.setattr(player._clock_publisher, "publish", lambda msg: said.append(msg.clock.nanosec))
    # The thread is held up right after it saw that 1 ns remains: when it looks again, 7 µs have gone by.
    times = iter([1_999, 9_000, 9_000])
    assert player.wait_until(1_000)
    monkeypatch.setattr(player, "now", lambda: next(times))
    assert player.wait_until(2_000)
    assert said == [1_000, 2_000]
