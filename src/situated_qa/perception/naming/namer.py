"""The embedded namer: a small network over the default detector's features and the shape of a masked thing.

It was trained on rendered homes (`situated-qa train namer`; `data/namer.json` is its card). A name is given only where
the probability, calibrated on furniture that it never saw, reaches a limit, and only to what resembles its training.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import DetectorError, SettingsError
from situated_qa.perception.naming.features import FEATURES, VERSION
from situated_qa.perception.naming.pyramid import NETWORK
from situated_qa.settings import check_settings, setting

NOTHING = "nothing"
"""The name of a mask that is no object: a piece of wall, or parts of several things."""

CARD = Path(__file__).parent / "data" / "namer.json"
MODES = ("auto", "on", "off")
_CLIP = 5.0  # standard deviations
_ARRAYS = ("names", "mean", "std", "w1", "b1", "w2", "b2", "temperature", "familiar")


@dataclass(frozen=True, slots=True)
class NamerSettings:
    """Whether things that no detector names get a name, and from which certainty.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    mode: str = setting(
        "auto",
        "auto: proposals are named where the place looks as in the namer's training (rendered homes), elsewhere only "
        "by names that the detector gives too, and what is surely storage furniture as a cabinet; on: they are named "
        "everywhere; off: never",
    )
    least_probability: float = setting(
        0.6, "names that are less probable are not given: the thing stays unnamed", minimum=0.0, maximum=1.0
    )
    elsewhere_probability: float = setting(
        0.8, "the same in places that do not look as in training", minimum=0.0, maximum=1.0
    )
    judges: bool = setting(
        False,
        "in places that do not look as in training, names that the default detector gives are weighed against the "
        "namer's, and its detections below the threshold are taken in where both agree",
    )
    model_path: str = setting("", "the namer's .npz file; empty means the one of the package")

    def __post_init__(self) -> None:
        check_settings(self)
        if self.mode not in MODES:
            raise SettingsError(f"namer.mode must be one of {', '.join(MODES)}, got {self.mode!r}")


@dataclass(frozen=True, slots=True)
class Name:
    """What the namer takes a thing for."""

    name: str  # "" where it is unknown, NOTHING where it is no object
    probability: float  # 0 … 1, calibrated
    others: tuple[tuple[str, float], ...] = ()  # further names with their probability, best first


class Namer:
    """Names things by their features. Inference is NumPy alone.

    Raises:
        DetectorError: the file is missing, damaged, or of another version of the features.
    """

    def __init__(self, settings: NamerSettings = NamerSettings()) -> None:  # noqa: B008
        path = Path(settings.model_path).expanduser() if settings.model_path else CARD.with_suffix(".npz")
        try:
            if not settings.model_path:
                _check(path, json.loads(CARD.read_text(encoding="utf-8")))
            with np.load(path, allow_pickle=False) as arrays:
                version = int(arrays["version"])
                if version != VERSION or arrays["w1"].shape[0] != FEATURES:
                    raise DetectorError(
                        f"the namer {path} was trained on features of version {version}, these are of version "
                        f"{VERSION}: train it again with `situated-qa train namer`"
                    )
                values: dict[str, Any] = {name: arrays[name] for name in _ARRAYS}
        except (OSError, KeyError, ValueError) as error:
            raise DetectorError(f"the namer {path} cannot be read: {error}; reinstall the package") from error
        self.names: tuple[str, ...] = tuple(str(name) for name in values["names"])
        """Every name it can give, NOTHING included."""
        self._least = settings.least_probability
        self._mean, self._std, self._w1, self._b1, self._w2, self._b2 = (
            values[key].astype(np.float32) for key in ("mean", "std", "w1", "b1", "w2", "b2")
        )
        self._temperature, self._familiar = float(values["temperature"]), float(values["familiar"])

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The names of things that it can give, sorted."""
        return tuple(sorted(set(self.names) - {NOTHING}))

    def scaled(self, features: np.ndarray) -> np.ndarray:
        """(N, NETWORK) the network's part of (N, FEATURES) features, in standard deviations off the training's mean."""
        return np.asarray((features[:, :NETWORK] - self._mean[:NETWORK]) / self._std[:NETWORK], np.float32)

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        """(N, names) calibrated probabilities of (N, FEATURES) features; all 0 for what resembles nothing it knows."""
        scaled = (features.astype(np.float32) - self._mean) / self._std
        with np.errstate(invalid="ignore"):
            familiar = np.sqrt((np.clip(scaled, -10.0, 10.0) ** 2).mean(axis=1)) <= self._familiar
        familiar &= np.isfinite(features).all(axis=1)
        # Not `@`: for so few rows BLAS starts threads that wait for one another, 40 ms where other cores are busy.
        clipped = np.clip(np.nan_to_num(scaled), -_CLIP, _CLIP)
        hidden = np.maximum(np.einsum("ij,jk->ik", clipped, self._w1) + self._b1, 0.0)
        logits = (np.einsum("ij,jk->ik", hidden, self._w2) + self._b2) / self._temperature
        logits -= logits.max(axis=1, keepdims=True)
        weights = np.exp(logits)
        return np.where(familiar[:, None], weights / weights.sum(axis=1, keepdims=True), 0.0)

    def name(self, features: np.ndarray) -> list[Name]:
        """The names of (N, FEATURES) features; unknown where none is probable enough."""
        return [self.name_of(row) for row in self.probabilities(features)] if len(features) else []

    def name_of(self, row: np.ndarray) -> Name:
        """The name that (names,) probabilities give; unknown where none is probable enough."""
        order = np.argsort(-row, kind="stable")
        best = int(order[0])
        others = tuple(
            (self.names[int(k)], round(float(row[k]), 3))
            for k in order[:4]
            if k != best and row[k] >= 0.05 and self.names[int(k)] != NOTHING
        )
        probability = float(row[best])
        known = probability >= self._least or (self.names[best] == NOTHING and probability > 0.0)
        return Name(self.names[best] if known else "", probability, others)


def _check(path: Path, card: dict[str, Any]) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != card.get("sha256"):
        raise DetectorError(f"the namer {path} is not its card's: sha256 {digest[:12]}…; reinstall the package")
