"""A recorded run is repeated to the byte without the model: answers, programs, observations."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from situated_qa.assets import asset_path
from situated_qa.cli import main
from situated_qa.errors import AssetError, RecordError
from situated_qa.llm.client import LanguageModel, Message
from situated_qa.llm.recording import RecordingModel
from situated_qa.llm.replaying import ReplayingModel
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.files import write_scene
from situated_qa.situated.scene import SituatedScene

WALL_CLOCK = ("model_seconds", "sandbox_seconds", "total_seconds", "viewpoint")
UNCLEAR = "Which way would a tired cat prefer to the couch?"
QUESTIONS = (
    Question("How many chairs are on my left?", strategy="think-program-rectify"),
    Question("What would I knock over?", strategy="think-program-rectify", max_rounds=2),
    Question("Is it cosy here?", situation="I sit on the couch.", strategy="think"),
    Question("What is behind me?", strategy="think-program"),
    Question(UNCLEAR, strategy="guided-expression"),
    Question("How many chairs are on my left?", strategy="think-program-rectify"),  # once more
)


def program(code: str) -> str:
    return f"Thought: look\nAction: Program\nAction Input:\n```python\n{code}\n```"


def final(answer: str) -> str:
    return f"Thought: seen\nAction: Final Answer\nAction Input: {answer}"


SCRIPT = [
    Line(final("It is cosy."), match="Is it cosy here"),
    Line('where(the("couch"))', match=UNCLEAR[:20]),
    Line("The broken one.", match="No more programs", error="error"),
    program("print(sorted(o.id for o in relate_agent(filter(scene(), 'chair'), 'left')))"),
    final("one chair »🪑«"),
    program("print(query_attribute(scene(), 'weight'))"),
    program("x = {o.category for o in scene()}\nprint(len(x), sorted(x))"),
    program("print(relate_agent(scene(), 'behind'))"),
    program("print('another')"),
    final("two chairs now"),
]


def run(model: LanguageModel, sandbox: Sandbox, scene: SituatedScene) -> list[Answer]:
    reasoner = Reasoner(model, sandbox)
    return [reasoner.answer(scene, question) for question in QUESTIONS]


def to_bytes(answers: list[Answer]) -> bytes:
    """All of the answers but the clock, and that a recording tells them."""
    plain: list[dict[str, Any]] = []
    for answer in answers:
        fields = {field.name: getattr(answer, field.name) for field in dataclasses.fields(answer)}
        plain.append({name: value for name, value in fields.items() if name not in WALL_CLOCK})
    return json.dumps(plain, ensure_ascii=False).replace("written by replay:", "written by ").encode()


def test_every_strategy_repeats_itself(sandbox: Sandbox, scene: SituatedScene, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    recorded = run(RecordingModel(ScriptedModel(SCRIPT), path), sandbox, scene)
    assert [answer.status for answer in recorded].count(AnswerStatus.ANSWERED) >= 3
    assert len({answer.program for answer in recorded if answer.program}) >= 3
    assert any("no attribute" in text or "weight" in text for answer in recorded for text in answer.observations)
    assert recorded[0].answer != recorded[-1].answer  # the same question, other replies: the order is kept
    for _ in range(2):
        with Sandbox() as another:
            assert to_bytes(run(ReplayingModel(path), another, scene)) == to_bytes(recorded)


def test_another_pose_is_another_run(sandbox: Sandbox, scene: SituatedScene, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(RecordingModel(ScriptedModel(SCRIPT), path), sandbox, scene)
    turned = SituatedScene(scene.graph, scene.viewpoint.turned(1.5))
    with pytest.raises(RecordError, match=r"messages\[\d+\]\.content.*asked .*coffee table"):
        run(ReplayingModel(path), sandbox, turned)


def test_an_expression_that_is_not_on_record_is_not_made_up_by_patterns(
    sandbox: Sandbox, scene: SituatedScene, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    small = ScriptedModel(SCRIPT, prefers_forms=True)
    reasoner = Reasoner(RecordingModel(small, path), sandbox)
    reasoner.answer(scene, Question(UNCLEAR))
    with pytest.raises(RecordError):
        Reasoner(ReplayingModel(path), sandbox).answer(scene, Question("Where is the couch?"))


def test_from_the_command_line(scene: SituatedScene, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene_file, script, path = (tmp_path / name for name in ("scene.json", "script.jsonl", "run.jsonl"))
    write_scene(scene.graph, scene_file, viewpoint=scene.viewpoint)
    script.write_text(
        "\n".join(json.dumps({"reply": text}) for text in (program("print(len(scene()))"), final("eight"))) + "\n"
    )
    asked = ["ask", "--scene", str(scene_file), "--question", "How many things are there?", "--json", "--llm"]
    assert main([*asked, f"record:{path}:scripted:{script}"]) == 0
    recorded = json.loads(capsys.readouterr().out)
    assert main([*asked, f"replay:{path}"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    for answer in (recorded, replayed):
        for name in ("model_seconds", "sandbox_seconds", "total_seconds"):
            del answer[name]
    assert replayed == recorded and recorded["answer"] == "eight"
    asked[4] = "How many things are there now?"
    assert main([*asked, f"replay:{path}"]) == 1
    assert "RecordError" in (text := capsys.readouterr().err) and "things are there" in text


def test_the_embedded_model_is_recorded_and_not_needed_again(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    try:
        gguf = asset_path("smollm2-135m")
    except AssetError:
        pytest.skip("no small model in the cache")
    path = tmp_path / "run.jsonl"
    settings = LLMSettings(n_threads=1, num_ctx=1024, keep_prompts=False)
    schema = {"type": "object", "properties": {"ask": {"enum": ["count", "exists"]}}, "required": ["ask"]}
    runs = []
    for spec in (f"record:{path}:{gguf}", f"replay:{path}"):
        model = make_model(spec, settings)
        chat = [Message("user", "Name a colour.")]
        said = [model.complete(chat, max_tokens=8, timeout_s=100.0) for _ in range(2)]
        said.append(model.complete(chat, max_tokens=20, timeout_s=100.0, json_schema=schema))
        runs.append(said)
        model.close()
    assert runs[0] == runs[1]
    assert runs[0][1].cached_tokens > runs[0][0].cached_tokens  # the second time the prompt was there
