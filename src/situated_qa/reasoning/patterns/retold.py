"""Descriptions in several sentences, told again in fewer: what there are several of, what the others are like, which
one is meant.

What is said of the others is left out only where the rest tells by itself which one is meant; "the other one" is told
by what the others are. Where a sentence is not understood, nothing is made of the description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from situated_qa.reasoning.patterns import descriptions
from situated_qa.reasoning.patterns.descriptions import PICKING, Reader, introduced, whole_noun
from situated_qa.reasoning.patterns.words import singular_noun

Words = tuple[str, ...]

_NUMBERS = {"two": 2, "2": 2, "both": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_PICK = rf"(?:(?:so|and|then|now|please) )*(?:{'|'.join(sorted(PICKING, reverse=True))})"
_CUTS = re.compile(
    r" [.,;:-](?: (?:and|but|while|whereas))? "
    r"| (?:and|while|whereas|but) (?=(?:(?:the )?(?:other|second)|another|one) )"
)
_OF_AN_OTHER = re.compile(
    r"^(?:(?:the|an) )?(?:one|first|second|other|another|others)(?: (?:one|ones|of them|of these))? "
    r"(?P<said>(?:is|are|has|have|faces|stands|hangs|sits|lies|being|with|on|in|by|near|next to|under|above"
    r"|behind) .+)$"
)
_OF_THE_OTHER = re.compile(
    r"^the others?(?: (?P<kind>one|ones|[a-z]+(?: [a-z]+)?))?? (?:is|are|has|have|stands?|hangs?|sits?|lies?|does not) "
    r"(?!.*\b(?:what|which|where|how|who)\b)[^.,;:?-]+$"
)
_THE_REST = re.compile(
    r"^(?:(?:the )?(?:other|others|third|last|remaining)(?: one)?|neither(?: one)?(?: of (?:those|these|them|the two))?"
    r"|none of (?:those|these|them))$"
)
_IS = re.compile(r"^(?:is|are|being|stands|hangs|sits|lies) ")
_HAS = re.compile(r"^(?:has|have) ")
_THAT_ONE = (
    r" [.;,] (?:and )?(?:that|it|its|this) (?:is )?(?:it|the one|mine|the one (?:i|you|we) (?:want|mean|need)"
    r"|what i mean|the target)(?P<more>(?: [.,;] .+| except .+)?)$"
)
_SEEN = re.compile(
    r"^(?:(?:someone|somebody|they|we|i|you) (?:has |have )?(?:left|put|placed|set|forgot|hung|laid)"
    rf"|there is|you (?:will |can )?see|i (?:can )?see|we have) (?:an?|one) (?P<what>.+?){_THAT_ONE}"
)
_TWO_TOLD = re.compile(
    r"^(?:(?P<room>the .+?|we|there) (?:has|have|is|are) )?(?:an?|one) (?P<what>.+?) (?:and|, and|,|;|while) "
    rf"(?:one|another(?: one)?) (?P<more>.+?) [.;,] {_PICK} the one (?P<meant>.+)$"
)
_HAS_ONE = re.compile(
    r"^(?P<of>the .+?) has (?:an?|one) (?P<kind>.+?) (?P<at>by|near|next to|beside|on|over|above|under|below|behind"
    rf"|in front of|right by|right next to|at) it [.,;](?: (?:but|and|so))? (?:{_PICK} )?the other"
    r"(?: (?P<said>one|[a-z]+))?(?P<more>(?: (?:[.,;]|which|that|by|near|on|closest|farthest) .+)?)$"
)
_ONE_IS = re.compile(
    r"^(?:there is (?:an?|one) (?P<there>.+?)|(?:one|an?) (?P<what>.+?) (?:is|stands|hangs|sits|lies) (?P<at>.+?))"
    r" [.,;](?: (?:but|and|so))? (?:(?:not|that is not|its not) (?:it|that|this)(?: one)? [.,;] )?"
    rf"(?:but )?(?:{_PICK} )?the other (?P<said>one|[a-z]+)(?P<more>(?: .+)?)$"
)
_THE_OTHER = re.compile(r"^not (?P<one>(?:the|an?) .+?)(?: [.,;])? (?:but )?the other (?P<said>[a-z]+(?: [a-z]+)?)$")
_THEN = re.compile(
    rf"^(?P<first>.+?) (?:[.,;] )?(?:and )?(?:then|next|now|after that)(?: ,)? (?:{_PICK} )?(?P<then>(?:the|an?) .+)$"
)
_FIRST = re.compile(
    rf"^(?P<first>(?:find|locate|look for|see|spot|start at|start with|go to|begin at) .+?) (?:[.;,]|and|[.;,] and)"
    rf" {_PICK} (?P<then>(?:the|an?) .+)$"
)
_SOUGHT = re.compile(rf"^(?:.* [.;] )?(?:{_PICK}|see|start at|start with|go to|begin at|begin with) ")
_STARTS = re.compile(r"^(?:see|start at|start with|go to|begin at|begin with) ")
_IT = re.compile(r"\b(?:it|that one|that|this one)$")
_LACKS = re.compile(r"(?:without (?:an? |the |any )?|(?:with|has) no )([a-z]+(?: [a-z]+)?)$")
_A_PAIR = re.compile(r"\b(?:a|one) pair of (?=([a-z]+s)\b)")
_PAIRS = re.compile(r"\bpairs? of (?=[a-z]+s\b)")
_NOT_BUT = re.compile(
    rf"^(?:{_PICK} )?not (?P<one>the .+?) [,.;](?: but)? (?:{_PICK} )?the (?P<look>[a-z]+(?: [a-z]+)?) one"
    r"(?P<more>(?: .+)?)$"
)
_LIKE_ONE = re.compile(
    r" (?P<at>opposite|across from|next to|beside|behind|in front of|closest to|nearest to|farthest from|near|by"
    r"|left of|to the left of|right of|to the right of|above|below) the one "
    r"(?=(?:with|on|in|by|near|next|at|under|behind) )"
)
_END = re.compile(
    r" , (?:on |at )?the (?:end|side) (?:(?:that|which) is )?"
    r"(?:(?P<far>away from|far from|far away from|farthest from|farther from|opposite)"
    r"|by|near|next to|nearest|closest to|nearest to|closer to|close to|with|towards|facing) (?=the )"
)


def described(words: Words, phrases_of: Reader) -> str:
    """The one thing that a description means, as an expression; "" where it is no such description.

    Args:
        words: of the question.
        phrases_of: reads the phrases of what the description is said again as.
    """
    text = re.sub(r"\byour\b", "my", " ".join(words))
    tellings = dict.fromkeys((" ".join(words), *_tellings(text, phrases_of)))
    steps = _THEN.match(text)
    if (steps and _SOUGHT.match(steps["first"])) or (
        _FIRST.match(text) and _IT.search(text)
    ):  # of two steps none is left out
        tellings = dict.fromkeys(_in_two_steps(text, phrases_of))
    found = (descriptions.described(tuple(told.split()), phrases_of) for told in tellings)
    return next(filter(None, found), "")


def _tellings(text: str, phrases_of: Reader) -> Iterator[str]:
    """What a description may be told again as; the words of each are read in full, or not at all."""
    text = re.sub(r"(?: [.,;:-])+ ([.,;:-])(?= )", r" \1", text)
    text = re.sub(r" (?:, )?please(?= [.;,]|$)", "", re.sub(r" [()](?: ,)?(?= |$)", " ,", text)).rstrip(" ,")
    text = _A_PAIR.sub(lambda pair: "two " if singular_noun(pair[1])[1] else pair[0], text)
    if (pairs := _PAIRS.sub("", text)) != text:
        text = re.sub(r"\b(the (?:[a-z]+ )?)pair\b(?! of)", r"\1one", pairs)
    plain = _without_contrast(_END.sub(_at_end, text), phrases_of)
    yield plain
    first, cut, rest = re.sub(r" [.:-] ", " , ", plain, count=1).partition(" , ")
    if cut and len(first.split()) in phrases_of(tuple(first.split())).room(0):
        told, but, unlike_it = rest.partition(" except ")  # what it is told by is there, too
        yield f"{told} in the {first}{but}{unlike_it} , it is in the {first}"
        yield f"{rest} , it is in the {first}"
    if (seen := _SEEN.match(plain)) is not None:
        yield f"the {seen['what']}{seen['more']}"
    if (has := _HAS_ONE.match(plain)) is not None and has["said"] in (None, "one", has["kind"].split()[-1]):
        yield _other(f"{has['kind']}", f"{has['kind']} {has['at']} {has['of']}", has["more"])
    if (one := _ONE_IS.match(plain)) is not None:
        noun = whole_noun(f"the {one['there'] or one['what'] + ' ' + one['at']}", phrases_of)
        if noun is not None and noun.places and one["said"] in ("one", *noun.kind.split()[-1:]):
            yield _other(noun.kind, one["there"] or f"{one['what']} {one['at']}", one["more"])
    if (two := _TWO_TOLD.match(plain)) is not None:  # "one is by the tub and one by the sink, I want the one ..."
        first = re.sub(r" (?:is|stands|hangs|sits|lies) ", " ", two["what"])
        noun = whole_noun(f"the {first}", phrases_of)
        if noun is not None and noun.places and _whole_said(noun.kind, two["more"], phrases_of):
            there = "" if two["room"] in (None, "we", "there") else f" , it is in {two['room']}"
            yield f"the {noun.kind} {two['meant']}{there}"
    if (one_not := _THE_OTHER.match(plain)) is not None:
        noun = whole_noun(one_not["one"], phrases_of)
        if noun is not None and one_not["said"] in (noun.kind, noun.kind.split()[-1]):
            yield f"the {noun.kind} except the {one_not['one'].partition(' ')[2]}"
    if (unlike := _NOT_BUT.match(plain)) is not None:
        noun = whole_noun(unlike["one"], phrases_of)
        if noun is not None:
            yield f"the {unlike['look']} {noun.kind}{unlike['more']}"
    if (like := _LIKE_ONE.search(plain)) is not None:  # "the chair opposite the one by the door"
        noun = whole_noun(re.sub(rf"^{_PICK} ", "", plain[: like.start()]), phrases_of)
        if noun is not None and not noun.places:
            that = f"the {noun.kind} {plain[like.end() :]}"
            yield f"{plain[: like.start()]} {like['at']} {that} except {that}"
    yield from _without_others(plain, phrases_of)


def _at_end(found: re.Match[str]) -> str:
    return " and farthest from " if found["far"] else " and closest to "


def _other(kind: str, one: str, more: str) -> str:
    more = re.sub(r"^ (?:,? ?which|,? ?that) is ", " , ", more)
    return f"the {kind} except the {one}{more}"


def _without_contrast(text: str, phrases_of: Reader) -> str:
    """A description without a last clause that says of the other one what this one is not."""
    for cut in _CUTS.finditer(text):
        contrast = _OF_THE_OTHER.match(text[cut.end() :])
        if contrast is None:
            continue
        before = re.sub(rf"^{_PICK} ", "", text[: cut.start()])
        noun = whole_noun(before, phrases_of)
        if noun is None or contrast["kind"] not in (None, "one", "ones", noun.kind, noun.kind.split()[-1]):
            continue
        if noun.places or noun.order or noun.attributes:
            return before
    return text


def _without_others(text: str, phrases_of: Reader) -> Iterator[str]:
    """What there are several of, and the last sentence; what the others are like where it tells which by that."""
    parts = _CUTS.split(text)
    for last in range(2, len(parts)):
        several, others, meant = parts[0], parts[1:last], " , ".join(parts[last:])
        said = [found["said"] for found in map(_OF_AN_OTHER.match, others) if found is not None]
        intro = introduced(several, phrases_of)
        if intro is None or len(said) != len(others):
            continue
        bare = re.sub(rf"^{_PICK} ", "", meant)
        if bare == meant and not meant.startswith("the ") and _THE_REST.match(meant) is None:
            continue
        if _THE_REST.match(bare) is None:
            yield f"{several} , {_lacking_alike(meant, said)}"
            continue
        number = next((_NUMBERS[word] for word in several.split() if word in _NUMBERS), len(said) + 1)
        nouns = [_whole_said(intro.kind, part, phrases_of) for part in said]
        if number == len(said) + 1 and all(nouns):
            excepted = " ".join(f"except {noun}" for noun in nouns)
            yield f"{several} , the {intro.kind} {excepted}"


def _lacking_alike(meant: str, said: list[str]) -> str:
    """The one "with no table" has none where the other one has it: "one has a table on it"."""
    lacked = _LACKS.search(meant)
    if lacked is None:
        return meant
    having = (
        re.fullmatch(rf"(?:has|have|with) (?:an?|the) {lacked[1]}(?P<where> .+ it| on top)", part) for part in said
    )
    where = next((found["where"] for found in having if found is not None), "")
    return f"{meant}{where}"


def _whole_said(kind: str, said: str, phrases_of: Reader) -> str:
    """A noun phrase for what one of several is, or has: "is on the desk"; "" where it is not read."""
    bare = _HAS.sub("with ", _IS.sub("", re.sub(r"^faces ", "facing ", said)))
    nouns = (f"the {kind} {bare}", f"the {kind} that is {bare}")
    return next((noun for noun in nouns if whole_noun(noun, phrases_of) is not None), "")


def _in_two_steps(text: str, phrases_of: Reader) -> Iterator[str]:
    """A thing told by another that is told first: "find the chair by the door, then choose the one opposite it"."""
    found = _THEN.match(text) or _FIRST.match(text)
    if found is None:
        return
    first = re.split(r" [.;] ", found["first"])[-1]
    first = _STARTS.sub("", re.sub(rf"^{_PICK} ", "", first.rstrip(" ,.;")))
    one = whole_noun(first, phrases_of)
    then = re.sub(r"^(?:the|an?) one ", f"the {one.kind} " if one is not None else "the one ", found["then"])
    if one is None or one.plural or one.determiner not in ("the", "a") or _IT.search(then) is None:
        return
    first = re.sub(r"^an? ", "the ", first)
    told = _IT.sub(first, then)
    alike = whole_noun(_IT.sub("the wall", then), phrases_of)
    if alike is not None and alike.kind == one.kind:
        told = re.sub(r"\bdiagonally opposite(?: to| from| of)? ", "diagonally across from ", told)
    yield f"{told} except {first}" if alike is not None and alike.kind == one.kind else told
