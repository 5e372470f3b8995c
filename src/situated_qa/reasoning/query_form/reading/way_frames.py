"""Questions about directions, ways and distances: where a thing is, how to get there, whether it is in reach."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.deeds import known_by_use, thing_named
from situated_qa.reasoning.query_form.reading.frame import ROOM_TO_MOVE, SIDES, YES_NO, Frame, cut
from situated_qa.reasoning.query_form.reading.uses import MY_PLACE
from situated_qa.reasoning.query_form.reading.words import is_thing, singular

_GO = r"(?:go|walk|move|head|take|leave|exit|get|reach|find|travel|run|step|turn|turning|do)"
_AHEAD = {"forward": "ahead of me", "forwards": "ahead of me", "ahead": "ahead of me", "straight": "ahead of me",
          "front": "ahead of me", "backward": "behind me", "backwards": "behind me", "back": "behind me",
          "left": "on my left", "right": "on my right"}  # fmt: skip
_ROOM_TO_MOVE = re.compile(
    r"(?:can|could|may) i (?:still |be able to |safely |actually |continue to )*(?:walk|move|go|step|proceed|advance)"
    rf" (?:any )?(?:further |farther |more |straight |directly |to (?:the|my) )*({'|'.join(_AHEAD)})"
    r"(?: any (?:further|farther|more))?(?: from (?:here|where i am(?: [a-z]+(?:ing|ed))?|my (?:current )?position))?$"
)
_HERE = (
    r"(?:from|in|at) my (?:current |present )?(?:position|location|place|seat|spot)|from where i am(?: \w+(?:ing|ed))?"
    r"|from here"
)
_STILL = (
    r"without (?:me )?(?:having to |needing to )?(?:(?:turning|stretching) or )?"
    r"(?:move|moving|walk|walking|stretching|standing up|getting up)"
    r"(?: (?:much|at all|forward|around|my \w+|a lot|too much|too far|far))*|without (?:much|any) (?:movements?|effort)"
)
_REACH = r"(?:easily )?(?:reach(?: out for| for)?|touch|grab|pick(?: up)?|within (?:my |arm's )?reach)"


def distance(text: str, yes_no: bool) -> Frame | None:
    """How far a thing is, or whether it is within reach from here."""
    far = re.search(
        r"\bhow (?:far|close|near|distant)(?: away)?(?: from (?:me|here))?\b|\b(?:what is )?(?:the|my) distance\b", text
    )
    if far:
        if re.search(r"\b(?:which|what) (?:way|direction|side)|\bwhere\b", text[: far.start()]):
            return None  # "which way is the door and how far is it": a direction, which tells the distance as well
        rest = re.sub(
            r"\b(?:is it|am i|from (?:me|here|my position)|in (?:meters|metres|m)|between (?:me|us) and)\b",
            " ",
            cut(text, far),
        )
        return Frame("distance", re.sub(r"\bbetween\b|\baway\b|\bapart\b", " ", rest))
    text = re.sub(rf"^(?:{_HERE}) ,? ?(?=(?:can|could|am|is|do|would)\b)(.*)$", r"\1 from here", text)
    ahead = _ROOM_TO_MOVE.match(text)
    if ahead:  # as much room as there is up to the first thing that way
        place = _AHEAD[ahead.group(1)].replace("on my", "to my immediate")
        return Frame("distance", f"right {place}".replace("right to", "to"), "any", ROOM_TO_MOVE, YES_NO)
    near = re.search(rf"\b(?:{_REACH}|{_HERE}|{_STILL})\b", text)
    there = re.match(r"(?:is|are) there\b", text)
    asked = re.match(r"(?:is|are|am|do|does|can|could|would|will|may)\b", text)
    if not near or not asked or there or re.search(r"\b(?:see|spot|view|look|visible|seen)\b", text):
        return None
    rest = re.sub(rf" ?\b(?:{_HERE}|{_STILL})\b", " ", text)
    can = (
        r"^(?:(?:can|could|would|will|may|am) (?:i|you|we|one)|is it)\b"
        r"(?: (?:be )?(?:able|possible)(?: for me)? to\b| be\b| easily\b| still\b)*"
    )
    deed = re.sub(r"\s+", " ", re.sub(can, "", rest)).strip(" ,")
    if re.match(_REACH, deed):
        return Frame("distance", re.sub(rf"^{_REACH}\b", " ", deed), attribute="within reach", options=YES_NO)
    if deed == rest.strip():
        return Frame("distance", re.sub(rf"\b{_REACH}\b", " ", rest), attribute="within reach", options=YES_NO)
    deed = re.sub(r"(?<=\w) (?:in order )?to (?!the\b|my\b|me\b|a\b)[a-z]+ .*$", "", deed)  # "use the pen to write"
    kept = _kept_in(deed)
    taken = _TAKES.match(kept) if kept != deed and not _PUTS.search(deed) else None
    target, words = ("", f"the {taken.group(1)}") if taken else _done(deed)
    return Frame("distance", words, target, "within reach", YES_NO)


def _done(deed: str) -> tuple[str, str]:
    """The target of a deed and the words left to read: the thing it names, else what it takes."""
    named = thing_named(deed)
    first = re.match(r"(?:an?|some|any) ([a-z]+)", named)
    if named and (not first or is_thing(singular(first.group(1)))):
        return "", named
    plain = re.match(r"[a-z]+ (?:an? |some |any )?([a-z]+(?: [a-z]+)?)(.*)$", deed)
    if plain and is_thing(singular(plain.group(1))):
        return "", f"{plain.group(1)} {plain.group(2)}"
    place = re.search(r" (?:in front of me|behind me|(?:on|to|at) my (?:left|right|\d).*|near me)$", deed)
    words = deed[: place.start()] if place else deed
    return known_by_use(words), place.group() if place else ""


_MOVE = r"(?:go|turn|walk|move|head|look|step|run|face)"
_EITHER_WAY = re.compile(
    rf"^(?:should|do|must|would|will|shall) i (?:have to |need to |want to )?{_MOVE} (?:to )?(?:my |the )?"
    r"(left|right|back|backwards?|front|forwards?|straight|ahead|around) or (?:to )?(?:my |the )?"
    r"(left|right|back|backwards?|front|forwards?|straight|ahead|around)\b(?: side)?"
)


_TURNS_TO = re.compile(r"\b(?:direction|way|side) (?:should|do|must|would) i (?:(?:have|need) to )?(?:face|look)\b")
_LEAVES = re.compile(
    r"\b(?:leave|exit|get out|go out)\b|\bout of (?:here|(?:the |this |my )?(?:[a-z]*room|house|home|place|office))\b"
)
_SOUGHT = re.compile(
    r"\b(?:to|find|get|reach|take|grab) (?:an?|some|the|my) ([a-z]+(?: [a-z]+)?)"
    r" to (?:sit|lie|sleep|eat|read|drink|use|write)\b"
)
_CONTAINER = (
    r"(?:cabinet|drawer|closet|box|bag|backpack|fridge|refrigerator|basket|bin|stack|dresser|wardrobe|pile|freezer"
    r"|cupboard|locker|oven|microwave|vending machine|purse|suitcase|crate|hamper)s?\b"
)
_TAKES = re.compile(
    r"(?:(?:get|take|grab|pick(?: up)?|fetch|remove|collect|one of|an?|the|some|my) )+"
    r"((?!(?:my|quench|wash|dry)\b)[a-z]+(?: [a-z]+)? (?:on|in) .+)$"
)
_PUTS = re.compile(r"\b(?:put|place|throw|drop|store)\b")


_MINE = re.compile(MY_PLACE)
_FOUND = re.compile(
    r"\b(find|get|grab|take) (an? |some )?([a-z]+)\b(?=.*\bwhere\b.* (?:find|get|grab|take) (?:it|one|them|some)\b)"
)


def _kept_in(deed: str) -> str:
    """ "a cup from the cabinet" is a cup in it, "a book off the shelf" one on it."""
    off = r" (?:from|out of|off)(?: of)?"
    kept = re.sub(rf"{off} (?=(?:the|my|this) (?:(?!{_CONTAINER})[a-z]+ )?{_CONTAINER})", " in ", deed)
    return re.sub(rf"{off} (?=(?:the|my|this) (?!left|right|room)[a-z])", " on ", kept)


def _use(text: str, deed: str, options: tuple[str, ...]) -> Frame:
    """The way to what a deed takes; where the question says on which side that is, it is asked what it is."""
    mine = _MINE.search(text)
    target = known_by_use(re.sub(r"\s+", " ", _MINE.sub(" ", deed)).strip())
    if mine and re.search(r"\bwhere\b", text):
        return Frame("name", mine.group(), target=target)
    return Frame("path", "", target=target, options=options)


def path(text: str, yes_no: bool) -> Frame | None:
    """Which way to go to a thing, or to do something."""
    either = _EITHER_WAY.match(text)
    match = either or re.search(
        rf"\b(?:to |in |on |from )?(?:which|what|wich) (?:way|direction|side|was)\b"
        rf"(?=.*\b(?:should|would|do|must|can|could|have to|need to) i\b|.*\b{_GO}\b)"
        rf"|\bwhere (?:should|do|would|can|could|must|to)\b(?=.*\b{_GO}\b)"
        rf"|\bhow (?:should|do|would|can|could|must) i"
        rf" (?=.*\b(?:get|go|turn|leave|exit|reach|walk|move|access|enter|grab|face)\b)",
        text,
    )
    if not match or (yes_no and not either):
        return None
    options = (either.group(1), either.group(2)) if either else ()
    rest = cut(text, match)
    rest = re.sub(r"\b(?:should|do|would|must|can|could|will) i (?:have to |need to |be |want to )?", " ", rest)
    wish = r"\b(?:if |when |in order )?(?:i )?(?:want(?:ed)?|need(?:ed)?|like|wish|order)? ?to "
    rest = re.sub(rf"{wish}(?:{_GO} )*(?:to |for |through )?", " ; ", rest)
    turns = _TURNS_TO.search(text)
    sees = re.search(r"\b(?:(?<!my )face|facing|see|look|watch)\b", rest)
    if sees and (turns or not re.search(r"\bif i want", text)):
        rest = re.sub(r"\b(?:turn|face|see|watch|have to|to)\b|\b(?:look )?at(?= the| my| a)", " ", rest)
        rest = rest.replace(";", " ")
        return Frame("direction", rest)
    if _LEAVES.search(text) and not re.search(r"\bdoor", text):
        return Frame("path", "", target="door", options=options)
    rest = re.sub(r"\s+", " ", rest.replace(";", " ")).strip(" ,")
    deed = re.sub(rf"^(?:(?:and|to|i|if i|{_GO}|have|need|want|be|about|start) )+(?!on\b|off\b)", "", rest)
    deed = deed.partition(" ,")[0]  # "to open the window , how do I move"
    sought = _SOUGHT.search(text)
    if sought and is_thing(singular(sought.group(1))):
        return Frame("path", sought.group(1), options=options)  # "a chair to sit on" is a chair
    out = _kept_in(deed)
    taken = _TAKES.match(out) if out != deed and not _PUTS.search(rest) else None
    if taken and re.match(r"(?:cold |some )?(?:drink|food|snack|water|ice|meal|beverage|air)\b", taken.group(1)):
        return Frame("path", re.split(r" (?:on|in) ", taken.group(1), maxsplit=1)[1])  # a drink is no thing of a room
    if taken:
        return Frame("path", f"the {taken.group(1)}", options=options)  # "a book from the shelf": it is on it
    named = thing_named(deed)
    if named:
        return Frame("path", named, options=options)
    purpose = re.search(
        r"\b(?:wash|sit|sleep|nap|eat|cook|throw|cool|warm|charge|dry|relax|rest|lie|make)\b[a-z ]*", rest
    )
    if purpose and not re.search(r"\b(?:on|in|at) (?:the|my)\b", purpose.group()):
        return _use(text, purpose.group(), options)
    chore = re.match(rf"(?!(?:{_GO}|the|my|an?|some)\b)([a-z]+) (?:my|an?|some|the) ([a-z]+)", deed)
    if chore and not is_thing(chore.group(1)) and not is_thing(singular(chore.group(2))):
        return _use(text, deed, options)  # "photocopy my document"
    found, mine = _FOUND.search(text), _MINE.search(text)
    if found and mine and is_thing(singular(found.group(3))):  # "where could i get a pen on my left"
        where = "in" if found.group(1) == "find" else "from"
        return Frame("name", mine.group(), target=f"something to {found.group()} {where}")
    return Frame("path", rest, options=options)


def direction(text: str, yes_no: bool) -> Frame | None:
    """Where a thing is, seen from the asker or from another thing."""
    of_noun = re.search(
        rf"\b(?:(?:to|on|at|in) )?(?:the )?({SIDES})(?: side)? or (?:(?:to|on|at|in) )?(?:the )?({SIDES})(?: side)? "
        r"of (?=the\b|a\b|that\b|this\b|my [a-z])",
        text,
    )
    if of_noun and yes_no:  # "is the lamp to the left or to the right of the sofa?"
        return Frame("direction", cut(text, of_noun, ","), options=(of_noun.group(1), of_noun.group(2)))
    side = re.search(
        rf"\b(?:to|on|at|in)? ?(?:my |the )?({SIDES}(?: of(?= or))?)(?: of me| me)?(?: side)?(?: hand)?(?: side)? or"
        rf" (?:to |on |at |in )?(?:my |the )?({SIDES})(?: of me| me)?(?: hand)?(?: side)?$",
        text,
    )
    if side and not re.search(r"\b(?:closer|nearer|bigger|larger)\b|which side", text):
        options = (side.group(1), side.group(2))
        if "front" in options and re.search(r"\bin front\b", side.group()):
            options = ("in front", options[1]) if options[0] == "front" else (options[0], "in front")
        return Frame("direction", cut(text, side), options=options)
    if yes_no:
        return None
    match = re.search(
        r"\b(?:to |in |on |at )?(?:which|what) (?:way|direction|side|o'clock|hour)(?: of me| from me)?\b"
        r"|^where(?: is| are)?\b|\bwhere(?= (?:can|could) i )|\bis where\b|\bfrom which way\b"
        r"|\bhow do i (?:turn|face)|\bwhere do i (?:face|turn)\b", text
    )  # fmt: skip
    if not match:
        return None
    rest = cut(text, match, "")
    far = r"\b(?:and )?how far(?: away)?(?: is it| are they)?\b"
    rest = re.sub(rf"{far}|\bfrom where i am(?: \w+)?\b|\bfrom (?:me|here)\b", " ", rest)
    action = re.search(r"\b(?:do|can|could|should|would) i ([a-z ]+)$", rest)
    if action and not re.search(r"\b(?:see|find|face|look|get|go)\b", action.group(1)):
        frame = _use(text, action.group(1), ())
        return frame if frame.rest else Frame("direction", "", target=frame.target)
    return Frame("direction", re.sub(r"\b(?:do|can|could|should|would) i (?:find|see|face)?\b", " ", rest))
