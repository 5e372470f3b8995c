"""The scene as a compact table, so that a model answers at once what can be read off it, without a program.

What is in the asker's room has a row each; of every other room one line tells what there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from situated_qa.scene.graph import ObjectNode, plain_name
from situated_qa.scene.relation_names import DIRECTIONS
from situated_qa.scene.relation_table import FIXED, names_of
from situated_qa.situated import attributes
from situated_qa.situated.absence import SEEN_SHARE, Place, observed_share

MAX_ROWS = 80
MAX_CATEGORIES = 40  # named in one line
MAX_STATE_CHARACTERS = 40

COLUMNS = "id category, clock and side of me, distance m, color, length x width x height + over floor cm, on/in, state"
"""What a row tells, for the static prompt."""
_ON_THE_FLOOR_CM = 5
_ON_A_WALL = names_of(FIXED)


def scene_table(scene: Any) -> str:
    """The lines that a question begins with: where the asker is, a row an object, nearest first, then other rooms.

    Sides, distances and colors are what the tools say of the same object. Floors, walls and ceilings have no row.

    Args:
        scene: a `SituatedScene`.
    """
    room = plain_name(scene.room_at(scene.viewpoint.position))
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    nodes.sort(key=lambda node: (round(scene.agent_distances[node.id], 9), node.id))
    here = [node for node in nodes if not room or node.room in ("", room)]
    where = f"I am in {f'the {room}' if room else 'a room'}."
    if not here:
        lines = [f"{where} I see no objects{'' if nodes else ' yet'}."]
    else:
        rows = _Rows(scene, here[:MAX_ROWS], tell_rooms=not room)
        lines = [f"{where} Around me, nearest first:", *rows.lines()]
        if len(here) > MAX_ROWS:
            lines.append(f"farther away: {_counted(here[MAX_ROWS:])}")
    elsewhere: dict[str, list[ObjectNode]] = {}
    for node in nodes:
        if room and node.room not in ("", room):
            elsewhere.setdefault(node.room, []).append(node)
    others = [f"in the {name}: {_counted(elsewhere[name])}" for name in sorted(elsewhere)]
    return "\n".join([*lines, *others, *_limits(scene)])


def _limits(scene: Any) -> list[str]:
    """What the table cannot hold: what the detector does not name, and what was not observed."""
    graph, lines = scene.graph, []
    vocabulary = graph.vocabulary
    if vocabulary is not None and not vocabulary.open:
        names = ", ".join(sorted(vocabulary.names)) or "what it does not declare"
        lines.append(f"The detector names only: {names}. Anything else may be here unnamed: then answer not known.")
    share = observed_share(scene, Place())
    if graph.observed is not None and share < SEEN_SHARE:
        lines.append(f"Only {share:.0%} of the place was observed: what is not listed may be there all the same.")
    return lines


class _Rows:
    """The rows of some objects."""

    def __init__(self, scene: Any, nodes: Sequence[ObjectNode], *, tell_rooms: bool) -> None:
        self._scene, self._nodes, self._tell_rooms = scene, nodes, tell_rooms
        self._sides = {side: scene.related_to_agent(nodes, side) for side in DIRECTIONS}
        self._inside = {e.subject: e.object for e in scene.graph.relations if e.predicate == "inside"}
        self._on_a_wall = {e.subject: e.object for e in scene.graph.relations if e.predicate in _ON_A_WALL}

    def lines(self) -> list[str]:
        return [self._line(node) for node in self._nodes]

    def _line(self, node: ObjectNode) -> str:
        item = self._scene.objects[node.id]
        # "front left" as the tools spell it
        sides = " ".join(side for side in ("front", "back", "left", "right") if node.id in self._sides[side])
        cells = (
            f"{node.id} {node.category}",
            f"{item.clock} {sides}".rstrip(),
            f"{item.distance:g}",
            _color(node, item.color),
            _size(node),
            *filter(None, (self._place(node), *self._known(node))),
        )
        return ", ".join(cells)

    def _place(self, node: ObjectNode) -> str:
        """ "on table 4", "in bookcase 7", "on wall"; "" on the floor."""
        by_id = self._scene.graph.by_id
        for word, other in (("in", self._inside.get(node.id)), ("on", node.supporter)):
            if other is not None and other in by_id and other not in self._scene.structural:
                return f"{word} {by_id[other].category} {other}"
        other = self._on_a_wall.get(node.id)
        return f"on {by_id[other].category}" if other is not None and other in by_id else ""

    def _known(self, node: ObjectNode) -> list[str]:
        told = [f"in the {node.room}"] if self._tell_rooms and node.room else []
        told += ["marked: the user points at it"] if node.id == self._scene.marked else []
        state = node.attributes.get("state", "")[:MAX_STATE_CHARACTERS]
        return [*told, state] if state.strip() else told


def _size(node: ObjectNode) -> str:
    """ "205x92x87": length, width and height, cm; "27x27x67+48" stands 48 cm over the floor."""
    sides = "x".join(f"{100 * side:.0f}" for side in attributes.lwh(node))
    bottom_cm = round(100 * float(node.box.bottom))
    return f"{sides}+{bottom_cm}" if bottom_cm > _ON_THE_FLOOR_CM else sides


def _color(node: ObjectNode, name: str) -> str:
    """ "brown #742": its name, and red, green and blue in 16 steps each; "-" where not known."""
    if node.rgb is None:
        return "-" if name == attributes.NOT_KNOWN else name
    return f"{name} #{''.join(f'{round(value / 17):x}' for value in node.rgb)}"


def _counted(nodes: Iterable[ObjectNode]) -> str:
    """ "2 chair, 1 sofa": the most frequent first."""
    counts = Counter(node.category for node in nodes)
    common = sorted(counts, key=lambda name: (-counts[name], name))
    more = [f"and {len(common) - MAX_CATEGORIES} other kinds"] if len(common) > MAX_CATEGORIES else []
    return ", ".join([*(f"{counts[name]} {name}" for name in common[:MAX_CATEGORIES]), *more])
