"""Programs run, and whatever they try, the worker survives and the next one runs."""

from __future__ import annotations

import sys
import threading

import pytest

from situated_qa.errors import SandboxUnavailable, ToolError
from situated_qa.reasoning.sandbox import MAX_OBSERVATION_CHARACTERS, SILENT_PROGRAM, Sandbox, SandboxSettings
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.scene.builder import link_objects
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools, type_stubs

# LLM-TPC 2024, supplement Fig. S5, as printed there.
FIGURE_S5 = """
# Get object set in the scene
object_set = scene()

# Identify objects behind me
object_behind_set = relate_agent(object_set=object_set, relation="behind")

# Sort the objects behind me by distance
object_behind_by_distance = list(object_behind_set)
object_behind_by_distance.sort(key=lambda x: query_attribute(x, "distance"))

# Determine what object is directly behind me
category_behind_by_distance = [obj.category for obj in object_behind_by_distance
][:3]
print(f"Objects directly behind me: {category_behind_by_distance}")
"""

# The documentation of Fig. S4 in one program: every tool, by the paper's keywords.
FIGURE_S4 = """
object_set = scene()
table_set = filter(object_set=object_set, category="table")
table_left_set = relate_agent(object_set=table_set, relation="left")
objects_on_table = set()
for table in table_set:
    objects_on_table.update(relate(object_set=object_set, reference_object=table, relation="on"))
objects_on_table_category = []
for obj in objects_on_table:
    objects_on_table_category.append(obj.category)
print(f"Objects on top of the table: {objects_on_table_category}")
couch = list(filter(object_set=object_set, category="couch"))[0]
direction = query_relation_agent(object=couch)
print(f"I should go {' '.join(direction)} to reach the couch.")
direction = query_relation_agent(object=couch, candidate_relations=["front", "behind"])
print(f"Front or behind: {' '.join(direction)}")
relation = query_relation(object=couch, reference_object=table, candidate_relations=["left", "right"])
print(f"The couch is on the {' '.join(relation)} of the table")
lwh = query_attribute(object=couch, attribute_type="lwh")
print(lwh[0] * lwh[1] * lwh[2] > 0.5)
print(query_attribute(object=couch, attribute_type="color", candidate_attribute_values=["brown", "black", "red"]))
"""


class TestPaperPrograms:
    def test_figure_s5_runs_as_it_stands(self, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(FIGURE_S5, tools)
        assert result.error is None
        assert result.printed == "Objects directly behind me: ['coffee table', 'pillow']"
        assert result.object_ids == (3, 5)

    def test_every_tool_by_the_papers_keywords(self, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(FIGURE_S4, tools)
        assert result.error is None, result.error
        assert result.printed.splitlines() == [
            "Objects on top of the table: ['book']",
            "I should go right to reach the couch.",
            "Front or behind: ",
            "The couch is on the right of the table",
            "True",
            "black",
        ]


# program, what it prints; distances: coffee table 1.1, couch 1.55, chair 1.75, chair 2.75 …
ANYWHERE = {
    "sorted by a tool": (
        'print([o.id for o in sorted(scene(), key=lambda o: query_attribute(o, "distance"))])',
        "[3, 4, 1, 2, 5, 6, 7, 8]",
    ),
    "sorted, reversed": ('print([o.id for o in sorted(filter(scene(), "chair"), reverse=True)])', "[2, 1]"),
    "sorted is stable when reversed": (
        "print(sorted([(1, 'a'), (2, 'b'), (1, 'c')], key=lambda p: p[0], reverse=True))",
        "[(2, 'b'), (1, 'a'), (1, 'c')]",
    ),
    "list.sort in a function": (
        "def by_distance(things):\n"
        '    things = list(things)\n    things.sort(key=lambda o: query_attribute(o, "distance"), reverse=True)\n'
        '    return things\nprint([o.id for o in by_distance(filter(scene(), "chair"))])',
        "[2, 1]",
    ),
    "list.sort in brackets, plain, and in a string": (
        'xs = [3, 1, 2]\n(xs\n ).sort( )\nys = {"a": [2, 1]}\nys["a"].sort(reverse=True)\n'
        'print(xs, ys["a"], "x.sort()")',
        "[1, 2, 3] [2, 1] x.sort()",
    ),
    "min and max by a tool": (
        'd = lambda o: query_attribute(o, "distance")\nprint(min(scene(), key=d), max(scene(), key=d).id)',
        "<coffee table 3, brown, 1.1 m, 6 o'clock> 8",
    ),
    "min and max of numbers": (
        "print(min(3, 1), max([2, 5]), min([], default=7), max([], default=None))",
        "1 5 7 None",
    ),
    "ties go to the lower id": ("print(min([(1.0, o) for o in scene()])[1].id)", "1"),
    "map": (
        'print(list(map(lambda o: query_attribute(o, "distance") > 2, filter(scene(), "chair"))))',
        "[False, True]",
    ),
    "Python's own filter": (
        'near = filter(lambda o: query_attribute(o, "distance") < 2, scene())\n'
        "print([o.id for o in near], list(filter(None, [0, 4])))",
        "[1, 3, 4] [4]",
    ),
    "comprehensions": (
        'print({o.id: query_attribute(o, "color") for o in filter(scene(), "chair")})',
        "{1: 'brown', 2: 'black'}",
    ),
    "generator, any, sum": (
        'print(any(query_attribute(o, "color") == "red" for o in scene()), '
        'sum(query_attribute(o, "distance") for o in filter(scene(), "chair")))',
        "True 4.5",
    ),
    "next": ('print(next((o.id for o in sorted(scene()) if o.category == "couch"), None), next(iter([8])))', "4 8"),
    "f-string": ("print(f\"{query_attribute(list(filter(scene(), 'couch'))[0], 'distance'):.1f} m\")", "1.6 m"),
    "f-string that reuses its quotes": ('print(f"{len(filter(scene(), "chair"))} chairs")', "2 chairs"),
    "f-string that reuses its quotes, and a sort": (
        'xs = list(filter(scene(), "chair"))\nxs.sort(key=lambda o: -query_attribute(o, "distance"))\n'
        'print(f"{xs[0].id} {"!"}")',
        "2 !",
    ),
    "conditional default in a loop": (
        "best = None\nfor o in scene():\n"
        '    if best is None or query_attribute(o, "distance") < query_attribute(best, "distance"):\n        best = o\n'
        "print(best)",
        "<coffee table 3, brown, 1.1 m, 6 o'clock>",
    ),
    "sets": ('c = filter(scene(), "chair")\nprint(len(scene() - c), len(c | c), list(c)[0] in c)', "6 2 True"),
    "modules": (
        "import math, collections, itertools, statistics\n"
        'print(math.floor(statistics.mean(query_attribute(o, "distance") for o in filter(scene(), "chair"))),'
        ' collections.Counter(o.category for o in scene())["chair"], len(list(itertools.combinations(scene(), 2))))',
        "2 2 28",
    ),
    "a tool's error is an exception": (
        'try:\n    filter(scene(), "chiar")\nexcept ValueError as e:\n    print("did you mean \\"chair\\"" in str(e))',
        "True",
    ),
    "typing": ("from typing import List\nx: List[int] = [1]\nprint(x)", "[1]"),
}


@pytest.mark.parametrize("name", ANYWHERE)
def test_a_tool_may_be_called_anywhere_python_allows_a_call(name: str, sandbox: Sandbox, tools: Tools) -> None:
    program, expected = ANYWHERE[name]
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, expected)


# program, what the error must say
HOSTILE = {
    "endless loop": ("while True:\n    pass", "too long"),
    "endless loop that catches": (
        "while True:\n    try:\n        scene()\n    except BaseException:\n        pass",
        "stopped",
    ),
    "busy in one call": ("print(sum(range(10**11)))", "too long"),
    "huge string": ('x = "a" * 10**10', "too much memory"),
    "huge list": ("x = [0] * 10**9", "too much memory"),
    "growing list": ('x = []\nwhile True:\n    x.append("y" * 100_000)', "too much memory"),
    "huge number": ("x = 9**9**9", "too much memory"),
    "bottomless recursion": ("def f(n):\n    return f(n + 1)\nf(0)", "RecursionError"),
    "a list in itself": ("x = []\nx.append(x)\nfilter(x, 'chair')", "RecursionError"),
    "read a file": ('print(open("/etc/passwd").read())', "open"),
    "write a file": ('import pathlib\npathlib.Path("/tmp/x").write_text("x")', "Permission"),
    "list a folder": ('import os\nprint(os.listdir("/"))', "Permission"),
    "environment": ('import os\nprint(os.environ["HOME"])', ""),
    "shell": ('import os\nos.system("ls")', "system"),
    "subprocess": ("import subprocess", "subprocess"),
    "socket": ("import socket", "socket"),
    "ctypes": ("import ctypes", "ctypes"),
    "urllib": ("import urllib.request", "urllib"),
    "exit": ("import sys\nsys.exit(1)", "exit"),
    "dunder walk": ("print(().__class__.__bases__[0].__subclasses__())", "__class__"),
    "dunder walk by getattr": ('print(getattr(getattr((), "__cl" + "ass__"), "__bases__"))', "AttributeError"),
    "dunder walk of a function": ("print(scene.__globals__)", "AttributeError"),
    "dunder walk by format": ('print("{0.__class__.__mro__}".format(scene()))', "AttributeError"),
    "import by name": ('print(__import__("os").popen("id").read())', ""),
    "exec": ('exec("import subprocess")\nraise ValueError("exec did nothing")', ""),
    "another host function": ('_host("__class__", [], {})', "_host"),
    "an object that is not there": ("x = list(scene())[0]\nx.id = 77\nprint(relate_agent({x}, 'left'))", "77"),
    "syntax": ("print(", "SyntaxError"),
    "syntax within": ("x = 1\ny = = 2\nprint(x)", "Line 2: y = = 2"),
    "unknown name": ("print(desks)", "desks"),
    "unknown attribute": ("print([o.name for o in scene()])", "name"),
    "too long": ("#" * 30_000, "characters"),
    "deeply nested": ("(" * 5000, ""),
}


@pytest.mark.parametrize("name", ["id", "object", "type", "list", "set", "sum", "str", "range", "max", "filter", "tv"])
def test_a_comprehension_may_call_its_variable_like_a_builtin(name: str, sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run(f"print([{name} for {name} in [4, 9]], sum({name} for {name} in [4, 9]))", tools)
    assert (result.error, result.printed) == (None, "[4, 9] 13")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_ends_in_a_text_and_the_next_one_runs(name: str, sandbox: Sandbox, tools: Tools) -> None:
    program, expected = HOSTILE[name]
    result = sandbox.check_and_run(program, tools)
    assert result.error is not None
    assert expected in result.error
    assert len(result.observation) <= MAX_OBSERVATION_CHARACTERS
    assert sandbox.check_and_run("print(len(scene()))", tools).printed == "8"


@pytest.mark.parametrize(
    "name", ["read a file", "shell", "subprocess", "socket", "dunder walk", "another host function"]
)
def test_the_run_refuses_by_itself_what_the_check_would_have_caught(name: str, sandbox: Sandbox, tools: Tools) -> None:
    if name == "another host function":
        program, expected = 'print(_host("__class__", [], {}))', "'_host' is not defined"
    else:
        program, expected = HOSTILE[name][0], ""
    result = sandbox.run(program, tools)
    assert result.error is not None and expected in result.error and result.printed == ""


def test_a_flood_of_tool_calls_is_stopped(tools: Tools) -> None:
    with Sandbox(SandboxSettings(max_tool_calls=50)) as sandbox:
        result = sandbox.check_and_run("for i in range(1000):\n    scene()\nprint('done')", tools)
        assert result.error is not None and "too often" in result.error and "50 tool calls" in result.error
        assert result.tool_calls <= 50


def test_a_flood_of_output_is_cut_and_reports_it(sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run('for i in range(300):\n    print("x" * 99)', tools)
    assert result.error is None
    assert len(result.printed) <= MAX_OBSERVATION_CHARACTERS
    assert "30000 characters were printed" in result.printed


def test_a_silent_program_is_told_so(sandbox: Sandbox, tools: Tools) -> None:
    assert sandbox.check_and_run("x = scene()\nx", tools).observation == SILENT_PROGRAM


def test_an_error_names_the_line_of_the_program_not_of_the_prelude(sandbox: Sandbox, tools: Tools) -> None:
    text = sandbox.check_and_run('objects = scene()\n\nprint(relate_agent(objects, "close"))', tools).error
    assert text is not None
    assert text.startswith('Line 3: print(relate_agent(objects, "close"))\n')
    assert "within reach" in text and "did you mean" in text


def test_an_error_inside_a_key_names_the_line_of_the_program(sandbox: Sandbox, tools: Tools) -> None:
    text = sandbox.check_and_run(
        '\nxs = list(scene())\nxs.sort(key=lambda o: query_attribute(o, "weight"))', tools
    ).error
    assert text is not None and text.startswith("Line 3:") and '"' in text and "distance" in text


def test_a_wrong_call_tells_the_signature(sandbox: Sandbox, tools: Tools) -> None:
    text = sandbox.check_and_run("print(relate(scene()))", tools).error
    assert text is not None and "relate(object_set, reference_object, relation)" in text


def test_the_check_runs_nothing(sandbox: Sandbox) -> None:
    assert sandbox.check("print(scene())\nwhile True:\n    pass", type_stubs()) is None
    problem = sandbox.check("print(scen())", type_stubs())
    assert problem is not None and str(problem).startswith("Line 1: print(scen())\n")


def test_a_check_remembers_nothing_of_the_one_before(sandbox: Sandbox) -> None:
    stubs = type_stubs()
    assert sandbox.check("desks = 3", stubs) is None
    problem = sandbox.check("print(desks)", stubs)
    assert problem is not None and "desks" in str(problem)


def test_a_check_knows_the_tools_it_was_given(sandbox: Sandbox) -> None:
    assert sandbox.check("print(scene())", "") is not None
    assert sandbox.check("print(scene())", type_stubs()) is None


def test_a_remark_of_a_tool_stands_in_the_observation(sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run('print(len(filter(scene(), "sofas")))', tools)
    assert result.printed == "1"
    assert "couch" in result.observation


class TestEvidence:
    """(program, evidence)"""

    @pytest.mark.parametrize(
        ("program", "expected"),
        [
            ("print(filter(scene(), 'couch'))", (4,)),
            ("cs = filter(scene(), 'chair')\nprint(len(relate_agent(cs, 'left')))", (2,)),
            ("print(len(scene()))", ()),
            ("print({o: 1 for o in filter(scene(), 'couch')})", (4,)),
            ("c = list(filter(scene(), 'couch'))[0]\nprint(query_attribute(c, 'color'))", (4,)),
        ],
    )
    def test_ids(self, program: str, expected: tuple[int, ...], sandbox: Sandbox, tools: Tools) -> None:
        assert sandbox.check_and_run(program, tools).object_ids == expected


@pytest.mark.parametrize(
    ("program", "frame"),
    [
        ("print(len(scene()))", ""),
        ("print(relate_agent(scene(), 'left'))", "viewer"),
        ("print(relate(scene(), filter(scene(), 'table'), 'left'))", "viewer"),
        ("print(relate(scene(), filter(scene(), 'table'), 'on'))", ""),
        ("print(relate(scene(), filter(scene(), 'table'), 'ahead of'))", "viewer"),
        ("print(relate_agent(scene(), 'nine'))", "viewer"),
        ("print(query_relation_agent(filter(scene(), 'couch'), [\"o'clock\"]))", "viewer"),
    ],
)
def test_the_reference_frame_is_told_where_it_matters(program: str, frame: str, sandbox: Sandbox, tools: Tools) -> None:
    assert sandbox.check_and_run(program, tools).reference_frame == frame


def test_a_fault_in_a_tool_is_not_the_programs(sandbox: Sandbox, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(object_set: object, relation: str) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(tools, "relate_agent", broken)
    with pytest.raises(ZeroDivisionError, match="ours"):
        sandbox.run("try:\n    relate_agent(scene(), 'left')\nexcept Exception:\n    print('hidden')", tools)


def test_four_threads_share_two_workers(sandbox: Sandbox, scene: object) -> None:
    printed: list[str] = []

    def work(number: int) -> None:
        tools = Tools(scene)  # type: ignore[arg-type]
        for _ in range(5):
            printed.append(sandbox.check_and_run(f"print({number}, len(scene()))", tools).printed)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(printed) == sorted(f"{n} 8" for n in range(4) for _ in range(5))


def test_programs_share_nothing(sandbox: Sandbox, tools: Tools) -> None:
    sandbox.run("secret = 1\nscene = None", tools)
    result = sandbox.run("print(secret)", tools)
    assert result.error is not None and "secret" in result.error


def test_random_numbers_repeat(sandbox: Sandbox, tools: Tools) -> None:
    program = "import random\nprint(random.random())"
    assert sandbox.run(program, tools).printed == sandbox.run(program, tools).printed


def test_no_interpreter_means_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    with pytest.raises(SandboxUnavailable, match="pydantic-monty"):
        Sandbox()


def test_a_closed_sandbox_runs_nothing(tools: Tools) -> None:
    sandbox = Sandbox()
    sandbox.close()
    sandbox.close()
    with pytest.raises(SandboxUnavailable, match="closed"):
        sandbox.run("print(1)", tools)


class TestGraphAndMark:
    @pytest.fixture
    def linked(self, scene: SituatedScene) -> Tools:
        graph = link_objects(scene.graph.objects)
        return Tools(SituatedScene(graph, scene.viewpoint, marked=6))

    @pytest.mark.parametrize(
        ("program", "expected"),
        [
            ("print(len(graph().nodes), graph().nodes[:3])", "8 [1, 2, 3]"),
            ('print(graph().neighbors(7, "on"), graph().neighbors(id=6, relation="support"))', "[6] [7]"),
            ('print(graph().attrs(7)["category"], graph().attrs(7)["supporter"])', "book 6"),
            (
                'b = filter(scene(), "book")\nprint([graph().attrs(i)["color"] for i in graph().neighbors(b)])',
                "['white']",
            ),
            ('print([(a, r, b) for a, r, b in graph().edges("on")])', "[(7, 'on', 6)]"),
            ("g = graph()\nprint(sorted(g.nodes, key=lambda i: -g.attrs(i)['lwh'][2])[0], g)",
             "1 <graph of 8 objects>"),
            ("print(marked_object().category, relate(scene(), marked_object(), 'on'))",
             "table {<book 7, red, 4.3 m, 11 o'clock>}"),
        ],
    )  # fmt: skip
    def test_in_a_program(self, program: str, expected: str, sandbox: Sandbox, linked: Tools) -> None:
        result = sandbox.check_and_run(program, linked)
        assert (result.error, result.printed) == (None, expected)

    @pytest.mark.parametrize(
        ("program", "named"),
        [
            ("print(graph().attrs(99))", "no object with id 99"),
            ('print(graph().neighbors(7, "left of"))', "left of"),
            ("print(graph().neighbours(7))", "neighbours"),
            ("print(graph().attrs())", "id"),
        ],
    )
    def test_a_wrong_call_names_the_mistake(self, program: str, named: str, sandbox: Sandbox, linked: Tools) -> None:
        for run in (sandbox.check_and_run, sandbox.run):
            error = run(program, linked).error
            assert error is not None and named in error

    def test_what_was_looked_at_is_the_evidence(self, sandbox: Sandbox, linked: Tools) -> None:
        assert sandbox.run('print(len(graph().neighbors(6, "support")))', linked).object_ids == (6,)
        assert sandbox.run("print(marked_object())", linked).object_ids == (6,)

    def test_without_a_mark_the_error_reports_it(self, sandbox: Sandbox, tools: Tools) -> None:
        error = sandbox.check_and_run("print(marked_object())", tools).error
        assert error is not None and "nothing is marked" in error

    @pytest.mark.parametrize("name", ["graph", "graph._tools", "graph.__class__", "__class__", 7, ["scene"]])
    def test_nothing_but_tools_can_be_called_from_inside(self, name: object, linked: Tools) -> None:
        with pytest.raises(ToolError, match="no tool"):
            ToolHost(linked).call(name, [], {})
