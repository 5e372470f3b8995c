"""Names by the mean of several looks, each of which gives all names a probability."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from drawn_boxes import drawn
from rooms_for_perception import frame_of, seen, solid
from test_judged_detections import Fixed

from situated_qa.geometry import Frame
from situated_qa.perception.categories import OBJECT
from situated_qa.perception.detector import Detection
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.naming.features import FEATURES, VERSION
from situated_qa.perception.naming.namer import NamerSettings
from situated_qa.perception.observations import Observation, ObservationSettings, observe_detections
from situated_qa.perception.proposals import ProposalSettings
from situated_qa.perception.track_names import NameVotes
from situated_qa.perception.unnamed import UnnamedThings

BOX = solid((2.0, -0.4, 0.0), (2.5, 0.4, 1.8))


def votes(*looks: dict[str, float]) -> NameVotes:
    result = NameVotes()
    for look in looks:
        result.weigh(tuple(look.items()))
    return result


def look(chances: dict[str, float], stamp: int) -> Observation:
    return dataclasses.replace(seen(OBJECT, BOX, score=0.1, stamp=stamp), chances=tuple(chances.items()))


def test_the_mean_of_the_looks_decides_and_not_how_often_a_name_came_first():
    # door: 0.45 + 0.45 + 0.1 = 1.0; wardrobe: 0.4 + 0.4 + 0.9 = 1.7
    names = votes({"door": 0.45, "wardrobe": 0.4}, {"door": 0.45, "wardrobe": 0.4}, {"door": 0.1, "wardrobe": 0.9})

    assert names.best(None) == "wardrobe"
    assert [name for name, _ in names.others("wardrobe")] == ["door"]


def test_where_no_name_is_likely_there_is_none():
    unsure = votes({"door": 0.35, "wardrobe": 0.3, "refrigerator": 0.35})

    assert unsure.best(None) == OBJECT
    assert {name for name, _ in unsure.others(OBJECT)} == {"door", "wardrobe", "refrigerator"}


def test_one_look_with_a_name_does_not_outweigh_two_without():
    names = NameVotes()
    for name, score in ((OBJECT, 0.15), ("couch", 0.52), (OBJECT, 0.15)):
        names.add(name, score)
    assert names.best(None) == OBJECT
    assert names.confidence("couch", None) == 0.0

    names.add("couch", 0.5)  # 1.02 together: two sightings by a detector
    assert names.best(None) == "couch"


def test_what_most_looks_take_for_no_object_is_not_believed_in():
    names = votes({"nothing": 0.7, "door": 0.3}, {"nothing": 0.6, "door": 0.4})

    assert names.is_nothing
    assert names.confidence(names.best(None), None) == 0.0
    assert "nothing" not in dict(names.others(OBJECT))


def test_a_look_is_never_certain():
    # 0.65 of the probability is the vote of a look: 1 - (1 - 0.65)^3 after three
    assert votes({"door": 1.0}).confidence("door", None) == pytest.approx(0.65)
    assert votes(*[{"door": 1.0}] * 9).confidence("door", None) == pytest.approx(1 - 0.35**3)


def test_a_detector_and_looks_share_the_votes():
    # chair: 0.5; the looks give 0.65 * 0.9 to the couch and 0.65 * 0.1 to the chair
    names = votes({"couch": 0.9, "chair": 0.1})
    names.add("chair", 0.5)

    assert names.best(None) == "couch"
    assert names.confidence("chair", None) < names.confidence("couch", None)


def test_one_sure_look_makes_an_object_and_one_that_is_not_sure_does_not():
    shown = []
    for chance in (0.95, 0.9):
        instances = InstanceMap()
        instances.update([look({"wardrobe": chance}, 0)], 0)
        shown.append([thing.category for thing in instances.instances.values()])

    assert shown == [["wardrobe"], []]


def test_looks_that_find_nothing_take_an_object_back():
    instances = InstanceMap()
    for stamp in range(2):
        instances.update([look({"door": 0.6, "nothing": 0.4}, stamp)], stamp)
    assert len(instances.instances) == 1

    for stamp in range(2, 5):
        instances.update([look({"nothing": 0.7, "door": 0.3}, stamp)], stamp)
    assert len(instances.instances) == 0


# ── from frames ──────────────────────────────────────────────────────────────────────────────────────────────────────


def weighing(tmp_path: Path, **chances: float) -> UnnamedThings:
    """What looks at frames with a namer that gives everything the same names, in a place that it knows."""
    names = list(chances)
    path = tmp_path / "same.npz"
    np.savez(
        path, version=np.array(VERSION), names=np.array(names), mean=np.zeros(FEATURES),
        std=np.full(FEATURES, 100.0), w1=np.zeros((FEATURES, 4)), b1=np.zeros(4), w2=np.zeros((4, len(names))),
        b2=np.log(list(chances.values())), temperature=np.array(1.0), familiar=np.array(9.0),
    )  # fmt: skip
    return UnnamedThings(ProposalSettings(), NamerSettings(mode="on", model_path=str(path)), Fixed())


def frame_with_box() -> tuple[Frame, np.ndarray]:
    depth, shown = drawn(((2.0, -0.2, 0.0), (2.4, 0.2, 0.4)))
    return frame_of(depth), shown == 0


def observe(finder: UnnamedThings, category: str = "") -> list[Observation]:
    """Observations of the box, which a detector calls a category or does not name."""
    frame, mask = frame_with_box()
    detections = [Detection(category, 0.5, np.array([60, 60, 100, 110]), mask)] if category else []
    named = observe_detections(frame, detections)
    return finder.observe(frame, named, [], ObservationSettings())


def test_what_the_default_detector_named_goes_by_the_namers_name(tmp_path: Path):
    (item,) = observe(weighing(tmp_path, nothing=0.1, vase=0.2, lamp=0.7), "vase")

    assert item.category == "lamp"
    assert dict(item.chances) == pytest.approx({"nothing": 0.1, "vase": 0.2, "lamp": 0.7})


def test_the_detectors_name_stays_where_the_namer_is_unsure_and_grants_it_a_share(tmp_path: Path):
    (kept,) = observe(weighing(tmp_path, nothing=0.2, vase=0.35, lamp=0.45), "vase")
    (lost,) = observe(weighing(tmp_path, nothing=0.3, vase=0.25, lamp=0.45), "vase")

    assert (kept.category, lost.category) == ("vase", OBJECT)


def test_a_proposal_carries_all_its_names_and_what_is_no_object_is_left_out(tmp_path: Path):
    (item,) = observe(weighing(tmp_path, nothing=0.3, vase=0.3, lamp=0.4))

    assert item.category == OBJECT
    assert dict(item.chances) == pytest.approx({"nothing": 0.3, "vase": 0.3, "lamp": 0.4})
    assert observe(weighing(tmp_path, nothing=0.8, vase=0.1, lamp=0.1)) == []


def test_looks_that_are_doubted_count_once_the_place_is_known(tmp_path: Path):
    instances = InstanceMap()
    for stamp in range(2):
        doubted = dataclasses.replace(
            seen("refrigerator", BOX, score=0.5, stamp=stamp), chances=(("wardrobe", 0.9),), doubted=True
        )
        instances.update([doubted], stamp)
    assert [thing.category for thing in instances.instances.values()] == ["refrigerator"]

    elsewhere = dataclasses.replace(look({"lamp": 0.95}, 2), points_map=BOX + np.float32(3.0))
    changes = instances.update([elsewhere], 2)

    assert {thing.category for thing in instances.instances.values()} == {"wardrobe", "lamp"}
    assert changes.changed == set(instances.instances)


def test_votes_before_and_after_a_merge_settle_alike():
    mine, other = NameVotes(), NameVotes()
    mine.add("chair", 0.5)
    other.add_doubted("chair", 0.5, (("couch", 1.0),))
    mine.update(other)

    assert mine.best(None) == "chair"  # 0.5 + 0.5
    assert mine.settle()
    assert mine.best(None) == "couch"  # 0.65 and 0.5
    assert not mine.settle()


def test_a_thing_with_a_likely_name_is_no_less_there_than_one_without():
    # Half of the votes: 0.5 * (1 - (1 - 0.325)^3) = 0.346; three looks at something: 1 - 0.85^3 = 0.386
    named = votes(*[{"wardrobe": 0.5, "refrigerator": 0.3, "door": 0.2}] * 3)
    unnamed = votes(*[{"wardrobe": 0.4, "refrigerator": 0.3, "door": 0.3}] * 3)

    assert (named.best(None), unnamed.best(None)) == ("wardrobe", OBJECT)
    assert named.confidence("wardrobe", None) == unnamed.confidence(OBJECT, None) == pytest.approx(1 - 0.85**3)
    assert named.confidence("refrigerator", None) < 0.3


def test_a_name_that_nearly_no_look_gave_does_not_replace_one_that_the_box_is_too_high_for():
    tower = solid((2.0, -0.3, 0.0), (2.5, 0.3, 1.4))  # no coffee table is 1.4 m high, a bookcase may be
    shown = []
    for share in (0.05, 0.3):
        instances = InstanceMap()
        for stamp in range(3):
            chances = (("coffee table", 0.95 - share), ("bookcase", share))
            item = dataclasses.replace(seen(OBJECT, tower, score=0.1, stamp=stamp), chances=chances)
            instances.update([item], stamp)
        shown += [thing.category for thing in instances.instances.values()]

    assert shown == ["coffee table", "bookcase"]
