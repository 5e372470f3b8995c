"""Bags written from a sequence, read back by rosbags, and played through the whole bring-up."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import box_room  # noqa: E402 - found through the line above
from situated_qa.bags import COLOR_TOPIC, DEPTH_TOPIC, write_bag  # noqa: E402
from situated_qa.errors import SequenceError  # noqa: E402
from situated_qa.ros.bringup import Bringup, BringupArguments, describe, first_death, running  # noqa: E402
from situated_qa.ros.client import Client  # noqa: E402
from situated_qa.sequences import Sequence, SequenceWriter  # noqa: E402


@pytest.mark.parametrize("storage", ["sqlite3", "mcap"])
def test_a_bag_holds_the_frames_bit_for_bit(tmp_path, storage):
    from rosbags.rosbag2 import Reader
    from rosbags.typesys import Stores, get_typestore

    sequence = Sequence.open(box_room.write_sequence(tmp_path / "sequence", n_frames=3))
    bag = write_bag(sequence, tmp_path / "bag", storage=storage)
    store, count = get_typestore(Stores.ROS2_KILTED), {}
    with Reader(bag) as reader:
        for connection, stamp, raw in reader.messages():
            message = store.deserialize_cdr(raw, connection.msgtype)
            index = count.get(connection.topic, 0)
            count[connection.topic] = index + 1
            if connection.topic == COLOR_TOPIC:
                assert stamp == sequence.stamps[index]
                np.testing.assert_array_equal(message.data.reshape(120, 160, 3), sequence.frame(index).color)
            if connection.topic == DEPTH_TOPIC:
                depth = message.data.view(np.uint16).reshape(120, 160) / np.float32(1000)
                np.testing.assert_allclose(depth, np.nan_to_num(sequence.frame(index).depth), atol=1e-6)
    assert sorted(count.values()) == [1, 3, 3, 3, 3, 3]  # /tf_static once


def test_depth_that_does_not_fit_into_a_message_is_no_return_in_a_bag(tmp_path):
    from rosbags.rosbag2 import Reader
    from rosbags.typesys import Stores, get_typestore

    seen = box_room.frame(0)
    seen.depth[0, :3] = 70.0, 65.53, np.nan
    with SequenceWriter(tmp_path / "sequence", box_room.CAMERA, depth_unit_m=0.01) as writer:
        writer.add(seen)
    bag = write_bag(Sequence.open(tmp_path / "sequence"), tmp_path / "bag")
    store = get_typestore(Stores.ROS2_KILTED)
    with Reader(bag) as reader:
        (image,) = [store.deserialize_cdr(raw, c.msgtype) for c, _, raw in reader.messages() if c.topic == DEPTH_TOPIC]
    assert image.data.view(np.uint16)[:3].tolist() == [0, 65530, 0]


def test_a_bag_is_not_overwritten(tmp_path):
    sequence = Sequence.open(box_room.write_sequence(tmp_path / "sequence", n_frames=2))
    with pytest.raises(SequenceError, match="exists already"):
        write_bag(sequence, tmp_path)
    with pytest.raises(SequenceError, match="tape"):
        write_bag(sequence, tmp_path / "bag", storage="tape")


def test_a_bag_is_mapped_as_the_sequence_is(tmp_path, ros_domain):
    bag = write_bag(Sequence.open(box_room.write_sequence(tmp_path / "sequence")), tmp_path / "bag")
    table = tmp_path / "sequence" / "instances.json"
    whole = describe(BringupArguments(sequence=str(bag), detector="true-masks"))
    mapper = whole.nodes[0]
    mapper.parameters["instance_table"] = str(table)  # type: ignore[index] - a plain dict
    bringup = Bringup((mapper, whole.nodes[2]), "", whole.params_file, whole.environment)
    log = io.StringIO()
    with running(bringup, log=log) as nodes, Client(use_sim_time=True) as client:

        def mapped() -> bool:
            assert first_death(nodes) is None, log.getvalue()[-2000:]
            return client.diagnostics.get("/mapper", {}).get("mapped") == "24"

        assert client.wait_until(mapped, 60.0), log.getvalue()[-2000:]
        assert client.wait_until(lambda: client.graph is not None and len(client.graph.objects) == 4, 10.0)
    assert sorted(node.category for node in client.graph.objects) == ["chair", "chair", "plant", "table"]
