"""Furniture that belongs together: couch and television, table and chairs, bed and nightstands, a kitchen's units.

Each takes a room's furnisher and returns whether its main piece found a place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box
from situated_qa.sim import home_furniture as kinds
from situated_qa.sim.furnishing import Kind
from situated_qa.sim.home_placing import RoomFurnisher, Spot
from situated_qa.sim.placement import against_wall, overlap


def lounge(f: RoomFurnisher, armchairs: int = 1) -> bool:
    """A couch against a wall and, facing it, the television on its stand; a rug and a coffee table between them."""
    couch_kind = kinds.LEATHER_COUCH if f.rng.random() < 0.3 else kinds.COUCH
    couch, color = f.style.pick(couch_kind)
    stand, stand_color = f.style.pick(kinds.TV_STAND)
    couch_size, stand_size = f.style.models.size(couch), f.style.models.size(stand)
    for _ in range(60):
        wall = int(f.rng.integers(4))
        half = couch_size[1] / 2 + 0.1
        length = f.plan.wall_length(wall)
        if length < 2 * half:
            continue
        along = float(f.rng.uniform(half, length - half))
        couch_box, couch_clear = against_wall(f.plan, wall, along, couch_size, 1.0)
        stand_box, stand_clear = against_wall(f.plan, (wall + 2) % 4, along, stand_size, 0.7)
        screen = Box(stand_box.center + np.array([0.0, 0.0, 0.35]), stand_box.extents + [0.0, 0.0, 0.7], stand_box.yaw)
        if f.fits([couch_box, screen], couch_clear + stand_clear):
            seat = f.put(Spot(couch_kind, couch, color, couch_box), couch_clear)
            below = f.put(Spot(kinds.TV_STAND, stand, stand_color, stand_box), stand_clear)
            f.on(below, kinds.TV, turn=0.0, sideways=0.95)
            f.plan.clear.append(_sight(couch_box, stand_box))
            _before_the_couch(f, seat)
            for side in (1, -1)[:armchairs]:
                f.beside(seat, kinds.ARMCHAIR, side, gap_m=0.3) or f.along_wall(kinds.ARMCHAIR, 0.4)
            return True
    return False


def _sight(couch: Box, stand: Box) -> Box:
    """What would hide the television: the space between it and the couch, 0.9 m wide."""
    between = stand.center[:2] - couch.center[:2]
    length = max(float(np.linalg.norm(between)) - (couch.extents[0] + stand.extents[0]) / 2, 0.1)
    ahead = np.array([math.cos(couch.yaw), math.sin(couch.yaw)])
    middle = couch.center[:2] + ahead * (couch.extents[0] + length) / 2
    return Box(np.array([*middle, 0.5]), np.array([length, 0.9, 1.0]), couch.yaw)


def _before_the_couch(f: RoomFurnisher, seat: int) -> None:
    rug = f.lying(kinds.RUG, before=seat) if f.rng.random() < 0.75 else None
    if rug is not None:
        table = f.on(rug, kinds.COFFEE_TABLE, (0.15, 0.95), turn=0.0, sideways=0.75)
    else:
        table = f.before(seat, kinds.COFFEE_TABLE, 0.4, facing_it=False)
    if table is not None:
        things = (kinds.BOOK, kinds.CUP, kinds.VASE, kinds.NEWSPAPER, kinds.BOWL, kinds.BOOK)
        several_on(f, table, things, int(f.rng.integers(1, 4)))


def dining(f: RoomFurnisher, chairs: int, margin_m: float = 0.5, small: bool = False) -> bool:
    """A table away from the walls with chairs of one kind around it, and what stands on it."""
    is_round = small or (bool(f.rng.random() < 0.35) and chairs <= 4)
    table_kind = (kinds.SMALL_TABLE if small else kinds.ROUND_TABLE) if is_round else kinds.TABLE
    chair_kind = kinds.PLASTIC_CHAIR if f.rng.random() < 0.4 else kinds.CHAIR
    (table, table_color), (chair, chair_color) = f.style.pick(table_kind), f.style.pick(chair_kind)
    table_size, chair_size = f.style.models.size(table), f.style.models.size(chair)
    for _ in range(60):
        yaw = float(f.rng.choice([0.0, np.pi / 2]))
        x, y = (float(f.rng.uniform(0.5, side - 0.5)) for side in f.room.size)
        table_box = Box(np.array([x, y, table_size[2] / 2]), np.array(table_size), yaw)
        around = _chairs_around(f, table_box, chair_size, chairs, is_round)
        if any(overlap(a, b) for a in around for b in (*around, table_box) if a is not b):
            continue
        if f.fits([table_box, *around], margin_m=margin_m):
            at = f.put(Spot(table_kind, table, table_color, table_box))
            for box in around:
                f.put(Spot(chair_kind, chair, chair_color, box))
            things = (kinds.FRUIT, kinds.PLATE, kinds.FLOWERS, kinds.CUP, kinds.BOTTLE, kinds.PLATE, kinds.VASE)
            several_on(f, at, things, int(f.rng.integers(1, 5)))
            return True
    return False


def _chairs_around(
    f: RoomFurnisher, table: Box, size: tuple[float, float, float], count: int, is_round: bool
) -> list[Box]:
    gap = 0.05
    if is_round:
        turn = float(f.rng.uniform(0.0, np.pi))
        reach = table.extents[0] / 2 + size[0] / 2 + gap
        angles = [turn + 2 * np.pi * k / count for k in range(count)]
        seats = [(reach * np.cos(a), reach * np.sin(a), a + np.pi) for a in angles]
    else:
        reach = table.extents[0] / 2 + size[0] / 2 + gap
        places = [(side, along) for along in (-0.25, 0.25) for side in (1, -1)]
        seats = [(side * reach, along * table.extents[1], np.pi if side > 0 else 0.0) for side, along in places]
        end = table.extents[1] / 2 + size[0] / 2 + gap
        seats += [(0.0, end, -np.pi / 2), (0.0, -end, np.pi / 2)]
    boxes = []
    for forward, left, facing in seats[:count]:
        out = float(f.rng.uniform(0.0, 0.06))
        scale = 1.0 + out / math.hypot(forward, left)
        yaw = table.yaw + facing + float(f.rng.uniform(-0.06, 0.06))
        boxes.append(f.placed(size, table, forward * scale, left * scale, yaw))
    return boxes


def sleeping(f: RoomFurnisher, kind: Kind, nightstands: int) -> bool:
    """A bed with its head at a wall, nightstands with lamps at its head, something on the bed."""
    bed = f.along_wall(kind, front_m=0.55)
    if bed is None:
        return False
    for side in (1, -1)[:nightstands]:
        stand = f.beside(bed, kinds.NIGHTSTAND, side)
        if stand is not None:
            f.on(stand, kinds.LAMP, turn=0.0)
            if f.rng.random() < 0.5:
                f.on(stand, kinds.BOOK)
    if f.rng.random() < 0.6:
        f.on(bed, kinds.CLOTHES if f.rng.random() < 0.5 else kinds.BOOK, turn=0.8)
    return True


def workplace(f: RoomFurnisher, desk_kind: Kind = kinds.DESK, chair_kind: Kind = kinds.OFFICE_CHAIR) -> bool:
    """A desk with its back to a wall, a chair facing it, and work on it."""
    desk = f.along_wall(desk_kind, front_m=0.8)
    if desk is None:
        return False
    f.before(desk, chair_kind, 0.06, side_m=float(f.rng.uniform(-0.15, 0.15)))
    machine = kinds.COMPUTER if f.rng.random() < 0.35 else kinds.LAPTOP
    f.on(desk, machine, (0.2, 1.0), turn=0.1, sideways=0.6)
    things = (kinds.DESK_LAMP, kinds.BOOK, kinds.PEN_HOLDER, kinds.CUP, kinds.PHONE, kinds.BOOK, kinds.PRINTER)
    several_on(f, desk, things, int(f.rng.integers(2, 5)))
    return True


def kitchen(f: RoomFurnisher) -> bool:
    """Cabinets, sink, stove and refrigerator side by side along walls, appliances on them, a hood above."""
    style = int(f.rng.integers(2))
    cabinet, cabinet_color = f.style.pick(kinds.CABINETS[style])
    sink = kinds.SINKS[style]
    fridge, fridge_color = f.style.pick(kinds.FRIDGE)
    stove, stove_color = f.style.pick(kinds.STOVE)
    unit = Spot(kinds.CABINETS[style], cabinet, cabinet_color, _NOWHERE)
    row = [
        Spot(kinds.FRIDGE, fridge, fridge_color, _NOWHERE),
        unit,
        Spot(sink, sink.models[0], cabinet_color, _NOWHERE),
        unit,
        Spot(kinds.STOVE, stove, stove_color, _NOWHERE),
        unit,
        unit,
    ]
    if f.rng.random() < 0.5:
        row = row[4:] + row[:4] if f.rng.random() < 0.5 else row[::-1]
    placed = _side_by_side(f, row)
    done = {f.spots[index].kind.category for index in placed}
    if not {"refrigerator", "sink", "stove", "kitchen cabinet"} <= done:
        return False
    tops = [index for index in placed if f.spots[index].kind.category == "kitchen cabinet"]
    things = [kinds.MICROWAVE, kinds.TOASTER, kinds.COFFEE_MAKER, kinds.KNIFE_BLOCK, kinds.CUTTING_BOARD, kinds.BLENDER]
    things += [
        kinds.BOWL,
        kinds.FRUIT,
        kinds.BOTTLE,
        kinds.CUP,
        kinds.PLATE,
        kinds.PAPER_TOWEL,
        kinds.TEAPOT,
        kinds.CUP,
    ]
    wanted = [things[int(k)] for k in f.rng.permutation(len(things))][: int(f.rng.integers(5, 10))]
    for number, kind in enumerate(wanted):
        f.on(tops[number % len(tops)], kind)
    for index in placed:
        category = f.spots[index].kind.category
        if category == "stove":
            f.hang(kinds.HOOD, 1.89, above=index)
            if f.rng.random() < 0.6:
                f.on(index, kinds.POT)
        elif category == "kitchen cabinet" and style == 0:
            at = f.hang(kinds.WALL_CABINET, 1.5, above=index)
            if at is not None:
                f.spots[at].color = cabinet_color
    return True


_NOWHERE = Box(np.zeros(3), np.zeros(3))


def _side_by_side(f: RoomFurnisher, row: Sequence[Spot]) -> list[int]:
    """Put units next to one another from a corner on, around the next one where the wall ends; 0.75 m free in front."""
    first = int(f.rng.integers(4))
    placed: list[int] = []
    left = list(row)
    for turn in range(3):
        wall = (first + turn) % 4
        at = 0.05 if turn == 0 else 0.75
        rising = wall in (0, 1)  # so that the row goes on around the corner
        while left and at < f.plan.wall_length(wall):
            spot = left[0]
            size = f.style.models.size(spot.model_id)
            middle = at + size[1] / 2
            along = middle if rising else f.plan.wall_length(wall) - middle
            body, clear = against_wall(f.plan, wall, along, size, 0.75)
            under_window = spot.kind.category == "sink"  # people like to look out; taps are no higher than it
            if (f.plan if under_window else f).fits([body], clear, margin_m=0.0):
                spot = Spot(spot.kind, spot.model_id, spot.color, body)
                placed.append(f.put(spot, clear))
                left.pop(0)
                at += size[1] + 0.002
            else:
                at += 0.05
    return placed


def several_on(f: RoomFurnisher, index: int, things: Sequence[Kind], count: int) -> None:
    """Put some of these things on one piece of furniture."""
    chosen = [things[int(k)] for k in f.rng.permutation(len(things))][:count]
    for kind in chosen:
        f.on(index, kind)
