"""Situations and the noun phrases in them, as the trained reader and the patterns read them."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from situated_qa.errors import ModelError, ToolError
from situated_qa.llm.text_model import Continuation, TextModel
from situated_qa.reasoning.patterns import read
from situated_qa.reasoning.reader.prompt import situation_prompt
from situated_qa.reasoning.reader.writing import per_token, write
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.expression import Call, Node, parse_expression
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.values import Order, Things
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import Situation
from situated_qa.situated.situation_language import grammar, parsed

_log = logging.getLogger(__name__)

LEAST_LOGPROB = -0.15
"""Of a token, on average: what was read with less is not used. Of 276 situations kept for `dev`, 22 lie below, 7 of
them read right by kinds and head nouns; of the other 254, 198."""
_MAX_TOKENS = 120
_LONGEST = 600
"""Characters of a situation that the model reads; a longer one is a text of which most tells no place."""
_ME = re.compile(r"\b(?:me|it|them|here)\b")


def with_readers(
    scene: SituatedScene, model: TextModel | None, limit_s: float, cancelled: Callable[[], bool] | None = None
) -> SituatedScene:
    """The scene with readers of situations in words; without a model, patterns read noun phrases alone.

    Args:
        model: the trained reader.
        limit_s: for all readings of one question together, s from now.
        cancelled: as `TextModel.continue_text`.
    """
    readings = _Readings(scene, model, time.monotonic() + limit_s, cancelled)
    return replace(scene, read_situation=readings.situation if model is not None else None, read_things=readings.things)


@dataclass(slots=True)
class _Readings:
    """What was read for one question; each text is read once."""

    scene: SituatedScene
    model: TextModel | None
    deadline: float
    cancelled: Callable[[], bool] | None
    situations: dict[str, Situation | None] = field(default_factory=dict)
    nouns: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def situation(self, text: str) -> Situation | None:
        """The clauses of a situation; None where the model is missing, unsure, or wrote nothing usable."""
        if text not in self.situations:
            self.situations[text] = self._situation(text)
        return self.situations[text]

    def things(self, words: str) -> tuple[int, ...]:
        """Ids of what a noun phrase may mean, wherever the asker is; none where nothing reads it, or there is none."""
        if words not in self.nouns:
            self.nouns[words] = self._things(words)
        return self.nouns[words]

    def _situation(self, text: str) -> Situation | None:
        if len(text) > _LONGEST:
            return None
        try:
            reply = self._continue_text(
                situation_prompt(text), max_tokens=_MAX_TOKENS, grammar=grammar(text), stop=("\n",)
            )
            sure = reply.finished and (per_token(reply) or 0.0) >= LEAST_LOGPROB
            return parsed(reply.text) if sure else None
        except (ModelError, ToolError) as error:
            # What the model says of the question itself tells the asker that it is missing.
            _log.warning("a situation was not read: %s", error)
            return None

    def _things(self, words: str) -> tuple[int, ...]:
        phrase = f"the {words}"
        things = [plain_name(name) for name in self.scene.categories]
        rooms = [plain_name(room.name) for room in self.scene.graph.rooms]
        try:
            expression = read(phrase, things=things, rooms=rooms).expression
            if not expression and self.model is not None:
                expression = write(self._continue_text, phrase, things=things, rooms=rooms).expression
            if not expression.startswith(('the("', 'every("')) or _ME.search(expression):
                return ()
            for meant in (str(_all(parse_expression(expression))), expression):
                value = evaluate(meant, self.scene).values[0]
                if isinstance(value, Things) and value.ids:
                    return value.ids
        except (ModelError, ToolError) as error:
            _log.warning("%r was not read: %s", phrase, error)
        return ()

    def _continue_text(self, prompt: str, **options: object) -> Continuation:
        left_s = self.deadline - time.monotonic()
        if self.model is None or left_s <= 0.0:
            raise ModelError("no time is left to read a situation")
        return self.model.continue_text(prompt, timeout_s=left_s, cancelled=self.cancelled, **options)  # type: ignore[arg-type]


def _all(node: Node) -> Node:
    """An expression with `every` for each `the` that no superlative chooses: nobody knows yet which is the near one."""
    if not isinstance(node, Call):
        return node
    chosen = any(isinstance(arg, Call) and functions()[arg.name].returns == (Order,) for arg in node.args)
    kwargs = tuple((key, _all(value)) for key, value in node.kwargs)
    return Call("every" if node.name == "the" and not chosen else node.name, tuple(map(_all, node.args)), kwargs)
