"""Questions of any length that may be asked are read in bounded time, whatever words they repeat.

The limit is of processor time of this thread, so that other work on the machine does not count.
"""

from __future__ import annotations

import contextlib
import random
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from situated_qa.reasoning.answers import MAX_QUESTION_CHARACTERS, AnswerStatus, Question
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.look_up import Left, NoForm, look_up
from situated_qa.reasoning.query_form.reading.limits import MAX_READ_CHARACTERS, too_long, unsayable
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.unanswerable import out_of_scope, unanswerable
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

sys.path.append(str(Path(__file__).parents[1] / "situated"))
from hand_drawn_home import home_graph  # noqa: E402 - found through the line above

LIMIT_S = 1.0
"""All of this takes at most 0.4 s, reading twice."""

PIECES = [
    "and ", "the ", "of the ", ", ", "? ", "or ", "in ", "is ", "i am ", "x ", "a ", "which is ", "that is ", "not ",
    "to the left of ", "is there a ", "the chair and ", "between the bed and ", "in front of ", "how many ", "9", "'",
    '"', "(", ")", "-", "...", "é", "from the kitchen to ", "if i turn left ", "can i see ", "what is ", "than ",
    "room ", "walk ", "the way to ", "standing at the bed, ", "closest to ", "there are ", "as ", "do you ", "one ",
    "all ", "every ", "\n", "  ", "other than ", "the same ", "my ", "with a ",
]  # fmt: skip
OPENINGS = ["", "What is ", "How many ", "Is there ", "Where is the ", "How far is it from ", "Can you tell me "]


class NothingToLookUp(Exception):
    pass


def seconds_to_read(question: str, scene: SituatedScene) -> float:
    """Processor time that all the rules take for a question."""
    grounds = Grounds.of(scene)

    def fill_in(context: object, reading: object, categories: object) -> object:
        asked = plain_question(normalise(question))
        _ = unanswerable(asked) or out_of_scope(reading.form(), grounds) or unsayable(reading.text)  # type: ignore[attr-defined]
        raise NoForm("read")

    def run(program: str) -> None:
        raise NothingToLookUp

    context = SimpleNamespace(
        question=Question(question), scene=scene, run=run, evaluate=run, referent=None, given=None
    )
    start = time.thread_time()
    with contextlib.suppress(NothingToLookUp):
        look_up(context, fill_in, lambda context, left: left)  # type: ignore[arg-type, return-value]
    read_question(question, scene.categories)
    return time.thread_time() - start


@pytest.fixture(scope="module")
def scene() -> SituatedScene:
    return SituatedScene(home_graph(), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))


@pytest.mark.parametrize("length", [MAX_READ_CHARACTERS, MAX_QUESTION_CHARACTERS])
@pytest.mark.parametrize("piece", PIECES)
def test_one_piece_repeated(piece: str, length: int, scene: SituatedScene) -> None:
    assert seconds_to_read((piece * length)[:length], scene) < LIMIT_S


@pytest.mark.parametrize("seed", range(40))
def test_pieces_mixed(seed: int, scene: SituatedScene) -> None:
    chance = random.Random(seed)
    some = "".join(chance.choices(PIECES, k=chance.randint(2, 4)))
    opening = chance.choice(OPENINGS)
    for length in (MAX_READ_CHARACTERS, MAX_QUESTION_CHARACTERS):
        assert seconds_to_read((opening + some * length)[: length - 1] + "?", scene) < LIMIT_S


@pytest.mark.parametrize("length", [MAX_READ_CHARACTERS, MAX_QUESTION_CHARACTERS - 100])
@pytest.mark.parametrize("between", [" and a ", " left of the ", " next to the "])
def test_many_unknown_nouns(between: str, length: int, scene: SituatedScene) -> None:
    chance = random.Random(length)
    nouns = ["".join(chance.choices("abcdefghijklmnoprstu", k=5)) for _ in range(300)]
    seconds_to_read("Is there a blorfo?", scene)  # what is loaded once is not the question's
    assert seconds_to_read(f"Is there a {between.join(nouns)}"[:length], scene) < LIMIT_S


def test_a_question_that_is_too_long_reports_it(scene: SituatedScene) -> None:
    question = "Is there a chair " + "and a chair " * 100 + "here?"  # 17 + 1200 + 5 characters
    context = SimpleNamespace(question=Question(question), scene=scene, referent=None, given=None)
    left = look_up(context, pytest.fail, lambda context, left: left)  # type: ignore[arg-type, return-value]
    assert isinstance(left, Left)
    assert left.why == "the question has 1222 characters; at most 300 can be understood by its words"
    assert left.status is AnswerStatus.NOT_UNDERSTOOD
    assert left.answer == (
        "Your question is too long for me: the question has 1222 characters; at most 300 can be understood by its "
        "words. Please ask it in fewer words."
    )
    reading = read_question(question)
    assert reading.says_nothing and not reading.sure_of_ask and not reading.sure_of_nouns


def test_a_question_of_ordinary_length_is_read() -> None:
    assert too_long("x" * MAX_READ_CHARACTERS) == ""
    assert read_question("How many chairs are in this room, please, if you would be so kind as to count?").sure_of_ask
