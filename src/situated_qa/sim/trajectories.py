"""A tour that a robot could drive through a room: stops from which all is seen, turns in place, paths between."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL, wrap_angle
from situated_qa.settings import check_settings, setting
from situated_qa.sim.interiors import CELL_M, Interior

_STOP_AREA_M2 = 10.0  # a room of a home has a stop for each such area


@dataclass(frozen=True)
class TourSettings:
    """The robot's body, its camera mount, and how densely it takes frames."""

    robot_radius_m: float = setting(0.22, "radius of the robot's base, m", minimum=0.0, maximum=1.0)
    camera_height_m: float = setting(1.15, "height of the camera above the floor, m", minimum=0.1, maximum=3.0)
    camera_pitch_rad: float = setting(0.2, "how far the camera looks down, rad", minimum=-1.5, maximum=1.5)
    stops: int = setting(3, "places in a room where the robot turns around once", minimum=1, maximum=20)
    step_m: float = setting(0.22, "distance driven between two frames, m", minimum=0.01, maximum=1.0)
    step_rad: float = setting(0.35, "angle turned between two frames, rad", minimum=0.01, maximum=1.5)
    frame_rate_hz: float = setting(5.0, "frames per second", minimum=0.1, maximum=120.0)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class Tour:
    """Where the robot's base and its camera are at each frame."""

    T_map_base: tuple[Transform, ...]  # on the floor, x forward
    T_map_camera: tuple[Transform, ...]  # optical frame
    frame_rate_hz: float

    def __len__(self) -> int:
        return len(self.T_map_base)

    def stamp(self, index: int) -> int:
        """ns; the first frame has 1 s, so that no stamp is zero."""
        return 1_000_000_000 + round(index * 1e9 / self.frame_rate_hz)


def plan_tour(room: Interior, settings: TourSettings | None = None) -> Tour:
    """A collision-free tour of a room or of all rooms of a home, the same for the same place and settings.

    Raises:
        SceneError: the robot does not fit anywhere.
    """
    s = settings if settings is not None else TourSettings()
    free = room.walkable(s.robot_radius_m)
    if not free.any():
        raise SceneError(f"a robot of radius {s.robot_radius_m} m fits nowhere in the place of seed {room.seed}")
    clearance = room.clearance()
    stops = _shortest_round(free, _stops(room, free, clearance, s))
    bases: list[tuple[float, float, float]] = []
    middle = np.array(room.size[:2]) / 2
    heading = _heading(stops[0], middle)
    for number, stop in enumerate(stops):
        if number > 0:
            path = _path(free, clearance, stops[number - 1], stop, s.step_m)
            heading = _drive(bases, path, heading, s.step_rad)
        heading = _turn(bases, stop, heading, heading + 2 * np.pi, s.step_rad)
    _turn(bases, stops[-1], heading, heading + wrap_angle(_heading(stops[-1], middle) - heading), s.step_rad)
    T_base_camera = camera_mount(s)
    T_map_base = tuple(Transform.from_yaw(yaw, np.array([x, y, 0.0])) for x, y, yaw in bases)
    return Tour(T_map_base, tuple(T_map @ T_base_camera for T_map in T_map_base), s.frame_rate_hz)


def camera_mount(settings: TourSettings) -> Transform:
    """`T_base_camera` (optical frame): above the base's middle, looking ahead and down."""
    c, s = np.cos(settings.camera_pitch_rad), np.sin(settings.camera_pitch_rad)
    R = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    return Transform(R, np.array([0.0, 0.0, settings.camera_height_m])) @ T_LINK_OPTICAL


def _stops(room: Interior, free: np.ndarray, clearance: np.ndarray, settings: TourSettings) -> list[np.ndarray]:
    """Stops of all rooms: in a single one as many as the settings say, in a home at least one in each."""
    parts = room.part_index()
    numbers = [int(number) for number in np.unique(parts[parts >= 0])]
    boxes = [item.box for item in room.objects if item.supporter is None]
    if len(numbers) == 1:
        return _stops_within(free, clearance, boxes, settings.stops)
    stops = []
    for number in numbers:
        within = free & (parts == number)
        if not within.any():
            continue  # too narrow for this robot; the others are shown all the same
        area = float((parts == number).sum()) * CELL_M**2
        here = [box for box in boxes if parts[_inside(box, parts.shape)] == number]
        count = min(settings.stops, max(1, round(area / _STOP_AREA_M2)))
        stops += _stops_within(within, clearance, here, count)
    return stops


def _inside(box: Box, shape: tuple[int, ...]) -> tuple[int, int]:
    """(row, column) of a box's middle; for what is let into a wall, of the floor before it."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    row, column = _cell(box.center[:2] + 0.15 * np.array([c, s]))
    return min(max(row, 0), shape[0] - 1), min(max(column, 0), shape[1] - 1)


def _stops_within(free: np.ndarray, clearance: np.ndarray, boxes: Sequence[Box], count: int) -> list[np.ndarray]:
    """Greedy: each stop adds most in (object, side it is seen from), at 0.9 … 4 m, where the camera sees it whole."""
    roomy = free & (clearance >= min(0.4, float(clearance[free].max())))
    cells = np.argwhere(roomy)[:, ::-1][::7]
    candidates = (cells + 0.5) * CELL_M
    seen: set[tuple[int, int]] = set()
    stops: list[np.ndarray] = []
    for _ in range(count):
        sides = [_sides_seen(at, boxes) for at in candidates]
        gains = [len(side - seen) + 0.5 * len({k for k, _ in side} - {k for k, _ in seen}) for side in sides]
        best = int(np.argmax(gains))
        stops.append(candidates[best])
        seen |= sides[best]
    return stops


def _shortest_round(free: np.ndarray, stops: list[np.ndarray]) -> list[np.ndarray]:
    """The stops in the order that is driven quickest; for more than six, nearest first."""
    from skimage.graph import MCP_Geometric

    cells = [_cell(at) for at in stops]
    costs = []
    for cell in cells:
        reach, _ = MCP_Geometric(np.where(free, 1.0, -1.0)).find_costs([cell])
        costs.append([float(reach[other]) for other in cells])
    if len(stops) <= 6:
        rounds = itertools.permutations(range(len(stops)))
        order = min(rounds, key=lambda way: sum(costs[a][b] for a, b in itertools.pairwise(way)))
    else:
        order = (0,)
        while len(order) < len(stops):
            order += (min(set(range(len(stops))) - set(order), key=lambda k: costs[order[-1]][k]),)
    return [stops[k] for k in order]


def _sides_seen(at: np.ndarray, boxes: Sequence[Box]) -> set[tuple[int, int]]:
    sides = set()
    for index, box in enumerate(boxes):
        away = at - box.center[:2]
        if 0.9 <= np.linalg.norm(away) <= 4.0:
            sides.add((index, int((np.arctan2(away[1], away[0]) + np.pi) // (np.pi / 3))))
    return sides


def _cell(at: np.ndarray) -> tuple[int, int]:
    """(row, column) of a map point."""
    return int(at[1] / CELL_M), int(at[0] / CELL_M)


def _path(free: np.ndarray, clearance: np.ndarray, start: np.ndarray, goal: np.ndarray, step_m: float) -> np.ndarray:
    """(N, 2) points from start to goal, `step_m` apart, that keep to the free cells."""
    from skimage.graph import route_through_array

    cost = np.where(free, 1.0 + 3.0 * np.exp(-clearance / 0.25), -1.0)
    route, _ = route_through_array(cost, _cell(start), _cell(goal), fully_connected=True, geometric=True)
    points = (np.array(route)[:, ::-1] + 0.5) * CELL_M
    for _ in range(3):  # rounds the corners of the grid; cells are small beside the clearance
        smooth = points.copy()
        smooth[1:-1] = (points[:-2] + points[1:-1] + points[2:]) / 3
        inside = free[tuple((smooth / CELL_M).astype(int).T[::-1])]
        points = np.where(inside[:, None], smooth, points)
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.linspace(0.0, lengths[-1], max(2, 1 + int(np.ceil(lengths[-1] / step_m))))
    return np.column_stack([np.interp(at, lengths, points[:, k]) for k in range(2)])


def _drive(bases: list[tuple[float, float, float]], path: np.ndarray, heading: float, step_rad: float) -> float:
    """Follow a path, turning in place wherever the next leg points elsewhere; returns the heading at its end."""
    for here, there in zip(path, path[1:], strict=False):
        target = heading + wrap_angle(_heading(here, there) - heading)
        if abs(target - heading) > step_rad:
            heading = _turn(bases, here, heading, target, step_rad)
        heading = target
        bases.append((float(there[0]), float(there[1]), heading))
    return heading


def _turn(bases: list[tuple[float, float, float]], at: np.ndarray, start: float, end: float, step_rad: float) -> float:
    """Turn in place from one heading to another; returns the heading at the end."""
    steps = max(1, int(np.ceil(abs(end - start) / step_rad)))
    if not bases:
        bases.append((float(at[0]), float(at[1]), start))
    for k in range(1, steps + 1):
        bases.append((float(at[0]), float(at[1]), start + (end - start) * k / steps))
    return end


def _heading(here: np.ndarray, there: np.ndarray) -> float:
    return float(np.arctan2(there[1] - here[1], there[0] - here[0]))
