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
_THING = r"(?:the|a|an|my|your|this|that|these|those|it|them|any|each|every|both|what|which)"
_TO_USE = (
    "write", "sit", "turn", "lie", "hand", "hands", "sleep", "stand", "standing", "sitting", "back", "switch", "lean",
    "rest", "lay", "down", "step", "seated", "put", "placed", "work", "walk", "focus", "eyes",
)  # fmt: skip
_ON = "".join(rf"(?<!\b{word} )" for word in _TO_USE)  # "a board to write on" says its use
ON_AND_NO_PLACE = re.compile(
    r"\b(?:one|person|people|guest|somebody|someone) on each\b|\bon which\b(?= .* (?:is|are|stands?|lies?)\b)"
    r"|\b(?:written|text|words?|says?|printed|pattern)(?: (?:is|are|can be|seen|there|shown)){0,3} on\b"
)
""" "On" that tells no place of a thing: what is written on it is asked of the thing itself."""
_NO_PLACE = (
    r"left|right|other|same side|way|far|opposite|back|front|sides?|whole|clock|o.?clock|oclock|direction|move|map"
    r"|contrary|basis|lookout|hunt|very|spot|fly|go|own|trip|average"
)
RELATIONS: dict[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    # the words that must be read, and the functions that say them
    "on": (
        re.compile(rf"\b{_ON}on (?:top of )?{_THING}\b(?! (?:[\w'/]+ ){{0,3}}?(?:{_NO_PLACE})\b)"),
        ("on", "carrying", "inside", "near", "below", "above", "with_most", "with_fewest", "at", "front", "behind",
         "at_part", "along_wall", "opposite_wall"),
    ),
    "under": (re.compile(r"\b(?:under|underneath|beneath|below)\b"), ("below", "above", "on", "carrying", "inside")),
    "above the ground": (
        re.compile(r"\b(?:above|off|from) the (?:ground|floor)\b"),
        ("position", "distance", "higher", "lower", "most", "least", "way", "where"),
    ),
    "above": (re.compile(r"(?<!from )(?<!up )\babove\b"), ("above", "below", "on", "most")),
    "between": (
        re.compile(r"(?<!in )\bbetween\b"),
        ("between", "distance", "which", "difference", "more", "way", "middle", "shorter_walk", "same", "common",
         "doors_to", "door_state", "which_more", "pick_room", "leads"),
    ),
}  # fmt: skip
"""Words for places, each with the functions that say it."""
OF_ME: dict[str, re.Pattern[str]] = {
    "near": re.compile(
        r"near|clos|next|beside|adjacent|\bby\b|around|\bat\b|against|along|with|touch|stand|sit|surround|corner|side|from"
        r"|together|edge|end\b|lean|where i am|attach|vicinity|meters?\b|feet\b|reach|immediate|direct|here"
    ),
    "reach": re.compile(
        r"reach|touch|grab|access|without|\bhand|\barm|\bi\b|within|from (?:here|where)|near me|close to me|grasp|hold"
    ),
}
"""Functions that only these words say of the asker."""
NO_NEXT_ROOM = re.compile(r"\bopposite\b|\bacross from\b|\bon (?:the|my) (?:way|route)\b|\bpass\b")
"""What `next_to_room` does not tell."""
STRANDED = re.compile(
    r"\b(?:that|which) (?:the|my|a) (?:\w+ ){1,3}?(?:is|are|stands?|sits?|lies?|rests?|hangs?) (?:\w+ing )?"
    r"(on|above|over|under|below)(?! (?:the|my|a|an|top|it|its)\b)"
)
"""Ends a relative clause with its preposition: the table "that the lamp stands on" carries the lamp."""
INVERTED = {"on": "carrying", "above": "below", "over": "below", "under": "above", "below": "above"}
_ASKED = r"(?:what|where|which|how (?:many|far|much|tall|wide|big|large)|who|whose)"
SECOND_QUESTION = re.compile(
    rf"\b(?:{_ASKED}|is there|are there|is the|are the)\b.*(?:\?|,? and|;) (?:also )?"
    rf"({_ASKED} (?!\W*$)\w+|(?:is|are) there\b|(?:is|are) (?:it|they) \w+)"
)
FARTHEST = re.compile(r"far|furth|distan|remote|\bend\b|away|opposite|last|across|other|back|long")
SUPERLATIVES = (
    "biggest", "largest", "smallest", "closest", "nearest", "farthest", "furthest", "tallest", "shortest", "longest",
    "widest", "highest", "lowest", "fastest", "rest", "most",
)  # fmt: skip
"""Those that are often misspelled, and words that look like one where they are."""
SUPERLATIVE = re.compile(r"\b([a-z]{2,}est)\b")
NO_SUPERLATIVE = frozenset((
    "chest", "guest", "rest", "west", "nest", "test", "request", "interest", "vest", "crest", "quest", "honest",
    "forest", "modest", "backrest", "armrest", "footrest", "headrest",
))  # fmt: skip
MEASURED = (
    "near", "clos", "far", "furth", "larg", "bigg", "small", "tall", "short", "long", "wid", "narrow", "high", "low",
    "great", "few", "deep", "broad", "smal", "rar", "common", "tini", "hug", "littl", "lat", "earli", "bulk", "quick",
    "fast", "soon",
)  # fmt: skip
"""Beginnings of the superlatives that the language has an order for."""
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
