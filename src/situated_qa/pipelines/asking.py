"""The asking half: a question, a scene graph and a viewpoint in, an answer out."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

from situated_qa.config import Settings
from situated_qa.describing.looking import Looking
from situated_qa.describing.settings import make_seeing_model
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.spec import make_model, make_reader
from situated_qa.reasoning.answers import Answer, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.described_situation import answer_from_situation
from situated_qa.reasoning.reader.situations import with_readers
from situated_qa.reasoning.sandbox import RunResult, Sandbox
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


class AskingPipeline:
    """Answers questions about scene graphs. It keeps none: each question brings its own. Any number of threads may use
    it at a time.

    Args:
        model: the language model; None makes the one that `settings.llm` names.
        seeing: the model that looks at pictures; None makes the one that `settings.describer` names, or none.

    Raises:
        SettingsError: the model's specification is wrong.
        SandboxUnavailable: there is no sandbox, and no program runs without one.
    """

    def __init__(
        self, settings: Settings, model: LanguageModel | None = None, seeing: LanguageModel | None = None
    ) -> None:
        self.settings = settings
        if model is None:
            model = make_model(settings.llm.spec, settings.llm)
        # A model that is none needs no reader: patterns answer. A small one that is no reader is asked itself.
        beside = model.name != NO_MODEL and not model.prefers_forms
        reader = make_reader(settings.llm) if beside else None
        self._reasoner = Reasoner(model, Sandbox(settings.sandbox), settings.reasoning, reader=reader)
        seeing = seeing or make_seeing_model(settings.describer)
        self._looking = Looking(seeing, settings.describer) if seeing is not None else None

    def ask(
        self,
        question: Question,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        *,
        viewpoint_age_s: float = 0.0,
        graph_age_s: float = 0.0,
        marked: int | None = None,
        move_to_situation: bool = False,
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answer from a graph, seen from `viewpoint` (map frame).

        Trouble with the model ends in the answer's status, never in an exception.

        Args:
            graph: what is asked. Draw the answer's evidence on the same graph.
            viewpoint_age_s: how old the viewpoint was when the question arrived; handed through to the answer.
            graph_age_s: time since the graph's stamp, s, where it is known: what its pictures show is older by that.
            marked: id of the object that the asker pointed at last; None for none.
            move_to_situation: the question's situation moves the viewpoint, or the question is refused with the reason;
                else it only describes the viewpoint that is given.
            on_text, cancelled: see `Reasoner.answer`.
        """
        limit_s = question.time_limit_s or self.settings.reasoning.time_limit_s
        scene = self._freeze(graph, viewpoint, marked, limit_s, graph_age_s, cancelled)
        answer = answer_from_situation(
            self._reasoner, scene, question, moves=move_to_situation, on_text=on_text, cancelled=cancelled
        )
        return dataclasses.replace(answer, viewpoint_age_s=viewpoint_age_s)

    def run_program(
        self,
        program: str,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        *,
        graph_age_s: float = 0.0,
        time_limit_s: float | None = None,
        marked: int | None = None,
    ) -> RunResult:
        """Check and run a tool program against a graph, without a model.

        A wrong program raises no exception: the result's `error` is the text that a model would get.

        Args:
            graph_age_s: as `ask`.
            time_limit_s: wall clock of the run, s, without the wait for a worker; None means the sandbox's setting.
            marked: id of the object that the asker pointed at last; None for none.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: there is no sandbox.
        """
        limit_s = time_limit_s or self.settings.sandbox.time_limit_s
        tools = Tools(self._freeze(graph, viewpoint, marked, limit_s, graph_age_s))
        return self._reasoner.sandbox.check_and_run(program, tools, time_limit_s=time_limit_s, guest=True)

    def warm_up(self, strategy: str = "") -> None:
        """Have the model evaluate a strategy's static prompt now; "" means the strategy it uses by itself.

        Raises:
            ModelError: the model is not available.
        """
        self._reasoner.warm_up(strategy)

    @property
    def model_name(self) -> str:
        return self._reasoner.model.name

    def close(self) -> None:
        """Free the models and the sandbox's processes."""
        self._reasoner.close()
        if self._looking is not None:
            self._looking.close()

    def _freeze(
        self,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        marked: int | None,
        limit_s: float,
        graph_age_s: float,
        cancelled: Callable[[], bool] | None = None,
    ) -> SituatedScene:
        looker = None
        if self._looking is not None:
            looker = self._looking.at(graph, time.monotonic() + limit_s, cancelled, graph_age_s=graph_age_s)
        scene = SituatedScene(graph, viewpoint, self.settings.relations, marked=marked, looker=looker)
        return with_readers(scene, self._reasoner.reader, limit_s, cancelled)
