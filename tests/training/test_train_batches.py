"""Tokens with and without loss, the order of samples, the shares of workers."""

from __future__ import annotations

from typing import Any

import pytest

from situated_qa.errors import SettingsError, TrainingError
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.training.batches import Encoded, encode, encode_many, plan, share
from situated_qa.training.settings import PRESETS, TrainSettings, preset


class Letters:
    """Each letter is its code point; a start token where `start` says so."""

    eos_token_id: int | None = 1
    bos_token_id: int | None = 0

    def __init__(self, start: bool = False) -> None:
        self.start = start

    def __call__(self, text: str | list[str], add_special_tokens: bool = True) -> dict[str, list[Any]]:
        if isinstance(text, list):
            return {"input_ids": [self(one, add_special_tokens)["input_ids"] for one in text]}
        first = [0] if self.start and add_special_tokens else []
        return {"input_ids": first + [ord(letter) for letter in text]}


def text(tokens: tuple[int, ...]) -> str:
    return "".join(chr(token) for token in tokens)


def test_a_sample_is_prompt_and_answer_with_the_end_token() -> None:
    sample = encode(Letters(), reader_prompt("where is it"), "where(it)")
    assert text(sample.prompt) == "Q: where is it\nA: "
    assert text(sample.answer) == "where(it)\x01"
    assert len(sample) == 18 + 10


def test_the_expression_before_is_part_of_the_prompt() -> None:
    assert text(encode(Letters(), reader_prompt("and now?", "a(b)"), "c").prompt) == "P: a(b)\nQ: and now?\nA: "


def test_a_start_token_is_added_for_models_that_have_one() -> None:
    assert encode(Letters(start=True), reader_prompt("q"), "e").prompt[:2] == (0, ord("Q"))
    assert encode(Letters(), reader_prompt("q"), "e").prompt[0] == ord("Q")


def test_many_samples_are_tokenized_as_each_of_them_is() -> None:
    pairs = [("where is it", "where(it)"), ("q", "e"), ("", "a(b)")]
    many = encode_many(Letters(start=True), *zip(*pairs, strict=True))
    assert many == [encode(Letters(start=True), *pair) for pair in pairs]
    assert encode_many(Letters(), [], []) == []


def test_a_tokenizer_without_end_token_is_refused() -> None:
    class Endless(Letters):
        eos_token_id = None

    with pytest.raises(TrainingError, match="end token"):
        encode(Endless(), reader_prompt("q"), "e")


def test_every_sample_is_taken_once_an_epoch() -> None:
    steps = plan([20 + i % 7 for i in range(100)], TrainSettings(batch=8, epochs=2.0))
    assert sorted(i for batch in steps for i in batch) == sorted([*range(100), *range(100)])
    assert max(len(batch) for batch in steps) == 8


def test_part_of_an_epoch_takes_part_of_the_samples() -> None:
    assert sum(len(batch) for batch in plan([5] * 100, TrainSettings(batch=8, epochs=1.25))) == 125


def test_the_order_follows_from_the_seed() -> None:
    lengths = [10 + i % 30 for i in range(200)]
    assert plan(lengths, TrainSettings(seed=1)) == plan(lengths, TrainSettings(seed=1))
    assert plan(lengths, TrainSettings(seed=1)) != plan(lengths, TrainSettings(seed=2))


def test_samples_of_a_batch_are_about_equally_long() -> None:
    lengths = [10 + 90 * (i % 2) for i in range(64)]
    for batch in plan(lengths, TrainSettings(batch=16)):
        assert len({lengths[i] for i in batch}) == 1


def test_the_first_part_of_a_run_has_samples_of_all_lengths() -> None:
    """A time limit cuts the end off, which must not be the long samples."""
    lengths = [10 + i // 100 for i in range(10_000)]
    early = [lengths[i] for batch in plan(lengths, TrainSettings(batch=16))[:128] for i in batch]
    assert min(early) < 15 and max(early) > 104
    assert sum(early) / len(early) == pytest.approx(sum(lengths) / len(lengths), rel=0.05)


def test_steps_are_limited() -> None:
    assert len(plan([5] * 100, TrainSettings(batch=10, max_steps=3))) == 3


def test_workers_share_a_batch_without_overlap() -> None:
    assert share([3, 1, 4, 5, 9], 0, 2) == [[3, 4, 9]]
    assert share([3, 1, 4, 5, 9], 1, 2) == [[1, 5]]
    assert share([3, 1, 4, 5, 9], 0, 1, most=2) == [[3, 1], [4, 5], [9]]
    assert share([3], 1, 2) == []


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("stage", ["sft", "dpo"])
def test_presets_are_legal(name: str, stage: str) -> None:
    assert TrainSettings(**preset(name, stage)).lr > 0.0


def test_unknown_presets_and_more_workers_than_samples_are_refused() -> None:
    with pytest.raises(SettingsError, match="cpu, gpu, gpu-8b"):
        preset("tpu", "sft")
    with pytest.raises(SettingsError, match="workers must be at most batch"):
        TrainSettings(batch=2, workers=3)


def test_only_answer_tokens_have_labels() -> None:
    pytest.importorskip("torch", reason="torch: make training")
    from situated_qa.training.batches import tensors

    batch: Any = tensors([Encoded((5, 6, 7), (8, 1)), Encoded((5,), (9, 9, 1, 1, 1))])
    assert batch.ids.tolist() == [[5, 6, 7, 8, 1, 0], [5, 9, 9, 1, 1, 1]]
    assert batch.mask.tolist() == [[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1]]
    assert batch.labels.tolist() == [[-100, -100, -100, 8, 1, -100], [-100, 9, 9, 1, 1, 1]]
