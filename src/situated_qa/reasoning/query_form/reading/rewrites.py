"""Roundabout ways of asking, brought to the plain question they mean, before its frame is read."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.deeds import base_verb
from situated_qa.reasoning.query_form.reading.frame import ROOM
from situated_qa.reasoning.query_form.reading.roundabout import straight
from situated_qa.reasoning.query_form.reading.words import word_tables

_VALUES = "|".join(word for name in ("color", "shape") for word in word_tables()[name])
_M = r"(?:meters|metres|m)"
_FOUR_SIDES = r"(?:in )?front ,? ?(?:to (?:the|my) )?left ,? ?(?:to (?:the|my) )?right ,? ?(?:or|and) (?:behind|back)"
_NOON = r"with 12(?: o'clock)? (?:being )?straight ahead(?: of me)?"
_LYING = r"(?:standing|lying|sitting|resting|placed)"

# what somebody wants to do: a verb and what follows it, up to a place
_DO = (
    r"((?!(?:the|my|me|a|left|right|be|see|go|find|reach)\b)[a-z]+"
    r"(?: (?!in this|in the room|in here|here|near|next|closest|nearest|on my|to my|behind|in front)[a-z']+)*)"
)
_SPOT = r"(?:thing|place|spot|object|something|anything|somewhere|anywhere|piece of furniture|seat)s?"
_CAN = r"(?:can|could|should|would|may|might|do|must)"
_WISH = r"i (?:want|need|have|wish|would like|am (?:going|about|supposed)|plan|am trying) to"
_ROOM = r"( (?:in (?:this|the) room|here|in here))?"
_PEOPLE = r"(?:people|persons|guests|visitors|friends|of us|adults)"
_SIT = r"(?:can|could) (?:sit|be seated)(?: down)?(?: at once)?"
_FEELING = r"(?:tired|exhausted|hungry|thirsty|cold|hot|bored|dirty|sleepy|late|sick|dizzy|in a hurry)"

# (pattern, replacement), each tried once, in this order; texts are normalized, so commas are words.
_REWRITES = (
    # where the asker says once more that it is the asker's view
    (r"^(?:from where i am(?! [a-z]+(?:ing|ed)\b)|as i see it|looking (?:straight )?ahead(?: from here)?"
     r"|(?:as seen )?from here) ,? ?", ""),
    (r" ,? ?as seen from (?:me|here|where i am)\b", ""),
    (rf" ,? ?in (?:square |cubic )?{_M}$", ""),
    # which place is meant
    (r"^(?:please )?describe (?:this|the|my) (?:room|place|surroundings?)$", "what can you see"),
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
    (r"\b ?,? ?without (?:me )?(?:taking a (?:single )?step|(?:having to )?(?:move|moving|walk|walking|get up"
     r"|getting up|stand up|standing up|leave my (?:place|seat|spot)))(?: much)?$", " from where i am"),
    (rf"^how many (.+?) (?:does|do|has|have) ({ROOM})(?: have| contain| hold)?$", r"how many \1 are there in \2"),
    (r"\b(?:(?:a |the |any )?way out|(?:an?|the|any) exit)\b(?: (?:of|from) (?:here|the room|this room))?", "a door"),
    (r"^(?:somewhere|anywhere|something|anything|a place) to ", "is there something to "),
    # room for several
    (r"^(?:is|are) there (?:enough )?(?:seats?|seating|room|space|places|chairs)(?: here)? (?:to sit )?for (\w+)"
     rf"(?: {_PEOPLE})?(?: to (?:sit|be seated)(?: down)?)?( .*)?$", r"are there at least \1 things i can sit on\2"),
    (rf"^can (\w+) {_PEOPLE} (?:sit|be seated)(?: down)?( .*)?$", r"are there at least \1 things i can sit on\2"),
    (r"^(is|are|do|does|can|could|would|did) not (?=there\b|i\b|you\b|the\b|we\b)", r"\1 "),
    (r"^in (the .+?|here|this .+?) , (how many (?:more|fewer|less) .+)$", r"\2 in \1"),
    (r"^(what|which) is (the .+?|my .+?)'s (color|size|shape|material)$", r"what \3 is \2"),
    (r"\bequal in (color|size|shape|material)\b", r"of the same \1"),
    (r"^(?:on|to|at) (?:which|what) (?:side|hand)(?: of me)? (?:is|are) (.+?) ,? ?((?:left or right|right or left))$",
     r"is \1 on the \2"),
    (rf"^(?:what|which)(?: {_SPOT})? (?:is|are) (the (?:(?!can\b|could\b).)+?) on$", r"what thing that supports \1"),
    (r"^(?:what|which things?|which objects?) (?:does|do) (.+?) (?:contain|hold|have in it|have inside)$",
     r"what is in \1"),
    (r"^((?:list|name|show)(?: me)?) everything (?:that is |there is )?", r"\1 all things "),
    (r"\bwhere (can|could|do|would) i get (?:a |some |something to )?(drink|water)$", r"where \1 i drink"),
    (r"\bwhere (can|could|do|would) i get (?:a |some |something to )?(snack|food|eat)$", r"where \1 i find snack"),
    (rf"^how many {_PEOPLE} (?:can|could) (?:sleep|lie down|spend the night)( .*)?$",
     r"how many things can i sleep on\1"),
    # what something is for
    (rf"^i am (?:so |very |really |a bit |quite )?{_FEELING} ,? ?(?:and |so )?(?=\w+ \w+ \w+)", ""),
    (rf"^{_WISH} {_DO} ,? ?(?:so )?(?:what|which)(?: {_SPOT})?{_ROOM} {_CAN} i (?:use|take)(?: for (?:this|that|it))?$",
     r"what can i use to \1\2"),
    (rf"^{_WISH} {_DO} ,? ?(?:so )?where {_CAN} i (?:do (?:this|that|it|so)|go)$", r"where can i \1"),
    (rf"^(?:what|which)(?: {_SPOT})?{_ROOM} {_CAN} (?:i|we|you|one) use (?:to|for) {_DO}$", r"what can i use to \2\1"),
    (rf"^{_WISH} {_DO} ,? ?(?:so )?(?:what|which)(?: {_SPOT})? {_CAN} i (?:use|take)(?: for (?:this|that|it))?{_ROOM}$",
     r"what can i use to \1\2"),
    (rf"^(?:what|which)(?: {_SPOT})?{_ROOM} (?:lets|allows|helps|would let|could help) me (?:to )?{_DO}$",
     r"what can i use to \2\1"),
    (rf"\b({_SPOT}){_ROOM} (?:for (?:me|us) )?to {_DO}", r"\1 i can \3\2"),
    (rf"^where is the (closest|nearest) {_SPOT} i can ", r"what is the \1 thing i can "),
    (r"^(?:anything|something) (?:here )?(?=i can )", "is there anything "),
    # how many may sit
    (rf"^how many {_PEOPLE} {_SIT} (.+?) if each (?:\w+ )?(?:takes|sits on|gets|uses|has) (.+?)(?: and nobody .*)?$",
     r"how many \2 are there \1"),
    (rf"^with (?:one|a single) (?:person|guest) (?:on|for|per|in) (?:each|every) (.+) , how many {_PEOPLE} {_SIT}(.*)$",
     r"how many \1 are there\2"),
    (rf"^how many {_PEOPLE} {_SIT}( .*)?$", r"how many things can i sit on\1"),
    (rf"^(.+?) (is|are) {_LYING}? ?(?:on|on top of|atop|upon) (?:what|which)(?: thing| object)?$",
     r"what thing that supports \1"),
    (r"^(.+?) (is|are) (?:located |placed |found )?where(?: (?:from|to) (?:me|here|where i am).*)?$", r"where \2 \1"),
    (r"\b(on|to|at) (my|the) far (left|right)\b", r"far \1 \2 \3"),
    (r"^what (?:is|are) (.+?) (?:on top of|standing on top of|atop)$", r"what thing that supports \1"),
    (r"^(?:what is )?the (?:direction|location) of ", "where is "),
    (r"^(?:is|are) (anything|something) ", r"is there \1 "),
    (r"^(?:which|what)(?: is)?(?: the)? ?(?:(?:first|closest|nearest) )?(?:thing|object|item|furniture)?"
     r"(?: that| which)?(?: would| will| could)? i (?:would |will )?(?:run|bump|walk|crash) into(?: first)?\b",
     "what is the closest thing"),
    (r"^what (?:would|will|could) i (?:run|bump|walk|crash) into(?: first)?\b", "what is the closest thing"),
    (r"\b(?:a lot|lots|plenty|any more|some more) (?:of )?(?=[a-z])", "any "),
    (rf"\b({_VALUES}) (?:in (?:color|shape)|colored|shaped|shape(?= or))\b", r"\1"),
    (rf"(?<= or) ({_VALUES}) shape$", r" \1"),
    (r"\b(large|big|small|tall|short|long|wide|[a-z]+er) in (?:height|length|width|size|area)\b", r"\1"),
    (rf"\b(that|which) (is|are) ({_VALUES}) shape\b", r"\1 \2 \3"),
    (r"^(which|what) ((?:[a-z]+ )?[a-z]+) (is|are) ([a-z]+er(?: to me)?) ,? ?(?:the ones? (.+?)|(.+?))"
     r" or (?:the )?ones? (.+)$",
     r"which \2 \3 \4 , the \2 \5\6 or the \2 \7"),
    (r"^(?:which|what)(?: one)? (is|are) ([a-z]+er(?: to me)?) ,? ?the ([a-z]+)( .+?) or the one (.+)$",
     r"which \1 \2 , the \3\4 or the \3 \5"),
    # "the same shape as the one behind me": a thing of the same name
    (r"\bthe (?P<n>[a-z]+(?: [a-z]+){0,2}?)(?= (?:on|in|to|at|by|behind|near|next|that|i|have|has|the same|under|above"
     r"|beside|directly|ahead|closest|nearest|farthest)\b)(?P<m>.*?) (?P<j>as|than|and|or) the (?:ones?|that)"
     r" (?=(?:on|in|to|at|by|behind|near|next|i)\b)",
     r"the \g<n>\g<m> \g<j> the \g<n> "),
    (r"\b((?:has|have|contains?) [a-z ]+?) (?:in|on|inside) (?:them|it)\b", r"\1"),
    (r" ,? ?or not$", ""),
    (r"\bcloser (?=(?:to|on) my (?:left|right)(?: \w+)? or )", ""),
    (r"^(where (?:is|are) .+?) coming from\b", r"\1"),
    (r"\b(?:dominant|main|primary|overall|exact|general|actual) (?=(?:color|shape|material|size)\b)", ""),
    (r"^how many ([a-z ]+?) (?:does|do) (the .+?|my .+?|this .+?) have( (?:in front|behind|on my|to my|at my) .*)?$",
     r"how many \1 are on \2\3"),
    (r"(?<=[a-z]) ,? ?without (?:turning|moving|changing)(?: (?:my|the) (?:head|body|eyes|neck)(?: direction)?)?$", ""),
    (r"\bused for ([a-z]+ing)\b", lambda m: f"used to {base_verb(m[1])}"),
    # several at once
    (r"^(?:do|are) all (?:of )?(?:the )?(.+?) (?:have|of|in) (?:one|the same|a single) (color|shape|size|material)$",
     r"are all the \1 of the same \2"),
    (r"^(?:what|which) (?:thing|object|item|piece of furniture)(.*?) (?:takes up|occupies|fills|needs) (?:the )?most"
     r" (?:space|room)$", r"what is the largest thing\1"),
    (r"^(?:which|what)( one)? is (?:the )?higher from (?:bottom|top) to (?:top|bottom)\b", r"which\1 is taller"),
    # the home as the one who has
    (r"^does this (?:home|house|apartment|flat|place) have ", "is there "),
    (r" anywhere(?: in (?:this|the|my) (?:home|house|apartment|flat|place))?$", ""),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _REWRITES)


_TRUE_OR_FALSE = re.compile(r"(?: ,)*(?: (?:is (?:this|that|it) )?(?:true or false|false or true|right or wrong))$")
_ASKS = re.compile(r"\b(?:what|which|where|who|how|whose|why|when|if|do|does|did|should|would)\b")
_STATED = (
    (re.compile(r"^there (is|are) "), r"\1 there "),
    (re.compile(r"^i (?:can |could )?(?:clearly |currently )?see "), "can i see "),
    (re.compile(r"^i (can|could|am|will|would) "), r"\1 i "),
    (re.compile(r"^i have "), "do i have "),
    (re.compile(r"^((?:the|my|this|that|these|those|all) (?:(?!is\b|are\b|has\b|have\b)\S+ )+)(is|are) "), r"\2 \1"),
)


def as_question(text: str) -> tuple[str, bool]:
    """A normalised statement as the question whether it holds, and whether "true or false" was asked of it.

    "I can reach the bag; true or false?" is "can i reach the bag", True. A question stays as it is.
    """
    told = _TRUE_OR_FALSE.search(text)
    claim = text[: told.start()] if told else text
    if not _ASKS.search(claim) and (told or not re.search(r"\bor\b", claim)):
        for pattern, replacement in _STATED:
            if pattern.match(claim):
                return pattern.sub(replacement, claim, count=1), told is not None
    return claim, told is not None


_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth")
_NTH = re.compile(
    rf"\b({'|'.join(_NUMBERS)}) ((?!from\b)[a-z]+(?: (?!from\b)[a-z]+)?)"
    r"(?: (?:counting|counted|if i count))? from (?:the |my )?(left|right)\b"
)
_IS_NTH = re.compile(
    rf"^(what|which) ([a-z ]+?) is (?:the )?({'|'.join(_NUMBERS)})(?: one)?"
    r" (?:counting |counted )?from (?:the |my )?(left|right)$"
)
_NTH_MOST = re.compile(rf"\b({'|'.join(_NUMBERS[1:])})[ -](closest|nearest|farthest|furthest|largest|biggest|smallest"
                       r"|highest|tallest|lowest)\b")  # fmt: skip
_NTH_BESIDE = re.compile(
    rf"\b({'|'.join(_NUMBERS[1:])}) ((?!from\b)[a-z]+(?: (?!(?:from|to|on|at|is)\b)[a-z]+)?)"
    r" (?:that is |which is )?(?:(?:on|to|at) ((?:the |my )?(?:left|right))\b|(?=behind\b|in front of\b))"
)
"""An ordinal of things on a side: they are counted from who or what has the side."""
_OUTERMOST = re.compile(r"\b(left|right)most\b")
_ORDERS = {"nearest": "closest", "furthest": "farthest", "biggest": "largest", "tallest": "highest"}


def plain(text: str) -> str:
    """The plain question that a normalized one means; itself where it is plain already.

    Ordinals become one word before their noun: "the second chair from the left" is "the nth2 left chair".
    """
    text = straight(text)
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text, count=1) if replacement else pattern.sub("", text)
    text = _IS_NTH.sub(lambda m: f"{m[1]} nth{_NUMBERS.index(m[3]) + 1} {m[4]} {m[2]}", text)
    text = _NTH.sub(lambda m: f"nth{_NUMBERS.index(m[1]) + 1} {m[3]} {m[2]}", text)
    text = _NTH_MOST.sub(lambda m: f"nth{_NUMBERS.index(m[1]) + 1} {_ORDERS.get(m[2], m[2])}", text)
    text = _NTH_BESIDE.sub(
        lambda m: f"nth{_NUMBERS.index(m[1]) + 1} closest {m[2]} {f'on {m[3]}' if m[3] else ''}", text
    )
    text = _OUTERMOST.sub(r"nth1 \1", text)
    return re.sub(r"\s+", " ", text).strip(" ,")
