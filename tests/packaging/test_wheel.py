"""`pip install .` without extras: what the wheel holds, and that its core imports with the core dependencies alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "situated_qa"
# What `pip install .` does not bring: importing the core must not need any of it.
NOT_THERE = (
    *("rclpy", "sensor_msgs", "geometry_msgs", "std_msgs", "tf2_ros", "launch", "open3d", "torch", "warp", "onnx"),
    *("onnxruntime", "xllamacpp", "ollama", "openai", "trimesh", "scipy", "skimage", "numba", "matplotlib", "rosbags"),
)


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_REQUIRE_VIRTUALENV")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # A copy, so that no build folder appears in the checkout.
    copy = folder / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "setup.py", "package.xml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            (copy / name).write_bytes((ROOT / name).read_bytes())
    for name in ("src", "launch", "config", "rviz"):
        for path in (ROOT / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path):
                target = copy / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    command = [*(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index")]
    subprocess.run(
        [*command, "--wheel-dir", str(folder), str(copy)], check=True, timeout=100, env=clean_environment(), cwd=folder
    )
    (built,) = folder.glob("situated_qa-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_wheel_holds_every_source_and_data_file(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        str(path.relative_to(SOURCE.parent))
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - held == set()


def test_wheel_holds_what_ros_tools_look_for(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel).namelist()
    for name in ("launch/bringup.launch.py", "config/situated_qa.yaml", "config/fastdds.xml", "rviz/situated_qa.rviz"):
        assert any(entry.endswith(f"data/share/situated_qa/{name}") for entry in held), name


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {entry.split("/")[0] for entry in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"situated_qa", "situated_qa-0.1.0.dist-info", "situated_qa-0.1.0.data"}


def test_wheel_needs_the_core_dependencies_only(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read("situated_qa-0.1.0.dist-info/METADATA").decode()
    needs = [line.split(":", 1)[1].strip() for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    always = {need.split(">")[0].split("=")[0].split(" ")[0].lower() for need in needs if "extra ==" not in need}
    assert always == {"numpy", "opencv-python-headless", "pydantic-monty", "pyyaml", "scikit-image", "scipy"}
    entry_points = archive.read("situated_qa-0.1.0.dist-info/entry_points.txt").decode()
    assert "situated-qa = situated_qa.cli:main" in entry_points


def test_every_core_module_imports_without_ros_and_heavy_libraries(installed: Path) -> None:
    modules = sorted(
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "ros" and "kernels" not in path.parts  # warp's own files
    )
    assert "situated_qa.cli" in modules
    # A name set to None in sys.modules cannot be imported: as if it were not installed.
    code = f"""
import importlib, sys
sys.path[:] = [{str(installed)!r}, *(p for p in sys.path if not p.endswith('/src'))]
for name in {NOT_THERE!r}:
    sys.modules[name] = None
for name in {modules!r}:
    importlib.import_module(name)
import situated_qa
assert situated_qa.__file__.startswith({str(installed)!r}), situated_qa.__file__
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=100, cwd=installed
    )
    assert done.returncode == 0, done.stderr


def test_command_line_answers_help(installed: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from situated_qa.cli import main; main(['--help'])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=100, cwd=installed
    )
    assert done.returncode == 0, done.stderr
    assert "situated-qa" in done.stdout
