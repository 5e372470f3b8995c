"""Where people are when they ask: at a door, on the sofa, before the fridge, in the middle of a room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from situated_qa.sim.questions.naming import reference, rivals
from situated_qa.sim.questions.view import Pose
from situated_qa.sim.questions.world import Doorway, Thing, World

SEATS = frozenset({"couch", "sofa", "armchair", "chair", "office chair", "bench", "piano bench", "stool", "pouf"})
_NOT_BEFORE = frozenset({"rug", "shoes", "teddy bear", "backpack", "suitcase", "handbag", "rocking horse", "window"})
_INSIDE_M = 0.7  # how far from the middle of a doorway somebody stands who came in
_BEFORE_M = 0.45  # how far from a piece of furniture somebody stands who uses it
_SNAP_M = 0.3
_FACING_RAD = np.radians(12.0)
_AHEAD_M = 5.0
_LANDMARK_M = 0.45  # nobody says that they face a cup across the room


def poses(world: World) -> list[Pose]:
    """Every pose that a person would take and describe, in a fixed order."""
    found = [pose for door in world.doors for pose in _at_door(world, door)]
    for thing in world.things:
        if thing.front is None or not thing.room or not thing.furnishes:
            continue
        if thing.category in SEATS:
            found += _on_seat(world, thing)
        elif thing.supporter is None and thing.bottom < 0.1 and thing.top > 0.4 and thing.category not in _NOT_BEFORE:
            found += _before(world, thing)
    for room in world.rooms:
        found += _in_middle(world, room)
    return found


def _standing(world: World, point: np.ndarray, room: str) -> np.ndarray | None:
    """The nearest place to stand, in that room; None where there is none at hand."""
    if not len(world.walking.cells):
        return None
    cell, away = world.walking.near(point)
    at = world.walking.centers[cell]
    if away > _SNAP_M or world.room_at(at) != room:
        return None
    return np.array([at[0], at[1], 0.0])


def _at_door(world: World, door: Doorway) -> Iterator[Pose]:
    if not door.open and "" not in door.rooms:
        return
    center = np.array(door.center)
    twins = [other for other in world.doors if set(other.rooms) == set(door.rooms)]
    if len(twins) > 1:
        return  # "the door to the corridor" would be two
    for room, other in (door.rooms, door.rooms[::-1]):
        if not room:
            continue
        for heading in (0.0, np.pi / 2, np.pi, -np.pi / 2):
            ahead = np.array([np.cos(heading), np.sin(heading)])
            if world.room_at(center + 0.35 * ahead) != room or world.room_at(center - 0.35 * ahead) == room:
                continue
            at = _standing(world, center + _INSIDE_M * ahead, room)
            if at is None:
                continue
            if other:
                texts = (
                    f"I have just come into the {room} through the door from the {other}, looking straight ahead.",
                    f"I am standing just inside the {room}, and the door to the {other} is right behind me.",
                    f"Coming from the {other}, I have stopped right after the door, facing into the {room}.",
                )
            else:
                texts = (
                    f"I have just come home and am standing inside the front door, looking into the {room}.",
                    f"I am standing in the {room} with the front door right behind me.",
                    f"Having walked in from outside, I have stopped behind the front door, facing into the {room}.",
                )
            yield Pose(at, heading, room, texts)
            break


def ahead_of(
    world: World, at: np.ndarray, heading: float, room: str, besides: int
) -> tuple[Thing, dict[str, Any]] | None:
    """What somebody there faces: the thing nearest to straight ahead that can be named."""
    best: tuple[float, Thing, dict[str, Any]] | None = None
    for thing in world.things:
        if thing.room != room or thing.id == besides or not thing.furnishes or thing.top < 0.35:
            continue
        offset = thing.center[:2] - at[:2]
        away = float(np.linalg.norm(offset))
        turn = abs((np.arctan2(offset[1], offset[0]) - heading + np.pi) % (2 * np.pi) - np.pi)
        slot = reference(world, thing)
        small = thing.extents.max() < _LANDMARK_M
        if turn > _FACING_RAD or not 0.4 <= away <= _AHEAD_M or slot is None or small:
            continue
        if best is None or turn < best[0]:
            best = (turn, thing, slot)
    return best[1:] if best is not None else None


def _on_seat(world: World, seat: Thing) -> Iterator[Pose]:
    assert seat.front is not None
    heading = float(np.arctan2(seat.front[1], seat.front[0]))
    position = np.array([seat.center[0], seat.center[1], 0.0])
    facing = ahead_of(world, position, heading, seat.room, seat.id)
    slot = reference(world, seat)
    if slot is not None:
        where, mark = slot["text"], None
    else:
        mark = _mark(world, seat)
        if mark is None:
            return  # words would not tell this chair from the next
        where = f"the {seat.category} in the {seat.room} that has {mark[1]}"
    anchors = {seat.id} | ({mark[0].id} if mark is not None else set())
    if facing is None:
        texts = (
            f"I am sitting on {where}, and I am looking straight ahead.",
            f"I sit comfortably on {where}, leaning back.",
            f"I have taken a seat on {where}. I look where it faces.",
        )
    else:
        target = facing[1]["text"]
        anchors |= {facing[0].id}
        texts = (
            f"I am sitting on {where}, facing {target}.",
            f"I sit on {where} and look at {target}.",
            f"I have taken a seat on {where}, with {target} straight ahead of me.",
        )
    yield Pose(position, heading, seat.room, texts, frozenset(anchors), seated=True, seat=seat.id)


def _mark(world: World, seat: Thing) -> tuple[Thing, str] | None:
    """A thing on one side of whoever sits there, and of nobody on another seat of that kind in the room."""
    others = [t for t in rivals(world, seat, seat.room) if t.front is not None]
    sides = {"left": np.pi / 2, "right": -np.pi / 2}
    for thing in world.things:
        slot = reference(world, thing) if thing.room == seat.room and thing.furnishes else None
        if slot is None:
            continue
        for side, angle in sides.items():
            if _turn(seat, thing, angle) < np.radians(35.0) and all(
                _turn(other, thing, angle) > np.radians(75.0) for other in others
            ):
                return thing, f"{slot['text']} on its {side} side"
    return None


def _turn(seat: Thing, thing: Thing, angle: float) -> float:
    """How far from a direction, as the seat faces, a thing lies, rad, 0 … π."""
    assert seat.front is not None
    offset = (thing.center - seat.center)[:2]
    bearing = np.arctan2(offset[1], offset[0]) - np.arctan2(seat.front[1], seat.front[0]) - angle
    return float(abs((bearing + np.pi) % (2 * np.pi) - np.pi))


def _before(world: World, thing: Thing) -> Iterator[Pose]:
    assert thing.front is not None
    slot = reference(world, thing)
    if slot is None:
        return
    front = np.array(thing.front)
    depth = float(np.abs(thing.own_axes(thing.center[:2] + front)).dot(thing.extents[:2] / 2))
    at = _standing(world, thing.center[:2] + front * (depth + _BEFORE_M), thing.room)
    if at is None:
        return
    name = slot["text"]
    away = float(np.arctan2(front[1], front[0]))
    facing = (
        f"I am standing in front of {name}, facing it.",
        f"I stand right before {name} and look at it.",
        f"{name[0].upper()}{name[1:]} is straight ahead of me; I am standing close to it.",
    )
    turned = (
        f"I am standing with my back to {name}.",
        f"I have turned away from {name} and look into the room, with it right behind me.",
        f"{name[0].upper()}{name[1:]} is right behind me, and I look the other way.",
    )
    yield Pose(at, (away + 2 * np.pi) % (2 * np.pi) - np.pi, thing.room, facing, frozenset({thing.id}))
    yield Pose(at, away, thing.room, turned, frozenset({thing.id}))


def _in_middle(world: World, room: str) -> Iterator[Pose]:
    at = _standing(world, world.rooms[room].center, room)
    if at is None:
        return
    targets = []
    for thing in world.things:
        slot = reference(world, thing)
        away = float(np.linalg.norm(thing.center[:2] - at[:2]))
        large = thing.top > 0.4 and thing.extents.max() >= _LANDMARK_M
        if thing.room == room and slot is not None and away > 1.0 and large and thing.furnishes:
            targets.append((thing, slot["text"].removesuffix(f" in the {room}")))
    for thing, name in targets[:4]:
        offset = thing.center[:2] - at[:2]
        heading = float(np.arctan2(offset[1], offset[0]))
        texts = (
            f"I am standing in the middle of the {room}, facing {name}.",
            f"I stand in the middle of the {room} and look towards {name}.",
            f"From the middle of the {room}, where I am standing, I see {name} straight ahead.",
        )
        yield Pose(at, heading, room, texts, frozenset({thing.id}))
