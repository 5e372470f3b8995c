"""What /diagnostics says: every current fault, and none that is over."""

from __future__ import annotations

from situated_qa.ros.faults import Faults, Level


def faults_at(times):
    """Faults that recover after 10 s, by a clock that says `times[0]`."""
    return Faults(10.0, clock=lambda: times[0])


def test_a_fault_is_named_until_it_has_not_happened_for_the_recovery_time():
    now = [0.0]
    faults = faults_at(now)
    assert faults.current("mapping") == (Level.OK, "mapping")
    faults.note("malformed", Level.ERROR, "bad image")
    now[0] = 6.0
    faults.note("malformed", Level.ERROR, "another bad image")
    now[0] = 16.0
    assert faults.current("mapping") == (Level.ERROR, "another bad image")
    now[0] = 16.1
    assert faults.current("mapping") == (Level.OK, "mapping")


def test_all_current_faults_are_named_errors_first():
    now = [0.0]
    faults = faults_at(now)
    faults.note("busy", Level.WARN, "too slow")
    faults.note("malformed", Level.ERROR, "bad image")
    faults.note("empty", Level.WARN, "no depth")
    assert faults.current("mapping") == (Level.ERROR, "bad image; too slow; no depth")
    now[0] = 9.0
    faults.note("busy", Level.WARN, "too slow again")
    now[0] = 11.0
    assert faults.current("mapping") == (Level.WARN, "too slow again")


def test_each_kind_is_logged_at_once_and_then_every_two_seconds():
    now = [0.0]
    faults = faults_at(now)
    logged = []
    for now[0], kind in ((0.0, "a"), (0.5, "b"), (1.0, "a"), (1.9, "a"), (2.0, "a"), (2.1, "b"), (2.6, "b")):
        logged.append(faults.note(kind, Level.WARN, ""))
    assert logged == [True, True, False, False, True, False, True]
