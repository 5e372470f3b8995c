"""`situated-qa …`: bring-up, questions, programs, maps from sequences, the demo, downloads.

Each command's modules are imported when it is chosen: what a robot runs never loads the simulation or the benchmarks.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from situated_qa.errors import SituatedQAError


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it did what it should."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parsed = _parser(arguments).parse_args(arguments)
    try:
        code = int(parsed.run(parsed))
        sys.stdout.flush()
        return code
    except SituatedQAError as error:
        print(f"situated-qa: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `situated-qa … | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        return 141
    except OSError as error:  # a folder that cannot be written, a full disk
        print(f"situated-qa: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
    """The parser; of the commands, only the one that `arguments` start with has its arguments."""
    chosen = next((word for word in arguments if not word.startswith("-")), "")
    parser = argparse.ArgumentParser(prog="situated-qa", description="Ask a robot about the place it stands in.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (add_arguments, text) in _COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name == chosen:
            add_arguments(command)
    return parser


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


def _add_chat(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.questions import add_chat

    add_chat(parser)


def _add_ask(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.questions import add_ask

    add_ask(parser)


def _add_run_program(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.questions import add_run_program

    add_run_program(parser)


def _add_prompt(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.questions import add_prompt

    add_prompt(parser)


def _add_map(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.maps import add_map

    add_map(parser)


def _add_to_bag(parser: argparse.ArgumentParser) -> None:
    from situated_qa.cli.maps import add_to_bag

    add_to_bag(parser)


def _add_homes(parser: argparse.ArgumentParser) -> None:
    from situated_qa.sim.commands import add_homes

    add_homes(parser)


def _add_eval(parser: argparse.ArgumentParser) -> None:
    from situated_qa.eval.commands import add_commands

    add_commands(parser)


def _add_data(parser: argparse.ArgumentParser) -> None:
    from situated_qa.training.data_commands import add_data

    add_data(parser)


def _add_train(parser: argparse.ArgumentParser) -> None:
    from situated_qa.training.train_commands import add_train

    add_train(parser)


_COMMANDS: dict[str, tuple[Callable[[argparse.ArgumentParser], None], str]] = {
    "bringup": (_add_bringup, "start all nodes, as `ros2 launch situated_qa bringup.launch.py`"),
    "ask": (_add_ask, "ask the running system, or a scene file"),
    "chat": (_add_chat, "ask a scene file one question after another, as one session"),
    "run-program": (_add_run_program, "run a tool program on a scene file, without a model"),
    "prompt": (_add_prompt, "print the messages that a model would get, as JSON"),
    "map": (_add_map, "map a sequence folder without ROS: mesh.ply and scene.json"),
    "to-bag": (_add_to_bag, "write a sequence folder as a rosbag2"),
    "demo": (_add_demo, "map a room with all nodes and ask questions about it"),
    "fetch": (_add_fetch, "download models and assets, and verify them"),
    "homes": (_add_homes, "write simulated homes with questions, and render their frames"),
    "eval": (_add_eval, "run a benchmark, print its table, compare two runs"),
    "data": (_add_data, "make a data set for the trained reader, report on it, check it"),
    "train": (_add_train, "train an adapter of the reader's model, and export it"),
}
"""What adds the arguments of each command, and its line in the help."""
