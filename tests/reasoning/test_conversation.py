"""What people say to a robot, each with the statuses that fit; and that no reply states what is not so."""

from __future__ import annotations

import numpy as np
import pytest

from hand_room import ROOM, room, thing
from situated_qa.errors import ModelUnavailable
from situated_qa.llm.scripted import ScriptedModel
from situated_qa.llm.spec import make_model
from situated_qa.llm.text_model import reader_in
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.conversation.references import dangling
from situated_qa.reasoning.conversation.replies import asks_whereabouts
from situated_qa.reasoning.conversation.speech import Speech, as_question, speech_of
from situated_qa.reasoning.conversation.unknowable import part_of_a_thing, unknowable
from situated_qa.reasoning.reader.writing import warm_up
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

CATEGORIES = sorted({node.category for node in ROOM})


def ask(sandbox: Sandbox, text: str, scene: SituatedScene | None = None, **settings: object) -> Answer:
    reasoner = Reasoner(make_model("none"), sandbox, ReasoningSettings(**settings))  # type: ignore[arg-type]
    return reasoner.answer(scene or room(), Question(text))


LOOKED_AT = {
    "REPLIED": (
        "Hello", "Hi there robot!", "Good morning", "How are you?", "Thanks a lot!", "Thank you, that was helpful",
        "Bye bye", "What can you do?", "Who are you?", "What can I ask you?", "Go to the kitchen",
        "Pick up the cup please", "Stop!", "Could you open the door for me?", "Robot, turn off the lamp", "Turn left",
        "You stupid machine", "You are really clever", "Tell me a joke", "I am hungry", "Do you love me?",
    ),
    "NOT_UNDERSTOOD": (
        "Wo habe ich das Sofa gestern gesehen?", "¿Quién compró la mesa?", "杯子是谁的？",
        "asdf qwerty zxcv", "hm?", "???",
        "What is on its right?", "Is it behind me?", "What is this?", "How many zorp chairs are there?",
        "Which chair has something on it?", "What is two plus two?",
        "How many black or red chairs are there?", "Are most chairs black?", "What else is on the table?",
        "How far is the sofa in steps?", "How many chairs are there without a pillow?",
    ),
    "NOT_KNOWN": (
        "What time is it?", "Is it raining outside?", "Where was the sofa yesterday?", "What changed since last week?",
        "Whose cup is this?", "Who is on the sofa?", "How sure are you?", "Did you look in the bathroom?",
        "How heavy is the bookcase?", "What does the door smell like?", "How old is the lamp?", "Why is the chair red?",
        "Is the sofa comfortable?", "Is the lamp on or off?", "What is the sofa made of?",
        "Where do people usually sit?", "Where is Tom?", "Are you sure that there is no dog?",
        "How many wobbly chairs are there?",
    ),
    "ANSWERED": (
        "Where am I?", "Where are you?", "Which room is this?", "Hello! Where is the cup?", "Stop! What is behind me?",
        "Can you see a lamp?", "Find the cup", "How many things are on the table?",
    ),
}  # fmt: skip


# written before the code and tried once, when it was done; none ended in a false statement but the last, mended since
PUT_ASIDE = {
    "REPLIED": (
        "Good evening, robot!", "Cheers mate", "You are useless.", "Sing me a song", "What's your name?",
        "Which questions can you answer?", "Bring me the cup", "Could you please water the plant?",
    ),
    "NOT_UNDERSTOOD": ("Onde fica a porta?", "blarg fizzle wump", "uh...", "What is underneath it?"),
    "NOT_KNOWN": (
        "What day is it today?", "How much does the sofa weigh?", "Who left the cup on the table?",
        "Was there a dog in here this morning?", "Are you certain about that?", "How many of the chairs squeak?",
        "Is the lamp still warm?", "Where is the cup, and who drinks from it?",
        "Could the sofa be moved next to the tv?",
    ),
    "ANSWERED": (
        "In which spot am I right now?",
    ),
}  # fmt: skip
BY_A_READER = (
    "Would you say all chairs are black?", "I was wondering if there's a cup on the table.",
    "Wo ist das Sofa?", "Was ist hinter mir?", "¿Dónde está la mesa?", "杯子在哪里？", "How far is the sofa in feet?",
    "How far away is the door in yards?",
)  # fmt: skip
"""Answered by a trained reader; no pattern reads them."""
SAID = [(status, text) for table in (LOOKED_AT, PUT_ASIDE) for status, texts in table.items() for text in texts]


@pytest.mark.parametrize(("status", "text"), SAID)
def test_what_people_say_ends_in_a_fitting_status(status: str, text: str, sandbox: Sandbox) -> None:
    answer = ask(sandbox, text)
    assert answer.status.name == status, answer
    assert answer.has_answer and answer.answer and answer.status_text


@pytest.mark.parametrize("text", BY_A_READER)
def test_what_only_a_reader_reads_is_not_understood_without_one(text: str, sandbox: Sandbox) -> None:
    answer = ask(sandbox, text)
    assert (answer.status, answer.object_ids) == (AnswerStatus.NOT_UNDERSTOOD, ())
    assert "without a language model" in answer.answer


def test_the_embedded_reader_answers_what_people_ask(sandbox: Sandbox) -> None:
    """Some may be asked back; what no map tells is never answered."""
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    model = make_model("default")
    reader = reader_in(model)
    if reader is None:
        pytest.skip("the package ships no adapter")
    try:
        warm_up(reader)
    except ModelUnavailable as error:
        pytest.skip(f"the embedded model is not in the cache: {error}")
    reasoner = Reasoner(model, sandbox)
    ended = {
        wanted: [reasoner.answer(room(), Question(text)).status.name for text in texts]
        for wanted, texts in (
            ("ANSWERED", (*LOOKED_AT["ANSWERED"], *PUT_ASIDE["ANSWERED"], *BY_A_READER)),
            ("NOT_KNOWN", (*LOOKED_AT["NOT_KNOWN"], *PUT_ASIDE["NOT_KNOWN"])),
        )
    }
    model.close()
    assert set(ended["NOT_KNOWN"]) <= {"NOT_KNOWN", "NOT_UNDERSTOOD"}, ended
    for wanted, statuses in ended.items():
        assert statuses.count(wanted) >= 0.8 * len(statuses), ended


def test_a_command_is_declined_and_the_named_thing_is_located(sandbox: Sandbox) -> None:
    answer = ask(sandbox, "Bring the cup here, please")
    # the cup is 2 m ahead, its near side 1.95 m
    assert answer.answer == (
        "I cannot move or act; I only answer questions about this place. The cup is in front of you "
        "(12 o'clock), 2.0 m away."
    )
    assert (answer.rounds, answer.program) == (0, "")


def test_what_can_be_asked_follows_the_graph(sandbox: Sandbox) -> None:
    without = ask(sandbox, "What can you do?").answer
    assert "I know of 12 things here" in without and "room" not in without and "walk" not in without
    with_rooms = SceneGraph((thing(1, "sofa", (1, 0, 0.4), (1, 1, 0.8), room="den"),))
    told = ask(sandbox, "What can you do?", SituatedScene(with_rooms, Viewpoint(np.zeros(3), 0.0))).answer
    assert "I know of 1 thing here" in told and "which room they are in" in told and "walk" not in told


def test_whereabouts_name_the_place_and_the_nearest_things(sandbox: Sandbox) -> None:
    answer = ask(sandbox, "Where am I?")
    assert answer.answer.startswith("I do not know which room this is. You are at x 0.0 m, y 0.0 m in the map.")
    # nearest by their boxes: plant at (0.2, -1.4), table from x 1.5, sofa up to x -1.55
    assert "a plant to your right (3 o'clock), 1.4 m away; a table in front of you (12 o'clock), 1.5 m" in answer.answer
    assert answer.object_ids == (8, 2, 1)
    assert "to my right" in ask(sandbox, "Where are you?").answer


def test_whereabouts_name_the_room_where_it_is_known(sandbox: Sandbox) -> None:
    den = RoomNode("den", box=thing(0, "x", (0, 0, 1.2), (8, 8, 2.4)).box)
    scene = SituatedScene(SceneGraph(ROOM, rooms=(den,)), Viewpoint(np.zeros(3), 0.0))
    assert ask(sandbox, "Which room is this?", scene).answer.startswith("You are in the den, at x 0.0 m, y 0.0 m")


@pytest.mark.parametrize(
    ("text", "asked"),
    [("where am i", True), ("in which room is that", False),
     ("Do you know where we are?", True), ("what is my position?", True),
     ("In what place are you now, robot?", True), ("where am I going to put the sofa", False),
     ("Where are the chairs?", False), ("Am I in the kitchen?", False)],
)  # fmt: skip
def test_whereabouts_are_recognized(text: str, asked: bool) -> None:
    assert asks_whereabouts(text) is asked


@pytest.mark.parametrize(
    ("text", "pronoun"),
    [("What is on its right?", "its"), ("Is it behind me?", "it"), ("what is that?", "that"),
     ("Where are they?", "they"),
     ("The table, what is on it?", ""), ("How far is it to the door?", ""), ("Is it possible to reach the cup?", ""),
     ("Which chair has a cup on it?", ""), ("What has a cup on it?", "")],
)  # fmt: skip
def test_a_pronoun_without_a_thing_is_found(text: str, pronoun: str) -> None:
    assert dangling(text, CATEGORIES) == pronoun


def test_a_pronoun_may_mean_a_thing_of_the_situation(sandbox: Sandbox) -> None:
    reasoner = Reasoner(make_model("none"), sandbox)
    answer = reasoner.answer(room(), Question("Is it behind me?", situation="I am looking for the sofa."))
    assert "I don't know what" not in answer.answer


@pytest.mark.parametrize(
    "text",
    ["Where is the clock?", "If I was sitting on the sofa, could I see the lamp?", "Did I leave the door open?",
     "How many water bottles are there?", "Which is closer, the sofa or the lamp?", "Is the door still open?",
     "What color was it again?", "I should like to hear what color the lamp has.", "In what color has it been made?",
     "Who is closer to the door, the sofa or the lamp?", "Do I have a lamp on my left?", "How high is the table?"],
)  # fmt: skip
def test_what_the_graph_tells_is_not_called_unknowable(text: str) -> None:
    assert unknowable(text) == ""


@pytest.mark.parametrize(
    ("text", "asked"),
    [("Stop! What is behind me?", "What is behind me?"), ("Can you see a lamp?", "can i see a lamp?"),
     ("How many chairs can you see", "How many chairs can you see"),
     ("Have you seen my cup?", "where is my cup?"), ("Where is the cup?", "Where is the cup?"),
     ("How many cups, no wait, how many books are there?", "how many books are there?"),
     ("Is the tv on my left, I mean my right?", "Is the tv on my right?"),
     ("Where is the cup, sorry, the book?", "Where is the book?"),
     ("The chair, I mean, is it red?", "is it red?"),
     ("Is the chair red, I mean blue?", "Is the chair red, I mean blue?")],
)  # fmt: skip
def test_the_question_is_taken_out_of_what_is_said(text: str, asked: str) -> None:
    assert as_question(text) == asked


@pytest.mark.parametrize("strategy", ["guided-expression", "think-program-rectify", "single-coder"])
def test_talk_and_unanswerable_questions_never_reach_a_model(strategy: str, sandbox: Sandbox) -> None:
    model = ScriptedModel([])
    reasoner = Reasoner(model, sandbox, ReasoningSettings(strategy=strategy))
    statuses = [
        reasoner.answer(room(), Question(text)).status for text in ("Hello!", "Fetch the cup", "What day is it?")
    ]
    assert statuses == [AnswerStatus.REPLIED, AnswerStatus.REPLIED, AnswerStatus.NOT_KNOWN]
    assert model.calls == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("How many legs do the chairs have?", "leg"),
        ("How many wooden legs does the dining table have?", "leg"),
        ("Does the bookcase have doors?", "door"),
        ("How many chairs have armrests?", "armrest"),
        ("Which chair has no armrests?", "armrest"),
        ("Which table has a chair beside it?", ""),
        ("Has the sofa got an armrest?", "armrest"),
        ("What color are the legs of the chair?", "leg"),
        ("Where is the office chair's backrest?", "backrest"),
        ("What is behind the chair next to the table leg?", "leg"),
        ("How many sides does the table have?", "side"),
        # whole things, rooms and places
        ("How many doors does the kitchen have?", ""),
        ("How many pillows does the sofa have?", ""),
        ("What is on the left side of the sofa?", ""),
        ("What is in the corner of the room?", ""),
        ("Is there a door next to the table?", ""),
        ("How many chairs have you got?", ""),
        ("Do you have a chair?", ""),
    ],
)
def test_parts_of_things_are_distinguished_from_things(text: str, part: str) -> None:
    assert part_of_a_thing(text, ["chair", "office chair", "table", "sofa", "bookcase", "door"], ["kitchen"]) == part


def test_a_part_that_the_map_holds_as_a_thing_is_looked_up() -> None:
    question = "How many drawers does the desk have?"
    assert part_of_a_thing(question, ["desk"], []) == "drawer"
    assert part_of_a_thing(question, ["desk", "drawer"], []) == ""


def test_the_number_of_legs_is_not_known(sandbox: Sandbox) -> None:
    answer = ask(sandbox, "How many legs do the chairs have?")
    assert answer.status is AnswerStatus.NOT_KNOWN
    assert answer.answer == "I cannot tell anything about a leg: my map holds whole things, not their parts."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Is the sofa facing the table?", ""),
        ("Which way is the red chair turned?", "which way a thing is turned"),
        ("How many people could sleep here?", "how many people there is room for"),
        ("How many people are here?", ""),
        ("What is in front of the sofa?", ""),
        ("Am I facing the table?", ""),
    ],
)
def test_how_things_are_turned_and_how_many_people_fit_is_not_known(text: str, told: str) -> None:
    assert unknowable(text).partition(":")[0] == told


@pytest.mark.parametrize("text", ["And to my right?", "to the left", "and to the right of it", "What about my right?"])
def test_a_side_is_no_agreement(text: str, sandbox: Sandbox) -> None:
    assert ask(sandbox, text).status is AnswerStatus.NOT_UNDERSTOOD
    assert ask(sandbox, "All right.").status is AnswerStatus.REPLIED


@pytest.mark.parametrize(
    "text",
    [
        "There are two nightstands. Which is the one whose lamp is green?",
        "Is the table that I am facing rectangular or oval?",
        "What is on my right that I can use to look out and see the weather?",
        "Where is the weight bench?",
        "cupboard standing on its own",
    ],
)
def test_words_of_a_place_or_a_use_do_not_make_a_question_unknowable(text: str) -> None:
    assert unknowable(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "pick the pillow in the middle of the couch",
        "it's the trash can under the sink",
        "do you know wich is red",
        "book on the shelf",
        "It's a book on a low table, there is a newspaper next to it.",
        "Stand in the corridor facing the mirror; you want the one on the right",
        "Come in through the front door: the big plant",
    ],
)
def test_who_singles_a_thing_out_commands_and_remarks_nothing(text: str) -> None:
    assert speech_of(text) is Speech.QUESTION


@pytest.mark.parametrize(
    "text",
    [
        "pick up the cup",
        "this is a nice place",
        "book me a table",
        "switch on the lamp",
        "it is a mess in here",
        "go to the kitchen; bring me a cup",
        "come here at 10:30",
        "go to the kitchen: I need help",
        "turn on the lamp; the room is dark",
    ],
)
def test_deeds_and_remarks_stay_such(text: str) -> None:
    assert speech_of(text) in (Speech.COMMAND, Speech.REMARK)


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ("thanks a lot, you've been a great help", Speech.THANKS),
        ("Right, I'm off to bed now, night night", Speech.GOODBYE),
        ("ugh, my back hurts today", Speech.REMARK),
        ("thanks, and where is the cup?", Speech.QUESTION),
        ("no, the left one", Speech.QUESTION),
        ("my left", Speech.QUESTION),
    ],
)
def test_talk_is_known_beside_a_statement(text: str, speech: Speech) -> None:
    assert speech_of(text) is speech


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I'd like to read in here tonight, is there a lamp?", False),  # what is asked is of now
        ("Will there be a lamp here tonight?", True),
        ("How many chairs do we own?", False),
        ("Who owns this chair?", True),
    ],
)
def test_only_what_is_asked_can_be_unknowable(text: str, told: bool) -> None:
    assert bool(unknowable(text)) is told
