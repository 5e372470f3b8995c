"""Places to ask a labeled question at: simulated homes where its labeled form finds something, and what it answers.

The truth of a question at a place is what the expression of the labeled form gives there: an answer in few words, and
the objects that it is about.
"""

from __future__ import annotations

import dataclasses
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from _labeled import look_up_form

from situated_qa.errors import ToolError
from situated_qa.eval.directions import is_direction
from situated_qa.eval.metrics import exact_match
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Absence, AnswerStatus, Question
from situated_qa.reasoning.ask import ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.strategy import StrategyContext
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.questions.poses import poses
from situated_qa.sim.questions.splits import SPLITS
from situated_qa.sim.questions.view import Pose
from situated_qa.sim.questions.world import World
from situated_qa.situated.affordances import related_categories
from situated_qa.situated.categories import find_categories
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Things
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.training.query_forms.expressions import NotSayable, noun_expression
from situated_qa.training.query_forms.form import Form, Noun
from situated_qa.training.query_forms.grounds import Grounds

SPLIT = "dev"
TRIES, MOST_TRIES = 16, 96
"""Places tried for one question, and where its form finds nothing at all of them."""
WEAK_PLACES = 3
"""Places that a question with few possible answers is asked at: "yes" is right half of the time whatever is meant."""
TIME_LIMIT_S = 60.0
"""For one evaluation; a loaded machine must not change the truth."""
HOURS = 1.0
"""How far a direction may be off, hours: nobody says "10 o'clock" for "on your left"."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A question that cannot be judged by running."""

    why: str  # one of `REASONS`


REASONS = (
    "there is nothing to look up",
    "no home has all the things",
    "the labelled form finds nothing",
    "the homes do not tell",
    "too few places to tell by",
)


@dataclass(frozen=True, eq=False)
class Home:
    """A simulated home."""

    name: str
    graph: SceneGraph
    poses: Sequence[Pose]

    @cached_property
    def categories(self) -> list[str]:
        """Of its objects."""
        return self.graph.categories()

    def scene(self, pose: Pose) -> SituatedScene:
        """As somebody there sees it."""
        return SituatedScene(self.graph, Viewpoint(pose.position, pose.heading_rad, frame=self.graph.frame))

    def has(self, form: Form) -> bool:
        """Whether the name of every noun of a form matches some of its categories."""
        return all(self._has(noun) for noun in form.nouns())

    def _has(self, noun: Noun) -> bool:
        if noun.target == "any":
            return True
        if noun.target.startswith("something "):
            return bool(related_categories(noun.target, self.categories))
        return all(find_categories(name, self.categories) for name in noun.target.split(" and "))


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What the labelled form gives at one place."""

    home: Home
    pose: Pose
    ran: Ran
    found: bool  # whether there was anything
    telling: bool  # whether it is another answer than without the form's conditions

    @property
    def answer(self) -> str:
        """In few words."""
        return self.ran.answer


def make_homes(count: int) -> list[Home]:
    """The first homes of the split dev, generated here; those of questions of this kind, not rendered.

    Raises:
        AssetError: the furniture catalog is missing.
    """
    split, catalog, homes = SPLITS[SPLIT], Catalog.open(), []
    for seed in range(split.first_seed, split.first_seed + min(count, split.homes)):
        graph = split.home(seed, catalog).graph()
        homes.append(Home(f"home-{seed}", graph, tuple(poses(World(seed, graph)))))
    return homes


@dataclass(frozen=True, slots=True)
class Ran:
    """What a form gives in a scene."""

    expression: str  # canonical
    answer: str  # in few words
    object_ids: tuple[int, ...]  # what the answer is about
    names: tuple[str, ...]  # what all that it asks for is called, nearest first; empty where there is none of it
    known: bool  # whether the scene tells the answer


def run_form(form: Form, question: str, scene: SituatedScene, sandbox: Sandbox) -> Ran | None:
    """What a form gives in a scene; None where no expression says it."""
    settings = ReasoningSettings(answer_style="short")
    context = StrategyContext(
        make_model(NO_MODEL),
        sandbox,
        Tools(scene),
        scene,
        Question(question),
        time.monotonic() + TIME_LIMIT_S,
        settings,
    )
    grounds = Grounds.of(scene)
    try:
        found = look_up_form(context, form)
        nouns = [noun for noun in (form.noun, form.other) if noun is not None]
        things = [evaluate(noun_expression(noun, grounds, "every"), scene).values[0] for noun in nouns]
    except (NotSayable, ToolError):
        return None
    sets = [item.ids if isinstance(item, Things) else () for item in things]
    there = found.absence is Absence.NONE and all(sets)
    names = tuple(scene.graph.by_id[i].category for i in sets[0]) if there else ()
    known = found.status is AnswerStatus.ANSWERED
    return Ran(context.program, found.answer, found.object_ids or (), names, known)


def without_conditions(form: Form) -> Form:
    """A form that asks the same of the same nouns, wherever they are and whatever they look like."""
    other = None if form.other is None else Noun(form.other.target)
    return dataclasses.replace(form, noun=Noun(form.noun.target), other=other, turn="")


def is_weak(form: Form) -> bool:
    """Whether a question has so few possible answers that a wrong reading often gives the right one."""
    return bool(form.options) or form.ask in ("exists", "count")


def truths(
    form: Form, question: str, homes: Sequence[Home], sandbox: Sandbox, *, places: int, seed: str
) -> list[Truth] | PassedOver:
    """Up to `places` places to ask a question at, with what its labeled form gives there; the same for the same seed.

    A question with few possible answers gets `WEAK_PLACES` at least. The form finds something at each, but for "no" and
    "none" as answers to "is there?" and "how many?", which the places after the first may have. Different answers are
    preferred, and those that the form's conditions make a difference to.
    """
    if form.ask == "common_sense":
        return PassedOver(REASONS[0])
    candidates = [(home, pose) for home in homes if home.has(form) for pose in home.poses]
    if not candidates:
        return PassedOver(REASONS[1])
    random.Random(seed).shuffle(candidates)
    wanted = max(places, WEAK_PLACES) if is_weak(form) else places
    known: list[Truth] = []
    unknown = 0
    for number, (home, pose) in enumerate(candidates[:MOST_TRIES]):
        if number >= TRIES and any(truth.found for truth in known):
            break
        if len({truth.answer for truth in known if truth.found and truth.telling}) >= wanted:
            break
        scene = home.scene(pose)
        ran = run_form(form, question, scene, sandbox)
        if ran is None:
            continue
        if not ran.known:
            unknown += 1
            continue
        bare = run_form(without_conditions(form), question, scene, sandbox)
        telling = bare is None or not is_same(bare.answer, ran.answer, form, question)
        known.append(Truth(home, pose, ran, bool(ran.names), telling))
    chosen = _varied(known, wanted, allow_none=form.ask in ("exists", "count"))
    if not chosen:
        return PassedOver(REASONS[3] if unknown else REASONS[2])
    if is_weak(form) and len(chosen) < WEAK_PLACES:
        return PassedOver(REASONS[4])
    return chosen


def _varied(known: Sequence[Truth], wanted: int, *, allow_none: bool) -> list[Truth]:
    """The first that finds something and tells, then those whose answers are rarest among the chosen."""
    left = sorted((truth for truth in known if truth.found), key=lambda truth: not truth.telling)
    if not left:
        return []
    chosen = [left.pop(0)]
    if allow_none:
        left = sorted((truth for truth in known if truth is not chosen[0]), key=lambda truth: not truth.telling)
    while left and len(chosen) < wanted:
        said = Counter(truth.answer for truth in chosen)
        best = min(left, key=lambda truth: said[truth.answer])  # the first of equals
        left.remove(best)
        chosen.append(best)
    return chosen


def is_same(answer: str, truth: str, form: Form, question: str) -> bool:
    """Whether an answer says the same as the labeled form's, by the project's exact matching.

    A way is told by its first step; a direction may be off by `HOURS`.
    """
    if truth.lower() in ("yes", "no", "true", "false"):
        return exact_match(answer, [truth], "yes-no", question=question)
    if form.ask == "path" and is_direction(_first_step(truth)):
        return exact_match(_first_step(answer), [_first_step(truth)], "direction", HOURS)
    if re.search(r"\(\d+ o'clock\)", truth):  # where something is, or which of its kind
        return exact_match(answer, [truth], "direction", HOURS)
    if form.ask == "count" and truth.isdecimal():
        return exact_match(answer, [truth], "count")
    return exact_match(answer, [truth], question=question)


def _first_step(way: str) -> str:
    return re.split(r",|;|\bthen\b|\bthrough\b", way, maxsplit=1)[0]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A labelled question and the places it is asked at."""

    question: str
    form: Form
    truths: Sequence[Truth]


@dataclass(slots=True)
class Score:
    """How somebody did on one question."""

    right: bool = True  # the same answer at every place
    one_of_found: bool = True  # or the name of something else that the labeled form finds
    objects: bool = True  # the answers are about the same objects
    form_exact: bool | None = None  # its expression is that of the labeled form; None where it wrote none
    first_ran: list[bool] = field(default_factory=list)  # by place: whether the first program ran to its end
    last_ran: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    expressions: list[str] = field(default_factory=list)  # by place

    @property
    def right_form_differs(self) -> bool | None:
        """Right with another expression than the labelled form's."""
        return None if self.form_exact is None else self.right and not self.form_exact

    @property
    def wrong_form_exact(self) -> bool | None:
        """Wrong with the labelled form's expression: the way from it to the answer is not the same."""
        return None if self.form_exact is None else self.form_exact and not self.right


def judge(score: Score, case: Case, truth: Truth, answer: str, object_ids: Sequence[int]) -> None:
    """Add the answer at one place to a score."""
    right = is_same(answer, truth.answer, case.form, case.question)
    named = case.form.ask == "name" and any(is_same(answer, n, case.form, case.question) for n in truth.ran.names)
    score.right = score.right and right
    score.one_of_found = score.one_of_found and (right or named)
    score.objects = score.objects and set(object_ids) == set(truth.ran.object_ids)
    score.said.append(answer)
