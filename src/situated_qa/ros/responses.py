"""Answers and program runs as responses. Every string that leaves through a service is cleaned here, once."""

from __future__ import annotations

import dataclasses

from situated_qa.reasoning.answers import Answer
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.ros import convert
from situated_qa.ros.texts import clean_message
from situated_qa.srv import Ask, RunProgram

MAX_STATUS_CHARACTERS = 2_000
_MULTI_LINE = ("program", "observation", "observations")


def fill_ask(response: Ask.Response, answer: Answer) -> Ask.Response:
    """The response with everything that the answer tells; `total_seconds` is the caller's."""
    response.status, response.absence = int(answer.status), int(answer.absence)
    response.status_text = answer.status_text[:MAX_STATUS_CHARACTERS]
    response.answer = answer.answer if answer.has_answer else ""
    response.confidence = answer.confidence
    response.explanation, response.object_ids = answer.explanation, list(answer.object_ids)
    if answer.viewpoint is not None:
        response.viewpoint_used = convert.viewpoint_to_msg(answer.viewpoint)
    response.viewpoint_age_s, response.reference_frame = answer.viewpoint_age_s, answer.reference_frame
    response.rounds, response.program = answer.rounds, answer.program
    response.observations = list(answer.observations)
    response.graph_version, response.graph_age_s = answer.graph_version, answer.graph_age_s
    response.model_seconds, response.sandbox_seconds = answer.model_seconds, answer.sandbox_seconds
    return clean_message(response, _MULTI_LINE)


def fill_run(response: RunProgram.Response, result: RunResult) -> RunProgram.Response:
    """The response with what became of the program; the graph and the viewpoint are the caller's."""
    response.status, response.status_text = response.RAN, "ran"
    if result.error is not None:
        response.status, response.status_text = response.PROGRAM_ERROR, "the program failed its check or its run"
    response.observation, response.object_ids = result.observation, list(result.object_ids)
    response.sandbox_seconds = result.seconds
    return response


def finished_run(response: RunProgram.Response) -> RunProgram.Response:
    """The response, ready to be sent."""
    response.status_text = response.status_text[:MAX_STATUS_CHARACTERS]
    return clean_message(response, _MULTI_LINE)


def with_note(answer: Answer, note: str) -> Answer:
    """The answer with a note on the graph or the clock in its explanation and its status text; "" changes nothing."""
    if not note:
        return answer
    explanation = f"{answer.explanation} {note[:1].upper()}{note[1:]}.".strip()
    return dataclasses.replace(answer, explanation=explanation, status_text=joined(answer.status_text, note))


def joined(*texts: str) -> str:
    """The texts that are not empty, with semicolons between them."""
    return "; ".join(text for text in texts if text)
