"""Rooms, doors and walkable floor of a live map, made anew now and then from the evidence grid.

    OccupancyGrid ── room_layout ── rooms mostly seen ── made square ── matched with before ── named ──► FoundRooms

Where too little of a room was seen, no room and no floor plan are given, rather than a guess.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.doorways import Gate
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode
from situated_qa.scene.room_layout import Layout, find_layout
from situated_qa.scene.room_names import RoomContents, name_rooms, voting_name
from situated_qa.scene.room_shapes import box_of, direction, made_square, overlap, rectangle
from situated_qa.scene.room_slices import Slices, slices
from situated_qa.settings import check_settings, setting

OBJECT_REACH_M = 0.6
"""How far from a room's floor the middle of an object may lie and still be in it: a cupboard let into the wall."""

_DOORWAY_M = 0.4  # how far a doorway reaches into the rooms on its sides
_SHADOW_M = 0.8  # what was never seen and is narrower lies in the room around it
_WALL_M = 0.15  # how far the wall that a doorway is in reaches to its sides, with noise
_SAME_ROOM = 0.5  # share of the smaller of two that both cover, from which a room is the one of before


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """How rooms, doors and walkable floor are found."""

    enabled: bool = setting(True, "find rooms, doors and walkable floor")
    every_n_frames: int = setting(10, "they are found anew every so many frames", minimum=1, maximum=1000)
    robot_radius_m: float = setting(0.22, "radius of the robot's base, m", minimum=0.0, maximum=2.0)
    robot_height_m: float = setting(1.2, "what hangs higher does not block the robot, m", minimum=0.1, maximum=2.0)
    min_floor_m2: float = setting(1.5, "a room of which less floor was seen is not reported, m²", minimum=0.1)
    max_unseen_edge: float = setting(
        0.35, "nor is one of whose edge a larger share borders on what was never seen", minimum=0.0, maximum=1.0
    )
    min_door_m: float = setting(0.5, "the narrowest doorway, m", minimum=0.2, maximum=2.0)
    max_door_m: float = setting(1.3, "the widest doorway; wider openings join two places to one room, m", minimum=0.3)
    ceiling_m: float = setting(2.5, "height that is given to rooms, m", minimum=1.0, maximum=20.0)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class FoundRooms:
    """What is known of the place."""

    rooms: tuple[RoomNode, ...] = ()
    floor_plan: FloorPlan | None = None  # None where no room was seen well enough


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A room of the last update."""

    name: str
    corner: np.ndarray  # (2,) int, of the mask, in cells [x, y] from the map's origin
    mask: np.ndarray  # bool


class RoomFinder:
    """Holds what the rooms were called, so that names stay while the map grows."""

    def __init__(self, settings: RoomSettings | None = None) -> None:
        self.settings = settings or RoomSettings()
        self._known: list[_Known] = []

    def update(
        self,
        evidence: np.ndarray,
        origin: np.ndarray,
        cell_m: float,
        objects: Iterable[ObjectNode],
        *,
        floor_m: float = 0.0,
    ) -> FoundRooms:
        """Find the rooms as they are known now.

        Args:
            evidence: (LAYERS, H, W) int8 of `mapping.occupancy.OccupancyGrid`.
            origin: (2,) m, map frame, the corner of cell [0, 0] with the lowest x and y.
            objects: what rooms are named by; where they stand in the rooms is read from their boxes.
            floor_m: height of the floor, m.
        """
        s = self.settings
        cropped = _crop(evidence)
        if cropped is None:
            self._known = []
            return FoundRooms()
        (y0, x0), evidence = cropped
        origin = np.asarray(origin, dtype=np.float64) + np.array([x0, y0]) * cell_m
        parts = slices(evidence, cell_m, s.robot_height_m)
        layout = _seen_well(find_layout(parts, cell_m, (s.min_door_m, s.max_door_m)), parts, cell_m, s)
        if layout.count == 0:
            self._known = []
            return FoundRooms()
        labels = np.where(_doorways(layout, _WALL_M / cell_m), 0, layout.labels)  # what lies in a wall is of no room
        yaw = direction(labels)
        rects = [rectangle(labels == k, yaw) for k in range(1, layout.count + 1)]
        index = made_square(labels, rects, yaw)
        walkable = _walkable(parts, layout, cell_m, s.robot_radius_m)
        plain = FloorPlan(cell_m, origin, walkable, index, tuple(str(k) for k in range(layout.count)))
        corner = np.round(origin / cell_m).astype(np.int64)
        names = self._names(layout, rects, plain, corner, list(objects))
        doors = tuple(_door(gate, names, origin, cell_m) for gate in layout.gates)
        plan = FloorPlan(cell_m, origin, walkable, index, tuple(names), doors)
        rooms = tuple(
            RoomNode(name, box_of(rect, yaw, origin, cell_m, floor_m, s.ceiling_m))
            for name, rect in zip(names, rects, strict=True)
        )
        return FoundRooms(rooms, plan)

    def _names(
        self,
        layout: Layout,
        rects: Sequence[np.ndarray],
        plain: FloorPlan,
        corner: np.ndarray,
        objects: Sequence[ObjectNode],
    ) -> list[str]:
        """Names of the rooms 1 … count; they are remembered."""
        inside: list[list[tuple[str, float]]] = [[] for _ in range(layout.count)]
        for node in objects:
            room = room_of(plain, node)
            if room:
                name = voting_name(node.category, float(node.box.extents[:2].min()))
                inside[int(room)].append((name, node.confidence))
        masks = [plain.room_index == k for k in range(layout.count)]
        before = self._matched(masks, corner)
        contents = []
        for k in range(layout.count):
            sides = np.sort((rects[k][1] - rects[k][0]) * plain.cell_m)
            doors = sum(k + 1 in gate.rooms for gate in layout.gates)
            contents.append(RoomContents((float(sides[1]), float(sides[0])), doors, inside[k], before[k]))
        names = name_rooms(contents)
        self._known = [_Known(name, corner, mask) for name, mask in zip(names, masks, strict=True)]
        return names

    def _matched(self, masks: Sequence[np.ndarray], corner: np.ndarray) -> list[str]:
        """The name that each room had before, "" for new ones."""
        shares = []
        for k, mask in enumerate(masks):
            for known in self._known:
                both = overlap(mask, corner, known.mask, known.corner)
                share = both / max(1, min(int(mask.sum()), int(known.mask.sum())))
                if share >= _SAME_ROOM:
                    shares.append((-both, k, known.name))
        names = [""] * len(masks)
        for _, k, name in sorted(shares):
            if not names[k] and name not in names:
                names[k] = name
        return names


def room_of(plan: FloorPlan, node: ObjectNode) -> str:
    """The room that an object stands in or hangs into; "" where none is near."""
    center = node.box.center
    reach_m = min(OBJECT_REACH_M, float(node.box.extents[:2].min()) / 2 + 0.25)
    return plan.room_at(center) or plan.nearest_room(center, reach_m)


def same_rooms(a: FoundRooms, b: FoundRooms) -> bool:
    """Whether two results agree in everything."""
    if (a.floor_plan is None) != (b.floor_plan is None) or len(a.rooms) != len(b.rooms):
        return False
    for one, two in zip(a.rooms, b.rooms, strict=True):
        if one.name != two.name or not np.array_equal(_numbers(one.box), _numbers(two.box)):
            return False
    if a.floor_plan is None or b.floor_plan is None:
        return True
    p, q = a.floor_plan, b.floor_plan
    doors = [[(d.rooms, *d.center.tolist(), d.width, d.open) for d in plan.doors] for plan in (p, q)]
    return (
        p.cell_m == q.cell_m
        and p.room_names == q.room_names
        and doors[0] == doors[1]
        and np.array_equal(p.origin, q.origin)
        and np.array_equal(p.walkable, q.walkable)
        and np.array_equal(p.room_index, q.room_index)
    )


def _numbers(box: Box) -> np.ndarray:
    return np.concatenate([box.center, box.extents, [box.yaw]])


def _crop(evidence: np.ndarray) -> tuple[tuple[int, int], np.ndarray] | None:
    """The part of the grid with anything seen, one cell around it left; and where it begins."""
    seen = np.any(evidence, axis=0)
    if not seen.any():
        return None
    cells = np.argwhere(seen)
    (y0, x0), (y1, x1) = np.maximum(cells.min(axis=0) - 1, 0), cells.max(axis=0) + 2
    return (int(y0), int(x0)), evidence[:, y0:y1, x0:x1]


def _seen_well(layout: Layout, parts: Slices, cell_m: float, settings: RoomSettings) -> Layout:
    """The layout without rooms of which too little was seen."""
    import cv2

    kept = []
    side = 2 * round(_SHADOW_M / cell_m / 2) + 1
    unseen = np.pad(~(parts.barrier | parts.space), side)
    for k in range(1, layout.count + 1):
        mask = np.pad(layout.labels == k, side)
        floor = int((mask[side:-side, side:-side] & parts.floor).sum()) * cell_m**2
        edge, open_edge = 0, 0
        # A shadow behind a chair has two long edges, and still little is unseen.
        mask |= unseen & (cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((side, side))) > 0)
        for axis, step in itertools.product((0, 1), (-1, 1)):
            beside = np.roll(mask, step, axis) & ~mask
            edge += int(beside.sum())
            open_edge += int((beside & unseen).sum())
        if floor >= settings.min_floor_m2 and open_edge <= settings.max_unseen_edge * edge:
            kept.append(k)
    renumber = np.zeros(layout.count + 1, np.int32)
    renumber[kept] = np.arange(1, len(kept) + 1)
    gates = [
        Gate((int(renumber[g.rooms[0]]), int(renumber[g.rooms[1]])), g.center, g.width, g.cut) for g in layout.gates
    ]
    return Layout(renumber[layout.labels], len(kept), tuple(g for g in gates if min(g.rooms) > 0))


def _walkable(parts: Slices, layout: Layout, cell_m: float, radius_m: float) -> np.ndarray:
    """(H, W) bool: known floor, in the rooms, at which a robot touches nothing solid and nothing unseen."""
    from scipy.ndimage import distance_transform_edt

    free = (parts.floor | parts.clear) & ~parts.obstacle & ~parts.barrier
    # An open doorway lets robots pass: what only hangs in it is a lintel or a picture beside it, widened by noise.
    free |= _doorways(layout, _DOORWAY_M / cell_m) & parts.floor & ~parts.stands & ~parts.barrier
    away = distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1]
    return np.asarray((away * cell_m >= radius_m) & (layout.labels > 0))


def _doorways(layout: Layout, reach: float) -> np.ndarray:
    """(H, W) bool: the cells in doorways and up to `reach` cells before and behind them."""
    inside = np.zeros(layout.labels.shape, dtype=bool)
    cells = np.argwhere(layout.labels > 0)
    at = cells[:, ::-1] + 0.5
    for gate in layout.gates:
        along = np.subtract(gate.cut[1], gate.cut[0]) / np.linalg.norm(np.subtract(gate.cut[1], gate.cut[0]))
        away = at - gate.center
        near = np.abs(away @ along) <= gate.width / 2
        near &= np.abs(away @ np.array([-along[1], along[0]])) <= reach
        inside[tuple(cells[near].T)] = True
    return inside


def _door(gate: Gate, names: Sequence[str], origin: np.ndarray, cell_m: float) -> Door:
    one, two = (names[label - 1] for label in gate.rooms)
    return Door((one, two), origin + np.array(gate.center) * cell_m, round(gate.width * cell_m, 2))
