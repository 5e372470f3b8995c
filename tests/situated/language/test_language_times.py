"""When things were seen: the order in which they came into view, and how long ago.

The bed came into view after 10 s, table and desk after 20 s in one image, the cup after 30 s. The last image is of
90 s: the cup is in it, the bed was last seen at 60 s.
"""

from __future__ import annotations

import numpy as np
import pytest
from hand_made_room import situated, thing

from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.phrases import duration
from situated_qa.situated.language.said import said
from situated_qa.situated.language.values import Reason, Unknown
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

S = 10**9  # ns


def watched(now_s: int = 0) -> SituatedScene:
    """The asker stands at the origin; now_s: the stamp of the asker's pose, 0 where it has none."""
    objects = tuple(
        thing(number, kind, x, 0, 0, 0.5, 0.5, 0.5, first_seen=first * S, last_seen=last * S)
        for number, (kind, x, first, last) in enumerate(
            [("bed", 4, 10, 60), ("table", 1, 20, 90), ("desk", 2, 20, 70), ("cup", 3, 30, 90)]
        )
    )
    return SituatedScene(SceneGraph(objects, stamp=90 * S), Viewpoint(np.zeros(3), 0.0, stamp=now_s * S))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('which(seen("first"), the("cup"), the("bed"))', "bed"),
        ('which(nth(2, seen("first")), the("cup"), the("bed"))', "cup"),
        ('which(nth(-1, seen("first")), the("cup"), the("bed"), the("desk"))', "cup"),
        ('which(seen("last"), the("cup"), the("bed"))', "cup"),
        ('name(the("thing", seen("first")))', "bed"),
        ('name(every("thing", seen("first")))', "bed, table, desk and cup"),  # the nearest of one image first
        ('ranked(seen("first"), every("cup"), every("desk"), every("bed"))', "bed, desk and cup"),
        ('ranked(seen("last"), every("bed"), every("desk"), every("cup"))', "cup, desk and bed"),
        ('ago(the("bed"))', "30 s"),
        ('ago(the("bed"), "first")', "80 s"),
        ('ago(the("bed"), "first", "min")', "1.3 min"),
        ('ago(the("bed")) > ago(the("desk"))', "yes"),
        ('ago(the("bed"), "last", "min") == ago(the("bed"))', "yes"),  # 0.5 min are 30 s
        ('ago(the("bed"), "last", "min") < 1', "yes"),
    ],
)
def test_what_was_seen_first_last_and_how_long_ago(text, expected):
    scene = watched()
    (value,) = evaluate(text, scene).values
    assert short(value, scene.graph) == expected


def test_the_time_is_counted_from_now_where_the_asker_s_pose_has_a_stamp():
    (value,) = evaluate('ago(the("bed"))', watched(now_s=660)).values
    assert (value.value, value.unit) == (10.0, "min")
    assert sentence(value, watched().graph) == "I last saw the bed 10 minutes ago."
    (hours,) = evaluate('ago(the("bed"), "first")', watched(now_s=3 * 3600 + 10)).values
    assert (hours.value, hours.unit) == (3.0, "h")
    assert evaluate('ago(the("bed"))', watched(now_s=660)).notes == ()
    assert evaluate('ago(the("bed"))', watched()).notes == ("the time is counted back from the last image in the map",)


def test_things_of_one_image_have_no_order():
    (value,) = evaluate('which(seen("first"), the("table"), the("desk"))', watched()).values
    assert value == Unknown(
        Reason.AMBIGUOUS, "The table and the desk came into view in the same image.", value.ids
    )  # fmt: skip
    notes = evaluate('ranked(seen("first"), the("table"), the("desk"), the("cup"))', watched()).notes
    assert notes == ("the table and the desk came into view in the same image",)
    assert evaluate('name(the("thing", nth(2, seen("first"))))', watched()).notes == (
        "two things came into view in the same image; the nearest was taken",
    )


def test_a_map_without_stamps_cannot_tell():
    for text in ('ago(the("cup"))', 'name(the("thing", seen("last")))', 'ranked(seen("first"), the("bed"))'):
        (value,) = evaluate(text, situated()).values
        assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED, text
        assert value.text.startswith("The map does not hold when the ")


def test_a_time_is_not_a_length():
    (value,) = evaluate('ago(the("bed")) > distance(the("bed"), me)', watched()).values
    assert value.text == "A time and a length cannot be compared."


def test_durations_are_in_units_that_a_person_uses():
    told = [duration(s) for s in (0.4, 1.2, 73.2, 720.0, 10_800.0, 864_000.0)]
    assert told == ["0 seconds", "1 second", "73 seconds", "12 minutes", "3 hours", "10 days"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('ago(the("cup"))', "how long ago you last saw the cup"),
        ('ago(the("cup"), "first", "min")', "how long ago you first saw the cup in minutes"),
        ('which(seen("first"), the("bed"), the("cup"))', "which is the first to come into view: the bed or the cup"),
        ('name(the("thing", nth(-1, seen("first"))))', "what the last thing to come into view is"),
        ('name(the("thing", seen("last")))', "what the most recently seen thing is"),
        ('ranked(seen("first"), every("chair"), every("bed"))',
         "in which order, the first to come into view first, come chairs and beds"),
        ('color(the("bed", with_most(every("pillow"))))', "what color the bed with the most pillows on it is"),
        ('which(with_fewest(every("chair"), "near"), the("table"), the("desk"))',
         "which is the one with the fewest chairs near it: the table or the desk"),
    ],
)  # fmt: skip
def test_questions_about_time_and_number_in_words(text, words):
    assert said(text) == words


def test_a_choice_by_time_says_what_it_rests_on():
    scene = watched()
    told = [
        sentence(evaluate(text, scene).values[0], scene.graph)
        for text in ('which(seen("first"), the("cup"), the("bed"))', 'ranked(closest(me), the("cup"), the("table"))')
    ]
    assert told[0] == "The bed is the first to come into view."
    assert told[1] == "In this order: table (0.8 m) and cup (2.8 m)."
