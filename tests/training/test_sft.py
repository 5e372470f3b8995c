"""Supervised fine-tuning of a tiny random model: the loss by hand, resuming, workers."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from tiny_model import END, LIBRARIES_WARN, samples, training_libraries, weights, write_tiny_model

training_libraries()
pytestmark = [pytest.mark.filterwarnings(f"ignore:{text}") for text in LIBRARIES_WARN]

from situated_qa.errors import TrainingError  # noqa: E402
from situated_qa.training import checkpoints, lora  # noqa: E402
from situated_qa.training.base_model import find_base, load_model, load_tokenizer  # noqa: E402
from situated_qa.training.batches import Encoded, encode  # noqa: E402
from situated_qa.training.logits import AnswerHead, used_tokens  # noqa: E402
from situated_qa.training.samples import write_samples  # noqa: E402
from situated_qa.training.settings import TrainSettings  # noqa: E402
from situated_qa.training.sft import SftObjective, train_sft  # noqa: E402
from situated_qa.training.workers import Group  # noqa: E402

SETTINGS = TrainSettings(
    rank=4, alpha=8.0, batch=4, epochs=2.0, lr=1e-2, warmup_steps=2, dtype="float32", device="cpu", threads=1,
    checkpoint_minutes=0.0, dev_minutes=0.0, dev_samples=6, sampled_tokens=20,
)  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_samples(tmp_path / "train.jsonl", samples(18))
    write_samples(tmp_path / "dev.jsonl", samples(6))
    return tmp_path / "train.jsonl"


def train(tiny: Path, data: Path, out: Path, settings: TrainSettings = SETTINGS, **more: Any) -> Path:
    return train_sft(data, out, settings, base=str(tiny), dev=data.with_name("dev.jsonl"), **more)


def changed(**values: Any) -> TrainSettings:
    import dataclasses

    return dataclasses.replace(SETTINGS, **values)


def test_the_loss_is_that_of_the_answer_tokens_alone(tiny: Path) -> None:
    """By hand: the whole model over each sample without padding, log-softmax at the tokens before the answer's."""
    import torch

    base = find_base(str(tiny))
    plain, adapted = load_model(base, "float32"), lora.attach(load_model(base, "float32"), SETTINGS, "tiny")
    rows = [Encoded((10, 20, 30), (40, END)), Encoded((50,), (60, 61, 62, END))]
    expected = 0.0
    for row in rows:
        with torch.no_grad():
            logits = plain(torch.tensor([row.prompt + row.answer])).logits[0]
        for place, token in enumerate(row.answer, len(row.prompt)):
            expected -= float(torch.log_softmax(logits[place - 1], -1)[token]) / 6  # 2 and 4 answer tokens
    head = AnswerHead(adapted, list(range(257)))
    objective = SftObjective(head, rows, [], [], "cpu")
    assert objective.loss([0, 1], [0, 1]).item() == pytest.approx(expected, rel=1e-5)
    # Two workers' shares add up to it, although one has twice the tokens of the other.
    parts = objective.loss([0], [0, 1]).item() + objective.loss([1], [0, 1]).item()
    assert parts == pytest.approx(expected, rel=1e-5)


def test_a_softmax_over_some_tokens_is_the_whole_one_renormalized(tiny: Path) -> None:
    import torch

    base = find_base(str(tiny))
    adapted = lora.attach(load_model(base, "float32"), SETTINGS, "tiny")
    row = Encoded((10, 20), (30, END))
    tokens = used_tokens([row], 257, 5, seed=3)
    assert {10, 20, 30, END} <= set(tokens) and len(tokens) <= 9
    with torch.no_grad():
        logits = adapted(torch.tensor([row.prompt + row.answer])).logits[0]
    expected = sum(
        math.log(float(torch.softmax(logits[place][tokens], -1)[tokens.index(token)]))
        for place, token in ((1, 30), (2, END))
    )
    loss = SftObjective(AnswerHead(adapted, tokens), [row], [], [], "cpu").loss([0], [0])
    assert loss.item() == pytest.approx(-expected / 2, rel=1e-5)


def test_training_lowers_the_loss_and_leaves_its_files(tiny: Path, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert train(tiny, data, out, changed(epochs=12.0)) == out / "adapter"
    lines = list(checkpoints.read_journal(out))
    steps, evaluations = [line for line in lines if "lr" in line], [line for line in lines if "dev_loss" in line]
    assert [line["step"] for line in steps] == list(range(1, 12 * 5 + 1))
    assert steps[-1]["loss"] < 0.5 * steps[0]["loss"]
    assert evaluations[-1]["dev_loss"] < 0.5 * steps[0]["loss"]
    assert set(evaluations[-1]["dev_exact_by_kind"]) == {"where"}
    run = json.loads((out / "run.json").read_text())
    assert (run["stage"], run["data"]["samples"], run["fingerprint"]["rank"]) == ("sft", 18, 4)
    config = json.loads((out / "adapter" / "adapter_config.json").read_text())
    assert (config["r"], config["lora_alpha"], config["base_model_name_or_path"]) == (4, 8.0, tiny.name)
    assert str(tiny.parent) not in json.dumps([run, config])


def test_a_run_that_was_cut_goes_on_as_if_it_had_not_been(tiny: Path, data: Path, tmp_path: Path) -> None:
    whole = weights(train(tiny, data, tmp_path / "whole"))

    class Cut(Exception):
        pass

    saved = checkpoints.append
    calls = 0

    def break_off(folder: Path, line: dict[str, Any]) -> None:
        nonlocal calls
        calls += 1
        if calls == 8:  # in the 8th of 10 steps; checkpoints are written after every step
            raise Cut
        saved(folder, line)

    often = changed(checkpoint_minutes=1e-9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoints, "append", break_off)
        with pytest.raises(Cut):
            train(tiny, data, tmp_path / "cut", often)
    part = weights(tmp_path / "cut" / "adapter")
    assert any(not part[name].equal(whole[name]) for name in whole)
    resumed = weights(train(tiny, data, tmp_path / "cut", often, resume=True))
    assert whole.keys() == resumed.keys() and len(whole) == 2 * 7 * 2
    for name, value in whole.items():
        assert value.equal(resumed[name]), name
    steps = [line["step"] for line in checkpoints.read_journal(tmp_path / "cut") if "lr" in line]
    assert steps == list(range(1, 11))


def test_two_workers_learn_what_one_learns_from_the_whole_batch(tiny: Path, data: Path, tmp_path: Path) -> None:
    one = weights(train(tiny, data, tmp_path / "one", changed(max_steps=4)))
    two = weights(train(tiny, data, tmp_path / "two", changed(max_steps=4, workers=2)))
    start = weights(train(tiny, data, tmp_path / "start", changed(max_steps=4, lr=0.0)))
    for name, value in one.items():
        assert value.allclose(two[name], rtol=1e-3, atol=1e-5), name
    assert max(float((one[name] - start[name]).abs().max()) for name in one) > 1e-2


def test_the_same_seed_gives_the_same_weights(tiny: Path, data: Path, tmp_path: Path) -> None:
    first, again = (weights(train(tiny, data, tmp_path / name, changed(max_steps=3))) for name in ("a", "b"))
    other = weights(train(tiny, data, tmp_path / "c", changed(max_steps=3, seed=1)))
    assert all(first[name].equal(again[name]) for name in first)
    assert any(not first[name].equal(other[name]) for name in first)


def test_a_run_starts_from_an_adapter(tiny: Path, data: Path, tmp_path: Path) -> None:
    first = train(tiny, data, tmp_path / "first")
    again = weights(train(tiny, data, tmp_path / "again", changed(lr=0.0), start=first))
    assert all(value.equal(again[name]) for name, value in weights(first).items())


def test_the_time_limit_ends_a_run(tiny: Path, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "timed"
    train(tiny, data, out, changed(minutes=1e-9))
    assert [line["step"] for line in checkpoints.read_journal(out) if "lr" in line] == [1]


def test_what_does_not_fit_is_refused(tiny: Path, data: Path, tmp_path: Path) -> None:
    train(tiny, data, tmp_path / "run", changed(max_steps=1))
    with pytest.raises(TrainingError, match="--resume"):
        train(tiny, data, tmp_path / "run")
    with pytest.raises(TrainingError, match="fingerprint"):
        train(tiny, data, tmp_path / "run", resume=True)  # without max_steps
    with pytest.raises(TrainingError, match="nothing to resume"):
        train(tiny, data, tmp_path / "none", resume=True)
    with pytest.raises(TrainingError, match="no base model 'nothing'"):
        find_base("nothing")
    with pytest.raises(TrainingError, match="no config.json"):
        find_base(str(tmp_path))
    with pytest.raises(TrainingError, match="at most 8 tokens"):
        train(tiny, data, tmp_path / "short", changed(max_tokens=8))
    with pytest.raises(TrainingError, match="holds no adapter"):
        train(tiny, data, tmp_path / "from", start=tmp_path / "nowhere")


def test_groups_evaluate_the_same_dev_samples_together(tiny: Path) -> None:
    base = find_base(str(tiny))
    tokenizer = load_tokenizer(base)
    head = AnswerHead(lora.attach(load_model(base, "float32"), SETTINGS, "tiny"), list(range(257)))
    rows = [encode(tokenizer, s.prompt, s.expression) for s in samples(5)]
    objective = SftObjective(head, [], rows, ["where"] * 5, "cpu")
    loss = SftObjective(head, rows, [], [], "cpu").loss(range(5), range(5)).item()
    assert objective.evaluate(Group())["dev_loss"] == pytest.approx(loss, rel=1e-5)


def test_speed_is_measured_on_steps_after_the_first_two(tiny: Path) -> None:
    from situated_qa.training.speed import Speed, measure

    found = measure(str(tiny), SETTINGS, 3)
    assert (found.steps, found.samples) == (3, 12)
    assert str(Speed(steps=10, samples=160, seconds=48.0)) == "10 steps: 4.80 s/step, 200 samples/min"
