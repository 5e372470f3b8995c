"""`situated-qa train namer-homes`, `train namer-samples` and `train namer`."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.training.namer.fit import NamerTraining, Samples, fit, write_namer
from situated_qa.training.namer.homes import render_homes
from situated_qa.training.namer.measure import figures_of, table_of
from situated_qa.training.namer.samples import write_samples


def add_namer(commands: Any) -> None:
    """Add the subcommands."""
    homes = commands.add_parser("namer-homes", help="render some frames of each of many homes")
    homes.add_argument("--split", default="eyes-train", help="of the homes (default: %(default)s)")
    homes.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    homes.add_argument("--first", type=int, default=0, help="number of the first home (default: %(default)s)")
    homes.add_argument("--count", type=int, default=60, help="homes (default: %(default)s)")
    homes.add_argument("--frames", type=int, default=22, help="of each home at most (default: %(default)s)")
    homes.set_defaults(run=_homes)

    samples = commands.add_parser("namer-samples", help="features and names of the masks of rendered homes")
    samples.add_argument("--homes", type=Path, required=True, metavar="FOLDER", help="folder of rendered homes")
    samples.add_argument("--out", type=Path, required=True, metavar="FILE.npz")
    samples.add_argument("--variants", type=int, default=2, help="looks at each frame (default: %(default)s)")
    samples.add_argument("--every", type=int, default=3, help="take every Nth frame (default: %(default)s)")
    samples.add_argument("--first", type=int, default=0, help="number of the first home (default: %(default)s)")
    samples.add_argument("--count", type=int, default=1000, help="homes at most (default: all)")
    samples.set_defaults(run=_samples)

    namer = commands.add_parser("namer", help="fit the embedded namer to samples, and calibrate it")
    namer.add_argument("--data", type=Path, nargs="+", required=True, metavar="FILE.npz", help="of eyes-train")
    namer.add_argument("--dev", type=Path, nargs="+", required=True, metavar="FILE.npz", help="of eyes-dev")
    namer.add_argument("--test", type=Path, nargs="*", default=[], metavar="FILE.npz", help="of eyes-test: measured")
    namer.add_argument("--out", type=Path, required=True, metavar="namer.npz", help="its card goes beside it")
    for field in dataclasses.fields(NamerTraining):
        namer.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default,
                           help=f"{field.metadata.get('help', '')} (default: %(default)s)")  # fmt: skip
    namer.set_defaults(run=_namer)


def _homes(arguments: argparse.Namespace) -> int:
    render_homes(
        arguments.split, arguments.out, first=arguments.first, count=arguments.count, frames=arguments.frames
    )
    return 0


def _samples(arguments: argparse.Namespace) -> int:
    homes = sorted(path for path in arguments.homes.glob("home-*") if (path / "camera.json").is_file())
    homes = homes[arguments.first : arguments.first + arguments.count]
    if not homes:
        raise TrainingError(f"{arguments.homes} holds no rendered homes: `situated-qa train namer-homes` makes them")
    count = write_samples(homes, arguments.out, variants=arguments.variants, every=arguments.every)
    print(f"{count} samples of {len(homes)} homes in {arguments.out}", file=sys.stderr)
    return 0


def _namer(arguments: argparse.Namespace) -> int:
    settings = NamerTraining(**{field.name: getattr(arguments, field.name)
                                for field in dataclasses.fields(NamerTraining)})  # fmt: skip
    train, dev = Samples.read(arguments.data), Samples.read(arguments.dev)
    arrays = fit(train, dev, settings)
    figures = {"eyes-dev": figures_of(arrays, dev)}
    if arguments.test:
        figures["eyes-test"] = figures_of(arrays, Samples.read(arguments.test))
    card = {
        "what": "names of masked things, from features of NanoDet-m and their shape",
        "data": {
            "train": "rendered homes of eyes-train, with furniture models of the part train",
            "homes": len(set(train.where[:, 0].tolist())),
            "samples": len(train.labels),
            "dev": f"{len(set(dev.where[:, 0].tolist()))} homes of eyes-dev: temperature",
        },
        "figures": figures,
        "license": "Apache-2.0, as the package. Trained on renders of furniture models of sweethome3d-furniture, which "
        "are in the public domain (CC0) or CC-BY 3.0; the file holds no part of them",
    }
    write_namer(arguments.out, arrays, card, settings)
    print(table_of(figures))
    return 0
