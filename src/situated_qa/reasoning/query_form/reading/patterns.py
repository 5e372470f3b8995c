"""The fixed phrases of place, order and looks: "on my left-hand side" becomes one token, "left" of the asker."""

from __future__ import annotations

import re
from typing import Literal

TokenKind = Literal["noun", "me", "rel", "most", "nth", "has", "is", "or", "and", "stop"]

_HOUR = r"(?:1[0-2]|[1-9]) o'clock"
_SIDE = r"(?:[ -]?hand)?(?: ?side)?(?: direction)?"
_TO = r"(?:(?:on|to|at|in|from|by|towards?|over) )"
_LR = r"(left|right)"
_FB = r"(front|back|rear)"
_NO_OBJECT = (
    r"(?! of (?!me\b))"  # "to the left of the sofa" needs a noun; "to the left" and "left of me" mean the asker
)

_COLOR = r"red|green|blue|yellow|orange|purple|pink|brown|gray|grey|beige|wood"
OF_PARTS = r"two|three|four|five|six|\d+|metal|wooden|long|short"
PARTS = (
    r"legs?|wheels?|blades?|freezer|faucet|arm ?rests?|back ?rest|handles?|knobs?|buttons?|lid|strings?|straps?"
    r"|corners|hinges?|casters|castors|pedals?"
)

# Order matters: the first pattern that fits takes the words. {0}, {1} are the groups.
_PHRASES: tuple[tuple[str, TokenKind, str], ...] = (
    (r"\b(?:on|at|along) (?:either|both|each|all|any) sides? of (?:the|this) room\b", "stop", ""),
    (r"\b(?:in|inside|within|around|of) (?:the|this|my|our) (?:room|house|apartment|home|place|scene|flat|area)\b",
     "stop", ""),
    (r"\b(?:turn|switch)(?:ed|ing)? (?:on|off)\b|\bat all\b", "stop", "?"),
    (r"\bin here\b", "stop", ""),
    (r"\b(?:in|from) the direction (?:that |which )?i am (?:currently )?(?:facing|looking)(?: at| in| to)?\b",
     "me", "front"),
    # "at 3 o'clock the sink", "on the left the box": of it, though it is not said
    (rf"\b(?:on|at) (?:the )?({_HOUR}) (?=(?:the )?the q\d)", "rel", "{0}"),
    (r"\b(?:on|at|to) the (left|right)(?: side)? (?=the the q\d)", "rel", "{0}"),
    # "the door of the fridge" is on it
    (r"(?<=\dq) of (?=(?:the|my|this|that) the q\d)", "rel", "on"),
    # where the asker turns, or stands at a thing
    (rf"\b(?:(?:if|when|by|after) )?(?:i )?(?:turn|look|walk|go|move|head)(?:ed|ing)? (?:my (?:head|body) )?"
     rf"(?:to |towards? )(?:the |my )?({_HOUR})(?: direction| position)?\b", "me", "{0}"),
    (r"\b(?:that |which )?i am (?:currently )?(?:standing |sitting )?(?:directly |right )?(?:in front of|behind)\b"
     r"(?= *(?:$|,|or|and|is|are|has|have|made|the same|close|open))", "me", "front"),
    (r"\b(?:that |which )?i am (?:currently )?(?:standing |sitting )?(?:directly |right )?(?:next to|near|beside|by)\b"
     r"(?= *(?:$|,|or|and|is|are|has|have|made|the same|close|open))", "me", "near"),
    # two words for one corner
    (rf"\b(?:{_TO})?(?:my|the)? ?{_FB}[ -]{_LR}{_SIDE}(?: of me)?{_NO_OBJECT}\b", "me", "{0} {1}"),
    (rf"\b(?:{_TO})?(?:my|the)? ?{_LR}[ -]{_FB}{_SIDE}(?: of me)?{_NO_OBJECT}\b", "me", "{1} {0}"),
    # the clock
    (rf"\b(?:{_TO})?(?:my |the )?({_HOUR})(?: direction| position)?{_NO_OBJECT}(?: of me)?", "me", "{0}"),
    (rf"\b(?:{_TO})?(?:the )?({_HOUR})(?: direction| position)? of\b", "rel", "{0}"),
    # left and right
    (rf"\b(?:{_TO})?my (?:immediate|direct) {_LR}{_SIDE}\b", "me", "{0}!"),
    (rf"\b(?:{_TO})?my (?:immediate|direct) {_FB}{_SIDE}\b", "me", "{0}!"),
    (rf"\b(?:directly|immediately|right) {_TO}my {_LR}{_SIDE}\b", "me", "{0}!"),
    (rf"\b(?:{_TO})?my (?:far )?{_LR}{_SIDE}\b", "me", "{0}"),
    (rf"\b(?:{_TO}(?:the )?)?{_LR}{_SIDE} of me\b", "me", "{0}"),
    (rf"\b{_TO}(?:the )?(?:immediate )?{_LR}{_SIDE} of\b", "rel", "{0}"),
    (rf"\b{_LR}{_SIDE} of\b", "rel", "{0}"),
    (rf"\b{_TO}(?:the )?(?:far )?{_LR}{_SIDE}(?! (?:one|or))\b", "me", "{0}"),
    # front and back
    (r"\b(?:directly|immediately|straight|right) (?:in front of me|ahead(?: of me)?|in my front)\b", "me", "front!"),
    (r"\b(?:directly|immediately|straight|right) behind(?: me)?(?! (?:the|a|an|my|me|that|this)\b)", "me", "back!"),
    (r"\b(?:in front of|across from|opposite|before) me\b", "me", "front"),
    (r"\b(?:in|at|to|on) the front of me\b", "me", "front"),
    (r"\b(?:ahead of me|ahead|in my front|to my front|on my front|in my (?:line of sight|direction))\b", "me", "front"),
    (r"\bin front\b(?! of)", "me", "front"),
    (r"\b(?:that |which )?(?:i am|am i) (?:currently |directly )?(?:facing|looking at|staring at)\b", "me", "front"),
    (r"\b(?:behind me|in back of me|(?:at|to|on|in|behind) my (?:back|behind|rear)|to the back of me)\b", "me", "back"),
    (r"\b(?:if|when) i (?:turn|look)(?:ed)? (?:my head )?(?:around|back(?:wards?)?|behind)\b"
     r"|\bturn(?:ed|ing)? around\b", "me", "back"),
    (r"\b(?:if|when) i (?:turn|look|walk|go|went|move|step|head)(?:p?ed)? (?:my head )?(?:to )?(?:the |my )?"
     r"(left|right)\b", "me", "{0}"),
    (r"\b(?:walk|move|step|go|back|went)(?:ed|ping|ing|ped|d)? (?:straight )?backwards?\b", "me", "back"),
    (r"\b(?:walk|move|step|go|went)(?:ed|ped|d)? (?:straight )?forwards?\b", "me", "front"),
    (r"\bbehind\b(?= *(?:$|,|and|or|on|to|is|are|that|which))", "me", "back"),
    (r"\b(?:directly |right )?in (?:front|back) of\b", "rel", "front"),
    (r"\b(?:directly |right )?behind\b", "rel", "back"),
    # the thing the asker is on, in or at
    (r"\b(?:that |which |where )?i am (?:currently )?(?:sitting|standing|lying|laying|seated|working|leaning)?"
     r" ?(?:on|in|at|against|using)\b(?= *(?:$|,|or|and|has|have|made|the same|similar|close|is|are|to my|on my"
     r"|in front|behind|the q))", "most", "closest"),
    (r"\bwhere i am (?:sitting|lying|laying|seated)\b", "most", "closest"),
    (r"\bam i (?:currently )?(?:(?:sitting|standing|lying|laying|seated|leaning) (?:on|in|at|against)|using)\b",
     "most", "closest"),
    # near
    (r"\bwithin (?:my |arm's |arms |easy )?reach(?: of me)?\b", "me", "within reach"),
    (r"\b(?:closest|nearest) to me\b|\bclosest to my (?:position|location)\b", "most", "closest"),
    (r"\b(?:closest to|nearest to|nearest) (?=the (?!q\d)|my\b|a\b|(?<=to )the\b)", "rel", "near!"),
    (r"\b(?:farthest|furthest)(?: away)? from me\b", "most", "farthest"),
    (r"\b(?:right |directly )?(?:next to|near to|near|beside|besides|close to|by|surrounding|alongside) me\b",
     "me", "near"),
    (r"\b(?:all )?around me\b", "stop", ""),  # everywhere
    (r"\bat my feet\b", "me", "near"),
    (r"\b(?:above|over) (?:me|my head)\b", "me", "above"),
    (r"\b(?:below|under|beneath|underneath) me\b", "me", "below"),
    (r"\b(?:right |directly )?(?:next to|near to|near|nearby|beside|besides|close to|adjacent to|surrounding|alongside"
     r"|in the vicinity of|against|along|around|by the side of)\b(?= [a-z])", "rel", "near"),
    (r"\b(?:on (?:either|both|each|all|any) sides? of|(?:at|by|along) the (?:foot|sides?|head|edge|end|base) of)\b",
     "rel", "near"),
    (r"\bby\b(?= (?:the|a|my|that|this)\b)|\bat\b(?= (?:the|a|that|this|my)\b)", "rel", "near"),
    # over and under
    (r"\b(?:on top of|on the top of|atop|on top|hanging on|hanging from|mounted on|resting on|lying on|placed on|onto"
     r"|sitting on|standing on|hung on|attached to|upon|on)\b(?= [a-z])", "rel", "on"),
    (r"\b(?:covering|decorating|draped over|spread over|blocking)\b(?= (?:the|a|an|my|this|that|these|those)\b)",
     "rel", "on"),
    (r"\b(?:right |directly )?(?:above|over)\b", "rel", "above"),
    (r"\b(?:right |directly )?(?:below|underneath|under|beneath)\b", "rel", "below"),
    (r"\bbetween me and\b|\b(?:on the|in the) way (?:from me )?to\b(?= the)", "rel", "between me"),
    (r"\bbetween\b|\bin the middle of\b", "rel", "between"),
    (r"\b(?:inside of|inside|within|in)\b(?= (?:the|a|an|my|this|that|it)\b)", "rel", "in"),
    # "dark brown", "light blue": one color
    (rf"\b(light|dark|pale|bright|deep) ({_COLOR})\b", "has", "color={0} {1}"),
    # "the closed door": a state before its noun
    (r"(?:^|(?<=the )|(?<=an )|(?<=any ))(open|closed|shut|empty|full|messy|dirty|clean)\b(?= the q\d)",
     "has", "state={0}"),
    (r"\b(?:(?:that|which) )?(?:is|are) (open|closed|shut|empty|full|messy|dirty|clean|tidy|neat)"
     r"(?= *(?:$|,|on my|to my|behind|in front|in the|at my))", "has", "state={0}"),
    # ordinals
    (r"\bnth(\d) (left|right|closest|farthest|largest|smallest|highest|lowest)\b", "nth", "{0} {1}"),
    # superlatives
    (r"\b(?:closest|nearest|first)\b", "most", "closest"),
    (r"\bfar (?:away )?(?=behind|in front|to the|to my|on the|on my|the q\d+q)", "most", "farthest"),
    (rf"\b(?:(?:that|which|and) )?(?:has|have|with) (?:an? |the )?((?:(?:{OF_PARTS}) )?(?:{PARTS}))\b"
     r"(?: on (?:it|them))?",
     "has", "part={0}"),
    (r"\b(?:(?:that|which|and) )?(?:(?:has|have|with) )?an? (flat|smooth|rough|hard|soft|large|big|small) surface"
     r"(?: area)?\b", "has", "surface={0}"),
    (r"\b(?:that|which|who|and) (?:has|have|contains?|holds?|carr(?:y|ies)|supports?)\b(?= )|\bholding\b"
     r"|\bwith\b(?= (?:a|an|the) )", "rel", "supporting"),
    (r"\b(?:that|which) (?:is|are) facing\b|\bfacing\b(?= the)", "rel", "facing"),
    (r"\b(?:farthest|furthest|most distant)\b|\blast (?=(?:object|thing|item)\b)", "most", "farthest"),
    (r"\b(?:largest|biggest|longest|widest)\b", "most", "largest"),
    (r"\b(?:smallest|shortest|tiniest)\b", "most", "smallest"),
    (r"\b(?:highest|tallest|uppermost)\b", "most", "highest"),
    (r"\blowest\b", "most", "lowest"),
)  # fmt: skip
PATTERNS = tuple((re.compile(pattern), kind, value) for pattern, kind, value in _PHRASES)
"""The phrases, compiled, in the order in which they are tried."""
