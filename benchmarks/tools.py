"""The tools a program calls: milliseconds of each at 1,000 objects, and of whole programs in the sandbox at 200.

    python benchmarks/tools.py                    benchmarks/out/tools.json
    python benchmarks/tools.py --objects 200 --calls 50

The scene is made here: furnished rooms with open doors between them, as one floor of an office, with 64 observed
surface points on each object (`points`) or with boxes alone (`boxes`). There the furniture stands so close that few
ways lead from room to room; with smaller furniture (`lanes`) one can walk nearly everywhere, and only the tools that
walk and look are timed. Every call of a tool asks something else. `first` is the first call over a scene that was just
frozen: it pays for what the later ones share. `new` is the first call over a graph and a floor plan that were just
received: what is kept with those is made then.

Single tools are timed in CPU time of this process, which a busy machine does not lengthen; programs run in another
process, so they are timed by the clock.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.geometry import Box
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.builder import link_objects
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import SceneObject, Tools
from situated_qa.situated.viewpoint import Viewpoint

OUT = Path(__file__).resolve().parent / "out"
ROOM_M, WALL_M, CELL_M = 4.0, 0.2, 0.05
PITCH_M = ROOM_M + WALL_M
PER_ROOM = 25
POINTS = 64
# category, length, width, height (m); what stands on the floor, then what stands on a desk or table
STANDING = (
    ("desk", 1.6, 0.8, 0.75), ("table", 1.2, 0.9, 0.75), ("chair", 0.5, 0.5, 0.9), ("office chair", 0.6, 0.6, 1.1),
    ("cabinet", 0.8, 0.4, 1.8), ("bookshelf", 1.0, 0.3, 2.0), ("plant", 0.4, 0.4, 1.0), ("bin", 0.3, 0.3, 0.4),
    ("sofa", 1.8, 0.9, 0.8), ("lamp", 0.3, 0.3, 1.6),
)  # fmt: skip
LYING = (("cup", 0.08, 0.08, 0.1), ("book", 0.2, 0.15, 0.03), ("laptop", 0.35, 0.25, 0.2), ("monitor", 0.6, 0.2, 0.4))
COLORS = ((200, 30, 30), (30, 60, 200), (30, 160, 60), (120, 80, 40), (230, 230, 230), (20, 20, 20))

PROGRAMS = {
    "count_left": 'chairs = filter(scene(), "chair")\nprint(len(relate_agent(chairs, "left")))',
    "nearest_behind": (
        'things = list(relate_agent(object_set=scene(), relation="behind"))\n'
        'things.sort(key=lambda x: query_attribute(x, "distance"))\n'
        "print([o.category for o in things][:3])"
    ),
    "on_each_table": (
        'for table in relate_agent(filter(scene(), "table"), "within reach") or filter(scene(), "table"):\n'
        '    print([o.category for o in relate(scene(), table, "on")])'
    ),
    "colors": (
        'print({o.id: query_attribute(o, "color", ["red", "blue", "green", "brown"]) for o in filter(scene(), "cup")})'
    ),
    "nested": (
        'desk = closest_to(filter(scene(), "desk"), "me")\n'
        'chair = relate(filter(scene(), "chair"), desk, "closest")\n'
        'print(query_relation_agent(list(chair)[0], ["left", "right", "o\'clock"]), room_of(list(chair)[0]))'
    ),
    "rooms": "for room in rooms():\n    print(room, len(objects_in(room)))",
}


def main() -> int:
    """Measure; write benchmarks/out/tools.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=1000, help="objects of the scene for single tools")
    parser.add_argument("--calls", type=int, default=100, help="calls of each tool")
    parser.add_argument("--program-objects", type=int, default=200, help="objects of the scene for programs")
    parser.add_argument("--runs", type=int, default=60, help="runs of each program")
    arguments = parser.parse_args()
    figures: dict[str, float] = {}
    rows: dict[str, dict[str, float]] = {}
    for kind in ("points", "boxes", "lanes"):
        graph = office(arguments.objects, with_points=kind == "points", lanes=kind == "lanes")
        for name, calls in tool_calls(graph).items():
            if kind == "lanes" and not name.startswith(("path", "directions", "visible")):
                continue
            row = time_tool(graph, calls, arguments.calls)
            rows[f"{name}/{kind}"] = row
            print(f"{name:30} {kind:7}" + "".join(f"{key:>8} {value:8.3f}" for key, value in row.items()), flush=True)
    for measure in ("median", "p95", "first", "new"):
        worst = max(rows, key=lambda name: rows[name][measure])
        figures[f"slowest_tool_{measure}_ms"] = rows[worst][measure]
        print(f"slowest by {measure}: {worst} {rows[worst][measure]:.2f} ms")
    figures |= {f"{name.replace('/', '_')}_{key}_ms": value for name, row in rows.items() for key, value in row.items()}
    figures |= time_programs(office(arguments.program_objects, with_points=True), arguments.runs)
    OUT.mkdir(exist_ok=True)
    report = {
        "objects": arguments.objects,
        "program_objects": arguments.program_objects,
        "load_before": round(os.getloadavg()[0], 2),
        "figures": {name: round(value, 3) for name, value in figures.items()},
    }
    (OUT / "tools.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def office(count: int, *, with_points: bool, lanes: bool = False, seed: int = 0) -> SceneGraph:
    """`count` objects in rooms of 25, with the relations a mapper stores, rooms and a floor plan.

    Args:
        lanes: the furniture is smaller, so that one can walk between it.
    """
    rng = np.random.default_rng(seed)
    rooms = -(-count // PER_ROOM)
    columns = int(np.ceil(np.sqrt(rooms)))
    nodes: list[ObjectNode] = []
    room_nodes = []
    for index in range(rooms):
        corner = np.array([index % columns, index // columns]) * PITCH_M
        middle = np.array([*(corner + ROOM_M / 2), 1.3])
        room_nodes.append(RoomNode(f"room {index}", Box(middle, np.array([ROOM_M, ROOM_M, 2.6]))))
        nodes += furnish(
            rng, len(nodes), min(PER_ROOM, count - len(nodes)), corner, f"room {index}", with_points, lanes
        )
    linked = link_objects(nodes)
    plan = floor_plan(rooms, columns, nodes)
    return SceneGraph(linked.objects, linked.relations, tuple(room_nodes), floor_plan=plan)


def furnish(
    rng: np.random.Generator, first: int, count: int, corner: np.ndarray, room: str, with_points: bool, lanes: bool
) -> Iterator[ObjectNode]:
    """A floor, a wall and furniture on a jittered grid of 0.8 m; every second desk or table carries two things."""
    yield make(rng, first, "floor", Box(np.array([*(corner + 2), -0.05]), np.array([4, 4, 0.1])), room, with_points)
    wall = Box(np.array([corner[0] + 2, corner[1] + 4.05, 1.3]), np.array([4, 0.1, 2.6]))
    yield make(rng, first + 1, "wall", wall, room, with_points)
    places = rng.permutation(25)
    tops: list[Box] = []
    for k in range(2, count):
        if len(tops) > 0 and k % 3 == 0:
            category, length, width, height = LYING[rng.integers(len(LYING))]
            below = tops[rng.integers(len(tops))]
            xy = below.center[:2] + rng.uniform(-0.2, 0.2, 2)
            bottom = below.top
        else:
            category, length, width, height = STANDING[rng.integers(len(STANDING))]
            xy = corner + 0.4 + 0.8 * np.array([places[k] % 5, places[k] // 5]) + rng.uniform(-0.1, 0.1, 2)
            bottom = 0.0
        size = np.array([length, width, height]) * rng.uniform(0.8, 1.2) * ([0.6, 0.6, 1.0] if lanes else 1.0)
        box = Box(np.array([*xy, bottom + size[2] / 2]), size, float(rng.uniform(-np.pi, np.pi)))
        if category in ("desk", "table"):
            tops.append(box)
        yield make(rng, first + k, category, box, room, with_points)


def make(rng: np.random.Generator, id: int, category: str, box: Box, room: str, with_points: bool) -> ObjectNode:
    """An object; its points lie on the top and the sides of its box."""
    points = np.zeros((0, 3), np.float32)
    if with_points:
        local = rng.uniform(-0.5, 0.5, (POINTS, 3))
        axis = rng.integers(3, size=POINTS)
        local[np.arange(POINTS), axis] = np.where(axis == 2, 0.5, np.sign(local[np.arange(POINTS), axis]) * 0.5)
        c, s = np.cos(box.yaw), np.sin(box.yaw)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        points = ((local * box.extents) @ turn + box.center).astype(np.float32)
    rgb = COLORS[id % len(COLORS)]
    state = {"state": "open" if id % 2 else "closed", "material": "wooden"}
    return ObjectNode(
        id, category, box, box.center, rgb=rgb, attributes=state, room=room, surface_points=points, front=(1.0, 0.0)
    )


def floor_plan(rooms: int, columns: int, nodes: list[ObjectNode]) -> FloorPlan:
    """Rooms of free floor around the furniture, each joined to the next by an open door of 0.9 m."""
    lines = -(-rooms // columns)
    shape = (round(lines * PITCH_M / CELL_M), round(columns * PITCH_M / CELL_M))
    y, x = ((np.arange(n) + 0.5) * CELL_M for n in shape)
    column, row = (x // PITCH_M).astype(int), (y // PITCH_M).astype(int)
    inside = ((y % PITCH_M) < ROOM_M)[:, None] & ((x % PITCH_M) < ROOM_M)[None]
    number = row[:, None] * columns + column[None]
    room_index = np.where(inside & (number < rooms), number, -1)
    walkable = room_index >= 0
    for node in nodes:
        if node.category in ("floor", "wall") or node.box.bottom > 0.1:
            continue
        low, high = node.box.axis_aligned()
        walkable[np.ix_((y > low[1]) & (y < high[1]), (x > low[0]) & (x < high[0]))] = False
    doors = []
    for index in range(rooms):
        corner = np.array([index % columns, index // columns]) * PITCH_M
        for step, other in (((1, 0), index + 1), ((0, 1), index + columns)):
            if other >= rooms or (step == (1, 0) and (index + 1) % columns == 0):
                continue
            center = corner + np.where(np.array(step) == 1, ROOM_M + WALL_M / 2, ROOM_M / 2)
            half = np.where(np.array(step) == 1, WALL_M / 2, 0.45)
            cells = np.ix_(np.abs(y - center[1]) < half[1], np.abs(x - center[0]) < half[0])
            walkable[cells] = True
            doors.append(Door((f"room {index}", f"room {other}"), center, 0.9))
    names = tuple(f"room {index}" for index in range(rooms))
    return FloorPlan(CELL_M, np.zeros(2), walkable, room_index, names, tuple(doors))


def freeze(graph: SceneGraph, turn: int = 0) -> Tools:
    """The tools of an asker in the doorway-free middle of the first room's free floor."""
    assert graph.floor_plan is not None
    cells = np.argwhere(graph.floor_plan.walkable & (graph.floor_plan.room_index == 0))
    position = graph.floor_plan.centers_of(cells[len(cells) // 2])
    return Tools(SituatedScene(graph, Viewpoint(np.array([*position, 0.0]), 0.7 * turn)))


Call = Callable[[Tools, list[SceneObject], int], Any]


def tool_calls(graph: SceneGraph) -> dict[str, Call]:
    """One call of each tool, by name; `k` makes each call ask something else."""
    ids = [node.id for node in graph.objects if node.category not in ("floor", "wall")]
    categories = graph.categories()
    names = [room.name for room in graph.rooms]

    def one(objects: list[SceneObject], k: int) -> SceneObject:
        return objects[ids[(k * 37) % len(ids)]]

    def of(relation: str) -> Call:
        return lambda t, o, k: t.relate(o, one(o, k), relation)

    def agent(relation: str) -> Call:
        return lambda t, o, k: t.relate_agent(o, relation)

    directions = ["left", "right", "front", "back"]
    calls: dict[str, Call] = {
        "scene": lambda t, o, k: t.scene(),
        "filter": lambda t, o, k: t.filter(o, categories[k % len(categories)]),
        "relate_left_of_a_set": lambda t, o, k: t.relate(o, o[k * 10 % 900 : k * 10 % 900 + 10], "left"),
        "query_relation": lambda t, o, k: t.query_relation(one(o, k), one(o, k + 1), [*directions, "on", "closest"]),
        "query_relation_agent": lambda t, o, k: t.query_relation_agent(one(o, k), [*directions, "closest", "o'clock"]),
        "query_attribute_distance": lambda t, o, k: t.query_attribute(one(o, k), "distance"),
        "query_attribute_lwh": lambda t, o, k: t.query_attribute(one(o, k), "lwh"),
        "query_attribute_color": lambda t, o, k: t.query_attribute(one(o, k), "color", ["red", "blue", "brown"]),
        "query_attribute_size": lambda t, o, k: t.query_attribute(one(o, k), "size"),
        "query_state": lambda t, o, k: t.query_state(one(o, k), ["open", "closed"]),
        "relate_between": lambda t, o, k: t.relate_between(o, one(o, k), one(o, k + 1)),
        "distance": lambda t, o, k: t.distance(one(o, k), one(o, k + 1)),
        "mid_point": lambda t, o, k: t.mid_point(one(o, k), one(o, k + 1)),
        "closest_to": lambda t, o, k: t.closest_to(o, (k % 20, k % 17, 1.0)),
        "find_related": lambda t, o, k: t.find_related(("something to sit on", "to write with", "to read")[k % 3]),
        "rooms": lambda t, o, k: t.rooms(),
        "room_of": lambda t, o, k: t.room_of(one(o, k)),
        "current_room": lambda t, o, k: t.current_room(),
        "objects_in": lambda t, o, k: t.objects_in(names[k % len(names)]),
        "accessible_rooms": lambda t, o, k: t.accessible_rooms(names[k % len(names)]),
        "query_room_area": lambda t, o, k: t.query_room(names[k % len(names)], "area"),
        "path_distance_from_me": lambda t, o, k: t.path_distance("me", one(o, k)),
        "path_distance_from_elsewhere": lambda t, o, k: t.path_distance(one(o, k + 300), one(o, k)),
        "directions_from_me": lambda t, o, k: t.directions("me", one(o, k)),
        "visible_from_me": lambda t, o, k: t.visible_from("me"),
        "visible_from_elsewhere": lambda t, o, k: t.visible_from(one(o, k)),
    }
    for relation in ("closest", "farthest", "near", "left", "on", "in", "above", "support", "hanging on", "3 o'clock"):
        calls[f"relate_{relation.replace(' ', '_')}"] = of(relation)
    for relation in ("closest", "within reach", "left", "back right", "3 o'clock", "above"):
        calls[f"relate_agent_{relation.replace(' ', '_')}"] = agent(relation)
    return dict(sorted(calls.items()))


def time_tool(graph: SceneGraph, call: Call, count: int) -> dict[str, float]:
    """Median and 95 % of `count` calls on one frozen scene, and the median first call on ten fresh ones, ms.

    "new" is the median first call on three graphs that nobody asked before.
    """
    new = []
    for k in range(3):
        assert graph.floor_plan is not None
        received = dataclasses.replace(graph, floor_plan=dataclasses.replace(graph.floor_plan))
        tools = freeze(received, k)
        objects = sorted(tools.scene())
        new.append(timed(lambda tools=tools, objects=objects, k=k: call(tools, objects, k)))
    first = []
    for k in range(10):
        tools = freeze(graph, k)
        objects = sorted(tools.scene())
        first.append(timed(lambda tools=tools, objects=objects, k=k: call(tools, objects, k)))
    warm = [timed(lambda k=k: call(tools, objects, k)) for k in range(10, 10 + count)]  # asked above: 0 … 9
    return {
        "median": float(np.median(warm)),
        "p95": float(np.percentile(warm, 95)),
        "first": float(np.median(first)),
        "new": float(np.median(new)),
    }


def time_programs(graph: SceneGraph, runs: int) -> dict[str, float]:
    """Type check, sandbox and tools together, over a scene frozen anew for each run, ms."""
    figures: dict[str, float] = {}
    everything: list[float] = []
    with Sandbox() as sandbox:
        sandbox.warm_up()
        for name, program in PROGRAMS.items():
            took = []
            for k in range(runs + 3):
                tools = freeze(graph, k)
                start = time.perf_counter()
                result = sandbox.check_and_run(program, tools)
                took.append((time.perf_counter() - start) * 1e3)
                if result.error is not None:
                    raise SystemExit(f"{name}: {result.error}")
            took = took[3:]
            everything += took
            figures[f"program_{name}_median_ms"] = float(np.median(took))
            print(
                f"program {name:20} median {np.median(took):7.2f}   95 % {np.percentile(took, 95):7.2f} ms", flush=True
            )
    figures["programs_median_ms"] = float(np.median(everything))
    figures["programs_p95_ms"] = float(np.percentile(everything, 95))
    print(f"programs: median {figures['programs_median_ms']:.2f} ms, 95 % {figures['programs_p95_ms']:.2f} ms")
    return figures


def timed(call: Callable[[], Any]) -> float:
    """ms of CPU time."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1e3


if __name__ == "__main__":
    raise SystemExit(main())
