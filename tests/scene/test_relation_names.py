from __future__ import annotations

import pytest

from situated_qa.errors import ToolError
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS, canonical_relation, spellings


@pytest.mark.parametrize(
    ("spelled", "canonical"),
    [
        ("left", "left"),
        ("to the left of", "left"),
        ("In Front Of", "front"),
        ("behind", "back"),
        ("underneath", "below"),
        ("beneath", "below"),
        ("under", "below"),
        ("on top of", "on"),
        ("on_top", "on"),
        ("next to", "within reach"),
        ("beside", "within reach"),
        ("by", "within reach"),
        ("around", "near"),
        ("nearest", "closest"),
        ("furthest", "farthest"),
        ("far away", "farthest"),
        ("inside", "in"),
        ("supporting", "support"),
        ("behind left", "back left"),
        ("left front", "front left"),
        ("3 o'clock", "3 o'clock"),
        ("three o'clock", "3 o'clock"),
        ("3 oclock", "3 o'clock"),
        ("Twelve O’Clock", "12 o'clock"),
        ("at 11 o'clock", "11 o'clock"),
        ("nine o'clock", "9 o'clock"),
        ("my 9 o'clock direction", "9 o'clock"),
        ("9", "9 o'clock"),
        ("nine", "9 o'clock"),
        ("12", "12 o'clock"),
    ],
)
def test_names_that_people_use(spelled, canonical):
    assert canonical_relation(spelled) == canonical


def test_every_spelling_offered_to_the_type_checker_is_understood():
    for legal in (RELATIONS, AGENT_RELATIONS):
        for word in spellings(legal):
            if word not in ("o'clock", "oclock"):  # only asked for, never related by
                canonical_relation(word, legal)


def test_unknown_relation_names_the_nearest_and_all_legal_ones():
    with pytest.raises(ToolError, match='"leff" is not a relation; did you mean "left".*: closest, .*12 o'):
        canonical_relation("leff")


def test_vague_word_is_refused_with_a_hint():
    with pytest.raises(ToolError, match='did you mean "within reach"'):
        canonical_relation("close", AGENT_RELATIONS)


def test_relation_of_the_wrong_tool_is_refused():
    with pytest.raises(ToolError, match='"support" is not a relation here'):
        canonical_relation("support", AGENT_RELATIONS)


@pytest.mark.parametrize("name", ["13 o'clock", "0 o'clock", "13", "0", "thirteen", "", "many o'clock", None, 3])
def test_nonsense_is_refused(name):
    with pytest.raises(ToolError):
        canonical_relation(name)
