"""Simulated homes: does every seed give one, in how much CPU time, what stands in them; a picture sheet of twenty.

    python benchmarks/homes.py                    1,000 homes, benchmarks/out/homes.json and homes.png
    python benchmarks/homes.py --homes 100
    python benchmarks/homes.py --homes 0          the sheet only

Needs the furniture catalog (`situated-qa fetch furniture`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from situated_qa.errors import SceneError
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.furnishing import PALETTE
from situated_qa.sim.homes import HOMES_VERSION, Home, generate_home

OUT = Path(__file__).resolve().parent / "out"
SCALE = 62.0  # px per meter
OWN_COLOR = (196, 205, 190)


def main() -> int:
    """Generate, count, draw; write benchmarks/out/homes.json and homes.png."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--homes", type=int, default=1000, help="seeds 0 … HOMES - 1")
    parser.add_argument("--sheet", type=int, default=20, help="homes on the picture sheet; 0: none")
    arguments = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    catalog = Catalog.open()
    if arguments.homes:
        figures = measure(catalog, arguments.homes)
        for name, value in figures.items():
            print(f"{name:28} {value}")
        report = {"homes_version": HOMES_VERSION, "homes": arguments.homes, "figures": figures}
        (OUT / "homes.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if arguments.sheet:
        pictures = [draw(generate_home(seed, catalog)) for seed in range(arguments.sheet)]
        cv2.imwrite(str(OUT / "homes.png"), sheet(pictures)[..., ::-1])
        print(f"picture sheet: {OUT / 'homes.png'}")
    return 0


def measure(catalog: Catalog, count: int) -> dict[str, float]:
    """Flat figures over `count` homes; seeds that fail are counted, not raised."""
    seconds: list[float] = []
    objects: list[int] = []
    rooms: list[int] = []
    categories: Counter[str] = Counter()
    several = failures = 0
    for seed in range(count):
        start = time.process_time()
        try:
            home = generate_home(seed, catalog)
        except SceneError as error:
            failures += 1
            print(error, file=sys.stderr)
            continue
        seconds.append(time.process_time() - start)
        objects.append(len(home.objects))
        rooms.append(len(home.rooms))
        found = Counter(item.category for item in home.objects)
        categories.update(found.keys())
        colors = Counter(category for category, _ in {(item.category, item.color) for item in home.objects})
        several += any(number >= 2 for number in colors.values())
    return {
        "failures": failures,
        "seconds_mean": round(statistics.mean(seconds), 3),
        "seconds_95": round(float(np.percentile(seconds, 95)), 3),
        "seconds_max": round(max(seconds), 3),
        "objects_fewest": min(objects),
        "objects_mean": round(statistics.mean(objects), 1),
        "objects_most": max(objects),
        "rooms_mean": round(statistics.mean(rooms), 2),
        "categories": len(categories),
        "categories_in_5_percent": sum(number >= 0.05 * count for number in categories.values()),
        "homes_with_twins_in_two_colors": several,
    }


def draw(home: Home) -> np.ndarray:
    """(H, W, 3) uint8 RGB: the home from above, in its colours, with names; north is up."""
    margin = 22
    width, depth = (round(side * SCALE) for side in home.plan.size)
    image = np.full((depth + 2 * margin + 18, width + 2 * margin, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return margin + round(x * SCALE), margin + 18 + depth - round(y * SCALE)

    cv2.rectangle(image, at(-0.1, -0.1), at(home.plan.size[0] + 0.1, home.plan.size[1] + 0.1), (70, 70, 74), -1)
    for room in home.rooms:
        cv2.rectangle(image, at(*room.low), at(*room.high), (246, 240, 228), -1)
    for door in home.doors:
        across = np.array([door.width, 0.1] if door.along == 0 else [0.1, door.width]) / 2
        cv2.rectangle(image, at(*(door.center - across)), at(*(door.center + across)), (246, 240, 228), -1)
    free = home.floor_plan.walkable
    for row, column in np.argwhere(free)[::11]:
        cv2.circle(image, at((column + 0.5) * 0.05, (row + 0.5) * 0.05), 1, (222, 226, 232), -1)
    for item in sorted(home.objects, key=lambda item: item.box.top if not item.on_wall else 3.0):
        corners = np.array([at(x, y) for x, y in item.box.footprint()])
        cv2.fillPoly(image, [corners], PALETTE[item.color] if item.color else OWN_COLOR)
        cv2.polylines(image, [corners], True, (60, 60, 60), 1, cv2.LINE_AA)
        if item.front is not None and item.supporter is None:
            middle = item.box.center[:2]
            tip = middle + np.array(item.front) * item.box.extents[0] / 2
            cv2.line(image, at(*middle), at(*tip), (250, 60, 200), 1, cv2.LINE_AA)
    for item in home.objects:
        if item.category not in ("door", "window", "book", "radiator"):
            x, y = at(*item.box.center[:2])
            text(image, item.category, x - 2 * len(item.category), y + 3, 0.27)
    for room in home.rooms:
        x, y = at(room.low[0], room.high[1])
        text(image, room.name, x + 4, y + 12, 0.42, (180, 30, 30))
    text(image, f"seed {home.seed}: {len(home.rooms)} rooms, {len(home.objects)} objects", 6, 14, 0.45)
    return image


def text(image: np.ndarray, words: str, x: int, y: int, size: float, rgb: tuple[int, int, int] = (20, 20, 20)) -> None:
    """Small letters with a light edge."""
    for thickness, color in ((2, (255, 255, 255)), (1, rgb)):
        cv2.putText(image, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, color, thickness, cv2.LINE_AA)


def sheet(pictures: list[np.ndarray], columns: int = 4) -> np.ndarray:
    """Pictures of any size in rows."""
    rows = [pictures[k : k + columns] for k in range(0, len(pictures), columns)]
    strips = []
    for row in rows:
        height = max(picture.shape[0] for picture in row)
        padded = [np.pad(p, ((0, height - p.shape[0]), (0, 12), (0, 0)), constant_values=255) for p in row]
        strips.append(np.hstack(padded))
    width = max(strip.shape[1] for strip in strips)
    return np.vstack([np.pad(s, ((0, 0), (0, width - s.shape[1]), (0, 0)), constant_values=255) for s in strips])


if __name__ == "__main__":
    sys.exit(main())
