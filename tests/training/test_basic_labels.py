"""Labels and wordings of the simulated homes' questions."""

import string

from situated_qa.sim.questions.choose import KIND_MODULES
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.question import KINDS
from situated_qa.sim.questions.turns import TURNS
from situated_qa.training.basic_labels import LABELS
from situated_qa.training.extra_wordings import EXTRA
from situated_qa.training.homes import wordings_of

assert KIND_MODULES
ALL = {
    **{name: kind.wordings for name, kind in (KINDS | COMPOSED).items()},
    **{f"turn: {name}": wordings for name, (_, wordings) in TURNS.items()},
}


def slots(wording: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name}


def test_every_basic_kind_has_a_label() -> None:
    assert set(LABELS) == set(KINDS)


def test_no_wording_belongs_to_two_splits_and_none_is_the_test_one() -> None:
    for kind, wordings in ALL.items():
        train, dev = ({text for _, text in wordings_of(kind, wordings, split)} for split in ("train", "dev"))
        assert train and dev and not train & dev
        assert wordings[-1] not in train | dev


def test_more_wordings_need_no_other_slots() -> None:
    for kind, more in EXTRA.items():
        known = set().union(*map(slots, ALL[kind])) | ({"attribute"} if kind == "dimension" else set())
        assert not set().union(*map(slots, more)) - known, kind
