"""Hard guards: what must stand in an expression because the question says it, and may not stand in it otherwise.

Each guard compares words of the question with the expression and needs no model. A guard that fails makes the reading
doubtful; it never mends it. Only texts and numbers are compared where the question is not English.
"""

from __future__ import annotations

import re

from situated_qa.reasoning.reader import guard_words as words
from situated_qa.reasoning.reader.asked import Asked, asked_for, asked_of
from situated_qa.reasoning.reader.vocabulary import Vocabulary, edits
from situated_qa.situated.affordances import is_known_use, related_categories
from situated_qa.situated.language.expression import Listing, Literal, Name, Operation, Several, pronouns
from situated_qa.situated.matcher import names_a_thing


def doubt(
    question: str,
    expression: str,
    vocabulary: Vocabulary,
    *,
    previous: str = "",
    in_session: bool = False,
    with_situation: bool = False,
) -> str:
    """Why an expression may not say what its question says; "" where every guard passes.

    Args:
        expression: one that the checker accepts.
        previous: the expression of the question before, of which parts may come again.
        in_session: something was answered before that "it" and "them" may mean.
        with_situation: the text tells a situation, too, of which the expression says nothing.
    """
    asked = asked_of(question, expression, vocabulary, previous=previous, in_session=in_session)
    guards = [_session, _texts]
    if vocabulary.language == "en":
        guards.append(_options)
    if vocabulary.language == "en" and not with_situation:
        guards += [asked_for, _negation, _units, _hours, _ordinals, _numbers, _sides, _relations, _second]
        guards += [_superlatives, _use, _look, _situation]
    return next(filter(None, (guard(asked) for guard in guards)), "")


def _session(asked: Asked) -> str:
    """ "it" and "them" only where something was answered before, if only by the part of the question before."""
    first = asked.tree.items[0] if isinstance(asked.tree, Several) else asked.tree
    name = next(pronouns(first), "")
    return f'nothing was answered before that "{name}" could mean' if name and not asked.in_session else ""


def _texts(asked: Asked) -> str:
    """Every noun, room and value comes from the question."""
    for call in asked.calls(*_TEXTS):
        places = _TEXTS[call.name]
        named = [arg for index, arg in enumerate(call.args) if index in places]
        named += [value for key, value in call.kwargs if key in _NAMED_TEXTS]
        for node in named:
            for item in node.items if isinstance(node, Listing) else (node,):
                if isinstance(item, Literal) and isinstance(item.value, str) and not _is_said(item.value, asked):
                    return f'the question does not say "{item.value}"'
    return ""


_OPTIONS = {
    "left": r"left|hand|side|turn", "right": r"right|rite|hand|side|turn",  # "on which hand" names neither
    "front": r"front|ahead|before|straight|forward|fac(?:e|ing)|around", "behind": r"behind|back|rear|around|about",
}  # fmt: skip
"""Words of which one allows a side among those that are chosen from."""
_WORDS = re.compile(r"[a-z]+")


def _options(asked: Asked) -> str:
    """The sides that are chosen from are those of the question; "on which hand" chooses from left and right."""
    for call in asked.calls("side"):
        listed = [item for arg in call.args if isinstance(arg, Listing) for item in arg.items]
        for option in (str(item.value) for item in listed if isinstance(item, Literal)):
            said = set(_WORDS.findall(option))
            sides = [side for side, names in words.SIDE_OPTIONS.items() if said & set(names.split())]
            if not all(re.search(_OPTIONS[side], asked.allowed) for side in sides):
                return f'the question does not say "{option}"'
    return ""


_TEXTS: dict[str, tuple[int, ...]] = {
    "the": (0,), "every": (0,), "in_room": (0,), "room": (0,), "has_room": (0,), "middle": (0,), "entering": (0, 1),
    "next_to_room": (0,), "looks": (2,), "is_it": (1,), "color": (1,), "material": (1,), "shape": (1,), "state": (1,),
}  # fmt: skip
_NAMED_TEXTS = ("color", "material", "shape", "state", "size", "room", "options", "origin")
_USE = "something to "


def _is_said(text: str, asked: Asked) -> bool:
    implied = words.STATE_WORDS.get(asked.vocabulary.language, words.IMPLIED).get(text)
    if implied and re.search(implied, asked.text):
        return True
    if text.startswith(_USE):
        return asked.vocabulary.touches(text.removeprefix(_USE))
    if asked.vocabulary.holds(text):
        return True
    pair = next((pair.split() for pair in words.STATES if text in pair.split()), ())
    return any(re.search(rf"\b{word[:4]}", asked.text) for word in pair)


_SERVES = re.compile(
    r"\b(?:(?:i|you|we|one|someone|somebody|people) (?:can|could|may|might)|(?:can|could) (?:i|you|we|one)) "
    r"(?P<use>(?!walk|enter|go\b|get\b)[a-z]+(?: [a-z]+)?)"
)


def _use(asked: Asked) -> str:
    """What something is to serve for, "that I could sit on", is asked for, or named by what serves for it: a chair."""
    said = _SERVES.search(asked.text)
    if said is None or not is_known_use(said["use"]) or any(text.startswith(_USE) for text in asked.texts()):
        return ""
    first = [node for call in asked.calls("the", "every")[:1] for node in call.args[:1]]
    nouns = [str(node.value) for node in first if isinstance(node, Literal)]
    return "" if related_categories(said["use"], nouns) else f'"{said["use"]}" was not read'


def _negation(asked: Asked) -> str:
    text = words.NO_NEGATION.sub(" ", asked.text)
    negated = asked.calls("no", "but", "rooms_without", "not_in_map")
    none = any(
        isinstance(node, Operation) and node.operator in ("==", "!=", "<", "<=") and isinstance(node.right, Literal)
        for node in asked.nodes
    )
    said = words.NEGATION.search(text)
    compared = asked.calls(*_EXTREMES) and re.search(r"\bthan\b|\bcomes near\b", text)  # "nothing is taller than"
    in_texts = said and any(said.group() in text.split() for text in asked.texts())
    if said and not (compared or negated or none or in_texts):
        return f'"{said.group()}" was not read'
    anew = words.NEGATION.search(asked.allowed) or words.OTHERS.search(asked.allowed) or "no(" in asked.allowed
    if asked.calls("no", "but", "rooms_without") and not said and not anew:
        return "the question denies nothing"
    return ""


_EXTREMES = ("most", "least", "closest", "farthest", "pick_room", "room_with", "which")


def _units(asked: Asked) -> str:
    written = {text for text in asked.texts() if text in words.UNITS}
    said = {sign for sign, pattern in words.UNITS.items() if re.search(pattern, asked.text)}
    if len(said) == 1 and not said & written and not asked.calls("not_in_map") and _measures(asked):
        return f'the unit "{min(said)}" was not read'
    written -= {sign for sign in written if f'"{sign}"' in asked.allowed}
    if written - said:
        return f'the question does not ask for "{min(written - said)}"'
    return ""


def _measures(asked: Asked) -> bool:
    return bool(asked.calls("distance", "measure", "dimensions", "way"))


def _hours(asked: Asked) -> str:
    said = {words.NUMBERS.get(hour, int(hour) if hour.isdigit() else 0) for hour in words.HOUR.findall(asked.text)}
    written = {int(str(call.args[0])) for call in asked.calls("clock") if call.args}
    lost = said - written - {12}  # "if straight ahead is 12 o'clock"
    if lost and not asked.calls("not_in_map"):
        return f"{min(lost)} o'clock was not read"
    for hour in written - said:
        if not re.search(words.SIDE_OF_HOUR.get(hour, "$^"), asked.text) and f"clock({hour}" not in asked.allowed:
            return f"the question does not say {hour} o'clock"
    return ""


def _ordinals(asked: Asked) -> str:
    text = re.sub(r"\b(?:a|one|wait|few|per|just a|many|in) seconds?\b|\b(?:first|second|third):", " ", asked.text)
    said = {number for word, number in words.ORDINALS.items() if number > 1 and re.search(rf"\b{word}\b", text)}
    said |= {int(number) for number in re.findall(r"\b(\d{1,2})(?:nd|rd|th)\b", text)}
    written = {int(str(call.args[0])) for call in asked.calls("nth") if call.args}
    numbers = {int(number) for number in asked.numbers() if number == int(number)}
    in_texts = any(word in text.split() for word in words.ORDINALS for text in asked.texts())  # "the second floor"
    if said and not said & numbers and not in_texts:
        return f'"{next(word for word, number in words.ORDINALS.items() if number in said)}" was not read'
    side = words.FROM_SIDE.search(text) if said else None
    if side and not asked.calls(f"{side[1]}most"):
        return f'"{side.group()}" was not read'
    for number in written - said - {1}:
        pattern = {-1: r"\blast|\bend\b|\bfinal", 0: r"middle|cent|between"}.get(number)
        spelled = next((word for word, value in words.NUMBERS.items() if value == number), number)
        pattern = pattern or rf"\b{number}\b|\bnext\b|\b{spelled}\b|\bapart\b"
        if not re.search(pattern, text) and f"nth({number}" not in asked.allowed:
            return f"the question does not count to {number}"
    return ""


def _numbers(asked: Asked) -> str:
    digits = {float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", asked.allowed)}
    said = digits | {float(number) for word, number in words.NUMBERS.items() if re.search(rf"\b{word}\b", asked.text)}
    said |= {float(number) for number in re.findall(r"(\d+)(?:st|nd|rd|th|cm|m|ft)\b", asked.text)}
    said |= {float(number) for word, number in words.ORDINALS.items() if re.search(rf"\b{word}\b", asked.text)}
    if re.search(r"\bdozen\b", asked.text):
        said.add(12.0)
    near = {number + step for number in said for step in (-1.0, 0.0, 1.0)}
    hours = {float(str(call.args[0])) for call in asked.calls("clock") if call.args}  # `_hours` looks at these
    for number in asked.numbers():
        if abs(number) not in near | hours and abs(number) not in words.EXEMPT:
            return f"the question does not say {number:g}"
    written = {abs(number) for number in asked.numbers()}
    in_texts = " ".join(asked.texts())
    for number in map(float, words.COUNTED.findall(asked.text)):
        lost = not written & {number - 1, number, number + 1} and not re.search(rf"\b{number:g}\b", in_texts)
        if lost and not asked.calls("not_in_map", "situation"):
            return f"{number:g} was not read"
    return ""


def _sides(asked: Asked) -> str:
    text = re.sub(r", ?right\?$|\bis the right one\b|\b(?:all|is that|am i|is it) right\b(?! of)", " ", asked.text)
    texts = " ".join(asked.texts())
    if asked.calls("situation", "not_in_map"):
        return ""
    for side, (must, may) in words.SIDES.items():
        looking = asked.calls("visible") and "in front" not in text  # "do I see it straight ahead?"
        ahead = side == "front" and (asked.clock(12) or looking)
        written = ahead or asked.calls(side, f"{side}most", *_SAID_AS.get(side, ()))
        option = any(re.search(rf"\b{word}", texts) for word in words.SIDE_OPTIONS[side].split())
        turned = side in ("behind", "front") and asked.calls(*words.TURNING)
        choice = asked.calls("side", "way", "where") and " or " in text
        inverted = asked.calls(words.OPPOSITES[side]) and re.search(r"\b(?:its?|their|with|has|have)\b", text)
        if must.search(text) and not (written or option or turned or choice or inverted):
            return f'"{side}" was not read'
        opposite = words.OPPOSITES[side] in text and re.search(r"\b(?:its?|their|with|has|have)\b", text)
        centered = re.search("middle|cent", text) and not asked.calls(side)
        may_be = (
            re.search(r"\b(?:either|both|each) sides?\b", text)
            or may.search(text)
            or may.search(asked.allowed[len(asked.text) :])
            or opposite
            or centered
        )
        counted = {id(arg) for call in asked.calls("nth") for arg in call.args}  # one must count from some side
        if any(id(call) not in counted for call in asked.calls(side, f"{side}most")) and not may_be:
            return f'the question does not say "{side}"'
    return ""


_SAID_AS = {"front": ("before",), "behind": ("leads", "next_to_room", "beyond")}
"""Other functions that say "ahead" and "behind a door"."""


def _relations(asked: Asked) -> str:
    """Each word for a place is said by one of its functions."""
    if asked.calls("not_in_map", "situation"):
        return ""
    texts = " ".join(asked.texts())
    text = words.ON_AND_NO_PLACE.sub(" ", asked.text)
    for word, (said, functions) in words.RELATIONS.items():
        if said.search(text) and not asked.calls(*functions) and not (word in texts or said.search(texts)):
            return f'"{word}" was not read'
    stranded = words.STRANDED.search(text)
    if stranded and not asked.calls(words.INVERTED[stranded[1]]):
        return f'"{stranded.group()}" was not read'
    other = words.NO_NEXT_ROOM.search(text)
    if other and asked.calls("next_to_room"):
        return f'"{other.group()}" was not read'
    for name, said in words.OF_ME.items():
        of_me = any(call.args[:1] == (Name("me"),) for call in asked.calls(name))
        if of_me and not said.search(asked.allowed):
            return f'the question does not say "{name}"'
    return ""


_LOOKS_AT = re.compile(r"\b(?:facing|face|looking (?:at|towards?|into)) (?:the|my|a)\b")


def _look(asked: Asked) -> str:
    """What somebody who is at a thing looks at turns all sides."""
    said, places = _LOOKS_AT.search(asked.text), asked.calls("at")
    looks = any(key in ("facing", "away") for call in places for key, _ in call.kwargs)
    if said is None or not places or looks or asked.calls("before", "facing", "opposite", "turned", "front"):
        return ""
    return f'"{said.group()} ..." was not read'


_STANDS = re.compile(
    r"^(?:(?:ok|okay|so|um|uh|well|hi|hey|now|yeah|right|and|like),? )*(?:i am|i'm|im|me i|i) "
    r"(?:(?:just|now|still|also|currently) )*(?:sitting|sit|sat|standing|stand|stood|lying|lie|laying|seated)"
    r"\b(?! here\b)"
)


def _situation(asked: Asked) -> str:
    """What somebody tells of their own place before they ask moves what they ask about."""
    said = _STANDS.search(asked.text)
    told = asked.calls("at", "before", "entering", "middle", "situation", "turned", "not_in_map", "place")
    return f'"{said.group()}" was not read' if said is not None and not told else ""


def _second(asked: Asked) -> str:
    """Two questions in one text are two expressions, or one that joins them."""
    second = words.SECOND_QUESTION.search(asked.text)
    if second and re.search(r"\brooms?$", second[1]) and asked.calls("rooms_with", "room_of"):
        return ""  # "where is the sofa, which room?"
    joined = isinstance(asked.tree, Several | Operation) or asked.calls("both", "not_in_map", "first", "situation")
    return f'"{second[1]} ..." was not read' if second and not joined else ""


def _superlatives(asked: Asked) -> str:
    """No order but those of the language is meant: it has none for "the reddest"."""
    texts = " ".join(asked.texts())
    for word in words.SUPERLATIVE.findall(asked.text):
        meant = min(words.SUPERLATIVES, key=lambda other: edits(word, other))
        misspelled = edits(word, meant) <= min(2, len(meant) // 4) and not names_a_thing(word)
        known = word in words.NO_SUPERLATIVE or word.startswith(words.MEASURED) or word in texts or misspelled
        if not known:
            return "" if asked.calls("not_in_map", "situation") else f'"{word}" was not read'
    if asked.calls("farthest") and not words.FARTHEST.search(asked.allowed):
        return 'the question does not say "farthest"'
    return ""
