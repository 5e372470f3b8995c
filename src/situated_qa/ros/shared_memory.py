"""Remove the shared memory that Fast DDS processes left when they were killed: 17 MB for each with our profile.

A segment belongs to one process, which holds its lock file with flock until it ends; then the kernel lets go of it.
This is also right where several containers share the folder.

A port, 50 kB, has a name that the next process takes again, and some have no lock file, for only senders opened them.
Fast DDS opens a port under a named mutex, a POSIX semaphore, so it is removed under that mutex: if it is not locked, no
process has it in its memory, and no other container uses the folder, whose processes cannot be looked at.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import mmap
import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = Path("/dev/shm")
YOUNG_S = 2.0
"""A process makes its lock file and then locks it: one as young as this is left alone."""

_SEMAPHORE_BYTES = 32  # sizeof(sem_t) with glibc

# fastrtps: Fast DDS 2 (Jazzy); fastdds: 3 (Kilted). _el: one owner; _sl: several share it.
_NAME = re.compile(r"((?:fastrtps|fastdds)_(?:[0-9a-f]{16}|port\d{1,5}))(_el|_sl)?")


def remove_ownerless(folder: Path = FOLDER) -> list[str]:
    """Remove segments and ports whose owners have ended; their names, without those of lock files, sorted."""
    try:
        found = [match for name in os.listdir(folder) if (match := _NAME.fullmatch(name))]
    except OSError:
        return []
    locks: dict[str, list[Path]] = {match[1]: [] for match in found}
    for match in found:
        if match[2]:
            locks[match[1]].append(folder / match[0])
    ports = {name for name in locks if "_port" in name}
    may_go = {name for name in locks.keys() - ports if locks[name]}
    removed = [name for name in may_go if _remove(folder, name, locks[name])]
    if ports and not _others_use([file for files in locks.values() for file in files]):
        removed += [name for name in ports if _remove_port(folder, name, locks[name])]
    return sorted(removed)


def _remove_port(folder: Path, name: str, locks: Iterable[Path]) -> bool:
    mutex = folder / f"sem.{name}_mutex"
    with _held(mutex) as held:
        if held and any(map(_is_locked, locks)):  # most are, and to look at all processes takes longer
            return False
        users = _users(folder)
        if users.get(name) or users.get(mutex.name, set()) - {os.getpid()}:
            return False  # in use, or a process is about to open it: it waits for the mutex, or holds it
        return _remove(folder, name, locks)


@contextlib.contextmanager
def _held(mutex: Path) -> Iterator[bool]:
    """Hold a semaphore of this user during the block, if it is there and free: then true."""
    try:
        with mutex.open("r+b") as file:
            about = os.fstat(file.fileno())
            if about.st_size != _SEMAPHORE_BYTES or about.st_uid != os.geteuid():  # libc aborts on what is none
                raise ValueError(f"{mutex} is not a semaphore of this package")
            memory = mmap.mmap(file.fileno(), _SEMAPHORE_BYTES)
    except (OSError, ValueError):
        yield False
        return
    libc = ctypes.CDLL(None)
    semaphore = (ctypes.c_char * _SEMAPHORE_BYTES).from_buffer(memory)
    held = libc.sem_trywait(semaphore) == 0
    try:
        yield held
    finally:
        if held:
            libc.sem_post(semaphore)
        del semaphore  # it keeps the memory open
        memory.close()


def _remove(folder: Path, name: str, locks: Iterable[Path]) -> bool:
    """Remove a segment or port with its lock files; False if one of these is held, or too young to tell."""
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


def _others_use(locks: Iterable[Path]) -> bool:
    """Whether a lock is held that this process namespace does not show: then another container uses the folder."""
    try:
        shown = _shown_locks()
    except OSError:
        return True  # not to be told
    for lock in locks:
        with contextlib.suppress(OSError):  # gone by now
            about = lock.stat()
            if f" {_device(about)}:{about.st_ino} " not in shown and _is_locked(lock):
                return True
    return False


def _is_locked(lock: Path) -> bool:
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _shown_locks() -> str:
    """The locks that processes of this namespace hold, as the kernel lists them."""
    return Path("/proc/locks").read_text(encoding="ascii")


def _users(folder: Path) -> dict[str, set[int]]:
    """{name: ids of the running processes that have the folder's file of that name in their memory}."""
    mapped: dict[tuple[str, int], set[int]] = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):  # ended, or another user's, who cannot open our files
            for line in Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines():
                _, _, _, device, inode, *_ = line.split(maxsplit=5)
                mapped.setdefault((device, int(inode)), set()).add(int(pid))
    users = {}
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            about = path.stat()
            users[path.name] = mapped.get((_device(about), about.st_ino), set())
    return users


def _device(about: os.stat_result) -> str:
    """As /proc writes it."""
    return f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}"
