"""The patterns of what people say of where they are and what they look at, one for each kind of clause."""

from __future__ import annotations

import re

from situated_qa.situated.language.phrases import NUMBERS
from situated_qa.situated.situation_clauses import BESIDE
from situated_qa.situated.situation_doing import DOING

_NUMBER = rf"(?:{'|'.join(NUMBERS[1:])}|\d{{1,2}})"
SIDE = (
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
MY_SIDE = (
    r"(?:(?:right |directly |immediately |straight |just )?(?:(?:on|to|at|off to) my (?P<side>(?:front "
    r"|back )?(?:immediate )?"
    r"(?:left|right)|front|back)(?:[ -]hand)?(?: side)?|(?P<behind>behind me|(?:at|to|against) my back)"
    r"|(?P<ahead>(?:in front|ahead) of me|before me|opposite me|across from me)|(?P<beside>(?:next to|beside|near) me)"
    rf"|(?:at|in|to|on) my (?P<hour>{_NUMBER}) ?o'?clock(?: direction| position)?))\b"
)
"""A side that is the asker's wherever it is said."""
_THING = r"(?P<thing>[a-z][a-z' -]{0,60}?)"
_THERE = (
    r"(?:(?:have |has )?(?:shut|closed|locked|got) |there(?: is| are|'s| was| were) |having |have |has "
    r"|i (?:can )?(?:see|have) "
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
LOOK = (  # how a look at something begins
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
    r"|about to (?:open|use|close|load|empty|turn on|switch on)"
    r"|(?:looking|look|reaching) into(?= (?:the |my )(?:fridge|refrigerator"
    r"|oven|cupboard|cabinet|wardrobe|drawer"
    r"|freezer"
    r"|closet|dishwasher|washing machine))|using|open(?:ing|ed)|clos(?:ing|ed)|loading"
    r"|unloading|emptying|filling|touching|reaching for|leaning on|writing on|cooking on|working at|typing on"
    r"|washing my hands (?:in|at))"
)
_ROOM = r"the (?P<room>(?![a-z ]*\b(?:behind|front|left|right)\b)[a-z ]{2,40}?)"
_ORIGIN = r"the (?P<origin>[a-z ]{2,40}?)"
_DOOR_OUT = r"(?:through|by|via|using) the [a-z ]*?door(?:way)?"
_DOOR = rf"(?:(?:through|by|via) the (?:front )?door(?: (?:from|of) {_ORIGIN})?)"
_IN = (
    r"(?:just |now |have |only )*(?:come|came|coming|walk|walked|walking|enter|entered|entering|step|stepped|stepping"
    r"|gone|go"
    r"|going|get|got)"
)
SPLIT = re.compile(
    r"\s*(?:[,.;!]|\b(?:while|whilst|with|and also|and|but|when|as|so that|so|then)\b"
    r"|(?<=.)(?=\b(?:i'm|i am|i've) ))\s*"
)
BETWEEN = re.compile(
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
        ("ahead of", rf"(?:{_STAND})?{LOOK} {_THING} (?:right |straight |directly )?(?:in front|ahead) of me"),
        ("posture", r"(?:crouching|crouched|kneeling|walking|squatting|bending)(?: down| over| up)?"
                    r"|standing (?:by|near)"
                    r"|(?:stop|stand|pause|wait)(?:ping|ing|ed)? (?:on|at|in) the (?:threshold|doorstep)"
                    r"|(?:just |now |still |comfortably )*(?:standing|sitting|seated|stand|sit|lying|lean|leaning|be|am"
                    rf"|are|here|stopped|{DOING})(?: comfortably| still| up| there| here)*|leaning back|in the room"),
        ("facing", rf"(?:{_STAND})?{LOOK} {_THING}"),
        ("entered", rf"{_IN} (?:(?:in|inside|home) )?(?:(?:through|by|via|at|from) )?"
                    r"(?:the (?:[a-z]+ )?(?:front|entrance|entry|main) door|home)(?P<room>)(?P<origin>)"),
        ("entered", rf"{_IN} out of {_ORIGIN} (?:in)?to {_ROOM}"),
        *(("entered", rf"(?!(?:\w+ )*(?:go|walk|com|head|mov)ing to )(?:{_IN})(?: in| inside)?(?: ?into"
                      rf"| to)? {_ROOM}{from_there}")
          for from_there in (f" {_DOOR}", f" from {_ORIGIN}", "(?P<origin>)")),
        ("entered", rf"{_IN} from {_ORIGIN}(?P<room>)"),
        ("left", rf"(?:just |now |have )*(?:leav(?:e|ing)|left|exit(?:ed|ing)?|(?:walk|step|go|come|came"
                 rf"|went)(?:ped|ping|ed|ing)?"
                 rf" out of) {_ORIGIN}(?: {_DOOR_OUT})?(?P<room>)"),
        ("entered", rf"{_STAND}just inside {_ROOM}(?P<origin>)"),
        ("entered", rf"{_STAND}in {_ROOM} door(?:way)?(?P<origin>)"),
        ("entered", rf"(?:{_STAND}|stop |pause )(?:in|at) the (?:open )?door(?:way)? (?:of|to) {_ROOM}(?P<origin>)"),
        ("walks", rf"(?:walking|heading|going|moving|running|strolling)(?: down| along| through| up)?"
                  rf" the (?P<room>[a-z ]{{2,30}}?)(?: from {_ORIGIN})? (?:to|towards?) {_THING}"),
        ("towards", rf"(?:walk|head|go|move|run|step)(?: over| back| down| up)* towards? {_THING}"),
        ("towards", r"(?:walking|heading|going|moving|running|stepping|approaching)(?: over| back| down| up)*(?: to"
                    r"| towards?)?"
                    rf" {_THING}"),
        ("between two", rf"(?:{_STAND})?(?:in )?between (?:the )?(?:two|both|a pair of) {_THING}"),
        ("feet to", rf"(?:{_STAND})?(?:my )?feet (?:are |is |pointing |turned )*(?:to|towards?|at|facing) {_THING}"),
        ("through", rf"{_IN}(?: in| inside)? (?:through|by|via) {_THING}"),
        ("from", rf"from {_THING}"),
        ("has", rf"{_THERE}{_THING}(?: is| are| was| were| stands| hangs| lies| sits| being|'s| has \w+)?"
                r"(?: (?:ahead|down|up|over|there|still|slightly|a bit|a little|somewhere|standing|hanging|lying"
                r"|sitting))*"
                rf"(?: on the wall)? {SIDE}"),
        ("has", rf"(?:directly )?{SIDE}(?: (?:on|in|under|by|next to) the [a-z ]{{2,20}}?)?(?: there)?(?: is| are"
                rf"| was| were|,)? {_THING}"),
        *((f"at {relation}", rf"{_STAND}{words} {_THING}") for relation, words in _AT),
        ("use", rf"(?:{_STAND})?(?:just |now )?{_USE} {_THING}"),
    ]  # fmt: skip
    return tuple((name, re.compile(pattern)) for name, pattern in patterns)


PATTERNS = _compiled()
"""Name and pattern of each kind, in the order in which they are tried."""


def side_of(groups: dict[str, str | None]) -> str:
    """The side of `Has` that the groups of `SIDE` or `MY_SIDE` tell."""
    if groups.get("hour"):
        word = str(groups["hour"])
        hour = int(word) if word.isdigit() else NUMBERS.index(word)
        return f"{hour} o'clock"
    if groups.get("behind"):
        return "back"
    if groups.get("beside"):
        return BESIDE
    return "front" if groups.get("ahead") else str(groups["side"]).replace("immediate ", "")
