"""What the tests of readings share: a place of the asker's, and a reading held against the form that it should give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from situated_qa.reasoning.query_form.form import parse_form
from situated_qa.reasoning.query_form.reading.question import read_question


def me(rel: str) -> dict[str, str]:
    return {"rel": rel, "of": "me"}


def reads_as(question: str, wanted: dict[str, Any], things: Sequence[str], *, any_attribute: bool = False) -> None:
    """A question's words are sure, and give the wanted form; `any_attribute`: where that names none, any will do."""
    reading = read_question(question, things)
    form, gold = reading.form(), parse_form(wanted)
    assert set(form.noun.where) == set(gold.noun.where), str(form)
    given = (form.ask, form.noun.target, form.options, form.other)
    assert given == (gold.ask, gold.noun.target, gold.options, gold.other), str(form)
    assert form.attribute == gold.attribute or (any_attribute and not gold.attribute), str(form)
    assert reading.sure_of_ask and reading.sure_of_nouns
