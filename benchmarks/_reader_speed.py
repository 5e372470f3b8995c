"""Seconds of a warm question and memory, each measured in a process that does nothing else."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _reader_sets import SPEED, Sources, of_set

_WARM_UP = 3


def speed(options: Sequence[str], sources: Sources) -> dict[str, Any]:
    """Median and 95 % of the seconds of a question, and peak memory of the process, MB; by a process of its own.

    Args:
        options: the command line that this run was given.
        sources: where the questions come from; their homes are written by now or by this call.
    """
    sources.folder("basic")
    sources.folder("composed")
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), *options], capture_output=True, text=True, check=False, timeout=1800
    )
    if done.returncode:
        raise RuntimeError(f"the process that measures speed failed: {done.stderr[-2000:]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure(options: Sequence[str]) -> dict[str, Any]:
    """What `speed` returns, measured here.

    `peak_mb` is what the process takes beyond its state before the reader was made: Python, numpy and homes are not the
    reader's.
    """
    from reader import make_reader, parse

    from situated_qa.assets import cache_folder

    arguments = parse(options)
    sources = Sources(arguments.split, arguments.scenes or cache_folder() / "homes" / "reader")
    tasks = [task for name in ("basic", "composed") for task in of_set(_SET[name], sources, SPEED // 2 + _WARM_UP)]
    scenes = [task.scene for task in tasks]  # type: ignore[union-attr]
    before = _resident_mb()
    reader = make_reader(arguments)
    seconds = []
    for task, scene in zip(tasks, scenes, strict=True):
        seconds.append(reader.read(task.question, "", scene).seconds)
    peak = _peak_mb()
    reader.close()
    warm = sorted(seconds[_WARM_UP:])
    return {
        "questions": len(warm),
        "median_s": round(statistics.median(warm), 3),
        "p95_s": round(warm[min(len(warm) - 1, round(0.95 * len(warm)))], 3),
        "peak_mb": round(peak - before),
        "process_mb": round(peak),
    }


_SET = {"basic": "old", "composed": "composed"}


def _resident_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) / 1024.0
    return 0.0


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:])))
