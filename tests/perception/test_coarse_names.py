"""A coarse name where the fine one is unsure, on drawn rooms: sums worked out by hand, and sheets without depth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_boxes import drawn
from rooms_for_perception import frame_of
from test_judged_detections import Fixed

from situated_qa.perception.categories import OBJECT
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.naming.coarse import CoarseNames
from situated_qa.perception.naming.features import FEATURES, VERSION
from situated_qa.perception.naming.geometry import NAMES
from situated_qa.perception.naming.namer import NOTHING, NamerSettings
from situated_qa.perception.naming.pyramid import POOLED
from situated_qa.perception.observations import Observation, ObservationSettings
from situated_qa.perception.proposals import ProposalSettings
from situated_qa.perception.unnamed import UnnamedThings

DRESSER = ((1.8, -0.4, 0.0), (2.3, 0.4, 0.4))
SHEET = ((1.8, -0.4, 0.0), (1.84, 0.4, 0.4))
SECOND_NS = 1_000_000_000


def namer(folder: Path, mode: str = "auto", **chances: float) -> NamerSettings:
    """A namer that gives the same probabilities to everything."""
    path = folder / "some.npz"
    np.savez(
        path, version=np.array(VERSION), names=np.array([name.replace("_", " ") for name in chances]),
        mean=np.zeros(FEATURES), std=np.ones(FEATURES), w1=np.zeros((FEATURES, 4)), b1=np.zeros(4),
        w2=np.zeros((4, len(chances))), b2=np.log(list(chances.values())), temperature=np.array(1.0),
        familiar=np.array(9.0),
    )  # fmt: skip
    return NamerSettings(mode=mode, model_path=str(path))


def looks(settings: NamerSettings, count: int = 1, box=DRESSER) -> tuple[list[Observation], InstanceMap]:
    """What `count` looks at a drawn box give: the observations of the last one, and the map of all."""
    things, instances = UnnamedThings(ProposalSettings(), settings, Fixed()), InstanceMap()
    depth, _ = drawn(box)
    found: list[Observation] = []
    for number in range(count):
        frame = frame_of(depth, stamp=number * SECOND_NS)
        found = things.observe(frame, [], instances.instances.values(), ObservationSettings())
        instances.update(found, frame.stamp, frame)
    return found, instances


def test_what_is_one_of_several_kinds_of_storage_is_a_cabinet(tmp_path):
    # 0.5 + 0.35 = 0.85 of it is storage; 0.59 of that is the look's score: one makes no object, two do.
    settings = namer(tmp_path, dresser=0.5, wardrobe=0.35, couch=0.15)

    (item,), instances = looks(settings)
    assert (item.category, item.score) == ("cabinet", pytest.approx(0.5015, abs=1e-3))
    assert not instances.instances

    _, instances = looks(settings, 2)
    assert [thing.category for thing in instances.instances.values()] == ["cabinet"]


@pytest.mark.parametrize(
    "chances",
    [
        {"dresser": 0.5, "wardrobe": 0.28, "couch": 0.22},  # 0.78 is less than `elsewhere_probability`
        {"dresser": 0.1, "couch": 0.9},  # a name that this detector does not give
    ],
)
def test_what_is_not_surely_storage_has_no_name(tmp_path, chances):
    (item,), _ = looks(namer(tmp_path, **chances))

    assert item.category == OBJECT


def test_a_sheet_without_depth_is_no_cabinet(tmp_path):
    found, _ = looks(namer(tmp_path, dresser=0.5, wardrobe=0.35, couch=0.15), box=SHEET)

    assert {item.category for item in found} == {OBJECT}


def test_a_name_that_the_detector_gives_and_one_of_a_known_place_stay_as_they_are(tmp_path):
    (lamp,), _ = looks(namer(tmp_path, lamp=0.85, dresser=0.15))
    (wardrobe,), _ = looks(namer(tmp_path, mode="on", wardrobe=0.7, dresser=0.2, couch=0.1))

    assert lamp.category == "lamp"
    assert wardrobe.category == "wardrobe"


def test_no_absence_is_told_of_cabinets_where_only_some_are_named(tmp_path):
    settings = namer(tmp_path, dresser=0.5, wardrobe=0.35, couch=0.15)
    things = UnnamedThings(ProposalSettings(), settings, Fixed())

    assert "cabinet" not in things.vocabulary


def test_storage_is_summed_over_the_names_that_are_mixed_up_with_a_cabinet():
    row = np.zeros(FEATURES, np.float32)
    row[POOLED + NAMES.index("depth")] = 0.15
    names = (NOTHING, "tv stand", "bookcase", "kitchen cabinet", "coffee table")
    values = np.array([0.1, 0.2, 0.3, 0.15, 0.25])

    assert CoarseNames(names).storage(values, row) == pytest.approx(0.65)
    row[POOLED + NAMES.index("depth")] = 0.14
    assert CoarseNames(names).storage(values, row) == 0.0
