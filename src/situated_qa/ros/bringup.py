"""Description of the nodes of the system: `launch/bringup.launch.py` and `situated-qa bringup` both start this.

No rclpy here: the description is plain data, and the processes it starts import what they need.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from situated_qa.errors import SettingsError
from situated_qa.ros.guard import guarded
from situated_qa.ros.shared_memory import remove_ownerless
from situated_qa.settings import check_settings, setting

STOP_GRACE_S = 8.0
"""Between asking a node to stop (SIGINT) and insisting (SIGKILL)."""


def check_namespace(namespace: str) -> None:
    """
    Raises:
        SettingsError: ROS has no such namespaces.
    """
    name = "[A-Za-z_][A-Za-z0-9_]*"
    if not re.fullmatch(f"/?({name}(/{name})*/?)?", namespace):
        raise SettingsError(
            f"namespace: {namespace!r} must be names of letters, digits and _ that begin with no digit, with / between "
            "them, e.g. robot1"
        )


@dataclass(frozen=True)
class BringupArguments:
    """What `ros2 launch situated_qa bringup.launch.py name:=value` and `situated-qa bringup --name value` take."""

    namespace: str = setting("", "namespace of all nodes, e.g. robot1")
    use_sim_time: bool = setting(False, "take time from /clock; on by itself while a sequence is replayed")
    params_file: str = setting("", "YAML with parameters; empty: config/situated_qa.yaml")
    color_topic: str = setting("", "color image; empty: as the parameters file says (the RealSense driver's)")
    depth_topic: str = setting("", "depth image registered to color; empty: as the parameters file says")
    camera_info_topic: str = setting("", "camera info of the color image; empty: as the parameters file says")
    sequence: str = setting("", "sequence folder or rosbag2 to play; empty: wait for a camera driver")
    rate: float = setting(1.0, "speed of the sequence, times real time", minimum=0.01, maximum=100.0)
    loop: bool = setting(False, "play the sequence again and again")
    rviz: bool = setting(False, "start RViz")
    llm: str = setting("", "language model, e.g. ollama:qwen2.5:7b; empty: as the parameters file says")
    detector: str = setting(
        "",
        "any name of docs/detectors.md, e.g. nanodet, onnx, sam, topic, true-masks, or module:Class; empty: as the "
        "parameters file says",
    )
    detections_topic: str = setting(
        "", "with detector topic: where another node publishes detections; empty: as the parameters file says"
    )
    label_info_topic: str = setting("", "and the names of their classes; empty: as the parameters file says")

    def __post_init__(self) -> None:
        check_settings(self)
        for name in ("params_file", "sequence"):
            value = getattr(self, name)
            if value and not Path(value).exists():
                path = Path(value).expanduser()  # no shell does it behind :=
                if not path.exists():
                    raise SettingsError(f"{name}: there is no {value}")
                object.__setattr__(self, name, str(path))
        if Path(self.params_file or __file__).is_dir():
            raise SettingsError(f"params_file: {self.params_file} is a folder; name a YAML file")
        check_namespace(self.namespace)


@dataclass(frozen=True)
class NodeSpec:
    """One node, as both launchers need it."""

    name: str
    executable: str  # in lib/situated_qa of a ROS install
    module: str  # run with `python -m` where there is no ROS install; empty: a program on the PATH
    parameters: Mapping[str, Any] = field(default_factory=dict)  # over the parameters file
    required: bool = True  # False: it may end with exit code 0 while the others go on
    package: str = "situated_qa"
    arguments: tuple[str, ...] = ()  # plain command-line arguments, before --ros-args


@dataclass(frozen=True)
class Bringup:
    """All nodes, and what they share."""

    nodes: tuple[NodeSpec, ...]
    namespace: str
    params_file: Path
    environment: Mapping[str, str]


def share_folder() -> Path:
    """The folder that holds `config/` and `rviz/`: the checkout, or the share folder of an install.

    Raises:
        SettingsError: neither is there.
    """
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "package.xml").is_file() and (checkout / "config").is_dir():
        return checkout
    for prefix in [*os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep), sys.prefix]:
        share = Path(prefix) / "share" / "situated_qa"
        if prefix and (share / "config").is_dir():
            return share
    raise SettingsError("config/ of situated_qa is nowhere on AMENT_PREFIX_PATH; source the workspace's setup file")


def describe(arguments: BringupArguments) -> Bringup:
    """The nodes that these arguments ask for.

    Raises:
        SettingsError: a file that an argument names is not there.
    """
    share = share_folder()
    sim_time = arguments.use_sim_time or bool(arguments.sequence)
    shared = {"use_sim_time": sim_time}
    topics = {
        name: getattr(arguments, name)
        for name in ("color_topic", "depth_topic", "camera_info_topic")
        if getattr(arguments, name)
    }
    detector = {"detector.name": arguments.detector} if arguments.detector else {}
    for name, value in (("topic", arguments.detections_topic), ("label_info_topic", arguments.label_info_topic)):
        if value:
            detector[f"topic_detector.{name}"] = value
    instances = _instance_table(arguments)
    llm = {"llm.spec": arguments.llm} if arguments.llm else {}

    nodes = [
        NodeSpec("mapper", "mapper_node", "situated_qa.ros.mapper_node", {**shared, **topics, **detector, **instances}),
        NodeSpec("ask", "ask_node", "situated_qa.ros.ask_node", {**shared, **llm}),
    ]
    if arguments.sequence:
        nodes.append(_player(arguments, topics))
    if arguments.rviz:
        nodes.append(
            NodeSpec(
                "rviz2",
                "rviz2",
                "",
                shared,
                required=False,
                package="rviz2",
                arguments=("-d", str(share / "rviz" / "situated_qa.rviz")),
            )
        )
    environment = {}
    if "FASTDDS_DEFAULT_PROFILES_FILE" not in os.environ:
        # Without 16 MiB shared-memory segments Fast DDS loses most 640×480 images.
        environment["FASTDDS_DEFAULT_PROFILES_FILE"] = str(share / "config" / "fastdds.xml")
    params_file = Path(arguments.params_file) if arguments.params_file else share / "config" / "situated_qa.yaml"
    return Bringup(tuple(nodes), arguments.namespace, params_file, environment)


def _player(arguments: BringupArguments, topics: Mapping[str, str]) -> NodeSpec:
    path = Path(arguments.sequence).resolve()
    parameters: dict[str, Any] = {"rate": float(arguments.rate), "loop": arguments.loop, "publish_clock": True}
    if (path / "camera.json").is_file():
        parameters |= {"sequence": str(path), **topics}
        return NodeSpec("replay", "replay_node", "situated_qa.ros.replay_node", parameters, required=False)
    parameters["bag"] = str(path)
    if "color_topic" in topics:  # of the frames that it waits for
        parameters["color_topic"] = topics["color_topic"]
    return NodeSpec("bag", "bag_node", "situated_qa.ros.bag_node", parameters, required=False)


def _instance_table(arguments: BringupArguments) -> dict[str, str]:
    """True masks need the sequence's table of instance categories."""
    table = Path(arguments.sequence).resolve() / "instances.json"
    wanted = arguments.detector == "true-masks" and table.is_file()
    return {"instance_table": str(table)} if wanted else {}


# ── processes, where `launch` is not installed ───────────────────────────────────────────────────────────────────────


def command(node: NodeSpec, bringup: Bringup, scratch: Path) -> list[str]:
    """The command line of one node; its own parameters go through a file in `scratch`."""
    program = [sys.executable, "-m", node.module] if node.module else [node.executable]
    own = scratch / f"{node.name}.yaml"
    own.write_text(_parameters_yaml(node), encoding="utf-8")
    line = [*program, *node.arguments, "--ros-args", "-r", f"__node:={node.name}"]
    if bringup.namespace:
        line += ["-r", f"__ns:=/{bringup.namespace.strip('/')}"]
    return [*line, "--params-file", str(bringup.params_file), "--params-file", str(own)]


def _parameters_yaml(node: NodeSpec) -> str:
    import json

    lines = [f"/**/{node.name}:", "  ros__parameters:"]
    # A JSON scalar is a YAML scalar, and keeps "1.0" a float and "on" a string.
    lines += [f"    {name}: {json.dumps(value)}" for name, value in node.parameters.items()]
    return "\n".join(lines) + "\n" if node.parameters else "{}\n"


@dataclass
class RunningNode:
    """A started node."""

    spec: NodeSpec
    process: subprocess.Popen[str]
    reader: threading.Thread


@contextlib.contextmanager
def running(
    bringup: Bringup, *, log: TextIO | None = None, log_folder: Path | None = None
) -> Iterator[list[RunningNode]]:
    """Start every node as a process; stop them all when the block ends, however it ends, also by SIGKILL.

    Shared memory of processes that were killed earlier is removed before and after.

    Args:
        log: each node's output goes here, with the node's name in front; None means stdout.
        log_folder: and, where given, into NAME.log in this folder.
    """
    nodes: list[RunningNode] = []
    remove_ownerless()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="situated_qa_") as scratch,
            guarded(STOP_GRACE_S, Path(scratch)) as mark,
        ):
            marked = dataclasses.replace(bringup, environment={**bringup.environment, **mark})
            try:
                for spec in bringup.nodes:
                    nodes.append(_start(spec, marked, Path(scratch), log or sys.stdout, log_folder))
                yield nodes
            finally:
                stop(nodes)
    finally:
        remove_ownerless()


def _start(spec: NodeSpec, bringup: Bringup, scratch: Path, log: TextIO, log_folder: Path | None) -> RunningNode:
    try:
        process = subprocess.Popen(
            command(spec, bringup, scratch),
            env={**os.environ, **bringup.environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches us alone, and we stop them in order
        )
    except FileNotFoundError as error:
        raise SettingsError(f"{spec.name}: there is no program {spec.executable} on the PATH") from error
    file = (log_folder / f"{spec.name}.log").open("w", encoding="utf-8") if log_folder else None
    reader = threading.Thread(target=_copy_output, args=(process, spec.name, log, file), daemon=True)
    reader.start()
    return RunningNode(spec, process, reader)


def _copy_output(process: subprocess.Popen[str], name: str, log: TextIO, file: TextIO | None) -> None:
    assert process.stdout is not None
    with process.stdout, contextlib.ExitStack() as stack:
        if file is not None:
            stack.enter_context(file)
        for line in process.stdout:
            # A closed console must not stop the reader: the node would block on a full pipe.
            with contextlib.suppress(ValueError, OSError):
                log.write(f"[{name}] {line}")
                log.flush()
            if file is not None:
                file.write(line)
                file.flush()


def stop(nodes: list[RunningNode]) -> None:
    """Ask every node to stop (SIGINT), then insist (SIGKILL). Returns when all have ended."""
    for node in nodes:
        _signal(node, signal.SIGINT)
    deadline = time.monotonic() + STOP_GRACE_S
    for node in nodes:
        try:
            node.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _signal(node, signal.SIGKILL)
            node.process.wait()
        node.reader.join(2.0)


def _signal(node: RunningNode, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(node.process.pid, number)


def first_death(nodes: list[RunningNode]) -> RunningNode | None:
    """The first node that ended although the others need it, or ended with an error."""
    for node in nodes:
        code = node.process.poll()
        if code is not None and (node.spec.required or code != 0):
            return node
    return None


def run_until_stopped(bringup: Bringup) -> int:
    """Run all nodes until Ctrl-C (exit code 0), or until one dies: then say which, and stop the rest (exit code 1)."""
    stopped = threading.Event()
    previous = {number: signal.signal(number, lambda *_: stopped.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with running(bringup) as nodes:
            while not stopped.wait(0.2):
                dead = first_death(nodes)
                if dead is not None:
                    print(
                        f"situated-qa: node {dead.spec.name} ended with exit code {dead.process.returncode}; "
                        "stopping the others",
                        file=sys.stderr,
                    )
                    return 1
        return 0
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def argument_table() -> list[dataclasses.Field[Any]]:
    """The arguments with their descriptions and defaults, for both launchers."""
    return list(dataclasses.fields(BringupArguments))
