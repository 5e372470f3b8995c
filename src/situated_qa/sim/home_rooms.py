"""What stands in which kind of room. A program returns whether the room has what makes it one of its kind."""

from __future__ import annotations

from collections.abc import Callable

from situated_qa.sim import home_furniture as kinds
from situated_qa.sim.furnishing import Kind
from situated_qa.sim.home_groups import dining, kitchen, lounge, several_on, sleeping, workplace
from situated_qa.sim.home_placing import RoomFurnisher

_FOR_SHELVES = (
    kinds.BOOK, kinds.BOOK, kinds.BOOK, kinds.BOOK, kinds.CUP, kinds.CACTUS, kinds.RADIO, kinds.TOY_TRAIN, kinds.PHONE,
    kinds.VASE,
)  # fmt: skip


def _chance(f: RoomFurnisher, share: float) -> bool:
    return bool(f.rng.random() < share)


def _shelf(f: RoomFurnisher, kind: Kind, low: int, high: int, corner: bool = False) -> None:
    shelf = f.along_wall(kind, front_m=0.45, corner=corner)
    if shelf is not None:
        wanted = int(f.rng.integers(low, high + 1))
        for _ in range(3 * wanted):  # not everything fits between the boards
            thing = f.on(shelf, _FOR_SHELVES[int(f.rng.integers(len(_FOR_SHELVES)))], turn=0.04)
            wanted -= thing is not None
            if wanted == 0:
                break


def _finish(f: RoomFurnisher, plants: int, pictures: int) -> None:
    for _ in range(plants):
        f.along_wall(kinds.PLANT, corner=_chance(f, 0.6))
    for _ in range(pictures):
        f.hang(kinds.PICTURE, 1.25 + 0.05 * int(f.rng.integers(5)))
    if _chance(f, 0.35):
        f.along_wall(kinds.RADIATOR)


def living_room(f: RoomFurnisher) -> bool:
    if not lounge(f, armchairs=int(f.rng.integers(1, 3))):
        return False
    if _chance(f, 0.7):
        dining(f, int(f.rng.choice([2, 4, 4])), margin_m=0.35)
    _shelf(f, kinds.BOOKCASE, 4, 7)
    extra = int(f.rng.integers(4))
    if extra == 0:
        at = f.along_wall(kinds.PIANO, front_m=0.8)
        if at is not None:
            f.before(at, kinds.PIANO_BENCH, 0.15)
            f.on(at, kinds.VASE if _chance(f, 0.5) else kinds.BOOK)
    elif extra == 1:
        at = f.along_wall(kinds.FIREPLACE, front_m=0.6)
        if at is not None:
            f.on(at, kinds.VASE)
            f.hang(kinds.PICTURE, 1.5, above=at)
    elif extra == 2:
        at = f.along_wall(kinds.SIDEBOARD, front_m=0.5)
        if at is not None:
            several_on(f, at, (kinds.AQUARIUM, kinds.LAMP, kinds.STEREO, kinds.FLOWERS, kinds.RADIO, kinds.PHONE), 3)
    else:
        f.along_wall(kinds.GUITAR)
        f.along_wall(kinds.SPEAKER, corner=True)
        f.along_wall(kinds.SPEAKER, corner=True)
    if _chance(f, 0.5):
        f.along_wall(kinds.FLOOR_LAMP, corner=True)
    if _chance(f, 0.4):
        f.anywhere(kinds.POUF, 0.35)
    seats = [number for number, spot in enumerate(f.spots) if spot.kind.category in ("couch", "armchair")]
    for _ in range(int(f.rng.integers(0, 3))):
        f.on(seats[int(f.rng.integers(len(seats)))], kinds.TEDDY if _chance(f, 0.5) else kinds.BOOK, turn=0.2)
    _finish(f, int(f.rng.integers(1, 3)), int(f.rng.integers(1, 4)))
    if _chance(f, 0.4):
        f.hang(kinds.WALL_CLOCK, 1.45)
    return True


def studio(f: RoomFurnisher) -> bool:
    if not (lounge(f, armchairs=0) and sleeping(f, kinds.SINGLE_BED, 1)):
        return False
    fridge = f.along_wall(kinds.FRIDGE, front_m=0.6)
    cabinet = f.along_wall(kinds.CABINETS[0], front_m=0.6)
    if fridge is None or cabinet is None:
        return False
    several_on(f, cabinet, (kinds.MICROWAVE, kinds.CUP, kinds.TEAPOT, kinds.PLATE, kinds.TOASTER), 3)
    workplace(f)
    _shelf(f, kinds.SHELF, 3, 5)
    f.along_wall(kinds.WARDROBE, front_m=0.5)
    _finish(f, int(f.rng.integers(1, 3)), int(f.rng.integers(1, 3)))
    return len(f.spots) >= 17


def bedroom(f: RoomFurnisher) -> bool:
    if not (sleeping(f, kinds.BED, 2) and f.along_wall(kinds.WARDROBE, front_m=0.6) is not None):
        return False
    if _chance(f, 0.6):
        at = f.along_wall(kinds.DRESSER, front_m=0.5)
        if at is not None:
            several_on(f, at, (kinds.FLOWERS, kinds.BOOK, kinds.RADIO, kinds.HANDBAG, kinds.TV, kinds.VASE), 2)
            if _chance(f, 0.5):
                f.hang(kinds.MIRROR, 1.2, above=at)
    else:
        at = f.along_wall(kinds.DRESSING_TABLE, front_m=0.6)
        if at is not None:
            f.before(at, kinds.STOOL, 0.06)
    if _chance(f, 0.4):
        f.along_wall(kinds.ARMCHAIR, front_m=0.4)
    if _chance(f, 0.5):
        f.lying(kinds.SMALL_RUG)
    if _chance(f, 0.3):
        f.along_wall(kinds.TRUNK, front_m=0.3)
    _finish(f, int(f.rng.integers(0, 2)), int(f.rng.integers(1, 3)))
    return True


def guest_room(f: RoomFurnisher) -> bool:
    if not sleeping(f, kinds.SINGLE_BED if _chance(f, 0.6) else kinds.BED, 1):
        return False
    f.along_wall(kinds.WARDROBE, front_m=0.6)
    if _chance(f, 0.5):
        workplace(f)
    if _chance(f, 0.6):
        f.along_wall(kinds.SUITCASE)
    if _chance(f, 0.5):
        _shelf(f, kinds.SHELF, 2, 4)
    if _chance(f, 0.5):
        f.lying(kinds.SMALL_RUG)
    _finish(f, 1, int(f.rng.integers(1, 3)))
    return True


def nursery(f: RoomFurnisher) -> bool:
    small = _chance(f, 0.3)
    if small and f.along_wall(kinds.CRIB, front_m=0.5) is None:
        return False
    if not small and not sleeping(f, kinds.SINGLE_BED, 1):
        return False
    if not small:
        workplace(f, kinds.KIDS_DESK, kinds.KIDS_CHAIR)
    rug = f.lying(kinds.RUG)
    toys = [kinds.BALL, kinds.TOY_TRAIN, kinds.TEDDY, kinds.ROCKING_HORSE, kinds.BALL]
    for number in f.rng.permutation(len(toys))[: int(f.rng.integers(2, 5))]:
        if rug is not None:
            f.on(rug, toys[int(number)], turn=1.5)
        else:
            f.along_wall(toys[int(number)])
    f.along_wall(kinds.DRESSER if small else kinds.WARDROBE, front_m=0.5)
    _shelf(f, kinds.KIDS_SHELF, 3, 6)
    if _chance(f, 0.5):
        f.along_wall(kinds.DOLL_HOUSE, front_m=0.3)
    _finish(f, 0, int(f.rng.integers(1, 3)))
    return True


def study(f: RoomFurnisher) -> bool:
    if not workplace(f):
        return False
    _shelf(f, kinds.BOOKCASE, 4, 7)
    cabinet = f.along_wall(kinds.FILE_CABINET, front_m=0.4)
    if cabinet is not None:
        f.on(cabinet, kinds.PRINTER if _chance(f, 0.6) else kinds.FAN, turn=0.0)
    f.along_wall(kinds.WASTE_BIN)
    if _chance(f, 0.6):
        f.along_wall(kinds.ARMCHAIR, front_m=0.5)
    if _chance(f, 0.3):
        f.along_wall(kinds.SAFE, corner=True)
    if _chance(f, 0.5):
        f.lying(kinds.SMALL_RUG)
    if _chance(f, 0.4):
        f.along_wall(kinds.GUITAR)
    _finish(f, 1, int(f.rng.integers(1, 4)))
    return True


def dining_room(f: RoomFurnisher) -> bool:
    if not dining(f, int(f.rng.choice([4, 4, 6]))):
        return False
    at = f.along_wall(kinds.SIDEBOARD, front_m=0.5)
    if at is not None:
        several_on(f, at, (kinds.LAMP, kinds.VASE, kinds.BOWL, kinds.STEREO, kinds.BOTTLE, kinds.TEAPOT), 3)
    if _chance(f, 0.4):
        f.hang(kinds.WALL_CLOCK, 1.45)
    _finish(f, int(f.rng.integers(1, 3)), int(f.rng.integers(1, 3)))
    return True


def kitchen_room(f: RoomFurnisher) -> bool:
    if not kitchen(f):
        return False
    f.along_wall(kinds.KITCHEN_BIN)
    if not (_chance(f, 0.7) and dining(f, int(f.rng.choice([2, 3])), 0.2, small=_chance(f, 0.6))):
        table = f.along_wall(kinds.KITCHEN_TABLE, front_m=0.5)
        if table is not None:
            seat = kinds.CHAIR if _chance(f, 0.65) else kinds.STOOL
            for side_m in (-0.26, 0.28):
                f.before(table, seat, 0.05, side_m=side_m)
            several_on(f, table, (kinds.FRUIT, kinds.CUP, kinds.PLATE, kinds.NEWSPAPER), 2)
    if _chance(f, 0.3):
        f.along_wall(kinds.RECYCLING_BIN)
    _finish(f, int(f.rng.integers(0, 2)), int(f.rng.integers(0, 2)))
    return True


def bathroom(f: RoomFurnisher) -> bool:
    bath = kinds.BATHTUB if _chance(f, 0.6) else kinds.SHOWER
    tub = f.along_wall(bath, front_m=0.45, corner=True)
    if tub is None:
        tub = f.along_wall(kinds.SHOWER, front_m=0.4, corner=True)
    toilet = f.along_wall(kinds.TOILET, front_m=0.5)
    basin_kind = kinds.VANITY if _chance(f, 0.4) else kinds.WASHBASIN
    basin = f.along_wall(basin_kind, front_m=0.5)
    if tub is None or toilet is None or basin is None:
        return False
    if _chance(f, 0.25):
        f.along_wall(kinds.BIDET, front_m=0.45)
    f.hang(kinds.MIRROR, 1.25, above=basin)
    f.on(basin, kinds.SOAP) if basin_kind is kinds.VANITY else None
    f.beside(toilet, kinds.TOILET_BRUSH, 1 if _chance(f, 0.5) else -1)
    f.lying(kinds.BATH_MAT, before=tub)
    for _ in range(2):
        f.hang(kinds.TOWEL_RACK, 0.95)
    f.along_wall(kinds.LAUNDRY_BASKET, corner=_chance(f, 0.5))
    if _chance(f, 0.4):
        f.along_wall(kinds.WASHER, front_m=0.5)
    if _chance(f, 0.5):
        f.along_wall(kinds.RADIATOR)
    return True


def laundry_room(f: RoomFurnisher) -> bool:
    washer = f.along_wall(kinds.WASHER, front_m=0.55)
    if washer is None:
        return False
    f.beside(washer, kinds.DRYER, 1) or f.beside(washer, kinds.DRYER, -1) or f.along_wall(kinds.DRYER, 0.5)
    f.on(washer, kinds.CLOTHES)
    f.along_wall(kinds.LAUNDRY_BASKET)
    shelf = f.along_wall(kinds.SHELF, front_m=0.4)
    if shelf is not None:
        several_on(f, shelf, (kinds.CLOTHES, kinds.BOWL, kinds.FAN, kinds.RADIO, kinds.BOTTLE, kinds.SOAP), 4)
    f.along_wall(kinds.DRYING_RACK)
    for kind in (kinds.STEP_LADDER, kinds.BOX, kinds.RECYCLING_BIN):
        if _chance(f, 0.6):
            f.along_wall(kind)
    return True


def _entrance(f: RoomFurnisher) -> None:
    for number, spot in enumerate(f.spots):
        if spot.state == "closed":
            f.lying(kinds.DOORMAT, before=number)
            return


def corridor(f: RoomFurnisher) -> bool:
    if _chance(f, 0.7):
        _entrance(f)
    if _chance(f, 0.7):
        f.hang(kinds.COAT_RACK, 1.55)
    for kind in (kinds.SHOES, kinds.SHOES, kinds.BACKPACK, kinds.SUITCASE, kinds.BENCH):
        if _chance(f, 0.4):
            f.along_wall(kind)
    if _chance(f, 0.5):
        f.hang(kinds.MIRROR, 1.15)
    _finish(f, int(f.rng.integers(0, 2)), int(f.rng.integers(1, 4)))
    return True


PROGRAMS: dict[str, Callable[[RoomFurnisher], bool]] = {
    "living room": living_room,
    "studio": studio,
    "bedroom": bedroom,
    "guest room": guest_room,
    "nursery": nursery,
    "study": study,
    "dining room": dining_room,
    "kitchen": kitchen_room,
    "bathroom": bathroom,
    "laundry room": laundry_room,
    "corridor": corridor,
    "hall": corridor,
}
