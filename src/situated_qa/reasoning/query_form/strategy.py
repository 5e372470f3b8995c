"""Answering by query form: where the words of a question leave doubt the model is asked, rules do the rest.

Small models fail at writing Python. They say a question again in plain words that the rules read (`rewording`), or
fill in a form (`schema`), by setting. What needs no looking up goes to a direct answer by the model; what no form can
say goes to a free program, or to a direct answer too. The explanation tells which.
"""

from __future__ import annotations

import json
from dataclasses import replace

from situated_qa.errors import ModelError
from situated_qa.llm.client import Message
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.form import Form, FormError
from situated_qa.reasoning.query_form.look_up import Left, NoForm, look_up, unanswered
from situated_qa.reasoning.query_form.reading.limits import unsayable
from situated_qa.reasoning.query_form.reading.question import Reading
from situated_qa.reasoning.query_form.repair import Settled, mend, read_reply, settle, settle_reworded
from situated_qa.reasoning.query_form.rewording import (
    MAX_PLAIN_TOKENS,
    PLAIN_SCHEMA,
    read_rewording,
    rewording_messages,
    static_rewording,
)
from situated_qa.reasoning.query_form.schema import MAX_FORM_TOKENS, form_messages, schema_of, static_messages
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.language.phrases import direction_words

MAX_CONTEXT_OBJECTS = 14
MAX_ANSWER_TOKENS = 32


def query_form(context: StrategyContext) -> StrategyResult:
    """Answer one question by a query form; a `Strategy`.

    Raises:
        ModelError: the model is not there or broke down. A reply that is not a form is repaired by rules instead.
    """
    return look_up(context, _fill_in, _beyond)


def opening_messages(where_unsure: str) -> tuple[Message, ...]:
    """The part of the prompt that is the same for every question; warm it at start-up.

    Args:
        where_unsure: the setting of that name.
    """
    return static_rewording() if where_unsure == "rewording" else static_messages()


def _fill_in(context: StrategyContext, reading: Reading, categories: list[str]) -> tuple[Settled, list[Form]]:
    """A `FillIn`: where the words are sure of everything they would outvote the model, so it is not asked."""
    if reading.sure_of_ask and reading.sure_of_nouns:
        return Settled(reading.form(), "the words of the question decided, and no model was asked"), []
    too_much = unsayable(reading.text)
    if too_much:
        raise NoForm(too_much)
    ask_model = _reword if context.settings.where_unsure == "rewording" else _fill_in_form
    try:
        return ask_model(context, reading, categories)
    except FormError as error:  # cut short or malformed: the words have to do, and the answer says so
        return Settled(reading.form(), f"the words of the question alone decided, for {error}"), []


def _reword(context: StrategyContext, reading: Reading, categories: list[str]) -> tuple[Settled, list[Form]]:
    """The question in the model's plain words, read by rule; FormError where they cannot be read."""
    messages = rewording_messages(context.question.question)
    reply = context.complete(messages, max_tokens=MAX_PLAIN_TOKENS, json_schema=PLAIN_SCHEMA)
    return settle_reworded(reading, read_rewording(reply.text, reading, categories)), [reading.form()]


def _fill_in_form(context: StrategyContext, reading: Reading, categories: list[str]) -> tuple[Settled, list[Form]]:
    """The form as the model fills it in, settled with the words'; FormError where its reply is none."""
    messages = form_messages(context.question.question, context.settings.similar_examples)
    schema = schema_of(reading, categories)
    reply = context.complete(messages, max_tokens=MAX_FORM_TOKENS, json_schema=schema)
    model_form = read_reply(reply.text)
    return settle(reading, model_form), [mend(reading, model_form), reading.form()]


def _beyond(context: StrategyContext, left: Left) -> StrategyResult:
    """A `Beyond`: a free program where one may say more than a form, and the model writes them.

    Else what is not known, or the model's guess where guesses are allowed.
    """
    wanted = context.settings.form_fallback
    if wanted == "auto":
        wanted = "guess" if context.model.prefers_forms else "program"
    if left.form is not None or wanted == "guess":
        return _guess(context, left) if context.settings.allow_guesses else unanswered(context, left)
    from situated_qa.reasoning.think_program_rectify import think_program_rectify

    result = think_program_rectify(context)
    told = f"{_sentence(left.why)} A free program was written instead."
    status_text = result.status_text or ("answered by a free program" if result.answer else "")
    return replace(result, explanation=f"{told} {result.explanation}".strip(), status_text=status_text)


def _guess(context: StrategyContext, left: Left) -> StrategyResult:
    """An answer by the model alone, from what stands around the asker; said to be one."""
    question = context.question.question
    options = [option for option in left.form.options if option] if left.form else []
    answer = {"enum": options} if options else {"type": "string", "maxLength": 60}
    schema = {"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": False}
    prompt = (
        f"Now answer the question itself in at most five words.\nAround me: {surroundings(context)}.\n"
        f"{context.question.situation}\nQ: {question}"
    )
    # behind the same static part as every question, so that a runtime keeps its evaluated prompt
    messages = (*opening_messages(context.settings.where_unsure), Message("user", prompt))
    reply = context.complete(messages, max_tokens=MAX_ANSWER_TOKENS, json_schema=schema)
    try:
        short = str(json.loads(reply.text)["answer"]).strip()
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ModelError(f"the model's direct answer is not JSON with an answer: {reply.text[:80]!r}") from error
    explanation = f"{_sentence(left.why)[:-1]}; this is the model's guess and was not looked up."
    plain = context.settings.answer_style == "short"
    text = short if plain else f"I cannot look that up here; my guess: {short.rstrip('.')}."
    status_text = f"a guess: not looked up, {left.why.rstrip('.')}"
    return StrategyResult(text, explanation, left.object_ids, status=AnswerStatus.GUESSED, status_text=status_text)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def surroundings(context: StrategyContext) -> str:
    """The nearest objects in words: "brown sofa 1.2 m behind you, …"; at most `MAX_CONTEXT_OBJECTS`."""
    scene = context.scene
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    nodes.sort(key=lambda node: (scene.agent_distances[node.id], node.id))
    parts = [
        f"{node.color + ' ' if node.color else ''}{node.category} {scene.agent_distances[node.id]:.1f} m "
        f"{direction_words(scene.viewpoint.hour(node.box.center))}"
        for node in nodes[:MAX_CONTEXT_OBJECTS]
    ]
    return "; ".join(parts) or "nothing known"
