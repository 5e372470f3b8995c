"""What can be checked of the images without a container engine: syntax, files, names and pins."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
DOCKERFILES = sorted(DOCKER.glob("Dockerfile.*"))
INSTRUCTIONS = {
    "FROM",
    "ARG",
    "ENV",
    "RUN",
    "COPY",
    "WORKDIR",
    "ENTRYPOINT",
    "CMD",
    "LABEL",
    "USER",
    "VOLUME",
    "EXPOSE",
}
# Debian and Ubuntu names that no ROS package brings.
PLAIN_APT = {"build-essential", "libgomp1", "python3-colcon-common-extensions", "python3-venv"}
# What ros:jazzy-ros-base holds already, of what package.xml asks for.
IN_BASE_IMAGE = {
    *("ament_cmake_python", "ament_index_python", "builtin_interfaces", "geometry_msgs", "launch", "rcl_interfaces"),
    *("rclpy", "rosidl_default_runtime", "std_msgs", "std_srvs"),
}
# rosdep keys that the images get from pip, pinned in docker/requirements.txt.
FROM_PIP = {"python3-numpy": "numpy", "python3-opencv": "opencv-python-headless", "python3-scipy": "scipy"}
FROM_PIP |= {"python3-skimage": "scikit-image", "python3-yaml": "pyyaml"}


def instructions(text: str) -> list[tuple[str, str]]:
    """(instruction, arguments) with continuation lines joined and comments left out."""
    found = []
    logical = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#") or (not line.strip() and not logical):
            continue
        logical += line.rstrip().removesuffix("\\") + " "
        if not line.rstrip().endswith("\\"):
            word, _, rest = logical.strip().partition(" ")
            found.append((word, " ".join(rest.split())))
            logical = ""
    assert not logical, f"ends inside an instruction: {logical}"
    return found


def apt_names(text: str) -> set[str]:
    names: set[str] = set()
    for word, rest in instructions(text):
        for install in re.findall(r"apt-get install ([^&;]*)", rest) if word == "RUN" else ():
            names |= {name for name in install.split() if not name.startswith("-")}
    return names


def keys_of_package_xml() -> set[str]:
    root = ElementTree.parse(ROOT / "package.xml").getroot()
    kinds = ("buildtool_depend", "depend", "exec_depend")
    return {str(element.text) for kind in kinds for element in root.iter(kind)}


@pytest.fixture(params=DOCKERFILES, ids=lambda path: path.name)
def text(request: pytest.FixtureRequest) -> str:
    return request.param.read_text()


def test_there_is_an_image_for_a_workstation_and_one_for_jetson() -> None:
    assert [path.name for path in DOCKERFILES] == ["Dockerfile.jazzy", "Dockerfile.jetson"]
    jetson = (DOCKER / "Dockerfile.jetson").read_text()
    assert "JetPack 6.2" in jetson and "CUDA 12.6" in jetson
    # the last release of Warp that runs on CUDA 12, which is JetPack 6
    assert re.search(r"^warp-lang==1\.17\.\d+ ", (DOCKER / "requirements.txt").read_text(), re.MULTILINE)


def test_instructions_are_known_and_begin_with_from(text: str) -> None:
    found = instructions(text)
    assert {word for word, _ in found} <= INSTRUCTIONS
    assert [word for word, _ in found if word != "ARG"][0] == "FROM"
    assert re.fullmatch(r"[\w./-]+:[\w.-]+", found[0][1]), "the base image has no tag"


def test_shell_commands_parse(text: str) -> None:
    for word, rest in instructions(text):
        if word == "RUN":
            done = subprocess.run(["sh", "-n", "-c", rest], capture_output=True, text=True, timeout=10)
            assert done.returncode == 0, f"{rest}: {done.stderr}"


def test_everything_copied_exists(text: str) -> None:
    sources = [source for word, rest in instructions(text) if word == "COPY" for source in rest.split()[:-1]]
    assert len(sources) >= 10
    for source in sources:
        assert (ROOT / source).exists(), source


def test_everything_cmake_reads_is_copied(text: str) -> None:
    sources = {source for word, rest in instructions(text) if word == "COPY" for source in rest.split()[:-1]}
    cmake = (ROOT / "CMakeLists.txt").read_text()
    (folders,) = re.findall(r"foreach\(folder ([\w ]+)\)", cmake)
    assert {"msg", "srv", "src", "scripts", *folders.split()} <= sources


def test_apt_names_are_spelled_as_in_package_xml(text: str) -> None:
    keys = keys_of_package_xml()
    build_only = {"ament_cmake", "rmw_fastrtps_cpp", "rviz2"}
    for name in apt_names(text) - PLAIN_APT:
        key = name.removeprefix("ros-jazzy-").replace("-", "_")
        assert name.startswith("ros-jazzy-") and key in keys | build_only, name


def test_everything_package_xml_asks_for_is_installed(text: str) -> None:
    pinned = (DOCKER / "requirements.txt").read_text().lower()
    for key in keys_of_package_xml() - IN_BASE_IMAGE:
        if key in FROM_PIP:
            assert f"{FROM_PIP[key]}==" in pinned, key
        else:
            assert f"ros-jazzy-{key.replace('_', '-')}" in apt_names(text), key


def test_plain_apt_names_exist() -> None:
    if shutil.which("apt-cache") is None:
        pytest.skip("no apt here")
    known = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True, timeout=60).stdout.split()
    if len(known) < 10_000:
        pytest.skip("no package lists here (apt-get update)")
    # colcon's Debian packages come from the ROS archive, not from Debian's.
    assert PLAIN_APT - {"python3-colcon-common-extensions"} <= set(known)


def test_pip_installs_only_what_is_pinned_with_hashes(text: str) -> None:
    installs = [
        install
        for word, rest in instructions(text)
        for install in re.findall(r"pip install ([^&;]*)", rest)
        if word == "RUN"
    ]
    assert [install.split() for install in installs] == [
        ["--no-cache-dir", "--require-hashes", "-r", "/tmp/requirements.txt"]
    ]


def test_every_name_in_requirements_in_is_pinned_alike_in_the_lock() -> None:
    lock = {line.split()[0].lower() for line in (DOCKER / "requirements.txt").read_text().splitlines() if "==" in line}
    wanted = [line for line in (DOCKER / "requirements.in").read_text().splitlines() if not line.startswith("#")]
    assert len(wanted) >= 12 and {line.lower() for line in wanted} <= lock


def test_monty_is_pinned_as_in_pyproject() -> None:
    pin = re.search(r'"(pydantic-monty==[\d.]+)"', (ROOT / "pyproject.toml").read_text())
    assert pin and pin[1] in (DOCKER / "requirements.txt").read_text()


def test_compose_file_has_ollama_beside_the_package() -> None:
    compose = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"ollama", "model", "situated_qa"}
    for service in services.values():
        assert ("image" in service) != ("build" in service)
        assert re.fullmatch(r"[\w/]+:[\d.]+", service.get("image", "pinned/image:1.0"))
        assert set(service.get("depends_on", {})) <= set(services)
        volumes = {volume.split(":")[0] for volume in service.get("volumes", [])}
        assert volumes <= set(compose["volumes"])
    build = services["situated_qa"]["build"]
    assert (DOCKER / build["context"] / build["dockerfile"]).is_file()


def test_entrypoint_parses() -> None:
    done = subprocess.run(["bash", "-n", str(DOCKER / "entrypoint.sh")], capture_output=True, text=True, timeout=10)
    assert done.returncode == 0, done.stderr


def test_every_image_says_that_nobody_built_it(text: str) -> None:
    assert "UNVERIFIED" in text
