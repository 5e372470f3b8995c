"""The life of a node's process: signals while it cleans up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src"
SCRIPT = """
    import os, sys
    from rclpy.node import Node
    from situated_qa.ros.run import run_node

    def pause(name, write=os.write, read=os.read):
        write(1, f"{name}\\n".encode())
        read(0, 1)

    class Slow(Node):
        def __init__(self):
            super().__init__("slow")
            self.create_timer(0.01, lambda: self.once())

        def once(self):
            if not hasattr(self, "said"):
                self.said = True
                os.write(1, b"spinning\\n")

        def destroy_node(self):
            pause("destroying")
            super().destroy_node()

    class AtTheEnd:
        def __del__(self, pause=pause):  # the interpreter is ending and has taken Python's handlers off
            pause("ending")

    sys.modules["kept"] = AtTheEnd()
    sys.exit(run_node(Slow))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_while_a_node_cleans_up_do_not_change_its_end(number: signal.Signals, ros_domain: int) -> None:
    """As Ctrl-C on the process group of `ros2 launch` does: the terminal's signal, then the launcher's."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        for phase in ("spinning", "destroying", "ending"):
            assert process.stdout.readline().strip() == phase
            process.send_signal(number)
            if phase != "spinning":
                process.stdin.write("x")
                process.stdin.flush()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()
