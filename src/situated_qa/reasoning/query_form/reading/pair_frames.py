"""Questions that set two things side by side: which of them, whether alike, more than, as many as, in common."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.frame import ROOM, SIDES, YES_NO, Frame, cut

_COMPARE = {
    "closer": "closer", "nearer": "closer", "closest": "closer", "nearest": "closer", "close": "closer",
    "farther": "farther", "further": "farther", "farthest": "farther", "furthest": "farther",
    "larger": "larger", "bigger": "larger", "largest": "larger", "biggest": "larger",
    "smaller": "smaller", "smallest": "smaller", "taller": "taller", "tallest": "taller", "higher": "higher",
    "highest": "higher", "lower": "lower", "lowest": "lower", "longer": "longer", "shorter": "shorter",
    "wider": "wider", "more comfortable": "more comfortable", "softer": "softer", "brighter": "brighter",
    "cleaner": "cleaner", "narrower": "narrower", "thicker": "thicker", "heavier": "heavier",
}  # fmt: skip


_MORE = {"more": "more", "fewer": "fewer", "less": "fewer"}
_OR_SIDE = re.compile(rf"\b{SIDES}(?: side| hand)? or (?:(?:to|on|the|my) )*{SIDES}\b")


_PLACE_ME = (
    r"(?:(?:(?:to|on|at|in) )?(?:the |my )?(?:left|right)(?: hand)?(?: side)?(?: of me)?"
    r"|in front(?: of(?: me)?)?|behind(?: me)?"
    r"|(?:(?:to|on|at|in) )?(?:my |the )?\d+ o'clock(?: direction)?)"
)
_OR_PLACES = rf"({_PLACE_ME}) or (?:(?:the )?ones? (?:that is |that are )?)?({_PLACE_ME})"
_TWO_PLACES = (
    # "are there more chairs on my left or on my right", "is there a bigger table in front of or behind me"
    re.compile(rf"(?:is|are) there (?P<word>more|fewer|less) (?P<thing>[a-z ]+?) {_OR_PLACES}$"),
    re.compile(rf"do i (?:see|have) (?P<word>more|fewer|less) (?P<thing>[a-z ]+?) {_OR_PLACES}$"),
    # "which copier is bigger , the one behind me or to my left", "which one is bigger , the copier to my left or right"
    re.compile(
        r"(?:which|what) (?P<thing>[a-z ]+?) is (?P<word>[a-z]+er)(?: to me)? ?,? ?"
        rf"(?:(?:the )?one )?(?:that is )?{_OR_PLACES}$"
    ),
    re.compile(
        rf"(?:which|what)(?: one)? is (?P<word>[a-z]+er)(?: to me)? ?,? ?(?:the )?(?P<thing>[a-z ]+?) {_OR_PLACES}$"
    ),
)


def two_places(text: str, yes_no: bool) -> Frame | None:
    """Things of one name in two places of the asker's: "are there more chairs on my left or on my right?"."""
    for pattern in _TWO_PLACES:
        match = pattern.match(text)
        word = match["word"] if match else ""
        if match is None or not (word in _MORE or word in _COMPARE) or match["thing"] in ("one", "of these"):
            continue
        first, second = match.groups()[-2:]
        plain = tuple(re.sub(r"\b(?:to|on|at|my|the|side|hand|of me)\b", " ", end) for end in (first, second))
        sides = tuple(re.sub(r"\s+", " ", end).strip() for end in plain)
        options = sides if set(sides) <= {"left", "right"} else (first, second)
        places = [_of_me(end) for end in (first, second)]
        return Frame("which", f"{match['thing']} {places[0]}", second=f"{match['thing']} {places[1]}",
                     attribute=_MORE.get(word) or _COMPARE[word], options=options)  # fmt: skip
    return None


def _of_me(place: str) -> str:
    """ "left" → "on my left", "in front of" → "in front of me"."""
    side = re.search(r"\b(left|right|\d+ o'clock)\b", place)
    if side:
        return f"on my {side.group(1)}"
    return "in front of me" if place.startswith("in front") else "behind me"


def which(text: str, yes_no: bool) -> Frame | None:
    """Which of two things is closer, larger, higher, or whether one is so more than another."""
    if re.search(r"\b(?:opened|open|shut) or close\b|\bclose or open", text):
        return None  # a state
    words = "|".join(_COMPARE)
    nearer = re.match(
        r"(?:which|what)(?: one)? is (closer|nearer|farther|further) (?:to|from) (?:the |my )?(.+?) , (.+ or .+)", text
    )
    if nearer and not re.fullmatch(r"me|(?:my )?(?:current )?(?:position|location|place)|where i am", nearer.group(2)):
        attribute = f"{_COMPARE[nearer.group(1)]} to the {nearer.group(2)}"
        return Frame("which", nearer.group(3), attribute=attribute, options=("A", "B"))
    than = re.search(rf"\b({words}) (?:to me )?than\b", text)
    if than and yes_no:
        return Frame("which", cut(text, than, ","), attribute=_COMPARE[than.group(1)], options=YES_NO)
    compared = re.search(rf"\b({words})\b(?: (?:to|from) (?:me|my (?:position|location)|where i am))?", text)
    if not compared or not re.search(r"\bor\b|\bbetween .* and\b", text) or _OR_SIDE.search(text):
        return None
    rest = cut(text, compared, ",")
    attribute = _COMPARE[compared.group(1)]
    from_other = re.search(r"^(?:is|are) (?:the |my )?([a-z ]+?) , to (?:the )", rest)
    if from_other:
        attribute, rest = f"{attribute} to the {from_other.group(1)}", rest[from_other.end() :]
    rest = re.sub(r"\bbetween\b", ",", rest)
    # "which chair is bigger, the red or the blue": the noun before the comparison only repeats the options
    rest = re.sub(r"^(?:which|what)(?: one| of (?:these|them|the two))?(?: [a-z]+){0,3}? (?:is|are) ,", "", rest)
    rest = re.sub(r"^am i ,", "", rest)
    return Frame("which", rest, attribute=attribute, options=("A", "B"))


def same(text: str, yes_no: bool) -> Frame | None:
    """Whether things are of the same color, shape, size, kind."""
    match = re.search(
        r"\b(?:(?:the|of the|have the|have|made (?:out )?of the) )*(?:same|similar|identical|matching|common|alike)\b"
        r"(?: (?:similar|same))?(?: (color|shape|material|size|number|type|kind)s?)?(?: as)?"
        r"(?: in (color|shape|size))?", text
    )  # fmt: skip
    if not match or not (yes_no or " or different" in text):
        return None
    named = match.group(1) or match.group(2)
    bare = re.match(r" (?!(?:the|an?|my|this|that|these|those|each|one|any)\b)[a-z]+$", text[match.end() :])
    options = ("similar", "different") if "similar" in match.group() and "or different" in text else YES_NO
    return Frame("same", cut(text, match, ", a" if bare else ","), attribute=named or "kind", options=options)


# ── counts set side by side ──────────────────────────────────────────────────────────────────────────────────────────

_THERE = r"(?:are there|is there|there are|there is|do i (?:see|have)|can i see|are|is)"
_PLACED = r"\b(?:in|on|at|near|under|behind|around|beside|to|next to|in front of) (?:the|this|that|my|me|here)\b.*$"


def difference(text: str, yes_no: bool) -> Frame | None:
    """ "How many more chairs than tables are there?" """
    apart = re.match(
        r"how many (?:more )?(.+?) (?:more|are there) than (.+?)(?: (?:does|do|has) (.+?)(?: have)?)?$", text
    )
    if apart and "more" in text:
        first, second = apart.group(1), _like(apart.group(1), apart.group(2))
        if apart.group(3):
            first, second = (_in_place(part, apart.group(3)) for part in (first, second))
        place = re.search(_PLACED, second)
        first = f"{first} {place.group()}" if place and not re.search(_PLACED, first) else first
        return Frame("difference", first, second=second, attribute="more")
    more = re.match(
        rf"how (?:many|much) (more|fewer|less) (.+?) than (.+?)(?: {_THERE}(?: here)?(?P<tail> .*)?)?$", text
    )
    if more:
        tail = more["tail"] or ""
        first, second = (f"{part}{tail}" for part in (more.group(2), more.group(3)))
        if more.group(1) != "more":
            first, second = second, first
        return Frame("difference", first, second=_like(first, second), attribute="more")
    beyond = re.match(r"by how (?:many|much) (?:do|does) (.+?) (?:outnumber|exceed) (.+)$", text)
    if beyond:
        return Frame("difference", beyond.group(1), second=_like(beyond.group(1), beyond.group(2)), attribute="more")
    number = r"(?:the )?(?:number|amount|count)s? of "
    between = re.search(rf"\bdifference (?:in number )?between {number}(.+?) and (?:{number})?(.+)$", text)
    if between:
        first, second = between.group(1), _like(between.group(1), between.group(2))
        place = re.search(_PLACED, second)  # "of chairs and of stools in the hall": both are meant there
        first = f"{first} {place.group()}" if place and not re.search(_PLACED, first) else first
        return Frame("difference", first, second=second)
    return None


def as_many(text: str, yes_no: bool) -> Frame | None:
    """ "Are there as many chairs as tables?", "Do the kitchen and the hall have the same number of lamps?" """
    number = r"(?:the same (?:number|amount)(?: of)?|as many|an equal (?:number|amount) of|equally many)"
    both = re.match(
        rf"(?:do|does|have|has) (.+?) (?:and|or) (.+?) (?:both )?(?:have|contain|hold) {number} (.+)$", text
    )
    if both:
        first, second = (_in_place(both.group(3), both.group(k)) for k in (1, 2))
        return Frame("same", first, second=second, attribute="number", options=YES_NO)
    has = re.match(rf"(?:do|does) (.+?) (?:have|contain|hold) {number} (.+?) as (.+?)(?: do| does| has)?$", text)
    if has and has.group(1) != "i":
        first, second = _in_place(has.group(2), has.group(1)), has.group(3)
        second = _in_place(has.group(2), second) if re.fullmatch(ROOM, second) else _in_place(second, has.group(1))
        return Frame("same", first, second=second, attribute="number", options=YES_NO)
    there = re.match(rf"(?:(?:is|are) there|do i (?:have|see)) {number} (.+?) (?:as|and) (?:there are )?(.+)$", text)
    if there:
        first, second = there.group(1), _like(there.group(1), there.group(2))
        tail = re.search(_PLACED, second)
        first = f"{first} {tail.group()}" if tail and not re.search(_PLACED, first) else first
        return Frame("same", first, second=second, attribute="number", options=YES_NO)
    inside = re.match(r"is the (?:number|amount) of (.+?) (?:the same|equal) in (.+?) and (?:in )?(.+)$", text)
    if inside:
        first, second = (_in_place(inside.group(1), inside.group(k)) for k in (2, 3))
        return Frame("same", first, second=second, attribute="number", options=YES_NO)
    equal = re.match(
        r"(?:is|are) the (?:number|amount) of (.+?) (?:equal to|the same as|as (?:large|high|big) as)"
        r"(?: the| that)? ?(?:(?:number|amount) of )?(.+)$", text
    )  # fmt: skip
    if equal:
        first, second = equal.group(1), _like(equal.group(1), equal.group(2))
        return Frame("same", first, second=second, attribute="number", options=YES_NO)
    return None


def more_of(text: str, yes_no: bool) -> Frame | None:
    """ "Are there more chairs than tables?", "Which room has more lamps, the kitchen or the hall?" """
    there = re.match(r"(?:(?:is|are) there|do i (?:have|see)) (more|fewer|less) (.+?) than (?:there are )?(.+)$", text)
    if there and not re.match(r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b", there.group(3)):
        first, second = there.group(2), _like(there.group(2), there.group(3))
        tail = re.search(_PLACED, second)
        first = f"{first} {tail.group()}" if tail and not re.search(_PLACED, first) else first
        return Frame("which", first, second=second, attribute=_MORE[there.group(1)], options=YES_NO)
    has = re.match(
        r"(?:do|does) (.+?) (?:have|contain|hold) (more|fewer|less) (.+?) than (.+?)(?: do| does| has)?$", text
    )
    if has and has.group(1) != "i":
        first = _in_place(has.group(3), has.group(1))
        second = has.group(4)
        second = _in_place(has.group(3), second) if re.fullmatch(ROOM, second) else _in_place(second, has.group(1))
        return Frame("which", first, second=second, attribute=_MORE[has.group(2)], options=YES_NO)
    of_two = re.match(
        r"(?:what|which)(?: are| is)? there (more|fewer|less)(?: of)?(?: here| in here)? ,? ?(.+) or (.+)$", text
    )
    if of_two:
        first, second = (re.sub(r"^(?:the|a) ", "", of_two.group(k)).strip(" ,") for k in (2, 3))
        return Frame("which", first, second=_like(first, second), attribute=_MORE[of_two.group(1)], options=("A", "B"))
    holder = re.match(
        r"(?:in |on )?(?:what|which)(?: of (?:the two|them|these|the two rooms)| \w+)?"
        r" (?:has|have|holds?|contains?|are there|is there) (more|fewer|less) (.+?)"
        r" ?(?:,|between) ?(.+?) (?:or|and) (.+)$", text
    )  # fmt: skip
    if holder:
        word, things, *ends = (holder.group(k) for k in range(1, 5))
        names = tuple(re.sub(r"^(?:in |on )?(?:the|my|this) ", "", end) for end in ends)
        first, second = (_in_place(things, end) for end in ends)
        return Frame("which", first, second=second, attribute=_MORE[word], options=names)
    return None


def in_common(text: str, yes_no: bool) -> Frame | None:
    """ "What do the kitchen and the bathroom have in common?" """
    if not re.match(r"(?:what|which|name)\b", text):
        return None
    share = re.search(r"\b(?:do|does) (.+?) and (.+?) (?:both )?(?:have in common|share|both have|both contain)$", text)
    both = re.search(
        r"\b(?:both (in|on)|(?:in|on) both) (.+?) (?:and|as well as|and also)(?: also)? (?:(?:in|on) )?(.+)$", text
    )
    also = re.search(
        r"\b(?:are|is|stand|exist|found|be) (in|on) (.+?) (?:as well as|and also|and) (?:in|on) (.+)$", text
    )
    if share and not re.search(r"\b(?:color|shape|size)\b", text):
        return Frame("common", _in_place("", share.group(1)), second=_in_place("", share.group(2)), target="any")
    for found in (both, also):
        if found:
            first, second = (f"{found.group(1) or 'in'} {found.group(k)}" for k in (2, 3))
            return Frame("common", first, second=second, target="any")
    return None


def commonest(text: str, yes_no: bool) -> Frame | None:
    """ "What is there most of here?", "What is the most common thing in the kitchen?" """
    things = r"(?:(?:thing|object|item|furniture|category|kind of thing|type of thing|kind|type)s? ?)"
    number = r"(?P<much>most|fewest|least)"
    lead = rf"(?:of )?(?:what|which) ?(?:kinds? of |types? of )?{things}?(?:is|are)"
    match = re.match(rf"{lead} there (?:the )?{number}(?: of)?(?P<rest>.*)$", text)
    match = match or re.match(rf"{lead} the {number} (?:common|frequent|numerous) ?{things}?(?P<rest>.*)$", text)
    if not match:
        return None
    attribute = "most" if match["much"] == "most" else "fewest"
    return Frame("commonest", match["rest"], target="any", attribute=attribute)


def _like(first: str, second: str) -> str:
    """The second of two with what it leaves out: "as many cups in the hall as in the kitchen" means cups again."""
    placed = re.search(_PLACED, first)
    if re.match(r"(?:in|on|at|near|under|behind|to|next to|in front of|beside|around) ", second):
        head = first[: placed.start()] if placed else first
        return f"{head.strip()} {second}"
    if placed and re.fullmatch(ROOM, second):
        return _in_place(first[: placed.start()].strip(), second)
    if placed and re.search(r" there(?: are)?$", second):
        return f"{re.sub(r' there(?: are)?$', '', second)} {placed.group()}"
    return second


def _in_place(things: str, place: str) -> str:
    """Things in a room, or on a piece of furniture, or on a side of the asker."""
    place = re.sub(r"^(?:in|on) ", "", place.strip(" ,"))
    if re.fullmatch(r"(?:the |my )?(?:left|right)(?: side)?(?: of me)?", place):
        return f"{things} on my {'left' if 'left' in place else 'right'}"
    return f"{things} {'in' if re.fullmatch(ROOM, place) else 'on'} {place if ' ' in place else f'the {place}'}"


PAIRS = (two_places, difference, as_many, more_of, in_common, commonest)
"""Readers of questions that count on two sides; they come before the plain counts."""
