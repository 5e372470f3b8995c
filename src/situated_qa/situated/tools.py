"""All tools of programs, their names, and their documentation for models and type checkers."""

from situated_qa.situated.documentation import tool_documentation, type_stubs
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.toolbox import (
    COMMON_TOOLS,
    FLOOR_TOOLS,
    GRAPH_TOOLS,
    PAPER_TOOLS,
    TOOL_NAMES,
    Tools,
    floor_tools,
    look_tools,
    mark_tools,
)

__all__ = [
    "COMMON_TOOLS",
    "FLOOR_TOOLS",
    "GRAPH_TOOLS",
    "PAPER_TOOLS",
    "TOOL_NAMES",
    "SceneObject",
    "Tools",
    "floor_tools",
    "look_tools",
    "mark_tools",
    "tool_documentation",
    "type_stubs",
]
