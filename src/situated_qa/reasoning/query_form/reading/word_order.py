"""Other word orders than the plain one: the topic first, clipped phrases, the options first, "more near" for "nearer".

    "the sofa , what color is it"                      "what color is the sofa"
    "of the bed and the desk , which is taller"        "which is taller , the bed or the desk"
    "rooms without a window"                           "which rooms have no window"
    "in the kitchen , how many chairs there are"       "how many chairs are there in the kitchen"

Texts are normalized (see `words.normalise`) and without openings (see `openings`).
"""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.frame import ROOM
from situated_qa.reasoning.query_form.reading.limits import too_long
from situated_qa.reasoning.query_form.reading.openings import direct, without_openings
from situated_qa.reasoning.query_form.reading.rarer_words import rarer_words
from situated_qa.reasoning.query_form.reading.synonyms import MORE, MOST, usual_words

_WH = r"(?:what|which|where|who|how)"
_AUX = r"(?:is|are|am|do|does|did|can|could|should|would|will|must|has|have)"
_THE = r"(?:the|my|this|that|these|those|a|an)"
_ASK = rf"(?:(?:in |on |at |to |of |from |through |with |by )?{_WH}\b|{_AUX}\b|count\b|list\b|name\b)"
_THING = r"(?:thing|object|item|piece of furniture)s?"
_DEGREE = "|".join(MORE)
_SIDE = r"(?:left|right|front|behind|back)"


def _more(match: re.Match[str]) -> str:
    return MORE[match[1]]


# clipped phrases: a noun where a question should be
_CLIPPED: tuple[tuple[str, str], ...] = (
    (r"^(?:the )?(?:total )?(?:number|count|amount) of ", "how many "),
    (r"^(?:the )?(euclidean |straight-line |straight )?(?:distance|range) (?=(?:from|to|between)\b)",
     "what is the distance "),
    (r"^(?:the )?((?:floor )?area|color|shape|material|size|state|length|width|height|depth|name|center|position"
     r"|bearing|clock position|coordinates|xyz) (of|for) (?!.*\b(?:is|are)\b)", r"what is the \1 \2 "),
    (rf"^(?:the )?((?:nearest|closest|largest|biggest|smallest|farthest|tallest|highest) {_THING})"
     rf" ", r"what is the \1 "),
    (r"^(?:the )?rooms? (?=(?:directly|adjacent|next|connected|reachable|accessible)\b)", "which rooms are "),
    (r"^(?:the )?rooms? (?:containing|with) (?:a|an|any|some) ", "which rooms have a "),
    (r"^(?:the )?rooms? with (?=the (?:most|largest|biggest|smallest|highest|fewest))", "which room has "),
    (r"^(?:the )?rooms? (?:that|which) ", "which rooms "),
    (r"^(?:the )?rooms? without ", "which rooms are without "),
    (r"^(?:list|name|give me|show me|tell me|enumerate) (?:all |every |each )?(?:of )?(?:the )?rooms?"
     r" ", "which rooms "),
    (r"^(?:any|some) (?=[a-z])", "is there any "),
    (r"^(?:the )?name of (?=the room\b)", "what is the name of "),
    (r"^same (color|room|shape|size|material) for (.+)$", r"are \2 of the same \1"),
    (r"^(?:all|every) (?:the )?([a-z]+ (?:objects|things|items)) (?=in\b)", r"which \1 are "),
    (r"^(?:all|every|each) (?:of )?(?:the )?([a-z]+ (?:objects|things|items))$", r"which things are \1"),
)  # fmt: skip

_OF_TWO = (
    rf"(?:(?:out )?of|between|from|comparing|among) (?P<a>{_THE} (?:(?! , ).)+?) (?:and|with|or"
    rf"|to(?! (?:my|the) (?:left|right|front|back|rear|\d))) (?P<b>{_THE} (?:(?! , ).)+?)"
)
_TWO_FIRST = re.compile(rf"^{_OF_TWO} ,? ?(?P<ask>(?:which|what|who)\b.*?)$")
_EITHER_FIRST = re.compile(
    rf"^(?P<a>{_THE} (?:(?! , ).)+?) or (?P<b>{_THE} (?:(?! , ).)+?) , (?P<ask>(?:which|what|who)\b.+)$"
)
_IS_EITHER = re.compile(
    rf"^(?:is|does|do) (?P<a>{_THE} (?:(?! , | or ).)+?) or (?P<b>{_THE} (?:(?! , | or ).)+?) (?:the )?"
    r"(?P<more>closer|nearer|taller|bigger|larger|smaller|higher|lower|farther|wider"
    r"|longer)(?: one)?(?P<to> (?:to|from) .+)?$"
)
_MEASURED = re.compile(
    rf"^(?:measured|seen|looking|starting|counted|going) from (?P<c>{_THE} (?:(?! , ).)+?) , (?P<ask>(?:which|what).*?"
    r"\b(?:closer|nearer|closest|nearest|farther|further))\b(?P<rest>.*)$"
)
_TOPIC = re.compile(
    rf"^(?P<topic>(?!the one\b){_THE} (?:(?! , )(?!(?<= )(?:is|are|or)\b).)+?) , (?P<ask>.*\b(?:it|its|they|their"
    rf"|them|that one)\b.*)$"
)
_ABOUT_IT = r"(?P<ask>(?:what|which|how|is|are|does|do)\b.*\b(?:it|its|they|their)\b.*)"
_THERE_IS = re.compile(
    rf"^there (?:is|are) (?:an?|some) (?P<thing>.+?) (?P<place>(?:in|on|at|behind|next|near|under"
    rf"|to) .+?) ,? ?{_ABOUT_IT}$"
)
_PLACE_IS = re.compile(
    rf"^(?P<place>(?:in|on|at|behind|next to|near|under|to) (?:(?! is\b).)+?) (?:there )?(?:is|are"
    rf"|stands) (?:an?|some) (?P<thing>[a-z ]+?)"
    rf" ,? ?{_ABOUT_IT}$"
)
_TOPIC_SIDE = re.compile(
    rf"^(?P<topic>{_THE} (?:(?! , )(?!(?<= )(?:is|are|or)\b).)+?) , (?P<ask>(?:is it )?(?:to |on |at |in )?(?:the "
    rf"|my )?{_SIDE}\b.*\bor\b.*)$"
)
_IS_WHERE = re.compile(
    rf"^(?P<topic>{_THE} .+?) (?P<is>is|are) (?P<lead>(?:in |on |at )?(?:what|which) [a-z]+|where|made of what"
    rf"|how (?:far|many [a-z]+|big|tall|wide|long|high))(?P<rest> .*)?$"
)
_HAS_HOW = re.compile(
    rf"^(?P<topic>{_THE} .+?) (?P<has>has|have|contains?|holds?) (?P<lead>(?:how (?:many|much)|what|which) .+)$"
)
_FRONTED = re.compile(
    rf"^(?P<place>(?:in|inside|within|from|of|at|leaving|going out of|starting from|out of) (?!what\b"
    rf"|which\b)(?:{ROOM}|here)) (?:, )?(?P<ask>{_ASK} .+)$"
)
_COUNTING = re.compile(
    r"^(?:counting|considering|looking at|taking|in) (?:just|only) (?P<place>(?:this"
    r"|the) [a-z]+(?: room)?) , (?P<ask>.+)$"
)
_IF_FIRST = re.compile(
    r"^(?P<cond>(?:if|when|once|suppose) i (?:go|walk|head|move|travel|get up and walk)|walking|going|heading"
    r"|to (?:walk|go|get))"
    r" (?P<way>.+?) , (?P<ask>.+)$"
)
_THREE = re.compile(
    rf"^(?P<ask>(?:what|which)(?: one)? is (?:closer|nearer|farther|further) (?:to"
    rf"|from)) (?P<rest>{_THE} (?:(?! , ).)+ or {_THE} .+)$"
)
_NEW_THING = re.compile(  # "the" that nothing leads: speech has no commas
    r"(?<!\bin )(?<!\bon )(?<!\bof )(?<!\bat )(?<!\bby )(?<!\bor )(?<!\bnear )(?<!\bunder )(?<!\bbehind"
    r" )(?<!\bto )(?=\bthe )"
)
_COMPARED = re.compile(r"\b(?:[a-z]+er|[a-z]+est|first|more|less|fewer|most)\b")
_BIG_NOUN = re.compile(rf"\bmore ({_DEGREE})\b")
_BIG_MOST = re.compile(rf"\b(?:the )?most ({_DEGREE})\b")


def plain_question(text: str) -> str:
    """A normalised question without openings, in the plain order of words."""
    return plain_order(without_openings(text)) if not too_long(text) else text


def plain_order(text: str) -> str:
    """A normalised question in the plain order of words; itself where it is in it already."""
    text = _BIG_NOUN.sub(_more, text)
    text = _BIG_MOST.sub(lambda match: f"the {MOST[match[1]]}" if match[1] in MOST else match[0], text)
    text = usual_words(rarer_words(text))
    for pattern, replacement in _CLIPPED_COMPILED:
        changed = pattern.sub(replacement, text, count=1)
        if changed != text:
            text = changed
            break
    for turn in (_counting, _fronted, _two, _topic, _last):
        text = re.sub(r"\s+", " ", turn(text)).strip(" ,")
    return usual_words(rarer_words(direct(text)))


def _counting(text: str) -> str:
    match = _COUNTING.match(text)
    return f"{match['ask']} in {match['place']}" if match else text


def _fronted(text: str) -> str:
    """ "in the kitchen , what is red" ends with its place; a place said twice is said once."""
    match = _FRONTED.match(text)
    if match is None or re.search(r"\bthere$", match["ask"]):
        return text
    place = re.sub(r"^(?:leaving|going out of|starting from|out of)", "from", match["place"])
    return f"{match['ask']} {re.sub('^(?:inside|within|of)', 'in', place)}"


def _two(text: str) -> str:
    """The two things that are compared stand last: "which is taller , the bed or the desk"."""
    match = _MEASURED.match(text)
    if match:
        return f"{match['ask']} to {match['c']}{match['rest']}"
    match = _THREE.match(text)
    if match:
        ends = [end.strip() for end in _NEW_THING.split(match["rest"]) if end.strip()]
        if len(ends) == 2 and " or " in ends[1]:
            return f"{match['ask']} {ends[0]} , {ends[1]}"
    match = _TWO_FIRST.match(text) or _EITHER_FIRST.match(text)
    if match and _COMPARED.search(match["ask"]):
        return f"{match['ask'].strip(' ,')} , {match['a']} or {match['b']}"
    match = _IS_EITHER.match(text)
    if match:
        return f"which is {match['more']}{match['to'] or ''} , {match['a']} or {match['b']}"
    return text


def _topic(text: str) -> str:
    """ "the sofa , what color is it": the topic stands where "it" stood."""
    match = _THERE_IS.match(text) or _PLACE_IS.match(text)
    if match:
        text = f"the {match['thing']} {match['place']} , {match['ask']}"
    match = _TOPIC.match(text)
    if match:
        topic, ask = match["topic"], match["ask"]
        ask = re.sub(r"^(is it .+? or) is it ", r"\1 ", ask)
        its = re.search(r"\b(?:its|their) ([a-z]+)", ask)
        if its:
            return f"{ask[: its.start()]}the {its.group(1)} of {topic}{ask[its.end() :]}"
        return re.sub(r"\b(?:it|they|them|that one)\b", topic, ask, count=1)
    match = _TOPIC_SIDE.match(text)
    if match:
        return f"is {match['topic'].strip()} {re.sub('^is it ', '', match['ask'])}"
    return text


def _last(text: str) -> str:
    """ "the bin is in which room" and "the hall has how many doors": the question word comes first."""
    if re.match(rf"{_ASK}", text):
        return text
    match = _IS_WHERE.match(text)
    if match:
        lead, rest = match["lead"], match["rest"] or ""
        lead = "what" if lead == "made of what" else lead
        made = " made of" if match["lead"] == "made of what" else ""
        return f"{lead} {match['is']} {match['topic']}{made}{rest}"
    match = _HAS_HOW.match(text)
    if match:
        return f"{match['lead']} does {match['topic']} have"
    return text


_CLIPPED_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _CLIPPED)
