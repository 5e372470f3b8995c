"""How things are called: a phrase that means one thing only, plurals, numbers in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from situated_qa.sim.questions.world import Thing, World

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_ALWAYS_PLURAL = frozenset({"clothes", "scissors", "stairs", "blinds", "shoes", "curtains", "shelves", "books"})
_IRREGULAR = {"shelf": "shelves", "cactus": "cacti", "knife": "knives", "loaf": "loaves"}

# What a word may also mean; what ends with the word itself ("armchair", "dining table") needs no entry.
_ALSO = {
    "couch": {"sofa", "loveseat"}, "sofa": {"couch", "loveseat"}, "armchair": {"couch"},
    "shelf": {"bookcase"}, "bookcase": {"shelf", "bookshelf"}, "bookshelf": {"bookcase", "shelf"},
    "dresser": {"chest", "file cabinet"}, "chest": {"dresser", "box"}, "box": {"chest"}, "wardrobe": {"closet"},
    "desk": {"dressing table", "table"}, "table": {"desk"}, "computer": {"laptop"}, "laptop": {"computer"},
    "potted plant": {"cactus", "flowers"}, "flowers": {"potted plant"}, "cup": {"mug", "glass"}, "mug": {"cup"},
    "bed": {"crib"}, "trash can": {"recycling bin"}, "rug": {"doormat", "bath mat"}, "doormat": {"rug", "bath mat"},
    "bath mat": {"rug", "doormat"}, "stool": {"pouf"}, "pouf": {"stool"}, "bench": {"couch"}, "stereo": {"radio"},
    "radio": {"stereo"}, "dryer": {"drying rack", "washing machine"}, "basket": {"box"}, "clothes": {"towel rack"},
    "bathtub": {"shower"}, "picture": {"poster"}, "oven": {"stove"}, "stove": {"oven"}, "vase": {"flowers"},
    "tv": {"monitor"}, "pot": {"pan", "teapot"}, "kettle": {"teapot"}, "bicycle": {"exercise bike"},
    "handbag": {"backpack"}, "backpack": {"handbag"},
}  # fmt: skip


@lru_cache(maxsize=4096)
def confusable(word: str, other: str) -> bool:
    """Whether someone who says `word` may also mean a thing of the category `other`.

    "table" may be a dining table and an armchair is a kind of chair; a "dining table" is nothing but itself.
    """
    if word == other:
        return False
    if other.endswith(word):
        return True
    return other in _ALSO.get(word, ())


def plural(category: str) -> str:
    """Plural of a category's last word."""
    *before, last = category.split(" ")
    if last in _ALWAYS_PLURAL:
        return category
    for ending, replaced in _IRREGULAR.items():
        if last.endswith(ending):
            return " ".join([*before, last[: -len(ending)] + replaced])
    if last.endswith(("s", "x", "ch", "sh", "z")):
        last += "es"
    elif last.endswith("y") and last[-2] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return " ".join([*before, last])


def with_article(noun: str) -> str:
    """ "a sofa", "an armchair", "clothes"."""
    if noun.split(" ")[-1] in _ALWAYS_PLURAL:
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def number_answers(number: int) -> tuple[str, ...]:
    """ "three" and "3"."""
    return (_NUMBERS[number], str(number)) if number < len(_NUMBERS) else (str(number),)


def listed(names: Sequence[str]) -> str:
    """ "kitchen", "kitchen and study", "bath, kitchen and study"."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def rivals(world: World, thing: Thing, room: str | None = None) -> list[Thing]:
    """Other things that the thing's category may also mean, in one room or everywhere."""
    return [
        other
        for other in world.things
        if other.id != thing.id
        and room in (None, other.room)
        and (other.category == thing.category or confusable(thing.category, other.category))
    ]


def clear_category(world: World, category: str, room: str | None = None) -> bool:
    """Whether the word means things of exactly this category there and no others."""
    return not any(confusable(category, t.category) for t in world.things if room in (None, t.room))


def reference(world: World, thing: Thing, *, by_color: bool = True, by_room: bool = True) -> dict[str, Any] | None:
    """A phrase that means this thing only, with what a program needs to find it; None where there is none.

    Args:
        by_color: whether its color may be said; not where the color is asked.
        by_room: whether its room may be said; not where the room is asked.
    """
    slot: dict[str, Any] = {"text": f"the {thing.category}", "category": thing.category, "id": thing.id}
    others = rivals(world, thing)
    if not others:
        return slot
    here = [other for other in others if other.room == thing.room]
    if by_room and thing.room and not here:
        return {**slot, "text": f"the {thing.category} in the {thing.room}", "room": thing.room}
    if by_color and thing.color:
        if all(other.color and other.color != thing.color for other in others):
            return {**slot, "text": f"the {thing.color} {thing.category}", "color": thing.color}
        if by_room and thing.room and all(other.color and other.color != thing.color for other in here):
            text = f"the {thing.color} {thing.category} in the {thing.room}"
            return {**slot, "text": text, "color": thing.color, "room": thing.room}
    return None
