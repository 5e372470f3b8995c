"""Workers of the sandbox hold none of the files and sockets of the process that starts them."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc, which Linux alone has")


def children() -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(stat.parent.name))
    return found


def test_workers_do_not_inherit_a_socket_that_a_library_left_inheritable(scene: SituatedScene) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mine:
        mine.set_inheritable(True)  # as a DDS library makes its sockets
        name = os.readlink(f"/proc/self/fd/{mine.fileno()}")
        before = set(children())
        sandbox = Sandbox()
        try:
            assert sandbox.check_and_run("print(1)", Tools(scene), time_limit_s=60.0).observation.strip() == "1"
            workers = set(children()) - before
            assert workers
            for pid in workers:
                held = [os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()]
                assert name not in held
        finally:
            sandbox.close()
