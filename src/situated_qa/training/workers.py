"""Processes that share each batch and add up their gradients (gloo); one process needs none of it."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

GROUP_TIMEOUT_S = 1800.0
"""Workers wait for one another at most so long: the first one also writes checkpoints."""


class Group:
    """The workers of a run, seen from one of them."""

    def __init__(self, rank: int = 0, size: int = 1) -> None:
        self.rank, self.size = rank, size

    @property
    def first(self) -> bool:
        """Whether this worker prints and writes files."""
        return self.rank == 0

    def total(self, values: Any) -> Any:
        """The sum of all workers' vectors, the same bits for each of them; `values` itself is overwritten."""
        if self.size > 1:
            import torch.distributed as dist

            dist.all_reduce(values)
        return values


def run_workers(work: Callable[..., Any], workers: int, threads: int, *arguments: Any) -> None:
    """Call `work(group, *arguments)` in so many processes; a single one is this process.

    Args:
        work: a function of a module, because processes are started by name.
        threads: torch threads of each.
    """
    import torch
    import torch.multiprocessing

    if workers == 1:
        torch.set_num_threads(threads)
        work(Group(), *arguments)
        return
    with tempfile.TemporaryDirectory(prefix="situated_qa_train_") as folder:
        # Read when the processes start, before they import torch.
        before = os.environ.get("OMP_NUM_THREADS")
        os.environ["OMP_NUM_THREADS"] = str(threads)
        meet = str(Path(folder) / "meet")
        try:
            with _ending_on_terminate():
                torch.multiprocessing.spawn(
                    _worker, (work, workers, threads, meet, arguments), nprocs=workers, daemon=True
                )
        finally:
            if before is None:
                del os.environ["OMP_NUM_THREADS"]
            else:
                os.environ["OMP_NUM_THREADS"] = before


@contextmanager
def _ending_on_terminate() -> Iterator[None]:
    """SIGTERM ends this process as any exit does, which ends its workers: they would go on training otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _worker(
    rank: int, work: Callable[..., Any], workers: int, threads: int, meet: str, arguments: tuple[Any, ...]
) -> None:
    import torch
    import torch.distributed as dist

    torch.set_num_threads(threads)
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    dist.init_process_group(
        "gloo", f"file://{meet}", rank=rank, world_size=workers, timeout=timedelta(seconds=GROUP_TIMEOUT_S)
    )
    try:
        work(Group(rank, workers), *arguments)
    finally:
        dist.destroy_process_group()
