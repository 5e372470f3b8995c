"""How well any reader reads questions: patterns alone, a raw small model, one with an adapter, the whole way of /ask.

Every row is asked the same questions. Rows are kept by name in benchmarks/out/reader.json, set by set, so that a table
is put together from several runs; a set that was cut short goes on where it was.

    python benchmarks/reader.py --reader rules
    python benchmarks/reader.py --reader model --model M.gguf --name "0.5B untrained" --sets old composed --limit 60
    python benchmarks/reader.py --reader model --model M.gguf --adapter A.gguf --name "0.5B trained"
    python benchmarks/reader.py --reader ask --llm qwen2.5-coder-0.5b+A.gguf --strategy reader --name "default"
    python benchmarks/reader.py --reader ask --llm qwen2.5-coder-1.5b --strategy guided-expression
    python benchmarks/reader.py --table                        the table of what is there, nothing is asked

    forms       questions people wrote, with labels (`_labeled.py` says which are held out): right is the label's
                expression, or one of the same value at places of simulated homes
    wordings    other ways of asking that nobody read (`wordings.py`)
    old         the basic kinds of questions over homes, by their answers
    composed    the kinds of the question language
    headings    the same question at four headings; right where all four are
    vsi         VSI-Bench's templates
    referring   things told by references nested 1, 2 and 3 deep
    languages   questions in German, Spanish, French and Chinese, judged as `forms`
    written     split dev: questions written for training that are kept for tuning, in five languages
    sqa3d       split dev: labeled questions of SQA3D's validation split that are kept for tuning; needs --sqa3d FOLDER
    speed       seconds of a warm question on one thread, memory of the process

`--split test` (what is reported) prints figures alone; `--split dev` is for tuning: other homes, the wordings and
labels for development, and `--show` prints what was wrong. Needs the furniture catalog.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _reader_figures import figures_of, table_of
from _reader_sets import DEV_SETS, SETS, Skipped, Sources, of_set
from _reader_speed import speed
from _reader_tasks import Task
from _readers import AskReader, ModelReader, Reader

from situated_qa.assets import cache_folder
from situated_qa.errors import AssetError, ModelError, SettingsError
from situated_qa.eval.journal import Journal, write_json
from situated_qa.eval.provenance import machine, revision

OUT = Path(__file__).resolve().parent / "out"
REPORT = OUT / "reader.json"
RECORDS = OUT / "reader"
SPEED = "speed"


def arguments_parser() -> argparse.ArgumentParser:
    """The options; the process that measures speed takes the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--reader", choices=("rules", "model", "ask"), default="rules", help="who reads; rules: patterns alone"
    )
    parser.add_argument("--model", type=Path, help="reader model: a GGUF file")
    parser.add_argument("--adapter", type=Path, help="reader model: a LoRA adapter in GGUF")
    parser.add_argument("--llm", default="default", help="reader ask: the model")
    parser.add_argument("--strategy", default="auto", help="reader ask: the strategy")
    parser.add_argument("--no-guesses", action="store_true", help="readers ask and rules: no guess is given")
    parser.add_argument("--threads", type=int, default=1, help="of the model")
    parser.add_argument("--name", default="", help="of the row; the reader's own where empty")
    parser.add_argument(
        "--sets", nargs="+", default=[*(name for name in SETS if name not in DEV_SETS), SPEED], choices=(*SETS, SPEED)
    )
    parser.add_argument("--split", choices=("test", "dev"), default="test")
    parser.add_argument("--limit", type=int, default=0, help="questions of each set; 0: all of it")
    parser.add_argument("--scenes", type=Path, help="folder of the homes, written there where they are not")
    parser.add_argument(
        "--languages", type=Path, help="samples of other languages, JSON Lines; generated where none are named"
    )
    parser.add_argument("--sqa3d", type=Path, help="folder of SQA3D's files of questions")
    parser.add_argument("--show", action="store_true", help="split dev: print what was wrong")
    parser.add_argument("--fresh", action="store_true", help="ask again what was asked")
    parser.add_argument("--table", action="store_true", help="print the table and do nothing else")
    return parser


def main() -> int:
    """Measure what is asked for, print the table."""
    parser = arguments_parser()
    arguments = parser.parse_args()
    if arguments.show and arguments.split == "test":
        parser.error("--show would print questions that nobody may read; it is for --split dev")
    if arguments.table:
        print(table_of(read_report(), arguments.split))
        return 0
    homes = arguments.scenes or cache_folder() / "homes" / "reader"
    sources = Sources(arguments.split, homes, arguments.languages, arguments.sqa3d)
    try:
        reader = make_reader(arguments)
    except (ModelError, SettingsError) as error:
        parser.error(str(error))
    name = arguments.name or reader.name
    failed = False
    try:
        for of in arguments.sets:
            try:
                if of == SPEED:
                    keep(name, of, arguments, reader, speed(sys.argv[1:], sources))
                    continue
                records = ask_set(of, name, reader, sources, arguments)
            except (Skipped, AssetError, SettingsError) as error:
                print(f"{of} is skipped: {error}", file=sys.stderr)
                continue
            keep(name, of, arguments, reader, figures_of(of, records))
    except ModelError as error:
        print(f"{name} ends here: {error}", file=sys.stderr)
        failed = True
    finally:
        reader.close()
    print(table_of(read_report(), arguments.split))
    print(f"\nin {REPORT}")
    return int(failed)


def make_reader(arguments: argparse.Namespace) -> Reader:
    """The reader that the options name.

    Raises:
        ModelError, SettingsError: its model is not there, or wrongly named.
    """
    guesses = not arguments.no_guesses
    if arguments.reader == "rules":
        return AskReader("none", "rules", guesses=guesses)
    if arguments.reader == "ask":
        return AskReader(arguments.llm, arguments.strategy, guesses=guesses, threads=arguments.threads)
    if arguments.model is None:
        raise SettingsError("--reader model needs --model FILE.gguf")
    return ModelReader(arguments.model, arguments.adapter, threads=arguments.threads)


def ask_set(
    of: str, name: str, reader: Reader, sources: Sources, arguments: argparse.Namespace
) -> list[dict[str, Any]]:
    """The records of a set's questions; those that an earlier run left are taken.

    Raises:
        Skipped, AssetError: the set cannot be asked here.
        SettingsError: an earlier run under this name was made otherwise.
        ModelError: the model went away; what was answered is kept.
    """
    made = {"reader": dict(reader.identity()), "set": of, "split": sources.split, "limit": arguments.limit}
    limited = f"-{arguments.limit}" if arguments.limit else ""
    path = RECORDS / f"{_slug(name)}-{sources.split}-{of}{limited}.jsonl"
    tasks = of_set(of, sources, arguments.limit)
    with Journal(path, {**made, "questions": len(tasks)}, fresh=arguments.fresh) as journal:
        for number, task in enumerate(tasks, 1):
            if (of, task.id) in journal.records:
                continue
            record = task.judge(reader)
            if arguments.show and not record["exact"]:
                show(task, record)
            if sources.split == "test":  # what was read tells too much of the question
                record = {key: value for key, value in record.items() if key not in ("expression", "answer")}
            journal.append({"scene": of, **record})
            if number % 25 == 0:
                right = sum(item["exact"] for item in journal.records.values())
                print(f"{name}, {of}: {number}/{len(tasks)}, {right} right", file=sys.stderr)
        return [journal.records[of, task.id] for task in tasks]


def show(task: Task, record: dict[str, Any]) -> None:
    """Print a question that was not read right."""
    right = task.places[0].expression if hasattr(task, "places") else task.asked.oracle_expression
    print(f"{task.kind}: {task.question}\n  read  {record['expression']}\n  right {right}")
    if not hasattr(task, "places"):
        print(f"  said  {record['answer']!r}, not {task.asked.answers[0]!r}")


def read_report() -> dict[str, Any]:
    """What is kept so far: rows by name, sets by "SPLIT set"."""
    return json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {"rows": {}}


def keep(name: str, of: str, arguments: argparse.Namespace, reader: Reader, figures: dict[str, Any]) -> None:
    """Put a set's figures into the report."""
    report = read_report()
    row = report["rows"].setdefault(name, {"sets": {}})
    row["reader"] = dict(reader.identity())
    row["sets"][f"{arguments.split} {of}"] = {"limit": arguments.limit, "revision": revision(), **figures}
    report["machine"] = machine()
    write_json(REPORT, report)
    print(f"{name}, {arguments.split} {of}: {json.dumps(figures)}", flush=True)


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() or c in ".-" else "_" for c in name)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Options from a list, for the process that measures speed."""
    return arguments_parser().parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
