"""`situated-qa ask`, `run-program` and `prompt`: questions and programs, for the running system or on a scene file."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from situated_qa.errors import ModelUnavailable, SituatedQAError

if TYPE_CHECKING:
    from situated_qa.situated.viewpoint import Viewpoint


_SOON_S = 3.0
"""A running system's service is found within this time; longer waits are told."""


def _add_viewpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--position", type=float, nargs=3, metavar=("X", "Y", "Z"), help="where the asker stands, m, map"
    )
    parser.add_argument("--heading-rad", type=float, help="where the asker looks, rad, counter-clockwise from map x")


def _add_mark(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--marked", type=int, metavar="ID", help='the object pointed at: what "this" means')


def add_ask(parser: argparse.ArgumentParser) -> None:
    from situated_qa.llm.settings import FORMS
    from situated_qa.reasoning.answers import STRATEGIES

    parser.add_argument("words", nargs="?", metavar="QUESTION", help="the question")
    parser.add_argument("--question", help="the question, as an option")
    parser.add_argument(
        "--situation", default="", help="where the asker is, in words; without --position it moves the viewpoint"
    )
    parser.add_argument("--scene", type=Path, help="a scene file; without it, the running system's /ask is called")
    parser.add_argument("--llm", default="", help=FORMS)
    parser.add_argument("--describer", default="none", help="with --scene: the model that looks at its pictures")
    parser.add_argument("--strategy", default="", help=f"{', '.join(STRATEGIES)}; default: by model")
    parser.add_argument(
        "--session", default="", metavar="NAME", help="questions of one session may speak of the answers before"
    )
    parser.add_argument("--namespace", default="", help="namespace of the running system")
    parser.add_argument("--timeout-s", type=float, default=300.0, help="how long to wait for the answer, s")
    parser.add_argument("--json", action="store_true", help="print the whole response as JSON")
    _add_viewpoint(parser)
    _add_mark(parser)
    parser.set_defaults(run=_ask)


def _question_text(parsed: argparse.Namespace) -> str:
    text = parsed.question or parsed.words
    if not text:
        raise SituatedQAError('no question; write situated-qa ask "What is behind me?"')
    return str(text)


def _ask(parsed: argparse.Namespace) -> int:
    from situated_qa.reasoning.answers import WORDED

    response = _ask_scene(parsed) if parsed.scene else _ask_service(parsed)
    if parsed.json:
        print(json.dumps(response, indent=2, ensure_ascii=False))
    elif response["status"] in WORDED:
        print(response["answer"])
    else:
        print(f"no answer (status {response['status']}): {response['status_text']}", file=sys.stderr)
    return 0 if response["status"] in WORDED else 1


def _ask_scene(parsed: argparse.Namespace) -> dict[str, Any]:
    from situated_qa.config import Settings
    from situated_qa.describing.settings import DescriberSettings
    from situated_qa.llm.settings import LLMSettings
    from situated_qa.pipeline import AskingPipeline
    from situated_qa.reasoning.answers import Question

    graph, viewpoint = _read_scene(parsed)
    marked = _marked(parsed, graph)
    llm = LLMSettings(spec=parsed.llm) if parsed.llm else LLMSettings()
    pipeline = AskingPipeline(Settings(llm=llm, describer=DescriberSettings(model=parsed.describer)))
    question = Question(_question_text(parsed), parsed.situation, parsed.strategy, session=parsed.session)
    if question.strategy != "rules":
        print(f"loading {pipeline.model_name} …", file=sys.stderr)
    on_text = _show_piece if sys.stderr.isatty() and not parsed.json else None
    try:
        try:
            pipeline.warm_up(question.strategy)  # outside of the question's time limit
        except ModelUnavailable as error:  # the answer says so again, and patterns may do without
            print(f"the language model is not available: {error}", file=sys.stderr)
        moves = parsed.position is None and parsed.heading_rad is None
        answer = pipeline.ask(question, graph, viewpoint, marked=marked, move_to_situation=moves, on_text=on_text)
    finally:
        pipeline.close()
    if on_text is not None:
        print(file=sys.stderr)
    fields = {f.name: getattr(answer, f.name) for f in dataclasses.fields(answer) if f.name != "viewpoint"}
    return {**fields, "status": int(answer.status), "viewpoint": _plain_viewpoint(answer.viewpoint or viewpoint)}


def add_chat(parser: argparse.ArgumentParser) -> None:
    """`situated-qa chat`."""
    from situated_qa.llm.settings import FORMS

    parser.add_argument("--scene", type=Path, required=True, help="a scene file")
    parser.add_argument("--llm", default="default", help=f"{FORMS} (default: %(default)s)")
    _add_viewpoint(parser)
    _add_mark(parser)
    parser.set_defaults(run=_chat)


def _chat(parsed: argparse.Namespace) -> int:
    from situated_qa.config import Settings
    from situated_qa.llm.settings import LLMSettings
    from situated_qa.pipeline import AskingPipeline
    from situated_qa.reasoning.answers import Question

    graph, viewpoint = _read_scene(parsed)
    marked = _marked(parsed, graph)
    pipeline = AskingPipeline(Settings(llm=LLMSettings(spec=parsed.llm)))
    try:
        for line in sys.stdin:
            if line.strip():
                answer = pipeline.ask(Question(line.strip(), session="chat"), graph, viewpoint, marked=marked)
                print(answer.answer if answer.has_answer else f"no answer: {answer.status_text}", flush=True)
    finally:
        pipeline.close()
    return 0


def _show_piece(text: str) -> None:
    """What the model writes, as it writes it: beside the answer, not in it."""
    print(text, end="", file=sys.stderr, flush=True)


def _ask_service(parsed: argparse.Namespace) -> dict[str, Any]:
    from situated_qa.ros.bringup import check_namespace
    from situated_qa.ros.client import Client

    if parsed.marked is not None:
        raise SituatedQAError(
            "--marked is for scene files; in a running system click the object in RViz (Publish Point)"
        )

    fields: dict[str, Any] = {"situation": parsed.situation, "strategy": parsed.strategy, "session": parsed.session}
    if parsed.position is not None:
        from situated_qa.ros.convert import viewpoint_to_msg

        fields |= {"use_viewpoint": True, "viewpoint": viewpoint_to_msg(_viewpoint(parsed))}
    check_namespace(parsed.namespace)
    with Client(parsed.namespace) as client:
        soon_s, left_s = min(_SOON_S, parsed.timeout_s), parsed.timeout_s
        if not client.is_up(soon_s):
            left_s -= soon_s
            print(f"waiting {left_s:.0f} s more for /ask; is the system up?", file=sys.stderr)
        response = client.ask(_question_text(parsed), timeout_s=left_s, **fields)
    plain = {
        name: getattr(response, name) for name in response.get_fields_and_field_types() if name != "viewpoint_used"
    }
    return {
        name: list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value
        for name, value in plain.items()
    }


def add_run_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scene", type=Path, required=True, help="a scene file")
    parser.add_argument("--program", type=Path, required=True, help="a Python file over the tools")
    _add_viewpoint(parser)
    _add_mark(parser)
    parser.set_defaults(run=_run_program, llm="none")


def _run_program(parsed: argparse.Namespace) -> int:
    from situated_qa.reasoning.sandbox import Sandbox
    from situated_qa.situated.scene import SituatedScene
    from situated_qa.situated.tools import Tools

    graph, viewpoint = _read_scene(parsed)
    with Sandbox() as sandbox:
        scene = SituatedScene(graph, viewpoint, marked=_marked(parsed, graph))
        result = sandbox.check_and_run(_read_text(parsed.program), Tools(scene))
    print(result.observation)
    return 1 if result.error is not None else 0


def add_prompt(parser: argparse.ArgumentParser) -> None:
    from situated_qa.reasoning.answers import STRATEGIES

    parser.add_argument("--scene", type=Path, required=True, help="a scene file")
    parser.add_argument("--question", required=True, help="the question")
    parser.add_argument("--situation", default="", help="where the asker is, in words")
    parser.add_argument("--strategy", default="think-program-rectify", help=f"{', '.join(STRATEGIES)}")
    _add_viewpoint(parser)
    _add_mark(parser)
    parser.set_defaults(run=_prompt)


def _prompt(parsed: argparse.Namespace) -> int:
    from situated_qa.reasoning.answers import Question
    from situated_qa.reasoning.first_messages import first_messages
    from situated_qa.situated.scene import SituatedScene

    graph, viewpoint = _read_scene(parsed)
    question = Question(parsed.question, parsed.situation, parsed.strategy)
    messages = first_messages(SituatedScene(graph, viewpoint, marked=_marked(parsed, graph)), question)
    print(json.dumps([dataclasses.asdict(message) for message in messages], indent=2, ensure_ascii=False))
    if not messages:
        print("no model is asked: the words of this question decide", file=sys.stderr)
    return 0


def _read_scene(parsed: argparse.Namespace) -> tuple[Any, Viewpoint]:
    import numpy as np

    from situated_qa.scene.files import read_scene
    from situated_qa.situated.viewpoint import Viewpoint

    scene = read_scene(parsed.scene)
    if parsed.position is not None or parsed.heading_rad is not None:
        return scene.graph, _viewpoint(parsed, scene.graph.frame)
    if scene.viewpoint is None:
        raise SituatedQAError(f"{parsed.scene} holds no viewpoint; give --position X Y Z --heading-rad H")
    stored = scene.viewpoint
    return scene.graph, Viewpoint(np.array(stored.position), stored.heading_rad, frame=scene.graph.frame)


def _viewpoint(parsed: argparse.Namespace, frame: str = "map") -> Viewpoint:
    import numpy as np

    from situated_qa.situated.viewpoint import Viewpoint

    if parsed.position is None or parsed.heading_rad is None or not math.isfinite(parsed.heading_rad):
        raise SituatedQAError("a viewpoint needs both --position X Y Z and --heading-rad H")
    return Viewpoint(np.array(parsed.position), parsed.heading_rad, frame=frame)


def _marked(parsed: argparse.Namespace, graph: Any) -> int | None:
    if parsed.marked is not None and parsed.marked not in graph.by_id:
        ids = [node.id for node in graph.objects]
        held = f"{ids[0]} … {ids[-1]}" if ids else "nothing"
        raise SituatedQAError(f"--marked {parsed.marked} is no object of {parsed.scene}, which holds {held}")
    return parsed.marked


def _plain_viewpoint(viewpoint: Viewpoint) -> dict[str, Any]:
    return {"position": [float(x) for x in viewpoint.position], "heading_rad": float(viewpoint.heading_rad)}


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SituatedQAError(f"{path} cannot be read as text: {error}") from error
