"""The composer: every expression passes the check, every function occurs, splits share nothing."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from situated_qa.situated.language.check import check
from situated_qa.situated.language.functions import canonical, functions
from situated_qa.training.composer import compose, samples
from situated_qa.training.composer.drawing import Drawer, agree, grammar
from situated_qa.training.composer.nouns import held_out, plural
from situated_qa.training.composer.productions import parse_groups
from situated_qa.training.samples import Sample
from situated_qa.training.situations import DATA


@pytest.fixture(scope="module")
def train() -> list[Sample]:
    return list(samples(5, 2000, "train"))


def test_every_expression_passes_the_check_and_is_canonical(train: list[Sample]) -> None:
    for sample in itertools.chain(train, samples(5, 400, "dev")):
        assert check(sample.expression) == [], sample
        assert str(canonical(sample.expression)) == sample.expression
        if sample.previous:
            assert check(sample.previous) == [], sample


WRITTEN_ONLY = frozenset(
    ("opposite", "each", "in_corner", "along_wall", "opposite_wall", "at_part", "beyond", "leading_to",
     "door_towards", "rooms_off")
)  # fmt: skip
"""What no frame of the composer says: its samples are written one by one (`data/written_en.jsonl`)."""


def test_the_written_questions_say_what_no_frame_says() -> None:
    lines = (DATA / "written_en.jsonl").read_text(encoding="utf-8")
    assert {name: lines.count(f"{name}(") for name in WRITTEN_ONLY if lines.count(f"{name}(") < 10} == {}


def test_every_function_occurs() -> None:
    seen: set[str] = set()
    for sample in samples(6, 12000, "train"):
        seen |= set(re.findall(r"(\w+)\(", sample.expression))
    assert seen == set(functions()) - WRITTEN_ONLY


def test_same_seed_same_samples() -> None:
    assert list(samples(3, 30, "train")) == list(samples(3, 30, "train"))
    assert list(samples(3, 30, "train")) != list(samples(4, 30, "train"))


def test_splits_share_no_wordings_and_no_held_out_nouns(train: list[Sample]) -> None:
    frames = {
        split: {name for sample in some for name in sample.wording.removeprefix("composer ").split(".")}
        for split, some in (("train", train), ("dev", list(samples(5, 400, "dev"))))
    }
    assert not frames["train"] & frames["dev"]
    kinds = {kind for sample in train for kind in re.findall(r'(?:the|every)\("([^"]+)"', sample.expression)}
    assert not [kind for kind in kinds if held_out(kind.removeprefix("something to "))]


def test_nouns_that_wordings_name_are_not_held_out() -> None:
    texts = {
        text
        for groups in grammar().values()
        for group in groups
        for text in re.findall(r'"([^"<>]+)"', group.expression)
    }
    assert not {text for text in texts if held_out(text)}


def test_typical_samples_are_short(train: list[Sample]) -> None:
    words = [len(re.findall(r"\w+|[^\w\s]", sample.expression)) for sample in train]
    assert np.median(words) <= 30


def test_no_slot_or_mark_is_left_in_a_question(train: list[Sample]) -> None:
    for sample in train:
        assert not re.search(r"[<>{}\[\]|]", sample.question), sample
        assert sample.question.strip() and "  " not in sample.question


def test_two_things_of_a_question_differ(train: list[Sample]) -> None:
    for sample in train:
        match = re.fullmatch(r"which\(\w+\(me\), (the\(.+\)), (the\(.+\))\)", sample.expression)
        assert match is None or match[1] != match[2], sample


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="'train' or 'dev'"):
        compose(np.random.default_rng(0), "test")


def test_a_line_outside_a_group_is_named() -> None:
    with pytest.raises(ValueError, match="how many"):
        parse_groups(["@ask\nhow many"])


def test_a_group_of_four_wordings_holds_one_out_and_trains_on_the_first() -> None:
    (group,) = parse_groups(["@ask\n= here()\none\ntwo\nthree\nfour"])["ask"]
    assert group.wordings["train"][0] == "one"
    assert len(group.wordings["train"]) == 3 and len(group.wordings["dev"]) == 1
    assert set(group.wordings["train"]) | set(group.wordings["dev"]) == {"one", "two", "three", "four"}


def test_what_a_frame_means_is_put_together_from_its_slots() -> None:
    drawer = Drawer(np.random.default_rng(0), "train")
    head = drawer.head("seat", many=True, looks=0.0)
    kind = head.expression.strip('"')
    assert head.words == plural(kind)
    assert drawer._noun_of("every", "hs on(me) color=c", {"hs": head}) == f'every("{kind}", on(me), color=c)'


@pytest.mark.parametrize(
    ("noun", "several"),
    [("box", "boxes"), ("pile of clothes", "piles of clothes"), ("kitchen knife", "kitchen knives"),
     ("blinds", "blinds"), ("chest of drawers", "chests of drawers"), ("battery", "batteries"),
     ("bookshelf", "bookshelves")],
)  # fmt: skip
def test_plurals(noun: str, several: str) -> None:
    assert plural(noun) == several


def test_agreement() -> None:
    assert agree("that {is} big and face{s} it", True) == "that are big and face it"
    assert agree("that {is} big and face{s} it", False) == "that is big and faces it"


def test_every_function_keeps_wordings_for_training() -> None:
    kept: dict[str, int] = dict.fromkeys(set(functions()) - WRITTEN_ONLY, 0)
    for groups in grammar().values():
        for group in groups:
            for name in set(re.findall(r"(\w+)[({]", group.expression)) & set(kept):
                kept[name] += len(group.wordings["train"])
    short = {name: count for name, count in kept.items() if count < 3 and name not in ("situation",)}
    assert not short
