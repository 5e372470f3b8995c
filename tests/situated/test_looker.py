"""Attributes that were not recorded: a look at a picture where a model sees, else "not known"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hand_made_room import thing

from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.looker import Glimpse, Looker
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


class OpenDoors:
    """Sees that every door is wide open, and nothing else."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, list[str] | None]] = []

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> Glimpse:
        self.asked.append((node.category, attribute, None if candidates is None else list(candidates)))
        if (node.category, attribute) == ("door", "state"):
            return Glimpse("open" if candidates else "wide open", "frame 12", "3 s ago")
        return Glimpse("", "a picture of it does not show that")

    def look(self, node: ObjectNode, question: str, candidates: Sequence[str] | None = None) -> Glimpse:
        return Glimpse("a dog", "frame 12", "3 s ago")


def tools_for(category: str, looker: Looker | None = None, **attributes: str) -> Tools:
    node = thing(0, category, 3, 0, 0.5, 1.0, 0.9, 1.0, attributes=attributes)
    return Tools(SituatedScene(SceneGraph((node,)), Viewpoint(np.zeros(3), 0.0), looker=looker))


def ask(tools: Tools, *arguments):
    return tools.query_attribute(min(tools.scene()), *arguments)


def test_what_is_recorded_comes_first() -> None:
    looker = OpenDoors()
    tools = tools_for("window", looker, material="plastic")
    assert ask(tools, "material") == "plastic"
    assert ask(tools, "material", ["glass", "wood"]) == "plastic, which is none of glass, wood"
    assert tools.notes == [] and looker.asked == []


@pytest.mark.parametrize("attribute", ["material", "shape", "state"])
def test_without_a_model_that_sees_nothing_is_guessed(attribute: str) -> None:
    expected = f"not known: the {attribute} of this window was not observed"
    assert ask(tools_for("window"), attribute) == expected
    assert ask(tools_for("window"), attribute, ["glass", "open"]) == expected


def test_a_look_tells_what_is_not_recorded_and_where_it_is_from() -> None:
    tools = tools_for("door", OpenDoors())
    assert tools.query_state(min(tools.scene()), ["open", "closed"]) == "open"
    assert tools.notes == ["whether the door is open or closed: open, from frame 12"]
    assert tools.seen_when == "3 s ago"
    assert ask(tools, "state") == "wide open"


def test_a_look_that_shows_nothing_is_not_known_with_its_reason() -> None:
    tools = tools_for("window", OpenDoors())
    told = "not known: I cannot tell from here (its material): a picture of it does not show that"
    assert ask(tools, "material") == told
    assert tools.notes == [] and tools.seen_when == ""
    assert tools.look(min(tools.scene()), "What is behind it?") == "a dog"
