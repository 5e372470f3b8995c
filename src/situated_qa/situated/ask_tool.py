"""The tool that evaluates an expression of the question language inside a program."""

from __future__ import annotations

from typing import Any

from situated_qa.errors import ToolError
from situated_qa.situated.arguments import shown, tool
from situated_qa.situated.language.evaluate import check, evaluate
from situated_qa.situated.language.words import evidence
from situated_qa.situated.toolbase import ToolBase


class AskTool(ToolBase):
    """The tool for whole questions."""

    @tool
    def ask(self, expression: str) -> Any:
        """Value of an expression of the, every, count, color, side, where, distance, left, right, front, on, near, \
closest, nth, at and others.

        expression: in the question language (docs/language.md), as a text.
        Returns: a number, a text, True or False, or a list of objects; "not known: …" with the reason. Several
            questions at once give a list.
        Example: ask('count(every("cup", on(the("table", closest(me)))))')
        """
        if not isinstance(expression, str):
            raise ToolError(f"expression must be a text, got {shown(expression)}")
        problems = check(expression, self.situated_scene)
        if problems:
            raise ToolError("; ".join(problems[:3]))
        result = evaluate(expression, self.situated_scene, deadline=self.deadline)
        for note in result.notes:
            self._add_note(note)
        self._touch(list(dict.fromkeys(id for value in result.values for id in evidence(value))))
        told = [self._plain(value) for value in result.values]
        return told[0] if len(told) == 1 else told

    def _plain(self, value: Any) -> Any:
        """A value of the language as plain data; lengths stay in the unit that was asked for."""
        from situated_qa.situated.language import values

        if isinstance(value, values.Unknown):
            return f"not known: {value.text}"
        if isinstance(value, values.Number):
            return value.value if value.unit else round(value.value)
        if isinstance(value, values.Truth):
            return value.holds
        if isinstance(value, values.Things):
            return [self._objects[id] for id in value.ids]
        if isinstance(value, values.Names):
            return list(value.names)
        return value.text if isinstance(value, values.Way) else value.name
