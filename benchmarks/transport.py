"""What gets lost, and how long it takes, between the replay node and who listens to it, as separate processes.

Prints a table and writes benchmarks/out/transport.json. Run it with: .venv/bin/python benchmarks/transport.py
Rows: a process that only counts, with our Fast DDS profile and with Fast DDS's own; and the mapper node (what its
synchronizer got, by its diagnostics). 640×480 color and depth at 30 Hz.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.perception.detector import Capabilities  # noqa: E402 - found through the line above

OUT = ROOT / "benchmarks" / "out" / "transport.json"
PROFILE = ROOT / "config" / "fastdds.xml"
RATE_HZ = 30.0
QUIET_S = 3.0  # after the replay is done
LIMIT_S = 120.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--without-mapper", action="store_true", help="leave out the row of the mapper node")
    parser.add_argument("--count", type=int, help=argparse.SUPPRESS)  # the counting process
    arguments = parser.parse_args()
    if arguments.count is not None:
        print(json.dumps(count(arguments.count)))
        return 0

    rows: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="transport_") as scratch:
        folder = Path(scratch) / "sequence"
        write_sequence(folder, arguments.frames)
        rows["counting process"] = measure(folder, arguments.frames, our_profile=True)
        rows["counting process, Fast DDS's own profile"] = measure(folder, arguments.frames, our_profile=False)
        if not arguments.without_mapper:
            rows["mapper node"] = measure_mapper(folder, arguments.frames)

    counted, own = list(rows.values())[:2]
    figures = {
        "frames_lost": rows.get("mapper node", counted)["lost"],
        "frames_lost_counting": counted["lost"],
        "frames_lost_default_profile": own["lost"],
        "latency_ms": counted["latency_ms"],
        "latency_p95_ms": counted["latency_p95_ms"],
        "frames": arguments.frames,
        "rate_hz": RATE_HZ,
    }
    if "mapper node" in rows:  # what came, but came faster than it could be mapped, is not the transport's loss
        figures["frames_mapped"] = rows["mapper node"]["mapped"]
    print("| listener | frames | lost | mapped | latency, median ms | 95 % ms |\n|---|---|---|---|---|---|")
    for name, row in rows.items():
        more = "".join(
            f" {row[key]:g} |" if key in row else "  |" for key in ("mapped", "latency_ms", "latency_p95_ms")
        )
        print(f"| {name} | {arguments.frames} | {row['lost']} |{more}")
    OUT.parent.mkdir(exist_ok=True)
    machine = {
        "processor": platform.processor() or platform.machine(),
        "cpus": os.cpu_count(),
        "load": os.getloadavg()[0],
    }
    OUT.write_text(json.dumps({"figures": figures, "rows": rows, "machine": machine}, indent=1), encoding="utf-8")
    print(f"written: {OUT.relative_to(ROOT)}")
    return 0


def write_sequence(folder: Path, frames: int) -> None:
    """A camera that moves sideways in front of a wall with stripes."""
    from situated_qa.geometry import Frame, Intrinsics, Transform
    from situated_qa.geometry.transforms import T_LINK_OPTICAL
    from situated_qa.sequences import SequenceWriter

    camera = Intrinsics(640, 480, 570.0, 570.0, 319.5, 239.5)
    rows, columns = np.mgrid[0:480, 0:640]
    with SequenceWriter(folder, camera, frame_rate_hz=RATE_HZ) as writer:
        for index in range(frames):
            stripes = ((columns + index) // 16 % 2 * 180).astype(np.uint8)
            color = np.stack([stripes, (rows // 2).astype(np.uint8), np.full_like(stripes, index % 256)], axis=2)
            depth = np.full((480, 640), 2.0, np.float32)
            T_map_camera = Transform(np.eye(3), np.array([0.0, -0.001 * index, 1.2])) @ T_LINK_OPTICAL
            writer.add(Frame(round(index * 1e9 / RATE_HZ), color, depth, camera, T_map_camera))


def measure(folder: Path, frames: int, *, our_profile: bool) -> dict[str, float]:
    """Frames that a counting process did not get whole, and how old the images are when they arrive."""
    environment = surroundings(our_profile)
    listener = subprocess.Popen(
        [sys.executable, __file__, "--count", str(frames)], env=environment, stdout=subprocess.PIPE, text=True
    )
    replay = start_replay(folder, environment, "now")
    try:
        output, _ = listener.communicate(timeout=LIMIT_S)
    finally:
        end(replay, listener)
    return json.loads(output.splitlines()[-1])


class NoDetector:
    """Sees nothing: the transport is measured, not the detector."""

    name = "none"
    capabilities = Capabilities()

    def __init__(self, settings: Any, **context: Any) -> None: ...

    def detect(self, frame: Any) -> list[Any]:
        return []


def measure_mapper(folder: Path, frames: int) -> dict[str, float]:
    """Frames that the mapper's synchroniser did not get whole, and frames it did not map."""
    import rclpy
    from diagnostic_msgs.msg import DiagnosticArray

    environment = surroundings(our_profile=True)
    module = [sys.executable, "-m", "situated_qa.ros.mapper_node", "--ros-args"]
    settings = ["-p", "detector.name:=transport:NoDetector"]
    mapper = subprocess.Popen([*module, *settings], env=environment, stdout=subprocess.DEVNULL)
    os.environ.update(environment)
    rclpy.init()
    node = rclpy.create_node("transport_benchmark")
    latest: dict[str, str] = {}

    def take(message: Any) -> None:
        for status in message.status:
            if status.name == "/mapper":
                latest.update({value.key: value.value for value in status.values})

    node.create_subscription(DiagnosticArray, "/diagnostics", take, 10)
    replay = start_replay(folder, environment, "recorded")
    try:
        spin_until_replay_is_done(node)
        deadline = time.monotonic() + QUIET_S
        while time.monotonic() < deadline:
            rclpy.spin_once(node, timeout_sec=0.1)
    finally:
        end(replay, mapper)
        node.destroy_node()
        rclpy.shutdown()
    counts = {key: int(value) for key, value in latest.items() if value.isdecimal()}
    dropped = {key: value for key, value in counts.items() if key.startswith("dropped")}
    return {"lost": frames - counts.get("synchronized", 0), "mapped": counts.get("mapped", 0), **dropped}


def count(frames: int) -> dict[str, float]:
    """Listen as the mapper does, until the replay is done; runs in a process of its own."""
    import rclpy
    from sensor_msgs.msg import CameraInfo, Image

    from situated_qa.ros import qos
    from situated_qa.ros.stamps import stamp_from_msg

    stamps: dict[str, set[int]] = {"color": set(), "depth": set(), "info": set()}
    latencies: list[float] = []

    def take(stream: str, message: Any) -> None:
        stamp = stamp_from_msg(message.header.stamp)
        stamps[stream].add(stamp)
        if stream == "color":
            latencies.append((time.time_ns() - stamp) / 1e6)

    rclpy.init()
    node = rclpy.create_node("counter")
    for stream, kind, topic in (
        ("color", Image, "/camera/camera/color/image_raw"),
        ("depth", Image, "/camera/camera/aligned_depth_to_color/image_raw"),
        ("info", CameraInfo, "/camera/camera/color/camera_info"),
    ):
        node.create_subscription(kind, topic, lambda message, stream=stream: take(stream, message), qos.IMAGES_IN)
    spin_until_replay_is_done(node)
    deadline = time.monotonic() + QUIET_S
    while time.monotonic() < deadline:
        rclpy.spin_once(node, timeout_sec=0.1)
    node.destroy_node()
    rclpy.shutdown()
    whole = len(stamps["color"] & stamps["depth"])
    result: dict[str, float] = {
        "lost": frames - whole,
        **{f"{name}_received": len(got) for name, got in stamps.items()},
    }
    if latencies:
        result["latency_ms"] = round(statistics.median(latencies), 2)
        result["latency_p95_ms"] = round(float(np.percentile(latencies, 95)), 2)
    return result


def spin_until_replay_is_done(node: Any) -> None:
    import rclpy
    from std_msgs.msg import String

    from situated_qa.ros import qos

    states: list[str] = []
    node.create_subscription(String, "/replay/state", lambda message: states.append(message.data), qos.LATCHED)
    deadline = time.monotonic() + LIMIT_S
    while "holding" not in states:
        if time.monotonic() > deadline:
            raise TimeoutError(f"the replay was not done after {LIMIT_S} s; its states: {states}")
        rclpy.spin_once(node, timeout_sec=0.1)


def start_replay(folder: Path, environment: dict[str, str], stamps: str) -> subprocess.Popen[bytes]:
    # A camera does not wait for who is slow: what gets lost then is measured.
    parameters = ["-p", f"sequence:={folder}", "-p", f"stamps:={stamps}", "-p", "wait_for:=nothing"]
    module = [sys.executable, "-m", "situated_qa.ros.replay_node", "--ros-args", *parameters]
    return subprocess.Popen(module, env=environment, stderr=subprocess.DEVNULL)


def surroundings(our_profile: bool) -> dict[str, str]:
    from situated_qa.ros.domain import free_domain

    environment = dict(os.environ)
    environment |= {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": str(free_domain())}
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(ROOT / "src"), str(ROOT / "benchmarks"), environment.get("PYTHONPATH", "")]
    )
    environment.pop("FASTDDS_DEFAULT_PROFILES_FILE", None)
    if our_profile:
        environment["FASTDDS_DEFAULT_PROFILES_FILE"] = str(PROFILE)
    return environment


def end(*processes: subprocess.Popen[Any]) -> None:
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
    for process in processes:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


if __name__ == "__main__":
    raise SystemExit(main())
