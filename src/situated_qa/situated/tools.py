"""The tools of programs: which there are, and their documentation and type stubs, made from their signatures.

Each tool is a pure function of one `SituatedScene`; its docstring is its prompt. Names and parameter names are the
papers', so models know them. Source: LLM-TPC 2024, supplement Fig. S4; SynergAI 2024; Space3D-Bench 2024; SG-RwR 2025.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS, spellings
from situated_qa.situated import attributes
from situated_qa.situated.graph_tools import EDGE_RELATIONS, EDGE_SPELLINGS, GRAPH_METHODS, GraphTools, GraphView
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Names, Number, Things, Truth, Unknown, Value, Way
from situated_qa.situated.language.words import evidence
from situated_qa.situated.objects import SceneObject, shown, tool, tool_signature
from situated_qa.situated.place_tools import ROOM_MEASURES, ROOM_SPELLINGS
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.scene_tools import SPANS, SceneTools


class Tools(SceneTools, GraphTools):
    """Every tool that a program may call."""

    @tool
    def ask(self, expression: str) -> Any:
        """Value of an expression of the, every, count, color, side, where, distance, left, right, front, on, near, \
closest, nth, at and others.

        expression: in the question language (docs/language.md), as a text.
        Returns: a number, a text, True or False, or a list of objects; "not known: …" with the reason. Several
            questions at once give a list.
        Example: ask('count(every("cup", on(the("table", closest(me)))))')
        """
        if not isinstance(expression, str):
            raise ToolError(f"expression must be a text, got {shown(expression)}")
        problems = check(expression, self.situated_scene)
        if problems:
            raise ToolError("; ".join(problems[:3]))
        result = evaluate(expression, self.situated_scene, deadline=self.deadline)
        for note in result.notes:
            self._add_note(note)
        self._touch(list(dict.fromkeys(id for value in result.values for id in evidence(value))))
        told = [self._plain(value) for value in result.values]
        return told[0] if len(told) == 1 else told

    @tool
    def answer(self, text: Any) -> None:
        """End the program with the answer to the question.

        text: the answer in words. In a program, a number or a list of words or objects will do.
        Returns: nothing; what follows does not run.
        Example: answer(f"{len(chairs)} chairs")
        """
        if not isinstance(text, str) or not text.strip():
            raise ToolError(f"text must say what was found, got {shown(text)}; if nothing was, say that")
        self.answered = self.answered or text  # a program that goes on in spite of it changes nothing

    def _plain(self, value: Value) -> Any:
        """A value of the language as plain data; lengths stay in the unit that was asked for."""
        if isinstance(value, Unknown):
            return f"not known: {value.text}"
        if isinstance(value, Number):
            return value.value if value.unit else round(value.value)
        if isinstance(value, Truth):
            return value.holds
        if isinstance(value, Things):
            return [self._objects[id] for id in value.ids]
        if isinstance(value, Names):
            return list(value.names)
        return value.text if isinstance(value, Way) else value.name  # type: ignore[union-attr]


PAPER_TOOLS = (
    "scene", "filter", "relate", "relate_agent", "query_relation", "query_relation_agent", "query_attribute",
    "query_state",
)  # fmt: skip
"""LLM-TPC's eight."""

COMMON_TOOLS = (*PAPER_TOOLS, "relate_between", "distance", "mid_point", "closest_to", "find_related", "ask", "answer")
"""What every prompt documents: of use in any scene."""

_OF_ROOMS_ALONE = ("rooms", "room_of", "current_room", "objects_in", "query_room")

FLOOR_TOOLS = (
    "rooms", "room_of", "current_room", "objects_in", "accessible_rooms", "query_room", "path_distance", "directions",
    "visible_from",
)  # fmt: skip
"""What a prompt documents where the scene's rooms or floor are known, to keep it short elsewhere; see `floor_tools`."""

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
    return LOOK_TOOLS if scene.looker is not None and pictures else ()


OBJECT_DOCUMENTATION = f"""\
An object o has o.id, o.category, o.xyz (its center in the map, m), o.room, o.color, o.distance (from me to its \
surface, m) and o.clock (its direction from me, 12 is straight ahead). The tools know where I stand and look.
object_set: a set of objects. a, b, point, place, facing: an object, a room's name, (x, y, z) in m, or "me".
relation: {", ".join(AGENT_RELATIONS)}, "1 o'clock" …; between objects (left, right … as I see them) also: \
{", ".join(name for name in RELATIONS if name not in AGENT_RELATIONS)}.
attribute_type: {", ".join((*attributes.MEASURED, *attributes.OBSERVED))}. lwh is [length, width, height]; units are \
m, m² and m³. "not known …" means that it was not observed."""
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
        told = f"{tool_signature(method)} -> {_returns(method)}: {about} E.g. {rest.partition('Example: ')[2]}"
        parts.append(" ".join(told.split()))
    return "\n".join(parts)


def _returns(method: Callable[..., Any]) -> str:
    """What a tool gives, as the prompt shows it: "set", "object", "float"."""
    kind = str(inspect.signature(method).return_annotation)
    return kind.replace("set[SceneObject]", "set").replace("SceneObject", "object").replace("Any", "value")


@lru_cache(maxsize=16)
def type_stubs(attribute_names: tuple[str, ...] = ()) -> str:
    """The tools as a `.pyi` text, so that a program is checked before it runs.

    Relations and attributes are closed lists. Categories stay `str`: the category matcher must get its chance.

    Args:
        attribute_names: keys of the scene's own object attributes, on top of the built-in ones.
    """
    known = [*attributes.MEASURED, *attributes.OBSERVED, *attributes.PLAIN, *attributes.SPELLINGS, *attribute_names]
    fields = [f"    {name}: {kind}" for name, kind in SceneObject.__annotations__.items()]
    methods = [f"    {_stub(getattr(GraphView, name), 'self')}" for name in GRAPH_METHODS]
    return "\n".join([
        "from typing import Any, Iterable, Literal",
        f"Relation = {_literal(spellings(RELATIONS))}",
        f"AgentRelation = {_literal(spellings(AGENT_RELATIONS))}",
        f"Attribute = {_literal(known)}",
        f"RoomMeasure = {_literal((*ROOM_MEASURES, *ROOM_SPELLINGS))}",
        f"EdgeRelation = {_literal((*EDGE_RELATIONS, *EDGE_SPELLINGS))}",
        f"Span = {_literal(SPANS)}",
        "class SceneObject:",
        *fields,
        "    def __lt__(self, other: SceneObject) -> bool: ...",
        "    def __hash__(self) -> int: ...",
        "Objects = Iterable[SceneObject] | SceneObject",
        "Point = tuple[float, float, float] | list[float]",
        "Place = Objects | Point | str",
        "Node = int | Objects",
        "class GraphView:",
        "    nodes: list[int]",
        *methods,
        *(_stub(getattr(Tools, name)) for name in TOOL_NAMES),
    ]) + "\n"  # fmt: skip


def _stub(method: Callable[..., Any], *receiver: str) -> str:
    """A method's declaration, as a function or with its receiver."""
    signature = inspect.signature(method)
    parameters = [
        f"{p.name}: {p.annotation}" + ("" if p.default is p.empty else f" = {p.default!r}")
        for p in list(signature.parameters.values())[1:]
    ]
    return f"def {method.__name__}({', '.join([*receiver, *parameters])}) -> {signature.return_annotation}: ..."


def _literal(words: Iterable[str]) -> str:
    return f"Literal[{', '.join(json.dumps(word) for word in dict.fromkeys(words))}]"
