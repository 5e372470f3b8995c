"""`situated-qa data …`: make a data set for the trained reader, report on it, check it."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

_AMOUNTS = {
    "seed": "what other samples are drawn by",
    "homes": "simulated homes of the split train",
    "dev_homes": "simulated homes of the split dev",
    "basic": "questions of the basic set, from each home",
    "composed": "questions of the composed set, from each home",
    "conversations": "conversations, from each home",
    "extended": "questions combined from others at one place, from each home",
    "composer": "composed wordings",
    "languages": "questions in other languages",
    "told": "texts put together of a situation and a question, in both tasks",
    "unanswerable": "questions that no map can tell, or about things that no home has",
    "written": "times that each question labeled by hand is there, about other things and in other registers; 0: none",
}

_LOOP = {
    "basic": (30, "questions of the basic set, from each home"),
    "composed": (40, "questions of the composed set, from each home"),
    "extended": (30, "questions combined from others at one place, from each home"),
    "attempts": (3, "expressions written for a question until it is right"),
}


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `data`; each sets `run`, as the command line expects."""
    from situated_qa.training.parts import Amounts

    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    make = commands.add_parser("make", help="make train.jsonl and dev.jsonl; a run that was cut goes on")
    make.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the data set is written")
    defaults = {field.name: field.default for field in dataclasses.fields(Amounts)}
    for name, text in _AMOUNTS.items():
        option = "--" + name.replace("_", "-")
        make.add_argument(option, type=int, default=defaults[name], metavar="N", help=f"{text} (default: %(default)s)")
    make.add_argument("--sqa3d", type=Path, metavar="FOLDER", help="SQA3D's questions, of which labels are here")
    make.add_argument("--forms", type=Path, metavar="FOLDER", help="labeled human questions: FOLDER/forms.jsonl")
    make.add_argument(
        "--against", type=Path, nargs="+", default=[], metavar="FILE",
        help="questions that must not be trained on: JSON Lines with `question`, scene files, or folders of them",
    )  # fmt: skip
    make.add_argument(
        "--after", type=Path, metavar="FOLDER", help="the data set of an earlier run that training goes on from"
    )
    make.add_argument(
        "--again", type=float, default=0.4, metavar="SHARE",
        help="share of the wordings of --after that are there again (default: %(default)s)",
    )  # fmt: skip
    make.add_argument("--workers", type=int, default=1, help="processes (default: %(default)s)")
    make.set_defaults(run=_make)

    report = commands.add_parser("report", help="what a data set is made of, as tables")
    report.add_argument("folder", type=Path, metavar="FOLDER")
    report.set_defaults(run=_report)

    check = commands.add_parser("check", help="check every label, and that the splits share nothing")
    check.add_argument("folder", type=Path, metavar="FOLDER")
    check.set_defaults(run=_check)

    loop = commands.add_parser("loop", help="let a model answer questions of train, and keep what is right and wrong")
    loop.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where sft.jsonl and dpo.jsonl go")
    loop.add_argument("--llm", default="default", help="what writes the expressions (default: %(default)s)")
    loop.add_argument("--homes", type=int, default=8, metavar="N", help="simulated homes (default: %(default)s)")
    loop.add_argument(
        "--skip", type=int, default=0, metavar="N", help="homes of train passed over first (default: %(default)s)"
    )
    for name, (number, text) in _LOOP.items():
        loop.add_argument(f"--{name}", type=int, default=number, metavar="N", help=f"{text} (default: %(default)s)")
    loop.set_defaults(run=_loop)


def _make(parsed: argparse.Namespace) -> int:
    from situated_qa.training.data_report import table_of
    from situated_qa.training.mixing import make
    from situated_qa.training.parts import Amounts

    amounts = Amounts(
        **{name: getattr(parsed, name) for name in _AMOUNTS},
        forms=str(parsed.forms) if parsed.forms else "",
        sqa3d=str(parsed.sqa3d) if parsed.sqa3d else "",
    )
    report = make(
        parsed.out, amounts, workers=parsed.workers, against=parsed.against, after=parsed.after, again=parsed.again
    )
    print(table_of(report))
    print(f"\n{parsed.out}")
    return 0


def _report(parsed: argparse.Namespace) -> int:
    from situated_qa.errors import TrainingError
    from situated_qa.training.data_report import table_of
    from situated_qa.training.mixing import REPORT

    path = parsed.folder / REPORT
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise TrainingError(f"{path} is no report of `situated-qa data make`: {error}") from error
    print(table_of(report))
    return 0


def _check(parsed: argparse.Namespace) -> int:
    from situated_qa.training.checking import check_folder

    problems = check_folder(parsed.folder)
    for problem in problems[:50]:
        print(problem)
    print(f"{len(problems)} problems" if problems else "no problems")
    return 1 if problems else 0


def _loop(parsed: argparse.Namespace) -> int:
    from situated_qa.llm.spec import make_model
    from situated_qa.training.loop_runs import LoopAmounts, run_loop
    from situated_qa.training.writers import writer_of

    amounts = LoopAmounts(parsed.homes, parsed.skip, **{name: getattr(parsed, name) for name in _LOOP})
    model = make_model(parsed.llm)
    try:
        report = run_loop(parsed.out, writer_of(model), amounts, writer_name=model.name)
    finally:
        model.close()
    print(json.dumps(report, indent=1))
    print(parsed.out)
    return 0
