"""Data sets: mixed, checked, resumed; the splits share nothing."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from situated_qa.cli import main
from situated_qa.errors import TrainingError
from situated_qa.training import mixing, parts
from situated_qa.training.checking import check_samples
from situated_qa.training.data_report import report_of, table_of
from situated_qa.training.mixing import held_out_questions, make, mix, plain, without_known
from situated_qa.training.parts import Amounts
from situated_qa.training.samples import Sample, read_samples

CUPS = 'count(every("cup"))'
NONE: frozenset[str] = frozenset()
SMALL = Amounts(written=0, homes=0, dev_homes=0, composer=0, languages=0, unanswerable=40)


def sample(question: str, expression: str = CUPS, split: str = "train", previous: str = "", home: str = "") -> Sample:
    return Sample(question, expression, "count", "homes", f"count/{split}", split, previous, home=home)


def test_the_same_question_is_there_once_and_follow_ups_by_what_they_follow() -> None:
    mixed = mix(
        [
            sample("How many cups are there?"),
            sample("how many cups are there"),
            sample("And the bowls?", previous='count(every("cup"))'),
            sample("And the bowls?", previous="count(every('cup'))"),
            sample("And the bowls?", previous='count(every("plate"))'),
        ],
        NONE,
        0,
    )
    assert sorted(item.question for item in mixed.train) == [
        "And the bowls?",
        "And the bowls?",
        "How many cups are there?",
    ]
    assert mixed.left_out["homes: duplicate"] == 2


def test_what_dev_or_a_held_out_list_asks_is_not_trained_on() -> None:
    mixed = mix(
        [sample("How many cups?"), sample("How many, cups", split="dev"), sample("Count the cups."), sample("Cups?")],
        frozenset({plain("Count the CUPS")}),
        0,
    )
    assert [item.question for item in mixed.train] == ["Cups?"]
    assert [item.question for item in mixed.dev] == ["How many, cups"]
    assert mixed.left_out["homes: question of another split"] == 2


def test_labels_are_made_normal_and_wrong_ones_left_out() -> None:
    mixed = mix([sample("One?", 'count(every("Cup", in_room("hall")))'), sample("Two?", "count(cups)")], NONE, 0)
    assert [item.expression for item in mixed.train] == ['count(every("cup", room="hall"))']
    assert mixed.left_out["homes: label does not pass"] == 1


def test_the_order_is_the_same_for_the_same_seed_alone() -> None:
    items = [sample(f"How many cups on shelf {n}?") for n in range(20)]
    one, again, other = (mix(items, NONE, seed).train for seed in (1, 1, 2))
    assert one == again != other


def test_the_check_names_what_the_splits_share() -> None:
    train = [sample("How many cups?", home="home-1")]
    dev = [replace(sample("How many cups", split="dev", home="home-1"), wording="count/train")]
    problems = check_samples(train, dev)
    assert [text.split(" are in train")[0] for text in problems] == ["1 homes", "1 wordings", "1 texts"]
    assert check_samples(train, [sample("How many bowls?", split="dev", home="home-2")]) == []


def test_the_check_finds_labels_that_are_not_canonical_and_samples_of_another_split() -> None:
    problems = check_samples([sample("A?", "count(every('cup'))"), sample("B?", split="dev")], [])
    assert len(problems) == 2
    assert "canonical" in problems[0] and "'dev'" in problems[1]


def test_a_cut_run_goes_on_and_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = make(tmp_path / "whole", SMALL)
    made: list[str] = []
    real = parts._samples

    def cut(part: parts.Part) -> object:
        made.append(part.name)
        if len(made) == 2:
            raise TrainingError("cut")
        return real(part)

    monkeypatch.setattr(parts, "_samples", cut)
    with pytest.raises(TrainingError, match="cut"):
        make(tmp_path / "cut", SMALL)
    again = make(tmp_path / "cut", SMALL)
    assert len(made) == 3 and len(set(made)) == 2  # the first part was not made again
    assert again == whole
    for name in ("train.jsonl", "dev.jsonl"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_data_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / mixing.MANIFEST).write_text('{"version": 0}')
    with pytest.raises(TrainingError, match="version 0"):
        make(tmp_path, SMALL)


def test_unanswerable_samples_pass_the_check(tmp_path: Path) -> None:
    make(tmp_path, SMALL)
    train, dev = (list(read_samples(tmp_path / f"{split}.jsonl")) for split in ("train", "dev"))
    assert len(train) > 30 and dev
    assert check_samples(train, dev) == []
    assert any(item.expression.startswith("not_in_map(") for item in train)


def test_held_out_questions_come_from_lines_and_from_scene_files(tmp_path: Path) -> None:
    (tmp_path / "asked.jsonl").write_text('{"question": "How many cups?"}\n{"kind": "no question"}\n')
    scene = tmp_path / "home-1" / "scene.json"
    scene.parent.mkdir()
    scene.write_text(json.dumps({"questions": [{"question": "Where is the bed?"}]}))
    assert held_out_questions([tmp_path]) == {"how many cups", "where is the bed"}


def test_the_report_counts_by_source_and_depth() -> None:
    train = [sample("A?"), sample("B?", 'color(the("cup", on(the("desk"))))')]
    report = report_of([train[0], replace(train[1], depth=1)], [])
    assert report["train"]["by"]["depth"] == {"0": 1, "1": 1}
    assert report["train"]["functions"] == {"count": 1, "every": 1, "color": 1, "the": 1, "on": 1}
    assert "| homes" in table_of(report)


def test_the_command_makes_reports_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = [f"--{source}=0" for source in ("homes", "dev-homes", "composer", "languages")]
    assert main(["data", "make", *none, "--unanswerable", "20", "--out", str(tmp_path)]) == 0
    assert main(["data", "report", str(tmp_path)]) == 0
    assert main(["data", "check", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "| unanswerable" in told and "no problems" in told
    assert main(["data", "report", str(tmp_path / "none")]) == 1


def test_of_what_an_earlier_run_trained_only_a_share_is_there_again() -> None:
    known = [replace(sample(f"Question {n}?"), wording=f"old-{n}") for n in range(400)]
    new = [replace(sample(f"New {n}?"), wording=f"new-{n}") for n in range(50)]
    left_out: Counter[str] = Counter()
    kept = without_known([*known, *new], known, 0.25, left_out)
    assert kept[-50:] == new
    assert 60 <= len(kept) - 50 <= 140  # of 400 one in four, by a hash
    assert left_out["trained with before"] == 450 - len(kept)
    assert without_known([*known, *new], known, 1.0, left_out) == [*known, *new]
    assert without_known(known, known, 0.0, left_out) == []


def test_a_wrong_earlier_data_set_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no train.jsonl"):
        make(tmp_path / "new", SMALL, after=tmp_path)
    with pytest.raises(TrainingError, match="share, 0 to 1"):
        make(tmp_path / "new", SMALL, again=40)
    assert not (tmp_path / "new").exists()
