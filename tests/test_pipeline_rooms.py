"""Rooms in the whole pipeline: frames in, a graph with rooms, a floor plan and objects that know their room."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import box_room  # noqa: E402 - found through the line above
from situated_qa.config import Settings  # noqa: E402
from situated_qa.mapping.occupancy import OccupancySettings  # noqa: E402
from situated_qa.mapping.tsdf import MappingSettings  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.rooms import RoomSettings  # noqa: E402

pytest.importorskip("warp")


def pipeline(**rooms: object) -> MappingPipeline:
    settings = Settings(
        mapping=MappingSettings(device="cpu", voxel_size_m=0.04),
        detector=DetectorSettings(name="true-masks"),
        occupancy=OccupancySettings(pixel_stride=1),
        rooms=dataclasses.replace(RoomSettings(), **rooms),
    )
    return MappingPipeline(settings, make_detector(settings.detector, categories=box_room.CATEGORIES))


def test_a_turn_on_the_spot_finds_the_room_and_what_is_in_it() -> None:
    mapper = pipeline(every_n_frames=6)
    observed = [mapper.observe(box_room.frame(index)) for index in range(24)]
    assert observed[4].graph.rooms == ()
    (room,) = mapper.graph.rooms
    assert room.name == "room 1"
    assert room.box.extents[:2] == pytest.approx([6, 6], abs=0.2)
    assert room.box.center[:2] == pytest.approx([0, 0], abs=0.1)
    assert {node.room for node in mapper.graph.objects} == {"room 1"}
    assert len(mapper.graph.objects) == len(box_room.THINGS)
    plan = mapper.graph.floor_plan
    assert plan is not None
    assert plan.walkable[tuple(plan.cells_of([0.0, 0.0]))]
    assert not plan.walkable[tuple(plan.cells_of([2.2, 0.0]))]  # the table
    assert "rooms" in observed[-1].seconds


def test_a_quarter_of_the_turn_finds_no_room() -> None:
    mapper = pipeline(every_n_frames=1)
    for index in range(5):
        mapper.observe(box_room.frame(index))
    assert mapper.graph.rooms == ()
    assert mapper.graph.floor_plan is None


def test_rooms_can_be_left_out() -> None:
    mapper = pipeline(enabled=False)
    for index in range(24):
        observed = mapper.observe(box_room.frame(index))
    assert mapper.find_rooms().rooms == ()
    assert "rooms" not in observed.seconds


def test_saving_brings_the_rooms_up_to_date(tmp_path: Path) -> None:
    mapper = pipeline(every_n_frames=1000)
    for index in range(24):
        mapper.observe(box_room.frame(index))
    assert mapper.graph.rooms == ()
    mapper.save(tmp_path)
    assert [room.name for room in mapper.graph.rooms] == ["room 1"]
