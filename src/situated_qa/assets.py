"""Models and other large files: where they lie, and how they are fetched and verified; `asset_list` says which.

    path = asset_path("qwen2.5-coder-0.5b")       # raises AssetError with the command that fetches it
    python -m situated_qa.assets [--list] [NAME ...]

Files lie in `~/.cache/situated_qa` (SITUATED_QA_CACHE moves it). A file is used only if its sha256 is the one written
here, wherever it came from; so on a machine without a network it may be copied to its place by hand.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from situated_qa import downloads
from situated_qa.asset_list import ASSETS, Asset, AssetFile
from situated_qa.downloads import Progress
from situated_qa.errors import AssetError


def cache_folder() -> Path:
    """Where fetched files lie: SITUATED_QA_CACHE, else `~/.cache/situated_qa`."""
    named = os.environ.get("SITUATED_QA_CACHE")
    return Path(named).expanduser() if named else Path.home() / ".cache" / "situated_qa"


def asset_path(name: str, cache: Path | None = None) -> Path:
    """Where an asset's (first) file lies, once all its files are known to be the right ones.

    The first look at a file hashes it (a few seconds for a gigabyte); later ones compare its size and time.

    Raises:
        AssetError: unknown name; a file is missing or not the right one. The text names the command that fetches it.
    """
    asset, folder = _asset(name), cache or cache_folder()
    for file in asset.files:
        path = folder / file.path
        if not path.is_file():
            raise AssetError(f"{path} is missing: run `situated-qa fetch {name}` (about {asset.size / 1e6:.0f} MB)")
        if (found := _sha256_of(path, file)) != file.sha256:
            raise AssetError(
                f"{path} is not {name}: its sha256 is {found}, it should be {file.sha256}; "
                f"run `situated-qa fetch {name}` to replace it"
            )
    return folder / asset.path


def fetch(names: Iterable[str] = (), cache: Path | None = None) -> list[Path]:
    """Fetch and verify assets that are not there yet; what is there and right is left alone.

    Args:
        names: which; none means all but the optional ones.
        cache: folder to fetch into; default `cache_folder()`.

    Returns:
        What `asset_path` returns for each.

    Raises:
        AssetError: unknown name, no way to fetch it, or what arrived has the wrong sha256 (then nothing is replaced).
    """
    folder = cache or cache_folder()
    paths = []
    for name in list(names) or [name for name, asset in ASSETS.items() if not asset.optional]:
        asset = _asset(name)
        if not _is_there(asset, folder):  # nothing is written where all is there: a cache may be read-only
            with _locked(folder / ".incoming" / f"{name}.lock"):
                if not _is_there(asset, folder):
                    _fetch_one(asset, folder)
        else:
            print(f"{name}: there and verified", file=sys.stderr, flush=True)
        paths.append(folder / asset.path)
    return paths


def _is_there(asset: Asset, folder: Path) -> bool:
    paths_and_files = ((folder / file.path, file) for file in asset.files)
    return all(path.is_file() and _sha256_of(path, file) == file.sha256 for path, file in paths_and_files)


def _fetch_one(asset: Asset, cache: Path) -> None:
    scratch = cache / ".incoming" / asset.name
    scratch.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(scratch).free
    if free < 1.3 * asset.size:
        raise AssetError(f"{cache}: {free / 1e6:.0f} MB free, {asset.name} needs about {1.3 * asset.size / 1e6:.0f} MB")
    progress = Progress(asset.name, asset.size)
    print(f"{asset.name}: fetching {asset.source}; license {asset.licence}", file=sys.stderr, flush=True)
    try:
        asset.download(asset, scratch, progress)
    finally:
        progress.finish()
    for file in asset.files:
        arrived = scratch / Path(file.path).name
        found = downloads.sha256(arrived)
        if found != file.sha256:
            shutil.rmtree(scratch)
            raise AssetError(
                f"{asset.name}: {arrived.name} arrived with sha256 {found}, it should be {file.sha256}; thrown away"
            )
    for file in asset.files:
        path = cache / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(scratch / path.name, path)
        _record(path, file.sha256)
    shutil.rmtree(scratch)
    print(f"{asset.name}: fetched and verified", file=sys.stderr, flush=True)


def _asset(name: str) -> Asset:
    if name not in ASSETS:
        raise AssetError(f"no asset {name!r}; there are: {', '.join(ASSETS)}")
    return ASSETS[name]


def _sha256_of(path: Path, file: AssetFile) -> str:
    """The file's sha256, from the record beside it if the file did not change since."""
    record = path.with_name(f".{path.name}.verified")
    status = path.stat()
    with contextlib.suppress(OSError, ValueError):  # no record, or one of an earlier version: hash
        sha256, size, mtime_ns = record.read_text().split()
        if (int(size), int(mtime_ns)) == (status.st_size, status.st_mtime_ns):
            return sha256
    found = downloads.sha256(path)
    if found == file.sha256:
        _record(path, found)
    return found


def _record(path: Path, sha256: str) -> None:
    status = path.stat()
    # In a cache that may only be read, the next look hashes again.
    with contextlib.suppress(OSError):
        path.with_name(f".{path.name}.verified").write_text(f"{sha256} {status.st_size} {status.st_mtime_ns}\n")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Wait until no other process fetches the same asset."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def main(arguments: list[str] | None = None) -> int:
    """`python -m situated_qa.assets`: fetch what is named, or everything."""
    parser = argparse.ArgumentParser(prog="situated-qa fetch", description="Fetch models and other large files.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which (default: what setup needs): {', '.join(ASSETS)}"
    )
    parser.add_argument("--list", action="store_true", help="say what there is and where it comes from")
    options = parser.parse_args(arguments)
    if options.list:
        for asset in ASSETS.values():
            there = all((cache_folder() / file.path).is_file() for file in asset.files)
            state = "there" if there else "optional, missing" if asset.optional else "missing"
            print(f"{asset.name}: {asset.size / 1e6:.0f} MB, {state}; {asset.source}; license {asset.licence}")
        return 0
    try:
        fetch(options.names)
    except AssetError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
