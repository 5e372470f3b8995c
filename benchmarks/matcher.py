"""How words are matched to a scene's categories, step by step: right, wrong, nothing found, absent things accepted.

    python benchmarks/matcher.py [--show]

The words are in tests/situated/data/paraphrases.json: those that the table of names was grown on, and others that were
written afterwards and to which nothing was fitted. Times are CPU time of one process. Writes
benchmarks/out/matcher.json.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.eval.provenance import machine, revision
from situated_qa.situated.categories import STEPS, Step, find_categories
from situated_qa.situated.matcher import all_steps

REPOSITORY = Path(__file__).resolve().parents[1]
WORDS = REPOSITORY / "tests" / "situated" / "data" / "paraphrases.json"
PARTS = ("grown_on", "held_out")


def main() -> int:
    """Measure, print the table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print the words that each configuration fails at")
    show = parser.parse_args().show
    try:
        asset_path("wordnet")
    except AssetError as error:
        print(f"skipped: {error}")
        return 0
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    figures: dict[str, Any] = {
        f"{part}_{kind}": len(words[key][part])
        for part in PARTS
        for kind, key in (("words", "paraphrases"), ("absent", "absent"))
    }
    figures["categories"] = len(words["scene"])
    print(f"{'steps':44s} " + " ".join(f"{part:>34s}" for part in PARTS))
    print(f"{'':44s} " + " ".join(f"{'right':>7s} {'wrong':>7s} {'none':>7s} {'absent':>10s}" for _ in PARTS))
    for name, steps in configurations().items():
        row = []
        for part in PARTS:
            counts = score(steps, words, part, show=show)
            figures |= {f"{name}_{part}_{count}": value for count, value in counts.items()}
            total = figures[f"{part}_words"]
            row.append(
                f"{counts['right'] / total:7.1%} {counts['wrong']:7d} {counts['nothing']:7d} "
                f"{counts['absent_accepted']:3d} of {figures[f'{part}_absent']:3d}"
            )
        print(f"{name:44s} {' '.join(row)}")
    figures |= times(words)
    print("".join(f"{name}: {value}\n" for name, value in figures.items() if name.endswith("_ms")), end="")
    out = REPOSITORY / "benchmarks" / "out"
    out.mkdir(exist_ok=True)
    whole = {"machine": machine(), "revision": revision(), "figures": figures}
    (out / "matcher.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return 0


def configurations() -> dict[str, Sequence[tuple[str, Step]]]:
    """The steps that are tried, by the name of the configuration."""
    spelling = [step for step in STEPS if step[0] in ("exact", "plural")]
    alias = [step for step in STEPS if step[0] in ("exact", "plural", "alias", "kind")]
    return {"spelling": spelling, "and_aliases": alias, "and_head_noun": STEPS, "and_wordnet": all_steps()}


def score(steps: Sequence[tuple[str, Step]], words: dict[str, Any], part: str, *, show: bool) -> dict[str, int]:
    """Counts; a match is right if all its categories are among those that the word may mean."""
    counts = {"right": 0, "wrong": 0, "nothing": 0, "absent_accepted": 0}
    for asked, meant in words["paraphrases"][part].items():
        match = find_categories(asked, words["scene"], steps)
        verdict = "nothing" if match is None else "right" if set(match.categories) <= set(meant) else "wrong"
        counts[verdict] += 1
        if show and verdict != "right":
            print(f"  {asked}: {match.note() if match else 'nothing'}; meant {', '.join(meant)}")
    for asked in words["absent"][part]:
        match = find_categories(asked, words["scene"], steps)
        counts["absent_accepted"] += match is not None
        if show and match is not None:
            print(f"  {match.note()} ({match.how}), but there is none")
    return counts


def times(words: dict[str, Any]) -> dict[str, float]:
    """CPU ms of one match: a word that was not asked before, one that was."""
    all_steps.cache_clear()  # with what it remembers of words
    steps = all_steps()
    asked = [word for part in PARTS for word in (*words["paraphrases"][part], *words["absent"][part])]
    fresh = [_match_ms(word, words["scene"], steps) for word in asked]
    again = [_match_ms(word, words["scene"], steps) for word in asked]
    return {
        "new_word_median_ms": round(statistics.median(fresh), 3),
        "new_word_p95_ms": round(statistics.quantiles(fresh, n=20)[-1], 3),
        "known_word_median_ms": round(statistics.median(again), 3),
        "known_word_worst_ms": max(again),
    }


def _match_ms(word: str, categories: Sequence[str], steps: Sequence[tuple[str, Step]]) -> float:
    start = time.process_time()
    find_categories(word, categories, steps)
    return round((time.process_time() - start) * 1e3, 3)


if __name__ == "__main__":
    raise SystemExit(main())
