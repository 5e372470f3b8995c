"""What came of one benchmark question, and the scene as its asker sees it: what every answerer shares."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from situated_qa.eval.questions import BenchmarkQuestion
from situated_qa.eval.settings import RunSettings
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    answer: str  # "" where there is none
    status: int  # an `AnswerStatus`
    status_text: str = ""
    program: str = ""  # the last one tried
    observations: tuple[str, ...] = ()  # what each program printed, or its error
    passed: tuple[bool, ...] = ()  # whether each program ran to its end
    checked_only: tuple[bool, ...] = ()  # whether each program was refused by the check, so that nothing ran
    object_ids: tuple[int, ...] = ()  # evidence, in the asked graph
    model_seconds: float = 0.0
    sandbox_seconds: float = 0.0
    total_seconds: float = 0.0
    prompt_tokens: int = 0  # over all replies, cached ones included
    completion_tokens: int = 0
    cached_tokens: int = 0  # of the prompts, not evaluated again; 0 where the runtime does not tell
    oracle_answer: str | None = None  # what the question's own program prints on the same scene; None: it has none


def situated(graph: SceneGraph, question: BenchmarkQuestion, settings: RunSettings) -> SituatedScene:
    """The scene as this question's asker sees it."""
    shown = graph if settings.attributes else without_attributes(graph)
    viewpoint = dataclasses.replace(question.viewpoint, frame=graph.frame)
    return SituatedScene(shown, viewpoint, reference_frame=settings.relation_frame)


def without_attributes(graph: SceneGraph) -> SceneGraph:
    """The same graph without colors and other attributes: geometry, categories and relations stay."""
    empty: Mapping[str, str] = MappingProxyType({})
    bare = tuple(dataclasses.replace(node, color="", rgb=None, attributes=empty) for node in graph.objects)
    return dataclasses.replace(graph, objects=bare)
