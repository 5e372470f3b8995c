"""What mapping costs per frame, beside Open3D's VoxelBlockGrid on the same frames in the same run.

Prints a table and writes benchmarks/out/mapping.json. Run it with: .venv/bin/python benchmarks/mapping.py
Without a sequence at hand it renders a room of its own. CPU time is of the whole process, so all of Open3D's threads
count; both sides take turns every few frames, so that a busy machine slows both. The first frames are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.errors import SequenceError  # noqa: E402
from situated_qa.geometry import Frame, Intrinsics, Transform  # noqa: E402
from situated_qa.mapping.surface import SurfaceMap  # noqa: E402
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out" / "mapping.json"
DEFAULT_SEQUENCE = ROOT / ".." / "shared" / "data" / "livingroom211"
MAX_DEPTH_M, TRUNCATION_VOXELS, OPEN3D_BLOCKS = 4.0, 4.0, 60_000
CHUNK, WARM_UP = 10, 20  # frames
PAUSE_S = 0.05  # OpenMP threads spin for a while after their work; that must not count for the other side


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequence", type=Path, help="a sequence folder; default livingroom211 or a rendered room")
    parser.add_argument("--frames", type=int, default=200, help="how many frames to take")
    parser.add_argument("--voxel-sizes", type=float, nargs="+", default=[0.02], help="m; the first gives the figures")
    parser.add_argument("--device", default="cpu", choices=("auto", "cpu", "cuda"))
    arguments = parser.parse_args()
    if arguments.frames <= WARM_UP:
        parser.error(f"--frames must be more than the {WARM_UP} that are not counted")

    try:
        name, count, frame_at = source(arguments.sequence, arguments.frames)
    except SequenceError as error:
        parser.error(str(error))
    figures: dict[str, float] = {}
    for position, voxel_size in enumerate(arguments.voxel_sizes):
        measured = measure(frame_at, count, voxel_size, arguments.device)
        suffix = "" if position == 0 else f"_{round(voxel_size * 1000)}mm"
        figures.update({key + suffix: value for key, value in measured.items()})

    print(f"{name}, {count} frames, voxels of {arguments.voxel_sizes} m, depth to {MAX_DEPTH_M} m")
    print("| figure | value |\n|---|---|")
    for key, value in figures.items():
        print(f"| {key} | {value} |")
    OUT.parent.mkdir(exist_ok=True)
    document = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, device {arguments.device}",
        "threads": f"ours 1; Open3D {os.environ.get('OMP_NUM_THREADS', 'all cores')}",
        "sequence": name,
        "frames": count,
        "voxel_size_m": arguments.voxel_sizes,
        "statistic": "median per frame after warm-up; fps from the mean; CPU time of the whole process",
        "open3d": "VoxelBlockGrid, float tsdf, uint16 weight and color, fed the uint16 depth it prefers",
        "figures": figures,
    }
    OUT.write_text(json.dumps(document, indent=2) + "\n")
    print(f"written to {OUT}")
    return 0


def measure(frame_at: Callable[[int], Frame], count: int, voxel_size: float, device: str) -> dict[str, float]:
    """Run both over all frames in turns."""
    settings = MappingSettings(
        voxel_size_m=voxel_size, max_depth_m=MAX_DEPTH_M, truncation_voxels=TRUNCATION_VOXELS, device=device
    )
    volume, surface = TSDFVolume(settings), SurfaceMap()
    volume.warm_up()
    peer = open3d_integrator(frame_at(0).camera, voxel_size)
    wall: dict[str, list[float]] = {"tsdf": [], "surface": [], "open3d": []}
    cpu: dict[str, list[float]] = {"tsdf": [], "surface": [], "open3d": []}

    def clocked(what: str, step: Callable[[], Any]) -> None:
        wall_start, cpu_start = time.perf_counter(), time.process_time()
        step()
        cpu[what].append(1e3 * (time.process_time() - cpu_start))
        wall[what].append(1e3 * (time.perf_counter() - wall_start))

    def ours(frames: list[Frame]) -> None:
        for frame in frames:
            clocked("tsdf", lambda frame=frame: volume.integrate(frame))
            clocked("surface", lambda: surface.update(volume))

    def theirs(frames: list[Frame]) -> None:
        for frame in frames:
            depth_mm = np.nan_to_num(frame.depth * 1000.0).round().astype(np.uint16)  # as its camera gave it: free
            clocked("open3d", lambda frame=frame, depth_mm=depth_mm: peer(frame, depth_mm))

    for number, low in enumerate(range(0, count, CHUNK)):
        frames = [frame_at(index) for index in range(low, min(low + CHUNK, count))]
        sides = (ours, theirs) if peer else (ours,)
        for side in sides if number % 2 else sides[::-1]:
            time.sleep(PAUSE_S)
            side(frames)

    def typical(values: list[float]) -> float:
        return round(statistics.median(values[WARM_UP:]), 2)

    both = [a + b for a, b in zip(wall["tsdf"], wall["surface"], strict=True)][WARM_UP:]
    figures = {
        "mapper_fps": round(1e3 / statistics.mean(both), 1),
        "tsdf_cpu_ms": typical(cpu["tsdf"]),
        "tsdf_wall_ms": typical(wall["tsdf"]),
        "surface_cpu_ms": typical(cpu["surface"]),
        "blocks": volume.block_count,
        "surface_points": len(surface.points()),
        "map_mb": round(volume.block_count * volume.nbytes / volume.store.capacity / 1e6, 1),
    }
    if peer:
        figures["open3d_cpu_ms"] = typical(cpu["open3d"])
        figures["open3d_wall_ms"] = typical(wall["open3d"])
        figures["tsdf_open3d_ratio"] = round(figures["open3d_cpu_ms"] / figures["tsdf_cpu_ms"], 2)
    return figures


def open3d_integrator(camera: Intrinsics, voxel_size: float) -> Callable[[Frame, np.ndarray], None] | None:
    """One frame into a VoxelBlockGrid with room for every block (it stalls for seconds when it must grow)."""
    try:
        import open3d as o3d
    except ImportError:
        print("open3d is not installed: its figures are left out", file=sys.stderr)
        return None
    core = o3d.core
    grid = o3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight", "color"), (core.float32, core.uint16, core.uint16), (1, 1, 3), voxel_size, 8, OPEN3D_BLOCKS,
        core.Device("CPU:0"),
    )  # fmt: skip
    K = core.Tensor(np.array([[camera.fx, 0, camera.cx], [0, camera.fy, camera.cy], [0, 0, 1.0]]))

    def integrate(frame: Frame, depth_mm: np.ndarray) -> None:
        depth, color = (o3d.t.geometry.Image(core.Tensor(image)) for image in (depth_mm, frame.color))
        T_camera_map = core.Tensor(frame.T_map_camera.inverse().as_matrix())
        blocks = grid.compute_unique_block_coordinates(depth, K, T_camera_map, 1000.0, MAX_DEPTH_M, TRUNCATION_VOXELS)
        grid.integrate(blocks, depth, color, K, K, T_camera_map, 1000.0, MAX_DEPTH_M, TRUNCATION_VOXELS)

    return integrate


def source(folder: Path | None, wanted: int) -> tuple[str, int, Callable[[int], Frame]]:
    """What to map: its name, how many frames, and frame by index."""
    if folder is None and DEFAULT_SEQUENCE.is_dir():
        folder = DEFAULT_SEQUENCE
    if folder is not None:
        sequence = Sequence.open(folder)
        return folder.name, min(wanted, len(sequence)), sequence.frame
    frames = list(rendered_room(min(wanted, 100)))
    return "rendered room", len(frames), frames.__getitem__


def rendered_room(count: int) -> Iterator[Frame]:
    """A 5 x 4 x 2.6 m room with a ball in it, seen by a camera that turns in its middle; depth is exact."""
    camera = Intrinsics(640, 480, 525.0, 525.0, 319.5, 239.5)
    v, u = np.mgrid[: camera.height, : camera.width]
    local = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)], axis=-1)
    half, center, ball, radius = np.array([2.5, 2.0, 1.3]), np.array([0.0, 0.0, 1.3]), np.array([1.4, 0.3, 0.5]), 0.5
    for k in range(count):
        yaw = 2 * np.pi * k / 100
        forward, right = np.array([np.cos(yaw), np.sin(yaw), 0.0]), np.array([np.sin(yaw), -np.cos(yaw), 0.0])
        pose = Transform(np.stack([right, [0.0, 0.0, -1.0], forward], axis=1), np.array([0.2, -0.1, 1.2]))
        rays = local @ pose.R.T
        with np.errstate(divide="ignore"):
            walls = ((np.sign(rays) * half + center - pose.t) / rays).min(axis=-1)
        a, b, c = (rays**2).sum(-1), rays @ (pose.t - ball), ((pose.t - ball) ** 2).sum() - radius**2
        root = b * b - a * c
        with np.errstate(invalid="ignore"):
            depth = np.fmin(walls, np.where((root > 0) & (b < 0), (-b - np.sqrt(root)) / a, np.nan)).astype(np.float32)
        hit = pose.t + rays * depth[..., None]
        color = (127 + 120 * np.sin(hit * 6.0)).astype(np.uint8)
        yield Frame(k * 33_000_000, color, depth, camera, pose)


if __name__ == "__main__":
    sys.exit(main())
