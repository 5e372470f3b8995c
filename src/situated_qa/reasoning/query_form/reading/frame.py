"""What kind of answer a question wants: `Frame`, which the readers of fixed phrases fill in."""

from __future__ import annotations

import re
from dataclasses import dataclass

YES_NO = ("yes", "no")
TRUE_FALSE = ("true", "false")
ROOM_TO_MOVE = "room to move"
"""The attribute of a distance: whether there is a step of room that way."""
SIDES = r"(?:left|right|front|in front|behind|back|ahead)"
ROOM = (
    r"(?:(?:the|this|that|my|our) )?(?:[a-z]+ )?(?:room|kitchen|bathroom|bedroom|hall|hallway|corridor|study|studio"
    r"|office|balcony|garage|pantry|toilet|nursery|attic|basement|home|house|apartment|flat|place)(?: \d+)?"
)
"""A pattern for what people call rooms and homes."""
IS_THE = r"(?:is|are) (?:the|my|that|this|these|those)"


@dataclass(frozen=True, slots=True)
class Frame:
    """The kind of answer, and what is left of the question once the phrase that told it is taken out."""

    ask: str
    rest: str
    target: str = ""  # "any" where the question asks what thing it is, or a noun the frame itself implies
    attribute: str = ""
    options: tuple[str, ...] = ()
    sure: bool = True
    visible: bool = False  # sight matters: "can I see"
    kind: str = ""  # of the room that the asker is in, where that is asked
    described: bool = False  # the thing is known by what it does, which is not among the uses that are listed
    second: str = ""  # the other of two things that are compared, where the phrase tells the two apart


def cut(text: str, match: re.Match[str], put: str = " ") -> str:
    """The text with a match taken out, or something put in its place."""
    return re.sub(r"\s+", " ", f"{text[: match.start()]} {put} {text[match.end() :]}").strip()
