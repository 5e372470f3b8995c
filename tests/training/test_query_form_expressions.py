"""Forms as expressions of the question language: some by hand, and every labelled form where the labels are there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hand_room import room
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import short
from situated_qa.training.query_forms.expressions import NotSayable, expression_of
from situated_qa.training.query_forms.form import Form, parse_form
from situated_qa.training.query_forms.grounds import Grounds

LABELS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "query_forms" / "forms.jsonl"
ME = "me"


def place(rel: str, of: object = ME) -> dict[str, object]:
    return {"rel": rel, "of": of}


def thing(target: str, *where: dict[str, object]) -> dict[str, object]:
    return {"target": target, "where": list(where)}


BY_HAND = [
    ({"ask": "count", **thing("chair", place("left"))}, 'count(every("chair", left(me)))'),
    ({"ask": "count", **thing("chair"), "attribute": "> 2", "options": ["yes", "no"]}, 'count(every("chair")) > 2'),
    ({"ask": "count", **thing("chair"), "attribute": "= 2", "options": ["yes", "no"]}, 'count(every("chair")) == 2'),
    ({"ask": "count", **thing("chair"), "attribute": "divisible by 3"}, 'multiple(count(every("chair")), 3)'),
    ({"ask": "count", **thing("chair"), "options": ["odd", "even"]}, 'parity(count(every("chair")))'),
    ({"ask": "count", **thing("chair"), "attribute": "even", "options": ["yes", "no"]},
     'is_it(parity(count(every("chair"))), "even")'),
    ({"ask": "count", **thing("chair and stool")}, 'count(either(every("chair"), every("stool")))'),
    ({"ask": "exists", **thing("cup", place("on", thing("desk", place("back"))))},
     'exists(every("cup", on(the("desk", behind(me)))))'),
    ({"ask": "exists", **thing("cup"), "other": thing("lamp")}, 'both(exists(every("cup")), exists(every("lamp")))'),
    ({"ask": "name", **thing("any", place("on", thing("table")))}, 'name(every("thing", on(the("table"))))'),
    ({"ask": "name", **thing("any", place("back"))}, 'name(the("thing", behind(me)))'),
    ({"ask": "name", **thing("any", place("front left"))}, 'name(the("thing", front(me), left(me)))'),
    ({"ask": "name", **thing("any", place("2 o'clock"))}, 'name(the("thing", clock(2, me)))'),
    ({"ask": "name", **thing("any", place("left", thing("table")))}, 'name(the("thing", left(the("table"), me)))'),
    ({"ask": "name", **thing("any", place("between", thing("bed")), place("between", thing("desk")))},
     'name(the("thing", between(the("bed"), the("desk"))))'),
    ({"ask": "name", **thing("any", place("between"), place("between", thing("tv")))},
     'name(the("thing", between(me, the("tv"))))'),
    ({"ask": "name", **thing("any", place("between", thing("couch", place("left"))))},
     'name(the("thing", between(every("couch", left(me)))))'),
    ({"ask": "count", **thing("any", {"not": place("between", thing("bed"))}, place("between", thing("desk")))},
     'count(every("thing", no(between(the("bed"), the("desk")))))'),
    ({"ask": "list", **thing("any", {"not": place("near", thing("bed"))})},
     'name(every("thing", no(near(the("bed")))))'),
    ({"ask": "list", **thing("any", place("left"), {"not": {"has": "category", "value": "chair"}})},
     'name(every("thing", left(me), but(every("chair"))))'),
    ({"ask": "name", **thing("something to sit on", {"most": "closest"})},
     'name(the("something to sit on", closest(me)))'),
    ({"ask": "name", **thing("any", {"most": "largest"})}, 'name(the("thing", most("large")))'),
    ({"ask": "color", **thing("chair", {"nth": 2, "from": "left"})}, 'color(the("chair", nth(2, leftmost(me))))'),
    ({"ask": "color", **thing("picture", place("near", thing("couch")), {"most": "closest"})},
     'color(the("picture", closest(the("couch"))))'),
    ({"ask": "color", **thing("door", {"has": "openness", "value": "closed"}, place("front"))},
     'color(the("door", front(me), state="closed"))'),
    ({"ask": "color", **thing("sofa"), "options": ["dark", "light"]}, 'color(the("sofa"), ["dark", "light"])'),
    ({"ask": "color", **thing("sofa"), "attribute": "red", "options": ["yes", "no"]},
     'looks(the("sofa"), "color", "red")'),
    ({"ask": "state", **thing("door", place("back")), "attribute": "openness", "options": ["open", "closed"]},
     'state(the("door", behind(me)), ["open", "closed"])'),
    ({"ask": "state", **thing("lamp"), "attribute": "power"}, 'state(the("lamp"), ["on", "off"])'),
    ({"ask": "shape", **thing("table", {"has": "material", "value": "wood"})}, 'shape(the("table", material="wood"))'),
    ({"ask": "size", **thing("table"), "attribute": "wide"}, 'measure(the("table"), "width")'),
    ({"ask": "size", **thing("table")}, 'dimensions(the("table"))'),
    ({"ask": "direction", **thing("tv")}, 'where(the("tv"))'),
    ({"ask": "direction", **thing("tv"), "options": ["left", "right"], "turn": "around"},
     'side(the("tv"), turned(me, "around"), ["left", "right"])'),
    ({"ask": "direction", **thing("tv"), "options": ["left", "right"], "other": thing("sofa")},
     'side(the("tv"), the("sofa"), ["left", "right"], me)'),
    ({"ask": "distance", **thing("lamp"), "attribute": "within reach", "options": ["yes", "no"]},
     'holds(the("lamp"), reach(me))'),
    ({"ask": "distance", **thing("lamp")}, 'distance(the("lamp"), me)'),
    ({"ask": "distance", **thing("lamp"), "other": thing("bed")}, 'distance(the("lamp"), the("bed"), how="center")'),
    ({"ask": "path", **thing("door")}, 'way(the("door"))'),
    ({"ask": "path", **thing("door"), "options": ["yes", "no"]}, 'reachable(the("door"))'),
    ({"ask": "same", **thing("chair", place("front")), "attribute": "color", "options": ["yes", "no"]},
     'alike("color", every("chair", front(me)))'),
    ({"ask": "same", **thing("bed"), "attribute": "material", "other": thing("desk")},
     'same("material", the("bed"), the("desk"))'),
    ({"ask": "same", **thing("cup"), "attribute": "number", "other": thing("lamp")},
     'count(every("cup")) == count(every("lamp"))'),
    ({"ask": "which", **thing("bed"), "attribute": "closer", "other": thing("desk"), "options": ["yes", "no"]},
     'first(which(closest(me), the("bed"), the("desk")), the("bed"))'),
    ({"ask": "which", **thing("bed"), "attribute": "closer to the door", "other": thing("desk"),
      "options": ["bed", "desk"]}, 'which(closest(the("door")), the("bed"), the("desk"))'),
    ({"ask": "which", **thing("cup"), "attribute": "more", "other": thing("lamp"), "options": ["cup", "lamp"]},
     'which_more("more", every("cup"), every("lamp"))'),
    ({"ask": "which", **thing("bed"), "attribute": "more pillows on it", "other": thing("couch")},
     'which(with_most(every("pillow")), the("bed"), the("couch"))'),
    ({"ask": "which", **thing("table"), "attribute": "fewer chairs around it", "other": thing("desk")},
     'which(with_fewest(every("chair"), "near"), the("table"), the("desk"))'),
    ({"ask": "which", **thing("bed"), "attribute": "older", "other": thing("desk")}, 'not_in_map("which is older")'),
    ({"ask": "same", **thing("bed"), "attribute": "age", "other": thing("desk")},
     'not_in_map("whether they have the same age")'),
    ({"ask": "same", **thing("bed"), "attribute": "appearance", "other": thing("desk")},
     'same("appearance", the("bed"), the("desk"))'),
    ({"ask": "same", **thing("bed"), "attribute": "color white", "other": thing("desk")},
     'both(looks(the("bed"), "color", "white"), looks(the("desk"), "color", "white"))'),
    ({"ask": "name", **thing("any", {"has": "shape", "value": "round"}, {"has": "shape", "value": "three legs"})},
     'name(every("thing", having("shape", "three legs"), shape="round"))'),
    ({"ask": "exists", **thing("table", {"has": "part", "value": "wheels"}, {"has": "surface area", "value": "small"})},
     'exists(every("table", state="wheels", size="small"))'),
    ({"ask": "difference", **thing("cup"), "attribute": "more", "other": thing("lamp")},
     'count(every("cup")) - count(every("lamp"))'),
    ({"ask": "difference", **thing("cup"), "other": thing("lamp")},
     'difference(count(every("cup")), count(every("lamp")))'),
    ({"ask": "commonest", **thing("any"), "attribute": "fewest"}, 'commonest(every("thing"), fewest=1)'),
    ({"ask": "position", **thing("cup")}, 'position(the("cup"))'),
    ({"ask": "exists", **thing("tv", place("visible", thing("bed")))}, 'exists(every("tv", visible(the("bed"))))'),
    ({"ask": "exists", **thing("tv", {**place("visible", thing("bed")), "facing": thing("lamp")})},
     'exists(every("tv", visible(at(the("bed"), facing=the("lamp")))))'),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expression"), BY_HAND, ids=[row[1] for row in BY_HAND])
def test_a_form_is_written_as_an_expression(data, expression):
    assert expression_of(parse_form(data), Grounds()) == expression
    assert check(expression) == []


def test_rooms_of_the_scene_are_rooms_and_the_askers_room_is_added_where_it_is_meant():
    grounds = Grounds(rooms=("kitchen", "hall"), here="kitchen")
    chairs = parse_form({"ask": "count", **thing("chair", place("in", thing("hall")))})
    assert expression_of(chairs, grounds) == 'count(every("chair", in_room("hall")))'
    left = parse_form({"ask": "count", **thing("chair", place("left"))})
    assert expression_of(left, grounds, only_here=True) == 'count(every("chair", left(me), in_room("kitchen")))'
    more = parse_form({"ask": "which", **thing("cup"), "attribute": "more", "other": thing("bowl")})
    both = 'which_more("more", every("cup", in_room("kitchen")), every("bowl", in_room("kitchen")))'
    assert expression_of(more, grounds, only_here=True) == both
    seen = parse_form({"ask": "exists", **thing("bed", place("visible", thing("hall")))})
    assert expression_of(seen, grounds) == 'exists(every("bed", visible(room("hall"))))'


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ({"ask": "common_sense", **thing("any")}, "common_sense is not looked up"),
        ({"ask": "which", **thing("bed"), "attribute": "closer"}, "which of one"),
        ({"ask": "name", **thing("any", place("between"))}, "between the asker and nothing else"),
        ({"ask": "name", **thing("any", place("on"))}, "on the asker"),
    ],
)
def test_what_no_expression_says_is_named(data, culprit):
    with pytest.raises(NotSayable, match=culprit):
        expression_of(parse_form(data), Grounds())


def labelled() -> list[tuple[int, Form]]:
    """The labelled forms that ask for something to look up, with their numbers."""
    if not LABELS.exists():
        pytest.skip("there are no labels: shared/data/query_forms/forms.jsonl is absent")
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    forms = [(row["id"], parse_form(row["form"])) for row in rows if row["form"]]
    return [(number, form) for number, form in forms if form.ask != "common_sense"]


def test_every_labelled_form_is_an_expression_that_the_checker_accepts():
    problems = {number: check(expression_of(form, Grounds())) for number, form in labelled()}
    assert {number: found for number, found in problems.items() if found} == {}


def test_every_labelled_form_has_a_value_in_a_room():
    scene = room()
    grounds = Grounds.of(scene)
    for number, form in labelled():
        (value,) = evaluate(expression_of(form, grounds), scene).values
        assert short(value, scene.graph), (number, form)
