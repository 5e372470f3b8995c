"""The tools. Each tool is a pure function of one `SituatedScene`; its docstring is its prompt.

Names and parameter names are the papers', so models know them. Source: LLM-TPC 2024, supplement Fig. S4; SynergAI 2024;
Space3D-Bench 2024 (rooms, distances, ways and views).
"""

from __future__ import annotations

from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.answer_tool import AnswerTool
from situated_qa.situated.ask_tool import AskTool
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.scene_tools import SceneTools


class Tools(SceneTools, AskTool, AnswerTool):
    """Every tool that a program may call."""


PAPER_TOOLS = (
    "scene",
    "filter",
    "relate",
    "relate_agent",
    "query_relation",
    "query_relation_agent",
    "query_attribute",
    "query_state",
)
"""LLM-TPC's eight."""

COMMON_TOOLS = (
    *PAPER_TOOLS,
    "relate_between",
    "distance",
    "mid_point",
    "closest_to",
    "find_related",
    "ask",
    "answer",
)
"""What every prompt documents: of use in any scene."""

FLOOR_TOOLS = (
    "rooms",
    "room_of",
    "current_room",
    "objects_in",
    "accessible_rooms",
    "query_room",
    "path_distance",
    "directions",
    "visible_from",
)
"""What a prompt documents where the scene's rooms or floor are known, to keep it short elsewhere; see `floor_tools`."""

_OF_ROOMS_ALONE = ("rooms", "room_of", "current_room", "objects_in", "query_room")

MARK_TOOLS = ("marked_object",)
"""What a prompt documents where the user has pointed at something."""

LOOK_TOOLS = ("look",)
"""What a prompt documents where a model that sees is set up."""

GRAPH_TOOLS = ("graph", "object_of")
"""What the prompts document whose programs hold ids of the graph; no other does."""

TOOL_NAMES = COMMON_TOOLS + FLOOR_TOOLS + MARK_TOOLS + LOOK_TOOLS + GRAPH_TOOLS
"""The tools there are, in the order of their documentation. A program may call any of them, documented or not."""


def floor_tools(graph: SceneGraph) -> tuple[str, ...]:
    """Those of `FLOOR_TOOLS` that this graph can answer: all with a floor plan, fewer with rooms alone."""
    if graph.floor_plan is not None:
        return FLOOR_TOOLS
    return _OF_ROOMS_ALONE if graph.rooms or any(node.room for node in graph.objects) else ()


def mark_tools(scene: SituatedScene) -> tuple[str, ...]:
    """`MARK_TOOLS` where an object of this scene is marked."""
    return MARK_TOOLS if scene.marked is not None and scene.marked in scene.graph.by_id else ()


def look_tools(scene: SituatedScene) -> tuple[str, ...]:
    """`LOOK_TOOLS` where a model that sees is set up and there are pictures to look at."""
    pictures = scene.graph.key_frames and any(node.views for node in scene.graph.objects)
    return LOOK_TOOLS if scene.attribute_models.looker is not None and pictures else ()
