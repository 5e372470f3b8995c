"""What a form's program printed, read back: one `Seen` an object, nearest first."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from situated_qa.reasoning.query_form.phrases import direction_words

_LINE = re.compile(r"^- (?P<category>.+?) (?P<id>\d+): (?P<facts>.*)$")
_HEAD = re.compile(r"^(?P<title>found|other|picked|reference .+): (?P<count>\d+)$")
_KIND = re.compile(r"^kind (?P<name>.+): (?P<count>\d+)$")


@dataclass(frozen=True, slots=True)
class Seen:
    """One object as the program printed it."""

    id: int
    category: str
    distance_m: float
    hour: int  # 1 … 12, clockwise from straight ahead
    facts: dict[str, str]
    room: str = ""  # where it is another room than the asker's

    @property
    def value(self) -> str:
        """The attribute that was asked for; "" where it is not known; "usually glass" where nobody observed it."""
        value = self.facts.get("value", "").partition(": nobody observed")[0]
        return "" if value.startswith("not known") else value.partition(", which is none of")[0]

    def lengths(self) -> list[float]:
        """[length, width, height], m, where they were printed."""
        return [float(word) for word in self.facts["lwh"].split(" x ")]

    def place(self) -> str:
        """ "on your left and behind you (8 o'clock), 2.3 m away"; in another room, "in the kitchen" comes first."""
        elsewhere = f"in the {self.room}, " if self.room else ""
        return f"{elsewhere}{direction_words(self.hour)} ({self.hour} o'clock), {self.distance_m:.1f} m away"


@dataclass(frozen=True, slots=True)
class Observation:
    """What a form's program printed."""

    count: int = 0
    found: tuple[Seen, ...] = ()
    other: tuple[Seen, ...] = ()
    other_count: int = 0
    kinds: dict[str, int] = field(default_factory=dict)  # names of things and how many of each, nearest first
    picked: tuple[Seen, ...] = ()
    missing: tuple[str, ...] = ()  # reference nouns of which there is none
    apart_m: float | None = None  # between the first found and the first other
    way: tuple[int, str] | None = None  # the object walked to and the directions to it


def read_observation(text: str, here: str = "") -> Observation:
    """Read back what a program of `render_program` printed; lines of any other kind are passed over.

    Args:
        here: the asker's room, "" where it is not known.
    """
    blocks: dict[str, list[Seen]] = {"found": [], "other": [], "picked": []}
    counts, kinds, missing, block = {"found": 0, "other": 0}, {}, [], "found"
    for line in text.splitlines():
        head, item, kind = _HEAD.match(line), _LINE.match(line), _KIND.match(line)
        if head and head["title"].startswith("reference "):
            if head["count"] == "0":
                missing.append(head["title"].removeprefix("reference "))
        elif head:
            block = head["title"]
            counts[block] = int(head["count"])
        elif kind:
            kinds[kind["name"]] = int(kind["count"])
        elif item:
            facts = dict(part.split("=", 1) for part in item["facts"].split("; ") if "=" in part)
            if {"distance", "clock"} <= facts.keys():
                hour = int(facts["clock"].split(" ")[0])
                room = facts.get("room", "") if here and facts.get("room") != here else ""
                seen = Seen(int(item["id"]), item["category"], float(facts["distance"]), hour, facts, room)
                blocks[block].append(seen)
    apart = re.search(r"^apart: (\d+\.\d+) m$", text, re.MULTILINE)
    apart_m = float(apart.group(1)) if apart else None
    walked = re.search(r"^way to (\d+): (.+)$", text, re.MULTILINE)
    way = (int(walked.group(1)), walked.group(2)) if walked else None
    found, other, picked = (tuple(blocks[name]) for name in ("found", "other", "picked"))
    count, other_count = counts["found"], counts["other"]
    return Observation(count, found, other, other_count, kinds, picked, tuple(missing), apart_m, way)
