"""An adapter merged into its base model in 4 bits: values, names, refusals, and which of the two files answers."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gguf = pytest.importorskip("gguf", reason="the package gguf is not installed")

from situated_qa.errors import ModelUnavailable  # noqa: E402
from situated_qa.llm import merging  # noqa: E402
from situated_qa.llm.client import Message  # noqa: E402
from situated_qa.llm.four_bits import LEVELS, quantize_iq4_nl  # noqa: E402
from situated_qa.llm.gguf import Adapter  # noqa: E402
from situated_qa.llm.reader_model import ReaderModel  # noqa: E402

IQ4_NL = gguf.GGMLQuantizationType.IQ4_NL
Q4_0 = gguf.GGMLQuantizationType.Q4_0
Q8_0 = gguf.GGMLQuantizationType.Q8_0


def dequantized(data: Any) -> Any:
    return gguf.quants.dequantize(data, IQ4_NL)


def test_weights_on_the_levels_are_kept_as_they_are() -> None:
    """With a scale that float16 holds, each of the sixteen levels comes back, in both halves of a block."""
    weights = np.concatenate([LEVELS, LEVELS[::-1]])[None] * np.float32(0.25)
    packed = quantize_iq4_nl(weights)
    assert packed.shape == (1, 18) and packed.dtype == np.uint8
    assert packed[0, :2].view("<f2")[0] == 0.25
    assert packed[0, 2:].tolist() == [i | (15 - i) << 4 for i in range(16)]
    assert np.array_equal(dequantized(packed), weights)


def test_the_largest_weight_may_be_positive_or_all_may_be_zero() -> None:
    weights = np.zeros((3, 32), np.float32)
    weights[0, 5], weights[1, 5] = 1.13, -1.13
    found = dequantized(quantize_iq4_nl(weights))
    assert np.abs(found - weights)[:2].max() < 0.012 and found[0, 5] > 1.12 and found[1, 5] < -1.12
    assert np.array_equal(found[2], weights[2])


def test_the_error_of_random_weights_is_that_of_four_bits() -> None:
    weights = np.random.default_rng(3).normal(size=(64, 896)).astype(np.float32)
    error = np.sqrt(np.mean((dequantized(quantize_iq4_nl(weights)) - weights) ** 2))
    four = gguf.quants.dequantize(gguf.quants.quantize(weights, Q4_0), Q4_0)
    assert error < 0.08 < np.sqrt(np.mean((four - weights) ** 2))


def test_rows_that_do_not_divide_into_blocks_are_refused() -> None:
    with pytest.raises(ValueError, match="33 weights.*multiple of 32"):
        quantize_iq4_nl(np.zeros((1, 33), np.float32))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.gguf"
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_name("base")
    draw = np.random.default_rng(1)
    for name, shape in (("token_embd", (4, 32)), ("blk.0.attn_q", (64, 32)), ("output", (4, 32))):
        weights = draw.normal(size=shape).astype(np.float32)
        writer.add_tensor(f"{name}.weight", gguf.quants.quantize(weights, Q8_0), raw_dtype=Q8_0)
    writer.add_tensor("output_norm.weight", np.ones(32, np.float32))
    merging.finish(writer)
    return path


A = np.arange(64, dtype=np.float32).reshape(2, 32) / 64
B = np.ones((64, 2), np.float32)


@pytest.fixture
def adapter(tmp_path: Path) -> Adapter:
    path = tmp_path / "question-reader-0.5b.gguf"
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, 4.0)
    writer.add_tensor("blk.0.attn_q.weight.lora_a", A.astype(np.float16))
    writer.add_tensor("blk.0.attn_q.weight.lora_b", B.astype(np.float16))
    merging.finish(writer)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_name("card.json").write_text(json.dumps({"sha256": digest, "base": {"asset": "tiny"}}))
    return Adapter(path, "tiny", digest)


def test_the_merged_reader_holds_the_sum_and_is_written_once(tmp_path: Path, base: Path, adapter: Adapter) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    old = folder / "question-reader-0.5b-iq4_nl-000000000000.gguf"
    old.write_bytes(b"of an earlier reader")
    path = merging.merged_reader(base, adapter, folder)
    assert [file.name for file in folder.iterdir()] == [path.name]  # no part, and no earlier reader
    reader = gguf.GGUFReader(path)
    after = {tensor.name: tensor for tensor in reader.tensors}
    before = {tensor.name: tensor for tensor in gguf.GGUFReader(base).tensors}
    kinds = {name.removesuffix(".weight"): tensor.tensor_type.name for name, tensor in after.items()}
    assert kinds == {"token_embd": "Q8_0", "blk.0.attn_q": "IQ4_NL", "output": "IQ4_NL", "output_norm": "F32"}
    expected = gguf.quants.dequantize(before["blk.0.attn_q.weight"].data, Q8_0) + 2.0 * B @ A  # alpha 4 over rank 2
    found = dequantized(after["blk.0.attn_q.weight"].data)
    assert np.sqrt(np.mean((found - expected) ** 2)) < 0.09 * np.sqrt(np.mean(expected**2))
    assert reader.fields["general.name"].contents() == "question-reader-0.5b-iq4_nl"
    written = path.stat().st_mtime_ns
    assert merging.merged_reader(base, adapter, folder) == path and path.stat().st_mtime_ns == written


def test_what_cannot_be_merged_is_told(tmp_path: Path, base: Path, adapter: Adapter) -> None:
    with pytest.raises(ModelUnavailable, match="is no LoRA adapter"):
        merging.read_adapter(base)
    with pytest.raises(ModelUnavailable, match=r"no tensor blk\.0\.attn_q"):
        merging.write_merged(merging.read_adapter(adapter.path), adapter.path, tmp_path / "m.gguf", name="m")
    with pytest.raises(ModelUnavailable, match="its card says 0000"):
        merging.merged_reader(base, dataclasses.replace(adapter, sha256="0" * 64), tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with pytest.raises(ModelUnavailable, match="cannot be merged into .*file"):
        merging.merged_reader(base, adapter, blocked / "models")


def test_texts_go_to_the_reader_and_chats_to_the_base_model() -> None:
    class Model:
        """Stands for a runtime: which of two models is asked needs no weights."""

        prefers_forms = True

        def __init__(self, name: str) -> None:
            self.name, self.calls = name, []  # type: ignore[var-annotated]

        def continue_text(self, prompt: str, **options: Any) -> str:
            self.calls.append((prompt, options))
            return f"{self.name} continued"

        def complete(self, messages: Any, **options: Any) -> str:
            self.calls.append((messages, options))
            return f"{self.name} completed"

        def warm_up(self, messages: Any) -> None:
            self.calls.append("warm")

        def close(self) -> None:
            self.calls.append("closed")

    reader, chats = Model("reader"), Model("chats")
    model = ReaderModel(reader, chats)  # type: ignore[arg-type]
    assert (model.name, model.reads, model.prefers_forms) == ("reader", True, True)
    assert str(model.continue_text("Q: a\nA: ", max_tokens=5)) == "reader continued"
    said = [Message("user", "hello")]
    assert str(model.complete(said, timeout_s=1.0)) == "chats completed"
    model.warm_up(said)
    model.close()
    assert reader.calls == [("Q: a\nA: ", {"max_tokens": 5}), "closed"]
    assert chats.calls == [(said, {"timeout_s": 1.0}), "warm", "closed"]
