"""Rooms are called after what stands in them."""

from __future__ import annotations

import pytest

from situated_qa.scene.room_names import RoomContents, name_rooms, room_votes, voting_name


def room(*categories: str, name: str = "", size: tuple[float, float] = (4.0, 3.0), doors: int = 1) -> RoomContents:
    return RoomContents(size, doors, [(category, 1.0) for category in categories], name)


@pytest.mark.parametrize(
    ("categories", "name"),
    [
        (("bed", "wardrobe"), "bedroom"),
        (("stove", "refrigerator", "sink"), "kitchen"),
        (("toilet", "bathtub", "washing machine"), "bathroom"),
        (("couch", "tv", "dining table", "chair"), "living room"),
        (("desk", "bookcase", "office chair"), "study"),
        (("washing machine", "dryer", "laundry basket"), "laundry room"),
        (("dining table", "chair", "chair", "chair", "chair"), "dining room"),
        (("crib", "teddy bear", "dresser"), "nursery"),
        (("bed", "couch", "refrigerator", "desk"), "studio"),
        (("vase",), "room 1"),
        ((), "room 1"),
    ],
)
def test_contents_give_the_name(categories: tuple[str, ...], name: str) -> None:
    assert name_rooms([room(*categories)]) == [name]


def test_further_objects_of_a_category_vote_a_quarter() -> None:
    assert room_votes([("couch", 1.0), ("couch", 0.5)])["living room"] == pytest.approx(3 + 0.25 * 0.5 * 3)
    assert room_votes([("Bed ", 0.5)])["bedroom"] == pytest.approx(2.0)


def test_a_long_narrow_room_is_a_corridor_and_a_compact_one_with_many_doors_a_hall() -> None:
    assert name_rooms([room(size=(6.0, 1.4))]) == ["corridor"]
    assert name_rooms([room("coat rack", size=(2.8, 2.3), doors=4)]) == ["hall"]
    assert name_rooms([room("toilet", size=(5.0, 1.6))]) == ["bathroom"]


def test_several_of_a_kind_are_numbered() -> None:
    assert name_rooms([room("bed"), room("bed"), room(), room()]) == ["bedroom", "bedroom 2", "room 1", "room 2"]


def test_of_two_bedrooms_the_one_with_a_narrow_bed_and_a_suitcase_is_for_guests() -> None:
    assert voting_name("bed", 0.95) == "narrow bed"
    assert voting_name("bed", 1.6) == "bed"
    guest = room("narrow bed", "suitcase")
    assert name_rooms([room("bed", "nightstand"), guest]) == ["bedroom", "guest room"]
    assert name_rooms([guest]) == ["bedroom"]


def test_a_name_holds_until_another_kind_leads_clearly() -> None:
    # 3 votes for the kitchen against 3 for the living room, then 3 against 5.
    assert name_rooms([room("couch", "refrigerator", name="kitchen")]) == ["kitchen"]
    assert name_rooms([room("couch", "refrigerator", "coffee table", name="kitchen")]) == ["living room"]


def test_a_number_stays_with_its_room() -> None:
    assert name_rooms([room("bed", name="bedroom 2"), room("bed")]) == ["bedroom 2", "bedroom"]
    assert name_rooms([room(name="room 2"), room("bed", name="room 1")]) == ["room 2", "bedroom"]
