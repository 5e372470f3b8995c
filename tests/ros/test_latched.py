"""A deaf subscription to latched state is made again; one that hears is left alone."""

from __future__ import annotations

from std_msgs.msg import UInt32

from situated_qa.ros import qos
from situated_qa.ros.latched import LatchedSubscription


def test_a_deaf_subscription_is_renewed_and_hears_the_latest_state(ros) -> None:
    listener, speaker = ros.node("listener"), ros.node("speaker")
    heard: list[int] = []
    latched = LatchedSubscription(listener, UInt32, "state", lambda message: heard.append(message.data), silent_s=0.4)
    listener.destroy_subscription(latched.subscription)  # nothing can be heard through it any more
    publisher = speaker.create_publisher(UInt32, "state", qos.LATCHED)
    publisher.publish(UInt32(data=7))
    ros.spin_until(lambda: heard == [7])
    assert latched.renewals >= 1


def test_a_subscription_that_hears_is_kept(ros) -> None:
    listener, speaker = ros.node("listener"), ros.node("speaker")
    heard: list[int] = []
    latched = LatchedSubscription(listener, UInt32, "state", lambda message: heard.append(message.data), silent_s=0.4)
    publisher = speaker.create_publisher(UInt32, "state", qos.LATCHED)
    publisher.publish(UInt32(data=1))
    ros.spin_until(lambda: heard[-1:] == [1])
    before, looks = latched.renewals, []
    listener.create_timer(0.1, lambda: looks.append(1))
    ros.spin_until(lambda: len(looks) > 12)  # three times as long as it may be silent
    assert latched.renewals == before


def test_without_a_publisher_nothing_is_renewed(ros) -> None:
    listener = ros.node("listener")
    latched = LatchedSubscription(listener, UInt32, "state", lambda message: None, silent_s=0.2)
    looks: list[int] = []
    listener.create_timer(0.1, lambda: looks.append(1))
    ros.spin_until(lambda: len(looks) > 8)
    assert latched.renewals == 0
