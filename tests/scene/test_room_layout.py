"""Rooms and doorways on maps drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_home import CELL_M, ORIGIN, DrawnHome

from situated_qa.scene.room_layout import Layout, find_layout
from situated_qa.scene.room_slices import slices


def layout(home: DrawnHome) -> Layout:
    return find_layout(slices(home.evidence, CELL_M, 1.2), CELL_M, (0.5, 1.3))


def label_at(found: Layout, x: float, y: float) -> int:
    ix, iy = ((np.array([x, y]) - ORIGIN) / CELL_M).astype(int)
    return int(found.labels[iy, ix])


def two_rooms(door: float) -> DrawnHome:
    """4 m × 3 m at the left, 3 m × 3 m at the right of a wall at x = 4 … 4.1, with a doorway up from y = 1."""
    home = DrawnHome().room((0, 0, 4, 3)).room((4.1, 0, 7.1, 3))
    return home.free((4.0, 1.0, 4.1, 1.0 + door)) if door else home


def test_nothing_seen_is_not_a_room() -> None:
    assert layout(DrawnHome()).count == 0


def test_one_room_is_one() -> None:
    found = layout(DrawnHome().room((0, 0, 4, 3)))
    assert (found.count, found.gates) == (1, ())
    assert (found.labels > 0).sum() * CELL_M**2 == pytest.approx(12.0)


def test_a_doorway_divides_two_rooms_and_is_measured() -> None:
    found = layout(two_rooms(0.9))
    assert found.count == 2
    assert label_at(found, 2, 1.5) != label_at(found, 5.5, 1.5)
    (gate,) = found.gates
    assert sorted(gate.rooms) == [1, 2]
    x, y = ORIGIN + np.array(gate.center) * CELL_M
    assert (x, y) == pytest.approx((4.05, 1.45), abs=0.06)
    assert gate.width * CELL_M == pytest.approx(0.9, abs=0.06)


def test_a_closed_wall_divides_without_a_doorway() -> None:
    found = layout(two_rooms(0.0))
    assert (found.count, found.gates) == (2, ())


def test_a_wide_opening_makes_one_room() -> None:
    assert layout(two_rooms(1.8)).count == 1


def test_a_hole_in_the_picture_of_a_wall_is_not_a_doorway() -> None:
    found = layout(two_rooms(0.15))
    assert (found.count, found.gates) == (2, ())


def test_a_passage_between_furniture_up_to_the_ceiling_is_not_a_doorway() -> None:
    # Wardrobes 1.5 m long leave 0.9 m between them in a room of 6 m × 3 m.
    home = DrawnHome().room((0, 0, 6, 3)).solid((2.2, 0, 3.7, 1.05)).solid((2.2, 1.95, 3.7, 3))
    found = layout(home)
    assert (found.count, found.gates) == (1, ())


def test_furniture_below_the_slice_does_not_divide() -> None:
    home = DrawnHome().room((0, 0, 6, 3)).solid((2.8, 0, 3.0, 3), last=5)  # a counter 1.1 m high, right across
    assert layout(home).count == 1


def test_what_hangs_in_a_doorway_does_not_close_it() -> None:
    home = two_rooms(0.9).solid((3.9, 1.0, 4.0, 1.9), first=7, last=9)
    assert len(layout(home).gates) == 1


def beside_a_wardrobe(*, lintel: bool, leaf: float = 0.85, gap: float = 0.15) -> DrawnHome:
    """A doorway of 0.9 m, x = 1.0 … 1.9, in the wall at y = 3 … 3.1 between rooms of 5 m × 3 m. Above it a leaf stands
    open at the left, and a wardrobe stands `gap` to the right of the doorway, 0.85 m deep."""
    home = DrawnHome().room((0, 0, 5, 3)).room((0, 3.1, 5, 6.1)).free((1.0, 3.0, 1.9, 3.1))
    home.solid((0.9, 3.1, 1.0, 3.1 + leaf)).solid((1.9 + gap, 3.1, 3.5, 3.95))
    return home.solid((1.0, 3.0, 1.9, 3.1), first=10) if lintel else home


@pytest.mark.parametrize("lintel", [True, False])
def test_a_doorway_between_its_leaf_and_a_wardrobe_divides(lintel: bool) -> None:
    found = layout(beside_a_wardrobe(lintel=lintel))
    assert found.count == 2
    assert label_at(found, 2.5, 1.5) != label_at(found, 2.5, 5.0)
    (gate,) = found.gates
    assert ORIGIN + np.array(gate.center) * CELL_M == pytest.approx((1.45, 3.05), abs=0.06)
    assert gate.width * CELL_M == pytest.approx(0.9, abs=0.06)


def test_a_lintel_tells_the_doorway_from_a_narrower_passage_behind_it() -> None:
    # The wardrobe reaches 0.1 m before the doorway and leaves 0.8 m of its 0.9 m, for 1.5 m.
    home = DrawnHome().room((0, 0, 5, 3)).room((0, 3.1, 5, 6.1)).free((1.0, 3.0, 1.9, 3.1))
    home.solid((0.9, 3.1, 1.0, 4.6)).solid((1.8, 3.2, 3.5, 4.6)).solid((1.0, 3.0, 1.9, 3.1), first=10)
    found = layout(home)
    (gate,) = found.gates
    assert ORIGIN + np.array(gate.center) * CELL_M == pytest.approx((1.45, 3.05), abs=0.06)
    assert label_at(found, 1.4, 4.0) == label_at(found, 2.5, 5.5) != label_at(found, 2.5, 1.5)


def test_half_of_a_lintel_seen_is_one_and_a_piece_of_it_is_none() -> None:
    def gates(to: float) -> int:
        # No wall goes on beside this doorway: only its lintel tells it from a passage.
        home = DrawnHome().room((0, 0, 2.6, 3)).room((0, 3.1, 2.6, 6.1)).free((0.9, 3.0, 1.8, 3.1))
        home.solid((0.0, 3.1, 0.9, 4.6)).solid((1.8, 3.1, 2.6, 4.6)).solid((0.9, 3.0, to, 3.1), first=10)
        return len(layout(home).gates)

    assert (gates(1.5), gates(1.1)) == (1, 0)


def test_an_overhead_cupboard_between_wardrobes_is_not_a_lintel() -> None:
    # A bed stands in the niche below it, 0.5 m deep.
    home = DrawnHome().room((0, 0, 4, 3)).solid((0, 2.5, 1.4, 3)).solid((2.6, 2.5, 4, 3))
    assert layout(home.solid((1.4, 2.5, 2.6, 3), first=10)).count == 1


def test_a_low_ceiling_is_not_a_lintel() -> None:
    home = two_rooms(0.9)
    for room in ((0, 0, 4, 3), (4, 1.0, 4.1, 1.9), (4.1, 0, 7.1, 3)):
        home.solid(room, first=11)
    parts = slices(home.evidence, CELL_M, 1.2)
    assert not parts.above.any()
    assert layout(home).count == 2


def test_a_wardrobe_that_leaves_a_passage_as_wide_as_a_door_does_not_divide() -> None:
    # A room of 1.6 m × 5 m; the wardrobe is 0.6 m deep and 1 m long.
    assert layout(DrawnHome().room((0, 0, 1.6, 5)).solid((1.0, 2, 1.6, 3))).count == 1


def test_a_shadow_beside_a_doorway_does_not_hide_it() -> None:
    # At the right the wall before the jamb was not seen, beside a wardrobe 0.85 m deep.
    home = beside_a_wardrobe(lintel=False, gap=0.4).unseen((1.85, 3.1, 2.3, 3.9))
    assert len(layout(home).gates) == 1


def test_doors_on_both_sides_of_a_corridor_do_not_divide_it() -> None:
    home = DrawnHome().room((0, 3.1, 8, 4.3))
    for x in (0.0, 4.1):
        home.room((x, 0, x + 3.9, 3.0)).room((x, 4.4, x + 3.9, 7.4))
    for x in (3.0, 4.1):  # beside one another, two on each side
        for y in (3.0, 4.3):
            home.free((x, y, x + 0.9, y + 0.1)).solid((x, y, x + 0.9, y + 0.1), first=10)
    found = layout(home)
    assert label_at(found, 1, 3.7) == label_at(found, 7, 3.7)
    assert (found.count, len(found.gates)) == (5, 4)


def test_a_corridor_keeps_its_four_rooms_apart() -> None:
    home = DrawnHome().room((0, 3.1, 8, 4.4))
    for x in (0.0, 4.1):
        home.room((x, 0, x + 3.9, 3.0)).room((x, 4.5, x + 3.9, 7.5))
        home.free((x + 1.5, 3.0, x + 2.4, 3.1)).free((x + 1.5, 4.4, x + 2.4, 4.5))
    found = layout(home)
    corridor = label_at(found, 4, 3.75)
    assert found.count == 5
    assert len(found.gates) == 4
    assert all(corridor in gate.rooms for gate in found.gates)
    assert (found.labels == corridor).sum() * CELL_M**2 == pytest.approx(8 * 1.3, abs=0.5)


def test_a_lamp_is_not_a_wall() -> None:
    home = DrawnHome().room((0, 0, 4, 3)).solid((2, 1, 2.2, 1.2))
    parts = slices(home.evidence, CELL_M, 1.2)
    iy, ix = round((1.1 + 1) / CELL_M), round((2.1 + 1) / CELL_M)
    assert not parts.barrier[iy, ix]
    assert parts.obstacle[iy, ix]
