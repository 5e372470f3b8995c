"""Reading expressions: canonical form, error texts, hostile input."""

from __future__ import annotations

import time

import pytest
from hand_made_room import situated

from situated_qa.errors import ToolError
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.expression import parse_expression, pronouns
from situated_qa.situated.language.functions import canonical


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count( every('chair',left(me)) )", 'count(every("chair", left(me)))'),
        ('measure(the("bed"), unit="cm", what="width")', 'measure(the("bed"), "width", "cm")'),
        ('distance(how="walk", b=me, a=it)', 'distance(it, me, how="walk")'),
        ('distance(it, me, how="walk", unit="ft")', 'distance(it, me, "ft", "walk")'),
        ('the("cup", size="small", color="red")', 'the("cup", color="red", size="small")'),
        ("side(it, view=me, options=['left'])", 'side(it, me, ["left"])'),
        ("count(it) - (count(them) - 1)", "count(it) - (count(them) - 1)"),
        ("(count(it) - count(them)) - 1 > 2 + 1", "count(it) - count(them) - 1 > 2 + 1"),
        ("turned(me, -90)", "turned(me, -90)"),
        ('the("a \\"b\\" \\\\ c")', 'the("a \\"b\\" \\\\ c")'),
        ("count(it), color(it)", "count(it), color(it)"),
    ],
)
def test_the_canonical_form_is_one_way_of_writing_an_expression(text, expected):
    assert str(canonical(text)) == expected
    assert str(canonical(expected)) == expected


PROBLEMS = [
    ('wher(the("lamp"))', "no function 'wher'; did you mean 'where'?"),
    ('count(all("lamp"))', "no function 'all'; did you mean 'alike'?"),
    ('where(the("lamp", color(it)))',
     "the(kind, *conditions, color=…, material=…, shape=…, state=…, size=…, room=…): 'conditions' must be a condition "
     "or a superlative, got color(it) (a name)"),
    ('where(the("lamp", colour="red"))',
     "the(kind, *conditions, color=…, material=…, shape=…, state=…, size=…, room=…): no argument 'colour'; did you "
     "mean 'color'?"),
    ('measure(it, "mass")',
     "measure(thing, what, [unit]): 'what' "
     'must be "length" or "width" or "height" or "longest" or "shortest" or '
     '"area" or "volume"; got "mass"'),
    ("measure(it)", "measure(thing, what, [unit]): the argument 'what' (a text) is missing"),
    ("count(it, it)", "count(things): takes 1 arguments by position, got 2"),
    ("count(it, things=it)", "count(things): 'things' is given twice"),
    ("count(left)", "'left' is not known; it is a function: write left(of, [seen_by]); texts stand in quotes"),
    ("count(chairs)", "'chairs' is not known; names: me, it, them, there; texts stand in quotes"),
    ('count("chair")', 'count(things): \'things\' must be things or names, got "chair" (a text)'),
    ("left(me)", "left(me) is a condition, which answers no question; ask something of it, e.g. count(every(…)), "
     "exists(…), where(the(…))"),
    ("color(it) == color(them)", '== takes numbers, got color(it), a name; write same("color", …, …) to compare looks'),
    ("side(it, me, [])", '[]: a list names at least one option, e.g. ["left", "right"]'),
    ("color(it, [red])", '[red]: a list holds texts, e.g. ["left", "right"]; got red'),
    ("clock(13, me)", None),
    ('where(the(""))', None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PROBLEMS, ids=lambda item: str(item)[:60])
def test_a_problem_names_the_function_the_culprit_and_what_is_right(text, expected):
    problems = check(text)
    assert problems if expected is None else problems[0] == expected
    with pytest.raises(ToolError) as error:
        evaluate(text, situated())
    assert str(error.value).startswith(problems[0])


def test_every_problem_of_an_expression_is_reported():
    assert len(check('wher(the("lamp", colour="red"), hwo="x")')) == 2


def test_names_of_the_scene_are_checked_where_a_scene_is_given():
    scene = situated()
    assert check('count(every("chair", in_room("garage")))') == []
    assert check('count(every("chair", in_room("garage")))', scene) == [
        "in_room(room): 'room': no room 'garage'; rooms: living room, bedroom"
    ]
    assert check('count(every("chiar"))', scene)[0].endswith("nothing is called 'chiar'; did you mean 'chair'?")
    assert check('count(every("whiteboard"))', scene) == []  # what is not there can be asked about


HOSTILE = [
    "\ud800",
    "__import__('os')", "me.viewpoint", "me.__class__", "(lambda: 1)()", "[c for c in it]", "{1: 2}", "{it}",
    "f'{me}'", "b'x'", "count(x := it)", "count(*it)", "count(**it)", "it[0]", "count(it) ** 9", "9 ** 9 ** 9",
    "1 if it else 2", "await it", "yield it", "not it", "~1", "...", "None", "True", "1j", "count(True)", "", " ", "#",
    "count(it); count(it)", "import os", "x = 1", "count(it)\ncount(it)", "(" * 300 + ")" * 300, "-" * 1_500 + "1",
    "no(" * 100 + "left(me)" + ")" * 100, "count(it) + " * 150 + "1", "[" * 90 + "]" * 90, "a" * 3_000, "\x00",
    "count(every('x', " + "left(me), " * 250 + "))", "1e999", "count(it) > 1e400", "9" * 1_900, "turned(me, 10**9)",
    f"nth({'9' * 1_500}, closest(me))", "count(it) > nan", "'" + "a" * 1_990 + "'", "every('a\\nb')", "every('\\x00')",
    "lambda x: " * 200 + "1", "count(it) < 1 < 2", "(count(it),), 1", "__builtins__", "eval('1')", "the.__globals__",
    "count(things=it, things=it)", "me()", "the(*['a'])", "print(it)", "count(it) @ 1", "count(it) is 1", "1 in it",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:40])
def test_hostile_text_is_refused_with_a_reason(text):
    problems = check(text)
    assert problems and all(problem and len(problem) < 1_000 for problem in problems)
    with pytest.raises(ToolError):
        evaluate(text, situated())


def test_a_turn_of_more_than_a_circle_is_a_turn():
    (value,) = evaluate('side(the("sofa"), turned(me, 810))', situated()).values  # 2 × 360 + 90 to the left
    assert value.name == "front"


def test_nothing_is_called_after_the_deadline():
    with pytest.raises(ToolError, match="time"):
        evaluate('count(every("chair"))', situated(), deadline=time.monotonic() - 1.0)


def test_a_part_that_is_written_twice_is_looked_up_once(monkeypatch):
    calls = []
    monkeypatch.setattr("situated_qa.situated.language.nouns.Nouns._find", _counted(calls))
    evaluate('count(every("chair")) + count(every("chair")) == 4', situated())
    assert calls == ["chair"]


def _counted(calls):
    from situated_qa.situated.language.nouns import Nouns

    find = Nouns._find

    def counted(self, kind, *args, **more):
        calls.append(kind)
        return find(self, kind, *args, **more)

    return counted


def test_it_in_such_and_each_is_no_pronoun_of_the_conversation() -> None:
    def said(text: str) -> list[str]:
        return list(pronouns(parse_expression(text)))

    assert said('the("chair", such(holds(the("window"), behind(it))))') == []
    assert said("each(them, color(it))") == ["them"]
    assert said('color(the("lamp", but(it)))') == ["it"]
    assert said('where(it), count(every("cup", on(it)))') == ["it", "it"]
