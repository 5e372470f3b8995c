"""Roundabout ways of asking, brought to the plain question they mean, before its frame is read."""

from __future__ import annotations

import re

_M = r"(?:meters|metres|m)"
_FOUR_SIDES = r"(?:in )?front ,? ?(?:to (?:the|my) )?left ,? ?(?:to (?:the|my) )?right ,? ?(?:or|and) (?:behind|back)"
_NOON = r"with 12(?: o'clock)? (?:being )?straight ahead(?: of me)?"
_LYING = r"(?:standing|lying|sitting|resting|placed)"

# (pattern, replacement), each tried once, in this order; texts are normalised, so commas are words.
_REWRITES = (
    # where the asker says once more that it is the asker's view
    (r"^(?:from where i am|as i see it|looking (?:straight )?ahead(?: from here)?|(?:as seen )?from here) ,? ?", ""),
    (r" ,? ?as seen from (?:me|here|where i am)\b", ""),
    (rf" ,? ?in (?:square |cubic )?{_M}$", ""),
    # which place is meant
    (r"\b(?:in|of) the (?:whole|entire) (home|house|apartment|flat|place)\b", r"in this \1"),
    (r"^in (this|the) room ,? ?(.+)$", r"\2 in \1 room"),
    (r"\b(?:all together|together|altogether|in total)\b", ""),
    # clock and compass
    (rf"^{_NOON} ,? ?| ,? ?{_NOON}$", ""),
    (r"\b(which|what) hour of the clock\b", r"\1 o'clock"),
    (rf" ,? ?(?:is it )?{_FOUR_SIDES}$", ""),
    (r"^to (?:look at|face|see) (.+?) ,? ?(?:do|should|must|would|will) i (?:have to )?turn .*$", r"which way is \1"),
    # straight distances
    (r"\b ?(?:,? ?(?:in a straight line|as the crow flies|center to center|middle to middle"
     r"|from (?:center|middle) to (?:center|middle)))\b", ""),
    (rf"^how many {_M} (?:lie|are there|is it|are) between (?:the (?:centers|middles) of )?",
     "what is the distance between "),
    (rf"^how many {_M} (?:is it|are there) from (?:me|here) to (?:the (?:nearest|closest) edge of )?", "how far is "),
    # looks and sizes
    (r"^(?:what|which) (?:color|shape|size|material) (is|are) (.+?) , (\w+ or \w+)$", r"\1 \2 \3"),
    (rf"^(?:what is|how many {_M} is) the length(?: its [a-z ]*?side)? of ", "how long is "),
    (rf"^(?:what is|how many {_M} is) the width(?: its [a-z ]*?side)? of ", "how wide is "),
    (rf"^(?:what is|how many {_M} is) the height of ", "how tall is "),
    # what carries a thing
    (rf"^what (?:is|are) (.+?) {_LYING} on$", r"what thing that supports \1"),
    (r"^on what (?:does|do) (.+?) (?:stand|lie|sit|rest)$", r"what thing that supports \1"),
    # the home as the one who has
    (r"^does this (?:home|house|apartment|flat|place) have ", "is there "),
    (r" anywhere(?: in (?:this|the|my) (?:home|house|apartment|flat|place))?$", ""),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _REWRITES)


def plain(text: str) -> str:
    """The plain question that a normalised one means; itself where it is plain already."""
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text, count=1) if replacement else pattern.sub("", text)
    return re.sub(r"\s+", " ", text).strip(" ,")
