"""`situated-qa eval …`: run a benchmark, print its table again, compare two runs."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from pathlib import Path
from typing import Any

from situated_qa.eval.settings import SOURCES, RunSettings
from situated_qa.llm.settings import FORMS

_OPTIONS = ("strategy", "rounds", "relation_frame", "answer_style", "time_limit_s", "limit", "seed", "temperature",
            "threads")  # fmt: skip


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `eval`; each sets `run`, as the command line expects."""
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    scenes = commands.add_parser("scenes", help="ask the questions of scene files about their true objects")
    scenes.add_argument("folder", type=Path, help="a scene file with questions, or a folder of them")
    _add_settings(scenes)
    scenes.set_defaults(run=_scenes)

    homes = commands.add_parser("apartments", help="drive the whole pipeline over rendered homes")
    homes.add_argument(
        "--from",
        dest="source",
        choices=SOURCES,
        default="truth",
        help="true objects, frames with true masks, with true masks that err as a detector does, or with the real "
        "detector (default: %(default)s)",
    )
    homes.add_argument(
        "--homes", type=Path, nargs="+", required=True, metavar="FOLDER",
        help="sequence folders that hold scene.json with questions, or folders of such",
    )  # fmt: skip
    _add_settings(homes)
    for name in ("frames", "rooms"):
        _add_setting(homes, name)
    homes.add_argument("--maps", type=Path, metavar="FOLDER", help="keep the maps, and use those that are there")
    homes.set_defaults(run=_apartments)

    table = commands.add_parser("table", help="print the table of a run again")
    table.add_argument("run_file", type=Path, metavar="RUN.json", help="what a run has written")
    table.set_defaults(run=_table)

    failures = commands.add_parser("failures", help="the wrong answers of a run one by one, with their programs")
    failures.add_argument("run_file", type=Path, metavar="RUN.json", help="what a run has written")
    failures.add_argument("--class", dest="wanted_class", default="", metavar="CLASS", help="of this error class only")
    failures.add_argument("--kind", default="", help="of this kind of question only")
    failures.add_argument("--type", dest="type_", default="", metavar="TYPE", help="of this type of question only")
    failures.set_defaults(run=_failures)

    compare = commands.add_parser("compare", help="what got better and worse between two runs, with the questions")
    compare.add_argument("before", type=Path, metavar="A.json")
    compare.add_argument("now", type=Path, metavar="B.json")
    compare.set_defaults(run=_compare)

    losses = commands.add_parser("losses", help="where answers are lost between runs from truth, masks and pixels")
    losses.add_argument("run_files", type=Path, nargs="+", metavar="RUN.json", help="one run of each source")
    losses.set_defaults(run=_losses)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--llm", default="default",
        help=f"oracle (each question's own program), oracle-language (its own expression), or the model: {FORMS} "
        "(default: %(default)s)",
    )  # fmt: skip
    for name in _OPTIONS:
        _add_setting(parser, name)
    parser.add_argument("--no-attributes", action="store_true", help="take colors and other attributes away")
    parser.add_argument("--no-guesses", action="store_true", help="say what is not known or not understood instead")
    parser.add_argument("--out", type=Path, required=True, metavar="RUN.json", help="where the result is written")
    parser.add_argument("--fresh", action="store_true", help="start anew, even where an unfinished run is left")


def _add_setting(parser: argparse.ArgumentParser, name: str) -> None:
    """An option for a field of `RunSettings`; default, description and choices are the field's own."""
    field = next(field for field in dataclasses.fields(RunSettings) if field.name == name)
    kind: Any = type(field.default)
    parser.add_argument(
        "--" + name.replace("_", "-"),
        type=kind,
        default=field.default,
        choices=field.metadata["choices"],
        help=f"{field.metadata['description']} (default: %(default)s)",
    )


def _settings(parsed: argparse.Namespace) -> RunSettings:
    chosen = {name: getattr(parsed, name) for name in (*_OPTIONS, "source", "frames", "rooms") if hasattr(parsed, name)}
    return RunSettings(llm=parsed.llm, attributes=not parsed.no_attributes, guesses=not parsed.no_guesses, **chosen)


def _scenes(parsed: argparse.Namespace) -> int:
    from situated_qa.eval.runner import run_scenes

    return _report(run_scenes(parsed.folder, _settings(parsed), parsed.out, fresh=parsed.fresh), parsed.out)


def _apartments(parsed: argparse.Namespace) -> int:
    from situated_qa.eval.runner import run_homes

    result = run_homes(parsed.homes, _settings(parsed), parsed.out, fresh=parsed.fresh, maps=parsed.maps)
    return _report(result, parsed.out)


def _report(result: dict[str, Any], out: Path) -> int:
    from situated_qa.eval.tables import run_table

    print(run_table(result))
    print(f"\nwritten to {out}", file=sys.stderr)
    return 1 if result["summary"]["all"]["faults"] else 0


def _show(text: str) -> None:
    """Print a text that may be long; whoever reads it through a pipe may stop early."""
    try:
        print(text, flush=True)
    except BrokenPipeError:  # what is left in the buffer must not fail at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _table(parsed: argparse.Namespace) -> int:
    from situated_qa.eval.journal import read_run
    from situated_qa.eval.tables import run_table

    _show(run_table(read_run(parsed.run_file)))
    return 0


def _failures(parsed: argparse.Namespace) -> int:
    from situated_qa.eval.failures import failures_text, wrong_answers
    from situated_qa.eval.journal import read_run
    from situated_qa.eval.tables import error_table

    run = read_run(parsed.run_file)
    wrong = wrong_answers(run, wanted_class=parsed.wanted_class, kind=parsed.kind, type_=parsed.type_)
    _show(failures_text(wrong) + (f"\n\n{error_table(wrong)}" if wrong else ""))
    return 0


def _compare(parsed: argparse.Namespace) -> int:
    from situated_qa.eval.compare import compare_runs, comparison_text
    from situated_qa.eval.journal import read_run

    _show(comparison_text(compare_runs(read_run(parsed.before), read_run(parsed.now))))
    return 0


def _losses(parsed: argparse.Namespace) -> int:
    from situated_qa.errors import SettingsError
    from situated_qa.eval.compare import causes, losses, losses_text
    from situated_qa.eval.journal import read_run

    runs: dict[str, Any] = {}
    for path in parsed.run_files:
        run = read_run(path)
        source = run["settings"]["source"]
        if source in runs:
            raise SettingsError(f"{path}: there is another run from {source}; give one of each of {', '.join(SOURCES)}")
        runs[source] = run
    if len(runs) < 2:
        raise SettingsError(f"give at least two runs, each from another of {', '.join(SOURCES)}")
    if len({run["model"] for run in runs.values()}) > 1:
        print(f"the runs' models differ: {', '.join(run['model'] for run in runs.values())}", file=sys.stderr)
    print(losses_text(losses(runs)))
    for source, run in runs.items():
        told = ", ".join(f"{count} × {name}" for name, count in causes(run).items())
        print(f"\nwrong from {source}: {told or 'none'}")
    return 0
