"""The furniture catalog: real, textured models with metric sizes from Debian's sweethome3d-furniture.

A library is a `.sh3f` file (a zip) or its unpacked folder, with a `PluginFurnitureCatalog.properties` at its top.
Models come out in meters, z up, front along +x, standing on z = 0 with the middle of their footprint at the origin.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.assets import cache_folder
from situated_qa.errors import AssetError

_PROPERTIES = "PluginFurnitureCatalog.properties"
_TEXTURE_SIZE = 512  # px: finer than any 640×480 view shows
# Sweet Home 3D has x along the width, y up and the front along z; here the front is x, the left y, up z.
_OURS_FROM_CATALOG = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
_HOW_TO_GET_IT = "run `make setup` or `situated-qa fetch furniture`"


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One model as the catalog describes it."""

    id: str  # "LIBRARY/name", e.g. "BlendSwap-CC-0/bed1"
    name: str  # as people call it, e.g. "Bed"
    room: str  # the catalog's room category, e.g. "Bedroom"
    size: tuple[float, float, float]  # along our x (depth), y (width), z (height), m
    drop_on_top_m: float | None  # height of the face that carries things; None where it is the top
    carries: bool  # False where nothing can stand on it
    elevation_m: float  # usual height of its lowest point above the floor
    rotation: np.ndarray  # (3, 3) to apply to the file's coordinates first
    creator: str
    licence: str
    library: Path
    model: str  # path of the OBJ inside the library


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A triangle mesh with everything a renderer needs."""

    vertices: np.ndarray  # (V, 3) float32, m
    faces: np.ndarray  # (F, 3) uint32
    normals: np.ndarray  # (F, 3, 3) float32, unit, of each face's corners
    colors: np.ndarray  # (F, 3) uint8, diffuse color where there is no texture
    texture: np.ndarray  # (F,) int32 index into `textures`, -1 none
    uv: np.ndarray  # (F, 3, 2) float32, of each face's corners
    textures: tuple[np.ndarray, ...] = ()  # (H, W, 3) uint8 each

    def areas(self) -> np.ndarray:
        """(F,) m²."""
        a, b, c = (self.vertices[self.faces[:, k]] for k in range(3))
        return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2

    def moved(self, R: np.ndarray, t: np.ndarray) -> Model:
        """The same mesh rotated by (3, 3) `R`, then shifted by (3,) `t`, m."""
        vertices = (self.vertices @ R.T + t).astype(np.float32)
        return replace(self, vertices=vertices, normals=(self.normals @ R.T).astype(np.float32))


class Catalog:
    """All furniture libraries below a folder."""

    def __init__(self, root: Path, entries: dict[str, Entry]) -> None:
        self.root = root
        self.entries = entries
        self._models: dict[str, Model] = {}

    @classmethod
    def open(cls, root: str | Path | None = None) -> Catalog:
        """Read every library at or below `root` (default: the cache folder's `furniture`).

        Raises:
            AssetError: no library is there; names the command that fetches them.
        """
        folder = Path(root) if root is not None else furniture_folder()
        entries: dict[str, Entry] = {}
        libraries = sorted({*folder.rglob("*.sh3f"), *(path.parent for path in folder.rglob(_PROPERTIES))})
        for library in libraries:
            for entry in _read_library(library):
                entries.setdefault(entry.id, entry)
        if not entries:
            raise AssetError(f"{folder}: no furniture catalogue (*.sh3f) there: {_HOW_TO_GET_IT}")
        return cls(folder, entries)

    def __getitem__(self, id: str) -> Entry:
        if id not in self.entries:
            raise AssetError(f"{self.root}: no model {id!r} among {len(self.entries)}: {_HOW_TO_GET_IT}")
        return self.entries[id]

    def load(self, id: str) -> Model:
        """A model's mesh and textures, read once; meshes are values, nobody changes them.

        Raises:
            AssetError: the model is unknown or its files cannot be read.
        """
        if id not in self._models:
            self._models[id] = self._read(self[id])
        return self._models[id]

    def _read(self, entry: Entry) -> Model:
        if entry.library.is_dir():
            return _load_obj(entry, entry.library / entry.model)
        with tempfile.TemporaryDirectory(prefix="situated_qa_") as scratch:
            try:
                with zipfile.ZipFile(entry.library) as archive:
                    beside = str(Path(entry.model).parent) + "/"
                    archive.extractall(scratch, [name for name in archive.namelist() if name.startswith(beside)])
            except (OSError, zipfile.BadZipFile) as error:
                raise AssetError(f"{entry.library}: cannot be unpacked ({error}): {_HOW_TO_GET_IT}") from error
            return _load_obj(entry, Path(scratch) / entry.model)


def furniture_folder() -> Path:
    """Where the furniture libraries are kept: `furniture` in the cache folder (SITUATED_QA_CACHE moves it)."""
    return cache_folder() / "furniture"


def _read_library(library: Path) -> list[Entry]:
    try:
        if library.is_dir():
            text = (library / _PROPERTIES).read_text(encoding="latin-1")
        else:
            with zipfile.ZipFile(library) as archive:
                text = archive.read(_PROPERTIES).decode("latin-1")
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise AssetError(f"{library}: not a furniture library ({error}): {_HOW_TO_GET_IT}") from error
    shared: dict[str, str] = {}
    records: dict[int, dict[str, str]] = {}
    for line in text.splitlines():
        match = re.match(r"\s*(\w+)(?:#(\d+))?\s*=\s*(.*?)\s*$", line)
        if match:
            key, number, value = match.groups()
            (records.setdefault(int(number), {}) if number else shared)[key] = value
    return [_entry(library, record, shared.get("license", "")) for record in records.values()]


def _entry(library: Path, record: dict[str, str], licence: str) -> Entry:
    try:
        width, depth, height = (float(record[key]) / 100 for key in ("width", "depth", "height"))
        drop = float(record["dropOnTopElevation"]) / 100 if "dropOnTopElevation" in record else None
        rotation = np.array([float(x) for x in record.get("modelRotation", "1 0 0 0 1 0 0 0 1").split()]).reshape(3, 3)
        return Entry(
            id=f"{library.stem}/{record['id'].split('#')[-1]}",
            name=record["name"],
            room=record.get("category", ""),
            size=(depth, width, height),
            drop_on_top_m=drop if drop is not None and drop >= 0 else None,
            carries=drop is None or drop >= 0,
            elevation_m=float(record.get("elevation", 0)) / 100,
            rotation=rotation,
            creator=record.get("creator", ""),
            licence=licence,
            library=library,
            model=record["model"].lstrip("/"),
        )
    except (KeyError, ValueError) as error:
        raise AssetError(f"{library}: model {record.get('id', '?')} is described wrongly: {error!r}") from error


def _load_obj(entry: Entry, path: Path) -> Model:
    import trimesh

    try:
        scene: Any = trimesh.load(path, force="scene", process=False)
    except Exception as error:  # trimesh raises whatever its parsers raise
        raise AssetError(f"{entry.library}: model {entry.id} cannot be read: {error!r}") from error
    parts = [part for part in scene.geometry.values() if isinstance(part, trimesh.Trimesh) and len(part.faces)]
    if not parts:
        raise AssetError(f"{entry.library}: model {entry.id} holds no triangles")
    textures: list[np.ndarray] = []
    faces, normals, colors, texture, uv, vertices, count = [], [], [], [], [], [], 0
    part: Any
    for part in parts:
        index, image, color = np.asarray(part.faces), _texture(part), _diffuse(part)
        faces.append(index + count)
        normals.append(np.asarray(part.vertex_normals)[index])
        colors.append(np.tile(color, (len(index), 1)))
        texture.append(np.full(len(index), len(textures) if image is not None else -1))
        uv.append(np.asarray(part.visual.uv)[index] if image is not None else np.zeros((len(index), 3, 2)))
        vertices.append(np.asarray(part.vertices))
        count += len(part.vertices)
        if image is not None:
            textures.append(image)
    return Model(
        vertices=_metric(np.vstack(vertices) @ entry.rotation.T, entry.size).astype(np.float32),
        faces=np.vstack(faces).astype(np.uint32),
        normals=(np.vstack(normals) @ (_OURS_FROM_CATALOG @ entry.rotation).T).astype(np.float32),
        colors=np.vstack(colors).astype(np.uint8),
        texture=np.concatenate(texture).astype(np.int32),
        uv=np.vstack(uv).astype(np.float32),
        textures=tuple(textures),
    )


def _metric(vertices: np.ndarray, size: tuple[float, float, float]) -> np.ndarray:
    """Catalogue coordinates (any unit) to ours: the box they fill gets exactly the catalog's size."""
    vertices = vertices @ _OURS_FROM_CATALOG.T
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    vertices = (vertices - (low + high) / 2) / np.maximum(high - low, 1e-9) * np.array(size)
    vertices[:, 2] += size[2] / 2
    return vertices


def _texture(part: Any) -> np.ndarray | None:
    visual = getattr(part, "visual", None)
    uv, image = getattr(visual, "uv", None), getattr(getattr(visual, "material", None), "image", None)
    if image is None or uv is None or len(uv) != len(part.vertices):
        return None
    image = image.convert("RGB")
    if max(image.size) > _TEXTURE_SIZE:
        image = image.resize(tuple(min(side, _TEXTURE_SIZE) for side in image.size))
    return np.asarray(image)


def _diffuse(part: Any) -> np.ndarray:
    material = getattr(getattr(part, "visual", None), "material", None)
    diffuse = getattr(material, "diffuse", None)
    return np.asarray(diffuse if diffuse is not None else (200, 200, 200))[:3]
