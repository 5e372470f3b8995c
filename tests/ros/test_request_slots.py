"""Who works at a time: the slots for computing, and those of the language model."""

from __future__ import annotations

import threading

import pytest

from situated_qa.llm.client import Completion
from situated_qa.ros.slots import Busy, Slots, SlottedModel

LIMIT_S = 20.0


class GatedModel:
    """A model that replies when the test opens its gate."""

    name, prefers_forms = "gated", True

    def __init__(self):
        self.asked, self.gate = threading.Semaphore(0), threading.Event()

    def complete(self, messages, **options):
        self.asked.release()
        assert self.gate.wait(LIMIT_S)
        return Completion(text="done")

    def warm_up(self, messages): ...

    def close(self): ...


def start(work) -> tuple[threading.Thread, list]:
    """Run `work` in a thread; what it returned or raised is in the list."""
    outcome: list = []

    def run():
        try:
            outcome.append(work())
        except Busy as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, outcome


def finish(*threads: threading.Thread) -> None:
    for thread in threads:
        thread.join(LIMIT_S)
        assert not thread.is_alive()


def test_without_a_queue_one_more_is_told_at_once():
    slots = Slots("programs", 2)
    slots.take()
    slots.take()
    with pytest.raises(Busy, match="^no slot is free: 2 of 2 programs are being handled; ask again later$"):
        slots.take(timeout_s=LIMIT_S)
    slots.give()
    slots.take()


def test_a_caller_waits_its_turn_and_gets_it():
    slots = Slots("questions", 1, waiting=1)
    slots.take()
    waiting, outcome = start(lambda: slots.take(LIMIT_S))
    slots.give()
    finish(waiting)
    assert outcome == [None]


def test_a_wait_ends_in_busy():
    slots = Slots("questions", 1, waiting=1)
    slots.take()
    with pytest.raises(Busy, match=r"^no slot became free in 0.01 s: 1 of 1 questions are being handled$"):
        slots.take(timeout_s=0.01)
    slots.give()
    slots.take()  # the one that gave up left nothing behind


def test_closing_ends_every_wait():
    slots = Slots("questions", 1, waiting=5)
    slots.take()
    waiting = [start(lambda: slots.take(LIMIT_S)) for _ in range(3)]
    back, done = start(slots.take_back)  # a question that comes back from the model goes on, and ends
    slots.close()
    finish(back, *(thread for thread, _ in waiting))
    assert done == [None]
    assert [str(outcome[0]) for _, outcome in waiting] == ["the node is shutting down"] * 3


def test_requests_that_wait_for_the_model_do_not_block_the_others():
    computing, model = Slots("questions", 1, waiting=10), GatedModel()
    slotted = SlottedModel(model, Slots("questions that need the language model", 1))

    def question():
        with computing.turn(LIMIT_S) as turn, slotted.question(turn):
            return slotted.complete([]).text

    first, reply = start(question)
    assert model.asked.acquire(timeout=LIMIT_S)
    with computing.turn(timeout_s=LIMIT_S):  # the one slot is free while the model works
        pass
    second, refused = start(question)
    finish(second)
    assert isinstance(refused[0], Busy) and "need the language model" in str(refused[0])
    model.gate.set()
    finish(first)
    assert reply == ["done"]
    third, again = start(question)
    finish(third)
    assert again == ["done"], "every slot came back"


def test_a_question_keeps_its_model_slot_until_its_end():
    computing, model = Slots("questions", 2), GatedModel()
    model.gate.set()
    models = Slots("questions that need the language model", 1)
    slotted = SlottedModel(model, models)
    with computing.turn() as turn, slotted.question(turn):
        slotted.complete([])
        with pytest.raises(Busy):
            models.take()
        assert slotted.complete([]).text == "done"
    models.take()


def test_the_warm_up_takes_no_slot():
    model = GatedModel()
    model.gate.set()
    models = Slots("questions that need the language model", 1)
    models.take()
    assert SlottedModel(model, models).complete([]).text == "done"
