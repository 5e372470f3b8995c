"""Guards callbacks: an exception that a callback raises would end the executor, and with it the node."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

_LOG_PERIOD_S = 2.0


def guarded(node: Any, callback: Callable[..., Any]) -> Callable[..., Any]:
    """The callback of a subscription or timer; whatever it raises is logged as an error of `node`, and that is all.

    Args:
        node: whose logger is used.
    """

    @functools.wraps(callback)
    def call(*arguments: Any) -> Any:
        try:
            return callback(*arguments)
        except Exception as error:  # the node must outlive any one message
            node.get_logger().error(
                f"{callback.__name__.strip('_')} failed: {type(error).__name__}: {error}",
                throttle_duration_sec=_LOG_PERIOD_S,
            )
            return None

    return call
