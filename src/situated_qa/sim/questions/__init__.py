"""Situated questions over simulated homes, with truth that follows from the home alone.

`questions_for(home, ...)` asks; `write_split(name, folder)` writes the fixed sets of homes and questions. The kinds of
questions live in `around_me`, `whereabouts`, `measuring`, `looks`, `ways` and `foresight`; what they know of the home
in `world`, `view` and `walking`; `naming` finds phrases that mean one thing only, `poses` the places people ask from.

Two sets of questions are asked apart: the basic one above, and `composed`, whose references nest and whose viewpoints
are imagined, with expressions of the question language for its oracle; `conversations` asks several in a row.
"""

from situated_qa.sim.questions.choose import Ledger, questions_for
from situated_qa.sim.questions.question import FORMS, KINDS, TYPES, HomeQuestion

__all__ = ["FORMS", "KINDS", "TYPES", "HomeQuestion", "Ledger", "questions_for"]
