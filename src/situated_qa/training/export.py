"""A trained adapter as files that llama.cpp and Ollama load: GGUF adapter, Modelfile, card, merged GGUF model."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.downloads import sha256
from situated_qa.errors import ModelUnavailable, TrainingError
from situated_qa.llm import merging
from situated_qa.llm.merging import LoraTensors, finish
from situated_qa.training import checkpoints
from situated_qa.training.lora import ADAPTER_FILE

END_TOKENS = ("<|im_end|>", "<|endoftext|>")
_PREFIX = "base_model.model."
_PLAIN, _PERMUTED = ("qwen2", "qwen3"), ("llama",)


@dataclass(frozen=True, slots=True)
class Architecture:
    """What the names and the order of a model's tensors in GGUF depend on."""

    name: str  # as GGUF calls it
    blocks: int
    heads: int
    kv_heads: int

    def __post_init__(self) -> None:
        if self.name not in (*_PLAIN, *_PERMUTED):
            raise TrainingError(
                f"adapters of {self.name!r} models cannot be exported; of {', '.join((*_PLAIN, *_PERMUTED))} they can"
            )


def adapter_folder(folder: Path) -> Path:
    """The adapter of a run's folder, or the folder itself where it is an adapter.

    Raises:
        TrainingError: it is neither.
    """
    for found in (folder, folder / checkpoints.ADAPTER):
        if (found / ADAPTER_FILE).is_file():
            return found
    raise TrainingError(f"{folder} holds no adapter: no {ADAPTER_FILE}, there or in {checkpoints.ADAPTER}/")


def architecture_of_gguf(path: Path) -> Architecture:
    """From the metadata of a GGUF model.

    Raises:
        TrainingError: models of that architecture are not supported.
    """
    fields = _gguf().GGUFReader(path).fields

    def value(key: str) -> Any:
        return fields[key].contents()

    name = value("general.architecture")
    heads = int(value(f"{name}.attention.head_count"))
    return Architecture(
        name, int(value(f"{name}.block_count")), heads, int(value(f"{name}.attention.head_count_kv") or heads)
    )


def architecture_of_folder(folder: Path) -> Architecture:
    """From the config.json of a Hugging Face folder; same errors as `architecture_of_gguf`."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        heads = int(config["num_attention_heads"])
        return Architecture(
            config["model_type"],
            int(config["num_hidden_layers"]),
            heads,
            int(config.get("num_key_value_heads") or heads),
        )
    except (OSError, json.JSONDecodeError, KeyError) as error:
        raise TrainingError(f"{folder / 'config.json'} does not tell the model's shape: {error!r}") from error


def lora_tensors(adapter: Path, architecture: Architecture) -> LoraTensors:
    """Read an adapter in PEFT's form.

    Raises:
        TrainingError: it changes something that GGUF has no name for, or holds half of a pair.
    """
    gguf = _gguf()
    import numpy as np
    from safetensors.numpy import load_file

    config = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    arch = next(key for key, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture.name)
    names = gguf.get_tensor_name_map(arch, architecture.blocks)
    halves: dict[str, dict[str, Any]] = {}
    for key, value in load_file(str(adapter / ADAPTER_FILE)).items():
        layer, _, half = key.removeprefix(_PREFIX).removesuffix(".weight").rpartition(".")
        tensor = names.get_name(layer)
        if tensor is None or half not in ("lora_A", "lora_B"):
            raise TrainingError(f"{adapter}: {key} has no counterpart in a GGUF model of kind {architecture.name}")
        value = np.asarray(value, np.float32)
        if half == "lora_B" and architecture.name in _PERMUTED:
            value = _permuted(value, layer, architecture)
        halves.setdefault(f"{tensor}.weight", {})[half] = value
    for tensor, pair in halves.items():
        if set(pair) != {"lora_A", "lora_B"}:
            raise TrainingError(f"{adapter}: of {tensor} only {', '.join(pair)} is there")
    matrices = {tensor: (pair["lora_A"], pair["lora_B"]) for tensor, pair in sorted(halves.items())}
    return LoraTensors(float(config["lora_alpha"]), int(config["r"]), matrices)


def _permuted(b: Any, layer: str, architecture: Architecture) -> Any:
    """Rows of a query's or key's matrix in the order that llama.cpp turns them for LLaMA models."""
    if not layer.endswith(("q_proj", "k_proj")):
        return b
    heads = architecture.heads if layer.endswith("q_proj") else architecture.kv_heads
    rows, rank = b.shape
    return b.reshape(heads, 2, rows // heads // 2, rank).swapaxes(1, 2).reshape(rows, rank)


def write_adapter(tensors: LoraTensors, architecture: Architecture, path: Path, *, name: str) -> Path:
    """Write a GGUF LoRA adapter of float16 matrices.

    Args:
        name: `general.name` in the file.
    """
    gguf = _gguf()
    import numpy as np

    part = path.with_suffix(path.suffix + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(part, architecture.name)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, tensors.alpha)
    writer.add_name(name)
    for tensor, (a, b) in tensors.matrices.items():
        writer.add_tensor(f"{tensor}.lora_a", np.ascontiguousarray(a, np.float16))
        writer.add_tensor(f"{tensor}.lora_b", np.ascontiguousarray(b, np.float16))
    finish(writer)
    part.replace(path)
    return path


def write_merged(tensors: LoraTensors, base: Path, path: Path, *, name: str) -> Path:
    """Write the base model with the adapter in it: changed tensors as Q8_0, the others as they are.

    Args:
        base: the GGUF model that the adapter was trained for.

    Raises:
        TrainingError: the base has no such tensors, or they have other shapes.
    """
    try:
        return merging.write_merged(tensors, base, path, name=name)
    except ModelUnavailable as error:
        raise TrainingError(str(error)) from error


def modelfile(base: str, adapter: str = "") -> str:
    """What `ollama create NAME -f Modelfile` reads.

    Args:
        base: a model that Ollama has, or a path relative to the Modelfile ("./model.gguf").
        adapter: file of the adapter beside the Modelfile; empty for a merged model.
    """
    lines = [f"FROM {base}"]
    lines += [f"ADAPTER ./{adapter}"] if adapter else []
    lines += ['TEMPLATE """{{ .Prompt }}"""', "PARAMETER temperature 0", "PARAMETER num_ctx 1024"]
    return "\n".join([*lines, *(f'PARAMETER stop "{token}"' for token in END_TOKENS)]) + "\n"


def write_card(path: Path, adapter: Path, *, asset: str, run: Path) -> None:
    """Write what a released adapter is: its sha256, its base model, and how it was trained, as JSON.

    Args:
        adapter: the GGUF file.
        asset: name of its base model.
        run: the run's folder or the adapter's in it; without a run.json, the card tells nothing of the training.
    """
    card: dict[str, Any] = {"file": adapter.name, "sha256": sha256(adapter), "bytes": adapter.stat().st_size}
    card["base"] = {"asset": asset}
    about = next((f / checkpoints.RUN for f in (run, run.parent) if (f / checkpoints.RUN).is_file()), None)
    if about is not None:
        card["training"] = json.loads(about.read_text(encoding="utf-8"))
        journal = list(checkpoints.read_journal(about.parent))
        evaluations = [line for line in journal if "dev_loss" in line]
        card["trained"] = {"last_line": journal[-1] if journal else None, "evaluations": evaluations}
    part = path.with_suffix(".part")
    part.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)


def _gguf() -> Any:
    try:
        return merging.gguf_package()
    except ModelUnavailable as error:
        raise TrainingError(str(error)) from error
