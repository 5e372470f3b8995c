"""Which ROS domain the demo takes."""

from __future__ import annotations

import os
import socket

import pytest

from situated_qa.errors import SettingsError
from situated_qa.ros.domain import free_domain, take_own_domain


@pytest.fixture
def busy():
    """A domain of which a participant's discovery port is taken: 7400 + 250 · domain + 10."""
    for domain in range(60, 100):
        taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            taken.bind(("", 7410 + 250 * domain))
        except OSError:
            taken.close()
            continue
        with taken:
            yield domain
        return


def test_a_domain_with_a_participant_is_passed_over(busy):
    with pytest.raises(SettingsError, match="ROS_DOMAIN_ID"):
        free_domain([busy])
    assert free_domain([busy, *range(1, 102)]) != busy


def test_the_environment_has_the_last_word(monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", "7")
    assert take_own_domain() == 7
    monkeypatch.delenv("ROS_DOMAIN_ID")
    domain = take_own_domain()
    assert 1 <= domain <= 101 and os.environ["ROS_DOMAIN_ID"] == str(domain)
