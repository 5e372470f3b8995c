"""Text that goes out through services, markers and the log."""

from __future__ import annotations

import pytest
from rclpy.serialization import deserialize_message, serialize_message
from situated_qa.srv import Ask

from situated_qa.ros.texts import clean_message, clean_text, log_text, short_name


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("two chairs", "two chairs"),
        ("Löffel 茶 👩\u200d🔬", "Löffel 茶 👩\u200d🔬"),  # a joiner that belongs to an emoji
        ("a \udc80 b", "a \ufffd b"),
        ("\ud83d alone", "\ufffd alone"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07shown", "shown"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bc reset \x1b(B", " reset "),
        ("a\x00b\x07c\x7fd\x85e", "abcd e"),
        ("\u202eright to left\u202c", "right to left"),
        ("\u2066isolate\u2069 \u200e\u200f\u061c", "isolate "),
        ("a\u2028b\u2029c", "a b c"),
        ("a\r\nb\rc\x0bd\x1ce", "a b c d e"),
        ("no\u00a0break \ufeffmark \U000e0041tag", "no break mark tag"),
    ],
)
def test_a_line_keeps_its_words_and_loses_what_steers_a_terminal(text, clean):
    assert clean_text(text) == clean
    clean_text(text).encode("utf-8")


def test_line_ends_stay_where_they_are_wanted():
    program = "for x in y:\r\n\tprint(x)\x1b[2J\x00\n"
    assert clean_text(program, lines=True) == "for x in y:\n\tprint(x)\n"
    assert clean_text(program) == "for x in y:  print(x) "


def test_every_string_of_a_message_is_cleaned_so_that_it_can_be_sent():
    response = Ask.Response(answer="a\udc80\nb", program="x\n\x00y", observations=["1\n2\x1b[1m", "\udfff"])
    response.viewpoint_used.header.frame_id = "map\x07"
    clean_message(response, ("program", "observations"))
    back = deserialize_message(serialize_message(response), Ask.Response)
    assert (back.answer, back.program) == ("a\ufffd b", "x\ny")
    assert list(back.observations) == ["1\n2", "\ufffd"]
    assert back.viewpoint_used.header.frame_id == "map"


def test_log_lines_are_single_and_short():
    assert log_text("a\nb\x1b[1m") == "a b"
    line = log_text("x" * 1_000_000)
    assert len(line) == 400 and line.endswith(" ...")


def test_long_names_are_cut_and_say_how_long_they_are():
    assert short_name("map") == "'map'"
    assert short_name("x" * 1000) == "'" + "x" * 60 + "'... (1000 characters)"
