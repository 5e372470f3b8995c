"""Fits the namer to samples, calibrates it on the homes of `eyes-dev`, and writes its file with the card."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import TrainingError
from situated_qa.perception.naming.features import FEATURES, VERSION
from situated_qa.perception.naming.pyramid import POOLED
from situated_qa.settings import check_settings, setting
from situated_qa.training.namer.perceptron import Perceptron
from situated_qa.training.namer.samples import GIVEN, NOTHING

_CLIP = 5.0  # as in the namer


@dataclass(frozen=True)
class NamerTraining:
    """How the namer is fitted."""

    hidden: int = setting(256, "units of the hidden layer", minimum=8, maximum=2048)
    epochs: int = setting(30, "passes over the samples", minimum=1, maximum=1000)
    batch: int = setting(256, "samples of a step", minimum=8)
    lr: float = setting(1e-3, "learning rate of AdamW at the start; it falls to 0 by a cosine", minimum=1e-6)
    weight_decay: float = setting(0.05, "of AdamW", minimum=0.0)
    drop_features: float = setting(0.3, "share of the network's features left out at random", minimum=0.0, maximum=0.9)
    drop_hidden: float = setting(0.4, "share of the hidden units left out at random", minimum=0.0, maximum=0.9)
    noise: float = setting(0.25, "normal noise on the features, in standard deviations", minimum=0.0, maximum=2.0)
    smoothing: float = setting(0.05, "share of the label that is spread over all names", minimum=0.0, maximum=0.5)
    least_samples: int = setting(12, "names with fewer samples are left out", minimum=1)
    seed: int = setting(0, "of everything that is drawn")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Features with their names."""

    features: np.ndarray  # (N, FEATURES) float16
    labels: np.ndarray  # (N,) str
    where: np.ndarray  # (N, 4) int64: home, true id, where from, is varied

    @classmethod
    def read(cls, paths: Sequence[Path]) -> Samples:
        """Samples of the files that `write_samples` wrote.

        Raises:
            TrainingError: no file, or features of another version.
        """
        if not paths:
            raise TrainingError("no sample files were given: write them with `situated-qa train namer-samples`")
        parts = []
        for path in paths:
            with np.load(path) as arrays:
                parts.append((arrays["features"], arrays["labels"], arrays["where"]))
            if parts[-1][0].shape[1] != FEATURES:
                raise TrainingError(f"{path} holds {parts[-1][0].shape[1]} features a sample, these are {FEATURES}")
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def of(self, rows: np.ndarray) -> Samples:
        """Some of the samples."""
        return Samples(self.features[rows], self.labels[rows], self.where[rows])


def fit(train: Samples, dev: Samples, settings: NamerTraining) -> dict[str, np.ndarray]:
    """The namer's arrays.

    Args:
        dev: of homes with other furniture; the temperature is chosen there.
    """
    counts = Counter(train.labels.tolist())
    names = [NOTHING, *sorted(n for n, c in counts.items() if c >= settings.least_samples and n != NOTHING)]
    index = {name: k for k, name in enumerate(names)}
    train = train.of(np.array([label in index for label in train.labels]))
    rng = np.random.default_rng(settings.seed)
    mean = train.features.mean(axis=0, dtype=np.float64).astype(np.float32)
    std = train.features.std(axis=0, dtype=np.float64).astype(np.float32) + 1e-3
    x = np.clip((train.features.astype(np.float32) - mean) / std, -_CLIP, _CLIP)
    y = np.array([index[label] for label in train.labels])
    net = Perceptron(FEATURES, settings.hidden, len(names), rng)
    weight = _weights(train, names, index)
    steps = settings.epochs * max(1, len(x) // settings.batch)
    for step in range(steps):
        rows = rng.choice(len(x), settings.batch, p=weight)
        inputs = x[rows] + settings.noise * rng.standard_normal((settings.batch, FEATURES), np.float32)
        kept = rng.random((settings.batch, POOLED), np.float32) >= settings.drop_features
        inputs[:, :POOLED] *= kept / np.float32(1 - settings.drop_features)
        kept = rng.random((settings.batch, settings.hidden), np.float32) >= settings.drop_hidden
        rate = 0.5 * settings.lr * (1.0 + np.cos(np.pi * step / steps))
        net.learn(
            inputs,
            y[rows],
            kept / np.float32(1 - settings.drop_hidden),
            rate=rate,
            decay=settings.weight_decay,
            smoothing=settings.smoothing,
        )
    familiar = float(np.quantile(np.sqrt((x**2).mean(axis=1)), 0.999)) * 1.1
    arrays = {
        "version": np.array(VERSION),
        "names": np.array(names),
        "mean": mean,
        "std": std,
        "w1": net.w1.astype(np.float16),
        "b1": net.b1,
        "w2": net.w2.astype(np.float16),
        "b2": net.b2,
        "temperature": np.array(1.0),
        "familiar": np.array(familiar),
    }
    arrays["temperature"] = np.array(_temperature(arrays, dev))
    return arrays


def _weights(train: Samples, names: list[str], index: Mapping[str, int]) -> np.ndarray:
    """How often each sample is drawn: names evened out by the square root of their counts, true masks half as often."""
    which = np.array([index[label] for label in train.labels])
    weight = 1.0 / np.sqrt(np.bincount(which, minlength=len(names)))[which]
    weight = weight * np.where(train.where[:, 2] == GIVEN, 1.0, 2.0)
    return np.asarray(weight / weight.sum())


def logits_of(arrays: Mapping[str, np.ndarray], features: np.ndarray) -> np.ndarray:
    """(N, names) before the temperature."""
    x = np.clip((features.astype(np.float32) - arrays["mean"]) / arrays["std"], -_CLIP, _CLIP)
    hidden = np.maximum(x @ arrays["w1"].astype(np.float32) + arrays["b1"], 0.0)
    return np.asarray(hidden @ arrays["w2"].astype(np.float32) + arrays["b2"])


def _temperature(arrays: Mapping[str, np.ndarray], dev: Samples) -> float:
    """The temperature with the least loss on proposals of furniture that was not trained on."""
    index = {str(name): k for k, name in enumerate(arrays["names"])}
    rows = np.array([label in index for label in dev.labels]) & (dev.where[:, 2] != GIVEN)
    if not rows.any():
        return 1.0
    logits = logits_of(arrays, dev.features[rows])
    right = np.array([index[label] for label in dev.labels[rows]])

    def loss(temperature: float) -> float:
        z = logits / temperature
        z = z - z.max(axis=1, keepdims=True)
        return float((np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(z)), right]).mean())

    return float(min(np.geomspace(0.3, 6.0, 60), key=loss))


def write_namer(path: Path, arrays: Mapping[str, Any], card: dict[str, Any], settings: NamerTraining) -> None:
    """Write FILE.npz, the same bytes for the same arrays, and FILE.json, its card with size and sha256."""
    import io
    import zipfile

    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(arrays):
            buffer = io.BytesIO()
            np.save(buffer, arrays[name])
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (2020, 1, 1, 0, 0, 0)), buffer.getvalue())
    data = path.read_bytes()
    told = {
        **card,
        "file": path.name,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "names": [str(name) for name in arrays["names"]],
        "settings": asdict(settings),
    }
    path.with_suffix(".json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
