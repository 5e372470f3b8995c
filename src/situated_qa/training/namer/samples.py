"""Labelled features from rendered homes: the same masks that the namer meets in use, with their true names."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.detector import Detection, DetectorSettings
from situated_qa.perception.detectors.nanodet import NanoDet
from situated_qa.perception.frame_surfaces import surfaces_of
from situated_qa.perception.naming.features import FEATURES, features_of
from situated_qa.perception.observations import observe_detections
from situated_qa.perception.proposals import ProposalSettings, propose
from situated_qa.sequences import Sequence

NOTHING = "nothing"
"""The label of a mask that is no object: a piece of wall, floor or door frame, or of several things at once."""

_LEAST_PIXELS = 200
_MOST_OF_MASK = 0.6  # a proposal is named after the object that holds this share of it …
_PART_OF_OBJECT = 0.3  # … and that it holds this share of
_ONCE = 0.6  # share of the true masks that each further look leaves out: proposals are what counts
_NONE_OF_MASK = 0.25  # no object holds more of what is nothing
_SCRAP = 0.12  # a mask in one object that holds less of it is nothing, too
GIVEN, PROPOSED, DETECTED = 0, 1, 2
"""Where a mask is from: the truth, a proposal, or a detection's box."""


def looked_different(color: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The image as another camera might take it: exposure, color cast, contrast, saturation, blur and noise."""
    import cv2

    image = color.astype(np.float32) / 255.0
    image = image ** rng.uniform(0.6, 1.9) * rng.uniform(0.5, 1.25) * rng.uniform(0.82, 1.18, 3)
    grey = image.mean(axis=2, keepdims=True)
    image = grey + (image - grey) * rng.uniform(0.4, 1.3)
    if rng.random() < 0.5:
        height, width = image.shape[:2]
        x, y = np.linspace(-1, 1, width), np.linspace(-1, 1, height)[:, None]
        light = 1.0 + rng.uniform(-0.5, 0.5) * x + rng.uniform(-0.5, 0.5) * y
        image = image * np.clip(light, 0.2, 1.8)[..., None]
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.8)))
    image = image + rng.normal(0.0, rng.uniform(0.0, 0.05), image.shape)
    return np.asarray(np.clip(image * 255.0, 0, 255), np.uint8)


def labelled_masks(frame: Frame, categories: dict[int, str]) -> Iterator[tuple[np.ndarray, str, int, int]]:
    """Proposals and true masks of a rendered frame with name and true id (-1 for nothing), and where they are from."""
    assert frame.instances is not None
    ids = np.where(frame.instances >= 0, frame.instances, -1)
    areas = _areas(ids)
    for proposal in propose(frame, [], ProposalSettings(most=40)):
        assert proposal.mask is not None
        label = _label(proposal.mask, ids, areas, categories)
        if label is not None:
            yield proposal.mask, *label, PROPOSED
    for id, area in areas.items():
        if area >= _LEAST_PIXELS:
            yield ids == id, categories[id], id, GIVEN


def detected_masks(
    frame: Frame, detections: Iterable[Detection], categories: dict[int, str]
) -> Iterator[tuple[np.ndarray, str, int, int]]:
    """The same of the masks that a detector's boxes get."""
    assert frame.instances is not None
    ids = np.where(frame.instances >= 0, frame.instances, -1)
    areas = _areas(ids)
    for item in observe_detections(frame, list(detections)):
        assert item.mask is not None
        label = _label(item.mask, ids, areas, categories)
        if label is not None:
            yield item.mask, *label, DETECTED


def _areas(ids: np.ndarray) -> dict[int, int]:
    return {int(id): int(n) for id, n in zip(*np.unique(ids, return_counts=True), strict=True) if id >= 0}


def _label(
    mask: np.ndarray, ids: np.ndarray, areas: Mapping[int, int], categories: Mapping[int, str]
) -> tuple[str, int] | None:
    """Name and true id of a mask; None where it is neither one object nor clearly nothing."""
    inside, counts = np.unique(ids[mask], return_counts=True)
    shares = {int(id): n / np.count_nonzero(mask) for id, n in zip(inside, counts, strict=True) if id >= 0}
    best = max(shares, key=lambda id: shares[id], default=-1)
    if best < 0 or shares[best] < _NONE_OF_MASK:
        return NOTHING, -1
    if shares[best] < _MOST_OF_MASK:
        return None
    held = np.count_nonzero(mask & (ids == best)) / areas[best]
    if held < _SCRAP:
        return NOTHING, -1
    return (categories[best], best) if held >= _PART_OF_OBJECT else None


def write_samples(homes: list[Path], out: Path, *, variants: int, every: int = 1, seed: int = 0) -> int:
    """Write features and labels of all frames of some rendered homes as one npz; returns how many samples.

    Args:
        variants: how often each frame is looked at, the first time as it is.
        every: only every so-manieth frame is taken.
    """
    detector = NanoDet(DetectorSettings())
    detector.watch_features()
    rng = np.random.default_rng(seed)
    rows: list[np.ndarray] = []
    labels: list[str] = []
    where: list[tuple[int, int, int, int]] = []  # home, true id, where from, is varied
    for number, home in enumerate(homes):
        sequence = Sequence.open(home)
        for index in range(seed % every, len(sequence), every):
            frame = sequence.frame(index)
            surfaces = surfaces_of(frame, floor_height_m=0.03, ceiling_m=2.1)
            masks = list(labelled_masks(frame, dict(sequence.categories)))
            for variant in range(variants):
                color = frame.color if variant == 0 else looked_different(frame.color, rng)
                seen = replace(frame, color=color)
                found = detector.detect(seen)
                lit = replace(surfaces, color=surfaces.thinned(color)) if variant else surfaces
                categories = dict(sequence.categories)
                for mask, label, id, origin in [*masks, *detected_masks(frame, found, categories)]:
                    if variant and origin == GIVEN and rng.random() < _ONCE:
                        continue
                    assert detector.pyramid is not None
                    row = features_of(detector.pyramid, lit, mask)
                    if row is not None:
                        rows.append(row.astype(np.float16))
                        labels.append(label)
                        where.append((int(home.name.rpartition("-")[2]), id, origin, int(variant > 0)))
        print(f"{home.name}: {number + 1} of {len(homes)} homes, {len(rows)} samples", file=sys.stderr, flush=True)
    features = np.array(rows, np.float16).reshape(-1, FEATURES)
    np.savez(out, features=features, labels=np.array(labels), where=np.array(where, np.int64).reshape(-1, 4))
    return len(rows)
