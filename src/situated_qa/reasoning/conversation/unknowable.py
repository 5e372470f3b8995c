"""Questions that no scene graph answers, whatever model reads them: time, weather, the past, persons, parts of things.

The graph holds what things there are now, where, how large, of which color, and what was recorded of each. Only what
is certain is named here; the rest is left to those who look up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from situated_qa.knowledge import singular
from situated_qa.reasoning.conversation.speech import opened
from situated_qa.situated.categories import mentioned_categories

_READING = "what is written or shown on things: I do not read"
_TOPICS: tuple[tuple[str, str], ...] = (
    (r"\bwhat (?:time|day|date|month|year|hour|weekday|season)\b(?! (?:does|do|is) (?:the|that|this) (?:clock|watch))"
     r"|\b(?:the (?:time|date|day)|o'clock) (?:is it|now|today)\b|\bis the (?:time|date)\b|\bhow late is it\b"
     r"|\bwhat is today\b|\btime is it\b",
     "the time or the date: I have no clock"),
    (r"\b(?:weather|forecast|raining|snowing|sunny|cloudy|windy|foggy|temperature|humidity)\b|\bwill it (?:rain"
     r"|snow)\b"
     r"|\bis it (?:day|night|dark|light|bright|cold|warm|hot|cool|chilly|freezing)\b"
     r"|\bdegrees (?:outside|inside|here|in here)\b",
     "the weather, the light or the temperature: I do not measure them"),
    (r"\b(?:yesterday|previously|formerly|recently|ago|last (?:night|week|weekend|month|year|time|monday|tuesday"
     r"|wednesday|thursday|friday|saturday|sunday|summer|winter)|used to be|in the past|earlier|the other day"
     r"|this morning|since (?:when|then|i|we|you|last|this|monday))\b"
     r"|\b(?:has|have|had) (?:\w+ ){0,4}(?:changed|moved|been|gone|disappeared|arrived|appeared|vanished|happened)\b"
     r"|\bwhat (?:is |has )?(?:changed|happened|moved|new|different now|gone|missing)\b"
     r"|\bany(?:thing)? (?:changes|new)\b"
     r"|\bdid (?:(?!i\b)\w+ )+(?:change|move|happen|fall|break|leave|come|arrive|enter|go|use|put|take|open"
     r"|close|turn|eat"
     r"|drink|sleep|sit|stand|see|look|visit|miss|check|forget)\b"
     r"|^(?:was|were|had)\b(?! i\b)|^(?:what|where|which|how many)(?: \w+)? (?:was|were|did)\b(?! (?:i|we"
     r"|should|can|do) )"
     r"|^(?:what|which) \w+ (?:was|were) \w+(?:ed|en)\b",
     "what was or what happened before: I know the place as it is in my map now"),
    (r"\b(?:tomorrow|later today|tonight|soon|next (?:week|weekend|month|year|time)|in the future|in (?:an|one"
     r"|two|\d+)"
     r" (?:hours?|minutes?|days?))\b|^will (?:the|it|there|my|anybody|anyone|somebody)\b(?!.*\b(?:if|when|once"
     r"|after)\b)",
     "what will be: I know the place as it is in my map now"),
    (r"^(?:could|should|might|may|must|would) (?:the|my|this|that|these|those) (?!.*\b(?:if|when|once|after)\b)"
     r"(?!.*\bbe (?:seen|visible|reached|in (?:my )?(?:view|sight|front)|on|behind|near|within|left|right)\b)",
     "what could or should be: I know the place as it is in my map now"),
    (r"\b(?:usually|normally|typically|how often|sometimes|every (?:day|morning|evening|night|week|sunday))\b"
     r"|\b(?:do|does) (?:people|they|we|he|she|anyone|anybody) (?:always|often|ever|never|mostly)\b",
     "what usually happens: I know the place as it is in my map now"),
    (r"^(?:and |so )?(?:who|whose|whom)\b(?!.*\b(?:closer|nearer|closest|nearest|taller|bigger)\b)(?!ever)"
     r"|\bwhose\b|\b(?:belongs?|belonging) to\b|\b(?:owns?|owner|owned by|bought|married|named after)\b"
     r"|\b(?:where|who) (?:is|are) (?:everybody|everyone|anybody|anyone|somebody|my (?:wife|husband|son"
     r"|daughter|mother|father"
     r"|mom|dad|mum|brother|sister|friend|boss|girlfriend|boyfriend|kids|children))\b|\b(?:who"
     r"|what person)\b.*\b(?:lives?"
     r"|works?|sleeps?|drinks?|eats?|uses?|put|left|made|built|painted)\b",
     "who people are or what is whose: I do not recognize persons"),
    (r"\bhow (?:sure|certain|confident|reliable|accurate|exact|trustworthy)\b|\bare you (?:\w+ )?(?:sure|certain"
     r"|confident|positive|right|wrong|lying|kidding|serious)\b|\b(?:probability|likelihood|confidence)\b"
     r"|\bhow do you know\b|\bwhat makes you\b|\bdo you (?:really )?(?:believe|doubt)\b",
     "how sure I am: I have no measure of it"),
    (r"\b(?:did|have|had|were|was) you (?!(?:any|got|an idea|a clue)\b)(?!.*\b(?:seen|see|noticed|found|find"
     r"|come across|spotted"
     r"|met)\b(?! (?:yesterday|before)))",
     "what I did before: I keep a map, and no record of what I did"),
    (r"\b(?:weighs?|weight(?! (?:bench|machine|rack|plate|lifting))|heavy|heavier|heaviest"
     r"|lighter than)\b", "weights: I do not measure them"),
    (r"\b(?:costs?|prices?|expensive|cheap|cheaper|worth|valuable|how much (?:is|are|was|did|does)(?! (?:space"
     r"|room|taller"
     r"|larger|bigger|wider|longer|higher|farther|closer)))\b", "prices: nothing in my map tells them"),
    (r"\b(?:smells?|smelly|tastes?|tasty|delicious|sounds? like|noises?|noisy|loud|hear|squeaks?|squeaky"
     r"|stink\w*|scent)\b",
     "smell, taste or sound: I do not sense them"),
    (r"\b(?:is|are|does|do|feels?|still|too)\b.*\b(?:warm|hot|cold|lukewarm|wet|damp|dry|comfortable|cozy|comfy"
     r"|haunted|dangerous"
     r"|safe|poisonous|fresh|rotten|edible|sticky|slippery|sharp|beautiful|ugly|pretty|romantic|boring"
     r"|fashionable)(?: now| enough)?[?.! ]*$",
     "how things feel, or what they are like to people: I know their places, sizes and looks"),
    (r"\bhow (?:old|new|hot|warm|cold|loud|soft|hard|comfortable|nice|clean|dirty|strong|thick|safe|dangerous|fast"
     r"|deep|fragile|healthy|popular|beautiful|ugly|good|bad|bright|dark) (?:is|are)\b|\b(?:age of|brand"
     r"|manufacturer|model number"
     r"|serial number|diameter|circumference|thickness|capacity)\b|\bhow (?:much|many) (?:\w+ )?(?:water|milk"
     r"|money|liters"
     r"|litres|kilos|kilograms|pounds|watts|calories|power|energy|electricity|coffee|tea|food|dust"
     r"|time)(?= (?:is|are|do|does|in|there)\b|[?. ]*$)",
     "that: I know places, lengths, widths, heights and colors of things, and what was recorded of them"),
    (r"^(?:(?:and|so) )?(?:is|are|does|do) (?:the|my|this|that|these|those|all|any) (?:(?!i\b)\w+ ){0,4}?"
     r"(?:facing|face|turned"
     r"|pointing|oriented)\b(?! (?:up|down)\b)|\bwhich (?:way|direction) (?:is|are|does|do) (?:the|my|this|that)"
     r" (?:\w+ ){0,4}?(?:facing|face|turned|pointing|oriented)\b",
     "which way a thing is turned: I know where things are, and not where their fronts are"),
    (r"^(?!.*\beach\b).*\bhow many (?:people|persons|guests|visitors|adults|kids|children)"
     r" (?:can|could|would|will|may|fit)\b",
     "how many people there is room for: I know things, and not who would use them"),
    (r"^(?:and |but |so )?why\b|\bwhat (?:is the )?(?:reason|for$)"
     r"|\bhow come\b", "why things are as they are: I only know the map"),
    (r"\bwhat (?:does|do|is) .*\b(?:say|says|written|title|read|reads|printed|label)\b|\bwhat is (?:\w+ )?(?:written"
     r"|printed)\b|\b(?:title|author|text|headline|password|phone number|address) (?:of|on)\b"
     r"|\bwhat is (?:playing|showing|on tv)\b",
     _READING),
    (r"\b(?:battery|charge level|wi-?fi|internet|ip address|cpu|firmware)\b(?! (?:charger|router|box))",
     "my own state: I only know the map"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), what) for pattern, what in _TOPICS)
_USE = re.compile(
    r" (?:that|which|what) (?:i|you|we|people|one)"
    r" (?:can |could |would |will |need to |have to )?(?:use|check|wear)\b.*"
)
"""What a thing is used for tells which thing is meant, and is not asked."""
_LEFT_BY_ME = re.compile(r"\bdid (?:i|we) (?:leave|put|place|forget|lose|drop)\b|\bhave you (?:seen|got|any)\b")


def unknowable(text: str, *, sees: bool = False) -> str:
    """What a question asks that no scene graph tells, as it follows "I cannot tell"; "" where nothing speaks for it.

    Args:
        text: as it was asked.
        sees: a model that sees may look at pictures of things, and read what is on them.
    """
    text = re.sub(
        r"^(?:\W|please |robot |hey |tell me |do you know |can you tell me |could you tell me )+", "", opened(text)
    )
    text = _USE.sub("", text)
    if _LEFT_BY_ME.search(text):
        return ""
    return next((what for pattern, what in _COMPILED if not (sees and what is _READING) and pattern.search(text)), "")


_PARTS = frozenset(
    (
        "leg", "armrest", "backrest", "headrest", "footrest", "headboard", "seat", "drawer", "handle", "knob", "hinge",
        "wheel", "caster", "lid", "button", "key", "screw", "compartment", "burner", "blade", "page", "bulb", "plug",
        "socket", "stem", "leaf", "petal", "branch", "zipper", "speaker", "door", "pane", "tabletop",
    )
)  # fmt: skip
_COUNTED = frozenset(("foot", "arm", "side", "corner", "edge", "surface"))
"""Parts only where somebody asks what a thing has: "the left side of the sofa" is a place."""
_BUILT_IN = frozenset(("door", "side", "corner", "edge"))  # of a piece of furniture, even where the place has some, too
_WORDS = r"(?:\w+ ){0,2}?"
_HAVING = (
    # how many legs do the chairs have
    rf"\bhow many {_WORDS}(?P<part>\w+) (?:do|does|did|has|have) (?P<whole>.+?)(?: (?:have|got))?[?.! ]*$",
    # how many chairs have armrests, which chair has no armrests
    rf"\b(?:how many|which|what) (?P<whole>.+?) (?:have|has|had|with|without) {_WORDS}(?P<part>\w+)[?.! ]*$",
    # do the chairs have legs, has the desk got a drawer
    rf"^(?:do|does|has|have) (?P<whole>.+?) (?:have|got) {_WORDS}(?P<part>\w+)[?.! ]*$",
)
_NAMING = (
    # the legs of the chair
    rf"\b(?P<part>\w+) of (?:the|this|that|these|those|my|your|all|each|an?) (?P<whole>{_WORDS}\w+)[?.! ]*$",
    # the chair's legs, the office chair legs
    r"\b(?=(?:the|this|that|my|your|an?) (?P<whole>\w+)(?:'s|s')? (?P<part>\w+)\b)",
    r"\b(?=(?:the|this|that|my|your|an?) (?P<whole>\w+ \w+)(?:'s|s')? (?P<part>\w+)\b)",
)
_PATTERNS = tuple(
    (re.compile(pattern), parts)
    for patterns, parts in ((_HAVING, _PARTS | _COUNTED), (_NAMING, _PARTS))
    for pattern in patterns
)


def part_of_a_thing(text: str, categories: Sequence[str], rooms: Collection[str]) -> str:
    """The part of a thing that a question is about, singular; "" where it is about whole things.

    Args:
        text: as it was asked.
        categories: what the graph holds; a part that is an object of it is looked up.
        rooms: names of rooms: their doors and corners are not parts of things.
    """
    text = opened(text)
    for pattern, parts in _PATTERNS:
        for match in pattern.finditer(text):
            part, whole = singular(match["part"]), match["whole"]
            held = part in categories and part not in _BUILT_IN
            if part not in parts or held or any(re.search(rf"\b{re.escape(room)}\b", whole) for room in rooms):
                continue
            if any(category != part for category in mentioned_categories(whole, categories)):
                return part
    return ""
