"""What killed Fast DDS processes leave in shared memory is removed, and nothing that somebody still uses."""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from situated_qa.ros import shared_memory

SEGMENT = "fastdds_0123456789abcdef"
OLD_SEGMENT = "fastrtps_fedcba9876543210"
PORT = "fastdds_port7411"


@pytest.fixture(autouse=True)
def nothing_is_young(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_memory, "YOUNG_S", -1.0)


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"x" * 100)


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[str]:
    """A segment whose owner lives: this process."""
    name = "fastdds_1111111111111111"
    make(tmp_path, name, f"{name}_el")
    with (tmp_path / f"{name}_el").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield name


def test_segments_without_an_owner_go_and_others_stay(tmp_path: Path, locked: str) -> None:
    make(tmp_path, SEGMENT, f"{SEGMENT}_el", OLD_SEGMENT, f"{OLD_SEGMENT}_el", "sem.somebody", "fastdds_not_ours")
    assert shared_memory.remove_ownerless(tmp_path) == [SEGMENT, OLD_SEGMENT]
    assert left(tmp_path) == {locked, f"{locked}_el", "sem.somebody", "fastdds_not_ours"}


def test_a_segment_that_has_no_lock_file_yet_stays(tmp_path: Path) -> None:
    make(tmp_path, SEGMENT)
    assert shared_memory.remove_ownerless(tmp_path) == []
    assert left(tmp_path) == {SEGMENT}


def test_a_young_lock_file_may_be_locked_in_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_memory, "YOUNG_S", 3600.0)
    make(tmp_path, SEGMENT, f"{SEGMENT}_el")
    assert shared_memory.remove_ownerless(tmp_path) == []


def test_ports_go_with_their_mutex_whether_they_have_a_lock_file_or_not(tmp_path: Path, locked: str) -> None:
    make(tmp_path, PORT, f"{PORT}_el", f"sem.{PORT}_mutex", "fastdds_port7000", "sem.fastdds_port7000_mutex")
    assert shared_memory.remove_ownerless(tmp_path) == ["fastdds_port7000", PORT]
    assert left(tmp_path) == {locked, f"{locked}_el"}


@pytest.mark.parametrize("lock", ["_el", "_sl"])
def test_a_port_that_is_listened_to_stays(tmp_path: Path, lock: str) -> None:
    make(tmp_path, PORT, f"{PORT}{lock}", f"sem.{PORT}_mutex")
    with (tmp_path / f"{PORT}{lock}").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        assert shared_memory.remove_ownerless(tmp_path) == []


def test_a_port_that_a_sender_has_in_memory_stays(tmp_path: Path) -> None:
    make(tmp_path, PORT, f"sem.{PORT}_mutex")
    with (tmp_path / PORT).open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ):
        assert shared_memory.remove_ownerless(tmp_path) == []
    assert shared_memory.remove_ownerless(tmp_path) == [PORT]


def semaphore(path: Path, value: int) -> None:
    """A POSIX semaphore as `sem_open` makes it."""
    memory = ctypes.create_string_buffer(32)
    assert ctypes.CDLL(None).sem_init(memory, 1, value) == 0
    path.write_bytes(memory.raw)


@pytest.mark.parametrize("free", [0, 1])
def test_a_port_that_a_process_is_opening_stays(tmp_path: Path, free: int) -> None:
    """It has the mutex in its memory, and waits for it or holds it, until it has locked the port."""
    make(tmp_path, PORT, f"{PORT}_el")
    mutex = tmp_path / f"sem.{PORT}_mutex"
    semaphore(mutex, free)
    script = "import mmap, sys; f = open(sys.argv[1], 'r+b'); m = mmap.mmap(f.fileno(), 0); print(flush=True); input()"
    opener = subprocess.Popen([sys.executable, "-c", script, mutex], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert opener.stdout is not None and opener.stdout.readline() == b"\n"
    assert shared_memory.remove_ownerless(tmp_path) == []
    opener.communicate(b"\n", timeout=60)
    assert shared_memory.remove_ownerless(tmp_path) == [PORT]  # it ended, or died with the mutex
    assert left(tmp_path) == set()


def test_the_mutex_is_held_while_a_port_is_removed_and_free_for_who_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, PORT)
    mutex = tmp_path / f"sem.{PORT}_mutex"
    semaphore(mutex, 1)
    libc = ctypes.CDLL(None)
    with mutex.open("r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)  # as one that opened the mutex before has it
    waiting = (ctypes.c_char * 32).from_buffer(memory)
    tried: list[int] = []

    def remove(folder: Path, name: str, locks: list[Path]) -> bool:
        tried.append(libc.sem_trywait(waiting))
        return True

    monkeypatch.setattr(shared_memory, "_remove", remove)
    assert shared_memory.remove_ownerless(tmp_path) == [PORT]
    assert tried == [-1]
    assert libc.sem_trywait(waiting) == 0


def test_ports_stay_where_another_container_uses_the_folder(
    tmp_path: Path, locked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks of another process namespace are held, and not shown."""
    make(tmp_path, PORT, SEGMENT, f"{SEGMENT}_el")
    monkeypatch.setattr(shared_memory, "_shown_locks", lambda: "")
    assert shared_memory.remove_ownerless(tmp_path) == [SEGMENT]


def test_a_machine_without_the_folder_has_nothing_to_remove(tmp_path: Path) -> None:
    assert shared_memory.remove_ownerless(tmp_path / "shm") == []
