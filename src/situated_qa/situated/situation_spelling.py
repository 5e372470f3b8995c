"""A situation as plain words: one spelling, one person, one way of saying what people say in many."""

from __future__ import annotations

import re

_SPELLED = tuple(
    (re.compile(said if said.startswith(" ") else rf"\b(?:{said})\b"), meant)
    for said, meant in (
        ("you are|you're", "i am"), ("your", "my"), ("yourself", "myself"), ("you", "me"),
        (r"(chill|sitt|stand|ly|cook|look|watch|wash)in'?", r"\1ing"), (r"(bath|bed) room", r"\1room"),
        (r"(watch(?:ing)?) (?:a|the|some) (?:film|movie|match|game|show|news|series|football|cartoons?)"
         r"(?: on (?:the )?(?:tv|telly))?", r"\1 the tv"),
        ("with the (?:match|game|news|football) on(?: the)?(?: tv| telly)?", "watching the tv"),
        (r"(?:at|to) my rear", "behind me"), (r" (?:now|again|lol|too|btw)(?=[.,;!]|$)", ""),
        (r" (?:that|which) has (?:the|an?) ([a-z ]{2,40}) (?:behind|next to|beside|near|by|over) it", r" by the \1"),
        (r"(?:kid|child|boy|girl|baby|wife|husband|mum|mom|dad)'?s ", ""),
        (r"behind me,? (?:and )?(?:on|to|at) (?:the|my) (left|right)", r"on my back \1"),
        (r"(?:in front of|ahead of) me,? (?:and )?(?:on|to|at) (?:the|my) (left|right)", r"on my front \1"),
        (r"(?:at|on|by) the (?:(?:foot|far) )?(?:end|side|edge|foot) of (?:the|my) ((?:[a-z]+ )?(?:bed|couch|sofa))",
         r"on the \1"),
        (r"look(?:ing)? at my (?:face|reflection|hair|self|eyes) in", "looking at"),
        (r"(check(?:ing)?|fix(?:ing)?|do(?:ing)?) my (hair|face|make[- ]?up|tie) in", r"\1 my \2, looking at"),
    )
)  # fmt: skip


def in_plain_words(text: str) -> str:
    """Lower case, one kind of blank and of apostrophe, and "you" as the asker says it: "I"."""
    words = re.sub(r"[^a-z0-9,.;!' -]", " ", text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    words = re.sub(r"\s+", " ", words)
    for said, meant in _SPELLED:
        words = said.sub(meant, words)
    return words.strip()
