"""What people do who tell where they are, and the place and the look in what they do where no pattern reads it whole.

Cooking stands at the stove, lying on one's back says no more than lying. "Doing my make-up on the stool" puts somebody
on the stool, whatever they do there.
"""

from __future__ import annotations

import math
import re

from situated_qa.situated.matcher import names_a_thing
from situated_qa.situated.situation_clauses import At, Clause, Facing
from situated_qa.situated.situation_spelling import plain

HANDS = (
    r"(?:cooking|frying|stirring|baking|ironing|shaving|(?:wash|brush) (?:my )?(?:hands|face|teeth|hair)"
    r"|(?:check(?:ing)?|fix(?:ing)?|do(?:ing)?) my (?:hair|face|make[- ]?up|tie)"
    r"|(?:wash|do|dry|rinse|scrub|clean) (?:up|the dishes)"
    r"|(?:washing|rinsing|scrubbing) (?:the )?[a-z]+ off (?:of )?my (?:hands|face)"
    r"|(?:washing|doing|drying|rinsing|scrubbing|cleaning)(?: up)?(?: (?:my |the |some )?(?:hands|face|hair|dishes|pots"
    r"|pans|plates|cups|glasses|vegetables|salad|clothes|laundry))?"
    r"|(?:brushing|combing) (?:my )?(?:teeth|hair)"
    r"|(?:cooking|making|preparing|frying) (?:a |some |the |my )?(?:coffee|tea|dinner|lunch|breakfast|supper|food|pasta"
    r"|soup|eggs?|sandwich|meal))"
)
"""What people do standing at the thing that they look at."""
HANDS_ON = re.compile(rf"\b{HANDS}(?=$|[ ,.;])")
DOING = (
    rf"(?:{HANDS}|(?:working|reading|eating|drinking|writing|typing|playing|studying|resting|relaxing|sleeping|napping"
    r"|lounging|chatting|talking|knitting|having)(?: (?:a |an |my |the |some )?(?:book|paper|newspaper|magazine|guitar"
    r"|piano|games?|tea|coffee|dinner|lunch|breakfast|supper|meal|nap|rest|chat|letter|email|friends?))?)"
)
BUSY = re.compile(rf"(?P<where>.+ (?!(?:the|a|an|my|some|and|of|for|in|at|on|to|by) )[a-z']+) {DOING}")
"""A place, and what somebody does there."""
SITS = (
    r"\b(?:sit|sat|sitting|seated|settled|eating|dining|having|working|writing|typing|studying|taken a seat"
    r"|taking a seat|perched)\b"
)
RESTS = re.compile(
    r"\b(?:l(?:ie|ying|aying)|s(?:it|itting|eated|ettle|ettled|ettling)|bed|chair|armchair|couch|sofa|stool|bench"
    r"|toilet)\b"
)
POSE = re.compile(
    r",? ?\b(?:(?:flat )?on (?:my|the) (?:back|stomach|belly)(?! side| hand| left| right| of)|face (?:up|down)"
    r"|(?:lean(?:ing)?|laid) back"
    r"|(?:looking|staring) (?:up|up at|at) the ceiling"
    r"|(?:with |and )*(?:my )?(?:legs|feet|arms) (?:are )?(?:stretched(?: out)?|crossed|up|out|folded)"
    r"|(?:(?:(?:with |and )?(?:my )?(?:head|back) (?:is )?|leaning |propped(?: up)? |resting )(?:at|on|to|against|by)"
    r"|against) (?:the |a |my |its )?(?:headboard|head ?rest|back ?rest|pillows?|cushions?)(?: end)?)\b"
)
"""How somebody sits or lies, and what a seat has at the back: it tells nothing that the seat does not."""
DONE_AT = tuple(
    (re.compile(rf"\b(?:{doing})\b"), thing)
    for doing, thing in (
        ("cooking|frying|stirring", "stove"),
        ("(?:wash|do|rins|scrubb?|clean|peel|dry)(?:ing|e)?(?: up)? (?:the |my |some )?(?:dishes|pots|pans|plates|cups"
         "|glasses|vegetables|veggies|salad|fruits?|potatoes|carrots|rice)|washing up", "kitchen sink"),
        ("brush(?:ing)? (?:my )?teeth|shaving|(?:wash|rins|clean)(?:ing|e)? (?:my )?face", "bathroom sink"),
        ("wash(?:ing)? (?:my )?hands", "sink"),
    )
)  # fmt: skip
"""At what people do it."""

_WHERE = {
    "front of": r"in front of|before",
    "behind": r"behind",
    "on": r"on top of|on|in|inside|into|onto",
    "at": r"next to|beside|near to|near|close to|by|at|alongside|against|around|under|over|opposite",
}
_A = r"(?:the|a|an|my(?! way)|this|that|our|one of the)"
_PLACE = re.compile("|".join(rf"\b(?P<{name.replace(' ', '_')}>{words}) {_A} " for name, words in _WHERE.items()))
_LOOK = re.compile(
    r"\b(?:fac(?:e|ing)(?: to| towards?)?|(?:look|looking|gaze|gazing|stare|staring|glance|glancing)"
    r" (?:\w+ )?(?:at|towards?|into|out of|out|through|to|over at|across at|over)|watch(?:ing)?|turned (?:to|towards?)"
    r"|observing|admir(?:e|ing)) (?P<thing>(?:the|a|an|my|some|this|that|tv|telly|television)\b.*)"
)
_MOVES = re.compile(
    r"(?:put|leav|dropp?|go|com|walk|mov|runn|plac|search|look|hang|see|find|hav|keep|bring|carry|tak|throw|be)ing\b"
)
_DOES = re.compile(
    r"^(?:just |now |still |here )*$|\b(?:s[ia]t|sitt?ing|seated|stand|stood|lie|lay|lean|lounge|flop(?:ped)?"
    r"|curl(?:ed)?|slump(?:ed)?|nestled?|settled?|relax|chill|rest|crouch|kneel|knelt|crept|laid"
    r"|made myself (?:comfy|comfortable|cozy|cosy|at home)|perch(?:ed)?|squat"
    r"|soak"
    r"|plop(?:ped)?|cuddled?"
    r"|stay|wo?ken?|waking|snuggled?|stretched|sprawl(?:ed)?|recline|bent|hunched|slouched|huddled|parked|propped"
    r"|tucked|crouched|wait|am|be"
    r"|stop(?:ped)?|stepp(?:ed|ing)|step|taken? (?:a )?(?:place|seat)|wash|cook|read|eat|work|write|type|sleep|nap|iron"
    rf"|brush|shave|play|knit|study|hang out|warm|(?!{_MOVES.pattern})[a-z]{{2,}}ing)\b"
)
"""What somebody does who is at a place: nothing is moved, found or left there."""
_ELSEWHERE = re.compile(
    r"\b(?:not|no|never|nobody|from|to the|to my|towards?|want|wants|would|like|need|should|going to|plan|could|might"
    r"|may|will|used to|is|are|has|it|them)\b"
)
"""Words of a clause that does not say where the asker is."""
_HALF = re.compile(r"\b(?:not|never|no longer|half|partly|slightly|nearly|almost|without)\b")
_FLOOR = re.compile(r"(?:floor|ground)\b")
_STATES = r"(?:standing|hanging|lying|leaning|sitting|missing|remaining|matching|living|sleeping|growing|folding)"
"""Of things, too: "the missing book"."""
_ADVERBS = ("right", "left", "up", "down", "back", "still", "here", "there", "close", "just", "next", "straight")
_MOST_WORDS = 7  # of what is done, before the place
_HALF_TURN = r"(?:a |by )?(?:full )?(?:180|one hundred(?: and)? eighty)(?: degrees)?"
_TURN = re.compile(
    r"\b(?:(?:have |has )?(?:just |now |then )*(?:turn(?:ed|ing)?|spin|spun|spinning|swivel(?:ed|led)?|rotated?)"
    r"(?: myself)?|(?:make|made|making|do|did) an?(?: full| quick)?) "
    rf"(?:(?P<about>(?:right |all the way )?(?:around|round|about)(?: {_HALF_TURN})?|{_HALF_TURN}(?: turn)?|half turn"
    r"|about turn|u-turn)"
    r"|(?:a |by )?(?:90 degrees |(?:a )?quarter (?:turn )?)?(?:to )?(?:the |my )?(?P<hand>left|right)"
    r"(?:(?: by)? (?:a quarter|90 degrees|ninety degrees))?)(?= |$|,)"
)


_PAST = re.compile(
    r"(?P<before>(?:just |have |had |now |only |'ve )*)(?:(?P<stem>(?!walked [a-z ]*\bto\b|turn|enter|seat|locat"
    r"|position|stopp|plann|want"
    r"|ne|lik|lov|decid|start|finish)[a-z]{2,})ed|(?P<irregular>took|did|threw|hung|ate|drank|made|shut|wrote|slept))\b"
)
_IRREGULAR = {
    "took": "taking", "did": "doing", "threw": "throwing", "hung": "hanging", "ate": "eating", "drank": "drinking",
    "made": "making", "shut": "shutting", "wrote": "writing", "slept": "sleeping",
}  # fmt: skip


def as_doing(text: str) -> str:
    """A clause about what somebody did, as they do it: "washed my hands in the sink" is told of who still stands there.

    Args:
        text: without its subject, lower case; others come back as they are.
    """
    past = _PAST.match(text)
    if past is None:
        return text
    doing = _IRREGULAR[past["irregular"]] if past["irregular"] else f"{past['stem']}ing"
    return f"{past['before']}{doing}{text[past.end() :]}"


def read_loosely(text: str, *, is_state: bool = False) -> list[Clause]:
    """The place and the look that a clause tells; empty where it tells none.

    Args:
        text: without its subject, lower case.
        is_state: it began with "I am", so that anything may stand before the place: "flat out on the bed".
    """
    look = _LOOK.search(text)
    if look and _HALF.search(text[: look.start()]):
        return []
    facing = [Facing(plain(look["thing"]))] if look else []
    rest = text[: look.start()] if look else text
    place = _PLACE.search(rest)
    if place is not None and _FLOOR.match(rest[place.end() :]):  # "the plant that stands on the floor"
        place = None
    done = rest[: place.start()] if place else rest
    if not is_state and is_noun(done.strip()):
        return list(facing)
    does = _DOES.search(done) or (is_state and not _MOVES.match(done))
    if place is None or not does or _ELSEWHERE.search(done) or len(done.split()) > _MOST_WORDS:
        return list(facing)
    relation = str(place.lastgroup).replace("_", " ")
    return [At(relation, rest[place.end() :].strip(" ,")), *facing]


def is_noun(words: str) -> bool:
    """Whether words name a thing, and nothing that somebody does: "rocking chair", "painting", "missing book"."""
    first, _, last = words.rpartition(" ")
    if not words or last in _ADVERBS or re.fullmatch(rf"{DOING}|{_STATES}|facing|looking", words):
        return False
    return names_a_thing(words) or (re.fullmatch(_STATES, first) is not None and names_a_thing(last))


def turned(text: str) -> tuple[str, float]:
    """A clause without the turn that it tells, and the angle of it, rad, counterclockwise; 0 for none."""
    turn = _TURN.search(text)
    if turn is None:
        return text, 0.0
    angle = math.pi if turn["about"] else math.pi / 2 * (1.0 if turn["hand"] == "left" else -1.0)
    return " ".join(f"{text[: turn.start()]} {text[turn.end() :]}".split()), angle
