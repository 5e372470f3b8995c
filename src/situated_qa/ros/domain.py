"""Selects a ROS domain for the demo, so that other nodes on the machine do not mix with its nodes."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterable

from situated_qa.errors import SettingsError

_LAST_SAFE_DOMAIN = 101  # beyond it the ports run into those that Linux hands out itself
_PARTICIPANTS = 4  # per domain, whose ports are looked at


def free_domain(candidates: Iterable[int] | None = None) -> int:
    """A domain id in which no participant of this machine seems to be.

    Args:
        candidates: ids to try, in this order; None means 1 … 101 in random order.

    Raises:
        SettingsError: every candidate is in use.
    """
    if candidates is None:
        candidates = random.sample(range(1, _LAST_SAFE_DOMAIN + 1), _LAST_SAFE_DOMAIN)
    for domain in candidates:
        if all(_is_free(port) for port in _ports(domain)):
            return domain
    raise SettingsError("every ROS domain of this machine seems to be in use; name one with ROS_DOMAIN_ID")


def take_own_domain() -> int:
    """Set ROS_DOMAIN_ID of this process and its children to a free domain, unless the environment names one."""
    return int(os.environ.setdefault("ROS_DOMAIN_ID", str(free_domain())))


def _ports(domain: int) -> list[int]:
    """The UDP ports on which the first participants of a domain are discovered (DDSI-RTPS 2.5, section 9.6.2)."""
    return [7400 + 250 * domain + 10 + 2 * participant for participant in range(_PARTICIPANTS)]


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("", port))
        except OSError:
            return False
    return True
