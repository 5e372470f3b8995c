"""Documentation of the tools for models, and stubs for the type checker; both are generated from the tools."""

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

OBJECT_DOCUMENTATION = f"""\
An object o has o.id, o.category, o.xyz (its center in the map, m), o.room, o.color, o.distance (from me to its \
surface, m) and o.clock (its direction from me, 12 is straight ahead). The tools know where I stand and look.
object_set: a set of objects. a, b, point, place, facing: an object, a room's name, (x, y, z) in m, or "me".
relation: {", ".join(AGENT_RELATIONS)}, "1 o'clock" …; between objects (left, right … as I see them) also: \
{", ".join(name for name in RELATIONS if name not in AGENT_RELATIONS)}.
attribute_type: {", ".join((*attributes.MEASURED, *attributes.OBSERVED))}. lwh is [length, width, height]; units are \
m, m² and m³. "not known …" means that it was not observed, "usually …" that such things are alike."""
"""What holds for all tools, told once."""


def tool_documentation(names: Iterable[str] = TOOL_NAMES, *, with_objects: bool = True) -> str:
    """The tools as the prompt shows them: of each the heading, the first sentence of its docstring and its example.

    What its parameters may be is told once for all tools, in `OBJECT_DOCUMENTATION`; a wrong value is answered with an
    error that names the legal ones.

    Args:
        names: of the tools to show.
        with_objects: whether what holds for all tools comes first; False for tools added to a prompt that has it.

    Raises:
        ToolError: a name is not a tool; lists all tools.
    """
    parts = [OBJECT_DOCUMENTATION] if with_objects else []
    for name in names:
        if name not in TOOL_NAMES:
            raise ToolError(f'"{name}" is not a tool; tools: {", ".join(TOOL_NAMES)}')
        method = getattr(Tools, name)
        about, _, rest = (inspect.getdoc(method) or "").partition("\n\n")
        told = f"{_heading(name, method)}: {about} E.g. {rest.partition('Example: ')[2]}"
        parts.append(" ".join(told.split()))
    return "\n".join(parts)


def _heading(name: str, method: object) -> str:
    """ "closest_to(object_set, point) -> SceneObject"; what may be left out has its default."""
    signature = inspect.signature(method)  # type: ignore[arg-type]
    shown = [
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default!r}"
        for parameter in list(signature.parameters.values())[1:]
    ]
    kind = str(signature.return_annotation).replace("set[SceneObject]", "set").replace("SceneObject", "object")
    return f"{name}({', '.join(shown)}) -> {kind.replace('Any', 'value')}"


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
    color: str
    distance: float
    clock: int
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
def ask(expression: str) -> Any: ...
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
def look(object: Objects, question: str) -> str: ...
def graph() -> GraphView: ...
def object_of(id: int | Objects) -> SceneObject: ...
def answer(text: Any) -> None: ...
"""


def _literal(words: Iterable[str]) -> str:
    return f"Literal[{', '.join(json.dumps(word) for word in dict.fromkeys(words))}]"
