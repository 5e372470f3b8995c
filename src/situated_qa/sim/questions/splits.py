"""The fixed sets of homes and questions, and the report on each: what was thrown away, what a blind guess would get."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import SceneError
from situated_qa.scene.files import write_scene
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.homes import Home, HomeSettings, generate_home
from situated_qa.sim.oracle.expressions import expression_for, expression_for_turn
from situated_qa.sim.oracle.programs import program_for
from situated_qa.sim.questions.choose import TEST_ONLY_CATEGORIES, Ledger, questions_for
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.conversations import conversations_for
from situated_qa.sim.questions.question import KINDS, HomeQuestion, Kind

REPORT = Path("report") / "report.json"
"""Below a split's folder, and not beside its scenes: whatever is called *.json there would be read as a scene."""

QUESTIONS_VERSION = 2
"""Grows whenever the same seeds give other questions."""


@dataclass(frozen=True, slots=True)
class Split:
    """A range of seeds and how much is asked of each home."""

    name: str
    first_seed: int
    homes: int
    questions: int  # per home, of the basic set
    home_settings: HomeSettings

    def home(self, seed: int, catalog: Catalog) -> Home:
        """One of its homes.

        Raises:
            AssetError: the catalog lacks a model.
        """
        return generate_home(seed, catalog, settings=self.home_settings)


_HOMES = HomeSettings(closed_doors=1)

SPLITS = {
    split.name: split
    for split in (
        Split("smoke", 100, 2, 20, _HOMES),
        Split("dev", 1_000, 20, 50, _HOMES),
        Split("test", 2_000, 40, 50, _HOMES),
        Split("train", 10_000, 200, 50, _HOMES),
        Split("eyes-train", 20_000, 200, 20, HomeSettings(closed_doors=1, furniture="train")),
        Split("eyes-dev", 21_000, 20, 50, HomeSettings(closed_doors=1, furniture="dev")),
        Split("eyes-test", 22_000, 40, 50, HomeSettings(closed_doors=1, furniture="test")),
    )
}
"""No home belongs to two of them. The eyes' splits share no furniture model that counts (`sim.furniture_parts`)."""

KIND_SETS: dict[str, Mapping[str, Kind]] = {"basic": KINDS, "composed": COMPOSED}
"""What is asked of a split's homes: either set alone, so that files of the basic set stay as they are."""

COMPOSED_QUESTIONS = 2
"""Times as many composed questions are asked of a home as basic ones."""

CONVERSATIONS = 14
"""Conversations over a home, written beside its composed questions."""

CONVERSATIONS_FILE = "conversations.json"


def write_split(
    name: str, folder: str | Path, *, homes: int | None = None, catalog: Catalog | None = None, kinds: str = "basic"
) -> Path:
    """Generate a split's homes and questions and write them as scene files, FOLDER/home-SEED/scene.json, with a report.

    The same name and number of homes write the same bytes on every machine. Where a home's sequence folder with its
    rendered frames lies there already, its scene file is replaced by the one with questions.

    Args:
        name: a name of `SPLITS`.
        homes: fewer or more homes than the split's own number; its next split's seeds are out of bounds.
        catalog: the furniture; the cache folder's where None.
        kinds: "basic" or "composed", a name of `KIND_SETS`.

    Returns:
        The report's path.

    Raises:
        SceneError: the split or the set of kinds is unknown, `homes` is out of bounds, or a home gives too few
            questions.
        AssetError: the furniture catalog is missing.
    """
    if name not in SPLITS:
        raise SceneError(f"split must be one of {', '.join(SPLITS)}, got {name!r}")
    if kinds not in KIND_SETS:
        raise SceneError(f"kinds must be one of {', '.join(KIND_SETS)}, got {kinds!r}")
    split = SPLITS[name]
    wanted = split.questions * (COMPOSED_QUESTIONS if kinds == "composed" else 1)
    count = split.homes if homes is None else homes
    starts = [other.first_seed for other in SPLITS.values() if other.first_seed > split.first_seed]
    if count < 1 or split.first_seed + count > min(starts, default=10**9):
        raise SceneError(f"split {name!r} has seeds for 1 to {min(starts, default=10**9) - split.first_seed} homes")
    catalog = Catalog.open() if catalog is None else catalog
    folder, ledger, asked = Path(folder), Ledger(), []
    for seed in range(split.first_seed, split.first_seed + count):
        home = split.home(seed, catalog)
        questions = questions_for(home, seed=seed, count=wanted, split=name, ledger=ledger, kinds=KIND_SETS[kinds])
        if len(questions) < wanted:
            raise SceneError(f"home {seed} gave {len(questions)} unambiguous questions, wanted {wanted}")
        path = folder / f"home-{seed}" / "scene.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        entries = [{**question.to_dict(), **_oracle(question)} for question in questions]
        write_scene(home.graph(), path, questions=entries)
        if kinds == "composed":
            talks = conversations_for(home, seed=seed, count=CONVERSATIONS, split=name)
            told = {"conversations": [talk.to_dict(expression_for_turn) for talk in talks]}
            _write_json(path.parent / CONVERSATIONS_FILE, told)
        asked += questions
        print(f"{path}: {len(questions)} questions", file=sys.stderr)
    report = folder / REPORT
    report.parent.mkdir(parents=True, exist_ok=True)
    _write_json(report, report_on(split.name, count, asked, ledger, KIND_SETS[kinds]))
    return report


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def _oracle(question: HomeQuestion) -> dict[str, str]:
    """The right program or expression, as it stands in a scene file."""
    if question.kind in COMPOSED:
        return {"oracle_expression": expression_for(question)}
    return {"oracle_program": program_for(question)}


def report_on(
    name: str, homes: int, questions: list[HomeQuestion], ledger: Ledger, kinds: Mapping[str, Kind] = KINDS
) -> dict[str, Any]:
    """What was asked and thrown away, per kind, and what guessing the most frequent answer would get.

    `blind_guess_by_type` is the share of right answers for somebody who always says what is most often right for the
    type; "by kind" they also know which kind of question was asked, which flatters them where a kind was asked rarely.
    """
    by_kind = {kind: [q for q in questions if q.kind == kind] for kind in kinds}
    by_type = {t: [q for q in questions if q.type == t] for t in sorted({q.type for q in questions})}
    thrown = {kind: sum(ledger.thrown.get(kind, Counter()).values()) for kind in kinds}
    total_thrown, total_kept = sum(thrown.values()), sum(ledger.kept.values())
    return {
        "split": name,
        "version": QUESTIONS_VERSION,
        "homes": homes,
        "questions": len(questions),
        "kinds": sum(bool(asked) for asked in by_kind.values()),
        "drafts": total_kept + total_thrown,  # of the kinds and poses that were tried
        "thrown_away_share": _share(total_thrown, total_kept + total_thrown),
        "blind_guess_by_type": _share(sum(_guess(asked)[1] for asked in by_type.values()), len(questions)),
        "blind_guess_by_kind": _share(sum(_guess(asked)[1] for asked in by_kind.values()), len(questions)),
        "held_out_categories": sorted(TEST_ONLY_CATEGORIES),
        "types": {t: _answers(asked) for t, asked in by_type.items()},
        "by_kind": {
            kind: {
                **_answers(asked),
                "drafts": ledger.kept[kind] + thrown[kind],
                "thrown_away_share": _share(thrown[kind], ledger.kept[kind] + thrown[kind]),
                "thrown_away": dict(sorted(ledger.thrown.get(kind, Counter()).items())),
            }
            for kind, asked in by_kind.items()
        },
    }


def _guess(questions: Sequence[HomeQuestion]) -> tuple[str, int]:
    """The most frequent answer and how often it is right; ties by the alphabet."""
    answers = Counter(question.answers[0] for question in questions)
    if not answers:
        return "", 0
    best = min(answers, key=lambda answer: (-answers[answer], answer))
    return best, answers[best]


def _answers(questions: list[HomeQuestion]) -> dict[str, Any]:
    answer, right = _guess(questions)
    return {
        "questions": len(questions),
        "most_frequent_answer": answer,
        "blind_guess": _share(right, len(questions)),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
