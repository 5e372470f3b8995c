"""Quality of service by purpose: every publisher and subscription of this package takes one of these."""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy


def _profile(depth: int, reliability: ReliabilityPolicy, durability: DurabilityPolicy) -> QoSProfile:
    return QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=depth, reliability=reliability, durability=durability)


IMAGES_IN = _profile(30, ReliabilityPolicy.BEST_EFFORT, DurabilityPolicy.VOLATILE)
"""Subscribing to a camera. Best effort matches every driver, reliable or not; one second of frames may wait."""

IMAGES_OUT = _profile(10, ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE)
"""Publishing a camera's images: reliable, so that a subscriber may choose."""

LATCHED = _profile(1, ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL)
"""The scene graph and other state: a late subscriber gets the latest."""

MARKERS = _profile(10, ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL)
"""Markers: a late RViz gets the last ten messages, so that what was deleted stays deleted."""

CLOUD = _profile(50, ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE)
"""The surface cloud, sent in chunks: all chunks of one update fit."""

TF = _profile(100, ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE)
"""/tf, as tf2 does it."""

TF_STATIC = _profile(100, ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL)
"""/tf_static: latched; the depth is for many publishers' many frames (tf2's publishers use 1, its listeners 100)."""

CLOCK = _profile(1, ReliabilityPolicy.BEST_EFFORT, DurabilityPolicy.VOLATILE)
"""/clock, as rclpy's time source subscribes to it."""

COMMANDS = _profile(10, ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE)
"""Small commands that must arrive."""

REQUESTS = _profile(1000, ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE)
"""Our services and their clients. With ROS's default of ten, only the last ten of 200 requests at once are heard.

A client hears the replies to every client of its service, so one that keeps the default of ten can lose its own when
more than ten come at once. Callers of a busy node should use this depth, as `ros.client` does."""

PROGRESS = _profile(10, ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL)
"""Which frames are done with: also for a player that gets to know the mapper a moment later."""
