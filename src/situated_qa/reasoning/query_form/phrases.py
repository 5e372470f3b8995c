"""The small words of an answer: places, plurals, lists; the asker is "you"."""

from __future__ import annotations

from situated_qa.reasoning.query_form.form import Has, Most, Not, Noun, Nth, Place
from situated_qa.situated.language.phrases import listed


def named(noun: Noun) -> str:
    """A noun with its attributes: "black chair"."""
    return " ".join([*(item.value for item in noun.where if isinstance(item, Has)), noun.target])


def places(noun: Noun) -> str:
    """A noun's conditions in words, for an answer: " on your left", " near the table"."""
    words = {"left": "to the left of", "right": "to the right of", "front": "in front of", "back": "behind",
             "supporting": "with"}  # fmt: skip
    mine = {"left": "on your left", "right": "on your right", "front": "in front of you", "back": "behind you",
            "near": "near you", "within reach": "within your reach", "visible": "in view"}  # fmt: skip
    text = ""
    for item in noun.where:
        if isinstance(item, Has):
            continue  # said before the noun
        if isinstance(item, Most):
            text += f" ({item.which})"
        elif isinstance(item, Nth):
            side = f"from the {item.order}" if item.order in ("left", "right") else item.order
            text += f" ({_ordinal(item.number)} {side})"
        elif isinstance(item, Not):
            inner = item.condition
            if isinstance(inner, Place):
                text += f" not{places(Noun(noun.target, (inner,)))}"
            else:
                text += f" besides {plural(inner.value)}" if inner.attribute == "category" else f" not {inner.value}"
        elif item.rel == "visible" and item.of is not None:
            text += f" in view from the {item.of.target}"
        elif item.rel == "between":
            ends = [c.of.target if c.of else "you" for c in noun.where if isinstance(c, Place) and c.rel == "between"]
            pair = ends == ends[:1] and ends != ["you"]
            names = [f"the {plural(ends[0])}"] if pair else [end if end == "you" else f"the {end}" for end in ends]
            said = f" between {listed(names)}"
            text += "" if said in text else said
        elif item.of is not None:
            said = f"at the {item.rel} of" if "o'clock" in item.rel else words.get(item.rel, item.rel)
            text += f" {said} the {item.of.target}{places(item.of)}"
        elif "o'clock" in item.rel:
            text += f" at your {item.rel}"
        elif " " in item.rel and item.rel in ("front left", "front right", "back left", "back right"):
            depth, side = item.rel.split(" ")
            text += f" {mine[depth]} on the {side}"
        else:
            text += f" {mine.get(item.rel, f'{item.rel} you')}"
    return text


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def plural(noun: str) -> str:
    """The plural of a noun phrase, by the usual endings; "something to sit on" becomes "things to sit on"."""
    if noun == "any" or noun.startswith("something "):
        return f"things{noun.removeprefix('something')}" if noun != "any" else "things"
    if " and " in noun:
        return " and ".join(plural(part) for part in noun.split(" and "))
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") and not noun.endswith("ss") else f"{noun}es"
    if noun.endswith("shelf"):
        return f"{noun[:-1]}ves"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
