"""How a thing looks, as it was observed, and whether that is the look that a noun asks for."""

from __future__ import annotations

from situated_qa.errors import ToolError
from situated_qa.perception.colors import basic_colors, canonical_color
from situated_qa.situated import attributes
from situated_qa.situated.scene import SituatedScene

_SIZES = {"big": "large", "huge": "large", "tall": "large", "little": "small", "tiny": "small", "short": "small"}


def observed_look(scene: SituatedScene, id: int, name: str, tested: str = "") -> str:
    """The color, material, shape, state or size of a thing; "" where that was not observed.

    Args:
        tested: the value that is asked for; where nothing is recorded, a model that sees is asked for it. "" looks at
            nothing.
    """
    node = scene.graph.by_id[id]
    if name == "size":
        peers = [n for n in scene.graph.objects if n.category == node.category and n.id != id]
        return attributes.size(node, peers, None)
    value = attributes.color(node, None) if name == "color" else attributes.recorded(node, name, None)
    if not value.startswith(attributes.NOT_KNOWN):
        return value
    if not tested or name == "color":
        return ""
    options = [tested, attributes.OPPOSITES.get(tested, f"not {tested}")]
    told = scene.attribute_models.looked_for(node, name, options)
    return "" if told is None or told.answer.startswith(attributes.NOT_KNOWN) else told.answer


def matches_look(name: str, known: str, value: str) -> bool:
    """Whether an observed look is the one that was asked for: "wooden" is "wood", "gray" is "grey"."""
    if known == f"not {value}":
        return False
    if attributes.best_candidate(known, [_SIZES.get(value, value) if name == "size" else value]) is not None:
        return True
    if name != "color" or value.split()[0] in ("dark", "light", "bright", "pale", "deep"):
        return False
    try:
        return canonical_color(value) in basic_colors(known)
    except ToolError:
        return False
