"""One round of benchmarks/kill_nodes.py each, with the real nodes: nothing is left, and the next start answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("which", ["ask", "bringup"])
def test_after_a_kill_nothing_is_left_and_the_next_start_answers(which: str, ros_domain: int, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    command = [sys.executable, str(ROOT / "benchmarks" / "kill_nodes.py"), "--which", which, "--rounds", "1"]
    command += ["--instant", "4", "--domain", str(ros_domain), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = json.loads(out.read_text())["rounds"].values()
    assert found["trouble"] == "" and found["answer"].startswith("answered: I know of one chair")
