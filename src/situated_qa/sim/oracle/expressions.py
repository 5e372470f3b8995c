"""One right expression of the question language for each question of the composed set, from the question's own slots.

Written from the language's documentation as a person would who knows the question's meaning; nothing is taken from the
home itself.
"""

from __future__ import annotations

from collections.abc import Callable

from situated_qa.errors import SceneError
from situated_qa.sim.oracle.phrases import Slots, quoted
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.sim.questions.turns import Turn

Expression = Callable[[Slots], str]

_MEASURES = {"tallest": 'most("tall")', "largest": 'most("large")', "smallest": 'least("large")'}
_ALL_SIDES = ["front", "left", "right", "behind"]
_LEFT_RIGHT = ["left", "right"]
_TURNS = ["left", "right", "back"]
_QUADRANTS = ["front-left", "front-right", "back-left", "back-right"]


def the(slot: Slots, condition: str = "") -> str:
    """The thing that a reference means; with a further condition, all such things of which it holds."""
    parts = [quoted(slot["category"])]
    if "relation" in slot:
        parts.append(relation(slot))
    if condition:
        parts.append(condition)
    parts += [f"{key}={quoted(slot[key])}" for key in ("color", "room") if key in slot]
    return f"{'every' if condition else 'the'}({', '.join(parts)})"


def relation(slot: Slots) -> str:
    """The condition that a slot's `relation` and `of` make."""
    return f"{slot['relation']}({', '.join(the(slot[part]) for part in ('of', 'and') if part in slot)})"


def _color(s: Slots) -> str:
    return f"color({the(s['x'])})"


def _every(s: Slots) -> str:
    return f"every({quoted(s['category'])}, {relation(s)})"


def _color_of_extreme(s: Slots) -> str:
    return f"color(the({quoted(s['category'])}, {s['order']}({the(s['x'])}), room={quoted(s['room'])}))"


def _extreme_on(s: Slots) -> str:
    return f'name(the("thing", on({the(s["x"])}), {_MEASURES[s["measure"]]}))'


def _from_side(s: Slots) -> str:
    return f"nth({s['number']}, {s['side']}most(me))"


def _ordinal_on(s: Slots) -> str:
    return f'name(the("thing", on({the(s["x"])}), {_from_side(s)}))'


def _color_by_ordinal(s: Slots) -> str:
    return f"color(the({quoted(s['category'])}, {_from_side(s)}, room={quoted(s['room'])}))"


def _second_closest(s: Slots) -> str:
    return f"color(the({quoted(s['category'])}, nth({s['number']}, closest(me))))"


def _the_other_one(s: Slots) -> str:
    other = f"the({quoted(s['category'])}, but({the(s['x'])}), room={quoted(s['room'])})"
    return f"side({other}, me, {quoted(_LEFT_RIGHT)})"


def _before(s: Slots) -> str:
    return f"before({the(s['d'])})"


def _on_seat(s: Slots) -> str:
    return f"at({the(s['seat'])})"


def _at_facing(s: Slots) -> str:
    return f"at({the(s['a'])}, facing={the(s['b'])})"


def _back_to(s: Slots) -> str:
    return f"at({the(s['a'])}, away={the(s['b'])})"


def _entering(s: Slots) -> str:
    return f"entering({quoted(s['room'])}, {quoted(s['origin'])})"


def _situation(s: Slots) -> str:
    return f"situation({quoted(s['situation'])})"


def _side(view: Expression, options: list[str]) -> Expression:
    return lambda s: f"side({the(s['x'])}, {view(s)}, {quoted(options)})"


def _me(s: Slots) -> str:
    return "me"


def _color_before(s: Slots) -> str:
    return f"color(the({quoted(s['category'])}, {s['side']}({_before(s)}), room={quoted(s['room'])}))"


def _color_after_turn(s: Slots) -> str:
    view = f"turned(me, {quoted(s['turn'])})"
    return f"color(the({quoted(s['category'])}, front({view}), room={quoted(s['room'])}))"


def _dimension(s: Slots) -> str:
    return f"measure({the(s['x'])}, {quoted(s['attribute'])}, {quoted(s['code'])})"


def _distance_between(s: Slots) -> str:
    unit = f", {quoted(s['code'])}" if "code" in s else ""
    return f"distance({the(s['a'])}, {the(s['b'])}{unit})"


def _distance_from_me(s: Slots) -> str:
    unit = f", {quoted(s['code'])}" if "code" in s else ""
    return f"distance({the(s['x'])}, me{unit})"


def _area(s: Slots) -> str:
    return f'measure(room({quoted(s["room"])}), "area", {quoted(s["code"])})'


def _options(s: Slots) -> str:
    return ", ".join(the(s[letter]) for letter in "abcd" if letter in s)


def _choice_of(order: Expression) -> Expression:
    return lambda s: f"which({order(s)}, {_options(s)})"


def _closest_to(s: Slots) -> str:
    return f"{s.get('order', 'closest')}({the(s['x'])})"


def _choice_on_side(s: Slots) -> str:
    options = [s[letter] for letter in "abcd" if letter in s]
    held = f"{s['side']}(me)"
    return f"name(either({', '.join(the(option, held) for option in options)}))"


def _turn(start: str, corner: str, goal: str) -> Expression:
    def expression(s: Slots) -> str:
        return f"side({the(s[goal])}, at({the(s[corner])}, away={the(s[start])}), {quoted(_TURNS)})"

    return expression


def _two_turns(s: Slots) -> str:
    return f"{_turn('a', 'b', 'c')(s)}, {_turn('b', 'c', 'd')(s)}"


def _count_here(s: Slots) -> str:
    return f"count(every({quoted(s['category'])}, in_room(here())))"


def _two_in_one(s: Slots) -> str:
    return ", ".join(EXPRESSIONS[s[part]["kind"]](s[part]["slots"]) for part in ("one", "two"))


EXPRESSIONS: dict[str, Expression] = {
    **{f"color by reference {depth} deep": _color for depth in (1, 2, 3)},
    "side of a referred thing": _side(_me, _LEFT_RIGHT),
    "distance of a referred thing": _distance_from_me,
    "what stands there": lambda s: f'name(every("thing", {relation(s)}))',
    "count in relation": lambda s: f"count({_every(s)})",
    "holds": lambda s: f"holds({the(s['x'])}, {relation(s)})",
    "color of an extreme by distance": _color_of_extreme,
    "extreme of those on it": _extreme_on,
    "ordinal on it": _ordinal_on,
    "color by ordinal": _color_by_ordinal,
    "second closest to me": _second_closest,
    "the other one": _the_other_one,
    "facing the front": _side(_before, _LEFT_RIGHT),
    "color facing the front": _color_before,
    "walk there and turn around": _side(lambda s: f'turned({_before(s)}, "around")', _LEFT_RIGHT),
    "sitting there": _side(_on_seat, _LEFT_RIGHT),
    "standing there facing": _side(_at_facing, _ALL_SIDES),
    "back to it": _side(_back_to, _LEFT_RIGHT),
    "entering": _side(_entering, _LEFT_RIGHT),
    "color after a turn": _color_after_turn,
    "situation in words": _side(_situation, _ALL_SIDES),
    "dimension in a unit": _dimension,
    "distance in a unit": _distance_between,
    "distance from me in a unit": _distance_from_me,
    "room area in a unit": _area,
    "choice by distance to a thing": _choice_of(_closest_to),
    "choice by distance to me": _choice_of(lambda s: f"{s['order']}(me)"),
    "choice by size": _choice_of(lambda s: _MEASURES[s["measure"]]),
    "choice on a side": _choice_on_side,
    "turn at a thing": _turn("a", "b", "c"),
    "two turns": _two_turns,
    "turn at a door": _side(_entering, _LEFT_RIGHT),
    "vsi count": _count_here,
    "vsi absolute distance": _distance_between,
    "vsi object size": lambda s: f'measure({the(s["x"])}, "longest", "cm")',
    "vsi room size": lambda s: 'measure(here(), "area")',
    "vsi relative distance": _choice_of(_closest_to),
    "vsi direction easy": _side(_at_facing, _LEFT_RIGHT),
    "vsi direction medium": _side(_at_facing, _TURNS),
    "vsi direction hard": _side(_at_facing, _QUADRANTS),
    "vsi route": _turn("a", "b", "x"),
    "direction at four headings": _side(_me, _ALL_SIDES),
    "clock at four headings": lambda s: f"where({the(s['x'])})",
    "quadrant at four headings": _side(_me, _QUADRANTS),
    "two in one": _two_in_one,
}
"""By kind of question."""


def _count_in(s: Slots) -> str:
    color = f", color={quoted(s['color'])}" if "color" in s else ""
    return f"count(every({quoted(s['category'])}{color}, room={quoted(s['room'])}))"


TURNS: dict[str, Expression] = {
    "side": _side(_me, _LEFT_RIGHT),
    "its color": lambda s: "color(it)",
    "its distance": lambda s: "distance(it, me)",
    "its height": lambda s: 'measure(it, "height", "cm")',
    "count in a room": _count_in,
    "in another room": _count_in,
    "of a color": _count_in,
    "color of one": _color,
    "color of the other": lambda s: f"color(the({quoted(s['category'])}, but(it), room={quoted(s['room'])}))",
    "which is closest": _choice_of(lambda s: "closest(me)"),
    "and farthest": _choice_of(lambda s: "farthest(me)"),
    "and tallest": _choice_of(lambda s: 'most("tall")'),
    "what is on it": lambda s: f'name(the("thing", on({the(s["x"])})))',
    "from a seat": _side(_on_seat, _LEFT_RIGHT),
    "from there, too": _side(_on_seat, _LEFT_RIGHT),
}
"""By kind of turn; "it" is what the turn before was about."""


def expression_for_turn(turn: Turn) -> str:
    """The expression that answers a turn of a conversation."""
    return TURNS[turn.kind](turn.slots)


def expression_for(question: HomeQuestion) -> str:
    """The expression that answers a question.

    Raises:
        SceneError: there is none for its kind.
    """
    if question.kind not in EXPRESSIONS:
        raise SceneError(f"no oracle expression for questions of the kind {question.kind!r}")
    return EXPRESSIONS[question.kind](question.slots)
