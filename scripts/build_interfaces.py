"""Build our messages and services (and tf2_msgs and vision_msgs, where there are none) into this interpreter's prefix.

Run it with the virtual environment's own Python: `.venv/bin/python scripts/build_interfaces.py`. It needs CMake, a C++
compiler and the ROS 2 wheels of requirements/ros.txt. A second run with nothing changed ends at once.

On a machine with an ordinary ROS 2 installation use `colcon build` instead; this script is for ROS 2 from PyPI wheels.
Only the generated parts are installed (`situated_qa/msg`, `situated_qa/srv`, native libraries): the Python tree stays
in `src/`, whose `__init__.py` joins the two into one importable package.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PREFIX = Path(sys.prefix)
STAND_INS = ("tf2_msgs", "vision_msgs")
"""Packages of ROS 2 that PyPI does not carry; scripts/interfaces/ has those of their messages that we use."""
# Paths of the machine that built the wheels, as they stand in the wheels' CMake export files.
FOREIGN_NUMPY = re.compile(r"/opt/python/[^;\"]*/site-packages/numpy/_?core/include")
FOREIGN_PYTHON = re.compile(r"/opt/python/[^;\"/]+/include/python3\.\d+")


def mend_include_paths(prefix: Path, python_include: str, numpy_include: str) -> int:
    """Point the wheels' CMake export files at this interpreter's and numpy's headers.

    Returns:
        Number of files that had to be changed; 0 on a second run.
    """
    changed = 0
    for file in prefix.glob("share/*/cmake/*pyExport.cmake"):
        text = file.read_text()
        mended = FOREIGN_PYTHON.sub(lambda _: python_include, FOREIGN_NUMPY.sub(lambda _: numpy_include, text))
        if mended != text:
            file.write_text(mended)
            changed += 1
    return changed


def input_files(source: Path) -> list[Path]:
    """What CMake reads of an interface package."""
    files = [source / "CMakeLists.txt", source / "package.xml"]
    for folder in ("msg", "srv", "action"):
        files += sorted((source / folder).glob("*"))
    return files


def inputs_hash(source: Path) -> str:
    """sha256 over everything that decides what is built: sources, this script, interpreter, installed ROS wheels."""
    digest = hashlib.sha256(sys.version.encode())
    for file in [Path(__file__), *input_files(source)]:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    site_packages = Path(sysconfig.get_paths()["purelib"])
    digest.update("\n".join(sorted(path.name for path in site_packages.glob("ros_*.dist-info"))).encode())
    return digest.hexdigest()


def run(command: list[str], log: Path, env: dict[str, str]) -> None:
    """Run a command with its output in `log`; end with the log's last lines if it fails."""
    with log.open("a") as stream:
        print("$", *command, file=stream, flush=True)
        result = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT, env=env, timeout=1800)
    if result.returncode:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-40:])
        sys.exit(f"{tail}\nerror: {' '.join(command[:2])} failed ({result.returncode}); the whole log is {log}")


def install(stage: Path, manifest: Path) -> None:
    """Copy the staged tree into the prefix and remove what an earlier build left there."""
    earlier = set(manifest.read_text().splitlines()) if manifest.exists() else set()
    now = set()
    for file in sorted(path for path in stage.rglob("*") if path.is_file() or path.is_symlink()):
        relative = file.relative_to(stage)
        # Ours is src/situated_qa/__init__.py; and pip alone may say what is installed (egg-info).
        if relative.parts[-2:] == ("situated_qa", "__init__.py") or any(
            part == "__pycache__" or part.endswith(".egg-info") for part in relative.parts
        ):
            continue
        target = PREFIX / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        # Replaced by rename: a running process keeps the library that it has mapped.
        fresh = target.with_name(target.name + ".new")
        shutil.copy2(file, fresh)
        os.replace(fresh, target)
        now.add(str(relative))
    for relative_name in sorted(earlier - now):
        (PREFIX / relative_name).unlink(missing_ok=True)
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text("\n".join(sorted(now)) + "\n")


def build(name: str, source: Path, *, force: bool, jobs: int) -> None:
    """Configure, build and install one interface package unless its inputs are those of the last build."""
    stamp = PREFIX / "share" / name / "built_from.sha256"
    key = inputs_hash(source)
    if not force and stamp.exists() and stamp.read_text().strip() == key:
        print(f"{name}: interfaces are up to date")
        return
    print(f"{name}: building interfaces (about half a minute) ...", flush=True)
    folder = ROOT / "build" / "interfaces" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # A copy outside the checkout's root: CMake refuses to export include folders that lie inside the source folder, as
    # numpy's does when the virtual environment is in the checkout.
    for file in input_files(source):
        copy = folder / "source" / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    stage = folder / "stage"
    log = folder / "build.log"
    env = dict(os.environ, AMENT_PREFIX_PATH=str(PREFIX), CMAKE_PREFIX_PATH=str(PREFIX))
    env["PATH"] = f"{PREFIX / 'bin'}{os.pathsep}{env['PATH']}"
    env.pop("PYTHONPATH", None)
    configure = [
        *("cmake", "-S", str(folder / "source"), "-B", str(folder / "build"), f"-DCMAKE_INSTALL_PREFIX={stage}"),
        *("-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF", f"-DPython3_EXECUTABLE={sys.executable}"),
        "-DSITUATED_QA_INTERFACES_ONLY=ON",
    ]
    run(configure, log, env)
    run(["cmake", "--build", str(folder / "build"), "-j", str(jobs)], log, env)
    run(["cmake", "--install", str(folder / "build")], log, env)
    stamp.unlink(missing_ok=True)
    install(stage, PREFIX / "share" / name / "installed_files.txt")
    stamp.write_text(key + "\n")
    print(f"{name}: interfaces installed into {PREFIX}")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="parallel compiler jobs")
    parser.add_argument("--mend-only", action="store_true", help="only mend the include paths (for colcon)")
    options = parser.parse_args()
    if sys.prefix == sys.base_prefix:
        sys.exit("error: run this with a virtual environment's Python, e.g. .venv/bin/python")
    if importlib.util.find_spec("rclpy") is None:
        sys.exit(f"error: no rclpy in {PREFIX}; install requirements/ros.txt first (make setup)")
    search = f"{PREFIX / 'bin'}{os.pathsep}{os.environ['PATH']}"
    missing = [tool for tool in ("cmake", "make", "c++") if shutil.which(tool, path=search) is None]
    if missing:
        sys.exit(f"error: {', '.join(missing)} not found; on Debian or Ubuntu: apt-get install cmake make g++")
    import numpy

    mended = mend_include_paths(PREFIX, sysconfig.get_paths()["include"], numpy.get_include())
    if mended:
        print(f"mended the include paths in {mended} CMake export files")
    if options.mend_only:
        return
    build("situated_qa", ROOT, force=options.force, jobs=options.jobs)
    for name in STAND_INS:
        ours = (PREFIX / "share" / name / "built_from.sha256").exists()
        if ours or importlib.util.find_spec(name) is None:
            build(name, ROOT / "scripts" / "interfaces" / name, force=options.force, jobs=options.jobs)


if __name__ == "__main__":
    main()
