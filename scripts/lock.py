"""Pin what is installed: write requirements/*.txt from requirements/*.in and this environment.

    .venv/bin/python scripts/lock.py

To move a pin: `.venv/bin/pip install NAME==VERSION`, run the checks, run this, commit the lock files.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


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


def main() -> None:
    """Entry point."""
    written: set[str] = set()
    for group in ("core", "ros", "dev"):
        lines = (FOLDER / f"{group}.in").read_text().splitlines()
        names = [match.group() for line in lines if (match := NAME.match(line))]
        pins = {name: version for name, version in closure(names).items() if name not in written}
        written |= set(pins)
        header = f"# Written by scripts/lock.py from {group}.in; complete (pip install --no-deps); 3.11 to 3.13."
        text = "\n".join([header, *(f"{name}=={version}" for name, version in sorted(pins.items()))])
        (FOLDER / f"{group}.txt").write_text(text + "\n")
        print(f"requirements/{group}.txt: {len(pins)} packages")


if __name__ == "__main__":
    main()
