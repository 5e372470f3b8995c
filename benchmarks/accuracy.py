"""Right answers over simulated homes with true objects (split dev): patterns, small models, the oracle, a blind guess.

Every answerer gets the same questions: each question's own program (the oracle: the ceiling of the tools), patterns
alone without a model, SmolLM2 135M, Qwen2.5-Coder 1.5B and the default, a trained reader, each in the strategy that
suits it. A model whose file is not there is left out, and said to be.

    python benchmarks/accuracy.py                              40 questions each, evenly spread
    python benchmarks/accuracy.py --limit 0                    all 1,000
    python benchmarks/accuracy.py --llm oracle none default    these only; any SPEC of a model

A run that is killed goes on where it was, and one that is complete is not done again by the same commit. Every question
with its program is in benchmarks/out/accuracy/ (`situated-qa eval failures FILE` lists them), the figures in
benchmarks/out/accuracy.json.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from _eval_runs import dev_homes, model_key, run_or_reuse

from situated_qa.errors import ModelError, SettingsError
from situated_qa.eval.costs import STAGES, TOKENS
from situated_qa.eval.journal import write_json
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.settings import ORACLE, RunSettings
from situated_qa.eval.tables import markdown, run_table

OUT = Path(__file__).resolve().parent / "out"
ANSWERERS = (ORACLE, "none", "smollm2-135m", "qwen2.5-coder-1.5b", "default")
RULES = "rules"
_SHARES = ("exact", "soft", "strict", "answered", "guessed", "not_understood", "first_program_passed", "program_passed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=40, help="questions, evenly spread; 0: all")
    parser.add_argument("--scenes", type=Path, help="a folder of scene files with questions (default: split dev)")
    parser.add_argument("--llm", nargs="+", default=list(ANSWERERS), help="answerers (default: %(default)s)")
    parser.add_argument("--time-limit-s", type=float, default=120.0, help="wall clock for one answer, s")
    parser.add_argument("--no-guesses", action="store_true", help="what is not known or not understood is said instead")
    parser.add_argument("--fresh", action="store_true", help="start anew, even where runs are left")
    arguments = parser.parse_args()
    source = arguments.scenes or dev_homes()
    runs: dict[str, dict[str, Any]] = {}
    left_out: dict[str, str] = {}
    for name in arguments.llm:
        try:
            settings = RunSettings(
                llm=name, limit=arguments.limit, guesses=not arguments.no_guesses, time_limit_s=arguments.time_limit_s
            )
            kind = "-no-guesses" if arguments.no_guesses else ""
            out = OUT / "accuracy" / f"{model_key(settings.llm)}-{arguments.limit or 'all'}{kind}.json"
            run = run_or_reuse(source, settings, out, fresh=arguments.fresh)
        except (ModelError, SettingsError) as error:
            left_out[name] = str(error)
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        runs[key_of(run)] = run
        print(f"\n## {key_of(run)}\n\n{run_table(run)}\n", flush=True)
    if not runs:
        return 1
    print(side_by_side(runs))
    figures = figures_of(runs)
    report = {
        "machine": machine(),
        "revision": revision(),
        "split": "dev",
        "objects": "truth",
        "left_out": left_out,
        "figures": figures,
    }
    write_json(OUT / "accuracy.json", report)
    print(f"\nwritten to {OUT / 'accuracy.json'}")
    return 0


def key_of(run: dict[str, Any]) -> str:
    """What an answerer is called in the figures."""
    return RULES if run["strategy"] == RULES else model_key(run["model"])


def figures_of(runs: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Flat figures; each key begins with the name of what answered. Shares of 1, seconds, tokens a question."""
    figures: dict[str, Any] = {}
    for key, run in runs.items():
        summary = run["summary"]
        overall, cost = summary["all"], summary["cost"]
        figures[f"{key}_questions"] = overall["questions"]
        figures |= {f"{key}_{name}": overall[name] for name in (*_SHARES, "rounds")}
        for stage in STAGES:
            figures[f"{key}_{stage}_s_median"] = cost[f"{stage}_seconds_median"]
            figures[f"{key}_{stage}_s_p95"] = cost[f"{stage}_seconds_95"]
        figures |= {f"{key}_{name}_tokens": cost[f"{name}_tokens"] for name in TOKENS}
        figures |= {f"{key}_exact_type_{_slug(name)}": g["exact"] for name, g in summary["types"].items()}
        figures |= {f"{key}_exact_kind_{_slug(name)}": g["exact"] for name, g in summary["kinds"].items()}
        figures |= {f"{key}_wrong_for_{_slug(name)}": n for name, n in summary["error_classes"].items()}
    first = next(iter(runs.values()))["summary"]
    figures["blind_guess_exact"] = first["all"]["blind"]
    figures |= {f"blind_guess_exact_type_{_slug(name)}": g["blind"] for name, g in first["types"].items()}
    return figures


def _slug(name: str) -> str:
    return name.replace(" ", "_").replace("-", "_")


def side_by_side(runs: dict[str, dict[str, Any]]) -> str:
    """The answerers beside one another: in all, by type, by kind."""
    first = next(iter(runs.values()))["summary"]
    columns: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
        ("n", lambda s: str(s["all"]["questions"])),
        *((name.replace("_", " "), lambda s, name=name: _percent(s["all"][name])) for name in _SHARES),  # type: ignore[misc]
        ("rounds", lambda s: f"{s['all']['rounds']:g}"),
        *(
            (f"{stage}, s: median / 95 %", lambda s, stage=stage: _seconds(s["cost"], stage))  # type: ignore[misc]
            for stage in STAGES
        ),
    ]
    rows = [[key, run["strategy"], *(shown(run["summary"]) for _, shown in columns)] for key, run in runs.items()]
    tables = [markdown(["answerer", "strategy", *(title for title, _ in columns)], rows)]
    for group in ("types", "kinds"):
        by_name = [
            [
                name,
                str(figures["questions"]),
                *(_percent(run["summary"][group][name]["exact"]) for run in runs.values()),
                _percent(figures["blind"]),
            ]
            for name, figures in first[group].items()
        ]
        tables.append(markdown([f"exact by {group[:-1]}", "n", *runs, "blind guess"], by_name))
    return "\n\n".join(tables)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _seconds(cost: dict[str, Any], stage: str) -> str:
    return f"{cost[f'{stage}_seconds_median']:.3g} / {cost[f'{stage}_seconds_95']:.3g}"


if __name__ == "__main__":
    sys.exit(main())
