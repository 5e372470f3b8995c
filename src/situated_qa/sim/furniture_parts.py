"""Parts of the furniture models, so that a model that names things is tested on furniture that it was not trained on.

The homes of the splits `eyes-train`, `eyes-dev` and `eyes-test` take each kind's models from their part alone. Models
of the catalog that no other home uses (`MORE`) belong to `train`. Of a category, the models of `home_furniture` go to
test, dev and train in turn where the catalog has more for training, else to train, test and dev in turn.

A category with one model altogether belongs to `train`; homes of the other parts need some of these things (a kitchen
has a stove), so they hold the same model, and `is_held_out` tells that it counts for nothing there. The same goes for
doors and windows, which are made to measure.
"""

from __future__ import annotations

from functools import cache

from situated_qa.sim import home_furniture
from situated_qa.sim.furnishing import Kind

PARTS = ("train", "dev", "test")

_LIBRARIES = {"C0": "BlendSwap-CC-0", "BY": "BlendSwap-CC-BY", "KL": "KatorLegaz", "S": "Scopia"}

_MORE = {
    "couch": "S/burlap_sofa S/clear_sofa C0/couch BY/couch3 KL/futon-couch BY/sofa2 S/sofa_white_beige "
    "S/beige_sofa_2seats S/convertible-sofa-BZ-closed",
    "armchair": "C0/modernArmchair BY/armchair1 S/armchair S/armchair3 S/modern_armchair C0/winchesterArmchair "
    "BY/armChair2",
    "coffee table": "S/coffee_table S/living_room_table",
    "tv stand": "C0/televisionCabinet",
    "bookcase": "C0/bookcase C0/cupboard",
    "piano": "C0/pianoAQueue",
    "fireplace": "S/fireplace2",
    "lamp": "C0/lamp2 S/little_lamp3 KL/pedestal-vase-lamp C0/JapaneseLantern",
    "desk lamp": "C0/desklamp",
    "rug": "KL/oriental-rug S/round-carpet",
    "potted plant": "BY/luckyBamboo BY/decorativePlant BY/mediumIndoorPlant C0/littlePlant C0/augalas "
    "BY/spider_plant BY/yuccaPlant S/bonsai-tree",
    "cactus": "BY/succulentPlant",
    "flowers": "C0/orchids BY/tulip BY/white_lily",
    "vase": "S/vase3 S/old_jar S/pottery",
    "book": "BY/book",
    "ball": "BY/ballonFoot",
    "dining table": "S/black_table KL/folding-table C0/table S/table-with-leaning-feet S/table-on-trestles "
    "C0/tableWithTablecloth S/metal_glass_table S/wooden_office_pear_table_rect",
    "table": "S/table3 BY/cafe_set_tonon_table KL/cafe-table",
    "chair": "C0/antiqueChair C0/chair C0/chair2 C0/sillaBlanca C0/thonet BY/cafe_set_mota_chair "
    "BY/cafe_set_tonon_chair BY/chair4 BY/plaidChair KL/dining-chair S/chair S/chair3 S/chair4 S/tubular_chair "
    "C0/chairWithCushion BY/chairWithCushion C0/oakChair C0/osakaChair S/plastic_chair BY/foldingChair KL/cafe-chair",
    "stool": "C0/silla2 C0/stool S/kitchen_stool KL/bar-stool S/bar_chair",
    "bed": "C0/bedWithTexture S/iron_bed S/day_bed_frame",
    "crib": "C0/babyRockingBed",
    "wardrobe": "BY/wardrobe2",
    "desk": "C0/desk S/wooden_table_office S/kids_wooden_desk S/wooden_office_alder_table S/desk_table",
    "office chair": "C0/armchair",
    "computer": "KL/apple-imac-1998",
    "telephone": "BY/wirelessOfficePhone3",
    "refrigerator": "C0/refrigerator C0/highCabinet",
    "kitchen cabinet": "BY/kitchenSmallLowerCabinet BY/kitchenIsland C0/islandExtension",
    "wall cabinet": "BY/kitchenUpperCabinet C0/smallUpperCabinet BY/kitchenSmallUpperCabinet C0/glassDoorCabinet "
    "C0/upperShelves",
    "stove": "KL/propane-stove C0/oven",
    "range hood": "C0/rangeHood",
    "washing machine": "BY/washing_machine",
    "coffee maker": "C0/coffeeBrewer S/coffee_machine BY/coffeePress",
    "teapot": "BY/boiler BY/espressokettle",
    "blender": "C0/kitchenaid",
    "knife block": "C0/knifeStandSwap",
    "fruit bowl": "S/apples S/bowlWithSalad",
    "bottle": "BY/beer_bottle C0/yogurtBottle KL/oil-servers",
    "cup": "BY/coffee_cup C0/plasticCup C0/caffe_final",
    "plate": "KL/dinner-plate KL/plate-and-ustensils",
    "bathtub": "S/islandBath",
    "sink": "S/bathroom3 S/bathroom4 S/small_lavatory",
    "towel rack": "C0/towel3",
    "bath mat": "KL/bathmat",
    "radiator": "C0/radiator BY/bathroomRadiator",
    "shoes": "C0/slippers C0/bootie S/mocassin",
    "bench": "C0/bench",
    "doormat": "S/doormat",
    "ladder": "S/step-ladder-metal",
    "box": "C0/crate BY/gift C0/box",
    "fan": "C0/riggedFan",
    "door": "S/puerta S/door KL/exterior-door-01 KL/exterior-door-03",
    "laundry basket": "S/shopping-basket",
}

WHITEBOARD = Kind("whiteboard", ("made/whiteboard-wide", "made/whiteboard-small", "made/whiteboard"), ("white",))
CURTAIN = Kind(
    "curtain",
    ("made/curtain-wide", "made/curtain-narrow", "made/curtain-tall"),
    ("white", "beige", "grey", "red", "green", "blue", "brown", "yellow"),
    "fabric",
)
POSTER = Kind("picture", ("made/picture-poster", "made/picture-small"), ("",))

ONLY_HERE = (WHITEBOARD, CURTAIN, POSTER)
"""Kinds that only these homes hold; the other splits stay as they are."""


def _more(category: str) -> tuple[str, ...]:
    ids = (entry.split("/", 1) for entry in _MORE.get(category, "").split())
    return tuple(f"{_LIBRARIES[library]}/{name}" for library, name in ids)


@cache
def _part_of() -> dict[str, str]:
    """Model id → its part."""
    models: dict[str, list[str]] = {}
    own = [value for value in vars(home_furniture).values()]
    kinds = [kind for value in own for kind in (value if isinstance(value, tuple) else (value,))]
    for kind in (*(kind for kind in kinds if isinstance(kind, Kind)), *ONLY_HERE):
        for model in kind.models:
            if model not in models.setdefault(kind.category, []):
                models[kind.category].append(model)
    parts: dict[str, str] = {}
    for category, ids in sorted(models.items()):
        more = _more(category)
        turn = ("test", "dev", "train") if more else ("train", "test", "dev")
        for number, model in enumerate(ids):
            parts.setdefault(model, turn[number % 3])
        parts.update(dict.fromkeys(more, "train"))
    parts.update({model: "train" for model in (*home_furniture.WINDOW.models, *home_furniture.DOOR.models)})
    return parts


def is_held_out(model_id: str, part: str) -> bool:
    """Whether a model belongs to this part, "dev" or "test", so that no home of `train` shows it."""
    return _part_of().get(model_id) == part


def models_of(kind: Kind, part: str) -> tuple[str, ...]:
    """The models that a home of a part takes for a kind; all of them for the part "", or where the part has none."""
    if not part or kind.category in ("window",):
        return kind.models
    mine = tuple(model for model in kind.models if _part_of().get(model) == part)
    more = _more(kind.category) if part == "train" else ()
    return (*mine, *more) or kind.models


def colors_of(kind: Kind, part: str, keeps_own: bool) -> tuple[str, ...]:
    """The colors that a home of a part paints a kind in: now and then none at all, so that wood looks like wood."""
    return ("",) if part and keeps_own and not kind.models[0].startswith("made/") else kind.colors
