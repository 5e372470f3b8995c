"""The baseline's arrangement: prompts read from a paper's text, its tools only, its loop."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from situated_qa.errors import SettingsError
from situated_qa.eval.runner import run_scenes
from situated_qa.eval.settings import RunSettings
from situated_qa.llm.scripted import ScriptedModel

REPOSITORY = Path(__file__).resolve().parents[2]
DATA = Path(__file__).parent / "data" / "flat"
PAPER = """
An introduction with a listing of its own.

```
print("not a prompt")
```

Fig. 1: Nothing of use.

```

1 Solve the task. Given your
  question, use this form:
2 Thought: a thought

```

Fig. S2: The task.

```
1 Valid format
  -----
2 Action Input: the answer (be specific
  .)
3 ‘‘Python
4 PROGRAM
5 ‘‘

```

Fig. S3: The format.

```

1 filter(object_set: Set, category
2 : str) -> Set:
3    \"\"\"Objects of a category.\"\"\"

```
```
4 scene() -> Set:

```

Fig. S4: The tools.

```
1 user:
2 Question: What is behind me?
3
4 assistant:
5 Thought: I look.
6 Action: Program
7
8 user:
9 Observation: a table
10
11 assistant:
12 Thought: seen.
13 Action: Final Answer
14 Action Input: table

```

Fig. S5: An example.

```
1 It failed. ERROR INFORMATION Mend it.
```

Fig. S6: Failure.

```
1 Unreadable.
```

Fig. S7: Parsing.

```
1 No more chats. Answer.
```

Fig. S8: Summary.
"""


@pytest.fixture(scope="module")
def baseline() -> ModuleType:
    """benchmarks/_llm_tpc.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("_llm_tpc", REPOSITORY / "benchmarks" / "_llm_tpc.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "000_paper.txt").write_text(PAPER, encoding="utf-8")
    return tmp_path


def test_prompts_are_read_without_line_numbers_and_broken_lines(baseline: ModuleType, paper: Path) -> None:
    prompts = baseline.read_prompts(paper)
    assert prompts.task == "Solve the task. Given your question, use this form:\nThought: a thought"
    assert prompts.format == ("Valid format\n-----\nAction Input: the answer (be specific.)\n```Python\nPROGRAM\n```")
    tools = 'filter(object_set: Set, category: str) -> Set:\n   """Objects of a category."""\nscene() -> Set:'
    assert prompts.tools == tools
    assert [(m.role, m.content.splitlines()[0]) for m in prompts.example] == [
        ("user", "Question: What is behind me?"), ("assistant", "Thought: I look."),
        ("user", "Observation: a table"), ("assistant", "Thought: seen."),
    ]  # fmt: skip
    assert prompts.failed == "It failed. ERROR INFORMATION Mend it."
    assert (prompts.unreadable, prompts.summarise) == ("Unreadable.", "No more chats. Answer.")


def test_a_paper_that_is_not_there_or_lacks_a_figure_is_named(baseline: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"000_\*\.txt"):
        baseline.read_prompts(tmp_path)
    (tmp_path / "000_paper.txt").write_text(PAPER.replace("Fig. S6", "Figure six"), encoding="utf-8")
    with pytest.raises(SettingsError, match="Fig. S6"):
        baseline.read_prompts(tmp_path)


def test_the_papers_own_prompts_can_be_read(baseline: ModuleType) -> None:
    if not list(baseline.PAPER.glob("000_*.txt")):
        pytest.skip(f"the paper's text is not at {baseline.PAPER}")
    prompts = baseline.read_prompts()
    for tool in baseline.PAPER_TOOLS:
        assert f"\n{tool}(" in prompts.tools
    assert len(prompts.example) == 4
    assert "ERROR INFORMATION" in prompts.failed
    assert "  -----" not in prompts.format and "‘" not in prompts.format


def program(text: str) -> str:
    return json.dumps({"reply": f"Thought: look.\nAction: Program\nAction Input:\n```Python\n{text}\n```"})


def final(answer: str) -> str:
    return json.dumps({"reply": f"Thought: known.\nAction: Final Answer\nAction Input: {answer}"})


def ask(baseline: ModuleType, paper: Path, tmp_path: Path, lines: list[str]) -> tuple[dict[str, Any], list[list[str]]]:
    """The first question's record, and what the model was told last at each of its turns."""
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(lines))
    model = ScriptedModel.from_file(script)
    settings = baseline.paper_settings(RunSettings(llm=f"scripted:{script}", limit=1))

    def make(settings: RunSettings) -> Any:
        return baseline.PaperAnswerer(settings, model, baseline.read_prompts(paper))

    out = tmp_path / "run.json"
    run = run_scenes(DATA / "study.json", settings, out, progress=False, make=make, arrangement=baseline.NAME)
    assert run["strategy"] == "llm-tpc"
    return run["questions"][0], [[m.content for m in call.messages] for call in model.calls]


def test_the_chat_opens_as_the_papers_and_an_observation_leads_to_the_answer(
    baseline: ModuleType, paper: Path, tmp_path: Path
) -> None:
    record, calls = ask(baseline, paper, tmp_path, [program("print('tables', 3)"), final("three")])
    assert (record["answer"], record["passed"]) == ("three", [True])
    opening = calls[0]
    assert opening[0].startswith("Solve the task.") and "Valid format" in opening[0] and "filter(" in opening[0]
    assert len(opening) == 6  # the system's, four turns of the example, the question
    first, situation, question = opening[-1].splitlines()
    assert first.startswith("I am in a room. Looking around me, I see some objects: 1 ")
    assert situation.startswith("My situation: ") and question == f"Question: {record['question']}"
    assert calls[1][-1] == "Observation: tables 3"


def test_failures_are_told_and_after_three_turns_the_answer_is_asked_for(
    baseline: ModuleType, paper: Path, tmp_path: Path
) -> None:
    lines = [program("print(1 / 0)"), json.dumps({"reply": "hm"}), program("print(rooms())"), final("two")]
    record, calls = ask(baseline, paper, tmp_path, lines)
    assert record["answer"] == "two"
    assert record["passed"] == [False, False]
    told = [call[-1] for call in calls[1:]]
    assert told[0].startswith("It failed. Line 1: print(1 / 0)\nZeroDivisionError") and told[0].endswith(" Mend it.")
    assert told[1:] == ["Unreadable.", "No more chats. Answer."]
    assert record["observations"][1] == "NameError: name 'rooms' is not defined"


def test_the_tools_that_the_paper_does_not_have_are_not_defined(baseline: ModuleType) -> None:
    assert baseline.undefined_tool("print(rooms())") == "rooms"
    assert baseline.undefined_tool("d = distance(filter(scene(), 'a'), 'me')") == "distance"
    assert baseline.undefined_tool("distance = 3\nrooms = set()\nrooms.add(distance)") == ""
    assert baseline.undefined_tool("def rooms():\n    return 3\nprint(rooms())") == ""
    assert baseline.undefined_tool("print(") == ""
