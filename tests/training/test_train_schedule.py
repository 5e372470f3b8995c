"""The learning rate by steps and by time, and what a run prints."""

from __future__ import annotations

import pytest

from situated_qa.training.checkpoints import Position
from situated_qa.training.reporting import step_line
from situated_qa.training.schedule import learning_rate, progress
from situated_qa.training.settings import TrainSettings

PLAIN = TrainSettings(lr=1.0, warmup_steps=0, final_lr=0.0)


def test_progress_is_by_steps_or_by_time_whichever_is_farther() -> None:
    timed = TrainSettings(minutes=10.0)
    assert progress(timed, 25, 100, 60.0) == 0.25
    assert progress(timed, 25, 100, 300.0) == 0.5
    assert progress(timed, 25, 100, 900.0) == 1.0
    assert progress(TrainSettings(), 25, 100, 9000.0) == 0.25


def test_the_rate_rises_in_a_line() -> None:
    warm = TrainSettings(lr=1.0, warmup_steps=4, final_lr=1.0)
    assert [learning_rate(warm, step, 100, 0.0) for step in range(5)] == [0.25, 0.5, 0.75, 1.0, 1.0]


def test_the_rise_may_be_a_share_of_the_steps() -> None:
    warm = TrainSettings(lr=1.0, warmup_steps=0, warmup=0.1, final_lr=1.0)
    assert learning_rate(warm, 0, 100, 0.0) == pytest.approx(0.1)
    assert learning_rate(warm, 9, 100, 0.0) == pytest.approx(1.0)


def test_the_rate_falls_as_a_cosine() -> None:
    assert learning_rate(PLAIN, 0, 100, 0.0) == pytest.approx(1.0)
    assert learning_rate(PLAIN, 50, 100, 0.0) == pytest.approx(0.5)
    assert learning_rate(PLAIN, 75, 100, 0.0) == pytest.approx(0.5 + 0.5 * -(2**-0.5))
    assert learning_rate(TrainSettings(lr=2.0, warmup_steps=0, final_lr=0.05), 100, 100, 0.0) == pytest.approx(0.1)


def test_the_rate_has_fallen_when_the_time_is_over() -> None:
    timed = TrainSettings(lr=1.0, warmup_steps=0, final_lr=0.0, minutes=10.0)
    assert learning_rate(timed, 10, 1000, 300.0) == pytest.approx(0.5)
    assert learning_rate(timed, 20, 1000, 600.0) == pytest.approx(0.0)


def test_a_line_tells_speed_and_what_is_left() -> None:
    position = Position(step=30, elapsed_s=120.0, samples=480, smooth_loss=0.5)
    line = step_line(position, 0.25, 120, (60.0, 320, 20))
    assert line == "step 30 of 120, loss 0.5000, 6.00 s/step, 160 samples/min, 6:00 left"
