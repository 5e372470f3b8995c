"""Questions over simulated homes: how many are thrown away, what a blind guess gets, what the tools reach at best.

    python benchmarks/questions.py                    the dev split; benchmarks/out/questions.json
    python benchmarks/questions.py --split test --homes 10
    python benchmarks/questions.py --split test --beside train      and what `test` holds that `train` does not; minutes

Needs the furniture catalog (`situated-qa fetch furniture`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.files import read_scene
from situated_qa.sim.oracle import OracleRun, run_oracle
from situated_qa.sim.questions import KINDS, HomeQuestion
from situated_qa.sim.questions.choose import names_held_out
from situated_qa.sim.questions.splits import SPLITS, write_split

OUT = Path(__file__).resolve().parent / "out"


def main() -> int:
    """Write the split, run the oracle's programs on it, print the table; write benchmarks/out/questions.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev", choices=sorted(SPLITS))
    parser.add_argument("--homes", type=int, help="another number of homes than the split's own")
    parser.add_argument("--beside", choices=sorted(SPLITS), help="a split to compare with: homes, wordings, categories")
    arguments = parser.parse_args()
    beside = {}
    with tempfile.TemporaryDirectory(prefix="situated_qa_") as folder:
        start = time.process_time()
        path = write_split(arguments.split, folder, homes=arguments.homes)
        seconds = time.process_time() - start
        report = json.loads(path.read_text(encoding="utf-8"))
        megabytes = sum(file.stat().st_size for file in Path(folder).rglob("*.json")) / 1e6
        runs = oracle_runs(Path(folder))
        if arguments.beside:
            with tempfile.TemporaryDirectory(prefix="situated_qa_") as other:
                write_split(arguments.beside, other)
                beside = compared(Path(folder), Path(other), arguments.split, arguments.beside)
    wrong = [run for run in runs if not run.right]
    figures = {
        "homes": report["homes"],
        "questions": report["questions"],
        "kinds": report["kinds"],
        "thrown_away_share": report["thrown_away_share"],
        "blind_guess_by_type": report["blind_guess_by_type"],
        "blind_guess_by_kind": report["blind_guess_by_kind"],
        "oracle_right": round(1 - len(wrong) / len(runs), 4),
        "cpu_seconds_per_home": round(seconds / report["homes"], 2),
        "megabytes": round(megabytes, 1),
        **beside,
        **{f"blind_guess_{name.replace(' ', '_')}": entry["blind_guess"] for name, entry in report["types"].items()},
    }
    print_kinds(report, Counter(run.question.kind for run in wrong))
    for run in wrong:
        question = run.question
        print(f"missed: {question.id} {question.question} → {question.answers[0]}; tools: {run.printed or run.error}")
    for name, value in figures.items():
        print(f"{name:36} {value}")
    OUT.mkdir(exist_ok=True)
    out = {"split": report["split"], "version": report["version"], "figures": figures, "report": report}
    (OUT / "questions.json").write_text(json.dumps(out, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def oracle_runs(folder: Path) -> list[OracleRun]:
    """What the oracle's programs print for every question of a split."""
    runs: list[OracleRun] = []
    with Sandbox() as sandbox:
        for path in sorted(folder.glob("*/scene.json")):
            scene = read_scene(path)
            runs += run_oracle([HomeQuestion.from_dict(entry) for entry in scene.questions], scene.graph, sandbox)
    return runs


def compared(folder: Path, other: Path, name: str, other_name: str) -> dict[str, int]:
    """Homes that two written splits share, and how many questions of each hold what is kept for `test`.

    A home is told by its objects, whatever its seed. "held_out_categories": the situation, the question or an answer
    names such a category; "held_out_wordings": the question is worded as only `test` words it.
    """
    homes: list[set[str]] = []
    figures = {}
    for path, split in ((folder, name), (other, other_name)):
        scenes = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(path.glob("*/scene.json"))]
        homes.append({json.dumps(scene["objects"]) for scene in scenes})
        asked = [question for scene in scenes for question in scene["questions"]]
        texts = [" | ".join([q["situation"], q["question"], *q["answers"]]) for q in asked]
        figures[f"{split}_questions"] = len(asked)
        figures[f"{split}_held_out_categories"] = sum(map(names_held_out, texts))
        figures[f"{split}_held_out_wordings"] = sum(map(last_wording, asked))
    return {"shared_homes": len(homes[0] & homes[1]), **figures}


def last_wording(question: dict) -> bool:
    """Whether a question is worded as the last of its kind's wordings, and as none of the others."""
    fits = []
    for wording in KINDS[question["kind"]].wordings:
        pieces = [re.escape(piece) for piece in re.split(r"\{\w+\}", wording)]
        fits.append(re.fullmatch("(.+?)".join(pieces), question["question"], re.IGNORECASE) is not None)
    return fits[-1] and not any(fits[:-1])


def print_kinds(report: dict, missed: Counter[str]) -> None:
    """One line per kind: asked, thrown away, most frequent answer, missed by the oracle."""
    print(f"{'kind':26}{'asked':>6}{'thrown away':>13}{'missed':>8}  most frequent answer")
    for kind, entry in report["by_kind"].items():
        answer = f"{entry['most_frequent_answer']} ({entry['blind_guess']:.0%})" if entry["questions"] else ""
        print(f"{kind:26}{entry['questions']:6}{entry['thrown_away_share']:13.0%}{missed[kind]:8}  {answer}")


if __name__ == "__main__":
    sys.exit(main())
