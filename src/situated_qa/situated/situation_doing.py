"""What people do who tell where they are: cooking stands at the stove, lying on one's back says no more than lying."""

from __future__ import annotations

import re

HANDS = (
    r"(?:cooking|frying|stirring|baking|ironing|shaving|(?:wash|brush) (?:my )?(?:hands|face|teeth|hair)"
    r"|(?:check(?:ing)?|fix(?:ing)?|do(?:ing)?) my (?:hair|face|make[- ]?up|tie)"
    r"|(?:wash|do|dry|rinse|scrub|clean) (?:up|the dishes)"
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
    r"\b(?:sit|sitting|seated|settled|eating|dining|having|working|writing|typing|studying|taken a seat|taking a seat"
    r"|perched)\b"
)
RESTS = re.compile(
    r"\b(?:l(?:ie|ying|aying)|s(?:it|itting|eated|ettle|ettled|ettling)|bed|chair|armchair|couch|sofa|stool|bench|toilet)\b"
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
