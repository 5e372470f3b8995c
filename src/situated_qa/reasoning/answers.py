"""Request and response of the reasoner: `Question`, `Answer` and the status codes of `srv/Ask.srv`."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from situated_qa.situated.absence import Absence

MAX_QUESTION_CHARACTERS = 2_000
MIN_TIME_LIMIT_S = 0.01
"""No question is answered in less time; a smaller limit is a mistake, such as another unit."""
STRATEGIES = (
    "rules", "reader", "expression", "guided-expression", "think", "think-program",
    "think-program-rectify", "reason-while-retrieve", "single-coder",
)  # fmt: skip
"""The strategies a question may name; the empty string leaves the choice to the model."""


class AnswerStatus(IntEnum):
    """How an ask ended; the values are those of `srv/Ask.srv`."""

    ANSWERED = 0
    NO_GRAPH = 1
    POSE_UNAVAILABLE = 2
    MODEL_UNAVAILABLE = 3
    NO_USABLE_PROGRAM = 4
    TIME_LIMIT = 5
    BAD_REQUEST = 6
    BUSY = 7
    FAILED = 8
    GUESSED = 9
    NOT_KNOWN = 10
    NOT_UNDERSTOOD = 11
    REPLIED = 12


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it arrives, not yet checked: a wrong one is answered with BAD_REQUEST, not raised."""

    question: str
    situation: str = ""  # where the asker is, in words; "" means: made from the pose
    strategy: str = ""  # one of STRATEGIES; "" means: by settings, then by model
    max_rounds: int = 0  # most programs tried; 0 means: the setting
    time_limit_s: float = 0.0  # wall clock for the whole answer, s; 0 means: the setting
    session: str = ""  # its questions may speak of the answers before; "" means: this question stands alone

    def problem(self) -> str:
        """What is wrong with this request and what would be right, in words; "" if nothing."""
        for name, text in (("question", self.question), ("situation", self.situation), ("session", self.session)):
            if len(text) > MAX_QUESTION_CHARACTERS:
                return f"{name} has {len(text)} characters; the most is {MAX_QUESTION_CHARACTERS}"
            culprit = next((c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\n\r"), None)
            if culprit is not None:
                return f"{name} holds the control character U+{ord(culprit):04X}; it must be plain text"
        if not self.question.strip():
            return "question is empty; it must be a question in words"
        if self.strategy and self.strategy not in STRATEGIES:
            return f"strategy {self.strategy[:60]!r} is unknown; it must be one of {', '.join(STRATEGIES)}, or empty"
        if not 0 <= self.max_rounds <= 20:
            return f"max_rounds must lie in [1, 20], or be 0 for the setting, got {self.max_rounds}"
        return time_limit_problem(self.time_limit_s)


def time_limit_problem(time_limit_s: float) -> str:
    """What is wrong with a request's time limit, s, in words; "" if nothing."""
    if time_limit_s == 0.0 or MIN_TIME_LIMIT_S <= time_limit_s <= 3600.0:
        return ""
    return f"time_limit_s must lie in [{MIN_TIME_LIMIT_S:g}, 3600], or be 0 for the setting, got {time_limit_s:g}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one ask; the fields are those of `srv/Ask.srv`, and the tokens."""

    status: AnswerStatus
    status_text: str = ""  # what happened, in words
    answer: str = ""  # in words; "" unless `has_answer`
    absence: Absence = Absence.NONE  # what is known about a thing that was not found
    confidence: float = -1.0  # in the reading of the question, 0 … 1, as measured on others; -1 where not known
    explanation: str = ""  # how the answer came about, for a person
    object_ids: tuple[int, ...] = ()  # the evidence: objects that the final program touched
    viewpoint: Any = None  # the situated.Viewpoint asked from; None where there was none
    viewpoint_age_s: float = 0.0  # its age when the question arrived, s
    reference_frame: str = ""  # whose left and right: "viewer", "facing" or "object"; "" where not used
    rounds: int = 0  # programs tried
    program: str = ""  # the final program
    observations: tuple[str, ...] = ()  # what each program printed, or its error
    model_seconds: float = 0.0
    prompt_tokens: int = 0  # over all of the model's replies, cached ones included
    completion_tokens: int = 0
    cached_tokens: int = 0  # of the prompts, not evaluated again; 0 where the runtime does not tell
    sandbox_seconds: float = 0.0
    total_seconds: float = 0.0
    graph_version: int = 0
    graph_age_s: float = -1.0  # since the last frame that went into the graph, s; -1 where not known

    @property
    def answered(self) -> bool:
        """Whether `answer` is grounded in the scene graph."""
        return self.status is AnswerStatus.ANSWERED

    @property
    def has_answer(self) -> bool:
        """Whether `answer` holds words for the asker: an answer, what is not known, a question back or a reply."""
        return self.status in WORDED


WORDED = frozenset(
    (
        AnswerStatus.ANSWERED,
        AnswerStatus.GUESSED,
        AnswerStatus.NOT_KNOWN,
        AnswerStatus.NOT_UNDERSTOOD,
        AnswerStatus.REPLIED,
    )
)
"""The statuses that come with an answer in words."""
