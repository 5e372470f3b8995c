"""Sessions over DDS: two turns of one asker, and another asker beside them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from ask_system import LIMIT_S, VIEWPOINT, ask_system
from situated_qa.srv import Ask

import box_room


def test_a_second_turn_refers_to_the_first_answer(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(215 + os.getpid() % 16))
    with ask_system(tmp_path, [], max_wait_s=600.0) as system:
        system.publish(box_room.graph())

        def ask(question: str, session: str) -> Ask.Response:
            return system.client.ask(question, timeout_s=LIMIT_S, session=session, strategy="rules", **VIEWPOINT)

        assert list(ask("Where is the plant?", "anna").object_ids) == [3]
        assert list(ask("Where is the table?", "ben").object_ids) == [2]
        response = ask("How tall is it?", "anna")  # the plant is 1.1 m tall, the table 0.7 m
        assert (response.status, list(response.object_ids)) == (Ask.Response.ANSWERED, [3])
        assert "1.1 m" in response.answer and response.program == 'measure(it, "height")'
        assert "0.7 m" in ask("How tall is it?", "ben").answer
        alone = ask("How tall is it?", "")
        assert (alone.status, alone.answer) == (
            Ask.Response.NOT_UNDERSTOOD,
            'I don\'t know what "it" is. Please name the thing.',
        )
        bad = ask("How tall is it?", "x" * 3000)
        assert bad.status == Ask.Response.BAD_REQUEST and bad.status_text.startswith("session has 3000 characters")
