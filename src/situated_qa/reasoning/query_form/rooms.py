"""Programs and answers of the questions about rooms and walking that `room_reading` reads.

A program prints lines of the kind "room: kitchen" or "thing bed 7: bedroom", which are read back for the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from situated_qa.reasoning.query_form.answer import Rendered
from situated_qa.reasoning.query_form.form import Noun
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.nouns import NounLines
from situated_qa.reasoning.query_form.phrases import listed, plural
from situated_qa.reasoning.query_form.reading.room_reading import RoomQuestion

_UNITS = {"area": "m²", "volume": "m³"}
_NEAREST = 'query_attribute(object=o, attribute_type="distance")'
OF_ABSENT = ("every room", "both rooms", "rooms without")
"""What can be answered of a thing that is in no room at all."""
_DOORS = """\
def doors(start, goal):
    seen, edge, count = {start}, {start}, 0
    while edge and goal not in edge:
        edge = {beyond for room in edge for beyond in accessible_rooms(room=room)} - seen
        seen |= edge
        count += 1
    return count if edge else 99
"""


def render_room_program(asked: RoomQuestion, *, question: str, grounds: Grounds) -> str:
    """The tool program of a question about rooms; it prints what `render_room_answer` reads."""
    ask, room, room2 = asked.ask, _quoted(asked.room), _quoted(asked.room2)
    area = 'query_room(room={}, attribute_type="area")'
    lines = [f"# {' '.join(question.split())}"]
    if ask in ("current", "is current"):
        lines.append('print("room:", current_room())')
    elif ask in ("count", "all", "exists"):
        lines += ["for room in rooms():", '    print("room:", room)']
    elif ask in ("accessible", "is accessible", "door"):
        place = room2 if ask == "is accessible" else room
        lines += [f"for room in accessible_rooms(room={place}):", '    print("room:", room)']
    elif ask == "size":
        lines.append(f'print("measure:", query_room(room={room}, attribute_type={_quoted(asked.word)}))')
    elif ask in ("largest", "larger", "is larger"):
        pick = "min" if asked.word.startswith("small") else "max"
        among = "rooms()" if ask == "largest" else f"[{room}, {room2}]"
        lines.append(f"room = {pick}({among}, key=lambda room: {area.format('room')})")
        lines += ['print("room:", room)', f'print("measure:", {area.format("room")})']
    elif ask in ("doors", "next room"):
        lines += [_DOORS, f'print("doors:", doors(current_room(), {room}))']
        nearer = f"doors(room, {room})"
        lines.append("beyond = accessible_rooms(room=current_room())")
        lines += [f'print("room:", min(beyond, key=lambda room: {nearer}) if beyond else "none")']
    elif ask in ("walk", "way", "reach"):
        _walk_lines(asked, lines, grounds)
    elif ask == "shorter walk":
        _shorter_walk_lines(asked, lines, grounds)
    else:
        if ask in ("every room", "rooms without", "room with most"):
            lines += ["for room in rooms():", '    print("room:", room)']
        taken = ""
        for noun in (asked.noun, asked.noun2):
            if noun is not None:
                taken = _find(noun, lines, grounds, taken)
                lines.append(f"for o in sorted({taken}, key=lambda o: {_NEAREST}){'[:1]' if asked.noun2 else ''}:")
                lines.append('    print(f"thing {o.category} {o.id}:", room_of(object=o))')
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "").replace('"', "") + '"'


def _find(noun: Noun, lines: list[str], grounds: Grounds, taken: str = "") -> str:
    """Lines that find a noun's objects; returns the variable that holds them."""
    nouns = NounLines(grounds=grounds)
    nouns.names |= {taken} if taken else set()
    found = nouns.noun(noun, in_question=True)
    lines += nouns.lines
    return found


def _walk_lines(asked: RoomQuestion, lines: list[str], grounds: Grounds) -> None:
    """The shortest of the ways between what is meant at either end."""
    ends, taken = [], ""
    for noun, room, otherwise in ((asked.noun2, asked.room2, "me"), (asked.noun, asked.room, "")):
        if noun is not None:
            taken = _find(noun, lines, grounds, taken)
            ends.append(f"sorted({taken})")
        else:
            ends.append(f"[{_quoted(room or otherwise)}]")
    lines += [
        f"ways = [(path_distance(a=a, b=b), a, b) for a in {ends[0]} for b in {ends[1]}]",
        "for length, a, b in sorted(ways, key=lambda way: way[0])[:1]:",
        '    print("walk:", length)',
        '    print("way:", directions(a=a, b=b))',
    ]
    for noun, end in ((asked.noun, "b"), (asked.noun2, "a")):
        if noun is not None:
            lines.append(f'    print(f"thing {{{end}.category}} {{{end}.id}}:", room_of(object={end}))')


def _shorter_walk_lines(asked: RoomQuestion, lines: list[str], grounds: Grounds) -> None:
    taken = ""
    for noun in (asked.noun, asked.noun2):
        assert noun is not None
        taken = _find(noun, lines, grounds, taken)
        lines.append(f'for o in sorted({taken}, key=lambda o: path_distance(a="me", b=o))[:1]:')
        lines.append('    print("walk:", path_distance(a="me", b=o))')
        lines.append('    print(f"thing {o.category} {o.id}:", room_of(object=o))')


# --- answers ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Printed:
    """What a program printed, by the word before the colon."""

    rooms: list[str] = field(default_factory=list)
    things: list[tuple[str, int, str]] = field(default_factory=list)  # category, id, room
    values: dict[str, list[str]] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(id for _, id, _ in self.things)


def _read(printed: str) -> _Printed:
    seen = _Printed()
    for line in printed.splitlines():
        thing = re.match(r"^thing (.+) (\d+): (.*)$", line)
        key, colon, value = line.partition(": ")
        if thing:
            seen.things.append((thing.group(1), int(thing.group(2)), thing.group(3)))
        elif key == "room":
            seen.rooms.append(value)
        elif colon:
            seen.values.setdefault(key, []).append(value)
    return seen


def things_and_lacking(asked: RoomQuestion, printed: str) -> tuple[int, list[str]]:
    """How many things the program found, and the rooms without one where that decides the answer."""
    seen = _read(printed)
    having = {room for _, _, room in seen.things}
    if asked.ask in ("every room", "rooms without"):
        return len(seen.things), [room for room in seen.rooms if room not in having]
    if asked.ask == "both rooms":
        return len(seen.things), [room for room in (asked.room, asked.room2) if room not in having]
    return len(seen.things), []


def render_room_answer(asked: RoomQuestion, printed: str) -> Rendered:
    """The answer from what the program printed."""
    seen = _read(printed)
    if asked.missing and asked.ask not in ("exists", "is current"):
        return Rendered(f"no {asked.missing} here", f"I know of no {asked.missing} here.")
    if asked.noun is not None:
        return _about_things(asked, seen)
    return _about_rooms(asked, seen)


def _about_rooms(asked: RoomQuestion, seen: _Printed) -> Rendered:
    rooms, ask = seen.rooms, asked.ask
    if ask == "current":
        known = rooms[0] != "not known"
        return Rendered(rooms[0], f"You are in the {rooms[0]}." if known else "I do not know which room this is.")
    if ask == "is current":
        return _yes_no(rooms[0] == asked.room, f"you are in the {rooms[0]}.")
    if ask == "exists":
        yes = asked.room in rooms
        more = f"The rooms are {listed(rooms)}."
        return _yes_no(yes, f"there is a {asked.room}." if yes else f"I know of no {asked.missing} here.", more)
    if ask == "count":
        counted = "is one room" if len(rooms) == 1 else f"are {len(rooms)} rooms"
        return Rendered(str(len(rooms)), f"There {counted}: {listed(rooms)}.")
    if ask == "all":
        return Rendered(", ".join(rooms), f"The rooms are {listed(rooms)}.")
    if ask == "accessible":
        if not rooms:
            return Rendered("none", f"No open door leads out of the {asked.room}.")
        return Rendered(listed(rooms), f"From the {asked.room} you can walk into {_the(rooms)}.")
    if ask == "is accessible":
        leads = asked.room in rooms
        how = "leads" if leads else "does not lead"
        return _yes_no(leads, f"an open door {how} from the {asked.room2} into the {asked.room}.")
    if ask == "door":
        if asked.room2:
            state = "open" if asked.room2 in rooms else "closed"
            sentence = f"the door between the {asked.room} and the {asked.room2} is {state}."
        else:
            state = "open" if rooms else "closed"
            beyond = f": it leads to {_the(rooms)}" if rooms else ""
            sentence = f"the door of the {asked.room} is {state}{beyond}."
        if " or " in asked.word:
            return Rendered(state, f"T{sentence[1:]}")
        return _yes_no((asked.word == "open") == (state == "open"), sentence)
    if ask in ("largest", "larger", "is larger"):
        area = f"{float(seen.values['measure'][0]):.1f} m²"
        if ask == "is larger":
            return _yes_no(rooms[0] == asked.room, f"the {rooms[0]} is {asked.word}, with {area}.")
        word = asked.word or "larger"
        which = f"The {word} room" if ask == "largest" else f"The {word} one"
        return Rendered(rooms[0], f"{which} is the {rooms[0]}, with {area}.")
    if ask == "size":
        size = f"{float(seen.values['measure'][0]):.1f} {_UNITS.get(asked.word, 'm')}"
        told = {"area": f"has a floor of {size}", "volume": f"has a volume of {size}", "height": f"is {size} high",
                "length": f"is {size} long", "width": f"is {size} wide"}[asked.word]  # fmt: skip
        return Rendered(size, f"The {asked.room} {told}.")
    if ask in ("doors", "next room"):
        return _through_doors(asked, rooms[0], int(seen.values["doors"][0]))
    return _walked(asked, seen)


def _through_doors(asked: RoomQuestion, first: str, doors: int) -> Rendered:
    if doors == 0:
        return Rendered("0" if asked.ask == "doors" else asked.room, f"You are in the {asked.room} already.")
    if doors == 99:
        return Rendered("no way", f"No way through open doors leads to the {asked.room}.")
    if asked.ask == "doors":
        return Rendered(str(doors), f"You pass {doors} door{'' if doors == 1 else 's'} on the way to the {asked.room}.")
    return Rendered(first, f"On the way to the {asked.room} you first come into the {first}.")


def _about_things(asked: RoomQuestion, seen: _Printed) -> Rendered:
    """Answers that name things: which rooms they are in, and how far they are to walk to."""
    assert asked.noun is not None
    name, ask = asked.noun.target, asked.ask
    having = sorted({room for _, _, room in seen.things if room != "not known"})
    if ask == "every room":
        lacking = [room for room in seen.rooms if room not in having]
        where = f"there is no {name} in {_the(lacking)}." if lacking else f"there is a {name} in every room."
        return _yes_no(not lacking, where)
    if ask == "both rooms":
        lacking = [room for room in (asked.room, asked.room2) if room not in having]
        told = f"there is no {name} in {_the(lacking)}." if lacking else f"both have a {name}."
        return _yes_no(not lacking, told, ids=seen.ids)
    if ask == "rooms without":
        lacking = [room for room in seen.rooms if room not in having]
        told = f"There is no {name} in {_the(lacking)}." if lacking else f"Every room has a {name}."
        if asked.word == "count":
            return Rendered(str(len(lacking)), told)
        return Rendered(listed(lacking) or "none", told)
    if ask == "rooms with" and asked.word == "count":
        told = f"There is a {name} in {_the(having)}." if having else f"I know of no {name} there."
        return Rendered(str(len(having)), told, seen.ids)
    if not seen.things:
        what = f"nothing{name.removeprefix('something')}" if name.startswith("something") else f"no {name}"
        return Rendered("none", f"I know of {what} there.")
    if ask in ("walk", "way", "reach"):
        return _walked(asked, seen)
    if asked.noun2 is not None and len(seen.things) < 2:
        return Rendered("none", f"I know of no {asked.noun2.target} there.")
    if ask == "shorter walk":
        (a, id_a, _), (b, id_b, _) = seen.things
        far_a, far_b = (float(value) for value in seen.values["walk"])
        winner, far, other = (a, far_a, far_b) if far_a <= far_b else (b, far_b, far_a)
        return Rendered(
            winner, f"The {winner} is the shorter walk, {far:.1f} m instead of {other:.1f} m.", (id_a, id_b)
        )
    if not having:
        return Rendered("not known", f"I do not know which room the {name} is in.", seen.ids[:1], known=False)
    if ask == "same room":
        (a, _, room_a), (b, _, room_b) = seen.things
        same = (
            f"both are in the {room_a}."
            if room_a == room_b
            else f"the {a} is in the {room_a}, the {b} in the {room_b}."
        )
        return _yes_no(room_a == room_b, same, ids=seen.ids)
    if ask == "room with most":
        fewest = asked.word in ("fewest", "least", "fewer")
        counts = {room: [r for _, _, r in seen.things].count(room) for room in (seen.rooms if fewest else having)}
        wanted = (min if fewest else max)(counts.values())
        rooms = [room for room, number in counts.items() if number == wanted]
        told = f"{'fewest' if fewest else 'most'} {plural(name)}: {wanted}"
        return Rendered(listed(rooms), f"{_the(rooms).capitalize()} {_has(rooms)} the {told}.", seen.ids)
    if ask == "rooms for":
        things = listed(sorted({category for category, _, _ in seen.things}))
        return Rendered(listed(having), f"In {_the(having)}, with the {things}.", seen.ids)
    if ask == "rooms with":
        return Rendered(listed(having), f"{name.capitalize()}: there is one in {_the(having)}.", seen.ids)
    category, id, room = next(thing for thing in seen.things if thing[2] != "not known")
    others = [other for other in having if other != room]
    more = f"Others are in {_the(others)}." if others else ""
    return Rendered(room, f"The {category} is in the {room}.", (id,), more=more)


def _walked(asked: RoomQuestion, seen: _Printed) -> Rendered:
    length, way = float(seen.values["walk"][0]), seen.values["way"][0]
    told = f"{way[:1].upper()}{way[1:]}."
    if asked.ask == "reach" and length != float("inf"):
        return _yes_no(True, f"it is {length:.1f} m to walk.", told, seen.ids)
    if asked.ask == "reach":
        return _yes_no(False, f"{way}.", ids=seen.ids)
    if length == float("inf"):
        return Rendered("no way", told, seen.ids)
    if length == 0.0 and asked.room and not (asked.room2 or asked.noun2):
        return Rendered("here", f"You are in the {asked.room} already.")
    if asked.ask == "way":
        return Rendered(way.partition(": ")[0], told, seen.ids)
    return Rendered(f"{length:.1f} m", f"It is {length:.1f} m to walk.", seen.ids, more=told)


def _yes_no(yes: bool, sentence: str, more: str = "", ids: tuple[int, ...] = ()) -> Rendered:
    return Rendered("yes" if yes else "no", f"{'Yes' if yes else 'No'}, {sentence}", ids, more=more)


def _has(rooms: list[str]) -> str:
    return "has" if len(rooms) == 1 else "have"


def _the(rooms: list[str]) -> str:
    return listed([f"the {room}" for room in rooms])
