"""Doors of the home drawn by hand: where they lead, which of them leads somewhere, what opens off a room."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_drawn_home import home_graph, thing

from situated_qa.scene.floor_plan import Door
from situated_qa.situated.doors import doors_of, doorway_of, way_through
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Reason, Things, Unknown
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

IN_HALL, IN_KITCHEN, IN_BEDROOM = (3.0, 0.75), (1.5, 2.625), (5.0, 2.0)
KITCHEN_LEAF, BEDROOM_LEAF, FRONT_LEAF, CUPBOARD_LEAF = 90, 91, 92, 93
FRONT = Door(("hall", ""), np.array([0.125, 0.75]), 0.9, False)


def at_home(place: tuple[float, float] = IN_HALL, heading_rad: float = 0.0, more=(), **home) -> SituatedScene:
    """The kitchen door stands open, its leaf in the kitchen; the front door is in the hall's west wall."""
    leaves = (
        thing(KITCHEN_LEAF, "door", 1.0, 1.9, 0, 0.1, 0.9, 2.0, color="green", room="kitchen"),
        thing(BEDROOM_LEAF, "door", 5.0, 1.375, 0, 0.9, 0.1, 2.0, color="white"),
        thing(FRONT_LEAF, "door", 0.125, 0.75, 0, 0.1, 0.9, 2.0, color="blue"),
        thing(CUPBOARD_LEAF, "door", 2.75, 3.3, 0, 0.9, 0.1, 2.0, color="black", room="kitchen"),
    )
    graph = home_graph(more=(*leaves, *more), **home)
    if graph.floor_plan is not None:
        doors = (*graph.floor_plan.doors, FRONT)
        graph = dataclasses.replace(graph, floor_plan=dataclasses.replace(graph.floor_plan, doors=doors))
    return SituatedScene(graph, Viewpoint(np.array([*place, 0.0]), heading_rad))


def value(text: str, scene: SituatedScene):
    assert not check(text)
    (found,) = evaluate(text, scene).values
    return found


def answer(text: str, scene: SituatedScene) -> str:
    return short(value(text, scene), scene.graph)


def told(text: str, scene: SituatedScene) -> str:
    return sentence(value(text, scene), scene.graph)


GREEN, WHITE, BLUE = (f'the("door", color="{color}")' for color in ("green", "white", "blue"))


@pytest.mark.parametrize(
    ("place", "green", "white", "blue"),
    [
        (IN_HALL, "kitchen", "bedroom", "outside"),
        # From the kitchen the bedroom door, whose wall runs along x, is passed southward: into the hall.
        (IN_KITCHEN, "hall", "hall", "outside"),
        (IN_BEDROOM, "hall", "hall", "outside"),
    ],
)
def test_behind_a_door_is_the_room_that_the_asker_is_not_in(place, green, white, blue):
    scene = at_home(place)
    assert [answer(f"beyond({door})", scene) for door in (GREEN, WHITE, BLUE)] == [green, white, blue]


def test_where_a_door_leads_is_told():
    assert told(f"beyond({GREEN})", at_home()) == "The green door leads to the kitchen."
    assert told(f"beyond({BLUE})", at_home()) == "The blue door leads outside."


def test_the_room_behind_a_door_is_a_room_like_others():
    scene = at_home()
    assert answer(f'is_room(beyond({GREEN}), room("kitchen"))', scene) == "yes"
    assert told(f'is_room(beyond({WHITE}), room("kitchen"))', scene) == "No. The white door leads to the bedroom."
    # The kitchen has 12 x 8 cells of 0.25 m.
    assert answer(f'measure(beyond({GREEN}), "area")', scene) == "6.0 m²"
    assert answer(f'name(every("thing", in_room(beyond({WHITE}))))', scene) == "bed and lamp"
    # Whom the asker imagines behind the kitchen door comes into the hall.
    assert answer(f'beyond({GREEN}, at(the("fridge"), facing=the("bed")))', scene) == "hall"


def test_outside_is_no_room_of_the_map():
    scene = at_home()
    assert answer(f'is_room(beyond({BLUE}), room("outside"))', scene) == "yes"
    assert answer(f'is_room(beyond({GREEN}), room("outside"))', scene) == "no"
    for text in (f'measure(beyond({BLUE}), "area")', f'count(every("thing", in_room(beyond({BLUE}))))',
                 f"where(beyond({BLUE}))", 'leads(room("hall"), room("outside"))',
                 'door_state(room("hall"), room("outside"))'):  # fmt: skip
        found = value(text, scene)
        assert isinstance(found, Unknown) and found.text == "My map ends at the doors: I do not know what is outside."


@pytest.mark.parametrize(
    ("text", "more", "reason", "expected"),
    [
        (f"beyond({GREEN})", {"plan": False}, Reason.NOT_OBSERVED,
         "I do not know where the green door leads: there is no floor plan."),
        ('beyond(the("door", color="black"))', {}, Reason.NOT_OBSERVED,
         "I know of no doorway at the black door, and so not where it leads."),
        ('beyond(the("bed"))', {}, Reason.NOT_UNDERSTOOD, "The bed is no door."),
        ('color(the("door", leading_to("kitchen")))', {"plan": False}, Reason.NOT_OBSERVED,
         "I do not know which door leads to the kitchen: there is no floor plan."),
        ('rooms_off("hall")', {"plan": False}, Reason.NOT_OBSERVED,
         "I do not know which rooms open off the hall: there is no floor plan."),
    ],
)  # fmt: skip
def test_what_the_map_does_not_tell_is_unknown(text, more, reason, expected):
    found = value(text, at_home(**more))
    assert isinstance(found, Unknown)
    assert (found.reason, found.text) == (reason, expected)


def test_doors_that_lead_to_a_room_are_its_doors_and_that_of_the_askers_room_comes_first():
    assert answer('color(the("door", leading_to("kitchen")))', at_home()) == "green"
    assert answer('color(the("door", leading_to("outside")))', at_home()) == "blue"
    assert answer('count(every("door", leading_to("hall")))', at_home()) == "3"
    # At the kitchen's east wall the white door is nearer, 1.8 m; the green one, 2.2 m, leads there from the kitchen.
    assert answer('color(the("door", leading_to("hall")))', at_home((3.2, 2.6))) == "green"
    assert answer('color(the("door", leading_to("kitchen"), leading_to("hall")))', at_home(IN_BEDROOM)) == "green"
    assert answer('exists(every("door", leading_to("kitchen"), leading_to("bedroom")))', at_home()) == "no"


@pytest.mark.parametrize(
    ("place", "goal", "color"),
    [
        (IN_HALL, "bedroom", "white"),
        (IN_KITCHEN, "bedroom", "green"),  # into the hall first
        (IN_BEDROOM, "kitchen", "white"),
        (IN_BEDROOM, "outside", "white"),
        (IN_HALL, "outside", "blue"),
        (IN_KITCHEN, "kitchen", "green"),
    ],
)
@pytest.mark.parametrize("bedroom_open", [True, False])
def test_the_door_to_take_is_the_first_on_the_way_even_where_one_is_closed(place, goal, color, bedroom_open):
    scene = at_home(place, bedroom_open=bedroom_open)
    assert answer(f'color(door_towards(room("{goal}")))', scene) == color


def test_a_doorway_without_a_door_is_told():
    graph = at_home().graph
    objects = tuple(node for node in graph.objects if node.id != BEDROOM_LEAF)
    graph = dataclasses.replace(graph, objects=objects, relations=())
    scene = SituatedScene(graph, at_home(heading_rad=math.pi / 2).viewpoint)
    found = value('where(door_towards(room("bedroom")))', scene)
    assert isinstance(found, Unknown)
    assert found.text == "From the hall one comes to the bedroom, and I know of no door there."
    # To say that there is no doorway on the right would be wrong; that there is none behind is not known either.
    for text in ('exists(every("doorway", right(me)))', 'beyond(the("doorway", right(me)))'):
        assert answer(text, scene) == "not known"
    assert told('exists(every("doorway", right(me)))', scene) == (
        "I know of no doorway on your right. "
        "Of the 3 doorways in my floor plan, 1 has no door and is not stored as a thing."
    )
    assert answer('exists(every("door", right(me)))', scene) == "no"
    assert answer('count(every("doorway", color="green"))', scene) == "1"
    assert answer('exists(every("doorway", right(me)))', at_home(heading_rad=-math.pi / 2)) == "yes"


def test_rooms_open_off_a_room_on_the_side_on_which_one_leaves_it():
    for bedroom_open in (True, False):
        east, north = (at_home(IN_HALL, turn, bedroom_open=bedroom_open) for turn in (0.0, math.pi / 2))
        assert answer("rooms_off(here())", east) == "bedroom and kitchen"
        assert answer('rooms_off(here(), "left")', east) == "bedroom and kitchen"
        assert answer('rooms_off(here(), "right")', east) == "none"
        assert answer('rooms_off(here(), "front")', north) == "bedroom and kitchen"
        assert answer('rooms_off("kitchen", "behind")', north) == "hall"
    assert told('rooms_off(here(), "right")', at_home()) == "No room that I know of."


def test_a_door_and_its_doorway_belong_together():
    graph = at_home().graph
    plan, by_id = graph.floor_plan, graph.by_id
    assert [doorway_of(graph, by_id[i]) for i in (KITCHEN_LEAF, BEDROOM_LEAF, FRONT_LEAF)] == list(plan.doors)
    assert doorway_of(graph, by_id[CUPBOARD_LEAF]) is None
    assert doors_of(graph, "hall") == {KITCHEN_LEAF, BEDROOM_LEAF, FRONT_LEAF}
    ways = [way_through(plan, door) for door in plan.doors]
    assert np.allclose(ways, [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0)], atol=0.1)


def test_a_door_is_on_this_side_of_the_wall_from_both_of_its_rooms():
    """Facing north in the hall, the kitchen door's leaf, in the kitchen, is 18 degrees off; a cupboard's is 47."""
    cupboard = thing(94, "door", 2.4, 1.25, 0, 0.9, 0.1, 2.0, color="red", room="hall")
    scene = at_home((1.5, 0.4), math.pi / 2, more=(cupboard,))
    assert answer('color(the("door", front(me)))', scene) == "green"


def test_one_of_several_doors_is_told_as_one():
    found = evaluate("beyond(it)", at_home(), said_before=[Things((KITCHEN_LEAF, BEDROOM_LEAF), "door")])
    assert sentence(found.values[0], at_home().graph) == "The door leads to the kitchen."


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (IN_BEDROOM, "No, the door between the bedroom and the hall is closed."),
        # The hall has three doors. The way to the kitchen is open, its doorway at (1.5, 1.375).
        (IN_KITCHEN, "Yes, the door between the kitchen and the hall is open."),
    ],
)
def test_the_door_of_a_room_is_the_one_to_where_the_asker_is(place, expected):
    assert told('is_it(door_state(room("hall")), "open")', at_home(place, bedroom_open=False)) == expected


def test_of_several_doors_that_differ_the_nearest_is_taken_and_said():
    # From (3.0, 0.75) the open kitchen doorway at (1.5, 1.375) is 1.63 m away, the bedroom's at (5.0, 1.375) 2.10 m.
    for place, expected in ((IN_HALL, "open"), ((4.5, 0.75), "closed"), ((0.4, 0.75), "closed")):
        assert answer('door_state(room("hall"))', at_home(place, bedroom_open=False)) == expected
    result = evaluate('door_state(room("hall"))', at_home(IN_HALL, bedroom_open=False))
    assert result.notes == ("the hall has three doors; the nearest was taken",)


def test_no_door_is_closed_where_none_is_known():
    found = value('door_state(room("kitchen"), room("bedroom"))', at_home())
    assert isinstance(found, Unknown) and found.text == "I know of no door between the kitchen and the bedroom."
