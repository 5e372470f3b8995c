"""The mark behind an answer that says which objects it rests on."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.evidence import split_cited


@pytest.mark.parametrize(
    ("text", "words", "ids"),
    [
        ("two chairs [ids: 3, 7]", "two chairs", (3, 7)),
        ("two chairs [IDs 7, 3, 7].", "two chairs", (7, 3)),
        ("the couch [id: 3]", "the couch", (3,)),
        ("the couch [ids: chair 3 and 7]", "the couch", (3, 7)),
        ("no [ids: none]", "no", ()),
        ("no [ids: ]", "no", ()),
        ("two [ids: 3, 99]", "two", (3,)),  # 99 is not there
        ("two [ids: 99]", "two", None),
        ("two [ids: 123456789012345678901234567890]", "two", None),
        ("two chairs", "two chairs", None),
        ("it is 2 [m] away", "it is 2 [m] away", None),
        ("[ids: 3]", "", (3,)),
        ("[ids: 3", "[ids: 3", None),
    ],
)
def test_answer_and_ids_are_distinguished(text: str, words: str, ids: tuple[int, ...] | None) -> None:
    assert split_cited(text, {3, 7}) == (words, ids)
