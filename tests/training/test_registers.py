"""The same question as other people would say it."""

import random
import re

import pytest

from situated_qa.errors import TrainingError
from situated_qa.training.registers import MEANING, REGISTERS, vary
from situated_qa.training.samples import Sample

QUESTIONS = (
    "How many black chairs are on my left, not counting those behind me?",
    "What color is the second lamp from the right?",
    "Is the picture farther from the closest door than 3 meters?",
    "Where is the trash can that is under the desk?",
    "Is there no pillow on the couch in the living room?",
    "Could you tell me whether the bookshelf is in front of the window?",
)
DRAWS = 60


def sample(question: str) -> Sample:
    return Sample(question, "color(it)", "kind", "homes", "wording")


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


@pytest.mark.parametrize("register", [name for name in REGISTERS if name != "non-native"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_direction_number_or_negation_is_lost_or_added(register: str, question: str) -> None:
    kept = [word for word in words(question) if word in MEANING - {"it", "that", "there", "this"}]
    for seed in range(DRAWS):
        varied = vary(sample(question), register, random.Random(seed))
        found = [word for word in words(varied.question.replace("right, so", "")) if word in MEANING]
        lost = [word for word in kept if found.count(word) < kept.count(word)]
        assert set(lost) <= {"what", "in"}, varied.question  # "color of the lamp": nothing is asked that was not before
        assert not {"left", "right", "behind", "not", "no", "second"} & (set(found) - set(kept)), varied.question


@pytest.mark.parametrize("register", REGISTERS)
def test_the_same_seed_says_the_same_and_the_expression_stays(register: str) -> None:
    for question in QUESTIONS:
        one, other = (vary(sample(question), register, random.Random(7)) for _ in range(2))
        assert one == other
        assert one.expression == "color(it)" and one.register in (register, "plain")
        assert (one.question == question) == (one.register == "plain")


def test_a_slip_makes_no_other_word() -> None:
    for seed in range(300):
        asked = sample("Where are the plants and the desk with the clock?")
        said = vary(asked, "misspelt", random.Random(seed)).question
        assert not {"plans", "plant", "plan", "deck", "lock", "cock"} & set(words(said)), said


def test_a_recognizer_writes_numbers_and_no_punctuation() -> None:
    said = vary(sample("Is the TV 2.5 m, or at 3 o'clock?"), "recognized", random.Random(0)).question
    bare = said.replace("uh ", "").replace("um ", "")
    assert re.fullmatch(r"is the (tv|t v) 2\.5 m or at three (o'clock|o clock)", bare)


def test_articles_go_where_it_is_clipped() -> None:
    said = vary(sample("What color is the lamp on the desk?"), "clipped", random.Random(1)).question
    assert "the" not in words(said) and {"color", "lamp", "on", "desk"} <= set(words(said))


def test_other_languages_stay_as_they_are() -> None:
    german = Sample("Wo ist die Lampe?", 'where(the("lamp"))', "where", "languages", "w", language="de")
    assert vary(german, "clipped", random.Random(0)) is german
    assert vary(german, "recognized", random.Random(0)).question == "wo ist die lampe"


def test_an_unknown_register_is_refused() -> None:
    with pytest.raises(TrainingError, match="clipped"):
        vary(sample("Where is the lamp?"), "shouted", random.Random(0))
