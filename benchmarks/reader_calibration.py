"""How often patterns and the trained reader are right, by who reads and how sure the model is: on split dev.

    python benchmarks/reader_calibration.py --llm qwen2.5-coder-0.5b+A.gguf              half an hour
    python benchmarks/reader_calibration.py --llm qwen2.5-coder-0.5b+A.gguf --limit 40   of each set
    python benchmarks/reader_calibration.py --release      the package's table and its rows from the last complete run

Every question is read by both, before either is chosen, and both readings are judged as `reader.py` judges: old and
composed kinds, references, human questions for development, other languages, and of the questions that are trained with
those kept for `dev` (`--sqa3d FOLDER` for the labeled ones of SQA3D). A run that is cut short goes on where it
was. Writes benchmarks/out/reader_calibration.json: the table of `reasoning/reader/calibration.py`, and from which
confidence on 95 % are right. `--release` puts the table into the package and the rows that it was made of, without a
word of the questions, into benchmarks/reader_calibration_rows.jsonl.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from _reader_sets import SETS, Skipped, Sources, of_set
from _reader_tasks import Task
from _readers import AskReader, Read, finite

from situated_qa.assets import cache_folder
from situated_qa.errors import AssetError, ModelError, SettingsError
from situated_qa.eval.journal import Journal, write_json
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.tables import markdown
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.ask import REGISTRY
from situated_qa.reasoning.by_patterns import answer_of, read_by_pattern
from situated_qa.reasoning.conversation.sessions import Sessions
from situated_qa.reasoning.conversation.turns import reply_in_session, said_before
from situated_qa.reasoning.expressions import in_words
from situated_qa.reasoning.reader import strategy
from situated_qa.reasoning.reader.calibration import FILE, Calibration, Share, bin_of
from situated_qa.reasoning.reader.foreign_nouns import guess_language
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.scene import SituatedScene

HERE = Path(__file__).resolve().parent
OUT = HERE / "out" / "reader_calibration.json"
ROWS = HERE / "reader_calibration_rows.jsonl"
ASKED = ("old", "composed", "referring", "forms", "languages", "written", "sqa3d")
OF_EACH = 240
WANTED = 0.95
FEWEST = 20
"""Questions that a share of right ones must rest on."""
BINS = 20
PATTERNS, MODEL = "patterns", "model"


class State(Enum):
    """Who reads a question."""

    PATTERNS = "patterns"  # the model is not asked then
    MODEL = "model"
    MISSING = "missing"  # something that the model's reading names is not in the scene
    DOUBTED = "doubted"  # a guard doubts what the model wrote
    NEITHER = "neither"


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One question of the measurement."""

    state: State
    logprob: float | None  # of the model, per token
    patterns_right: bool
    model_right: bool

    @property
    def right(self) -> bool:
        """Whether the reading is right that is answered or asked back."""
        return self.patterns_right if self.state is State.PATTERNS else self.model_right


def main() -> int:
    """Read, judge, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="default", help="a trained reader")
    parser.add_argument("--sets", nargs="+", default=list(ASKED), choices=list(SETS))
    parser.add_argument("--limit", type=int, default=OF_EACH, help="questions of each set")
    parser.add_argument("--threads", type=int, default=1, help="of the model")
    parser.add_argument("--scenes", type=Path, help="folder of the homes, written there where they are not")
    parser.add_argument("--sqa3d", type=Path, help="folder of SQA3D's files of questions")
    parser.add_argument("--fresh", action="store_true", help="ask again what was asked")
    parser.add_argument("--release", action="store_true", help="put the last run's table into the package")
    arguments = parser.parse_args()
    if arguments.release:
        return release()
    sources = Sources("dev", arguments.scenes or cache_folder() / "homes" / "reader", sqa3d=arguments.sqa3d)
    try:
        reader = BothReader(arguments.llm, arguments.threads)
    except (ModelError, SettingsError) as error:
        parser.error(str(error))
    records: list[Mapping[str, Any]] = []
    try:
        for of in arguments.sets:
            try:
                records += ask_set(of, reader, sources, arguments)
            except (Skipped, AssetError, SettingsError) as error:
                print(f"{of} is skipped: {error}", file=sys.stderr)
    except ModelError as error:
        print(f"ends here: {error}", file=sys.stderr)
        return 1
    finally:
        reader.close()
    if not records:
        return 1
    rows = [row_of(record) for record in records]
    table = calibrated(rows, edges_of(rows))
    report = report_of(rows, table)
    print(table_of(table), *(f"{name}: {value}" for name, value in report.items()), sep="\n")
    measured = {"samples": len(rows), "model": reader.name, "revision": revision(), "sets": arguments.sets}
    whole = {"measured": measured, **dataclasses.asdict(table), "report": report, "machine": machine(), "rows": records}
    write_json(OUT, whole)
    return 0


def release() -> int:
    """Write the package's file and the rows that it is made of."""
    whole = json.loads(OUT.read_text(encoding="utf-8"))
    keys = ("set", "state", "logprob", "patterns_right", "model_right")
    lines = [json.dumps({key: record[key] for key in keys}) for record in whole["rows"]]
    ROWS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    measured = {**whole["measured"], **whole["report"]}
    of_table = {field.name: whole[field.name] for field in dataclasses.fields(Calibration)}
    write_json(FILE, {"measured": measured, **of_table})
    print(f"written: {FILE}, {ROWS}")
    return 0


class BothReader(AskReader):
    """Reads as the strategy `reader` does, and keeps both readings instead of choosing."""

    def __init__(self, llm: str, threads: int) -> None:
        super().__init__(llm, "reader", guesses=False, threads=threads, registry={**REGISTRY, "reader": self._keep})
        self._both: tuple[State, float | None, Read, Read] | None = None

    def both(
        self, question: str, previous: str, scene: SituatedScene, situation: str = ""
    ) -> tuple[State, float | None, Read, Read] | None:
        """Who reads, the model's log-probability, the patterns' reading, the model's.

        None where no model is asked: talk, and what is no question about the map.
        """
        self._both = None
        AskReader.read(self, question, previous, scene, situation=situation)
        return self._both

    def _keep(self, context: StrategyContext) -> StrategyResult:
        """A `Strategy`: reads both ways, answers nothing."""
        turns = (context.sessions or Sessions()).turns(context.question.session)
        context.said_before = said_before(turns, context.scene.graph)
        english = guess_language(context.question.question) == "en"
        if english and reply_in_session(context, turns, by_model=True) is not None:
            return StrategyResult("", status=AnswerStatus.NOT_KNOWN, status_text="it is talk")
        by_pattern = read_by_pattern(copy.copy(context))
        by_model = strategy.read_by_model(context, turns)
        patterns = Read("", None, "", 0.0, unknown=True)
        if by_pattern.result is not None:
            said = answer_of(by_pattern.context, by_pattern.result)
            unknown = said.status is not AnswerStatus.ANSWERED
            patterns = Read(by_pattern.expression, None, said.answer, 0.0, unknown=unknown)
        written, values = by_model.written, by_model.result
        answer = in_words(by_model.context, values).answer if values else ""
        model = Read(written.expression, written.logprob, answer, written.seconds)
        state = State.MISSING if by_model.missing else State.MODEL
        state = state if by_model.usable else State.NEITHER
        state = State.DOUBTED if by_model.doubted else state
        state = State.PATTERNS if by_pattern.result is not None else state
        self._both = (state, written.logprob, patterns, model)
        return StrategyResult("", status=AnswerStatus.NOT_KNOWN, status_text="both readings are kept")


class One:
    """One of both readings, as a `Reader`."""

    def __init__(self, both: BothReader, which: str) -> None:
        self.name, self._both, self._which = which, both, which
        self.first: tuple[State, float | None] | None = None

    def read(
        self, question: str, previous: str, scene: SituatedScene, *, situation: str = "", answers: bool = True
    ) -> Read:
        """See `Reader.read`."""
        found = self._both.both(question, previous, scene, situation)
        if found is None:
            return Read("", None, "", 0.0, unknown=True)
        state, logprob, patterns, model = found
        if self.first is None:
            self.first = (state, logprob)
        return patterns if self._which == PATTERNS else model

    def identity(self) -> Mapping[str, Any]:
        """See `Reader.identity`."""
        return self._both.identity()

    def close(self) -> None:
        """Nothing is its own."""


def ask_set(of: str, reader: BothReader, sources: Sources, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The records of a set's questions; those that an earlier run left are taken."""
    tasks = of_set(of, sources, arguments.limit)
    header = {"reader": dict(reader.identity()), "set": of, "limit": arguments.limit, "questions": len(tasks)}
    path = HERE / "out" / "reader" / f"calibration-{of}-{arguments.limit}.jsonl"
    with Journal(path, header, fresh=arguments.fresh) as journal:
        for number, task in enumerate(tasks, 1):
            if (of, task.id) not in journal.records:
                journal.append({"scene": of, "id": task.id, **judged(task, reader), "set": of})
            if number % 25 == 0:
                print(f"{of}: {number}/{len(tasks)}", file=sys.stderr)
        return [r for task in tasks if (r := journal.records[of, task.id])["state"] is not None]


def judged(task: Task, reader: BothReader) -> dict[str, Any]:
    """Whether either reading of a question is right; state None where no model is asked."""
    model, patterns = One(reader, MODEL), One(reader, PATTERNS)
    model_right = task.judge(model)["exact"]
    if model.first is None:
        return {"state": None}
    state, logprob = model.first
    return {
        "state": state.value,
        "logprob": finite(logprob),
        "patterns_right": task.judge(patterns)["exact"],
        "model_right": model_right,
    }


def row_of(record: Mapping[str, Any]) -> Row:
    """A record as the calibration takes it."""
    return Row(State(record["state"]), record["logprob"], record["patterns_right"], record["model_right"])


def calibrated(rows: Sequence[Row], edges: Sequence[float]) -> Calibration:
    """What a measurement tells.

    Args:
        edges: between the bins of log-probability, in order.
    """

    def share(found: Sequence[Row]) -> Share:
        return len(found), _share([row.right for row in found])

    def bins(state: State) -> tuple[Share, ...]:
        of_state = [row for row in rows if row.state is state]
        numbers = range(len(edges) + 1)
        return tuple(share([row for row in of_state if bin_of(edges, row.logprob) == n]) for n in numbers)

    patterns = share([row for row in rows if row.state is State.PATTERNS])
    return Calibration(patterns, tuple(edges), bins(State.MODEL), bins(State.DOUBTED), bins(State.MISSING))


def edges_of(rows: Sequence[Row], bins: int = BINS) -> tuple[float, ...]:
    """Borders that put as many questions that the model reads into each bin, to two digits."""
    values = sorted(row.logprob for row in rows if row.logprob is not None and row.state is State.MODEL)
    edges = {float(f"{values[len(values) * k // bins]:.2g}") for k in range(1, bins)} if values else set()
    return tuple(sorted(edges))


def sure_at(judged: Sequence[tuple[float, bool]], wanted: float = WANTED, fewest: int = FEWEST) -> float | None:
    """The lowest confidence from which on so many are right; None where there is none.

    Args:
        judged: confidence, and whether it was right.
        fewest: questions that must be as sure or surer.
    """
    lowest, right = None, 0
    ordered = sorted(judged, reverse=True)
    for count, (confidence, holds) in enumerate(ordered, 1):
        right += holds
        last_of_equals = count == len(ordered) or ordered[count][0] < confidence
        if last_of_equals and count >= fewest and right >= wanted * count:
            lowest = confidence
    return lowest


def report_of(rows: Sequence[Row], table: Calibration) -> dict[str, Any]:
    """Shares of right readings, and from which confidence on `WANTED` of what is chosen are right."""
    chosen = []
    for row in rows:
        confidence: float | None = table.patterns[1]
        if row.state is not State.PATTERNS:
            doubted, missing = row.state is State.DOUBTED, row.state is State.MISSING
            confidence = table.of_model(row.logprob, doubted=doubted, missing=missing)
        known = row.state is not State.NEITHER and confidence is not None
        chosen.append((confidence, row.right) if known else (-1.0, False))
    alone = [(row.logprob, row.model_right) for row in rows if row.logprob is not None]
    surely, surely_alone = sure_at(chosen), sure_at(alone)
    return {
        "patterns_right": _share([row.patterns_right for row in rows]),
        "model_right": _share([row.model_right for row in rows]),
        "chosen_right": _share([right for _, right in chosen]),
        "either_right": _share([row.patterns_right or row.model_right for row in rows]),
        "sure_at_confidence": surely,
        "sure_share": 0.0 if surely is None else _share([confidence >= surely for confidence, _ in chosen]),
        "sure_at_logprob": surely_alone,
        "sure_at_logprob_share": 0.0 if surely_alone is None else _share([value >= surely_alone for value, _ in alone]),
    }


def _share(values: Sequence[bool]) -> float:
    return round(sum(values) / max(1, len(values)), 4)


def table_of(table: Calibration) -> str:
    """The bins: number and share of right ones, percent."""
    borders = ["…", *(f"{edge:g}" for edge in table.edges), "0"]
    titles = [f"{low} to {high}" for low, high in zip(borders, borders[1:], strict=False)]
    rows = [
        [name, *(f"{count}: {100 * right:.0f}" if count else "–" for count, right in bins)]
        for name, bins in (("model", table.model), ("missing", table.missing), ("doubted", table.doubted))
    ]
    told = markdown(["n: right, %, by log-probability", *titles], rows)
    return f"{told}\npatterns: {table.patterns[0]}: {100 * table.patterns[1]:.0f}"


if __name__ == "__main__":
    sys.exit(main())
