"""Progress: few lines in a log, one line on a terminal."""

from __future__ import annotations

import io

import pytest

from situated_qa.progress import Counted, ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_line_per_tenth() -> None:
    log = io.StringIO()
    with ProgressBar(289, "rendering", "frames", stream=log) as bar:
        for _ in range(289):
            bar.advance()
    lines = log.getvalue().splitlines()
    assert len(lines) == 10 and "\r" not in log.getvalue()
    assert lines[0].startswith("rendering: 29 of 289 frames, ")  # 28.9 are a tenth
    assert lines[-1].startswith("rendering: 289 of 289 frames, ") and lines[-1].endswith("/s, 0:00 left")


def test_a_few_steps_are_a_line_each() -> None:
    log = io.StringIO()
    bar = ProgressBar(2, "mapping", "homes", stream=log)
    bar.advance()
    bar.advance()
    bar.close()
    assert [line.split(",")[0] for line in log.getvalue().splitlines()] == [
        "mapping: 1 of 2 homes", "mapping: 2 of 2 homes",
    ]  # fmt: skip


def test_what_an_earlier_run_did_is_counted_and_not_told_again() -> None:
    log = io.StringIO()
    bar = ProgressBar(100, "asking", "questions", done=95, stream=log)
    for _ in range(4):
        bar.advance()
    assert log.getvalue() == ""
    bar.note = "97 right"
    bar.advance()
    assert log.getvalue().startswith("asking: 100 of 100 questions") and log.getvalue().endswith("; 97 right\n")


def test_a_terminal_gets_one_line_that_ends_full() -> None:
    terminal = Terminal()
    with ProgressBar(50, "writing", "frames", stream=terminal) as bar:
        bar.advance(49)
        bar.advance()
    written = terminal.getvalue()
    assert written.count("\n") == 1 and written.endswith("\n")
    assert written.split("\r")[-1].startswith("[" + "#" * 30 + "] writing: 50 of 50 frames")


def test_nothing_to_do_says_nothing() -> None:
    for stream in (io.StringIO(), Terminal()):
        ProgressBar(0, "rendering", "frames", stream=stream).close()
        assert stream.getvalue() == ""


@pytest.mark.parametrize(("show", "lines"), [(True, 3), (False, 0)])
def test_items_come_through_unchanged(show: bool, lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    counted = Counted(iter("abc"), 3, "reading", "letters", show=show)
    seen = []
    for item in counted:
        seen.append(item)
        counted.note(f"last {item}")
    assert seen == ["a", "b", "c"]
    err = capsys.readouterr().err.splitlines()
    assert len(err) == lines
    assert not show or err[-1].endswith("; last c")


def test_an_error_between_items_leaves_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="frame 1"):
        for item in Counted(range(10), 10, "mapping", "frames"):
            if item == 1:
                raise ValueError("frame 1")
    assert capsys.readouterr().err.startswith("mapping: 1 of 10 frames")
