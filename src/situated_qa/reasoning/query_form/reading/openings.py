"""What people say around a question: openings, tags, indirect speech. What is left is the question itself.

"could you tell me whether the lamp is on my left"     "is the lamp on my left"
"do you know what color the sofa is"                   "what color is the sofa"
"there is a cup on the desk , is not there"            "is there a cup on the desk"
"""

from __future__ import annotations

import re

_WH = r"(?:what|which|where|who|whose|how)"
_LEAD_IN = rf"(?:(?:(?:in|on|at|to|of|from|through|with|for|by) )?(?:what|which|whose|how)|{_WH})"
_AUX = r"(?:is|are|am|was|were|do|does|did|can|could|should|would|will|must|may|might|has|have|had)"
_I = r"(?:i|we|you)"
_VALUE = (
    r"(?:color|shape|material|size|area|position|location|distance|direction|height|width|length|number|way|name|state)"
)

_FILLERS = re.compile(
    r"^(?:(?:hey|hi|hello|excuse me|pardon me|sorry|um+|uh+|erm?|hmm+|well|ok|okay|so|now|right|please|listen|look"
    r"|quick question|one question|question|my question is|dear|robot|buddy|just)\b(?: ,)? ?)+(?=[a-z]+ [a-z]+)"
)
_YOU = r"(?:(?:can|could|would|will|might|may) you(?: please| kindly| perhaps| maybe)?|please|kindly)"
_TELL = (
    r"(?:tell|say|show|give|answer|explain|check|find out|work out|figure out|see|look|let me know"
    r"|help me (?:find|see))"
    r"(?: to)?(?: me| us)?(?: please)?(?: about)?"
)
_WONDER = (
    r"(?:i|we) (?:was|am|were|are|would|do|have|can|could|need|want|wonder|forgot|forget)?(?: just| really)?"
    r" ?(?:not )?(?:to )?(?:wondering|wonder|like to know|love to know|know|want to know|need to know"
    r"|interested to know"
    r"|interested in|curious(?: about)?|sure|ask|find out|remember|tell|see)?(?: about)?"
)
_OPENINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:{_YOU} )?{_TELL} (?:if|whether|(?={_LEAD_IN}\b))",
        rf"^(?:do|would|did|can|could|will) you (?:happen to |perhaps |maybe |still )?"
        rf"(?:know|remember|recall|see|say|think|tell|guess|mind telling me)(?: me)?(?: if| whether|(?= {_LEAD_IN}\b))",
        rf"^(?:have you )?(?:any|an) (?:idea|clue)s?(?: if| whether|(?= {_LEAD_IN}\b))",
        rf"^{_WONDER} (?:if|whether|(?={_LEAD_IN}\b))",
        r"^(?:it is|is it) (?:true|right|correct|the case) that",
        r"^am i (?:right|correct) (?:that|to (?:think|say|assume) that|in thinking that)",
    )
)
_SAY_IT = re.compile(
    r"^(?:would|do|could) you (?:say|think|reckon|guess)(?: that)? (?=the |a |my |there |this |that |i )"
)
_CALL_IT = re.compile(r"^(?:would|could|do) you (?:call|describe|consider) (.+?)(?: as)? ((?:[a-z-]+ or )[a-z-]+)$")
_THE_VALUE = re.compile(
    rf"^(?:{_YOU} )?(?:{_TELL}|do you know|what about|how about|report|i (?:need|want|would like)(?: to know)?)"
    rf" (?:me )?(?=(?:the )?(?:[a-z]+ )?(?:[a-z]+ )?{_VALUE}\b)"
)
_TAILS = re.compile(
    r"(?: ,)? (?:please|thanks|thank you|thx|yes or no|or what|if you (?:do not mind|can|please)|do you know"
    r"|can you tell me|could you tell me|tell me|you think|by chance|exactly|actually)$"
)
_NOT = r"(?:(?:is|are|am|was|do|does|did|has|have|can|could|will|would)(?: not|n't)?)"
_TAG = re.compile(rf"(?: ,)? {_NOT} (?:it|there|they|i|we|that|you|he|she|one)(?: not)?$")
_AGREE = re.compile(r" , (?:right|correct|true|yes|no|ok|okay|is that (?:right|correct|so))$")
_SPELT = tuple(
    (re.compile(pattern), spelled)
    for pattern, spelled in (
        (r"\b(get|go|walk|way|come|closer|next|close|nearest|path) 2 (?=the\b|my\b|a\b)", r"\1 to "),
        (r"\b4 me\b", "for me"),
        (r"\bu\b", "you"),
        (r"\bur\b", "my"),
        (r"\br (?=there\b|the\b|my\b)", "are "),
        (r"\b(?:pls|plz|plse)\b", "please"),
        (r"\bgimme\b", "give me"),
        (r"\bdunno\b", "do not know"),
    )
)
_POSSESSIVE = re.compile(
    rf"\b((?:the|my|this|that) (?:(?!of\b|and\b|or\b)[a-z]+ )*?(?!arm\b)[a-z]+)'s (?:own )?({_VALUE})\b(?!"
    rf" (?:on|and|or) (?:left|right)\b)"
)
_CANS = re.compile(r"\b(trash|garbage|watering|rubbish|paint|spray|soda|beer) (cans?)\b")  # no verbs, whatever follows
_STATED = re.compile(
    rf"^(?!{_LEAD_IN}\b|{_AUX}\b|if\b|when\b)(?:the|there|my|this|that|these|those|i|all|both|a|an|every|each)\b"
)


def without_openings(text: str) -> str:
    """A normalised question without what is said around it; statements that a tag makes a question are turned."""
    for pattern, spelled in _SPELT:
        text = pattern.sub(spelled, text)
    text = _POSSESSIVE.sub(r"the \2 of \1", text)
    text = _FILLERS.sub("", _CANS.sub(r"\1_\2", text))
    for _ in range(2):
        text = _TAILS.sub("", text)
    said = next((match for match in (pattern.match(text) for pattern in _OPENINGS) if match), None)
    if said is not None:
        rest = text[said.end() :].strip(" ,")
        rest = _FILLERS.sub("", rest)
        text = direct(rest) if re.match(rf"{_LEAD_IN}\b", rest) else as_yes_no(rest)
    elif _SAY_IT.match(text):
        text = as_yes_no(_SAY_IT.sub("", text))
    elif _CALL_IT.match(text):
        text = _CALL_IT.sub(r"is \1 \2", text)
    elif _THE_VALUE.match(text):
        value = re.sub(r"^the ", "", _THE_VALUE.sub("", text, count=1))
        text = f"what is the {value}"
    tag = _TAG.search(text) or _AGREE.search(text)
    if tag and _STATED.match(text) and not re.search(rf"\b{_WH}\b", text[: tag.start()]):
        text = as_yes_no(text[: tag.start()].strip(" ,"))
    return re.sub(r"\s+", " ", text.replace("_can", " can")).strip(" ,")


_SUBJECT_AUX = re.compile(
    r"^((?:(?!(?:is|are|can|could|will|would|has|have)\b)\S+ )+?)(is|are|can|could|will|would|has|have)\b ?(.*)$"
)
_STANDS = re.compile(r"^(.+?) (?:stand|lie|sit|hang)s?\b(?= (?!or\b))(.*)$")
_VERB = re.compile(r"^(.+?) (share|match|contain|hold|lead|belong|exist|look|own|face|touch|occur)(?:s|es)?\b(.*)$")


def as_yes_no(claim: str) -> str:
    """A statement as the question whether it holds: "the room has a bed" is "does the room have a bed"."""
    if re.match(rf"{_AUX}\b", claim):
        return claim
    possible = re.sub(r"^it is possible (?:for me )?to\b", "can i", claim)
    if possible != claim:
        return possible
    if there := re.match(r"there (is|are) ", claim):
        return f"{there.group(1)} there {claim[there.end() :]}"
    if mine := re.match(r"(i|we|you|one) (am|are|can|could|will|would|must|should|may)\b", claim):
        return f"{mine.group(2)} {mine.group(1)}{claim[mine.end() :]}"
    if me := re.match(r"(i|we|you) (?=[a-z])", claim):
        return f"do {claim[me.start() :].replace('have got', 'have', 1)}"
    found = _SUBJECT_AUX.match(claim)
    if found:
        subject, aux, rest = (found.group(k).strip() for k in (1, 2, 3))
        if aux in ("has", "have"):
            rest = re.sub(r"^got ", "", rest)
            several = aux == "have" or " and " in subject
            return f"{'do' if several else 'does'} {subject} have {rest}".strip()
        return f"{aux} {subject} {rest}".strip()
    if stands := _STANDS.match(claim):
        return f"is {stands.group(1)}{stands.group(2)}"
    if does := _VERB.match(claim):
        several = " and " in does.group(1) or re.match(r"(?:all|both)\b", does.group(1))
        return f"{'do' if several else 'does'} {does.group(1)} {does.group(2)}{does.group(3)}"
    return claim


_WORDS = rf"(?: (?!{_AUX}\b|{_I}\b|there\b|so\b|that\b)[^ ,]+)*"
_LINKS = r"(?:of|in|on|at|to|from|with|near|by|behind|under|than|that|which|between|the|my|this|these|those|both|all)"
_MINE = re.compile(
    rf"^({_LEAD_IN}\b{_WORDS}?) ({_I}) (can|could|should|would|must|may|am|will|have to|need to|[a-z]+)\b"
)
_THERE = re.compile(rf"^({_LEAD_IN}\b{_WORDS}) there (is|are)\b")
_THING = re.compile(
    rf"^({_LEAD_IN}\b(?: (?!{_AUX}\b|{_LINKS}\b)[^ ,]+){{0,4}}?)"
    rf" ((?:the|my|this|these|those|both) (?:(?!{_AUX}\b)\S+ )*?)(is|are|has|have|can|could)\b(?: got\b)?(.*)$"
)
_DOES = re.compile(
    r"(?:what|which [a-z]+) (?:keep|allow|let|give|make|help|hold|provide|produce|prevent|protect|bring|warm|cool|clean"
    r"|contain|cover|support|light|heat)s\b"
)
"""Direct speech already: "what keeps the water that is behind me warm"."""
_MODAL = ("can", "could", "should", "would", "must", "may", "am", "will")


def direct(text: str) -> str:
    """Indirect speech as a question: "how many chairs i see" is "how many chairs do i see"."""
    mine = _MINE.match(text)
    if mine and not re.search(r"^.*\b(?:is|are)(?: there)?$", text[mine.end() :]):
        lead, who, verb = mine.groups()
        if verb in _MODAL:
            return f"{lead} {verb} {who}{text[mine.end() :]}"
        return f"{lead} do {who} {verb}{text[mine.end() :]}"
    if there := _THERE.match(text):
        return f"{there.group(1)} {there.group(2)} there{text[there.end() :]}"
    thing = None if _DOES.match(text) else _THING.match(text)
    if thing:
        lead, what, aux, rest = thing.groups()
        if aux in ("has", "have"):
            return f"{lead} {'does' if aux == 'has' else 'do'} {what.strip()} have{rest}"
        return f"{lead} {aux} {what.strip()}{rest}"
    return text
