"""What kind of answer a question wants, read from its fixed phrases."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.frame import SIDES, YES_NO, Frame, cut
from situated_qa.reasoning.query_form.look_frames import appearance, state
from situated_qa.reasoning.query_form.pair_frames import PAIRS, same, which
from situated_qa.reasoning.query_form.words import NUMBERS, singular, word_tables

__all__ = ["YES_NO", "Frame", "ask_frame"]

_GO = r"(?:go|walk|move|head|take|leave|exit|get|reach|find|travel|run|step|turn|turning|do)"


def ask_frame(text: str) -> Frame:
    """The frame of a normalised question (see `words.normalise`)."""
    yes_no = bool(re.match(r"(?:is|are|am|do|does|did|can|could|would|will|has|have|was|were)\b", text))
    plain = (_count, which, same, _distance, _path, _direction, appearance, state, _exists, _name)
    for reader in (*PAIRS, _position, _list, _all_are, *plain):
        frame = reader(text, yes_no)
        if frame is not None:
            return frame
    return Frame("exists" if yes_no else "name", text, options=YES_NO if yes_no else (), sure=False)


def _all_are(text: str, yes_no: bool) -> Frame | None:
    """ "Are all the doors white?": whether there is none that is not."""
    tables = word_tables()
    values = "|".join(word for name in ("color", "shape", "material") for word in tables[name])
    place = r"(?:in|on|at|near|under|behind|next to) (?:the|this|that|my|me) ?.*"
    match = re.match(rf"are all (?:of )?(?:the |my |these |those )?(.+?) ((?:made of )?(?:{values})|{place})$", text)
    if not match or re.search(r"\b(?:same|alike|identical|similar|different)\b", text):
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


def _count(text: str, yes_no: bool) -> Frame | None:
    if re.match(r"how many (?:sides|corners|legs|meters|metres|feet|steps|degrees)\b", text):
        return None
    visible = bool(re.search(r"\b(?:can|could|do) i (?:currently )?see\b", text))
    lead = re.search(
        r"\b(?:how many|(?:an? )?(?:total )?(?:number|amount|count) of|how much)\b|^count\b|\bamount (?=[a-z]+ )", text
    )
    rest = cut(text, lead) if lead else text
    parity = re.search(r"(?:an |be )?\b(odd or even|even or odd)\b(?: number(?:s)? of| amount of| number)?", rest)
    if parity:
        return Frame("count", cut(rest, parity), options=tuple(parity.group(1).split(" or ")))
    divided = re.search(r"\b(?:be )?(?:divided|divisible|divide)(?: evenly)? by (\w+)(?: evenly)?", rest)
    if divided:
        number = NUMBERS.index(divided.group(1)) if divided.group(1) in NUMBERS else divided.group(1)
        return Frame("count", cut(rest, divided), attribute=f"divisible by {number}", options=YES_NO)
    numbers = "|".join((*NUMBERS[1:], r"\d+"))
    compared = re.search(rf"\b(more than|at least|exactly|less than|fewer than) ({numbers})\b", rest)
    if compared and yes_no:
        purpose = _PURPOSE.search(rest)
        if purpose:  # "are there at least four things I can sit on?"
            before = re.sub(rf"(?:{_THINGS}|places|seats)(?: (?:i|we|you|one|people))? *$", "", rest[: purpose.start()])
            rest = before + rest[purpose.end() :]
            compared = (
                re.search(rf"\b(more than|at least|exactly|less than|fewer than) ({numbers})\b", rest) or compared
            )
        sign = {"more than": ">", "at least": ">=", "exactly": "="}.get(compared.group(1), "<")
        target = f"something to {_plain(purpose.group(1) or purpose.group(2))}" if purpose else ""
        rest = cut(rest, compared)
        return Frame("count", rest, target, f"{sign} {_number(compared.group(2))}", YES_NO)
    either = re.search(rf"\b({numbers}) or ({numbers})\b", rest)
    if either:
        return Frame("count", cut(rest, either), options=(either.group(1), either.group(2)))
    purpose = _PURPOSE.search(rest)
    if lead and purpose and re.match(rf"(?:{_THINGS}|places|seats) (?:are there )?$", rest[: purpose.start()]):
        rest = rest[purpose.end() :]
        return Frame("count", rest, target=f"something to {_plain(purpose.group(1) or purpose.group(2))}")
    if lead and not yes_no:
        return Frame("count", re.sub(r"\b(?:can|could|do) i (?:currently )?see\b", " ", rest), visible=visible)
    return None


def _number(word: str) -> int:
    return NUMBERS.index(word) if word in NUMBERS else int(word)


def _distance(text: str, yes_no: bool) -> Frame | None:
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
    reach = re.search(
        r"\b(?:reach(?: out for| for)?|touch|grab|pick(?: up)?|(?:at|in|from) (?:my current|my) position|without moving"
        r"(?: much)?|within (?:my |arm's )?reach|from where i am (?:standing|sitting)"
        r"|without (?:much|any) movements?)\b",
        text,
    )
    there = re.match(r"(?:is|are) there\b", text)
    if reach and yes_no and not there and not re.search(r"\bsee\b|\bspot\b|\bview\b|\blook\b", text):
        text = re.sub(r"\bfrom where i am(?: \w+)?|\b(?:from|in|at) my (?:current )?position", " ", cut(text, reach))
        return Frame("distance", text, attribute="within reach", options=YES_NO)
    return None


def _path(text: str, yes_no: bool) -> Frame | None:
    match = re.search(
        rf"\b(?:to |in |on |from )?(?:which|what|wich) (?:way|direction|side|was)\b"
        rf"(?=.*\b(?:should|would|do|must|can|could|have to|need to) i\b|.*\b{_GO}\b)"
        rf"|\bwhere (?:should|do|would|can|could|must|to)\b(?=.*\b{_GO}\b)"
        rf"|\bhow (?:should|do|would|can|could|must) i (?=.*\b(?:get|go|turn|leave|exit|reach|walk|move)\b)",
        text,
    )
    if not match or yes_no:
        return None
    rest = cut(text, match)
    rest = re.sub(r"\b(?:should|do|would|must|can|could|will) i (?:have to |need to |be |want to )?", " ", rest)
    wish = r"\b(?:if |when |in order )?(?:i )?(?:want(?:ed)?|need(?:ed)?|like|wish|order)? ?to "
    rest = re.sub(rf"{wish}(?:{_GO} )*(?:to |for |through )?", " ; ", rest)
    if re.search(r"\b(?:face|facing|see|look|watch)\b", rest) and not re.search(r"\bif i want", text):
        return Frame("direction", re.sub(r"\b(?:turn|face|see|watch)\b", " ", rest))
    if re.search(r"\b(?:leave|exit|get out|go out|out of)\b", text) and not re.search(r"\bdoor", text):
        return Frame("path", "", target="door")
    rest = rest.replace(";", " ")
    purpose = re.search(r"\b(?:wash|sit|sleep|eat|cook|throw|cool|warm|charge|dry)\b[a-z ]*", rest)
    if purpose and not re.search(r"\b(?:on|in|at) (?:the|my)\b", purpose.group()):
        return Frame("path", "", target=f"something to {_plain(purpose.group())}")
    return Frame("path", rest)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\b(?:my|the|a|some)\b", " ", text)).strip()


def _direction(text: str, yes_no: bool) -> Frame | None:
    of_noun = re.search(
        rf"\b(?:(?:to|on|at|in) )?(?:the )?({SIDES})(?: side)? or (?:(?:to|on|at|in) )?(?:the )?({SIDES})(?: side)? "
        r"of (?=the\b|a\b|that\b|this\b|my [a-z])",
        text,
    )
    if of_noun and yes_no:  # "is the lamp to the left or to the right of the sofa?"
        return Frame("direction", cut(text, of_noun, ","), options=(of_noun.group(1), of_noun.group(2)))
    side = re.search(
        rf"\b(?:to|on|at|in)? ?(?:my |the )?({SIDES})(?: of me| me)?(?: side)?(?: hand)?(?: side)? or"
        rf" (?:to |on |at |in )?(?:my |the )?({SIDES})(?: of me| me)?(?: hand)?(?: side)?$",
        text,
    )
    if side and not re.search(r"\b(?:closer|nearer|bigger|larger)\b|which side", text):
        return Frame("direction", cut(text, side), options=(side.group(1), side.group(2)))
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
        return Frame("direction", "", target=f"something to {_plain(action.group(1))}")
    return Frame("direction", re.sub(r"\b(?:do|can|could|should|would) i (?:find|see|face)?\b", " ", rest))


def _exists(text: str, yes_no: bool) -> Frame | None:
    see = re.search(
        r"\b(?:can|could|do|would|will|am) i (?:be )?(?:able to )?(?:see|spot|view|find)\b"
        r"|\bis (?:the |a )?(.+) visible\b",
        text,
    )
    if see:
        rest = cut(text, see, see.group(1) or "")
        looking = not re.search(r"\b(?:turn|look) (?:\w+ )?(?:around|back|to|left|right)\b|\bturn around\b", text)
        rest = re.sub(
            r"\b(?:from |at )?(?:where|here) ?(?:i am)?(?: \w+ing)?\b|\bfrom (?:my position|here)\b", " ", rest
        )
        if yes_no:
            return Frame("exists", rest, options=YES_NO, visible=looking, target=_any_of(rest))
        if re.match(r"(?:what|which)\b", text):
            return Frame("name", rest, target="any")
    match = re.match(r"(?:is|are) there\b(?: any| some)?|(?:do|did) i have\b(?: any| some)?", text)
    if match:
        rest = cut(text, match)
        purpose = _PURPOSE.search(rest)
        if purpose and _any_of(rest):
            use = f"something to {_plain(purpose.group(1) or purpose.group(2))}"
            return Frame("exists", rest[purpose.end() :], options=YES_NO, target=use)
        return Frame("exists", rest, options=YES_NO, target=_any_of(rest))
    # "does the table have a cup on it", "does the desk have anything on it"
    have = re.match(
        r"(?:does|do|has|have) ((?:the|my|that|this|these|those) .+?) have (?:a |an |any |some )?(.+?)"
        r"(?: on (?:it|them|top))?$",
        text,
    )
    if have:
        return Frame("exists", f"{have.group(2)} on {have.group(1)}", options=YES_NO)
    if yes_no and re.match(r"(?:is|are) (?:the|a|an|my|this|that|any|all)\b", text):
        # "is the lamp on the table?", "is the sofa behind me?"
        return Frame("exists", re.sub(r"^(?:is|are) ", "", text), options=YES_NO, sure=False)
    return None


_PURPOSE = re.compile(
    r"\b(?:can|could|should|would) (?:i|you|we|one) use (?:to|for) ([a-z]+(?: (?!in this|in the|here)[a-z]+){0,5})"
    r"|\b(?:can|could|should|would|do|allows?|lets?|used?|helps?) (?:(?:i|you|we|me) )?(?:use |be used )?(?:to |for )?"
    r"((?:sit|lie|lay|sleep|wash|read|eat|drink|write|cook|work|relax|watch|rest|nap|clean|dry|store|hang|keep|throw|put"
    r"|play|listen|heat|warm|cool|light|open|pour|boil|charge|type|print|draw|exercise|massage|go|take|carry)\b"
    r"(?: (?!(?:behind|on my|to my|in front|at my|on the|to the|in the|in this|here|near|next)\b)[a-z]+){0,4})"
)


def _any_of(rest: str) -> str:
    """ "any" where what is asked for has no name: "is there anything behind me?"."""
    spot = r"(?:something|anything|somewhere|anywhere|objects?|things?|items?|places?|seats?|spots?)"
    return "any" if re.match(rf"(?:an |a |any |some )?{spot}\b", rest) else ""


def _name(text: str, yes_no: bool) -> Frame | None:
    if yes_no:
        return None
    generic = "|".join(sorted((word for word in word_tables()["generic"]), key=len, reverse=True))
    match = re.search(
        rf"\b(?:what|which|name|who)(?: is| are| was)?(?: the)?"
        rf"((?: (?:closest|nearest|farthest|furthest|largest|biggest|smallest|tallest"
        rf"|highest|lowest|first|only))*)(?: of)?((?: (?:{_adjectives()}))*)(?: (?:{generic})s?)*\b"
        r"(?: (?:is|are))?(?! of me)",
        text,
    )
    if not match:
        return None
    lead = f"{match.group(1)} {match.group(2)} "
    rest = f"{text[: match.start()]} , {lead} {text[match.end() :]}"
    after = text[match.end() :].split()
    purpose = _PURPOSE.search(text)
    if purpose:
        rest = text[match.end() : purpose.start()] + " " + text[purpose.end() :]
        return Frame("name", f", {lead} {rest}", target=f"something to {_plain(purpose.group(1) or purpose.group(2))}")
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
