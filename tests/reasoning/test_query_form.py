"""Forms, what the words of a question say, the schema a model is held to, and settling the two."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.query_form.form import Form, FormError, Has, Most, Noun, Place, parse_form
from situated_qa.reasoning.query_form.reading.frames import ask_frame
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.words import normalise, singular
from situated_qa.reasoning.query_form.repair import mend, settle
from situated_qa.reasoning.query_form.schema import build_schema, form_messages, static_messages, worked_examples

CATEGORIES = [
    "bed",
    "bookcase",
    "chair",
    "coffee table",
    "couch",
    "door",
    "lamp",
    "refrigerator",
    "sofa",
    "table",
    "tv",
]
ME_LEFT, ME_BACK = Place("left"), Place("back")


# --- the form itself -------------------------------------------------------------------------------------------------


def test_form_survives_the_way_to_json_and_back():
    form = Form(
        "which",
        Noun("chair", (Has("color", "black"), Place("near", Noun("table", (ME_LEFT,))), Most("closest"))),
        ("chair", "sofa"),
        "closer",
        Noun("sofa", (ME_BACK,)),
    )
    assert parse_form(str(form)) == form


@pytest.mark.parametrize(
    ("reply", "culprit"),
    [
        ('{"ask": "count", "targ', "not JSON"),
        ("[1]", "JSON object"),
        ('{"ask": "juggle", "target": "chair"}', "juggle"),
        ('{"ask": "count"}', "target"),
        ('{"ask": "count", "target": "chair", "where": [{"rel": "beyond", "of": "me"}]}', "beyond"),
        ('{"ask": "count", "target": "chair", "where": [{"most": "nicest"}]}', "nicest"),
        ('{"ask": "count", "target": "chair", "where": [{"colour": "red"}]}', "colour"),
        ('{"ask": "count", "target": "chair", "options": "yes"}', "options"),
    ],
)
def test_what_is_not_a_form_is_refused_by_name(reply, culprit):
    with pytest.raises(FormError, match=culprit):
        parse_form(reply)


def test_references_cannot_nest_without_end():
    data: object = "cup"
    for _ in range(6):
        data = {"target": "table", "where": [{"rel": "near", "of": data}]}
    with pytest.raises(FormError, match="nest"):
        parse_form({"ask": "count", **data})  # type: ignore[dict-item]


# --- reading a question by rule --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "ask", "options", "attribute"),
    [
        ("How many chairs are on my left?", "count", (), ""),
        ("Is the number of chairs odd or even?", "count", ("odd", "even"), ""),
        ("Are there more than two chairs?", "count", ("yes", "no"), "> 2"),
        ("What colour is the sofa?", "color", (), ""),
        ("Is the sofa brown?", "color", ("yes", "no"), "brown"),
        ("Is there a plant to my right?", "exists", ("yes", "no"), ""),
        ("Is the sofa behind me?", "exists", ("yes", "no"), ""),
        ("How far is the sofa?", "distance", (), ""),
        ("Can I reach the lamp from here?", "distance", ("yes", "no"), "within reach"),
        ("Where is the door?", "direction", (), ""),
        ("Which way is the door and how far is it?", "direction", (), ""),
        ("Is the lamp on my left or on my right?", "direction", ("left", "right"), ""),
        ("Which direction should I go to leave the room?", "path", (), ""),
        ("Is the door open or closed?", "state", ("open", "closed"), "openness"),
        ("Is the door open?", "state", ("yes", "no"), "open"),
        ("Are the chairs the same color?", "same", ("yes", "no"), "color"),
        ("Is the bed closer to me than the sofa?", "which", ("yes", "no"), "closer"),
        ("What is the table made of?", "material", (), ""),
        ("How tall is the bookcase?", "size", (), "tall"),
        ("What is behind me?", "name", (), ""),
    ],
)
def test_fixed_phrases_tell_the_kind_of_answer(question, ask, options, attribute):
    frame = ask_frame(normalise(question))
    assert (frame.ask, frame.options, frame.attribute) == (ask, options, attribute)


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("How many chairs are on my left-hand side?", Noun("chair", (ME_LEFT,))),
        ("What is at my three o'clock?", Noun("any", (Place("3 o'clock"),))),
        ("What is in front of me on the left?", Noun("any", (Place("front left"),))),
        ("What is directly behind me?", Noun("any", (ME_BACK, Most("closest")))),
        ("What is behind the sofa?", Noun("any", (Place("back", Noun("sofa")),))),
        ("How many chairs are on your left?", Noun("chair", (ME_LEFT,))),
        ("Could you tell me what is behind me?", Noun("any", (ME_BACK,))),
        ("What color is the chair I am sitting on?", Noun("chair", (Most("closest"),))),
        ("What is the largest object on my left?", Noun("any", (ME_LEFT, Most("largest")))),
        ("How many black chairs are near the coffee table?",
         Noun("chair", (Has("color", "black"), Place("near", Noun("coffee table"))))),
        ("What is between the sofa and the tv?",
         Noun("any", (Place("between", Noun("sofa")), Place("between", Noun("tv"))))),
        ("What is between me and the tv?", Noun("any", (Place("between"), Place("between", Noun("tv"))))),
        ("What can I sit on?", Noun("something to sit on")),
        ("Which chair is closest to the door?", Noun("chair", (Place("near", Noun("door")), Most("closest")))),
        ("What color is the closed door behind me?", Noun("door", (Has("state", "closed"), ME_BACK))),
        ("How many chairs and lamps are there?", Noun("chair and lamp")),
    ],
)  # fmt: skip
def test_conditions_are_read_from_the_words(question, noun):
    reading = read_question(question, CATEGORIES)
    assert reading.noun == noun
    assert reading.sure_of_nouns


def test_place_belongs_to_the_noun_it_follows_but_not_across_the_verb():
    nested = read_question("What is on the table behind the couch on my left?", CATEGORIES).noun
    assert nested == Noun("any", (Place("on", Noun("table", (Place("back", Noun("couch", (ME_LEFT,))),))),))
    across = read_question("How many chairs near the table are on my left?", CATEGORIES).noun
    assert across == Noun("chair", (Place("near", Noun("table")), ME_LEFT))
    relative = read_question("What is on the table that is on my left?", CATEGORIES).noun
    assert relative == Noun("any", (Place("on", Noun("table", (ME_LEFT,))),))


def test_either_or_gives_the_two_things_as_options():
    form = read_question("Which is closer to me, the bed or the bookcase?", CATEGORIES).form()
    assert (form.noun.target, form.other, form.options) == ("bed", Noun("bookcase"), ("bed", "bookcase"))


def test_words_that_are_not_understood_leave_the_rules_unsure():
    assert not read_question("What is the weather like?", CATEGORIES).sure_of_ask
    assert not read_question("What did my aunt bring for the yonder?", CATEGORIES).sure_of_nouns


def test_things_the_scene_does_not_have_are_read_all_the_same():
    assert read_question("How many grand pianos are there?", CATEGORIES).noun == Noun("grand piano")


@pytest.mark.parametrize(
    ("plural", "single"),
    [("chairs", "chair"), ("office chairs", "office chair"), ("shelves", "shelf"), ("benches", "bench"),
     ("boxes", "box"), ("glass", "glass"), ("scissors", "scissors"), ("tvs", "tv"), ("bodies", "body")],
)  # fmt: skip
def test_singular(plural, single):
    assert singular(plural) == single


def test_a_very_long_question_is_read_without_trouble():
    assert read_question("what is behind the sofa and " * 70, CATEGORIES).frame.ask == "name"


# --- what the model is shown and held to -----------------------------------------------------------------------------


def test_prompt_starts_with_the_same_part_for_every_question():
    first, second = form_messages("Where is the lamp?"), form_messages("What is behind me?")
    assert first[:-1] == second[:-1] == static_messages()
    assert first[-1].content == "Q: Where is the lamp?"


def test_worked_examples_are_forms_of_many_kinds():
    examples = worked_examples()
    assert len(examples) >= 18
    assert len({form.ask for _, form in examples}) == 14


def test_schema_allows_only_what_the_question_mentions():
    schema = build_schema("How many chairs are on my left?", CATEGORIES)
    properties = schema["properties"]
    assert properties["ask"] == {"enum": ["count"]}
    assert properties["target"] == {"enum": ["chair"]}
    assert properties["where"]["items"]["properties"]["rel"] == {"enum": ["left"]}
    assert properties["where"]["maxItems"] == 1
    assert list(properties) == ["ask", "target", "where"]


def test_schema_without_place_words_has_no_conditions():
    assert "where" not in build_schema("How far is the sofa?", CATEGORIES)["properties"]


def test_schema_offers_all_categories_where_the_question_names_none():
    target = build_schema("What could that be?", CATEGORIES)["properties"]["target"]
    assert set(CATEGORIES) <= set(target["anyOf"][0]["enum"])


# --- settling the model's form and the rules' ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "replied", "noun"),
    [
        # the model left a condition out
        ("Is there something odd behind me?", '{"ask": "exists", "target": "any"}', Noun("any", (ME_BACK,))),
        # said once, filled in twice
        ("Is the lamp behind the couch on my left pretty?",
         '{"ask": "exists", "target": "lamp", "where": [{"rel": "back", "of": {"target": "couch", "where":'
         ' [{"rel": "left", "of": "me"}]}}, {"rel": "left", "of": "me"}]}',
         Noun("lamp", (Place("back", Noun("couch", (ME_LEFT,))),))),
        # two sides for one corner
        ("Is the lamp in front of me to the right pretty?",
         '{"ask": "exists", "target": "lamp", "where": [{"rel": "front", "of": "me"}, {"rel": "right", "of": "me"}]}',
         Noun("lamp", (Place("front right"),))),
        # an object of no kind
        ("Are there weird objects on the table?",
         '{"ask": "exists", "target": "object", "where": [{"rel": "on", "of": {"target": "table"}}]}',
         Noun("any", (Place("on", Noun("table")),))),
        # a thing on itself
        ("Is the tv behind me fancy?",
         '{"ask": "exists", "target": "tv", "where": [{"rel": "back", "of": "me"},'
         ' {"rel": "on", "of": {"target": "tv"}}]}',
         Noun("tv", (ME_BACK,))),
    ],
)  # fmt: skip
def test_model_form_is_mended_by_the_words(question, replied, noun):
    assert mend(read_question(question, CATEGORIES), parse_form(replied)).noun == noun


def test_words_that_were_all_understood_outvote_the_model():
    reading = read_question("How many chairs are on my left?", CATEGORIES)
    settled = settle(reading, parse_form('{"ask": "exists", "target": "table"}'))
    assert settled.form == Form("count", Noun("chair", (ME_LEFT,)))
    assert "against the model" in settled.decided_by


def test_model_decides_where_the_words_leave_it_open():
    reading = read_question("What is the weather like?", CATEGORIES)
    settled = settle(reading, parse_form('{"ask": "common_sense", "target": "any"}'))
    assert settled.form.ask == "common_sense"
    assert "the model filled in the form" in settled.decided_by
