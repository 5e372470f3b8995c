"""Query forms as data: read, written, and refused with the name of what is wrong."""

from __future__ import annotations

import pytest

from hand_room import room
from situated_qa.training.query_forms.form import (
    FORM_VERSION,
    Form,
    FormError,
    Has,
    Most,
    Not,
    Noun,
    Nth,
    Place,
    parse_form,
)
from situated_qa.training.query_forms.grounds import Grounds

FORMS = [
    Form("which",
         Noun("chair", (Has("color", "black"), Place("near", Noun("table", (Place("left"),))), Most("closest"))),
         ("chair", "sofa"), "closer", Noun("sofa", (Place("back"),))),
    Form("direction", Noun("tv"), ("left", "right"), turn="around"),
    Form("exists", Noun("tv", (Place("visible", Noun("bed"), Noun("lamp")),)), ("yes", "no")),
    Form("color", Noun("chair", (Nth(2, "left"),))),
    Form("count", Noun("chair", (Not(Has("color", "black")), Not(Place("left"))))),
    Form("difference", Noun("chair"), attribute="more", other=Noun("table")),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=[form.ask for form in FORMS])
def test_a_form_survives_the_way_to_json_and_back(form: Form) -> None:
    assert parse_form(str(form)) == form


def test_a_form_of_this_version_is_read() -> None:
    assert parse_form({"version": FORM_VERSION, "ask": "list", "target": "any"}) == Form("list", Noun("any"))


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ('{"ask": "count", "targ', "not JSON"),
        ("[" * 200_000, "not JSON"),
        ('{"version": ' + "9" * 500_000 + "}", "not JSON"),
        ("[1]", "JSON object"),
        ('{"ask": "juggle", "target": "chair"}', "juggle"),
        ('{"ask": "count"}', "target"),
        ('{"ask": "count", "target": "chair", "where": [{"rel": "beyond", "of": "me"}]}', "beyond"),
        ('{"ask": "count", "target": "chair", "where": [{"most": "nicest"}]}', "nicest"),
        ('{"ask": "count", "target": "chair", "where": [{"colour": "red"}]}', "colour"),
        ('{"ask": "count", "target": "chair", "options": "yes"}', "options"),
        ({"version": FORM_VERSION + 1, "ask": "count", "target": "chair"}, '"version"'),
        ({"ask": "count", "target": "chair", "turn": "up"}, '"turn"'),
        ({"ask": "count", "target": "chair", "where": [{"nth": 0, "from": "left"}]}, '"nth"'),
        ({"ask": "count", "target": "chair", "where": [{"nth": 1, "from": "above"}]}, '"from"'),
        ({"ask": "count", "target": "chair", "where": [{"not": {"most": "closest"}}]}, '"not"'),
        ({"ask": "count", "target": "chair", "where": [{"rel": "on", "of": "table", "facing": "tv"}]}, '"facing"'),
    ],
    ids=range(16),
)
def test_what_is_wrong_is_named(data: object, culprit: str) -> None:
    with pytest.raises(FormError, match=culprit):
        parse_form(data)  # type: ignore[arg-type]


def test_references_cannot_nest_without_end() -> None:
    data: object = "cup"
    for _ in range(6):
        data = {"target": "table", "where": [{"rel": "near", "of": data}]}
    with pytest.raises(FormError, match="nest"):
        parse_form({"ask": "count", **data})  # type: ignore[dict-item]


def test_the_nouns_of_a_form_are_listed_with_those_of_its_conditions() -> None:
    assert [noun.target for noun in FORMS[0].nouns()] == ["chair", "table", "sofa"]
    assert [noun.target for noun in FORMS[2].nouns()] == ["tv", "lamp", "bed"]


def test_a_scene_tells_its_rooms_and_what_a_noun_means_there() -> None:
    grounds = Grounds.of(room())
    assert grounds.has("sofa") and grounds.has("seat") and not grounds.has("piano")
    assert Grounds().has("piano"), "without a scene any noun is a thing"
    rooms = Grounds(rooms=("kitchen", "Hall"), here="kitchen")
    assert rooms.room(Noun("hall")) == "Hall"
    assert rooms.room(Noun("hall", (Place("left"),))) == "" == rooms.room(Noun("attic")) == rooms.room(None)


@pytest.mark.parametrize(
    ("form", "text", "here"),
    [
        (Form("count", Noun("chair", (Place("left"),))), "how many chairs are on my left?", True),
        (Form("count", Noun("chair", (Place("left"),))), "how many chairs of this house are on my left?", False),
        (Form("count", Noun("chair")), "how many chairs are there?", False),
        (Form("count", Noun("chair")), "how many chairs are in here?", True),
        (Form("count", Noun("chair", (Place("in", Noun("hall")), Place("left")))), "in the hall on my left?", False),
        (Form("name", Noun("any", (Most("closest"),))), "what is closest?", True),
    ],
)
def test_what_is_around_the_asker_is_in_the_askers_room(form: Form, text: str, here: bool) -> None:
    assert Grounds(rooms=("kitchen", "hall"), here="kitchen").only_here(text, form) is here
    assert not Grounds(rooms=("kitchen", "hall")).only_here(text, form), "the asker's room is not known"
