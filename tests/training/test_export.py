"""Adapters as GGUF: names, values, scale, merged models, Modelfile and card; the real model where it is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gguf = pytest.importorskip("gguf", reason="gguf: make training")
save_file = pytest.importorskip("safetensors.numpy", reason="safetensors: make training").save_file

from situated_qa.errors import TrainingError  # noqa: E402
from situated_qa.training import export  # noqa: E402
from situated_qa.training.export import Architecture, LoraTensors  # noqa: E402

QWEN2 = Architecture("qwen2", blocks=2, heads=4, kv_heads=2)


def write_peft(folder: Path, matrices: dict[str, Any], rank: int = 2, alpha: float = 4.0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adapter_config.json").write_text(json.dumps({"r": rank, "lora_alpha": alpha}))
    named = {f"base_model.model.model.layers.{name}.weight": value for name, value in matrices.items()}
    save_file(named, str(folder / "adapter_model.safetensors"))
    return folder


def pair(rows: int, columns: int, seed: int = 0) -> tuple[Any, Any]:
    draw = np.random.default_rng(seed)
    return draw.normal(size=(2, columns)).astype(np.float32), draw.normal(size=(rows, 2)).astype(np.float32)


def test_names_values_and_scale_of_an_adapter(tmp_path: Path) -> None:
    a, b = pair(8, 32)
    layers = {"attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
              "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
              "ffn_down": "mlp.down_proj"}  # fmt: skip
    matrices = {f"1.{layer}.lora_{half}": v for layer in layers.values() for half, v in (("A", a), ("B", b))}
    tensors = export.lora_tensors(write_peft(tmp_path / "adapter", matrices), QWEN2)
    path = export.write_adapter(tensors, QWEN2, tmp_path / "reader.gguf", name="reader")
    reader = gguf.GGUFReader(path)
    told = {key: reader.fields[key].contents() for key in reader.fields if not key.startswith("GGUF.")}
    assert told == {
        "general.architecture": "qwen2",
        "general.type": "adapter",
        "general.name": "reader",
        "adapter.type": "lora",
        "adapter.lora.alpha": 4.0,
    }
    found = {tensor.name: tensor for tensor in reader.tensors}
    assert set(found) == {f"blk.1.{name}.weight.lora_{half}" for name in layers for half in "ab"}
    for name in layers:
        down, up = found[f"blk.1.{name}.weight.lora_a"], found[f"blk.1.{name}.weight.lora_b"]
        assert down.data.dtype == up.data.dtype == np.float16
        assert down.shape.tolist() == [32, 2] and up.shape.tolist() == [2, 8]  # GGUF names the fastest axis first
        assert np.array_equal(down.data, a.astype(np.float16)) and np.array_equal(up.data, b.astype(np.float16))


def test_the_change_is_scaled_by_alpha_over_rank() -> None:
    a, b = np.array([[1.0, 2.0]], np.float32), np.array([[3.0], [5.0]], np.float32)
    assert LoraTensors(8.0, 1, {"t": (a, b)}).change("t").tolist() == [[24.0, 48.0], [40.0, 80.0]]
    assert LoraTensors(8.0, 4, {"t": (a, b)}).change("t").tolist() == [[6.0, 12.0], [10.0, 20.0]]


def test_queries_and_keys_of_llama_models_are_reordered(tmp_path: Path) -> None:
    """Hugging Face keeps the two halves of each head's rotation apart, GGUF interleaves them: 0 2 1 3 for 4 rows."""
    a, b = pair(8, 32)
    matrices = {"0.self_attn.q_proj.lora_A": a, "0.self_attn.q_proj.lora_B": b,
                "0.self_attn.v_proj.lora_A": a, "0.self_attn.v_proj.lora_B": b}  # fmt: skip
    adapter = write_peft(tmp_path / "adapter", matrices)
    llama = export.lora_tensors(adapter, Architecture("llama", blocks=1, heads=2, kv_heads=2)).matrices
    assert np.array_equal(llama["blk.0.attn_q.weight"][1], b[[0, 2, 1, 3, 4, 6, 5, 7]])
    assert np.array_equal(llama["blk.0.attn_v.weight"][1], b)
    qwen2 = export.lora_tensors(adapter, QWEN2).matrices
    assert np.array_equal(qwen2["blk.0.attn_q.weight"][1], b)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A GGUF file with two tensors in Q4_0 and metadata of several types."""
    path = tmp_path / "base.gguf"
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_name("base")
    writer.add_block_count(2)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_token_list(["a", "b"])
    weights = np.random.default_rng(1).normal(size=(64, 32)).astype(np.float32)
    for name in ("blk.0.attn_q.weight", "blk.0.attn_k.weight"):
        kind = gguf.GGMLQuantizationType.Q4_0
        writer.add_tensor(name, gguf.quants.quantize(weights, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_a_merged_model_holds_the_sum(tmp_path: Path, base: Path) -> None:
    a, b = pair(64, 32)
    tensors = LoraTensors(4.0, 2, {"blk.0.attn_q.weight": (a, b)})
    merged = gguf.GGUFReader(export.write_merged(tensors, base, tmp_path / "merged.gguf", name="merged"))
    before = {tensor.name: tensor for tensor in gguf.GGUFReader(base).tensors}
    after = {tensor.name: tensor for tensor in merged.tensors}
    assert np.array_equal(after["blk.0.attn_k.weight"].data, before["blk.0.attn_k.weight"].data)
    changed, original = after["blk.0.attn_q.weight"], before["blk.0.attn_q.weight"]
    assert changed.tensor_type == gguf.GGMLQuantizationType.Q8_0
    expected = gguf.quants.dequantize(original.data, original.tensor_type) + 2.0 * b @ a
    found = gguf.quants.dequantize(changed.data, changed.tensor_type)
    assert np.abs(found - expected).max() < np.abs(expected).max() / 127  # a step of Q8_0
    assert merged.fields["general.name"].contents() == "merged"
    assert merged.fields["tokenizer.ggml.tokens"].contents() == ["a", "b"]


def test_another_base_is_refused(tmp_path: Path, base: Path) -> None:
    a, b = pair(8, 32)
    with pytest.raises(TrainingError, match=r"no tensor blk\.9"):
        export.write_merged(LoraTensors(4.0, 2, {"blk.9.attn_q.weight": (a, b)}), base, tmp_path / "m.gguf", name="m")
    with pytest.raises(TrainingError, match=r"\(64, 32\), the adapter changes \(8, 32\)"):
        export.write_merged(LoraTensors(4.0, 2, {"blk.0.attn_q.weight": (a, b)}), base, tmp_path / "m.gguf", name="m")
    assert not (tmp_path / "m.gguf").exists()


def test_the_architecture_is_read_from_both_forms(tmp_path: Path, base: Path) -> None:
    assert export.architecture_of_gguf(base) == QWEN2
    config = {"model_type": "qwen2", "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert export.architecture_of_folder(tmp_path) == QWEN2
    (tmp_path / "config.json").write_text(json.dumps({**config, "model_type": "gpt2"}))
    with pytest.raises(TrainingError, match="'gpt2'.*qwen2, qwen3, llama"):
        export.architecture_of_folder(tmp_path)


def test_adapters_that_gguf_has_no_place_for_are_refused(tmp_path: Path) -> None:
    a, b = pair(8, 32)
    odd = write_peft(tmp_path / "odd", {"0.self_attn.z_proj.lora_A": a, "0.self_attn.z_proj.lora_B": b})
    with pytest.raises(TrainingError, match="z_proj.* has no counterpart"):
        export.lora_tensors(odd, QWEN2)
    half = write_peft(tmp_path / "half", {"0.self_attn.q_proj.lora_A": a})
    with pytest.raises(TrainingError, match=r"of blk\.0\.attn_q\.weight only lora_A"):
        export.lora_tensors(half, QWEN2)
    with pytest.raises(TrainingError, match="holds no adapter"):
        export.adapter_folder(tmp_path)


def test_the_modelfile_gives_the_prompt_as_it_is() -> None:
    lines = export.modelfile("./base.gguf", "reader.gguf").splitlines()
    assert lines[:3] == ["FROM ./base.gguf", "ADAPTER ./reader.gguf", 'TEMPLATE """{{ .Prompt }}"""']
    assert "PARAMETER temperature 0" in lines and 'PARAMETER stop "<|im_end|>"' in lines
    assert not any(line.startswith("ADAPTER") for line in export.modelfile("./merged.gguf").splitlines())


def test_the_card_names_file_base_and_run(tmp_path: Path) -> None:
    (tmp_path / "run" / "adapter").mkdir(parents=True)
    (tmp_path / "run" / "run.json").write_text(json.dumps({"stage": "sft"}))
    (tmp_path / "run" / "journal.jsonl").write_text('{"step": 2, "dev_loss": 0.5}\n{"step": 3, "loss": 0.4}\n')
    (tmp_path / "reader.gguf").write_bytes(b"abc")
    adapter = tmp_path / "run" / "adapter"
    export.write_card(tmp_path / "card.json", tmp_path / "reader.gguf", asset="tiny", run=adapter)
    assert json.loads((tmp_path / "card.json").read_text()) == {
        "file": "reader.gguf",
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "bytes": 3,
        "base": {"asset": "tiny"},
        "training": {"stage": "sft"},
        "trained": {"last_line": {"step": 3, "loss": 0.4}, "evaluations": [{"step": 2, "dev_loss": 0.5}]},
    }
