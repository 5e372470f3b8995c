"""What the detector did not name, on drawn rooms: taken into the map without a name, and not twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
from drawn_boxes import drawn
from rooms_for_perception import T_MAP_CAMERA, frame_of, seen, solid

from situated_qa.geometry import Frame, Transform
from situated_qa.perception.categories import OBJECT
from situated_qa.perception.detector import Capabilities, Detection
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.naming.namer import NamerSettings
from situated_qa.perception.observations import ObservationSettings
from situated_qa.perception.proposals import ProposalSettings
from situated_qa.perception.unnamed import UnnamedThings

BOX = ((2.0, -0.2, 0.0), (2.4, 0.2, 0.4))
SECOND_NS = 1_000_000_000


class Blind:
    """Sees nothing, and could name chairs."""

    name = "blind"

    def __init__(self, complete: bool = False) -> None:
        self.capabilities = Capabilities(vocabulary=("chair",), complete=complete)

    def detect(self, frame: Frame) -> list[Detection]:
        return []


def unnamed(complete: bool = False) -> UnnamedThings:
    return UnnamedThings(ProposalSettings(), NamerSettings(mode="off"), Blind(complete))


def frame_at(stamp: int, T: Transform = T_MAP_CAMERA) -> Frame:
    depth, _ = drawn(BOX)
    return frame_of(depth, stamp=stamp, T=T)


def test_a_thing_without_a_name_is_believed_in_after_three_sightings():
    finder, instances, believed = unnamed(), InstanceMap(), []
    for number in range(3):
        frame = frame_at(number * SECOND_NS)
        found = finder.observe(frame, [], instances.instances.values(), ObservationSettings())
        instances.update(found, frame.stamp, frame)
        believed.append(len(instances.instances))

    (thing,) = instances.instances.values()
    assert believed == [0, 0, 1]
    assert thing.category == OBJECT
    assert thing.box.extents[2] > 0.3


def test_a_camera_that_stands_still_gives_no_further_sightings():
    finder = unnamed()
    first = finder.observe(frame_at(0), [], [], ObservationSettings())
    at_once = finder.observe(frame_at(SECOND_NS // 30), [], [], ObservationSettings())
    later = finder.observe(frame_at(2 * SECOND_NS), [], [], ObservationSettings())

    assert [len(found) for found in (first, at_once, later)] == [1, 0, 1]


def test_a_piece_of_a_named_object_is_no_new_one():
    instances, rejected = InstanceMap(), Counter[str]()
    for stamp in (0, 1):
        instances.update([seen("chair", solid(*BOX), score=0.9, stamp=stamp)], stamp)

    found = unnamed().observe(frame_at(0), [], instances.instances.values(), ObservationSettings(), rejected)

    assert found == []
    assert rejected["a part of a named object"] == 1


def test_nothing_is_proposed_where_a_detector_gives_everything():
    assert unnamed(complete=True).observe(frame_at(0), [], [], ObservationSettings()) == []


def test_a_name_by_two_sightings_outweighs_any_number_without_one():
    points = solid(*BOX)
    instances = InstanceMap()
    for stamp in range(10):
        instances.update([seen(OBJECT, points, score=0.15, stamp=stamp)], stamp)
    assert [thing.category for thing in instances.instances.values()] == [OBJECT]

    for stamp in (10, 11):
        instances.update([seen("chair", points, score=0.5, stamp=stamp)], stamp)

    assert [thing.category for thing in instances.instances.values()] == ["chair"]


def test_two_unnamed_things_side_by_side_stay_two():
    left, right = solid((2, 0.2, 0), (2.4, 0.6, 0.4)), solid((2, -0.2, 0), (2.4, 0.2, 0.4))
    instances = InstanceMap()
    for stamp in range(4):
        pair = [seen(OBJECT, points, score=0.15, stamp=stamp) for points in (left, right)]
        instances.update(pair, stamp)

    middles = sorted(round(float(thing.box.center[1]), 1) for thing in instances.instances.values())
    assert np.allclose(middles, [0.0, 0.4])
