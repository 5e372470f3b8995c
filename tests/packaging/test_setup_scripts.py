"""The scripts behind `make setup`, with stand-ins for the machine they run on."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"script_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = script("bootstrap")
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMPS", tmp_path / ".venv" / ".situated_qa")
    return module


def test_a_missing_library_is_named_when_not_root(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "loads", lambda library: library != "libusb-1.0.so.0")
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="sudo apt-get install -y --no-install-recommends libusb-1.0-0$"):
        bootstrap.system_libraries()


def test_nothing_is_installed_when_nothing_is_missing(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "loads", lambda library: True)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    assert bootstrap.system_libraries() == "there"


def test_a_missing_compiler_is_installed_when_root(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(bootstrap, "loads", lambda library: True)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: None if tool == "c++" else f"/usr/bin/{tool}")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap.subprocess, "run", run)
    assert bootstrap.system_libraries() == "installed g++"
    assert [command[-1] for command in ran] == ["g++"]


@pytest.mark.parametrize("version", [(3, 9), (3, 10), (3, 14)])
def test_another_python_is_refused_with_the_ones_that_work(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int]
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", (*version, 0))
    with pytest.raises(SystemExit, match=rf"this is Python {version[0]}.{version[1]}; .* need 3.11, 3.12, 3.13"):
        bootstrap.check_machine()


def test_a_machine_without_ros_wheels_is_sent_to_colcon(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.platform, "machine", lambda: "aarch64")
    with pytest.raises(SystemExit, match="linux on aarch64; install ROS 2 the ordinary way and use colcon"):
        bootstrap.check_machine()


def test_a_stamp_holds_until_its_inputs_change(bootstrap: ModuleType, tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("numpy==1.0\n")
    bootstrap.stamp("packages", bootstrap.hash_of([lock], extra="3.11"))
    assert bootstrap.is_stamped("packages", bootstrap.hash_of([lock], extra="3.11"))
    assert not bootstrap.is_stamped("packages", bootstrap.hash_of([lock], extra="3.12"))
    lock.write_text("numpy==1.1\n")
    assert not bootstrap.is_stamped("packages", bootstrap.hash_of([lock], extra="3.11"))


def test_a_failing_command_ends_setup_and_is_named(bootstrap: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"failed \(1\): false"):
        bootstrap.run("false")


def test_a_failing_pip_ends_in_its_last_words(bootstrap: ModuleType) -> None:
    with pytest.raises(SystemExit, match="pip failed:\nno such version"):
        bootstrap.install_with_progress(["sh", "-c", "echo no such version; exit 1"], total=1)


def test_progress_without_a_terminal_is_a_few_lines(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    code = "for i in range(100): print('Collecting x')"
    bootstrap.install_with_progress([sys.executable, "-c", code], total=100)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[-1].strip() == "100 of 100 packages looked up or downloaded"


def test_foreign_include_paths_are_mended_once(tmp_path: Path) -> None:
    interfaces = script("build_interfaces")
    file = tmp_path / "share" / "std_msgs" / "cmake" / "export_std_msgs__rosidl_generator_pyExport.cmake"
    file.parent.mkdir(parents=True)
    foreign = "/opt/python/cp312-cp312"
    numpy = f"{foreign}/lib/python3.12/site-packages/numpy/_core/include"
    file.write_text(f'INCLUDES "{foreign}/include/python3.12;{numpy};/keep/this"\n')
    assert interfaces.mend_include_paths(tmp_path, "/usr/include/python3.12", "/here/numpy/include") == 1
    assert file.read_text() == 'INCLUDES "/usr/include/python3.12;/here/numpy/include;/keep/this"\n'
    assert interfaces.mend_include_paths(tmp_path, "/usr/include/python3.12", "/here/numpy/include") == 0


def test_every_interface_changes_the_hash(tmp_path: Path) -> None:
    interfaces = script("build_interfaces")
    for name in ("CMakeLists.txt", "package.xml"):
        (tmp_path / name).write_text(name)
    (tmp_path / "msg").mkdir()
    before = interfaces.inputs_hash(tmp_path)
    (tmp_path / "msg" / "New.msg").write_text("int32 x")
    added = interfaces.inputs_hash(tmp_path)
    (tmp_path / "msg" / "New.msg").write_text("int64 x")
    assert len({before, added, interfaces.inputs_hash(tmp_path)}) == 3


def test_locks_are_complete_and_pinned() -> None:
    texts = [(ROOT / "requirements" / f"{group}.txt").read_text() for group in ("core", "ros", "dev")]
    pins = [line for text in texts for line in text.splitlines()]
    names = [line.split("==")[0] for line in pins if not line.startswith("#")]
    assert len(names) == len(set(names)) > 200
    assert all("==" in line for line in pins if not line.startswith("#"))
    for needed in ("pydantic-monty", "ros-kilted-rclpy", "pytest", "ruff", "mypy", "cmake", "setuptools"):
        assert needed in names


@pytest.mark.parametrize("verb", ["setup", "demo", "test", "lint", "bench", "colcon", "clean"])
def test_make_knows_the_verb_and_help_names_it(verb: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    dry = subprocess.run(
        ["make", "-n", verb, "PYTHON=python3"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30
    )
    assert dry.returncode == 0, dry.stderr
    listed = subprocess.run(["make"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert any(line.startswith(f"{verb} ") for line in listed.stdout.splitlines())


def test_demo_hands_its_arguments_on() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    command = ["make", "-n", "demo", "PYTHON=python3", "LLM=ollama:x", "SEQUENCE=/a b"]
    dry = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert "situated-qa demo --llm 'ollama:x' --sequence '/a b'" in dry.stdout
