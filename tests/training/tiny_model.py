"""A random Qwen2 model of 2 layers with a tokenizer of single bytes, as a Hugging Face folder; nothing is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from situated_qa.training.samples import Sample

NEEDED = "training's libraries are not installed (make training)"
LIBRARIES_WARN = ("`is_gradient_checkpointing` is deprecated",)  # of one another
END = 256  # id of the end token, after the 256 bytes


def training_libraries() -> None:
    """Skip the test module where torch, transformers or peft is missing."""
    for name in ("torch", "transformers", "peft", "safetensors"):
        pytest.importorskip(name, reason=f"{name}: {NEEDED}")


def write_tiny_model(folder: Path) -> Path:
    """A model with vocabulary 257, hidden size 32, 4 heads of which 2 for keys, MLP size 48."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(7)
    config = Qwen2Config(
        vocab_size=257, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=256, tie_word_embeddings=True, eos_token_id=END,
        bos_token_id=None, initializer_range=0.2,
    )  # fmt: skip
    Qwen2ForCausalLM(config).save_pretrained(folder)
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({letter: i for i, letter in enumerate(letters)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<end>").save_pretrained(folder)
    return folder


def samples(count: int) -> list[Sample]:
    """Questions of different lengths."""
    things = ("chair", "lamp", "sofa", "bed", "desk")
    return [
        Sample(
            f"where is the {things[i % 5]}{'?' * (i % 3)}", f'where(the("{things[i % 5]}"))', "where", "composer", "w"
        )
        for i in range(count)
    ]


def weights(adapter: Path) -> dict[str, Any]:
    """The matrices of an adapter by name."""
    from safetensors.torch import load_file

    loaded: dict[str, Any] = load_file(str(adapter / "adapter_model.safetensors"))
    return loaded
