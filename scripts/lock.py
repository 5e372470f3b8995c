"""Pin what is installed: write requirements/*.txt from requirements/*.in and this environment, with sha256 hashes.

    .venv/bin/python scripts/lock.py

To move a pin: `.venv/bin/pip install NAME==VERSION`, run the checks, run this, commit the lock files. The pins of
docker/requirements.txt are resolved from docker/requirements.in instead, because the images run another Python.

The hashes are those that the package index publishes, for each wheel that pip could choose on a target: a lock file
that was written on one machine serves all of them, and `pip install --require-hashes` refuses any other file. Where a
version has no wheel for a target, the hash of its source archive is written.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
NEWEST_GLIBC = 50  # minor version; wheels for a newer one than a machine has are listed and not chosen


class Target(NamedTuple):
    """A Python on a processor that the pins are installed on."""

    python: tuple[int, int]
    machine: str

    def platforms(self) -> list[str]:
        """The platform tags of wheels for it, newest first."""
        tags = [f"manylinux_2_{minor}_{self.machine}" for minor in range(NEWEST_GLIBC, 4, -1)]
        return [*tags, *(f"{old}_{self.machine}" for old in ("manylinux2014", "manylinux2010", "manylinux1", "linux"))]


WORKSTATIONS = [Target((3, minor), "x86_64") for minor in (11, 12, 13)]
IMAGES = [Target((3, 12), machine) for machine in ("x86_64", "aarch64")]  # Ubuntu 24.04, both images


def normal(name: str) -> str:
    """A project's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(package: Distribution) -> list[str]:
    """Names that a package requires here, without extras."""
    from pip._vendor.packaging.requirements import Requirement

    found = [Requirement(text) for text in package.requires or []]
    return [need.name for need in found if need.marker is None or need.marker.evaluate({"extra": ""})]


def closure(names: list[str]) -> dict[str, str]:
    """Every package that `names` need, themselves included, with its installed version."""
    pins: dict[str, str] = {}
    todo = list(names)
    while todo:
        name = normal(todo.pop())
        if name in pins:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"error: {name} is not installed here; .venv/bin/pip install {name}")
        pins[name] = package.version
        todo += needs(package)
    return pins


def resolved(source: Path, targets: Iterable[Target]) -> dict[str, str]:
    """Every package that a file's requirements need on all targets, as pip resolves them, with its version."""
    pins: dict[str, str] = {}
    for target in targets:
        with tempfile.TemporaryDirectory() as scratch:
            report = Path(scratch) / "report.json"
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
            command += ["--only-binary=:all:", f"--python-version={target.python[0]}.{target.python[1]}"]
            command += [f"--platform={platform}" for platform in target.platforms()]
            command += [f"--target={scratch}", f"--report={report}", "-r", str(source)]
            subprocess.run(command, check=True)
            for item in json.loads(report.read_text())["install"]:
                name, version = normal(item["metadata"]["name"]), item["metadata"]["version"]
                if pins.setdefault(name, version) != version:
                    sys.exit(
                        f"error: {name} is {pins[name]} on one target and {version} on {target}; pin it in {source}"
                    )
    return pins


@contextmanager
def finders(targets: Iterable[Target]) -> Iterator[dict[Target, Any]]:
    """pip's own search of the indexes that it is configured for, one for each target."""
    from pip._internal.commands.download import DownloadCommand
    from pip._internal.models.target_python import TargetPython

    command = DownloadCommand("download", "")
    options, _ = command.parse_args([])
    with command.main_context():
        session = command.get_default_session(options)
        yield {
            target: command._build_package_finder(
                options,
                session,
                target_python=TargetPython(
                    platforms=target.platforms(), py_version_info=target.python, implementation="cp"
                ),
            )
            for target in targets
        }


def hashes(pins: dict[str, str], targets: list[Target]) -> dict[str, list[str]]:
    """The sha256 of each file that pip could choose on a target, for each pinned package, sorted."""
    found: dict[str, set[str]] = {name: set() for name in pins}
    with finders(targets) as search:
        for target, finder in search.items():
            for name, version in pins.items():
                files = [c.link for c in finder.find_all_candidates(name) if str(c.version) == version]
                published = [file for file in files if file.hash_name == "sha256"]
                chosen = [file for file in published if file.is_wheel] or published
                if not chosen:
                    sys.exit(f"error: the index has no file of {name}=={version} for {target}")
                if not chosen[0].is_wheel:
                    print(f"{name}=={version} has no wheel for {target}: its source archive is pinned", flush=True)
                found[name] |= {file.hash for file in chosen}
    return {name: sorted(values) for name, values in found.items()}


def lock_text(header: str, pins: dict[str, str], known: dict[str, list[str]]) -> str:
    """A requirements file for `pip install --require-hashes --no-deps`."""
    lines = [f"# {header}"]
    for name, version in sorted(pins.items()):
        lines.append(" \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{digest}" for digest in known[name])]))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Entry point."""
    written: set[str] = set()
    for group in ("core", "ros", "dev"):
        lines = (FOLDER / f"{group}.in").read_text().splitlines()
        names = [match.group() for line in lines if (match := NAME.match(line))]
        pins = {name: version for name, version in closure(names).items() if name not in written}
        written |= set(pins)
        header = f"Written by scripts/lock.py from {group}.in; complete (pip install --no-deps); 3.11 to 3.13, x86-64."
        (FOLDER / f"{group}.txt").write_text(lock_text(header, pins, hashes(pins, WORKSTATIONS)))
        print(f"requirements/{group}.txt: {len(pins)} packages", flush=True)
    pins = resolved(ROOT / "docker" / "requirements.in", IMAGES)
    header = "Written by scripts/lock.py from requirements.in; complete; CPython 3.12 on x86-64 and aarch64."
    (ROOT / "docker" / "requirements.txt").write_text(lock_text(header, pins, hashes(pins, IMAGES)))
    print(f"docker/requirements.txt: {len(pins)} packages", flush=True)


if __name__ == "__main__":
    main()
