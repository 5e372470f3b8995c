"""`situated-qa train …`: train an adapter of the reader's model, and export it."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from situated_qa.training.namer.commands import add_namer
from situated_qa.training.settings import PRESETS, TrainSettings, preset

_SFT_OPTIONS = ("minutes", "workers", "seed", "rank", "alpha", "batch", "micro_batch", "epochs", "max_steps", "lr",
                "warmup", "threads", "device", "dtype", "gradient_checkpointing", "max_tokens", "checkpoint_minutes",
                "dev_minutes", "dev_samples")  # fmt: skip
_SPEED_OPTIONS = ("workers", "rank", "batch", "micro_batch", "threads", "device", "dtype", "gradient_checkpointing",
                  "seed")  # fmt: skip
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

    dpo = commands.add_parser("dpo", help="learn from pairs of a right and a wrong expression")
    dpo.add_argument("--data", type=Path, required=True, metavar="PAIRS.jsonl", help="pairs to train on")
    dpo.add_argument("--dev", type=Path, metavar="DEV.jsonl", help="pairs to evaluate on at checkpoints")
    dpo.add_argument("--start", type=Path, required=True, metavar="ADAPTER", help="the fine-tuned adapter's folder")
    _add_common(dpo, "dpo", _DPO_OPTIONS)
    dpo.set_defaults(run=_dpo)

    speed = commands.add_parser("speed", help="measure seconds a step and samples a minute on this machine")
    speed.add_argument("--data", type=Path, metavar="TRAIN.jsonl", help="samples (default: plain ones of 40 tokens)")
    speed.add_argument("--steps", type=int, default=20, help="steps that are measured (default: %(default)s)")
    _add_base(speed)
    _add_settings(speed, "sft", _SPEED_OPTIONS)
    speed.set_defaults(run=_speed)

    export = commands.add_parser("export", help="write an adapter for llama.cpp and Ollama")
    export.add_argument("adapter", type=Path, metavar="FOLDER", help="a run's folder, or an adapter's")
    export.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where NAME.gguf, Modelfile and "
                        "card.json go")  # fmt: skip
    export.add_argument("--name", default="question-reader-0.5b", help="of the adapter (default: %(default)s)")
    _add_base(export)
    export.add_argument("--merged", action="store_true", help="write the merged model too, as Q8_0")
    export.add_argument("--ollama-base", default="", metavar="MODEL", help="what the Modelfile builds on: a model that "
                        "Ollama has (default: the GGUF file, to be put beside the Modelfile)")  # fmt: skip
    export.add_argument("--check", type=Path, metavar="DEV.jsonl", help="compare replies before and after the export")
    export.add_argument("--prompts", type=int, default=50, help="of --check (default: %(default)s)")
    export.set_defaults(run=_export)

    imported = commands.add_parser("import", help="write a GGUF adapter as a folder for --start")
    imported.add_argument("adapter", type=Path, metavar="FILE.gguf", help="as export writes it")
    imported.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder to write")
    imported.set_defaults(run=_import)

    mean = commands.add_parser("average", help="write the mean of an adapter and the one that it was trained from")
    mean.add_argument("later", type=Path, metavar="FOLDER", help="the later run's folder, or an adapter's")
    mean.add_argument("earlier", type=Path, metavar="EARLIER", help="what it was trained from")
    mean.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder to write")
    mean.set_defaults(run=_average)

    add_namer(commands)


def _add_base(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base", default="qwen2.5-coder-0.5b", metavar="NAME|FILE.gguf|FOLDER",
        help="the model: an asset, a GGUF file or a Hugging Face folder (default: %(default)s)",
    )  # fmt: skip


def _add_common(parser: argparse.ArgumentParser, stage: str, options: tuple[str, ...]) -> None:
    _add_base(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the run is written")
    parser.add_argument("--resume", action="store_true", help="go on where a run in FOLDER was cut")
    _add_settings(parser, stage, options)


def _add_settings(parser: argparse.ArgumentParser, stage: str, options: tuple[str, ...]) -> None:
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
    from situated_qa.training.export import adapter_folder
    from situated_qa.training.sft import train_sft

    start = adapter_folder(parsed.start) if parsed.start else None
    settings = _settings(parsed, "sft", _SFT_OPTIONS)
    return _told(
        parsed,
        train_sft(
            parsed.data, parsed.out, settings, base=parsed.base, dev=parsed.dev, start=start, resume=parsed.resume
        ),
    )


def _dpo(parsed: argparse.Namespace) -> int:
    from situated_qa.training.dpo import train_dpo
    from situated_qa.training.export import adapter_folder

    start = adapter_folder(parsed.start)
    settings = _settings(parsed, "dpo", _DPO_OPTIONS)
    return _told(
        parsed,
        train_dpo(
            parsed.data, parsed.out, settings, base=parsed.base, dev=parsed.dev, start=start, resume=parsed.resume
        ),
    )


def _speed(parsed: argparse.Namespace) -> int:
    from situated_qa.training.speed import measure

    print(measure(parsed.base, _settings(parsed, "sft", _SPEED_OPTIONS), parsed.steps, parsed.data))
    return 0


def _told(parsed: argparse.Namespace, adapter: Path) -> int:
    print(adapter)
    print(f"the run's journal and curve are in {parsed.out}", file=sys.stderr)
    return 0


def _export(parsed: argparse.Namespace) -> int:
    from situated_qa.errors import TrainingError
    from situated_qa.training import export
    from situated_qa.training.base_model import find_base, locate

    gguf, folder = locate(parsed.base)
    adapter = export.adapter_folder(parsed.adapter)
    architecture = export.architecture_of_gguf(gguf) if gguf is not None else export.architecture_of_folder(folder)
    tensors = export.lora_tensors(adapter, architecture)
    path = export.write_adapter(tensors, architecture, parsed.out / f"{parsed.name}.gguf", name=parsed.name)
    below = f"./{gguf.name}" if gguf is not None else "./BASE.gguf"
    (parsed.out / "Modelfile").write_text(export.modelfile(parsed.ollama_base or below, path.name), encoding="utf-8")
    export.write_card(parsed.out / "card.json", path, asset=parsed.base, run=adapter)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    if parsed.merged:
        if gguf is None:
            raise TrainingError(f"--merged needs a GGUF base model, {parsed.base} is a folder")
        merged = parsed.out / f"{parsed.name}-merged-q8_0.gguf"
        print(export.write_merged(tensors, gguf, merged, name=parsed.name))
    if parsed.check is not None:
        return _check(parsed, find_base(parsed.base), adapter, path)
    return 0


def _import(parsed: argparse.Namespace) -> int:
    from situated_qa.training.import_adapter import import_adapter

    print(import_adapter(parsed.adapter, parsed.out))
    return 0


def _average(parsed: argparse.Namespace) -> int:
    from situated_qa.training.averaging import average

    print(average(parsed.later, parsed.earlier, parsed.out))
    return 0


def _check(parsed: argparse.Namespace, base: Any, adapter: Path, path: Path) -> int:
    """Compare greedy replies before and after the export; 1 where more than a tenth differ."""
    import itertools

    from situated_qa.errors import TrainingError
    from situated_qa.training.agreement import compare
    from situated_qa.training.samples import read_samples

    if base.gguf is None:
        raise TrainingError(f"--check needs a GGUF base model, {parsed.base} is a folder")
    samples = list(itertools.islice(read_samples(parsed.check), parsed.prompts))
    replies = compare([sample.prompt for sample in samples], base, adapter, path)
    for i in replies.differing:
        print(f"{replies.prompts[i]}\n  before: {replies.before[i]}\n  after:  {replies.after[i]}")
    print(f"{len(samples) - len(replies.differing)} of {len(samples)} replies are the same before and after")
    return 1 if len(replies.differing) > 0.1 * len(samples) else 0
