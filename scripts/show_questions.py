"""Print random questions of a split with a picture from above for each, to be read as a person would.

    python scripts/show_questions.py --split dev --out questions        40 questions and questions/*.png
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from situated_qa.errors import SituatedQAError
from situated_qa.geometry import Transform
from situated_qa.pictures import draw_top_down
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.homes import Home
from situated_qa.sim.questions import HomeQuestion, Ledger, questions_for
from situated_qa.sim.questions.splits import SPLITS


def main() -> int:
    """Exit status: 0, or 1 with the reason on stderr."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev", choices=sorted(SPLITS))
    parser.add_argument("--count", type=int, default=40, help="how many questions")
    parser.add_argument("--homes", type=int, default=8, help="from how many of the split's homes")
    parser.add_argument("--seed", type=int, default=0, help="which of them: another seed shows others")
    parser.add_argument("--out", type=Path, default=Path("questions"), metavar="FOLDER", help="where the pictures go")
    parser.add_argument("--no-pictures", action="store_true")
    arguments = parser.parse_args()
    try:
        asked, ledger = _questions(arguments.split, arguments.homes)
        rng = np.random.default_rng(arguments.seed)
        picked = [asked[int(k)] for k in rng.permutation(len(asked))[: arguments.count]]
        for number, (home, question) in enumerate(picked, start=1):
            print(_as_text(number, home, question))
            if not arguments.no_pictures:
                _draw(home.graph(), question, arguments.out / f"{number:02d}.png")
    except (SituatedQAError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(_thrown_away(ledger))
    return 0


def _questions(split_name: str, homes: int) -> tuple[list[tuple[Home, HomeQuestion]], Ledger]:
    split, catalog, ledger = SPLITS[split_name], Catalog.open(), Ledger()
    asked = []
    for seed in range(split.first_seed, split.first_seed + min(homes, split.homes)):
        home = split.home(seed, catalog)
        questions = questions_for(home, seed=seed, count=split.questions, split=split.name, ledger=ledger)
        asked += [(home, question) for question in questions]
    return asked, ledger


def _as_text(number: int, home: Home, question: HomeQuestion) -> str:
    x, y = question.position[:2]
    tolerance = f" (± {question.tolerance:g})" if question.tolerance is not None else ""
    return (
        f"{number:2d}. {question.kind} ({', '.join(question.types)}), home {home.seed}, "
        f"at ({x:.1f}, {y:.1f}), heading {np.degrees(question.heading_rad):.0f}°\n"
        f"    {question.situation}\n    {question.question}\n"
        f"    → {' = '.join(question.answers)}{tolerance}   objects {list(question.object_ids)}\n"
    )


def _draw(graph: SceneGraph, question: HomeQuestion, path: Path) -> None:
    """The home from above with its walls, the asker, and in red what the question is about."""
    plan = graph.floor_plan
    assert plan is not None  # questions were asked of it
    rows, columns = (size * 3 for size in plan.walkable.shape)  # finer than the cells, to leave no gaps
    iy, ix = np.divmod(np.arange(rows * columns), columns)
    cells = (iy // 3, ix // 3)
    floor = np.column_stack([plan.origin + (np.column_stack([ix, iy]) + 0.5) * plan.cell_m / 3, np.zeros(len(ix))])
    shades = np.where(plan.walkable[cells][:, None], (240, 225, 190), (200, 185, 160)).astype(np.uint8)
    shades[(plan.room_index[cells] < 0) & ~plan.walkable[cells]] = (60, 60, 60)
    title = f"{question.situation} {question.question}\n{question.kind}: {' = '.join(question.answers)}"
    viewpoint = Transform.from_yaw(question.heading_rad, question.position)
    draw_top_down(floor, shades, graph, viewpoint, question.object_ids, title, path)


def _thrown_away(ledger: Ledger) -> str:
    reasons: Counter[str] = sum(ledger.thrown.values(), Counter())
    kept = sum(ledger.kept.values())
    lines = [f"{kept} unambiguous drafts, {sum(reasons.values())} thrown away:"]
    lines += [f"    {times:6d}  {reason}" for reason, times in reasons.most_common()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
