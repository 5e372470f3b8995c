"""Answers as responses of the service."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")

from situated_qa.srv import Ask  # noqa: E402

from situated_qa.reasoning.answers import Answer, AnswerStatus  # noqa: E402
from situated_qa.ros.responses import fill_ask  # noqa: E402


def test_the_confidence_is_handed_on() -> None:
    sure = fill_ask(Ask.Response(), Answer(AnswerStatus.ANSWERED, answer="yes", confidence=0.75))
    assert sure.confidence == 0.75
    assert fill_ask(Ask.Response(), Answer(AnswerStatus.ANSWERED, answer="yes")).confidence == -1.0
