"""The tools as a model reads them, and as the type checker does. Both are made from the tools themselves."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Sequence

from situated_qa.errors import ToolError
from situated_qa.scene.graph import plain_name
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS, spellings
from situated_qa.situated import attributes
from situated_qa.situated.graph_tools import EDGE_RELATIONS, EDGE_SPELLINGS
from situated_qa.situated.room_tools import ROOM_MEASURES, ROOM_SPELLINGS
from situated_qa.situated.toolbox import TOOL_NAMES, Tools

OBJECT_DOCUMENTATION = """\
class SceneObject:
    id: int
    category: str  # e.g. "office chair"
    xyz: tuple[float, float, float]  # centre in the map, m
    room: str  # "" where rooms are not known"""

_ANNOTATIONS = {
    "Iterable[SceneObject]": "set[SceneObject]",
    "SceneObject | Iterable[SceneObject]": "SceneObject | set[SceneObject]",
}


def tool_documentation(names: Iterable[str] = TOOL_NAMES, *, with_objects: bool = True) -> str:
    """Signature and docstring of each tool, as the prompt shows them.

    Args:
        names: of the tools to show.
        with_objects: whether the class of objects comes first; False for tools added to a prompt that has it.

    Raises:
        ToolError: a name is no tool; names them all.
    """
    parts = [OBJECT_DOCUMENTATION] if with_objects else []
    for name in names:
        if name not in TOOL_NAMES:
            raise ToolError(f'"{name}" is not a tool; tools: {", ".join(TOOL_NAMES)}')
        method = getattr(Tools, name)
        body = "\n".join(f"    {line}" if line else "" for line in (inspect.getdoc(method) or "").splitlines())
        parts.append(f'def {name}{_signature(method)}:\n    """{body.strip()}\n    """')
    return "\n\n".join(parts)


def _signature(method: object) -> str:
    """As in the source, without `self`, with sets where any iterable will do."""
    signature = inspect.signature(method)  # type: ignore[arg-type]
    shown = []
    for parameter in list(signature.parameters.values())[1:]:
        kind = _ANNOTATIONS.get(str(parameter.annotation), str(parameter.annotation))
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        shown.append(f"{parameter.name}: {kind}{default}")
    return f"({', '.join(shown)}) -> {signature.return_annotation}"


def type_stubs(categories: Sequence[str] = (), attribute_names: Sequence[str] = ()) -> str:
    """The tools as a `.pyi` text, so that a program is checked before it runs.

    Relations and attributes are closed lists. Categories stay `str`: the category matcher must get its chance.

    Args:
        categories: those of the scene, told in a comment.
        attribute_names: keys of the scene's own object attributes, on top of the built-in ones.
    """
    known = [*attributes.MEASURED, *attributes.OBSERVED, *attributes.PLAIN, *attributes.SPELLINGS, *attribute_names]
    return f"""\
from typing import Any, Iterable, Literal

# categories here: {", ".join(map(plain_name, categories))}
Relation = {_literal(spellings(RELATIONS))}
AgentRelation = {_literal(spellings(AGENT_RELATIONS))}
Attribute = {_literal(known)}
RoomMeasure = {_literal((*ROOM_MEASURES, *ROOM_SPELLINGS))}
EdgeRelation = {_literal((*EDGE_RELATIONS, *EDGE_SPELLINGS))}
Point = tuple[float, float, float] | list[float]

class SceneObject:
    id: int
    category: str
    xyz: tuple[float, float, float]
    room: str
    def __lt__(self, other: SceneObject) -> bool: ...
    def __hash__(self) -> int: ...

Objects = Iterable[SceneObject] | SceneObject

class GraphView:
    nodes: list[int]
    def attrs(self, id: int | Objects) -> dict[str, Any]: ...
    def neighbors(self, id: int | Objects, relation: EdgeRelation | None = None) -> list[int]: ...
    def edges(self, relation: EdgeRelation | None = None) -> list[tuple[int, str, int]]: ...

def scene() -> set[SceneObject]: ...
def filter(object_set: Objects, category: str | list[str]) -> set[SceneObject]: ...
def relate(object_set: Objects, reference_object: Objects, relation: Relation) -> set[SceneObject]: ...
def relate_agent(object_set: Objects, relation: AgentRelation) -> set[SceneObject]: ...
def query_relation(
    object: Objects, reference_object: Objects, candidate_relations: list[Relation] | None = None
) -> list[str]: ...
def query_relation_agent(object: Objects, candidate_relations: list[AgentRelation] | None = None) -> list[str]: ...
def query_attribute(
    object: Objects, attribute_type: Attribute, candidate_attribute_values: list[str] | None = None
) -> Any: ...
def query_state(object: Objects, candidate_states: list[str]) -> str: ...
def relate_between(object_set: Objects, reference_a: Objects, reference_b: Objects) -> set[SceneObject]: ...
def distance(a: Objects | Point | str, b: Objects | Point | str = "me") -> float: ...
def mid_point(a: Objects | Point | str, b: Objects | Point | str) -> tuple[float, float, float]: ...
def closest_to(object_set: Objects, point: Objects | Point | str) -> SceneObject: ...
def find_related(text: str) -> list[SceneObject]: ...
def rooms() -> list[str]: ...
def room_of(object: Objects) -> str: ...
def current_room() -> str: ...
def objects_in(room: str) -> set[SceneObject]: ...
def accessible_rooms(room: str) -> list[str]: ...
def query_room(room: str, attribute_type: RoomMeasure) -> Any: ...
def path_distance(a: Objects | Point | str, b: Objects | Point | str) -> float: ...
def directions(a: Objects | Point | str, b: Objects | Point | str) -> str: ...
def visible_from(place: Objects | Point | str, facing: Objects | Point | str | None = None) -> list[SceneObject]: ...
def marked_object() -> SceneObject: ...
def graph() -> GraphView: ...
def object_of(id: int | Objects) -> SceneObject: ...
"""


def _literal(words: Iterable[str]) -> str:
    return f"Literal[{', '.join(json.dumps(word) for word in dict.fromkeys(words))}]"
