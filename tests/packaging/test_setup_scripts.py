"""The scripts behind `make setup`, with stand-ins for the machine they run on."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import zipfile
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


def test_stand_ins_are_dependencies_of_the_package_and_named_like_the_real_ones() -> None:
    interfaces = script("build_interfaces")
    folders = {path.name for path in (ROOT / "scripts" / "interfaces").iterdir()}
    assert set(interfaces.STAND_INS) == folders
    for name in interfaces.STAND_INS:
        assert f"<exec_depend>{name}</exec_depend>" in (ROOT / "package.xml").read_text()
        assert f"project({name})" in (ROOT / "scripts" / "interfaces" / name / "CMakeLists.txt").read_text()


LOCKS = [*(f"requirements/{group}.txt" for group in ("core", "ros", "dev")), "docker/requirements.txt"]


def pins_of(path: str) -> dict[str, list[str]]:
    """{name==version: its hashes} of a lock file; fails on a line that pip would read as anything else."""
    pins: dict[str, list[str]] = {}
    for entry in (ROOT / path).read_text().replace("\\\n", " ").splitlines():
        if not entry.startswith("#"):
            pin, *hashes = entry.split()
            assert re.fullmatch(r"[a-z0-9-]+==[\w.!+]+", pin) and pin not in pins, entry
            pins[pin] = hashes
    return pins


@pytest.mark.parametrize("path", LOCKS)
def test_every_pin_of_a_lock_has_a_sha256(path: str) -> None:
    for pin, hashes in pins_of(path).items():
        assert hashes, f"{path}: {pin} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", value) for value in hashes), pin
        assert len(set(hashes)) == len(hashes), pin


@pytest.mark.parametrize("path", LOCKS)
def test_a_lock_names_no_index(path: str) -> None:
    assert not re.search(r"://|--\w*index|--find-links|--trusted", (ROOT / path).read_text())


def test_locks_are_complete() -> None:
    names = [pin.split("==")[0] for path in LOCKS[:3] for pin in pins_of(path)]
    assert len(names) == len(set(names)) > 200
    for needed in ("pydantic-monty", "ros-kilted-rclpy", "pytest", "ruff", "mypy", "cmake", "setuptools"):
        assert needed in names


def test_setup_installs_with_hashes(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "run", lambda *command, **_: None)
    monkeypatch.setattr(bootstrap, "install_with_progress", lambda command, total: installed.append(command))
    bootstrap.VENV.mkdir()
    bootstrap.python_packages()
    files = [Path(part).name for command in installed for part in command if part.endswith(".txt")]
    assert files == ["core.txt", "dev.txt", "ros.txt"]
    assert all("--require-hashes" in command and "--no-deps" in command for command in installed)


def test_a_wheel_with_another_hash_is_refused_by_pip(tmp_path: Path) -> None:
    lock = script("lock")
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for digest, code in ((right, 0), ("0" * 64, 1)):
        file = tmp_path / "lock.txt"
        file.write_text(lock.lock_text("test", {"tiny": "1.0"}, {"tiny": [digest]}))
        command = [sys.executable, "-m", "pip", "install", "--isolated", "--no-index", "--find-links", str(tmp_path)]
        command += ["--require-hashes", "--no-deps", "--target", str(tmp_path / f"to{code}"), "-r", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, done.stderr
    assert "DO NOT MATCH" in done.stderr


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


def test_what_builds_a_source_archive_is_installed_before_it(bootstrap: ModuleType) -> None:
    """Empy, in ros.txt, has no wheel: pip builds it with setuptools and wheel, which needs packaging."""
    source = (ROOT / "scripts" / "bootstrap.py").read_text()
    first = re.search(r"for group in \(\[([^]]*)\]", source)
    assert first
    locks = [ROOT / "requirements" / f"{name}.txt" for name in re.findall(r'"(\w+)"', first[1])]
    pinned = {line.split("==")[0] for file in locks for line in file.read_text().splitlines() if "==" in line}
    assert {"setuptools", "wheel", "packaging"} <= pinned
    assert "empy" not in pinned
