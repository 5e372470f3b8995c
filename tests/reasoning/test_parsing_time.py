"""Replies of a million characters are read in time that grows with their length, whatever they repeat.

The limit is of processor time of this thread, so that other work on the machine does not count.
"""

from __future__ import annotations

import random
import time

import pytest

from situated_qa.reasoning.parsing import MAX_ANSWER_CHARACTERS, assumption, essence, parse_reply
from situated_qa.reasoning.rewriting import private_name, rewrite

LENGTH = 1_000_000
LIMIT_S = 2.0
"""A million characters take at most 0.1 s."""

PIECES = [
    "Thought: x\n", "Action: Program\n", "Action Input:\n", "Action: Run\n", "action_", "Final Answer:\n", "Query: x\n",
    "```", "```python\n", "``` ", "~~~\n", "‘‘‘\n", "\n", "\r", "\r\n", " ", "\t", "\n\n", " \n", "<think>", "</think>",
    "f(", "f((", ")", "x = ", "a, ", "_", "*", "**", "> ", "#", "'", '"', "9", "Observation:", "print(", "if ", "é",
    "assume ", "assum", "from x import", "`", ":", "Action : ", "thought", "\u2028", "\x0c",
]  # fmt: skip
OPENINGS = [
    "",
    "Thought: x\nAction: Program\nAction Input:\n",
    "Action: Program\n```python\n",
    "Final Answer: ",
    "<think>",
]


def seconds(of: object, *args: object, **kwargs: object) -> float:
    start = time.thread_time()
    of(*args, **kwargs)  # type: ignore[operator]
    return time.thread_time() - start


def repeated(piece: str, length: int = LENGTH) -> str:
    return (piece * (length // len(piece) + 1))[:length]


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("piece", PIECES)
def test_one_piece_repeated(opening: str, piece: str) -> None:
    reply = opening + repeated(piece)
    assert seconds(parse_reply, reply) < LIMIT_S
    assert seconds(parse_reply, reply, queries=True) < LIMIT_S


@pytest.mark.parametrize("seed", range(25))
def test_pieces_mixed(seed: int) -> None:
    chance = random.Random(seed)
    some = "".join(chance.choices(PIECES, k=chance.randint(2, 6)))
    reply = chance.choice(OPENINGS) + chance.choice([repeated(some), "".join(chance.choices(PIECES, k=LENGTH // 6))])
    assert seconds(parse_reply, reply) < LIMIT_S


@pytest.mark.parametrize("piece", PIECES)
def test_what_is_done_with_a_long_program(piece: str) -> None:
    program = "xs.sort()\n" + repeated(piece, 19_980)  # the sandbox takes 20,000 characters
    for of in (essence, assumption, lambda text: rewrite(text, private_name(text))):
        assert seconds(of, program) < LIMIT_S


def test_a_long_answer_is_still_an_answer() -> None:
    step = parse_reply(f"<think>{'why ' * 250_000}</think>Final Answer: {'brown ' * 100_000}")
    assert (step.action, step.text) == ("answer", ("brown " * 100_000)[:MAX_ANSWER_CHARACTERS])


@pytest.mark.parametrize("text", ["f(", "f(x", "x )", "f (x)", ")f("])
def test_what_opens_and_does_not_close_is_not_a_call(text: str) -> None:
    assert parse_reply(f"Action: Program\nAction Input: {text}").action == "invalid"


@pytest.mark.parametrize("text", ["f(x)", "f((1 + 2))", "g(f(x", "a\nf(\ng(x) b"])
def test_what_closes_on_its_line_is_one(text: str) -> None:
    expected = "invalid" if text == "g(f(x" else "program"
    assert parse_reply(f"Action: Program\nAction Input: {text}").action == expected
