"""The tools that read the scene; programs call them, and the functions of the question language use them."""

from __future__ import annotations

from situated_qa.situated.graph_tools import GraphTools
from situated_qa.situated.measure_tools import MeasureTools
from situated_qa.situated.path_tools import PathTools
from situated_qa.situated.relation_tools import RelationTools
from situated_qa.situated.room_tools import RoomTools
from situated_qa.situated.sight_tools import SightTools


class SceneTools(RelationTools, MeasureTools, RoomTools, PathTools, SightTools, GraphTools):
    """The tools over one frozen scene and viewpoint; see `ToolBase` for what it remembers."""
