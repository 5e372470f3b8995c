"""The tool that ends a program with the answer, which saves a further reply of the model."""

from __future__ import annotations

from situated_qa.errors import ToolError
from situated_qa.situated.arguments import shown, tool
from situated_qa.situated.toolbase import ToolBase


class AnswerTool(ToolBase):
    """The tool that answers; what ends the program is the sandbox."""

    @tool
    def answer(self, text: str) -> None:
        """End the program with the answer to the question.

        text: the answer in words. In a program, a number or a list of words or objects will do.
        Returns: nothing; what follows does not run.
        Example: answer(f"{len(chairs)} chairs")
        """
        if not isinstance(text, str) or not text.strip():
            raise ToolError(f"text must say what was found, got {shown(text)}; if nothing was, say that")
        self.answered = self.answered or text  # a program that goes on in spite of it changes nothing
