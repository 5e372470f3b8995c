"""The trained model reads where somebody says they are, under a grammar made of their own words."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

from situated_qa.errors import ModelError, ToolError
from situated_qa.llm.text_model import TextModel
from situated_qa.reasoning.reader.prompt import situation_prompt
from situated_qa.reasoning.reader.writing import per_token
from situated_qa.situated.situation_clauses import Situation
from situated_qa.situated.situation_language import grammar, parsed

_log = logging.getLogger(__name__)

LEAST_LOGPROB = -0.25
"""Of a token, on average: what was read with less is not used."""
_MAX_TOKENS = 120
_LONGEST = 600
"""Characters of a situation that the model reads; a longer one is a text of which most tells no place."""


def situation_reader(
    model: TextModel, limit_s: float, cancelled: Callable[[], bool] | None = None
) -> Callable[[str], Situation | None]:
    """What `SituatedScene.read_situation` is where there is a trained reader; each text is read once.

    Args:
        model: the trained reader.
        limit_s: for all readings of one question together, s from now.
        cancelled: as `TextModel.continue_text`.
    """
    return partial(_read, model, time.monotonic() + limit_s, cancelled, {})


def _read(
    model: TextModel,
    deadline: float,
    cancelled: Callable[[], bool] | None,
    known: dict[str, Situation | None],
    text: str,
) -> Situation | None:
    """The clauses of a situation; None where the model is missing, unsure, or wrote nothing usable."""
    if text not in known:
        left_s = deadline - time.monotonic()
        known[text] = None if left_s <= 0.0 or len(text) > _LONGEST else _written(model, text, left_s, cancelled)
    return known[text]


def _written(model: TextModel, text: str, left_s: float, cancelled: Callable[[], bool] | None) -> Situation | None:
    try:
        reply = model.continue_text(
            situation_prompt(text), max_tokens=_MAX_TOKENS, grammar=grammar(text), stop=("\n",), timeout_s=left_s,
            cancelled=cancelled,
        )  # fmt: skip
        unsure = (per_token(reply) or 0.0) < LEAST_LOGPROB
        return parsed(reply.text) if reply.finished and not unsure else None
    except (ModelError, ToolError) as error:
        # Patterns stand in; what the model says of the question itself tells the asker that it is missing.
        _log.warning("%s did not read a situation: %s", model.name, error)
        return None
