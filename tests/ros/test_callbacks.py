"""A message that a callback fails on must not end the node."""

from __future__ import annotations

from std_msgs.msg import String

from situated_qa.ros import qos
from situated_qa.ros.callbacks import guarded


def test_a_failing_callback_is_logged_and_the_next_message_arrives(ros, capfd):
    node, sender = ros.node("listener"), ros.node("sender")
    heard: list[str] = []

    def take(message: String) -> None:
        heard.append(message.data)
        if message.data == "bad":
            raise ValueError("cannot read this")

    node.create_subscription(String, "words", guarded(node, take), qos.COMMANDS)
    publisher = sender.create_publisher(String, "words", qos.LATCHED)
    ros.spin_until(lambda: publisher.get_subscription_count() == 1)
    # What is sent before both sides know each other is lost, so it is sent until it is heard.
    ros.spin_until(lambda: publisher.publish(String(data="bad")) or "bad" in heard)
    publisher.publish(String(data="good"))
    ros.spin_until(lambda: "good" in heard)
    assert "take failed: ValueError: cannot read this" in capfd.readouterr().err
