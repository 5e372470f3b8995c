"""Who sees a thing so: "facing the desk, the lamp on the left" is told by the side of somebody who faces the desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from situated_qa.reasoning.patterns.nouns import Noun

_VIEW = re.compile(
    r"(?:(?:if|when|while|as|once) )?(?:(?:stand|standing) (?:so|such)(?: that)? )?"
    r"(?:(?:you|i|one|we) (?:are|is|am|was|were) |(?:you|i|we) )?(?:standing |stand )?"
    r"(?:(?:in|inside) (?P<room>(?:the |my )(?:[a-z]+ )?[a-z]*(?:room|kitchen|hall|hallway|corridor|office|study))"
    r" (?:and )?)?(?:"
    r"(?P<on>(?:sitting|seated|lying|sit|lie) (?:on|in))"
    r"|(?:standing in front of and |from in front of and )?facing|face|looking at|look at|looking towards?"
    r"|look towards?"
    r"|look (?:straight|right|directly) at|stand(?:ing)? in front of|as seen from in front of"
    r"|(?:sitting|seated|sit|stand|standing|doing the dishes|washing up|washing dishes|working|eating)"
    r" (?:at the foot of|at|by|next to)) "
)
"""Somebody on a thing looks where it faces; who is at it looks at it."""
_AFTER_VIEW = (
    r" [,.;:](?: (?:then|and))? "
    r"| (?=it is the |there (?:is|are) |you (?:will |can )?(?:see|find|have) |i (?:can )?see )"
)
_FACING_IT = re.compile(
    r"(?: and| ,)? (?:(?:facing|looking at|face|looking towards)"
    r" (?:it|the head(?:board)?(?: end)?)|watching (?:the )?(?:tv|television))$"
)
_AT_WALL = re.compile(r"^(?:the|that) wall (?:with|that has|where|which has) (the .+?)(?: (?:is|hangs|stands))?$")
"""Who faces that wall faces the thing."""
_SIDES = ("left", "right", "front", "behind")
_OF_IT = (*_SIDES, "on", "inside", "near")


def reference(noun: Noun) -> str:
    """The thing that a noun phrase tells a place by: "it" in what somebody sees of it."""
    of = (place.condition[len(place.function) + 1 : -1] for place in noun.places if place.function in _OF_IT)
    return next((thing for thing in of if thing.startswith("the(")), "")


def group(noun: Noun) -> str:
    """All of those that a noun is one of: "them" in what somebody sees of the two lamps by the bed."""
    places = tuple(place for place in noun.places if not place.of_me and not place.order)
    return replace(noun, places=places, order="", determiner="").every


def as_seen(noun: Noun, view: str) -> str:
    """A noun phrase with its sides as somebody sees them who faces a thing, or is at it."""
    places = tuple(
        replace(place, condition=f"{place.condition[:-1]}, {view})")
        if place.function in _SIDES and not place.of_me
        else place
        for place in noun.places
    )
    return re.sub(r"\bme\b", view, str(replace(noun, places=places)))


def views(text: str) -> Iterator[tuple[str, str, str]]:
    """Who sees it so, before a description or after it: the function of the view, the thing, and the rest."""
    yield "", "", text
    before = _VIEW.match(text)
    if before is not None:
        for comma in re.finditer(_AFTER_VIEW, text):
            if comma.start() > before.end():
                yield _seen(before, text[before.end() : comma.start()], text[comma.end() :])
    for after in re.finditer(r" (?:, )?(?=(?:if|when|while|as) )", text):
        found = _VIEW.match(text, after.end())
        if found is not None:
            thing, _, more = text[found.end() :].partition(" it is ")
            yield _seen(found, thing, f"{text[: after.start()].rstrip(' ,.;')}{' , ' if more else ''}{more}")


def _seen(view: re.Match[str], thing: str, rest: str) -> tuple[str, str, str]:
    """The function of a view, its thing, and the rest, in which "its left" is the left of that thing."""
    bare = _FACING_IT.sub("", thing)
    rest = re.sub(r"\b(to|on) its (left|right)\b", rf"\1 the \2 of {bare}", rest)
    if bare not in ("it", "them"):
        rest = re.sub(r"\b(of|to|by|near|beside|behind|above|over|on|in|under|below) it\b", rf"\1 {bare}", rest)
    bare = _AT_WALL.sub(r"\1", bare)
    if view["room"] and bare not in ("it", "them") and " in the " not in bare:
        bare = f"{bare} in {view['room']}"
    return "at" if view["on"] else "before", bare, rest
