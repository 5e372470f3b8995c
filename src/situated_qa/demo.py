"""The demo: all nodes as separate processes, a sequence through them, questions through the real `/ask`.

Nothing here is scripted: the truth comes from the room generator, the answers from the service, and a wrong answer is
shown as wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from situated_qa.errors import FrameError, SituatedQAError
from situated_qa.geometry import Transform
from situated_qa.geometry.transforms import split_pose
from situated_qa.progress import ProgressBar
from situated_qa.sequences import Sequence

if TYPE_CHECKING:
    from situated_qa.ros.bringup import Bringup, RunningNode
    from situated_qa.ros.client import Client
    from situated_qa.sim.demo_questions import DemoQuestion

_QUESTIONS = 10
_FRAMES_PER_S = 30.0  # at most: the replay waits for the detector
_ASK_LIMIT_S = 600.0  # for a model on a busy machine
_DETECTION_PICTURES = 8
_READY_TIMEOUT_S = 180.0
_STILL_S = 120.0  # no frame for so long, and no more are waited for
_OWN_NAMES = {"answers.json", "answers.md", "detections", "key_frames", "logs", "mesh.ply", "pictures", "scene.json"}
_RECORDED_QUESTIONS = (
    "What is in front of me?",
    "What is behind me?",
    "What is the closest object on my left?",
    "How many chairs are there?",
    "How many chairs are on my right?",
    "Which way is the nearest chair, and how far is it?",
    "What color is the object closest to me?",
    "Is there a tv?",
)
"""Asked where there is no truth: they fit any room."""


@dataclass(frozen=True, slots=True)
class Station:
    """A pose of the sequence, and what is asked there."""

    frame: int  # index in the sequence
    questions: tuple[tuple[str, DemoQuestion | None], ...]  # the question, and its truth where there is one


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, its answer and the verdict."""

    question: str
    answer: str
    explanation: str
    truth: str | None
    correct: bool | None  # None: there is no truth
    object_ids: tuple[int, ...]
    viewpoint: dict[str, Any]
    seconds: float
    model_seconds: float  # 0 where the question's words decided alone
    status: int
    status_text: str
    program: str


def run_demo(out: Path, *, sequence: Path | None = None, llm: str = "default") -> int:
    """Map, ask, draw, report.

    Args:
        out: folder for everything the demo makes; what an earlier demo left there is replaced.
        sequence: a sequence folder; None renders a furnished room first.
        llm: the model's specification.

    Returns:
        exit code: 0 when every question got an answer through the service.

    Raises:
        SituatedQAError: a part did not come up; says which.
    """
    _empty(out)
    start = time.monotonic()
    folder, stations = _recorded(sequence) if sequence else _rendered()
    _say(start, f"sequence {folder}: {len(Sequence.open(folder))} frames")

    from situated_qa.ros.bringup import BringupArguments, describe, running
    from situated_qa.ros.client import Client
    from situated_qa.ros.domain import take_own_domain

    os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    _say(start, f"ROS domain {take_own_domain()} (ROS_DOMAIN_ID names another)")
    opened = Sequence.open(folder)
    rate = _FRAMES_PER_S * _median_period_s(opened)
    bringup = _patient(describe(BringupArguments(sequence=str(folder), rate=rate, llm=llm)), out)
    os.environ.update(bringup.environment)  # this process talks to the nodes: it needs the same Fast DDS profile
    logs = out / "logs"
    logs.mkdir()
    system = replace(bringup, nodes=tuple(spec for spec in bringup.nodes if spec.name != "replay"))
    player = replace(bringup, nodes=tuple(spec for spec in bringup.nodes if spec.name == "replay"))
    with (
        (logs / "all.log").open("w") as log,
        running(system, log=log, log_folder=logs) as nodes,
        Client(use_sim_time=True) as client,
    ):
        client.keep_detection_pictures(out / "detections", every=max(1, len(opened) // _DETECTION_PICTURES))
        _wait_until_ready(client, nodes)
        with running(player, log=log, log_folder=logs) as players:
            everyone = [*nodes, *players]
            _say(start, f"started {', '.join(node.spec.name for node in everyone)}; logs in {logs}")
            _wait_until_mapped(client, everyone, len(opened), start)
            files = client.save(out.resolve())
            _say(start, f"saved {', '.join(file.name for file in files)}")
            asked = _ask_all(client, everyone, opened, stations, out, start)
    _report(asked, out, llm, time.monotonic() - start)
    return 0 if all(item.status == 0 for item in asked) else 1


def _patient(bringup: Bringup, out: Path) -> Bringup:
    """The same nodes, but a busy machine makes them slow instead of making them lose frames.

    The replay sends a frame once the detector has looked at the one before, so that the map and the answers do not
    depend on how fast the machine is.
    """
    changes: dict[str, dict[str, Any]] = {
        "mapper": {"output_folder": str(out.resolve()), "transform_timeout_s": 10.0},
        "ask": {"reasoning.model_timeout_s": _ASK_LIMIT_S, "reasoning.time_limit_s": _ASK_LIMIT_S},
        "replay": {"wait_for": "perceived", "frames_ahead": 0, "settle_s": 2.0},
    }
    nodes = [replace(n, parameters={**n.parameters, **changes.get(n.name, {})}) for n in bringup.nodes]
    return replace(bringup, nodes=tuple(nodes))


def _empty(out: Path) -> None:
    if out.exists():
        foreign = [path.name for path in out.iterdir() if path.name not in _OWN_NAMES and path.suffix != ".png"]
        if foreign:
            raise SituatedQAError(f"{out} holds files that are not the demo's ({', '.join(foreign[:5])}); name another")
        shutil.rmtree(out)
    out.mkdir(parents=True)


def _say(start: float, text: str) -> None:
    print(f"[{time.monotonic() - start:6.1f} s] {text}", flush=True)


# ── what is mapped and asked ─────────────────────────────────────────────────────────────────────────────────────────


def _rendered() -> tuple[Path, list[Station]]:
    from situated_qa.assets import cache_folder
    from situated_qa.sim.catalog import Catalog
    from situated_qa.sim.demo_questions import demo_questions
    from situated_qa.sim.record import DEMO_SEED, record

    recording = record(DEMO_SEED, Catalog.open(), cache_folder() / "sequences")
    questions = demo_questions(recording.room, recording.tour, _QUESTIONS)
    stations = []
    for pose in sorted({item.pose for item in questions}):
        here = [item for item in questions if item.pose == pose]
        frame = next(i for i, T in enumerate(recording.tour.T_map_base) if T is here[0].T_map_base)
        stations.append(Station(frame, tuple((item.question, item) for item in here)))
    return recording.sequence.folder, stations


def _recorded(folder: Path) -> tuple[Path, list[Station]]:
    last = len(Sequence.open(folder)) - 1
    questions: tuple[tuple[str, DemoQuestion | None], ...] = tuple((text, None) for text in _RECORDED_QUESTIONS)
    half = len(questions) // 2
    return folder.resolve(), [Station(last, questions[:half]), Station(0, questions[half:])]


def _median_period_s(sequence: Sequence) -> float:
    stamps = np.array(sequence.stamps, dtype=np.int64)
    return float(np.median(np.diff(stamps))) / 1e9 if len(stamps) > 1 else 1.0


# ── through the nodes ────────────────────────────────────────────────────────────────────────────────────────────────


def _check_alive(nodes: list[RunningNode]) -> None:
    from situated_qa.ros.bringup import first_death

    dead = first_death(nodes)
    if dead is not None:
        raise SituatedQAError(f"node {dead.spec.name} ended with exit code {dead.process.returncode}; see its log")


def _wait_until_ready(client: Client, nodes: list[RunningNode]) -> None:
    """Until the mapper is up and knows that its pictures are wanted: the first frames must not pass before that."""

    def viewers() -> int:
        return int(client.diagnostics.get("/mapper", {}).get("detection_viewers", 0))

    deadline = time.monotonic() + _READY_TIMEOUT_S
    while not client.wait_until(lambda: viewers() > 0, timeout_s=2.0):
        _check_alive(nodes)
        if time.monotonic() > deadline:
            raise SituatedQAError(f"the mapper was not ready within {_READY_TIMEOUT_S:.0f} s; see its log")


def _wait_until_mapped(client: Client, nodes: list[RunningNode], frames: int, start: float) -> None:
    """Until every frame went through the mapper and past its detector, or nothing more comes."""

    def count(name: str) -> int:
        return int(client.diagnostics.get("/mapper", {}).get(name, 0))

    def dropped() -> dict[str, int]:
        return {name: count(name) for name in client.diagnostics.get("/mapper", {}) if name.startswith("dropped_")}

    def handled() -> int:
        return count("mapped") + sum(dropped().values())

    last_change, seen = time.monotonic(), 0
    with ProgressBar(frames, "mapping", "frames") as bar:
        while seen < frames or count("unperceived"):
            _check_alive(nodes)
            if client.wait_until(lambda: handled() > seen, timeout_s=2.0):  # noqa: B023 - read at once
                bar.advance(handled() - seen)
                last_change, seen = time.monotonic(), handled()
            elif time.monotonic() - last_change > _STILL_S:
                break
    seen_text = f"mapped {count('mapped')} of {frames} frames, looked at {count('perceived')}"
    _say(start, f"{seen_text}; dropped: {dropped() or 'none'}")
    if not count("mapped"):
        message = client.diagnostics.get("/mapper", {}).get("message", "the mapper is silent")
        raise FrameError(f"no frame was mapped: {message}")
    version = count("graph_version")
    if not client.wait_until(lambda: client.graph is not None and client.graph.version >= version, timeout_s=60.0):
        raise SituatedQAError("the mapper published no scene graph; see its log")


def _ask_all(
    client: Client, nodes: list[RunningNode], sequence: Sequence, stations: list[Station], out: Path, start: float
) -> list[Asked]:
    asked: list[Asked] = []
    for station in stations:
        client.go_to_frame(station.frame, _base_pose(sequence, station.frame), timeout_s=120.0)
        for question, truth in station.questions:
            _check_alive(nodes)
            response = client.ask(question, timeout_s=_ASK_LIMIT_S + 60.0)
            item = _judge(question, truth, response)
            asked.append(item)
            mark = {True: "right", False: "WRONG", None: "     "}[item.correct]
            _say(start, f"{mark}  {question}  ->  {item.answer or item.status_text}")
            _draw(client, item, out / f"question_{len(asked):02d}.png")
    _draw(client, None, out / "top_down.png")
    return asked


def _base_pose(sequence: Sequence, frame: int) -> Transform:
    return split_pose(sequence.poses[frame])[0]


def _judge(question: str, truth: DemoQuestion | None, response: Any) -> Asked:
    from situated_qa.sim.judging import is_correct

    correct = None if truth is None else response.status == 0 and is_correct(response.answer, truth.truth)
    pose = response.viewpoint_used.pose
    heading = float(2 * np.arctan2(pose.orientation.z, pose.orientation.w))
    position = [round(float(value), 3) for value in (pose.position.x, pose.position.y, pose.position.z)]
    return Asked(
        question=question,
        answer=response.answer,
        explanation=response.explanation,
        truth=None if truth is None else truth.truth.text,
        correct=correct,
        object_ids=tuple(response.object_ids),
        viewpoint={"position": position, "heading_rad": round(heading, 4), "age_s": round(response.viewpoint_age_s, 3)},
        seconds=round(response.total_seconds, 2),
        model_seconds=round(response.model_seconds, 2),
        status=int(response.status),
        status_text=response.status_text,
        program=response.program,
    )


def _draw(client: Client, item: Asked | None, path: Path) -> None:
    from situated_qa.pictures import draw_top_down, views_of

    surface, pose = client.surface(), client.pose()
    if surface is None or client.graph is None:
        raise SituatedQAError("the mapper published no surface or graph to draw")
    viewpoint, title = None if pose is None else pose[0], "map and scene graph"
    ids: tuple[int, ...] = ()
    if item is not None:
        viewpoint = Transform.from_yaw(item.viewpoint["heading_rad"], np.array(item.viewpoint["position"]))
        title, ids = f"{item.question}  ->  {item.answer or item.status_text}", item.object_ids
    draw_top_down(*surface, client.graph, viewpoint, ids, title, path, views=views_of(client.graph, ids))


# ── the report ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _report(asked: list[Asked], out: Path, llm: str, total_s: float) -> None:
    rows = [
        {
            "question": item.question,
            "answer": item.answer,
            "truth": item.truth,
            "correct": item.correct,
            "object_ids": list(item.object_ids),
            "viewpoint": item.viewpoint,
            "seconds": item.seconds,
            "status": item.status,
            "status_text": item.status_text,
            "explanation": item.explanation,
            "program": item.program,
        }
        for item in asked
    ]
    (out / "answers.json").write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    table = _table(asked)
    judged = [item for item in asked if item.correct is not None]
    score = f"{sum(bool(item.correct) for item in judged)} of {len(judged)} right" if judged else "no truth to judge by"
    summary = f"{score}; model {llm}; {len(asked)} questions; {total_s:.0f} s in all"
    (out / "answers.md").write_text(f"# Answers\n\n{summary}\n\n{table}\n", encoding="utf-8")
    print(
        f"\n{table}\n\n{summary}\n\nLook into {out}/: answers.md, answers.json, top_down.png, question_*.png, "
        "detections/, mesh.ply, scene.json, logs/"
    )


def _table(asked: list[Asked]) -> str:
    lines = [
        "| question | answer | truth | right | evidence | s | of it in the model, s |",
        "|---|---|---|---|---|---|---|",
    ]
    for item in asked:
        verdict = {True: "yes", False: "NO", None: "–"}[item.correct]
        answer = (item.answer or f"({item.status_text})").replace("|", "/")
        evidence = ", ".join(map(str, item.object_ids[:8])) or "–"
        lines.append(
            f"| {item.question} | {answer} | {item.truth or '–'} | {verdict} | {evidence} | {item.seconds:.1f} "
            f"| {item.model_seconds:.1f} |"
        )
    return "\n".join(lines)
