"""Ways and straight lines against slow ones: all corners, all lines between them, each looked at sample by sample."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest

from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.sightlines import Sightlines
from situated_qa.scene.tangent_graph import TangentGraph
from situated_qa.scene.walking import Walker

SHAPE = (28, 36)


def cluttered(seed: int) -> FloorPlan:
    """Blocks of 1 to 6 cells a side on a floor of 28 x 36 cells of 1 m, in two rooms."""
    rng = np.random.default_rng(seed)
    free = np.ones(SHAPE, dtype=bool)
    for _ in range(22):
        (y, x), (height, width) = rng.integers(0, SHAPE), rng.integers(1, 7, 2)
        free[y : y + height, x : x + width] = False
    rooms = np.zeros(SHAPE, dtype=int)
    rooms[:, 18:] = 1
    return FloorPlan(1.0, np.zeros(2), free, rooms, ("left", "right"))


def is_free(free: np.ndarray, a: tuple[float, float], b: tuple[float, float]) -> bool:
    steps = max(1, math.ceil(4 * max(abs(a[0] - b[0]), abs(a[1] - b[1]))))
    return all(
        free[int(a[0] + (b[0] - a[0]) * k / steps), int(a[1] + (b[1] - a[1]) * k / steps)] for k in range(steps + 1)
    )


def corners(free: np.ndarray) -> list[tuple[float, float]]:
    height, width = free.shape
    found = []
    for y in range(1, height):
        for x in range(1, width):
            blocked = [(dy, dx) for dy in (-1, 0) for dx in (-1, 0) if not free[y + dy, x + dx]]
            if len(blocked) == 1:
                dy, dx = blocked[0]
                found.append((y + (0.01 if dy else -0.01), x + (0.01 if dx else -0.01)))
    return found


def shortest(plan: FloorPlan, starts: np.ndarray, goals: np.ndarray) -> float:
    """Cells, by Dijkstra's way over each and every line; inf without a way."""
    free = plan.walkable
    ends = [tuple(float(v) for v in cell + 0.5) for cell in np.vstack([starts, goals])]
    nodes = [*ends, *corners(free)]
    length = {k: 0.0 for k in range(len(starts))}
    queue = [(0.0, k) for k in range(len(starts))]
    done: set[int] = set()
    while queue:
        so_far, k = heapq.heappop(queue)
        if k in done:
            continue
        done.add(k)
        if len(starts) <= k < len(ends):
            return so_far
        for other, point in enumerate(nodes):
            through = so_far + math.dist(nodes[k], point)
            if other not in done and through < length.get(other, math.inf) and is_free(free, nodes[k], point):
                length[other] = through
                heapq.heappush(queue, (through, other))
    return math.inf


def some_cells(rng: np.random.Generator, plan: FloorPlan) -> np.ndarray:
    """A few walkable cells beside one another."""
    cells = np.argwhere(plan.walkable)
    middle = cells[rng.integers(len(cells))]
    return cells[np.abs(cells - middle).max(axis=1) <= rng.integers(0, 3)]


@pytest.mark.parametrize("seed", range(6))
def test_ways_are_as_short_as_over_all_lines_there_are(seed: int) -> None:
    plan, rng = cluttered(seed), np.random.default_rng(100 + seed)
    pieces = TangentGraph.of(plan).piece_of
    compared = 0
    for _ in range(12):
        starts, goals = some_cells(rng, plan), some_cells(rng, plan)
        way = Walker(plan, starts).way_to(goals)
        one, two = ({int(pieces[tuple(cell)]) for cell in cells} for cells in (starts, goals))
        if not one & two:
            assert way is None
            continue
        assert way is not None
        # Ways to several cells lead to the rim of theirs, where a slanting line may end a hair later.
        assert way.length_m == pytest.approx(shortest(plan, starts, goals), rel=2e-3, abs=1e-9)
        for a, b in zip(way.points[:-1, ::-1], way.points[1:, ::-1], strict=True):
            assert is_free(plan.walkable, tuple(a), tuple(b))
        compared += 1
    assert compared >= 6


def test_a_way_is_as_long_there_as_back() -> None:
    plan, rng = cluttered(7), np.random.default_rng(7)
    for _ in range(20):
        starts, goals = some_cells(rng, plan), some_cells(rng, plan)
        there, back = Walker(plan, starts).way_to(goals), Walker(plan, goals).way_to(starts)
        assert (there is None) == (back is None)
        if there is not None and back is not None:
            assert there.length_m == pytest.approx(back.length_m)


def test_cells_that_touch_at_a_corner_alone_are_not_joined() -> None:
    free = np.ones((6, 6), dtype=bool)
    free[:3, 3:] = free[3:, :3] = False
    plan = FloorPlan(1.0, np.zeros(2), free, np.zeros((6, 6)), ("room",))
    assert Walker(plan, np.array([[0, 0]])).way_to(np.array([[5, 5]])) is None
    assert not Walker(plan, np.array([[0, 0]])).reaches(np.array([[5, 5]])).any()


def test_lines_are_free_where_each_of_their_samples_is() -> None:
    rng = np.random.default_rng(2)
    for seed in range(4):
        free = cluttered(seed).walkable
        starts, ends = rng.uniform([0, 0], SHAPE, (300, 2)), rng.uniform([0, 0], SHAPE, (300, 2))
        ends[:50] = starts[:50] + rng.uniform(-1, 1, (50, 2))
        ends = np.clip(ends, 0, np.array(SHAPE) - 1e-6)
        ends[100:120, 0] = starts[100:120, 0]  # along the rows
        expected = [is_free(free, tuple(a), tuple(b)) for a, b in zip(starts, ends, strict=True)]
        assert Sightlines(free).free(starts, ends).tolist() == expected
        assert 20 < sum(expected) < 280


def test_floor_is_reported_by_room_and_without_pockets() -> None:
    free = np.zeros((10, 10), dtype=bool)
    free[:, :4] = True
    free[8, 8] = True
    rooms = np.where(np.arange(10) < 6, 0, 1) * np.ones((10, 1), dtype=int)
    plan = FloorPlan(0.1, np.zeros(2), free, rooms, ("hall", "den"))
    tangent_graph = TangentGraph.of(plan)
    assert len(tangent_graph.cells(0)) == 40 and len(tangent_graph.cells(None)) == 40
    assert tangent_graph.cells(1).shape == (0, 2)
    assert tangent_graph.cells(1, pockets=True).tolist() == [[8, 8]]
    assert TangentGraph.of(plan) is tangent_graph
