"""What homes are furnished with, besides the things of `furnishing`: kinds with their models, colors and materials.

Models whose front was seen to be +x and whose shape is told apart from other kinds in renders; sizes are in the
catalog and in `home_models.MADE`. A set (chairs of one table) shares model and color; single things differ.
"""

from __future__ import annotations

from situated_qa.sim.furnishing import Kind

_FABRIC = ("red", "blue", "green", "purple", "grey", "beige", "turquoise", "orange")
_WOOD = ("brown", "white", "beige", "black")
_LACQUER = ("white", "black", "grey", "brown", "red", "blue")
_BRIGHT = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "turquoise")
_CC0, _BY, _KL, _S = "BlendSwap-CC-0/", "BlendSwap-CC-BY/", "KatorLegaz/", "Scopia/"

# Living.
COUCH = Kind(
    "couch",
    (_CC0 + "sofa2", _S + "simple_sofa", _BY + "sofa3", _KL + "mid-century-sofa", _S + "beige_sofa"),
    _FABRIC,
    "fabric",
)
LEATHER_COUCH = Kind("couch", (_S + "leather_sofa", _CC0 + "winchesterSofa"), ("brown", "black", "red"), "leather")
ARMCHAIR = Kind(
    "armchair", (_CC0 + "armchair2", _BY + "fotel", _KL + "mid-century-chair", _S + "armchair2"), _FABRIC, "fabric"
)
POUF = Kind("pouf", (_S + "puff",), _BRIGHT, "fabric", "round", False)
COFFEE_TABLE = Kind(
    "coffee table",
    (_BY + "coffeeTable", _S + "coffee-table2", _S + "saloon_table", _S + "table_wood_and_iron"),
    _WOOD,
    "wood",
    "rectangular",
    False,
)
TV_STAND = Kind("tv stand", (_BY + "tvStand",), _LACQUER, "wood")
TV = Kind("tv", (_CC0 + "led_tv", _S + "wall-flat-tv", _S + "tv"), ("black",), "plastic")
BOOKCASE = Kind("bookcase", (_BY + "bookcase", _KL + "full-bookcase"), ("brown", "white", "black", "grey"), "wood")
SHELF = Kind("shelf", (_CC0 + "shelves", _KL + "utility-shelving", _CC0 + "verticalShelves"), _LACQUER, "wood")
FIREPLACE = Kind("fireplace", (_S + "fireplace1",), ("",), "stone")
PIANO = Kind("piano", (_BY + "piano",), ("black", "brown", "white"), "wood")
PIANO_BENCH = Kind("piano bench", (_CC0 + "pianoBench",), ("black", "brown"), "wood", "rectangular")
AQUARIUM = Kind("aquarium", (_S + "aquarium",), ("",), "glass")
GUITAR = Kind("guitar", (_CC0 + "electricGuitar",), ("red", "purple", "blue", "black"), "wood")
STEREO = Kind("stereo", (_S + "mini_stereo",), ("grey", "black"), "plastic")
SPEAKER = Kind("speaker", (_CC0 + "speaker2", _CC0 + "speaker3"), ("black", "brown", "white"), "plastic")
FLOOR_LAMP = Kind("floor lamp", (_S + "living_lamp",), ("red", "white", "black", "yellow"), "metal", "", False)
LAMP = Kind(
    "lamp",
    (_BY + "lamp", _S + "livingroom_lamp1", _S + "little_lamp1", _S + "little_lamp2", _S + "table_lamp"),
    ("white", "orange", "yellow", "beige", "red", "green", "blue"),
    "",
    "",
    False,
)
RUG = Kind("rug", ("made/rug-large", "made/rug-wide"), _FABRIC, "fabric", "rectangular", False)
SMALL_RUG = Kind("rug", ("made/rug-small",), _FABRIC, "fabric", "rectangular", False)
PICTURE = Kind("picture", ("made/picture-wide", "made/picture-tall", "made/picture-square"), _BRIGHT, "paper")
MIRROR = Kind("mirror", ("made/mirror",), ("",), "glass", "rectangular")
WALL_CLOCK = Kind("clock", (_CC0 + "cuckooClock",), ("brown", "red", "black"), "wood")
PLANT = Kind(
    "potted plant",
    (_CC0 + "plant", _CC0 + "decorativePlant", _BY + "spatifilum", _S + "maceta", _S + "ficus"),
    ("",),
    "",
    "",
    False,
)
CACTUS = Kind("cactus", (_CC0 + "cactus",), ("",), "", "", False)
FLOWERS = Kind("flowers", (_BY + "tulips", _S + "calla_lily_with_roses"), ("",), "", "", False)
VASE = Kind("vase", (_S + "vase1", _S + "vase2", _S + "jar"), _BRIGHT + ("white",), "ceramic", "round", False)
BOOK = Kind(
    "book", ("made/book", "made/book-thick", "made/book-large"), _BRIGHT + ("black",), "paper", "rectangular", False
)
RADIO = Kind("radio", (_BY + "radio",), ("red", "beige", "brown", "turquoise"), "plastic")
NEWSPAPER = Kind("newspaper", (_KL + "newspaper",), ("",), "paper", "", False)
BALL = Kind("ball", (_CC0 + "basketball",), ("orange", "red", "green", "blue"), "plastic", "round", False)
TEDDY = Kind("teddy bear", (_CC0 + "teddyBear",), ("brown", "beige", "pink", "white"), "fabric")

# Dining.
TABLE = Kind("dining table", (_BY + "table", _S + "table4"), _WOOD, "wood", "rectangular", False)
ROUND_TABLE = Kind("dining table", (_S + "round-table", _CC0 + "oakTable"), _WOOD, "wood", "round", False)
SMALL_TABLE = Kind("dining table", (_BY + "cafe_set_mota_table",), ("white", "brown", "red"), "", "round", False)
KITCHEN_TABLE = Kind(
    "table", (_S + "white_kitchen_table",), ("white", "brown", "red", "green"), "wood", "rectangular", False
)
CHAIR = Kind(
    "chair",
    (_BY + "ella_chair_f", _S + "white_kitchen_chair", _BY + "kitchenChair"),
    ("brown", "white", "green", "blue", "red", "yellow", "black"),
    "wood",
)
PLASTIC_CHAIR = Kind("chair", (_CC0 + "plasticChair", _BY + "chair3"), ("blue", "green", "red", "yellow"), "plastic")
STOOL = Kind(
    "stool", (_CC0 + "stool2", _BY + "green_stool"), ("green", "brown", "red", "white", "blue"), "wood", "round", False
)
SIDEBOARD = Kind("dresser", (_BY + "chest", _BY + "dresserWithDrawers"), ("brown", "white", "black", "grey"), "wood")

# Sleeping.
BED = Kind(
    "bed",
    (_CC0 + "bed1", _CC0 + "bed2", _CC0 + "bed3", _BY + "lettoCloud", _S + "bed1"),
    ("blue", "green", "purple", "orange", "white", "red", "grey"),
    "fabric",
)
SINGLE_BED = Kind(
    "bed", (_S + "captains-bed", _BY + "juniorBed", _S + "children_bed"), ("blue", "pink", "green", "brown"), "wood"
)
CRIB = Kind("crib", (_S + "crib",), ("white", "beige", "brown"), "wood")
NIGHTSTAND = Kind("nightstand", (_CC0 + "bedsideTable2", _BY + "bedsideTable"), _WOOD, "wood")
WARDROBE = Kind(
    "wardrobe",
    (_CC0 + "wardrobeWithSlidingDoors", _BY + "wardrobe", _S + "wardrobe1"),
    ("brown", "white", "grey", "beige"),
    "wood",
)
DRESSER = Kind("dresser", (_BY + "dresserWithDrawers",), ("white", "brown", "black", "blue"), "wood")
DRESSING_TABLE = Kind("dressing table", (_S + "dressing-table",), ("white", "beige", "brown"), "wood")
TRUNK = Kind("chest", (_KL + "trunk-large",), ("brown", "black", "green", "blue"), "wood", "rectangular")
CLOTHES = Kind("clothes", (_S + "folded_clothes",), ("",), "fabric", "", False)
ROCKING_HORSE = Kind("rocking horse", (_CC0 + "caballito",), ("red", "yellow", "brown"), "wood")
DOLL_HOUSE = Kind("doll house", (_S + "doll-house",), ("",), "wood")
TOY_TRAIN = Kind("toy train", (_BY + "toyTrain",), ("",), "wood", "", False)
KIDS_DESK = Kind("desk", (_S + "kids_desk_table",), ("white", "pink", "turquoise", "yellow"), "wood")
KIDS_CHAIR = Kind("office chair", (_S + "kids_desk_chair",), ("white", "pink", "turquoise", "yellow"), "plastic")
KIDS_SHELF = Kind("shelf", (_S + "kids_shelves",), ("white", "yellow", "green", "blue"), "wood")

# Working.
DESK = Kind("desk", (_BY + "biurko3", _BY + "simpleDesk", _CC0 + "lbDesk", _BY + "officeTable"), _WOOD, "wood")
OFFICE_CHAIR = Kind(
    "office chair", (_S + "office_chair", _KL + "office-chair"), ("black", "blue", "orange", "red"), "fabric"
)
LAPTOP = Kind("laptop", (_BY + "laptop", _KL + "apple-ibook-2001"), ("grey", "black", "white"), "plastic")
COMPUTER = Kind("computer", (_S + "apple_pc",), ("white", "black"), "plastic")
PRINTER = Kind("printer", (_S + "inkjet_and_scanner_printer",), ("black", "white", "grey"), "plastic")
PHONE = Kind("telephone", (_S + "phone",), ("black", "red", "white"), "plastic")
PEN_HOLDER = Kind("pen holder", (_S + "penbox",), ("",), "plastic", "", False)
DESK_LAMP = Kind("desk lamp", (_S + "desk_lamp1", _S + "desk_lamp2"), ("black", "red", "white", "green"), "metal")
FILE_CABINET = Kind("file cabinet", (_KL + "filing-cabinet",), ("grey", "beige", "black", "green"), "metal")
SAFE = Kind("safe", (_BY + "sef-kasa",), ("grey", "green", "black"), "metal")
WASTE_BIN = Kind("trash can", (_CC0 + "dustbin",), ("black", "grey", "blue", "red"), "metal", "round", False)

# Cooking.
FRIDGE = Kind("refrigerator", (_KL + "fridge", _CC0 + "largeFridge"), ("white", "grey", "red", "black"), "metal")
CABINETS = (
    Kind(
        "kitchen cabinet",
        (_CC0 + "lowerCabinet", _CC0 + "drawersCabinet"),
        ("white", "brown", "red", "blue", "green"),
        "wood",
    ),
    Kind(
        "kitchen cabinet",
        (_BY + "kitchenLowerCabinet", _BY + "kitchenDrawersCabinet"),
        ("white", "brown", "red", "blue", "green"),
        "wood",
    ),
)
SINKS = (
    Kind("sink", (_CC0 + "sinkCabinet",), ("white", "brown", "red", "blue", "green"), "wood"),
    Kind("sink", (_BY + "kitchenSink",), ("white", "brown", "red", "blue", "green"), "wood"),
)
STOVE = Kind("stove", (_BY + "largeStove",), ("black", "grey", "white", "red"), "metal")
HOOD = Kind("range hood", (_BY + "hood",), ("grey", "black", "white"), "metal")
WALL_CABINET = Kind("wall cabinet", (_CC0 + "upperCabinet",), ("white", "brown", "red", "blue", "green"), "wood")
WASHER = Kind("washing machine", (_S + "clothes_washing_machine",), ("white", "grey"), "metal")
DRYER = Kind("dryer", (_S + "dryer_machine",), ("white", "grey"), "metal")
MICROWAVE = Kind("microwave", (_BY + "microwave",), ("white", "black", "grey", "red"), "metal")
TOASTER = Kind("toaster", (_S + "toaster",), ("orange", "red", "grey", "blue"), "metal")
COFFEE_MAKER = Kind("coffee maker", (_KL + "coffee-maker",), ("black", "white", "red"), "plastic")
TEAPOT = Kind("teapot", (_S + "teapot",), ("white", "blue", "red", "yellow", "green"), "ceramic", "", False)
BLENDER = Kind("blender", (_BY + "kitchenblender",), ("white", "red", "black"), "plastic")
KNIFE_BLOCK = Kind("knife block", (_S + "kitchenKnifeStandSet",), ("brown", "black"), "wood")
CUTTING_BOARD = Kind("cutting board", (_BY + "choppingBoard",), ("brown", "white"), "wood", "rectangular", False)
BOWL = Kind("bowl", (_S + "bowl", _KL + "bowl"), ("white", "red", "blue", "green", "yellow"), "ceramic", "round", False)
FRUIT = Kind("fruit bowl", (_S + "bowlWithFruits",), ("",), "", "round", False)
BOTTLE = Kind(
    "bottle", (_S + "wine_bottle", _KL + "red-wine-bottle-01"), ("green", "black", "brown"), "glass", "round", False
)
CUP = Kind("cup", (_KL + "coffee-mug", _S + "cup"), _BRIGHT + ("white",), "ceramic", "round", False)
PLATE = Kind("plate", (_KL + "bread-plate",), ("white", "blue", "red", "green"), "ceramic", "round", False)
PAPER_TOWEL = Kind("paper towel", (_S + "paperTowelHolder",), ("white",), "paper", "round", False)
POT = Kind("pot", (_BY + "largePan",), ("grey", "red", "black", "blue"), "metal", "round", False)
KITCHEN_BIN = Kind("trash can", (_KL + "bullet-trash-can",), ("grey", "red", "white", "black"), "metal", "round")

# Washing.
BATHTUB = Kind("bathtub", (_BY + "bath_jay_hardy",), ("white",), "ceramic", "", False)
SHOWER = Kind("shower", (_CC0 + "showerStall",), ("",), "glass")
TOILET = Kind(
    "toilet",
    (_CC0 + "toiletsUnit", _BY + "toilets_unit_jay_hardy", _BY + "modernToilet"),
    ("white", "beige"),
    "ceramic",
)
WASHBASIN = Kind("sink", (_CC0 + "washbasin", _BY + "washbasin_jay_hardy"), ("white", "beige"), "ceramic")
VANITY = Kind("sink", (_CC0 + "modernVanity",), ("white", "brown", "grey"), "wood")
BIDET = Kind("bidet", (_CC0 + "bidet",), ("white",), "ceramic")
TOILET_BRUSH = Kind("toilet brush", (_CC0 + "toiletBrush",), ("white", "black"), "plastic", "", False)
TOWEL_RACK = Kind("towel rack", (_S + "com_bath3",), ("white", "blue", "red", "green", "yellow", "pink"), "fabric")
LAUNDRY_BASKET = Kind("laundry basket", (_S + "clothes-basket",), ("beige", "brown", "white"), "fabric", "", False)
BATH_MAT = Kind(
    "bath mat", ("made/mat",), ("blue", "turquoise", "pink", "beige", "green"), "fabric", "rectangular", False
)
SOAP = Kind("soap dispenser", (_S + "com_bath2_soap",), ("white", "pink", "turquoise"), "plastic", "", False)
RADIATOR = Kind("radiator", (_BY + "modernRadiator", _CC0 + "radiator3"), ("white", "grey"), "metal")

# Coming in, and what is put away.
SHOES = Kind("shoes", (_S + "sneakers", _S + "woman_shoes"), ("red", "black", "blue", "brown"), "", "", True)
COAT_RACK = Kind("coat rack", (_S + "wall-hanger",), ("brown", "white", "black"), "wood")
BACKPACK = Kind("backpack", (_BY + "backpack",), ("brown", "blue", "red", "green"), "fabric")
SUITCASE = Kind("suitcase", (_BY + "suitcase",), ("blue", "red", "black", "green"), "plastic")
BENCH = Kind("bench", (_KL + "bench",), ("brown", "blue", "white"), "wood", "", False)
HANDBAG = Kind("handbag", (_CC0 + "handbag", _CC0 + "briefcase"), ("brown", "black", "red"), "leather")
DOORMAT = Kind("doormat", ("made/doormat",), ("brown", "grey", "green", "red"), "fabric", "rectangular", False)
DRYING_RACK = Kind("drying rack", (_S + "clothes-horse",), ("white", "grey"), "metal", "", False)
STEP_LADDER = Kind("ladder", (_S + "step-ladder-wood",), ("brown", "red", "blue"), "wood")
RECYCLING_BIN = Kind("recycling bin", (_KL + "recycling-bin",), ("blue", "green", "yellow"), "plastic", "", False)
BOX = Kind(
    "box",
    (_S + "cardboard-box", _S + "open-cardboard-box"),
    ("brown", "beige", "white"),
    "cardboard",
    "rectangular",
    False,
)
FAN = Kind("fan", (_CC0 + "tableFan",), ("white", "black", "blue"), "plastic")

# Parts of the building that people ask about.
DOOR = Kind("door", ("made/door",), ("white", "brown", "blue", "green", "red"), "wood", "rectangular", False)
WINDOW = Kind("window", ("made/window", "made/window-small"), ("",), "glass", "rectangular")
