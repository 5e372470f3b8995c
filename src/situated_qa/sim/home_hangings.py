"""Curtains, whiteboards and posters: flat things on walls that only the homes for training and testing eyes hold."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.sim.furniture_parts import CURTAIN, POSTER, WHITEBOARD
from situated_qa.sim.home_placing import RoomFurnisher, Spot, overlap_3d
from situated_qa.sim.home_plan import CEILING_M, HomePlan
from situated_qa.sim.placement import wall_yaw

_CURTAINS, _WHITEBOARD, _POSTER = 0.6, 0.4, 0.4  # shares of the windows and rooms that have them
_WORK = ("study", "living", "dining", "nursery", "corridor")


def hang_more(f: RoomFurnisher, plan: HomePlan) -> None:
    """Hang curtains at both sides of windows, and now and then a whiteboard and a poster, where walls are free."""
    if f.rng.random() < _WHITEBOARD and f.room.kind.startswith(_WORK):
        f.hang(WHITEBOARD, 0.85 + 0.05 * int(f.rng.integers(5)))
    if f.rng.random() < _POSTER:
        f.hang(POSTER, 1.2)
    for window in plan.windows:
        if window.room != f.room.name or f.rng.random() >= _CURTAINS:
            continue
        model, color = f.style.pick(CURTAIN)
        size = f.style.models.size(model)
        for side in (-1.0, 1.0):
            along = window.along + side * (window.width / 2 + size[1] / 2 - 0.08)
            if not size[1] / 2 < along < f.plan.wall_length(window.wall) - size[1] / 2:
                continue
            x, y = f.plan.on_wall(window.wall, along, size[0] / 2 + 0.01)
            bottom = min(CEILING_M - 0.05, window.bottom + window.height + 0.25) - size[2]
            box = Box(np.array([x, y, max(bottom, 0.02) + size[2] / 2]), np.array(size), wall_yaw(window.wall))
            if not any(overlap_3d(box, spot.box) for spot in f.spots if spot.kind is not CURTAIN):
                f.put(Spot(CURTAIN, model, color, box, on_wall=True))
