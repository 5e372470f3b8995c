"""A queue that never makes the camera wait."""

from __future__ import annotations

import threading

from situated_qa.ros.frame_queue import FrameQueue


def test_the_oldest_goes_when_it_is_full():
    queue = FrameQueue(2)
    assert [queue.put(item) for item in "abc"] == [None, None, "a"]
    assert len(queue) == 2
    assert [queue.take(), queue.take()] == ["b", "c"]


def test_with_room_for_one_it_holds_the_newest():
    queue = FrameQueue(1)
    for item in "abc":
        queue.put(item)
    assert (queue.take(), len(queue)) == ("c", 0)


def test_closing_releases_waiting_requests():
    queue: FrameQueue[str] = FrameQueue(1)
    taken: list[str | None] = ["not yet"]
    waiting = threading.Thread(target=lambda: taken.append(queue.take()), daemon=True)
    waiting.start()
    queue.close()
    waiting.join(60.0)
    assert taken[-1] is None
