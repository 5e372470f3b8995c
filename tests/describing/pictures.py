"""Graphs with pictures on disk, and models that see what a test says they see."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.key_views import KeyView
from situated_qa.scene.graph import ObjectNode, SceneGraph

S = 1_000_000_000


def write_picture(folder: Path, name: str, seed: int) -> str:
    """A JPEG of noise; its sha256."""
    image = np.random.default_rng(seed).integers(0, 256, (40, 40, 3), dtype=np.uint8)
    data = cv2.imencode(".jpg", image)[1].tobytes()
    (folder / name).write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def node(id: int, category: str, folder: Path | None = None, *, stamps=(10,), x: float = 2.0, **more) -> ObjectNode:
    """An object 2 m ahead with a picture of its own for each stamp, s; without a folder it has none."""
    views = []
    for k, stamp in enumerate(stamps if folder is not None else ()):
        views.append(KeyView(f"{id}-{stamp * S}.jpg", stamp * S, 0.9 - 0.1 * k))
        write_picture(folder, views[-1].file, seed=100 * id + k)
    center = np.array([x, float(id), 0.5])
    return ObjectNode(id, category, Box(center, np.full(3, 0.5)), center, views=tuple(views), **more)


def graph_of(*nodes: ObjectNode, folder: Path, second: int = 22, **more) -> SceneGraph:
    return SceneGraph(nodes, stamp=second * S, version=3, key_frames=str(folder), map_id="map", **more)


def looked(answer: str, confidence: float = 0.95) -> str:
    return json.dumps({"answer": answer, "confidence": confidence})


def described(name: str, confidence: float = 0.95, description: str = "", **looks: str) -> str:
    attributes = {key: {"value": value, "confidence": 0.95} for key, value in looks.items()}
    told: Mapping[str, object] = {
        "name": name, "confidence": confidence, "description": description or f"a {name}", "attributes": attributes,
    }  # fmt: skip
    return json.dumps(told)
