"""What of a text tells a situation, and what of it asks: "I am on the couch. What is on my left?" """

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import suppress

from situated_qa.errors import SituationError
from situated_qa.situated.described_viewpoint import understood
from situated_qa.situated.situation_clauses import At, Doing, Entered, Has
from situated_qa.situated.situation_doing import is_noun
from situated_qa.situated.situation_words import read_situation

_LEAD = re.compile(
    r"^(?:(?:ok|okay|so|now|well|say|suppose|supposing|imagine|imagining|assume|assuming|let's say|picture this|while"
    r"|whilst|when|whenever|once|as|having just|having|with me|that|please|picture yourself|asking|hey|hi|bro"
    r"|dude|you know|so you know)\b[, ]*)+",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"(?:i|i'm|im|i've|you|you're|we|standing|seated|sat|stood|nestled|curled|perched|slumped|settled|bent|hunched"
    r"|sprawled|slouched|tucked|sunk|huddled|snuggled|stretched|squeezed|wedged|plonked|flopped|crouched"
    r"|chillin|lookin|sittin|standin|flat out|parked|with (?:my|the|an?)"
    r"|(?:my|your) (?:back|face)|back (?:to|against)|came|go (?:in|into)"
    r"|(?:only )?just (?:in|come|came|entered|walked|stepped)"
    r"|(?!anything|nothing|something|everything|during|regarding)[a-z]+ing|about to"
    r"|(?:go|come|walk)? ?(?:and )?(?:stand|sit|lie|lean|kneel|look|face|turn|enter|put your back))\b",
    re.IGNORECASE,
)
"""What a sentence that tells a situation begins with. "If I …" is part of the question, and read with it."""
_AT_PLACE = re.compile(
    r"(?:at|on|in|by|from|next to|beside|before|behind|in front of)"
    r" (?:(?:the|my(?! way)|an?)\b|[a-z ]+, (?:seated|sitting|standing|lying|facing|looking)\b)",
    re.IGNORECASE,
)
"""The same of a sentence; "by the bed, is there a lamp?" is a question."""
_MEANS = re.compile(
    r"\bi (?:mean|meant|speak of|am (?:talking|asking|speaking|thinking) (?:about|of))\b|\bit(?: i|')s the one\b",
    re.IGNORECASE,
)
"""Of a sentence that says which thing is meant, and not where somebody is."""
_TELLS_OF_THINGS = re.compile(
    r"(?:in|on|at|by|next to|beside|behind|in front of)\b.* (?:there )?(?:are|is|hangs?|stands?|lies?|lie)"
    r" (?!facing|looking)",
    re.IGNORECASE,
)
"""A sentence of what is at a place: "in the kitchen are two windows"."""
_MINE = re.compile(r"\b(?:i|i'm|im|me|my|ahead)\b", re.IGNORECASE)
_RESTING = (
    r"(?:sit|sitting|seated|stand|standing|lie|lying|lay|laying|kneel|kneeling|face|facing|look|looking|cook|cooking"
    r"|wash|washing|relax|relaxing|lounge|lounging|lean|leaning|rest|resting|watch|watching)"
)
_TRAILS = re.compile(
    r"(?P<asked>.+?),? (?:when|while|whilst|whenever|once|as long as|from where|assuming|supposing|given"
    r"|(?<!tell me )(?<! know )(?<! see )(?<! check )(?<! sure )(?<! wonder )(?<! say )(?<! even )if)(?: that)? "
    r"(?P<told>(?:(?:i am|i'm|im|i was|i were|i) )?(?:(?:just|now|still|currently|comfortably) )*"
    rf"(?:(?:(?<=am )|(?<=i'm )|(?<=im ))(?:in|on|at|by|next to|before)|{_RESTING})\b.*)"
    r"|(?P<about_me>.*\b(?:i|me|my)\b.*), (?P<bare>(?:sitting|seated|facing|looking|(?:i am|i'm|im) [a-z]+) .*)",
    re.IGNORECASE,
)
"""A question before its situation. Who comes, goes or turns does that as a part of the question."""
_NO_NAME = re.compile(r"\b(?:it|them|there)$", re.IGNORECASE)
_LEADS = re.compile(r"if\b", re.IGNORECASE)
_SECOND_PERSON = (
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (re.compile(r"\b(behind|of|beside|next to|near|to|from|facing|above|below|under) you\b", re.IGNORECASE), r"\1 me"),
    (re.compile(r"\b(are|were) you\b", re.IGNORECASE), "am I"),
    (re.compile(r"^(?:will|would) (the .+?) (?:then )?be (?=(?:on|to|in|at|behind) )", re.IGNORECASE), r"is \1 "),
    (re.compile(r"\b(must|should|do|would|will) you (?=(?:turn|go|walk|look|have to|need|reach)\b)"), r"\1 I "),
)
_SUPPOSES = re.compile(
    r"(?:and |so |please )?(?:(?:if|when|while|as|once|suppose|supposing|imagine|say) (?:that )?(?:(?:i am|i'm|you are"
    r"|you're|i|you|u|one) )?|(?=(?:with (?:the|my|your|a)|facing|looking|standing|sitting|seated|lying|coming|entering"
    r"|stand|sit|face|look|turn|lie|go|come|enter)\b))",
    re.IGNORECASE,
)
_ASKING = (
    r"(?:(?:and|so|then|now)\b,? )?(?:(?:on|in|at|to|of|from) (?:which|what)|what|whats|what's|if (?:i|you|we)|where"
    r"|where's|wheres|how's|which|who|how|is|are|do|does|did|can|could|would|will|should|am|any|tell me|name|count"
    r"|i (?:(?:would |'d )?(?:really )?(?:like|want|love) to know|wonder|am wondering|was wondering|ask(?: myself)?))\b"
)
_ASKED = re.compile(rf"(?:[,:]|\s[-\N{{EN DASH}}])\s+(?={_ASKING})", re.IGNORECASE)
_THEN = re.compile(
    rf"(?:[,:;.]|\s[-\N{{EN DASH}}])\s+(?:then )?(?={_ASKING}|(?:the|left|right|this|it is|it's|its|pick|choose|find"
    rf"|take|select|you want"
    r"|i mean|my|your)\b)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\s(?=(?:what|whats|what's|how (?:many|much|far|long|big|tall|wide|do|can)"
    r"|which (?:one )?is (?:closer|nearer|farther|further|bigger|larger|smaller|taller|higher|lower)"
    r"|which (?!is|are|was|has|have|stands|hangs|i)|(?:on|to|in|at) (?:which|what)"
    r"|where(?: is| are|'s|s)|(?:is|are) (?:the|there|my|it|this|these)"
    r"|(?:do|can|could|would|will|should|am|must) i)\b)",
    re.IGNORECASE,
)
"""Where a question may begin that somebody dictates without punctuation."""
_SIDED = re.compile(
    r"(?!.*\b(?:turn|go|head)(?: to (?:the|my))? (?:left|right)\b)(?!.*\bwhich way (?:do|should|must) i\b)"
    r".*\b(?:left|right|front(?! door)|ahead|behind|facing|opposite|o'?clock|my (?:back|side)"
    r"|turn(?:ed)? (?:a?round|back))\b"
    r"(?!.*\b(?:get|go|walk) to\b)",
    re.IGNORECASE,
)
"""Words of a question about the sides of the asker."""
_PLANS = re.compile(
    r"(?:(?:now|so|please|hi|hello)[, ]+)*(?:i|we)(?:'d| would)? (?:really |just |only )*(?:want|need|have|like"
    r"|love|plan|hope|wish) to\b"
    r"|(?:i|we)(?:'m| am|'re| are)(?: just)? (?:about|going|planning|hoping) to\b",
    re.IGNORECASE,
)


def split_situation(text: str) -> tuple[str, str]:
    """What somebody tells of a situation before or after a question, and the question.

    "" and the text where nothing is told.
    """
    sentences = re.split(r"(?<=[.;!])\s+", text.strip())
    told = list(itertools.takewhile(lambda part: _places(part, sentence=True), sentences[:-1]))
    asked = " ".join(sentences[len(told) :])
    if not told:
        parts = (asked[: match.start()] for match in _ASKED.finditer(asked))
        told = [part for part in parts if _places(part)][:1]
        asked = asked[len("".join(told)) :].lstrip(",: -\N{EN DASH}")
    if not told and "?" in text:  # "Where is the couch? I am in the armchair, facing the tv."
        first, _, after = asked.rpartition("?")
        after = after.strip(" ()")
        if after and "?" not in first and _places(after, sentence=True):
            told, asked = [after], f"{first}?"
    if not told and len(sentences) == 1 and (trails := _TRAILS.fullmatch(asked.rstrip("?.! "))):
        after = (trails["told"] or trails["bare"]).strip()
        named = _NO_NAME.search(after) is None
        if named and _places(after if _TELLS.match(after) else f"I {after}") and not _LEADS.match(asked):
            more = _ASKED.search(after)  # "there are two cups on my left while I'm at the stove, what are they?"
            rest = f", {after[more.end() :]}" if more is not None else ""
            told, asked = [after[: more.start()] if more else after], f"{trails['asked'] or trails['about_me']}{rest}?"
    if not told and len(sentences) == 1:
        cuts = (match.start() for match in _BARE.finditer(asked))
        tells = (at for at in cuts if _MINE.search(asked[:at]) and _places(asked[:at]))
        cut = next(filter(lambda at: _is_understood(asked[:at]), tells), 0)
        told, asked = [asked[:cut]] if cut else [], asked[cut:].lstrip()
    if not told:
        return "", text
    situation, asked = " ".join(_LEAD.sub("", part) for part in told), _as_asker(asked)
    if _may_be_elsewhere(situation) and not _SIDED.match(asked):
        return "", text  # "I want to wash my hands. Where is the nearest sink?"
    return situation, asked


def _may_be_elsewhere(told: str) -> bool:
    """Whether a situation tells only what somebody did or is going to do: they may be anywhere now."""
    said = read_situation(told)
    if _PLANS.match(told):
        return not any(isinstance(clause, Has) for clause in said.clauses)
    return bool(said.clauses) and all(isinstance(clause, Doing) and not clause.at_it for clause in said.clauses)


def suppositions(text: str) -> Iterator[tuple[str, str]]:
    """What a question or a description may suppose of somebody, and the rest: "If you face the desk, the left lamp"."""
    begins = _SUPPOSES.match(text)
    if begins is not None:
        for cut in _THEN.finditer(text):
            yield f"I {text[begins.end() : cut.start()]}", _as_asker(text[cut.end() :])


def supposed(text: str) -> tuple[str, str]:
    """The first supposition that says where somebody is or looks, and the rest; "" and the text where none does."""
    placed = ((told, rest) for told, rest in suppositions(text) if _places(told) and not _may_be_elsewhere(told))
    return next(placed, ("", text))


def _as_asker(asked: str) -> str:
    """A question about somebody who is told where to be, as that one asks it."""
    for said, meant in _SECOND_PERSON:
        asked = said.sub(meant, asked)
    return asked[:1].upper() + asked[1:]


def _places(text: str, *, sentence: bool = False) -> bool:
    """Whether words say where somebody is or looks, as far as they tell; a sentence may begin as it likes."""
    told = _LEAD.sub("", text)
    begins = _TELLS.match(told) is not None or (sentence and _AT_PLACE.match(told) is not None)
    first = told.lower().split()[:2]
    leads = [" ".join(first[:count]) for count in (1, 2)] if first and first[0] != "being" else []
    if leads and first[0].endswith("ing") and any(map(is_noun, leads)):
        return False  # "rocking chair by the window"
    if "?" in told or _MEANS.search(told) or (_TELLS_OF_THINGS.match(told) and not _MINE.search(told)):
        return False
    if not (begins or (sentence and _MINE.search(told) and not _LEADS.match(told))):
        return False
    said = read_situation(told)
    placed = any(isinstance(clause, At | Entered | Has) for clause in said.clauses)
    return bool(said.clauses) and (begins or placed or not said.unread)


def _is_understood(text: str) -> bool:
    """Whether all of a situation that may tell the viewpoint is read."""
    with suppress(SituationError):
        return bool(understood(_LEAD.sub("", text)).clauses)
    return False
