"""How well a question is understood, judged by what comes of it: the answers on simulated homes, not the form's fields.

Labeled questions are asked at places of simulated homes where their labeled form finds something. Right is who
answers there as the expression of the labeled form does, by the exact matching of the evaluation; at every place that
the question is asked at. Two expressions that differ may mean the same, and a free program is none: both are judged
alike here.

    python benchmarks/form_answers.py                                      patterns alone; two minutes
    python benchmarks/form_answers.py --llm default --limit 60             and the trained reader
    python benchmarks/form_answers.py --llm qwen2.5-coder-1.5b --limit 25 --places 1 \\
        --strategy guided-expression think-program-rectify                 and free programs; half an hour
    python benchmarks/form_answers.py --llm qwen2.5-coder-1.5b --strategy llm-tpc ...
                                                                           and the paper's prompts, tools and loop

The labels, and which of them are held out, are those of `_labeled.py`; held-out ones are asked with `--held-out` alone.
A question is asked at up to `--places` places, one with few possible answers (yes or no, odd or even, a number) at
three or more with different answers where there are any; after a wrong answer the others are left out. "no conditions"
stands for somebody who understands what is asked of what and nothing of where: what that gets right does not tell good
from bad. "objects" compares what the answers are about; for free programs that is what they printed.
Ctrl-C ends the asking, and what all have answered by then is reported.
Needs the furniture catalog (`situated-qa fetch furniture`). Questions are printed with `--show` and kept nowhere.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from _eval_runs import model_key
from _form_truth import (
    REASONS,
    Case,
    Home,
    PassedOver,
    Score,
    Truth,
    judge,
    make_homes,
    run_form,
    truths,
    without_conditions,
)
from _labeled import LABELS, SEED, labelled
from _llm_tpc import NAME as PAPER_LOOP
from _llm_tpc import PaperAnswerer, paper_settings, read_prompts

from situated_qa.errors import AssetError, ModelError, SettingsError
from situated_qa.eval.answerers import Answerer, ModelAnswerer
from situated_qa.eval.journal import write_json
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import BenchmarkQuestion
from situated_qa.eval.recording import RecordingSandbox
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import markdown
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.language.check import check
from situated_qa.training.query_forms.form import Form, parse_form

OUT = Path(__file__).resolve().parent / "out"
LABEL, BARE, RULES = "label", "no conditions", "rules"
WITH_MODEL = ("reader", "guided-expression", "think-program", "think-program-rectify", PAPER_LOOP)
SHARES = ("right", "one_of_found", "objects", "form_exact", "right_form_differs", "wrong_form_exact")


def main() -> int:
    """Measure, print the tables and write benchmarks/out/form_answers.json (with a model: form_answers_MODEL.json)."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="", help="a model: default, an asset, PATH.gguf, ollama:MODEL, ...")
    parser.add_argument("--strategy", nargs="+", default=["reader"], choices=WITH_MODEL, help="with the model")
    parser.add_argument("--limit", type=int, default=0, help="most questions asked; 0: all")
    parser.add_argument("--places", type=int, default=3, help="most places that a question is asked at")
    parser.add_argument("--homes", type=int, default=20, help="simulated homes, 1 to 20")
    parser.add_argument("--held-out", action="store_true", help="the 150 questions to report from")
    parser.add_argument("--time-limit-s", type=float, default=120.0, help="wall clock for one answer, s")
    parser.add_argument("--minutes", type=float, default=0.0, help="most wall clock for one strategy; 0: no limit")
    parser.add_argument("--show", action="store_true", help="print every question that is not answered as labeled")
    arguments = parser.parse_args()
    if arguments.places < 1 or not 1 <= arguments.homes <= 20:
        parser.error("--places must be 1 or more, --homes 1 to 20")
    if not LABELS.exists():
        print(f"skipped: there are no labels at {LABELS}")
        return 0
    try:
        homes = make_homes(arguments.homes)
    except AssetError as error:
        print(f"skipped: {error}")
        return 0
    rows = labelled(held_out=arguments.held_out)
    with Sandbox() as sandbox:
        cases, passed_over = choose(rows, homes, sandbox, limit=arguments.limit, places=arguments.places)
        if not cases:
            print("skipped: no question can be asked in these homes")
            return 0
        scores = {
            LABEL: [as_form(case, case.form, sandbox) for case in cases],
            BARE: [as_form(case, without_conditions(case.form), sandbox) for case in cases],
        }
    model, failed = "", False
    try:
        for name in (RULES, *(arguments.strategy if arguments.llm else ())):
            answerer = make(name, arguments.llm, arguments.time_limit_s)
            try:
                answerer.warm_up()
                model = model if name == RULES else answerer.name
                every = scores.setdefault(name, [])
                for score in ask_all(answerer, cases, arguments.minutes):
                    every.append(score)
                    if name != RULES:
                        print(f"{name} {len(every)}/{len(cases)}: {sum(score.seconds):.1f} s", file=sys.stderr)
            finally:
                answerer.close()
            if arguments.show:
                show(name, cases, scores[name])
    except (ModelError, SettingsError) as error:
        print(f"{arguments.llm} is left out from here on: {error}", file=sys.stderr)
        failed = True
    except KeyboardInterrupt:
        print("stopped; the figures are of what was asked", file=sys.stderr)
    scores = {name: every for name, every in scores.items() if every}
    asked = min(map(len, scores.values()))
    scores = {name: every[:asked] for name, every in scores.items()}
    figures = report(cases[:asked], scores, passed_over)
    whole = {"model": model or RULES, "machine": machine(), "revision": revision(), "held_out": arguments.held_out}
    whole |= {"seed": SEED, "homes": len(homes), "places": arguments.places}
    whole |= {"questions": asked, "passed_over": {why: passed_over[why] for why in REASONS}, "figures": figures}
    if failed and not model:  # a few questions for patterns alone are no reason to write over the figures of all
        return 1
    parts = [model_key(model), *(name for name in scores if name in WITH_MODEL and name != "reader")]
    out = OUT / f"{'_'.join(['form_answers', *filter(None, parts), *['held_out'] * arguments.held_out])}.json"
    OUT.mkdir(exist_ok=True)
    write_json(out, whole)
    print(f"\nwritten to {out}")
    return int(failed)


def choose(
    rows: Sequence[Mapping[str, Any]], homes: Sequence[Home], sandbox: Sandbox, *, limit: int, places: int
) -> tuple[list[Case], Counter[str]]:
    """The questions to be asked, at most `limit` (0: all), and why others were passed over on the way."""
    cases: list[Case] = []
    passed_over: Counter[str] = Counter()
    for row in rows:
        if limit and len(cases) >= limit:
            break
        form, seed = parse_form(row["form"]), f"{SEED} {row['id']}"
        found = truths(form, row["question"], homes, sandbox, places=places, seed=seed)
        if isinstance(found, PassedOver):
            passed_over[found.why] += 1
        else:
            cases.append(Case(row["question"], form, found))
    return cases, passed_over


def make(name: str, llm: str, time_limit_s: float) -> Answerer:
    """Who answers by a strategy of `WITH_MODEL`, or by patterns.

    Raises:
        SettingsError: the model's specification is wrong, or the paper's text is not there.
        ModelUnavailable: its client library is not installed.
    """
    if name == PAPER_LOOP:
        settings = paper_settings(RunSettings(llm=llm, time_limit_s=time_limit_s))
        return PaperAnswerer(settings, make_model(llm, settings.llm_settings()), read_prompts())
    settings = RunSettings(llm=NO_MODEL if name == RULES else llm, strategy=name, time_limit_s=time_limit_s)
    return ModelAnswerer(settings, make_model(settings.llm, settings.llm_settings()), RecordingSandbox())


def as_form(case: Case, form: Form, sandbox: Sandbox) -> Score:
    """How a form does that is given."""
    score = Score(form_exact=form == case.form)
    for truth in case.truths:
        start = time.monotonic()
        ran = run_form(form, case.question, truth.home.scene(truth.pose), sandbox)
        score.seconds.append(time.monotonic() - start)
        score.first_ran.append(ran is not None)
        score.last_ran.append(ran is not None)
        judge(score, case, truth, ran.answer if ran else "", ran.object_ids if ran else ())
    return score


def ask_all(answerer: Answerer, cases: Sequence[Case], minutes: float) -> Iterator[Score]:
    """How somebody does on each question in turn, until the minutes are over (0: on all)."""
    start = time.monotonic()
    for number, case in enumerate(cases):
        if minutes and time.monotonic() - start > 60.0 * minutes:
            print(f"{answerer.strategy}: stopped after {number} questions and {minutes:g} minutes", file=sys.stderr)
            return
        score = Score()
        for truth in case.truths:
            outcome = answerer.answer(truth.home.graph, _asked(case, truth))
            score.seconds.append(outcome.total_seconds)
            is_expression = bool(outcome.program) and not check(outcome.program)
            passed = (True,) if is_expression else outcome.passed
            score.first_ran.append(passed[:1] == (True,))
            score.last_ran.append(passed[-1:] == (True,))
            judge(score, case, truth, outcome.answer, outcome.object_ids)
            if is_expression:
                score.expressions.append(outcome.program)
                score.form_exact = outcome.program == truth.ran.expression and score.form_exact is not False
            if not score.one_of_found:
                break
        yield score


def _asked(case: Case, truth: Truth) -> BenchmarkQuestion:
    viewpoint = truth.home.scene(truth.pose).viewpoint
    return BenchmarkQuestion(
        truth.home.name, "", case.form.ask, case.form.ask, "", case.question, (truth.answer,), viewpoint, "name"
    )


def show(name: str, cases: Sequence[Case], scores: Sequence[Score]) -> None:
    """Print the questions that somebody did not answer as labeled."""
    for case, score in zip(cases, scores, strict=False):
        if not score.right:
            told = "one of those found" if score.one_of_found else "wrong"
            form = {None: "no expression", True: "expression exact", False: "expression differs"}[score.form_exact]
            print(f"{name}: {told}, {form}: {case.question}\n  label {case.truths[0].ran.expression}")
            print("".join(f"  {name:5s} {said}\n" for said in dict.fromkeys(score.expressions)), end="")
            for truth, said in zip(case.truths, score.said, strict=False):
                print(f"    {truth.home.name}: {truth.answer!r}, said {said!r}")


def report(
    cases: Sequence[Case], scores: dict[str, list[Score]], passed_over: Counter[str]
) -> dict[str, float | int | None]:
    """Print who gets how much right, in all and by what is asked; the figures, percent of questions and seconds."""
    figures: dict[str, float | int | None] = {}
    rows = []
    for name, every in scores.items():
        own: dict[str, float | int | None] = {
            f"{key}_percent": _percent([getattr(score, key) for score in every]) for key in SHARES
        }
        own["first_program_ran_percent"] = _percent([ran for score in every for ran in score.first_ran])
        own["last_program_ran_percent"] = _percent([ran for score in every for ran in score.last_ran])
        seconds = [value for score in every for value in score.seconds]
        own["answers"] = len(seconds)
        own["median_s"] = round(statistics.median(seconds), 3)
        own["longest_s"] = round(max(seconds), 3)
        rows.append([name, *("–" if value is None else f"{value:g}" for value in own.values())])
        figures |= {f"{name.replace(' ', '_').replace('-', '_')}_{key}": value for key, value in own.items()}
    titles = [key.removesuffix("_percent").replace("_", " ") for key in own]
    print(f"\n{len(cases)} questions; percent of questions, of answers where a program ran\n")
    print(markdown(["who", *titles], rows))
    asks = Counter(case.form.ask for case in cases)
    table = []
    for ask, count in asks.most_common():
        inside = [case.form.ask == ask for case in cases]
        chosen = {name: [s for s, here in zip(every, inside, strict=True) if here] for name, every in scores.items()}
        shares = {name: _percent([score.right for score in own]) for name, own in chosen.items()}
        table.append([ask, str(count), *(f"{share:g}" for share in shares.values())])
        figures |= {f"{name.replace(' ', '_').replace('-', '_')}_right_{ask}_percent": s for name, s in shares.items()}
    print("\n" + markdown(["right by ask", "n", *scores], table))
    print("\npassed over: " + ", ".join(f"{why} {passed_over[why]}" for why in REASONS))
    return figures


def _percent(values: Sequence[bool | None]) -> float | None:
    """How many hold, percent of those that are known; None where none is."""
    known = [value for value in values if value is not None]
    return round(100.0 * sum(known) / len(known), 1) if known else None


if __name__ == "__main__":
    sys.exit(main())
