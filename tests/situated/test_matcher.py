"""The matcher's last steps, on words that people use for what is in a home, and on things that are not there."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, ToolError
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated import matcher
from situated_qa.situated.categories import STEPS, Step, find_categories, match_category
from situated_qa.situated.matcher import all_steps
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

from hand_made_room import thing  # isort: skip

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "paraphrases.json").read_text(encoding="utf-8"))


def needs_wordnet() -> None:
    try:
        asset_path("wordnet")
    except AssetError as error:
        pytest.skip(str(error))


def score(steps: Sequence[tuple[str, Step]], part: str) -> tuple[int, int, list[str]]:
    """(right, wrong, absent things that were accepted)."""
    right = wrong = 0
    for asked, meant in DATA["paraphrases"][part].items():
        match = find_categories(asked, DATA["scene"], steps)
        right += match is not None and set(match.categories) <= set(meant)
        wrong += match is not None and not set(match.categories) <= set(meant)
    return right, wrong, [a for a in DATA["absent"][part] if find_categories(a, DATA["scene"], steps)]


def test_the_test_set_is_large_and_clean() -> None:
    words = [word for part in DATA["paraphrases"].values() for word in part]
    absent = [word for part in DATA["absent"].values() for word in part]
    meant = {name for part in DATA["paraphrases"].values() for names in part.values() for name in names}
    assert len(words) >= 60 and len(meant) >= 40 and len(absent) >= 25
    assert meant <= set(DATA["scene"]) and not set(DATA["scene"]) & {*words, *absent}
    assert len(set(words) | set(absent)) == len(words) + len(absent)


# Right answers of 102 (words that the table of names was grown on) and 84 (words that nobody looked at before).
@pytest.mark.parametrize(
    ("part", "least_right", "most_wrong", "accepted"),
    [("grown_on", 94, 0, []), ("held_out", 61, 2, ["window cleaner"])],
)
def test_paraphrases_and_absent_things_by_the_tables(part, least_right, most_wrong, accepted) -> None:
    right, wrong, found = score(STEPS, part)
    assert right >= least_right and wrong <= most_wrong and found == accepted


@pytest.mark.parametrize(("part", "least_right", "most_wrong"), [("grown_on", 101, 0), ("held_out", 73, 1)])
def test_paraphrases_and_absent_things_by_wordnet_too(part, least_right, most_wrong) -> None:
    needs_wordnet()
    right, wrong, found = score(all_steps(), part)
    assert right >= least_right and wrong <= most_wrong and found == []


@pytest.mark.parametrize(
    ("asked", "categories", "found", "how"),
    [
        ("windsor chair", ["sofa", "chair"], ("chair",), "is a"),
        ("urn", ["vase", "bowl"], ("vase",), "is a"),
        ("carafes", ["bottle"], ("bottle",), "is a"),
        ("wooden escritoire", ["desk", "bed"], ("desk",), "head noun"),
        ("stringed instrument", ["piano", "bed"], ("piano",), "is a"),
        ("four-poster", ["bed"], ("bed",), "is a"),
        ("electronic device", ["bed"], None, None),
        ("device", ["chair", "bookshelf", "keyboard"], None, None),  # a chair's fourth sense is one
        ("white", ["person", "bed"], None, None),
        ("children", ["person", "bed"], ("person",), "alias"),
        ("x" * 10_000, ["bed"], None, None),
        ("a very " * 1_000 + "old davenport", ["bed"], None, None),
        ("artifact", ["bed", "chair"], None, None),  # too wide to mean anything
        ("rodent", ["mouse", "keyboard"], None, None),  # the mouse beside a keyboard is no animal
        ("traffic light", ["lamp"], None, None),
        ("sewing machine", ["washing machine"], None, None),
        ("wheelchair", ["chair"], None, None),
        ("desk", ["table", "lamp"], None, None),  # the tables know what a desk is
        ("stool", ["toilet"], None, None),  # one of its senses
        ("keyboard", ["toilet"], None, None),
        ("bathroom", ["toilet", "kitchen cabinet"], None, None),  # a toilet is a room, too, and so is a cabinet
        ("room", ["toilet", "kitchen cabinet"], None, None),
        ("vending machine", ["laptop", "washing machine"], None, None),
        ("towel", ["paper towel", "sink"], None, None),
        ("towel", ["paper towel", "towel rack"], ("towel rack",), "loosely"),
        ("towel", ["bath towel", "paper towel"], ("bath towel",), "alias"),
        ("dog", ["hot dog"], None, None),
        ("can", ["trash can", "watering can"], None, None),
        ("dish", ["soap dish", "serving dish"], ("serving dish",), "kind"),
        ("bike", ["exercise bike"], ("exercise bike",), "kind"),
        ("rack", ["dish rack"], ("dish rack",), "kind"),
        ("pic", ["picture", "mirror"], ("picture",), "alias"),
        ("print", ["picture", "mirror"], ("picture",), "loosely"),
        ("mantelpiece", ["fireplace", "shelf"], ("fireplace",), "loosely"),
        ("", ["chair"], None, None),
    ],
)
def test_what_wordnet_says(asked, categories, found, how) -> None:
    needs_wordnet()
    match = find_categories(asked, categories, all_steps())
    assert (match and match.categories, match and match.how) == (found, how)
    assert match is None or match.note() == f"{asked} → {', '.join(found)}"


def test_a_missing_asset_is_said_once_with_its_command(monkeypatch, tmp_path, caplog) -> None:
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    for cached in (matcher._wordnet, all_steps):
        cached.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            for _ in range(2):
                assert match_category("amphora", ["vase", "bed"], all_steps()).how == "absent"
        (said,) = [record.getMessage() for record in caplog.records]
        assert "fetch wordnet`" in said
    finally:
        for cached in (matcher._wordnet, all_steps):
            cached.cache_clear()


def test_the_tool_tells_what_was_taken_for_what() -> None:
    needs_wordnet()
    graph = SceneGraph((thing(0, "vase", 2, 0, 0.2, 0.2, 0.2, 0.4), thing(1, "bed", 4, 0, 0.3, 2, 1.5, 0.6)))
    tools = Tools(SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))
    assert [item.category for item in tools.filter(tools.scene(), "urn")] == ["vase"]
    assert tools.notes == ["urn → vase"]


def test_a_word_that_wordnet_knows_is_not_a_misspelling() -> None:
    """ "ladder" and "adder" differ by one letter, but who asks for an adder does not mean the ladder."""
    needs_wordnet()
    graph = SceneGraph((thing(0, "ladder", 2, 0, 0.2, 0.2, 0.2, 0.4),))
    tools = Tools(SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))
    assert tools.filter(tools.scene(), "adder") == set()
    with pytest.raises(ToolError, match='no "lader" here; did you mean "ladder"'):
        tools.filter(tools.scene(), "lader")
