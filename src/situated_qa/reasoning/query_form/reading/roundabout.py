"""What askers say of themselves and of one thing through another, brought to the plain question it means.

"Can I see myself in the mirror?"                    a mirror in front of me
"Am I standing next to a lamp?"                      is there a lamp near me
"Does the color of the bag resemble that of coal?"   are the two of the same color

Texts are normalized (see `words.normalise`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

_A = r"(?:the|a|an|any|some|my)"
_CAN = r"(?:can|could|would|will|may|might)"
_VALUE = r"(color|shape|material|size)"
_POSTURE = r"(?:currently |right now |now )?(?:(?:standing|sitting|seated|lying|located|positioned) )?"
_HOUSE = r"(?:(?:the|this|my) (?:[a-z]+ )?(?:room|[a-z]+room|house|apartment|office|kitchen|place|building)|here)"
_LEAVE = rf"(?:(?:exit|leave|get out(?: of)?|go out(?: of)?|walk out(?: of)?|step out(?: of)?)(?: {_HOUSE})?)"
_TURN = r"(?:turn(?:ed|ing)?|look(?:ed|ing)?) (?:my (?:head|body) )?(?:to |towards? )?(?:the |my )?"
_SIDES = r"(?:left|right|around|back|behind|\d+ o'clock)"


def _mirror(match: re.Match[str]) -> str:
    """A mirror where the asker looks; that it is in view is said where the asker speaks of the present heading."""
    text = match.string
    if re.search(rf"(?<!without ){_TURN}{_SIDES}\b", text):
        return "is there a mirror"
    stays = re.search(r"\b(?:without|position|now|from (?:here|where))\b|where i am", text)
    return f"{'can i see' if stays else 'is there'} a mirror in front of me"


def _way(match: re.Match[str]) -> str:
    """What stands between the asker and where it goes."""
    return f"how many {match[1]} are between me and {match[2]}" if match[1] else f"what is between me and {match[2]}"


_Rule = tuple[str, str | Callable[[re.Match[str]], str]]
_SAID: tuple[_Rule, ...] = (
    (r"\b(?:is|would|was) it (?:be )?possible (?:for me )?to (?:be able to )?", "can i "),
    (r"\b(left|right)wards?\b(?= ,| to|$)", r"\1"),
    (r"\bfrom where i (?:stand|sit|lie|lay)\b", "from where i am standing"),
    (r" where i am (?:in|at)$", ""),
    (r" ,? ?(?:when|once|after|because|since) i am (?:done|ready|finished|tired|bored)$", ""),
    # what the asker sees of itself
    (rf"\b{_CAN} i (?:be able to )?(?:see|look at|view|check) (?:myself|my (?:own )?(?:reflection|face|image|looks))"
     rf"(?: (?:in|on) {_A} mirror)?", _mirror),
    (r" ,? ?without (?:turning|moving|looking|changing)(?: (?:my|the) [a-z]+)?"
     r"(?: (?:to )?(?:the |my )?(?:left|right|around|back))?$", " without moving"),
    # where the asker stands, as where a thing is
    (rf"^am i {_POSTURE}(?:directly |right )?(?:in front of|across from|facing(?: towards?)?|looking at|behind)"
     rf" ({_A} (?!same\b)(?:(?!or\b|and\b).)+)$", r"is there in front of me \1"),
    (rf"^am i {_POSTURE}(?:directly |right )?(?:next to|near(?: to)?|close to|beside|by|alongside)"
     rf" ({_A} (?!same\b)(?:(?!or\b|and\b|than\b).)+)$", r"is there near me \1"),
    (r"^am i surrounded (?:by|with) ", "are there "),
    (r"^(?:is|are) (?:the|my|this|that) ([a-z]+(?: [a-z]+)?)(?: .*?)? the only (?:one|\1)\b",
     r"is there exactly one \1"),
    # ways out
    (rf"^{_CAN} i (?:turn|look|walk|go|move) (?:to |towards? )?(?:the |my )?(left|right|\d+ o'clock)"
     rf" (?:and|to) {_LEAVE}", r"is there a door to my \1"),
    (rf"^{_CAN} i (?:be able to )?{_LEAVE}(?: by| if| when| while)?(?: i)?(?: just)?"
     rf"(?: {_TURN}| (?:walk|go|mov)(?:e|ing|ed)? (?:to |towards? )(?:the |my )?)"
     r"(left|right|\d+ o'clock|around|back)\b", lambda m: f"is there a door {_side(m[1])}"),
    # alike, said of the color rather than of the things
    (rf"^(?:does|do|is|are) (?:the )?{_VALUE} of (.+?) (?:resemble|match|look like|equal)(?:s)?"
     r" (?:that|those|the \1|the one)s? of (.+)$", r"is \2 the same \1 as \3"),
    (rf"\b(?:the )?{_VALUE} of (.+?) (?:the )?(same|similar|identical|equal) (?:as|to|with)"
     r" (?:that|those|the \1)s? of (.+)$", r"\2 the \3 \1 as \4"),
    (rf"\bshares? (?=(?:the|a) (?:same|similar) {_VALUE}\b)", "have "),
    # what stands in the way, what is met first
    (r"^(?:what|which (?:object|thing)s?|how many ([a-z ]+?)) (?:will|would|could|is|are)(?: be)?"
     r" (?:in|blocking|on) my way(?: if i)?(?: (?:walk|go|move|work|head)(?:ed|ing)?)? to ((?:the|my) .+)$", _way),
    (r"^if i (?:walk|go|move|work|head)(?:ed)? to ((?:the|my) .+?) ,? ?what (?:will|would) be (?:in|blocking) my way$",
     r"what is between me and \1"),
    (r"^what (?:would|will|could|do) i (?:reach|hit|touch|meet|encounter|come to|get to)(?: first)? if i"
     r"(?: stand up and)?(?: start| keep| kept)? ?((?:walk|go|mov|turn|step).*)$",
     r"what is the closest thing if i \1"),
    # how things stand
    (r"^how (is|are) ((?:the|my|these|those) .+?)"
     r"(?: (?:arranged?|organized?|placed|positioned|laid out|set up|stacked))$", r"what state \1 \2"),
    (r"^how (is|are) ((?:the|my|these|those) .+)$", r"what state \1 \2"),
    (r"^(?:what|which|in (?:what|which)) (?:position|condition|arrangement) (is|are)"
     r" ((?:the|my|these) .+?)(?: in)?$", r"what state \1 \2"),
    (r"^did i leave ((?:the|my|any) .+)$", r"is \1"),
    (r"\bdid i leave (open|closed|on|off|empty|full)\b", r"are \1"),
    (r"^how (?!(?:is|are|do|does|many|much|can|could|should|far|big|large|about)\b)([a-z]+(?: [a-z]+)?s)"
     r" (?=(?:to|on|at|in|are|behind|near)\b)", r"how many \1 "),
    # alike, on both sides
    (r"\b(the|these|those) ([a-z]+(?: [a-z]+)?) on (?:my (?:either|both) sides?"
     r"|(?:either|both) (?:of my )?sides?(?: of me)?)"
     r"(?=.*\b(?:same|identical|alike|similar|common|match)\b)", r"\1 \2 on my left and the \2 on my right"),
    # what is said before a way is asked for
    (r"^(?:once|after|when) i (?:walk|step|go|move|pass|cross|get|drink|eat|finish|wake|stand|come)[^,]* , "
     r"(?=(?:to )?(?:which|what) (?:way|direction|side)\b|where\b|how (?:should|do|can)\b)", ""),
    (r"\b(can|could|would|will) i (?:be able to )?look out (?:of )?(?=(?:the|a|any|my) )", r"\1 i see "),
    (r"\b(odd|even) (odd|even)$", r"\1 or \2"),
    (r"^(is|are) ((?:the|my) .+?) (the same .+? as) ((?:the|my) .+?)"
     r" (next to|near|beside|on|under|behind|in front of|above) (?:it|them)$", r"\1 \2 \3 \4 \5 \2"),
    (r"^(is|are) ((?:the|my) .+?) (the same .+? as) ((?:the|my) .+?) (?:that )?(?:it is|they are) surrounding$",
     r"\1 \2 \3 \4 near \2"),
    (r"^do ((?:the|my) .+? and .+?) match(?: in (color|shape|size))?$", r"are \1 the same \2"),
    (r"\b(?:and )?(?:slightly|a little|somewhat) (?:to (?:the|my) )?(left|right)\b", r"to my \1"),
    (r"\boff (?=to (?:my|the) (?:left|right)\b)", ""),
    (r" while (?:i am )?(?:facing|looking at|sitting|standing|lying|staying|being)\b.*$", ""),
    (r"\bwithin my (?:touch|grasp)\b", "within my reach"),
    # words for being on, over, in
    (r"\b(?:wall ?-?mounted|mounted to the wall)(?= (?:to|on|in|at|behind|and|near|above|below|by)\b|$)",
     "mounted on the wall"),
    (r"\b(mounted|hanging|hung|on the wall|on the shelf) about (?=(?:the|my|a)\b)", r"\1 above "),
    (r"\balong the (floor|ground|carpet)\b", r"on the \1"),
    (r"\bon (?=(?:the|my|a) [a-z]*(?:bath|bed|living |dining |laundry |store)room\b|(?:the|my|a) (?:kitchen|hallway)"
     r"(?! (?:counter|cabinet|table|island|sink|floor|wall|shelf|cupboard|worktop)))", "in "),
    (r"\b(?:primarily |mostly |mainly |chiefly )?(?:composed|constructed|built|fabricated) (?:out )?(?:of|from)\b",
     "made of"),
    (r"\bnear most\b", "nearest"),
    (r"(?<!use to )(?<!used to )\b(go|get|walk|move|head|run|climb) (?:up|down)stairs\b", r"\1 to the stairs"),
    (r"^(.+?) (is|are) (?:what|which) (type|kind|sort) of (?!color|shape|material|size)[a-z]+$", r"what \3 \2 \1"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), replacement) for pattern, replacement in _SAID)


def _side(word: str) -> str:
    """ "left" → "to my left", "around" → "behind me"."""
    return "behind me" if word in ("around", "back") else f"to my {word}"


def straight(text: str) -> str:
    """The straight question that a roundabout one means; itself where it is straight already."""
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text, count=1)
    return re.sub(r"\s+", " ", text).strip(" ,")
