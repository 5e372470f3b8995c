"""Every hostile program ends in a text, leaves no trace outside, and the next program runs.

A file holds a secret, the environment too; a path must not come to be; a port on loopback must not be called.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import hostile_programs
import pytest

from situated_qa.reasoning.sandbox import MAX_OBSERVATION_CHARACTERS, Sandbox, SandboxSettings
from situated_qa.situated.tools import Tools

TIME_LIMIT_S = 0.2
SLACK_S = 15.0
"""Of wall clock: a machine with eight other things to do runs, checks and replaces workers at a tenth of its speed. On
an idle one it is 1 s, see benchmarks/hostile.py; a program that no limit holds goes on for a minute or for ever."""


@dataclass(frozen=True)
class World:
    """What a program could reach if it got out."""

    sandbox: Sandbox
    secret: Path
    new: Path
    port: socket.socket

    def aimed(self, program: str) -> str:
        """The program, with the marks in it put to real targets."""
        port = str(self.port.getsockname()[1])
        return program.replace("@FILE@", str(self.secret)).replace("@NEW@", str(self.new)).replace("@PORT@", port)

    def untouched(self) -> bool:
        """Whether no file was written and no connection was opened."""
        try:
            self.port.accept()[0].close()
        except BlockingIOError:
            return not self.new.exists() and self.secret.read_text() == hostile_programs.SECRET
        return False


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("world")
    secret = folder / "secret.txt"
    secret.write_text(hostile_programs.SECRET)
    settings = SandboxSettings(time_limit_s=TIME_LIMIT_S, memory_limit_mb=32, max_tool_calls=500)
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as port:
        patch.setenv("SITUATED_QA_CANARY", hostile_programs.SECRET)
        port.setblocking(False)
        with Sandbox(settings) as sandbox:
            yield World(sandbox, secret, folder / "new", port)


def test_the_alarm_works(world: World) -> None:
    assert world.untouched()
    world.new.touch()
    assert not world.untouched()
    world.new.unlink()
    with socket.create_connection(world.port.getsockname()):
        assert not world.untouched()
    assert world.untouched()


def test_the_corpus_is_large() -> None:
    assert len(hostile_programs.ALL) >= 400
    assert set(hostile_programs.HARMLESS) <= set(hostile_programs.ALL)


@pytest.mark.parametrize("name", hostile_programs.ALL)
def test_it_ends_harmlessly_and_the_worker_serves_on(name: str, world: World, tools: Tools) -> None:
    program = world.aimed(hostile_programs.ALL[name])
    result = world.sandbox.check_and_run(program, tools)
    if name in hostile_programs.HARMLESS:
        assert result.error is None and result.printed.startswith(hostile_programs.HARMLESS[name])
    else:
        assert result.error
    assert result.seconds - result.tool_seconds < TIME_LIMIT_S + SLACK_S
    assert len(result.observation) <= MAX_OBSERVATION_CHARACTERS and len(result.error or "") <= 3_000
    assert hostile_programs.SECRET not in result.observation + result.printed
    assert set(result.object_ids) <= {1, 2, 3, 4, 5, 6, 7, 8}
    assert world.untouched()
    after = world.sandbox.check_and_run("print(len(scene()), [o.id for o in filter(scene(), 'couch')])", tools)
    assert (after.error, after.printed) == (None, "8 [4]")


@pytest.mark.parametrize("name", [name for name in hostile_programs.ALL if not name.startswith("bombs")])
def test_the_run_alone_holds_what_the_check_would_have_caught(name: str, world: World, tools: Tools) -> None:
    result = world.sandbox.run(world.aimed(hostile_programs.ALL[name]), tools)
    assert result.seconds - result.tool_seconds < TIME_LIMIT_S + SLACK_S
    assert hostile_programs.SECRET not in result.observation + result.printed
    assert world.untouched()
    assert world.sandbox.run("print(len(scene()))", tools).printed == "8"
