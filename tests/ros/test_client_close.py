"""A client leaves without an error of its thread, whatever the executor is doing at that moment."""

from __future__ import annotations

import threading

import pytest

from situated_qa.ros.client import Client


def test_close_ends_the_thread_without_an_error(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: errors.append(args.exc_value))
    for _ in range(5):
        client = Client()
        client.close()
        assert not client._thread.is_alive()
    assert errors == []


def test_close_twice_is_no_error(ros_domain: int) -> None:
    client = Client()
    client.close()
    client.close()
    assert not client._thread.is_alive()
