"""Answers over simulated homes: from true objects, from frames with true masks, with masks that err as
those of a named detector do, and from frames with the real detector.

Each with the embedded default model and with the oracle, which runs a right program for every question: where it fails,
the map is to blame, and where only the model fails, the model is. Prints the tables and writes
benchmarks/out/apartments.json; the runs themselves, with every question, lie in benchmarks/out/apartments/.

    .venv/bin/python benchmarks/apartments.py            # smoke: 2 homes, 40 questions; the model answers 8 of each
    .venv/bin/python benchmarks/apartments.py --full     # dev: 20 homes, 1,000 questions; hours
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from situated_qa.assets import cache_folder
from situated_qa.eval.compare import STAGES, causes, losses, losses_text
from situated_qa.eval.homes import mapped
from situated_qa.eval.journal import write_json
from situated_qa.eval.perceived import map_folder
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.runner import run_homes
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import run_table
from situated_qa.sim.split_frames import render_split

OUT = Path(__file__).resolve().parent / "out"
PERCEIVED = STAGES[1:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="the split dev, all questions for the model too")
    parser.add_argument("--llm", default="default", help="the model beside the oracle; empty for the oracle alone")
    parser.add_argument("--limit", type=int, help="questions for the model at each stage (0: all)")
    parser.add_argument("--homes", type=int, help="homes of the split (default: all of them)")
    parser.add_argument("--frames", type=int, default=0, help="frames mapped per home, spread evenly (0: all)")
    parser.add_argument("--jobs", type=int, default=1, help="homes mapped at the same time; seconds a frame suffer")
    parser.add_argument("--keep-maps", action="store_true", help="take the maps of an earlier call of this same code")
    arguments = parser.parse_args()
    split = "dev" if arguments.full else "smoke"
    limit = arguments.limit if arguments.limit is not None else 0 if arguments.full else 8

    start = time.perf_counter()
    folders = render_split(split, cache_folder() / "homes" / split, homes=arguments.homes)
    rendering_s = time.perf_counter() - start
    report = json.loads((folders[0].parent / "report" / "report.json").read_text(encoding="utf-8"))

    answerers = [("oracle", RunSettings(llm="oracle", frames=arguments.frames))]
    if arguments.llm:
        answerers.append(("model", RunSettings(llm=arguments.llm, limit=limit, frames=arguments.frames)))
    maps = OUT / "apartments" / "maps"
    if not arguments.keep_maps:
        shutil.rmtree(maps, ignore_errors=True)  # a benchmark measures the code as it is now
    _map_all(folders, maps, arguments.frames, arguments.jobs)
    runs: dict[str, dict[str, dict[str, Any]]] = {}
    for name, settings in answerers:
        runs[name] = {stage: _run(f"{name}_{stage}", stage, settings, folders, maps) for stage in STAGES}
    true_rooms = RunSettings(llm="oracle", rooms="truth", frames=arguments.frames)
    with_rooms = {
        stage: _run(f"oracle_{stage}_true_rooms", stage, true_rooms, folders, maps) for stage in PERCEIVED
    }

    figures: dict[str, Any] = {
        "homes": len(folders),
        "questions": report["questions"],
        "kinds": report["kinds"],
        "thrown_away_share": report["thrown_away_share"],
        "blind_by_type": report["blind_guess_by_type"],
        "blind_by_kind": report["blind_guess_by_kind"],
        "generate_and_render_s": round(rendering_s, 1),  # what was in the cache costs nothing
    }
    tables = {}
    for name, stages in runs.items():
        rows = losses(stages)
        tables[name] = rows
        why = {stage: causes(run) for stage, run in stages.items()}
        print(f"\n## {name}: {stages['truth']['model']}: where answers are lost\n\n{losses_text(rows)}\n")
        print("\n".join(f"{stage}: {found}" for stage, found in why.items()))
        figures |= _answer_figures(name, stages, rows)
    for stage in PERCEIVED:
        figures[f"oracle_{stage}_true_rooms_exact"] = with_rooms[stage]["summary"]["all"]["exact"]
        perception = runs["oracle"][stage]["perception"]
        figures |= {f"{stage}_{key}": value for key, value in perception["figures"].items()}
        figures |= {f"{stage}_{key}": perception["cost"][key] for key in ("seconds_per_frame", "peak_memory_mb")}
    result = {
        "split": split,
        "machine": machine(),
        "revision": revision(),
        "model": runs["model"]["truth"]["model"] if "model" in runs else None,
        "figures": figures,
        "losses": tables,
        "oracle_causes": {stage: causes(run) for stage, run in runs["oracle"].items()},
        "oracle_causes_true_rooms": {stage: causes(run) for stage, run in with_rooms.items()},
        "predicates": {stage: runs["oracle"][stage]["perception"]["predicates"] for stage in PERCEIVED},
    }
    write_json(OUT / "apartments.json", result)
    print(f"\nwritten to {OUT / 'apartments.json'}; {time.perf_counter() - start:.0f} s in all")
    return 0


def _map_all(folders: list[Path], maps: Path, frames: int, jobs: int) -> None:
    """Each home from masks and from pixels, in processes of their own."""
    wanted = [(stage, folder) for stage in PERCEIVED for folder in folders]
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        done = [
            pool.submit(mapped, folder, settings, map_folder(maps, settings, folder.name))
            for stage, folder in wanted
            for settings in [RunSettings(source=stage, llm="oracle", frames=frames)]
        ]
        for number, (future, (stage, folder)) in enumerate(zip(done, wanted, strict=True), 1):
            future.result()
            print(f"mapped {number} of {len(wanted)}: {folder.name} from {stage}", flush=True)


def _run(name: str, stage: str, settings: RunSettings, folders: list[Path], maps: Path) -> dict[str, Any]:
    settings = dataclasses.replace(settings, source=stage)
    result = run_homes(folders, settings, OUT / "apartments" / f"{name}.json", fresh=True, maps=maps)
    print(f"\n## {name}\n\n{run_table(result)}\n", flush=True)
    return result


def _answer_figures(name: str, stages: dict[str, dict[str, Any]], rows: list[dict[str, Any]]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for stage, run in stages.items():
        everything = run["summary"]["all"]
        for key in ("exact", "soft", "strict", "seconds"):
            figures[f"{name}_{stage}_{key}"] = everything[key]
        figures[f"{name}_{stage}_questions"] = everything["questions"]
    overall = rows[-1]
    figures |= {f"{name}_{key}": value for key, value in overall.items() if key.startswith(("lost_", "won_"))}
    return figures


if __name__ == "__main__":
    sys.exit(main())
