"""A second visit to a home: things moved, removed, added and recoloured, a door closed, and the truth of it all."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.settings import check_settings, setting
from situated_qa.sim import home_furniture
from situated_qa.sim.furnishing import PALETTE
from situated_qa.sim.home_placing import leaf_of
from situated_qa.sim.home_plan import HomeDoor
from situated_qa.sim.homes import Home, HomeObject
from situated_qa.sim.placement import overlap

What = Literal["moved", "removed", "added", "recolored", "closed"]

_BROUGHT = (
    home_furniture.BACKPACK, home_furniture.SUITCASE, home_furniture.BOX, home_furniture.BALL, home_furniture.TEDDY,
    home_furniture.STOOL, home_furniture.CACTUS, home_furniture.LAUNDRY_BASKET, home_furniture.FLOOR_LAMP,
)  # fmt: skip
"""What somebody may have put on the floor since."""
_STAYS = frozenset(
    {"door", "window", "radiator", "sink", "toilet", "bathtub", "shower", "bidet", "fireplace", "rug", "refrigerator"}
    | {"stove", "washing machine", "dryer", "kitchen cabinet", "wardrobe", "bookcase", "file cabinet", "safe", "bed"}
)
_PORTABLE_M2 = 0.6  # footprint of what people carry to another place
_APART_RGB = 130.0  # a new colour must be another one at a glance
_MOVED_M = 0.8  # less is not worth a word
_FROM_DOOR_M = 1.0
_GAP_M = 0.12
_TRIES = 60


@dataclass(frozen=True)
class ChangeSettings:
    """How much is different at the second visit."""

    moved: int = setting(2, "things that stand elsewhere", minimum=0, maximum=20)
    removed: int = setting(2, "things that are gone", minimum=0, maximum=20)
    added: int = setting(2, "things that are new", minimum=0, maximum=20)
    recolored: int = setting(2, "things that have another colour", minimum=0, maximum=20)
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
            attributes = MappingProxyType({**leaf.attributes, "state": "closed"})
            closed = dataclasses.replace(leaf, box=box, attributes=attributes)
            doors = tuple(shut if other is door else other for other in self.home.doors)
            trial = self._home(self._with(closed), doors)
            if len(_rooms_entered(trial)) < len(self.home.rooms) - 1:
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
        """Put things that stand on the floor elsewhere on the floor."""
        movable = [item for item in self._loose() if item.supporter is None]
        for item in movable:
            if sum(change.what == "moved" for change in self.changes) >= self.settings.moved:
                return
            there = self._placed(item)
            if there is not None:
                self._note("moved", item, there)

    def add(self) -> None:
        """Bring things that were not there."""
        known = {item.category for item in self.home.objects}
        for index in self.rng.permutation(len(_BROUGHT)):
            if sum(change.what == "added" for change in self.changes) >= self.settings.added:
                return
            kind = _BROUGHT[int(index)]
            if kind.category in known:
                continue
            like = self.home.objects[0]
            model = kind.models[int(self.rng.integers(len(kind.models)))]
            size = like.models.size(model)
            item = HomeObject(
                id=1 + max(change.id for change in self._all()),
                category=kind.category,
                model_id=model,
                box=Box(np.array([0.0, 0.0, size[2] / 2]), np.array(size), 0.0),
                color=kind.colors[int(self.rng.integers(len(kind.colors)))],
                has_front=kind.has_front,
                supporter=None,
                on_wall=False,
                room="",
                attributes=MappingProxyType({"material": kind.material} if kind.material else {}),
                models=like.models,
            )
            there = self._placed(item)
            if there is not None:
                self._note("added", None, there)

    def recolor(self) -> None:
        """Give things another colour."""
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
        entered = _rooms_entered(self.home)
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

    def _placed(self, item: HomeObject) -> HomeObject | None:
        """Put it on free floor, where the robot can still get to all it could before; None where no place was found."""
        entered = _rooms_entered(self.home)
        solid = [o.box for o in self.home.objects if o.id != item.id and o.box.bottom < 1.0 and o.category != "window"]
        doors = np.array([door.center for door in self.home.doors])
        cells = np.argwhere(self.home.floor_plan.walkable)
        for cell in cells[self.rng.integers(len(cells), size=_TRIES)]:
            at = self.home.floor_plan.centers_of(cell)
            room = next((r for r in self.home.rooms if _inside(at, r.low, r.high)), None)
            if room is None or room.name not in entered or np.linalg.norm(doors - at, axis=1).min() < _FROM_DOOR_M:
                continue
            box = Box(np.array([*at, item.box.extents[2] / 2]), item.box.extents, item.box.yaw)
            near = item.room == room.name and np.linalg.norm(at - item.box.center[:2]) < _MOVED_M
            corners_in = all(_inside(corner, room.low, room.high) for corner in box.footprint())
            if near or not corners_in or any(overlap(box, other, _GAP_M) for other in solid):
                continue
            there = dataclasses.replace(item, box=box, room=room.name)
            trial = self._home(self._with(there))
            if _rooms_entered(trial) == entered:
                self.home = trial
                return there
        return None

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
                door_rooms=door_rooms,
            )
        )


def _size(box: Box) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in box.extents)
    return (x, y, z)


def _inside(point: np.ndarray, low: tuple[float, float], high: tuple[float, float]) -> bool:
    return bool((point >= np.array(low) + 0.02).all() and (point <= np.array(high) - 0.02).all())


def _rooms_entered(home: Home) -> set[str]:
    """Rooms of which the robot reaches half a square metre."""
    plan = home.floor_plan
    reached = plan.room_index[plan.walkable]
    counts = np.bincount(reached[reached >= 0], minlength=len(plan.room_names))
    return {name for name, count in zip(plan.room_names, counts, strict=True) if count * plan.cell_m**2 >= 0.5}
