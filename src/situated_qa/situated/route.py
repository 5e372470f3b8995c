"""A way to walk, told in words: turns, metres, and the doors on the way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge import normalise
from situated_qa.scene.floor_plan import FloorPlan

_TURNS = (
    (np.deg2rad(25), ""),
    (np.deg2rad(60), "turn slightly {}"),
    (np.deg2rad(120), "turn {}"),
    (np.deg2rad(150), "turn sharply {}"),
    (np.inf, "turn around"),
)
_STRAIGHT_M = 0.35  # bends that leave the straight line by less are not worth a word
_THERE_M = 0.2  # closer than this counts as arrived
_SIDES = ((np.pi / 4, "in front of you"), (3 * np.pi / 4, "on your {}"), (np.inf, "behind you"))


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A way with what is known of its ends."""

    points: np.ndarray  # (N ≥ 1, 2) map frame, m
    heading_rad: float | None  # of the walker before the first step; None: as the first leg goes
    start: str
    goal: str
    target: np.ndarray | None = None  # (2,) what one stands at in the end, m


def in_words(route: Route, plan: FloorPlan) -> str:
    """The route as one line: "turn left, go straight 3.1 m through the door into the hall: the sofa is behind you"."""
    length = float(np.linalg.norm(np.diff(route.points, axis=0), axis=1).sum())
    heading = route.heading_rad
    parts: list[str] = []
    straight_m, entered = 0.0, tuple[str, ...]()
    for leg in _legs(route.points) if length > _THERE_M else []:
        toward = leg[-1] - leg[0]
        angle = float(np.arctan2(toward[1], toward[0]))
        turn = _turn(0.0 if heading is None else float(wrap_angle(angle - heading)))
        metres = float(np.linalg.norm(np.diff(leg, axis=0), axis=1).sum())
        doors = _rooms_entered(leg, plan)
        if turn or not parts:
            parts += [turn, ""] if turn else [""]
            straight_m, entered = 0.0, ()
        straight_m, entered = straight_m + metres, entered + doors
        parts[-1] = _straight(straight_m, entered)
        heading = angle
    if not parts:
        return (
            f"you are there: {route.goal} is {_side(route, heading)}" if route.target is not None else "you are there"
        )
    text = ", ".join(parts)
    if route.heading_rad is None:
        text = f"from {route.start} {text}"
    there = _arrival(route, heading) if route.target is not None else f"you are at {route.goal}"
    if route.target is None and any(f"into {route.goal}" in part for part in parts):
        there = f"you are in {route.goal}"
    return f"{text}: {there}, {length:.1f} m in all"


def _straight(metres: float, entered: tuple[str, ...]) -> str:
    doors = " and".join(f" through the door into the {room}" for room in entered)
    return f"go straight {metres:.1f} m{doors}"


def _turn(angle_rad: float) -> str:
    """A turn by an angle, left positive, in words; "" where it is too small to mention."""
    side = "left" if angle_rad > 0 else "right"
    return next(words for limit, words in _TURNS if abs(angle_rad) <= limit).format(side)


def _arrival(route: Route, heading: float | None) -> str:
    is_are = "is" if normalise(route.goal) == route.goal.removeprefix("the ").lower() else "are"
    return f"{route.goal} {is_are} {_side(route, heading)}"


def _side(route: Route, heading: float | None) -> str:
    """Where the target is, seen at the end of the route."""
    assert route.target is not None
    x, y = route.target - route.points[-1]
    bearing = float(wrap_angle(np.arctan2(y, x) - (heading or 0.0)))
    if heading is None or np.hypot(x, y) < 1e-6:
        return "right beside you"
    return next(words for limit, words in _SIDES if abs(bearing) <= limit).format("left" if bearing > 0 else "right")


def _legs(points: np.ndarray) -> list[np.ndarray]:
    """The way cut at its clear bends: (N ≥ 2, 2) points each.

    Source: Ramer 1972; Douglas, Peucker 1973.
    """
    if len(points) < 3:
        return [points]
    along = points[-1] - points[0]
    reach = float(np.linalg.norm(along))
    offset = points - points[0]
    away = (
        np.abs(along[0] * offset[:, 1] - along[1] * offset[:, 0]) / reach
        if reach > 1e-9
        else np.linalg.norm(offset, axis=1)
    )
    k = int(away.argmax())
    if away[k] <= _STRAIGHT_M or not 0 < k < len(points) - 1:
        return [points]
    return [*_legs(points[: k + 1]), *_legs(points[k:])]


def _rooms_entered(leg: np.ndarray, plan: FloorPlan) -> tuple[str, ...]:
    """The rooms that a leg comes into, in order; the one it begins in is not among them."""
    along = np.diff(leg, axis=0)
    steps = np.maximum(1, np.ceil(np.linalg.norm(along, axis=1) / (plan.cell_m / 2))).astype(int) + 1
    number = np.arange(int(steps.sum())) - np.repeat(np.cumsum(steps) - steps, steps)
    share = number / np.repeat(steps - 1, steps)
    cells = plan.cells_of(np.repeat(leg[:-1], steps, axis=0) + np.repeat(along, steps, axis=0) * share[:, None])
    rooms = plan.room_index[tuple(cells[plan.inside(cells)].T)]
    rooms = rooms[rooms >= 0]
    return tuple(plan.room_names[room] for room in rooms[1:][np.diff(rooms) != 0])
