"""The patterns of questions, each with the expression that it asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from situated_qa.reasoning.patterns.phrases import Noun, Place
from situated_qa.reasoning.patterns.slots import quoted

Slots = dict[str, Any]
Write = Callable[[Slots], str | None]

_MEASURES = {"tall": "height", "high": "height", "wide": "width", "long": "length"}
_GRADES = {
    "closer": "closest", "nearer": "closest", "closest": "closest", "nearest": "closest", "farther": "farthest",
    "farthest": "farthest", "larger": 'most("large")', "bigger": 'most("large")', "largest": 'most("large")',
    "biggest": 'most("large")', "smaller": 'least("large")', "smallest": 'least("large")', "taller": 'most("tall")',
    "tallest": 'most("tall")', "shorter": 'least("tall")', "longer": 'most("long")', "longest": 'most("long")',
    "wider": 'most("wide")', "widest": 'most("wide")',
}  # fmt: skip


def _every(noun: Noun, *places: Place) -> str | None:
    more = noun.at(*places)
    return None if more is None or any(place.close for place in more.places) else more.every()


def _asked(function: str) -> Write:
    """`count` or `exists` of all things of a kind at the places."""

    def write(s: Slots) -> str | None:
        places = [*s.get("p", ()), *([Place("", room=s["r"])] if s.get("r") else [])]
        places += [Place("in_room(here())")] if s.get("r") == "" else []
        places += [Place("visible(me)")] if "sight" in s else []
        things = _every(s["x"], *places)
        return things and f"{function}({things})"

    return write


def _seen(function: str) -> Write:
    return lambda s: _asked(function)({**s, "sight": ""})


def _name(s: Slots) -> str | None:
    """What is at a place; what is on or in something is many things, else the one that fits best."""
    places = s["p"]
    if not any(place.condition or place.room for place in places):
        return None
    noun = s.get("x", Noun("thing"))
    many = noun.plural or any(place.room or place.function in ("on", "inside", "in_room") for place in places)
    if s.get("x") and not noun.plural and many and noun.kind == "thing":
        return None  # "which object is on the table?" may mean one
    things = noun.at(*places)
    return things and f"name({things.write('every' if many else 'the')})"


def _side(s: Slots) -> str | None:
    options, of = s["s"]
    if of not in ("", "me") and set(options) - {"left", "right", "front", "behind"}:
        return None
    return f"side({s['x']}, {of or 'me'}, {quoted(options)})"


def _holds(s: Slots) -> str | None:
    """Whether a thing is at a place."""
    noun, places = s["x"], s["p"]
    if len(places) != 1 or places[0].close or not (places[0].condition or places[0].room) or noun.kind == "thing":
        return None
    place = places[0]
    if place.function in ("in_room", "visible", "reach") and noun.plural:
        return None
    condition = place.condition or f'in_room("{place.room}")'
    things = noun.every() if noun.plural else str(noun)
    return f"holds({things}, {condition})"


def _distance(s: Slots) -> str:
    unit = f', "{s["u"]}"' if s.get("u", "m") != "m" else ""
    return f"distance({s['x']}, {s.get('y', 'me')}{unit})"


def _apart(s: Slots) -> str | None:
    if len(s["xs"]) != 2:
        return None
    return _distance({**s, "x": s["xs"][0], "y": s["xs"][1]})


def _measure(what: str = "") -> Write:
    def write(s: Slots) -> str:
        unit = f', "{s["u"]}"' if s.get("u", "m") != "m" else ""
        return f'measure({s["x"]}, "{what}"{unit})'

    return write


def _room(name: str) -> str:
    return f'room("{name}")' if name else "here()"


def _looks(s: Slots) -> str:
    name, value = s["v"]
    return f'looks({s["x"]}, "{name}", "{value}")'


def _options(s: Slots) -> str | None:
    name, values = s["o"]
    return None if name == "size" else f"{name}({s['x']}, {quoted(values)})"


def _which(grade: str) -> Write:
    def write(s: Slots) -> str | None:
        order = _GRADES[grade]
        if any(noun.determiner in ("any", "all") for noun in s["xs"]):
            return None
        order = f"{order}({s.get('z', 'me')})" if order in ("closest", "farthest") else order
        return None if "z" in s and "(me)" not in order and order[0] in "ml" else f"which({order}, {', '.join(map(str, s['xs']))})"

    return write


def _superlative(s: Slots) -> str | None:
    """What the closest thing is: only of things of any kind, as who names a kind asks for more than its name."""
    noun = s["x"]
    if noun.kind != "thing" or noun.plural or not noun.order:
        return None
    noun = noun.at(*s.get("p", ()))
    return noun and f"name({noun})"


def _more(s: Slots) -> str | None:
    x, y = _every(s["x"]), _every(s["y"])
    return x and y and f'which_more("{s["word"]}", {x}, {y})'


def _than(sign: str) -> Write:
    def write(s: Slots) -> str | None:
        x, y = _every(s["x"]), _every(s["y"])
        return x and y and f"count({x}) {sign} count({y})"

    return write


def _two(text: str) -> Write:
    return lambda s: None if len(s["xs"]) != 2 else text.format(a=s["xs"][0], b=s["xs"][1])


def _text(text: str) -> Write:
    return lambda s: text.format(**s)


def _to_room(text: str) -> Write:
    return lambda s: text.format(room=_room(s["r"]), **s)


def _same_kind(value: str) -> Callable[[Slots], str | None]:
    return lambda s: None if not s["x"].plural or _every(s["x"]) is None else f'alike("{value}", {s["x"].every()})'


_IS = "is|are"
_FROM_ME = "from_me|from_here|from_where_i_am|away_from_me|from_where_i_am_standing"
_SEE = "can_i_see|could_i_see|do_i_see"
_MINE = "do_i_have|do_you_see|can_you_see|do_we_have|can_you_find|do_you_have"
_HOW_MANY = "how_many|what_is_the_number_of|number_of|what_is_the_total_number_of|what_number_of"
_GO = ("which_way|which_direction|in_which_direction|what_direction|in_what_direction", "should_i|do_i|can_i|would_i")
_WAY = (
    "how_do_i_get_to|how_can_i_get_to|which_way_to|what_is_the_way_to|take_me_to|lead_me_to|guide_me_to|bring_me_to"
    "|how_do_i_reach|how_can_i_reach|how_do_i_go_to|how_to_get_to|show_me_the_way_to|the_way_to"
    "|which_way_do_i_go_to_get_to|which_way_do_i_turn_to_get_to|which_direction_do_i_go_to_get_to"
    "|which_way_should_i_go_to_get_to|which_way_is_it_to"
)
_GRADE_ROWS = [
    (f"{start} {grade} {to} ,?|: {{xs:things}}", _which(grade))
    for grade in _GRADES
    for start in ("which_is|what_is|which_one_is|which_of_these_is|which_of_the_two_is|which_thing_is the?",)
    for to in (
        ("", "to|from {z:reference}") if _GRADES[grade] in ("closest", "farthest") else ("",)
    )
]  # fmt: skip
_COMPARED_ROWS = [
    (f"is|are {{xs:things}} {grade} {to}", _which(grade))
    for grade in _GRADES
    if grade.endswith("er")
    for to in (("", "to|from {z:reference}") if _GRADES[grade] in ("closest", "farthest") else ("",))
]

PATTERNS: list[tuple[str, Write]] = [
    # how many
    (f"{_HOW_MANY} of? the? {{x:bare}} are|is|do_i_have there?", _asked("count")),
    (f"{_HOW_MANY} of? the? {{x:bare}}", _asked("count")),
    (f"{_HOW_MANY} {{x:bare}} are|is|do_you_see|do_i_have|can_you_see|do_we_have there? {{p:places}}", _asked("count")),
    (f"{_HOW_MANY} {{x:bare}} do_you_see|can_you_see|do_we_have", _asked("count")),
    (f"{_HOW_MANY} {{x:bare}} can_i_see|do_i_see from_here?", _seen("count")),
    (f"{_HOW_MANY} {{x:bare}} can_i_see|do_i_see {{p:places}}", _seen("count")),
    (f"{_HOW_MANY} {{x:bare}} does|do {{r:room}} have", _asked("count")),
    (f"{{p:places}} ,? how_many {{x:bare}} are|is there", _asked("count")),
    ("count {x:all}", _asked("count")),
    # is there
    ("is_there|are_there {x:some}", _asked("exists")),
    ("is_there|are_there {x:bare}", _asked("exists")),
    ("is_there|are_there {x:some} {p:places}", _asked("exists")),
    (f"{_MINE} {{x:some}}", _asked("exists")),
    (f"{_SEE} {{x:some}} from_here|from_where_i_am|from_where_i_am_standing|where_i_am_standing?", _seen("exists")),
    ("does {r:room} have {x:some}", _asked("exists")),
    ("{p:places} ,? is_there|are_there {x:some}", _asked("exists")),
    # what is there
    (f"what|which {_IS} there? {{p:places}}", _name),
    (f"what|which {{x:bare}} {_IS} {{p:places}}", _name),
    ("what_do_you_see|what_can_you_see {p:places}", _name),
    (f"what {_IS} the {{x:bare}}", _superlative),
    # where
    (f"where {_IS} {{x:the}} {_FROM_ME}?", _text("where({x})")),
    ("where_can_i_find|where_do_i_find|where_would_i_find {x:the}", _text("where({x})")),
    (f"{_GO[0]} is|are {{x:the}} {_FROM_ME}?", _text("where({x})")),
    (f"at_what|at_which o'clock|hour is {{x:the}} {_FROM_ME}?", _text("where({x})")),
    ("on_which_side|on_what_side|which_side is {x:the} on?", _text("where({x})")),
    # on which side
    (f"{_IS} {{x:the}} {{s:sides}}", _side),
    (f"{_IS} {{x:the}} {{s:sides}} of_me|from_me", _side),
    ("{x:the} ,|: {s:sides}", _side),
    # whether it is there
    (f"{_IS} {{x:def_}} {{p:places}}", _holds),
    (f"{_SEE} {{x:def_}} from_here|from_where_i_am|from_where_i_am_standing|from_where_i_stand?", _text("holds({x}, visible(me))")),
    ("can_i_reach|can_i_touch|could_i_touch {x:the} from_here|from_where_i_am|without_moving", _text("holds({x}, reach(me))")),
    ("can_i_touch|could_i_touch {x:the}", _text("holds({x}, reach(me))")),
    # distances
    (f"how_far|how_far_away|how_far_off {_IS} {{x:the}} away? {_FROM_ME}?", _distance),
    (f"how_far|how_far_away|how_far_off {_IS} {{x:the}} away? {_FROM_ME}? ,? in {{u:unit}}", _distance),
    (f"how_far|how_far_away {_IS} {{x:the}} from {{y:the}}", _distance),
    (f"how_far|how_far_away {_IS} {{x:the}} from {{y:the}} ,? in {{u:unit}}", _distance),
    ("how_far_apart are {xs:things}", _apart),
    ("how_far_apart are {xs:things} ,? in {u:unit}", _apart),
    ("what_is_the_distance between {xs:things}", _apart),
    ("what_is_the_distance between {xs:things} ,? in {u:unit}", _apart),
    ("what_is_the_distance from {x:the} to {y:the}", _distance),
    ("what_is_the_distance from {x:the} to {y:the} ,? in {u:unit}", _distance),
    ("what_is_the_distance from_me? to {x:the}", _distance),
    ("what_is_the_distance from_me? to {x:the} ,? in {u:unit}", _distance),
    (f"how_many {{u:unit}} away? {_IS} {{x:the}} away? {_FROM_ME}?", _distance),
    # sizes
    *((f"how {word} {_IS} {{x:the}}", _measure(what)) for word, what in _MEASURES.items()),
    *((f"how {word} {_IS} {{x:the}} ,? in {{u:unit}}", _measure(what)) for word, what in _MEASURES.items()),
    *((f"how_many {{u:unit}} {word} {_IS} {{x:the}}", _measure(what)) for word, what in _MEASURES.items()),
    *((f"what_is_the {what} of {{x:the}}", _measure(what)) for what in ("height", "width", "length", "volume")),
    *((f"what_is_the {what} of {{x:the}} ,? in {{u:unit}}", _measure(what)) for what in ("height", "width", "length")),
    *((f"what {what} does {{x:the}} have", _measure(what)) for what in ("height", "width", "length")),
    ("what_are the? dimensions|measurements of {x:the}", _text("dimensions({x})")),
    (f"how_big|how_large {_IS} {{r:room}}", _to_room('measure({room}, "area")')),
    ("what_is_the area|size|floor_area of {r:room}", _to_room('measure({room}, "area")')),
    # looks
    *(row for look in ("color", "material", "shape") for row in (
        (f"what|which {look} {_IS} {{x:the}}", _text(f"{look}({{x}})")),
        (f"what|which {look} does|do {{x:the}} have", _text(f"{look}({{x}})")),
        (f"what_is|tell_me the? {look} of {{x:the}}", _text(f"{look}({{x}})")),
        (f"{{x:the}} is|are what|which {look}", _text(f"{look}({{x}})")),
    )),
    (f"what {_IS} {{x:the}} made out? of", _text("material({x})")),
    (f"{_IS} {{x:def_}} {{o:options}}", _options),
    (f"{_IS} {{x:def_}} made? of? {{v:value}}", _looks),
    # ways
    (f"{_WAY} {{r:room}} from_here?", lambda s: s["r"] and f'way(room("{s["r"]}"))'),
    (f"{_WAY} {{x:the}} from_here?", _text("way({x})")),
    ("how_do_i_get|how_can_i_get|how_do_i_go|what_is_the_way from {y:the} to {x:the}", _text("way({x}, {y})")),
    # rooms
    (f"which_room|in_which_room|what_room|in_what_room {_IS} {{x:the}} in?", _text("room_of({x})")),
    ("which|what room|rooms has|have|contains|contain {x:some}", _asked("rooms_with")),
    ("in_which|in_what rooms|room is|are there {x:some}", _asked("rooms_with")),
    ("which_rooms_are_there|what_rooms_are_there|list_the_rooms|list_all_rooms|name_the_rooms", _text("rooms()")),
    ("how_many_rooms are|does|do|has? there|this|the home|house|apartment|place|we? have?", _text("count_rooms()")),
    ("is_there a|an {r:room}", lambda s: s["r"] and f'has_room("{s["r"]}")'),
    ("is_this|am_i_in {r:room}", lambda s: s["r"] and f'is_room(here(), room("{s["r"]}"))'),
    ("which_room_is_this|what_room_is_this|which_room_am_i_in|what_room_am_i_in", _text("here()")),
    ("which|what room is the? largest|biggest", _text('pick_room("largest")')),
    ("which|what room is the? smallest", _text('pick_room("smallest")')),
    # comparisons
    *_GRADE_ROWS,
    *_COMPARED_ROWS,
    ("are_there more {x:bare} than {y:bare}", _than(">")),
    ("are_there fewer {x:bare} than {y:bare}", _than("<")),
    ("are_there as_many {x:bare} as {y:bare}", _than("==")),
    ("are_there more {x:bare} or {y:bare}", lambda s: _more({**s, "word": "more"})),
    ("are_there fewer {x:bare} or {y:bare}", lambda s: _more({**s, "word": "fewer"})),
    *((f"are|do|does|is {{xs:things}} the|of_the|have_the same {look}", _two(f'same("{look}", {{a}}, {{b}})'))
      for look in ("color", "material", "shape", "size")),
    *((f"are|do {{x:all}} the|of_the|have_the|all_the|all_have_the|all_of_the same {look}", _same_kind(look))
      for look in ("color", "material", "shape", "size")),
    ("are {xs:things} in_the_same_room", _two("in_same_room({a}, {b})")),
    ("is {x:the} in_the_same_room_as {y:the}", _text("in_same_room({x}, {y})")),
]  # fmt: skip
"""Tried in this order; see `slots.matches` for how they are written."""
