"""The tools as the model and the type checker see them."""

from __future__ import annotations

import inspect
import re

import pytest

from situated_qa.errors import ToolError
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS
from situated_qa.situated import attributes
from situated_qa.situated.tools import (
    COMMON_TOOLS,
    FLOOR_TOOLS,
    PAPER_TOOLS,
    TOOL_NAMES,
    Tools,
    tool_documentation,
    type_stubs,
)

PAPER_PARAMETERS = {
    "scene": [],
    "filter": ["object_set", "category"],
    "relate": ["object_set", "reference_object", "relation"],
    "relate_agent": ["object_set", "relation"],
    "query_relation": ["object", "reference_object", "candidate_relations"],
    "query_relation_agent": ["object", "candidate_relations"],
    "query_attribute": ["object", "attribute_type", "candidate_attribute_values"],
    "query_state": ["object", "candidate_states"],
}


def test_names_and_parameters_are_the_papers():
    assert set(PAPER_TOOLS) == set(PAPER_PARAMETERS)
    for name, parameters in PAPER_PARAMETERS.items():
        assert list(inspect.signature(getattr(Tools, name)).parameters)[1:] == parameters


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_every_tool_says_what_comes_back_and_gives_an_example(name):
    text = inspect.getdoc(getattr(Tools, name))
    assert text.partition("\n\n")[0].endswith(".")
    assert "\nReturns: " in text and "\nExample: " in text
    for parameter in list(inspect.signature(getattr(Tools, name)).parameters)[1:]:
        assert parameter in text, f"{name} does not explain {parameter}"


def test_documentation_shows_the_tools_asked_for():
    text = tool_documentation(["scene", "filter"])
    assert text.splitlines()[-1] == (
        "filter(object_set, category) -> set: Keep the objects of one category or of a list of them; synonyms "
        'are understood. E.g. filter(scene(), "table")'
    )
    assert "relate(" not in text


def test_documentation_tells_all_relations_and_attributes_and_whose_sides_are_meant():
    text = " ".join(tool_documentation(["scene"]).split())
    for name in (*RELATIONS, *AGENT_RELATIONS, *attributes.MEASURED, *attributes.OBSERVED, "1 o'clock"):
        assert re.search(rf"\b{name}\b", text), name
    assert "The tools know where I stand and look." in text and "o.color, o.distance" in text


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_a_prompt_shows_a_tool_on_one_line_with_one_example(name):
    (line,) = tool_documentation([name], with_objects=False).splitlines()
    assert line.startswith(f"{name}(") and line.count(" E.g. ") == 1 and len(line) < 420
    assert line.rpartition(" E.g. ")[2].startswith((name, "graph()")) or name in line.rpartition(" E.g. ")[2]


def test_the_documentation_of_all_tools_stays_short():
    """1,067 tokens of Qwen2.5; it was 2,286 before, and goes out with every question."""
    assert len(tool_documentation((*COMMON_TOOLS, *FLOOR_TOOLS))) < 1_150 * 4.1


def test_documentation_names_what_is_not_a_tool():
    with pytest.raises(ToolError, match='"walk" is not a tool'):
        tool_documentation(["walk"])


def test_stubs_declare_every_tool_with_its_parameters():
    namespace: dict = {}
    exec(compile("from __future__ import annotations\n" + type_stubs(), "tools.pyi", "exec"), namespace)
    for name in TOOL_NAMES:
        declared = list(inspect.signature(namespace[name]).parameters)
        assert declared == list(inspect.signature(getattr(Tools, name)).parameters)[1:], name


@pytest.fixture(scope="module")
def check():
    monty = pytest.importorskip("pydantic_monty", reason="the type checker is pydantic-monty's")

    def run(program: str) -> str:
        stubs = type_stubs()
        try:
            with (
                monty.Monty() as pool,
                pool.checkout(type_check=True, type_check_stubs=stubs, type_check_format="concise") as session,
            ):
                session.feed_run(program)
        except monty.MontyTypingError as error:
            return str(error)
        except monty.MontyRuntimeError:
            return ""  # the checker let it pass; there are no tools behind the stubs here
        return ""

    return run


@pytest.mark.parametrize(
    "program",
    [
        'for t in filter(object_set=scene(), category="table"):\n    print(relate(scene(), t, "on top of"))',
        'x = list(relate_agent(scene(), "behind"))\nx.sort(key=lambda o: query_attribute(o, "distance"))\nprint(x[0])',
        'for o in sorted(scene()):\n    print(query_relation_agent(o, ["front", "o\'clock"]))',
        'print(sorted(scene(), key=lambda o: query_attribute(o, "lwh")[0])[0].xyz)',
        'print(distance("me", closest_to(scene(), mid_point("me", (0, 1, 2)))))',
        'print(relate(filter(scene(), ["chair", "sofa"]), filter(scene(), "table"), "next to"))',
    ],
)
def test_programs_that_models_write_pass_the_type_check(check, program):
    assert check(program) == ""


@pytest.mark.parametrize(
    ("program", "named"),
    [
        ('relate_agent(scene(), "leff")', "leff"),
        ('query_attribute(list(scene())[0], "colr")', "colr"),
        ('relate_agent(scene(), relatoin="left")', "relatoin"),
        ("print(list(scene())[0].colour)", "colour"),
        ('relate(scene(), "table", "on")', "table"),
    ],
)
def test_the_type_check_names_the_mistake(check, program, named):
    assert named in check(program)
