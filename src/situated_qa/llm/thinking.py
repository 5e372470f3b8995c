"""Models that think before they answer: keep thoughts out of the reply, and see that thinking leaves room for one.

Servers count thoughts towards the most tokens of a reply. A model that was not told to think less may spend all of
them so, and then its reply is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from situated_qa.errors import ModelError
from situated_qa.llm.client import Completion

OPEN, CLOSE = "<think>", "</think>"
OFF = "off"
EFFORTS = (OFF, "low", "medium", "high")
"""Legal values of `LLMSettings.thinking`."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One request's outcome, before it is known whether it will do."""

    completion: Completion  # without thoughts
    cut: bool  # it ended because it had its most tokens
    thought: bool  # thoughts came, beside the text or in it


class Visible:
    """Takes a streamed text piece by piece and gives back what is not between <think> and </think>."""

    def __init__(self) -> None:
        self.thought = False
        self._inside = False
        self._held = ""  # may be the beginning of a mark

    def feed(self, piece: str) -> str:
        """What of the text can be shown now."""
        text, shown = self._held + piece, ""
        while True:
            mark = CLOSE if self._inside else OPEN
            before, found, after = text.partition(mark)
            if not found:
                break
            shown += "" if self._inside else before
            self.thought = True
            self._inside, text = not self._inside, after
        keep = next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if mark.startswith(text[-n:])), 0)
        self._held = text[len(text) - keep :]
        return shown + ("" if self._inside else text[: len(text) - keep])

    def end(self) -> str:
        """What was held back and turned out to be no mark."""
        return "" if self._inside else self._held


def without_thoughts(text: str) -> str:
    """A whole reply without what is between <think> and </think>.

    Some chat templates open the thought themselves: then the reply has only its end. A thought without an end takes
    all that follows.
    """
    visible = Visible()
    shown = visible.feed(text) + visible.end()
    return shown.rpartition(CLOSE)[2].lstrip() if visible.thought or CLOSE in shown else shown


def with_room(ask: Callable[[int], Reply], max_tokens: int, more_tokens: int, name: str) -> Completion:
    """Ask; where the model wrote no answer before its tokens were used up, ask once more with more of them.

    Args:
        ask: makes the request with this many tokens at most.
        more_tokens: added for the second request.
        name: of the model, for the error.

    Raises:
        ModelError: the second reply has no answer either.
    """
    first = ask(max_tokens)
    if not _used_up(first):
        return first.completion
    tokens = max_tokens + more_tokens
    second = ask(tokens)
    if _used_up(second):
        raise ModelError(
            f"{name}: {_what_happened(second, tokens)}; set llm.thinking_tokens higher, or name a model that does "
            "not think"
        )
    note = f"{_what_happened(first, max_tokens)}, so it was asked again with {tokens}"
    a, b = first.completion, second.completion
    return replace(
        b,
        prompt_tokens=a.prompt_tokens + b.prompt_tokens,
        completion_tokens=a.completion_tokens + b.completion_tokens,
        cached_tokens=a.cached_tokens + b.cached_tokens,
        seconds=a.seconds + b.seconds,
        note=note,
    )


def _used_up(reply: Reply) -> bool:
    return reply.cut and not reply.completion.text.strip()


def _what_happened(reply: Reply, tokens: int) -> str:
    used = "for thinking " if reply.thought else ""
    return f"the model used all {tokens} tokens {used}and wrote no answer"
