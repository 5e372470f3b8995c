"""Where a figure comes from: the code's revision and the kind of machine."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def revision() -> str:
    """The git revision of this code, with "+changes" where the package differs from it; "unknown" outside of git."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    if not commit:
        return "unknown"
    return commit + ("+changes" if _git("status", "--porcelain", "--untracked-files=no", "--", str(PACKAGE)) else "")


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(PACKAGE), *arguments], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def machine() -> str:
    """The kind of machine, e.g. "x86_64, 2 cores, 16 GB"; no name of it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{platform.machine()}, {cores} cores, {memory:.0f} GB, Python {platform.python_version()}"
