"""Boxes of instances: when they are fitted anew, and what becomes of those of the wrong size."""

from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import seen, solid

from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.object_boxes import BoxFitter, can_be
from situated_qa.perception.tracks import Track
from situated_qa.scene.builder import link_objects, node_from_instance

TABLE_TOP = solid((2.0, -0.6, 0.71), (3.2, 0.6, 0.75), 0.04)
CHAIR_BACK = solid((3.1, -0.2, 0.60), (3.2, 0.25, 0.90), 0.04)  # the table hides its seat and legs


def shown(*observations) -> list:
    instances = InstanceMap()
    for stamp in (1, 2, 3):
        instances.update(list(observations), stamp)
    return sorted(instances.instances.values(), key=lambda instance: instance.category)


def test_chair_behind_a_table_stands_on_the_floor_and_not_on_the_table():
    chair, table = shown(seen("dining table", TABLE_TOP), seen("chair", CHAIR_BACK))
    assert (chair.category, chair.box.bottom, table.box.bottom) == ("chair", 0.0, 0.0)
    graph = link_objects([node_from_instance(chair), node_from_instance(table)])
    assert graph.by_id[chair.id].supporter is None
    assert not [edge for edge in graph.relations if edge.predicate in ("on", "support")]


def test_book_on_a_table_is_still_carried_by_it():
    book, table = shown(seen("dining table", TABLE_TOP), seen("book", solid((2.5, 0.0, 0.76), (2.7, 0.2, 0.79))))
    graph = link_objects([node_from_instance(book), node_from_instance(table)])
    assert graph.by_id[book.id].supporter == table.id


def test_a_name_that_does_not_fit_the_box_gives_way_to_the_next_that_does():
    instances = InstanceMap()
    bed = solid((0.0, 0.0, 0.0), (2.0, 1.5, 0.5), 0.05)
    for stamp in (1, 2):
        instances.update([seen("bed", bed, score=0.7)], stamp)
    for stamp in (3, 4):
        instances.update([seen("chair", bed, score=0.9)], stamp)
    (found,) = instances.instances.values()
    assert found.category == "bed", "no chair is 2 m long"
    assert found.confidence < 0.5, "it has less than half of the votes"
    assert dict(found.alternatives).keys() == {"chair"}


def test_a_certain_thing_that_is_too_large_is_shown_but_less_surely():
    instances = InstanceMap()
    instances.update([seen("cup", solid((0.0, 0.0, 0.8), (0.5, 0.1, 0.9), 0.04), score=0.9)], 1)
    (cup,) = instances.instances.values()
    assert (cup.category, cup.box.extents.max() > 0.45) == ("cup", True)
    assert cup.confidence == pytest.approx(0.45), "half of what one sighting of score 0.9 tells"


def _box(extents):
    from situated_qa.geometry import Box

    return Box(np.zeros(3), np.array(extents))


@pytest.mark.parametrize(
    ("category", "extents", "fits"),
    [
        ("cup", (0.1, 0.1, 0.1), True),
        ("cup", (0.5, 0.1, 0.1), False),
        ("chair", (0.5, 0.5, 0.9), True),
        ("chair", (0.1, 0.1, 0.1), False),
        ("couch", (2.0, 0.9, 0.8), True),
        ("couch", (2.0, 0.9, 1.5), False),  # couches end at 1.2 m; a fifth more is noise
        ("couch", (2.0, 0.9, 0.2), False),  # and begin at 0.55 m, of which half may be hidden
        ("rug", (2.0, 1.4, 0.02), True),
        ("rug", (2.0, 1.4, 0.5), False),
        ("thingamajig", (9.0, 9.0, 9.0), True),
    ],
)
def test_sizes_that_categories_can_have(category, extents, fits):
    assert can_be(category, _box(extents)) is fits


def test_a_box_is_fitted_anew_when_enough_is_new_and_not_before():
    fitter = BoxFitter(0.04, 0.1, 0.08)
    track = Track(0, 0.04, 0.25)
    chair = solid((1.0, 0.0, 0.0), (1.5, 0.5, 0.9), 0.05)
    for _ in range(10):
        track.add(seen("chair", chair), None)
    first = fitter.box(track, "chair", None)
    track.add(seen("chair", chair), None)
    assert fitter.box(track, "chair", None) is first, "one more look from ten before"
    for _ in range(2):  # what one look alone shows may have leaked over the outline
        assert fitter.box(track, "chair", None) is first
        track.add(seen("chair", chair + np.float32([0.0, 0.2, 0.0])), None)
    grown = fitter.box(track, "chair", None)
    assert grown is not first, "it has grown"
    for _ in range(6):
        track.add(seen("chair", chair), None)
    assert fitter.box(track, "chair", None) is not grown, "six more looks"


def test_a_track_that_has_swallowed_chairs_is_taken_apart():
    instances = InstanceMap()
    row = [solid((1.0, y, 0.0), (1.5, y + 0.45, 0.9), 0.05) for y in (0.0, 0.65, 1.3, 1.95)]
    swallowed = seen("chair", np.vstack(row))
    for stamp in (1, 2):
        instances.update([swallowed], stamp)
    found = sorted(instances.instances.values(), key=lambda instance: instance.box.center[1])
    assert [instance.category for instance in found] == ["chair"] * 4
    assert np.allclose([instance.box.center[1] for instance in found], [0.225, 0.875, 1.525, 2.175], atol=0.03)
    assert all(instance.box.extents[:2].max() < 0.6 for instance in found)
