"""Rarer phrases for the plain question, beside `synonyms`: fragments after a topic, two clauses, roundabout verbs.

"the sofa , which room"                     "which room is the sofa in"
"to fry an egg , which thing should i use"  "what can i use to fry an egg"
"""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.frame import ROOM
from situated_qa.reasoning.query_form.reading.words import word_tables

_THE = r"(?:the|my|this|that)"
_WHAT = r"(?:what|which)(?: thing| object| item| one)?"
_SIDE = (
    r"(?:(?:to|on|at|in) )?(?:the |my )?(?:left|right|front|back|behind|ahead)(?:[ -]hand)?(?: side)?(?: of me"
    r"| me)?"
)
_LEFT_RIGHT = r"(?:on )?(?:the )?(left or right|right or left|left or (?:on )?(?:the )?right)"
_SHAPES = "|".join(word_tables()["shape"])
_EITHER_SHAPE = rf"(?:{_SHAPES}) or (?:{_SHAPES})"
_HERE = r"( in (?:this|the) room| here)?"
_COLORS = "|".join(word_tables()["color"])
_KINDS = (
    r"(?:kitchen|bathroom|bedroom|living room|dining room|guest room|laundry room|study|studio|corridor|hall"
    r"|hallway|nursery"
    r"|office|pantry|garage)"
)
_SEAT = r"(?:arm ?|office )?(?:chair|stool)s?"

# (pattern, replacement), each tried once, in this order
_WORDS: tuple[tuple[str, str], ...] = (
    (r"^who is (?=[a-z]+er\b)", "which is "),
    (rf"\b(in|of|from|to|between|into|and) (?={_KINDS}\b(?! (?:cabinet|sink|table|window|chair"
     rf"|door)s?\b))", r"\1 the "),
    (r"\bthe the\b", "the"),
    (r"^in meters ,? ?", ""),
    (r"^among (?:all )?(?:the )?rooms ,? (?:which|what)(?: one)? is (?:the )?", "which room is the "),
    (r"^without (?:turning|moving)(?: around| my head)? , ?", ""),
    (r"^if i (?:look|am looking|face) (?:straight )?ahead , ?", ""),
    (r"^(?:viewed|seen|looking) from (?:where i (?:stand|sit|am)|here|my (?:place|position|seat)) ,? ?", ""),
    (r"\bless far(?: away)? from\b", "closer to"),
    (r"^(which|what) of the two is\b", r"\1 is"),
    (r"\b(thing|object|item) (closest|nearest) to me\b", r"\2 \1"),
    (r"^(?:tell me|name|show me|give me) the ((?:[a-z]+ )?(?:object|thing|item)\b)", r"what is the \1"),
    (r"^(?:tell me|name|show me|list|give me) (?:everything|all things|all) (?:that |which )?(?:is|are|lies?"
     r"|stands?) (?=on\b|in\b)",
     "what is "),
    # a fragment after its topic
    (rf"^({_THE} (?:(?! , ).)+) , (?:in )?(?:which|what) room$", r"which room is \1 in"),
    (rf"^({_THE} (?:(?! , ).)+) , how (?:many meters|far)(?: away)?(?: is it| from (?:me|here))?$", r"how far is \1"),
    (rf"^({_THE} (?:(?! , ).)+ and {_THE} (?:(?! , ).)+) , (?:the )?same (color|shape|size"
     rf"|material)(?: or not)?$", r"are \1 of the same \2"),
    (rf"^({_THE} (?:(?! , ).)+ and {_THE} (?:(?! , ).)+) , (?:in )?(?:the )?same room(?: or"
     rf" not)?$", r"are \1 in the same room"),
    (rf"^({_KINDS}|the {_KINDS}) , (how many [a-z ]+)$", r"\2 are there in \1"),
    # rooms
    (r"\bcan (?:i|we|you) not (?:find|see) (?:a|an|any)\b", "is there no"),
    (r"^(?:what|which) are (?:the|all)(?: the)? rooms with (?=a\b|an\b|some\b)", "which rooms have "),
    (r"^(?:what|which) are (?:the|all)(?: the)? rooms (?=without\b)", "which rooms are "),
    (r"^(?:what|which) are (?:the|all)(?: the)? rooms (?:that|which|where) ", "which rooms "),
    (r"^which rooms that (?=ha|do|are|lack|contain)", "which rooms "),
    (r"^(which|what) room (?:was|were|has|have) (.+?) (?:been )?(?:put|placed|stored|left|kept)(?: in"
     r"| into)?$", r"\1 room is \2 in"),
    (r"^(?:in )?(what|which) room (?:do|must|should|can|would) i (?:have to |need to )?(?:look"
     r"|search) for (.+)$", r"\1 room is \2 in"),
    (rf"^({ROOM}) (?:has|have) (?:open )?doors? (?:in)?to (?:which|what) (?:other"
     rf" )?rooms$", r"which rooms are accessible from \1"),
    (rf"^(?:if|when) i am in ({ROOM}) ,? ?((?:which|what) rooms .+|where .+)$", r"\2 from \1"),
    (r"\b(can|could) (?:somebody|someone|people|anybody|a person) (?!(?:who|sitting|on|in)\b)", r"\1 i "),
    (rf"^(?:have|do) ({ROOM}) and ({ROOM}) both (?:got|have|contain) ", r"do both \1 and \2 have "),
    (rf"\bin ({ROOM}) and (?:in )?({ROOM}) both\b", r"both in \1 and in \2"),
    (rf"^(?:what|which) ({_COLORS}) (?:things|objects) (?:does|do) ({ROOM}) have$", r"what \1 things are in \2"),
    (rf"\b(?:have|has) the color ({_COLORS})\b", r"are \1"),
    # ways and turns
    (r"^(?:which|what) (?:turn|rotation|way) (?:makes?|lets?|brings?|gets?|would make"
     r"|would let) (?:me )?(?:to )?(?:face|see|look at) (.+?) ,.*$",
     r"which way is \1"),
    (rf"^(?:should|do|must|would) i (?:have to )?(?:look|turn|face) {_SIDE}(?:(?: ,| or)+ {_SIDE})+ to (?:see"
     rf"|face|find|look at) (.+)$",
     r"in which direction is \1"),
    (rf"^(?:in )?(?:which|what) (?:one )?of (?:these|the following|the four) directions is (.+?)(?: ,)?(?:"
     rf" {_SIDE}){{3,}}$", r"in which direction is \1"),
    (rf"^what is the direction of (.+?) ,(?: {_SIDE} ,?)+(?: or)? {_SIDE}$", r"in which direction is \1"),
    (r"^were i to turn\b", "if i turn"),
    (r"^i turn ((?:to )?(?:the |my )?(?:left|right)|around) ,? ?(?=is\b|are\b|do\b|will\b"
     r"|would\b)", r"if i turn \1 , "),
    (r"^(if i turn .*?) now (?=in\b|on\b|behind\b)", r"\1 "),
    (rf"^({_THE} .+?) is on (?:which|what) side of (.+?)(?: for me)? ,? ?{_LEFT_RIGHT}$", r"is \1 left or right of \2"),
    (rf"^(?:on |to )?(?:which|what) side of (?!me\b)(.+?) (?:do i see|do i find|is|are"
     rf"|stands) (.+?)(?: for me)? ,? ?{_LEFT_RIGHT}$",
     r"is \2 left or right of \1"),
    (rf"^(?:on |to )?(?:which|what) side(?: of me)? (?:is|are) (.+?) ,?"
     rf" ?{_LEFT_RIGHT}$", r"is \1 on the left or right"),
    (rf"^(?:is it )?{_LEFT_RIGHT} , (?:where is|what is|which side is|is) (.+)$", r"is \2 on the left or right"),
    (r"^am i facing (.+?) or is it behind me\b.*$", r"is \1 in front of me or behind me"),
    (r"^(?:at |on )?(?:what|which) (?:hour|number) (?:on|of) the clock (?:would i find|do i find|do i have"
     r"|is) (.+?)(?: , .*)?$", r"what o'clock is \1"),
    (r" ,? ?(?:12|twelve)(?: o'clock)? being (?:straight )?(?:ahead|in front)(?: of me)?$", ""),
    (r"\b(?:till|until) i (?:am|get|arrive|stand|have reached)(?: (?:at|in|to|by))? ", "to "),
    (r"^.* , or (?=can i (?:reach|touch|grab)\b)", ""),
    # sight
    (r"^from here , ?(?=do i have\b)", ""),
    (r" (?:when|if|while) i (?:look|am looking) (?:straight )?ahead$", ""),
    (r"^do any rooms(?: (?:of|in) (?:this|the) [a-z]+)? have ", "is there "),
    (r"^(?:do|would) i have (.+?) in (?:view|sight)$", r"can i see \1"),
    (r"^(is|are) (.+? in (?:view|sight)) for me$", r"\1 \2"),
    (r"^(?:is|are) (.+?) in (?:view|sight) (?:for|of|to) (?:someone|somebody|a person"
     r"|anyone) (?:who is )?(sitting|standing) (.+?) (?:who|and|while) look(?:s|ing) (at .+)$",
     r"if i sit \3 and look \4 , can i see \1"),
    (r"^(?:can|could|would|do) (?:you|i|one|somebody) see (.+?) (?:when |if |while )?(?:sitting"
     r"|sat) (on .+?) (?:and|while) looking (at .+)$",
     r"if i sit \2 and look \3 , can i see \1"),
    (r"^does (the .+?) as well as (the .+?) have ", r"do both \1 and \2 have "),
    # things
    (rf"^{_WHAT} is (?:carrying|supporting|holding up) (.+)$", r"what is \1 standing on"),
    (r"^what (?:kind of )?stuff is ", "what is "),
    (rf"^(?:what|which) (?:shape|form) does (.+?) have ,? ?({_EITHER_SHAPE})$", r"is \1 \2"),
    (rf"^({_EITHER_SHAPE}) , what(?: shape)? is (.+)$", r"is \2 \1"),
    (r"^what is the (?:shape|form) of (.+?) have ,", r"what is the shape of \1 ,"),
    (r"^(?:does|do) (.+?) match (.+?) in (color|shape|size|material)$", r"are \1 and \2 of the same \3"),
    (r"^is there (?:only )?(?:one|a single) (color|shape|size) among (?:all )?(?:the"
     r" )?(.+)$", r"are all the \2 of the same \1"),
    (r"^what (?:takes up|occupies|fills) the most (?:space|room)( .*)?$", r"what is the largest thing\1"),
    (r"^(which|what)(?: one)? reaches higher(?: from bottom to top)?", r"\1 is taller"),
    (rf"^the ([a-z]+er)(?: one)? of ({_THE} .+?) and ({_THE} .+?) is (?:which|what)(?:"
     rf" one)?$", r"which is \1 , \2 or \3"),
    # numbers
    (r"^what distance is there\b", "what is the distance"),
    (r"^how many meters (?:apart|away from each other|from each other) are (.+?) and"
     r" (.+)$", r"what is the distance between \1 and \2"),
    (r"^how much (?:bigger|larger|higher|greater) is the number of (.+?) than (?:the number of "
     r"|that of )(.+?)( in .+)?$",
     r"how many more \1 than \2 are there\3"),
    (rf"^the ([a-z ]+?) in ({ROOM}) are how many more than the"
     rf" ([a-z ]+)$", r"how many more \1 than \3 are there in \2"),
    (r"^how many more ([a-z ]+?) are there (?:compared (?:to|with)|than) ([a-z ]+?)( in"
     r" .+)?$", r"how many more \1 than \2 are there\3"),
    (r"^how many (?:things|objects) are ([a-z]+s|[a-z]+ [a-z]+s) or ([a-z ]+?)( in"
     r" .+)$", r"how many \1 and \2 are there\3"),
    (rf"^if (?:every|each) [a-z]+ (?:gets|takes|has|uses) ((?:(?:an? )?{_SEAT}(?: , | or | and | , or "
     rf"| , and ))+(?:an? )?{_SEAT}) , (how many .+)$",
     r"\2 , counting \1"),
    # deeds
    (rf"^to (.+?) , (?:what|which)(?: thing| object)?{_HERE} (?:should|can|could|do|must) i (?:use"
     rf"|take)$", r"what can i use to \1\2"),
    (rf"^(?:what|which) (?:thing|object){_HERE} (?:can|could) be used (?:to|for) (.+)$", r"what can i use to \2\1"),
    (rf"^i (?:would like|want|need|have) to (.+?) ,? ?is there (?:a thing|something"
     rf"|anything){_HERE} for (?:that|this|it)(?: ,)?(?: and)? (?:which|what)(?: one)?$",
     r"what can i use to \1\2"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _WORDS)


def rarer_words(text: str) -> str:
    """A normalised text in the words that the readers know."""
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text, count=1)
    return re.sub(r"\s+", " ", text).strip(" ,")
