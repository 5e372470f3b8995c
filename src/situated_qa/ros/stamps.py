"""builtin_interfaces/Time to and from int nanoseconds: the only place where stamps are converted.

A stamp that comes in is checked here, so every stamp that the package holds can be sent again.
"""

from __future__ import annotations

from builtin_interfaces.msg import Time

from situated_qa.errors import FrameError

_NS_PER_S = 1_000_000_000
_INT32_MAX = 2**31 - 1
LATEST_STAMP = _INT32_MAX * _NS_PER_S + _NS_PER_S - 1
"""ns, in January 2038: the last one that fits the message's int32 seconds."""


def stamp_from_msg(msg: Time, name: str = "stamp") -> int:
    """Nanoseconds since the clock's epoch.

    Args:
        name: what to call the stamp in an error, e.g. "viewpoint: header.stamp".

    Raises:
        FrameError: the seconds are negative, or the nanoseconds are a second or more. A time after January 2038 wraps
            around in the message's int32 seconds and arrives as a negative one.
    """
    if msg.sec < 0 or msg.nanosec >= _NS_PER_S:
        raise FrameError(
            f"{name} must have seconds >= 0 and nanoseconds < {_NS_PER_S}, got sec {msg.sec} and nanosec {msg.nanosec}"
        )
    return msg.sec * _NS_PER_S + msg.nanosec


def stamp_to_msg(stamp: int) -> Time:
    """A time message.

    Raises:
        FrameError: the stamp is negative, or beyond the year 2038, where the message's int32 seconds end.
    """
    if not 0 <= stamp <= LATEST_STAMP:
        raise FrameError(f"a stamp must be between 0 and {_INT32_MAX} s, got {stamp} ns")
    seconds, nanoseconds = divmod(int(stamp), _NS_PER_S)
    return Time(sec=seconds, nanosec=nanoseconds)
