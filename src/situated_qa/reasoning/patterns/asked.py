"""Questions after a description, said in full: "color?" is "what color is it", "what room is that in" is of "it"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from situated_qa.reasoning.patterns.words import singular_noun

Words = tuple[str, ...]

_THAT = r"(?:it|that|this|that one|this one|they|those)"
_HOME = r"(?:house|home|flat|apartment|place)"
_ROOM = rf"(?:room|part of the {_HOME})"
_SOMEBODY = r"(?:someone|somebody|they|we)"
_VERB = (
    r"(?:is|are|lies|stands|sits|rests|has been|have been|was|did (?:someone|somebody|they|we)|do you see|can you see"
    r"|do you find|can be seen)"
)
_SET = r"(?: (?:put|placed|set|left|standing|sitting|lying|put down|resting|stored))?"
_ONE = re.compile(r'^(?:the|every)\("(?P<kind>[^"]+)"')
_FULL = tuple(
    (re.compile(said), meant)
    for said, meant in (
        (r"(?:(?:what|which)(?: is)? )?(?:the |its )?(color|shape|material)(?: of it| please| is it| is that)?",
         r"what \1 is it"),
        (rf"(?:what|which) (color|shape|material) would you (?:say|call) (?:that )?{_THAT}(?: is)?", r"what \1 is it"),
        (rf"(?:what|which) (color|shape|material) (?:is|are) {_THAT}", r"what \1 is it"),
        (r"what is it is (color|shape|material)", r"what \1 is it"),
        (r"(?:and )?how (far|tall|high|wide|long)(?: away| off| out)?", r"how \1 is it"),
        (rf"how far (?:away |off )?is {_THAT}(?: away| off)?(?: from (?:me|here))?", "how far is it"),
        (rf"how (?:far|many meters|many steps|many metres) (?:away )?is it to {_THAT}(?: from (?:me|here))?",
         "how far is it"),
        (rf"(?:the |its )?distance(?: (?:to|from) (?:{_THAT}|me|here|there))?(?: (?:in meters|please))*",
         "how far is it"),
        (rf"what is (?:the|its) distance(?: (?:to|from) (?:{_THAT}|me|here))?", "how far is it"),
        (rf"(?:in )?(?:what|which) {_ROOM}(?: (?:is|am|are|do|does|did|would) (?:{_THAT}|this|i)"
         r"(?: (?:in|talking about|speaking of|thinking of|mean|stand|stand in|standing in|found in|located))*)?",
         "which room is it in"),
        (rf"(?:the )?room(?: name)?|(?:what|which) is the room|where in the {_HOME} is {_THAT}", "which room is it in"),
        (r"where|where (?:is|are) (?:that|this|that one|this one|those|it)|(?:its )?(?:location|whereabouts)",
         "where is it"),
        (rf"what(?: things?| objects?| items?)? {_VERB}{_SET} (?:on|on top of|atop) {_THAT}", "what is on it"),
        (rf"what (?:has|did|have) {_SOMEBODY} (?:put|place|placed|set|leave|left) (?:on|on top of) {_THAT}",
         "what is on it"),
    )
)  # fmt: skip
_ELSE = re.compile(
    rf"(?:what else|what other things?|what other items?|which other things?) {_VERB}(?: there)?{_SET}"
    rf" (?:on|on top of) {_THAT}|is there anything else on {_THAT}|anything else on {_THAT}"
)
_HAS_WHAT = re.compile(r"^((?:the|that|this) .+) (?:has|have|is|are) (?:what|which) (color|shape|material)$")
_LOOKS = r'(?:, \w+="[^"]+")*'
_ON_IT = re.compile(
    rf'carrying\((?P<kept>(?:the|every)\("[^"]+"{_LOOKS}\))\)'
    rf'|exists\(every\((?P<had>"[^"]+"), (?:on\(it\)|any_of\(on\(it\), inside\(it\)\))(?P<looks>{_LOOKS})\)\)'
)
"""Things that are told by their kind and looks alone."""


def in_full(asked: Words) -> Words:
    """A short question about what was described before it, in full; the words as they are where it is no such one."""
    said = " ".join(asked)
    found = (match.expand(meant) for pattern, meant in _FULL if (match := pattern.fullmatch(said)) is not None)
    return tuple(next(found, said).split())


def is_short(asked: Words) -> bool:
    """Whether words may be a question that has no verb, or another order than a question: "color", "distance to it"."""
    return in_full(asked) != asked or _ELSE.fullmatch(" ".join(asked)) is not None


def turned(words: Words) -> Words:
    """ "The picture by the door has what color" as a question begins."""
    return tuple(_HAS_WHAT.sub(r"what \2 is \1", " ".join(words)).split())


def named_again(thing: str, asked: Words) -> Iterator[tuple[str, Words]]:
    """What was described and a question that names it again, with "it": "that cabinet" is the kitchen cabinet.

    A noun with one word in common names it anew: "the towels over the tub. What color is that towel rack?".
    """
    kind = _ONE.match(thing)
    said = re.search(r"\b(?P<which>that|this|the|those|these) (?P<noun>[a-z-]+(?: [a-z-]+){0,2})", " ".join(asked))
    if said is None or said["which"] not in ("that", "this") or thing.startswith("the("):
        yield thing, asked
    if kind is None or said is None:
        return
    nouns = said["noun"].split()
    for length in range(len(nouns), 0, -1):
        noun = singular_noun(" ".join(nouns[:length]))[0]
        rest = (" ".join(asked)[: said.start()], "it", *nouns[length:], " ".join(asked)[said.end() :])
        it = tuple(" ".join(rest).split())
        if noun == kind["kind"] or noun.split() == kind["kind"].split()[-1:]:
            yield thing, it
        elif said["which"] in ("that", "this") and kind["kind"] in noun.split()[:-1]:
            yield re.sub(r'^(?:the|every)\("[^"]+"', f'the("{noun}"', thing), it


def all_else(thing: str, asked: Words) -> str:
    """What else is on a thing, besides what it was described by; "" where it is no such question or description."""
    if _ELSE.fullmatch(" ".join(asked)) is None:
        return ""
    named = re.findall(r"(?<=, )carrying\(|count\(|exists\(", thing)
    on_it = [place["kept"] or f"{place['had']}{place['looks']}" for place in _ON_IT.finditer(thing)]
    if len(on_it) != 1 or len(named) != 1:
        return ""
    others = re.sub(r"^(?:the|every)\(", "", on_it[0]).rstrip(")")
    return f'name(every("thing", on({thing}), but(every({others}))))'
