"""Questions labeled one by one, and the same questions about other things."""

import json
import random
from pathlib import Path

import pytest

from situated_qa.errors import TrainingError
from situated_qa.situated.language.check import check
from situated_qa.situated.language.expression import parse_expression, walk
from situated_qa.training import written
from situated_qa.training.swapping import _mirrored, swapped

QUESTION = "How many red mugs are on the desk to my left?"
EXPRESSION = 'count(every("mug", on(the("desk", left(me))), color="red"))'


def test_every_question_written_for_training_has_an_expression_that_the_checker_accepts() -> None:
    for language in written.LANGUAGES:
        path = written.DATA / f"written_{language}.jsonl"
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert len(rows) > 300
        assert not [row for row in rows if check(row["expression"])]
    labels = [line.split("\t") for line in written.LABELS.read_text(encoding="utf-8").splitlines()]
    assert all(id.isdigit() and not check(expression) for id, expression in labels)


def test_nouns_and_colors_are_swapped_in_the_question_and_in_its_expression() -> None:
    seen = set()
    for seed in range(30):
        found = swapped(QUESTION, EXPRESSION, random.Random(seed))
        assert found is not None
        question, expression = found
        assert not check(expression)
        values = [getattr(node, "value", None) for node in walk(parse_expression(expression))]
        texts = [value for value in values if isinstance(value, str)]
        assert [text for text in texts if text[:3] not in question] == []  # all are said, in the plural or not
        assert ("left" in question) == ("left" in expression) != ("right" in expression)
        seen.add(question)
    assert len(seen) > 20


def test_a_noun_inside_a_longer_text_is_not_swapped() -> None:
    question, expression = "Is the chest a chest freezer?", 'looks(the("chest"), "kind", "chest freezer")'
    assert all(swapped(question, expression, random.Random(seed)) is None for seed in range(20))


def test_what_the_question_does_not_say_is_not_swapped() -> None:
    assert swapped("How do I get out?", 'way(the("door"))', random.Random(0)) is None
    assert swapped("Where can I sit?", 'where(the("something to sit on"))', random.Random(0)) is None


@pytest.mark.parametrize(
    ("question", "expression", "wanted"),
    [
        ("Left or right?", 'side(it, me, ["left", "right"])', ("Right or left?", 'side(it, me, ["right", "left"])')),
        ("Who left the bag on my right?", 'the("bag", right(me))', None),  # "left" is no side here
        ("Where is the bag?", 'where(the("bag"))', None),
    ],
)
def test_sides_are_mirrored_where_the_question_says_them_as_often_as_the_expression(question, expression, wanted):
    assert _mirrored(question, expression) == wanted


def test_questions_of_dev_are_none_of_train() -> None:
    train, dev = ({sample.wording for sample in written.written(split)} for split in ("train", "dev"))
    assert train and dev and not train & dev


def test_labels_are_given_to_the_questions_of_a_folder(tmp_path: Path) -> None:
    id, expression = written.LABELS.read_text(encoding="utf-8").splitlines()[0].split("\t")
    rows = [{"question_id": int(id), "question": "Is it there?"}, {"question_id": 1, "question": "Where?"}]
    (tmp_path / "v1_balanced_questions_val.json").write_text(json.dumps({"questions": rows}))
    found = [*written.labeled(tmp_path, "train", variants=0), *written.labeled(tmp_path, "dev")]
    assert [(sample.question, sample.wording) for sample in found] == [("Is it there?", f"sqa3d-{id}")]
    with pytest.raises(TrainingError, match="no file .*questions"):
        list(written.labeled(tmp_path / "empty", "train"))
