"""Grouping by stamp needs no middleware."""

from __future__ import annotations

from situated_qa.ros.synchronizer import Synchronizer


def make() -> Synchronizer:
    return Synchronizer(["color", "depth"], tolerance_ns=10, capacity=3)


def test_items_with_the_same_stamp_are_grouped_in_either_order():
    sync = make()
    assert sync.add("color", 100, "c") is None
    assert sync.add("depth", 100, "d") == {"color": "c", "depth": "d"}
    assert sync.add("depth", 200, "d2") is None
    assert sync.add("color", 195, "c2") == {"color": "c2", "depth": "d2"}


def test_items_too_far_apart_are_not_grouped():
    sync = make()
    sync.add("color", 100, "c")
    assert sync.add("depth", 111, "d") is None


def test_what_is_older_than_a_match_is_given_up_and_counted():
    sync = make()
    sync.add("color", 100, "lonely")
    sync.add("color", 200, "c")
    assert sync.add("depth", 200, "d") == {"color": "c", "depth": "d"}
    assert sync.unmatched == {"color": 1}


def test_a_stream_without_partner_does_not_grow():
    sync = make()
    for stamp in range(0, 1000, 100):
        sync.add("color", stamp, stamp)
    assert sync.unmatched["color"] == 7


def test_a_recording_that_begins_again_is_grouped_though_the_waiting_items_of_before_fill_the_room():
    sync = make()
    for stamp in (1000, 1100, 1200):  # depth ended earlier than color
        sync.add("color", stamp, "before")
    groups = []
    for stamp in (100, 200, 300, 1000):
        groups += [sync.add("color", stamp, f"c{stamp}"), sync.add("depth", stamp, f"d{stamp}")]
    assert [group for group in groups if group] == [
        {"color": f"c{stamp}", "depth": f"d{stamp}"} for stamp in (100, 200, 300, 1000)
    ]
    assert sync.unmatched == {"color": 1}
