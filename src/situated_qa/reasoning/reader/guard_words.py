"""Words of English questions that the guards look for."""

from __future__ import annotations

import re

from situated_qa.situated.language import phrases

NUMBERS = {word: number for number, word in enumerate(("zero", *phrases.NUMBERS[1:]))}
ORDINALS = {word: number for number, word in enumerate(phrases.ORDINALS, 1)}
FILLERS = re.compile(r",? ?\b(?:u[hm]+|er+m?|hm+|you know)\b,?|, (?:like|well|er),")
"""What is said while one thinks: "on my, well, left"."""
NO_NEGATION = re.compile(
    r"\bor no(?:t|pe)?\b|\bwhy (?:do not|don't) (?:you|we)\b|\b(?:ca|could|wo|would|do|did)n't you\b|\bif not\b"
    r"|\bno(?: problem|,|\.)|\byes(?:,? |/)(?:or )?no\b|\brather not\b"
    r"|^(?:(?:and|so|but) )?(?:is|are|do|does|can|has|have)n't\b"
    r"|\b(?:don't|do not|wouldn't|would not) mind\b|\bnobody shares\b"
    r"|\bi (?:do not|don't|can not|cannot|can't|couldn't|could not|am not|was not) (?:\w+ )?"
    r"(?:know|see|find|sure|remember|tell|recall|locate|think|turn|move)\b|\bi'm not sure\b|\bnot sure\b|\bno idea\b"
    r"|\bis(?:n't| not) it\b|\bnot (?:even )?(?:mov|turn)ing\b|\bwithout ex\w+"
    r"|\bwithout (?:even |having to |to |any |much |me |my )*"
    r"(?:mov|turn|look|gett|stand|walk|stepp|leav|go|chang|tak|rotat|stretch)\w*"
)
NEGATION = re.compile(
    r"\b(?:not|no|never|without|neither|nor|none|nothing|nobody|except|excluding|excluded|besides|ignoring|lacks?|lacking"
    r"|missing|apart from|aside from|other than|bar|cannot|free of)\b|n't\b|\bnt\b"
    r"|\b(?:is|are|was|were|do|does|did|has|have|ca|wo)nt\b"
)
OTHERS = re.compile(
    r"\b(?:other|others|another|else|but|rest|remaining|different|more|besides|additional|odd|un\w+|instead"
    r"|alone|only|just|free|empty|opposite|outside|leaving (?:[\w,]+ )*out"
    r"|all the things|away|aside|left out|vain|need to move|zero|agree)\b"
)
UNITS = {
    "cm": r"\bcm\b|\bcentimet\w+", "mm": r"\bmm\b|\bmillimet\w+", "km": r"\bkm\b|\bkilomet\w+",
    "ft": r"\bft\b|\b(?:how many|in|\d+|few|many|of) (?:feet|foot)\b|\bsquare (?:feet|foot)\b"
          r"|\bfeet (?:away|apart|tall|high|long|wide|deep|from)\b",
    "in": r"\binch(?:es)?\b", "yd": r"\byards?\b|\byd\b",
}  # fmt: skip
HOUR = re.compile(r"\b(?:my )?(\d{1,2}|" + "|".join(NUMBERS) + r")\s*(?:o['/]?\s?c\w{2,4}k|(?<=my \d )clock)\b")
_WHOSE = r"\b(?:my|your|the|its|his|her|their|on|to|at|turn|or|from|far|facing)"
_RIGHT_NOW = "now|next|behind|in|by|beside|above|below|under|on|at|here|there|away|after|before"
SIDES: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    # the words that must be read, and those that allow it
    "left": (
        re.compile(rf"{_WHOSE} left\b|\bleft (?:side|hand|of|from|or)\b|\bleft-hand\b|\bleft ?most\b"),
        re.compile("left"),
    ),
    "right": (
        re.compile(
            rf"{_WHOSE} right\b(?! (?:{_RIGHT_NOW})\b)|\bright (?:side|hand|of|from (?:the|it)|or)\b|\bright-hand\b"
            r"|\bright ?most\b"
        ),
        re.compile("right"),
    ),
    "behind": (
        re.compile(r"\bbehind (?!(?:is|are|was)\b)|\bbehind$|\b(?:my|your|the) (?:back|rear)\b(?! (?:of|wall|door))"),
        re.compile(
            "behind|back|rear|turn|around|past|beyond|face|facing|away|shoulder"
            "|opposite|across|(?:other|far) (?:side|end)"
        ),
    ),
    "front": (
        re.compile(r"\bin front\b|\bahead\b"),
        re.compile(
            "front|ahead|before|line of sight|my side|straight|facing|face|looking|forward|opposite|across|towards?"
            "|myself"
        ),
    ),
}
RELATIONS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\b(?:under|underneath|beneath|below)\b"), ("below", "above", "on", "carrying", "inside")),
    (
        re.compile(r"(?<!from )(?<!up )\babove\b"),
        ("above", "below", "on", "most", "least", "position", "distance", "higher", "lower", "way", "where"),
    ),
    (
        re.compile(r"(?<!in )\bbetween\b"),
        ("between", "distance", "which", "difference", "more", "way", "middle", "shorter_walk", "same", "common",
         "doors_to", "door_state", "which_more", "pick_room", "leads"),
    ),
)  # fmt: skip
"""Words for places, each with the functions that say it."""
COMPARING = ("which", "distance", "same", "difference", "both", "which_more", "shorter_walk", "common", "in_same_room")
OPPOSITES = {"left": "right", "right": "left", "behind": "front", "front": "behind"}
"""What has the bed "on its left" stands to the right of the bed."""
SIDE_OPTIONS = {"left": "left", "right": "right", "behind": "behind back around", "front": "front ahead in front"}
TURNING = ("at", "turned", "way", "where", "side", "middle", "facing")
EXEMPT = (0, 1, 2, 45, 90, 135, 180, 270, 360)
"""Numbers that words say in other ways: "any", "more than one", "both", "a quarter turn"."""
FROM_SIDE = re.compile(r"\bfrom (?:the |my )?(left|right)\b")
SIDE_OF_HOUR = {12: "front|ahead|straight", 3: "right", 6: "behind|back", 9: "left"}
COUNTED = re.compile(
    r"\b(?:than|least|most|exactly|within|over|only|there|equal to|all|up to) (\d+(?:\.\d+)?)(?! ?degrees)(?!\.?\w)"
)
"""Numbers that must be read; others may number steps or name a room."""
SHORTEST_MENDED = 4
MENDED = (
    "other", "another", "left", "right", "behind", "front", "back", "without", "except", "second", "third", "fourth",
    "middle", "central", "looking", "facing", "ahead", "before", "inches", "distant",
)  # fmt: skip
STATES = ("open closed", "on off", "full empty", "up down", "odd even", "clean dirty", "tidy messy")
"""Options that stand for one another: who asks whether it is open asks for open or closed."""

IMPLIED = {
    "door": r"\b(?:exit|leave|leaving|enter|entrance|outside|escape|come in"
    r"|(?:get|go|goes|going|move|way|way is) out)\b",
    "stairs": r"\b(?:up|down)stairs?\b|\b(?:next|second) floor\b",
    "window": r"\b(?:see|look|looking) (?:the )?out(?:side|doors)?\b",
    "wall": r"\bhang(?:s|ing)?\b|\bhung\b|\bmounted\b",
    "something to sit on": r"\b(?:seats?|seated|sit|sits|sitting)\b",
    "something to drink": r"\bthirsty?\b",
    "something to eat": r"\bhungry\b|\bhunger\b",
    "something to sleep on": r"\b(?:sleepy|tired|nap)\b",
}
"""Nouns that other words say."""
STATE_WORDS: dict[str, dict[str, str]] = {
    "de": {"on": r"\ban\b", "off": r"\baus\b", "open": r"\bauf\b", "closed": r"\bzu\b"},
    "zh": {"on": "开", "off": "关", "open": "开", "closed": "关", "full": "满", "empty": "空"},
}
"""States by language that words say which mean other things too, and are in no table of translations."""
