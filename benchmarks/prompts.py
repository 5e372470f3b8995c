"""Tokens of the first message of the strategies that write programs, over questions about simulated homes (split dev).

Counted exactly, with the tokenizer and the chat template of the embedded default model; nothing is generated. "static"
is what every question begins with, which a runtime keeps evaluated; "first" is all that is sent with the question.

    python benchmarks/prompts.py                    100 questions, evenly spread
    python benchmarks/prompts.py --limit 20 --scenes FOLDER

The figures are written to benchmarks/out/prompts.json.
"""

from __future__ import annotations

import argparse
import json
import secrets
import statistics
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _eval_runs import dev_homes

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.eval.journal import write_json
from situated_qa.eval.outcomes import situated
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import read_scenes, scene_paths
from situated_qa.eval.runner import pick
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import markdown
from situated_qa.llm.client import Message
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import ReasoningSettings
from situated_qa.reasoning.first_messages import first_messages

OUT = Path(__file__).resolve().parent / "out" / "prompts.json"
MODEL = "qwen2.5-coder-1.5b"
STRATEGIES = ("think-program-rectify", "single-coder", "reason-while-retrieve")


class Tokens:
    """Counts tokens as the model of a GGUF file does. Its runtime listens on loopback, behind a key."""

    def __init__(self, path: Path) -> None:
        import xllamacpp  # type: ignore[import-untyped]

        params = xllamacpp.CommonParams()
        params.model.path, params.n_ctx, params.n_parallel, params.verbosity = str(path), 512, 1, -1
        params.warmup, params.use_jinja = False, True
        self._key = secrets.token_hex(16)
        params.api_keys = [self._key]
        self._server = xllamacpp.Server(params)

    def of(self, messages: Sequence[Message]) -> int:
        """Tokens of a chat, with the template's own."""
        turns = [{"role": message.role, "content": message.content} for message in messages]
        text = self._post("/apply-template", {"messages": turns})["prompt"]
        return len(self._post("/tokenize", {"content": text, "parse_special": True})["tokens"])

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}
        url = f"{self._server.listening_address}{path}"
        with urllib.request.urlopen(
            urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=60
        ) as reply:
            return json.load(reply)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=100, help="questions, evenly spread; 0: all")
    parser.add_argument("--scenes", type=Path, help="a folder of scene files with questions (default: split dev)")
    arguments = parser.parse_args()
    try:
        tokens = Tokens(asset_path(MODEL))
    except (AssetError, ImportError) as error:
        print(f"nothing is measured: {error}")
        return 0
    scenes = read_scenes(scene_paths(arguments.scenes or dev_homes()))
    chosen = {question.key for question in pick(scenes, arguments.limit)}
    settings, style = RunSettings(), ReasoningSettings(answer_style="short")
    figures: dict[str, float] = {"questions": len(chosen)}
    rows = []
    for strategy in STRATEGIES:
        static, first = [], []
        for scene in scenes:
            for question in (question for question in scene.questions if question.key in chosen):
                asked = Question(question.question, strategy=strategy)
                messages = first_messages(situated(scene.graph, question, settings), asked, style)
                static.append(tokens.of(messages[:-1]))
                first.append(tokens.of(messages))
        values = {"static": statistics.mean(static), "first_mean": statistics.mean(first), "first_most": max(first)}
        rows.append([strategy, *(f"{value:.0f}" for value in values.values())])
        figures |= {f"{strategy.replace('-', '_')}_{key}_tokens": round(value, 1) for key, value in values.items()}
    print(markdown(["strategy", "static, tokens", "first, mean", "first, most"], rows))
    write_json(OUT, {"model": MODEL, "machine": machine(), "revision": revision(), "split": "dev", "figures": figures})
    print(f"\nwritten to {OUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
