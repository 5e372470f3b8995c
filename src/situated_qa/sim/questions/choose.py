"""From everything that could be asked of a home to the questions that are: kinds in turn, answers in balance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions import around_me, foresight, looks, measuring, ways, whereabouts
from situated_qa.sim.questions.poses import poses
from situated_qa.sim.questions.question import KINDS, Draft, HomeQuestion, Kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.wording import filled, pick
from situated_qa.sim.questions.world import World

KIND_MODULES = (around_me, whereabouts, measuring, looks, ways, foresight)
"""Importing them fills `KINDS`."""

SPLIT_NAMES = ("train", "dev", "test", "smoke")
TEST_ONLY_CATEGORIES = frozenset(
    {"aquarium", "guitar", "printer", "bidet", "suitcase", "rocking horse", "teapot", "radio", "safe", "fan", "ladder"}
)
"""Asked about in `test` alone; elsewhere they stand in homes, but no question is about them. In `train` no text names
them at all, be it a situation or a list among whose items one is; `smoke` and `dev` are older than that rule."""

_HELD_OUT = re.compile(rf"\b({'|'.join(sorted(TEST_ONLY_CATEGORIES))})s?\b")
_POSES = 10
_HOME_WIDE = frozenset({whereabouts.__name__, measuring.__name__, looks.__name__}) | {
    "walk between", "room for", "seats for guests", "seen from a seat",
}  # fmt: skip
"""Modules and kinds whose answers are the same from every pose: asked once of a home."""


class HasGraph(Protocol):
    """What questions need of a home."""

    @property
    def seed(self) -> int: ...

    def graph(self) -> SceneGraph: ...


@dataclass(slots=True)
class Ledger:
    """What was asked and thrown away so far, over all homes of a split; keeps answers in balance."""

    answers: dict[str, Counter[str]] = field(default_factory=dict)  # by kind
    kept: Counter[str] = field(default_factory=Counter)  # unambiguous drafts, by kind
    thrown: dict[str, Counter[str]] = field(default_factory=dict)  # reasons, by kind

    def count(self, kind: str, answer: str) -> int:
        """How often a kind had an answer."""
        return self.answers.get(kind, Counter())[answer]

    def asked(self, kind: str) -> int:
        """How often a kind was asked."""
        return sum(self.answers.get(kind, Counter()).values())

    def unbalances(self, kind: Kind, answer: str) -> bool:
        """Whether one more of this answer would leave the other of a pair behind."""
        if kind.binary is None:
            return False
        (other,) = set(kind.binary) - {answer}
        return self.count(kind.name, answer) > self.count(kind.name, other)

    def note(self, kind: str, answer: str) -> None:
        """One more question."""
        self.answers.setdefault(kind, Counter())[answer] += 1


def questions_for(
    home: HasGraph,
    *,
    seed: int,
    count: int,
    split: str = "train",
    ledger: Ledger | None = None,
    kinds: Mapping[str, Kind] = KINDS,
) -> list[HomeQuestion]:
    """Unambiguous questions about a home, asked from poses that people take.

    Args:
        home: with its scene graph and, in it, the floor plan.
        seed: the same home and seed give the same questions (with the same ledger).
        count: how many; fewer where the home does not give as many, and up to three more where the last one asks at
            four headings.
        split: one of `SPLIT_NAMES`; `test` also uses the wordings and categories that the others never see.
        ledger: goes from home to home, so that answers balance over a split; a new one where None.
        kinds: the set of kinds that are asked.

    Raises:
        SceneError: the split is unknown, or the home has no floor plan or nowhere to stand.
    """
    if split not in SPLIT_NAMES:
        raise SceneError(f"split must be one of {', '.join(SPLIT_NAMES)}, got {split!r}")
    ledger = Ledger() if ledger is None else ledger
    rng = np.random.default_rng((seed, count, SPLIT_NAMES.index(split)))
    views = views_of(home, rng, split)
    return _Chooser(views[0].world, views, rng, split, ledger, kinds).choose(count)


def views_of(home: HasGraph, rng: np.random.Generator, split: str) -> list[View]:
    """The home from some of the poses that people take in it; at least one.

    Raises:
        SceneError: the home has no floor plan or nowhere to stand.
    """
    world = World(home.seed, home.graph())
    candidates = poses(world)
    if split == "train":
        candidates = [pose for pose in candidates if not any(names_held_out(text) for text in pose.situations)]
    if not candidates:
        raise SceneError(f"home {home.seed}: nowhere to stand or sit was found")
    taken = [candidates[int(k)] for k in rng.permutation(len(candidates))[:_POSES]]
    asked = None if split == "test" else frozenset(c for c in (*world.categories, *whereabouts.EXPECTED))
    if asked is not None:
        asked -= TEST_ONLY_CATEGORIES
    return [View(world, pose, rng, asked) for pose in taken]


@dataclass(slots=True)
class _Chooser:
    world: World
    views: list[View]
    rng: np.random.Generator
    split: str
    ledger: Ledger
    kinds: Mapping[str, Kind]
    pools: dict[tuple[str, int], list[Draft]] = field(default_factory=dict)
    texts: set[tuple[int, str]] = field(default_factory=set)  # what was asked from which pose
    subjects: Counter[str] = field(default_factory=Counter)  # how often each thing and category was asked about

    def choose(self, count: int) -> list[HomeQuestion]:
        chosen: list[HomeQuestion] = []
        exhausted: set[str] = set()
        while len(chosen) < count and len(exhausted) < len(self.kinds):
            # The kind asked least so far goes first, so that rare ones get their turn wherever they can be asked.
            names = [name for name in self.kinds if name not in exhausted]
            order = sorted(names, key=lambda name: (self.ledger.asked(name), self.rng.random()))
            for name in order:
                questions = self._questions(self.kinds[name], len(chosen) + 1)
                if not questions:
                    exhausted.add(name)
                    continue
                chosen += questions
                break
        return chosen

    def _pool(self, kind: Kind, index: int) -> list[Draft]:
        if (kind.name, index) not in self.pools:
            drafts = []
            reasons = self.ledger.thrown.setdefault(kind.name, Counter())
            for item in kind.make(self.views[index]):
                if isinstance(item, Draft):
                    if self.split != "train" or not any(map(names_held_out, (*item.answers, *_subjects(item.slots)))):
                        drafts.append(item)
                else:
                    reasons[item.reason] += 1
            self.ledger.kept[kind.name] += len(drafts)
            self.pools[kind.name, index] = drafts
        return self.pools[kind.name, index]

    def _questions(self, kind: Kind, number: int) -> list[HomeQuestion]:
        """One question of a kind, or one at each of its headings; none where the kind has no more."""
        for index in self.rng.permutation(len(self.views)):
            drafts = [d for d in self._pool(kind, int(index)) if not self.ledger.unbalances(kind, d.answers[0])]
            if not drafts:
                continue
            ranks = [
                (self.ledger.count(kind.name, d.answers[0]), self._familiarity(d), self.rng.random()) for d in drafts
            ]
            for k in sorted(range(len(drafts)), key=lambda k: ranks[k]):
                question = self._worded(kind, drafts[k], int(index), number)
                if question is not None:
                    self.ledger.note(kind.name, drafts[k].answers[0])
                    self.subjects.update(_subjects(drafts[k].slots))
                    return _at_headings(question, drafts[k], number) or [question]
        return []

    def _familiarity(self, draft: Draft) -> int:
        return sum(self.subjects[name] for name in _subjects(draft.slots))

    def _worded(self, kind: Kind, draft: Draft, index: int, number: int) -> HomeQuestion | None:
        pose = self.views[index].pose
        text = filled(pick(kind.wordings, self.split, self.rng), draft.slots)
        # The same thing asked twice in other words, or of a home as a whole from another pose, teaches nothing new.
        key = "|".join([kind.name, *_subjects(draft.slots)])
        pose_matters = kind.make.__module__ not in _HOME_WIDE and kind.name not in _HOME_WIDE
        asked = {(index if pose_matters else -1, key), (-1, text)}
        if asked & self.texts:
            return None
        self.texts |= asked
        return HomeQuestion(
            id=f"h{self.world.seed}-q{number}",
            kind=kind.name,
            form=kind.form,
            types=kind.types,
            # A question that says where the asker is would contradict another situation.
            situation="" if "situation" in draft.slots else pick(pose.situations, self.split, self.rng),
            question=text,
            answers=draft.answers,
            position=pose.position,
            heading_rad=pose.heading_rad,
            object_ids=draft.ids,
            tolerance=draft.tolerance,
            items=draft.items,
            slots=draft.slots,
        )


def _at_headings(question: HomeQuestion, draft: Draft, number: int) -> list[HomeQuestion]:
    """The question at each of the draft's headings; no situation, which would tell one of them."""
    home = question.id.rpartition("-")[0]
    return [
        replace(
            question, id=f"{home}-q{number + k}", situation="", heading_rad=heading, answers=answers,
            group=f"{home}-g{number}",
        )
        for k, (heading, answers) in enumerate(draft.headings)
    ]  # fmt: skip


def names_held_out(text: str) -> bool:
    """Whether a text names one of the categories that are kept for `test`."""
    return _HELD_OUT.search(text) is not None


def _subjects(slots: Mapping[str, Any]) -> list[str]:
    """What a question is about: things and categories, rooms and colors."""
    words = [value["text"] if isinstance(value, Mapping) else value for value in slots.values()]
    return [word for word in words if isinstance(word, str)]
