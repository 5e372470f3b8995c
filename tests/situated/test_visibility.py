"""What is in view: first from the origin of an open field, looking along x; then in the hand-drawn home."""

from __future__ import annotations

import dataclasses
import time

import numpy as np
import pytest
from hand_drawn_home import home_tools, names, one, thing

from situated_qa.errors import SettingsError, ToolError
from situated_qa.geometry import Box
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.visibility import SightSettings, seen_shares
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


def field(*things, heading_rad=0.0, sight=None) -> Tools:
    graph = SceneGraph(objects=things)
    viewpoint = Viewpoint(np.zeros(3), heading_rad)
    return Tools(SituatedScene(graph, viewpoint, sight=sight or SightSettings()))


def test_a_wardrobe_hides_the_lamp_behind_it():
    lamp, wardrobe = thing(0, "lamp", 4, 0, 0, 0.3, 0.3, 1.5), thing(1, "wardrobe", 2, 0, 0, 0.6, 1.2, 2.0)
    assert names(field(lamp, wardrobe).visible_from("me")) == ["wardrobe"]
    assert names(field(lamp).visible_from("me")) == ["lamp"]
    beside = thing(1, "wardrobe", 2, 1.5, 0, 0.6, 1.2, 2.0)
    assert names(field(lamp, beside).visible_from("me")) == ["wardrobe", "lamp"]


def test_one_looks_over_what_is_low_and_under_what_is_high():
    lamp = thing(0, "lamp", 4, 0, 0, 0.3, 0.3, 1.5)
    low, shelf = thing(1, "dresser", 2, 0, 0, 0.6, 1.2, 0.5), thing(2, "shelf", 2, 0, 1.7, 0.3, 1.2, 0.3)
    assert names(field(lamp, low, shelf).visible_from("me")) == ["shelf", "dresser", "lamp"]
    high = thing(1, "dresser", 2, 0, 0, 0.6, 1.2, 1.6)
    assert names(field(lamp, high).visible_from("me")) == ["dresser"]


def test_a_turned_box_hides_what_lies_behind_it_and_no_more():
    """A partition of 3 m by 0.1 m across the view, then turned by 90° so that one looks along it."""
    lamp = thing(0, "lamp", 4, 0.6, 0, 0.3, 0.3, 1.5)
    across = thing(1, "partition", 2, 0, 0, 0.1, 3.0, 2.2)
    assert names(field(lamp, across).visible_from("me")) == ["partition"]
    box = Box(across.box.center, across.box.extents, np.pi / 2)
    along = dataclasses.replace(across, box=box)
    assert names(field(lamp, along).visible_from("me")) == ["partition", "lamp"]


def test_what_is_half_hidden_is_seen():
    lamp = thing(0, "sofa", 4, 0, 0, 0.8, 2.0, 0.8)
    half = thing(1, "wardrobe", 2, 0.6, 0, 0.6, 1.2, 2.0)  # hides the sofa's left half
    tools = field(lamp, half)
    assert names(tools.visible_from("me")) == ["wardrobe", "sofa"]
    share = seen_shares(tools.situated_scene.graph, np.array([0, 0, 1.5]))
    assert 0.3 < share[0] < 0.7 and share[1] == 1.0
    strict = field(lamp, half, sight=SightSettings(seen_share=0.9))
    assert names(strict.visible_from("me")) == ["wardrobe"]


def test_tables_hide_nothing_below_their_top_and_chairs_nothing_at_all():
    """Seen by a camera 0.55 m above the floor."""
    bin_, table = thing(0, "bin", 3.5, 0, 0, 0.3, 0.3, 0.3), thing(1, "dining table", 2, 0, 0, 1.0, 1.6, 0.75)
    assert names(field(bin_, table).visible_from((0, 0, 0.55))) == ["dining table", "bin"]
    assert names(field(bin_, table).visible_from("me")) == ["dining table"]  # from above, the top hides it
    cupboard = thing(1, "cupboard", 2, 0, 0, 1.0, 1.6, 0.75)
    assert names(field(bin_, cupboard).visible_from((0, 0, 0.55))) == ["cupboard"]
    chair = thing(1, "office chair", 2.6, 0, 0, 1.0, 1.6, 0.9)
    assert names(field(bin_, chair).visible_from("me")) == ["office chair", "bin"]


def test_what_stands_in_a_shelf_is_seen_and_what_stands_on_a_table_too():
    shelf, book = thing(0, "bookshelf", 3, 0, 0, 0.4, 1.0, 2.0), thing(1, "book", 3, 0, 1.0, 0.2, 0.1, 0.3)
    table, cup = thing(2, "table", 0, 3, 0, 1, 1, 0.8), thing(3, "cup", 0, 3, 0.8, 0.1, 0.1, 0.1)
    seen = names(field(shelf, book, table, cup).visible_from("me"))
    assert sorted(seen) == ["book", "bookshelf", "cup", "table"]


def test_the_field_of_view_turns_with_the_look():
    around = (
        thing(0, "sofa", 3, 0, 0, 1, 1, 0.8),
        thing(1, "bed", 0, 3, 0, 1, 1, 0.5),
        thing(2, "tv", -3, 0, 0, 1, 1, 1),
    )
    tools = field(*around)
    assert names(tools.visible_from("me", facing="front")) == ["sofa"]
    assert names(tools.visible_from("me", "left")) == ["bed"]
    assert names(tools.visible_from("me", facing=one(tools, 2))) == ["tv"]
    assert names(tools.visible_from("me", facing=(0, 1, 0))) == ["bed"]
    assert len(tools.visible_from("me")) == 3
    assert names(field(*around, heading_rad=np.pi / 2).visible_from("me", "front")) == ["bed"]
    wide = field(*around, sight=SightSettings(field_of_view_rad=np.pi * 1.2))
    assert sorted(names(wide.visible_from("me", "front"))) == ["bed", "sofa"]


def test_the_view_from_an_object_is_without_the_object():
    sofa, tv = thing(0, "sofa", 0, 0, 0, 2, 1, 0.8), thing(1, "tv", 3, 0, 0.5, 0.1, 1, 0.6)
    tools = field(sofa, tv)
    assert names(tools.visible_from(one(tools, 0), facing=one(tools, 1))) == ["tv"]
    with pytest.raises(ToolError, match="facing=.* is the place itself"):
        tools.visible_from(one(tools, 0), facing=one(tools, 0))


def test_floors_and_ceilings_are_no_answer_and_wall_objects_hide():
    room = (thing(0, "floor", 0, 0, -0.1, 9, 9, 0.1), thing(1, "wall", 2, 0, 0, 0.1, 9, 2.6))
    assert names(field(*room, thing(2, "lamp", 3, 0, 0, 0.3, 0.3, 1.5)).visible_from("me")) == []
    assert names(field(*room, thing(2, "picture", 1.93, 0, 1.2, 0.02, 0.5, 0.5)).visible_from("me")) == ["picture"]


def test_a_closed_door_hides_and_an_open_one_does_not():
    lamp = thing(0, "lamp", 4, 0, 0, 0.3, 0.3, 1.5)
    closed = thing(1, "door", 2, 0, 0, 0.1, 1.2, 2.0, attributes={"state": "closed"})
    opened = thing(1, "door", 2, 0, 0, 0.1, 1.2, 2.0, attributes={"state": "open"})
    assert names(field(lamp, closed).visible_from("me")) == ["door"]
    assert names(field(lamp, opened).visible_from("me")) == ["door", "lamp"]


# --- through the drawn home ------------------------------------------------------------------------------------------


def test_walls_of_the_floor_plan_hide_the_other_rooms():
    assert names(home_tools(0.7, 2.9).visible_from("me")) == ["fridge"]  # no line through the door ends at a thing
    assert names(home_tools(0.7, 2.9, plan=False).visible_from("me")) == ["fridge", "picture", "bed", "lamp"]


def test_one_looks_through_an_open_door_but_not_through_a_closed_one():
    before_the_door = home_tools(3.8, 0.4)
    assert {"bed", "lamp"} <= set(names(before_the_door.visible_from("me")))
    closed = home_tools(3.8, 0.4, bedroom_open=False)
    assert set(names(closed.visible_from("me"))) & {"bed", "lamp"} == set()


def test_a_picture_is_seen_from_its_own_side_of_the_wall_only():
    """The clock hangs on the kitchen's side of the wall to the hall."""
    clock = thing(9, "clock", 3.0, 1.51, 1.5, 0.3, 0.03, 0.3, room="kitchen")
    assert "clock" in names(home_tools(2.5, 3.0, more=(clock,)).visible_from("me"))
    assert "clock" not in names(home_tools(3.0, 0.6, more=(clock,)).visible_from("me"))
    in_the_wall = thing(9, "clock", 3.0, 1.45, 1.5, 0.3, 0.1, 0.3, room="kitchen")  # boxes are not that exact
    assert "clock" in names(home_tools(2.5, 3.0, more=(in_the_wall,)).visible_from("me"))
    assert "clock" not in names(home_tools(3.0, 0.6, more=(in_the_wall,)).visible_from("me"))


def test_a_room_is_looked_into_from_its_middle():
    assert set(names(home_tools().visible_from("bedroom"))) >= {"bed", "lamp"}
    assert "fridge" not in names(home_tools().visible_from("bedroom"))


def test_a_look_from_far_outside_is_no_work():
    start = time.monotonic()
    assert home_tools().visible_from((1e7, 2.5, 1.5)) == []  # the bedroom's wall is in the way
    assert time.monotonic() - start < 1.0


def test_sight_settings_are_checked():
    with pytest.raises(SettingsError, match="SightSettings.seen_share"):
        SightSettings(seen_share=1.5)
