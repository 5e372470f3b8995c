"""The key frames of some objects, to be shown beside the map."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from situated_qa.perception.key_views import read_view
from situated_qa.pictures.top_down import View
from situated_qa.scene.graph import SceneGraph


def views_of(graph: SceneGraph, ids: Iterable[int]) -> list[View]:
    """The best key frame of each of the objects, in the order of `ids`; objects without a picture are passed over."""
    import cv2

    views = []
    for id in dict.fromkeys(ids):
        node = graph.by_id.get(id)
        if node is None or not node.views:
            continue
        data = read_view(graph.key_frames, node.views[0].file)
        image = None if data is None else cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if image is not None:
            views.append(View(f"{node.category} {node.id}", np.ascontiguousarray(image[..., ::-1])))
    return views
