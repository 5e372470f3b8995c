"""LLM-TPC's own arrangement beside ours: the same questions, the same model, one after the other in one process.

Theirs: the paper's prompts, its eight tools, its loop with three rounds, free programs, answers of three words. Ours:
the strategy that the model chooses by itself (`auto`). Questions: simulated homes with true objects (split dev), evenly
spread. Beside the figures over all of them stand those over the questions that the paper's tools can answer: whose
right program calls no other tool. The paper's prompts are read from its text, ../shared/seeds/000_*.txt beside the
repository; without it there is nothing to compare with, and the benchmark says so.

    python benchmarks/llm_tpc.py                    30 questions, the default model
    python benchmarks/llm_tpc.py --limit 200 --llm ollama:qwen2.5-coder:7b

A run that is killed goes on where it was. Every question with its programs is in benchmarks/out/llm_tpc/, the figures
in benchmarks/out/llm_tpc.json.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from _eval_runs import dev_homes, model_key, run_or_reuse
from _llm_tpc import NAME, PAPER, PaperAnswerer, paper_settings, read_prompts, undefined_tool

from situated_qa.errors import SettingsError
from situated_qa.eval.compare import compare_runs
from situated_qa.eval.costs import STAGES
from situated_qa.eval.journal import write_json
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import markdown, run_table
from situated_qa.llm.spec import make_model

OUT = Path(__file__).resolve().parent / "out"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=30, help="questions, evenly spread; 0: all")
    parser.add_argument("--scenes", type=Path, help="a folder of scene files with questions (default: split dev)")
    parser.add_argument("--llm", default="default", help="the model for both")
    parser.add_argument("--time-limit-s", type=float, default=300.0, help="wall clock for one answer, s")
    parser.add_argument("--paper", type=Path, default=PAPER, help="folder of the paper's text, 000_*.txt")
    parser.add_argument("--fresh", action="store_true", help="start anew, even where a run is left")
    arguments = parser.parse_args()
    try:
        prompts = read_prompts(arguments.paper)
    except SettingsError as error:
        print(f"nothing is measured: {error}")
        return 0
    source = arguments.scenes or dev_homes()
    ours = RunSettings(llm=arguments.llm, limit=arguments.limit, time_limit_s=arguments.time_limit_s)
    theirs = paper_settings(ours)

    def make(settings: RunSettings) -> PaperAnswerer:
        return PaperAnswerer(settings, make_model(settings.llm, settings.llm_settings()), prompts)

    folder = OUT / "llm_tpc"
    runs: dict[str, dict[str, Any]] = {}
    for name, settings in ((NAME, theirs), ("ours", ours)):
        out = folder / f"{name}-{model_key(arguments.llm)}-{arguments.limit or 'all'}.json"
        if name == NAME:
            runs[name] = run_or_reuse(source, settings, out, fresh=arguments.fresh, make=make, arrangement=NAME)
        else:
            runs[name] = run_or_reuse(source, settings, out, fresh=arguments.fresh)
        print(f"\n## {name}\n\n{run_table(runs[name])}\n", flush=True)
    report(runs)
    return 0


def report(runs: dict[str, dict[str, Any]]) -> None:
    """Print the two side by side and write benchmarks/out/llm_tpc.json."""
    theirs, ours = runs[NAME], runs["ours"]
    model = model_key(theirs["model"])
    figures: dict[str, Any] = {f"{model}_questions": theirs["summary"]["all"]["questions"]}
    rows = []
    for name, run in runs.items():
        overall, cost = run["summary"]["all"], run["summary"]["cost"]
        named = {
            key: overall[key]
            for key in ("exact", "soft", "strict", "blind", "first_program_passed", "program_passed", "rounds")
        } | {f"{stage}_s_{end}": cost[f"{stage}_seconds_{end}"] for stage in STAGES for end in ("median", "95")}
        figures |= {f"{model}_{name.replace('-', '_')}_{key}": value for key, value in named.items()}
        rows.append([f"{name} ({run['strategy']})", *(_shown(key, value) for key, value in named.items())])
    difference = compare_runs(theirs, ours)
    figures[f"{model}_ours_minus_llm_tpc_exact"] = round(
        ours["summary"]["all"]["exact"] - theirs["summary"]["all"]["exact"], 4
    )
    figures[f"{model}_ours_better"], figures[f"{model}_ours_worse"] = len(difference.better), len(difference.worse)
    figures[f"{model}_chance_of_so_uneven_a_split"] = round(difference.chance, 6)
    figures |= {f"{model}_{key}": value for key, value in answerable(runs).items()}
    print(markdown(["arrangement", *(key.replace("_", " ") for key in named)], rows))
    print(f"\n{len(difference.better)} questions better than theirs, {len(difference.worse)} worse")
    print(", ".join(f"{key.replace('_', ' ')} {value}" for key, value in answerable(runs).items()))
    out = OUT / "llm_tpc.json"
    write_json(
        out,
        {
            "model": theirs["model"],
            "machine": machine(),
            "revision": revision(),
            "split": "dev",
            "objects": "truth",
            "figures": figures,
        },
    )
    print(f"written to {out}")


def answerable(runs: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """How many questions the paper's tools can answer, and how many of those each arrangement answers rightly."""
    figures: dict[str, Any] = {}
    for name, run in runs.items():
        records = [r for r in run["questions"] if r["oracle_program"] and not undefined_tool(r["oracle_program"])]
        right = sum(record["exact"] for record in records)
        figures["paper_tools_questions"] = len(records)
        figures[f"paper_tools_{name.replace('-', '_')}_exact"] = round(right / len(records), 4) if records else None
    return figures


def _shown(key: str, value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if key.endswith(("_median", "_95")) or key == "rounds" else f"{100 * value:.1f} %"


if __name__ == "__main__":
    sys.exit(main())
