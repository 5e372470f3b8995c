"""What somebody wants to do, and the thing it takes.

"open the window", "write on the whiteboard", "sit on any of the couches" name the thing; "sleep", "wash my hands",
"throw away a bottle" leave it to be known by its use: "something to sleep on".
"""

from __future__ import annotations

import re

_VERBS = (
    "sit", "lie", "lay", "sleep", "wash", "read", "eat", "drink", "write", "cook", "work", "relax", "watch", "rest",
    "nap", "clean", "dry", "store", "hang", "keep", "throw", "put", "play", "listen", "heat", "warm", "cool", "light",
    "open", "pour", "boil", "charge", "type", "print", "draw", "exercise", "massage", "go", "take", "carry",
)  # fmt: skip
_PLACE = r"(?:behind|on my|to my|in front|at my|on the (?:left|right)|to the|in the|in this|in here|here|near|next)"
_NEXT_CLAUSE = r"(?:and (?:has|have|is|are)|that|which|if|when|because|is|are)"
_MORE = rf"(?: (?!(?:{_PLACE}|on the|{_NEXT_CLAUSE})\b)[a-z]+)"
PURPOSE = re.compile(
    rf"\b(?:can|could|should|would) (?:i|you|we|one) use (?:to|for) ((?!my\b|the\b)[a-z]+{_MORE}{{0,8}})"
    r"|\b(?:can|could|should|would|do|allows?|lets?|used?|helps?) (?:(?:i|you|we|me) )?(?:use |be used )?(?:to |for )?"
    rf"((?:{'|'.join(_VERBS)})\b{_MORE}{{0,4}})"
)
"""Finds what a thing is used for, in the first group or the second: "things I can sit on", "used to dry hands"."""

_NOT_SAID = {
    **dict.fromkeys(("sit", "sit down", "sleep", "nap", "take a nap", "lie", "lie down", "lay", "lay down", "rest",
                     "relax"), "on"),
    "cook": "with",
}  # fmt: skip


_NOUN_DEEDS = re.compile(r"^(?:have|take|get) an? (?:little |quick |short )?(drink|nap|rest|seat|sleep|sip)$")
_SAME_DEED = {"seat": "sit", "sip": "drink"}


def purpose_of(match: re.Match[str]) -> str:
    """The noun of what `PURPOSE` found."""
    return known_by_use(match.group(1) or match.group(2))


def known_by_use(deed: str) -> str:
    """ "sleep" → "something to sleep on"; a thing thrown away goes into something."""
    words = re.sub(r"\s+", " ", re.sub(r"\b(?:my|the|some)\b", " ", deed)).strip()
    words = re.sub(r" (?:after|before|because|while|so that)\b.*$", "", words)
    words = _NOUN_DEEDS.sub(lambda match: _SAME_DEED.get(match.group(1), match.group(1)), words)
    last = _NOT_SAID.get(words, "")
    if re.fullmatch(r"throw(?: away)? (?!.* (?:in|into|away)$).+|throw .+ away", words):
        last = "in"
    return f"something to {words} {last}".strip()


def base_verb(gerund: str) -> str:
    """ "sleeping" → "sleep", "writing" → "write", "cutting" → "cut": a verb of `_VERBS`, else by the usual endings."""
    stem = gerund.removesuffix("ing")
    undoubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    known = next((verb for verb in (stem, f"{stem}e", undoubled) if verb in _VERBS), "")
    if known or stem == gerund:
        return known or gerund
    if undoubled != stem and stem[-1] not in "lsz":
        return undoubled
    return f"{stem}e" if re.search(r"(?:^|[^aeiou])[aiou][bcdgkmnprstvz]$|[uv]$|[^aeiou]c$", stem) else stem


_THE = r"(?:the|my|this|that|these|those|any of the|one of the|the nearest|the closest)"
_A = r"(?:an?|some|any)"
_SIDE = r"(?:left|right|front|back|rear|side|\d+ o'clock|room|house|way)"
_INTO = re.compile(
    r"^(?:put|place|throw|hang|store|set|drop|insert|pour|stow|dispose of|wash|clean|rinse|cook|heat|warm|charge|dry"
    r"|eat|drink|write|draw|watch|play)(?: (?:away|down|out|up))?"
    rf" (?:(?!(?:on|in|into|onto|inside)\b)[a-z]+ ?){{1,5}}(?:on|in|into|onto|inside) (?={_THE} (?!{_SIDE}\b))"
)
_AT = re.compile(
    rf"^(?:(?!(?:{_THE}|{_A}|from)\b)[a-z]+ ){{1,4}}?(?:on top of|on|onto|in|into|at|to|with|through|by)"
    rf" (?:any of |one of )?(?={_THE} (?!{_SIDE}\b))"
)
_HANDLE = re.compile(
    r"^(?:open|close|shut|lock|unlock|access|use|check|clean|carry|pick(?: up)?|pickup|fetch|grab|hold|watch|approach"
    r"|enter|turn (?:on|off)|switch (?:on|off)|put on|write on|sit (?:on|in|at)|sleep (?:on|in)|lie (?:on|in)|touch"
    rf"|pull|push|make|fix|water|empty|fill|refill|wipe|dust|replace|adjust"
    r"|unplug|move|lift|see|view|buy|collect|bring|retrieve)(?: up| out)?"
    rf" (?=(?:{_THE}|{_A}|tv|one)\b(?! {_SIDE}\b))"
)


def thing_named(deed: str) -> str:
    """What follows the verb, where the deed says what it is done to or at; "" where it does not.

    "write on the whiteboard" → "the whiteboard"; a place of the asker's ("on my left") names nothing.
    """
    deed = deed.strip(" ,")
    for pattern in (_INTO, _AT, _HANDLE):
        match = pattern.match(deed)
        if match:
            return re.sub(r"^(?:any|one) of (?=the\b|my\b)", "", deed[match.end() :])
    return ""
