"""Descriptions of one thing in more than a noun phrase, said again as one.

"There are two pictures on the wall, pick the one nearer the door" is "the picture on the wall closest to the door".
The noun phrase that comes out is read as any other; nothing that was said is left out of it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from situated_qa.reasoning.patterns.nouns import Noun, Phrases
from situated_qa.reasoning.patterns.views import as_seen, group, reference, views
from situated_qa.reasoning.patterns.words import place_words, singular_noun

Words = tuple[str, ...]
Reader = Callable[[Words], Phrases]
"""Reads the phrases of other words as it does those of its own question."""

PICKING = (
    "choose", "select", "pick", "pick out", "find", "find me", "locate", "look for", "show me", "point to", "point at",
    "give me", "take", "identify", "spot", "it is", "its", "this is", "that is", "i mean", "i meant", "i want",
    "we want", "i need", "you want", "you need", "i am looking for", "you are looking for", "we are looking for",
    "i am after", "i think", "i think of", "i speak of", "i am speaking of", "i ask about", "i am asking about",
    "i am talking about", "i am thinking of", "you should choose", "you should pick", "the one is", "the answer is",
    "mine is", "ours is", "the one i mean is", "the one i want is",
    "it would be", "it should be", "it will be", "i would like", "i would pick", "i would choose", "you should select",
    "we mean", "you mean", "go for", "please select", "please choose", "please pick", "please find",
    "the target is", "the object is", "the right one is", "the correct one is",
)  # fmt: skip
_PICK = re.compile(rf"(?:(?:please|now|first|then) )*(?:(?:{'|'.join(sorted(PICKING, reverse=True))}) )?")
_RIGHT_ONE = re.compile(r"the (?:correct|right|target) (.+?) is (?:the one|the \1) ")
_SEPARATED = re.compile(
    r" (?:[,.:;](?: (?:and|but))?|and|but|-) "
    r"(?=the |not |it |its |this |that |pick |choose |select |find |give |take |i |we |you |left |right |please "
    r"|leftmost |rightmost |locate |identify |look |far left |far right |closest |nearest )"
)
_THERE_IS = re.compile(r"^there (?:is|will be) (?=an? )")
_IS_MINE = re.compile(
    r"(?: ,)?(?: that)? is (?:mine|ours|the (?:one|target|right one|correct one)(?: (?:that )?(?:i|we|you)"
    r" (?:want|mean|need))?|what (?:i|we|you) (?:want|mean|need)|the one in question)$"
)
_SOUGHT = re.compile(
    r"^(the .+?) (?:that )?(?:(?:you|i|we) (?:want|need|mean)|(?:you|i|we) are looking for|i am looking for"
    r"|in question) is (?!the )"
)
_NOT_THE_OTHER = re.compile(r" (?:[,.;] )?(?:and |but )?not (?:any of )?the others?(?: ones?)?$")
_ALL_BUT = re.compile(r"not the (?:(?P<which>\w+) )?one(?: (?P<where>[^,]+?))?(?: ,)? (?:but )?the other(?: one)?")
_I_MEAN = re.compile(r" (?:that )?(?:i|you|we) (?:mean|meant|want|need) (is|has) (?=\w)")
_PLACED = (
    "with|on|in|under|below|above|next|near|by|at|over|beside|behind|between|closest|nearest|farthest|leading|going"
    "|pulled up|pushed|standing|sitting|lying|hanging"
)
_MEANT = re.compile(r"(?: (?:that|which))? (?:i|you|we) (?:mean|meant|want|need)$")
_IN_HOME = re.compile(r" (?:in|of|inside) (?:the|this|our|my) (?:whole )?(?:flat|home|house|apartment|place)$")
_NUMBER = r"(?:two|three|four|five|six|several|many|both|a couple of|2|3|4|5|6)"
_ONE_OF_THEM = re.compile(
    rf"\bthe (?P<which>[a-z]+) (?:one )?(?:of|out of) the {_NUMBER} (?P<noun>(?:[a-z]+ ){{0,2}}?[a-z]+s)(?= |$)"
)
_ELSEWHERE = re.compile(
    r"^((?:in|on|at|by|near|next to|around) .+?) (?:, )?(?:there (?:are|is|stand|hang|lie)"
    r"|(?:i|you|we) (?:can )?(?:see|have)|are|is|stay|stand|hang|lie)"
    rf" (?={_NUMBER} )(.+)$"
)
_INTRODUCED = re.compile(
    r"(?:there (?:are|is) |(?:i|you|we) (?:can |will )?(?:have|see|find) |of |out of |among |from )?(?:only |just )?"
    rf"(?:all (?:of )?)?(?:the |these |those )?{_NUMBER} (?:identical |similar |different |same |other |loose )?"
    r"|(?:of|out of|among) all (?:of )?(?:the |these |those )?"
)
_HAS = re.compile(r"^(?:(?:and )?(?:it )?has|there (?:is|are)) ")
_IS_THERE = re.compile(r"^(?:it|which|that) (?:hangs|stands|sits|lies) ")
_FRONTED = re.compile(r"(?:in|on|at|by|near|next to|under|above|behind|between) ")
_CLAUSES = re.compile(r" [,.:;-] ")
_HAVING = re.compile(rf"^(the .+?|this room) has ({_NUMBER} .+)$")
_ON_IT = re.compile(
    r" (on|on top of|in|inside|under|below|above|over|by|near|next to|beside|at|around|behind|in front of) it$"
)
_OF_SOME = re.compile(
    rf" (?:of|out of) (?:the |these |those )?(?:{_NUMBER}|them)(?: of them)?$| in (?:a|the) row(?: of {_NUMBER})?$"
    r"| of (?:the |this |that )?(?:pair|group|bunch|set|row)$"
)
_STANDING = re.compile(
    r"^(?:are|is|hang|hangs|stand|stands|lie|lies|sit|sits)"
    r"(?: (?:there|hanging|standing|lying|lined up|arranged|placed|mounted|set up))?(?: |$)"
)
_COUNTED = ("left", "right", "middle", "top", "bottom", "first", "second", "third", "last")
_AT_END = re.compile(r"(?:that is )?(?:on|to|at) the (?:far |very )?(left|right)(?: (?:hand )?(?:side|end))?")


def described(words: Words, phrases_of: Reader) -> str:
    """The one thing that a description means, as an expression; "" where it is no such description.

    Args:
        words: of the question.
        phrases_of: reads the phrases of what the description is said again as.
    """
    text = re.sub(r"\byour\b", "my", " ".join(words))  # whoever is told which one it is
    text = _MEANT.sub("", _IS_MINE.sub("", text))
    text = _NOT_THE_OTHER.sub("", _I_MEAN.sub(r" that \1 ", _PICK.sub("", text, count=1)))
    for function, view, rest in views(text):
        of_it = view in ("it", "them")
        eye = _whole(view, phrases_of) if view and not of_it else ""
        rest = _THERE_IS.sub("", rest) if function else rest
        rest = _PICK.sub("", rest, count=1)
        nouns = _nouns(rest, phrases_of)
        several = introduced(view, phrases_of) if view and eye is None else None
        if several is not None and several.plural:  # "facing the two lamps, the left one"
            eye, nouns = several.every, _one_of(several, rest, phrases_of)
        for noun in nouns if eye is not None else ():
            several_seen = view == "them" and "most(" in noun.order
            thing = (group(noun) if several_seen else reference(noun)) if of_it else eye
            found = as_seen(noun, f"{function}({thing})") if thing else str(noun)
            fits = noun.determiner in ("the", "a", "") and not noun.plural and (thing or not of_it)
            if fits and "but(it)" not in found:  # "the other boxes" are others than the one that is sought
                return found
    return ""


def joined(words: Words) -> Words:
    """A question whose thing is described in two steps, with both in one noun phrase: ", the one with" is "with"."""
    text = " ".join(words)
    text = re.sub(r"^(the .+?) (?:that )?(?:you want|i want|you need|i mean|in question) is (?=the )", r"\1 , ", text)
    text = re.sub(r"\bthe (\w+(?: \w+)??)(?: over there| there)? , i mean the (\w+) one\b(?: ,)?", r"the \2 \1", text)
    text = re.sub(rf" , (?:i mean )?the one (?:(?:that|which) is )?(?=(?:{_PLACED}) )", " ", text)
    text = _ONE_OF_THEM.sub(_one_of_them, text)
    placed = rf"(?: (?:(?:that|which) is )?(?=(?:{_PLACED}) )|$)"
    denied = re.search(rf" [.,]? ?(?:and )?not the ((?:\w+ ){{0,2}}?\w+){placed}", text)
    if denied is not None:
        text = f"{text[: denied.start()]} except the {denied[1]} {text[denied.end() :]}"
    if " or " not in text:  # "the shoes at the end of the hall, under the window"
        text = re.sub(
            r" ,(?: and)? (?=(?:with|on|in|under|below|above|next|near|by|at|over|beside|behind|between) )",
            " and ",
            text,
        )
    return tuple(text.split())


def _one_of_them(found: re.Match[str]) -> str:
    """ "The smaller one of the two sinks" as "the smaller sink"."""
    noun, plural = singular_noun(found["noun"])
    graded = {*place_words()["comparatives"], *place_words()["superlatives"], *_COUNTED}
    return f"the {found['which']} {noun}" if plural and found["which"] in graded else found[0]


def _nouns(text: str, phrases_of: Reader) -> Iterator[Noun]:
    """The noun phrases that a description may be said again as."""
    text = _OF_SOME.sub("", _RIGHT_ONE.sub(r"the \1 ", text))
    text = re.sub(r"^this (\w+) (?:is|hangs|stands) ", r"the \1 ", text)
    text = re.sub(r"^(?:that|this) (?=(?!one\b)\w+ )", "the ", text)
    text = _SOUGHT.sub(r"\1 ", text)
    other = re.fullmatch(r"not (the .+?)(?: ,)? (?:but )?the other one", text)
    unlike = whole_noun(other[1], phrases_of) if other is not None else None
    if other is not None and unlike is not None:
        text = f"the {unlike.kind} except {other[1]}"
    some = re.match(rf"^(?:the )?(\w+) (?:one )?((?:of|out of) (?:the |these |those )?{_NUMBER} .*)", text)
    if some is not None:  # "the smaller of the two tables"
        text = f"{some[2]} , the {some[1]} one"
    some = re.match(r"^(?:the )?(\w+(?: \w+)?) one (?:of|out of|among) (?:all )?(?:the|these|those) (.+)", text)
    if some is not None:  # "the left one of the chairs"
        text = f"of two {some[2]} , the {some[1]} one"
    text = re.sub(r"^((?:of|out of|among) [^,]+?) (?=i mean )", r"\1 , ", text)
    picked = r"((?:(?:take|pick|choose|select|find|it is) )?the \w+(?: \w+)? ones?)\b"
    text = re.sub(rf"^((?:of|out of|among) [^,]+?) {picked}", r"\1 , \2", text)
    whole = whole_noun(text, phrases_of)
    if whole is not None:
        yield whole
        if whole.determiner == "the" and not whole.plural:
            return
    for cut in _CLAUSES.finditer(text):
        said = whole_noun(text[: cut.start()], phrases_of)
        clause = _HAS.sub("with ", _IS_THERE.sub("", _PICK.sub("", text[cut.end() :], count=1)))
        if said is not None:
            found = (whole_noun(f"the {said.kind} {more}", phrases_of) for more in (clause, f"that is {clause}"))
            yield from (_both(said, more) for more in itertools.islice(filter(None, found), 1))
        elif _FRONTED.match(text):  # "in the corner, the lamp"
            yield from filter(None, [whole_noun(f"{clause} {text[: cut.start()]}", phrases_of)])
    for cut in _SEPARATED.finditer(text):
        intro = introduced(text[: cut.start()], phrases_of)
        if intro is not None:
            yield from _one_of(intro, _PICK.sub("", text[cut.end() :], count=1), phrases_of)


def _both(noun: Noun, more: Noun) -> Noun:
    """A noun with what a second clause says of it: "the black chair, it is next to the brown desk"."""
    attributes = dict(noun.attributes) | dict(more.attributes)
    places = (*noun.places, *more.places)
    return replace(noun, places=places, attributes=tuple(attributes.items()), order=more.order or noun.order)


def introduced(text: str, phrases_of: Reader) -> Noun | None:
    """What there are several of, and where: "there are two pictures on the wall"."""
    having = _HAVING.match(text)
    if having is not None and (on_it := _ON_IT.search(having[2])) is not None:  # "the table has two cups on it"
        return introduced(f"there are {having[2][: on_it.start()]} {on_it[1]} {having[1]}", phrases_of)
    if having is not None:  # in a room, on anything else
        told = (introduced(f"there are {having[2]} {joint} {having[1]}", phrases_of) for joint in ("in", "on"))
        return next((noun for noun in told if noun and noun.places and noun.places[0].function != "inside"), None)
    text = re.sub(r" (?:in |around )?here$", "", text)
    text = _IN_HOME.sub("", text)
    text = _ELSEWHERE.sub(r"there are \2 \1", text)
    found = _INTRODUCED.match(text)
    rest = text[found.end() :] if found is not None else text
    words = tuple(rest.split())
    for end, noun in phrases_of(words).noun(0).items():
        said = _STANDING.sub("", " ".join(words[end:]))
        if not words[end:] or (found is not None and not said):
            return noun
        if found is not None and said:
            wholes = (whole_noun(" ".join((*words[:end], *more, said)), phrases_of) for more in ((), ("that", "are")))
            whole = next(filter(None, wholes), None)
            if whole is not None:
                return whole
    return None


def _one_of(intro: Noun, text: str, phrases_of: Reader) -> Iterator[Noun]:
    """One of those introduced: "the closer one to the door", "the one on the left", "the smaller one"."""
    kind = intro.kind.split()
    unlike = _ALL_BUT.fullmatch(text)
    if unlike is not None:  # "not the one by the plant, the other one"
        rest = " ".join(filter(None, (unlike["which"], intro.kind, unlike["where"])))
        found = whole_noun(f"the {intro.kind} except the {rest}", phrases_of)
        yield from [] if found is None else [replace(_both(intro, found), plural=False, determiner="the")]
        return
    text = re.sub(rf"^the (?:{kind[-1]}|{' '.join(kind)})(?= |$)", "the one", text)  # "pick the window by the door"
    text = re.sub(r"^(the )?(far|very) (?=(?:left|right)(?:most)?(?: one)?(?: |$))", r"\1", text)
    words = re.sub(r"^(?:this|that)(?: one)? (?=(?:with|on|by|next|near|under|at|in)\b)", "the one ", text).split()
    words = words if words[:1] == ["the"] else ["the", *words]
    places = [n for n, word in enumerate(words) if word in ("one", "ones")]
    at = places[0] if places else 0
    if not at:  # "the thicker", "the left"
        at, words = len(words), [*words, "one"]
    order = words[1:at]
    tail = words[at + 1 :]
    tail = ["that", "is", *tail] if tail[:1] == ["not"] else tail
    if not (order or tail) or not _tells_which(order, phrases_of):
        return
    end = _AT_END.fullmatch(" ".join(tail))
    if not order and end is not None:  # "the one on the right" of two is the rightmost
        order, tail = [end[1]], []
    if order in (["left"], ["right"]):
        order = [f"{order[0]}most"]
    said = ["the", *order, *kind, *tail]
    one = whole_noun(" ".join(said), phrases_of)
    if one is None or one.determiner != "the":
        return
    yield replace(_both(intro, one), plural=False, determiner="the")


def _tells_which(order: list[str], phrases_of: Reader) -> bool:
    """Whether the words between "the" and "one" are no noun: "", "left", "smaller", "dark blue"."""
    tables = place_words()
    graded = {*tables["comparatives"], *tables["superlatives"], *_COUNTED}
    rest = order[1:] if order[:1] and order[0] in graded else order
    return not rest or len(rest) in phrases_of(tuple(rest)).attribute(0)


def whole_noun(text: str, phrases_of: Reader) -> Noun | None:
    """The noun phrase that all of a text is."""
    words = tuple(text.split())
    return phrases_of(words).noun(0).get(len(words)) if words else None


def _whole(text: str, phrases_of: Reader) -> str | None:
    noun = whole_noun(text, phrases_of)
    return None if noun is None or noun.determiner in ("any", "all") else str(noun)
