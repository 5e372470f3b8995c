"""Sessions: what is kept, for how long, and for whom."""

from __future__ import annotations

import threading

from situated_qa.reasoning.conversation.sessions import TURNS_KEPT, Proposal, Sessions, Turn


def turn(expression: str) -> Turn:
    return Turn("", None, expression, "", (), "map")


def kept(sessions: Sessions, name: str) -> list[str]:
    return [item.expression for item in sessions.turns(name)]


def test_the_latest_turn_comes_first_and_only_the_last_few_are_kept() -> None:
    sessions = Sessions()
    for number in range(TURNS_KEPT + 2):
        sessions.add("a", turn(str(number)))
    assert kept(sessions, "a") == ["5", "4", "3", "2"]


def test_sessions_do_not_mix_and_no_name_is_not_a_session() -> None:
    sessions = Sessions()
    sessions.add("a", turn("of a"))
    sessions.add("b", turn("of b"))
    sessions.add("", turn("of nobody"))
    assert (kept(sessions, "a"), kept(sessions, "b"), kept(sessions, "")) == (["of a"], ["of b"], [])


def test_a_session_ends_when_it_was_not_used_for_long() -> None:
    now_s = [0.0]
    sessions = Sessions(age_s=600.0, clock=lambda: now_s[0])
    sessions.add("a", turn("first"))
    now_s[0] = 600.0
    assert kept(sessions, "a") == ["first"]
    sessions.add("a", turn("second"))  # which starts its time anew
    now_s[0] = 1200.0
    assert kept(sessions, "a") == ["second", "first"]
    now_s[0] = 1200.1
    assert kept(sessions, "a") == []


def test_the_session_that_was_not_used_for_longest_makes_room() -> None:
    sessions = Sessions(most=2)
    for name in ("a", "b", "a", "c"):
        sessions.add(name, turn(name))
    assert (kept(sessions, "a"), kept(sessions, "b"), kept(sessions, "c")) == (["a", "a"], [], ["c"])


def test_many_askers_at_once_keep_their_own_turns() -> None:
    sessions = Sessions()

    def ask(name: str) -> None:
        for number in range(200):
            sessions.add(name, turn(f"{name}{number}"))

    threads = [threading.Thread(target=ask, args=(name,)) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60.0)
    assert all(kept(sessions, name) == [f"{name}{k}" for k in (199, 198, 197, 196)] for name in "abcdefgh")


def test_a_question_back_waits_for_the_next_text_alone() -> None:
    sessions, asked = Sessions(), Proposal("wot chair", 'count(every("chair"))')
    sessions.add("a", turn("first"))
    sessions.propose("a", asked)
    assert kept(sessions, "a") == ["first"]
    assert sessions.take_proposal("b") is None
    assert sessions.take_proposal("a") == asked
    assert sessions.take_proposal("a") is None
    sessions.propose("a", asked)
    sessions.add("a", turn("second"))
    assert sessions.take_proposal("a") is None
    sessions.propose("", asked)
    assert sessions.take_proposal("") is None
