"""The ask node under load, with hostile messages, and with a mapper that restarts or is gone."""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from ask_system import LIMIT_S, VIEWPOINT, AskSystem, ask_system
from geometry_msgs.msg import PointStamped
from rclpy.parameter import Parameter
from situated_qa.srv import Ask, RunProgram
from visualization_msgs.msg import Marker, MarkerArray

import box_room
from situated_qa.geometry import Box
from situated_qa.ros import convert, qos
from situated_qa.ros.ask_node import AskNode
from situated_qa.scene.graph import SceneGraph

HOSTILE = "two \ud800 chairs\x1b[31m\x00 \u202eand\nthis"
PLAIN = {"strategy": "rules", **VIEWPOINT}  # short plain questions, which need no model
SCRIPT = [
    {
        "match": "Which chair is the slow one?",
        "reply": "Thought: slow.\nAction: Final Answer\nAction Input: late",
        "delay_s": 6.0,
    },
    {"match": "hostile", "reply": f"Thought: {HOSTILE}\nAction: Final Answer\nAction Input: {HOSTILE}"},
]


@pytest.fixture(scope="module")
def system(tmp_path_factory) -> Iterator[AskSystem]:
    patch = pytest.MonkeyPatch()
    # `ros_domain` gives 1 … 100 to tests that run while this system is up; the ports of 102 … 214 are Linux's own.
    patch.setenv("ROS_DOMAIN_ID", str(215 + os.getpid() % 16))
    try:
        with ask_system(tmp_path_factory.mktemp("ask"), SCRIPT, max_wait_s=600.0) as made:
            yield made
    finally:
        patch.undo()


@pytest.fixture
def room(system) -> AskSystem:
    """The system with the box room as its graph."""
    system.publish(box_room.graph())
    return system


def with_stamp(system: AskSystem, graph: SceneGraph, age_s: float, **changes) -> SceneGraph:
    now = system.client.node.get_clock().now().nanoseconds
    return dataclasses.replace(graph, stamp=now - round(age_s * 1e9), **changes)


# ── many at once ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("count", [50, 200])
def test_every_question_is_answered_or_told_busy_and_none_waits_for_a_model_it_does_not_need(room, count):
    futures = [
        (needs_model, room.client.start_ask(question, strategy=strategy, **VIEWPOINT))
        for _ in range(count // 2)
        for needs_model, question, strategy in (
            (True, "Which chair is the slow one?", "think"),
            (False, "How many chairs are there?", "rules"),
        )
    ]
    outcomes = Counter()
    for needs_model, future in futures:
        response = room.client.wait_for(future, LIMIT_S)
        outcomes[needs_model, response.status] += 1
        if not needs_model:
            assert response.answer == "There are two chairs."
        elif response.status == Ask.Response.BUSY:
            assert response.status_text == (
                "no slot is free: 4 of 4 questions that need the language model are being handled; ask again later"
            )
    answered, busy = outcomes[True, Ask.Response.ANSWERED], outcomes[True, Ask.Response.BUSY]
    assert outcomes[False, Ask.Response.ANSWERED] == count // 2
    assert answered >= 4 and answered + busy == count // 2, outcomes
    late = room.client.ask("Which chair is the slow one?", strategy="think", timeout_s=LIMIT_S, **VIEWPOINT)
    assert late.answer == "late", "every slot came back"


@pytest.mark.parametrize("count", [50, 200])
def test_every_program_runs_or_is_told_busy(room, count):
    client = room.client._run
    futures = [client.call_async(RunProgram.Request(program=f"print({k})", **VIEWPOINT)) for k in range(count)]
    responses = [room.client.wait_for(future, LIMIT_S) for future in futures]
    assert {response.status for response in responses} <= {RunProgram.Response.RAN, RunProgram.Response.BUSY}
    ran = [k for k, response in enumerate(responses) if response.status == RunProgram.Response.RAN]
    assert len(ran) >= 2
    assert all(responses[k].observation == str(k) for k in ran)


def test_200_clients_of_their_own_all_get_a_response(room):
    node = room.client.node
    clients = [node.create_client(Ask, "ask", qos_profile=qos.REQUESTS) for _ in range(200)]
    try:
        for client in clients:
            assert client.wait_for_service(timeout_sec=LIMIT_S)
        request = Ask.Request(question="How many chairs are there?", **PLAIN)
        futures = [client.call_async(request) for client in clients]
        statuses = Counter(room.client.wait_for(future, LIMIT_S).status for future in futures)
    finally:
        for client in clients:
            node.destroy_client(client)
    assert statuses == {Ask.Response.ANSWERED: 200}


# ── what is hostile ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_text_of_the_model_and_of_programs_is_cleaned_and_the_node_lives(room):
    texts: list[str] = []
    room.client.node.create_subscription(
        MarkerArray, "answer_markers", lambda m: texts.extend(marker.text for marker in m.markers), qos.MARKERS
    )
    response = room.client.ask("Which thing is hostile?", strategy="think", timeout_s=LIMIT_S, **VIEWPOINT)
    assert response.status == Ask.Response.ANSWERED, response.status_text
    assert response.answer.split() == ["two", "\ufffd", "chairs", "and", "this"]
    room.wait(lambda: any("\ufffd chairs and this" in text for text in texts))
    ran = room.run('print("a\\nb\\x1b[31mc\\x00d\\u202ee" + chr(0x85) + "f")')
    assert ran.observation == "a\nbcde\nf"
    assert "\x1b[31m" not in room.log.getvalue() and "\x00" not in room.log.getvalue()


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda m: setattr(m.header.stamp, "sec", -1), "header.stamp must have seconds >= 0"),
        (lambda m: setattr(m.objects[0].last_seen, "sec", -5), "objects[0].last_seen must have"),
        (lambda m: setattr(m.objects[0].box_center, "x", float("nan")), "a box needs finite"),
        (lambda m: setattr(m.objects[0], "category", "x" * 1_000_000), "category has 1000000 characters"),
        (
            lambda m: (setattr(m.floor_plan, "width", 7), setattr(m.floor_plan, "height", 2)),
            "floor_plan is 7 x 2 cells",
        ),
    ],
)
def test_a_wrong_graph_is_refused_and_a_click_after_it_harms_nothing(room, spoil, text):
    message = convert.graph_to_msg(dataclasses.replace(box_room.graph(), version=99))
    spoil(message)
    room.graphs.publish(message)
    room.logged(text)
    click = PointStamped()
    click.header.frame_id, click.header.stamp.sec = "map", -1
    click.point.x, click.point.z = 2.2, 0.5
    clicks = room.client.node.create_publisher(PointStamped, "/clicked_point", qos.COMMANDS)
    room.wait(lambda: clicks.get_subscription_count() == 1)
    before = room.log.getvalue().count("marked: table 2")
    clicks.publish(click)
    room.wait(lambda: room.log.getvalue().count("marked: table 2") > before)
    assert room.run("print(marked_object().category)").observation == "table"
    assert room.run().graph_version == 1


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda m: setattr(m.point, "x", float("inf")), "it is not finite"),
        (lambda m: setattr(m.point, "x", 1e300), "marked: nothing within"),
        (lambda m: setattr(m.header, "frame_id", "y" * 1_000_000), "(1000000 characters) ignored"),
        (lambda m: setattr(m.header, "frame_id", "\x1b[31mred"), "click in frame '\\x1b[31mred' ignored"),
    ],
)
def test_a_wrong_click_harms_nothing(room, spoil, text):
    click = PointStamped()
    click.header.frame_id = "map"
    spoil(click)
    clicks = room.client.node.create_publisher(PointStamped, "/clicked_point", qos.COMMANDS)
    room.wait(lambda: clicks.get_subscription_count() == 1)
    clicks.publish(click)
    room.logged(text)
    assert room.run().status == RunProgram.Response.RAN


# ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_evidence_is_drawn_on_the_graph_that_was_asked(ros, monkeypatch):
    node = ros.add(AskNode(context=ros.context, parameter_overrides=[Parameter("llm.spec", value="none")]))
    table = next(thing for thing in box_room.graph().objects if thing.category == "table")
    moved = dataclasses.replace(table, box=Box(np.array([-9.0, 0.0, 0.35]), table.box.extents))
    others = [thing for thing in box_room.graph().objects if thing.id != table.id]
    published: list[MarkerArray] = []
    ask = node._pipeline.ask

    def ask_while_the_map_grows(*arguments, **options):
        answer = ask(*arguments, **options)
        node._take_graph(convert.graph_to_msg(SceneGraph((*others, moved), version=2)))
        return answer

    monkeypatch.setattr(node._pipeline, "ask", ask_while_the_map_grows)
    monkeypatch.setattr(node._marker_publisher, "publish", published.append)
    node._take_graph(convert.graph_to_msg(box_room.graph()))
    response = node._ask(Ask.Request(question="Where is the table?", **VIEWPOINT), Ask.Response())
    assert (response.status, response.graph_version) == (Ask.Response.ANSWERED, 1), response.status_text
    (evidence,) = [marker for marker in published[-1].markers if marker.ns == "evidence"]
    assert (evidence.action, evidence.pose.position.x) == (Marker.ADD, pytest.approx(2.2))
    assert (
        node._run_program(RunProgram.Request(program="print(1)", **VIEWPOINT), RunProgram.Response()).graph_version == 2
    )


def test_a_restarted_mapper_does_not_make_the_robot_forget(room):
    room.publish(with_stamp(room, box_room.graph(), 1.0, version=42, map_id="first run"))
    room.graphs.publish(convert.graph_to_msg(SceneGraph(version=0, map_id="second run")))
    room.logged("the map from before stays")
    response = room.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
    assert (response.status, response.graph_version) == (Ask.Response.ANSWERED, 42)
    assert "The mapper was restarted and has mapped nothing yet" in response.explanation
    assert "restarted" in response.status_text
    room.publish(with_stamp(room, box_room.graph(), 0.0, version=1, map_id="second run"))
    response = room.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
    assert response.graph_version == 1 and "restarted" not in response.explanation
    room.publish(dataclasses.replace(box_room.graph(), version=2))


def test_an_old_graph_is_reported_with_its_age(room):
    room.publish(with_stamp(room, box_room.graph(), 73.0, version=3))
    asked = room.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
    ran = room.run()
    assert asked.graph_age_s >= 73.0 and ran.graph_age_s >= 73.0
    for text in (asked.explanation, asked.status_text, ran.status_text):
        assert "he map was last updated " in text and "no mapper" not in text
    room.publish(with_stamp(room, box_room.graph(), -5.0, version=4))
    fresh = room.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
    assert 0.0 <= fresh.graph_age_s < LIMIT_S
    room.publish(box_room.graph())
    assert room.run().graph_age_s == -1.0, "without a stamp the age is not known"


def test_a_mapper_that_is_gone_is_reported(tmp_path, ros_domain):
    with ask_system(tmp_path, SCRIPT) as made:
        refused = made.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
        assert refused.status == Ask.Response.NO_GRAPH and refused.graph_age_s == -1.0
        made.graphs.publish(convert.graph_to_msg(SceneGraph(version=0, stamp=5)))
        made.wait(lambda: "has mapped nothing" in made.run().status_text)
        assert made.run().status == RunProgram.Response.NO_GRAPH
        made.publish(with_stamp(made, box_room.graph(), 0.0))
        made.client.node.destroy_publisher(made.graphs)
        made.wait(lambda: "no mapper is publishing" in made.run().status_text)
        response = made.client.ask("How many chairs are there?", timeout_s=LIMIT_S, **PLAIN)
        assert response.status == Ask.Response.ANSWERED
        assert "no mapper is publishing" in response.explanation.lower()


def test_a_node_with_many_requests_under_way_ends_when_told_to(tmp_path, ros_domain):
    script = [{"match": "Which chair is the slow one?", "reply": "unused", "delay_s": 600.0}]
    with ask_system(tmp_path, script, max_wait_s=600.0, max_computing_asks=1, max_concurrent_asks=64) as made:
        made.publish(box_room.graph())
        for _ in range(60):
            made.client.start_ask("Which chair is the slow one?", strategy="think", **VIEWPOINT)
        assert made.run().status == RunProgram.Response.RAN  # taken after them
        made.nodes[0].process.send_signal(signal.SIGINT)
        assert made.nodes[0].process.wait(timeout=LIMIT_S) == 0
