"""Somebody who is told to be somewhere asks in their place; what is said of no one at a place stays as it is."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.third_person import in_first_person


@pytest.mark.parametrize(
    ("text", "as_asker"),
    [
        ("A guy stands at the sink, what is on his left?", "I stand at the sink, what is on my left?"),
        ("Somebody is sitting on the couch. What's on their right?", "I am sitting on the couch. What's on my right?"),
        ("There's a woman standing at the stove. What is behind her?",
         "I am standing at the stove. What is behind me?"),
        ("A guest sits on the sofa and looks at the screen. What is on her left?",
         "I sit on the sofa and look at the screen. What is on my left?"),
        ("a student is working at the desk. What does she have on her left?",
         "I am working at the desk. What do I have on my left?"),
        ("There is a man on the couch who is watching tv. What is on the man's left?",
         "I am on the couch, watching tv. What is on my left?"),
        ("If a person sits in the armchair, what do they have in front of them?",
         "if I sit in the armchair, what do I have in front of me?"),
        ("for someone sitting on the couch, the picture on the right",
         "if I am sitting on the couch, the picture on the right"),
        ("The picture to the right of somebody sitting on the couch",
         "I am sitting on the couch. The picture to the right of me"),
        ("Which chair does a person sitting on the couch have on his left?",
         "I am sitting on the couch. Which chair do I have on my left?"),
        ("Where is the desk for someone watching tv from the couch, left or right?",
         "I am watching tv from the couch. Where is the desk, left or right?"),
    ],
)  # fmt: skip
def test_a_person_at_a_place_is_the_asker(text: str, as_asker: str) -> None:
    assert in_first_person(text) == as_asker


@pytest.mark.parametrize(
    "text",
    [
        "Is anyone sitting on the couch?",
        "My mother in law is coming over and the couch will be full. Where could she sit?",
        "The lamp stands on the desk, what color is it?",
        "There's a dish on the worktop next to me; what color is it?",
        "A speaker stands in the corner. What is on its left?",
        "How many chairs are to the left of the table standing at the window?",
        "What would somebody need to cook?",
    ],
)
def test_what_tells_nobody_a_place_stays(text: str) -> None:
    assert in_first_person(text) == text
