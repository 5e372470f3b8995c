"""DPO of a tiny random model: the loss by hand, the reference, resuming."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import pytest
from tiny_model import LIBRARIES_WARN, samples, training_libraries, weights, write_tiny_model

training_libraries()
pytestmark = [pytest.mark.filterwarnings(f"ignore:{text}") for text in LIBRARIES_WARN]

from situated_qa.errors import TrainingError  # noqa: E402
from situated_qa.training import checkpoints, lora  # noqa: E402
from situated_qa.training.base_model import find_base, load_model  # noqa: E402
from situated_qa.training.batches import Encoded  # noqa: E402
from situated_qa.training.dpo import DpoObjective, EncodedPair, answer_logprobs, dpo_losses, train_dpo  # noqa: E402
from situated_qa.training.logits import AnswerHead  # noqa: E402
from situated_qa.training.pairs import DpoPair, write_pairs  # noqa: E402
from situated_qa.training.samples import write_samples  # noqa: E402
from situated_qa.training.settings import TrainSettings  # noqa: E402
from situated_qa.training.sft import train_sft  # noqa: E402
from situated_qa.training.workers import Group  # noqa: E402

SETTINGS = TrainSettings(
    rank=4, alpha=8.0, batch=4, epochs=4.0, lr=3e-3, warmup_steps=1, dtype="float32", device="cpu", threads=1,
    checkpoint_minutes=0.0, dev_minutes=0.0, dev_samples=6, sampled_tokens=0, beta=0.5,
)  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def start(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sft")
    write_samples(folder / "train.jsonl", samples(8))
    return train_sft(folder / "train.jsonl", folder / "run", dataclasses.replace(SETTINGS, epochs=2.0), base=str(tiny))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pairs = [DpoPair(s.question, "", s.expression, s.expression.replace("the(", "every(")) for s in samples(8)]
    write_pairs(tmp_path / "pairs.jsonl", pairs)
    return tmp_path / "pairs.jsonl"


def test_the_loss_by_hand() -> None:
    """Margins 2 and -1 against the reference's 0.5 and 0: beta 0.1 makes 0.15 and -0.1."""
    import torch

    losses = dpo_losses(torch.tensor([-1.0, -4.0]), torch.tensor([-3.0, -3.0]), torch.tensor([0.5, 0.0]), 0.1)
    assert losses.tolist() == pytest.approx([math.log(1 + math.exp(-0.15)), math.log(1 + math.exp(0.1))])


def test_the_log_probability_of_an_answer_is_the_sum_over_its_tokens(tiny: Path) -> None:
    import torch

    base = find_base(str(tiny))
    plain, adapted = load_model(base, "float32"), lora.attach(load_model(base, "float32"), SETTINGS, "tiny")
    rows = [Encoded((10, 20), (30, 40, 256)), Encoded((50, 51, 52, 53), (256,))]
    expected = []
    for row in rows:
        with torch.no_grad():
            logprobs = torch.log_softmax(plain(torch.tensor([row.prompt + row.answer])).logits[0], -1)
        places = range(len(row.prompt) - 1, len(row) - 1)
        expected.append(sum(float(logprobs[p, t]) for p, t in zip(places, row.answer, strict=True)))
    found = answer_logprobs(AnswerHead(adapted, list(range(257))), rows, "cpu")
    assert found.tolist() == pytest.approx(expected, rel=1e-5)


def test_before_the_first_step_the_loss_is_log_2(tiny: Path) -> None:
    """The model is its own reference then, whatever its margins."""
    adapted = lora.attach(load_model(find_base(str(tiny)), "float32"), SETTINGS, "tiny")
    pairs = [EncodedPair(Encoded((5, 6), (i, 256)), Encoded((5, 6), (i + 1, 9, 256))) for i in range(20, 23)]
    objective = DpoObjective(AnswerHead(adapted, list(range(257))), pairs, pairs, SETTINGS, "cpu", Group())
    assert objective.loss([0, 1, 2], [0, 1, 2]).item() == pytest.approx(math.log(2.0), rel=1e-5)
    assert objective.loss([1], [0, 1, 2]).item() == pytest.approx(math.log(2.0) / 3, rel=1e-5)  # one worker's share
    assert objective.evaluate(Group())["dev_loss"] == pytest.approx(math.log(2.0), rel=1e-5)


def test_the_chosen_answers_become_more_probable(tiny: Path, start: Path, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "dpo"
    adapter = train_dpo(data, out, dataclasses.replace(SETTINGS, epochs=12.0), base=str(tiny), start=start, dev=data)
    lines: list[dict[str, Any]] = list(checkpoints.read_journal(out))
    assert lines[0]["loss"] == pytest.approx(math.log(2.0), rel=1e-4)
    assert lines[-1]["dev_loss"] < 0.3
    assert lines[-1]["dev_preferred"] == 1.0
    assert any(not value.equal(weights(start)[name]) for name, value in weights(adapter).items())


def test_a_run_resumes_with_the_reference_it_began_with(tiny: Path, start: Path, data: Path, tmp_path: Path) -> None:
    often = dataclasses.replace(SETTINGS, checkpoint_minutes=1e-9)

    def run(name: str, settings: TrainSettings = often, resume: bool = False) -> Path:
        return train_dpo(data, tmp_path / name, settings, base=str(tiny), start=start, resume=resume)

    whole = weights(run("whole"))

    class Cut(Exception):
        pass

    def break_off(folder: Path, line: dict[str, Any]) -> None:
        if line["step"] == 5:
            raise Cut

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoints, "append", break_off)
        with pytest.raises(Cut):
            run("cut")
    resumed = weights(run("cut", resume=True))
    assert all(value.equal(resumed[name]) for name, value in whole.items())


def test_pairs_that_teach_nothing_are_refused(tiny: Path, start: Path, tmp_path: Path) -> None:
    write_pairs(tmp_path / "same.jsonl", [DpoPair("q", "", "a()", "a()")])
    with pytest.raises(TrainingError, match="chosen and rejected are the same for 'q'"):
        train_dpo(tmp_path / "same.jsonl", tmp_path / "run", SETTINGS, base=str(tiny), start=start)
    write_pairs(tmp_path / "none.jsonl", [])
    with pytest.raises(TrainingError, match="holds no pair"):
        train_dpo(tmp_path / "none.jsonl", tmp_path / "run", SETTINGS, base=str(tiny), start=start)
