"""What the reply to a question back means: "yes" or "no"."""

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


def confirmed(text: str) -> bool | None:
    """Whether a reply confirms the reading that was proposed; None where it is no reply to the question back.

    Args:
        text: the reply, in any of the languages that questions are read in.
    """
    said = text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    said = re.sub(rf"{_POLITE}$", "", " ".join(re.sub(r"[^\w' ]+", " ", said).split()))
    if re.fullmatch(rf"{_YES.pattern}(?: {_YES.pattern})*", said):
        return True
    return False if _NO.fullmatch(said) else None
