"""Detections and frames are matched by stamp, whichever comes first; what finds no partner is told with its reason."""

from __future__ import annotations

from situated_qa.ros.detection_matcher import DetectionMatcher, Match, Miss

MS = 1_000_000
T = 100_000 * MS  # stamp of the first frame


def matcher(frames_kept: int = 3) -> DetectionMatcher:
    return DetectionMatcher(tolerance_ns=10 * MS, frames_kept=frames_kept)


def test_a_message_after_its_frame_is_matched_with_it():
    m = matcher()
    assert m.add_frame(T, "frame") == []
    assert m.add_message(T + 10 * MS, "boxes") == Match(T, "frame", "boxes")
    assert (len(m), m.early, m.undetected) == (0, 0, 0)


def test_a_message_before_its_frame_waits_for_it():
    m = matcher()
    m.add_frame(T, "old")
    assert m.add_message(T + 100 * MS, "boxes") is None
    assert m.early == 1
    assert m.add_frame(T + 100 * MS, "frame") == [Match(T + 100 * MS, "frame", "boxes")]
    assert (len(m), m.early, m.undetected) == (0, 0, 1)  # the old frame is waited for no more


def test_of_two_frames_within_the_tolerance_the_nearer_one_is_taken():
    m = matcher()
    m.add_frame(T, "left")
    m.add_frame(T + 12 * MS, "right")
    assert m.add_message(T + 7 * MS, "boxes") == Match(T + 12 * MS, "right", "boxes")


def test_a_late_message_is_used_while_its_frame_is_kept():
    m = matcher(frames_kept=3)
    for k in range(4):
        m.add_frame(T + k * 1000 * MS, k)
    assert m.undetected == 1
    assert m.add_message(T + 1000 * MS, "boxes") == Match(T + 1000 * MS, 1, "boxes")
    assert len(m) == 2


def test_a_message_whose_frame_is_no_longer_kept_is_late():
    m = matcher(frames_kept=2)
    for k in range(4):
        m.add_frame(T + k * 1000 * MS, k)
    miss = m.add_message(T, "boxes")
    assert isinstance(miss, Miss) and miss.reason == "late"
    assert "3 s after its image" in miss.text and "frames_kept: 2" in miss.text


def test_a_message_about_a_frame_before_the_last_match_is_out_of_order():
    m = matcher()
    m.add_frame(T, "first")
    m.add_frame(T + 100 * MS, "second")
    m.add_message(T + 100 * MS, "boxes")
    miss = m.add_message(T, "boxes")
    assert isinstance(miss, Miss) and miss.reason == "out_of_order" and "0.1 s older" in miss.text


def test_the_same_message_twice_is_used_once():
    m = matcher()
    m.add_frame(T, "frame")
    assert isinstance(m.add_message(T, "boxes"), Match)
    again = m.add_message(T, "boxes")
    assert isinstance(again, Miss) and again.reason == "out_of_order"


def test_a_stamp_between_two_frames_matches_none_and_the_distance_is_told():
    m = matcher()
    m.add_frame(T, "left")
    m.add_frame(T + 100 * MS, "right")
    miss = m.add_message(T + 40 * MS, "boxes")
    assert isinstance(miss, Miss) and miss.reason == "no_frame" and "0.04 s away" in miss.text


def test_an_early_message_whose_frame_was_dropped_is_told_with_the_next_frame():
    m = matcher()
    assert m.add_message(T, "boxes") is None
    (miss,) = m.add_frame(T + 100 * MS, "frame")
    assert isinstance(miss, Miss) and miss.reason == "no_frame" and "0.1 s away" in miss.text
    assert (len(m), m.early) == (1, 0)


def test_early_messages_are_bounded():
    m = matcher()
    outcomes = [m.add_message(T + k * MS * 50, k) for k in range(40)]
    assert outcomes[:30] == [None] * 30 and m.early == 30
    assert all(isinstance(o, Miss) and o.reason == "too_early" and "no image" in o.text for o in outcomes[30:])


def test_a_message_of_another_clock_is_told_by_how_far_it_is_ahead():
    m = matcher()
    m.add_frame(T, "frame")
    misses = [m.add_message(T + (3600 + k) * 1000 * MS, k) for k in range(31)]
    assert isinstance(misses[-1], Miss) and "3.6e+03 s ahead" in misses[-1].text


def test_a_recording_that_begins_again_is_matched_again():
    m = matcher()
    m.add_frame(T, "frame")
    m.add_message(T, "boxes")
    m.add_frame(T + 100 * MS, "last")
    assert m.add_frame(T - 5000 * MS, "again") == []
    assert m.add_message(T - 5000 * MS, "boxes") == Match(T - 5000 * MS, "again", "boxes")
    assert len(m) == 0
