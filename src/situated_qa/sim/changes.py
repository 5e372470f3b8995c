"""A second visit to a home: things moved, removed, added and recolored, a door closed, and the truth of it all."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeVar

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.settings import check_settings, setting
from situated_qa.sim import home_furniture
from situated_qa.sim.changed_places import LYING_M, floor_places, place_on_furniture, rooms_entered
from situated_qa.sim.furnishing import PALETTE, Kind
from situated_qa.sim.home_placing import leaf_of
from situated_qa.sim.home_plan import HomeDoor
from situated_qa.sim.homes import Home, HomeObject
from situated_qa.sim.materials import attributes

T = TypeVar("T")
What = Literal["moved", "removed", "added", "recolored", "closed"]

_BROUGHT = (
    home_furniture.BACKPACK, home_furniture.SUITCASE, home_furniture.BOX, home_furniture.BALL, home_furniture.TEDDY,
    home_furniture.STOOL, home_furniture.CACTUS, home_furniture.LAUNDRY_BASKET, home_furniture.FLOOR_LAMP,
)  # fmt: skip
"""What somebody may have put on the floor since."""
_PUT_DOWN = (
    home_furniture.VASE, home_furniture.LAPTOP, home_furniture.TEAPOT, home_furniture.FAN, home_furniture.HANDBAG,
    home_furniture.TOY_TRAIN, home_furniture.BOWL, home_furniture.PHONE, home_furniture.DESK_LAMP, home_furniture.CUP,
)  # fmt: skip
"""What somebody may have put on furniture since."""
_STAYS = frozenset(
    {"door", "window", "radiator", "sink", "toilet", "bathtub", "shower", "bidet", "fireplace", "rug", "refrigerator"}
    | {"stove", "washing machine", "dryer", "kitchen cabinet", "wardrobe", "bookcase", "file cabinet", "safe", "bed"}
)
_PORTABLE_M2 = 0.6  # footprint of what people carry to another place
_SMALL_M2 = 0.15  # of what they put on furniture
_APART_RGB = 130.0  # a new color must be another one at a glance


@dataclass(frozen=True)
class ChangeSettings:
    """How much is different at the second visit."""

    moved: int = setting(2, "things that stand elsewhere, on the floor or on furniture in turn", minimum=0, maximum=20)
    removed: int = setting(2, "things that are gone", minimum=0, maximum=20)
    added: int = setting(2, "things that are new, on furniture and on the floor in turn", minimum=0, maximum=20)
    recolored: int = setting(2, "things that have another color", minimum=0, maximum=20)
    closed: int = setting(1, "inner doors that are closed now", minimum=0, maximum=5)
    robot_radius_m: float = setting(0.22, "radius of the robot that visits, m", minimum=0.05, maximum=0.4)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One thing that is different. Ids are those of the first visit; what is new has an id that was not there."""

    what: What
    id: int
    category: str
    before: Box | None  # None for what is new
    after: Box | None  # None for what is gone
    room_before: str = ""
    room_after: str = ""
    color_before: str = ""
    color_after: str = ""
    supporter_before: int | None = None  # id of what carried it; None for the floor
    supporter_after: int | None = None
    door_rooms: tuple[str, str] | None = None  # of a closed door


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    """The home as it is the second time, and what is different from the first."""

    home: Home
    changes: tuple[Change, ...]


def second_visit(home: Home, seed: int, settings: ChangeSettings | None = None) -> Visit:
    """The same home some time later. The same home, seed and settings give the same changes.

    Everything changed lies in rooms that can still be entered, no thing changes twice, and what carries others stays.
    A small home may not have room for all of it; then less is different, and `changes` says what.

    Raises:
        SceneError: nothing at all could be changed.
    """
    later = _Later(home, np.random.default_rng((home.seed, seed, 11)), settings or ChangeSettings())
    later.close_doors()
    later.remove()
    later.move()
    later.add()
    later.recolor()
    if not later.changes:
        raise SceneError(f"home {home.seed}: nothing in it could be changed")
    return Visit(later.home, tuple(later.changes))


class _Later:
    """A home while it is being changed."""

    def __init__(self, home: Home, rng: np.random.Generator, settings: ChangeSettings) -> None:
        self.home, self.rng, self.settings = home, rng, settings
        self.changes: list[Change] = []

    # ── doors ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def close_doors(self) -> None:
        """Close inner doors, each cutting off no more than the one room behind it."""
        for index in self.rng.permutation(len(self.home.doors)):
            if sum(change.what == "closed" for change in self.changes) >= self.settings.closed:
                return
            door = self.home.doors[int(index)]
            leaf = self._leaf(door)
            if not door.open or not door.leaf or "" in door.rooms or leaf is None:
                continue
            shut = dataclasses.replace(door, open=False)
            box = leaf_of(shut, self.home.plan.room(leaf.room), _size(leaf.box))
            shut_now = MappingProxyType({**leaf.attributes, "state": "closed"})
            closed = dataclasses.replace(leaf, box=box, attributes=shut_now)
            doors = tuple(shut if other is door else other for other in self.home.doors)
            trial = self._home(self._with(closed), doors)
            if len(rooms_entered(trial)) < len(self.home.rooms) - 1:
                continue
            self.home = trial
            self._note("closed", leaf, closed, door_rooms=door.rooms)

    def _leaf(self, door: HomeDoor) -> HomeObject | None:
        """The door's own object: the open leaf beside the opening."""
        leaves = [item for item in self.home.objects if item.category == "door" and item.room == door.swings_into]
        away = [float(np.linalg.norm(item.box.center[:2] - np.array(door.center))) for item in leaves]
        return leaves[int(np.argmin(away))] if away and min(away) < door.width else None

    # ── things ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def remove(self) -> None:
        """Take things away."""
        for item in self._loose()[: self.settings.removed]:
            self.home = self._home(tuple(other for other in self.home.objects if other.id != item.id))
            self._note("removed", item, None)

    def move(self) -> None:
        """Put things elsewhere: from furniture onto other furniture, from the floor to another spot of it."""
        loose = self._loose()
        flat = {item.id for item in self.home.objects if item.box.top <= LYING_M}
        small = [item for item in loose if item.supporter is not None and item.supporter not in flat and _small(item)]
        large = [item for item in loose if item.supporter is None]
        for item in _in_turn(small, large):
            if sum(change.what == "moved" for change in self.changes) >= self.settings.moved:
                return
            there = self._on_floor(item) if item.supporter is None else self._on_furniture(item)
            if there is not None:
                self._note("moved", item, there)

    def add(self) -> None:
        """Bring things that were not there."""
        known = {item.category for item in self.home.objects}
        upon, down = (
            [kinds[int(k)] for k in self.rng.permutation(len(kinds)) if kinds[int(k)].category not in known]
            for kinds in (_PUT_DOWN, _BROUGHT)
        )
        for kind in _in_turn(upon, down):
            if sum(change.what == "added" for change in self.changes) >= self.settings.added:
                return
            item = self._brought(kind)
            there = self._on_furniture(item) if kind in _PUT_DOWN else self._on_floor(item)
            if there is not None:
                self._note("added", None, there)

    def _brought(self, kind: Kind) -> HomeObject:
        """A new thing that has no place yet."""
        models = self.home.objects[0].models
        model = kind.models[int(self.rng.integers(len(kind.models)))]
        size = models.size(model)
        return HomeObject(
            id=1 + max(change.id for change in self._all()),
            category=kind.category,
            model_id=model,
            box=Box(np.array([0.0, 0.0, size[2] / 2]), np.array(size), 0.0),
            color=kind.colors[int(self.rng.integers(len(kind.colors)))],
            has_front=kind.has_front,
            supporter=None,
            on_wall=False,
            room="",
            attributes=MappingProxyType(attributes(kind, model)),
            models=models,
        )

    def recolor(self) -> None:
        """Give things another color."""
        painted = [item for item in self._loose(carriers=True) if item.color]
        for item in painted[: self.settings.recolored]:
            old = np.array(PALETTE[item.color], float)
            others = [name for name, rgb in PALETTE.items() if np.linalg.norm(np.array(rgb, float) - old) > _APART_RGB]
            new = dataclasses.replace(item, color=others[int(self.rng.integers(len(others)))])
            self.home = self._home(self._with(new))
            self._note("recolored", item, new)

    def _all(self) -> Iterator[HomeObject | Change]:
        yield from self.home.objects
        yield from self.changes

    def _loose(self, carriers: bool = False) -> list[HomeObject]:
        """What people carry about, in random order: unchanged, in rooms that can be entered, carrying nothing."""
        entered = rooms_entered(self.home)
        changed = {change.id for change in self.changes}
        carrying = {item.supporter for item in self.home.objects}
        found = [
            item
            for item in self.home.objects
            if item.id not in changed
            and item.category not in _STAYS
            and not item.on_wall
            and item.room in entered
            and float(np.prod(item.box.extents[:2])) <= _PORTABLE_M2
            and float(item.box.extents.max()) >= 0.15
            and (carriers or item.id not in carrying)
        ]
        return [found[int(k)] for k in self.rng.permutation(len(found))]

    def _on_floor(self, item: HomeObject) -> HomeObject | None:
        """Put it where the robot can still get to all it could before; None where no place was found."""
        entered = rooms_entered(self.home)
        for there in floor_places(self.home, item, self.rng):
            trial = self._home(self._with(there))
            if rooms_entered(trial) == entered:
                self.home = trial
                return there
        return None

    def _on_furniture(self, item: HomeObject) -> HomeObject | None:
        """Put it on something that did not carry it; None where no place was found."""
        there = place_on_furniture(self.home, item, self.rng)
        if there is not None:
            self.home = self._home(self._with(there))
        return there

    def _with(self, item: HomeObject) -> tuple[HomeObject, ...]:
        """All objects, this one in the place of its former self or at the end."""
        kept = [other for other in self.home.objects if other.id != item.id]
        return tuple(sorted([*kept, item], key=lambda other: other.id))

    def _home(self, objects: Sequence[HomeObject], doors: tuple[HomeDoor, ...] | None = None) -> Home:
        """The home with other objects and doors, its floor plan made anew."""
        plan = self.home.plan if doors is None else dataclasses.replace(self.home.plan, doors=doors)
        home = dataclasses.replace(self.home, plan=plan, objects=tuple(objects))
        old = home.floor_plan
        joined = tuple(Door(door.rooms, np.array(door.center), door.width, door.open) for door in plan.doors)
        walkable = home.walkable(self.settings.robot_radius_m)
        floor = FloorPlan(old.cell_m, old.origin, walkable, old.room_index, old.room_names, joined)
        return dataclasses.replace(home, floor_plan=floor)

    def _note(
        self,
        what: What,
        before: HomeObject | None,
        after: HomeObject | None,
        door_rooms: tuple[str, str] | None = None,
    ) -> None:
        item = before if before is not None else after
        assert item is not None  # something was there before or after
        self.changes.append(
            Change(
                what=what,
                id=item.id,
                category=item.category,
                before=before.box if before is not None else None,
                after=after.box if after is not None else None,
                room_before=before.room if before is not None else "",
                room_after=after.room if after is not None else "",
                color_before=before.color if before is not None else "",
                color_after=after.color if after is not None else "",
                supporter_before=before.supporter if before is not None else None,
                supporter_after=after.supporter if after is not None else None,
                door_rooms=door_rooms,
            )
        )


def _size(box: Box) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in box.extents)
    return (x, y, z)


def _small(item: HomeObject) -> bool:
    return float(np.prod(item.box.extents[:2])) <= _SMALL_M2


def _in_turn(one: Sequence[T], two: Sequence[T]) -> list[T]:
    """One of the first, one of the second, and so on; at the end what is left of either."""
    pairs = itertools.zip_longest(one, two)
    return [item for pair in pairs for item in pair if item is not None]
