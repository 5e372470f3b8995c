"""`situated-qa train …`: train an adapter of the reader's model, and export it."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from situated_qa.training.settings import PRESETS, TrainSettings, preset

_SFT_OPTIONS = ("minutes", "workers", "seed", "rank", "alpha", "batch", "micro_batch", "epochs", "max_steps", "lr",
                "warmup", "threads", "device", "dtype", "gradient_checkpointing", "max_tokens", "checkpoint_minutes",
                "dev_minutes", "dev_samples")  # fmt: skip
_DPO_OPTIONS = (*_SFT_OPTIONS, "beta", "sft_weight")


def add_train(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `train`; each sets `run`, as the command line expects."""
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    sft = commands.add_parser("sft", help="supervised fine-tuning on questions and their expressions")
    sft.add_argument("--data", type=Path, required=True, metavar="TRAIN.jsonl", help="samples to train on")
    sft.add_argument("--dev", type=Path, metavar="DEV.jsonl", help="samples to evaluate on at checkpoints")
    sft.add_argument("--start", type=Path, metavar="ADAPTER", help="an adapter folder to go on from")
    _add_common(sft, "sft", _SFT_OPTIONS)
    sft.set_defaults(run=_sft)


def _add_common(parser: argparse.ArgumentParser, stage: str, options: tuple[str, ...]) -> None:
    parser.add_argument(
        "--base", default="qwen2.5-coder-0.5b", metavar="NAME|FILE.gguf|FOLDER",
        help="the model: an asset, a GGUF file or a Hugging Face folder (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the run is written")
    parser.add_argument("--resume", action="store_true", help="go on where a run in FOLDER was cut")
    parser.add_argument(
        "--preset", choices=tuple(PRESETS), default="cpu", help="settings for a kind of machine (default: %(default)s)"
    )
    given = preset("cpu", stage)
    for field in dataclasses.fields(TrainSettings):
        if field.name not in options:
            continue
        option, default = "--" + field.name.replace("_", "-"), given.get(field.name, field.default)
        text = field.metadata["description"]
        if isinstance(field.default, bool):
            parser.add_argument(option, action="store_true", default=None, help=text)
            continue
        kind: Any = type(field.default)
        parser.add_argument(
            option, type=kind, choices=field.metadata["choices"], help=f"{text} (default with cpu: {default})"
        )


def _settings(parsed: argparse.Namespace, stage: str, options: tuple[str, ...]) -> TrainSettings:
    """The preset, and over it what the command line names."""
    named = {name: getattr(parsed, name) for name in options if getattr(parsed, name) is not None}
    return TrainSettings(**{**preset(parsed.preset, stage), **named})


def _sft(parsed: argparse.Namespace) -> int:
    from situated_qa.training.sft import train_sft

    adapter = train_sft(
        parsed.data,
        parsed.out,
        _settings(parsed, "sft", _SFT_OPTIONS),
        base=parsed.base,
        dev=parsed.dev,
        start=parsed.start,
        resume=parsed.resume,
    )
    print(adapter)
    print(f"the run's journal and curve are in {parsed.out}", file=sys.stderr)
    return 0
