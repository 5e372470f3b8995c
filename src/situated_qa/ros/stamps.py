"""builtin_interfaces/Time to and from int nanoseconds."""

from __future__ import annotations

from builtin_interfaces.msg import Time

from situated_qa.errors import FrameError

_NS_PER_S = 1_000_000_000
_INT32_MAX = 2**31 - 1


def stamp_from_msg(msg: Time) -> int:
    """Nanoseconds since the clock's epoch."""
    return msg.sec * _NS_PER_S + msg.nanosec


def stamp_to_msg(stamp: int) -> Time:
    """A time message.

    Raises:
        FrameError: the stamp is negative, or beyond the year 2038, where the message's int32 seconds end.
    """
    seconds, nanoseconds = divmod(int(stamp), _NS_PER_S)
    if not 0 <= seconds <= _INT32_MAX:
        raise FrameError(f"a stamp must be between 0 and {_INT32_MAX} s, got {stamp} ns")
    return Time(sec=seconds, nanosec=nanoseconds)
