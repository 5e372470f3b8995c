"""The layers of ARCHITECTURE.md, enforced: imports point down only."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "situated_qa"

# What each unit (a module or folder directly in the package) may import of the others.
BOTTOM = {"errors", "settings", "progress"}
GROUND = BOTTOM | {"geometry", "knowledge"}
MODELS = BOTTOM | {"assets", "asset_list", "downloads"}
PERCEPTION_AND_MAPPING = GROUND | {"assets"}
SCENE = GROUND | {"mapping", "perception", "assets"}
SITUATED = SCENE | {"scene"}
REASONING = SITUATED | {"situated", "llm"}
DESCRIBING = REASONING
HALVES = REASONING | {"reasoning", "describing", "config"}
MIDDLE = HALVES | {"sequences", "bags", "pipeline", "pictures"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "downloads": {"errors"},
    "asset_list": {"errors", "downloads"},
    "assets": {"errors", "asset_list", "downloads"},
    "settings": {"errors"},
    "progress": set(),
    "geometry": BOTTOM,
    "knowledge": BOTTOM,
    "sequences": GROUND,
    "bags": GROUND | {"sequences"},
    "mapping": PERCEPTION_AND_MAPPING,
    "perception": PERCEPTION_AND_MAPPING,
    "scene": SCENE,
    "situated": SITUATED,
    "llm": MODELS,
    "reasoning": REASONING,
    "describing": DESCRIBING,
    "config": REASONING | {"reasoning", "describing"},
    "pipelines": HALVES,
    "pipeline": {"pipelines"},
    "pictures": REASONING | {"reasoning", "sequences"},
    # The edges: they use everything below and never one another, except that cli (and demo, a part of it) starts the
    # others, and training asks questions about simulated homes and scores the answers.
    "ros": MIDDLE,
    "eval": MIDDLE,
    "sim": MIDDLE,
    "demo": MIDDLE | {"sim", "ros"},
    "training": MIDDLE | {"sim", "eval", "asset_list", "downloads"},
    "cli": MIDDLE | {"ros", "eval", "sim", "demo", "training"},
}
EDGES = {"ros", "eval", "sim", "demo", "training", "cli"}

# Libraries that only ROS modules may import, wherever in the file.
ROS_LIBRARIES = {
    *("rclpy", "tf2_ros", "tf2_msgs", "launch", "launch_ros", "ament_index_python", "rcl_interfaces", "rosgraph_msgs"),
    *("sensor_msgs", "geometry_msgs", "std_msgs", "std_srvs", "nav_msgs", "visualization_msgs", "diagnostic_msgs"),
    *("builtin_interfaces", "vision_msgs"),
}
# Libraries that no module may import when it is itself imported: inside functions only, or in the files named here,
# which are the one implementation that needs them and are themselves imported inside functions.
HEAVY = {
    *("warp", "open3d", "torch", "onnx", "onnxruntime", "xllamacpp", "pydantic_monty", "ollama", "openai", "numba"),
    *("trimesh", "skimage", "matplotlib", "PIL", "rosbags", "pyrealsense2", "transformers", "cv2", "scipy", "tqdm"),
    *("peft", "safetensors", "gguf", "trl"),
}
HEAVY_ALLOWED: dict[str, set[str]] = {"warp": {"mapping.kernels"}}
HOLDERS = {holder for holders in HEAVY_ALLOWED.values() for holder in holders}


@dataclass(frozen=True)
class Import:
    """One import statement."""

    module: str  # the importing module below situated_qa, e.g. "scene.graph"; "" is the package itself
    target: str  # what is imported, absolute, e.g. "situated_qa.errors" or "numpy"
    line: int
    at_import: bool  # runs when the importing module is imported

    def __str__(self) -> str:
        return f"situated_qa.{self.module}:{self.line} imports {self.target}"


def imports_of(source: str, module: str, is_package: bool = False) -> list[Import]:
    """Every import in a module's source. Imports under `if TYPE_CHECKING:` count, but not as running at import."""
    found: list[Import] = []
    parts = ["situated_qa", *(module.split(".") if module else [])]

    def absolute(node: ast.ImportFrom) -> list[str]:
        if node.level:
            base = parts[: len(parts) - node.level + is_package]
            prefix = ".".join([*base, *([node.module] if node.module else [])])
        else:
            prefix = node.module or ""
        # `from situated_qa import x` and `from situated_qa.scene import graph` may name modules.
        if prefix == "situated_qa" or prefix.startswith("situated_qa."):
            return [f"{prefix}.{alias.name}" for alias in node.names]
        return [prefix]

    def walk(node: ast.AST, at_import: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found.extend(Import(module, alias.name, child.lineno, at_import) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                found.extend(Import(module, target, child.lineno, at_import) for target in absolute(child))
            else:
                later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                typing_only = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
                walk(child, at_import and not later and not typing_only)

    walk(ast.parse(source), True)
    return found


def unit_of(module: str) -> str:
    return module.split(".")[0]


def within(module: str, holders: set[str]) -> bool:
    """Whether a module is one of `holders` or lies below one."""
    return any(module == holder or module.startswith(holder + ".") for holder in holders)


def faults(imports: list[Import]) -> list[str]:
    """What breaks the layers, in words."""
    found = []
    for item in imports:
        unit, (root, *below) = unit_of(item.module), item.target.split(".")
        if root == "situated_qa":
            other = below[0] if below else ""
            if not unit:
                found.append(f"{item}: the package itself imports nothing of its own")
            elif unit not in ALLOWED:
                found.append(f"{item}: {unit} has no place in the layers; give it one in {Path(__file__).name}")
            elif other in ("msg", "srv", "action"):
                if unit != "ros":
                    found.append(f"{item}: messages are for situated_qa.ros only")
            elif other != unit and other not in ALLOWED[unit] and not other.startswith("__"):
                found.append(f"{item}: {unit} may import {', '.join(sorted(ALLOWED[unit])) or 'nothing'}")
        elif root in ROS_LIBRARIES:
            if unit != "ros":
                found.append(f"{item}: only situated_qa.ros imports ROS")
        elif root in HEAVY and item.at_import and not within(item.module, HEAVY_ALLOWED.get(root, set())):
            found.append(f"{item}: import it inside the function that needs it")
    for item in imports:
        target = item.target.removeprefix("situated_qa.")
        if item.at_import and within(target, HOLDERS) and not within(item.module, HOLDERS):
            found.append(f"{item}: it loads a heavy library; import it inside the function that needs it")
    return found


def imports_of_the_package() -> dict[str, list[Import]]:
    """The imports of each module below situated_qa, by the module's name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        found[module] = imports_of(path.read_text(), module, is_package)
    assert len(found) > 100  # the walk itself works
    return found


def module_graph(imports: dict[str, list[Import]]) -> dict[str, set[str]]:
    """Which modules of the package each module imports, anywhere in its file."""
    graph: dict[str, set[str]] = {module: set() for module in imports}
    for module, items in imports.items():
        for item in items:
            root, _, target = item.target.partition(".")
            while target and target not in imports:  # "scene.graph.SceneGraph" is a name in the module scene.graph
                target = target.rpartition(".")[0]
            if root == "situated_qa" and target and target != module:
                graph[module].add(target)
    return graph


def reached_from(graph: dict[str, set[str]], starts: set[str]) -> set[str]:
    """The modules that `starts` import, directly or through others."""
    reached: set[str] = set()
    ahead = {target for start in starts for target in graph[start]}
    while ahead:
        reached |= ahead
        ahead = {target for module in ahead for target in graph[module]} - reached
    return reached


def test_every_import_of_the_package_points_down() -> None:
    assert faults([item for items in imports_of_the_package().values() for item in items]) == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Not inside functions either: a factory imports its backends, and neither backend imports the factory."""
    graph = module_graph(imports_of_the_package())
    assert sorted(module for module in graph if module in reached_from(graph, {module})) == []


def test_a_circle_is_found() -> None:
    imports = {
        "llm.factory": imports_of("def make():\n    from situated_qa.llm.backend import Model", "llm.factory"),
        "llm.backend": imports_of("from situated_qa.llm.factory import Settings", "llm.backend"),
        "llm.other": imports_of("from situated_qa.llm.backend import Model", "llm.other"),
    }
    graph = module_graph(imports)
    assert [module for module in graph if module in reached_from(graph, {module})] == ["llm.factory", "llm.backend"]


def test_what_runs_on_a_robot_imports_neither_simulation_nor_benchmarks() -> None:
    """The nodes, the client and the pipelines, through everything that they import, inside functions too."""
    graph = module_graph(imports_of_the_package())
    nodes = {module for module in graph if unit_of(module) in ("ros", "pipeline", "pipelines")}
    assert {"ros.mapper_node", "ros.ask_node", "ros.replay_node", "ros.bag_node", "pipeline"} <= nodes
    reached = {unit_of(module) for module in reached_from(graph, nodes)}
    assert {"scene", "reasoning", "mapping"} <= reached
    assert reached & {"sim", "eval", "demo", "cli"} == set()


def test_the_edges_never_import_one_another_except_cli_and_training() -> None:
    for edge in EDGES - {"cli", "demo", "training"}:
        assert not ALLOWED[edge] & EDGES


def test_the_table_has_no_cycle() -> None:
    def reach(unit: str, seen: tuple[str, ...] = ()) -> None:
        assert unit not in seen, f"cycle: {' > '.join((*seen, unit))}"
        for other in ALLOWED[unit]:
            reach(other, (*seen, unit))

    for unit in ALLOWED:
        reach(unit)


@pytest.mark.parametrize(
    ("module", "source", "named"),
    [
        ("scene.bad", "from situated_qa.reasoning.answers import Answer", "scene may import"),
        ("geometry.bad", "from ..scene import graph", "geometry may import"),
        ("mapping.bad", "import situated_qa.perception.detector", "mapping may import"),
        ("sim.bad", "def f():\n    from situated_qa.ros import convert", "sim may import"),
        ("llm.bad", "from situated_qa.scene.graph import SceneGraph", "llm may import"),
        ("scene.bad", "def f():\n    import rclpy", "only situated_qa.ros"),
        ("scene.bad", "from situated_qa.msg import SceneGraph", "messages are for"),
        ("mapping.bad", "import warp as wp", "inside the function"),
        ("sim.bad", "class A:\n    import open3d", "inside the function"),
        ("mapping.bad", "from situated_qa.mapping import kernels", "loads a heavy library"),
        ("novelty", "from situated_qa.errors import SceneError", "no place in the layers"),
        ("", "from situated_qa import errors", "the package itself"),
    ],
)
def test_a_bad_import_is_named(module: str, source: str, named: str) -> None:
    (fault,) = faults(imports_of(source, module))
    assert named in fault
    assert f"situated_qa.{module}:" in fault


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("scene.good", "from situated_qa.geometry.boxes import Box\nimport numpy"),
        ("scene.good", "from .graph import SceneGraph"),
        ("mapping.good", "def f():\n    import warp\n    from situated_qa.mapping import kernels"),
        ("mapping.kernels", "import warp as wp"),
        ("mapping.kernels.surface", "import warp as wp\nfrom situated_qa.mapping.kernels import volume"),
        ("ros.good", "import rclpy\nfrom situated_qa.srv import Ask\nfrom situated_qa.pipeline import MappingPipeline"),
        ("llm.good", "from situated_qa.errors import ModelError"),
        ("scene.good", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import warp"),
    ],
)
def test_a_good_import_passes(module: str, source: str) -> None:
    assert faults(imports_of(source, module)) == []
