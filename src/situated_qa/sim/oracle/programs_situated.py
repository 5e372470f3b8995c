"""Oracle programs for questions that depend on where the asker is, and for those about what one would do or see."""

from __future__ import annotations

from situated_qa.sim.oracle.phrases import PRINT_FOUND, Program, Slots, find_one, here, quoted

_SIDES = {"left": "left", "right": "right", "front": "front", "behind": "back"}
_NAMES = '{"front": "front", "left": "left", "right": "right", "back": "behind"}'


# ── around me ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _side_count(s: Slots) -> str:
    return f"print(len(relate_agent({here(s['category'])}, {quoted(_SIDES[s['side']])})))\n"


def _side_exists(s: Slots) -> str:
    return (
        f"found = relate_agent({here(s['category'])}, {quoted(_SIDES[s['side']])})\nprint('yes' if found else 'no')\n"
    )


def _sides_of_x(*sides: str) -> Program:
    def program(s: Slots) -> str:
        held = f"query_relation_agent(x, {quoted(list(sides))})[0]"
        return find_one("x", s["x"]) + f"names = {_NAMES}\nprint(names[{held}])\n"

    return program


def _direction(s: Slots) -> str:
    return find_one("x", s["x"]) + (
        'hour = int(query_relation_agent(x, ["o\'clock"])[0].split()[0])\n'
        'words = {11: "front", 12: "front", 1: "front", 2: "right", 3: "right", 4: "right",\n'
        '         5: "behind", 6: "behind", 7: "behind", 8: "left", 9: "left", 10: "left"}\n'
        "print(words[hour])\n"
    )


def _clock(s: Slots) -> str:
    return find_one("x", s["x"]) + 'print(query_relation_agent(x, ["o\'clock"])[0])\n'


def _closer_to_me(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + (
        'print(min([a, b], key=lambda o: query_attribute(o, "distance")).category)\n'
    )  # fmt: skip


def _color_of_nearest(s: Slots) -> str:
    return (
        f"(x,) = relate_agent(filter(scene(), {quoted(s['category'])}), 'closest')\n"
        "print(query_attribute(x, 'color'))\n"
    )


def _color_on_side(s: Slots) -> str:
    return (
        f"found = relate_agent({here(s['category'])}, {quoted(_SIDES[s['side']])})\n"
        'print(", ".join(query_attribute(o, "color") for o in found))\n'
    )


def _nearest_on_side(s: Slots) -> str:
    return (
        f"there = relate_agent(objects_in(current_room()), {quoted(_SIDES[s['side']])})\n"
        "there = [o for o in there if query_attribute(o, 'distance') > 0.05]\n"
        "(x,) = relate_agent(there, 'closest')\nprint(x.category)\n"
    )


def _within_reach(s: Slots) -> str:
    return find_one("x", s["x"]) + "print('yes' if relate_agent([x], 'within reach') else 'no')\n"


def _turn_to_face(s: Slots) -> str:
    return find_one("x", s["x"]) + (
        'hour = int(query_relation_agent(x, ["o\'clock"])[0].split()[0])\n'
        "print('right' if hour <= 4 else 'around' if hour <= 7 else 'left')\n"
    )


def _after_turning_around(s: Slots) -> str:
    return find_one("x", s["x"]) + (
        "now = query_relation_agent(x, ['left', 'right'])[0]\nprint('left' if now == 'right' else 'right')\n"
    )


def _after_quarter_turn(s: Slots) -> str:
    return find_one("x", s["x"]) + (
        "now = query_relation_agent(x, ['left', 'right'])[0]\n"
        f"print('front' if now == {quoted(s['turn'])} else 'behind')\n"
    )


def _left_or_right_of(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + "print(query_relation(a, b, ['left', 'right'])[0])\n"


def _distance_from_me(s: Slots) -> str:
    return find_one("x", s["x"]) + "print(query_attribute(x, 'distance'), 'm')\n"


# ── ways ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _walk_to(s: Slots) -> str:
    return find_one("x", s["x"]) + "print(path_distance('me', x), 'm')\n"


def _walk_between(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + "print(path_distance(a, b), 'm')\n"


def _shorter_walk(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + (
        "print(min([a, b], key=lambda o: path_distance('me', o)).category)\n"
    )  # fmt: skip


_DOORS_FROM = (
    "def doors(start, goal):\n"
    "    seen, edge, steps = {start}, {start}, 0\n"
    "    while edge and goal not in edge:\n"
    "        edge = {n for room in edge for n in accessible_rooms(room)} - seen\n"
    "        seen |= edge\n"
    "        steps += 1\n"
    "    return steps if edge else 1000\n"
)


def _doors_on_the_way(s: Slots) -> str:
    return _DOORS_FROM + f"print(doors(current_room(), {quoted(s['room'])}))\n"


def _next_room(s: Slots) -> str:
    doors = f"doors(room, {quoted(s['room'])})"
    return _DOORS_FROM + f"print(min(accessible_rooms(current_room()), key=lambda room: {doors}))\n"


def _one_door_away(s: Slots) -> str:
    return f"print('yes' if {quoted(s['room'])} in accessible_rooms(current_room()) else 'no')\n"


# ── foresight ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _room_for(s: Slots) -> str:
    return f"found = {{room_of(o) for o in scene() if o.category in {quoted(s['serving'])}}}\n" + PRINT_FOUND


def _thing_for(s: Slots) -> str:
    serving = quoted(s["serving"])
    return f"found = {{o.category for o in objects_in(current_room()) if o.category in {serving}}}\n" + PRINT_FOUND


def _nearest_seat(s: Slots) -> str:
    return (
        f"seats = [o for o in objects_in(current_room()) if o.category in {quoted(s['seats'])}]\n"
        "(x,) = relate_agent(seats, 'closest')\nprint(x.category)\n"
    )


def _seats_for_guests(s: Slots) -> str:
    return f"print(len([o for o in objects_in({quoted(s['room'])}) if o.category in {quoted(s['seats'])}]))\n"


def _can_i_see(s: Slots) -> str:
    return find_one("x", s["x"]) + "print('yes' if x in visible_from('me', facing='front') else 'no')\n"


def _seen_from_seat(s: Slots) -> str:
    return find_one("x", s["x"]) + find_one("seat", s["seat"]) + find_one("target", s["target"]) + (
        "print('yes' if x in visible_from(seat, facing=target) else 'no')\n"
    )  # fmt: skip


SITUATED: dict[str, Program] = {
    "side count": _side_count,
    "side exists": _side_exists,
    "left or right": _sides_of_x("left", "right"),
    "front or behind": _sides_of_x("front", "back"),
    "direction": _direction,
    "clock": _clock,
    "closer to me": _closer_to_me,
    "color of the nearest": _color_of_nearest,
    "color on a side": _color_on_side,
    "nearest on a side": _nearest_on_side,
    "within reach": _within_reach,
    "turn to face": _turn_to_face,
    "after turning around": _after_turning_around,
    "after a quarter turn": _after_quarter_turn,
    "left or right of": _left_or_right_of,
    "distance from me": _distance_from_me,
    "walk to": _walk_to,
    "walk between": _walk_between,
    "shorter walk": _shorter_walk,
    "doors on the way": _doors_on_the_way,
    "next room": _next_room,
    "one door away": _one_door_away,
    "room for": _room_for,
    "thing for": _thing_for,
    "nearest seat": _nearest_seat,
    "seats for guests": _seats_for_guests,
    "can I see": _can_i_see,
    "seen from a seat": _seen_from_seat,
}
