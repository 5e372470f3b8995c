"""Wall clock of every program of the hostile corpus: each is to end within its limit and one second.

What the tools took that it called is shown apart: tools are ours, and a program's limit is of its own time.

    python benchmarks/hostile.py                    # all, the sandbox's own limits
    python benchmarks/hostile.py --limit 0.5 --slowest 20

Writes benchmarks/out/hostile.json and prints a table of the slowest.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "reasoning"))

import hostile_programs  # noqa: E402 - found through the line above
import numpy as np  # noqa: E402
from conftest import make_graph  # noqa: E402

from situated_qa.reasoning.sandbox import Sandbox, SandboxSettings  # noqa: E402
from situated_qa.situated.scene import SituatedScene  # noqa: E402
from situated_qa.situated.tools import Tools  # noqa: E402
from situated_qa.situated.viewpoint import Viewpoint  # noqa: E402

SLACK_S = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=SandboxSettings().time_limit_s, help="of each program, s")
    parser.add_argument("--slowest", type=int, default=12, help="rows of the table")
    parser.add_argument("--match", default="", help="only programs whose name holds this")
    options = parser.parse_args()
    tools = Tools(SituatedScene(make_graph(), Viewpoint(np.array([0.0, 0.0, 0.5]), 0.0)))
    programs = {name: text for name, text in hostile_programs.ALL.items() if options.match in name}
    rows = []
    with Sandbox(SandboxSettings(time_limit_s=options.limit)) as sandbox:
        sandbox.warm_up()
        for name, program in programs.items():
            for how, run in (("checked", sandbox.check_and_run), ("unchecked", sandbox.run)):
                start = time.monotonic()
                result = run(program, tools)
                seconds = time.monotonic() - start - result.tool_seconds
                rows.append((seconds, result.tool_seconds, how, name))
    rows.sort(reverse=True)
    late = {name for seconds, _, _, name in rows if seconds > options.limit + SLACK_S}
    print(f"{'s':>6}  {'tools':>6}  {'':9}  program")
    for seconds, tools_s, how, name in rows[: options.slowest]:
        print(f"{seconds:6.2f}  {tools_s:6.2f}  {how:9}  {name}")
    whole = {name for seconds, tools_s, _, name in rows if seconds + tools_s > options.limit + SLACK_S}
    load = os.getloadavg()[0]
    print(
        f"{len(programs) - len(late)} of {len(programs)} ended within {options.limit:g} + {SLACK_S:g} s"
        f" ({len(programs) - len(whole)} with the time in tools); load {load:.1f}"
    )
    out = ROOT / "benchmarks" / "out" / "hostile.json"
    out.parent.mkdir(exist_ok=True)
    report = {
        "programs": len(programs),
        "in_time": len(programs) - len(late),
        "limit_s": options.limit,
        "slack_s": SLACK_S,
        "in_time_with_tools": len(programs) - len(whole),
        "load": load,
        "seconds": {f"{name} ({how})": round(seconds, 3) for seconds, _, how, name in rows},
    }
    out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
