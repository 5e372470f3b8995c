"""Floor plans of homes from a seed: rooms that fill a rectangle, doors that join them all, windows to the outside.

Two kinds of plan: a rectangle cut again and again (few rooms, around the most public one), and two rows of rooms along
a corridor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.sim.home_openings import draw_doors, draw_windows
from situated_qa.sim.home_plan import WALL_CELLS, HomePlan, HomeRoom, Rect, metres
from situated_qa.sim.interiors import CELL_M

_ATTEMPTS = 1500

_AREA_M2 = {
    "living room": (19.0, 26.0), "kitchen": (10.0, 14.0), "bedroom": (13.0, 17.0), "bathroom": (5.5, 8.5),
    "study": (9.5, 13.0), "dining room": (12.0, 16.0), "nursery": (10.5, 14.0), "guest room": (11.0, 14.0),
    "laundry room": (5.5, 8.0), "studio": (23.0, 30.0), "hall": (6.0, 8.0),
}  # fmt: skip
_SHORTEST_M = {"bathroom": 1.9, "laundry room": 1.9, "hall": 1.7, "living room": 3.5, "kitchen": 2.5, "studio": 3.8}


def draw_plan(rng: np.random.Generator, count: int) -> HomePlan:
    """A plan with `count` rooms, 1 … 8.

    Raises:
        SceneError: `count` is out of range, or no plan was found (a bug: there should always be one).
    """
    if not 1 <= count <= 8:
        raise SceneError(f"a home has 1 to 8 rooms, not {count}")
    for _ in range(_ATTEMPTS):
        kinds = _kinds(rng, count)
        rects = _rows(rng, kinds) if "corridor" in kinds else _cut(rng, kinds)
        if not all(_well_shaped(rect) for rect in rects):
            continue
        if rng.random() < 0.5:
            rects = [Rect(r.kind, r.y0, r.x0, r.y1, r.x1) for r in rects]
        width, depth = max(r.x1 for r in rects), max(r.y1 for r in rects)
        if rng.random() < 0.5:
            rects = [Rect(r.kind, width - r.x1, r.y0, width - r.x0, r.y1) for r in rects]
        doors = draw_doors(rng, rects, width, depth)
        if doors is None:
            continue
        rooms = tuple(
            HomeRoom(r.kind, r.kind, (metres(r.x0), metres(r.y0)), (metres(r.x1), metres(r.y1))) for r in rects
        )
        windows = draw_windows(rng, rects, doors, width, depth)
        return HomePlan((metres(width), metres(depth)), rooms, tuple(doors), tuple(windows))
    raise SceneError(f"no plan with {count} rooms found in {_ATTEMPTS} attempts")


def _kinds(rng: np.random.Generator, count: int) -> list[str]:
    more = [str(kind) for kind in rng.permutation(["study", "dining room", "nursery", "guest room", "laundry room"])]
    if count == 1:
        return ["studio"]
    if count == 2:
        return ["studio", "bathroom"]
    if count == 3:
        return ["living room", "bedroom", str(rng.choice(["bathroom", "kitchen"], p=[0.7, 0.3]))]
    if count == 4:
        return ["living room", "bedroom", "kitchen", str(rng.choice(["bathroom", "study"], p=[0.85, 0.15]))]
    if count == 5:
        hub = ["corridor"] if rng.random() < 0.6 else ["hall"]
        return [*hub, "living room", "bedroom", "kitchen", "bathroom"]
    return ["corridor", "living room", "bedroom", "kitchen", "bathroom", *more[: count - 5]]


def _cells(area_m2: float) -> float:
    return area_m2 / CELL_M**2


def _cut(rng: np.random.Generator, kinds: Sequence[str]) -> list[Rect]:
    """Cut a rectangle into the rooms, each time across its longer side, by their areas."""
    areas = {kind: _cells(float(rng.uniform(*_AREA_M2[kind]))) for kind in kinds}
    ratio = float(rng.uniform(1.05, 1.45) if len(kinds) != 2 else rng.uniform(1.3, 2.2))
    depth = round(np.sqrt(sum(areas.values()) / ratio))
    whole = Rect("", 0, 0, round(depth * ratio), depth)
    order = [str(kind) for kind in rng.permutation(list(kinds))]
    return _cut_piece(whole, order, areas)


def _cut_piece(piece: Rect, kinds: list[str], areas: dict[str, float]) -> list[Rect]:
    if len(kinds) == 1:
        return [Rect(kinds[0], piece.x0, piece.y0, piece.x1, piece.y1)]
    half = len(kinds) // 2
    first, second = kinds[:half], kinds[half:]
    share = sum(areas[kind] for kind in first) / sum(areas[kind] for kind in kinds)
    if piece.x1 - piece.x0 >= piece.y1 - piece.y0:
        at = piece.x0 + round((piece.x1 - piece.x0) * share)
        parts = (Rect("", piece.x0, piece.y0, at, piece.y1), Rect("", at + WALL_CELLS, piece.y0, piece.x1, piece.y1))
    else:
        at = piece.y0 + round((piece.y1 - piece.y0) * share)
        parts = (Rect("", piece.x0, piece.y0, piece.x1, at), Rect("", piece.x0, at + WALL_CELLS, piece.x1, piece.y1))
    return _cut_piece(parts[0], first, areas) + _cut_piece(parts[1], second, areas)


def _rows(rng: np.random.Generator, kinds: Sequence[str]) -> list[Rect]:
    """Two rows of rooms, a corridor between them along all of x."""
    areas = {kind: _cells(float(rng.uniform(*_AREA_M2[kind]))) for kind in kinds if kind != "corridor"}
    order = [str(kind) for kind in rng.permutation(list(areas))]
    rows: tuple[list[str], list[str]] = ([], [])
    for kind in order:  # to the emptier row
        rows[int(sum(areas[k] for k in rows[1]) < sum(areas[k] for k in rows[0]))].append(kind)
    corridor = int(rng.integers(26, 33))
    total = sum(areas.values())
    depths = [round(float(rng.uniform(66, 84))) for _ in rows]
    length = round(total / sum(depths))
    rects, y = [], 0
    for row, depth in zip(rows, depths, strict=True):
        inner = length - WALL_CELLS * (len(row) - 1)
        x, covered, whole = 0, 0.0, sum(areas[kind] for kind in row)
        for number, kind in enumerate(row):
            covered += areas[kind]
            end = round(inner * covered / whole) + WALL_CELLS * number
            rects.append(Rect(kind, x, y, end, y + depth))
            x = end + WALL_CELLS
        y += depth + WALL_CELLS
        if row is rows[0]:
            rects.append(Rect("corridor", 0, y, length, y + corridor))
            y += corridor + WALL_CELLS
    return rects


def _well_shaped(rect: Rect) -> bool:
    if rect.kind == "corridor":
        return True
    short, long = sorted(((rect.x1 - rect.x0) * CELL_M, (rect.y1 - rect.y0) * CELL_M))
    low, high = _AREA_M2[rect.kind]
    return (
        short >= _SHORTEST_M.get(rect.kind, 2.7)
        and long / short <= (2.3 if rect.kind in ("bathroom", "laundry room", "hall") else 1.9)
        and 0.85 * low <= short * long <= 1.35 * high
    )
