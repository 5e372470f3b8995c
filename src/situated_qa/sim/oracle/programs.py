"""One right program for each kind of question, filled from the question's own slots: what the tools allow at best.

Written against TOOLS.md as a person would who knows the question's meaning; nothing is taken from the home itself.
"""

from __future__ import annotations

from situated_qa.errors import SceneError
from situated_qa.sim.oracle.phrases import Program
from situated_qa.sim.oracle.programs_home import OF_THE_HOME
from situated_qa.sim.oracle.programs_situated import SITUATED
from situated_qa.sim.questions.question import HomeQuestion

PROGRAMS: dict[str, Program] = {**SITUATED, **OF_THE_HOME}
"""By kind of question."""


def program_for(question: HomeQuestion) -> str:
    """The program that answers a question.

    Raises:
        SceneError: there is none for its kind.
    """
    if question.kind not in PROGRAMS:
        raise SceneError(f"no oracle program for questions of the kind {question.kind!r}")
    return PROGRAMS[question.kind](question.slots)
