"""Labeled situations as samples, and an adapter's way from GGUF back to PEFT."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from situated_qa.errors import TrainingError
from situated_qa.training import situations as module
from situated_qa.training.checking import check_samples
from situated_qa.training.labels import normal, problem_of
from situated_qa.training.mixing import mix
from situated_qa.training.samples import SITUATION, Sample
from situated_qa.training.situations import DATA, situations, text_id
from situated_qa.training.swapping import swapped


def test_every_label_in_the_repository_is_a_reading() -> None:
    written = [json.loads(line) for line in (DATA / "situations_en.jsonl").read_text(encoding="utf-8").splitlines()]
    labels = [line.split("\t") for line in (DATA / "sqa3d_situations.tsv").read_text(encoding="utf-8").splitlines()]
    readings = [row["reading"] for row in written] + [reading for _, reading in labels]
    assert len(readings) > 1500
    assert [reading for reading in readings if problem_of(normal(reading, task=SITUATION), SITUATION)] == []


def test_splits_share_no_situation_and_variants_are_of_train() -> None:
    train, dev = list(situations("train", None, variants=1)), list(situations("dev", None, variants=1))
    assert train and dev and not {s.wording for s in train} & {s.wording for s in dev}
    assert len({s.wording for s in dev}) == len(dev)
    mixed = mix([*train, *dev], frozenset(), 0)
    assert check_samples(mixed.train, mixed.dev) == []


def test_a_situation_is_prompted_for_as_one() -> None:
    sample = Sample("I sit\non the couch", 'on("couch")', "situation", "situations", "w", task=SITUATION)
    assert sample.prompt == "S: I sit on the couch\nV: "
    assert Sample.from_dict(json.loads(sample.to_json())) == sample


def test_nouns_and_sides_are_swapped_in_text_and_reading_alike() -> None:
    import random

    told = ("A lamp stands on my left.", 'has("lamp", "left")')
    for seed in range(20):
        found = swapped(*told, random.Random(seed), SITUATION)
        if found is not None:
            text, reading = found
            noun, side = reading.removeprefix('has("').removesuffix('")').split('", "')
            assert text == f"A {noun} stands on my {side}."


def test_labels_meet_the_texts_by_their_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "I am at the desk."
    data = tmp_path / "data"
    data.mkdir()
    (data / "situations_en.jsonl").write_text("", encoding="utf-8")
    (data / "sqa3d_situations.tsv").write_text(f'{text_id(text)}\tat("desk")\n', encoding="utf-8")
    monkeypatch.setattr(module, "DATA", data)
    row = {"situation": f"{text} ", "alternative_situation": ["Another one."], "question_id": 1, "question": "?"}
    (tmp_path / "val_questions.json").write_text(json.dumps({"questions": [row]}), encoding="utf-8")
    found = [*situations("train", tmp_path, variants=0), *situations("dev", tmp_path, variants=0)]
    assert [(sample.question, sample.expression) for sample in found] == [(text, 'at("desk")')]
    with pytest.raises(TrainingError, match="labeled situations"):
        list(situations("train", data))


def test_an_exported_adapter_is_imported_with_the_same_weights(tmp_path: Path) -> None:
    pytest.importorskip("gguf", reason="the extra `training` is not installed")
    pytest.importorskip("safetensors", reason="the extra `training` is not installed")
    from situated_qa.llm.merging import LoraTensors
    from situated_qa.training.export import Architecture, lora_tensors, write_adapter
    from situated_qa.training.import_adapter import import_adapter

    rng = np.random.default_rng(0)
    pair = (rng.normal(size=(2, 4)).astype(np.float16), rng.normal(size=(6, 2)).astype(np.float16))
    architecture = Architecture("qwen2", 2, 2, 1)
    before = LoraTensors(8.0, 2, {"blk.1.attn_q.weight": pair, "blk.0.ffn_down.weight": pair})
    path = write_adapter(before, architecture, tmp_path / "a.gguf", name="a")
    after = lora_tensors(import_adapter(path, tmp_path / "peft"), architecture)
    assert (after.alpha, after.rank, set(after.matrices)) == (8.0, 2, set(before.matrices))
    for name, (a, b) in after.matrices.items():
        assert np.array_equal(a, before.matrices[name][0]) and np.array_equal(b, before.matrices[name][1])
    with pytest.raises(TrainingError, match="there already"):
        import_adapter(path, tmp_path / "peft")


def test_no_text_of_the_benchmark_is_trained_with() -> None:
    texts = Path(__file__).parents[2] / "benchmarks" / "told_texts.jsonl"
    measured = [json.loads(line) for line in texts.read_text(encoding="utf-8").splitlines()]
    trained = {line.split("\t")[0] for line in (DATA / "sqa3d_situations.tsv").read_text(encoding="utf-8").splitlines()}
    for name, key in (("situations_en", "situation"), ("told_en", "text"), ("written_en", "question")):
        rows = (json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
        trained |= {row[key].strip().lower() for row in rows}
    assert [row for row in measured if row.get("id", row.get("text", "")).strip().lower() in trained] == []
