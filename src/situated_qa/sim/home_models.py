"""The models homes are made of (the catalog's and a few made here) and where things stand on them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from situated_qa.errors import AssetError
from situated_qa.sim import shapes
from situated_qa.sim.catalog import Catalog, Model

Size = tuple[float, float, float]

MADE: dict[str, Size] = {
    "made/rug-large": (1.6, 2.3, 0.012),
    "made/rug-wide": (1.4, 2.0, 0.012),
    "made/rug-small": (0.7, 1.2, 0.01),
    "made/mat": (0.5, 0.8, 0.01),
    "made/doormat": (0.4, 0.65, 0.01),
    "made/picture-wide": (0.03, 0.9, 0.6),
    "made/picture-tall": (0.03, 0.5, 0.7),
    "made/picture-square": (0.03, 0.6, 0.6),
    "made/mirror": (0.03, 0.55, 0.8),
    "made/picture-poster": (0.03, 0.6, 0.85),
    "made/picture-small": (0.03, 0.3, 0.4),
    "made/whiteboard-wide": (0.03, 1.8, 1.0),
    "made/whiteboard-small": (0.03, 0.9, 0.6),
    "made/whiteboard": (0.02, 1.2, 0.9),
    "made/curtain-wide": (0.1, 0.8, 2.1),
    "made/curtain-narrow": (0.08, 0.45, 2.1),
    "made/curtain-tall": (0.12, 0.6, 2.35),
    "made/book": (0.15, 0.21, 0.03),
    "made/book-thick": (0.17, 0.24, 0.055),
    "made/book-large": (0.22, 0.3, 0.03),
    "made/door": (0.09, 0.86, 2.03),
    "made/window": (0.06, 1.3, 1.25),
    "made/window-small": (0.06, 0.65, 0.75),
}
"""Depth, width and height, m, of what the catalog lacks."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A level rectangle of a model on which things can stand, in the model's own coordinates, m."""

    z: float
    x: tuple[float, float]
    y: tuple[float, float]
    clear_m: float = math.inf  # free height above: what stands inside a shelf is lower than this


def _shelf(levels: tuple[float, ...], x: tuple[float, float], half_y: float, clear_m: float) -> tuple[Surface, ...]:
    return tuple(Surface(z, x, (-half_y, half_y), clear_m) for z in levels)


_SURFACES: dict[str, tuple[Surface, ...]] = {
    # Open shelves: the boards, and the top where it is in reach.
    "BlendSwap-CC-BY/bookcase": (
        Surface(0.76, (-0.1, 0.14), (-0.24, 0.77), 0.3),
        Surface(1.118, (-0.1, 0.14), (-0.77, 0.2), 0.3),
        Surface(1.483, (-0.1, 0.14), (-0.24, 0.77), 0.32),
    ),
    "KatorLegaz/full-bookcase": (Surface(0.785, (0.0, 0.175), (-0.43, 0.43), 0.24),),
    "BlendSwap-CC-0/shelves": (Surface(0.79, (-0.17, 0.17), (-0.37, 0.37)),),
    "KatorLegaz/utility-shelving": (
        Surface(1.2, (-0.13, 0.13), (-0.27, 0.27)),
        *_shelf((0.328, 0.627, 0.926), (-0.13, 0.13), 0.27, 0.26),
    ),
    "BlendSwap-CC-0/verticalShelves": _shelf((0.758, 1.11, 1.467), (-0.15, 0.17), 0.17, 0.32),
    "Scopia/kids_shelves": _shelf((0.416, 0.907, 1.227), (-0.13, 0.17), 0.44, 0.27),
    "BlendSwap-CC-BY/tvStand": (Surface(0.527, (-0.22, 0.2), (-0.65, 0.65)),),
    # Tops that are not the whole footprint.
    "Scopia/round-table": (Surface(0.758, (-0.36, 0.36), (-0.36, 0.36)),),
    "BlendSwap-CC-0/oakTable": (Surface(0.742, (-0.41, 0.41), (-0.41, 0.41)),),
    "BlendSwap-CC-BY/cafe_set_mota_table": (Surface(0.74, (-0.21, 0.21), (-0.21, 0.21)),),
    "Scopia/fireplace1": (Surface(1.05, (-0.16, 0.13), (-0.55, 0.55)),),
    "BlendSwap-CC-BY/piano": (Surface(1.384, (-0.24, 0.0), (-0.68, 0.68)),),
    "BlendSwap-CC-BY/chest": (Surface(0.75, (-0.24, 0.24), (-0.66, 0.66)),),
    "Scopia/dressing-table": (Surface(0.75, (-0.08, 0.2), (-0.39, 0.39)),),
    "BlendSwap-CC-0/modernVanity": (
        Surface(0.835, (0.0, 0.3), (-0.44, -0.3)),
        Surface(0.835, (0.0, 0.3), (0.3, 0.44)),
    ),
    "BlendSwap-CC-BY/kitchenLowerCabinet": (Surface(0.83, (-0.24, 0.27), (-0.47, 0.47)),),
    "BlendSwap-CC-BY/kitchenDrawersCabinet": (Surface(0.83, (-0.24, 0.27), (-0.2, 0.2)),),
    "BlendSwap-CC-BY/largeStove": (Surface(0.853, (0.0, 0.3), (-0.45, -0.05)),),
    "Scopia/living_lamp": (Surface(0.48, (-0.28, -0.02), (-0.18, 0.18), 0.5),),
    # Seats and mattresses: where most of the flat part is, as they give.
    "BlendSwap-CC-0/sofa2": (Surface(0.447, (-0.05, 0.32), (-0.57, 0.57)),),
    "Scopia/simple_sofa": (Surface(0.471, (-0.1, 0.27), (-0.33, 0.33)),),
    "BlendSwap-CC-BY/sofa3": (Surface(0.443, (-0.1, 0.36), (-0.7, 0.7)),),
    "KatorLegaz/mid-century-sofa": (Surface(0.427, (-0.18, 0.36), (-0.85, 0.85)),),
    "Scopia/leather_sofa": (Surface(0.469, (-0.1, 0.4), (-0.7, 0.7)),),
    "Scopia/beige_sofa": (Surface(0.42, (-0.02, 0.32), (-0.8, 0.8)),),
    "BlendSwap-CC-0/winchesterSofa": (Surface(0.388, (-0.15, 0.44), (-0.75, 0.75)),),
    "BlendSwap-CC-0/armchair2": (Surface(0.397, (-0.1, 0.38), (-0.2, 0.2)),),
    "BlendSwap-CC-BY/fotel": (Surface(0.41, (-0.12, 0.25), (-0.17, 0.17)),),
    "KatorLegaz/mid-century-chair": (Surface(0.424, (-0.25, 0.38), (-0.25, 0.25)),),
    "Scopia/armchair2": (Surface(0.462, (0.0, 0.37), (-0.21, 0.21)),),
    "BlendSwap-CC-0/bed1": (Surface(0.65, (-0.2, 0.85), (-0.48, 0.48)),),
    "BlendSwap-CC-0/bed2": (Surface(0.617, (-0.2, 0.8), (-0.48, 0.48)),),
    "BlendSwap-CC-0/bed3": (Surface(0.56, (-0.1, 0.85), (-0.68, 0.68)),),
    "BlendSwap-CC-BY/lettoCloud": (Surface(0.464, (-0.3, 0.85), (-0.75, 0.75)),),
    "Scopia/bed1": (Surface(0.56, (-0.5, 0.9), (-0.7, 0.7)),),
    "Scopia/captains-bed": (Surface(0.5, (-0.4, 0.85), (-0.38, 0.38)),),
    "BlendSwap-CC-BY/juniorBed": (Surface(0.46, (-0.35, 0.8), (-0.4, 0.4)),),
    "Scopia/children_bed": (Surface(0.563, (-0.4, 0.85), (-0.36, 0.36)),),
}
"""Measured on the meshes by vertical rays; models that are not listed carry on their catalog height."""

_SMALL_PARTS = 0.05
_PAINT_SHARE = {
    "BlendSwap-CC-0/speaker2": _SMALL_PARTS,
    "BlendSwap-CC-0/speaker3": _SMALL_PARTS,
    "BlendSwap-CC-0/lowerCabinet": _SMALL_PARTS,
    "BlendSwap-CC-0/drawersCabinet": _SMALL_PARTS,
    "BlendSwap-CC-0/sinkCabinet": _SMALL_PARTS,
    "Scopia/clothes_washing_machine": _SMALL_PARTS,
    "Scopia/dryer_machine": _SMALL_PARTS,
    "BlendSwap-CC-BY/microwave": _SMALL_PARTS,
    "Scopia/apple_pc": _SMALL_PARTS,
    "KatorLegaz/red-wine-bottle-01": _SMALL_PARTS,
}
"""Models whose front is a small part of their surface: paint must reach it, or the front would have another color."""


class HomeModels:
    """Sizes and surfaces without loading a mesh; meshes when something is rendered."""

    def __init__(self, catalog: Catalog, part: str = "") -> None:
        self.catalog = catalog
        self.part = part  # of the furniture; "" means all of it

    def size(self, id: str) -> Size:
        """Depth (x), width (y) and height, m.

        Raises:
            AssetError: no such model.
        """
        if id.startswith("made/"):
            if id not in MADE:
                raise AssetError(f"no model {id!r}; made here are {', '.join(sorted(MADE))}")
            return MADE[id]
        return self.catalog[id].size

    def surfaces(self, id: str) -> tuple[Surface, ...]:
        """Where things stand on a model; none for what carries nothing."""
        depth, width, height = self.size(id)
        if id in _SURFACES:
            return tuple(replace(surface, z=min(surface.z, height)) for surface in _SURFACES[id])
        if id.startswith("made/"):
            flat = id.startswith(("made/rug", "made/mat"))
            return (Surface(height, (-depth / 2, depth / 2), (-width / 2, width / 2)),) if flat else ()
        entry = self.catalog[id]
        if not entry.carries:
            return ()
        top = entry.drop_on_top_m if entry.drop_on_top_m is not None else height
        inset = 0.03
        return (Surface(top, (inset - depth / 2, depth / 2 - inset), (inset - width / 2, width / 2 - inset)),)

    def load(self, id: str) -> Model:
        """The mesh: front along +x, on z = 0, the middle of the footprint at the origin.

        Raises:
            AssetError: no such model, or its files cannot be read.
        """
        return _make(id, self.size(id)) if id.startswith("made/") else self.catalog.load(id)

    def painted(self, id: str, rgb: tuple[int, int, int]) -> Model:
        """The mesh in one color, its main parts at least; raises as `load`."""
        return shapes.painted(self.load(id), rgb, _PAINT_SHARE.get(id, 0.15))


def _make(id: str, size: Size) -> Model:
    depth, width, height = size
    low, high = (-depth / 2, -width / 2, 0.0), (depth / 2, width / 2, height)
    name = id.removeprefix("made/")
    if name.startswith(("rug", "mat", "doormat")):
        return _covered(shapes.box(low, high, (128, 128, 128)), _bands(), axes=(0, 1))
    if name.startswith("picture"):
        canvas = shapes.box(
            (0.01, 0.03 - width / 2, 0.03), (depth / 2, width / 2 - 0.03, height - 0.03), (128, 128, 128)
        )
        frame = shapes.box(low, (0.012, width / 2, height), (128, 128, 128))
        return merged(frame, _covered(canvas, _clouds(), axes=(1, 2)))
    if name.startswith("whiteboard"):
        board = shapes.box((0.0, 0.015 - width / 2, 0.015), (depth / 2, width / 2 - 0.015, height - 0.015), (240,) * 3)
        return merged(shapes.box(low, (depth / 2 - 0.005, width / 2, height), (150, 152, 155)), board)
    if name.startswith("curtain"):
        return _pleated(size)
    if name == "mirror":
        glass = shapes.box(
            (0.01, 0.03 - width / 2, 0.03), (depth / 2, width / 2 - 0.03, height - 0.03), (196, 206, 212)
        )
        return merged(shapes.box(low, (0.012, width / 2, height), (96, 70, 48)), glass)
    if name.startswith("book"):
        cover = [
            shapes.box(low, (depth / 2, width / 2, 0.004), (128, 128, 128)),
            shapes.box((-depth / 2, -width / 2, height - 0.004), high, (128, 128, 128)),
            shapes.box(low, (0.004 - depth / 2, width / 2, height), (128, 128, 128)),
        ]
        pages = shapes.box(
            (0.004 - depth / 2, 0.005 - width / 2, 0.004),
            (depth / 2 - 0.005, width / 2 - 0.005, height - 0.004),
            (238, 234, 222),
        )
        return merged(*cover, pages)
    if name == "door":
        leaf = shapes.box((-0.02, low[1], 0.0), (0.02, high[1], height), (236, 236, 232))
        handle = ((-depth / 2, width / 2 - 0.16, 1.0), (depth / 2, width / 2 - 0.13, 1.03))  # through, both sides
        grips = [
            shapes.box((x, width / 2 - 0.16, 1.0), (x + 0.012, width / 2 - 0.04, 1.03), (60, 60, 62))
            for x in (-depth / 2, depth / 2 - 0.012)
        ]
        return merged(leaf, shapes.box(*handle, (60, 60, 62)), *grips)
    frame = shapes.box(low, (depth / 2 - 0.006, width / 2, height), (245, 245, 245))
    bar = 0.05
    panes = [
        shapes.box((0.0, y0, bar), (depth / 2, y1, height - bar), (196, 222, 246))
        for y0, y1 in ((bar - width / 2, -bar / 2), (bar / 2, width / 2 - bar))
    ]
    return merged(frame, *panes)


def _pleated(size: Size, pleat_m: float = 0.11) -> Model:
    """Cloth that hangs in waves."""
    depth, width, height = size
    y = np.linspace(-width / 2, width / 2, max(8, round(width / pleat_m * 8)))
    x = depth / 2 * np.sin(2 * np.pi * y / pleat_m)
    x = np.interp(x, (x.min(), x.max()), (-depth / 2, depth / 2))  # the samples miss the crests
    slope = depth / 2 * 2 * np.pi / pleat_m * np.cos(2 * np.pi * y / pleat_m)
    normal = np.column_stack([np.ones_like(y), -slope, np.zeros_like(y)])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    n = len(y)
    vertices = np.vstack([np.column_stack([x, y, np.full(n, z)]) for z in (0.0, height)])
    a = np.arange(n - 1)
    faces = np.vstack([np.column_stack([a, a + 1, a + n]), np.column_stack([a + 1, a + n + 1, a + n])])
    return Model(
        vertices=vertices.astype(np.float32),
        faces=faces.astype(np.uint32),
        normals=np.vstack([normal, normal])[faces].astype(np.float32),
        colors=np.full((len(faces), 3), 200, np.uint8),
        texture=np.full(len(faces), -1, np.int32),
        uv=np.zeros((len(faces), 3, 2), np.float32),
    )


def merged(*parts: Model) -> Model:
    """One mesh of several."""
    textures: list[np.ndarray] = []
    faces, index, first = [], [], 0
    for part in parts:
        faces.append(part.faces + np.uint32(first))
        index.append(np.where(part.texture >= 0, part.texture + len(textures), -1).astype(np.int32))
        textures += part.textures
        first += len(part.vertices)
    return Model(
        vertices=np.vstack([part.vertices for part in parts]),
        faces=np.vstack(faces),
        normals=np.vstack([part.normals for part in parts]),
        colors=np.vstack([part.colors for part in parts]),
        texture=np.concatenate(index),
        uv=np.vstack([part.uv for part in parts]),
        textures=tuple(textures),
    )


def _covered(model: Model, texture: np.ndarray, axes: tuple[int, int]) -> Model:
    """The model with a texture stretched once over its extents along two axes."""
    points = model.vertices[model.faces][..., list(axes)]
    low, high = points.reshape(-1, 2).min(axis=0), points.reshape(-1, 2).max(axis=0)
    uv = (points - low) / np.maximum(high - low, 1e-9) * 0.98 + 0.01
    return replace(model, texture=np.zeros(len(model.faces), np.int32), uv=uv.astype(np.float32), textures=(texture,))


def _bands() -> np.ndarray:
    """A woven rug: a lighter border and bands, grey; paint gives it its color."""
    image = np.full((128, 128), 128.0)
    image[::4] -= 6.0
    for edge, shade in ((4, 150.0), (10, 110.0)):
        image[edge : edge + 4, edge:-edge] = image[-edge - 4 : -edge, edge:-edge] = shade
        image[edge:-edge, edge : edge + 4] = image[edge:-edge, -edge - 4 : -edge] = shade
    return np.repeat(image[..., None], 3, axis=2).astype(np.uint8)


def _clouds() -> np.ndarray:
    """A painting: soft shapes, grey; paint gives it its color."""
    y, x = np.mgrid[0:96, 0:96] / 96.0
    image = 128 + 14 * np.sin(7 * x + 3 * np.sin(5 * y)) + 10 * np.cos(9 * y - 4 * x)
    return np.repeat(image[..., None], 3, axis=2).astype(np.uint8)
