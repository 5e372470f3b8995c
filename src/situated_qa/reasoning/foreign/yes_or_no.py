"""Questions without a word that asks: yes or no, one of two sides or states, the larger of two things."""

from __future__ import annotations

import json
from dataclasses import replace

from situated_qa.reasoning.foreign.said import Said, alone, inside
from situated_qa.reasoning.patterns.nouns import Noun, UnclearError
from situated_qa.reasoning.reader.foreign_nouns import entries

SIDES = ("left", "right", "front", "behind")
_SWITCHED = {"open": "on", "closed": "off"}


def yes_or_no(s: Said) -> str:
    """What has no word that asks for anything else."""
    if s.grades:
        return compared(s)
    rooms = [*s.some_rooms, *(s.rooms if s.asks & {"there", "see_you"} else ())]
    if rooms:
        s.only("rooms", "some_rooms")
        return f'has_room("{alone(rooms)[0]}")'
    if s.joints:
        return choice(s)
    if s.values:
        if s.asks & {"there", "tell"} and not s.asks & {"color", "material"}:
            raise UnclearError  # "there are red chairs", which are no looks of a chair
        s.only("nouns", "values", "places", "of" if s.asks & {"color", "material"} else "nouns")
        name, value = alone(s.values)[0]
        thing = s.one() if s.nouns else alone(s.of)[0]
        if isinstance(thing, Noun) and (thing.determiner != "the" and s.language != "zh" or thing.kind == "thing"):
            raise UnclearError
        _no_door_of_a_room(thing)
        return f'looks({thing}, "{name}", "{_state_of(thing, value)}")'
    s.only("nouns", "places")
    (noun,) = alone(s.nouns)
    there = bool(s.asks & {"there", "see_you", "see"}) or "located" in s.asks and noun.determiner == "a"
    listed = s.language == "zh" and "place noun" in " ".join(s.kinds)  # "on the balcony are there flowerpots"
    if noun.determiner == "a" and not there and s.language in ("es", "fr"):
        raise UnclearError  # "is it a table?"
    if noun.determiner == "a" or noun.determiner == "" and (there or noun.plural or listed):
        noun = noun.at(*s.places)
        if noun.order or noun.kind == "thing":
            raise UnclearError
        return f"exists({noun.seen if s.sees else noun.every})"
    if noun.order and noun.kind == "thing" and noun.determiner == "the" and not there:
        return f"name({noun.at(*s.places)})"  # "the largest thing in the kitchen"
    if noun.order or there or noun.kind == "thing":
        raise UnclearError
    places = [*noun.places, *s.places]
    if sum(place.of_me for place in places) > 1:
        raise UnclearError
    if not places or noun.determiner == "" and s.language != "zh":
        raise UnclearError
    rest = replace(noun, places=tuple(places[:-1]))
    last = places[-1].condition or f'in_room("{places[-1].room}")'
    return f"holds({rest.every if noun.plural else rest}, {last})"


def something(s: Said) -> str:
    """Whether there is anything at a place."""
    s.only("places")
    if not s.asks & {"there", "see", "see_you"} or not s.places:
        raise UnclearError
    noun = Noun("thing").at(*s.places)
    return f"exists({noun.seen if s.sees else noun.every})"


def choice(s: Said) -> str:
    """Which of two sides, states, colors or materials."""
    s.only("nouns", "places", "values", "joints", "of")
    if s.joints != ["or"]:
        raise UnclearError
    (noun,) = alone(s.nouns)
    if noun.determiner == "a" or s.of not in ([], ["me"]):
        raise UnclearError
    if len(s.values) == 2 and not s.places:
        (name, one), (other, two) = s.values
        if name != other or one == two:
            raise UnclearError
        _no_door_of_a_room(noun)
        return f"{name}({noun}, {json.dumps([_state_of(noun, one), _state_of(noun, two)])})"
    options = [*(place for place in noun.places if place.of_me), *s.places]
    noun = replace(noun, places=tuple(place for place in noun.places if not place.of_me))
    if not 2 <= len(options) <= 3 or s.values or any(place.function not in SIDES for place in options):
        raise UnclearError
    views = {inside(place) for place in options}
    if len(views) > 1:
        views.discard("me")
    (view,) = alone([*views])
    return f"side({noun}, {view}, {json.dumps([place.function for place in options])})"


def _no_door_of_a_room(thing: Noun | str) -> None:
    if isinstance(thing, Noun) and thing.kind.endswith("door") and any(place.room for place in thing.places):
        raise UnclearError  # that which leads into it, or a cabinet's


def _state_of(thing: Noun | str, value: str) -> str:
    """ "On" for "open" where a language has one word for both, and the thing is switched."""
    entry = entries().get(thing.kind) if isinstance(thing, Noun) else None
    switched = entry is not None and "W" in entry.tags and "O" not in entry.tags
    return _SWITCHED.get(value, value) if switched else value


def compared(s: Said) -> str:
    """Which of two is closer or larger, or whether one is."""
    if s.joints == ["and", "than"]:  # Chinese: "and the bed compared, is the desk larger", "which is"
        s.joints = ["than"] if s.kinds[0] == "and" and "what" not in s.asks else ["and"]
    if "than" in s.joints and "what" in s.asks:
        raise UnclearError
    if len(s.grades) != 1 or len(s.joints) != 1:
        raise UnclearError
    s.only("nouns", "places", "of", "me", "grades", "joints")
    nouns = [noun for noun in s.nouns if noun.determiner or noun.kind not in ("thing", "furniture")]
    if s.kinds[:2] == ["of", "than"] and len(nouns) == len(s.of) == 1:  # Chinese: "with the bed compared, is the …"
        of, s.of = s.of[0], []
        return f"first(which({s.order()}, {nouns[0]}, {of}), {nouns[0]})"
    if s.kinds[:3] in (["of", s.joints[0], "noun"], ["of", s.joints[0], "of"]):  # "of the bed and the desk, which …"
        pair = [s.of.pop(0), s.of.pop(0) if s.kinds[2] == "of" else str(nouns.pop(0))]
        if nouns or s.places:
            raise UnclearError
        return f"which({s.order()}, {', '.join(pair)})"
    if len(nouns) == 3 and s.language == "de" and "noun noun grade or noun" in " ".join(s.kinds):
        s.of.append(str(nouns.pop(1)))  # "ist der Stuhl dem Fenster näher oder der Tisch?"
    elif len(nouns) == 3 and s.language == "de" and "noun grade" in " ".join(s.kinds).partition(s.joints[0])[0]:
        s.of.append(str(nouns.pop(s.before_the_grade())))  # "was ist dem Fenster näher, der Stuhl oder der Tisch?"
    if s.joints[0] != "or" and len(nouns) != 2 or len(nouns) < 2 or any(n.order or n.determiner == "a" for n in nouns):
        raise UnclearError
    if len(nouns) > 2 and "noun " * (len(nouns) - 1) + "or noun" not in " ".join(s.kinds):
        raise UnclearError
    if "than" in s.kinds and "noun" not in s.kinds[: s.kinds.index("than")]:  # "compared with the bed, is the desk …"
        nouns.reverse()
    text = f"which({s.order()}, {', '.join(map(str, nouns))})"
    if s.places:
        raise UnclearError
    if s.joints[0] == "than":
        return f"first({text}, {nouns[0]})"
    if s.joints[0] == "and" and not s.asks & {"what", "who"}:
        raise UnclearError
    return text
