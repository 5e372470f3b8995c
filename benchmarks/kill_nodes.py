"""Kill mapper, ask, replay or the bring-up with SIGKILL at random instants; look at what is left and at the next start.

Prints a table and writes benchmarks/out/kill_nodes.json. Run it with

    .venv/bin/python benchmarks/kill_nodes.py [--which mapper ask replay bringup] [--rounds 30]

Rounds that the JSON file holds already are not run again, so it can be run in parts. A round is clean if all processes
of the killed system end within the limit, the next start answers `/ask` and ends with exit code 0 on SIGINT, and
neither a process nor a file of shared memory is left then. As root, the rounds have a /dev/shm of their own, so that
other systems on this machine are not counted; otherwise shared memory is not looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

OUT = ROOT / "benchmarks" / "out" / "kill_nodes.json"
WHICH = ("mapper", "ask", "replay", "bringup")
LATEST_S = 8.0  # the instant is drawn from 0 to this, counted from the start of the bring-up
END_LIMIT_S = 60.0
ANSWER_LIMIT_S = 200.0
UNHEARD_AFTER_S = 20.0
MARK = "KILL_NODES_ROUND"
ALONE = "KILL_NODES_ALONE"  # set while /dev/shm is our own
QUESTION = "How many chairs are there?"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--which", nargs="+", choices=WHICH, default=WHICH)
    parser.add_argument("--rounds", type=int, default=30, help="of each")
    parser.add_argument("--again", action="store_true", help="forget the rounds of earlier runs")
    parser.add_argument("--domain", type=int, default=101, help="ROS_DOMAIN_ID of the rounds")
    parser.add_argument("--instant", type=float, help="kill this long after the start, s, instead of at random")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    own_shared_memory()
    os.environ["ROS_DOMAIN_ID"] = str(arguments.domain)
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    os.environ["FASTDDS_DEFAULT_PROFILES_FILE"] = str(ROOT / "config" / "fastdds.xml")

    done: dict[str, dict[str, Any]] = {}
    if arguments.out.exists() and not arguments.again:
        done = json.loads(arguments.out.read_text())["rounds"]
    with tempfile.TemporaryDirectory(prefix="kill_nodes_") as scratch:
        sequence = Path(scratch) / "sequence"
        write_sequence(sequence)
        for number in range(arguments.rounds):
            for which in arguments.which:
                name = f"{which} {number}"
                if name not in done:
                    instant_s = arguments.instant or random.Random(name).uniform(0.0, LATEST_S)
                    done[name] = run_round(which, instant_s, sequence)
                    print(f"{name}: {done[name]}", flush=True)
                    write(done, arguments.out)
    report(done)
    return 0 if all(found["trouble"] == "" for found in done.values()) else 1


def own_shared_memory() -> None:
    """Start this program again with a /dev/shm that nobody else sees, where that is allowed."""
    if os.geteuid() != 0 or shutil.which("unshare") is None or os.environ.get(ALONE):
        return
    probe = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]
    if subprocess.run(probe, capture_output=True).returncode == 0:
        os.environ[ALONE] = "1"
        script = 'mount -t tmpfs tmpfs /dev/shm && exec "$@"'
        os.execvp("unshare", ["unshare", "-m", "sh", "-c", script, "sh", sys.executable, *sys.argv])


def write_sequence(folder: Path) -> None:
    """30 frames of a chair, 0.8 m wide and 1 m high, that stands 1 m before a wall, at 10 Hz."""
    from situated_qa.geometry import Frame, Intrinsics, Transform
    from situated_qa.geometry.transforms import T_LINK_OPTICAL
    from situated_qa.sequences import SequenceWriter

    camera = Intrinsics(width=160, height=120, fx=100.0, fy=100.0, cx=79.5, cy=59.5)
    depth = np.full((120, 160), 3.0, np.float32)
    ids = np.full((120, 160), -1, np.int32)
    color = np.full((120, 160, 3), 180, np.uint8)
    depth[70:, 60:100], ids[70:, 60:100], color[70:, 60:100] = 2.0, 0, (200, 30, 30)
    T_map_camera = Transform.from_yaw(0.0, np.array([0.0, 0.0, 1.0])) @ T_LINK_OPTICAL
    with SequenceWriter(folder, camera, frame_rate_hz=10.0, categories={0: "chair"}) as writer:
        for index in range(30):
            writer.add(Frame((100 + index) * 100_000_000, color, depth, camera, T_map_camera, ids))


def run_round(which: str, instant_s: float, sequence: Path) -> dict[str, Any]:
    """Start the system, kill a part of it, start it again; what was found, with `trouble` empty if all was well."""
    mark = secrets.token_hex(8)
    found: dict[str, Any] = {"instant_s": round(instant_s, 2), "trouble": ""}
    started = time.monotonic()
    first = start(sequence, mark)
    time.sleep(max(0.0, started + instant_s - time.monotonic()))
    victims = [first.pid] if which == "bringup" else wait_for(lambda: nodes(mark, which), END_LIMIT_S)
    if not victims:
        return {**found, "trouble": f"there was no {which} to kill"}
    os.kill(victims[0], signal.SIGKILL)
    killed = time.monotonic()
    try:
        first.wait(END_LIMIT_S)
    except subprocess.TimeoutExpired:
        found["trouble"] = f"the bring-up did not end within {END_LIMIT_S:.0f} s"
    wait_for(lambda: not running(mark), END_LIMIT_S)
    found["end_s"] = round(time.monotonic() - killed, 2)
    if left := running(mark):
        found["trouble"] = f"left running: {', '.join(left.values())}"
        for pid in left:
            os.kill(pid, signal.SIGKILL)

    begin = time.monotonic()
    second = start(sequence, mark)
    answer, found["unheard"] = ask()
    found["answer"], found["answer_s"] = answer, round(time.monotonic() - begin, 2)
    second.send_signal(signal.SIGINT)
    try:
        code: int | str = second.wait(END_LIMIT_S)
    except subprocess.TimeoutExpired:
        code = "none: it went on"
        second.kill()
    trouble = [found["trouble"]] if found["trouble"] else []
    if code != 0:
        trouble.append(f"the next start ended with exit code {code}")
    if not answer.startswith("answered: "):
        trouble.append(f"the next start gave no answer: {answer}")
    wait_for(lambda: not running(mark), END_LIMIT_S)
    trouble += [f"left running after the next start: {line}" for line in running(mark).values()]
    memory = sorted(path.name for path in Path("/dev/shm").glob("*fast*")) if os.environ.get(ALONE) else []
    if memory:
        trouble.append(f"left in shared memory: {', '.join(memory)}")
    if trouble or found["unheard"]:
        print((sequence.parent / "nodes.log").read_text(errors="replace"), file=sys.stderr)
    return {**found, "trouble": "; ".join(trouble)}


def start(sequence: Path, mark: str) -> subprocess.Popen[bytes]:
    """A bring-up of mapper, ask and replay."""
    command = [sys.executable, "-m", "situated_qa.cli", "bringup", "--sequence", str(sequence), "--loop"]
    command += ["--llm", "none", "--detector", "true-masks"]
    environment = {**os.environ, MARK: mark, "PYTHONPATH": str(ROOT / "src")}
    with (sequence.parent / "nodes.log").open("w") as log:  # that of the next start replaces that of the first
        return subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)


def ask() -> tuple[str, int]:
    """What `/ask` says to a process of its own, asked until there is a graph and a pose; and how often it said nothing.

    A request or response of ROS 2 can get lost while both sides discover each other on a busy machine, without a word.
    """
    deadline = time.monotonic() + ANSWER_LIMIT_S
    command = [sys.executable, "-m", "situated_qa.cli", "ask", QUESTION, "--json", "--timeout-s", str(UNHEARD_AFTER_S)]
    text, unheard = "nothing", 0
    while time.monotonic() < deadline:
        asked = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            timeout=10 * UNHEARD_AFTER_S,
        )
        if not asked.stdout:
            text = asked.stderr.strip()[-300:]
            unheard += "did not respond" in text
            continue
        response = json.loads(asked.stdout)
        if response["status"] == 0:
            return f"answered: {response['answer']}", unheard
        text = f"status {response['status']}: {response['status_text']}"
    return text, unheard


def running(mark: str) -> dict[int, str]:
    """{process id: command line} of all that carries a round's mark."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"{MARK}={mark}".encode() in Path(f"/proc/{name}/environ").read_bytes().split(b"\0"):
                found[int(name)] = Path(f"/proc/{name}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:100]
        except OSError:
            continue  # ended, or another user's
    return found


def nodes(mark: str, which: str) -> list[int]:
    """The processes that run a node."""
    return [pid for pid, line in running(mark).items() if f"situated_qa.ros.{which}_node" in line]


def wait_for(look: Callable[[], Any], limit_s: float) -> Any:
    """What `look` gives once it is true, or at the end of the time."""
    deadline = time.monotonic() + limit_s
    while not (seen := look()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return seen


def write(done: dict[str, dict[str, Any]], out: Path) -> None:
    out.parent.mkdir(exist_ok=True)
    good = sum(found["trouble"] == "" for found in done.values())
    figures = {"rounds": len(done), "clean": good}
    text = json.dumps({"machine": platform.platform(), "figures": figures, "rounds": done}, indent=1)
    out.write_text(text + "\n")


def report(done: dict[str, dict[str, Any]]) -> None:
    print(
        f"{'killed':10} {'clean':>9} {'all ended, s (max)':>20} {'next answer, s (median)':>25} {'calls unheard':>14}"
    )
    for which in WHICH:
        rounds = [found for name, found in done.items() if name.split()[0] == which]
        if rounds:
            clean = sum(found["trouble"] == "" for found in rounds)
            ends = max(found.get("end_s", 0.0) for found in rounds)
            answers = sorted(found.get("answer_s", 0.0) for found in rounds)[len(rounds) // 2]
            unheard = sum(found.get("unheard", 0) for found in rounds)
            print(f"{which:10} {clean:>3} of {len(rounds):>3} {ends:>20.1f} {answers:>25.1f} {unheard:>8}")
    for name, found in done.items():
        if found["trouble"]:
            print(f"{name}: {found['trouble']}")


if __name__ == "__main__":
    raise SystemExit(main())
