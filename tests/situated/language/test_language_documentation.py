"""The page and the prompt lines say what the functions say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hand_made_room import situated

from situated_qa.situated.language.check import check
from situated_qa.situated.language.documentation import page, prompt_lines
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.functions import functions

PAGE = Path(__file__).resolve().parents[3] / "docs" / "language.md"


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "run: python -m situated_qa.situated.language.documentation > docs/language.md"
    )


@pytest.mark.parametrize("name", list(functions()))
def test_every_function_is_documented_with_an_example_that_runs(name):
    row = functions()[name]
    assert row.doc.endswith(".") and f"{name}(" in row.example
    assert check(row.example) == []
    assert evaluate(row.example, situated()).values
    assert f"`{row.signature}`" in page()


def test_examples_of_the_page_pass_the_checker():
    block = page().split("```python\n")[1].split("```")[0]
    for line in block.splitlines():
        assert check(line.split("  #")[0]) == [], line


def test_prompt_lines_have_one_line_a_function_with_its_legal_texts():
    lines = prompt_lines().splitlines()
    assert len(lines) == len(functions())
    (line,) = prompt_lines(["turned"]).splitlines()
    assert line == (
        'turned(view, way) -> a view: After a turn: "left", "right", "around", or degrees to the left. '
        "[way: left right around]"
    )
