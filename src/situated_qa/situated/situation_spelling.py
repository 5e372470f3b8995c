"""A situation as plain words: one spelling, one person, one way of saying what people say in many."""

from __future__ import annotations

import re

from situated_qa.knowledge.rooms import room_names

_ROOMS = "|".join(sorted(room_names(), key=len, reverse=True))
_LOOKS = r"(?:fac|look|star|gaz)(?:e|ing)?(?: straight| directly)?(?: at| to| towards?)?"
_WORDS = r"[a-z]+(?: [a-z]+){0,3}"
_AT_SIDE = r"(?:(?:on|to|at) my (?:left|right)|behind me|in front of me|(?:on|at|in|to) my [a-z0-9]+ o'clock)"
_SOME = r"(?:an?|the|some|a few|several|many|lots of|one|two|three|four|five|six|no|another|its) "
_NAME = r"(?:(?! my\b| me\b| behind\b| with\b| and\b)[a-z ]){2,30}?"
_REASON = (
    r"(?:because|cause|cuz|cos|since|until|till|even though|although|in case"
    r"|(?:before|after) (?=i |we |he |she |they |someone |[a-z]+ing |my [a-z]+ [a-z]+s )|as (?=i can ?not|i cannot"
    r"|i overslept))"
)
_SPELLED = tuple(
    (re.compile(said if said.startswith(" ") else rf"\b(?:{said})(?:(?<= )|\b)"), meant)
    for said, meant in (
        (rf"(?:,? ?\b{_REASON}\b(?![^,.;!]*\b(?:my (?:left|right|back)|behind me|of me|with|facing|while|when"
         r"|i (?:am|sit|lie|lay|stand|check|look|place|[a-z]+ed))\b)[^,.;!]*)", " "),
        (r" where (?:it|they) (?:was|were|is|are)(?: lying| standing| before)?(?=[ ,.;!]|$)", ""),
        (r"(?:with |having )?(?:my|a|one|both) (?:left |right )?hands? on (?=(?:the|my) (?:[a-z]+ )?(?:door|handle"
         r"|doorknob)\b)", ", facing "),
        (r" (?:right now|rn|atm|tbh|just now|at the moment|for now|as usual|once again)(?=[ ,.;!]|$)", ""),
        (r"(?:therefore|hence|finally|meanwhile|currently|now|then|here),? (?=i )", ", "),
        (r"(?:^|(?<=[.;!] ))(?:to [a-z]+|(?:before|after|when) [a-z]+ing) (?![^,.;!]*\b(?:me|my (?:left|right"
         r"|back))\b.* i )"
         r"[^,.;!]*?,? (?=i )", ""),
        ("you are|you're|we are|we're|we (?:two|both|all) (?:are)?", "i am "), ("your", "my"), ("yourself", "myself"),
        ("you|us", "me"), ("we", "i"), ("thru", "through"), ("infront", "in front"),
        ("me've|me have", "i have"), (r"w(?= )", "with"),
        (r"(?:with |and )?my head (?:is )?(?:at|to|against|on|by|near) (?:the|a) wall"
         r"(?: (?:with|towards?|by|near) [a-z ]+?)?(?=[,.;!]|$| and)", ""),
        (r"(look(?:ing)?|gazing|staring) across (?:it|the table|the room) (?:at|to|towards?)", r"\1 at"),
        (rf"({_LOOKS}) (?:the|that) wall (?:with|that has|which has|where|on which) (the|an?|my|two|three"
         rf"|some) ({_WORDS}?)"
         r"(?: on it| is| hangs)?(?=[,.;!]|$| and\b| with\b)", r"\1 the wall of \2 \3"),
        (rf"the (?:same )?wall (?:with|that has|which has|where|on which|as) (the|an?|my) ({_WORDS}?)"
         r"(?: on it| is| hangs)?(?=[,.;!]|$| and\b| with\b| (?:fac|look))", r"\1 \2"),
        (r" (?:a (?:second|moment|minute) ago|together|across the room(?= (?:in|on)))", ""),
        (rf"(in|into|to|from|of|at) ({_ROOMS})", r"\1 the \2"),
        (r"(?:enter(?:ed|ing)?|(?:came|come|coming|walk(?:ed|ing)?|step(?:ped|ping)?) in(?:to)?) (?:the |my |our )?"
         r"(?:apartment|flat|house|home|place|building)"
         r"(?: (?:through|by|via|from) the (?:[a-z]+ )?(?:front |entrance |main )?door)?", "came home"),
        (r"there (?:is|'s) (an? [a-z ]{2,40}|the [a-z ]{2,40}) on the wall (?:that )?i(?:'m| am) (?:facing|looking at)",
         r"i am facing \1"),
        (r"(?:an?|the) (?:heap|pile|stack|bunch|pair|set) of ", "a "),
        (r"(?:look|looking) (?:to|at|down at) my (?:feet|feets|toes|phone|watch|hands|screen|book|paper)", ""),
        (r"(?:enjoying|admiring|taking in) the view (?:out of|from|through|of)", "looking out of"),
        (r"(?:at|on|by|near|in) my (left|right) (?:shoulder|elbow|hand|arm|side|leg|foot|knee|ear|thigh)",
         r"on my \1"),
        (r"(?:on|at|to) my (?:backside|back side)", "behind me"),
        (r"(?:leaving|exiting|(?:walking|going|stepping|heading) out(?: of)?) (?:the|this) room", "facing the door"),
        (rf" on the (?:floor|ground)(?= (?:{_AT_SIDE}))", ""),
        (rf"({_AT_SIDE})(?: side)? (?:on|against|near|along) the (?:ground|floor|walls?)", r"\1"),
        (rf" (?:with|that has|which has) {_SOME}{_NAME} (?:under|underneath|around|on|in|inside|surrounding|above|over)"
         r" (?:it|them)", ""),
        (rf"((?:there (?:is|are)|having) {_SOME}{_NAME}) with {_SOME}{_NAME} (?={_AT_SIDE})", r"\1 "),
        (rf"(there (?:is|are)|having|with) ({_SOME}{_NAME}) and ((?:{_SOME})?{_NAME}) ({_AT_SIDE})",
         r"\1 \2 \4, \3 \4"),
        (r"((?:on|to) my (?:left|right)) and (?:on |to )?(?:my )?(?:left|right)(?=[,.;]|$| side)", r"\1"),
        (r"(?:on|to) the (left|right) and (?:the )?(?:left|right)(?: sides?)? of me", r"on my \1"),
        (r"on my (left|right)(?: side)?,? (?:and )?(?:in front|ahead) of me", r"on my front \1"),
        (r"(sit|sat|lie|lay)(?:ting|ing)?(?: down)? (?:right |over )?there(?=[,.;!]|$| and| to\b)", r"\1 on it"),
        (r"(stand)(?:ing)? (?:right |over )?there(?=[,.;!]|$| and)", r"\1 at it"),
        (r",? (?:with|using) (?:both |my |the |one )*(?:left |right |other )?hands?(?= (?!on\b)|[,.;]|$)", ""),
        (r"(fac(?:e|ing)|looking(?: at)?|standing) and ([a-z]{2,}ing)", r"\2"),
        (r"stand(?:ing)? (?:on |at )?(?:to )?(?:the )?(left|right)(?: side)? of(?: the| my)?",
         r"standing at the \1 side of the"),
        (r" from (?:the )?(?:inside|within|where i (?:am|stand|sit))(?=[,.;!]|$| and)", ""),
        (r"(look|gaz|star)(e|ing)?(?: straight| right)? (?:out|ahead) from (?:it|there|the seat)",
         r"\1\2 straight ahead"),
        (r"(door) (?:has |have |was |is |having )?(?:just )?(?:shut|closed|locked|slammed|fell shut|fallen shut"
         r"|clicked shut)"
         r"(?= (?:behind|after|at my back))", r"\1"),
        (r"the ([a-z]+(?: [a-z]+)?)'s wall", r"the wall of the \1"),
        (r"(?:dead|right|directly) ahead", "ahead"), (r"(?:a bit )?further (?:down |along |away |off )?(?=on my )", ""),
        (r"(?:to|on) the (left|right) of it", r"on my \1"),
        (r"(chill|sitt|stand|ly|cook|look|watch|wash)in'?", r"\1ing"), (r"(bath|bed) room", r"\1room"),
        (r"(watch)(?:ed|es|ing)? (?:(?:a|the|some|my|our) )?(?:evening |late |morning |favou?rite |scary "
         r"|funny )?(?:film|movie|match|game|show|news|series|football|cartoons?)"
         r"(?: on (?:the )?(?:tv|telly))?", r"\1ing the tv"),
        ("with the (?:match|game|news|football) on(?: the)?(?: tv| telly)?", "watching the tv"),
        (r"(?:at|to) my rear", "behind me"), (r" (?:now|again|lol|too|btw)(?=[.,;!]|$)", ""),
        (r" (?:that|which) has (?:the|an?) ([a-z ]{2,40}) (?:behind|next to|beside|near|by|over) it", r" by the \1"),
        (r"(?:kid|child|boy|girl|baby|wife|husband|mum|mom|dad)'?s ", ""),
        (r"behind me,? (?:and )?(?:on|to|at) (?:the|my) (left|right)", r"on my back \1"),
        (r"(?:in front of|ahead of) me,? (?:and )?(?:on|to|at) (?:the|my) (left|right)", r"on my front \1"),
        (r"((?:sit|sat|seat|lie|lying|lay|perch)[a-z]*(?: down)?) (?:at|on|by) the (?:(?:foot|far) )?"
         r"(?:end|side|edge|foot|middle) of (?:the|my) ((?:[a-z]+ )?(?:bed|couch|sofa))", r"\1 on the \2"),
        (r"look(?:ing)? at (?:myself|my (?:face|reflection|hair|self|eyes)) in", "looking at"),
        (r"(check(?:ing)?|fix(?:ing)?|do(?:ing)?) (?:my (?:hair|face|make[- ]?up|tie|looks?|outfit|dress)|myself) in",
         r"\1 my hair, looking at"),
        (r"(?:right |directly |just |close )?(?:next to|beside|close to|near) me,?"
         r" (?=(?:on|to|at) (?:the|my) (?:left|right))", ""),
        (r"(?:that|which) (?:is|are) (?=(?:in front|ahead) of me|behind me|(?:on|to) (?:my|the) (?:left|right))", ""),
        (r"(?:and )?(?:it|the door) (?:is|was) (?:now )?(?:shut|closed|open|locked) (?:(?:behind|after) me|at my back)",
         ""),
        (r"(?:just )?(?:(?:getting )?ready|about|going|trying|preparing|waiting) to (?:get|step|climb|go|hop|jump|slip)"
         r" (?:in|into|in to|on|onto|inside) (?=(?:the|my|a) )", ", facing "),
        (r"(?<!am )(?<!i'm )(?<!im )(?:ready|about|going) to (?:open|close|use|leave by|go through) (?=(?:the|my|a) )",
         ", facing "),
        (r"(back|face|head)'s", r"\1 is"),
        (r"(look|gaz|star)(e|ing)? (?:up)?on (?=it|the|my)", r"\1\2 at "),
        (rf"(look|gaz|star)(e|ing)?(?: straight| right)?(?: out)? (?:into|across|over|around)"
         rf" (?:the|my) (?:{_ROOMS}|room)", r"\1\2 into the room"),
        (r"(?:look|looking) at its [a-z]+", "looking at it"),
        (r"(the|my) open (?=fridge|refrigerator|freezer|oven|wardrobe|closet|cupboard|cabinet|drawer)", r"\1 "),
        (r"(look|gaz|star)(e|ing)? out (?:from|through|over)", r"\1\2 out of"),
        (rf"({_LOOKS}(?: out of)? (?:the|my) [a-z ]{{2,30}}?) (?:over|above|behind|beside|next to|by|near) it", r"\1"),
        (r"(?:i have|i've|having) (?:got )?((?:the|my) (?:fridge|refrigerator|freezer|oven|wardrobe|closet|cupboard"
         r"|cabinet|drawer|dishwasher|washing machine)) (?:wide )?open", r"opening \1"),
        (r" (?:somewhere|all (?:cozy|cosy|comfy|snug|warm))(?= |[,.;!]|$)", ""),
        (r"(?:looking|searching) for (?:something|anything)(?: to [a-z]+)?(?=[,.;!]|$)", ""),
        (r"(in|into) bed(?=[ ,.;!]|$)", r"\1 the bed"),
        (r"(thr[a-z]+ [a-z ]{1,30}(?:in|into)) the (?:can|bin|trash)", r"\1 the trash can"),
    )
)  # fmt: skip


def plain(words: str) -> str:
    """A noun phrase without its article."""
    return re.sub(r"^(?:the|a|an|my|some|this|that|these|those|its)\s+", "", words.strip())


def in_plain_words(text: str) -> str:
    """Lower case, one kind of blank and of apostrophe, and "you" as the asker says it: "I"."""
    words = re.sub(r"[^a-z0-9,.;!' -]", " ", text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    for said, meant in _SPELLED:
        words = re.sub(r"\s+", " ", said.sub(meant, words))
    return words.strip()
