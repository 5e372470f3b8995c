"""The parts of the trained reader: vocabulary, grammar, guards, calibration."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest

from situated_qa.errors import SettingsError
from situated_qa.llm.text_model import Continuation
from situated_qa.reasoning.reader.calibration import Calibration, read_calibration
from situated_qa.reasoning.reader.guards import doubt
from situated_qa.reasoning.reader.vocabulary import edits, vocabulary
from situated_qa.reasoning.reader.writing import grammar_for, per_token, usable, write
from situated_qa.situated.language.check import check

sys.path.append(str(Path(__file__).parents[1] / "situated" / "language"))
from gbnf import Grammar  # noqa: E402


class TestVocabulary:
    def test_nouns_are_runs_of_words_in_the_singular(self) -> None:
        words = vocabulary("How many red office chairs are near Tom's desk?")
        assert {"office chair", "red office chair", "chair", "desk", "door"} <= set(words.nouns)
        assert "chairs are near" not in words.nouns
        assert not words.open and words.language == "en"
        assert words.words[:4] == ("how", "many", "red", "office")

    @pytest.mark.parametrize("text", ["office chair", "chair", "thing", "red", "chairs", "Office Chair"])
    def test_what_a_question_says(self, text: str) -> None:
        assert vocabulary("How many red office chairs are there?").holds(text)

    @pytest.mark.parametrize("text", ["pillow", "blue chair", "desk", "kitchen"])
    def test_what_it_does_not_say(self, text: str) -> None:
        """A thing of the scene may be written, and is doubted."""
        assert not vocabulary("How many red office chairs are there?", things=["pillow", "desk"]).holds(text)

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("wher is teh refridgerator", "refrigerator"),
            ("how many chiars", "chair"),
            ("Is the book shelf tall?", "bookshelf"),
            ("Is thetable round?", "table"),
            ("Count the cacti.", "cactus"),
            ("how many tvs", "tv"),
            ("Wo ist der Stuhl?", "chair"),
            ("厨房里有几把椅子？", "chair"),
        ],
    )
    def test_misspelled_and_foreign_words_are_said(self, question: str, text: str) -> None:
        assert vocabulary(question).holds(text)

    def test_the_texts_of_the_question_before_may_come_again(self) -> None:
        assert vocabulary("And in the hall?", 'count(every("lamp", color="red"))').holds("lamp")

    def test_edits(self) -> None:
        assert [edits("chair", word) for word in ("chair", "chiar", "chairs", "hair", "table")] == [0, 1, 1, 1, 5]


class TestGrammar:
    def test_it_holds_the_words_of_the_question(self) -> None:
        rules = Grammar(grammar_for(vocabulary("How many red office chairs are near the couch?")))
        assert rules.accepts('count(every("office chair", near(the("couch")), color="red"))')
        assert not rules.accepts('count(every("pillow"))')
        assert not rules.accepts("count(near(me))")

    def test_a_misspelled_word_opens_it(self) -> None:
        rules = Grammar(grammar_for(vocabulary("how mny blak chiars")))
        assert rules.accepts('count(every("chair", color="black"))')
        assert not rules.accepts("count(near(me))")

    def test_topics_and_situations_are_in_any_words(self) -> None:
        rules = Grammar(grammar_for(vocabulary("What time is it?")))
        assert rules.accepts('not_in_map("the time of day")')

    def test_a_use_is_made_of_its_words(self) -> None:
        rules = Grammar(grammar_for(vocabulary("Where can I wash my hands?")))
        assert rules.accepts('where(the("something to wash hands in"))')


class TestForeignQuestions:
    def test_where_all_words_are_known_their_translations_alone_may_stand(self) -> None:
        rules = Grammar(grammar_for(vocabulary("Liegt die Schere in der roten Kiste?", things=["soap"], rooms=["den"])))
        assert rules.accepts('holds(the("scissors"), inside(the("box", color="red")))')
        assert not rules.accepts('holds(the("soap"), inside(the("box")))')
        assert not rules.accepts('holds(the("schere"), inside(the("box")))')
        assert not rules.accepts('count(every("red"))')  # a color is no thing

    def test_an_unknown_word_opens_it(self) -> None:
        rules = Grammar(grammar_for(vocabulary("Wo ist der Kreuzgelenkadapter?")))
        assert rules.accepts('where(the("universal joint adapter"))')

    def test_uses_are_in_any_english_words_where_the_question_may_speak_of_one(self) -> None:
        rules = Grammar(grammar_for(vocabulary("Womit kann ich schreiben?")))
        assert rules.accepts('name(the("something to write with"))')
        rules = Grammar(grammar_for(vocabulary("Wo ist die Lampe?")))
        assert not rules.accepts('where(the("something to write with"))')

    def test_a_word_that_the_model_does_not_know_is_asked_for_again_without_thing(self) -> None:
        replies = {True: 'where(the("thing"))', False: 'where(the("hole punch"))'}
        asked = []

        def continue_text(prompt: str, *, grammar: str = "", **_: object) -> Continuation:
            with_thing = Grammar(grammar).accepts('where(the("thing"))')
            asked.append(with_thing)
            return Continuation(replies[with_thing], seconds=1.0)

        written = write(continue_text, "Wo ist der Locher?")
        assert (written.expression, asked, written.seconds) == ('where(the("hole punch"))', [True, False], 2.0)
        asked.clear()
        assert write(continue_text, "Was ist das?").expression == 'where(the("thing"))' and asked == [True]


class TestReplies:
    @pytest.mark.parametrize(
        ("question", "reply", "expression"),
        [
            ("What is to my right on the desk?", 'the("thing", right(me), on(the("desk")))',
             'every("thing", right(me), on(the("desk")))'),
            ("What is red and behind me?", 'the("thing", behind(me), color="red")',
             'every("thing", behind(me), color="red")'),
            ("What is the object on the desk?", 'the("thing", on(the("desk")))', 'the("thing", on(the("desk")))'),
            ("What is nearest on the desk?", 'the("thing", on(the("desk")), closest(me))',
             'the("thing", on(the("desk")), closest(me))'),
            ("What is in the kitchen on my left?", 'the("thing", left(me), room="kitchen")',
             'the("thing", left(me), room="kitchen")'),
        ],
    )  # fmt: skip
    def test_what_is_on_something_is_all_of_it(self, question: str, reply: str, expression: str) -> None:
        written = write(lambda *_, **__: Continuation(f"name({reply})"), question)
        assert written.expression == f"name({expression})"

    @pytest.mark.parametrize(
        ("reply", "expression"),
        [
            ('count(every("bathroom"))', 'count_rooms("bathroom")'),
            ('exists(every("bathroom"))', 'has_room("bathroom")'),
            ('count(every("bathroom")) > 1', 'count_rooms("bathroom") > 1'),
            ('count(every("bathroom", left(me)))', 'count(every("bathroom", left(me)))'),
            ('count(every("chair"))', 'count(every("chair"))'),
        ],
    )
    def test_rooms_are_counted_as_rooms(self, reply: str, expression: str) -> None:
        written = write(lambda *_, **__: Continuation(reply), "How many bathrooms or chairs are on my left?")
        assert written.expression == expression

    @pytest.mark.parametrize(
        ("question", "places"),
        [
            ("Can I see myself in the mirror if I turn left?", "left(me)"),
            ("Turning around, could I see a mirror?", "behind(me)"),
            ("Can I see a mirror on my left without turning?", "left(me), visible(me)"),
            ("Do I see a mirror?", "visible(me)"),
        ],
    )
    def test_what_is_seen_after_a_turn_need_not_be_in_sight_now(self, question: str, places: str) -> None:
        side = places if places.endswith("visible(me)") else f"{places}, visible(me)"
        written = write(lambda *_, **__: Continuation(f'exists(every("mirror", {side}))'), question)
        assert written.expression == f'exists(every("mirror", {places}))'

    def test_an_expression_becomes_canonical(self) -> None:
        assert usable(Continuation(' count(every(kind="chair")) ')) == ('count(every("chair"))', "")

    @pytest.mark.parametrize(
        ("text", "problem"),
        [("hello there", "Python syntax"), ("count(left(me))", "a condition"), ("count(evry('chair'))", "'every'")],
    )
    def test_what_is_none_has_a_problem(self, text: str, problem: str) -> None:
        expression, found = usable(Continuation(text))
        assert expression == "" and problem in found

    def test_one_that_was_cut_is_none(self) -> None:
        assert "not finished after 160 tokens" in usable(Continuation("rooms()", tokens=160, finished=False))[1]

    def test_the_log_probability_of_a_token(self) -> None:
        assert per_token(Continuation("x", (-0.1, -0.3))) == pytest.approx(-0.2)
        assert per_token(Continuation("x")) is None

    def test_texts_that_the_tables_decide_do_not_count(self) -> None:
        tokens = ("where", "(the", '("', "hole", " punch", '"', "))")
        logprobs = (-0.1, -0.1, -0.1, -5.0, -7.0, -0.1, -0.1)
        reply = Continuation('where(the("hole punch"))', logprobs, token_texts=tokens)
        assert per_token(reply, with_texts=False) == pytest.approx(-0.1)
        assert per_token(reply) == pytest.approx(-12.5 / 7)
        glued = Continuation("x", (-0.2, -9.0, -0.4), token_texts=("(", '"chair"', ")"))
        assert per_token(glued, with_texts=False) == pytest.approx(-0.3)


RIGHT = [
    ("How many chairs are not on the couch?", 'count(every("chair", no(on(the("couch")))))'),
    ("How many chairs are there besides this one?", 'count(every("chair", but(marked())))'),
    ("Is the lamp on or not?", 'looks(the("lamp"), "state", "on")'),
    ("I can't see the door, where is it?", 'where(the("door"))'),
    ("Which rooms have no lamp?", 'rooms_without(every("lamp"))'),
    ("How far is the desk in feet?", 'distance(the("desk"), me, "ft")'),
    ("What is the second picture from the left?", 'name(the("picture", nth(2, leftmost(me))))'),
    ("What is at my 3 o'clock?", 'name(every("thing", clock(3, me)))'),
    ("Are there more than three chairs?", 'count(every("chair")) > 3'),
    ("Are there at least 4 chairs?", 'count(every("chair")) >= 4'),
    ("Is the tv open or closed?", 'state(the("tv"), ["open", "closed"])'),
    ("Where do I leave?", 'way(the("door"))'),
    ("How many chairs are right next to the bed?", 'count(every("chair", near(the("bed"))))'),
    ("How many chairs are left of the bed?", 'count(every("chair", left(the("bed"))))'),
    ("What color is the lamp with the bed on its left?", 'color(the("lamp", right(the("bed"))))'),
    ("Is the bed on my left or right?", 'side(the("bed"), me, ["left", "right"])'),
    ("Wie viele Stühle sind nicht links von mir?", 'count(every("chair", no(left(me))))'),
]
WRONG = [
    ("How many chairs are not on the couch?", 'count(every("chair", on(the("couch"))))', '"not" was not read'),
    ("How many chairs are on the couch?", 'count(every("chair", no(on(the("couch")))))', "denies nothing"),
    ("How many chairs are there?", 'count(every("stool"))', 'does not say "stool"'),
    ("What color is the chair?", 'color(the("chair", color="red"))', 'does not say "red"'),
    ("Where is the chair?", 'where(the("chair", in_room("kitchen")))', 'does not say "kitchen"'),
    ("How far is the desk in feet?", 'distance(the("desk"), me)', '"in feet" was not read'),
    ("How far is the desk?", 'distance(the("desk"), me, "cm")', 'does not say "cm"'),
    ("What is the second picture from the left?", 'name(the("picture", leftmost(me)))', '"second" was not read'),
    (
        "What is the second cup from the right?",
        'name(the("cup", right(me), nth(2, closest(me))))',
        '"from the right" was',
    ),
    ("What is the picture on the left?", 'name(the("picture", nth(3, leftmost(me))))', "does not say 3"),
    ("What is at my 3 o'clock?", 'name(every("thing", right(me)))', "3 o'clock was not read"),
    ("What is on my right?", 'name(every("thing", right(me), clock(5, me)))', "does not say 5 o'clock"),
    ("Are there more than 7 chairs?", 'exists(every("chair"))', "7 was not read"),
    ("Are there many chairs?", 'count(every("chair")) > 5', "does not say 5"),
    ("How many chairs are on my left?", 'count(every("chair"))', '"left" was not read'),
    ("How many chairs are on my left?", 'count(every("chair", left(me), behind(me)))', 'does not say "behind"'),
    ("How many chairs are on my right?", 'count(every("chair", left(me)))', '"right" was not read'),
    ("What color is it?", "color(it)", '"it" could mean'),
    ("Wie viele Stühle gibt es?", 'count(every("pillow"))', 'does not say "pillow"'),
]


class TestGuards:
    @pytest.mark.parametrize(("question", "expression"), RIGHT)
    def test_right_readings_pass(self, question: str, expression: str) -> None:
        assert check(expression) == []
        assert doubt(question, expression, vocabulary(question)) == ""

    @pytest.mark.parametrize(("question", "expression", "why"), WRONG)
    def test_wrong_readings_do_not(self, question: str, expression: str, why: str) -> None:
        assert check(expression) == []
        assert why in doubt(question, expression, vocabulary(question))

    def test_a_follow_up_may_repeat_what_was_said_before(self) -> None:
        before, now = 'count(every("chair", no(left(me))))', 'count(every("lamp", no(left(me))))'
        words = vocabulary("And how many lamps?", before)
        assert doubt("And how many lamps?", now, words, previous=before, in_session=True) == ""
        assert doubt("And how many lamps?", now, words) != ""

    def test_what_was_read_before_reads_nothing_of_this_question(self) -> None:
        before, now = 'name(the("thing", carrying(the("lamp"))))', 'color(the("table", on(the("lamp"))))'
        text = "And what color is the table that the lamp stands on?"
        assert "was not read" in doubt(text, now, vocabulary(text, before), previous=before, in_session=True)

    def test_a_number_in_digits_after_there_must_be_read(self) -> None:
        text = "Are there 4 chairs?"
        assert doubt(text, 'exists(every("chair"))', vocabulary(text)) == "4 was not read"


TABLE = Calibration((228, 0.98), (-0.1,), ((10, 0.4), (30, 0.9)), ((3, 0.3), (1, 0.5)), ((9, 0.1), (3, 0.5)))


class TestCalibration:
    def test_precision_is_the_share_of_right_ones(self) -> None:
        assert TABLE.of_model(-0.01, doubted=False) == 0.9
        assert TABLE.of_model(-0.2, doubted=False) == 0.4
        assert TABLE.of_model(None, doubted=False) == pytest.approx((10 * 0.4 + 30 * 0.9) / 40)
        assert TABLE.of_model(-0.01, doubted=True) is None  # four are too few

    def test_what_is_not_in_the_scene_lowers_it_where_enough_was_measured(self) -> None:
        share = (9 * 0.1 + 3 * 0.5) / 12  # of both bins, which are beside each other
        assert TABLE.of_model(-0.2, doubted=False, missing=True) == pytest.approx(share)
        assert TABLE.of_model(-0.2, doubted=True, missing=True) is None
        few = dataclasses.replace(TABLE, missing=((3, 0.0), (4, 0.0)))
        assert few.of_model(-0.01, doubted=False, missing=True) == 0.9  # seven tell nothing

    def test_a_bin_with_few_questions_takes_the_share_of_all(self) -> None:
        table = Calibration((228, 0.98), (-0.1,), ((7, 0.0), (14, 0.9)), ((0, 0.0), (0, 0.0)))
        assert table.of_model(-0.2, doubted=False) == pytest.approx(0.6)

    def test_a_file_holds_the_same(self, tmp_path: Path) -> None:
        path = tmp_path / "calibration.json"
        path.write_text(json.dumps({"measured": {}, **dataclasses.asdict(TABLE)}))
        assert read_calibration(path) == TABLE
        assert read_calibration(tmp_path / "none.json") is None

    @pytest.mark.parametrize(
        "text",
        ["{", '{"patterns": [9, 0.9], "edges": [-0.1], "model": [[9, 0.9]], "doubted": [], "missing": []}',
         '{"patterns": [9], "edges": [], "model": [[9, 0.9]], "doubted": [[9, 0.9]], "missing": [[9, 0.9]]}',
         '{"patterns": [9, 0.9], "edges": [-0.1, -0.5], "model": [], "doubted": []}'],
    )  # fmt: skip
    def test_one_that_is_none_is_named(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "calibration.json"
        path.write_text(text)
        with pytest.raises(SettingsError, match=r"calibration\.json is no calibration"):
            read_calibration(path)

    def test_patterns_are_right_often_enough_to_answer_without_the_model(self) -> None:
        table = read_calibration()
        assert table is not None
        read, right = table.patterns
        assert read >= 100 and right >= 0.95
