"""Ways over hand-drawn maps: `.` is floor, `#` is not. One cell is 0.1 m, the first row has the highest y."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.walking import Walker, cells_beside

CLEAR = 0.01  # a way keeps a hundredth of a cell from the corners it bends at


def drawn(*rows: str, cell_m: float = 0.1) -> FloorPlan:
    free = np.array([[letter != "#" for letter in row] for row in rows[::-1]])
    return FloorPlan(cell_m, np.zeros(2), free, np.where(free, 0, -1), ("room",))


def length(plan: FloorPlan, start: tuple[int, int], goal: tuple[int, int]) -> float | None:
    """m between two cells given as [iy, ix]."""
    way = Walker(plan, np.array([start])).way_to(np.array([goal]))
    return None if way is None else way.length_m


def test_a_straight_way_is_as_long_as_the_ruler_says() -> None:
    plan = drawn(*["." * 41] * 31)
    assert length(plan, (0, 0), (30, 40)) == pytest.approx(5.0)  # 3-4-5
    assert length(plan, (0, 0), (15, 40)) == pytest.approx(np.hypot(1.5, 4.0))  # in eight directions it is 8 % longer
    assert length(plan, (3, 3), (3, 3)) == 0.0


def test_a_corridor_with_a_corner() -> None:
    plan = drawn(
        "..........",
        ".#########",
        ".#########",
        ".#########",
        ".#########",
    )
    # to the inner corner of the bend, half a cell from the middle of either arm, and on
    assert length(plan, (0, 0), (4, 9)) == pytest.approx(0.1 * (np.hypot(3.5, 0.5) + np.hypot(0.5, 8.5)), rel=CLEAR)


def test_the_way_hugs_the_corner_of_a_wall() -> None:
    plan = drawn(
        ".........",
        ".........",
        "....#....",
        "....#....",
        "....#....",
    )
    # up to the wall's top, 2.5 cells above the first row's middle and 3.5 away, over it, and down again
    assert length(plan, (0, 0), (0, 8)) == pytest.approx(0.1 * (2 * np.hypot(2.5, 3.5) + 1), rel=CLEAR)
    way = Walker(plan, np.array([[0, 0]])).way_to(np.array([[0, 8]]))
    assert way is not None and way.points.shape[1] == 2
    assert way.points[0].tolist() == pytest.approx([0.05, 0.05]) and way.points[-1].tolist() == pytest.approx(
        [0.85, 0.05]
    )


def test_the_shorter_way_round_is_taken() -> None:
    plan = drawn(
        ".........",
        "....#....",
        "....#....",
        "....#....",
        "....#....",
        ".........",
        ".........",
    )
    # the wall's foot is 1.5 cells below the middle of row 3, its top 2.5 above
    assert length(plan, (3, 0), (3, 8)) == pytest.approx(0.1 * (2 * np.hypot(1.5, 3.5) + 1), rel=CLEAR)


def test_no_way_leads_through_a_wall() -> None:
    plan = drawn("...#...", "...#...")
    assert length(plan, (0, 0), (0, 6)) is None
    assert Walker(plan, np.array([[0, 0]])).reaches(np.array([[1, 2], [0, 6]])).tolist() == [True, False]


def test_a_wall_one_cell_thin_is_not_jumped_diagonally() -> None:
    plan = drawn(
        ".....#....",
        ".....#....",
        ".....#....",
        "..........",
    )
    assert length(plan, (3, 4), (3, 6)) == pytest.approx(0.1 * (2 * np.hypot(2.5, 0.5) + 1), rel=CLEAR)


def test_the_best_of_several_starts_and_goals_is_taken() -> None:
    plan = drawn("..........")
    way = Walker(plan, np.array([[0, 0], [0, 3]])).way_to(np.array([[0, 9], [0, 5]]))
    assert way is not None
    assert way.points[[0, -1], 0].tolist() == pytest.approx([0.35, 0.55])


def test_lengths_among_many_obstacles_are_within_three_percent_of_the_exact() -> None:
    """Discs of one radius on a straight line: the exact way between them is a straight line as well."""
    free = np.ones((120, 200), dtype=bool)
    y, x = np.mgrid[:120, :200]
    for center in ((30, 60), (95, 60), (20, 130), (90, 140)):
        free[(y - center[0]) ** 2 + (x - center[1]) ** 2 < 15**2] = False
    plan = FloorPlan(0.05, np.zeros(2), free, np.zeros(free.shape), ("room",))
    exact = np.hypot(199, 13) * 0.05  # between the discs nothing is in the way
    assert length(plan, (55, 0), (68, 199)) == pytest.approx(exact)
    # round one disc: two tangents and an arc
    half, radius = 100 * 0.05, 15 * 0.05
    free[:] = True
    free[(y - 60) ** 2 + (x - 100) ** 2 < 15**2] = False
    plan = FloorPlan(0.05, np.zeros(2), free, np.zeros(free.shape), ("room",))
    tangent = np.sqrt((half - 0.05) ** 2 - radius**2)
    arc = radius * (np.pi - 2 * np.arccos(radius / (half - 0.05)))
    assert length(plan, (60, 1), (60, 199)) == pytest.approx(2 * tangent + arc, rel=0.01)


def test_a_way_must_start_on_the_floor() -> None:
    with pytest.raises(SceneError, match="must start on walkable cells"):
        Walker(drawn("#."), np.array([[0, 0]]))
    with pytest.raises(SceneError, match="must start on walkable cells"):
        Walker(drawn("#."), np.array([[0, 7]]))


def test_one_stands_beside_a_box_on_the_cells_nearest_to_it() -> None:
    plan = drawn(*["." * 9] * 9)
    box = Box(np.array([0.45, 0.45, 0.5]), np.array([0.5, 0.1, 1.0]))  # x 0.2 … 0.7, y 0.4 … 0.5
    cells = np.argwhere((np.indices((9, 9))[0] >= 7) & plan.walkable)  # rows with y = 0.75 and 0.85
    beside, away = cells_beside(plan, box, cells)
    assert away == pytest.approx(0.25)
    assert {(7, k) for k in range(2, 7)} <= {tuple(cell) for cell in beside.tolist()}
    turned, _ = cells_beside(plan, Box(box.center, box.extents, np.pi / 2), np.array([[8, 4], [4, 8]]))
    assert turned.tolist() == [[8, 4]]  # turned by 90° it reaches up to y = 0.7
