"""Rooms, doors, walkable floor and names found from rendered homes, beside the truth, and what they cost.

Prints a table and writes benchmarks/out/rooms.json; --pictures FOLDER draws true and found rooms of each home.
Run it with: .venv/bin/python benchmarks/rooms.py HOME [HOME …]
A home is a sequence folder with scene.json, or a folder of such. Objects, which only the names depend on, come from
true masks in every fourth frame. A room is found if it shares more than half of its floor (intersection over union)
with a true one; a door if its middle is within 0.4 m of a true open one. Times are CPU time of the one thread that
works, so a busy machine does not count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.config import Settings  # noqa: E402
from situated_qa.mapping.occupancy import OccupancyGrid  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.files import read_scene  # noqa: E402
from situated_qa.scene.floor_plan import FloorPlan  # noqa: E402
from situated_qa.scene.graph import SceneGraph  # noqa: E402
from situated_qa.scene.walking import Walker  # noqa: E402
from situated_qa.sequences import Sequence as FrameSequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out"
DOOR_NEAR_M = 0.4
PAIRS = 12  # of places in a home between which ways are compared
TIMED_FRAMES = 30


@dataclass
class Counts:
    """Sums over homes."""

    homes: int = 0
    frames: int = 0
    true_rooms: int = 0
    found_rooms: int = 0  # that match a true one
    invented_rooms: int = 0
    right_names: int = 0
    true_doors: int = 0
    found_doors: int = 0
    invented_doors: int = 0
    walk_both: int = 0
    walk_found: int = 0
    walk_true: int = 0
    objects: int = 0
    objects_in_right_room: int = 0
    ways: int = 0
    ways_missing: int = 0
    way_errors: list[float] = field(default_factory=list)  # share of the true length
    area_errors: list[float] = field(default_factory=list)  # share of the true area
    frame_ms: list[float] = field(default_factory=list)
    update_ms: list[float] = field(default_factory=list)
    mb: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # in words

    def figures(self) -> dict[str, float]:
        def share(part: float, whole: float) -> float:
            return round(100 * part / whole, 1) if whole else 0.0

        def middle(values: list[float]) -> float:
            return statistics.median(values) if values else 0.0

        return {
            "homes": self.homes,
            "frames": self.frames,
            "true_rooms": self.true_rooms,
            "rooms_found_percent": share(self.found_rooms, self.true_rooms),
            "rooms_invented": self.invented_rooms,
            "names_right_percent": share(self.right_names, self.found_rooms),
            "doors_found_percent": share(self.found_doors, self.true_doors),
            "doors_invented": self.invented_doors,
            "walkable_precision_percent": share(self.walk_both, self.walk_found),
            "walkable_recall_percent": share(self.walk_both, self.walk_true),
            "objects_in_right_room_percent": share(self.objects_in_right_room, self.objects),
            "area_error_median_percent": round(100 * middle(self.area_errors), 1),
            "ways_compared": self.ways,
            "ways_missing": self.ways_missing,
            "way_error_median_percent": round(100 * middle(self.way_errors), 2),
            "way_error_95_percent": round(100 * float(np.percentile(self.way_errors or [0.0], 95)), 2),
            "cpu_ms_per_frame_median": round(middle(self.frame_ms), 2),
            "cpu_ms_per_update_median": round(middle(self.update_ms), 1),
            "cpu_ms_per_update_largest": round(max(self.update_ms, default=0.0), 1),
            "mb_largest": round(max(self.mb, default=0.0), 2),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("homes", nargs="+", type=Path)
    parser.add_argument("--pictures", type=Path, help="draw each home into this folder")
    parser.add_argument("--out", type=Path, default=OUT / "rooms.json")
    arguments = parser.parse_args()
    folders = sorted({scene.parent for home in arguments.homes for scene in home.glob("**/scene.json")})
    folders = [folder for folder in folders if (folder / "camera.json").is_file()]
    if not folders:
        print(f"no rendered homes in {', '.join(map(str, arguments.homes))}: camera.json and scene.json are wanted")
        return 1
    counts = Counts()
    for folder in folders:
        before = len(counts.wrong)
        graph, grid = mapped(folder, counts)
        truth = read_scene(folder / "scene.json").graph
        compare(folder.name, truth, graph, grid, counts)
        print(f"{folder.name}: {len(graph.rooms)} rooms; {'; '.join(counts.wrong[before:]) or 'all right'}", flush=True)
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
            draw(truth, graph, arguments.pictures / f"{folder.name}.png")
    figures = counts.figures()
    for name, value in figures.items():
        print(f"{name:32} {value}")
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    report = {"homes": [folder.name for folder in folders], "wrong": counts.wrong, "figures": figures}
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def mapped(folder: Path, counts: Counts) -> tuple[SceneGraph, OccupancyGrid]:
    """All frames of a home through the pipeline."""
    sequence = FrameSequence.open(folder)
    settings = Settings(detector=DetectorSettings(name="true-masks"))
    pipeline = MappingPipeline(settings, make_detector(settings.detector, categories=sequence.categories))
    grid = OccupancyGrid(settings.occupancy, "cpu")  # one of our own, to be timed alone
    grid.warm_up()
    for index, frame in enumerate(sequence):
        pipeline.integrate(frame)
        if index % 4 == 0:
            pipeline.perceive(frame)
        start = time.thread_time()
        grid.integrate(frame)
        if index % max(1, len(sequence) // TIMED_FRAMES) == 0:
            counts.frame_ms.append(1000 * (time.thread_time() - start))
    pipeline.find_rooms()
    for _ in range(3):
        start = time.thread_time()
        pipeline.find_rooms()
        counts.update_ms.append(1000 * (time.thread_time() - start))
    counts.homes += 1
    counts.frames += len(sequence)
    counts.mb.append(grid.nbytes / 1e6)
    return pipeline.graph, grid


def compare(home: str, truth: SceneGraph, graph: SceneGraph, grid: OccupancyGrid, counts: Counts) -> None:
    true_plan, plan = truth.floor_plan, graph.floor_plan
    assert true_plan is not None
    inner = [door for door in true_plan.doors if door.open and "" not in door.rooms]
    counts.true_rooms += len(true_plan.room_names)
    counts.true_doors += len(inner)
    if plan is None:
        counts.wrong.append("no rooms at all")
        return
    index, walkable = on_cells_of(true_plan, plan)
    names: dict[str, str] = {}  # true name by found name
    for k, true_name in enumerate(true_plan.room_names):
        mask = true_plan.room_index == k
        shares = [(mask & (index == j)).sum() / (mask | (index == j)).sum() for j in range(len(plan.room_names))]
        j = int(np.argmax(shares))
        if shares[j] <= 0.5:
            counts.wrong.append(f"{true_name} not found")
            continue
        found_name = plan.room_names[j]
        names[found_name] = true_name
        counts.found_rooms += 1
        counts.right_names += found_name == true_name
        counts.area_errors.append(abs(plan.area_m2(found_name) / true_plan.area_m2(true_name) - 1))
        if found_name != true_name:
            counts.wrong.append(f"{true_name} is called {found_name}")
    invented = [name for name in plan.room_names if name not in names]
    counts.invented_rooms += len(invented)
    counts.wrong += [f"{name} invented" for name in invented]
    for door in inner:
        near = any(np.linalg.norm(other.center - door.center) <= DOOR_NEAR_M for other in plan.doors)
        counts.found_doors += near
        if not near:
            counts.wrong.append(f"door {door.rooms[0]} – {door.rooms[1]} not found")
    for door in plan.doors:
        if not any(np.linalg.norm(other.center - door.center) <= DOOR_NEAR_M for other in inner):
            counts.invented_doors += 1
            counts.wrong.append(f"door {door.rooms[0]} – {door.rooms[1]} invented")
    seen = seen_cells(true_plan, grid)
    counts.walk_both += int((walkable & true_plan.walkable & seen).sum())
    counts.walk_found += int((walkable & seen).sum())
    counts.walk_true += int((true_plan.walkable & seen).sum())
    for node in graph.objects:
        room = true_plan.room_at(node.box.center) or true_plan.nearest_room(node.box.center, 0.6)
        if room:
            counts.objects += 1
            counts.objects_in_right_room += names.get(node.room, "") == room
    compare_ways(home, true_plan, plan, walkable & true_plan.walkable, counts)


def on_cells_of(true_plan: FloorPlan, plan: FloorPlan) -> tuple[np.ndarray, np.ndarray]:
    """The found room index and walkable floor at the middles of the true plan's cells."""
    cells = np.argwhere(np.ones(true_plan.walkable.shape, dtype=bool))
    at = plan.cells_of(true_plan.centers_of(cells))
    on = plan.inside(at)
    index = np.full(len(cells), -1)
    walkable = np.zeros(len(cells), dtype=bool)
    index[on], walkable[on] = plan.room_index[tuple(at[on].T)], plan.walkable[tuple(at[on].T)]
    return index.reshape(true_plan.walkable.shape), walkable.reshape(true_plan.walkable.shape)


def seen_cells(true_plan: FloorPlan, grid: OccupancyGrid) -> np.ndarray:
    """Cells of the true plan at which the camera saw anything below the robot's height."""
    cells = np.argwhere(np.ones(true_plan.walkable.shape, dtype=bool))
    at = np.floor((true_plan.centers_of(cells) - grid.origin) / grid.settings.cell_m).astype(int)[:, ::-1]
    known = grid.evidence[:7].any(axis=0)
    on = ((at >= 0) & (at < known.shape)).all(axis=1)
    seen = np.zeros(len(cells), dtype=bool)
    seen[on] = known[tuple(at[on].T)]
    return seen.reshape(true_plan.walkable.shape)


def compare_ways(home: str, true_plan: FloorPlan, plan: FloorPlan, both: np.ndarray, counts: Counts) -> None:
    """Lengths of the shortest ways between places that are walkable in truth and as found."""
    rng = np.random.default_rng(0)
    cells = np.argwhere(both)
    for _ in range(PAIRS):
        start, goal = cells[rng.integers(len(cells), size=2)]
        true_way = Walker(true_plan, start[None]).way_to(goal[None])
        if true_way is None or true_way.length_m < 1.0:
            continue
        found = plan.cells_of(true_plan.centers_of(np.array([start, goal])))
        way = Walker(plan, found[:1]).way_to(found[1:])
        counts.ways += 1
        if way is None:
            counts.ways_missing += 1
        else:
            counts.way_errors.append(abs(way.length_m / true_way.length_m - 1))


def draw(truth: SceneGraph, graph: SceneGraph, path: Path) -> None:
    """White: walkable in both; blue: in truth only; red: as found only; true rooms have black outlines, found green."""
    import cv2

    true_plan, plan = truth.floor_plan, graph.floor_plan
    assert true_plan is not None
    index, walkable = (
        on_cells_of(true_plan, plan) if plan is not None else (true_plan.room_index, np.zeros_like(true_plan.walkable))
    )
    shades = np.random.default_rng(1).integers(120, 220, size=(64, 3))
    picture = np.where((index >= 0)[..., None], shades[index % 64], 90).astype(np.uint8)
    picture[walkable & true_plan.walkable] = 255
    picture[true_plan.walkable & ~walkable] = (255, 60, 60)  # BGR
    picture[walkable & ~true_plan.walkable] = (60, 60, 255)
    scale, margin = 5, 20
    picture = cv2.resize(picture[::-1], None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    height = picture.shape[0]
    picture = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(90, 90, 90))

    def pixel(point: Sequence[float] | np.ndarray) -> tuple[int, int]:
        x, y = (np.asarray(point[:2]) - true_plan.origin) / true_plan.cell_m * scale
        return int(x) + margin, int(height - y) + margin

    for nodes, color in ((truth.rooms, (0, 0, 0)), (graph.rooms, (0, 130, 0))):
        for room in nodes:
            cv2.polylines(picture, [np.array([pixel(p) for p in room.box.footprint()])], True, color, 1)
    for room in graph.rooms:
        cv2.putText(
            picture, room.name, pixel(room.box.center - (0.8, 0, 0)), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 90, 0), 1
        )
    for door in plan.doors if plan is not None else ():
        cv2.circle(picture, pixel(door.center), 8, (0, 130, 0), 2)
    cv2.imwrite(str(path), picture)


if __name__ == "__main__":
    sys.exit(main())
