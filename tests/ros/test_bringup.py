"""The bring-up: one description, started and stopped as processes. Small stand-in programs, no middleware."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from situated_qa.errors import SettingsError
from situated_qa.ros.bringup import Bringup, BringupArguments, NodeSpec, command, describe, share_folder

SRC = Path(__file__).resolve().parents[2] / "src"
PROGRAMS = {
    "runs": "import signal, sys, time\nprint('up', flush=True)\nsignal.signal(signal.SIGINT, lambda *_: sys.exit(0))\n"
    "while True: signal.pause()\n",
    "stubborn": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('up', flush=True)\n"
    "while True: signal.pause()\n",
    "dies": "import sys\nprint('about to die', flush=True)\nsys.exit(3)\n",
    "finishes": "print('finished', flush=True)\n",
    "stubborn_parent": "import os, signal, subprocess, sys\n"
    "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    "child = subprocess.Popen([sys.executable, '-m', 'standin_stubborn'], start_new_session=True)\n"
    "print(os.getpid(), child.pid, flush=True)\n"
    "while True: signal.pause()\n",
}


def test_the_description_has_the_nodes_that_the_arguments_ask_for(tmp_path):
    assert [node.name for node in describe(BringupArguments()).nodes] == ["mapper", "ask"]
    folder = tmp_path / "sequence"
    folder.mkdir()
    (folder / "camera.json").write_text("{}")
    nodes = {n.name: n for n in describe(BringupArguments(sequence=str(folder), llm="ollama:m", rviz=True)).nodes}
    assert list(nodes) == ["mapper", "ask", "replay", "rviz2"]
    assert nodes["replay"].parameters["sequence"] == str(folder)
    assert nodes["ask"].parameters["llm.spec"] == "ollama:m"
    assert all(node.parameters["use_sim_time"] for name, node in nodes.items() if name != "replay")


def test_a_bag_is_played_by_the_bag_node(tmp_path):
    (tmp_path / "metadata.yaml").write_text("")
    assert [n.name for n in describe(BringupArguments(sequence=str(tmp_path))).nodes][-1] == "bag"


def test_a_bag_is_waited_for_by_the_frames_that_the_mapper_takes(tmp_path):
    (tmp_path / "metadata.yaml").write_text("")
    bag = describe(BringupArguments(sequence=str(tmp_path), color_topic="/cam/rgb", depth_topic="/cam/d")).nodes[-1]
    assert (bag.name, bag.parameters["color_topic"]) == ("bag", "/cam/rgb")
    assert "depth_topic" not in bag.parameters  # which the bag node does not have


@pytest.mark.parametrize("namespace", ["", "/", "robot1", "/robot1", "fleet/robot_1", "/fleet/robot1/"])
def test_namespaces_of_ros_are_taken(namespace):
    assert describe(BringupArguments(namespace=namespace)).namespace == namespace


@pytest.mark.parametrize("namespace", ["1robot", "a b", "a//b", "~/a", "robot-1", "küche", "a" * 200 + "!"])
def test_other_namespaces_are_refused_before_a_node_starts(namespace):
    with pytest.raises(SettingsError, match="namespace: .* must be names of letters, digits and _"):
        BringupArguments(namespace=namespace)


def test_the_home_folder_is_meant_by_a_tilde_which_no_shell_expands_behind_a_colon(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "office").mkdir()
    bag = describe(BringupArguments(sequence="~/office")).nodes[-1]
    assert bag.parameters["bag"] == str(tmp_path / "office")


def test_a_folder_is_no_file_of_parameters(tmp_path):
    with pytest.raises(SettingsError, match="params_file: .* is a folder"):
        BringupArguments(params_file=str(tmp_path))


def test_camera_topics_reach_the_mapper():
    mapper = describe(BringupArguments(color_topic="/cam/rgb", depth_topic="/cam/depth")).nodes[0]
    assert (mapper.parameters["color_topic"], mapper.parameters["depth_topic"]) == ("/cam/rgb", "/cam/depth")


def test_the_topics_of_another_nodes_detections_reach_the_mapper():
    arguments = BringupArguments(detector="topic", detections_topic="/yolo/boxes", label_info_topic="/yolo/names")
    given = describe(arguments).nodes[0].parameters
    assert given["detector.name"] == "topic"
    assert (given["topic_detector.topic"], given["topic_detector.label_info_topic"]) == ("/yolo/boxes", "/yolo/names")


def test_a_missing_sequence_is_named():
    with pytest.raises(SettingsError, match="sequence: there is no /nowhere"):
        BringupArguments(sequence="/nowhere")


def test_the_fast_dds_profile_is_set_unless_the_user_has_one(monkeypatch):
    monkeypatch.delenv("FASTDDS_DEFAULT_PROFILES_FILE", raising=False)
    profile = Path(describe(BringupArguments()).environment["FASTDDS_DEFAULT_PROFILES_FILE"])
    assert "segment_size" in profile.read_text()
    monkeypatch.setenv("FASTDDS_DEFAULT_PROFILES_FILE", "/mine.xml")
    assert "FASTDDS_DEFAULT_PROFILES_FILE" not in describe(BringupArguments()).environment


def test_the_command_line_names_the_node_its_namespace_and_both_parameter_files(tmp_path):
    spec = NodeSpec("mapper", "mapper_node", "situated_qa.ros.mapper_node", {"rate": 1.0, "detector.name": "on"})
    line = command(spec, Bringup((spec,), "robot1", Path("base.yaml"), {}), tmp_path)
    assert line[1:3] == ["-m", "situated_qa.ros.mapper_node"]
    assert "__ns:=/robot1" in line and "__node:=mapper" in line
    assert line.index("base.yaml") < line.index(str(tmp_path / "mapper.yaml"))  # the later file wins
    text = (tmp_path / "mapper.yaml").read_text()
    assert "/**/mapper:" in text and "rate: 1.0" in text and 'detector.name: "on"' in text


def test_what_the_description_names_exists():
    bringup = describe(BringupArguments(rviz=True))
    assert bringup.params_file.is_file()
    assert (share_folder() / "rviz" / "situated_qa.rviz").is_file()
    for node in bringup.nodes:
        if node.module:
            assert (SRC / (node.module.replace(".", "/") + ".py")).is_file()


def run(tmp_path: Path, nodes: dict[str, bool]) -> subprocess.Popen[str]:
    """Start `run_until_stopped` over stand-ins, {program: required}, in a process of its own."""
    for name, text in PROGRAMS.items():
        (tmp_path / f"standin_{name}.py").write_text(text)
    specs = ", ".join(f"NodeSpec({n!r}, '', 'standin_{n}', required={r})" for n, r in nodes.items())
    script = f"""
        import signal, sys
        from pathlib import Path
        from situated_qa.ros.bringup import Bringup, NodeSpec, run_until_stopped
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
        sys.exit(run_until_stopped(Bringup(({specs},), "", Path("/dev/null"), {{}})))
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SRC), str(tmp_path)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_when_one_node_dies_the_rest_is_stopped_and_it_is_named(tmp_path):
    process = run(tmp_path, {"runs": True, "dies": True})
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "node dies ended with exit code 3" in err
    assert "[dies] about to die" in out


def test_a_node_that_may_finish_does_not_stop_the_rest(tmp_path):
    process = run(tmp_path, {"runs": True, "finishes": False})
    assert process.stdout is not None
    seen = {process.stdout.readline().strip(), process.stdout.readline().strip()}
    assert seen == {"[runs] up", "[finishes] finished"}
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_ctrl_c_ends_even_a_node_that_ignores_it(tmp_path):
    process = run(tmp_path, {"stubborn": True})
    assert process.stdout is not None and process.stdout.readline().strip() == "[stubborn] up"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0


def wait_for_end(pid: int, limit_s: float = 60.0) -> bool:
    """Whether a process that need not be our child ends in time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], limit_s)[0])
    finally:
        os.close(handle)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_when_the_bring_up_is_killed_its_nodes_end_and_what_they_started(tmp_path, number):
    """The node and its child ignore SIGINT, and the child left the node's process group."""
    process = run(tmp_path, {"stubborn_parent": True})
    assert process.stdout is not None
    first = process.stdout.readline().split()  # "[stubborn_parent] PID CHILD", and "[…] up" of the child
    second = process.stdout.readline().split()
    pids = [int(word) for word in (*first, *second) if word.isdigit()]
    assert len(pids) == 2
    process.send_signal(number)
    process.wait(60)
    assert all(wait_for_end(pid) for pid in pids)
    process.communicate(timeout=60)


def test_what_a_killed_node_had_started_ends_with_the_bring_up(tmp_path):
    process = run(tmp_path, {"stubborn_parent": True})
    assert process.stdout is not None
    lines = [process.stdout.readline().split() for _ in range(2)]
    node, child = (int(word) for words in lines for word in words if word.isdigit())
    os.kill(node, signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode == 1
    assert wait_for_end(child)


def test_a_launcher_that_is_killed_takes_what_it_started_with_it(tmp_path):
    """As the launch file has it: the launcher starts the nodes itself, with the mark in their environment."""
    (tmp_path / "standin_stubborn.py").write_text(PROGRAMS["stubborn"])
    script = """
        import os, signal, subprocess, sys
        from situated_qa.ros.guard import guard_this_process
        environment = {**os.environ, **guard_this_process(0.5)}
        node = subprocess.Popen([sys.executable, "-m", "standin_stubborn"], env=environment, start_new_session=True)
        print(node.pid, flush=True)
        signal.pause()
    """
    launcher = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SRC), str(tmp_path)])},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert launcher.stdout is not None
    words = launcher.stdout.readline().split() + launcher.stdout.readline().split()
    (pid,) = (int(word) for word in words if word.isdigit())
    launcher.kill()
    launcher.communicate(timeout=60)
    assert wait_for_end(pid)
