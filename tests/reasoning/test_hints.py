"""Programs as small models write them: what is legal runs, and what is not gets an error that says how to mend it."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.diagnostics import bound_at
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.builder import link_objects
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

# program, what it prints: the name of a tool, or of a builtin that the prelude defines, taken for a variable
TAKEN_NAMES = {
    "scene": ("scene = scene()\nprint(len(scene), scene.pop().id > 0)", "8 True"),
    "a set that is filled": ('rooms = set()\nrooms.add("hall")\nprint(rooms)', "{'hall'}"),
    "a dict that is filled": ('rooms = {}\nrooms["a"] = 1\nfor k, v in rooms.items():\n    print(k, v)', "a 1"),
    "the graph": ("graph = graph()\nprint(len(graph.nodes))", "8"),
    "a number": ('distance = distance(list(filter(scene(), "couch"))[0])\nprint(f"{distance:.2f}")', "1.55"),
    "filter and a reused quote": ('filter = []\nfilter.append(f"{", ".join(["a"])}")\nprint(filter.count("a"))', "1"),
    "both at once": ("rooms, scene = rooms(), scene()\nprint(len(scene.union(rooms)))", "8"),
    "a loop variable": ("for distance in [1, 2]:\n    pass\nprint(distance)", "2"),
    "a parameter": ("def f(rooms, distance=3):\n    rooms.append(distance)\n    return rooms\nprint(f([1]))", "[1, 3]"),
    "a function": ("def scene():\n    return [1]\nprint(scene())", "[1]"),
    "a global in a function": (
        "rooms = []\ndef note(name):\n    global rooms\n    rooms.append(name)\nnote('x')\nprint(rooms.copy())",
        "['x']",
    ),
    "a comprehension's variable leaves the tool": ("n = [scene for scene in [1]]\nprint(n, len(scene()))", "[1] 8"),
    "map, max, sorted, and a sort": (
        'map = {}\nmax = "x"\nsorted = [2, 1]\nsorted.sort()\nprint(map.items(), max.upper(), sorted)',
        "dict_items([]) X [1, 2]",
    ),
    "builtins": ("sum = 0\nlist = []\nlist.append(1)\ntype = {}\nfor id in list:\n    sum += id\nprint(sum)", "1"),
}


@pytest.mark.parametrize("name", TAKEN_NAMES)
def test_a_program_may_take_a_tools_name(name: str, sandbox: Sandbox, scene: SituatedScene) -> None:
    program, printed = TAKEN_NAMES[name]
    tools = Tools(SituatedScene(link_objects(scene.graph.objects), scene.viewpoint))
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, printed)


# program, what it prints; distances to the asker: couch 1.55, chair 1 1.75, chair 2 2.75
LEGAL = {
    "items sorted by a key": (
        "n = {}\nfor o in scene():\n    n[o.category] = n.get(o.category, 0) + 1\n"
        "print(sorted(n.items(), key=lambda kv: (-kv[1], kv[0]))[:2])",
        "[('chair', 2), ('book', 1)]",
    ),
    "differences of sets": (
        'c = filter(scene(), "chair")\nleft = relate_agent(scene(), "left")\nprint(len(scene() - c), len(c & left), '
        "len(c | left), len(c ^ left))",
        "6 1 4 3",
    ),
    "math.dist": (
        'import math\na, b = filter(scene(), "couch").pop(), next(iter(filter(scene(), "pillow")))\n'
        "print(a.xyz[0], round(math.dist(a.xyz, b.xyz), 2))",
        "0.0 4.04",  # (3.5, 2, 0.2)
    ),
    "Counter and a star": (
        "from collections import Counter\n"
        "print(*[f'{k}:{v}' for k, v in Counter(o.category for o in scene()).most_common(1)], sep=', ')",
        "chair:2",
    ),
    "min by distance": ('print(min(filter(scene(), "chair"), key=lambda o: distance(o, "me")).id)', "1"),
    "sorted by a tool itself": ("print(sorted(scene(), key=distance)[0].category)", "coffee table"),
    "walrus and while": ("i = 0\nwhile (i := i + 1) < 3:\n    continue\nelse:\n    print(i)", "3"),
    "match": (
        'match "sofa":\n    case "sofa" | "bed":\n        print("seat")\n    case _:\n        print()',
        "seat",
    ),
    "classes": (
        "class Tally:\n    def __init__(self):\n        self.n = 0\n    def add(self, k=1):\n        self.n += k\n"
        "t = Tally()\nt.add()\nprint(t.n)",
        "1",
    ),
    "dataclasses and hints": (
        "from dataclasses import dataclass\nfrom typing import Optional\n@dataclass\nclass Best:\n"
        '    item: Optional[SceneObject]\n    away: float\nb: "Best" = Best(None, 1.5)\nprint(b.item, b.away)',
        "None 1.5",
    ),
    "a main": ('def main():\n    print(len(scene()))\nif __name__ == "__main__":\n    main()', "8"),
    "groupby": (
        "from itertools import groupby\nkey = lambda o: o.category\n"
        "print({k: len(list(v)) for k, v in groupby(sorted(filter(scene(), 'chair'), key=key), key=key)})",
        "{'chair': 2}",
    ),
    "a dict's get as a key": (
        "d = {o.id: distance(o) for o in filter(scene(), 'chair')}\nprint(min(d, key=d.get), sorted(d, key=d.get), "
        "list(map(d.get, [1, 7])))",
        "1 [1, 2] [1.75, None]",
    ),
    "a list's count as a key": ("xs = ['b', 'a', 'b']\nprint(max(set(xs), key = xs.count))", "b"),
    "a method handed on, and a sort": (
        "n = {'a': 2, 'b': 1}\nxs = ['a', 'b']\nxs.sort(key=n.get)\nprint(xs, list(map(str.upper, xs)), n.get('a'))",
        "['b', 'a'] ['B', 'A'] 2",
    ),
    "a method handed on beside a reused quote": (
        "n = {'a': 2, 'b': 1}\nprint(f'{max(n, key=n.get)} {'!'}', min(n, key=n.get), "
        "sorted(['B', 'a'], key=str.lower))",
        "a ! b ['a', 'B']",
    ),
    "a field as a key's name": (
        "class P:\n    def __init__(self, get):\n        self.get = get\n        self.key = 'k'\np = P(len)\n"
        "print(p.get([1, 2]), p.key)",
        "2 k",
    ),
    "try": ('try:\n    n = len(filter(scene(), "piano"))\nexcept Exception:\n    n = 0\nprint(n)', "0"),
}


@pytest.mark.parametrize("name", LEGAL)
def test_sensible_python_runs(name: str, sandbox: Sandbox, tools: Tools) -> None:
    program, printed = LEGAL[name]
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, printed)


# program, its line that fails, what the error says about mending it
MENDABLE = [
    ("scene = scene()\nprint(1)\nprint(scene())", 3, "since line 1 `scene` is this program's own name (a set)"),
    ('for o in scene():\n    distance = distance(o, "me")', 2, "since line 2 `distance` is this program's own"),
    ('rooms = f"{"a"}"\nrooms()', 2, "give the variable another name, such as my_rooms"),
    ("def f():\n    scene = scene()\n    return scene\nf()", 2, "within it that is a variable of its own"),
    ("len = 3\nprint(len([1]))", 2, "(an int), no longer Python's len()"),
    ("print(scene.category)", 1, "scene is a tool: call it, as in scene()"),
    ("for o in scene:\n    print(o)", 1, "scene is a tool: call it, as in scene()"),
    ('print(scene().filter("chair"))', 1, "filter is a function, as in filter(object_set, category)"),
    ('print(filter(scene(), "chair")[0])', 1, "take list(things)[0]"),
    ('chairs = filter(scene(), "chair")\nprint(chairs.category)', 2, "loop over it, or take one: list(chairs)[0]"),
    ("for item in scene():\n    print(item.material)", 2, 'write query_attribute(item, "material")'),
    ("for item in scene():\n    print(item.colour)", 2, "write item.color"),
    ("for item in scene():\n    print(item.oclock)", 2, "write item.clock"),
    ("for item in scene():\n    print(item.label)", 2, "write item.category"),
    ("for item in scene():\n    print(item.position)", 2, "write item.xyz"),
    ("x = list(scene())\nprint(x[0].weight)", 2, "an object has id, category, xyz, room, color, distance and clock"),
    ('xs = filter(scene(), "chair")\nxs.sort(key=distance)', 2, "write sorted(xs, key=…)"),
    ('xs = filter(scene(), "chair")\nxs.append(1)', 2, "write xs.add(…)"),
    ("print(scene() + scene())", 1, "join sets with a | b"),
    ("a, *_ = scene()\nprint(a.xyz - a.xyz)", 2, "math.dist(a.xyz, b.xyz)"),
    ("if scene() > 1:\n    print(1)", 1, "count with len(things)"),
    ('print(", ".join(scene()))', 1, "[x.category for x in things]"),
    ('print("n: " + len(scene()))', 1, 'f"{value}"'),
    ("import numpy as np\nprint(np.mean([1]))", 1, "instead of numpy: math.dist(a.xyz, b.xyz)"),
    ("import heapq\nprint(heapq.nsmallest(1, [2, 1]))", 1, "write sorted(things, key=lambda x: …)[:n]"),
    ("print(math.pi)", 1, "write import math first"),
    ("print(sorted(scene(), lambda o: o.id))", 1, "name the key: key=lambda x: …"),
    ('print([o for o in scene() if o.category = "chair"])', 1, "to compare, write =="),
    ("if len(scene()) > 3:\n    return 5", 2, "print the value instead"),
    ("print([][0])", 1, "test the length first"),
    ("print(min([]))", 1, "nothing was found"),
    ('print(query_atribute(list(scene())[0], "color"))', 1, "did you mean query_attribute(object, attribute_type)?"),
    ("print(get_nodes())", 1, "the tools are scene, filter,"),
    ("G = graph()\nfor n in G.nodes:\n    print(G.nodes[n]['type'])", 3, 'write graph().attrs(id)["category"]'),
    ("at_9_o'clock_set = relate_agent(scene(), \"9 o'clock\")", 1, "a name cannot hold an apostrophe"),
    ("def f():\n    yield 1\nprint(list(f()))", 2, "Collect the values in a list"),
]


@pytest.mark.parametrize(("program", "line", "hint"), MENDABLE)
def test_an_error_says_how_to_mend_it(program: str, line: int, hint: str, sandbox: Sandbox, tools: Tools) -> None:
    error = sandbox.check_and_run(program, tools).error
    assert error is not None
    assert error.startswith(f"Line {line}: {program.splitlines()[line - 1].strip()}\n")
    assert hint in error


# As DeepThink3D 2025 takes the one object of a set, then from a set that is empty.
POP = """
couch_set = filter(object_set=scene(), category="couch")
direction = query_relation_agent(object=couch_set.pop(), candidate_relations=["left", "right", "front", "back"])
print(f"I should go {' '.join(direction)} to find a couch")
color = query_attribute(object=relate_agent(scene(), "above").pop(), attribute_type="color")
"""


def test_the_way_the_papers_take_one_of_a_set(sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run(POP, tools)
    assert result.printed == "I should go right to find a couch"
    assert result.error is not None and "pop from an empty set; nothing was found" in result.error


def test_a_wrong_sign_is_one_finding(sandbox: Sandbox, tools: Tools) -> None:
    error = sandbox.check_and_run("a = [1, 2\nprint(a)\nprint(b)", tools).error
    assert error is not None and len(error.splitlines()) == 2


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("print(1)\nrooms = 2", 2),
        ("print(rooms())\n# rooms = 2\nx = 'rooms = 3'", 0),
        ("f(rooms=3)\ng(rooms == 3)", 0),
        ("\na, rooms = 1, 2", 2),
        ("\nfor i, rooms in x:\n    pass", 2),
        ("with x as rooms:\n    pass", 1),
        ("\ndef f(a, rooms=1):\n    pass", 2),
        ("import math as rooms", 1),
        ("try:\n    pass\nexcept ValueError as rooms:\n    pass", 3),
        ("match x:\n    case [rooms]:\n        pass", 2),
        ("print(\nrooms = 2", 2),  # the rest no Python can parse
        ("print(\nrooms: list = 2", 2),
        ("print(\nif (rooms := 2):", 2),
        ("print(\nfor a, rooms in x:", 2),
        ("print(\nif rooms == 2:\n# rooms = 2", 0),
    ],
)
def test_where_a_program_takes_a_name(program: str, line: int) -> None:
    assert bound_at(program, "rooms") == line
