"""Places that belong to the noun around the one they follow, where that one is not there."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.attachment import as_places, attached_higher
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


@pytest.mark.parametrize(
    ("read", "others"),
    [
        ('color(the("lamp", near(the("bed", left(me)))))', ['color(the("lamp", near(the("bed")), left(me)))']),
        (
            'count(every("cup", on(the("table", near(the("window", behind(me)))))))',
            ['count(every("cup", on(the("table", near(the("window")), behind(me)))))'],
        ),
        ('count(every("cup", left(me))) > 2', []),
        ('color(the("lamp", near(the("bed", color="red"))))', []),
        ('where(the("lamp")), color(the("cup", on(the("desk", right(me)))))',
         ['where(the("lamp")), color(the("cup", on(the("desk")), right(me)))']),
    ],
)  # fmt: skip
def test_a_place_is_moved_to_the_noun_around(read: str, others: list[str]) -> None:
    assert list(attached_higher(read)) == others


@pytest.mark.parametrize(
    ("read", "others"),
    [
        ('name(every("thing", inside(the("kitchen")), color="white"))',
         ['name(every("thing", in_room("kitchen"), color="white"))']),
        ('color(the("armchair", no(inside(the("corner")))))', ['color(the("armchair", no(in_corner())))']),
        ('count(every("lamp", inside(every("kitchen")))) > count(every("cup", near(the("corner"))))',
         ['count(every("lamp", in_room("kitchen"))) > count(every("cup", in_corner()))']),
        ('name(every("thing", inside(the("kitchen", left(me)))))', []),
        ('name(every("thing", near(the("kitchen"))))', []),
        ('name(every("thing", inside(the("box"))))', []),
    ],
)  # fmt: skip
def test_a_room_or_a_corner_that_was_taken_for_a_thing_is_a_place(read: str, others: list[str]) -> None:
    assert list(as_places(read, ["kitchen", "hall"])) == others


def test_the_lamp_is_on_the_left_where_no_bed_is() -> None:
    # The asker is at the origin and looks along x: +y is left. The bed lies ahead, a lamp on each side of it.
    def node(id: int, category: str, x: float, y: float, color: str) -> ObjectNode:
        box = Box(np.array([x, y, 0.4]), np.array([0.4, 0.4, 0.8]) if category == "lamp" else np.array([2.0, 1.4, 0.5]))
        return ObjectNode(id, category, box, box.center, color=color)

    lamps = [node(1, "lamp", 2.5, 1.2, "red"), node(2, "lamp", 2.5, -1.2, "blue")]
    graph = SceneGraph([node(0, "bed", 3, 0, "white"), *lamps])
    scene = SituatedScene(graph, Viewpoint(np.zeros(3), 0.0))
    reasoner = Reasoner(None, Sandbox(), ReasoningSettings(strategy="rules", answer_style="short"))

    answer = reasoner.answer(scene, Question("What color is the lamp next to the bed on my left?"))
    assert (answer.answer, answer.program) == ("red", 'color(the("lamp", near(the("bed")), left(me)))')
    answer = reasoner.answer(scene, Question("What color is the lamp next to the couch on my left?"))
    assert (answer.object_ids, answer.program) == ((), 'color(the("lamp", near(the("couch", left(me)))))')
