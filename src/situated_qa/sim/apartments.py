"""A furnished room from a seed, with its exact truth: what stands where, in which color, on what."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.graph import MAX_SURFACE_POINTS, ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.sim import furnishing as kinds
from situated_qa.sim import shapes
from situated_qa.sim.catalog import Catalog, Model
from situated_qa.sim.furnishing import PALETTE, Kind
from situated_qa.sim.interiors import CELL_M
from situated_qa.sim.placement import FloorPlan, against_wall, clearance, overlap, walkable

GENERATOR_VERSION = 1
"""Grows whenever the same seed makes another room: part of the cache key of rendered sequences."""

_ATTEMPTS = 400
_CEILING_M = 2.6
_ROBOT_RADIUS_M = 0.22
_DEFAULT_FLOOR = (176, 134, 92)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedObject:
    """One object of a room."""

    id: int
    category: str
    model_id: str
    box: Box  # map frame; its x axis is the object's front
    mesh: Model  # map frame
    rgb: tuple[int, int, int]  # of the material that covers most of it, without shading
    color: str  # its name; "" where the model keeps colors that no one name fits
    has_front: bool
    supporter: int | None  # id of what carries it; None for the floor

    @property
    def front(self) -> tuple[float, float] | None:
        """Unit vector in the map's xy plane; None for things without a front."""
        return (math.cos(self.box.yaw), math.sin(self.box.yaw)) if self.has_front else None


@dataclass(frozen=True, slots=True, eq=False)
class FurnishedRoom:
    """A room from (0, 0, 0) to `size`, map frame, m, z up. An `Interior`."""

    seed: int
    size: tuple[float, float, float]
    objects: tuple[PlacedObject, ...]  # ordered by id, from 0
    structure: tuple[Model, ...]  # floor, walls, ceiling, door, windows
    plan: FloorPlan

    @property
    def lamp(self) -> np.ndarray:
        """(3,) where the ceiling lamp hangs."""
        return np.array([self.size[0] / 2, self.size[1] / 2, self.size[2] - 0.15])

    def walkable(self, robot_radius_m: float) -> np.ndarray:
        """(rows, columns) bool: where the middle of a round robot may be, one connected region."""
        return walkable(self.plan, robot_radius_m, CELL_M)

    def clearance(self) -> np.ndarray:
        """(rows, columns) distance of each cell's middle to the nearest furniture or wall, m."""
        return clearance(self.plan, CELL_M)

    def part_index(self) -> np.ndarray:
        """(rows, columns) int: all is one room."""
        return np.zeros((round(self.plan.depth / CELL_M), round(self.plan.width / CELL_M)), int)

    def things(self) -> list[tuple[int, Model]]:
        """What the renderer takes: structure as −1, then every object by its id."""
        return [(-1, model) for model in self.structure] + [(item.id, item.mesh) for item in self.objects]

    def categories(self) -> dict[int, str]:
        """Category by object id."""
        return {item.id: item.category for item in self.objects}

    def graph(self) -> SceneGraph:
        """The true scene graph; relations hold what stands on what."""
        nodes = tuple(_node(item, self.seed) for item in self.objects)
        relations = tuple(
            Relation(item.id, "on", item.supporter) for item in self.objects if item.supporter is not None
        )
        size = np.array(self.size)
        return SceneGraph(nodes, relations, (RoomNode("living room", Box(size / 2, size)),), version=1)


def _node(item: PlacedObject, seed: int) -> ObjectNode:
    mesh = item.mesh
    areas = mesh.areas() + 1e-12
    centers = mesh.vertices[mesh.faces].mean(axis=1)
    pick = np.random.default_rng((seed, item.id)).choice(len(areas), MAX_SURFACE_POINTS, p=areas / areas.sum())
    return ObjectNode(
        id=item.id,
        category=item.category,
        box=item.box,
        centroid=np.average(centers, axis=0, weights=areas),
        rgb=item.rgb,
        color=item.color,
        front=item.front,
        room="living room",
        supporter=item.supporter,
        surface_points=centers[pick].astype(np.float32),
    )


def furnish(seed: int, catalog: Catalog) -> FurnishedRoom:
    """A living, dining and sleeping room. The same seed and catalog give the same room.

    Raises:
        AssetError: the catalog lacks a model.
        SceneError: no arrangement was found (a bug: every seed should have one).
    """
    for attempt in range(_ATTEMPTS):
        rng = np.random.default_rng((seed, attempt))
        furnisher = _Furnisher(rng, catalog)
        if furnisher.furnish():
            return furnisher.room(seed)
    raise SceneError(f"seed {seed}: no arrangement of the furniture found in {_ATTEMPTS} attempts")


@dataclass(slots=True)
class _Spot:
    """A model chosen, and where it goes."""

    kind: Kind
    model_id: str
    color: str
    box: Box
    supporter: int | None = None


@dataclass(slots=True)
class _Furnisher:
    rng: np.random.Generator
    catalog: Catalog
    plan: FloorPlan = field(init=False)
    spots: list[_Spot] = field(default_factory=list)
    door: tuple[int, float] = (0, 0.0)  # wall, along
    window: tuple[int, float] = (0, 0.0)

    def furnish(self) -> bool:
        """Try once; False where something found no place."""
        rng = self.rng
        self.plan = FloorPlan(round(float(rng.uniform(6.6, 7.2)), 2), round(float(rng.uniform(5.3, 5.8)), 2))
        self._openings()
        placed = (
            self._lounge()
            and self._along_walls(kinds.BED, front_m=0.7)
            and self._along_walls(kinds.REFRIGERATOR, front_m=0.8, not_wall=self.window[0])
            and self._dining()
            and self._along_walls(kinds.ARMCHAIR, front_m=0.5)
            and self._along_walls(kinds.OFFICE_CHAIR, front_m=0.5)
            and self._along_walls(kinds.PLANT, corner=True)
            and self._along_walls(kinds.PLANT)
            and self._along_walls(kinds.PLANT)
        )
        if not placed:
            return False
        self._small_things()
        free = walkable(self.plan, _ROBOT_RADIUS_M)
        return float(free.sum()) * 0.05**2 >= 7.0  # m² in one piece: the robot gets around

    def room(self, seed: int) -> FurnishedRoom:
        objects = tuple(self._place(id, spot) for id, spot in enumerate(self.spots))
        size = (self.plan.width, self.plan.depth, _CEILING_M)
        return FurnishedRoom(seed, size, objects, _structure(self.plan, self.door, self.window, self.rng), self.plan)

    def _openings(self) -> None:
        plan, rng = self.plan, self.rng
        door_wall, window_wall = rng.permutation(4)[:2]
        self.door = (int(door_wall), float(rng.uniform(0.8, plan.wall_length(door_wall) - 0.8)))
        self.window = (int(window_wall), float(plan.wall_length(window_wall) / 2 + rng.uniform(-0.6, 0.6)))
        x, y = plan.on_wall(self.door[0], self.door[1], 0.5)
        plan.put([], [Box(np.array([x, y, 1.0]), np.array([1.0, 1.0, 2.0]), 0.0)])

    def _pick(self, kind: Kind) -> tuple[str, str, tuple[float, float, float]]:
        model_id = kind.models[int(self.rng.integers(len(kind.models)))]
        used = {spot.color for spot in self.spots}
        colors = [color for color in kind.colors if color not in used] or kind.colors  # so that colors tell apart
        return model_id, colors[int(self.rng.integers(len(colors)))], self.catalog[model_id].size

    def _lounge(self) -> bool:
        """A couch against a long wall and, facing it, the television on its stand."""
        plan, rng = self.plan, self.rng
        couch, color, couch_size = self._pick(kinds.COUCH)
        stand, _, stand_size = self._pick(kinds.TV_STAND)
        for _ in range(30):
            wall = int(rng.choice([0, 2]))
            along = float(rng.uniform(couch_size[1] / 2 + 0.3, plan.width - couch_size[1] / 2 - 0.3))
            couch_box, couch_clear = against_wall(plan, wall, along, couch_size, 1.2)
            stand_box, stand_clear = against_wall(plan, 2 - wall, along, stand_size, 0.8)
            if plan.fits([couch_box, stand_box], couch_clear + stand_clear):
                plan.put([couch_box, stand_box], couch_clear + stand_clear)
                self.spots += [
                    _Spot(kinds.COUCH, couch, color, couch_box),
                    _Spot(kinds.TV_STAND, stand, "", stand_box),
                ]
                self._on_top(kinds.TV, len(self.spots) - 1, 0.0, 0.0)
                return True
        return False

    def _along_walls(self, kind: Kind, front_m: float = 0.0, not_wall: int = -1, corner: bool = False) -> bool:
        plan, rng = self.plan, self.rng
        model_id, color, size = self._pick(kind)
        for _ in range(60):
            wall = int(rng.integers(4))
            if wall == not_wall:
                continue
            low, high = size[1] / 2 + 0.08, plan.wall_length(wall) - size[1] / 2 - 0.08
            along = float(rng.choice([low, high]) if corner else rng.uniform(low, high))
            body, clear = against_wall(plan, wall, along, size, front_m)
            if plan.fits([body], clear):
                plan.put([body], clear)
                self.spots.append(_Spot(kind, model_id, color, body))
                return True
        return False

    def _dining(self) -> bool:
        """A table away from the walls with four chairs of one kind around it."""
        plan, rng = self.plan, self.rng
        table, table_color, table_size = self._pick(kinds.TABLE)
        chair, chair_color, chair_size = self._pick(kinds.CHAIR)
        for _ in range(60):
            yaw = float(rng.choice([0.0, np.pi / 2]))
            at = np.array([rng.uniform(1.6, plan.width - 1.6), rng.uniform(1.5, plan.depth - 1.5)])
            table_box = Box(np.array([*at, table_size[2] / 2]), np.array(table_size), yaw)
            chairs = []
            for side in (1, -1):  # two at each long side; the table's long axis is its y
                for along in (-0.25, 0.25):
                    local = np.array([side * (table_size[0] / 2 + chair_size[0] / 2 + 0.05), along * table_size[1]])
                    local += rng.uniform(0.0, 0.04, 2) * [side, 1]
                    c, s = np.cos(yaw), np.sin(yaw)
                    x, y = at + [c * local[0] - s * local[1], s * local[0] + c * local[1]]
                    facing = yaw + (np.pi if side > 0 else 0.0) + float(rng.uniform(-0.06, 0.06))
                    chairs.append(Box(np.array([x, y, chair_size[2] / 2]), np.array(chair_size), facing))
            if any(overlap(a, b) for a in chairs for b in (*chairs, table_box) if a is not b):
                continue
            if plan.fits([table_box, *chairs], margin_m=0.45):  # room to walk around
                plan.put([table_box, *chairs])
                self.spots.append(_Spot(kinds.TABLE, table, table_color, table_box))
                table_at = len(self.spots) - 1
                self.spots += [_Spot(kinds.CHAIR, chair, chair_color, box) for box in chairs]
                self._on_top(kinds.LAPTOP, table_at, 0.18, -0.3)
                self._on_top(kinds.VASE, table_at, 0.0, 0.05)
                self._on_top(kinds.BOWL, table_at, -0.15, 0.33)
                return True
        return False

    def _small_things(self) -> None:
        couch = next(index for index, spot in enumerate(self.spots) if spot.kind is kinds.COUCH)
        self._on_top(kinds.TEDDY_BEAR, couch, 0.02, float(self.rng.choice([-0.22, 0.22])))

    def _on_top(self, kind: Kind, supporter: int, forward: float, left: float) -> None:
        """Stand something on another: offsets as shares of the supporter's depth and width."""
        below = self.spots[supporter]
        model_id, color, size = self._pick(kind)
        entry = self.catalog[below.model_id]
        top = entry.drop_on_top_m if entry.drop_on_top_m is not None else entry.size[2]
        dx, dy = forward * below.box.extents[0], left * below.box.extents[1]
        c, s = np.cos(below.box.yaw), np.sin(below.box.yaw)
        x, y = below.box.center[:2] + [c * dx - s * dy, s * dx + c * dy]
        box = Box(np.array([x, y, top + size[2] / 2]), np.array(size), below.box.yaw)
        self.spots.append(_Spot(kind, model_id, color, box, supporter))

    def _place(self, id: int, spot: _Spot) -> PlacedObject:
        mesh = self.catalog.load(spot.model_id)
        if spot.color:
            mesh, rgb = shapes.painted(mesh, PALETTE[spot.color]), PALETTE[spot.color]
        else:
            red, green, blue = (round(float(value)) for value in shapes.mean_color(mesh))
            rgb = (red, green, blue)
        c, s = np.cos(spot.box.yaw), np.sin(spot.box.yaw)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        mesh = mesh.moved(R, np.array([*spot.box.center[:2], spot.box.bottom]))
        has_front = spot.kind.category not in ("potted plant", "vase", "bowl", "dining table")
        return PlacedObject(
            id, spot.kind.category, spot.model_id, spot.box, mesh, rgb, spot.color, has_front, spot.supporter
        )


def _structure(
    plan: FloorPlan, door: tuple[int, float], window: tuple[int, float], rng: np.random.Generator
) -> tuple[Model, ...]:
    width, depth, height, wall = plan.width, plan.depth, _CEILING_M, 0.1
    warm, cool = (226, 219, 203), (206, 214, 216)
    wood = shapes.planks(rng, _DEFAULT_FLOOR)
    models = [
        shapes.floor((0.0, 0.0), (width, depth), wood, tile_m=1.6),
        shapes.box((0, 0, height), (width, depth, height + wall), (240, 240, 238)),
        shapes.box((-wall, -wall, 0), (width + wall, 0, height), warm),
        shapes.box((width, -wall, 0), (width + wall, depth + wall, height), cool),
        shapes.box((-wall, depth, 0), (width + wall, depth + wall, height), warm),
        shapes.box((-wall, -wall, 0), (0, depth + wall, height), cool),
    ]
    models += _panel(plan, door, 0.5, (0.0, 2.1), 0.02, (236, 236, 232))
    models += _panel(plan, door, 0.44, (0.0, 2.04), 0.035, (164, 118, 78))
    models += _panel(plan, (door[0], door[1] + 0.34), 0.06, (1.0, 1.03), 0.08, (190, 190, 190))
    models += _panel(plan, window, 0.85, (0.95, 2.25), 0.02, (245, 245, 245))
    for side in (-0.4, 0.4):
        models += _panel(plan, (window[0], window[1] + side), 0.36, (1.02, 2.18), 0.03, (196, 222, 246))
    return tuple(models)


def _panel(
    plan: FloorPlan, at: tuple[int, float], half: float, z: tuple[float, float], off: float, rgb: tuple[int, int, int]
) -> list[Model]:
    """A flat box on a wall: `half` its width to each side of `at`, standing `off` the wall, m."""
    corners = np.array([plan.on_wall(at[0], at[1] + side, out) for side, out in ((-half, 0.0), (half, off))])
    low, high = corners.min(axis=0), corners.max(axis=0)
    return [shapes.box((*low, z[0]), (*high, z[1]), rgb)]
