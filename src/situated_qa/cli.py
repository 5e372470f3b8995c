"""`situated-qa …`: bring-up, questions, programs, maps from sequences, the demo, downloads."""

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


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it did what it should."""
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except SituatedQAError as error:
        print(f"situated-qa: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="situated-qa", description="Ask a robot about the place it stands in.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_bringup(commands.add_parser("bringup", help="start all nodes, as `ros2 launch situated_qa bringup.launch.py`"))
    _add_ask(commands.add_parser("ask", help="ask the running system, or a scene file"))
    _add_run_program(commands.add_parser("run-program", help="run a tool program on a scene file, without a model"))
    _add_prompt(commands.add_parser("prompt", help="print the messages that a model would get, as JSON"))
    _add_map(commands.add_parser("map", help="map a sequence folder without ROS: mesh.ply and scene.json"))
    _add_to_bag(commands.add_parser("to-bag", help="write a sequence folder as a rosbag2"))
    _add_demo(commands.add_parser("demo", help="map a room with all nodes and ask questions about it"))
    _add_fetch(commands.add_parser("fetch", help="download models and assets, and verify them"))
    _add_homes(commands.add_parser("homes", help="write simulated homes with questions, and render their frames"))
    _add_eval(commands.add_parser("eval", help="run a benchmark, print its table, compare two runs"))
    return parser


# ── the running system ───────────────────────────────────────────────────────────────────────────────────────────────


def _add_bringup(parser: argparse.ArgumentParser) -> None:
    from situated_qa.ros.bringup import argument_table

    for argument in argument_table():
        option = "--" + argument.name.replace("_", "-")
        text = argument.metadata["description"]
        if isinstance(argument.default, bool):
            parser.add_argument(option, action="store_true", help=text)
        else:
            kind = type(argument.default)
            parser.add_argument(option, type=kind, default=argument.default, help=f"{text} (default: %(default)r)")
    parser.set_defaults(run=_bringup)


def _bringup(parsed: argparse.Namespace) -> int:
    from situated_qa.ros.bringup import BringupArguments, argument_table, describe, run_until_stopped

    arguments = BringupArguments(**{a.name: getattr(parsed, a.name) for a in argument_table()})
    return run_until_stopped(describe(arguments))


# ── questions and programs ───────────────────────────────────────────────────────────────────────────────────────────


def _add_viewpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--position", type=float, nargs=3, metavar=("X", "Y", "Z"), help="where the asker stands, m, map"
    )
    parser.add_argument("--heading-rad", type=float, help="where the asker looks, rad, counter-clockwise from map x")


def _add_mark(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--marked", type=int, metavar="ID", help='the object pointed at: what "this" means')


def _add_ask(parser: argparse.ArgumentParser) -> None:
    from situated_qa.llm.settings import FORMS
    from situated_qa.reasoning.answers import STRATEGIES

    parser.add_argument("words", nargs="?", metavar="QUESTION", help="the question")
    parser.add_argument("--question", help="the question, as an option")
    parser.add_argument(
        "--situation", default="", help="where the asker is, in words; without --position it moves the viewpoint"
    )
    parser.add_argument("--scene", type=Path, help="a scene file; without it, the running system's /ask is called")
    parser.add_argument("--llm", default="", help=FORMS)
    parser.add_argument("--strategy", default="", help=f"{', '.join(STRATEGIES)}; default: by model")
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
    from situated_qa.llm.settings import LLMSettings
    from situated_qa.pipeline import AskingPipeline
    from situated_qa.reasoning.answers import Question

    graph, viewpoint = _read_scene(parsed)
    marked = _marked(parsed, graph)
    pipeline = AskingPipeline(Settings(llm=LLMSettings(spec=parsed.llm)) if parsed.llm else Settings())
    question = Question(_question_text(parsed), parsed.situation, parsed.strategy)
    if question.strategy != "rules":
        print(f"loading {pipeline.model_name} …", file=sys.stderr)
    on_text = _show_piece if sys.stderr.isatty() and not parsed.json else None
    try:
        try:
            pipeline.warm_up(question.strategy)  # outside of the question's time limit
        except ModelUnavailable as error:  # the answer says so again, and rules may do without
            print(f"the language model is not available: {error}", file=sys.stderr)
        moves = parsed.position is None and parsed.heading_rad is None
        answer = pipeline.ask(question, graph, viewpoint, marked=marked, move_to_situation=moves, on_text=on_text)
    finally:
        pipeline.close()
    if on_text is not None:
        print(file=sys.stderr)
    fields = {f.name: getattr(answer, f.name) for f in dataclasses.fields(answer) if f.name != "viewpoint"}
    return {**fields, "status": int(answer.status), "viewpoint": _plain_viewpoint(answer.viewpoint or viewpoint)}


def _show_piece(text: str) -> None:
    """What the model writes, as it writes it: beside the answer, not in it."""
    print(text, end="", file=sys.stderr, flush=True)


def _ask_service(parsed: argparse.Namespace) -> dict[str, Any]:
    from situated_qa.ros.client import Client

    if parsed.marked is not None:
        raise SituatedQAError(
            "--marked is for scene files; in a running system click the object in RViz (Publish Point)"
        )

    fields: dict[str, Any] = {"situation": parsed.situation, "strategy": parsed.strategy}
    if parsed.position is not None:
        from situated_qa.ros.convert import viewpoint_to_msg

        fields |= {"use_viewpoint": True, "viewpoint": viewpoint_to_msg(_viewpoint(parsed))}
    with Client(parsed.namespace) as client:
        response = client.ask(_question_text(parsed), timeout_s=parsed.timeout_s, **fields)
    plain = {
        name: getattr(response, name) for name in response.get_fields_and_field_types() if name != "viewpoint_used"
    }
    return {
        name: list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value
        for name, value in plain.items()
    }


def _add_run_program(parser: argparse.ArgumentParser) -> None:
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


def _add_prompt(parser: argparse.ArgumentParser) -> None:
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


# ── maps, demo, downloads ────────────────────────────────────────────────────────────────────────────────────────────


def _add_map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sequence", type=Path, help="a sequence folder")
    parser.add_argument("--out", type=Path, default=Path("map_out"), help="where to write (default: %(default)s)")
    parser.add_argument("--detector", default="nanodet", help="nanodet, true-masks or module:Class")
    parser.set_defaults(run=_map)


def _map(parsed: argparse.Namespace) -> int:
    from situated_qa.demo import map_sequence

    files = map_sequence(parsed.sequence, parsed.out, parsed.detector)
    print("\n".join(str(file) for file in files))
    return 0


def _add_to_bag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sequence", type=Path, help="a sequence folder")
    parser.add_argument("bag", type=Path, help="the rosbag2 folder to write; must not exist")
    parser.add_argument("--storage", default="mcap", help="sqlite3 or mcap (default: %(default)s)")
    parser.set_defaults(run=_to_bag)


def _to_bag(parsed: argparse.Namespace) -> int:
    from situated_qa.sequences import Sequence
    from situated_qa.sim.bags import write_bag

    print(write_bag(Sequence.open(parsed.sequence), parsed.bag, storage=parsed.storage, progress=True))
    return 0


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("demo_out"), help="where to write (default: %(default)s)")
    parser.add_argument("--sequence", type=Path, help="a sequence folder instead of the rendered room")
    parser.add_argument("--llm", default="default", help="the model, e.g. ollama:qwen2.5:7b or a GGUF file")
    parser.set_defaults(run=_demo)


def _demo(parsed: argparse.Namespace) -> int:
    from situated_qa.demo import run_demo

    return run_demo(parsed.out, sequence=parsed.sequence, llm=parsed.llm)


def _add_fetch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", help="assets; none means all")
    parser.set_defaults(run=_fetch)


def _fetch(parsed: argparse.Namespace) -> int:
    from situated_qa.assets import fetch

    fetch(parsed.names)
    return 0


def _add_homes(parser: argparse.ArgumentParser) -> None:
    from situated_qa.sim.commands import add_homes

    add_homes(parser)


def _add_eval(parser: argparse.ArgumentParser) -> None:
    from situated_qa.eval.commands import add_commands

    add_commands(parser)


if __name__ == "__main__":
    raise SystemExit(main())
