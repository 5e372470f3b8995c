"""What people who tell where they are handle: "grabbing a cup from the shelf", "I want to open the window behind me".

They are at what they handle, and look at it, where nothing else says where they are. Who puts a book on the shelf is at
the shelf: the book is in the hand. Who got up from a chair has it behind. Whatever somebody does, "the window behind
me" is behind them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from situated_qa.situated.matcher import names_a_thing
from situated_qa.situated.situation_clauses import Clause, Doing, Has
from situated_qa.situated.situation_patterns import MY_SIDE, side_of
from situated_qa.situated.situation_spelling import plain

_PLANS = (
    r"(?:(?:want|wanted|need|needed|would like|'d like|plan|planning|about|going|decided|hoping|getting ready|ready"
    r"|preparing|wish|like|have|got) to|gotta|gonna|wanna)"
)
_SOON = (
    rf"(?:(?:{_PLANS}|(?:try|tried|trying|attempt(?:ing)?|stop(?:ped)?"
    r"|(?:bend|bent|lean|crouch|kneel|squat|stoop|reach)(?:ed|ing)?(?: down| over| up| out)?) to)(?: go (?:and|to))?)"
)
_NOW = (
    r"(?:(?:just|now|only|still|here|have|had|'ve|busy|after|standing|stand|crouching(?: down)?|kneeling|walking|up|and"
    r"|carefully|quickly|slowly|finally|quietly|currently|also) )*"
)
_BEGINS = rf"{_NOW}(?:(?P<soon>{_SOON}) {_NOW})?"
_NO_HAND = (
    r"(?:fac|look|see|saw|walk|go|went|com|came|leav|left|enter|run|ran|mov|sit|sat|stand|stood|l(?:ie|ay|ying)|lean|be"
    r"|am|is|are|was|were|ha[vds]|wait|turn(?!\w* (?:on|off|the))|hold|held|wear|carr[yi]|listen|call|talk|think"
    r"|feel|felt|yell|want|tr(?:y|ies|ied|ying)\b|plan|head|wonder|stay|hear|notic|lik|lov|need|know|knew|hop|mean"
    r"|remember|lost"
    r"|stop|start|finish|ke?pt?|beg[aiu]n|enjoy|continu|los|forg|f(?:i|ou)nd|spot|liv|own|bought|met|told|said|ask"
    r"|can|could|should|would|will|might|may|must|do\b|did"
    r"|not\b|the\b|an?\b|my\b|no\b|there|this|that|some)"
)
"""How verbs begin of who uses no hands, and other words that begin a clause."""
_ING = rf"(?!{_NO_HAND})[a-z]{{2,}}ing"
_AT_IT = re.compile(rf"{_NOW}(?!going to |trying to |preparing to |hoping to |planning to )[a-z]{{2,}}ing\b")
_VERB = rf"(?!{_NO_HAND})[a-z]{{2,}}"
_PARTICLE = r"(?: up| down| out(?: of)?| away| off| on| through| into| at| in| inside| for| over| back| for)*"
_THE = r"(?:the|a|an|my|some|this|that|these|those|our|one of (?:the|my)|a couple of|two|three|his|her) "
_THING = rf"(?P<what>(?:{_THE})?(?!of |to |with |about |than |that |like |me\b|myself)[a-z][a-z' -]*?)"
_END = (
    r"(?: (?:to (?!the |my |a |its |your )[a-z]+|for|before|after|so|that|which|where|because|very|carefully|instead"
    r"|using|by [a-z]+ing|when|until|since|as)\b.*)?"
)
_TO = re.compile(rf" (?:on top of|(?:back )?(?:on|in)(?:to)?|inside|to|against|by|next to|over|at) {_THE}")
_FROM = re.compile(rf" (?P<out>from|out of|off(?: of)?|inside|in|at) {_THE}")
_BETWEEN_NOUNS = "on|in|of|at|by|near|with|under|over|to|from|for|against|inside|behind|is|are|was|were"
_NEGATED = re.compile(r"\b(?:no|not|never|without)\b|n't\b")
_AT_SIDE = re.compile(
    r" ?\b(?:the|an?|my|some|another|one|two|three|both|several) "
    rf"(?P<thing>(?:(?!(?:{_BETWEEN_NOUNS})\b)[a-z-]+ ){{1,3}}?)(?:that |which )?(?:is |are |was |were )?{MY_SIDE}"
)
_PUTS = re.compile(
    r"(?:put|plac|thr[oe]w|toss|drop|h[au]ng|stor|stuff|set|return|dump|plug|stack|rest|spread)[a-z]{0,4}\b"
)
_HELD = re.compile(r"(?:read|eat|ate|drink|drank|sip|writ|knit|text|sing|play|wear)")
"""What somebody does with a thing in the hand, wherever they are."""
_HANDLES = rf"{_PARTICLE}(?: myself| me)? {_THING}{_END}"
_ROOM = r"(?:room|house|apartment|office|bathroom|bedroom|kitchen)"
_LEAVES = re.compile(
    rf"{_BEGINS}(?:leav|exit|(?:g[eo]t?t?|walk|step|head|pass)(?:ing|ed)?(?: out)?\b)[a-z]*(?: of)?(?: the {_ROOM})?"
    rf"(?: (?:through|by|via|using|from|out|at|for))? {_THE}(?P<what>(?:[a-z]+ ){{0,2}}door\b[a-z' -]*?){_END}"
)
_LEFT_AT = re.compile(rf"{_NOW}left {_THE}(?P<what>[a-z][a-z' -]*?){_END}")
_RISES = re.compile(
    r"(?:(?:after|just|only|have|had|'ve|now|slowly|finally) )*"
    r"(?:g[eo]t(?:s|ting|ten)?|st(?:an|oo)d(?:s|ing)?|r[io]s(?:es?|ing|en)|climb(?:ed|ing)?|hop(?:ped)?|roll(?:ed)?"
    r"|step(?:ped|ping)?|c[oa]m(?:e|ing)|w[ao]k(?:es?|en|ing))(?: back| straight| right)*(?: up| down| out| off)* "
    rf"(?:from|off|of|off of) (?:{_THE}|(?=(?:bed|it)\b))(?P<thing>(?!{_ROOM}\b)[a-z][a-z' -]*?)(?: after .*)?"
)
_GOES_TO = re.compile(
    r"(?:(?:just|then|have|had|now) )*(?:walk(?:ed)?|go|went|mov(?:ed)?|stepp?(?:ed)?)(?: over| back| down| up| right)*"
    rf" to {_THE}(?P<what>[a-z][a-z' -]*?)(?: from\b.*)?{_END}"
)
_RESTS_SOON = re.compile(
    rf"{_NOW}{_SOON} (?:sit|lie|lay|rest|nap|sleep|climb|jump|hop|relax)(?: down| back| up)?"
    rf" (?:on top of|on|in|at|into|onto) {_THE}(?P<what>[a-z][a-z' -]+?){_END}"
)


def read_doing(text: str, *, finite: bool) -> list[Clause]:
    """What a clause of which no pattern reads the whole says of what somebody handles, and of what is on their sides.

    Args:
        text: without its subject, lower case: "trying to open the window in front of me".
        finite: its subject is the asker.
    """
    sides = list(_on_sides(text))
    return [*_handled(_AT_SIDE.sub(r" the \g<thing>", text) if sides else text, finite=finite), *sides]


def is_noun_phrase(words: str) -> bool:
    """Whether words may name a thing, and tell nothing that somebody does: not "using the photocopier"."""
    if re.match(r"(?:straight |right )?(?:out|off|past|away|through|back)\b", words):
        return False
    if re.search(r"\b(?:could|would|will|might|should|must)\b", words):
        return False
    if re.match(rf"{_THE}|(?:another|no|one|both|several|few|many|all|its|other) |(?:it|them|that|those)$", words):
        return True
    if re.search(rf"(?<! on)(?<! in)(?<! of)(?<! at)(?<! by)(?<! near)(?<! with)(?<! under) {_THE}", f" {words}"):
        return False
    named = itertools.takewhile(lambda word: word not in _BETWEEN_NOUNS.split("|"), words.split())
    return any(names_a_thing(word) for word in named)


def _on_sides(text: str) -> Iterator[Has]:
    """Each thing of which a clause says on which side of the asker it is, whatever else it says."""
    for match in _AT_SIDE.finditer(text):
        if not _NEGATED.search(text[: match.start()]) and names_a_thing(match["thing"].split()[-1]):
            yield Has(match["thing"].strip(), side_of(match.groupdict()))


def _handled(text: str, *, finite: bool) -> list[Clause]:
    """What a clause says that somebody handles, or got up from.

    Args:
        text: without its subject, lower case: "grab a cup from the shelf", "want to open the window".
        finite: its subject is the asker, so that its first word is a verb, whatever its form.
    """
    risen = _RISES.fullmatch(text)
    if risen is not None:
        return [Has(risen["thing"], "back")]
    found = _LEAVES.fullmatch(text) or _GOES_TO.fullmatch(text) or _RESTS_SOON.fullmatch(text)
    if found is not None:
        return [_doing(found["what"], text)]
    left = _LEFT_AT.fullmatch(text)
    if left is not None and (to := _TO.search(left["what"])):
        return [_doing(left["what"][to.end() :], text)]
    verb = rf"(?P<does>{_VERB})" if finite or re.match(rf"{_NOW}{_SOON}\b", text) else rf"(?P<does>{_ING})"
    found = re.fullmatch(rf"{_BEGINS}{verb}{_HANDLES}", text)
    if found is None:
        return []
    what = found["what"]
    if _PUTS.match(found["does"]):
        to = _TO.search(what)
        return [_doing(what[to.end() :], text)] if to is not None else [_doing(what, text)]
    container = _FROM.search(what)
    if _HELD.match(found["does"]) and (container is None or container["out"] in ("in", "at", "inside")):
        return []
    if container is None:
        return [_doing(what, text)]
    both: list[Clause] = [_doing(what[container.end() :], text), _doing(what, text)]
    return both if container["out"].startswith(("from", "o")) else both[::-1]


def _doing(words: str, said: str) -> Doing:
    return Doing(plain(words), said, at_it=_AT_IT.match(said) is not None)
