"""Running the oracle's programs on true scenes and comparing what they print with the truth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.oracle.programs import program_for
from situated_qa.sim.questions.question import HomeQuestion
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True)
class OracleRun:
    """What became of one question's program."""

    question: HomeQuestion
    program: str
    printed: str
    error: str | None
    right: bool


def run_oracle(questions: Sequence[HomeQuestion], graph: SceneGraph, sandbox: Sandbox) -> list[OracleRun]:
    """Run each question's program on the scene, from the question's viewpoint.

    Raises:
        SceneError: a kind has no program.
        SandboxUnavailable: no worker can be had.
    """
    runs = []
    for question in questions:
        program = program_for(question)
        viewpoint = Viewpoint(question.position, question.heading_rad, frame=graph.frame)
        result = sandbox.check_and_run(program, Tools(SituatedScene(graph, viewpoint)))
        right = result.error is None and is_right(result.printed, question)
        runs.append(OracleRun(question, program, result.printed, result.error, right))
    return runs


def is_right(printed: str, question: HomeQuestion) -> bool:
    """Whether what a program printed is the true answer, by the question's form and tolerance."""
    text = printed.strip().lower()
    if question.form == "list":
        return sorted(text.split(", ")) == sorted(item.lower() for item in question.items)
    if question.form in ("number", "point", "clock"):
        said, wanted = _numbers(text), _numbers(question.answers[0])
        if len(said) != len(wanted):
            return False
        off = [abs(a - b) for a, b in zip(said, wanted, strict=True)]
        if question.form == "clock":
            off = [min(value, 12.0 - value) for value in off]
        return max(off) <= (question.tolerance or 0.0) + 1e-9
    return text in [answer.lower() for answer in question.answers]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text.replace("m²", ""))]
