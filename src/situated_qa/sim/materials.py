"""What people say of a thing besides its color: what it is made of, its shape, its state."""

from __future__ import annotations

from situated_qa.sim.furnishing import Kind

_BY_MODEL = {
    "BlendSwap-CC-0/bed1": "metal",
    "BlendSwap-CC-0/bed2": "wood",
    "Scopia/bed1": "wood",
    "Scopia/armchair2": "leather",
    "BlendSwap-CC-0/lbDesk": "metal",
    "KatorLegaz/utility-shelving": "metal",
    "Scopia/sneakers": "fabric",
    "Scopia/woman_shoes": "leather",
    "BlendSwap-CC-0/handbag": "fabric",
    "BlendSwap-CC-BY/table": "wood",
}
"""Where a model is not made of what its kind usually is."""


def attributes(kind: Kind, model_id: str, state: str = "") -> dict[str, str]:
    """`material`, `shape` and `state`, each only where a picture of the model shows it."""
    found = {"material": _BY_MODEL.get(model_id, kind.material), "shape": kind.shape, "state": state}
    return {name: value for name, value in found.items() if value}
