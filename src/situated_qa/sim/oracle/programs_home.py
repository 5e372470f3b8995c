"""Oracle programs for questions about the home as a whole: where things are, how large, how they look."""

from __future__ import annotations

from situated_qa.sim.oracle.phrases import PRINT_FOUND, Program, Slots, find_one, quoted, rooms_with, things_in

# ── whereabouts ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _room_of(s: Slots) -> str:
    return find_one("x", s["x"]) + "print(room_of(x))\n"


def _rooms_with_program(s: Slots) -> str:
    return f"found = {rooms_with(s['category'])}\n" + PRINT_FOUND


def _rooms_without(s: Slots) -> str:
    return f"found = set(rooms()) - {rooms_with(s['category'])}\n" + PRINT_FOUND


def _exists_in_room(s: Slots) -> str:
    return f"print('yes' if {things_in(s['category'], s['room'])} else 'no')\n"


def _exists(s: Slots) -> str:
    return f"print('yes' if {things_in(s['category'])} else 'no')\n"


def _position(s: Slots) -> str:
    return find_one("x", s["x"]) + "print(', '.join(f'{v:.2f}' for v in x.xyz))\n"


def _on_top(s: Slots) -> str:
    return find_one("x", s["x"]) + "found = {o.category for o in relate(scene(), x, 'on')}\n" + PRINT_FOUND


def _standing_on(s: Slots) -> str:
    return find_one("x", s["x"]) + (
        "found = [o.category for o in relate(scene(), x, 'support') if o.category != 'rug']\nprint(', '.join(found))\n"
    )


def _closer_to_thing(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + find_one("c", s["c"]) + (
        "(x,) = relate([a, b], c, 'closest')\nprint(x.category)\n"
    )  # fmt: skip


def _color_of_closest_to(s: Slots) -> str:
    return find_one("ref", s["x"]) + (
        f"(x,) = relate(filter(scene(), {quoted(s['category'])}), ref, 'closest')\nprint(query_attribute(x, 'color'))\n"
    )


def _between(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + (
        "found = {o.category for o in relate_between(objects_in(room_of(a)), a, b)}\n" + PRINT_FOUND
    )  # fmt: skip


def _same_room(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + "print('yes' if room_of(a) == room_of(b) else 'no')\n"


def _accessible_rooms(s: Slots) -> str:
    return f"found = accessible_rooms({quoted(s['room'])})\n" + PRINT_FOUND


# ── measuring ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _count_in_room(s: Slots) -> str:
    return f"print(len({things_in(s['category'], s['room'])}))\n"


def _count(s: Slots) -> str:
    return f"print(len(filter(scene(), {quoted(s['category'])})))\n"


def _count_of_color(s: Slots) -> str:
    return (
        f"found = [o for o in filter(scene(), {quoted(s['category'])})"
        f" if query_attribute(o, 'color') == {quoted(s['color'])}]\nprint(len(found))\n"
    )


def _difference(s: Slots) -> str:
    return f"print(len({things_in(s['a'], s['room'])}) - len({things_in(s['b'], s['room'])}))\n"


def _sum(s: Slots) -> str:
    return f"print(len({things_in(s['a'], s['room'])}) + len({things_in(s['b'], s['room'])}))\n"


def _largest_room(s: Slots) -> str:
    best = "max" if s["word"] == "largest" else "min"
    return f"print({best}(rooms(), key=lambda room: query_room(room, 'area')))\n"


def _larger_room(s: Slots) -> str:
    return f"print(max([{quoted(s['a'])}, {quoted(s['b'])}], key=lambda room: query_room(room, 'area')))\n"


def _room_with_most(s: Slots) -> str:
    return (
        f"things = filter(scene(), {quoted(s['category'])})\n"
        "print(max(rooms(), key=lambda room: len([o for o in things if room_of(o) == room])))\n"
    )


def _dimension(s: Slots) -> str:
    return find_one("x", s["x"]) + f"print(query_attribute(x, {quoted(s['attribute'])}), 'm')\n"


def _room_area(s: Slots) -> str:
    return f"print(query_room({quoted(s['room'])}, 'area'), 'm²')\n"


def _largest_thing(s: Slots) -> str:
    return f"print(max(objects_in({quoted(s['room'])}), key=lambda o: query_attribute(o, 'volume')).category)\n"


def _taller(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + (
        "print(max([a, b], key=lambda o: query_attribute(o, 'height')).category)\n"
    )  # fmt: skip


def _straight_distance(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + "print(distance(a, b, 'center'), 'm')\n"


# ── looks and patterns ───────────────────────────────────────────────────────────────────────────────────────────────


def _attribute(name: str) -> Program:
    def program(s: Slots) -> str:
        return find_one("x", s["x"]) + f"print(query_attribute(x, {quoted(name)}))\n"

    return program


def _door_state(s: Slots) -> str:
    return f"print('open' if {quoted(s['b'])} in accessible_rooms({quoted(s['a'])}) else 'closed')\n"


def _same_color(s: Slots) -> str:
    return find_one("a", s["a"]) + find_one("b", s["b"]) + (
        "print('yes' if query_attribute(a, 'color') == query_attribute(b, 'color') else 'no')\n"
    )  # fmt: skip


def _all_of_one_color(s: Slots) -> str:
    return (
        f"colors = {{query_attribute(o, 'color') for o in filter(scene(), {quoted(s['category'])})}}\n"
        "print('yes' if len(colors) == 1 else 'no')\n"
    )


def _as_many(s: Slots) -> str:
    one, two = (f"len({things_in(s['category'], s[room])})" for room in ("a", "b"))
    return f"print('yes' if {one} == {two} else 'no')\n"


def _both_rooms_have(s: Slots) -> str:
    return f"print('yes' if {things_in(s['category'], s['a'])} and {things_in(s['category'], s['b'])} else 'no')\n"


def _every_room_has(s: Slots) -> str:
    return f"print('yes' if set(rooms()) == {rooms_with(s['category'])} else 'no')\n"


def _in_common(s: Slots) -> str:
    one, two = (f"{{o.category for o in objects_in({quoted(s[room])})}}" for room in ("a", "b"))
    return f"found = ({one} & {two}) - {{'door', 'window'}}\n" + PRINT_FOUND


def _things_of_color(s: Slots) -> str:
    return (
        f"found = {{o.category for o in objects_in({quoted(s['room'])})"
        f" if query_attribute(o, 'color') == {quoted(s['color'])}}}\n" + PRINT_FOUND
    )


OF_THE_HOME: dict[str, Program] = {
    "room of": _room_of,
    "rooms with": _rooms_with_program,
    "rooms without": _rooms_without,
    "exists in room": _exists_in_room,
    "exists": _exists,
    "position": _position,
    "on top": _on_top,
    "standing on": _standing_on,
    "closer to a thing": _closer_to_thing,
    "color of the closest to": _color_of_closest_to,
    "between": _between,
    "same room": _same_room,
    "accessible rooms": _accessible_rooms,
    "count in room": _count_in_room,
    "count": _count,
    "count of a color": _count_of_color,
    "difference": _difference,
    "sum": _sum,
    "largest room": _largest_room,
    "larger room": _larger_room,
    "room with most": _room_with_most,
    "dimension": _dimension,
    "room area": _room_area,
    "largest thing": _largest_thing,
    "taller": _taller,
    "straight distance": _straight_distance,
    "color": _attribute("color"),
    "material": _attribute("material"),
    "shape": _attribute("shape"),
    "door state": _door_state,
    "same color": _same_color,
    "all of one color": _all_of_one_color,
    "as many": _as_many,
    "both rooms have": _both_rooms_have,
    "every room has": _every_room_has,
    "in common": _in_common,
    "things of a color": _things_of_color,
}
