"""Other words for what the plain question says: "exists a", "what supports it", "in my field of view", "xyz of".

Texts are normalized (see `words.normalise`). The plain words are those that `rewrites`, the frames and `room_reading`
know.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from situated_qa.reasoning.query_form.reading.deeds import base_verb
from situated_qa.reasoning.query_form.reading.frame import ROOM
from situated_qa.reasoning.query_form.reading.words import word_tables

MORE = {
    "near": "nearer", "close": "closer", "far": "farther", "big": "bigger", "large": "larger", "tall": "taller",
    "high": "higher", "small": "smaller", "long": "longer", "wide": "wider", "low": "lower", "short": "shorter",
    "quick": "quicker", "fast": "faster", "little": "smaller",
}  # fmt: skip
"""Comparatives: for "more near"."""
MOST = {
    "near": "nearest", "close": "closest", "far": "farthest", "big": "biggest", "large": "largest", "tall": "tallest",
    "high": "highest", "small": "smallest", "long": "longest", "wide": "widest", "low": "lowest", "short": "shortest",
}  # fmt: skip
"""Superlatives: for "most near"."""

_THE = r"(?:the|my|this|that|a|an)"
_WHAT = r"(?:what|which)(?: thing| object| item| piece of furniture)?"
_NAMED = "color|shape|material|size|height|length|width"
_SIDE = (
    r"(?:(?:to|on|at|in) )?(?:the |my )?(?:left|right|front|back|behind|ahead)(?:[ -]hand)?(?: side)?(?: of me| me)?"
)
_SHAPES = "|".join(word_tables()["shape"])
_TURN = r"(?:,? ?(?:so )?(?:,? ?)(?:should|do|must|would|will|shall|can) i (?:have to |need to )?turn\b.*)"
_IN_VIEW = r"(?:in|within) (?:my )?(?:field of (?:view|vision)|line of sight|view|sight)"
_NOW = (
    r"(?: (?:right now|now|currently|at the moment|from (?:here|my (?:current )?(?:pose|position|place|seat)"
    r"|where i am(?: \w+)?)))*"
)
_SEATS = r"(?:arm ?|office )?(?:chair|stool|seat|bench|couch|sofa|pouf)(?:e?s)?"
_NAMES = r"[a-z]+(?:(?: ,)? (?:and |or )?[a-z]+){0,3}?"
_BUT = (
    r"(?:not counting|ignoring|besides|except(?: for)?|apart from|aside from|other than|leaving out|excluding|without)"
)


def _deed(match: re.Match[str]) -> str:
    """ "for washing my hands" as a deed: "wash my hands"."""
    deed = re.sub(r"^([a-z]+ing)\b", lambda verb: base_verb(verb[1]), re.sub(r"^lying\b", "lie", match["deed"]))
    return f"what can i use to {deed}{match['place'] or ''}"


_Replacement = str | Callable[[re.Match[str]], str]
# (pattern, replacement), each tried once, in this order
_WORDS: tuple[tuple[str, _Replacement], ...] = (
    # spelling of speech
    (r"\b(do|does|did|is|are|was|has|have|could|would|should)n'?t\b", r"\1 not"),
    (r"\b(what|where|who|how)s\b", r"\1 is"),
    (r"\bthat's\b", "that is"),
    (r"^(how many) (?:places|spots) to (sit|sleep|rest|lie)(?: down)?(?: on)?\b", r"\1 things can i \2 on"),
    (r"^(?:which|what) door (?:leads|goes|gets me|takes me) (?:to|into) ", "which way to "),
    (r"^(?:which|what) door (?:do|should|must|can|would) i (?:take|use|go through|walk through)(?: to| if i want to)"
     r"(?: get| go| come| walk)? (?:to|into) ", "which way to "),
    (r"\bwhat color'?s\b", "what color is"),
    (r"\bhow much (?=(?:more |fewer )?(?!is\b|does\b)(?:[a-z]+ )?(?!does\b|this\b"
     r"|across\b)[a-z]+[^s ]s\b)", "how many "),
    (r"\bhow much is (?=the (?:distance|length|width|height|area))", "what is "),
    (r"\bm²|\bsqm\b|\bsq m\b|\bm2\b", "square meters"),
    (r"\bmetres?\b", "meters"),
    (rf"^(?:has|have) ((?:this |the )?{ROOM}|(?:each|every|all) [a-z ]*?rooms?) (?:got )?(?=a |an |any "
     rf"|the same)", r"does \1 have "),
    (r"\b(?:has|have) got (?=[a-z])", "have "),
    # degrees
    (r"\bnot (?:so |as |that |very )?far from\b", "closer to"),
    (r"\b(?:tiniest|littlest)\b", "smallest"),
    (r"\b(?:hugest|bulkiest|most spacious|most massive)\b", "largest"),
    (r"\bthe (tall|large|big|small|near|close|high|low|long|short) one$", lambda m: MORE[m[1]]),
    (r"\b(?:a )?(?:greater|bigger|larger|more) height\b", "height bigger"),
    (r"^(?:does|do|has) (.+?) or (.+?) have (?:the |a )?height bigger$", r"which is taller , \1 or \2"),
    (r"\b(?:has|have) (?:the |a )?height bigger\b", "is taller"),
    (r"\bdo i have (?:the |a )?(?:shorter|smaller) distance to$", "is closer to me"),
    (r"\b(?:has|have) (?:the |a )?(shorter|smaller|lesser|larger|longer) distance (to|from)\b",
     lambda m: f"is {'closer' if m[1] in ('shorter', 'smaller', 'lesser') else 'farther'} {m[2]}"),
    (r"^(?:what|which)(?: one)? (?:stands|lies|sits|hangs|(?:thing|object) is) (?=(?:closer|nearer"
     r"|farther)\b)", "which is "),
    (r"\b(?:that (?:is|stands) )?(?:next to|near|beside|by|close to) (.+?) , the (?:closest|nearest)(?: one)?$",
     r"closest to \1"),
    (r"\b(?:next to|near|beside|by|close to) (me|the .+?) (have|has) , the (?:closest"
     r"|nearest)(?: one)?$", r"closest to \1 \2"),
    (r"^(?:everything|all (?:the )?(?:things|objects))(?= (?:except|but|besides|apart|other|in"
     r"|on)\b)", "list all things"),
    (rf"^(?:is|are) (.+?) in ({ROOM}) or (?:in )?{ROOM}$", r"which room is \1 in"),
    (r"^(?:is|are) (the .+?) on (?!the (?:left|right)\b|my\b)the .+? or on (?!the (?:left|right)\b|my\b)(?:the|a) .+$",
     r"what is \1 standing on"),
    (r"\bthe ((?:[a-z]+room|(?:living|dining|laundry|guest|utility) room|kitchen|corridor|hall|hallway|study"
     r"|nursery|office|pantry)) door\b",
     r"the door of the \1"),
    # distances and sizes
    (r"^how many meters (?:are there |is it |is there |lie |are )?between me and (.+)$", r"how far is \1"),
    (r"^how many meters (?:separate|lie between|are between) (?:the (?:center|middle)s? of )?(.+?) (?:from"
     r"|and) (?:the (?:center|middle) of )?(.+)$",
     r"what is the distance between \1 and \2"),
    (r"^(?:if )?measured (?:from )?(?:center|middle) to (?:center|middle) ,? ?", ""),
    (r"^how many meters (tall|high|long|wide|deep) (is|are) ", r"how \1 \2 "),
    (r"^what (?:does|do) (.+?) measure in (height|width|length)$", r"what is the \2 of \1"),
    (rf"^(?:of )?(?:what|which) ({_NAMED}) (?:has|have) (?=the\b|my\b|this\b)", r"what is the \1 of "),
    (rf"^(?:of )?(?:what|which) ({_NAMED}) (?:does|do) (.+?) have$", r"what is the \1 of \2"),
    (r"^how (?:is|are) (.+?) (?:colored|painted)$", r"what color is \1"),
    (rf"^what is the (?:shape|form) of (.+?) ,? ?((?:{_SHAPES}) or (?:{_SHAPES}))$", r"is \1 \2"),
    (rf"^(?:of |in )?(?:what|which) (?:shape|form) (?:is|are|has) (.+?) ,? ?((?:{_SHAPES}) or"
     rf" (?:{_SHAPES}))$", r"is \1 \2"),
    # reach and sight
    (r"\b(?:at|within) (?:an )?arm(?:'s)? ?(?:length|reach)\b", "within reach"),
    (r"\bwithout to (?:move|walk|step|stand up|get up|go|take a step)\b", "without moving"),
    (r"\bwithout (?:to turn|turning) (?:me|myself|my head|around)\b", "without turning"),
    (r"^if i (?:stretch(?: out)?|reach out|extend|put out) (?:with )?my (?:arm|hand)s? ,? ?", ""),
    (rf"^(?:is|are) (.+?) (?:be )?{_IN_VIEW}{_NOW}$", r"can i see \1"),
    (r"^(?:would|is|will|could|can) (.+?) (?:be )?(?:visible|seen)(?: to| by| for) (?:someone|somebody|a person"
     r"|a guest|anyone|one) (?:who |that )?(.*)$",
     r"would somebody who \2 see \1"),
    # where things are, and the clock
    (r"^(?:if|when|with|given|imagine|assuming|where) (?:that )?(?:12|twelve)(?: o'clock)? (?:is |means "
     r"|being |lies )?"
     r"(?:straight |right |directly )?(?:ahead|in front|forward)(?: of me)? ,? ?", ""),
    (r" ,? ?(?:if|when|with|given|where) (?:that )?(?:12|twelve)(?: o'clock)? (?:is |means |being |lies )?"
     r"(?:straight |right |directly )?(?:ahead|in front|forward)(?: of me)?$", ""),
    (r"^what is the (?:clock (?:direction|position|bearing|hour)|(?:direction|position|bearing)) (?:of|to"
     r"|for) (.+?)(?: (?:on the|in) clock(?: face)?)?$",
     lambda m: f"what o'clock is {m[1]}" if re.search(r"^what is the clock|clock(?: face)?$", m[0]) else m[0]),
    (r"\bo'clock do i have ", "o'clock is "),
    (rf"^(?:is|are|do i have|where is|where are|would|will) (?P<x>{_THE} .+?) (?:be )?{_SIDE}(?: ,"
     rf"| or) {_SIDE}(?: ,| or|, or)+ (?:or )?{_SIDE}.*$",
     r"in which direction is \g<x>"),
    (r"^(left|front)(?:/| or )(right|back|behind) , (?:on |to |at )?(?:what|which) (?:side|hand"
     r"|direction) (?:do i have|is|are) (.+)$",
     r"is \3 on the \1 or \2"),
    (r"(^|, |\baround |\bturn left |\bturn right )(?:on |to |at )?(?:which|what) (?:side|hand)(?: of me)? (?:is"
     r"|are|do i have|will|would"
     r"|do i find) (.+?)(?: be)?(?: on| at)? ,? ?(left or right|right or left)$",
     r"\1is \2 on the \3"),
    (rf"^(?:i (?:want|need|would like|have|wish) to|to|in order to) (?:look at|face|see|have"
     rf"|watch) (.+?)(?: in front of me)? {_TURN}$",
     r"which way is \1"),
    (r"\b(left|right) from (?=the\b|my\b)", r"\1 of "),
    (r"\bto (the .+?)'s (left or right|right or left)\b", r"\2 of \1"),
    (rf"^({_THE} .+?) (is|are) ((?:to |on )?(?:the |my )?(?:left|right) or (?:to |on )?(?:the |my )?(?:left"
     rf"|right).*)$", r"\2 \1 \3"),
    (r"\b(if|when|once|after) i (?:will|would|shall) (?=turn|look|go|walk|sit|stand)", r"\1 i "),
    (r"\b(?:a )?(?:90|ninety)(?: |-)degrees? (left|right)(?: |-)turn\b", r"a \1 turn"),
    (r"\b(?:do |make |did |made )?an? about-? ?(?:turn|face)\b", "turn around"),
    (r"^with my back to where i (?:am looking|look)(?: now| at the moment)? , ?", "if i turn around , "),
    (r"^what (?:is|are) the (?:center|middle|position|pose|coordinates?|xyz|location)(?: point)? of (.+?)(?:"
     r" ,)? (?:in|as|on|with) (?:the |an? )?(?:map|x|xyz|world)\b.*$",
     r"what are the map coordinates of \1"),
    (r"^what (?:is|are) the (?:xyz|coordinates?)(?: x ,? ?y ,? ?(?:and )?z)? of"
     r" (.+)$", r"what are the map coordinates of \1"),
    (r"^where (?:is|are) (.+?) in (?:the )?(?:map )?coordinates?\b.*$", r"what are the map coordinates of \1"),
    (rf"^(?:on|upon) {_WHAT} (?:stands?|lies?|sits?|rests?|is|are) (.+)$", r"what is \1 standing on"),
    (rf"^(?:on )?{_WHAT} (?:does|do) (.+?) (?:sit|stand|lie|rest)(?: on)?$", r"what is \1 standing on"),
    (rf"^{_WHAT} (?:supports|carries|bears) (.+)$", r"what is \1 standing on"),
    (rf"^{_WHAT} (?:separates|divides) (.+?) (?:from|and) (.+)$", r"what is between \1 and \2"),
    # being there
    (r"\b(?:do|does) there exist\b|^exists?(?: there)?\b|\bdoes (?:it )?exist\b|\bexist there\b", "is there"),
    (r"\b(?:is|are) (.+?) (?:to be found|found|present|located|available|existing)\b(?= (?:in|on|at|anywhere)\b)",
     r"is there \1"),
    (r"\b(?:would|could|can|will|do) (?:i|we|you|one) (?:find|encounter|come across) (?=(?:a|an|any|some)\b)"
     r"|\b(?:do|would) we have (?=(?:a|an|any|some)\b)",
     "is there "),
    (r"^(?:is|are) (.+?) (?:equipped|furnished|fitted|provided) with ", r"do \1 have "),
    (r"\b(?:is|are|be) (?:equipped|furnished|fitted|provided) with\b", "have"),
    (rf"^does ({ROOM}) have (.+?) and (?:so does|also|does) ({ROOM})(?: too| as well"
     rf"| have one)?$", r"do both \1 and \3 have \2"),
    (rf"^what does ({ROOM}|this room) have that is ", r"what in \1 is "),
    (r"^how many (.+?) (?:does|do) (this|the) room have (?=(?:on|to|in front|behind|at"
     r"|near)\b)(.*)$", r"how many \1 are \3 in \2 room"),
    (r"^what (?:is|are) there (?:to|that) (?=i can\b)", "what is there that "),
    (r"\b(in|what) room (?:do|can|would|will) (?:i|we|you|one) find\b", r"\1 room is there"),
    # numbers
    (r"^what is the (?:total |overall )?(?:number|count|amount) of ", "how many "),
    (rf"^(?:counting|considering|taking|with) (?:only |just )?((?:{_SEATS}(?: , | and | or "
     rf"| , and ))+{_SEATS}) , (how many .+)$", r"\2 , counting \1"),
    (r"\b(?:just|exactly|equally|precisely) as many\b", "as many"),
    (rf"\b(same number of .+?|as many .+?) like (?={ROOM}$)", r"\1 as "),
    (r"^(?:in )?all (?:the )?rooms (?:taken )?(?:together|combined) ,? ?(how many .+)$", r"\1 in this home"),
    (r"^(?:taken |all |counted )?together ,? ?|^in total ,? ?|^altogether ,? ?", ""),
    (rf"^({ROOM}) (?:has|have) more (.+?) than (.+?) ,? ?how many more$", r"how many more \2 than \3 are there in \1"),
    (r"^by (?:what|which) (?:number|amount) (?=do\b)", "by how many "),
    (r"\b(how many [a-z ]+?) plus ([a-z ]+)", r"\1 and \2"),
    (r"^what do (.+?) and (.+?) add up to(.*)$", r"how many \1 and \2 are there\3"),
    (r"\b(?:match|be alike|agree) in (color|shape|size|material)\b", r"have the same \1"),
    (r"\bshare (?:a|one|the same|a single) (color|shape|size|material)\b", r"have the same \1"),
    (r"\b(?:of|in|have) (?:one|a single|a same) (color|shape|size|material)\b", r"of the same \1"),
    # deeds
    (r"^(?:what|which thing)(?: do i need| do i take| should i take| would i need) to (?P<deed>(?!go\b|turn\b"
     r"|see\b|get\b|do\b|reach\b|face\b).+?)"
     r"(?P<place> in (?:this|the) room| here)?$", _deed),
    (r"^(?:with|from|of) (?:what|which)(?: thing)? (?:can|could|do|should) i (?P<deed>.+?)(?P<place> in (?:this"
     r"|the) room| here)?$", _deed),
    (r"^what (?:is there|thing is there|is) (?:in (?:this|the) room |here )?for (?P<deed>[a-z]+ing"
     r" .+?)(?P<place> in (?:this|the) room| here)?$", _deed),
    (r"^(?:which|what) (?:thing|object)(?: in this room| here)? is (?:meant |made |good "
     r"|there )?for (?P<deed>[a-z]+ing .+?)(?P<place> in (?:this|the) room| here)?$", _deed),
    (r"^is there (?:something|anything)(?: in (?:this|the) room| here)?(?: that)? i can use to"
     r" (?P<deed>.+?)(?P<place> in (?:this|the) room| here)? ,? ?what$", _deed),
    (rf"^how many (?:single |separate )?(?:people|persons|guests|of us|seats|places)\b(?!.*\bif each (?:takes"
     rf"|gets)\b).*?(?P<in> in {ROOM})?.*?"
     rf"\b(?P<seats>(?:{_SEATS}(?: , | and | or | , and | , or )(?:an? |each |every )?){{2,}}{_SEATS})(?:"
     rf" .*)?$", lambda m: _seats(m)),
    # what is left out
    (rf"^({_BUT} {_NAMES}) (?=(?:what|which) )", r"\1 , "),
    (rf" ,? ?(?:please )?(?:leave out|ignore|exclude|omit|skip|do not count) ({_NAMES})$", r" , leaving out \1"),
    (r" ,? ?without ((?:doors|windows|walls) and (?:doors|windows|walls))$", r" , leaving out \1"),
    # this room, this home, the asker's view
    (r" , (?:in )?(this|the current|the) room(?: only)?$", " in this room"),
    (r"\b(?:the|my) current room\b", "this room"),
    (r"\b(?:for|in order) to (?=[a-z])", "to "),
    (r"\bin (?:a )?straight line\b", "in a straight line"),
    (r"\b(?:on|in) (?:the )?(?:map|floor plan|whole map)\b(?! (?:is|are|frame|coord))", "in this home"),
    (r"\b(?:does|is there in) (?:the |this |my )?map (?:contain|have|hold|show|know)\b", "is there"),
    (r"^(?:from|in) my (?:point of view|view|perspective|eyes|position) ,? ?|^(?:seen|looking) from (?:me|here"
     r"|where i am)"
     r" ,? ?| ,? (?:as|when) (?:i see it|seen from (?:me|here)|i look at it)$", ""),
    (r"\b(?:relative|with respect|in relation) to me\b ,? ?(?=[a-z])|\b(?:relative|with respect"
     r"|in relation) to me$", ""),
    (r"\b(?:behind|at|on|in) my back\b(?= or\b)", "behind me"),
    (r"\bbefore me or\b", "in front of me or"),
    (r"\bin back of me\b", "behind me"),
)  # fmt: skip


def _seats(match: re.Match[str]) -> str:
    """How many seats of the named kinds there are: one person each."""
    kinds = re.findall(_SEATS, match["seats"])
    place = re.search(rf" in {ROOM}|\b(?:does|do|can|could) ({ROOM}) (?:have|seat|hold)", match[0])
    where = (f" in {place.group(1)}" if place.group(1) else place.group()) if place else ""
    return f"how many {' and '.join(dict.fromkeys(kinds))} are there{where}"


_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _WORDS)


def usual_words(text: str) -> str:
    """A normalised text in the words that the readers know."""
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text, count=1)
    return re.sub(r"\s+", " ", text).strip(" ,")
