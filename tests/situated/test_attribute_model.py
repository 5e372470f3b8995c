"""Attributes that were not recorded: opinions of models, usual values marked as such, or "not known"."""

from __future__ import annotations

import logging
import sys
import types
from collections.abc import Sequence

import numpy as np
import pytest
from hand_made_room import thing

from situated_qa.errors import SettingsError
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.attribute_model import (
    AttributeModels,
    AttributeOpinion,
    AttributeSettings,
    TypicalAttributes,
    make_attribute_models,
)
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


def node(category: str, **attributes: str) -> ObjectNode:
    return thing(0, category, 3, 0, 0.5, 1.0, 0.9, 1.0, attributes=attributes)


def tools_for(*nodes: ObjectNode, models: AttributeModels | None = None) -> Tools:
    models = models or make_attribute_models(AttributeSettings())
    return Tools(SituatedScene(SceneGraph(nodes), Viewpoint(np.zeros(3), 0.0), attribute_models=models))


def ask(tools: Tools, *arguments):
    return tools.query_attribute(min(tools.scene()), *arguments)


@pytest.mark.parametrize(
    ("category", "candidates", "answer"),
    [
        ("window", None, "usually glass: not observed"),
        ("mirror", ["wood", "glass"], "glass"),
        ("toilet", ["Porcelain", "metal"], "Porcelain"),  # another word for ceramic
        ("books", None, "usually paper: not observed"),
        ("wooden door", ["wooden", "metal"], "wooden"),
        ("kitchen cabinet", ["wooden"], "wooden"),  # 0.82 are: enough even where nothing else is offered
        ("desk", ["wood", "glass", "metal"], "wood"),  # 0.8 of the 0.95 that are named
        ("chair", ["wood", "metal"], "not known"),  # 0.5 against 0.15 of 0.65: not sure enough
        ("chair", ["wooden"], "not known"),
        ("table", None, "not known"),  # 0.75
        ("sofa", None, "not known"),
        ("window", ["wood", "metal"], "not known"),  # what it usually is is not offered
        ("window", ["wood"], "not known"),
        ("dragon", None, "not known"),
    ],
)
def test_materials_by_category(category: str, candidates: list[str] | None, answer: str) -> None:
    assert ask(tools_for(node(category)), "material", candidates).startswith(answer)


def test_an_answer_without_an_observation_is_marked() -> None:
    tools = tools_for(node("window"))
    assert ask(tools, "material", ["glass", "wood"]) == "glass"
    assert tools.notes == ["material of the window: usually glass, not observed"]


def test_what_is_recorded_comes_first() -> None:
    tools = tools_for(node("window", material="plastic"))
    assert ask(tools, "material") == "plastic"
    assert ask(tools, "material", ["glass", "wood"]) == "plastic, which is none of glass, wood"
    assert tools.notes == []


def test_where_others_were_observed_the_usual_is_not_taken_for_the_rest() -> None:
    other = thing(1, "table", 3, 2, 0.5, 1, 1, 1, attributes={"material": "wood"})
    assert ask(tools_for(node("window"), other), "material").startswith("not known")
    assert ask(tools_for(node("book"), other), "shape") == "usually rectangular: not observed"


def test_states_and_colours_are_never_guessed() -> None:
    tools = tools_for(node("door"))
    (door,) = tools.scene()
    assert tools.query_state(door, ["open", "closed"]) == "not known: the state of this door was not observed"
    assert ask(tools, "color", ["white", "brown"]).startswith("not known")
    assert TypicalAttributes().describe(node("door"), "state", ["open", "closed"]) is None


class Looker:
    """A plug-in that has looked: every door is open, everything else it is unsure of."""

    name = "looker"
    observes = True

    def __init__(self, settings: AttributeSettings) -> None:
        self.settings = settings

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> AttributeOpinion | None:
        if node.category == "bomb":
            raise RuntimeError("boom")
        if attribute != "state":
            return None
        return AttributeOpinion("wide open", 0.9 if node.category == "door" else 0.4, "looker, frame 12")


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch) -> str:
    module = types.ModuleType("a_plug_in")
    module.Looker = Looker  # type: ignore[attr-defined]
    module.NoModel = lambda settings: object()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_plug_in", module)
    return "a_plug_in:Looker"


def test_a_plug_in_answers_in_the_candidates_words(plug_in: str) -> None:
    models = make_attribute_models(AttributeSettings(models=(plug_in, "typical")))
    other = thing(1, "door", 5, 0, 1, 1, 0.1, 2, attributes={"state": "closed"})
    tools = tools_for(node("door"), other, models=models)  # it looks, so it is asked although others are recorded
    assert tools.query_state(min(tools.scene()), ["open", "closed"]) == "open"
    assert tools.notes == ["state of the door: open, from looker, frame 12"]
    assert ask(tools, "material") == "usually wood: not observed"


def test_an_opinion_that_is_not_sure_or_not_asked_for_is_none(plug_in: str) -> None:
    models = make_attribute_models(AttributeSettings(models=(plug_in,)))
    unsure = tools_for(node("window"), models=models)
    assert unsure.query_state(unsure.scene(), ["open", "closed"]).startswith("not known")
    off = tools_for(node("door"), models=models)
    assert off.query_state(off.scene(), ["locked", "ajar"]).startswith("not known")


def test_a_plug_in_that_fails_is_logged_and_the_next_is_asked(plug_in: str, caplog: pytest.LogCaptureFixture) -> None:
    models = make_attribute_models(AttributeSettings(models=(plug_in,)))
    with caplog.at_level(logging.ERROR):
        assert ask(tools_for(node("bomb"), models=models), "material").startswith("not known")
    assert "attribute model looker failed at the material of bomb" in caplog.text


def test_no_model_at_all() -> None:
    for names in ((), ("none",), ("",)):
        models = make_attribute_models(AttributeSettings(models=names))
        assert ask(tools_for(node("window"), models=models), "material").startswith("not known")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("typcal", "unknown attribute model 'typcal'; known: typical, module:Class"),
        ("no_such_module_here:Model", "cannot import 'no_such_module_here'"),
        ("a_plug_in:Missing", "'a_plug_in' has no 'Missing'"),
        ("a_plug_in:NoModel", "is not an AttributeModel: it lacks name, observes, describe"),
    ],
)
def test_a_wrong_name_is_named(plug_in: str, name: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        make_attribute_models(AttributeSettings(models=(name,)))


def test_settings_are_checked() -> None:
    with pytest.raises(SettingsError, match="least_confidence must lie in"):
        AttributeSettings(least_confidence=2.0)
