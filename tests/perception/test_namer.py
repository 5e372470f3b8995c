"""The embedded namer: its file agrees with its card, noise has no name, and what it says follows from its weights."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from situated_qa.errors import DetectorError, SettingsError
from situated_qa.perception.naming.familiarity import Familiarity
from situated_qa.perception.naming.features import FEATURES, VERSION
from situated_qa.perception.naming.namer import CARD, NOTHING, Namer, NamerSettings

MIB = 1 << 20


def test_the_file_agrees_with_its_card():
    card = json.loads(CARD.read_text())
    data = CARD.with_name(card["file"]).read_bytes()

    assert len(data) == card["bytes"] <= 10 * MIB
    assert hashlib.sha256(data).hexdigest() == card["sha256"]
    assert {"license", "data", "settings", "figures"} <= card.keys()
    assert tuple(card["names"]) == Namer().names


def test_the_vocabulary_holds_what_the_detector_lacks_and_not_nothing():
    vocabulary = Namer().vocabulary

    assert {"curtain", "door", "lamp", "picture", "wardrobe", "whiteboard", "window"} <= set(vocabulary)
    assert NOTHING not in vocabulary
    assert len(vocabulary) >= 80


@pytest.mark.parametrize("scale", [3.0, 30.0, 1e4])
def test_noise_has_no_name(scale):
    noise = np.random.default_rng(0).normal(0.0, scale, (50, FEATURES)).astype(np.float32)

    assert [name.name for name in Namer().name(noise)] == [""] * 50


def test_features_that_are_not_finite_have_no_name():
    rows = np.zeros((2, FEATURES), np.float32)
    rows[0, 5], rows[1, 7] = np.nan, np.inf

    assert [name.name for name in Namer().name(rows)] == ["", ""]


def test_a_name_needs_its_probability(tmp_path: Path):
    path = two_names(tmp_path, chance_of_lamp=0.75)
    row = np.zeros((1, FEATURES), np.float32)

    (sure,) = Namer(NamerSettings(model_path=str(path), least_probability=0.7)).name(row)
    (unsure,) = Namer(NamerSettings(model_path=str(path), least_probability=0.8)).name(row)

    assert (sure.name, sure.probability) == ("lamp", pytest.approx(0.75, abs=1e-3))
    assert sure.others == (("vase", pytest.approx(0.25, abs=1e-3)),)
    assert unsure.name == ""


def test_a_file_of_other_features_is_refused(tmp_path: Path):
    path = two_names(tmp_path, chance_of_lamp=0.5, version=VERSION + 1)

    with pytest.raises(DetectorError, match="train it again"):
        Namer(NamerSettings(model_path=str(path)))


def test_a_file_that_is_missing_or_damaged_is_refused(tmp_path: Path):
    (tmp_path / "bad.npz").write_bytes(b"no archive")

    for name in ("bad.npz", "none.npz"):
        with pytest.raises(DetectorError, match=name):
            Namer(NamerSettings(model_path=str(tmp_path / name)))


def test_a_wrong_mode_is_refused():
    with pytest.raises(SettingsError, match="auto, on, off"):
        NamerSettings(mode="sometimes")


def test_a_place_is_known_once_enough_of_it_looks_as_in_training():
    place, rng = Familiarity(), np.random.default_rng(0)
    place.add(rng.normal(0.0, 1.0, (30, 200)))
    assert not place.is_known  # too little was seen

    place.add(rng.normal(0.0, 1.0, (300, 200)))
    assert place.is_known

    place.add(rng.normal(1.0, 1.0, (330, 200)))  # the mean lies 0.5 off now
    assert place.shift == pytest.approx(0.5, abs=0.05)
    assert not place.is_known


def test_a_place_a_little_off_the_training_is_not_given_up():
    near, far, rng = Familiarity(), Familiarity(), np.random.default_rng(0)
    near.add(rng.normal(0.22, 1.0, (2000, 200)))
    far.add(rng.normal(0.3, 1.0, (2000, 200)))

    assert (near.is_known, near.is_open) == (False, True)  # the limit is 0.195, and 1.25 times it 0.244
    assert (far.is_known, far.is_open) == (False, False)

    near.add(rng.normal(0.0, 1.0, (2000, 200)))
    assert (near.is_known, near.is_open) == (True, False)


def two_names(folder: Path, *, chance_of_lamp: float, version: int = VERSION) -> Path:
    """A namer that gives the same two probabilities to everything."""
    path = folder / "two.npz"
    np.savez(
        path, version=np.array(version), names=np.array(["lamp", "vase"]), mean=np.zeros(FEATURES),
        std=np.ones(FEATURES), w1=np.zeros((FEATURES, 4)), b1=np.zeros(4), w2=np.zeros((4, 2)),
        b2=np.log([chance_of_lamp, 1.0 - chance_of_lamp]), temperature=np.array(1.0), familiar=np.array(2.0),
    )  # fmt: skip
    return path
