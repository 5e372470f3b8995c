"""Reading a situation: "I am sitting on the couch facing the tv, with a lamp on my left" as clauses.

Each clause says one thing about where somebody is or looks. What no pattern reads is kept as unread, in the asker's
words: the code that grounds the clauses in a map decides whether enough was understood.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping

from situated_qa.knowledge.rooms import room_names
from situated_qa.situated.language.phrases import NUMBERS
from situated_qa.situated.situation_clauses import (
    BESIDE,
    OUTSIDE,
    At,
    Clause,
    Entered,
    Facing,
    Has,
    Situation,
    come_through,
    resolved,
    spot_of,
    wall_of,
)
from situated_qa.situated.situation_doing import (
    BUSY,
    DOING,
    DONE_AT,
    HANDS_ON,
    POSE,
    RESTS,
    SITS,
    as_doing,
    handled,
    read_loosely,
    turned,
)
from situated_qa.situated.situation_spelling import in_plain_words, plain

_NUMBER = rf"(?:{'|'.join(NUMBERS[1:])}|\d{{1,2}})"
_SIDE = (
    r"(?:(?:right |directly |immediately |straight |close |far |way |just )?(?:(?:on|to|at|in|off to) (?:my|the) "
    r"(?P<side>(?:front |back )?(?:immediate )?(?:left|right)|(?:front|back)(?! door))(?:[ -]hand)?(?: side)?"
    r"(?: of me)?|(?P<behind>behind (?:me|my back)|(?:at|to|against) my back|in (?:my|the) back)"
    r"|(?P<ahead>(?:in front|ahead) of me|straight ahead(?: of me)?|in front(?! of)|ahead(?! of)|before me"
    r"|opposite(?: me)?"
    r"|across (?:from me|the room(?: from me)?)|facing me|(?:beyond|past|at|by) my feet"
    r"|(?:on|at) the (?:opposite|far|other) (?:wall|side)(?: of the room)?(?: in front)?(?: of me)?)"
    r"|(?P<beside>(?:right |directly )?(?:next to|beside|near|close to|by) me)"
    rf"|(?:at|in|to|on) (?:my )?(?P<hour>{_NUMBER}) ?o'?clock(?: direction| position)?)(?: within reach)?)"
)
_THING = r"(?P<thing>[a-z][a-z' -]{0,60}?)"
_THERE = (
    r"(?:(?:have |has )?(?:shut|closed|locked|got) |there(?: is| are|'s) |having |have |has |i (?:can )?(?:see|have) "
    r"|can see |see |seeing )?"
)
_STAND = (
    r"(?:(?:still |just |now |currently |comfortably |quietly )*(?:standing|sitting|seated|sit|stand|sat|stood|lying"
    r"|laying|lay|lie|kneeling|crouching|stopped|waiting|leaning|located|positioned|placed|taken a seat|settling"
    r"|settled"
    rf"|settle|lean|perched|taking a seat|am|are|be|here|{DOING})(?: comfortably| down| still| right| close| straight"
    r"| here| up| back| flat)* )*"
)
_AT = (
    ("front of", r"(?:right |directly |just )?(?:in front of|before)"),
    ("behind", r"(?:right |directly )?behind"),
    ("middle of", r"in the (?:middle|center|centre) of"),
    ("on", r"(?:on top of|on|in|inside|upon)"),
    ("at", r"(?:right )?(?:next to|beside|near to|near|close to|by|at|alongside|against|around|under)"),
)
_LOOK = (
    r"(?:i )?(?:am |have )?(?:(?:directly|now|still|also|just) )*(?:facing|face"
    r"|looking (?:straight )?(?:at|towards?|out of|into|in|through|to)"
    r"|look (?:straight )?(?:at|towards?|to|out of|into|in)(?= )|staring at|watching|gazing at"
    r"|turn(?:ed)? (?:to|towards?)(?= (?!the left|the right|my |left|right))"
    r"|(?:my )?(?:face|nose|eyes) (?:are |is )?(?:turned |fixed )?(?:to|towards?|at|on)|observing)"
)
_USE = (
    r"(?:(?:taking|getting|grabbing|fetching|picking|pulling|choosing) [a-z ]{1,30}(?: from| out of| off)"
    r"|(?:putting|hanging|placing|laying|storing|throwing|tossing|dropping|stuffing"
    r"|(?<=just )(?:put|threw|tossed|hung|dropped|placed|laid|left))(?: up| away| down)?"
    r" [a-z ]{1,30}? (?:on|onto|in|into|to|back in|against|by|next to)|browsing(?: through)?"
    r"|(?:looking|searching|rummaging|digging) for [a-z ]{1,30} (?:in|inside|through)"
    r"|(?:open|close|load|unload|empty|fill|touch)(?= (?:the|my|a) )"
    r"|about to (?:open|use|close|load|empty|grab|take|pick up|turn on|switch on)"
    r"|(?:looking|look|reaching) into(?= (?:the |my )(?:fridge|refrigerator"
    r"|oven|cupboard|cabinet|wardrobe|drawer"
    r"|freezer"
    r"|closet|dishwasher|washing machine))|using|open(?:ing|ed)|clos(?:ing|ed)|loading"
    r"|unloading|emptying|filling|touching|reaching for|leaning on|writing on|cooking on|working at|typing on"
    r"|washing my hands (?:in|at))"
)
_ROOM = r"the (?P<room>(?![a-z ]*\b(?:behind|front|left|right)\b)[a-z ]{2,40}?)"
_ORIGIN = r"the (?P<origin>[a-z ]{2,40}?)"
_DOOR = rf"(?:(?:through|by|via) the (?:front )?door(?: (?:from|of) {_ORIGIN})?)"
_IN = (
    r"(?:just |now |have |only )*(?:come|came|coming|walk|walked|walking|enter|entered|entering|step|stepped|stepping"
    r"|gone|go"
    r"|going|get|got)"
)
_SPLIT = re.compile(
    r"\s*(?:[,.;!]|\b(?:while|whilst|with|and also|and|but|when|as|so that|so|then)\b"
    r"|(?<=.)(?=\b(?:i'm|i am|i've) ))\s*"
)
_BETWEEN = re.compile(
    rf"{_STAND}(?:in )?between (?P<a>[a-z' -]{{2,60}}?) and (?P<b>[a-z' -]{{2,60}}?)"
    r"(?= facing|$|[,.;]| and| while| with)"
)


def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    patterns = [
        ("away", rf"(?:{_STAND})?(?:facing|looking|turned|look|turn) away from {_THING}"),
        ("back to", rf"(?:{_STAND}|got |have |put |putting )?(?:(?:my |its |the )?back"
                    rf" (?:is |turned |up |leaning |still )*(?:to|towards?|against|on|facing)|my back on) {_THING}"),
        ("ahead", r"(?:i )?(?:am )?(?:look(?:ing|s)?|fac(?:e|ing)) (?:straight |right |directly )?(?:ahead"
                  r"|where it faces|(?:out )?into the room|the room|in|the other way"
                  r"|(?:at |to |towards )?the (?:opposite |far )?wall)"),
        ("outside", r"(?:i )?(?:am )?look(?:ing)? (?:out|outside)"),
        ("along", rf"(?:i )?(?:am )?(?:look(?:ing)?|fac(?:e|ing)|star(?:e|ing)|gaz(?:e|ing)) (?:straight |right )?"
                  rf"(?:down|along) {_THING}"),
        ("ahead of", rf"(?:{_STAND})?{_LOOK} {_THING} (?:right |straight |directly )?(?:in front|ahead) of me"),
        ("posture", r"(?:crouching|crouched|kneeling|walking|squatting|bending)(?: down| over| up)?"
                    r"|standing (?:by|near)"
                    r"|(?:stop|stand|pause|wait)(?:ping|ing|ed)? (?:on|at|in) the (?:threshold|doorstep)"
                    r"|(?:just |now |still |comfortably )*(?:standing|sitting|seated|stand|sit|lying|lean|leaning|be|am"
                    rf"|are|here|stopped|{DOING})(?: comfortably| still| up| there| here)*|leaning back|in the room"),
        ("facing", rf"(?:{_STAND})?{_LOOK} {_THING}"),
        ("entered", rf"{_IN} (?:(?:in|inside|home) )?(?:(?:through|by|via|at|from) )?"
                    r"(?:the (?:[a-z]+ )?(?:front|entrance|entry|main) door|home)(?P<room>)(?P<origin>)"),
        ("entered", rf"{_IN} out of {_ORIGIN} (?:in)?to {_ROOM}"),
        *(("entered", rf"{_IN}(?: in| inside)?(?: ?into| to)? {_ROOM}{from_there}")
          for from_there in (f" {_DOOR}", f" from {_ORIGIN}", "(?P<origin>)")),
        ("entered", rf"{_IN} from {_ORIGIN}(?P<room>)"),
        ("entered", rf"{_STAND}just inside {_ROOM}(?P<origin>)"),
        ("entered", rf"{_STAND}in {_ROOM} door(?:way)?(?P<origin>)"),
        ("entered", rf"(?:{_STAND}|stop |pause )(?:in|at) the (?:open )?door(?:way)? (?:of|to) {_ROOM}(?P<origin>)"),
        ("walks", rf"(?:walking|heading|going|moving|running|strolling)(?: down| along| through| up)?"
                  rf" the (?P<room>[a-z ]{{2,30}}?)(?: from {_ORIGIN})? (?:to|towards?) {_THING}"),
        ("towards", r"(?:walking|heading|going|moving|running|stepping|approaching)(?: over)?(?: to| towards?)?"
                    rf" {_THING}"),
        ("between two", rf"(?:{_STAND})?(?:in )?between (?:the )?(?:two|both|a pair of) {_THING}"),
        ("feet to", rf"(?:{_STAND})?(?:my )?feet (?:are |is |pointing |turned )*(?:to|towards?|at|facing) {_THING}"),
        ("through", rf"{_IN}(?: in| inside)? (?:through|by|via) {_THING}"),
        ("from", rf"from {_THING}"),
        ("has", rf"{_THERE}{_THING}(?: is| are| stands| hangs| lies| sits| being|'s| has \w+)?"
                rf"(?: on the wall)? {_SIDE}"),
        ("has", rf"(?:directly )?{_SIDE}(?: there)?(?: is| are|,)? {_THING}"),
        *((f"at {relation}", rf"{_STAND}{words} {_THING}") for relation, words in _AT),
        ("use", rf"(?:{_STAND})?(?:just |now )?{_USE} {_THING}"),
    ]  # fmt: skip
    return tuple((name, re.compile(pattern)) for name, pattern in patterns)


_PATTERNS = _compiled()
_SAT_ON = ("toilet", "loo", "bidet", "potty")  # by those who use it
_ON_SEAT = re.compile(r" (?:on|in) (?:the |my |a )(?P<seat>.*\b(?:chair|armchair|stool|seat|bench|couch|sofa)\b.*)")
_BACK_TO = dict(_PATTERNS)["back to"]
_MEANS: Mapping[str, Callable[[str], list[Clause] | None]] = {
    "posture": lambda _: [],
    "ahead": lambda _: [Facing("")],
    "outside": lambda _: [Facing(OUTSIDE)],
    "along": lambda room: [Facing("", along=room)],
    "ahead of": lambda thing: [Facing(thing, ahead=True)],
    "towards": lambda thing: [Facing(thing)],
    "between two": lambda things: [At("between", things, things)],
    "feet to": lambda thing: [] if thing.endswith("room") else [Has(thing, "front")],
    # who comes in through a door has it at the back
    "through": lambda thing: [Has(thing, "back")] if thing.endswith("door") else None,
    "from": lambda thing: [At("on" if RESTS.search(thing) else "at", thing)],
    "use": lambda thing: [At("on", thing)] if thing in _SAT_ON else [At("at", thing), Facing(thing)],
}
"""What the patterns say whose words say nothing more of their thing."""
_STATE = re.compile(r"(?:i am|i'm|im)\b")
_SUBJECT = re.compile(r"^(?:i am|i'm|im|i have|i've|i was|i were|i'd be|i|am|we are|you are|me)\b\s*")
_LONGEST_CLAUSE = 160  # characters: what the patterns cost grows with the square of a clause's length


def read_situation(text: str) -> Situation:
    """The clauses of a situation in words; linear in the length of the text, which is at most 2,000 characters."""
    words = in_plain_words(text)
    words = " ".join(POSE.sub(" ", words).split()) if RESTS.search(words) else words
    busy = HANDS_ON.search(words) is not None
    clauses: list[Clause] = []
    unread: list[str] = []
    between = _BETWEEN.search(words)
    if between:
        clauses.append(At("between", plain(between["a"]), plain(between["b"])))
        words = f"{words[: between.start()]}, {words[between.end() :]}"
    turned_rad = 0.0
    for part in _SPLIT.split(words):
        is_state = _STATE.match(part) is not None
        clause, angle = turned(_SUBJECT.sub("", part).strip())
        turned_rad += angle
        if clause:
            read = _clause(clause)
            doing = clause if is_state else as_doing(clause)
            if read is None and doing != clause:
                read = _clause(doing)
            if read is None:
                read = read_loosely(doing, is_state=is_state) or handled(clause)
            if read is None:
                unread.append(clause)
            if read and angle == 0.0 and not isinstance(read[0], At):
                turned_rad = 0.0  # what is told after a turn is told as the asker looks then
            clauses += read or []
    told = come_through(resolved([_on_seat(clause) for clause in clauses]))
    done_at = [thing for doing, thing in DONE_AT if doing.search(words)]
    told = [_of_doing(clause, done_at) for clause in told]
    if busy and not any(isinstance(clause, Entered) or _at_a_thing(clause) for clause in told):
        # Who cooks stands at a stove; who irons, facing the board, stands at that.
        faced = [clause.thing for clause in told if isinstance(clause, Facing | Has) and _before(clause)]
        alone = bool(done_at) and not told
        told = [*(At("at", thing) for thing in (done_at or faced)[:1]), *told]
        return Situation(tuple(told), tuple(unread), alone, turned_rad)
    return Situation(tuple(told), tuple(unread), turned_rad=turned_rad)


def _clause(text: str) -> list[Clause] | None:
    """What one clause says; None where no pattern reads it, or it is longer than people speak.

    "sitting on the couch facing the tv" says two things.
    """
    if len(text) > _LONGEST_CLAUSE:
        return None
    busy = BUSY.fullmatch(text)
    if busy and (read := _clause(busy["where"])):
        return read
    back = _BACK_TO.fullmatch(text)
    both = None if back else re.match(rf"(?P<first>.+?) (?P<second>{_LOOK} .+|look(?:ing)? out(?:side)?$)", text)
    if both and not re.match(_LOOK, text):
        first, second = _clause(both["first"]), _clause(both["second"])
        return None if first is None or second is None else first + second
    for name, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _meant(name, match)
    return None


def _meant(name: str, match: re.Match[str]) -> list[Clause] | None:
    """What a pattern's words say."""
    groups = match.groupdict()
    thing = plain(groups.get("thing") or "")
    if name in _MEANS:
        return _MEANS[name](thing)
    if name == "facing" and (seen_from := re.fullmatch(r"(.+?) from (?:the|my|a) (.+)", thing)):
        relation = "on" if RESTS.search(seen_from[2]) else "at"
        return [At(relation, plain(seen_from[2])), Facing(seen_from[1])]
    if name == "facing" and thing in ("wall", "opposite wall", "far wall"):
        return [Facing("")]
    if name in ("facing", "away"):
        return [wall_of(thing, away=name == "away") or Facing(thing, away=name == "away")]
    if name == "entered":
        return [Entered(groups["room"].strip(), (groups.get("origin") or "").strip())]
    if name == "back to" and (at := re.fullmatch(r"(walls?) ((?:on|in|at|next to|beside|by) .+)", thing)):
        where = _clause(at[2])
        return None if where is None else [*where, Has("wall", "back")]
    if name == "walks":
        behind = [Has(plain(groups["origin"]), "back")] if groups["origin"] else []
        return [At("on", groups["room"]), Facing(thing), *behind]
    if name in ("has", "back to"):
        return [Has(thing, "back" if name == "back to" else _side(groups))]
    relation = name.removeprefix("at ")
    seated = name == "at at" and re.search(SITS, match.string[: match.start("thing")]) is not None
    return [dataclasses.replace(spot_of(relation, thing) or At(relation, thing), seated=seated)]


def _on_seat(clause: Clause) -> Clause:
    """ "At the table on the black chair" is on that chair."""
    seat = _ON_SEAT.search(clause.thing) if isinstance(clause, At) and clause.relation == "at" else None
    return clause if seat is None else At("on", plain(seat["seat"]))


def _of_doing(clause: Clause, done_at: list[str]) -> Clause:
    """ "Washing my face at the sink" is at the sink of a bathroom."""
    if not isinstance(clause, At):
        return clause
    full = next((thing for thing in done_at if thing.endswith(f" {clause.thing}")), clause.thing)
    return dataclasses.replace(clause, thing=full)


def _at_a_thing(clause: Clause) -> bool:
    """Whether a clause says at what the asker is, and not only in what: a room."""
    return isinstance(clause, At) and (clause.relation != "on" or clause.thing not in room_names())


def _before(clause: Clause) -> bool:
    """Whether a clause says what is before the asker."""
    if isinstance(clause, Facing):
        return bool(clause.thing) and not clause.away
    return isinstance(clause, Has) and clause.side == "front"


def _side(groups: dict[str, str | None]) -> str:
    if groups.get("hour"):
        word = str(groups["hour"])
        hour = int(word) if word.isdigit() else NUMBERS.index(word)
        return f"{hour} o'clock"
    if groups.get("behind"):
        return "back"
    if groups.get("beside"):
        return BESIDE
    return "front" if groups.get("ahead") else str(groups["side"]).replace("immediate ", "")
