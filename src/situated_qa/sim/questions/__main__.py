"""`python -m situated_qa.sim.questions --split smoke --out FOLDER`: write a split with its questions."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from situated_qa.errors import SituatedQAError
from situated_qa.sim.questions.splits import KIND_SETS, SPLITS, write_split


def main() -> int:
    """Exit status: 0, or 1 with the reason on stderr."""
    parser = argparse.ArgumentParser(prog="python -m situated_qa.sim.questions", description=__doc__)
    parser.add_argument("--split", required=True, choices=sorted(SPLITS))
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="where home-SEED/scene.json go")
    parser.add_argument("--homes", type=int, help="another number of homes than the split's own")
    parser.add_argument("--kinds", choices=sorted(KIND_SETS), default="basic", help="what is asked")
    arguments = parser.parse_args()
    try:
        path = write_split(arguments.split, arguments.out, homes=arguments.homes, kinds=arguments.kinds)
    except (SituatedQAError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    report = json.loads(path.read_text())
    shown = ("questions", "kinds", "thrown_away_share", "blind_guess_by_type", "blind_guess_by_kind")
    print(f"{path}: " + ", ".join(f"{key} {report[key]}" for key in shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
