"""Homes from a seed, with their exact truth: rooms, doors, windows, and what stands where, in which color, on what."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.settings import check_settings, setting
from situated_qa.sim import home_building, home_floor, home_furniture
from situated_qa.sim.catalog import Catalog, Model
from situated_qa.sim.furnishing import PALETTE
from situated_qa.sim.furniture_parts import PARTS
from situated_qa.sim.home_hangings import hang_more
from situated_qa.sim.home_layout import draw_plan
from situated_qa.sim.home_models import HomeModels
from situated_qa.sim.home_openings import with_closed_doors
from situated_qa.sim.home_placing import RoomFurnisher, Spot, Style, leaf_of
from situated_qa.sim.home_plan import CEILING_M, HomeDoor, HomePlan, HomeRoom, HomeWindow
from situated_qa.sim.home_rooms import PROGRAMS
from situated_qa.sim.materials import attributes
from situated_qa.sim.placement import wall_yaw

HOMES_VERSION = 2
"""Grows whenever the same seed makes another home."""

_PLANS, _ARRANGEMENTS = 20, 12
_SMALL_M3 = 0.05
_OVERHEAD_M = 1.3  # what hangs higher is no obstacle for the robot
_LYING_M = 0.03  # what lies flat is none either


@dataclass(frozen=True)
class HomeSettings:
    """How large homes are, and the robot that must get around in them."""

    robot_radius_m: float = setting(0.22, "radius of the robot's base, m", minimum=0.05, maximum=0.4)
    fewest_objects: int = setting(15, "a home has at least this many objects", minimum=1, maximum=1000)
    most_objects: int = setting(120, "small things are left out beyond this many", minimum=15, maximum=1000)
    closed_doors: int = setting(0, "closed doors beside the open ones that join all rooms", minimum=0, maximum=4)
    furniture: str = setting("", "part of the furniture models: train, dev or test; empty means all of them")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class HomeObject:
    """One object of a home."""

    id: int
    category: str
    model_id: str
    box: Box  # map frame; its x axis is the object's front
    color: str  # its name; "" where the model keeps colors that no one name fits
    has_front: bool
    supporter: int | None  # id of what carries it; None for the floor or a wall
    on_wall: bool  # hangs on a wall, or is a part of it
    room: str
    attributes: Mapping[str, str]  # material, shape, state
    models: HomeModels = field(repr=False)

    @property
    def front(self) -> tuple[float, float] | None:
        """Unit vector in the map's xy plane; None for things without a front."""
        return (math.cos(self.box.yaw), math.sin(self.box.yaw)) if self.has_front else None

    @property
    def rgb(self) -> tuple[int, int, int] | None:
        """Of the material that covers most of it, without shading; None where the model keeps its own colors."""
        return PALETTE[self.color] if self.color else None

    @property
    def mesh(self) -> Model:
        """Painted, map frame. Reads the model's files.

        Raises:
            AssetError: they cannot be read.
        """
        models, id = self.models, self.model_id
        mesh = models.painted(id, PALETTE[self.color]) if self.color else models.load(id)
        c, s = math.cos(self.box.yaw), math.sin(self.box.yaw)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return mesh.moved(R, np.array([*self.box.center[:2], self.box.bottom]))


@dataclass(frozen=True, slots=True, eq=False)
class Home:
    """A home whose floors lie between (0, 0) and `size`, map frame, m, z up. An `Interior`."""

    seed: int
    plan: HomePlan
    objects: tuple[HomeObject, ...]  # ordered by id, from 0
    floor_plan: FloorPlan

    @property
    def rooms(self) -> tuple[HomeRoom, ...]:
        """Name, kind, rectangle."""
        return self.plan.rooms

    @property
    def doors(self) -> tuple[HomeDoor, ...]:
        """Between rooms, and the entrance."""
        return self.plan.doors

    @property
    def windows(self) -> tuple[HomeWindow, ...]:
        """In the outer walls."""
        return self.plan.windows

    @property
    def size(self) -> tuple[float, float, float]:
        """Along x, y and z, m."""
        return (*self.plan.size, CEILING_M)

    @property
    def lamp(self) -> home_building.RoomLamps:
        """One in each room."""
        return home_building.lamps(self.plan)

    def things(self) -> list[tuple[int, Model]]:
        """What the renderer takes: structure as −1, then every object by its id. Reads the models' files."""
        structure = home_building.structure(self.plan, np.random.default_rng((self.seed, 3)))
        return [(-1, model) for model in structure] + [(item.id, item.mesh) for item in self.objects]

    def categories(self) -> dict[int, str]:
        """Category by object id."""
        return {item.id: item.category for item in self.objects}

    def graph(self) -> SceneGraph:
        """The true scene graph; relations hold what stands on what."""
        relations = tuple(
            Relation(item.id, "on", item.supporter) for item in self.objects if item.supporter is not None
        )
        rooms = tuple(RoomNode(room.name, room.box) for room in self.rooms)
        nodes = tuple(_node(item) for item in self.objects)
        return SceneGraph(nodes, relations, rooms, version=1, floor_plan=self.floor_plan)

    def walkable(self, robot_radius_m: float) -> np.ndarray:
        """(rows, columns) bool: where the middle of a round robot may be, one connected region."""
        return home_floor.largest(self.clearance() >= robot_radius_m)

    def clearance(self) -> np.ndarray:
        """(rows, columns) distance of each cell's middle to the nearest furniture or wall, m."""
        return home_floor.clearance(self.plan, solid_boxes(self.objects))

    def part_index(self) -> np.ndarray:
        """(rows, columns) int: the room a cell belongs to, as in `floor_plan.room_index`."""
        return self.floor_plan.room_index


def _node(item: HomeObject) -> ObjectNode:
    return ObjectNode(
        id=item.id,
        category=item.category,
        box=item.box,
        centroid=item.box.center,
        rgb=item.rgb,
        color=item.color,
        front=item.front,
        attributes=item.attributes,
        room=item.room,
        supporter=item.supporter,
    )


def generate_home(
    seed: int, catalog: Catalog, *, rooms: int | None = None, settings: HomeSettings | None = None
) -> Home:
    """A furnished home. The same seed, catalog and settings give the same home on every machine.

    Args:
        rooms: how many rooms, 1 … 8; None lets the seed decide.

    Raises:
        AssetError: the catalog lacks a model.
        SceneError: `rooms` is out of range, or no arrangement was found (a bug: every seed should have one).
    """
    settings = settings if settings is not None else HomeSettings()
    if settings.furniture not in ("", *PARTS):
        raise SceneError(f"the furniture must be {', '.join(PARTS)} or empty for all, got {settings.furniture!r}")
    models = HomeModels(catalog, settings.furniture)
    for attempt in range(_PLANS):
        rng = np.random.default_rng((seed, 1, attempt))
        count = (
            rooms if rooms is not None else int(rng.choice(8, p=[0.06, 0.06, 0.12, 0.14, 0.18, 0.16, 0.14, 0.14])) + 1
        )
        plan = draw_plan(rng, count)
        if settings.closed_doors:
            plan = with_closed_doors(plan, np.random.default_rng((seed, 5, attempt)), settings.closed_doors)
        style = Style(rng, models)
        furnished = [_furnish(room, plan, style, (seed, 2, attempt, number)) for number, room in enumerate(plan.rooms)]
        done = [room for room in furnished if room is not None]
        if len(done) < len(furnished):
            continue
        objects = _objects(plan, done, style, settings)
        floor = home_floor.floor_plan(plan, solid_boxes(objects), settings.robot_radius_m)
        if len(objects) >= settings.fewest_objects and home_floor.all_reached(plan, floor):
            return Home(seed, plan, objects, floor)
    raise SceneError(f"seed {seed}: no arrangement found in {_PLANS} plans of a home")


def _furnish(room: HomeRoom, plan: HomePlan, style: Style, seed: tuple[int, ...]) -> RoomFurnisher | None:
    """Furnish one room, again and again until it is what its name says and one can walk through; None: it never was."""
    used = Counter(style.used)
    for attempt in range(_ARRANGEMENTS):
        style.rng, style.used = np.random.default_rng((*seed, attempt)), Counter(used)
        furnisher = RoomFurnisher(room, style)
        furnisher.open_up(plan)
        for door in plan.doors_of(room.name):
            if door.leaf and door.swings_into == room.name:
                model, _ = style.pick(home_furniture.DOOR)
                box = leaf_of(door, room, style.models.size(model))
                local = Box(box.center - np.array([*room.low, 0.0]), box.extents, box.yaw)
                color = "white" if door.open else str(style.rng.choice(list(home_furniture.DOOR.colors)))
                state = "open" if door.open else "closed"
                furnisher.put(Spot(home_furniture.DOOR, model, color, local, on_wall=True, state=state))
                if door.open:
                    furnisher.plan.solid.append(local)
        if PROGRAMS[room.kind](furnisher) and furnisher.walkable():
            if style.models.part:
                hang_more(furnisher, plan)
            return furnisher
    return None


def _objects(
    plan: HomePlan, furnished: list[RoomFurnisher], style: Style, settings: HomeSettings
) -> tuple[HomeObject, ...]:
    spots: list[tuple[Spot, HomeRoom, int | None]] = []
    for furnisher in furnished:
        first = len(spots)
        for spot in furnisher.spots:
            spots.append((spot, furnisher.room, None if spot.supporter is None else first + spot.supporter))
    spots += [(_window(window, plan.room(window.room)), plan.room(window.room), None) for window in plan.windows]
    keep = _kept(spots, settings.most_objects, style.rng)
    number = {old: new for new, old in enumerate(keep)}
    objects = []
    for old in keep:
        spot, room, supporter = spots[old]
        shift = np.zeros(3) if spot.kind is home_furniture.WINDOW else np.array([*room.low, 0.0])
        objects.append(
            HomeObject(
                id=number[old],
                category=spot.kind.category,
                model_id=spot.model_id,
                box=Box(spot.box.center + shift, spot.box.extents, math.remainder(spot.box.yaw, 2 * math.pi)),
                color=spot.color,
                has_front=spot.kind.has_front,
                supporter=None if supporter is None else number[supporter],
                on_wall=spot.on_wall,
                room=room.name,
                attributes=MappingProxyType(attributes(spot.kind, spot.model_id, spot.state)),
                models=style.models,
            )
        )
    return tuple(objects)


def _kept(spots: list[tuple[Spot, HomeRoom, int | None]], most: int, rng: np.random.Generator) -> list[int]:
    """Which things stay: beyond `most`, small things that carry nothing go, by chance."""
    carriers = {supporter for _, _, supporter in spots if supporter is not None}
    small = [
        k
        for k, (spot, _, supporter) in enumerate(spots)
        if supporter is not None and k not in carriers and spot.box.volume() < _SMALL_M3
    ]
    gone = {small[int(k)] for k in rng.permutation(len(small))[: max(0, len(spots) - most)]}
    return [k for k in range(len(spots)) if k not in gone]


def _window(window: HomeWindow, room: HomeRoom) -> Spot:
    """A window as a thing, map frame: let into the wall, 2 cm of it inside the room."""
    model = home_furniture.WINDOW.models[0 if window.width > 1.0 else 1]
    (x0, y0), (x1, y1) = room.low, room.high
    off, along = -0.01, window.along
    x, y = ((x0 + along, y0 + off), (x1 - off, y0 + along), (x0 + along, y1 - off), (x0 + off, y0 + along))[window.wall]
    extents = np.array([0.06, window.width, window.height])
    box = Box(np.array([x, y, window.bottom + window.height / 2]), extents, wall_yaw(window.wall))
    return Spot(home_furniture.WINDOW, model, "", box, on_wall=True)


def solid_boxes(objects: Sequence[HomeObject]) -> list[Box]:
    """What a robot cannot drive through: not what hangs overhead or on walls, nor what lies flat."""
    return [item.box for item in objects if _is_solid(item)]


def _is_solid(item: HomeObject) -> bool:
    if item.category in ("door", "window"):
        return item.attributes.get("state") == "open"
    return item.box.bottom < _OVERHEAD_M and item.box.top > _LYING_M and not item.on_wall
