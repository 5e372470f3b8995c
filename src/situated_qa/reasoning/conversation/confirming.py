"""What the reply to a question back means: "yes", "no", "the second one"."""

from __future__ import annotations

import re

_POLITE = r"(?: (?:please|thanks|thank you|bitte|danke|por favor|gracias|s'il (?:vous|te) pla[i\u00ee]t|merci))*"
_YES = re.compile(
    r"(?:yes|yeah|yep|yup|yea|sure|right|correct|exactly|ok|okay|indeed|absolutely|definitely|of course|please"
    r"|i do|that is (?:right|it|correct)|that's (?:right|it|correct)"
    r"|ja|genau|richtig|stimmt|jawohl|s\u00ed|si|claro|exacto|correcto|vale|oui|exactement|bien s\u00fbr"
    r"|\u662f|\u662f\u7684|\u5bf9|\u5bf9\u7684|\u597d|\u597d\u7684|\u55ef)"
)
_NO = re.compile(
    r"no|nope|nah|not (?:that|really)|wrong|(?:no )?(?:neither|none)(?: of (?:them|those))?|nein|falsch|non"
    r"|\u4e0d|\u4e0d\u662f|\u4e0d\u5bf9"
)
_CHOSEN = re.compile(
    r"(?:i (?:mean|meant|want) )?(?:the )?(?:(?P<first>first|1st|former|1|one)|second|2nd|latter|last|other|2|two)"
    r"(?: one| question)?"
)


def confirmed(text: str, readings: int) -> int | bool | None:
    """Which of the readings that were proposed a reply confirms.

    Args:
        text: the reply, in any of the languages that questions are read in.
        readings: how many were proposed.

    Returns:
        The index of the reading; True for a "yes" that leaves open which of two; False for a "no"; None where the
        text is no reply to the question back.
    """
    said = text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    said = re.sub(rf"{_POLITE}$", "", " ".join(re.sub(r"[^\w' ]+", " ", said).split()))
    if re.fullmatch(rf"{_YES.pattern}(?: {_YES.pattern})*", said):
        return 0 if readings == 1 else True
    if _NO.fullmatch(said):
        return False
    chosen = _CHOSEN.fullmatch(said)
    if chosen is None or readings == 1:
        return None
    return 0 if chosen["first"] else 1
