"""Attributes of one object: measured from its box, observed by a camera, or not known."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.perception.colors import canonical_color, closest_color, color_name
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.categories import find_categories

MEASURED = ("lwh", "length", "width", "height", "area", "volume", "distance")
OBSERVED = ("color", "shape", "material", "size", "state")
TEXTS = ("text", "description", "name")
"""What is written on a thing, a line about it, and what it was named.

They are told when asked for, never searched for states nor shown in prompts.
"""
PLAIN = ("category", "name", "room", "position")
SPELLINGS = {"colour": "color", "dimensions": "lwh", "xyz": "position", "colors": "color"}

_OBLONG = 1.25  # length over width from which a shape is not called round or square
_WORDS = json.loads(resources.files("situated_qa.situated").joinpath("data/attribute_words.json").read_text("utf-8"))
_ALIKE = 0.15  # relative difference of a length below which two objects of a category count as the same size
_LARGE_M, _SMALL_M = 1.5, 0.5  # longest side, where nothing of the same category is there to compare with
_BED_WIDTHS_M = (("single", 1.2), ("twin", 1.2), ("full", 1.48), ("double", 1.6), ("queen", 1.75), ("king", np.inf))


NOT_KNOWN = "not known"
"""What an answer starts with where there is none; programs and prompts may rely on it."""


def not_known(node: ObjectNode, attribute: str) -> str:
    """The value of an attribute that neither a camera nor a file gave."""
    return f"{NOT_KNOWN}: the {attribute} of this {node.category} was not observed"


def lwh(node: ObjectNode) -> list[float]:
    """[longest horizontal side, other horizontal side, height] of the box, m."""
    x, y, z = (float(v) for v in node.box.extents)
    return [round(max(x, y), 2), round(min(x, y), 2), round(z, 2)]


def measured(node: ObjectNode, attribute: str, distance_m: float) -> float | list[float]:
    """A length in m, an area in m² or a volume in m³, rounded to the centimeter (area and volume to 0.001).

    Args:
        attribute: one of `MEASURED`.
        distance_m: from the asker to the object's surface.
    """
    if attribute == "distance":
        return round(distance_m, 2)
    sides = lwh(node)
    if attribute == "lwh":
        return sides
    if attribute in ("length", "width", "height"):
        return sides[("length", "width", "height").index(attribute)]
    exact = [float(v) for v in node.box.extents]
    return round(exact[0] * exact[1] * (exact[2] if attribute == "volume" else 1.0), 3)


def best_candidate(value: str, candidates: Sequence[str]) -> str | None:
    """The candidate that says the same as an observed value: "wood" for "wooden", "open" for "wide open"."""
    text = _usual(value)
    plain = {_usual(candidate): candidate for candidate in candidates}
    if text in plain:
        return plain[text]
    words = text.replace(",", " ").replace("-", " ").split()
    for word, candidate in plain.items():
        if word in words:
            return candidate
    for word, candidate in plain.items():  # wood and wooden, metal and metallic
        if any(
            min(len(word), len(other)) >= 4 and (word.startswith(other) or other.startswith(word)) for other in words
        ):
            return candidate
    close = difflib.get_close_matches(text, plain, n=1, cutoff=0.8)
    if close:
        return plain[close[0]]
    wider = _WORDS["wider words"].get(text)  # what is square is rectangular, too
    return best_candidate(wider, candidates) if wider else None


def _usual(word: str) -> str:
    """The usual word for a value: "closed" for "shut"."""
    word = word.lower().strip()
    return _WORDS["other words"].get(word, word)


def opposite_of(state: str) -> str:
    """The state that excludes another: "closed" for "open"; "not wobbly" where there is no word for it."""
    return _WORDS["opposites"].get(_usual(state), f"not {state}")


def recorded(node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> str:
    """An attribute that was observed and stored with the object; never a guess."""
    value = node.attributes.get(attribute)
    if value is None:
        return not_known(node, attribute)
    if not candidates:
        return value
    best = best_candidate(value, candidates)
    return best if best is not None else f"{value}, which is none of {', '.join(candidates)}"


def recorded_state(node: ObjectNode, candidates: Sequence[str]) -> str:
    """Which of several states was recorded, as a state or, without one, by another attribute; else as `recorded`."""
    values = [node.attributes["state"]] if "state" in node.attributes else []
    values += [value for key, value in sorted(node.attributes.items()) if key != "state" and key not in TEXTS]
    for value in values:
        best = best_candidate(value, candidates)
        if best is not None:
            return best
    return recorded(node, "state", candidates)


def color_or_unknown(node: ObjectNode) -> str:
    """The object's basic color, or `NOT_KNOWN` alone."""
    name = basic_color(node)
    return NOT_KNOWN if name.startswith(NOT_KNOWN) else name


def basic_color(node: ObjectNode) -> str:
    """The object's color as programs compare it, `== "red"`: a measured one without its shade, the larger of two.

    A color that was only told, by a file, stays as it was told.
    """
    name = color(node, None)
    return _canonical_color(name) if node.rgb is not None else name


@lru_cache(maxsize=1024)
def _canonical_color(name: str) -> str:
    try:
        return canonical_color(name)
    except ToolError:  # a word of a file's own
        return name


_color_name = lru_cache(maxsize=8192)(color_name)  # every question over a graph asks for all of its colors


def color(node: ObjectNode, candidates: Sequence[str] | None) -> str:
    """The object's colour by name, from the colour that was measured or the name that was stored."""
    stored = node.color or node.attributes.get("color", "")
    if not candidates:
        if stored:
            return stored
        return _color_name(tuple(node.rgb)) if node.rgb is not None else not_known(node, "color")
    # Of a thing of two colors, "white and red", the first takes more of it.
    main = stored.partition(" and ")[0]
    best = (best_candidate(main, candidates) or best_candidate(stored, candidates)) if stored else None
    if best is not None:
        return best
    if node.rgb is not None:
        return closest_color(node.rgb, list(candidates))
    return recorded(node, "color", candidates) if "color" in node.attributes else not_known(node, "color")


def shape_by_box(node: ObjectNode, candidates: Sequence[str]) -> str:
    """The one candidate that the proportions seen from above leave; a guess."""
    x, y = np.sort(node.box.extents[:2])
    oblong = y > _OBLONG * x
    kinds = {candidate: _WORDS["shapes seen from above"].get(candidate.lower().strip()) for candidate in candidates}
    fitting = [word for word, kind in kinds.items() if kind is not None and (kind == "oblong") == oblong]
    if len(fitting) == 1 and None not in kinds.values():
        return fitting[0]
    return not_known(node, "shape")


def size(node: ObjectNode, peers: Sequence[ObjectNode], candidates: Sequence[str] | None) -> str:
    """Small, medium or large: among others of its category where there are any, else by its longest side.

    Args:
        peers: the other objects of its category.
        candidates: the words to choose from; small, medium and large where None.
    """
    if "size" in node.attributes:
        return recorded(node, "size", candidates)
    if candidates and find_categories("bed", [node.category]):
        width = float(np.sort(node.box.extents[:2])[0])
        known = [word.lower().removesuffix(" size").removesuffix("-size") for word in candidates]
        beds = [(word, limit) for word, limit in _BED_WIDTHS_M if word in known]
        if len(beds) > 1:
            word = next((word for word, limit in beds if width <= limit), beds[-1][0])
            return list(candidates)[known.index(word)]
    words = list(candidates) if candidates else ["small", "medium", "large"]
    ranks = {word: _WORDS["sizes"].get(word.lower().strip()) for word in words}
    if None in ranks.values():
        return not_known(node, "size")
    sides = _WORDS["sides of sizes"]
    side = next((sides[word] for word in words if word in sides), None)
    place = _place_among(node, peers, side)
    bounds = (-1.0, 1.0) if 1 in ranks.values() else (0.0, 0.0)  # small or large only: no third value
    rank = 0 if place < bounds[0] else 2 if place >= bounds[1] else 1
    return min(words, key=lambda word: abs((ranks[word] or 0) - rank))


def _place_among(node: ObjectNode, peers: Sequence[ObjectNode], side: str | None) -> float:
    """Where it lies: below -1 clearly smaller than its like, from 1 clearly larger, 0 in the middle.

    Measured along one side, or by the cube root of the volume; without peers, by the longest side.
    """

    def length(other: ObjectNode) -> float:
        x, y, z = lwh(other)
        return {"length": x, "width": y, "height": z}.get(side or "", other.box.volume() ** (1 / 3))

    if peers:
        middle = float(np.median([length(other) for other in peers]))
        return (length(node) - middle) / max(_ALIKE * middle, 1e-9)
    longest = length(node) if side is not None else float(node.box.extents.max())
    return (longest - (_LARGE_M + _SMALL_M) / 2) / ((_LARGE_M - _SMALL_M) / 2)


def says(attribute: str, observed: str, value: str) -> bool | None:
    """Whether an observed value says another one; None where it tells neither yes nor no: a red door may be open.

    Args:
        attribute: "color", "material", "shape", "state", "size" or any other that is recorded.
    """
    observed, value = observed.lower(), value.lower().strip()
    if best_candidate(observed, [value]) is not None:
        return True
    if attribute == "color":
        families = [_color_family(word) for word in (observed.split()[-1], value.split()[-1])]
        known = all(family & set(_WORDS["colors"]) for family in families)
        return bool(families[0] & families[1]) if known else None
    if attribute == "state":
        return False if best_candidate(observed, [opposite_of(value)]) is not None else None
    return False if value in _WORDS["exclusive"].get(attribute, ()) else None  # of which a thing has one only


def _color_family(color: str) -> set[str]:
    """The color names that people use for the same things, itself among them."""
    return {color}.union(*(family for family in _WORDS["color families"] if color in family))


_SHADES = ({"light", "bright", "lighter", "brighter"}, {"dark", "darker"})


def shade_of(options: Sequence[str], color: str) -> str:
    """The option that says how light a color is; "" where that was not asked, or the color is neither."""
    light, dark = (next((option for option in options if set(option.split()) & words), "") for words in _SHADES)
    if not light or not dark:
        return ""
    name = color.split()[-1]
    if set(color.split()) & _SHADES[0] or name in _WORDS["light colors"]:
        return light
    return dark if set(color.split()) & _SHADES[1] or name in _WORDS["dark colors"] else ""


def palette_color(color: str) -> str:
    """The one color of the palette that a name says; a name of none stays as it is. Beige is not brown, tan is."""
    palette, families = _WORDS["palette"], _WORDS["color families"]
    if color in palette:
        return color
    return next((name for family in families if color in family for name in family if name in palette), color)
