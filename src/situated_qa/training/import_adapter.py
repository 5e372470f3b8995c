"""A GGUF adapter as a folder in PEFT's form, from which training goes on: `situated-qa train import`."""

from __future__ import annotations

import json
from pathlib import Path

from situated_qa.errors import ModelUnavailable, TrainingError
from situated_qa.llm.merging import read_adapter
from situated_qa.training.lora import ADAPTER_FILE

_LAYERS = {
    "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}  # fmt: skip
"""The linear layers of a Qwen2 block, as GGUF names them and as transformers does."""


def import_adapter(path: Path, out: Path) -> Path:
    """Write a GGUF LoRA adapter of a Qwen2 model as PEFT reads it.

    Args:
        path: as `export` wrote it, float16.
        out: the folder to write; must not be there.

    Returns:
        the folder.

    Raises:
        TrainingError: the file is no such adapter, or the folder is there.
    """
    import numpy as np
    from safetensors.numpy import save_file

    if out.exists():
        raise TrainingError(f"{out} is there already; name another folder with --out")
    try:
        tensors = read_adapter(path)
    except ModelUnavailable as error:
        raise TrainingError(str(error)) from error
    state = {}
    for name, (a, b) in tensors.matrices.items():
        kind, block, layer, *_ = f"{name}..".split(".")
        if kind != "blk" or layer not in _LAYERS:
            raise TrainingError(f"{path}: {name} is no layer of a Qwen2 model")
        key = f"base_model.model.model.layers.{block}.{_LAYERS[layer]}"
        state[f"{key}.lora_A.weight"] = np.ascontiguousarray(a, np.float32)
        state[f"{key}.lora_B.weight"] = np.ascontiguousarray(b, np.float32)
    config = {
        "peft_type": "LORA", "task_type": "CAUSAL_LM", "r": tensors.rank, "lora_alpha": tensors.alpha,
        "lora_dropout": 0.0, "bias": "none", "inference_mode": True,
        "target_modules": sorted({_LAYERS[name.split(".")[2]].rpartition(".")[2] for name in tensors.matrices}),
    }  # fmt: skip
    out.mkdir(parents=True)
    save_file(state, str(out / ADAPTER_FILE))
    (out / "adapter_config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    return out
