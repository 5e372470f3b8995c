"""Reasoner and retriever, and the single coder, with scripted models, a real sandbox and real tools.

The room (conftest.py): the asker at the origin looks along x; chairs 1 (brown, 2 m ahead) and 2 (black, 3 m to the
left), a coffee table 3, a couch 4, a pillow 5, a table 6 with the book 7 on it, a window 8. Here its graph holds one
edge, (7, "on", 6).
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from situated_qa.cli import main
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.evidence import named_ids
from situated_qa.reasoning.first_messages import first_messages
from situated_qa.reasoning.graph_schema import READING_TOOLS, graph_schema, measuring_documentation
from situated_qa.reasoning.parsing import Step, parse_reply
from situated_qa.reasoning.reason_while_retrieve import retriever_messages
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.files import write_scene
from situated_qa.scene.graph import Relation
from situated_qa.situated.scene import SituatedScene

RWR, CODER = "reason-while-retrieve", "single-coder"
NEAREST = "What color is the chair that is nearest to me?"
CHAIRS = """\
g = graph()
chairs = []
for i in g.nodes:
    node = g.attrs(i)
    if node["category"] == "chair":
        chairs.append({"id": i, "color": node.get("color")})
print("Chairs:", chairs or None)"""
CHAIRS_FOUND = "Chairs: [{'id': 1, 'color': 'brown'}, {'id': 2, 'color': 'black'}]"


def query(words: str) -> str:
    return f"Thought: look it up\nAction: Query\nAction Input: {words}"


def program(code: str) -> str:
    return f"Thought: look\nAction: Program\nAction Input:\n```python\n{code}\n```"


def final(answer: str) -> str:
    return f"Thought: seen\nAction: Final Answer\nAction Input: {answer}"


@pytest.fixture
def room(scene: SituatedScene) -> SituatedScene:
    graph = dataclasses.replace(scene.graph, relations=(Relation(7, "on", 6),))
    return dataclasses.replace(scene, graph=graph)


def ask(lines: list[str | Line], sandbox: Sandbox, room: SituatedScene, **more: Any) -> tuple[Answer, ScriptedModel]:
    settings = ReasoningSettings(**{"strategy": RWR, **more})
    model = ScriptedModel(lines)
    return Reasoner(model, sandbox, settings).answer(room, Question(NEAREST)), model


def said(model: ScriptedModel, call: int) -> str:
    """The last message of a call."""
    return model.calls[call].messages[-1].content


def everything(model: ScriptedModel, call: int) -> str:
    """All messages of a call, but the worked examples."""
    messages = model.calls[call].messages
    start = max(n for n, m in enumerate(messages) if "of this schema:" in m.content)
    return "\n".join(m.content for m in messages[start:])


class TestDivision:
    def test_two_retrievals_and_a_program(self, sandbox: Sandbox, room: SituatedScene) -> None:
        on_table = """print("On node 6:", [{"id": a} for a, _, b in graph().edges("on") if b == 6] or None)"""
        nearest = """\
chairs = {object_of(id) for id in [1, 2]}
nearest = closest_to(chairs, "me")
print(f"Nearest: id {nearest.id}, {distance(nearest):.2f} m, {' '.join(query_relation_agent(nearest))}")"""
        lines: list[str | Line] = [
            query("the ids and colors of all chairs"),
            program(CHAIRS),
            query("what is on node 6"),
            program(on_table),
            program(nearest),
            final("brown"),
        ]
        answer, model = ask(lines, sandbox, room)
        assert (answer.status, answer.answer, answer.rounds) == (AnswerStatus.ANSWERED, "brown", 3)
        assert answer.observations == (CHAIRS_FOUND, "On node 6: [{'id': 7}]", "Nearest: id 1, 1.75 m, front")
        assert answer.object_ids == (1,)
        assert answer.program == nearest and answer.reference_frame == "viewer"
        assert answer.explanation == "seen Asked of the graph: the ids and colors of all chairs; what is on node 6."
        assert said(model, 2) == f"Observation: {CHAIRS_FOUND}"
        assert said(model, 5) == "No more programs can be run" or said(model, 5).startswith(
            "Observation: Nearest: id 1"
        )

    def test_each_agent_gets_its_own_part(self, sandbox: Sandbox, room: SituatedScene) -> None:
        answer, model = ask([query("all chairs"), program(CHAIRS), final("brown")], sandbox, room)
        assert answer.answer == "brown"
        reasoner, retriever = everything(model, 0), everything(model, 1)
        assert f"Question: {NEAREST}" in reasoner and "My situation: I am facing a chair" in reasoner
        assert retriever.endswith("\n\nQuery: all chairs") and NEAREST not in retriever
        assert "My situation" not in retriever and "look it up" not in retriever  # nor the reasoner's thought
        assert graph_schema(room) in reasoner and graph_schema(room) in retriever
        assert "\nrelate_agent(" in model.calls[0].messages[0].content
        assert "\ngraph() -> " not in model.calls[0].messages[0].content
        assert "\ngraph() -> " in model.calls[1].messages[0].content
        assert "\nrelate_agent(" not in model.calls[1].messages[0].content

    def test_a_second_query_begins_a_chat_of_its_own(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines: list[str | Line] = [query("all chairs"), program(CHAIRS), query("all nodes"), program("print(8)")]
        _, model = ask([*lines, final("8")], sandbox, room)
        assert len(model.calls[1].messages) == len(model.calls[3].messages) == len(retriever_messages()) + 1
        assert "all chairs" not in everything(model, 3)

    def test_a_program_of_the_reasoner_does_not_read_the_graph(self, sandbox: Sandbox, room: SituatedScene) -> None:
        cheat = program("print(len(filter(scene(), 'chair')))")
        answer, model = ask([cheat, query("all chairs"), program(CHAIRS), final("2")], sandbox, room)
        assert answer.answer == "2" and answer.rounds == 1
        assert "it calls scene() and filter()" in said(model, 1) and "Action: Query" in said(model, 1)

    def test_after_being_told_often_it_may(self, sandbox: Sandbox, room: SituatedScene) -> None:
        """The last reply is used rather than no answer."""
        cheats = [program(f"print({n}, len(scene()))") for n in range(3)]
        answer, _ = ask([*cheats, final("8")], sandbox, room, max_rounds=2)
        assert answer.observations == ("2 8",) and answer.answer == "8"

    @pytest.mark.parametrize(
        "code",
        [
            "def filter(a):\n    return a\nprint(filter(3))",  # its own
            "# ask graph() for it\nprint(1)",
            "class A:\n    pass\nprint('scene')",
        ],
    )
    def test_what_only_looks_like_reading_runs(self, code: str, sandbox: Sandbox, room: SituatedScene) -> None:
        answer, _ = ask([program(code), final("3")], sandbox, room)
        assert answer.rounds == 1 and answer.answer == "3"

    def test_an_answer_without_a_look_reports_it(self, sandbox: Sandbox, room: SituatedScene) -> None:
        for strategy in (RWR, CODER):
            answer, _ = ask([final("brown")], sandbox, room, strategy=strategy)
            assert answer.status is AnswerStatus.GUESSED and answer.object_ids == ()
            assert answer.status_text == "answered without a look at the graph"


class TestSelfDebugging:
    WRONG = "for i in graph().nodes:\n    print(graph().attrs(i).category)"

    def test_a_retrievers_program_is_mended(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines: list[str | Line] = [query("all chairs"), program(self.WRONG), program(CHAIRS), final("brown")]
        answer, model = ask(lines, sandbox, room)
        assert answer.answer == "brown" and answer.rounds == 2
        assert "category" in said(model, 2) and "YOUR MENDED PROGRAM" in said(model, 2)
        assert said(model, 3) == f"Observation: {CHAIRS_FOUND}"  # the reasoner hears of none of it
        assert "MENDED" not in everything(model, 3)

    def test_a_silent_one_is_told_to_print(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines: list[str | Line] = [query("all"), program("x = graph().nodes"), program("print('id', 1)"), final("one")]
        answer, model = ask(lines, sandbox, room)
        assert "printed nothing" in said(model, 2) and answer.object_ids == (1,)

    def test_three_tries_then_the_reasoner_hears_of_it(self, sandbox: Sandbox, room: SituatedScene) -> None:
        broken = [program(f"print({n} / 0)") for n in range(3)]
        lines = [query("all chairs"), *broken, query("the ids of all nodes chair"), program(CHAIRS), final("two")]
        answer, model = ask(lines, sandbox, room, max_rounds=6)
        assert answer.answer == "two" and answer.rounds == 4
        assert said(model, 4).startswith("Observation: The retriever could not find that out: Line 1: print(2 / 0)")

    def test_the_same_failing_program_ends_the_retrieval(self, sandbox: Sandbox, room: SituatedScene) -> None:
        same = [program(self.WRONG), program(f"# mended\n{self.WRONG}")]
        answer, model = ask([query("all"), *same, final("none")], sandbox, room, max_rounds=6)
        assert answer.rounds == 1 and answer.status is AnswerStatus.NO_USABLE_PROGRAM
        assert "the model repeated a program that had failed; Line 2" in said(model, 3)

    def test_it_is_known_to_fail_for_another_query_too(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [query("a"), program(self.WRONG), program(self.WRONG), query("b"), program(self.WRONG), final("x")]
        answer, model = ask(lines, sandbox, room, max_rounds=6)
        assert answer.rounds == 1 and len(model.calls) == 6

    def test_the_same_query_that_led_nowhere_stops_the_loop(self, sandbox: Sandbox, room: SituatedScene) -> None:
        broken = [program(f"print({n} / 0)") for n in range(3)]
        lines = [query("All chairs."), *broken, query("all  chairs"), final("two")]
        answer, model = ask(lines, sandbox, room, max_rounds=6)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and len(model.calls) == 6
        assert "repeated a query that had led to nothing" in answer.status_text
        assert "its guess: two" in answer.status_text and "No more programs" in said(model, 5)

    def test_the_reasoners_own_failing_program_twice_stops_it(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [query("all"), program(CHAIRS), program("print(1 / 0)"), program("print(1/0)"), final("brown")]
        answer, model = ask(lines, sandbox, room, max_rounds=6)
        assert answer.answer == "brown" and answer.rounds == 2 and len(model.calls) == 5
        assert "repeated a program that had failed" in answer.status_text
        assert answer.object_ids == (1, 2)  # what the retrieval found

    def test_an_answered_query_is_answered_again_from_the_record(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [query("all chairs"), program(CHAIRS), query("all chairs"), final("brown")]
        answer, model = ask(lines, sandbox, room, max_rounds=6)
        assert answer.rounds == 1 and answer.answer == "brown"
        assert said(model, 3).startswith(f"Observation: {CHAIRS_FOUND}\n(You asked this before")

    def test_an_id_in_place_of_an_object_is_mended(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [query("all"), program(CHAIRS), program("print(distance(1))"), final("two metres")]
        _, model = ask(lines, sandbox, room)
        assert "if that is an id, write object_of(1)" in said(model, 3)


class TestAssumeGuard:
    def test_the_reasoner_is_sent_to_the_retriever(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [program("assumed_color = 'brown'\nprint(1)"), query("all"), program(CHAIRS), final("brown")]
        answer, model = ask(lines, sandbox, room)
        assert answer.rounds == 1 and "\"assumed_color = 'brown'\"" in said(model, 1)
        assert "ask the retriever" in said(model, 1) and "Action: Query" in said(model, 1)

    def test_the_retriever_is_sent_to_the_graph(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [query("all"), program("assumed_chairs = [1]\nprint(assumed_chairs)"), program(CHAIRS), final("brown")]
        answer, model = ask(lines, sandbox, room)
        assert answer.rounds == 1 and "Do not assume it: find it out with the tools" in said(model, 2)

    def test_so_is_the_single_coder(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [program("print('assumed', 1)"), program(CHAIRS), final("brown")]
        answer, model = ask(lines, sandbox, room, strategy=CODER)
        assert answer.rounds == 1 and "Do not assume it" in said(model, 1)


class TestEnds:
    @pytest.mark.parametrize("rounds", range(1, 7))
    def test_as_many_programs_as_rounds(self, rounds: int, sandbox: Sandbox, room: SituatedScene) -> None:
        turns = [line for n in range(rounds) for line in (query(f"look {n}"), program(f"print('look', {n})"))]
        answer, model = ask([*turns, final("done"), final("never asked")], sandbox, room, max_rounds=rounds)
        assert (answer.rounds, answer.answer, len(model.calls)) == (rounds, "done", 2 * rounds + 1)
        assert said(model, 2 * rounds).startswith(f"Observation: look {rounds - 1}\n\nNo more programs")

    def test_the_retriever_uses_up_the_rounds(self, sandbox: Sandbox, room: SituatedScene) -> None:
        broken = [program(f"print({n} / 0)") for n in range(2)]
        answer, model = ask([query("all"), *broken, final("two")], sandbox, room, max_rounds=2)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and answer.rounds == 2
        assert "none of the model's 2 programs ran" in answer.status_text
        assert "could not find that out" in said(model, 3) and "No more programs" in said(model, 3)

    def test_never_ending_queries_end(self, sandbox: Sandbox, room: SituatedScene) -> None:
        """A reasoner that asks one thing for ever, with a retriever that finds it."""
        lines = [Line(program(CHAIRS), match=r"\n\nQuery: "), Line(query("all chairs"), match="")]
        answer, model = ask(lines, sandbox, room)  # type: ignore[arg-type]
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and answer.rounds == 1
        assert "no answer in a readable form" in answer.status_text and len(model.calls) == 7

    def test_a_retriever_that_babbles_is_given_up(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [Line("There are two chairs.", match=r"\n\nQuery: |no form"), Line(query("all chairs"), match="")]
        answer, model = ask(lines, sandbox, room)  # type: ignore[arg-type]
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and answer.rounds == 0
        assert "the model wrote no program" in answer.status_text and len(model.calls) == 5

    def test_an_answer_of_the_retriever_counts_for_nothing(self, sandbox: Sandbox, room: SituatedScene) -> None:
        answer, model = ask([query("all"), final("two"), program(CHAIRS), final("brown")], sandbox, room)
        assert answer.answer == "brown" and "Write it again in this form." in said(model, 2)
        assert "no form that can be read" in said(model, 2) and "Final Answer" not in said(model, 2)

    @pytest.mark.parametrize("slow", [0, 1, 2])
    def test_the_time_limit_holds_for_both(self, slow: int, sandbox: Sandbox, room: SituatedScene) -> None:
        replies = [query("all"), program(CHAIRS), final("brown")]
        lines: list[str | Line] = [Line(r, delay_s=60.0 if n == slow else 0.0) for n, r in enumerate(replies)]
        answer, _ = ask(lines, sandbox, room, time_limit_s=2.0)
        assert answer.status is AnswerStatus.TIME_LIMIT and answer.answer == ""
        assert answer.total_seconds < 30.0

    def test_a_missing_model_is_said(self, sandbox: Sandbox, room: SituatedScene) -> None:
        for strategy in (RWR, CODER):
            answer, _ = ask([Line(error="unavailable")], sandbox, room, strategy=strategy)
            assert answer.status is AnswerStatus.MODEL_UNAVAILABLE


class TestSingleCoder:
    BOTH = """\
chairs = {object_of(i) for i in graph().nodes if graph().attrs(i)["category"] == "chair"}
nearest = closest_to(chairs, "me")
print(f"Nearest chair: id {nearest.id}, color {graph().attrs(nearest)['color']}")"""

    def test_graph_and_tools_in_one_program(self, sandbox: Sandbox, room: SituatedScene) -> None:
        answer, model = ask([program(self.BOTH), final("brown")], sandbox, room, strategy=CODER)
        assert (answer.answer, answer.rounds, answer.object_ids) == ("brown", 1, (1,))
        assert answer.observations == ("Nearest chair: id 1, color brown",)
        system = model.calls[0].messages[0].content
        assert "\ngraph() -> " in system and "\nrelate_agent(" in system and graph_schema(room) in said(model, 0)
        assert "Query" not in system

    def test_the_first_program_that_prints_is_the_last(self, sandbox: Sandbox, room: SituatedScene) -> None:
        """It does not look at what it found and go on: that is what the division adds."""
        answer, model = ask([program(self.BOTH), program("print(2)"), final("x")], sandbox, room, strategy=CODER)
        assert answer.rounds == 1 and "No more programs" in said(model, 1)

    def test_it_mends_its_program(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [program("print(graph().size)"), program(self.BOTH), final("brown")]
        answer, model = ask(lines, sandbox, room, strategy=CODER)
        assert answer.answer == "brown" and answer.rounds == 2 and "MENDED" in said(model, 1)

    def test_the_same_failure_twice_stops_it(self, sandbox: Sandbox, room: SituatedScene) -> None:
        lines = [program("print(1 / 0)"), program("print(1/0)"), final("brown")]
        answer, _ = ask(lines, sandbox, room, strategy=CODER, max_rounds=6)
        assert answer.rounds == 1 and "repeated a program that had failed" in answer.status_text


class TestSchema:
    def test_it_tells_kinds_and_no_data(self, room: SituatedScene) -> None:
        lines = graph_schema(room).splitlines()
        assert "  - category: book | chair | coffee table | couch | pillow | table | window" in lines
        assert "  - room: not known here" in lines
        assert "  - color: where known, black | brown | red | white" in lines
        assert lines[-1].endswith('Relations: "on"')
        numbers = [word for line in lines for word in line.split() if word.strip(",.()").isdigit()]
        assert numbers == ["(4,", "7)", "4", "7."]  # those of the sentence that explains an edge

    def test_an_empty_graph_has_one(self, scene: SituatedScene) -> None:
        graph = dataclasses.replace(scene.graph, objects=())
        text = graph_schema(dataclasses.replace(scene, graph=graph))
        assert "there are no nodes yet" in text and "none are stored here" in text and "no others here" in text

    def test_attributes_of_the_scene_are_named_with_their_values(self, scene: SituatedScene) -> None:
        bed, lamp = scene.graph.objects[:2]
        bed = dataclasses.replace(bed, room="bedroom", attributes={"material": "wood"}, supporter=2)
        lamp = dataclasses.replace(lamp, attributes={"state": "on"})
        text = graph_schema(
            dataclasses.replace(scene, graph=dataclasses.replace(scene.graph, objects=(bed, lamp), relations=()))
        )
        assert (
            "  - room: the room it is in, bedroom\n" in text
            and "  - material: where known, wood\n  - state: where known, on" in text
        )
        assert "  - supporter: the id" in text

    def test_the_measuring_tools_are_documented_without_looking_up(self) -> None:
        text = measuring_documentation()
        assert "\nrelate_between(" in text and "\nobject_of(" in text
        assert not any(f"{name}(" in text for name in READING_TOOLS)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Chairs: [{'id': 1, 'color': 'brown'}, {'id': 2}]", (1, 2)),
        ('{"category": "chair", "id": 8}', (8,)),
        ("chair_ids = [4, 2]", (4, 2)),
        ("Nearest: id 3, 2.00 m", (3,)),
        ("node 5 and Node 6", (5, 6)),
        ("IDs: 1, 7", (1, 7)),
        ("[(7, 'on', 6)]", (7, 6)),
        ("[2, 3]", (2, 3)),
        ("[2, 30]", ()),  # not all of them are ids
        ("{<office chair 4>}", (4,)),
        ("[<chair 7, black, 1.2 m, 3 o'clock>, <cup 2, 0.5 m, 12 o'clock>]", (7, 2)),
        ("Count: 3", ()),
        ("number of nodes: 5", ()),
        ("3", ()),
        ("xyz: [1.0, 2.5, 3]", ()),
        ("id 99", ()),
        ("id: 2.5 and paid 3", ()),
        ("None", ()),
        ("id 1, id 1", (1,)),
    ],
)
def test_ids_are_read_where_they_are_named_as_such(text: str, ids: tuple[int, ...]) -> None:
    assert named_ids(text, range(1, 9)) == ids


@pytest.mark.parametrize(
    ("reply", "step"),
    [
        ("Thought: x\nAction: Query\nAction Input: all chairs", Step("query", "all chairs", "x")),
        ("**Action:** Query\n**Action Input:** `all chairs`", Step("query", "all chairs")),
        ("Thought: x\nQuery: all chairs", Step("query", "all chairs", "x")),
        ("Action: Query: all chairs", Step("query", "all chairs")),
        ("Action: Query\nQuery: all chairs", Step("query", "all chairs")),
        ("Action: Ask the retriever\nAction Input: all\nchairs", Step("query", "all chairs")),
        ("Action: Query\nAction Input: all chairs\nObservation: 5", Step("query", "all chairs")),
        ("Action: Query, Program or Final Answer\nAction Input: x", Step("invalid")),
        ("Action: Query\nAction Input:", Step("invalid")),
        ("Action: Query\nAction Input:\n```python\nprint(1)\n```", Step("invalid")),  # neither is taken for meant
        ("Action: Program\nAction Input: print(1)", Step("program", "print(1)")),
        ("Query the graph for chairs", Step("invalid", "", "Query the graph for chairs")),
    ],
)
def test_queries_are_read_leniently(reply: str, step: Step) -> None:
    assert parse_reply(reply, queries=True) == step


def test_queries_without_a_retriever_are_ignored() -> None:
    assert parse_reply("Action: Query\nAction Input: all chairs").action == "invalid"
    assert parse_reply("Query: all chairs\nAction: Final Answer\nAction Input: two") == Step(
        "answer", "two", "Query: all chairs"
    )


@pytest.mark.parametrize("strategy", [RWR, CODER])
class TestFromOutside:
    def test_warm_up_evaluates_the_static_part(
        self, strategy: str, sandbox: Sandbox, room: SituatedScene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        model = ScriptedModel([final("brown")])
        warmed: list[Any] = []
        monkeypatch.setattr(model, "warm_up", warmed.extend)
        reasoner = Reasoner(model, sandbox, ReasoningSettings(strategy=strategy))
        reasoner.warm_up()
        reasoner.answer(room, Question(NEAREST))
        assert warmed == list(model.calls[0].messages[:-1])

    def test_the_prompt_command_shows_what_a_model_would_get(
        self, strategy: str, room: SituatedScene, tmp_path: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "scene.json"
        write_scene(room.graph, path)
        place = ["--position", "0", "0", "0.5", "--heading-rad", "0"]
        main(["prompt", "--scene", str(path), *place, "--strategy", strategy, "--question", NEAREST])
        shown = json.loads(capsys.readouterr().out)
        expected = first_messages(room, Question(NEAREST, strategy=strategy))
        assert [m["content"] for m in shown[:-1]] == [m.content for m in expected[:-1]]
        assert shown[-1]["content"].endswith(f"Question: {NEAREST}")

    def test_it_answers_on_the_command_line(
        self, strategy: str, room: SituatedScene, tmp_path: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        scene, script = tmp_path / "scene.json", tmp_path / "script.jsonl"
        write_scene(room.graph, scene)
        replies = [query("all chairs"), program(CHAIRS), final("brown")][0 if strategy == RWR else 1 :]
        script.write_text("\n".join(json.dumps({"reply": reply}) for reply in replies))
        place = ["--position", "0", "0", "0.5", "--heading-rad", "0"]
        more = ["--llm", f"scripted:{script}", "--strategy", strategy, "--json"]
        assert main(["ask", "--scene", str(scene), *place, "--question", NEAREST, *more]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["answer"] == "brown" and answer["object_ids"] == [1, 2]
