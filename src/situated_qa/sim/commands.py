"""`situated-qa homes …`: write a split of simulated homes with their questions, and render them."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_homes(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `homes`, and what runs it."""
    parser.add_argument("split", help="smoke, dev, test or train")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the home-SEED/ folders go")
    parser.add_argument("--homes", type=int, help="how many homes (default: the split's own number)")
    parser.add_argument("--render", action="store_true", help="render frames too, for `eval apartments`")
    parser.add_argument("--workers", type=int, default=2, help="threads that render (default: %(default)s)")
    parser.add_argument(
        "--kinds", choices=("basic", "composed"), default="basic", help="what is asked (default: %(default)s)"
    )
    parser.set_defaults(run=_homes)


def _homes(parsed: argparse.Namespace) -> int:
    if parsed.render:
        from situated_qa.sim.split_frames import render_split

        render_split(parsed.split, parsed.out, homes=parsed.homes, workers=parsed.workers)
    else:
        from situated_qa.sim.questions.splits import write_split

        write_split(parsed.split, parsed.out, homes=parsed.homes, kinds=parsed.kinds)
    print(parsed.out)
    return 0
