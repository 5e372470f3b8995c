"""Remove the shared memory that Fast DDS processes left when they were killed: 17 MB for each with our profile.

What belongs to a running process is told by its lock file, which the process holds with flock until it ends and the
kernel lets go of for it; `fastdds shm clean` tells by the same. Files in a folder that several containers share are
judged rightly, too, which those of other process namespaces would not be by /proc.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import time
from pathlib import Path

FOLDER = Path("/dev/shm")
YOUNG_S = 2.0
"""A process makes its lock file and then locks it: one as young as this is left alone."""

# fastrtps: Fast DDS 2 (Jazzy); fastdds: 3 (Kilted). _el: one owner; _sl: several share it.
_LOCK = re.compile(r"((?:fastrtps|fastdds)_(?:[0-9a-f]{16}|port\d{1,5}))_(?:el|sl)")


def remove_ownerless(folder: Path = FOLDER) -> list[str]:
    """Remove segments and ports whose owners have ended; their names, without those of lock files, sorted."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    locks: dict[str, list[Path]] = {}
    for name in names:
        if match := _LOCK.fullmatch(name):
            locks.setdefault(match.group(1), []).append(folder / name)
    return sorted(name for name, files in locks.items() if _remove(folder, name, files))


def _remove(folder: Path, name: str, locks: list[Path]) -> bool:
    with contextlib.ExitStack() as held:
        for lock in locks:
            try:
                handle = os.open(lock, os.O_RDONLY)
                held.callback(os.close, handle)
                if time.time() - os.fstat(handle).st_ctime < YOUNG_S:
                    return False
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:  # held by its owner, another user's, or gone by now
                return False
        for path in (folder / name, folder / f"sem.{name}_mutex", *locks):
            with contextlib.suppress(OSError):
                path.unlink()
    return True
