"""What kind of answer a question wants, read from its fixed phrases."""

from __future__ import annotations

import re
from dataclasses import replace

from situated_qa.reasoning.query_form.reading.deeds import PURPOSE, purpose_of
from situated_qa.reasoning.query_form.reading.frame import ROOM, YES_NO, Frame, cut
from situated_qa.reasoning.query_form.reading.look_frames import appearance, either_word, lone_word, state
from situated_qa.reasoning.query_form.reading.pair_frames import PAIRS, same, which
from situated_qa.reasoning.query_form.reading.patterns import OF_PARTS, PARTS
from situated_qa.reasoning.query_form.reading.uses import used_for
from situated_qa.reasoning.query_form.reading.way_frames import direction, distance, path
from situated_qa.reasoning.query_form.reading.words import NUMBERS, is_thing, singular, word_tables

__all__ = ["YES_NO", "Frame", "ask_frame"]


_SIDE = r"(?:left|right|front|back)(?: hand)?(?: side)?"
_BEFORE = re.compile(
    rf"((?:if i turn (?:around|left|right)|(?:on|to|at|in) (?:my|the) {_SIDE}(?: of me)?|behind me|in front of me"
    rf"|(?:at|to|on|in) (?:my |the )?\d+ o'clock(?: direction)?)(?: ,? ?(?:and )?(?:on|to|at) (?:my|the) {_SIDE})?)"
    r" ,? ?(?=(?:is|are|am|can|could|do|does|did|would|will|what|which|where|how)\b)"
)
"""A place of the asker's that is said before the question: "on my left, is there a lamp?"."""


def ask_frame(text: str) -> Frame:
    """The frame of a normalised question (see `words.normalise`)."""
    before = _BEFORE.match(text)
    if before:  # "on my left , is there a lamp": the place goes with the noun, whatever is asked
        frame = _frame(text[before.end() :])
        if _ALL_AROUND.fullmatch(text[before.end() :]):
            frame = Frame("name", "", target="any")  # "behind me, what is there": no list of all around
        visible = frame.visible and not before.group(1).startswith("if ")  # sight is about the present heading
        return replace(frame, rest=f"{before.group(1)} , {frame.rest}", visible=visible)
    return _frame(text)


def _frame(text: str) -> Frame:
    yes_no = bool(re.match(r"(?:is|are|am|do|does|did|can|could|would|will|has|have|was|were)\b", text))
    plain = (_count, which, same, distance, path, direction, appearance, state, either_word, _exists, _name)
    for reader in (*PAIRS, _position, _list, _all_are, *plain):
        frame = reader(text, yes_no)
        if frame is not None and frame.ask in ("path", "direction"):  # the way to the other one: not the one at hand
            rest = re.sub(r"\bthe other (?=(?!side|end|way|direction)[a-z])", "the farthest ", frame.rest)
            return replace(frame, rest=rest)
        if frame is not None:
            return frame
    return Frame("exists" if yes_no else "name", text, options=YES_NO if yes_no else (), sure=False)


_TURNED = re.compile(
    r"(?<!without )\b(?:turn|look)(?:ed|ing)? (?:\w+ ){0,2}"
    r"(?:around|back(?:wards?)?|to|towards?|left|right|behind|\d+)\b"
)
"""Sight is about the present heading: who turns sees what is there then."""


def _all_are(text: str, yes_no: bool) -> Frame | None:
    """ "Are all the doors white?": whether there is none that is not."""
    tables = word_tables()
    values = "|".join(word for name in ("color", "shape", "material") for word in tables[name])
    place = r"(?:in|on|at|near|under|behind|next to) (?:the|this|that|my|me) ?.*"
    match = re.match(rf"are all (?:of )?(?:the |my |these |those )?(.+?) ((?:made of )?(?:{values})|{place})$", text)
    if not match or state(text, yes_no) or re.search(r"\b(?:same|alike|identical|similar|different)\b", text):
        return None
    return Frame("count", f"{match.group(1)} that are not {match.group(2)}", attribute="= 0", options=YES_NO)


def _position(text: str, yes_no: bool) -> Frame | None:
    """Where in the map: "what are the coordinates of the lamp?" """
    xyz = r"(?: ,? ?x ,? ?y ,? ?(?:and )?z| in (?:the )?map| in (?:meters|metres|m))*"
    named = r"(?:map )?(?:coordinates?|map position|position (?:in|on) the map|map point|xyz|x ,? ?y ,? ?(?:and )?z)"
    point = rf"{named}{xyz}"
    middle = r"(?:the )?(?:center|middle|centre)(?: point)? of "
    of = re.search(rf"\b{point} of (?:{middle})?(.+?){xyz}$", text)
    at = re.match(
        rf"(?:at )?(?:what|which) {point} ,? ?(?:is|are|has|does) (?:{middle})?(.+?)(?: have| at| located)?{xyz}$", text
    )
    found = of or at or re.match(r"where (?:exactly )?(?:in|on) the map (?:is|are) (.+)$", text)
    return Frame("position", found.group(1)) if found and not yes_no else None


_THINGS = r"(?:(?:kinds?|types?|sorts?) of )?(?:things|objects|items|pieces of furniture|stuff|furniture)"
_HERE = r"(?: (?:here|around(?: me| here)?|in (?:here|this room|the room)))"
_ALL_AROUND = re.compile(
    rf"what (?:all )?(?:can|do|could) (?:i|you) (?:all )?see{_HERE}?|what (?:all )?(?:is|are) (?:all )?there{_HERE}?"
    rf"|what (?:all )?is{_HERE}"
)


def _list(text: str, yes_no: bool) -> Frame | None:
    """All of them: "which things are on the table?", "list the chairs", "what can you see?" """
    if _ALL_AROUND.fullmatch(text):
        return Frame("list", text if "here" in text or "room" in text else "", target="any", visible=" see" in text)
    many = re.match(rf"(?:what|which) {_THINGS} (?:is|are|do|does|can|stand|lie|sit|hang|have)\b", text)
    if many:
        rest = re.sub(r"^ (?:there|i (?:see|have|find))\b", "", text[many.end() :])
        return Frame("list", rest, target="any")
    told = re.match(r"(?:list|enumerate|name (?:all|every))(?: (?:all|every|of|the))*\b", text)
    if told is None or told.end() == len(text):
        return None
    anything = re.match(rf" (?:{_THINGS}|thing|object)\b", text[told.end() :])
    rest = text[told.end() :]
    return Frame("list", rest[anything.end() :], target="any") if anything else Frame("list", rest)


_SIGNS = {"more than": ">", "at least": ">=", "exactly": "=", "only": "=", "just": "="}


def _count(text: str, yes_no: bool) -> Frame | None:
    if re.match(r"how many (?:(?:sides|corners|legs)\b(?! are on)|meters|metres|feet|steps|degrees)\b", text):
        return None
    sees = r"\b(?:can|could|do|would|will) i (?:currently |be able to )*see\b"
    visible = bool(re.search(sees, text)) and not _TURNED.search(text)
    lead = re.search(
        r"\b(?:how many|(?:an? )?(?:total )?(?:number|amount|count) of|how much)\b|^count\b|\bamount (?=[a-z]+ )", text
    )
    rest = cut(text, lead) if lead else text
    parity = re.search(
        r"(?:an |be |in )?\b(odd|even)(?: numbers?)? or (?:an )?(odd|even)\b(?: numbers?)?(?: of| amount of)?", rest
    )
    if parity and parity.group(1) != parity.group(2):
        return Frame("count", cut(rest, parity), options=parity.groups())
    one = re.search(
        r"\ban? (odd|even)(?: (?:number|amount))(?: of)?\b|(?<=[a-z] )(?:an )?\b(odd|even)(?: number)?$", text
    )
    if one and yes_no:
        there = re.sub(r"^(?:is|are) there ", "", cut(text, one))
        there = re.sub(r"^(?:is|are) the (?:number|amount|count) of ", "", there)
        return Frame("count", there, attribute=one.group(1) or one.group(2), options=YES_NO)
    multiple = re.search(r"\ba multiple of (\w+)$", rest)
    if multiple and yes_no:
        number = NUMBERS.index(multiple.group(1)) if multiple.group(1) in NUMBERS else multiple.group(1)
        return Frame("count", cut(rest, multiple), attribute=f"divisible by {number}", options=YES_NO)
    divided = re.search(r"\b(?:be )?(?:divided|divisible|divide)(?: evenly)? by (\w+)(?: evenly)?", rest)
    if divided:
        number = NUMBERS.index(divided.group(1)) if divided.group(1) in NUMBERS else divided.group(1)
        return Frame("count", cut(rest, divided), attribute=f"divisible by {number}", options=YES_NO)
    numbers = "|".join((*NUMBERS[1:], r"\d+"))
    signs = rf"\b(more than|at least|exactly|only|just|less than|fewer than) ({numbers})\b"
    compared = re.search(signs, rest)
    if compared and yes_no:
        purpose = PURPOSE.search(rest)
        if purpose:  # "are there at least four things I can sit on?"
            seats = rf"(?:{_THINGS}|places|seats)(?: (?:i|we|you|one|people))? *$"
            before = re.sub(seats, "", rest[: purpose.start()])
            rest = before + rest[purpose.end() :]
            compared = re.search(signs, rest) or compared
        sign = _SIGNS.get(compared.group(1), "<")
        target = purpose_of(purpose) if purpose else ""
        rest = cut(rest, compared)
        return Frame("count", rest, target, f"{sign} {_number(compared.group(2))}", YES_NO)
    either = re.search(rf"\b({numbers}) or ({numbers})\b", rest)
    if either:
        return Frame("count", cut(rest, either), options=(either.group(1), either.group(2)))
    purpose = PURPOSE.search(rest)
    if lead and purpose and re.match(rf"(?:{_THINGS}|places|seats) (?:are there )?$", rest[: purpose.start()]):
        rest = rest[purpose.end() :]
        return Frame("count", rest, target=purpose_of(purpose))
    if lead and not yes_no:
        return Frame("count", re.sub(sees, " ", rest), visible=visible)
    return None


def _number(word: str) -> int:
    return NUMBERS.index(word) if word in NUMBERS else int(word)


_ROOMS = r"[a-z]*room|[a-z]+ room|library|laundry|lobby|gym|cafeteria|cellar|lounge|closet|store"


def _exists(text: str, yes_no: bool) -> Frame | None:
    see = re.search(
        r"\b(?:can|could|do|would|will|am) i (?:be )?(?:able to )?(?:see|spot|view|find)\b"
        r"|\b(?:is|are) (?:the |a )?(.+) visible\b",
        text,
    )
    if see:
        rest = cut(text, see, see.group(1) or "")
        looking = not _TURNED.search(text)
        rest = re.sub(
            r"\b(?:from |at )?(?:where|here) ?(?:i am)?(?: \w+ing)?\b|\bfrom (?:my position|here)\b", " ", rest
        )
        if yes_no:
            return Frame("exists", rest, options=YES_NO, visible=looking, target=_any_of(rest))
        if re.match(r"(?:what|which)\b", text):
            return Frame("name", rest, target="any")
    in_room = re.fullmatch(
        rf"(?:am i|are we) (?:currently |now )*(?:in|inside) (?:the |a |an )?({ROOM}|{_ROOMS})", text
    )
    if in_room:  # the room at hand, asked for its kind
        return Frame("exists", "", target="room", options=YES_NO, kind=in_room.group(1))
    light = re.match(
        r"(?:is|are) there (?:any |some )?(?:sun|day)?light (?:enter|com|gett|shin|stream)ing"
        r"(?: (?:into|in|through|inside)\b)*(?: (?:the|this|my) room)?", text
    )  # fmt: skip
    if light and " through the" not in text:
        rest = re.sub(r"^ from\b", "", text[light.end() :])
        return Frame("exists", rest, "something to let light into the room", options=YES_NO)
    outside = re.fullmatch(
        r"(?:am i|are we) (?:currently |now )?(?:in|at|on|inside) (?:the |a |an )?"
        r"((?:[a-z]+ )?(?:playground|park|parking lot|street|garden|mall|school|hospital|beach|forest|yard))", text
    )  # fmt: skip
    if outside:  # no room of a home, and nothing to look up
        return Frame("common_sense", outside.group(1), options=YES_NO, sure=False)
    match = re.match(r"(?:is|are) there\b(?: any| some)?|(?:do|did) i have\b(?: any| some)?", text)
    if match:
        rest = cut(text, match)
        purpose = PURPOSE.search(rest)
        if purpose and _any_of(rest):
            use = purpose_of(purpose)
            return Frame("exists", rest[purpose.end() :], options=YES_NO, target=use)
        return Frame("exists", rest, options=YES_NO, target=_any_of(rest))
    # "does the table have a cup on it", "does the desk have anything on it"
    holds = re.match(
        r"(?:does|do) ((?:the|my|that|this|these|those) .+?) (?:contain|hold) (?:a |an |any |some )?(.+?)"
        r"(?: (?:in|inside) (?:it|them))?$", text,
    )  # fmt: skip
    if holds:
        return Frame("exists", f"{holds.group(2)} in {holds.group(1)}", options=YES_NO)
    have = re.match(
        r"(?:does|do|has|have) ((?:the|my|that|this|these|those) .+?) have (?:a |an |any |some )?(.+?)"
        r"(?: on (?:it|them|top))?$",
        text,
    )
    if have and re.fullmatch(rf"(?:(?:{OF_PARTS}) )?(?:{PARTS})", have.group(2)):
        return Frame("exists", f"with {have.group(2)} {have.group(1)}", options=YES_NO)
    if have:
        return Frame("exists", f"{have.group(2)} on {have.group(1)}", options=YES_NO)
    adjective = lone_word(text, yes_no)
    if adjective is not None:
        return adjective
    if yes_no and re.match(r"(?:is|are) (?:the|a|an|my|this|that|any|all)\b", text):
        # "is the lamp on the table?", "is the sofa behind me?"
        return Frame("exists", re.sub(r"^(?:is|are) ", "", text), options=YES_NO, sure=False)
    return None


def _any_of(rest: str) -> str:
    """ "any" where what is asked for has no name: "is there anything behind me?"."""
    spot = r"(?:something|anything|somewhere|anywhere|objects?|things?|items?|places?|seats?|spots?)"
    return "any" if re.match(rf"(?:an |a |any |some )?{spot}\b", rest) else ""


_MINE = rf"(?:on|to|at|in) (?:my|the) {_SIDE}|behind me|in front of me|(?:at|to|on) my \d+ o'clock(?: direction)?"


def _name(text: str, yes_no: bool) -> Frame | None:
    if yes_no:
        return None
    kind = re.match(
        r"(?:what|which) (?:type|kind|sort|style|brand|model)s? (?:of (?!furniture|objects?\b|things?\b|items?\b"
        r"|appliances?\b|equipment\b|stuff\b)|(?:is|are) (?=the|my|this|that|these|those))", text
    )  # fmt: skip
    if kind and not PURPOSE.search(text):
        said = re.sub(r"^([a-z]+?)s? (?:is|are) ((?:the|my) \1)", r"\2", text[kind.end() :])
        return Frame("name", said, attribute="type")
    looks = re.fullmatch(rf"what (?:is|are) (?:the|this|that|those|these) ([a-z]+(?: [a-z]+)?) ({_MINE})", text)
    if looks and is_thing(singular(looks.group(1))):  # its name is known, so it is asked what it looks like
        return Frame("color", f"the {looks.group(1)} {looks.group(2)}", sure=False)
    use = None if PURPOSE.search(text) else used_for(text, yes_no)
    if use is not None:
        return use
    generic = "|".join(sorted((word for word in word_tables()["generic"]), key=len, reverse=True))
    match = re.search(
        rf"\b(?:what|which|name|who)(?: is| are| was)?(?: the)?"
        r"((?: (?:nth\d (?:closest|farthest|largest|smallest|highest|lowest)|closest|nearest|farthest|furthest|largest"
        r"|biggest|smallest|tallest|highest|lowest|first|only))*)(?: of)?"
        rf"((?: (?:{_adjectives()}))*)(?: (?:{generic})s?)*\b"
        r"(?: (?:is|are))?(?! of me)",
        text,
    )
    if not match:
        return None
    lead = f"{match.group(1)} {match.group(2)} "
    rest = f"{text[: match.start()]} , {lead} {text[match.end() :]}"
    after = text[match.end() :].split()
    purpose = PURPOSE.search(text)
    if purpose:
        rest = text[match.end() : purpose.start()] + " " + text[purpose.end() :]
        return Frame("name", f", {lead} {rest}", target=purpose_of(purpose))
    noun_follows = after and re.search(rf"^(?:what|which) {re.escape(singular(after[0]))}s?\b", text[match.start() :])
    if noun_follows and after[0] not in (*_NOT_NOUNS, *word_tables()["stop"]):
        return Frame("name", rest)  # "which chair is closest to me"
    most = re.search(rf"(?:{_MOST_WORDS})$", match.group(1).strip())
    most = most or re.match(r"nth\d\b", " ".join(after))
    if most and after and after[0] not in (*_NOT_NOUNS, *word_tables()["stop"]):
        return Frame("name", rest)  # "what is the closest chair"
    return Frame("name", rest, target="any")


_MOST_WORDS = "closest|nearest|farthest|furthest|largest|biggest|smallest|tallest|highest|lowest"
_NOT_NOUNS = ("is", "are", "can", "do", "would", "in", "on", "to", "at", "behind", "i", "has")


def _adjectives() -> str:
    tables = word_tables()
    return "|".join(word for name in ("color", "shape", "material", "size") for word in tables[name])
