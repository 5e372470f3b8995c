"""The mapper's two threads share the map: what reads it must hold its lock, for reading tidies the surface up."""

from __future__ import annotations

import json

from rclpy.parameter import Parameter

from situated_qa.ros.mapper_node import MapperNode


def test_the_surface_is_read_under_the_lock_of_the_map(ros, tmp_path, monkeypatch):
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"1": "chair"}))
    parameters = [Parameter("detector.name", value="true-masks"), Parameter("instance_table", value=str(table))]
    node = ros.add(MapperNode(context=ros.context, parameter_overrides=parameters))
    surface, held = node._pipeline.surface, []

    def looked_at():
        held.append(node._map_lock.locked())
        return surface()

    monkeypatch.setattr(node._pipeline, "surface", looked_at)
    node._publish_cloud()  # as the worker does after a frame
    node._cloud_stamp = 1
    node._publish_diagnostics()  # as the executor's timer does for what was held back
    assert held == [True, True]
    assert not node._map_lock.locked()
