"""Replies as models write them."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.parsing import parse_reply

PROGRAM = "chairs = filter(scene(), 'chair')\nprint(len(chairs))"

PROGRAMS = {
    "as asked": f"Thought: count them\nAction: Program\nAction Input:\n```python\n{PROGRAM}\n```",
    "capital fence": f"Thought: x\nAction: Program\nAction Input:\n```Python\n{PROGRAM}\n```",
    "no language": f"Thought: x\nAction: Program\nAction Input:\n```\n{PROGRAM}\n```\n",
    "no fence": f"Thought: x\nAction: Program\nAction Input:\n{PROGRAM}",
    "one line": "Thought: x\nAction: Program\nAction Input: print(len(scene()))",
    "no action input": f"Thought: x\nAction: Program\n```python\n{PROGRAM}\n```",
    "no labels": f"Here is the program:\n```python\n{PROGRAM}\n```\nIt counts.",
    "bold labels": f"**Thought:** x\n**Action:** Program\n**Action Input:**\n```python\n{PROGRAM}\n```",
    "other case": f"thought: x\nACTION: program\naction input:\n```py\n{PROGRAM}\n```",
    "brackets": f"Thought: x\nAction: [Program]\nAction Input:\n```python\n{PROGRAM}\n```",
    "cut off": f"Thought: x\nAction: Program\nAction Input:\n```python\n{PROGRAM}",
    "then plays the host": (
        f"Thought: x\nAction: Program\nAction Input:\n```python\n{PROGRAM}\n```\n"
        "Observation: 3\nThought: three\nAction: Final Answer\nAction Input: 3"
    ),
    "then answers at once": (
        f"Thought: x\nAction: Program\nAction Input:\n```python\n{PROGRAM}\n```\n"
        "Thought: three\nAction: Final Answer\nAction Input: 3"
    ),
    "thinks first": (
        f"<think>Action: Final Answer</think>Thought: x\nAction: Program\nAction Input:\n```\n{PROGRAM}\n```"
    ),
    "another name for it": f"Thought: x\nAction: Run\nAction Input:\n{PROGRAM}",
    "windows lines": "Thought: x\r\nAction: Program\r\nAction Input:\r\n```python\r\nprint(1)\r\n```",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    step = parse_reply(PROGRAMS[name])
    assert step.action == "program"
    expected = {"one line": "print(len(scene()))", "windows lines": "print(1)"}.get(name, PROGRAM)
    assert step.text.replace("\r", "") == expected


def test_a_label_inside_a_program_is_part_of_it() -> None:
    program = 'print("""\nAction: Final Answer\n""")'
    assert parse_reply(f"Thought: x\nAction: Program\nAction Input:\n```python\n{program}\n```").text == program


ANSWERS = {
    "as asked": ("Thought: it is brown\nAction: Final Answer\nAction Input: brown", "brown"),
    "on the next line": ("Thought: x\nAction: Final Answer\nAction Input:\nThe couch is brown.", "The couch is brown."),
    "no action input": ("Thought: x\nAction: Final Answer\nbrown", "brown"),
    "quoted": ('Thought: x\nAction: Final Answer\nAction Input: "coffee table"', "coffee table"),
    "one label": ("Thought: x\nFinal Answer: brown", "brown"),
    "bold": ("**Action**: Final Answer\n**Action Input**: **brown**", "brown"),
    "more after it": ("Thought: x\nAction: Final Answer\nAction Input: brown\n\nI hope this helps!", "brown"),
    "in a fence": ("Thought: x\nAction: Final Answer\nAction Input: ```\nbrown\n```", "brown"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    reply, expected = ANSWERS[name]
    step = parse_reply(reply)
    assert (step.action, step.text) == ("answer", expected)


def test_the_thought_is_kept() -> None:
    assert parse_reply("Thought: it is\nbrown\nAction: Final Answer\nAction Input: brown").thought == "it is\nbrown"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "   ",
        "I do not know.",
        "Thought: hm",
        "Action: Dance\nAction Input: tango",
        "Action: Final Answer\nAction Input:",
        "Action: Program\nAction Input:\n```python\n\n```",
        "<think>for ever",
        "Observation: 3",
        "Observation: 3\nThought: three\nAction: Final Answer\nAction Input: 3",
        "The final answer: 3",
        "Action Input: 3",
        "Action: Program",
        "Action: Program\nAction Input:",
        "Action: Program\nAction Input: I would count the chairs.",
        "Action: Program\nAction Input:\n```python",
        "Action: Program or Final Answer\nAction Input:\n```python\nprint(1)\n```",
        "Action: Program or Final Answer\nAction Input: brown",
        "Action: Answer with a program\nAction Input: brown",
        '{"action": "Program", "action_input": "print(1)"}',
        "Thought: x\nAction Final Answer\nAction Input brown",
        "Final Answer:",
        "Final Answer:\n\n",
        "<think>Action: Final Answer\nAction Input: 3</think>",
    ],
)
def test_everything_else_is_invalid(reply: str) -> None:
    assert parse_reply(reply).action == "invalid"


def test_a_flood_is_read_in_no_time() -> None:
    assert parse_reply("Action" * 20_000).action == "invalid"
    assert parse_reply("```python\nprint(1)" + "\n" * 50_000).action == "program"
    assert len(parse_reply("Action: Final Answer\nAction Input: " + "x " * 50_000).text) <= 500
