"""Questions about how a thing looks and what state it is in: color, shape, material, size, open or closed."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.frame import IS_THE, YES_NO, Frame, cut
from situated_qa.reasoning.query_form.reading.words import is_thing, singular, word_tables

_STATES = {word: name for name, words in word_tables()["state"].items() for word in words}


def appearance(text: str, yes_no: bool) -> Frame | None:
    """A question about color, shape, material or size."""
    tables = word_tables()
    pattern = re.match(
        r"(?:what|which)(?: kind of| type of)? pattern (?:is|are|does|do|can|could)?(?: (?:i|you|be))?"
        r"(?: ?(?:seen|see|there|visible))? ?(?:on|in)? ?(?=(?:the|my|a)\b)(.+?)(?: have)?$", text
    )  # fmt: skip
    how = re.match(r"(?:what|which) state (?:is|are) (.+)$", text)
    if how:
        return Frame("state", how.group(1), attribute="arrangement")
    if pattern:
        return Frame("state", pattern.group(1), attribute="pattern")
    letter = re.match(
        r"(?:what|which) letter(?: of the alphabet)? (?:does|do) (.+?) (?:look like|resemble|form|make)\b", text
    )
    if letter:
        return Frame("shape", f"{letter.group(1)} {text[letter.end() :]}")
    asked = re.search(
        r"\b(?:(?:what|which|tell me the|the|in|of|what is the) )*(color|shape|size|material)\b(?: of| is| are| does)?",
        text,
    )
    if asked and not yes_no:
        return Frame(asked.group(1), cut(text, asked))
    named = "|".join(tables["material"])
    made = (
        None
        if re.search(rf"\bmade (?:out )?(?:of|from) (?:{named})\b", text)
        else re.search(r"\b(?:what|which)\b(?=.*\bmade (?:out )?(?:of|from)\b)|\bmade (?:out )?of what\b", text)
    )
    if made and not yes_no:
        return Frame("material", re.sub(r"\bmade (?:out )?(?:of|from)\b", " ", cut(text, made)))
    big = re.search(r"\bhow (big|large|tall|high|wide|long|small|deep)\b", text)
    if big:
        return Frame("size", cut(text, big), attribute={"high": "tall", "big": "", "large": "", "small": ""}.get(
            big.group(1), big.group(1)))  # fmt: skip
    if not yes_no:
        return None
    for name in ("color", "shape", "material", "size"):
        words = "|".join(sorted(tables[name], key=len, reverse=True))
        several = re.search(rf"(.*?)\b({words})((?:(?: ,)? (?:{words}))*) (?:, )?or (?:an? )?({words})\b", text)
        if several:
            options = re.findall(rf"\b(?:{words})\b", text[several.start(2) : several.end()])
            rest = re.sub(rf"\b{name}(?: of)?\b", " ", text[: several.start(2)])
            rest = f"{re.sub(r' an? $', ' ', rest)} {_without_repeat(rest, text[several.end() :])}"
            if set(options) == {"dark", "bright"}:  # no colors, but how light it is
                return Frame("state", rest, attribute="brightness", options=tuple(options))
            return Frame(name, rest, options=tuple(options))
        # "is the sofa brown?": the value stands last, after the noun
        single = re.match(rf"{IS_THE} (.+?) (?:made (?:out )?of )?({words})(?: in color)?$", text)
        if single and not re.search(r"\b(?:a|an|the|any|some)$", single.group(1)):
            return Frame(name, single.group(1), attribute=single.group(2), options=YES_NO)
    return None


def _without_repeat(said: str, rest: str) -> str:
    """What follows "wooden or glass", without the noun said before: "is the table a wooden or glass table"."""
    word = re.match(r" ?(?:an? )?([a-z]+)", rest)
    return rest[word.end() :] if word and re.search(rf"\b{word.group(1)}\b", said) else rest


_HOW_MUCH = (
    r"(?:(?:fully|partially|partly|completely|half|neatly|properly|slightly|all|wide|tightly|entirely|mostly|well|still"
    r"|already|currently) )*"
)
_NO_STATE = (
    r"(?:located|placed|positioned|situated|mounted|attached|seated|supposed|called|named|shaped|colored|bed|red|shed"
    r"|shared|needed|surrounded|sized|used|aligned|related|connected|hundred|weed|seed|feed|need)"
)
_PARTICIPLE = (
    rf"(?:(?!{_NO_STATE}\b)[a-z]{{3,}}ed|made|unmade|drawn|shut|broken|lit|open|closed|clean|dirty|messy|tidy|neat"
    r"|cluttered|full|empty|soft|hard|wet|dry|folded|hung up|plugged in|flat|straight|vacant|in use)"
)
_WHERE = r"(?:in front|behind|ahead|on my|to my|at my|around me|near me|next to|beside|right now|now|from (?:me|here))"
_FURTHER = rf"(?: (?:by|with|in|up|down|out|off|over|all)\b(?: (?!{_WHERE}\b|or\b)[a-z]+){{0,3}})?"
_OPEN_STATE = re.compile(
    rf"^({IS_THE}|(?:is|are) all(?: of)?(?: the| my)?) (.+?) ({_HOW_MUCH}{_PARTICIPLE}{_FURTHER})(?= {_WHERE}\b|$)"
)
_EITHER_STATE = re.compile(
    rf"^({IS_THE} .+?) (?:in (?:the|an?) )?({_HOW_MUCH}{_PARTICIPLE}{_FURTHER})"
    rf" or ({_HOW_MUCH}(?!(?:{_WHERE}|not|the|an? (?!little|bit)|my|is|are)\b)[a-z]+(?: (?!{_WHERE}\b)[a-z]+){{0,3}}?)"
    rf"(?: (?:position|state))?(?= {_WHERE}\b|$)"
)


def state(text: str, yes_no: bool) -> Frame | None:
    """A question whether something is open, on, clean, full …"""
    if not yes_no and not re.search(r"\bor\b", text):
        return None
    if yes_no and (able := _ABLE.match(text)):  # "can the chair be folded?"
        rest = f"the {able.group(1)} {able.group(3) or ''}"
        return Frame("state", rest, attribute=f"can be {able.group(2)}", options=YES_NO)
    written = re.match(r"(?:is|are) (?:there )?anything (?:written|drawn) on (.+)$", text)
    if written:
        return Frame("state", written.group(1), attribute="written on", options=YES_NO)
    words = "|".join(sorted(_STATES, key=len, reverse=True))
    either = re.search(
        rf"\b(?:in (?:the|an?) )?(?:turned |switched )?({words}) or (?:turned |switched )?({words})\b(?: position)?",
        text,
    )
    if either:
        return Frame("state", cut(text, either), attribute=_STATES[either.group(1)], options=either.groups())
    floor = re.match(rf"({IS_THE} .+?) ({_HEIGHT}) or ({_HEIGHT})(?= {_WHERE}\b|$)", text)
    if floor:
        rest = f"{floor.group(1)} {text[floor.end() :]}"
        return Frame("state", rest, attribute="height", options=floor.group(2, 3))
    apart = re.match(rf"({IS_THE} .+?) (on|off|open|closed|up|down) (.+?) or (?:{words})$", text)
    if apart and re.match(rf"{_WHERE}\b", apart.group(3)):  # "is the tv on in front of me or off"
        options = (apart.group(2), text.rpartition(" or ")[2])
        return Frame("state", f"{apart.group(1)} {apart.group(3)}", attribute=_STATES[options[1]], options=options)
    choice = _EITHER_STATE.match(text)
    if choice and not re.search(r"\b(?:a|an|the|any|is|are)$", choice.group(1)):
        rest = f"{choice.group(1)} {text[choice.end() :]}"
        return Frame("state", rest, attribute=f"{choice.group(2)}", options=choice.group(2, 3))
    plain = "|".join(word for word in _STATES if word not in ("light", "up", "down", "on", "off", "made"))
    values = rf"turned on|turned off|{plain}|on|off"
    single = re.match(rf"({IS_THE} .+?) ({values})\b(?! (?:the|a|my|of|top))", text)
    if single and _final_or_place(text[single.end() :]) and not re.search(r"\b(?:a|an|the|any|is)$", single.group(1)):
        return Frame("state", single.group(1) + " " + text[single.end() :], attribute=single.group(2), options=YES_NO)
    single = None if " or " in text else _OPEN_STATE.match(text)
    if single and not re.search(r"\b(?:a|an|the|any|is|are|and|that|which)$", f"{single.group(1)} {single.group(2)}"):
        rest = f"the {single.group(2)} {text[single.end() :]}"
        return Frame("state", rest, attribute=re.sub(r"\bopened$", "open", single.group(3)), options=YES_NO)
    return None


_HEIGHT = r"(?:(?:high|low|raised|up|close|down) )?(?:on|off|to|from|above) the (?:floor|ground)"
_ABLE = re.compile(
    rf"^(?:can|could) (?:the|my|this|that|these|those) (.+?) be"
    r" (?!(?:seen|found|reached|divided|used|called|in|on|at)\b)"
    rf"([a-z]+(?:ed|en|t|wn)\b(?:(?! {_WHERE}\b) [a-z]+){{0,4}})( {_WHERE}\b.*)?$"
)
_NOT_A_CHOICE = (
    r"(?:the|my|me|left|right|front|behind|in|on|at|to|near|under|above|below|between|not|is|are|am|can|do|does|if|there"
    r"|closer|nearer|farther|further|a|an|of|or|from|one|this|that|\d+)"
)
_EITHER_WORDS = re.compile(
    rf"^({IS_THE} .+?) (?:(an?) )?((?:(?!{_NOT_A_CHOICE}\b)[a-z-]+ ){{1,3}})or"
    rf" (?:(an?) )?((?!{_NOT_A_CHOICE}\b)[a-z-]+(?: (?!{_NOT_A_CHOICE}\b|{_WHERE}\b)[a-z-]+){{0,2}})(?= {_WHERE}\b|$)"
)
_BED_SIZES = ("twin", "queen", "king", "full", "single", "double")


def either_word(text: str, yes_no: bool) -> Frame | None:
    """ "Is the sofa shiny or dull?": two words that are no places, things or states from the lists.

    As many words before "or" as after it are the first option; all of them where an article stands before them.
    """
    match = _EITHER_WORDS.match(text) if yes_no else None
    if match is None:
        return None
    lead, article, first, _, second = match.groups()
    said, wanted = first.split(), len(second.split())
    here = re.search(r"\b(?:me|left|right|side|back|front|ahead|clock|direction|it)$", lead)
    if not article and not here and len(said) > wanted:
        lead, said = " ".join([lead, *said[:-wanted]]), said[-wanted:]
    elif not article and not here and re.search(r"\b(?:the|my|this|that|these|those|an?)$", lead):
        return None  # the words before "or" are the thing itself
    last = second.split()[-1]
    two_things = is_thing(singular(last)) and not re.search(rf"\b{re.escape(last)}\b", lead)
    if two_things or re.search(r"\b(?:on|in|at|near|by|to|of|under|the|my|an?)$", lead):
        return None
    options = (" ".join(said), second)
    rest = f"{lead} {text[match.end() :]}"
    if second.split()[-1] == "color":
        return Frame("color", rest, options=options)
    if second.split()[0] in _BED_SIZES and said[0] in _BED_SIZES:
        return Frame("size", rest, options=options)
    return Frame("state", rest, attribute=options[0], options=options)


def lone_word(text: str, yes_no: bool) -> Frame | None:
    """ "Is the sofa worn?": a last word that is not a thing and no place is a state, though none that is listed."""
    match = re.fullmatch(rf"{IS_THE} (.+?) ((?!{_NOT_A_CHOICE}\b)[a-z]{{4,}})", text) if yes_no else None
    if match is None or " or " in text or match.group(2) in word_tables()["stop"] or is_thing(singular(match.group(2))):
        return None
    before = match.group(1).split()[-1]
    if before in word_tables()["stop"] and before not in ("me", "left", "right", "side", "direction"):
        return None
    return Frame("state", f"the {match.group(1)}", attribute=match.group(2), options=YES_NO, sure=False)


def _final_or_place(rest: str) -> bool:
    """Whether what follows a state word is nothing or a place ("open to my left"): then it is no adjective."""
    return not rest.strip() or bool(re.match(r" (?:on|to|in|at|behind|right now|now)\b", rest))
