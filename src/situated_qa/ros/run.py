"""Runs a node: init, spin, clean shutdown. Every node's `main` is one call of `run_node`."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import traceback
from collections.abc import Callable

import rclpy
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from situated_qa.errors import SituatedQAError
from situated_qa.ros.clock_watch import guard_clock
from situated_qa.ros.texts import clean_text

_SIGNAL_PERIOD_S = 0.1


def run_node(
    make: Callable[[], Node], args: list[str] | None = None, executor: Callable[[], Executor] = SingleThreadedExecutor
) -> int:
    """Make a node and spin it until SIGINT, SIGTERM or an error.

    Args:
        make: makes the node; what it raises on purpose is printed as one line.
        args: command line, None means sys.argv.
        executor: makes the executor.

    Returns:
        exit code: 0 when told to stop, 1 after an error.
    """
    logging.basicConfig(level=logging.INFO, format="[%(levelname)s] [%(name)s]: %(message)s")
    rclpy.init(args=args, signal_handler_options=SignalHandlerOptions.NO)
    context = rclpy.utilities.get_default_context()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    node = None
    try:
        node = make()
        guard_clock(node)
        spinner = executor()
        spinner.add_node(node)
        # A signal neither ends rclpy's wait (its handler runs only when the wait is over) nor may it shut the context
        # down while the executor makes a wait set: so look in between.
        while context.ok() and not stopped.is_set():
            spinner.spin_once(timeout_sec=_SIGNAL_PERIOD_S)
        return 0
    except (KeyboardInterrupt, ExternalShutdownException):
        return 0
    except SystemExit as stop:  # a node that is done says so this way
        return int(stop.code or 0)
    except SituatedQAError as error:
        print(clean_text(f"{type(error).__name__}: {error}", lines=True), file=sys.stderr)
        return 1
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        # A second Ctrl-C, or the launcher's after the terminal's, must not cut the clean-up short; and it would end the
        # process with SIGINT while the interpreter ends, for that takes Python handlers off, but not SIG_IGN.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        if node is not None:
            node.destroy_node()
        if context.ok():
            context.shutdown()
