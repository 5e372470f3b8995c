"""Questions whose answers are composed: references in references, imagined places, several turns, several answers.

Importing the package fills `question.COMPOSED`. Reading order: `relations`, `referring` (what is clearly said of a
thing), then the kinds.
"""

from situated_qa.sim.questions.composed import (  # noqa: F401 - importing them fills `COMPOSED`
    choices,
    headings,
    imagined,
    ordinals,
    pairs,
    referred,
    routes,
    superlatives,
    units,
    vsi,
)
from situated_qa.sim.questions.question import COMPOSED

__all__ = ["COMPOSED"]
