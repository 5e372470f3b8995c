"""What crosses from a program to the tools is counted as it is read, however the program shared it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from situated_qa.errors import ToolError
from situated_qa.reasoning.prelude import MAX_ITEMS, REPORT
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.situated.tools import Tools


def shared(depth: int) -> list[Any]:
    """One list in two places of one list, and so on: 2^depth places in all."""
    value: list[Any] = ["chair"]
    for _ in range(depth):
        value = [value, value]
    return value


def bottomless_tuple(depth: int) -> Any:
    """Python takes 2^depth steps to hash it."""
    value: Any = (0,)
    for _ in range(depth):
        value = (value, value)
    return value


def test_a_shared_list_counts_at_each_place(tools: Tools) -> None:
    with pytest.raises(ToolError, match=f"at most {MAX_ITEMS} things"):
        ToolHost(tools).call("filter", [{"__objects__": [1]}, shared(60)], {})


def test_many_texts_count_by_their_length(tools: Tools) -> None:
    texts = ["x" * 2_000] * 200  # 200 texts of 2,000 characters are 40,000 things
    with pytest.raises(ToolError, match=f"at most {MAX_ITEMS} things"):
        ToolHost(tools).call("filter", [{"__objects__": [1]}, texts], {})


def test_reading_arguments_ends_at_the_deadline(tools: Tools) -> None:
    class Late(list[Any]):
        """A list whose reading takes until after the deadline."""

        def __iter__(self) -> Any:
            host.deadline = time.monotonic() - 1.0
            return super().__iter__()

    host = ToolHost(tools)
    with pytest.raises(TimeoutError, match="time for this program"):
        host.call("filter", [{"__objects__": [1]}, Late([0] * 10_000)], {})
    assert host.failure is None


@pytest.mark.parametrize("id", [bottomless_tuple(60), shared(60), True, 1.0, 10**400, "1"])
def test_an_id_that_is_not_a_number_is_neither_hashed_nor_shown(id: Any, tools: Tools) -> None:
    with pytest.raises(ToolError, match="no object with id"):
        ToolHost(tools).call("room_of", [{"__object__": id}], {})


def test_a_name_that_is_none_is_not_shown(tools: Tools) -> None:
    with pytest.raises(ToolError, match="no tool a list"):
        ToolHost(tools).call(shared(60), [], {})


def test_printed_objects_are_the_evidence_if_they_are_in_the_scene(tools: Tools) -> None:
    host = ToolHost(tools)
    host.call(REPORT, [4, 77, 4, 1], {})
    assert host.evidence() == (4, 1)
    assert host.calls == 0


def test_time_in_tools_is_told_apart(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("situated_qa.reasoning.tool_host.time.monotonic", lambda: now[0])
    host = ToolHost(tools)
    during = []

    def slow(object_set: object, relation: str) -> set[object]:
        now[0] += 3.0
        during.append(host.seconds())
        return set()

    monkeypatch.setattr(tools, "relate_agent", slow)
    host.call("relate_agent", [{"__objects__": [1]}, "left"], {})
    now[0] += 5.0
    assert during == [3.0]
    assert host.seconds() == 3.0


def test_a_call_after_the_deadline_is_no_fault_of_ours_but_an_error_of_a_tool_is(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = ToolHost(tools)
    host.deadline = time.monotonic() - 1.0
    with pytest.raises(TimeoutError):
        host.call("scene", [], {})
    assert host.failure is None

    def late(object_set: object, relation: str) -> None:
        raise TimeoutError("ours")

    monkeypatch.setattr(tools, "relate_agent", late)
    host.deadline = float("inf")
    with pytest.raises(TimeoutError, match="ours"):
        host.call("relate_agent", [{"__objects__": [1]}, "left"], {})
    assert isinstance(host.failure, TimeoutError)
