"""Frames mapped and dropped while the detector looks, on an idle and on a busy machine; every node a process.

Prints a table and writes benchmarks/out/frames.json. Run it with: .venv/bin/python benchmarks/frames.py
Rows, for each load (busy processes that this benchmark starts and ends): "camera", frames at 30 Hz whatever happens, as
from a driver; "replay", as fast as the mapper takes them (`wait_for: mapped`). The sequence is the demo's rendered
room (640×480, rendered first where it is not in the cache), or one that --sequence names.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))
sys.path.insert(0, str(ROOT / "benchmarks"))

from transport import end, surroundings  # noqa: E402 - found through the lines above

OUT = ROOT / "benchmarks" / "out" / "frames.json"
CAMERA_HZ = 30.0
LIMIT_S = 600.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequence", type=Path, help="a sequence folder instead of the demo's rendered room")
    parser.add_argument("--loads", type=int, nargs="+", default=[0, 8], help="numbers of busy processes")
    parser.add_argument("--detector", default="nanodet")
    arguments = parser.parse_args()

    folder = arguments.sequence or rendered()
    rows: list[dict[str, Any]] = []
    for load in arguments.loads:
        before = os.getloadavg()[0]
        with busy(load):
            for name in ("camera", "replay"):
                rows.append({"load": load, "load_before": before, "frames": name, **measure(folder, name, arguments)})
                print(json.dumps(rows[-1]), flush=True)
    figures: dict[str, float] = {}
    print("| busy processes | frames from | sent | mapped | dropped or lost | mapped a second | looked at a second |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        print(
            f"| {row['load']} | {row['frames']} | {row['sent']} | {row['mapped']} | {row['lost']} "
            f"| {row['mapped_fps']:.1f} | {row['perceived_fps']:.1f} |"
        )
        figures[f"dropped_{row['frames']}_load_{row['load']}"] = row["lost"]
        if row["frames"] == "replay":
            figures[f"integrated_fps_with_detector_load_{row['load']}"] = row["mapped_fps"]
            figures[f"perceived_fps_load_{row['load']}"] = row["perceived_fps"]
    OUT.parent.mkdir(exist_ok=True)
    machine = {"processor": platform.processor() or platform.machine(), "cpus": os.cpu_count()}
    report = {"figures": figures, "rows": rows, "detector": arguments.detector, "machine": machine}
    OUT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"written: {OUT.relative_to(ROOT)}")
    return 0


def rendered() -> Path:
    """The demo's sequence, from the cache if it is there."""
    from situated_qa.assets import cache_folder
    from situated_qa.sim.catalog import Catalog
    from situated_qa.sim.record import DEMO_SEED, record

    return record(DEMO_SEED, Catalog.open(), cache_folder() / "sequences").sequence.folder


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that never rest, while the block runs, or this process if it is killed."""
    program = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
    processes = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measure(folder: Path, frames_from: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play the sequence once to a new mapper."""
    import rclpy
    from diagnostic_msgs.msg import DiagnosticArray
    from std_msgs.msg import Header

    from situated_qa.ros import qos
    from situated_qa.sequences import Sequence

    sequence = Sequence.open(folder)
    recorded_hz = (len(sequence) - 1) / ((sequence.stamps[-1] - sequence.stamps[0]) / 1e9)
    environment = surroundings(our_profile=True)
    os.environ.update(environment)
    camera = frames_from == "camera"
    replay = {
        "sequence": str(folder.resolve()),
        "rate": (CAMERA_HZ if camera else 10 * CAMERA_HZ) / recorded_hz,
        "wait_for": "nothing" if camera else "mapped",
        "stamps": "now" if camera else "recorded",
        "settle_s": 2.0,
        "wait_for_subscribers": 1,
    }
    table = folder / "instances.json"
    mapper = {"detector.name": arguments.detector, "instance_table": str(table) if table.is_file() else ""}
    rclpy.init()
    node = rclpy.create_node("frames_benchmark")
    counts: dict[str, int] = {}
    times: dict[str, list[float]] = {"mapped": [], "perceived": []}

    def take(message: DiagnosticArray) -> None:
        for status in message.status:
            if status.name == "/mapper":
                counts.update({value.key: int(value.value) for value in status.values if value.value.isdecimal()})

    def done() -> bool:
        handled = counts.get("mapped", 0) + sum(n for key, n in counts.items() if key.startswith("dropped_"))
        if handled != counts.get("handled"):
            counts["handled"], counts["since"] = handled, round(time.monotonic())
        still_s = time.monotonic() - counts["since"]
        return (
            not counts.get("pending")
            and not counts.get("unperceived")
            and (handled >= len(sequence) or handled > 0 and still_s > 30)
        )

    node.create_subscription(DiagnosticArray, "/diagnostics", take, 10)
    for step, seen in times.items():
        node.create_subscription(Header, f"/mapper/{step}", lambda _, s=seen: s.append(time.monotonic()), qos.PROGRESS)
    processes = [start("mapper_node", mapper, environment), start("replay_node", replay, environment)]
    try:
        deadline = time.monotonic() + LIMIT_S
        while not done():
            if time.monotonic() > deadline or any(process.poll() is not None for process in processes):
                raise RuntimeError(f"the nodes did not map the sequence; what is known: {counts}")
            rclpy.spin_once(node, timeout_sec=0.1)
    finally:
        end(*processes[::-1])
        node.destroy_node()
        rclpy.shutdown()
    return {
        "sent": len(sequence),
        "mapped": counts["mapped"],
        "lost": len(sequence) - counts["mapped"],
        **{key: n for key, n in counts.items() if key.startswith("dropped_")},
        "mapped_fps": round(rate(times["mapped"]), 2),
        "perceived": counts["perceived"],
        "perceived_fps": round(counts["perceived"] / (times["perceived"][-1] - times["mapped"][0]), 2),
    }


def start(module: str, parameters: dict[str, Any], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    values = [word for name, value in parameters.items() for word in ("-p", f"{name}:={json.dumps(value)}")]
    line = [sys.executable, "-m", f"situated_qa.ros.{module}", "--ros-args", *values]
    return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def rate(times: list[float]) -> float:
    """Events a second, from the first to the last."""
    return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


if __name__ == "__main__":
    raise SystemExit(main())
