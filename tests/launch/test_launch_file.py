"""`launch/bringup.launch.py` against the description that it shares with `situated-qa bringup`.

`launch` is in no registry that CI reaches, so its half-dozen classes are stood in for by recorders here: that shows
that the file runs and passes the description on, not that ROS starts it. The last test uses the real one where there is
one.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from dataclasses import fields
from pathlib import Path

import pytest

from situated_qa.ros.bringup import BringupArguments, describe

FILE = Path(__file__).resolve().parents[2] / "launch" / "bringup.launch.py"


class Recorder:
    """Remembers how it was called."""

    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs


def load(monkeypatch):
    """The file as a module, without a guard beside pytest and without a look at this machine's shared memory."""
    monkeypatch.setattr("situated_qa.ros.guard.guard_this_process", lambda _: {"SITUATED_QA_BRINGUP": "the mark"})
    monkeypatch.setattr("situated_qa.ros.shared_memory.remove_ownerless", list)
    spec = importlib.util.spec_from_file_location("bringup_launch", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def recorded(monkeypatch):
    values = {}

    class Configuration(Recorder):
        def perform(self, context):
            return values[self.args[0]]

    kinds = {
        name: type(name, (Recorder,), {})
        for name in ("DeclareLaunchArgument", "LogInfo", "OpaqueFunction", "SetEnvironmentVariable", "Shutdown", "Node")
    }
    modules = {
        "launch": {"LaunchDescription": type("LaunchDescription", (Recorder,), {})},
        "launch.actions": {name: kind for name, kind in kinds.items() if name != "Node"},
        "launch.substitutions": {"LaunchConfiguration": Configuration},
        "launch_ros": {},
        "launch_ros.actions": {"Node": kinds["Node"]},
    }
    for name, members in modules.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    return values


def test_the_launch_file_starts_what_the_description_says(recorded, monkeypatch):
    description = load(monkeypatch).generate_launch_description().args[0]
    *declared, opaque = description
    assert [d.args[0] for d in declared] == [f.name for f in fields(BringupArguments)]
    recorded.update({d.args[0]: d.kwargs["default_value"] for d in declared}, llm="ollama:m", namespace="robot1")

    actions = opaque.kwargs["function"](None)
    nodes = [action.kwargs for action in actions if type(action).__name__ == "Node"]
    wanted = describe(BringupArguments(llm="ollama:m", namespace="robot1"))
    assert [(n["name"], n["executable"], n["namespace"]) for n in nodes] == [
        (spec.name, spec.executable, "robot1") for spec in wanted.nodes
    ]
    assert [n["parameters"] for n in nodes] == [
        [str(wanted.params_file), dict(spec.parameters)] for spec in wanted.nodes
    ]
    environment = {a.args[0]: a.args[1] for a in actions if type(a).__name__ == "SetEnvironmentVariable"}
    assert environment == {**wanted.environment, "SITUATED_QA_BRINGUP": "the mark"}
    mapper = nodes[0]["on_exit"]
    for code in (0, 1):
        actions = mapper(types.SimpleNamespace(returncode=code), None)
        assert [type(action).__name__ for action in actions] == ["LogInfo", "Shutdown"]


def test_a_replay_that_is_done_does_not_stop_the_rest_but_a_failed_one_does(recorded, tmp_path, monkeypatch):
    (tmp_path / "camera.json").write_text("{}")
    *declared, opaque = load(monkeypatch).generate_launch_description().args[0]
    recorded.update({d.args[0]: d.kwargs["default_value"] for d in declared}, sequence=str(tmp_path))
    replay = [a for a in opaque.kwargs["function"](None) if type(a).__name__ == "Node"][-1].kwargs
    assert replay["name"] == "replay"
    kinds = [
        [type(a).__name__ for a in replay["on_exit"](types.SimpleNamespace(returncode=code), None)] for code in (0, 1)
    ]
    assert kinds == [["LogInfo"], ["LogInfo", "Shutdown"]]


def test_a_flag_that_is_neither_true_nor_false_is_refused(recorded, monkeypatch):
    *declared, opaque = load(monkeypatch).generate_launch_description().args[0]
    recorded.update({d.args[0]: d.kwargs["default_value"] for d in declared}, rviz="maybe")
    with pytest.raises(ValueError, match="rviz:=maybe"):
        opaque.kwargs["function"](None)


def test_the_real_launch_accepts_the_file(monkeypatch):
    pytest.importorskip("launch", reason="launch comes with a ROS 2 install; it is in no package registry")
    pytest.importorskip("launch_ros", reason="launch_ros comes with a ROS 2 install; it is in no package registry")
    description = load(monkeypatch).generate_launch_description()
    assert {a.name for a in description.get_launch_arguments()} == {f.name for f in fields(BringupArguments)}
